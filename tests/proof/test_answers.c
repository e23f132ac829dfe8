/* test_answers.c: what claims say, and in which order a proof tells them. */
#include "support.h"

static void test_words(void **state) {
  (void)state;
  assert_string_equal(ss_claim_word(SS_CLAIM_NONE), "none");
  assert_string_equal(ss_claim_word(SS_CLAIM_UNBOUNDED), "unbounded");
  assert_string_equal(ss_question_word(SS_QUESTION_BOUNDED), "bounded");
  assert_string_equal(ss_scope_word(SS_SCOPE_SUBSET), "subset");
  for (int c = SS_CLAIM_GLOBALLY_ATTRACTIVE; c <= SS_CLAIM_UNBOUNDED; c++) {
    int questions = 0;
    for (int q = 0; q < SS_QUESTIONS; q++)
      questions += ss_claim_answers((ss_claim)c, (ss_question)q);
    /* an unstable rest set answers two questions */
    assert_int_equal(questions, c == SS_CLAIM_UNSTABLE ? 2 : 1);
    assert_int_not_equal(ss_claim_verdict((ss_claim)c), SS_UNKNOWN);
  }
}

static machine ask(const char *text, ss_question question) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

static void expect(const ss_answer *a, ss_question what, bool point, ss_verdict verdict) {
  assert_int_equal(a->what, what);
  assert_int_equal(a->point, point);
  assert_int_equal(a->verdict, verdict);
  assert_int_equal(a->theorem == NULL, verdict == SS_UNKNOWN);
  assert_int_equal(a->scope == SS_SCOPE_NONE, verdict == SS_UNKNOWN);
}

/* The question comes first, whichever it is; every claim is about all there is to know. */
static void test_order(void **state) {
  (void)state;
  for (int q = 0; q < SS_QUESTIONS; q++) {
    machine m =
        ask("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\nforce x = -x'\n", (ss_question)q);
    assert_int_equal(m.proof.verdict, SS_PROVED);
    assert_int_equal(m.proof.answers, 4);
    assert_int_equal(m.proof.answer[0].what, q);
    unsigned seen = 0;
    for (size_t i = 0; i < 4; i++) {
      assert_int_equal(m.proof.answer[i].verdict, SS_PROVED);
      seen |= 1u << m.proof.answer[i].what;
    }
    assert_int_equal(seen, 7);
    stop(&m);
  }
}

/* Motions that leave an unstable rest set may come back: attraction is not what was refuted. */
static void test_unstable_is_not_unattractive(void **state) {
  (void)state;
  machine m = ask(TWO SPRINGS RUBS_X DAMPER("1", "-1"), SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-STICK");
  expect(&m.proof.answer[0], SS_QUESTION_ATTRACTIVE, false, SS_UNKNOWN);
  expect(&m.proof.answer[1], SS_QUESTION_STABLE, false, SS_REFUTED);
  stop(&m);
  m = ask(TWO "potential = x^2 - y^2\nforce x = -x'\nforce y = -y'\n", SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, NULL);
  stop(&m);
  m = ask(TWO "potential = x^2 - y^2\n" RUBS_X RUBS_Y, SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T3");
  assert_int_equal(m.proof.answers, 3);
  expect(&m.proof.answer[0], SS_QUESTION_ATTRACTIVE, false, SS_REFUTED);
  expect(&m.proof.answer[1], SS_QUESTION_STABLE, false, SS_REFUTED);
  expect(&m.proof.answer[2], SS_QUESTION_BOUNDED, false, SS_REFUTED);
  stop(&m);
}

/* Levels stand where a claim has one. */
static void test_levels(void **state) {
  (void)state;
  machine m = ask(TWO SPRINGS RUBS_X DAMPER("-1/2", "1"), SS_QUESTION_ATTRACTIVE);
  assert_int_equal(m.proof.answers, 3);
  assert_true(m.proof.answer[0].level == m.proof.levels.proved);
  expect(&m.proof.answer[1], SS_QUESTION_STABLE, true, SS_PROVED);
  assert_true(isnan(m.proof.answer[1].level));
  assert_true(m.proof.answer[2].level == m.proof.levels.proved);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_unstable_is_not_unattractive),
      cmocka_unit_test(test_levels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
