/* test_ss_squeal.c: belts whose friction falls with speed feed what stands on them.
 *
 * m x'' + c x' + k x = N mu(|x' - v|): near rest c is lessened by N |mu'(v)|, with
 * |mu'(v)| = 2 (mus - muk) v/vs^2 exp(-(v/vs)^2); here 2 (0.2)(0.1)/0.01 exp(-1) = 1.4715. */
#include "support.h"

#define MASS_ON_BELT(c)                                                                            \
  "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -(" c ")*x'\n"                      \
  "friction belt { slip = x' - 0.1; normal = 1; law = stribeck(0.5, 0.3, 0.1) }\n"

static machine ask(const char *text, ss_question question) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* TESTS: SS-SQUEAL proved */
static void squeals(void **state) {
  (void)state;
  static const char *const texts[] = {
      MASS_ON_BELT("0"), MASS_ON_BELT("1.471"),
      /* whichever way it runs */
      "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
      "friction belt { slip = 0.1 - x'; normal = 1; law = stribeck(0.5, 0.3, 0.1) }\n",
      "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
      "friction belt { slip = x' + 0.1; normal = 1; law = stribeck(0.5, 0.3, 0.1) }\n",
      /* beside a friction that holds another mass */
      TWO "potential = x^2 + y^2\n" RUBS_Y
          "friction belt { slip = x' - 0.1; normal = 1; law = stribeck(0.5, 0.3, 0.1) }\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = ask(texts[i], SS_QUESTION_ATTRACTIVE);
    assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-SQUEAL");
    stop(&m);
  }
}

/* TESTS: SS-SQUEAL.5 violated
 * TESTS: SS-SQUEAL unknown */
static void damped(void **state) {
  (void)state;
  /* just above the limit; and friction that rises with speed, or holds though it falls to 0 */
  static const char *const texts[] = {
      MASS_ON_BELT("1.472"),
      "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
      "friction belt { slip = x' - 0.1; normal = 1; law = stribeck(0.3, 0.5, 0.1) }\n",
      "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = 0.05*x'\n"
      "friction f { slip = x'; normal = 1; law = stribeck(0.3, 0, 0.1) }\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = ask(texts[i], SS_QUESTION_STABLE);
    if (i == 0) {
      assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-SQUEAL");
      assert_int_equal(status_of(&m.proof, "SS-SQUEAL.5"), SS_CONDITION_FAILED);
    } else if (i == 2) {
      assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
    } else {
      assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-BELT");
    }
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(squeals), cmocka_unit_test(damped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
