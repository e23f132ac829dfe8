/* Dense matrices of sizes on both sides of the border between loops and OpenBLAS, against sums
 * written out here and against LAPACK's eigenvalues. */
#include "support.h"

static const size_t sizes[] = {1, 2, 3, 5, 8, 17, SS_DENSE_SMALL, SS_DENSE_SMALL + 1, 70};
enum { SIZES = sizeof sizes / sizeof *sizes };

static double *take(size_t count) {
  double *x = ss_arena_new(arena, count, double);
  assert_non_null(x);
  return x;
}

static double entry_of_product(size_t n, const double *A, const double *B, size_t i, size_t j) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += A[i + n * k] * B[k + n * j];
  return sum;
}

static void products(void **state) {
  (void)state;
  random_source source = {11};
  for (size_t s = 0; s < SIZES; s++) {
    const size_t n = sizes[s];
    double *A = take(n * n), *B = take(n * n), *C = take(n * n);
    for (size_t k = 0; k < n * n; k++) A[k] = draw(&source), B[k] = draw(&source);
    ss_dense_multiply(n, A, B, C);
    for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++)
        assert_true(fabs(C[i + n * j] - entry_of_product(n, A, B, i, j)) < 1e-15 * (double)(4 * n));
  }
}

static void factors_and_inverses(void **state) {
  (void)state;
  random_source source = {12};
  for (size_t s = 0; s < SIZES; s++) {
    const size_t n = sizes[s];
    double *A = take(n * n), *L = take(n * n), *V = take(n * n), *work = take(n * n);
    draw_definite(&source, n, 1, A);
    assert_true(ss_dense_factor(n, A, L));
    ss_dense_invert(n, L, work, V);
    for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) sum += L[i + n * k] * L[j + n * k];
        assert_true(fabs(sum - A[i + n * j]) < 1e-14 * (double)(n + 1));
        assert_true(fabs(entry_of_product(n, A, V, i, j) - (i == j)) < 1e-12 * (double)n);
        assert_true(V[i + n * j] == V[j + n * i]);
        if (i < j) assert_true(L[i + n * j] == 0);
      }
    A[n * n - 1] = -1;
    assert_false(ss_dense_factor(n, A, L));
    A[n * n - 1] = NAN;
    assert_false(ss_dense_factor(n, A, L));
  }
}

/* The least eigenvalue of L^-1 D L^-T: by forming it, by Lanczos' method, and by LAPACK. */
static void least_eigenvalues(void **state) {
  (void)state;
  random_source source = {13};
  for (size_t s = 0; s < SIZES; s++) {
    const size_t n = sizes[s];
    double *A = take(n * n), *L = take(n * n), *D = take(n * n), *W = take(n * n);
    double *values = take(n), *work = take(ss_dense_lanczos_size(n));
    draw_definite(&source, n, 0.5, A);
    draw_definite(&source, n, 0, D);
    for (size_t i = 0; i < n; i++) D[i + n * i] -= (double)n / 3;
    assert_true(ss_dense_factor(n, A, L));
    ss_dense_congrue(n, L, D, W);
    double *copy = take(n * n);
    memcpy(copy, W, n * n * sizeof *W);
    assert_int_equal(ss_dense_eigen(n, copy, false, values), SS_OK);
    const double least = ss_dense_least(n, W, 1e-10, work);
    assert_true(least <= values[0] + 1e-12 * fabs(values[0]));
    assert_true(least >= values[0] - 1e-9 * fmax(1, fabs(values[0])));
    if (n < 8) continue;
    const double near = ss_dense_least_lanczos(n, L, D, work);
    assert_true(fabs(near - values[0]) < 0.1 * fabs(values[0]));
  }
}

static void congruence(void **state) {
  (void)state;
  random_source source = {14};
  const size_t n = 9;
  double *A = take(n * n), *L = take(n * n), *W = take(n * n);
  draw_definite(&source, n, 0.5, A);
  assert_true(ss_dense_factor(n, A, L));
  ss_dense_congrue(n, L, A, W);
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < n; i++) assert_true(fabs(W[i + n * j] - (i == j)) < 1e-13);
}

static void large_systems(void **state) {
  (void)state;
  random_source source = {15};
  const size_t n = 60;
  double *A = take(n * n), *L = take(n * n), *x = take(2 * n), *b = take(2 * n);
  draw_definite(&source, n, 1, A);
  memcpy(L, A, n * n * sizeof *A);
  assert_true(ss_dense_factor_large(n, L));
  for (size_t i = 0; i < 2 * n; i++) x[i] = b[i] = draw(&source);
  ss_dense_solve_large(n, L, 2, x);
  for (size_t c = 0; c < 2; c++)
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) sum += A[i + n * k] * x[k + n * c];
      assert_true(fabs(sum - b[i + n * c]) < 1e-12);
    }
  assert_true(ss_dense_factor_large(0, NULL));
}

static void rank_by_pivots(void **state) {
  (void)state;
  const size_t n = 5, rank = 3;
  random_source source = {16};
  double *F = take(n * rank), *G = take(n * n), *work = take(2 * n);
  int pivot[5];
  for (size_t k = 0; k < n * rank; k++) F[k] = draw(&source);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < rank; k++) G[i + n * j] += F[i + n * k] * F[j + n * k];
  assert_int_equal(ss_dense_factor_pivoted(n, G, pivot, 1e-12, work), rank);
}

static void eigenvectors(void **state) {
  (void)state;
  double A[4] = {2, 1, 1, 2}, values[2];
  assert_int_equal(ss_dense_eigen(2, A, true, values), SS_OK);
  assert_true(fabs(values[0] - 1) < 1e-15 && fabs(values[1] - 3) < 1e-15);
  assert_true(fabs(A[0] + A[1]) < 1e-15 && fabs(A[0] * A[0] - 0.5) < 1e-15);
  A[0] = INFINITY;
  assert_int_equal(ss_dense_eigen(2, A, true, values), SS_BAD_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products),          cmocka_unit_test(factors_and_inverses),
      cmocka_unit_test(least_eigenvalues), cmocka_unit_test(congruence),
      cmocka_unit_test(large_systems),     cmocka_unit_test(rank_by_pivots),
      cmocka_unit_test(eigenvectors),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
