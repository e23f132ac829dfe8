/* test_plain_functions.c: functions of numbers, against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

/* Rational where that is plain. */
static void test_rational(void **state) {
  (void)state;
  expect("sin(0) + cos(0) + exp(0) + log(1) + atan(0)", 2, 2);
  expect("sqrt(9/4) + sqrt(0)", 1.5, 1.5);
  expect("sin(pi/2) - cos(3*pi) + sin(7*pi)", 2, 2);
  expect("4^1.5 + 4^(-0.5)", 8.5, 8.5);
  expect("atan2(0, b)", 0, 0);
}

/* Monotone functions take their extremes at the ends, the others over the whole interval. */
static void test_intervals(void **state) {
  (void)state;
  expect_rounded("exp(a)", 0.36787944117144232, 7.38905609893065);
  expect_rounded("log(b)", -1.0986122886681098, 1.0986122886681098);
  expect_rounded("tanh(a)", -0.76159415595576485, 0.96402758007581690);
  expect_rounded("acos(a/2)", 0, 2.0943951023931957);
  expect_rounded("b^0.3", 0.7192230933248643, 1.3903891703159093);
  expect_rounded("sqrt(b)", 0.57735026918962576, 1.7320508075688772);
}

/* sqrt at the end of its domain; beyond it there is no value. */
static void test_domains(void **state) {
  (void)state;
  expect_rounded("sqrt(a + 1)", 0, 1.7320508075688772);
  expect_none("sqrt(a + 1/2)", "takes a root of what may be negative within the ranges");
  expect_none("tan(a)", "has a function without a finite value somewhere in the ranges");
  expect_none("asin(a)", "has a function without a finite value somewhere in the ranges");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rational),
      cmocka_unit_test(test_intervals),
      cmocka_unit_test(test_domains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
