/* dense.c: the dense linear algebra of the interior point method.
 *
 * Blocks of up to SS_DENSE_SMALL rows are worked on by plain loops, larger ones and the Schur
 * complement by OpenBLAS and LAPACK, for two measured reasons. A call of theirs takes as long as a
 * block of ten rows. And Debian's OpenBLAS without threads is not safe to call from two threads at
 * once: its buffers are handed out without a lock, and two threads that multiply matrices of 8 to
 * 30 rows got wrong products, one in some ten thousand. So the loops run block by block in all
 * threads, and the calls one at a time in the whole process, in a critical section of one name. The
 * loops run down columns, element by element, so that the compiler may vectorise them and the bits
 * do not depend on how wide its vectors are.
 *
 * Least eigenvalues: Householder's reduction to a tridiagonal matrix and bisection with Sturm's
 * count; for large blocks Lanczos' method with full orthogonalisation, whose answer is an estimate
 * (theta minus its residual) that the caller verifies by a Cholesky factorisation of the new point.
 *
 * Reference: Golub & Van Loan, Matrix Computations, 8.3-8.4, 10.1; Toh, SIAM J. Optim. 14 (2004)
 * 670-696, for step lengths by Lanczos' method.
 *
 * CFLAGS: -O3
 */
#include <assert.h>
#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "interior.h"

/* the compiler makes a variant for each kind of processor */
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))

/* ---- small matrices -------------------------------------------------------------------------- */

WIDE static void multiply_small(size_t n, const double *A, const double *B, double *C) {
  for (size_t j = 0; j < n; j++) {
    double *restrict c = C + n * j;
    for (size_t i = 0; i < n; i++) c[i] = 0;
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
      const double *a = A + n * k, *b = B + k + n * j;
      const double b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
      for (size_t i = 0; i < n; i++)
        c[i] += (a[i] * b0 + a[i + n] * b1) + (a[i + 2 * n] * b2 + a[i + 3 * n] * b3);
    }
    for (; k < n; k++)
      for (size_t i = 0; i < n; i++) c[i] += A[i + n * k] * B[k + n * j];
  }
}

/* x -= s y, the inner loop of what follows. */
static inline void subtract(size_t n, double s, const double *restrict y, double *restrict x) {
  for (size_t i = 0; i < n; i++) x[i] -= s * y[i];
}

WIDE static bool factor_small(size_t n, double *L) {
  for (size_t j = 0; j < n; j++) {
    double *column = L + n * j;
    for (size_t k = 0; k < j; k++) subtract(n - j, L[j + n * k], L + j + n * k, column + j);
    if (!(column[j] > 0)) return false;
    const double root = sqrt(column[j]), inverse = 1 / root;
    for (size_t i = j; i < n; i++) column[i] *= inverse;
    column[j] = root;
    for (size_t i = 0; i < j; i++) column[i] = 0;
  }
  return true;
}

/* T = L^-1, lower. */
WIDE static void invert_lower(size_t n, const double *L, double *T) {
  memset(T, 0, n * n * sizeof *T);
  for (size_t j = 0; j < n; j++) {
    double *restrict t = T + n * j;
    t[j] = 1;
    for (size_t k = j; k < n; k++) {
      t[k] /= L[k + n * k];
      subtract(n - k - 1, t[k], L + n * k + k + 1, t + k + 1);
    }
  }
}

/* inverse = T^T T: columns of T^T are rows of T, so by outer products of rows. */
WIDE static void multiply_lower(size_t n, const double *T, double *U, double *inverse) {
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < n; i++) U[i + n * j] = T[j + n * i]; /* U = T^T, upper */
  memset(inverse, 0, n * n * sizeof *inverse);
  for (size_t k = 0; k < n; k++) { /* row k of T: its first k + 1 entries */
    const double *restrict row = U + n * k;
    for (size_t j = 0; j <= k; j++) {
      double *restrict c = inverse + n * j;
      for (size_t i = 0; i <= k; i++) c[i] += row[i] * row[j];
    }
  }
}

/* ---- matrices of any size -------------------------------------------------------------------- */

void ss_dense_multiply(size_t n, const double *A, const double *B, double *C) {
  if (n <= SS_DENSE_SMALL) {
    multiply_small(n, A, B, C);
    return;
  }
#pragma omp critical(ss_openblas)
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1, A, (int)n, B,
              (int)n, 0, C, (int)n);
}

void ss_dense_multiply_outer(size_t n, size_t rank, const double *T, const double *Y, double *U) {
#pragma omp critical(ss_openblas)
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)rank, 1, T, (int)n, Y,
              (int)n, 0, U, (int)n);
}

bool ss_dense_factor_large(size_t m, double *M) {
  if (m == 0) return true;
  int info;
#pragma omp critical(ss_openblas)
  info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)m, M, (int)m);
  if (info) return false;
  /* OpenBLAS takes a pivot that is not a number */
  for (size_t i = 0; i < m; i++)
    if (!(M[i + m * i] > 0 && isfinite(M[i + m * i]))) return false;
  return true;
}

size_t ss_dense_factor_pivoted(size_t m, double *M, int *pivot, double tolerance, double *work) {
  assert(tolerance >= 0);
  int rank = 0;
  if (m == 0) return 0;
#pragma omp critical(ss_openblas)
  LAPACKE_dpstrf_work(LAPACK_COL_MAJOR, 'L', (int)m, M, (int)m, pivot, &rank, tolerance, work);
  return (size_t)rank;
}

bool ss_dense_factor(size_t n, const double *A, double *L) {
  memcpy(L, A, n * n * sizeof *L);
  if (n <= SS_DENSE_SMALL) return factor_small(n, L);
  if (!ss_dense_factor_large(n, L)) return false;
  for (size_t j = 1; j < n; j++) memset(L + n * j, 0, j * sizeof *L);
  return true;
}

void ss_dense_solve_large(size_t m, const double *L, size_t columns, double *x) {
  if (m == 0 || columns == 0) return;
#pragma omp critical(ss_openblas)
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (int)m, (int)columns, L, (int)m, x, (int)m);
}

void ss_dense_invert(size_t n, const double *L, double *work, double *inverse) {
  if (n <= SS_DENSE_SMALL) {
    double U[SS_DENSE_SMALL * SS_DENSE_SMALL];
    invert_lower(n, L, work);
    multiply_lower(n, work, U, inverse);
    return;
  }
  memcpy(inverse, L, n * n * sizeof *L);
#pragma omp critical(ss_openblas)
  LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', (int)n, inverse, (int)n);
  for (size_t j = 0; j < n; j++)
    for (size_t i = j + 1; i < n; i++) inverse[j + n * i] = inverse[i + n * j];
}

/* W = L^-1 D, then W = L^-1 W^T: the result is symmetric, its transpose is itself. */
WIDE static void solve_both_sides(size_t n, const double *L, const double *D, double *W) {
  memcpy(W, D, n * n * sizeof *W);
  for (int side = 0; side < 2; side++) {
    for (size_t j = 0; j < n; j++) {
      double *restrict w = W + n * j;
      for (size_t k = 0; k < n; k++) {
        w[k] /= L[k + n * k];
        subtract(n - k - 1, w[k], L + n * k + k + 1, w + k + 1);
      }
    }
    if (side == 1) break;
    for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < j; i++) {
        const double swap = W[i + n * j];
        W[i + n * j] = W[j + n * i];
        W[j + n * i] = swap;
      }
  }
}

void ss_dense_congrue(size_t n, const double *L, const double *D, double *W) {
  solve_both_sides(n, L, D, W);
}

/* ---- least eigenvalues ----------------------------------------------------------------------- */

/* Householder's reduction: the diagonal into d, the squares of what stands beside it into e. */
WIDE static void reduce(size_t n, double *W, double *d, double *e, double *u) {
  for (size_t k = 0; k + 1 < n; k++) {
    double *restrict v = W + k + 1 + n * k;
    const size_t r = n - k - 1;
    double square = 0;
    for (size_t i = 1; i < r; i++) square += v[i] * v[i];
    d[k] = W[k + n * k];
    e[k] = square + v[0] * v[0];
    if (square == 0) continue;
    const double alpha = v[0] > 0 ? -sqrt(e[k]) : sqrt(e[k]);
    v[0] -= alpha;
    const double tau = 2 / (square + v[0] * v[0]);
    /* u = tau A v - (tau^2 v^T A v / 2) v, A -= v u^T + u v^T on the lower triangle */
    for (size_t i = 0; i < r; i++) u[i] = 0;
    for (size_t j = 0; j < r; j++) {
      const double *restrict a = W + k + 1 + n * (k + 1 + j);
      double sum = a[j] * v[j];
      for (size_t i = j + 1; i < r; i++) {
        u[i] += a[i] * v[j];
        sum += a[i] * v[i];
      }
      u[j] += sum;
    }
    double dot = 0;
    for (size_t i = 0; i < r; i++) dot += u[i] * v[i];
    for (size_t i = 0; i < r; i++) u[i] = tau * u[i] - tau * tau * dot / 2 * v[i];
    for (size_t j = 0; j < r; j++) {
      double *restrict a = W + k + 1 + n * (k + 1 + j);
      for (size_t i = j; i < r; i++) a[i] -= v[i] * u[j] + u[i] * v[j];
    }
  }
  if (n) d[n - 1] = W[n * n - 1];
}

/* Is every eigenvalue of the tridiagonal matrix above x? */
static bool all_above(size_t n, const double *d, const double *e, double x) {
  double pivot = d[0] - x;
  for (size_t i = 1; i < n && pivot > 0; i++) pivot = d[i] - x - e[i - 1] / pivot;
  return pivot > 0;
}

/* Bisection from Gershgorin's bounds; a bound from below. */
static double bisect_least(size_t n, const double *d, const double *e, double slack) {
  double low = INFINITY, high = INFINITY, norm = 0;
  for (size_t i = 0; i < n; i++) {
    const double beside = (i ? sqrt(e[i - 1]) : 0) + (i + 1 < n ? sqrt(e[i]) : 0);
    low = fmin(low, d[i] - beside);
    high = fmin(high, d[i]);
    norm = fmax(norm, fabs(d[i]) + beside);
  }
  if (!isfinite(norm)) return -INFINITY;
  low -= 4 * DBL_EPSILON * norm;
  while (high - low > slack * fmax(fabs(low), 0.1)) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (all_above(n, d, e, middle))
      low = middle;
    else
      high = middle;
  }
  return low;
}

double ss_dense_least(size_t n, double *W, double slack, double *work) {
  double *d = work, *e = work + n, *u = work + 2 * n;
  reduce(n, W, d, e, u);
  return bisect_least(n, d, e, slack);
}

enum { LANCZOS_MOST = 50 };

size_t ss_dense_lanczos_size(size_t n) {
  return n * (LANCZOS_MOST + 3) + 2 * LANCZOS_MOST + LANCZOS_MOST * LANCZOS_MOST + 4 * LANCZOS_MOST;
}

/* w = L^-1 D L^-T q. */
static void apply_congruence(size_t n, const double *L, const double *D, const double *q, double *t,
                             double *w) {
  const int k = (int)n;
  memcpy(t, q, n * sizeof *t);
#pragma omp critical(ss_openblas)
  {
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, k, L, k, t, 1);
    cblas_dsymv(CblasColMajor, CblasLower, k, 1, D, k, t, 1, 0, w, 1);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, k, L, k, w, 1);
  }
}

static double dot(size_t n, const double *x, const double *y) {
  double part[4] = {0};
  for (size_t i = 0; i < n; i++) part[i % 4] += x[i] * y[i];
  return (part[0] + part[1]) + (part[2] + part[3]);
}

/* Least eigenvalue of the tridiagonal matrix of k steps, less the residual of its vector. */
static double ritz_least(size_t k, const double *alpha, const double *beta, double *work,
                         double *residual) {
  double *d = work, *e = d + LANCZOS_MOST, *V = e + LANCZOS_MOST;
  memcpy(d, alpha, k * sizeof *d);
  memcpy(e, beta, k * sizeof *e);
  int info;
#pragma omp critical(ss_openblas)
  info = LAPACKE_dstev_work(LAPACK_COL_MAJOR, 'V', (int)k, d, e, V, (int)k,
                            V + LANCZOS_MOST * LANCZOS_MOST);
  if (info) return -INFINITY;
  *residual = fabs(beta[k - 1] * V[k - 1]);
  return d[0];
}

double ss_dense_least_lanczos(size_t n, const double *L, const double *D, double *work) {
  assert(n > 0);
  double *Q = work, *t = Q + n * LANCZOS_MOST, *w = t + n;
  double *small = w + n; /* dstev: d, e, V and its own 2k */
  double alpha[LANCZOS_MOST], beta[LANCZOS_MOST], theta = 0, residual = 0;
  for (size_t i = 0; i < n; i++) /* a start without symmetry */
    Q[i] = 1 + 0.37 * sin(1.7 * (double)i + 0.3);
  const double norm = sqrt(dot(n, Q, Q));
  for (size_t i = 0; i < n; i++) Q[i] /= norm;
  const size_t most = n < LANCZOS_MOST ? n : LANCZOS_MOST;
  for (size_t k = 0; k < most; k++) {
    apply_congruence(n, L, D, Q + n * k, t, w);
    alpha[k] = dot(n, w, Q + n * k);
    for (int twice = 0; twice < 2; twice++)
      for (size_t j = 0; j <= k; j++) {
        const double s = dot(n, w, Q + n * j);
        for (size_t i = 0; i < n; i++) w[i] -= s * Q[i + n * j];
      }
    beta[k] = sqrt(dot(n, w, w));
    const bool last = k + 1 == most || !(beta[k] > 1e-14 * fabs(alpha[0]));
    if (k >= 5 || last) theta = ritz_least(k + 1, alpha, beta, small, &residual);
    if (last || (k >= 5 && residual < 0.02 * fmax(fabs(theta), 0.1))) break;
    for (size_t i = 0; i < n; i++) Q[i + n * (k + 1)] = w[i] / beta[k];
  }
  return theta - residual;
}

ss_status ss_dense_eigen(size_t n, double *A, bool vectors, double *values) {
  if (n == 0) return SS_OK;
  for (size_t i = 0; i < n * n; i++)
    if (!isfinite(A[i])) return SS_BAD_ARGUMENT;
  int info;
#pragma omp critical(ss_openblas)
  info = LAPACKE_dsyev(LAPACK_COL_MAJOR, vectors ? 'V' : 'N', 'L', (int)n, A, (int)n, values);
  return info ? SS_NO_CONVERGENCE : SS_OK;
}
