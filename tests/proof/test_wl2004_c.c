/* test_wl2004_c.c: oscillators with negative damping. */
#include "oscillator.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_oscillator(text, "WL2004-C", false, id, status);
}

/* TESTS: WL2004-C proved */
static void held_by_friction(void **state) {
  (void)state;
  machine m = prove_text(MASS "potential = 1/2*x^2 + 1/4*x^4\nforce x = 1/2*x'\n" RUBS);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-C");
  assert_string_equal(m.proof.level, "2");
  /* x + x^3 = 1 at the end of the rest set: V_E to 1e-12, from above */
  assert_near(m.proof.rest_energy, 0.28697475892619684, 1e-11);
  assert_true(m.proof.rest_energy >= 0.28697475892619684 * (1 - 1e-15));
  stop(&m);
}

/* Every number at its worst end: 1 * 1^2/(2 * 0.3^2), and x + 0 = 2 ends the rest set. */
/* TESTS: WL2004-C proved */
static void ranges(void **state) {
  (void)state;
  machine m = prove_text("param c = 0.2 in [0.1, 0.3]\nparam l = 1 in [0, 1]\n"
                         "param p = 1 in [1, 2]\nparam m = 1 in [1, 3]\n"
                         "coord x\nkinetic = 1/2*m*x'^2\npotential = 1/2*x^2 + 1/4*l*x^4\n"
                         "force x = c*x'\n"
                         "friction a { slip = x'; normal = p; law = coulomb(1) }\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-C");
  assert_string_equal(m.proof.level, "50/9");
  assert_near(m.proof.rest_energy, 6, 0);
  stop(&m);
}

/* TESTS: WL2004-C.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_oscillator(MASS "potential = x^2\n", "WL2004-C", true, "WL2004-C.1", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-C.2 violated
 * TESTS: WL2004-C unknown */
static void softening_spring(void **state) {
  (void)state;
  expect(MASS "potential = x^2 - x^4\nforce x = x'\n" RUBS, "WL2004-C.2", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-C.3 violated */
static void no_friction(void **state) {
  (void)state;
  expect(MASS "potential = x^2\nforce x = x'\n", "WL2004-C.3", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-C.4 violated */
static void positive_damping(void **state) {
  (void)state;
  expect(MASS "potential = x^2\nforce x = -x'\n" RUBS, "WL2004-C.4", SS_CONDITION_FAILED);
  expect("param c = 0.2 in [-0.1, 0.3]\n" MASS "potential = x^2\nforce x = c*x'\n" RUBS,
         "WL2004-C.4", SS_CONDITION_FAILED);
}

/* The rest set is longer than the level: only a part of it is claimed. */
/* TESTS: WL2004-C.5 violated */
static void long_rest_set(void **state) {
  (void)state;
  machine m = prove_text(MASS "potential = 1/2*x^2\nforce x = 3/2*x'\n" RUBS);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-C");
  assert_string_equal(m.proof.level, "2/9");
  assert_near(m.proof.rest_fraction, 2. / 3, 1e-12);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(held_by_friction), cmocka_unit_test(ranges),
      cmocka_unit_test(negative_mass),    cmocka_unit_test(softening_spring),
      cmocka_unit_test(no_friction),      cmocka_unit_test(positive_damping),
      cmocka_unit_test(long_rest_set),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
