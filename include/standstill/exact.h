/* exact.h: linear algebra and linear programs over the rationals.
 *
 * Every answer is exact and comes with what convinces a second program: factors, a vector that
 * shows the contrary, a Farkas vector. Matrices are FLINT's fmpq_mat; callers initialise and clear
 * them.
 */
#ifndef STANDSTILL_EXACT_H
#define STANDSTILL_EXACT_H

#include <flint/fmpq_mat.h>

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- definiteness ---------------------------------------------------------------------------- */

typedef enum ss_definiteness {
  SS_INDEFINITE,   /* x^T A x < 0 for some x (negative definite too) */
  SS_SEMIDEFINITE, /* x^T A x >= 0, with equality for some x != 0 */
  SS_DEFINITE      /* x^T A x > 0 for all x != 0 */
} ss_definiteness;

/* A = L D L^T for a symmetric A (n x n): L unit lower triangular (n x n), D a column of n. If
 * indefinite, L and D are not complete and the column x (n x 1) has x^T A x < 0; if semidefinite, x
 * is in the kernel. x may be NULL. O(n^3) operations. */
ss_definiteness ss_exact_ldl(const fmpq_mat_t A, fmpq_mat_t L, fmpq_mat_t D, fmpq_mat_struct *x);

/* The symmetric part (A + A^T)/2. S may be A. */
void ss_exact_symmetric_part(fmpq_mat_t S, const fmpq_mat_t A);

/* ---- spaces ---------------------------------------------------------------------------------- */

/* A basis of {x : A x = 0} as the columns of N, which is initialised here. */
void ss_exact_kernel(fmpq_mat_t N, const fmpq_mat_t A);

slong ss_exact_rank(const fmpq_mat_t A);

/* X A = I for A of full column rank, X initialised by the caller; false if the rank is not full. */
bool ss_exact_left_inverse(fmpq_mat_t X, const fmpq_mat_t A);

/* ---- linear programs ------------------------------------------------------------------------- */

typedef enum ss_lp_outcome { SS_LP_OPTIMAL, SS_LP_INFEASIBLE, SS_LP_UNBOUNDED } ss_lp_outcome;

/* Minimise c^T x over A x = b, x >= 0 (A is m x n; b m x 1; c n x 1).
 * OPTIMAL: x is optimal and y (m x 1) proves it: A^T y <= c, b^T y = c^T x.
 * INFEASIBLE: y is a Farkas vector: A^T y <= 0, b^T y > 0.
 * UNBOUNDED: x is a ray: A x = 0, x >= 0, c^T x < 0.
 * Simplex with Bland's rule on an exact tableau: always ends. For small programs. */
ss_lp_outcome ss_exact_lp(const fmpq_mat_t A, const fmpq_mat_t b, const fmpq_mat_t c, fmpq_mat_t x,
                          fmpq_mat_t y);

/* The rational nearest to a double in the sense of continued fractions: the first convergent within
 * `tolerance` (absolute). The tolerance 0 gives the double itself. */
void ss_exact_from_double(fmpq_t value, double number, double tolerance);

#ifdef __cplusplus
}
#endif

#endif
