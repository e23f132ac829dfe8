/* test_stance_view.c: where the view looks, and that others are left alone. */
#include "stances.h"

static void positions(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_subject subject = {.arena = m.arena, .system = m.system};
  void *facts = NULL;
  const char *why_not = NULL;
  /* the first state of the model is its rest position */
  assert_int_equal(ss_view_stance.find(&subject, &facts, &why_not), SS_OK);
  assert_non_null(facts);
  const double high[] = {0, 1, 0};
  subject.at = high;
  assert_int_equal(ss_view_stance.find(&subject, &facts, &why_not), SS_OK);
  assert_null(facts);
  assert_null(why_not);
  stop(&m);
}

static void others(void **state) {
  (void)state;
  machine m = prove_file("models/two-masses.still", "");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(positions), cmocka_unit_test(others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
