/* test_evidence.c: exact numbers as certificates write them. */
#include "support.h"

static char *dump(json_t *value) {
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  json_decref(value);
  return text;
}

static void assert_json(json_t *value, const char *expected) {
  char *text = dump(value);
  assert_string_equal(text, expected);
  free(text);
}

static void test_shapes(void **state) {
  (void)state;
  fmpq_mat_t A, none;
  fmpq_mat_init(A, 2, 2);
  fmpq_mat_init(none, 2, 0);
  fmpq_set_si(ss_entry(A, 0, 0), 1, 1);
  fmpq_set_si(ss_entry(A, 1, 0), -3, 8);
  assert_json(ss_evidence_number(ss_entry(A, 1, 0)), "\"-3/8\"");
  assert_json(ss_evidence_matrix(A), "[[\"1\",\"0\"],[\"-3/8\",\"0\"]]");
  assert_json(ss_evidence_triangle(A), "[[],[\"-3/8\"]]");
  assert_json(ss_evidence_matrix(none), "[[],[]]");
  fmpq_mat_clear(A);
  fmpq_mat_clear(none);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_system),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
