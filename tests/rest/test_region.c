/* test_region.c: the box around a region, and that the search looks all over it. */
#include "stage.h"

static void expect_box(const char *relations, double x_lo, double x_hi, double y_lo, double y_hi) {
  char text[256];
  snprintf(text, sizeof text,
           "model \"b\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = x^4*y\nregion r { %s }\n",
           relations);
  const double expected[] = {x_lo, x_hi, y_lo, y_hi};
  stage s;
  stage_open(&s, text, NULL);
  for (size_t i = 0; i < 4; i++) {
    const double got = i % 2 ? s.search.to[i / 2] : s.search.from[i / 2];
    assert_near(got, expected[i], 1e-5 * fmax(1, fabs(expected[i])));
  }
  stage_close(&s);
}

/* Bounds of the relations; a side without one is 20 away from the other, or at ±10. */
static void test_bounds(void **state) {
  (void)state;
  expect_box("x >= -20; x <= 30", -20, 30, -10, 10);
  expect_box("x^2 + 4*y^2 <= 400", -20, 20, -10, 10);
  expect_box("abs(x - 50) <= 1; y >= 3", 49, 51, 3, 23);
  expect_box("y <= -40; x <= 15", -10, 15, -60, -40);
  expect_box("x = 2; x + y >= 0; y <= 1", 2, 2, -2, 1);
  expect_box("x' <= 3", -10, 10, -10, 10);
  expect_box("x >= 3; x <= 2", -10, 10, -10, 10); /* nothing: the relations say it */
}

static size_t count_sets(const char *text, const char *region, bool *complete) {
  machine m = machine_parse(text);
  ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  const char *why_not;
  options.region = region;
  assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not), SS_OK);
  *complete = sets.complete;
  machine_close(&m);
  return sets.count;
}

#define MASS "model \"b\"\ncoord x\nkinetic = x'^2\n"

/* sin x = x/20 has 11 solutions up to 20 and 7 up to 10; cos x = -1/2 has 12 up to 20, where x is
 * no angle although its force is periodic. */
static void test_all_over(void **state) {
  (void)state;
  bool complete;
  static const char wells[] = MASS "potential = cos(x) + x^2/40\nregion all { x^2 <= 400 }\n"
                                   "region right { x >= 1; x <= 20 }\n";
  assert_int_equal(count_sets(wells, "all", &complete), 11);
  assert_true(complete);
  assert_int_equal(count_sets(wells, "right", &complete), 5);
  assert_true(complete);
  assert_int_equal(count_sets(wells, NULL, &complete), 7); /* two regions, none chosen */
  assert_int_equal(
      count_sets(MASS "potential = sin(x) + x/2\nregion r { abs(x) <= 20 }\n", NULL, &complete),
      12);
  assert_true(complete);
  assert_int_equal(count_sets(MASS "potential = sin(x) + x/2\n", NULL, &complete), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_all_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
