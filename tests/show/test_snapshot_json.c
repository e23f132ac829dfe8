/* test_snapshot_json.c: the keys that scripts depend on, and full precision. */
#include <jansson.h>

#include "fixture.h"

static double number_at(json_t *at, const char *key, const char *name, size_t i) {
  json_t *value = json_object_get(json_object_get(at, key), name);
  return json_number_value(json_is_array(value) ? json_array_get(value, i) : value);
}

static void test_keys(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  ss_text out;
  start_fixture(&f, bead);
  assert_int_equal(take(&f, "low", &s), SS_OK);
  ss_text_start(&out);
  ss_show_snapshot_json(&s, &out);
  json_t *root = json_loads(out.data, 0, NULL), *at = json_object_get(root, "at");
  assert_non_null(root);
  json_t *g = json_object_get(json_object_get(root, "parameters"), "g");
  assert_string_equal(json_string_value(json_object_get(g, "exact")), "981/100");
  assert_true(json_number_value(json_object_get(g, "value")) == 9.81);
  assert_string_equal(json_string_value(json_array_get(json_object_get(root, "coordinates"), 1)),
                      "y");
  const char *keys[] = {"q",         "u",    "M",          "h",         "B",      "gaps",
                        "WN",        "WT",   "kinetic",    "potential", "closed", "delassus",
                        "condition", "rank", "directions", "f_gyr",     "f_nc",   "power"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    assert_non_null(json_object_get(at, keys[i]));
  assert_true(number_at(at, "WN", "floor", 0) == -0.5);
  assert_true(fabs(number_at(at, "gaps", "floor", 0)) < 1e-15);
  assert_true(json_is_null(json_object_get(at, "condition"))); /* infinite */
  json_decref(root);
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_keys)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
