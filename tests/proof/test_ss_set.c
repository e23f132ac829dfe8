/* test_ss_set.c: rest sets that are stable. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-SET", id, status);
}

#define LOOSE "potential = 1/2*(x - y)^2\n"

/* TESTS: SS-SET proved */
static void passive_machines(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "0"), "SS-SET.4", SS_CONDITION_PROVED);
  /* nothing dissipates: it is stable, and not attractive */
  expect(TWO SPRINGS, "SS-SET.4", SS_CONDITION_PROVED);
  /* springs that hold the distance only, and a floor */
  expect(TWO LOOSE RUBS_X "force x = 1/2\n", "SS-SET.5", SS_CONDITION_PROVED);
}

/* TESTS: SS-SET.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-SET");
}

/* TESTS: SS-SET.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\nforce y = -x\n", "SS-SET.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-SET.3 violated */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO "potential = x^2 - y^2\n" RUBS_Y, "SS-SET.3", SS_CONDITION_FAILED);
}

/* The oscillator with c = -3 runs from the end of its rest set across it and away, although
 * friction holds its middle: no claim about the set may be made where damping is negative. */
/* TESTS: SS-SET.4 violated
 * TESTS: SS-SET unknown */
static void negative_damping(void **state) {
  (void)state;
  static const char fed[] = "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = 3*x'\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(1) }\n";
  expect(fed, "SS-SET.4", SS_CONDITION_FAILED);
  machine m = read_machine("test.still", fed, 0, NULL);
  m.options.question = SS_QUESTION_STABLE;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "WL2004-C");
  assert_int_equal(m.proof.answers, 4);
  assert_true(m.proof.answer[0].point && m.proof.answer[0].verdict == SS_PROVED);
  assert_true(!m.proof.answer[1].point && m.proof.answer[1].what == SS_QUESTION_STABLE);
  assert_int_equal(m.proof.answer[1].verdict, SS_UNKNOWN);
  stop(&m);
}

/* A load at the bound of friction: there are rest points, and none with a margin. */
/* TESTS: SS-SET.5 violated */
static void no_margin(void **state) {
  (void)state;
  expect(TWO LOOSE RUBS_X "force x = 1\n", "SS-SET.5", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passive_machines),  cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force), cmocka_unit_test(negative_spring),
      cmocka_unit_test(negative_damping),  cmocka_unit_test(no_margin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
