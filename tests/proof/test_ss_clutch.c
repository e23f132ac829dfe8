/* test_ss_clutch.c: levers, pawls and wheels. */
#include "support.h"

#define LEVER  "coord a, b\nkinetic = 1/2*(a'^2 + b'^2)\n"
#define SPRING "potential = 1/2*a^2\n"
#define PAWL   "clutch pawl { slip = b' - a'; law = oneway }\n"
#define BRAKE  "friction brake { slip = b'; normal = 1; law = coulomb(1) }\n"
#define ARM    "friction brake { slip = r*b'; normal = 1; law = coulomb(1) }\n"

/* The machine is not proved, and its conditions end with this one. */
static void expect_failure(const char *text, const char *id) {
  machine m = prove_text(text);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-CLUTCH");
  const ss_condition *last = &m.proof.condition[m.proof.conditions - 1];
  assert_string_equal(last->id, id);
  assert_int_not_equal(last->status, SS_CONDITION_PROVED);
  stop(&m);
}

/* The lever swings back freely, and drives the wheel when it swings forwards; loads that the brake
 * holds; a clutch that opens the other way, and one to the frame. */
/* TESTS: SS-CLUTCH proved */
static void a_ratchet(void **state) {
  (void)state;
  static const char *const texts[] = {
      LEVER SPRING PAWL BRAKE,
      LEVER SPRING PAWL BRAKE "force b = 0.9\n",
      LEVER SPRING BRAKE "clutch pawl { slip = a' - b'; law = oneway }\n",
      LEVER SPRING BRAKE "clutch frame { slip = a'; law = oneway }\n",
      "param k = 1 in [0.9, 1.1]\n" LEVER PAWL BRAKE "potential = 1/2*k*a^2\n",
      "param r = 1 in [0.5, 2]\n" LEVER SPRING PAWL ARM "force b = 0.49\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = prove_text(texts[i]);
    assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-CLUTCH");
    assert_int_equal(m.proof.how, SS_HOW_ASYMPTOTIC);
    stop(&m);
  }
}

/* TESTS: SS-CLUTCH.1 violated */
static void negative_mass(void **state) {
  (void)state;
  machine m = start_facts(LEVER SPRING PAWL BRAKE);
  settle(&m);
  fmpq_set_si(ss_entry(m.facts.M, 1, 1), -1, 1);
  ss_attempt a;
  ss_attempt_start(&a, m.arena, &m.options, find_theorem("SS-CLUTCH"), &m.facts);
  assert_false(ss_theorem_ss_clutch(&a));
  assert_string_equal(a.condition[a.count - 1].id, "SS-CLUTCH.1");
  ss_attempt_clear(&a);
  stop(&m);
}

/* TESTS: SS-CLUTCH.2 violated
 * TESTS: SS-CLUTCH.3 violated
 * TESTS: SS-CLUTCH.4 violated
 * TESTS: SS-CLUTCH.5 violated
 * TESTS: SS-CLUTCH.6 violated
 * TESTS: SS-CLUTCH.7 violated
 * TESTS: SS-CLUTCH unknown */
static void what_fails(void **state) {
  (void)state;
  expect_failure(LEVER SPRING PAWL BRAKE "force a = b\n", "SS-CLUTCH.2");
  expect_failure(LEVER "potential = -a^2\n" PAWL BRAKE, "SS-CLUTCH.3");
  expect_failure(LEVER SPRING PAWL BRAKE "force a = a'/9\n", "SS-CLUTCH.4");
  /* a second lever that no clutch knows */
  expect_failure(
      "coord a, b, c\nkinetic = 1/2*(a'^2 + b'^2 + c'^2)\npotential = 1/2*(a^2 + c^2)\n" PAWL BRAKE,
      "SS-CLUTCH.5");
  expect_failure(LEVER SPRING PAWL "force b = -b'\n", "SS-CLUTCH.6");
  expect_failure(LEVER SPRING PAWL BRAKE "force b = 1\n", "SS-CLUTCH.7");
  expect_failure("param r = 1 in [0.5, 2]\n" LEVER SPRING PAWL ARM "force b = 0.5\n",
                 "SS-CLUTCH.7");
}

/* No theorem about machines without clutches sees one with: a free lever is unknown, not undamped;
 * and a nonlinear one is none of these. */
static void others_keep_away(void **state) {
  (void)state;
  machine m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2 + x^4\nforce x = -x'\n"
                         "clutch c { slip = x'; law = oneway }\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
  m = prove_text(LEVER SPRING PAWL);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_null(m.proof.linear);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ratchet), cmocka_unit_test(negative_mass),
                                     cmocka_unit_test(what_fails),
                                     cmocka_unit_test(others_keep_away)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
