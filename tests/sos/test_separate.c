/* Functionals: found for what is no sum of squares, never for what is one. */
#include "support.h"

static bool separates(const char *text) {
  one_poly *to = prepare(poly(text));
  const ss_sdp_options options = ss_sdp_default_options();
  sos_point point;
  ss_sos_answer answer;
  assert_true(ss_sos_solve_margin(&to->work, &options, &point));
  for (long bits = 10; bits < 50; bits += 10)
    if (ss_sos_separate(&to->work, &point, bits, &answer)) return true;
  return false;
}

static void found(void **state) {
  (void)state;
  assert_true(separates("1 xxxxyy + 1 xxyyyy + 1 - 3 xxyy"));
  assert_true(separates("1 xxxx - 3 xxyy + 1 yyyy"));
  assert_true(separates("-1"));
}

static void not_found(void **state) {
  (void)state;
  assert_false(separates("1 xxxx + 1 yyyy"));
  assert_false(separates("1 xx - 2 xy + 1 yy"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(found, setup, teardown),
      cmocka_unit_test_setup_teardown(not_found, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
