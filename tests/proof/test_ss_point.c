/* test_ss_point.c: rest points that are stable, also where their rest set is not. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-POINT", id, status);
}

static machine ask(const char *text) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = SS_QUESTION_STABLE;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* TESTS: SS-POINT proved */
static void wells(void **state) {
  (void)state;
  expect(TWO SPRINGS DAMPER("1", "1"), "SS-POINT.5", SS_CONDITION_PROVED);
  /* fed, where friction acts */
  expect(TWO SPRINGS RUBS_X DAMPER("-1", "0"), "SS-POINT.5", SS_CONDITION_PROVED);
  /* every motion slips */
  expect(TWO SPRINGS RUBS_X RUBS_Y DAMPER("-1", "-1"), "SS-POINT.4", SS_CONDITION_PROVED);
  /* friction holds what springs push away: the set is unstable, its middle is not */
  expect(TWO "potential = y^2 - x^2\n" RUBS_X, "SS-POINT.6", SS_CONDITION_PROVED);
  expect(TWO "potential = -x^2 - y^2\n" RUBS_X RUBS_Y, "SS-POINT.6", SS_CONDITION_PROVED);
}

/* A saddle: asked about stability, the set counts. */
static void the_set_counts(void **state) {
  (void)state;
  machine m = ask(TWO "potential = y^2 - x^2\nforce y = -y'\n" RUBS_X);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T3");
  stop(&m);
  m = ask(TWO SPRINGS RUBS_X RUBS_Y DAMPER("-1", "-1"));
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-POINT");
  stop(&m);
}

/* TESTS: SS-POINT.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-POINT");
}

/* TESTS: SS-POINT.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\nforce y = -x\n", "SS-POINT.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-POINT.4 violated */
static void pushed_without_slip(void **state) {
  (void)state;
  expect(TWO "potential = x^2 - y^2\n" RUBS_X, "SS-POINT.4", SS_CONDITION_FAILED);
  expect(TWO "potential = x^2\n" RUBS_X, "SS-POINT.4", SS_CONDITION_FAILED);
}

/* What a range leaves open is not called failed. */
static void ranges(void **state) {
  (void)state;
  expect("param k = 1 in [-1, 1]\n" TWO "potential = x^2 + k*y^2\n" RUBS_X, "SS-POINT.4",
         SS_CONDITION_UNKNOWN);
  expect("param k = 1 in [1, 100]\n" TWO "potential = -x^2 + k*y^2\n" RUBS_X, "SS-POINT.6",
         SS_CONDITION_PROVED);
}

/* TESTS: SS-POINT.5 violated */
static void fed_without_slip(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1/1000"), "SS-POINT.5", SS_CONDITION_FAILED);
}

/* TESTS: SS-POINT.6 violated
 * TESTS: SS-POINT unknown */
static void no_margin(void **state) {
  (void)state;
  expect(TWO "potential = y^2\n" RUBS_X "force x = 1\n", "SS-POINT.6", SS_CONDITION_FAILED);
  machine m = ask(TWO "potential = y^2\n" RUBS_X "force x = 1\n");
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-POINT");
  assert_non_null(strstr(m.proof.reason, "no rest point was shown to leave a margin"));
  assert_int_equal(m.proof.answers, 1);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wells),
      cmocka_unit_test(the_set_counts),
      cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),
      cmocka_unit_test(pushed_without_slip),
      cmocka_unit_test(ranges),
      cmocka_unit_test(fed_without_slip),
      cmocka_unit_test(no_margin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
