/* Charts: proved, refuted, of the wrong size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2; param l = 2\n"

static void expect_chart(const char *rest, const char *words) {
  char text[400];
  snprintf(text, sizeof text, FRAME "%s\n", rest);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    assert_int_equal(r.list.count, 0); /* proved, not only believed */
    stop_reading(&r);
  }
}

static void test_charts(void **state) {
  (void)state;
  expect_chart("slider c { gap = x^2 + y^2 - l^2 }; chart s { x = l*cos(s); y = l*sin(s) }", NULL);
  expect_chart("slider c { gap = y - x*l }; chart s { y = x*l; x = s^3 }", NULL);
  expect_chart("slider c { gap = x^2 + y^2 - l^2 }; chart s { x = cos(s); y = l*sin(s) }",
               "the chart does not satisfy slider 'c'");
}

static void test_sizes(void **state) {
  (void)state;
  expect_chart("slider c { gap = x - l }; chart r, s { x = l; y = r + s }",
               "the chart has 2 coordinates, but 2 coordinates and 1 slider leave 1");
  expect_chart("chart s { x = l; y = s }", "a chart needs sliders");
  expect_chart("slider c { gap = x - l }; chart s { x = l; y = 0 }",
               "'s' does not occur in the chart");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_charts),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
