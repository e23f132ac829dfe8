/* test_lw2008_t3.c: negative stiffness. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "LW2008-T3", id, status);
}

#define SADDLE "potential = 1/2*x^2 + 2*x*y + 1/2*y^2\n"

/* TESTS: LW2008-T3 proved */
static void a_saddle_held_by_friction(void **state) {
  (void)state;
  machine m = prove_text(TWO SADDLE RUBS_X RUBS_Y DAMPER("1/5", "1/5"));
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T3");
  /* the rest points with the lowest energy are +-(1, -1), V = -1 */
  assert_near(m.proof.rest_energy, 1, 1e-12);
  assert_near(fabs(m.proof.escape.q[0]), 1, 1e-12);
  assert_near(m.proof.escape.q[1], -m.proof.escape.q[0], 1e-12);
  stop(&m);
}

/* The maximum of -V on the rest set need not be a corner: it is in the middle of an edge. */
static void the_maximum_is_no_corner(void **state) {
  (void)state;
  machine m = prove_text(TWO "potential = x^2 - 1/4*y^2\n" RUBS_X
                             "friction b { slip = y'; normal = 2/5; law = coulomb(1) }\n");
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T3");
  assert_near(m.proof.rest_energy, 0.16, 1e-12);
  assert_true(fabs(m.proof.escape.q[0]) < 1e-12);
  assert_near(fabs(m.proof.escape.q[1]), 0.8, 1e-12);
  stop(&m);
}

/* Irrational numbers and ranges, in all matrices. */
static void within_radii(void **state) {
  (void)state;
  static const char rest[] = "kinetic = 1/2*(s*x'^2 + y'^2)\npotential = s*x^2 + 4*x*y + y^2/s\n"
                             "force x = -s*x'\nforce y = -y'\n" RUBS_X;
  const char *const parameter[] = {"sqrt(2)", "1 in [0.9, 1.1]"};
  for (int i = 0; i < 2; i++) {
    char text[256];
    snprintf(text, sizeof text, "param s = %s\ncoord x, y\n%s", parameter[i], rest);
    expect(text, "LW2008-T3.6", SS_CONDITION_PROVED);
    machine m = prove_text(text);
    assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, NULL);
    stop(&m);
  }
  /* s^2 = 4 somewhere: singular; s^2 > 4 somewhere: positive */
  expect("param s = 1 in [1, 2]\ncoord x, y\nkinetic = x'^2 + y'^2\n"
         "potential = s^2*x^2 + 4*x*y + y^2\n" RUBS_X DAMPER("1", "1"),
         "LW2008-T3.3", SS_CONDITION_UNKNOWN);
}

/* Friction does not reach what pushes: E is on the y axis, V >= 0 there, x leaves. */
static void friction_elsewhere(void **state) {
  (void)state;
  expect("coord x, y\nkinetic = 1/2*(sqrt(2)*x'^2 + y'^2)\n"
         "potential = 1/2*(y^2 - x^2)\nforce x = -x'\nforce y = -y'\n"
         "friction a { slip = y'; normal = 1; law = coulomb(1) }\n",
         "LW2008-T3.6", SS_CONDITION_PROVED);
}

/* TESTS: LW2008-T3.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("LW2008-T3");
}

/* TESTS: LW2008-T3.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SADDLE "force x = y\n", "LW2008-T3.2", SS_CONDITION_FAILED);
}

/* TESTS: LW2008-T3.3 violated */
static void singular_stiffness(void **state) {
  (void)state;
  expect(TWO "potential = -x^2\n", "LW2008-T3.3", SS_CONDITION_FAILED);
}

/* TESTS: LW2008-T3.4 violated */
static void positive_stiffness(void **state) {
  (void)state;
  expect(TWO SPRINGS, "LW2008-T3.4", SS_CONDITION_FAILED);
}

/* Damping that feeds and a spring that pushes. Without friction on what is fed, and with a motion
 * without slip that decays, nothing decides. */
/* TESTS: LW2008-T3.5 violated
 * TESTS: LW2008-T3 unknown */
static void negative_damping(void **state) {
  (void)state;
  expect(TWO SADDLE RUBS_X RUBS_Y DAMPER("-1", "1"), "LW2008-T3.5", SS_CONDITION_FAILED);
  machine m = prove_text(PUSHED_AND_FED);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  assert_non_null(m.proof.reason);
  stop(&m);
}

/* TESTS: LW2008-T3.6 violated */
static void a_free_direction(void **state) {
  (void)state;
  expect(TWO SADDLE RUBS_X, "LW2008-T3.6", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_saddle_held_by_friction), cmocka_unit_test(the_maximum_is_no_corner),
      cmocka_unit_test(friction_elsewhere),        cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),         cmocka_unit_test(singular_stiffness),
      cmocka_unit_test(positive_stiffness),        cmocka_unit_test(negative_damping),
      cmocka_unit_test(a_free_direction),          cmocka_unit_test(within_radii),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
