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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
