/* affine.c: x' = A x + b, solved to rounding.
 *
 * In a mode of a piecewise linear machine the flow is the exponential of the augmented matrix
 * (A b; 0 0). Two forms of it are kept:
 *
 *     over a fixed step h, |A| h <= 1/2:  x(h) = E (x, 1),  E by the Taylor series, once a mode,
 *                                         for who takes many such steps (O(n^3));
 *     anywhere inside the step:           x(s) = sum_j d_j s^j,  d_{j+1} = A d_j / (j + 1),
 *
 * 16 terms, which is exact in doubles. The series costs 15 products with A and gives every guard as
 * a polynomial in s, so that roots are found on the exact flow. The norm is the largest row sum
 * after balancing positions against velocities by a power of 2: units do not shorten the step.
 *
 * Reference: Moler & Van Loan, Nineteen dubious ways to compute the exponential of a matrix, SIAM
 * Review 45 (2003), methods 1 and 3.
 */
#include "affine.h"

#include <math.h>
#include <string.h>

size_t ss_affine_lead(size_t size) {
  return (size + 3) & ~(size_t)3;
}

/* ---- the step -------------------------------------------------------------------------------- */

/* The largest row sum of A with the second half of the state scaled by 2^power: in the off-diagonal
 * blocks, whose row sums are `across`, entries change by that. */
static double find_norm(const ss_affine *flow, const double *within, const double *across,
                        int power) {
  double norm = 0;
  for (size_t i = 0; i < flow->size; i++) {
    const double factor = ldexp(1, i < flow->size / 2 ? -power : power);
    norm = fmax(norm, within[i] + factor * across[i]);
  }
  return norm;
}

/* `sums` has space for two numbers per row. */
static double find_step(const ss_affine *flow, double *sums) {
  const size_t size = flow->size, half = size / 2;
  double *within = sums, *across = sums + size;
  memset(sums, 0, 2 * size * sizeof *sums);
  for (size_t j = 0; j < size; j++)
    for (size_t i = 0; i < size; i++)
      ((i < half) == (j < half) ? within : across)[i] += fabs(flow->A[i + flow->lead * j]);
  double norm = find_norm(flow, within, across, 0);
  for (int power = -20; power <= 20; power++)
    norm = fmin(norm, find_norm(flow, within, across, power));
  return norm > 0 && isfinite(norm) ? ldexp(1, -ilogb(norm) - 2) : 1;
}

void ss_affine_open(size_t size, const double *A, double *work, ss_affine *flow) {
  *flow = (ss_affine){.size = size, .lead = ss_affine_lead(size), .A = A};
  flow->step = find_step(flow, work);
}

ss_status ss_affine_create(ss_arena *arena, size_t size, const double *A, ss_affine *flow) {
  const size_t lead = ss_affine_lead(size);
  double *E = ss_arena_new(arena, lead * (size + 1), double);
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  double *d = ss_arena_new(arena, lead * SS_AFFINE_TERMS, double);
  if (!E || !d) return SS_MEMORY;
  ss_affine_open(size, A, d, flow);
  flow->E = E;
  /* column j: the series that starts at e_j without b; the last: the one that starts at 0 */
  for (size_t j = 0; j <= size; j++) {
    memset(d, 0, lead * sizeof *d);
    if (j < size) d[j] = 1;
    memcpy(d + lead, A + lead * j, lead * sizeof *d);
    ss_affine_continue(lead, size, A, d);
    ss_affine_sum(lead, d, flow->step, E + lead * j);
  }
  ss_arena_release(arena, mark);
  return SS_OK;
}
