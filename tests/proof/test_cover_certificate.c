/* test_cover_certificate.c: what stands in the certificate of a cover. That it is verified is
 * tested with the checker (tests/checker) and the command (tests/cli). */
#include "support.h"

#define MASS "coord x, y\nkinetic = (x'^2 + y'^2)/2\n"

/* Numbers are the doubles as rationals; a place without interior has no inner ends. */
static void members(void **state) {
  (void)state;
  static const size_t coordinate[] = {1};
  static const double box[] = {-0.5, 8}, push[] = {0, -1, 0.25, 1};
  static const double end[] = {-0.5, 0.75, INFINITY, -INFINITY, 1, 3, 2, 2.5};
  const ss_rest_witness w = {.k = 1,
                             .coordinate = coordinate,
                             .box = box,
                             .pushes = 2,
                             .push = push,
                             .tree = "a..",
                             .places = 2,
                             .end = end};
  machine m = read_machine("test.still", MASS, 0, NULL);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_rest_write_cover(&w, m.system, 0, NULL, NULL, &out), SS_OK);
  json_t *root = json_loadb(out.data, out.length, 0, NULL);
  json_t *expected =
      json_loads("{\"system\": {\"coordinates\": [\"y\"], \"box\": [[\"-1/2\", \"8\"]]},"
                 " \"pushes\": [[\"0\", \"-1\"], [\"1/4\", \"1\"]], \"cover\": \"a..\", \"places\":"
                 " [{\"outer\": [[\"-1/2\", \"3/4\"]], \"inner\": null},"
                 "  {\"outer\": [[\"1\", \"3\"]], \"inner\": [[\"2\", \"5/2\"]]}]}",
                 0, NULL);
  const char *key;
  json_t *value;
  assert_non_null(root);
  assert_non_null(expected);
  assert_string_equal(json_string_value(json_object_get(root, "format")), "standstill-rest/1");
  assert_null(json_object_get(root, "extents"));
  json_object_foreach(expected, key, value)
      assert_true(json_equal(json_object_get(root, key), value));
  json_decref(expected);
  json_decref(root);
  ss_text_stop(&out);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(members)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
