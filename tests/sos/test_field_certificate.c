/* Certificates of flows: their members; tests/cli/test_attract.sh lets the checker read them. */
#include <jansson.h>

#include "fields.h"

static json_t *certificate(long above, ulong below) {
  fmpq_t level;
  ss_field_answer answer;
  ss_text text;
  fmpq_init(level);
  fmpq_set_si(level, above, below);
  const ss_field *flow = read_flow(CUBIC);
  assert_int_equal(ss_field_decide(flow, level, arena, &answer), SS_OK);
  fmpq_clear(level);
  ss_text_start(&text);
  assert_int_equal(ss_field_write_certificate(flow, &answer, &text), SS_OK);
  json_t *root = json_loads(text.data, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(root);
  ss_text_stop(&text);
  return root;
}

static void members(void **state) {
  (void)state;
  json_t *root = certificate(1, 2);
  assert_string_equal(json_string_value(json_object_get(root, "level")), "1/2");
  assert_non_null(json_object_get(root, "squares"));
  assert_string_equal(json_string_value(json_object_get(json_object_get(root, "model"), "text")),
                      CUBIC);
  assert_null(json_object_get(root, "point"));
  json_decref(root);
  root = certificate(2, 1);
  assert_int_equal(json_array_size(json_object_get(root, "point")), 1);
  assert_null(json_object_get(root, "squares"));
  json_decref(root);
}

static void none_for_unknown(void **state) {
  (void)state;
  ss_text text;
  const ss_field_answer answer = {0};
  ss_text_start(&text);
  assert_int_equal(ss_field_write_certificate(read_flow(CUBIC), &answer, &text), SS_BAD_ARGUMENT);
  assert_int_equal(text.length, 0);
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(members, setup, teardown),
      cmocka_unit_test_setup_teardown(none_for_unknown, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
