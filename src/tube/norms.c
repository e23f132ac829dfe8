/* norms.c: how fast two motions of a machine can part, in balls.
 *
 * States x = (q, u) are measured by the energy, |x|^2 = q^T K q + u^T M u = x^T P x. In this norm
 * friction is monotone, and (|e|^2)' = -2 e_u^T C e_u <= 2 lambda |e|^2 for the difference e of two
 * motions, where C_s + lambda M >= 0: shown by L D L^T over the rationals. While no slip changes
 * its sign e(t) = exp(A t) e(0), which grows less:
 *
 *     |Y|_P = sqrt(rho(P^-1 Y^T P Y)) <= (tr (P^-1 Y^T P Y)^s)^(1/2s),    s = 2^10,
 *
 * since that matrix is similar to a symmetric one that is not negative; the bound is too large by
 * a factor of d^(1/2s) at most. Rows have the dual norm sqrt(y P^-1 y^T). Between k and k + 1 units
 * w^T exp(A t) = b(t) exp(A k unit), b(t) a cubic and a remainder; the cubic lies within the hull
 * of its Bernstein coefficients.
 */
#include <math.h>

#include "standstill/base.h"
#include "tube_private.h"

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

/* ---- exact matrices -------------------------------------------------------------------------- */

static void put_block(fmpq_mat_t to, slong row, slong column, const fmpq_mat_t block, int sign) {
  for (slong i = 0; i < fmpq_mat_nrows(block); i++)
    for (slong j = 0; j < fmpq_mat_ncols(block); j++) {
      fmpq_set(at(to, row + i, column + j), at(block, i, j));
      if (sign < 0) fmpq_neg(at(to, row + i, column + j), at(to, row + i, column + j));
    }
}

/* A = [0 1; -M^-1 K  -M^-1 C], B = (0, M^-1 W), P = diag(K, M). */
static void fill_exact(exact_machine *e) {
  const slong n = e->n;
  fmpq_mat_t T, B;
  fmpq_mat_init(T, n, n);
  fmpq_mat_init(B, n, e->m);
  for (slong i = 0; i < n; i++) fmpq_one(at(e->A, i, n + i));
  fmpq_mat_mul(T, e->Minv, e->a->K);
  put_block(e->A, n, 0, T, -1);
  fmpq_mat_mul(T, e->Minv, e->a->C);
  put_block(e->A, n, n, T, -1);
  fmpq_mat_mul(B, e->Minv, e->a->W);
  put_block(e->B, n, 0, B, 1);
  put_block(e->P, 0, 0, e->a->K, 1);
  put_block(e->P, n, n, e->a->M, 1);
  put_block(e->Pinv, 0, 0, e->Kinv, 1);
  put_block(e->Pinv, n, n, e->Minv, 1);
  arb_mat_set_fmpq_mat(e->ball_A, e->A, BALLS);
  arb_mat_set_fmpq_mat(e->ball_P, e->P, BALLS);
  arb_mat_set_fmpq_mat(e->ball_Pinv, e->Pinv, BALLS);
  fmpq_mat_clear(T);
  fmpq_mat_clear(B);
}

bool ss_tube_open_exact(exact_machine *e, const ss_linear *linear) {
  const slong n = (slong)linear->coordinates, m = (slong)linear->frictions, d = 2 * n;
  *e = (exact_machine){.n = n, .m = m, .d = d, .a = &linear->center};
  fmpq_mat_init(e->Minv, n, n);
  fmpq_mat_init(e->Kinv, n, n);
  fmpq_mat_init(e->A, d, d);
  fmpq_mat_init(e->B, d, m);
  fmpq_mat_init(e->P, d, d);
  fmpq_mat_init(e->Pinv, d, d);
  arb_mat_init(e->ball_A, d, d);
  arb_mat_init(e->ball_P, d, d);
  arb_mat_init(e->ball_Pinv, d, d);
  if (!fmpq_mat_inv(e->Minv, e->a->M) || !fmpq_mat_inv(e->Kinv, e->a->K)) return false;
  fill_exact(e);
  return true;
}

void ss_tube_close_exact(exact_machine *e) {
  fmpq_mat_clear(e->Minv);
  fmpq_mat_clear(e->Kinv);
  fmpq_mat_clear(e->A);
  fmpq_mat_clear(e->B);
  fmpq_mat_clear(e->P);
  fmpq_mat_clear(e->Pinv);
  arb_mat_clear(e->ball_A);
  arb_mat_clear(e->ball_P);
  arb_mat_clear(e->ball_Pinv);
}

/* ---- the rate -------------------------------------------------------------------------------- */

/* C_s + rate M >= 0 */
static bool is_rate(const exact_machine *e, const fmpq *rate) {
  fmpq_mat_t S, L, D, M;
  fmpq_mat_init(S, e->n, e->n);
  fmpq_mat_init(L, e->n, e->n);
  fmpq_mat_init(M, e->n, e->n);
  fmpq_mat_init(D, e->n, 1);
  ss_exact_symmetric_part(S, e->a->C);
  fmpq_mat_scalar_mul_fmpq(M, e->a->M, rate);
  fmpq_mat_add(S, S, M);
  const bool good = ss_exact_ldl(S, L, D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(S);
  fmpq_mat_clear(L);
  fmpq_mat_clear(M);
  fmpq_mat_clear(D);
  return good;
}

/* -min eig(C_s, M) in doubles, by the spectrum of M^-1 C_s. */
static double guess_rate(const exact_machine *e) {
  double T[N * N], re[N], im[N], least = 0;
  fmpq_mat_t S;
  fmpq_mat_init(S, e->n, e->n);
  ss_exact_symmetric_part(S, e->a->C);
  fmpq_mat_mul(S, e->Minv, S);
  for (slong j = 0; j < e->n; j++)
    for (slong i = 0; i < e->n; i++) T[j * e->n + i] = fmpq_get_d(at(S, i, j));
  const bool good = ss_matrix_spectrum((size_t)e->n, T, re, im) == SS_OK;
  for (slong i = 0; good && i < e->n; i++) least = fmin(least, re[i]);
  fmpq_mat_clear(S);
  return good ? -least : NAN;
}

bool ss_tube_find_rate(const exact_machine *e, fmpq *rate) {
  fmpq_zero(rate);
  if (is_rate(e, rate)) return true;
  const double guess = guess_rate(e);
  int exponent;
  if (!(guess >= 0) || !isfinite(guess)) return false;
  frexp(guess, &exponent);
  const double grain = ldexp(1, exponent - 20);
  /* the guess itself first: it may be a short number */
  double rounded = ldexp(nearbyint(ldexp(guess, 20 - exponent)), exponent - 20);
  for (int k = 0; k < 8; k++) {
    ss_exact_from_double(rate, rounded, 0);
    if (fmpq_sgn(rate) >= 0 && is_rate(e, rate)) return true;
    rounded += ldexp(grain, 2 * k);
  }
  return false;
}

/* ---- norms ----------------------------------------------------------------------------------- */

double ss_tube_upper(const arb_t x) {
  arf_t high;
  arf_init(high);
  arb_get_ubound_arf(high, x, 64);
  const double value = arf_get_d(high, ARF_RND_CEIL);
  arf_clear(high);
  return value;
}

double ss_tube_operator_norm(const exact_machine *e, const arb_mat_t Y) {
  enum { SQUARINGS = 10 };
  arb_mat_t S, T;
  arb_t trace;
  arb_mat_init(S, e->d, e->d);
  arb_mat_init(T, e->d, e->d);
  arb_init(trace);
  arb_mat_transpose(S, Y);
  arb_mat_mul(T, e->ball_Pinv, S, BALLS);
  arb_mat_mul(S, e->ball_P, Y, BALLS);
  arb_mat_mul(S, T, S, BALLS);
  for (int k = 0; k < SQUARINGS; k++) arb_mat_mul(S, S, S, BALLS);
  arb_mat_trace(trace, S, BALLS);
  arb_nonnegative_part(trace, trace);
  arb_root_ui(trace, trace, (ulong)2 << SQUARINGS, BALLS);
  const double norm = ss_tube_upper(trace);
  arb_mat_clear(S);
  arb_mat_clear(T);
  arb_clear(trace);
  return norm;
}

double ss_tube_dual_norm(const exact_machine *e, const arb_mat_t row) {
  arb_mat_t T;
  arb_t sum;
  arb_mat_init(T, 1, e->d);
  arb_init(sum);
  arb_mat_mul(T, row, e->ball_Pinv, BALLS);
  for (slong i = 0; i < e->d; i++)
    arb_addmul(sum, arb_mat_entry(T, 0, i), arb_mat_entry(row, 0, i), BALLS);
  arb_nonnegative_part(sum, sum);
  arb_sqrt(sum, sum, BALLS);
  const double norm = ss_tube_upper(sum);
  arb_mat_clear(T);
  arb_clear(sum);
  return norm;
}

/* ---- tables ---------------------------------------------------------------------------------- */

enum { CUBIC = 3 };

/* Bernstein coefficients of sum_i w_j^T A^i t^i/i! on [0, unit], i <= 3, for all j at once. */
static void find_hull(const exact_machine *e, double unit, arb_mat_t hull[CUBIC + 1]) {
  static const slong share[CUBIC + 1][CUBIC + 1] = {
      {3, 0, 0, 0}, {3, 1, 0, 0}, {3, 2, 1, 0}, {3, 3, 3, 3}}; /* C(k,i)/C(3,i), times 3 */
  arb_mat_t rows, term;
  arb_mat_init(rows, e->m, e->d);
  arb_mat_init(term, e->m, e->d);
  for (int k = 0; k <= CUBIC; k++) arb_mat_zero(hull[k]);
  for (slong j = 0; j < e->m; j++)
    for (slong i = 0; i < e->n; i++)
      arb_set_fmpq(arb_mat_entry(rows, j, e->n + i), at(e->a->W, i, j), BALLS);
  for (slong i = 0; i <= CUBIC; i++) {
    for (int k = 0; k <= CUBIC; k++) {
      arb_mat_scalar_mul_si(term, rows, share[k][i], BALLS);
      arb_mat_scalar_div_si(term, term, 3, BALLS);
      arb_mat_add(hull[k], hull[k], term, BALLS);
    }
    arb_mat_mul(rows, rows, e->ball_A, BALLS);
    arb_mat_scalar_div_si(rows, rows, i + 1, BALLS);
    arb_mat_scalar_mul_2exp_si(rows, rows, (slong)ilogb(unit));
  }
  arb_mat_clear(rows);
  arb_mat_clear(term);
}

/* Row j of the tables at k, power being exp(A k unit). */
static void tabulate_row(ss_tube *t, const exact_machine *e, size_t k, slong j,
                         const arb_mat_t hull[CUBIC + 1], const arb_mat_t power) {
  const double z = t->bound * t->unit;
  const double tail = ROUND_UP(t->kappa[j] * z * z * z * z / 24 * exp(z) * t->norm[k]);
  double most = 0;
  arb_mat_t from, row;
  arb_mat_init(row, 1, e->d);
  for (int i = 0; i <= CUBIC; i++) {
    arb_mat_window_init(from, hull[i], j, 0, j + 1, e->d);
    arb_mat_mul(row, from, power, BALLS);
    arb_mat_window_clear(from);
    most = fmax(most, ss_tube_dual_norm(e, row));
  }
  t->slip[k][j] = ROUND_UP(most + tail);
  arb_mat_clear(row);
}

/* A large step times |A| is at most 1/2. */
static double choose_unit(double bound) {
  return ldexp(1, (int)floor(log2(0.5 / (bound * BIG))));
}

static void fill_tables(ss_tube *t, const exact_machine *e) {
  arb_mat_t step, power, hull[CUBIC + 1];
  arb_mat_init(step, e->d, e->d);
  arb_mat_init(power, e->d, e->d);
  for (int k = 0; k <= CUBIC; k++) arb_mat_init(hull[k], e->m, e->d);
  arb_mat_scalar_mul_2exp_si(step, e->ball_A, (slong)ilogb(t->unit));
  arb_mat_exp(step, step, BALLS);
  arb_mat_one(power);
  find_hull(e, t->unit, hull);
  for (size_t k = 0; k <= TABLE; k++) {
    t->norm[k] = ss_tube_operator_norm(e, power);
    for (slong j = 0; k < TABLE && j < e->m; j++) tabulate_row(t, e, k, j, hull, power);
    arb_mat_mul(power, step, power, BALLS);
  }
  for (int k = 0; k <= CUBIC; k++) arb_mat_clear(hull[k]);
  arb_mat_clear(step);
  arb_mat_clear(power);
}

bool ss_tube_tabulate(ss_tube *t, const exact_machine *e) {
  t->bound = ss_tube_operator_norm(e, e->ball_A);
  t->unit = choose_unit(t->bound);
  if (!(t->unit > 0) || !isfinite(t->unit)) return false;
  fill_tables(t, e);
  return true;
}
