/* The kinetic energy is positive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static void test_negative_masses(void **state) {
  (void)state;
  expect_mistake("param m = -1; coord x; kinetic = 1/2*m*x'^2", "error");
  expect_mistake("coord x, y; kinetic = x'^2 + y'^2 - 3*x'*y'", "error");
  expect_mistake("coord x, y; kinetic = (x' + y')^2", "error");
}

static void test_positive_ones(void **state) {
  (void)state;
  reading r = read_good("coord x, y; kinetic = x'^2 + y'^2 - x'*y'");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_negative_masses),
      cmocka_unit_test(test_positive_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
