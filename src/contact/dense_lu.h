/* dense_lu.h: small dense systems, factored in the caller's memory. */
#ifndef STANDSTILL_CONTACT_DENSE_LU_H
#define STANDSTILL_CONTACT_DENSE_LU_H

#include <stdbool.h>
#include <stddef.h>

/* Distance between the columns of an n x n matrix: room for whole vectors behind the last row. */
static inline size_t ss_lu_lead(size_t n) {
  return (n + 11) & ~(size_t)7;
}

/* A = P L U in place. A has lead >= ss_lu_lead(n) and zeros behind row n. A pivot that is 0 makes
 * the answer false; the factors are useless then. */
bool ss_lu_factor(size_t n, size_t lead, double *A, size_t *pivot);

/* b = A^-1 b. b needs room for lead numbers. */
void ss_lu_solve(size_t n, size_t lead, const double *A, const size_t *pivot, double *b);

#endif
