/* test_exact.c: factors multiply back, witnesses witness, on random integer matrices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "standstill/exact.h"

static long next_random(uint64_t *seed, long range) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (long)((*seed >> 33) % (uint64_t)(2 * range + 1)) - range;
}

static void fill(fmpq_mat_t A, uint64_t *seed, long range) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      fmpq_set_si(fmpq_mat_entry(A, i, j), next_random(seed, range), 1);
}

/* x^T A x */
static void quadratic(fmpq_t value, const fmpq_mat_t A, const fmpq_mat_t x) {
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t y, t, v;
  fmpq_mat_init(y, n, 1);
  fmpq_mat_init(t, 1, n);
  fmpq_mat_init(v, 1, 1);
  fmpq_mat_mul(y, A, x);
  fmpq_mat_transpose(t, x);
  fmpq_mat_mul(v, t, y);
  fmpq_set(value, fmpq_mat_entry(v, 0, 0));
  fmpq_mat_clear(y);
  fmpq_mat_clear(t);
  fmpq_mat_clear(v);
}

static void check_factors(const fmpq_mat_t A, const fmpq_mat_t L, const fmpq_mat_t D) {
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t LD, T;
  fmpq_mat_init_set(LD, L);
  fmpq_mat_init(T, n, n);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++)
      fmpq_mul(fmpq_mat_entry(LD, i, j), fmpq_mat_entry(L, i, j), fmpq_mat_entry(D, j, 0));
  fmpq_mat_transpose(T, L);
  fmpq_mat_mul(T, LD, T);
  assert_true(fmpq_mat_equal(T, A));
  fmpq_mat_clear(LD);
  fmpq_mat_clear(T);
}

/* Gram matrices of rank r, sometimes with something subtracted. */
static void test_ldl(void **state) {
  (void)state;
  uint64_t seed = 7;
  int seen[3] = {0};
  for (int round = 0; round < 600; round++) {
    slong n = 1 + round % 6, r = 1 + (round / 6) % 7;
    fmpq_mat_t R, T, A, L, D, x;
    fmpq_t value;
    fmpq_init(value);
    fmpq_mat_init(R, n, r);
    fmpq_mat_init(T, r, n);
    fmpq_mat_init(A, n, n);
    fmpq_mat_init(L, n, n);
    fmpq_mat_init(D, n, 1);
    fmpq_mat_init(x, n, 1);
    fill(R, &seed, 3);
    fmpq_mat_transpose(T, R);
    fmpq_mat_mul(A, R, T);
    bool lowered = round % 5 == 0;
    if (lowered) fmpq_sub_si(fmpq_mat_entry(A, n - 1, n - 1), fmpq_mat_entry(A, n - 1, n - 1), 40);
    slong rank = ss_exact_rank(A);
    ss_definiteness found = ss_exact_ldl(A, L, D, x);
    seen[found]++;
    quadratic(value, A, x);
    if (found == SS_INDEFINITE)
      assert_true(fmpq_sgn(value) < 0);
    else
      check_factors(A, L, D);
    if (found == SS_DEFINITE) assert_int_equal(rank, n);
    if (found == SS_SEMIDEFINITE)
      assert_true(rank < n && fmpq_is_zero(value) && !fmpq_mat_is_zero(x));
    if (!lowered) assert_int_not_equal(found, SS_INDEFINITE);
    fmpq_clear(value);
    fmpq_mat_clear(R);
    fmpq_mat_clear(T);
    fmpq_mat_clear(A);
    fmpq_mat_clear(L);
    fmpq_mat_clear(D);
    fmpq_mat_clear(x);
  }
  for (int k = 0; k < 3; k++) assert_true(seen[k] > 20);
}

static void test_spaces(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int round = 0; round < 300; round++) {
    slong m = 1 + round % 5, n = 1 + (round / 5) % 6;
    fmpq_mat_t A, N, Z, X, I;
    fmpq_mat_init(A, m, n);
    fill(A, &seed, 1);
    ss_exact_kernel(N, A);
    assert_int_equal(fmpq_mat_ncols(N), n - ss_exact_rank(A));
    fmpq_mat_init(Z, m, fmpq_mat_ncols(N));
    fmpq_mat_mul(Z, A, N);
    assert_true(fmpq_mat_is_zero(Z));
    assert_int_equal(ss_exact_rank(N), fmpq_mat_ncols(N));
    fmpq_mat_init(X, n, m);
    fmpq_mat_init(I, n, n);
    bool full = ss_exact_left_inverse(X, A);
    assert_int_equal(full, ss_exact_rank(A) == n);
    fmpq_mat_mul(I, X, A);
    if (full) assert_true(fmpq_mat_is_one(I));
    fmpq_mat_clear(A);
    fmpq_mat_clear(N);
    fmpq_mat_clear(Z);
    fmpq_mat_clear(X);
    fmpq_mat_clear(I);
  }
}

static void test_doubles(void **state) {
  (void)state;
  fmpq_t value, expected;
  fmpq_init(value);
  fmpq_init(expected);
  ss_exact_from_double(value, 1.0 / 3, 1e-12);
  fmpq_set_si(expected, 1, 3);
  assert_true(fmpq_equal(value, expected));
  ss_exact_from_double(value, -0.75, 0);
  fmpq_set_si(expected, -3, 4);
  assert_true(fmpq_equal(value, expected));
  ss_exact_from_double(value, 0.1, 0);
  fmpq_set_si(expected, 1, 10);
  assert_false(fmpq_equal(value, expected)); /* the double is not a tenth */
  fmpq_clear(value);
  fmpq_clear(expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ldl), cmocka_unit_test(test_spaces),
                                     cmocka_unit_test(test_doubles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
