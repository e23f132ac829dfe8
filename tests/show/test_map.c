/* test_map.c: a map as JSON and text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "standstill/show.h"

static const ss_sweep_class classes[] = {{"not done", SS_SWEEP_NOT_DONE},
                                         {"E1", SS_SWEEP_REST},
                                         {"escapes", SS_SWEEP_ESCAPES},
                                         {"left:stick", SS_SWEEP_OTHER}};
static const ss_sweep_fact facts[] = {{"model", "Bead"}, {"hash", "00"}, {"method", "pwl"}};
static uint8_t code[6] = {1, 2, 1, 1, 2, 1}, evaluated[6] = {1, 1, 1, 0, 1, 1};
static double value[6];

static ss_sweep_map make_map(void) {
  return (ss_sweep_map){.axis = {{"x", "m", -0.1, 0.1, 3}, {"x'", "m/s", 0, 1, 2}},
                        .classes = 4,
                        .class_of_code = classes,
                        .facts = 3,
                        .fact = facts,
                        .command = "standstill basin bead.still",
                        .model = "{}",
                        .code = code,
                        .value = value,
                        .evaluated = evaluated,
                        .complete = true};
}

static const ss_map_edge edge = {
    .s = 0.25, .a = 1, .b = -1, .width = 1e-9, .before = "E1", .after = "escapes"};
static const ss_map_disagreement disagreement = {.a = 3, .b = 4, .map = "E1", .events = "escapes"};
static const ss_map_findings findings = {.file = "map.h5",
                                         .has_edges = true,
                                         .edges = 1,
                                         .edge = &edge,
                                         .checked = 7,
                                         .disagreements = 1,
                                         .disagreement = &disagreement};

static double get_real(json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

/* A line of three stretches, the second with one point that has no value. */
static ss_sweep_map make_line(void) {
  static double along[6] = {1, 3, NAN, 2, 4, 4};
  static uint8_t classes_along[6] = {1, 1, 2, 1, 1, 1};
  ss_sweep_map map = make_map();
  map.axis[0] = (ss_sweep_axis){"mu", "1", 0, 1, 6};
  map.axis[1] = (ss_sweep_axis){"", "", 0, 0, 1};
  map.code = classes_along;
  map.value = along;
  return map;
}

static void lines_have_stretches(void **state) {
  (void)state;
  const ss_sweep_map map = make_line();
  const ss_map_findings none = {0};
  ss_text out;
  ss_text_start(&out);
  ss_show_map(&map, &none, &out);
  assert_non_null(strstr(out.data, "mu from 0 to 1: 6 points\n"));
  assert_non_null(strstr(out.data, "  mu from 0 to 0.2: E1 ( from 1 to 3)\n"
                                   "  mu = 0.4: escapes\n"
                                   "  mu from 0.6 to 1: E1 ( from 2 to 4)\n"));
  out.length = 0;
  ss_show_map_json(&map, &none, &out);
  json_t *root = json_loads(out.data, 0, NULL), *list = json_object_get(root, "stretches");
  assert_int_equal(json_array_size(json_object_get(root, "axes")), 1);
  assert_int_equal(json_array_size(list), 3);
  assert_true(json_is_null(json_object_get(json_array_get(list, 1), "least")));
  assert_float_equal(json_number_value(json_object_get(json_array_get(list, 2), "greatest")), 4, 0);
  assert_float_equal(json_number_value(json_object_get(json_array_get(list, 2), "high")), 1, 0);
  json_decref(root);
  ss_text_stop(&out);
}

static void json_says_it_all(void **state) {
  (void)state;
  const ss_sweep_map map = make_map();
  ss_text out;
  ss_text_start(&out);
  ss_show_map_json(&map, &findings, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  assert_non_null(root);
  json_t *counts = json_object_get(root, "counts");
  assert_int_equal(json_integer_value(json_object_get(counts, "E1")), 4);
  assert_int_equal(json_integer_value(json_object_get(counts, "escapes")), 2);
  /* complete: nothing is not done; of the classes without a fixed meaning those that occur */
  assert_null(json_object_get(counts, "not done"));
  assert_null(json_object_get(counts, "left:stick"));
  assert_int_equal(json_integer_value(json_object_get(root, "evaluations")), 5);
  json_t *axis = json_array_get(json_object_get(root, "axes"), 1);
  assert_string_equal(json_string_value(json_object_get(axis, "name")), "x'");
  assert_true(get_real(axis, "high") == 1);
  assert_string_equal(json_string_value(json_object_get(root, "file")), "map.h5");
  json_t *found = json_array_get(json_object_get(root, "edges"), 0);
  assert_true(get_real(found, "s") == 0.25 && get_real(found, "b") == -1);
  json_t *other = json_array_get(json_object_get(root, "disagreements"), 0);
  assert_string_equal(json_string_value(json_object_get(other, "events")), "escapes");
  json_decref(root);
  ss_text_stop(&out);
}

static void text_counts(void **state) {
  (void)state;
  ss_sweep_map map = make_map();
  const ss_map_findings nothing = {.has_edges = true};
  ss_text out;
  ss_text_start(&out);
  ss_show_map(&map, &findings, &out);
  assert_non_null(strstr(out.data, "x from -0.1 to 0.1, x' from 0 to 1: 3 x 2 points\n"));
  assert_non_null(strstr(out.data, "  E1                4   66.7 %\n"));
  assert_non_null(strstr(out.data, "  escapes           2   33.3 %\n"));
  assert_non_null(strstr(out.data, "  5 points were computed\n"));
  assert_non_null(strstr(out.data, "edge at 1, -1 (s = 0.25, within 1.0e-09): E1 | escapes\n"));
  assert_non_null(strstr(out.data, "7 points done again by events, 1 disagrees\n"));
  assert_non_null(strstr(out.data, "  at 3, 4: E1, by events escapes\n"));
  assert_non_null(strstr(out.data, "the map is in map.h5\n"));
  assert_null(strstr(out.data, "not complete"));
  ss_text_stop(&out);
  map.complete = false;
  ss_text_start(&out);
  ss_show_map(&map, &nothing, &out);
  assert_non_null(strstr(out.data, "not complete"));
  assert_non_null(strstr(out.data, "the line crosses no boundary"));
  ss_text_stop(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_have_stretches),
      cmocka_unit_test(json_says_it_all),
      cmocka_unit_test(text_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
