/* test_linear_view.c: which linear machines a theorem concerns, what a certificate says of them,
 * and what is told where none decides. */
#include "support.h"

/* Radii are there where an entry is not rational; the center is null where K is not and f is not 0.
 */
static void test_system(void **state) {
  (void)state;
  machine m = start_facts(TWO SPRINGS RUBS_X "force x = 3\n");
  settle(&m);
  json_t *system = ss_evidence_system(&m.facts);
  assert_null(json_object_get(system, "radius"));
  assert_string_equal(json_string_value(json_array_get(json_object_get(system, "center"), 0)), "2");
  json_decref(system);
  stop(&m);
  m = start_facts(TWO "potential = x^2 + sqrt(2)*y^2\nforce x = 3\n" RUBS_X);
  settle(&m);
  system = ss_evidence_system(&m.facts);
  assert_non_null(json_object_get(json_object_get(system, "radius"), "K"));
  assert_true(json_is_null(json_object_get(system, "center")));
  json_decref(system);
  stop(&m);
}

/* Letters for what holds: fed, undamped, rubbed, loose, soft. */
static void expect_concerned(const char *text, const char *letters) {
  machine m = start_facts(text);
  settle(&m);
  assert_int_equal(ss_linear_is_fed(&m.facts), strchr(letters, 'f') != NULL);
  assert_int_equal(ss_linear_is_undamped(&m.facts), strchr(letters, 'u') != NULL);
  assert_int_equal(ss_linear_is_rubbed(&m.facts), strchr(letters, 'r') != NULL);
  assert_int_equal(ss_linear_is_loose(&m.facts), strchr(letters, 'l') != NULL);
  assert_int_equal(ss_linear_is_soft(&m.facts), strchr(letters, 's') != NULL);
  stop(&m);
}

static void test_concerns(void **state) {
  (void)state;
  expect_concerned(TWO SPRINGS RUBS_X DAMPER("1", "1"), "r");
  expect_concerned(TWO SPRINGS RUBS_X DAMPER("1", "-1"), "fr");
  expect_concerned(TWO SPRINGS RUBS_X, "ur");
  expect_concerned(TWO SPRINGS, "u");
  expect_concerned(TWO "potential = x^2 - y^2\n" RUBS_X, "fs");
  expect_concerned(TWO "potential = x^2 - y^2\n" RUBS_X RUBS_Y, "s");
  expect_concerned(TWO "potential = x^2\n" RUBS_X, "fl");
  expect_concerned(TWO "potential = x^2\n" RUBS_X RUBS_Y, "l");
  expect_concerned(TWO SPRINGS "force x = y\n", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_system),
      cmocka_unit_test(test_concerns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
