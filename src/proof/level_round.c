/* level_round.c: a leaf of the level in rationals, verified.
 *
 * The floating-point d_j, zeta_j, N and kappa become rationals in two ways: the simplest fractions
 * near them, which hit the exact optimum where that is rational (Q is then singular and still
 * semidefinite); else fractions near enough that Q, strictly definite at the end of the barrier
 * method, stays so. With t = sqrt(2 level) theta the form of level_barrier.c is, in u and theta,
 *
 *     Q = [Cs 0; 0 0] + sum_j s_j sym(w_j (d_j, zeta_j)^T) - sum N_jk s_j s_k sym(w_j w_k^T)
 *         + kappa [-M 0; 0 2 level],     d_j^T M^-1 d_j <= (p_j - zeta_j)^2/(2 level).
 *
 * The level is the largest for which the last line holds, and Q is taken at it: a leaf that is
 * proved for one level is proved for all lower ones, whatever their own multipliers would be.
 * Only what the exact factors L D L^T confirm is accepted. The directions in which d_j is
 * prescribed (level_scale.c) are met exactly: what is rounded are the coordinates y of d_j = d0_j +
 * B y_j, B having the rows of the identity at its free coordinates.
 */
#include <math.h>

#include "level.h"

/* The column of friction or of a cut, W_j or c. */
static fmpq *column_entry(const ss_scaled *s, const ss_leaf *leaf, slong i, slong j) {
  size_t column = leaf->column[j];
  return column < s->m ? ss_entry(s->facts->W, i, (slong)column)
                       : ss_entry(s->cut, i, (slong)(column - s->m));
}

/* d_j - d0_j = p_j L E z_j, in doubles. */
static void find_direction(const ss_scaled *s, const ss_leaf *leaf, size_t j, double *v,
                           double *d) {
  size_t n = s->n;
  const double *z = leaf->best.z + (s->k + 1) * j;
  for (size_t i = 0; i < n; i++) {
    v[i] = 0;
    for (size_t l = 0; l < s->k; l++) v[i] += s->E[i + n * l] * z[l];
  }
  for (size_t i = 0; i < n; i++) {
    d[i] = 0;
    for (size_t l = 0; l <= i; l++) d[i] += s->L[i + n * l] * v[l];
    d[i] *= s->p[leaf->column[j]];
  }
}

/* The row of B in which only column c has an entry: its 1. */
static slong free_row(const fmpq_mat_t B, slong c) {
  for (slong i = 0; i < fmpq_mat_nrows(B); i++) {
    bool alone = fmpq_is_one(ss_entry(B, i, c)) != 0;
    for (slong l = 0; l < fmpq_mat_ncols(B) && alone; l++)
      alone = l == c || fmpq_is_zero(ss_entry(B, i, l));
    if (alone) return i;
  }
  return 0;
}

/* zeta_j = p_j zeta/tau. That of a cut is kept from vanishing: the cut would be idle. */
static void round_zeta(const ss_scaled *s, const ss_leaf *leaf, size_t j, double tolerance,
                       fmpq_t zeta) {
  const size_t column = leaf->column[j];
  const double value = s->p[column] * leaf->best.z[(s->k + 1) * j + s->k] / leaf->best.tau;
  ss_exact_from_double(zeta, value, tolerance * (column < s->m ? s->p[column] : fabs(value)));
}

static bool round_directions(const ss_scaled *s, const ss_leaf *leaf, double tolerance,
                             fmpq_mat_t d) {
  size_t n = s->n;
  ss_arena_mark mark = ss_arena_get_mark(s->arena);
  double *v = ss_arena_new(s->arena, 2 * n, double), size = 0;
  if (!v) return false;
  fmpq_t y;
  fmpq_init(y);
  fmpq_mat_zero(d);
  for (size_t j = 0; j < leaf->columns; j++) {
    for (slong i = 0; i < (slong)n && j < s->m; i++)
      fmpq_set(ss_entry(d, i, (slong)j), ss_entry(s->d0, i, (slong)j));
    find_direction(s, leaf, j, v, v + n);
    size = 0;
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(v[n + i]));
    for (slong c = 0; c < fmpq_mat_ncols(s->B); c++) {
      ss_exact_from_double(y, v[n + (size_t)free_row(s->B, c)], tolerance * size);
      for (slong i = 0; i < (slong)n; i++)
        fmpq_addmul(ss_entry(d, i, (slong)j), y, ss_entry(s->B, i, c));
    }
    if (leaf->lifted) round_zeta(s, leaf, j, tolerance, ss_entry(d, (slong)n, (slong)j));
  }
  fmpq_clear(y);
  ss_arena_release(s->arena, mark);
  return true;
}

static void round_multipliers(const ss_scaled *s, const ss_leaf *leaf, double tolerance,
                              ss_exact_leaf *e) {
  double size = 0;
  fmpq_mat_zero(e->N);
  for (size_t p = 0; p < leaf->pairs; p++) size = fmax(size, leaf->best.N[p]);
  for (size_t p = 0; p < leaf->pairs; p++) {
    size_t j = leaf->pair[p][0], k = leaf->pair[p][1];
    double scale = s->p[leaf->column[j]] * s->p[leaf->column[k]];
    fmpq *entry = ss_entry(e->N, (slong)j, (slong)k);
    ss_exact_from_double(entry, scale * leaf->best.N[p], scale * size * tolerance);
    if (fmpq_sgn(entry) < 0) fmpq_zero(entry);
  }
  ss_exact_from_double(ss_entry(e->kappa, 0, 0), leaf->best.kappa, leaf->best.kappa * tolerance);
}

/* ---- verification ---------------------------------------------------------------------------- */

/* (d - N S W^T) of column j, the last entry being zeta_j; S = diag(s). */
static void find_partner(const ss_scaled *s, const ss_exact_leaf *e, slong j, fmpq *partner) {
  const ss_leaf *leaf = e->from;
  const slong n = (slong)s->n;
  fmpq_t term;
  fmpq_init(term);
  for (slong i = 0; i <= n; i++) fmpq_set(&partner[i], ss_entry(e->d, i, j));
  for (slong k = 0; k < j; k++) {
    if (fmpq_is_zero(ss_entry(e->N, j, k))) continue;
    for (slong i = 0; i < n; i++) {
      fmpq_mul(term, ss_entry(e->N, j, k), column_entry(s, leaf, i, k));
      (leaf->sign[leaf->column[k]] < 0 ? fmpq_add : fmpq_sub)(&partner[i], &partner[i], term);
    }
  }
  fmpq_clear(term);
}

/* Q += s_j sym(w_j partner^T) */
static void add_column(fmpq_mat_t Q, const ss_scaled *s, const ss_leaf *leaf, slong j,
                       const fmpq *partner) {
  const slong n = (slong)s->n;
  const bool negative = leaf->sign[leaf->column[j]] < 0;
  fmpq_t half, term;
  fmpq_init(half);
  fmpq_init(term);
  for (slong i = 0; i < n; i++) {
    fmpq_div_2exp(half, column_entry(s, leaf, i, j), 1);
    if (negative) fmpq_neg(half, half);
    for (slong l = 0; l <= n; l++) {
      fmpq_mul(term, half, &partner[l]);
      fmpq_add(ss_entry(Q, i, l), ss_entry(Q, i, l), term);
      fmpq_add(ss_entry(Q, l, i), ss_entry(Q, l, i), term);
    }
  }
  fmpq_clear(half);
  fmpq_clear(term);
}

/* [Cs 0; 0 0] + kappa [-M 0; 0 2 level] */
static void start_form(fmpq_mat_t Q, const ss_facts *f, const ss_exact_leaf *e) {
  for (slong i = 0; i < f->n; i++)
    for (slong j = 0; j < f->n; j++) {
      fmpq_set(ss_entry(Q, i, j), ss_entry(f->Cs, i, j));
      fmpq_submul(ss_entry(Q, i, j), ss_entry(e->kappa, 0, 0), ss_entry(f->M, i, j));
    }
  fmpq_mul(ss_entry(Q, f->n, f->n), ss_entry(e->kappa, 0, 0), e->level);
  fmpq_mul_si(ss_entry(Q, f->n, f->n), ss_entry(Q, f->n, f->n), 2);
}

/* Q = L D L^T >= 0? */
static bool verify(const ss_scaled *s, ss_exact_leaf *e) {
  const slong n = (slong)s->n;
  fmpq_mat_t Q, partner;
  fmpq_mat_init(Q, n + 1, n + 1);
  fmpq_mat_init(partner, 1, n + 1);
  start_form(Q, s->facts, e);
  for (slong j = 0; j < (slong)e->from->columns; j++) {
    find_partner(s, e, j, ss_entry(partner, 0, 0));
    add_column(Q, s, e->from, j, ss_entry(partner, 0, 0));
  }
  bool good = ss_exact_ldl(Q, e->L, e->D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(Q);
  fmpq_mat_clear(partner);
  return good;
}

/* p_j - zeta_j, |zeta_j| without a sign; p is 0 for a cut. */
static void find_radius(const ss_scaled *s, const ss_exact_leaf *e, slong j, fmpq_t radius) {
  const size_t column = e->from->column[j];
  const fmpq *zeta = ss_entry(e->d, (slong)s->n, j);
  if (column < s->m)
    fmpq_set(radius, ss_entry(s->facts->p, (slong)column, 0));
  else
    fmpq_zero(radius);
  const bool add = !e->from->sign[column] && fmpq_sgn(zeta) < 0;
  (add ? fmpq_add : fmpq_sub)(radius, radius, zeta);
}

/* The smallest (p_j - zeta_j)^2/(2 d_j^T M^-1 d_j); 0 if there is none. */
static void find_level(const ss_scaled *s, ss_exact_leaf *e) {
  fmpq_mat_t d;
  fmpq_t value, radius;
  bool good = true;
  fmpq_mat_init(d, (slong)s->n, 1);
  fmpq_init(value);
  fmpq_init(radius);
  fmpq_zero(e->level);
  for (slong j = 0; j < (slong)e->from->columns; j++) {
    for (slong i = 0; i < (slong)s->n; i++) fmpq_set(ss_entry(d, i, 0), ss_entry(e->d, i, j));
    ss_exact_form(value, d, s->facts->Minv, d);
    find_radius(s, e, j, radius);
    good = good && fmpq_sgn(radius) >= 0;
    if (fmpq_is_zero(value)) continue;
    fmpq_mul(radius, radius, radius);
    fmpq_div(value, radius, value);
    fmpq_div_2exp(value, value, 1);
    if (fmpq_is_zero(e->level) || fmpq_cmp(value, e->level) < 0) fmpq_set(e->level, value);
  }
  if (!good) fmpq_zero(e->level);
  fmpq_mat_clear(d);
  fmpq_clear(value);
  fmpq_clear(radius);
}

bool ss_level_round(const ss_scaled *s, const ss_leaf *leaf, double wanted, ss_exact_leaf *e) {
  static const double tolerances[] = {1e-3, 1e-5, 1e-9, 1e-12, 0};
  const slong rows = (slong)s->n + 1, columns = (slong)leaf->columns;
  e->from = leaf;
  fmpq_mat_init(e->d, rows, columns);
  fmpq_mat_init(e->N, columns, columns);
  fmpq_mat_init(e->L, rows, rows);
  fmpq_mat_init(e->D, rows, 1);
  fmpq_mat_init(e->kappa, 1, 1);
  fmpq_init(e->level);
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    if (!round_directions(s, leaf, tolerances[i], e->d)) break;
    round_multipliers(s, leaf, tolerances[i], e);
    find_level(s, e);
    /* a coarse rounding that costs level is worth nothing: the next one is better */
    double level = ss_number_to_double(e->level);
    if (!(level >= wanted * (1 - (i < 2 ? 1e-7 : 1e-3)))) continue;
    if (verify(s, e)) return true;
  }
  ss_level_clear_leaf(e);
  return false;
}

void ss_level_clear_leaf(ss_exact_leaf *e) {
  fmpq_mat_clear(e->d);
  fmpq_mat_clear(e->N);
  fmpq_mat_clear(e->L);
  fmpq_mat_clear(e->D);
  fmpq_mat_clear(e->kappa);
  fmpq_clear(e->level);
}
