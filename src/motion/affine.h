/* affine.h: x' = A x + b, solved exactly. */
#ifndef STANDSTILL_MOTION_AFFINE_H
#define STANDSTILL_MOTION_AFFINE_H

#include "standstill/base.h"

/* Terms of the Taylor series over a whole step, |A| s <= 1/2: the rest is below 2^-16/16! < 1e-18
 * of the state. */
enum { SS_AFFINE_TERMS = 16 };

/* Vectors of a flow have `lead` numbers, a multiple of 4 (the last ones are 0), so that the kernels
 * work on whole registers; matrices are stored by columns of that length, the constant b being the
 * last column. */
typedef struct ss_affine {
  size_t size, lead;
  double step;     /* the longest time that one series may span: |A| step <= 1/2 */
  const double *A; /* size + 1 columns: A, b */
  const double *E; /* the same for one whole step: x(step) = E (x, 1); NULL: opened without */
} ss_affine;

/* `lead` for a state of `size` numbers. */
size_t ss_affine_lead(size_t size);

/* The flow of a matrix with size + 1 columns of `lead` numbers (kept, not copied), without E;
 * `work` has room for 2 * size numbers. */
void ss_affine_open(size_t size, const double *A, double *work, ss_affine *flow);

/* The same with E. */
ss_status ss_affine_create(ss_arena *arena, size_t size, const double *A, ss_affine *flow);

/* ---- kernels, inline so that a caller's vectors are theirs ----------------------------------- */

typedef double ss_four __attribute__((vector_size(32), aligned(8)));

/* Four rows, from i on, of M x without the constant; two sums, because one would wait for itself.
 */
static inline ss_four ss_affine_rows(size_t lead, size_t size, const double *M, const double *x,
                                     size_t i) {
  ss_four even = {0}, odd = {0};
  size_t j = 0;
  for (; j + 2 <= size; j += 2) {
    even += *(const ss_four *)(M + lead * j + i) * x[j];
    odd += *(const ss_four *)(M + lead * (j + 1) + i) * x[j + 1];
  }
  if (j < size) even += *(const ss_four *)(M + lead * j + i) * x[j];
  return even + odd;
}

/* y = M (x, 1): a whole step for M = E, the rate for M = A. */
static inline void ss_affine_apply(size_t lead, size_t size, const double *M, const double *x,
                                   double *y) {
  for (size_t i = 0; i < lead; i += 4) {
    *(ss_four *)(y + i) =
        ss_affine_rows(lead, size, M, x, i) + *(const ss_four *)(M + lead * size + i);
  }
}

/* d_2, d_3, .. from d_1: d_k = A d_{k-1} / k. */
static inline void ss_affine_continue(size_t lead, size_t size, const double *A, double *d) {
  static const double inverse[] = {0,       1,       1. / 2,  1. / 3, 1. / 4,  1. / 5,
                                   1. / 6,  1. / 7,  1. / 8,  1. / 9, 1. / 10, 1. / 11,
                                   1. / 12, 1. / 13, 1. / 14, 1. / 15};
  for (size_t k = 2; k < SS_AFFINE_TERMS; k++) {
    const double *from = d + lead * (k - 1), factor = inverse[k];
    for (size_t i = 0; i < lead; i += 4)
      *(ss_four *)(d + lead * k + i) = ss_affine_rows(lead, size, A, from, i) * factor;
  }
}

/* The coefficients of x(s) = sum_j d_j s^j: SS_AFFINE_TERMS vectors, d_0 = x. */
static inline void ss_affine_expand(size_t lead, size_t size, const double *A, const double *x,
                                    double *d) {
  for (size_t i = 0; i < lead; i++) d[i] = x[i];
  ss_affine_apply(lead, size, A, x, d + lead);
  ss_affine_continue(lead, size, A, d);
}

/* x(s) from its coefficients. */
static inline void ss_affine_sum(size_t lead, const double *d, double s, double *x) {
  for (size_t i = 0; i < lead; i += 4) {
    ss_four sum = *(const ss_four *)(d + lead * (SS_AFFINE_TERMS - 1) + i);
    for (size_t k = SS_AFFINE_TERMS - 1; k-- > 0;)
      sum = sum * s + *(const ss_four *)(d + lead * k + i);
    *(ss_four *)(x + i) = sum;
  }
}

#endif
