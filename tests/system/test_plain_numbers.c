/* test_plain_numbers.c: intervals of formulas over ranges, against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

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
  expect("r^2", 2, 2);
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

/* A choice that is not certain has the interval of all its cases. */
static void test_uncertain(void **state) {
  (void)state;
  expect("abs(a)", 0, 2);
  expect("sign(a)", -1, 1);
  expect("max(a, b)", 1. / 3, 3);
  expect("min(a, b)", -1, 2);
  expect("abs(a)^2", 0, 4);
  expect("sign(a + 1)", 0, 1);
}

/* What is known of the symbols removes them; the results are the ranges of what is left. */
static void test_relations(void **state) {
  (void)state;
  expect("sqrt(b)^2", 1. / 3, 3);
  expect("sqrt(b)^4 - b^2", 0, 0);
  expect("(1/b)*b", 1, 1);
  expect("b/b", 1, 1);
  expect("a/(a + 4*b)*(a + 4*b)*(b/(2*b))", -0.5, 1);
  expect("sin(a)^2 + cos(a)^2", 1, 1);
  expect("sqrt(2)*sqrt(2) + pi/pi", 3, 3);
  expect("b*sqrt(a + 4)^2/b", 3, 6);
  expect("1/(1/b)", 1. / 3, 3);
  expect("(1/sqrt(b))^2*b", 1, 1);
  expect("b^1.5*b^(-1.5)", 1, 1);
  expect("(b^2 - 16)/(b - 4)", 13. / 3, 7);
  expect("a*b/(b*2)", -0.5, 1);
}

/* A divisor that may be 0, a root of what may be negative, no value, a degree of 33. */
static void test_none(void **state) {
  (void)state;
  expect_none("b/(a + b)", "divides by what may be 0 within the ranges");
  expect_none("(a^2 - 1)/(a - 1)", "divides by what may be 0 within the ranges");
  expect_none("a^(-2)", "divides by what may be 0 within the ranges");
  expect_none("1/(1 + a)", "divides by what may be 0 within the ranges");
  expect_none("sqrt(a)", "takes a root of what may be negative within the ranges");
  expect_none("log(a + 1)", "has a function without a finite value somewhere in the ranges");
  expect_none("(1 + b)^30*a^3", "is too large for proofs, as a polynomial");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_corners),   cmocka_unit_test(test_terms),
      cmocka_unit_test(test_quotients), cmocka_unit_test(test_functions),
      cmocka_unit_test(test_choices),   cmocka_unit_test(test_uncertain),
      cmocka_unit_test(test_relations), cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
