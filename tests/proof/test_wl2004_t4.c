/* test_wl2004_t4.c: the whole rest set inside the level. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "WL2004-T4", id, status);
}

/* TESTS: WL2004-T4 proved */
static void stiff_springs(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("-1/2", "1"), "WL2004-T4.9", SS_CONDITION_PROVED);
}

/* TESTS: WL2004-T4.8 violated
 * TESTS: WL2004-T4 unknown */
static void friction_elsewhere(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1"), "WL2004-T4.6", SS_CONDITION_FAILED);
}

/* Soft springs: the rest set reaches beyond the level, and theorem 3 stands alone. */
/* TESTS: WL2004-T4.9 violated */
static void soft_springs(void **state) {
  (void)state;
  machine m = prove_text(TWO "potential = 1/200*(x^2 + y^2)\n" RUBS_X RUBS_Y DAMPER("-1", "1"));
  assert_verdict(&m, SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-T3");
  /* V_E = 2 * 100/2, the level 1/2: the scaled rest set sqrt(1/200) E is inside */
  assert_near(m.proof.rest_energy, 100, 1e-14);
  assert_near(m.proof.levels.proved, 0.5, 1e-12);
  assert_near(m.proof.rest_fraction, sqrt(1. / 200), 1e-12);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiff_springs),
      cmocka_unit_test(friction_elsewhere),
      cmocka_unit_test(soft_springs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
