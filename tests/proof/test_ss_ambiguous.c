/* test_ss_ambiguous.c: the paper's ambiguous region, from inside and outside. */
#include "stances.h"

/* TESTS: SS-AMBIGUOUS proved */
static void two_solutions(void **state) {
  (void)state;
  static const char *const points[] = {"d=0.1 mu1=0.05", "d=0.1 mu1=0.25", "d=0.25 mu1=0.15",
                                       "d=0.4 mu1=0.05"};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    machine m = ask_biped(points[i]);
    assert_int_equal(m.proof.verdict, SS_REFUTED);
    assert_string_equal(m.proof.theorem, "SS-AMBIGUOUS");
    stop(&m);
  }
}

/* Wedged between two walls that lean over: friction can hold it, and it can fall freely. */
static void wedged(void **state) {
  (void)state;
  machine m = ask_biped("alpha=0 h=0 d=0.5 mu1=2 mu2=2 phi1=-1.7 phi2=1.7");
  assert_int_equal(m.proof.verdict, SS_REFUTED);
  assert_string_equal(m.proof.theorem, "SS-AMBIGUOUS");
  assert_non_null(strstr(condition_of(&m, 2)->detail, "free"));
  stop(&m);
  m = ask_biped("alpha=0 h=0 d=0.5 mu1=0.1 mu2=0.1 phi1=-1.7 phi2=1.7"); /* it cannot */
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* Not held: it is no rest position. */
/* TESTS: SS-AMBIGUOUS.1 violated */
static void not_held(void **state) {
  (void)state;
  machine m = ask_biped("mu1=0.05 mu2=0.05 d=0.1");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-AMBIGUOUS.2 violated
 * TESTS: SS-AMBIGUOUS unknown */
static void one_solution(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25"); /* unstable by growing, which this does not see */
  assert_string_equal(m.proof.theorem, "SS-GROWS");
  stop(&m);
  m = ask_biped("d=0.4 mu1=0.25 e=1"); /* elastic bounces never end: nor does a cycle of them */
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_solutions), cmocka_unit_test(not_held),
                                     cmocka_unit_test(one_solution), cmocka_unit_test(wedged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
