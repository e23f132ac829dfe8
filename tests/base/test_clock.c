/* Seconds go on, at the speed of seconds; a moment is past once it has come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "standstill/base.h"

static void counts_seconds(void **state) {
  (void)state;
  const struct timespec pause = {.tv_nsec = 20000000};
  const double before = ss_clock();
  nanosleep(&pause, NULL);
  const double passed = ss_clock() - before;
  assert_true(passed >= 0.02 && passed < 600);
}

static void knows_what_is_past(void **state) {
  (void)state;
  const double now = ss_clock();
  assert_true(ss_clock_is_past(now));
  assert_false(ss_clock_is_past(now + 1000));
  assert_false(ss_clock_is_past(0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_seconds),
      cmocka_unit_test(knows_what_is_past),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
