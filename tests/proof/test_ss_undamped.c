/* test_ss_undamped.c: motions without slip that nothing damps. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-UNDAMPED", id, status);
}

/* The common motion of two masses that rub on each other only. */
/* TESTS: SS-UNDAMPED proved */
static void the_common_motion(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_APART, "SS-UNDAMPED.5", SS_CONDITION_PROVED);
  machine m = prove_text(TWO SPRINGS RUBS_APART);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_NOT_ATTRACTIVE, "SS-UNDAMPED");
  stop(&m);
}

/* TESTS: SS-UNDAMPED.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-UNDAMPED");
}

/* TESTS: SS-UNDAMPED.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\n", "SS-UNDAMPED.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-UNDAMPED.3 violated */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO "potential = x^2 - y^2\n", "SS-UNDAMPED.3", SS_CONDITION_FAILED);
}

/* TESTS: SS-UNDAMPED.5 violated
 * TESTS: SS-UNDAMPED unknown */
static void everything_dissipates(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_APART DAMPER("1", "0"), "SS-UNDAMPED.5", SS_CONDITION_FAILED);
  expect(TWO SPRINGS RUBS_X RUBS_Y, "SS-UNDAMPED.5", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_common_motion),     cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),     cmocka_unit_test(negative_spring),
      cmocka_unit_test(everything_dissipates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
