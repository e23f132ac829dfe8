/* test_matrix.c: exact small cases and the defining equations on random ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/base.h"

enum { MOST = 20 };

static double next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / (double)(1ull << 53) - 0.5;
}

/* A = R R^T + I, N x N: eigenvalues at least 1. */
static void make_definite(uint64_t *seed, int N, double *A) {
  double R[MOST * MOST];
  for (int i = 0; i < N * N; i++) R[i] = next_random(seed);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[j * N + i] = i == j;
      for (int k = 0; k < N; k++) A[j * N + i] += R[k * N + i] * R[k * N + j];
    }
}

/* Small matrices are factored here, others by LAPACK. */
static void test_solve(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int round = 0; round < 400; round++) {
    const int N = 1 + round % MOST;
    double A[MOST * MOST], L[MOST * MOST], x[MOST], b[MOST] = {0};
    make_definite(&seed, N, A);
    for (int i = 0; i < N; i++) x[i] = next_random(&seed);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) b[i] += A[j * N + i] * x[j];
    assert_int_equal(ss_matrix_factor((size_t)N, A, L), SS_OK);
    ss_matrix_solve((size_t)N, L, 1, b);
    /* condition at most 1 + N^2/4 = 101: 1e-12 is some forty times 101 epsilon */
    for (int i = 0; i < N; i++) assert_true(fabs(b[i] - x[i]) < 1e-12);
    A[0] = -1;
    assert_int_equal(ss_matrix_factor((size_t)N, A, L), SS_SINGULAR);
  }
}

/* A diagonal matrix that LAPACK would be called for: quotients, and what is not positive. */
static void test_diagonal(void **state) {
  (void)state;
  enum { N = 20 };
  double A[N * N] = {0}, L[N * N], X[2 * N];
  for (int i = 0; i < N; i++) {
    A[i + N * i] = (i + 1) * (i + 1);
    X[i] = 3. * (i + 1) * (i + 1);
    X[N + i] = i + 1;
  }
  assert_int_equal(ss_matrix_factor(N, A, L), SS_OK);
  ss_matrix_solve(N, L, 2, X);
  for (int i = 0; i < N; i++) {
    assert_true(X[i] == 3);
    assert_true(fabs(X[N + i] - 1. / (i + 1)) < 1e-16);
  }
  A[7 + N * 7] = 0;
  assert_int_equal(ss_matrix_factor(N, A, L), SS_SINGULAR);
}

static void test_refusals(void **state) {
  (void)state;
  double indefinite[] = {1, 2, 2, 1}, broken[] = {1, NAN, NAN, 1}, L[4], w[2];
  assert_int_equal(ss_matrix_factor(2, indefinite, L), SS_SINGULAR);
  assert_int_equal(ss_matrix_factor(2, broken, L), SS_BAD_ARGUMENT);
  assert_int_equal(ss_matrix_eigenvalues(2, broken, w), SS_BAD_ARGUMENT);
  assert_int_equal(ss_matrix_factor(0, NULL, NULL), SS_OK);
}

static void test_eigenvalues(void **state) {
  (void)state;
  double A[] = {2, 1, 1, 2}, w[2];
  assert_int_equal(ss_matrix_eigenvalues(2, A, w), SS_OK);
  assert_true(fabs(w[0] - 1) < 1e-15 && fabs(w[1] - 3) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solve), cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_diagonal),
                                     cmocka_unit_test(test_eigenvalues)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
