/* test_plain_ring.c: polynomials, reduced; limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

/* Sums and products are exact; powers with whole and half exponents are products. */
static void test_arithmetic(void **state) {
  (void)state;
  expect("(a + b)^2 - a^2 - 2*a*b - b^2", 0, 0);
  expect("a - -a - 2*a + 1/3", 1. / 3, 1. / 3);
  expect("b^(1/2)*b^(3/2) - b^2", 0, 0);
  expect("(a^3 + 8)/(a + 3 - 1)*1 - a^2 + 2*a - 4", 0, 0);
  expect("b^(-2)*b^2", 1, 1);
}

/* What was reduced once is reduced again where new symbols meet. */
static void test_reduction(void **state) {
  (void)state;
  expect("sqrt(b)*sqrt(b*sqrt(b)^2)*sqrt(b*b)/sqrt(b)", 1. / 9, 9);
  expect("r*r*r*r", 4, 4);
  expect("(r + 1)*(r - 1)", 1, 1);
  expect("sin(b)*sin(b)*r*r + 2*cos(b)^2", 2, 2);
  expect("(1/r)*r + (1/r)^2", 1.5, 1.5);
}

static void test_limits(void **state) {
  (void)state;
  expect_none("(a + 1)^33", "has a function without a finite value somewhere in the ranges");
  expect_none("(1 + a)^20*b^13", "is too large for proofs, as a polynomial");
}

/* The rate of a product, and that velocities have none. */
static void test_rate(void **state) {
  (void)state;
  plain_value v = read_value("1");
  ss_plain *x = &v.x;
  const ss_plain_poly *q = ss_plain_variable(x, 0), *u = ss_plain_variable(x, 1);
  const ss_plain_poly *rate = ss_plain_rate(x, ss_plain_product(x, q, q));
  const ss_plain_poly *twice = ss_plain_product(x, ss_plain_integer(x, 2), q);
  assert_true(fmpq_mpoly_equal(rate, ss_plain_product(x, twice, u), x->ring));
  assert_false(ss_plain_is_constant(x, rate));
  ss_plain_rate(x, u);
  assert_string_equal(x->why, "differentiates a velocity");
  stop_value(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_reduction),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_rate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
