/* test_plain.c: what stands against a plain reading is kept, and all is 0 afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

static void test_refusal(void **state) {
  (void)state;
  plain_value v = read_value("1/a");
  assert_string_equal(v.x.why, "'1/a' in line 4 divides by what may be 0 within the ranges");
  ss_plain_refuse(&v.x, "another reason");
  assert_string_equal(v.x.why, "'1/a' in line 4 divides by what may be 0 within the ranges");
  assert_true(ss_plain_is_zero(&v.x, ss_plain_parameter_value(&v.x, 1)));
  assert_true(ss_plain_is_zero(&v.x, ss_plain_variable(&v.x, 0)));
  assert_false(v.x.failed);
  stop_value(&v);
}

/* More coordinates than the checker takes. */
static void test_limit(void **state) {
  (void)state;
  char text[4000] = "";
  size_t at = 0;
  for (int i = 0; i < 65; i++)
    at += (size_t)snprintf(text + at, sizeof text - at, "coord x%d\nkinetic = x%d'^2\n", i, i);
  reading r = read_good(text);
  ss_plain x;
  assert_int_equal(ss_plain_start(&x, r.model, NULL), SS_OK);
  ss_plain_derive(&x);
  assert_string_equal(x.why, "there are more than 64 coordinates");
  ss_plain_clear(&x);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refusal),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
