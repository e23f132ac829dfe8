/* dense_lu.h: small dense systems, factored in the caller's memory. */
#ifndef STANDSTILL_CONTACT_DENSE_LU_H
#define STANDSTILL_CONTACT_DENSE_LU_H

#include <stdbool.h>
#include <stddef.h>

/* Distance between the columns of an n x n matrix: space for whole vectors behind the last row. */
static inline size_t ss_lu_lead(size_t n) {
  return (n + 11) & ~(size_t)7;
}

enum { SS_LU_PANEL = 4 };

/* Solves A x = b without row exchanges; b is column n of A and becomes x. A has n + 1 columns, lead
 * >= ss_lu_lead(n), zeros behind row n; `panel` has SS_LU_PANEL * lead numbers. A pivot that is 0
 * or not a number makes the answer false; A is destroyed in any case. */
bool ss_lu_eliminate(size_t n, size_t lead, double *A, double *panel);

/* A = P L U in place, with row exchanges. A as above, without the column for b. A column whose
 * largest entry is 0 makes the answer false; the factors are useless then. */
bool ss_lu_factor(size_t n, size_t lead, double *A, size_t *pivot);

/* b = A^-1 b. b needs space for lead numbers. */
void ss_lu_solve(size_t n, size_t lead, const double *A, const size_t *pivot, double *b);

#endif
