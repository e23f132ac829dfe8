/* test_dictionary.c: programs on polyhedra: known ones, and random ones against ss_exact_lp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/rest/dictionary.h"
#include "standstill/exact.h"

static void fill(fmpq_mat_t A, slong rows, slong columns, const long *entries) {
  fmpq_mat_init(A, rows, columns);
  for (slong i = 0; i < rows * columns; i++)
    fmpq_set_si(fmpq_mat_entry(A, i / columns, i % columns), entries[i], 1);
}

static void check_extreme(ss_dictionary *d, slong i, int sign, long numerator, long denominator) {
  fmpq_t value, expected;
  fmpq_init(value);
  fmpq_init(expected);
  fmpq_set_si(expected, numerator, (ulong)denominator);
  assert_true(ss_dictionary_extreme(d, i, sign, value));
  assert_true(fmpq_equal(value, expected));
  assert_true(fmpq_equal(ss_dictionary_at(d, i), expected));
  fmpq_clear(value);
  fmpq_clear(expected);
}

/* x + 2 y <= 4, 3 x + y <= 6, x, y >= 0: corners (0, 0), (2, 0), (8/5, 6/5), (0, 2). */
static void test_polygon(void **state) {
  (void)state;
  fmpq_mat_t equations, inequalities;
  ss_dictionary d;
  fill(equations, 0, 3, NULL);
  fill(inequalities, 4, 3, (const long[]){4, -1, -2, 6, -3, -1, 0, 1, 0, 0, 0, 1});
  ss_dictionary_create(equations, inequalities, &d);
  assert_false(d.empty);
  check_extreme(&d, 0, 1, 2, 1);
  check_extreme(&d, 1, 1, 2, 1);
  check_extreme(&d, 0, -1, 0, 1);
  check_extreme(&d, 1, -1, 0, 1);
  for (slong i = 0; i < 4; i++) {
    assert_true(ss_dictionary_is_strict(&d, i));
    assert_true(ss_dictionary_is_met(&d, i));
  }
  ss_dictionary_clear(&d);
  fmpq_mat_clear(equations);
  fmpq_mat_clear(inequalities);
}

/* x + y = 1, x >= 1, y >= 0: the point (1, 0); z is free, and x + 3 >= 0 never met. */
static void test_point_and_line(void **state) {
  (void)state;
  fmpq_mat_t equations, inequalities;
  fmpq_t value;
  ss_dictionary d;
  fmpq_init(value);
  fill(equations, 1, 4, (const long[]){-1, 1, 1, 0});
  fill(inequalities, 3, 4, (const long[]){-1, 1, 0, 0, 0, 0, 1, 0, 3, 1, 0, 0});
  ss_dictionary_create(equations, inequalities, &d);
  assert_false(d.empty);
  check_extreme(&d, 0, 1, 1, 1);
  check_extreme(&d, 1, -1, 0, 1);
  assert_false(ss_dictionary_extreme(&d, 2, 1, value));
  assert_false(ss_dictionary_extreme(&d, 2, -1, value));
  assert_false(ss_dictionary_is_strict(&d, 0));
  assert_false(ss_dictionary_is_strict(&d, 1));
  assert_true(ss_dictionary_is_strict(&d, 2));
  assert_false(ss_dictionary_is_met(&d, 2));
  ss_dictionary_clear(&d);
  fmpq_mat_clear(equations);
  fmpq_mat_clear(inequalities);
  fmpq_clear(value);
}

/* Equations that contradict each other; inequalities that do. */
static void test_empty(void **state) {
  (void)state;
  fmpq_mat_t equations, none, inequalities, far;
  ss_dictionary d;
  fill(equations, 2, 2, (const long[]){-1, 1, -2, 1});
  fill(none, 0, 2, NULL);
  fill(inequalities, 2, 2, (const long[]){-2, 1, 1, -1});
  fill(far, 1, 2, (const long[]){5, 0});
  ss_dictionary_create(equations, far, &d);
  assert_true(d.empty);
  ss_dictionary_clear(&d);
  ss_dictionary_create(none, inequalities, &d);
  assert_true(d.empty);
  ss_dictionary_clear(&d);
  fmpq_mat_clear(equations);
  fmpq_mat_clear(none);
  fmpq_mat_clear(inequalities);
  fmpq_mat_clear(far);
}

static long pick(uint64_t *seed, uint64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (long)((*seed >> 33) % below);
}

/* sign * x_i as large as possible by ss_exact_lp: x = a - b, slacks, a, b, s >= 0. */
static ss_lp_outcome solve(const fmpq_mat_t equations, const fmpq_mat_t inequalities, slong i,
                           int sign, fmpq_t value) {
  const slong n = fmpq_mat_ncols(equations) - 1, m = fmpq_mat_nrows(equations);
  const slong k = fmpq_mat_nrows(inequalities), columns = 2 * n + k;
  fmpq_mat_t A, b, c, x, y;
  fmpq_mat_init(A, m + k, columns);
  fmpq_mat_init(b, m + k, 1);
  fmpq_mat_init(c, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, m + k, 1);
  for (slong r = 0; r < m + k; r++) {
    const fmpq_mat_struct *from = r < m ? equations : inequalities;
    const slong row = r < m ? r : r - m;
    for (slong j = 0; j < n; j++) {
      fmpq_set(fmpq_mat_entry(A, r, j), fmpq_mat_entry(from, row, 1 + j));
      fmpq_neg(fmpq_mat_entry(A, r, n + j), fmpq_mat_entry(from, row, 1 + j));
    }
    if (r >= m) fmpq_set_si(fmpq_mat_entry(A, r, 2 * n + row), -1, 1);
    fmpq_neg(fmpq_mat_entry(b, r, 0), fmpq_mat_entry(from, row, 0));
  }
  fmpq_set_si(fmpq_mat_entry(c, i, 0), -sign, 1);
  fmpq_set_si(fmpq_mat_entry(c, n + i, 0), sign, 1);
  const ss_lp_outcome outcome = ss_exact_lp(A, b, c, x, y);
  fmpq_sub(value, fmpq_mat_entry(x, i, 0), fmpq_mat_entry(x, n + i, 0));
  fmpq_mat_clear(A);
  fmpq_mat_clear(b);
  fmpq_mat_clear(c);
  fmpq_mat_clear(x);
  fmpq_mat_clear(y);
  return outcome;
}

/* Small random polyhedra, many of them degenerate, empty or unbounded. */
static void test_random(void **state) {
  (void)state;
  uint64_t seed = 5;
  size_t bounded = 0, unbounded = 0, empty = 0;
  fmpq_t value, expected;
  fmpq_init(value);
  fmpq_init(expected);
  for (int trial = 0; trial < 300; trial++) {
    const slong n = 1 + pick(&seed, 4), m = pick(&seed, 3), k = 1 + pick(&seed, 7);
    fmpq_mat_t equations, inequalities;
    ss_dictionary d;
    fmpq_mat_init(equations, m, n + 1);
    fmpq_mat_init(inequalities, k, n + 1);
    for (slong e = 0; e < m * (n + 1); e++)
      fmpq_set_si(fmpq_mat_entry(equations, e / (n + 1), e % (n + 1)), pick(&seed, 5) - 2, 1);
    for (slong e = 0; e < k * (n + 1); e++)
      fmpq_set_si(fmpq_mat_entry(inequalities, e / (n + 1), e % (n + 1)),
                  pick(&seed, 5) - (e % (n + 1) ? 2 : 1), 1);
    ss_dictionary_create(equations, inequalities, &d);
    for (slong i = 0; i < 2 * n; i++) {
      const int sign = i % 2 ? 1 : -1;
      const ss_lp_outcome outcome = solve(equations, inequalities, i / 2, sign, expected);
      assert_int_equal(d.empty, outcome == SS_LP_INFEASIBLE);
      empty += d.empty;
      if (d.empty) continue;
      const bool ends = ss_dictionary_extreme(&d, i / 2, sign, value);
      assert_int_equal(ends, outcome == SS_LP_OPTIMAL);
      if (ends) assert_true(fmpq_equal(value, expected));
      bounded += ends;
      unbounded += !ends;
    }
    ss_dictionary_clear(&d);
    fmpq_mat_clear(equations);
    fmpq_mat_clear(inequalities);
  }
  assert_true(bounded > 100 && unbounded > 100 && empty > 50);
  fmpq_clear(value);
  fmpq_clear(expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_polygon),
      cmocka_unit_test(test_point_and_line),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
