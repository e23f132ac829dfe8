/* level_published.c: the level of van de Wouw & Leine 2004, eqs. (37) and (43), with the best beta.
 *
 * With orthonormal eigencolumns U_i of Cs for the eigenvalues lambda_i < 0 and
 *
 *     alpha_i = min over g of max_j |g_j|/p_j   subject to  W g = U_i,      beta = 1/sum alpha_i,
 *     rho = min_i rho_i,   rho_i = beta^2 / (2 lambda_i^2 U_i^T M^-1 U_i).
 *
 * Eigenvalues 0 restrict nothing, but their columns must be in span W for the print's condition
 * (31) to hold. g is a particular solution by least squares plus the kernel of W, over which the
 * maximum is minimised by an exact linear program; beyond 20 frictions the least-squares solution
 * itself is taken, which is sound and not the best. Floating point: for comparison, not for claims.
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

enum { PROGRAM_MOST = 20 };

typedef struct spectrum {
  size_t n, m;
  double *U, *values; /* of Cs */
  double *W, *g, *work;
} spectrum;

/* The minimum-norm g with W g = U_i; returns |W g - U_i|. */
static double solve_span(const ss_facts *f, spectrum *s, const double *u) {
  size_t tall = s->n > s->m ? s->n : s->m;
  int rank;
  double residual = 0;
  ss_matrix_to_doubles(f->W, s->W);
  memset(s->g, 0, tall * sizeof *s->g);
  memcpy(s->g, u, s->n * sizeof *s->g);
  if (LAPACKE_dgelsd(LAPACK_COL_MAJOR, (int)s->n, (int)s->m, 1, s->W, (int)s->n, s->g, (int)tall,
                     s->work, 1e-12, &rank) != 0)
    return HUGE_VAL;
  ss_matrix_to_doubles(f->W, s->W);
  for (size_t i = 0; i < s->n; i++) {
    double sum = -u[i];
    for (size_t j = 0; j < s->m; j++) sum += s->W[i + s->n * j] * s->g[j];
    residual += sum * sum;
  }
  return sqrt(residual);
}

static double largest_ratio(const ss_scaled *s, const double *g) {
  double most = 0;
  for (size_t j = 0; j < s->m; j++) most = fmax(most, fabs(g[j]) / s->p[j]);
  return most;
}

/* Rows of the program: p_j a -/+ (N z)_j - slack = +/- g_j; columns a, z+, z-, slacks. */
static void fill_program(const ss_facts *f, const fmpq_mat_t N, const double *g, fmpq_mat_t A,
                         fmpq_mat_t b) {
  slong m = f->m, k = fmpq_mat_ncols(N);
  for (slong row = 0; row < 2 * m; row++) {
    slong j = row % m;
    int sign = row < m ? 1 : -1;
    fmpq_set(ss_entry(A, row, 0), ss_entry(f->p, j, 0));
    for (slong c = 0; c < k; c++) {
      fmpq_mul_si(ss_entry(A, row, 1 + c), ss_entry(N, j, c), -sign);
      fmpq_mul_si(ss_entry(A, row, 1 + k + c), ss_entry(N, j, c), sign);
    }
    fmpq_set_si(ss_entry(A, row, 1 + 2 * k + row), -1, 1);
    ss_exact_from_double(ss_entry(b, row, 0), sign * g[j], 0);
  }
}

static double solve_program(const ss_facts *f, const fmpq_mat_t N, const double *g) {
  slong rows = 2 * f->m, columns = 1 + 2 * fmpq_mat_ncols(N) + rows;
  fmpq_mat_t A, b, c, x, y;
  fmpq_mat_init(A, rows, columns);
  fmpq_mat_init(b, rows, 1);
  fmpq_mat_init(c, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, rows, 1);
  fmpq_one(ss_entry(c, 0, 0));
  fill_program(f, N, g, A, b);
  double alpha = NAN;
  if (ss_exact_lp(A, b, c, x, y) == SS_LP_OPTIMAL) alpha = ss_entry_double(x, 0, 0);
  fmpq_mat_struct *all[] = {A, b, c, x, y};
  for (int i = 0; i < 5; i++) fmpq_mat_clear(all[i]);
  return alpha;
}

static double find_alpha(const ss_scaled *s, const double *g) {
  fmpq_mat_t N;
  ss_exact_kernel(N, s->facts->W);
  double alpha = largest_ratio(s, g);
  if (fmpq_mat_ncols(N) > 0 && s->m <= PROGRAM_MOST) {
    double best = solve_program(s->facts, N, g);
    if (best < alpha) alpha = best;
  }
  fmpq_mat_clear(N);
  return alpha;
}

/* U_i^T M^-1 U_i */
static double inverse_mass(const ss_scaled *s, const double *u, double *work) {
  double sum = 0;
  memcpy(work, u, s->n * sizeof *work);
  ss_matrix_solve(s->n, s->L, 1, work);
  for (size_t i = 0; i < s->n; i++) sum += u[i] * work[i];
  return sum;
}

static bool find_spectrum(const ss_scaled *s, spectrum *c) {
  size_t n = s->n, m = s->m, tall = n > m ? n : m;
  double *block = ss_arena_new(s->arena, n * n + n + n * m + 2 * tall, double);
  if (!block || !m) return false;
  *c = (spectrum){.n = n, .m = m, .U = block, .values = block + n * n};
  c->W = c->values + n;
  c->g = c->W + n * m;
  c->work = c->g + tall;
  ss_matrix_to_doubles(s->facts->Cs, c->U);
  return LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)n, c->U, (int)n, c->values) == 0;
}

/* Room for what is told, in the arena of results. */
static bool make_room(ss_arena *arena, size_t n, ss_levels *l) {
  l->eigenvalue = ss_arena_new(arena, n, double);
  l->rho = ss_arena_new(arena, n, double);
  l->eigenvalues = l->eigenvalue && l->rho ? n : 0;
  for (size_t i = 0; i < l->eigenvalues; i++) l->rho[i] = NAN;
  return l->eigenvalues == n;
}

/* beta^2 of each level, and the least. */
static double find_least(ss_levels *l) {
  double least = INFINITY;
  for (size_t i = 0; i < l->eigenvalues; i++) {
    l->rho[i] = l->beta > 0 ? l->rho[i] * l->beta * l->beta : NAN;
    if (l->rho[i] < least) least = l->rho[i];
  }
  return least;
}

double ss_level_published(const ss_scaled *s, ss_arena *arena, ss_levels *l, double *residual) {
  spectrum c;
  double alpha = 0;
  *residual = HUGE_VAL;
  if (!find_spectrum(s, &c) || !make_room(arena, s->n, l)) return NAN;
  memcpy(l->eigenvalue, c.values, s->n * sizeof *c.values);
  double tiny = 1e-12 * fmax(fabs(c.values[0]), fabs(c.values[s->n - 1]));
  *residual = 0;
  for (size_t i = 0; i < s->n && c.values[i] <= tiny; i++) {
    const double *u = c.U + s->n * i;
    *residual = fmax(*residual, solve_span(s->facts, &c, u));
    if (c.values[i] >= -tiny) continue;
    alpha += find_alpha(s, c.g);
    l->rho[i] = 1 / (2 * c.values[i] * c.values[i] * inverse_mass(s, u, c.work));
  }
  l->beta = *residual < 1e-9 && alpha > 0 ? 1 / alpha : 0;
  const double level = find_least(l);
  return l->beta > 0 ? level : NAN;
}
