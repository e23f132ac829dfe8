/* Texts of polynomial systems: what they say, and what is refused, with its place. */
#include "fields.h"

static void reads(void **state) {
  (void)state;
  const ss_field *flow = read_flow("model \"two\" # a title\ncoord x, y; let k = 3/2\n"
                                   "rate x = (y\n  + k)\nrate y = -x^3/2\nfunction V = x^2*y\n");
  assert_string_equal(flow->title, "two");
  assert_int_equal(flow->coordinates, 2);
  assert_string_equal(flow->function_name, "V");
  /* V' = 2 x y (y + 3/2) + x^2 (-x^3/2) */
  const double at[] = {2, 3};
  assert_true(ss_poly_value_double(flow->ring, flow->fall, at) == 2. * 2 * 3 * 4.5 - 4 * 4);
}

static void refuses(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
    uint32_t line;
  } wrong[] = {
      {"rate x = 1\n", "a coordinate is expected", 1},
      {"coord x\nrate x = sin(x)\nfunction V = x^2\n", "no polynomial", 2},
      {"coord x\nrate x = 1/x\nfunction V = x^2\n", "no polynomial", 2},
      {"coord x\nrate x = y\nfunction V = x^2\n", "not defined", 2},
      {"coord x\nrate x = y\n", "not defined", 2}, /* and not that there is no function */
      {"coord x\nrate x = x'\nfunction V = x^2\n", "not defined", 2},
      {"coord x\nrate x = V\nfunction V = x^2\n", "not defined", 2},
      {"coord x\nfunction V = x^2\nrate x = V\n", "not defined", 3},
      {"coord x, x\n", "twice", 1},
      {"coord sin\n", "reserved", 1},
      {"coord x\nlet k = 1\ncoord y\n", "before definitions", 3},
      {"coord x\nrate x = x\nrate x = 1\n", "already", 3},
      {"coord x\nrate x = x\n", "no function", 1},
      {"coord x\nfunction V = x^2\n", "no rate", 1},
      {"function V = 1\n", "no coordinates", 1},
      {"coord x\nrate x = x\nfunction V = x^2 + 1\n", "not 0 at 0", 1},
      {"coord x\nrate x = (x\nfunction V = x^2\n", "", 0},
      {"coord x\nrate x = x^99\nfunction V = x\n", "no polynomial", 2},
      {"kinetic = 1\n", "expected coord", 1},
      {"coord x y\n", "does not end", 1},
      {"model two\n", "quotes", 1},
      {"model \"two\n", "does not end", 1},
      {"coord x\nrate x\n", "'=' is expected", 2},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const ss_field *flow = NULL;
    ss_diagnostics_start(&list, arena, "test.flow", wrong[i].text, strlen(wrong[i].text));
    assert_int_equal(ss_field_read_text(wrong[i].text, strlen(wrong[i].text), arena, &list, &flow),
                     SS_BAD_INPUT);
    assert_null(flow);
    assert_int_equal(list.errors, 1);
    if (!strstr(list.items[0].message, wrong[i].message))
      fail_msg("%s: %s", wrong[i].text, list.items[0].message);
    if (wrong[i].line > 1) assert_int_equal(list.items[0].line, wrong[i].line);
  }
}

static void files(void **state) {
  (void)state;
  const ss_field *flow = NULL;
  assert_int_equal(ss_field_read("/no/such/file", arena, &list, &flow), SS_IO);
  assert_int_equal(ss_field_read("models/quartic-basin.flow", arena, &list, &flow), SS_OK);
  assert_int_equal(flow->coordinates, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(reads, setup, teardown),
      cmocka_unit_test_setup_teardown(refuses, setup, teardown),
      cmocka_unit_test_setup_teardown(files, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
