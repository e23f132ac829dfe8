/* test_ss_bounded.c: machines whose motions are bounded. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-BOUNDED", id, status);
}

static machine ask(const char *text) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = SS_QUESTION_BOUNDED;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

#define LOOSE "potential = 1/2*(x - y)^2\n"

/* TESTS: SS-BOUNDED proved */
static void passive_machines(void **state) {
  (void)state;
  expect(TWO SPRINGS, "SS-BOUNDED.4", SS_CONDITION_PROVED);
  expect(TWO LOOSE RUBS_X, "SS-BOUNDED.6", SS_CONDITION_PROVED);
  machine m = ask(TWO SPRINGS);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_BOUNDED, "SS-BOUNDED");
  assert_int_equal(m.proof.answer[0].scope, SS_SCOPE_GLOBAL);
  stop(&m);
}

/* TESTS: SS-BOUNDED.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-BOUNDED");
}

/* TESTS: SS-BOUNDED.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\nforce y = -x\n", "SS-BOUNDED.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-BOUNDED.3 violated
 * TESTS: SS-BOUNDED unknown */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO "potential = x^2 - y^2\n" RUBS_Y, "SS-BOUNDED.3", SS_CONDITION_FAILED);
  /* friction acts on y, damping on nothing: that x swings on for ever hides what y does */
  machine m = ask(TWO "potential = x^2 - y^2\n" RUBS_Y);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-BOUNDED");
  assert_non_null(strstr(m.proof.reason, "the energy bounds no motion"));
  stop(&m);
  /* with damping the energy is lost for good */
  m = ask(TWO "potential = x^2 - y^2\nforce x = -x'\n" RUBS_Y);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNBOUNDED, "LW2008-T3");
  stop(&m);
}

/* Below a level motions are bounded all the same; without friction one grows for ever. */
/* TESTS: SS-BOUNDED.4 violated */
static void negative_damping(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("-1", "1"), "SS-BOUNDED.4", SS_CONDITION_FAILED);
  machine m = ask(TWO SPRINGS RUBS_X DAMPER("-1", "1"));
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_BOUNDED, "WL2004-T3");
  assert_true(m.proof.answer[0].level > 0 && m.proof.answer[0].level == m.proof.levels.proved);
  stop(&m);
  m = ask(TWO SPRINGS DAMPER("-1", "1/2"));
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNBOUNDED, "SS-STICK");
  stop(&m);
  /* with friction elsewhere the growing motion may end in it: nobody knows */
  m = ask(TWO SPRINGS RUBS_X DAMPER("1", "-1"));
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-BOUNDED.5 violated */
static void nothing_holds_the_middle(void **state) {
  (void)state;
  expect(TWO LOOSE RUBS_APART, "SS-BOUNDED.5", SS_CONDITION_FAILED);
}

/* TESTS: SS-BOUNDED.6 violated */
static void a_load_at_the_bound(void **state) {
  (void)state;
  expect(TWO LOOSE RUBS_X "force x = 1\n", "SS-BOUNDED.6", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passive_machines),    cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),   cmocka_unit_test(negative_spring),
      cmocka_unit_test(negative_damping),    cmocka_unit_test(nothing_holds_the_middle),
      cmocka_unit_test(a_load_at_the_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
