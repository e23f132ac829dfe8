/* test_linear_hull.c: intervals of formulas over ranges, against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/linear_hull.h"
#include "standstill/linear.h"
#include "support.h"

/* a in [-1, 2], b in [1/3, 3], r irrational, and a parameter with the formula. */
#define RANGES "param a = 0 in [-1, 2]\nparam b = 3 in [1/3, 3]\nparam r = sqrt(2)\n"

static ss_hull_kind find(const char *formula, double *low, double *high) {
  char text[400];
  snprintf(text, sizeof text, RANGES "param c = %s\ncoord x\nkinetic = x'^2\n", formula);
  reading r = read_good(text);
  ss_expr formulas[4];
  ss_hull_kind kind;
  fmpq_mat_t ends[2];
  fmpq_mat_init(ends[0], 1, 1);
  fmpq_mat_init(ends[1], 1, 1);
  assert_int_equal(ss_model_open_parameters(r.arena, r.model, formulas), SS_OK);
  assert_int_equal(ss_model_find_hulls(r.model, 1, &formulas[3], ends[0], ends[1], &kind), SS_OK);
  *low = ss_number_to_double(fmpq_mat_entry(ends[0], 0, 0));
  *high = ss_number_to_double(fmpq_mat_entry(ends[1], 0, 0));
  fmpq_mat_clear(ends[0]);
  fmpq_mat_clear(ends[1]);
  stop_reading(&r);
  return kind;
}

/* The ends are rationals; the doubles nearest to them are compared. */
static void expect(const char *formula, double low, double high) {
  double l, h;
  assert_int_equal(find(formula, &l, &h), SS_HULL_EXACT);
  assert_true(l == low && h == high);
}

/* Ends rounded at 2^-256: the nearest double, or the one beside it. */
static void expect_rounded(const char *formula, double low, double high) {
  double l, h;
  assert_int_equal(find(formula, &l, &h), SS_HULL_ROUNDED);
  assert_true(l >= low - 1e-15 && l <= low + 1e-15);
  assert_true(h >= high - 1e-15 && h <= high + 1e-15);
}

static void test_corners(void **state) {
  (void)state;
  expect("7/4", 1.75, 1.75);
  expect("a*b + a", -4, 8);
  expect("3 - a*b", -3, 6);
  expect("a*b - b*a + 1", 1, 1);
}

/* Of a square that passes 0 the least is 0; terms are independent of each other. */
static void test_terms(void **state) {
  (void)state;
  expect("a^2", 0, 4);
  expect("a^3", -1, 8);
  expect("b*a^2", 0, 12);
  expect("-b*a^3", -24, 3);
  expect("a^2 - a", -2, 5);
  expect("a*(a - 1)", -2, 5);
  expect("b^2 + b", 1. / 9 + 1. / 3, 12);
}

static void test_quotients(void **state) {
  (void)state;
  expect("1/b", 1. / 3, 3);
  expect("b^(-2)", 1. / 9, 9);
  expect("a/(1 + b)", -0.75, 1.5);
}

static void test_functions(void **state) {
  (void)state;
  expect_rounded("r^2 + r - r^2", 1.4142135623730951, 1.4142135623730951);
  expect_rounded("b*pi", 3.1415926535897932 / 3, 3 * 3.1415926535897932);
  expect_rounded("sqrt(b + 1)", 1.1547005383792515, 2);
  expect_rounded("(b + 1)^(-1/2)", 0.5, 0.8660254037844386);
  expect_rounded("atan(a)", -0.7853981633974483, 1.1071487177940904);
}

/* A choice whose sign is certain is one of its sides. */
static void test_choices(void **state) {
  (void)state;
  expect("abs(-b)", 1. / 3, 3);
  expect("max(b, a - 3)", 1. / 3, 3);
  expect("min(b, a - 3)", -4, -1);
  expect("sign(b) + a", 0, 3);
}

/* Uncertain signs, a divisor that may be 0, a root of what may be negative, a degree of 33. */
static void test_none(void **state) {
  (void)state;
  const char *formulas[] = {"abs(a)",  "sign(a)",    "max(a, b)",     "b/(a + b)",
                            "sqrt(a)", "log(a + 1)", "(1 + b)^30*a^3"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    double low, high;
    if (find(formulas[i], &low, &high) != SS_HULL_NONE)
      fail_msg("%s has [%g, %g]", formulas[i], low, high);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_corners),   cmocka_unit_test(test_terms),
      cmocka_unit_test(test_quotients), cmocka_unit_test(test_functions),
      cmocka_unit_test(test_choices),   cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
