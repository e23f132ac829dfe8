/* test_energy_fed.c: negative damping and friction; levels against closed forms. */
#include "energy_support.h"

#define HINGE(p) "friction f { slip = x'; normal = 1; law = coulomb(" p ") }\n"
#define SWING    "coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\nforce x = x'/2\n"

/* One coordinate: the level is m p^2/(2 c^2) = 0.18. */
static void a_pendulum(void **state) {
  (void)state;
  machine m = prove_text(SWING HINGE("3/10"));
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "LW2008-T1");
  assert_true(m.proof.levels.proved <= 0.18 && m.proof.levels.proved > 0.1799);
  stop(&m);
  /* friction that is doubled, once by its slip */
  m = prove_text(SWING "friction f { slip = -2*x'; normal = 1; law = coulomb(15/100) }\n");
  assert_true(m.proof.levels.proved <= 0.18 && m.proof.levels.proved > 0.1799);
  stop(&m);
}

/* Of two coordinates one is damped by itself. With a mass matrix that couples at x = 0 by 1/4 the
 * least T at x' = 0.6 is 0.18 (1 - 1/16). */
static void coupled(void **state) {
  (void)state;
  machine m =
      prove_text("coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2 + x'*y'*cos(x)/4\n"
                 "potential = 1 - cos(x) + (y - x)^2/2\nforce x = x'/2\nforce y = -y'/4\n" //
                 HINGE("3/10"));
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_true(m.proof.levels.proved <= 0.16875 && m.proof.levels.proved > 0.1687);
  stop(&m);
}

/* Damping that couples: r_x = p - |u_x|/2 + ... is not positive first where u_y helps. */
static void both_are_fed(void **state) {
  (void)state;
  machine m =
      prove_text("coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\n"
                 "potential = 1 - cos(x) + y^2/2\n"
                 "force x = (x' + y')/2\nforce y = (x' + y')/2\n" //
                 HINGE("3/10") "friction h { slip = y'; normal = 1; law = coulomb(3/10) }\n");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  /* 3/10 = (|u_x| + |u_y|)/2 has the least T at u_x = u_y = 3/10: 9/100 */
  assert_true(m.proof.levels.proved <= 0.09 && m.proof.levels.proved > 0.0899);
  stop(&m);
}

/* Nothing rubs there; a disk takes less than the sum of its parts; a coordinate without friction
 * that another one feeds. */
static void not_shown(void **state) {
  (void)state;
  machine swing = prove_text(SWING); /* nothing takes the energy: SS-ALONG refutes */
  assert_int_equal(swing.proof.verdict, SS_REFUTED);
  stop(&swing);
  static const char *const texts[] = {
      "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = 1 - cos(x) + y^2/2\n"
      "force x = x'/2\nforce y = y'/2\n"
      "friction f { slip = (x', y'); normal = 1; law = disk(3/10) }\n",
      "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = 1 - cos(x) + y^2/2\n"
      "force x = y'/2\nforce y = x'/2 - y'\n" HINGE("3/10"),
      "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = 1 - cos(x) + y^2/2\n"
      "force x = -x'\nforce y = y'/100\n" HINGE("3/10"),
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = prove_text(texts[i]);
    assert_int_equal(m.proof.verdict, SS_UNKNOWN);
    stop(&m);
  }
}

/* Where damping is positive, nothing is weighed. */
static void damped(void **state) {
  (void)state;
  const char *why_not;
  ss_energy_point point;
  static const char *const texts[] = {
      "coord x\nkinetic = x'^2\npotential = 1 - cos(x)\nforce x = -x'\n" HINGE("1/2"),
      "coord x\nkinetic = x'^2\npotential = 1 - cos(x)\nforce x = (1 - 2*cos(x))*x'\n" HINGE("1/2"),
      "coord x\nkinetic = x'^2\npotential = 1 - cos(x)\nforce x = (cos(x) - 1/2)*x'\n" HINGE("1/2"),
  };
  for (size_t i = 0; i < 3; i++) {
    machine m = read_machine("t", texts[i], 0, NULL);
    ss_energy *e = see(&m, &why_not);
    assert_int_equal(ss_energy_find_point(e, NULL, &point), SS_OK);
    assert_true(point.found);
    ss_energy_judge_damping(e, &point);
    assert_int_equal(e->fed, i == 2);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pendulum), cmocka_unit_test(coupled), cmocka_unit_test(both_are_fed),
      cmocka_unit_test(not_shown),  cmocka_unit_test(damped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
