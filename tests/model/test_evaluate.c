/* Numbers of the parameters: exact where rational, nearest doubles, ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x; kinetic = x'^2\n"

static void expect_number(const char *formula, double number, const char *exact) {
  char text[300];
  snprintf(text, sizeof text,
           FRAME "param a = 0.2; param b = 0.1; param p = %s; potential = p*a*b*x\n", formula);
  reading r = read_good(text);
  size_t p = ss_model_find_parameter(r.model, "p");
  if (r.model->parameter[p].number != number)
    fail_msg("%s is %.17g, not %.17g", formula, r.model->parameter[p].number, number);
  fmpq_t value;
  fmpq_init(value);
  assert_true(ss_model_parameter_exact(r.model, p, value) == (exact != NULL));
  char *found = fmpq_get_str(NULL, 10, value);
  if (exact) assert_string_equal(found, exact);
  flint_free(found);
  fmpq_clear(value);
  stop_reading(&r);
}

static void test_values(void **state) {
  (void)state;
  expect_number("0.1", 0.1, "1/10");
  expect_number("2*(a^2 + b^2)/3", 1.0 / 30, "1/30");
  expect_number("1e-3", 1e-3, "1/1000");
  expect_number("sqrt(a + 1/20)", 0.5, "1/2");
  expect_number("min(a, b)", 0.1, "1/10");
  expect_number("sqrt(2)", 1.41421356237309515, NULL);
  expect_number("pi/4", 0.78539816339744831, NULL);
  expect_number("1e308", 1e308,
                "1"
                "0000000000000000000000000000000000000000000000000000000000"
                "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
                "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
                "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
                "0000000000");
}

static void test_values_that_are_none(void **state) {
  (void)state;
  expect_mistake(FRAME "param a = -1; param p = sqrt(a); potential = p*x",
                 "the value of parameter 'p' is not finite");
  expect_mistake(FRAME "param a = 0; param p = 1/a; potential = p*x",
                 "the value of parameter 'p' divides by zero");
  expect_mistake(FRAME "param a = 0; param p = log(a); potential = p*x", "'p' is not finite");
  expect_mistake(FRAME "param a = 1e200; param p = a^2; potential = p*x", "'p' is not finite");
  expect_mistake(FRAME "param a = 1e-200; param p = a^2; potential = p*x", "'p' is not finite");
  expect_mistake(FRAME "param p = 10^400; potential = p*x", "contains a number that is not finite");
}

static void test_what_follows_from_a_bad_value_keeps_silent(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "param a = -1; param p = sqrt(a); param q = p + 1; potential = q*x\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 1);
  stop_reading(&r);
}

static void test_ranges(void **state) {
  (void)state;
  reading r = read_good(FRAME "param a = 1 in [0.5, sqrt(2)]; param b = 1 in [1, 1]\n"
                              "potential = a*b*x; input u in [-a, a]; force x = u\n");
  stop_reading(&r);
  expect_mistake(FRAME "param a = 1 in [2, 3]; potential = a*x", "'a' is outside its range");
  expect_mistake(FRAME "param a = 4 in [2, 3]; potential = a*x", "'a' is outside its range");
  expect_mistake(FRAME "param a = 1.5 in [0, sqrt(2)]; potential = a*x", "outside its range");
  expect_mistake(FRAME "param a = 1 in [2, 0]; potential = a*x", "range of parameter 'a' is empty");
  expect_mistake(FRAME "input u in [1, -1]; force x = u", "the range of input 'u' is empty");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_values_that_are_none),
      cmocka_unit_test(test_what_follows_from_a_bad_value_keeps_silent),
      cmocka_unit_test(test_ranges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
