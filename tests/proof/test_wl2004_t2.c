/* test_wl2004_t2.c: passive machines. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "WL2004-T2", id, status);
}

/* TESTS: WL2004-T2 proved */
static void damping_everywhere(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "1"), "WL2004-T2.6", SS_CONDITION_PROVED);
  /* no friction at all: the rest set is a point */
  expect(TWO SPRINGS DAMPER("1", "1/2"), "WL2004-T2.6", SS_CONDITION_PROVED);
  /* friction everywhere, no damping: nothing sticks and moves */
  expect(TWO SPRINGS RUBS_X RUBS_Y, "WL2004-T2.5", SS_CONDITION_PROVED);
  /* y is damped only through the spring that couples it */
  expect(TWO SPRINGS DAMPER("1", "0"), "WL2004-T2.6", SS_CONDITION_PROVED);
  /* gyroscopic forces do no work */
  expect(TWO SPRINGS RUBS_X "force x = -x' + 3*y'\nforce y = -y' - 3*x'\n", "WL2004-T2.6",
         SS_CONDITION_PROVED);
}

/* TESTS: WL2004-T2.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("WL2004-T2");
}

/* TESTS: WL2004-T2.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\nforce y = -x\n", "WL2004-T2.2", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-T2.3 violated */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO "potential = x^2 - y^2\n" DAMPER("1", "1"), "WL2004-T2.3", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-T2.4 violated */
static void negative_damping(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X RUBS_Y DAMPER("1", "-1/1000000"), "WL2004-T2.4", SS_CONDITION_FAILED);
}

/* The two masses swing together and nothing damps them. */
/* TESTS: WL2004-T2.6 violated
 * TESTS: WL2004-T2 unknown */
static void undamped_motion(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_APART, "WL2004-T2.6", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damping_everywhere), cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),  cmocka_unit_test(negative_spring),
      cmocka_unit_test(negative_damping),   cmocka_unit_test(undamped_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
