/* dependent.h: small linear systems whose equations may depend on each other. */
#ifndef STANDSTILL_MOTION_DEPENDENT_H
#define STANDSTILL_MOTION_DEPENDENT_H

#include <stdbool.h>
#include <stddef.h>

/* A x = b with m unknowns; A by columns. All arrays belong to the caller: A m x m, b, x, scale m,
 * column m. A and b are overwritten. */
typedef struct ss_dependent {
  size_t m, rank;
  bool tolerated; /* contradictions are rounding errors */
  double size;    /* of the terms that b_k / sqrt |A_kk| are sums of; 0: that of b itself */
  double *A, *b, *x, *scale;
  size_t *column; /* column[k]: the unknown of pivot k; behind the rank: the free unknowns */
} ss_dependent;

/* One solution, free unknowns being 0. False if a number is not finite, or the equations contradict
 * each other and that is not `tolerated`. */
bool ss_dependent_solve(ss_dependent *s);

/* After solving: z (m numbers) with A z = 0 that belongs to free unknown j, 0 <= j < m - rank. */
void ss_dependent_null(const ss_dependent *s, size_t j, double *z);

#endif
