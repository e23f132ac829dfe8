/* test_stance_solve.c: what is found holds; what is changed does not. */
#include "stances.h"

static void found_and_changed(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_int_equal(ss_stance_solve(s), SS_OK);
  assert_true(s->margin > 0);
  assert_true(ss_stance_verify(s));
  const double f = s->unknown[STANCE_F];
  s->unknown[STANCE_F] = -f;
  assert_false(ss_stance_verify(s));
  s->unknown[STANCE_F] = f;
  for (size_t k = 0; k < s->multipliers; k++) {
    const double N = s->multiplier[k];
    s->multiplier[k] = -1e-300;
    assert_false(ss_stance_verify(s));
    s->multiplier[k] = N;
  }
  assert_true(ss_stance_verify(s));
  stop(&m);
}

/* Rocking grows there (inverse chatter): nothing is found. */
static void not_found(void **state) {
  (void)state;
  machine m = prove_file("models/planar-biped.still", "d=0.4 mu1=0.25");
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_int_equal(ss_stance_solve(s), SS_OK);
  assert_false(ss_stance_verify(s));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(found_and_changed),
                                     cmocka_unit_test(not_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
