/* norms.c: the norm that motions are compared in, in balls.
 *
 * States x = (q, u) are measured by the energy, |x|^2 = q^T K q + u^T M u = x^T P x. In this norm
 * friction is monotone, and (|e|^2)' = -2 e_u^T C e_u <= 2 lambda |e|^2 for the difference e of two
 * motions (held.c).
 *
 *     |Y|_P = sqrt(rho(P^-1 Y^T P Y)) <= (tr (P^-1 Y^T P Y)^s)^(1/2s),    s = 2^10,
 *
 * since that matrix is similar to a symmetric one that is not negative; the bound is too large by
 * a factor of d^(1/2s) at most. Rows have the dual norm sqrt(y P^-1 y^T). A ball of differences is
 * written in a frame of d vectors, orthonormal but for what is bounded too.
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

/* ball_A, with all that is within the radii of C and K. */
static void add_radii(exact_machine *e) {
  const slong n = e->n;
  fmpq_mat_t T;
  mag_t off;
  arb_t z;
  fmpq_mat_init(T, n, n);
  mag_init(off);
  arb_init(z);
  arb_mat_set(e->all_A, e->ball_A);
  for (int part = 0; part < 2; part++) {
    const fmpq_mat_struct *R = part ? e->radius->C : e->radius->K;
    for (slong i = 0; i < n * n * n; i++) { /* |M^-1| R */
      const slong row = i / (n * n), column = i / n % n, k = i % n;
      fmpq_mul(at(T, 0, 0), at(e->Minv, row, k), at(R, k, column));
      arb_set_fmpq(z, at(T, 0, 0), BALLS);
      arb_get_mag(off, z);
      mag_add(arb_radref(arb_mat_entry(e->all_A, n + row, part * n + column)),
              arb_radref(arb_mat_entry(e->all_A, n + row, part * n + column)), off);
    }
  }
  fmpq_mat_clear(T);
  mag_clear(off);
  arb_clear(z);
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
  /* d_j = 1 */
  for (slong j = 0; j < e->m; j++) {
    fmpq_t sum;
    fmpq_init(sum);
    for (slong i = 0; i < n; i++) fmpq_addmul(sum, at(e->a->W, i, j), at(B, i, j));
    if (!fmpq_is_zero(sum)) fmpq_inv(at(e->gain, j, 0), sum);
    fmpq_clear(sum);
  }
  arb_mat_set_fmpq_mat(e->ball_A, e->A, BALLS);
  add_radii(e);
  arb_mat_set_fmpq_mat(e->ball_P, e->P, BALLS);
  arb_mat_set_fmpq_mat(e->ball_Pinv, e->Pinv, BALLS);
  fmpq_mat_clear(T);
  fmpq_mat_clear(B);
}

bool ss_tube_open_exact(exact_machine *e, const ss_linear *linear) {
  const slong n = (slong)linear->coordinates, m = (slong)linear->frictions, d = 2 * n;
  *e = (exact_machine){.n = n, .m = m, .d = d, .a = &linear->center, .radius = &linear->radius};
  fmpq_mat_init(e->Minv, n, n);
  fmpq_mat_init(e->Kinv, n, n);
  fmpq_mat_init(e->A, d, d);
  fmpq_mat_init(e->B, d, m);
  fmpq_mat_init(e->P, d, d);
  fmpq_mat_init(e->Pinv, d, d);
  fmpq_mat_init(e->gain, m, 1);
  arb_mat_init(e->ball_A, d, d);
  arb_mat_init(e->all_A, d, d);
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
  fmpq_mat_clear(e->gain);
  arb_mat_clear(e->ball_A);
  arb_mat_clear(e->all_A);
  arb_mat_clear(e->ball_P);
  arb_mat_clear(e->ball_Pinv);
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

/* ---- the frame ------------------------------------------------------------------------------- */

/* Gram and Schmidt, in doubles, from the last to the first: the columns of the lower triangular
 * factor of P^-1. Extents of balls over a step depend on the frame: another one, as good as this,
 * would not be confirmed. */
static void fill_frame(ss_tube *t) {
  for (size_t i = t->d; i-- > 0;) {
    double *g = t->frame[i];
    g[i] = 1;
    for (int twice = 0; twice < 2; twice++) {
      for (size_t k = i + 1; k < t->d; k++) {
        double along = 0;
        for (size_t a = 0; a < t->d; a++)
          for (size_t b = 0; b < t->d; b++) along += t->frame[k][a] * t->P[a][b] * g[b];
        for (size_t a = 0; a < t->d; a++) g[a] -= along * t->frame[k][a];
      }
      const double size = ss_tube_size(t, g);
      for (size_t a = 0; a < t->d; a++) g[a] /= size;
    }
  }
}

/* F^T P F = 1 + D with |D| <= s: then |x| <= r is F xi, |xi| <= r/sqrt(1 - s) <= (1 + s) r. */
static double find_slack(const ss_tube *t, const exact_machine *e) {
  arb_mat_t F, T, S;
  arb_t norm;
  arb_mat_init(F, e->d, e->d);
  arb_mat_init(T, e->d, e->d);
  arb_mat_init(S, e->d, e->d);
  arb_init(norm);
  for (slong i = 0; i < e->d; i++)
    for (slong k = 0; k < e->d; k++) arb_set_d(arb_mat_entry(F, k, i), t->frame[i][k]);
  arb_mat_transpose(T, F);
  arb_mat_mul(T, T, e->ball_P, BALLS);
  arb_mat_mul(T, T, F, BALLS);
  arb_mat_one(S);
  arb_mat_sub(S, T, S, BALLS);
  arb_mat_frobenius_norm(norm, S, BALLS);
  const double slack = ss_tube_upper(norm);
  arb_mat_clear(F);
  arb_mat_clear(T);
  arb_mat_clear(S);
  arb_clear(norm);
  return slack;
}

/* A large step times |A| is at most 1/2. */
static double choose_unit(double bound) {
  return ldexp(1, (int)floor(log2(0.5 / (bound * BIG))));
}

bool ss_tube_measure(ss_tube *t, const exact_machine *e) {
  t->bound = ss_tube_operator_norm(e, e->ball_A);
  t->unit = choose_unit(t->bound);
  if (!(t->unit > 0) || !isfinite(t->unit)) return false;
  fill_frame(t);
  /* rounding of a multiple of the frame too */
  t->frame_slack = 2 * find_slack(t, e) + 0x1p-45;
  return t->frame_slack < 1e-6;
}
