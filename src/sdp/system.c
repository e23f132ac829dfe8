/* system.c: the linear system of a step, with free variables.
 *
 *     M dy + B dg = h,     B^T dy = r                                    M = A (X (.) V) A^T
 *
 * M alone may be singular: an equality in which only free variables occur has no entry in it. But
 * B^T dy is known, so that omega B (B^T dy) = omega B r may be added to the first equation:
 *
 *     N = M + omega B B^T = L L^T,   S = B^T N^-1 B,
 *     dg = S^-1 (B^T N^-1 (h + omega B r) - r),   dy = N^-1 (h + omega B r - B dg)
 *
 * N is positive definite whenever the equalities are independent, and no free variable is split or
 * eliminated. omega is the mean of the diagonal of M, so that B weighs as much as the cone does;
 * its choice changes rounding only. N is scaled to a diagonal of 1 before it is factored. Where
 * Cholesky's method breaks down near the end a multiple of the unit matrix is added, from 1e-15 on;
 * direction.c corrects the error by refinement with the residual of the equalities themselves.
 *
 * Cost m^3 / 3 + m^2 p to factor, 2 m^2 to solve. Fails where no shift up to 1e-8 helps.
 */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "interior.h"

ss_status ss_kkt_make(const ss_sdp_form *form, ss_arena *arena, ss_kkt *kkt) {
  const size_t m = form->m, p = form->p;
  *kkt = (ss_kkt){.form = form};
  kkt->M = ss_arena_new(arena, m * m, double);
  kkt->Q = ss_arena_new(arena, m * p, double);
  kkt->S = ss_arena_new(arena, p * p, double);
  kkt->scale = ss_arena_new(arena, m, double);
  return kkt->M && kkt->Q && kkt->S && kkt->scale ? SS_OK : SS_MEMORY;
}

/* ---- factoring ------------------------------------------------------------------------------- */

/* N = M + omega B B^T, lower triangle. */
static void add_free(ss_kkt *kkt) {
  const size_t m = kkt->form->m, p = kkt->form->p;
  double trace = 0;
  for (size_t i = 0; i < m; i++) trace += kkt->M[i + m * i];
  kkt->omega = trace > 0 ? trace / (double)m : 1;
  if (p == 0) return;
#pragma omp critical(ss_openblas)
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, (int)m, (int)p, kkt->omega, kkt->form->B,
              (int)m, 1, kkt->M, (int)m);
}

/* Leaves an equality out of the step: its dy is 0. */
static void leave_out(ss_kkt *kkt, size_t lost) {
  const size_t m = kkt->form->m;
  kkt->scale[lost] = 0;
  for (size_t j = 0; j < lost; j++) kkt->M[lost + m * j] = 0;
  for (size_t i = lost + 1; i < m; i++) kkt->M[i + m * lost] = 0;
}

/* The diagonal becomes 1 by scaling rows and columns. Then no other entry of a positive
 * semidefinite matrix exceeds 1: where one does rounding has lost the smaller of the two diagonal
 * entries, and its equality is left out. */
static bool scale_rows(ss_kkt *kkt) {
  const size_t m = kkt->form->m;
  double *N = kkt->M;
  for (size_t i = 0; i < m; i++) {
    const double d = N[i + m * i];
    if (!isfinite(d)) return false;
    kkt->scale[i] = d > 0 ? 1 / sqrt(d) : 0;
  }
  for (size_t j = 0; j < m; j++) {
    bool whole = true;
    for (size_t i = j + 1; i < m; i++) {
      N[i + m * j] *= kkt->scale[i] * kkt->scale[j];
      whole = whole && !(fabs(N[i + m * j]) > 1 + 1e-6);
    }
    for (size_t i = j + 1; !whole && i < m; i++)
      if (fabs(N[i + m * j]) > 1 + 1e-6) leave_out(kkt, kkt->scale[i] > kkt->scale[j] ? i : j);
  }
  return true;
}

static void mirror(size_t m, double *N, bool to_upper) {
  const size_t tile = 32;
  for (size_t jj = 0; jj < m; jj += tile)
    for (size_t ii = jj; ii < m; ii += tile)
      for (size_t j = jj; j < jj + tile && j < m; j++)
        for (size_t i = ii > j ? ii : j + 1; i < ii + tile && i < m; i++)
          if (to_upper)
            N[j + m * i] = N[i + m * j];
          else
            N[i + m * j] = N[j + m * i];
}

static const double shift_list[] = {0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8};
enum { SHIFTS = sizeof shift_list / sizeof *shift_list };

/* The factor with the first shift, from the next one on, with which there is one. */
static bool factor_shifted(ss_kkt *kkt) {
  const size_t m = kkt->form->m;
  while (kkt->shifts < SHIFTS) {
    kkt->shift = shift_list[kkt->shifts++];
    for (size_t i = 0; i < m; i++) kkt->M[i + m * i] = 1 + kkt->shift;
    if (ss_dense_factor_large(m, kkt->M)) return true;
    mirror(m, kkt->M, false);
  }
  return false;
}

/* x = N^-1 x for several columns. */
static void solve_rows(const ss_kkt *kkt, size_t columns, double *x) {
  const size_t m = kkt->form->m;
  for (size_t j = 0; j < columns; j++)
    for (size_t i = 0; i < m; i++) x[i + m * j] *= kkt->scale[i];
  ss_dense_solve_large(m, kkt->M, columns, x);
  for (size_t j = 0; j < columns; j++)
    for (size_t i = 0; i < m; i++) x[i + m * j] *= kkt->scale[i];
}

/* S = B^T N^-1 B, its factor. */
static bool factor_free(ss_kkt *kkt) {
  const size_t m = kkt->form->m, p = kkt->form->p;
  if (p == 0) return true;
  memcpy(kkt->Q, kkt->form->B, m * p * sizeof *kkt->Q);
  solve_rows(kkt, p, kkt->Q);
#pragma omp critical(ss_openblas)
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)p, (int)p, (int)m, 1, kkt->form->B,
              (int)m, kkt->Q, (int)m, 0, kkt->S, (int)p);
  return ss_dense_factor_large(p, kkt->S);
}

bool ss_kkt_factor(ss_kkt *kkt) {
  add_free(kkt);
  if (!scale_rows(kkt)) return false;
  mirror(kkt->form->m, kkt->M, true);
  kkt->shifts = 0;
  return factor_shifted(kkt) && factor_free(kkt);
}

bool ss_kkt_shift(ss_kkt *kkt, size_t shifts) {
  if (shifts >= SHIFTS) return false;
  mirror(kkt->form->m, kkt->M, false);
  kkt->shifts = shifts;
  return factor_shifted(kkt) && factor_free(kkt);
}

/* ---- solving --------------------------------------------------------------------------------- */

/* t = B^T x, column by column. */
static void multiply_free(const ss_sdp_form *form, const double *x, double *t) {
  for (size_t j = 0; j < form->p; j++) {
    double part[4] = {0};
    for (size_t i = 0; i < form->m; i++) part[i % 4] += form->B[i + form->m * j] * x[i];
    t[j] = (part[0] + part[1]) + (part[2] + part[3]);
  }
}

void ss_kkt_solve(ss_kkt *kkt, const double *h, const double *r, double *dy, double *dg) {
  const ss_sdp_form *form = kkt->form;
  const size_t m = form->m, p = form->p;
  memcpy(dy, h, m * sizeof *dy);
  for (size_t j = 0; j < p; j++)
    for (size_t i = 0; i < m; i++) dy[i] += kkt->omega * r[j] * form->B[i + m * j];
  solve_rows(kkt, 1, dy);
  multiply_free(form, dy, dg);
  for (size_t j = 0; j < p; j++) dg[j] -= r[j];
  ss_dense_solve_large(p, kkt->S, 1, dg);
  for (size_t j = 0; j < p; j++)
    for (size_t i = 0; i < m; i++) dy[i] -= dg[j] * kkt->Q[i + m * j];
}
