/* What expressions contain: numbers that do not fit, constants that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x; kinetic = x'^2\n"

static void test_numbers_that_do_not_fit(void **state) {
  (void)state;
  static const char *const bad[] = {"1e300*1e300*x", "1e-300*1e-300*x",    "10^(10^9)*x",
                                    "sqrt(-1)*x",    "log(0) + x",         "asin(2)*x",
                                    "tan(pi/2)*x",   "exp(exp(exp(10)))*x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[200];
    snprintf(text, sizeof text, FRAME "potential = %s\n", bad[i]);
    expect_mistake(text, "the potential energy contains a number that is not finite");
  }
}

static void test_numbers_that_do(void **state) {
  (void)state;
  static const char *const good[] = {"1e300*1e8*x",    "sqrt(2)*x",         "exp(700)*x",
                                     "atan2(0, -1)*x", "(10^400/10^399)*x", "tan(pi/4)*x"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char text[200];
    snprintf(text, sizeof text, FRAME "potential = %s\n", good[i]);
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_a_number_is_reported_where_it_is_written(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "let a = 1e300*1e300*x\nlet b = a + 1\npotential = b\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 1);
  assert_int_equal(r.list.items[0].line, 2);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_that_do_not_fit),
      cmocka_unit_test(test_numbers_that_do),
      cmocka_unit_test(test_a_number_is_reported_where_it_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
