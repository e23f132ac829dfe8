/* test_rest_json.c: the keys that scripts depend on, and every number in full precision. */
#include <jansson.h>

#include "rest_fixture.h"

static void test_sets(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, mass_on_floor);
  const ss_rest_sets sets = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest_json(&sets, NULL, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  const char *name, *shape, *closed, *low;
  double lo, hi, y;
  int exact, complete;
  assert_int_equal(
      json_unpack(root, "{s:[{s:s, s:s, s:[s], s:{s:[F, F]}, s:{s:[s, s]}, s:b, s:{s:F}}], s:b}",
                  "sets", "name", &name, "shape", &shape, "closed", &closed, "extent", "x", &lo,
                  &hi, "exact_extent", "x", &low, &shape, "exact", &exact, "center", "y", &y,
                  "complete", &complete),
      0);
  assert_string_equal(name, "E1");
  assert_string_equal(closed, "floor");
  assert_string_equal(low, "-1/6");
  assert_true(lo == -1.0 / 6 && hi == 1.0 / 6 && y == 0);
  assert_true(exact && complete);
  json_decref(root);
  ss_text_stop(&out);
  stop_fixture(&f);
}

/* What nothing holds or pushes is free, each of them. */
static void test_free_coordinates(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, "coord x, y, z\nkinetic = x'^2 + y'^2 + z'^2\npotential = 1 - cos(y)\n"
                    "friction f { slip = y'; normal = 1; law = coulomb(1/4) }\n"
                    "region r { y <= 1; y >= -1 }\n");
  const ss_rest_sets sets = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest_json(&sets, NULL, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  const json_t *set = json_array_get(json_object_get(root, "sets"), 0);
  const json_t *list = json_object_get(set, "free");
  assert_int_equal(json_array_size(list), 2);
  assert_string_equal(json_string_value(json_array_get(list, 0)), "x");
  assert_string_equal(json_string_value(json_array_get(list, 1)), "z");
  json_decref(root);
  ss_text_stop(&out);
  stop_fixture(&f);
}

static void test_answer(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, mass_on_floor);
  const double q[] = {0.125, 0};
  const ss_rest_answer answer = ask_at(&f, q[0], q[1]);
  ss_text_start(&out);
  ss_show_rest_answer_json(f.system, q, &answer, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  int member;
  double normal, slip;
  assert_int_equal(json_unpack(root, "{s:{s:b, s:{s:[F, F]}}}", "contains", "member", &member,
                               "forces", "floor", &normal, &slip),
                   0);
  assert_true(member);
  assert_true(fabs(normal - 1) < 1e-14 && fabs(slip - 0.375) < 1e-14);
  json_decref(root);
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets),
                                     cmocka_unit_test(test_free_coordinates),
                                     cmocka_unit_test(test_answer)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
