/* depend.c: equalities that follow from others, and free variables that repeat others.
 *
 * If an equality is a combination of others, (A_i, B_i) = sum_k c_k (A_k, B_k), the Schur
 * complement is singular. Either b_i = c^T b, and the equality says nothing, or v = e_i - c is a
 * ray: A^T(v) = 0, B^T v = 0, b^T v != 0, and the program is primal infeasible. The same with
 * columns of B and f: the variable is idle, or the program is dual infeasible.
 *
 * The Gram matrix G of the equalities is the Schur complement at X = Z = I plus B B^T. Where its
 * Cholesky factor has no small pivot nothing depends, which is the usual case and costs one
 * factorisation. Else G is factored with pivots, and for each equality beyond its rank
 *
 *     c = G_kk^-1 G_ki, refined once;   |(A^T(v), B^T v)| <= 1e-13 (1 + |c|_1)
 *
 * decides: G has squared what it is made of, so a small pivot is a reason to look, and the
 * combination itself the test. What nearly depends is kept.
 */
#include <math.h>
#include <string.h>

#include "interior.h"

/* Vectors of which some may be combinations of others. */
typedef struct family {
  const ss_sdp_form *form;
  size_t threads, count;
  double *G;  /* count^2, both triangles */
  double *L;  /* its factor with pivots */
  int *pivot; /* from 1 */
  double *v;  /* a combination */
  double *w;  /* 2 count */
  double *S;  /* a point */
  double *u;  /* p, m */
  size_t rank;
  double (*norm)(const struct family *family); /* of the combination v of the vectors */
} family;

static double square_of(size_t count, const double *x) {
  long double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (long double)x[i] * x[i];
  return (double)sum;
}

/* |(A^T(v), B^T v)| */
static double norm_rows(const family *all) {
  ss_sdp_form_slack(all->form, all->threads, NULL, all->v, NULL, all->S);
  ss_sdp_form_free_residual(all->form, NULL, all->v, all->u);
  return sqrt(ss_sdp_form_dot(all->form, all->S, all->S) + square_of(all->form->p, all->u));
}

/* |B v| */
static double norm_columns(const family *all) {
  const size_t m = all->form->m;
  long double square = 0;
  for (size_t i = 0; i < m; i++) {
    long double sum = 0;
    for (size_t j = 0; j < all->form->p; j++)
      sum += (long double)all->form->B[i + m * j] * all->v[j];
    square += sum * sum;
  }
  return (double)sqrtl(square);
}

/* ---- Gram matrices --------------------------------------------------------------------------- */

static void set_unit(const ss_sdp_form *form, double *point) {
  memset(point, 0, form->length * sizeof *point);
  for (size_t s = 0; s < form->scalars; s++) point[s] = 1;
  for (size_t k = 0; k < form->blocks; k++)
    for (size_t i = 0; i < form->block[k].n; i++)
      point[form->block[k].at + i * (form->block[k].n + 1)] = 1;
}

static void mirror(size_t n, double *G) {
  for (size_t j = 0; j < n; j++)
    for (size_t i = j + 1; i < n; i++) G[j + n * i] = G[i + n * j];
}

static ss_status form_rows(family *all, ss_arena *arena) {
  const ss_sdp_form *form = all->form;
  const size_t m = form->m;
  double *work = ss_arena_new(arena, all->threads * ss_schur_work_size(form), double);
  if (!work) return SS_MEMORY;
  set_unit(form, all->S);
  ss_schur_form(form, all->threads, all->S, all->S, work, all->G);
  for (size_t k = 0; k < form->p; k++)
    for (size_t j = 0; j < m; j++) {
      const double *b = form->B + m * k;
      if (b[j] == 0) continue;
      for (size_t i = j; i < m; i++) all->G[i + m * j] += b[i] * b[j];
    }
  mirror(m, all->G);
  return SS_OK;
}

static void form_columns(family *all) {
  const size_t m = all->form->m, p = all->form->p;
  for (size_t j = 0; j < p; j++)
    for (size_t i = 0; i < p; i++) {
      long double sum = 0;
      for (size_t k = 0; k < m; k++)
        sum += (long double)all->form->B[k + m * i] * all->form->B[k + m * j];
      all->G[i + p * j] = (double)sum;
    }
}

/* ---- combinations ---------------------------------------------------------------------------- */

/* No pivot is small: nothing depends. */
static bool is_regular(family *all) {
  const size_t n = all->count;
  memcpy(all->L, all->G, n * n * sizeof *all->L);
  if (!ss_dense_factor_large(n, all->L)) return false;
  for (size_t i = 0; i < n; i++)
    if (all->L[i + n * i] * all->L[i + n * i] < 1e-9 * all->G[i + n * i]) return false;
  return true;
}

/* x = L11^-T L11^-1 x. */
static void solve_kept(const family *all, double *x) {
  const size_t n = all->count, r = all->rank;
  for (size_t i = 0; i < r; i++) {
    for (size_t k = 0; k < i; k++) x[i] -= all->L[i + n * k] * x[k];
    x[i] /= all->L[i + n * i];
  }
  for (size_t i = r; i-- > 0;) {
    for (size_t k = i + 1; k < r; k++) x[i] -= all->L[k + n * i] * x[k];
    x[i] /= all->L[i + n * i];
  }
}

/* v = e_i - c for the vector at place `at` of the pivots. Returns 1 + |c|_1. */
static double combine(family *all, size_t at) {
  const size_t n = all->count, r = all->rank;
  double *x = all->w, size = 1;
  memset(all->v, 0, n * sizeof *all->v);
  all->v[all->pivot[at] - 1] = 1;
  for (int round = 0; round < 3; round++) {
    for (size_t k = 0; k < r; k++) { /* G v at the kept ones */
      long double sum = 0;
      const double *row = all->G + n * (size_t)(all->pivot[k] - 1);
      for (size_t i = 0; i < n; i++) sum += (long double)row[i] * all->v[i];
      x[k] = (double)sum;
    }
    solve_kept(all, x);
    for (size_t k = 0; k < r; k++) all->v[all->pivot[k] - 1] -= x[k];
  }
  for (size_t k = 0; k < r; k++) size += fabs(all->v[all->pivot[k] - 1]);
  return size;
}

/* Of a coefficient of v, relative to 1 + |c|_1; the largest value is 1. */
static const long double ROUNDING = 1e-11L;

/* Looks for vectors that depend; `value`: b or f. Marks what is dropped; a combination whose value
 * is not 0 is left in v, and true returned. */
static bool find_dependent(family *all, const double *value, bool *dropped, size_t *count) {
  const size_t n = all->count;
  memcpy(all->L, all->G, n * n * sizeof *all->L);
  all->rank = ss_dense_factor_pivoted(n, all->L, all->pivot, 1e-12, all->w);
  for (size_t at = all->rank; at < n; at++) {
    const double size = combine(all, at);
    if (!(all->norm(all) <= 1e-13 * size)) continue;
    long double sum = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
      sum += (long double)value[i] * all->v[i];
      most += fabsl((long double)value[i] * all->v[i]);
    }
    if (fabsl(sum) > 1e-9L * most && fabsl(sum) > ROUNDING * size) {
      for (size_t i = 0; i < n; i++) all->v[i] *= sum > 0 ? 1 : -1;
      return true;
    }
    dropped[all->pivot[at] - 1] = true;
    (*count)++;
  }
  return false;
}

static ss_status make_family(const ss_sdp_form *form, size_t threads, size_t count, ss_arena *arena,
                             family *all) {
  *all = (family){.form = form, .threads = threads, .count = count};
  all->G = ss_arena_new(arena, count * count, double);
  all->L = ss_arena_new(arena, count * count, double);
  all->pivot = ss_arena_new(arena, count, int);
  all->v = ss_arena_new(arena, count, double);
  all->w = ss_arena_new(arena, 2 * count, double);
  all->S = ss_arena_new(arena, form->length, double);
  all->u = ss_arena_new(arena, form->p, double);
  return all->G && all->L && all->pivot && all->v && all->w && all->S && all->u ? SS_OK : SS_MEMORY;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static ss_status find_rows(const ss_sdp_program *program, const ss_sdp_form *form, size_t threads,
                           ss_arena *arena, ss_depend *depend) {
  family all;
  bool *dropped = ss_arena_new(arena, form->m, bool);
  ss_status status = make_family(form, threads, form->m, arena, &all);
  if (!status && !dropped) status = SS_MEMORY;
  all.norm = norm_rows;
  if (!status) status = form_rows(&all, arena);
  if (status || is_regular(&all)) return status;
  if (find_dependent(&all, form->b, dropped, &depend->dependent)) {
    depend->y = ss_arena_new(arena, program->equalities, double);
    if (!depend->y) return SS_MEMORY;
    for (size_t i = 0; i < form->m; i++)
      depend->y[form->equality[i]] = all.v[i] * form->row_scale[i];
  }
  for (size_t i = 0; i < form->m; i++) depend->equality[form->equality[i]] = !dropped[i];
  return SS_OK;
}

static ss_status find_columns(const ss_sdp_program *program, const ss_sdp_form *form,
                              ss_arena *arena, ss_depend *depend) {
  family all;
  bool *dropped = ss_arena_new(arena, form->p, bool);
  const ss_status status = make_family(form, 1, form->p, arena, &all);
  if (status || !dropped) return status ? status : SS_MEMORY;
  all.norm = norm_columns;
  form_columns(&all);
  if (is_regular(&all)) return SS_OK;
  if (find_dependent(&all, form->f, dropped, &depend->idle)) {
    depend->g = ss_arena_new(arena, program->variables, double);
    if (!depend->g) return SS_MEMORY;
    for (size_t j = 0; j < form->p; j++)
      depend->g[form->variable[j]] = -all.v[j] * form->column_scale[j];
  }
  for (size_t j = 0; j < form->p; j++) depend->variable[form->variable[j]] = !dropped[j];
  return SS_OK;
}

ss_status ss_depend_find(const ss_sdp_program *program, const ss_sdp_form *form, size_t threads,
                         ss_arena *arena, ss_depend *depend) {
  *depend = (ss_depend){0};
  depend->equality = ss_arena_new(arena, program->equalities, bool);
  depend->variable = ss_arena_new(arena, program->variables, bool);
  if (!depend->equality || !depend->variable) return SS_MEMORY;
  memset(depend->equality, true, program->equalities * sizeof(bool));
  memset(depend->variable, true, program->variables * sizeof(bool));
  ss_status status = find_columns(program, form, arena, depend);
  if (!status) status = find_rows(program, form, threads, arena, depend);
  return status;
}
