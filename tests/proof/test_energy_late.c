/* test_energy_late.c: dissipation that is only seen by derivatives. */
#include "energy_support.h"

#define TIED PLANE "potential = x^2/2 + x^4/4 + (y - x)^2/2\n"

static size_t depth_of(const char *text) {
  const char *why_not;
  ss_energy_point point;
  machine m = read_machine("t", text, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  assert_int_equal(ss_energy_find_point(e, NULL, &point), SS_OK);
  assert_true(point.found);
  const size_t depth = ss_energy_find_depth(e, &point);
  stop(&m);
  return depth;
}

/* x' = 0, then the force on x, its rate, and the rate of that: four rows for (x, y, x', y'). */
static void depths(void **state) {
  (void)state;
  assert_int_equal(depth_of(TIED "force x = -x'\n"), 4);
  assert_int_equal(depth_of(TIED "force x = -x'^3\n"), 4);
  /* in the closed contact x = y/3, what moves is damped by itself; the open one accelerates */
  assert_int_equal(depth_of(PLANE "potential = x + y^2/2 + x*y/4 + x^4\nforce x = -x'\n"
                                  "contact c { gap = x - y/3; restitution = newton(1/2, 0) }\n"),
                   2);
}

/* A mass that nothing pulls at; a mode that the damper does not move; one that it moves to second
 * order only; along a wall. */
static void never_seen(void **state) {
  (void)state;
  assert_int_equal(depth_of(PLANE "potential = x^2 + y^2 + y^4\nforce x = -x'\n"), 0);
  assert_int_equal(depth_of(PLANE "potential = x^2 + x^4 + y^2 + y^4 + (y - x)^2\n"
                                  "force x = -x' - y'\nforce y = -x' - y'\n"),
                   0);
  assert_int_equal(depth_of(PLANE "potential = x^2/2 + y^2/2 + x*y^2\nforce x = -x'\n"), 0);
  assert_int_equal(depth_of(PLANE "potential = x + y^2/2 + y^4\nforce x = -x'\n"
                                  "contact c { gap = x; restitution = newton(1/2, 0) }\n"),
                   0);
}

/* What rubs, sticks, and hides what moves behind it; what nothing depends on drifts. */
static void not_tried(void **state) {
  (void)state;
  assert_int_equal(depth_of(TIED "force x = -x'\n"
                                 "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"),
                   0);
  assert_int_equal(depth_of("coord x, y\nkinetic = x'^2 + y'^2 + x'*y'\npotential = x^2 + x^4\n"
                            "force x = -x'\n"),
                   0);
}

/* Bounces without loss may go on for ever, and friction holds what would show the rest. */
static void proofs(void **state) {
  (void)state;
  machine m = prove_text(TIED "force x = -x'\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "LW2008-T1");
  assert_true(m.proof.levels.proved > 0.1);
  stop(&m);
  static const char *const texts[] = {
      PLANE "potential = x^2 + y^2 + y^4\nforce x = -x'\n",
      PLANE "potential = x + y^2/2 + x*y/4 + x^4\nforce x = -x'\n"
            "contact c { gap = x - y/3; restitution = newton(1, 0) }\n",
      "param c = 1 in [0, 1]\n" TIED "force x = -c*x'\n",
      TIED "force x = -x'*x^2\n",
      TIED "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    m = prove_text(texts[i]);
    assert_int_equal(m.proof.verdict, SS_UNKNOWN);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depths),
      cmocka_unit_test(never_seen),
      cmocka_unit_test(not_tried),
      cmocka_unit_test(proofs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
