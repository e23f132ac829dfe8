/* test_wl2004_a.c: passive oscillators. */
#include "oscillator.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_oscillator(text, "WL2004-A", false, id, status);
}

/* TESTS: WL2004-A proved */
static void passive(void **state) {
  (void)state;
  expect(MASS "potential = x^2\n" RUBS, "WL2004-A.4", SS_CONDITION_PROVED);
  expect(MASS "potential = x^2 + x^4 + 1/7*x^6\n" RUBS "force x = -x'\n", "WL2004-A.4",
         SS_CONDITION_PROVED);
  expect(MASS "potential = x^2 - 3*x\nforce x = -x'\n", "WL2004-A.4", SS_CONDITION_PROVED);
}

/* TESTS: WL2004-A.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_oscillator(MASS "potential = x^2\n", "WL2004-A", true, "WL2004-A.1", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-A.2 violated
 * TESTS: WL2004-A unknown */
static void softening_spring(void **state) {
  (void)state;
  expect(MASS "potential = x^2 - x^4\n" RUBS, "WL2004-A.2", SS_CONDITION_FAILED);
  /* what another theorem says is about a region only: beyond its hills the motion runs away */
  machine m = prove_text(MASS "potential = x^2 - x^4\n" RUBS);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, "LW2008-T1");
  assert_true(m.proof.region_count == 2 && m.proof.region_hi[0] < 0.7072);
  assert_non_null(strstr(m.proof.sentence, "in the region"));
  stop(&m);
}

/* TESTS: WL2004-A.3 violated */
static void negative_damping(void **state) {
  (void)state;
  expect(MASS "potential = x^2\nforce x = x'\n" RUBS, "WL2004-A.3", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-A.4 violated */
static void nothing_dissipates(void **state) {
  (void)state;
  expect(MASS "potential = x^2 + x^4\n", "WL2004-A.4", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passive),
      cmocka_unit_test(negative_mass),
      cmocka_unit_test(softening_spring),
      cmocka_unit_test(negative_damping),
      cmocka_unit_test(nothing_dissipates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
