/* matrix.c: the little dense linear algebra that several rooms need, over LAPACK.
 *
 * Matrices are stored by columns; symmetric ones are the same by rows. The smallest are factored by
 * plain loops, which motions do many times a step. Factor and solve allocate nothing; eigenvalues
 * ask LAPACK for a workspace. NaN and infinity are refused, not passed on.
 */
#include <assert.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "standstill/base.h"

static bool is_finite(size_t count, const double *values) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

/* A = L L^T in place, column by column; false where a pivot is not positive. */
static bool factor_few(size_t n, double *L) {
  for (size_t j = 0; j < n; j++) {
    double d = L[j + n * j];
    for (size_t k = 0; k < j; k++) d -= L[j + n * k] * L[j + n * k];
    if (!(d > 0)) return false;
    L[j + n * j] = sqrt(d);
    for (size_t i = j + 1; i < n; i++) {
      double sum = L[i + n * j];
      for (size_t k = 0; k < j; k++) sum -= L[i + n * k] * L[j + n * k];
      L[i + n * j] = sum / L[j + n * j];
    }
  }
  return true;
}

/* L L^T x = b in place. */
static void solve_few(size_t n, const double *L, double *x) {
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) x[i] -= L[i + n * k] * x[k];
    x[i] /= L[i + n * i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++) x[i] -= L[k + n * i] * x[k];
    x[i] /= L[i + n * i];
  }
}

/* Are all entries below the diagonal 0? Masses of many bodies are like this. */
static bool is_diagonal(size_t n, const double *A) {
  for (size_t j = 0; j < n; j++)
    for (size_t i = j + 1; i < n; i++)
      if (A[i + n * j] != 0) return false;
  return true;
}

static bool factor_diagonal(size_t n, double *L) {
  for (size_t j = 0; j < n; j++) {
    if (!(L[j + n * j] > 0)) return false;
    L[j + n * j] = sqrt(L[j + n * j]);
  }
  return true;
}

/* A call of LAPACK costs as much as factoring a matrix of this size. */
enum { FEW = 12 };

ss_status ss_matrix_factor(size_t n, const double *A, double *L) {
  if (n == 0) return SS_OK;
  assert(A && L && n <= INT_MAX);
  if (!is_finite(n * n, A)) return SS_BAD_ARGUMENT;
  if (L != A) memcpy(L, A, n * n * sizeof *L);
  if (n <= FEW) return factor_few(n, L) ? SS_OK : SS_SINGULAR;
  if (is_diagonal(n, L)) return factor_diagonal(n, L) ? SS_OK : SS_SINGULAR;
  int info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)n, L, (int)n);
  return info == 0 ? SS_OK : SS_SINGULAR;
}

void ss_matrix_solve(size_t n, const double *L, size_t columns, double *X) {
  if (n == 0 || columns == 0) return;
  assert(L && X && L != X && n <= INT_MAX && columns <= INT_MAX);
  if (n <= FEW) {
    for (size_t j = 0; j < columns; j++) solve_few(n, L, X + n * j);
    return;
  }
  if (is_diagonal(n, L)) {
    for (size_t j = 0; j < columns; j++)
      for (size_t i = 0; i < n; i++)
        if (X[i + n * j] != 0) X[i + n * j] = X[i + n * j] / L[i + n * i] / L[i + n * i];
    return;
  }
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (int)n, (int)columns, L, (int)n, X, (int)n);
}

ss_status ss_matrix_eigenvalues(size_t n, double *A, double *values) {
  if (n == 0) return SS_OK;
  if (!is_finite(n * n, A)) return SS_BAD_ARGUMENT;
  int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'N', 'L', (int)n, A, (int)n, values);
  return info == 0 ? SS_OK : SS_NO_CONVERGENCE;
}

ss_status ss_matrix_spectrum(size_t n, double *A, double *re, double *im) {
  if (n == 0) return SS_OK;
  if (!is_finite(n * n, A)) return SS_BAD_ARGUMENT;
  const int info =
      LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (int)n, A, (int)n, re, im, NULL, 1, NULL, 1);
  return info == 0 ? SS_OK : SS_NO_CONVERGENCE;
}
