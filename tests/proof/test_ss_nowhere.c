/* test_ss_nowhere.c: machines that cannot rest anywhere. */
#include "../../src/proof/energy.h"
#include "support.h"

#define INCLINE "models/small/box-on-incline.still"

/* tan(0.3) = 0.30934: with less friction the box slides for ever, for all of a range, too. */
/* TESTS: SS-NOWHERE proved */
static void too_steep(void **state) {
  (void)state;
  static const char *const settings[] = {"mu=0.3", "mu=0.25:0.309", "mu=0", "mu=0.3 g=5:20"};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    machine m = prove_file(INCLINE, settings[i]);
    assert_verdict(&m, SS_REFUTED, SS_CLAIM_NOT_ATTRACTIVE, "SS-NOWHERE");
    stop(&m);
  }
}

/* With more friction, or for some of a range, it rests everywhere; a stop holds it at one place. */
/* TESTS: SS-NOWHERE.1 violated */
static void held(void **state) {
  (void)state;
  machine m = prove_file(INCLINE, "mu=0.31");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-PERCH");
  stop(&m);
  m = prove_file(INCLINE, "mu=0.25:0.31");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
  m = prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y - x/2\n"
                 "contact floor { gap = y; slip = x'; law = coulomb(2/5) }\n"
                 "contact stop { gap = 9 - x }\n");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  stop(&m);
}

/* What depends on the position is not looked at everywhere: here it can rest beside the hill. */
/* TESTS: SS-NOWHERE unknown */
static void a_hill(void **state) {
  (void)state;
  machine m = prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                         "potential = y - x/2 + exp(-x^2)/2\n"
                         "contact floor { gap = y; slip = x'; law = coulomb(2/5) }\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(too_steep),
      cmocka_unit_test(held),
      cmocka_unit_test(a_hill),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
