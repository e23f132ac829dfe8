/* test_field_text.c: whether a function falls, in words and as JSON. */
#include <jansson.h>

#include "fixture.h"

/* V = x^2 falls below 1 and not beyond. */
static const char text[] = "coord x\nrate x = -x + x^3\nfunction V = x^2\n";

static void told(long above, ulong below, ss_verdict verdict, const char *words) {
  ss_arena *arena = ss_arena_create();
  const ss_field *flow;
  ss_diagnostics list;
  ss_field_answer answer;
  ss_text out;
  fmpq_t level;
  fmpq_init(level);
  fmpq_set_si(level, above, below);
  ss_diagnostics_start(&list, arena, "text", text, strlen(text));
  assert_int_equal(ss_field_read_text(text, strlen(text), arena, &list, &flow), SS_OK);
  assert_int_equal(ss_field_decide(flow, level, arena, &answer), SS_OK);
  assert_int_equal(answer.verdict, verdict);
  ss_text_start(&out);
  ss_show_field(flow, &answer, &out);
  if (!strstr(out.data, words)) fail_msg("%s, not: %s", out.data, words);
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_field_json(flow, &answer, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  assert_string_equal(json_string_value(json_object_get(root, "verdict")),
                      ss_verdict_text(verdict));
  assert_int_equal(json_is_object(json_object_get(root, "point")), verdict == SS_REFUTED);
  assert_int_equal(json_is_null(json_object_get(root, "value")), verdict != SS_REFUTED);
  /* in V, in -V' and in its multiplier */
  const json_t *squares = json_object_get(root, "squares");
  assert_int_equal(json_array_size(squares), 3);
  for (size_t k = 0; k < 3; k++)
    assert_int_equal(json_integer_value(json_array_get(squares, k)), answer.gram[k].count);
  json_decref(root);
  ss_text_stop(&out);
  fmpq_clear(level);
  ss_arena_destroy(arena);
}

static void proved(void **state) {
  (void)state;
  told(1, 2, SS_PROVED, "every motion that starts with V < 1/2 tends to 0");
}

static void refuted(void **state) {
  (void)state;
  told(2, 1, SS_REFUTED, "V does not fall everywhere below 2\n  at x = ");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(proved), cmocka_unit_test(refuted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
