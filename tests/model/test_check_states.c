/* States against gaps and sliders; dependent sliders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2; param a = 0.1\n"

static void expect_model(const char *rest, const char *words) {
  char text[400];
  snprintf(text, sizeof text, FRAME "%s\n", rest);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_contacts(void **state) {
  (void)state;
  expect_model("contact c { gap = y - a }; state s { y = 0.1 }", NULL);
  expect_model("contact c { gap = y - a }; state s { y = 2 }", NULL);
  expect_model("contact c { gap = y - a }; state s { y = 0.0999 }",
               "state 's' violates contact 'c': its gap is -0.0001");
  /* rounding is forgiven, to 1e-9 of the largest coordinate */
  expect_model("contact c { gap = y - a }; state s { y = 0.0999999995 }", NULL);
  expect_model("contact c { gap = y - a }; state s { y = 0.099999998 }", "violates contact 'c'");
  expect_model("contact c { gap = y - a }; state s { x = 100; y = 0.09999999 }", NULL);
  /* a gap that moves is taken at t = 0; approaching velocities are impacts, not mistakes */
  expect_model("contact c { gap = y - a*cos(t) }; state s { y = a; y' = -1 }", NULL);
}

static void test_sliders(void **state) {
  (void)state;
  expect_model("slider c { gap = x^2 + y^2 - 1 }; state s { x = cos(a); y = sin(a) }", NULL);
  expect_model("slider c { gap = x^2 + y^2 - 1 }; state s { x = 1.1 }",
               "state 's' violates slider 'c': its gap is 0.21");
  expect_model("slider c { gap = x^2 + y^2 - 1 }; state s { x = 0.9 }", "its gap is -0.19");
  expect_model("slider c { gap = x^2 + y^2 - 1 }; state s { x = 1; y' = 3 }", NULL);
  expect_model("slider c { gap = x^2 + y^2 - 1 }; state s { x = 1; x' = 3 }",
               "its gap changes at the rate 6");
}

static void test_a_violation_must_be_certain(void **state) {
  (void)state;
  /* sin^2 + cos^2 - 1, which no ball can tell from 0 */
  expect_model("contact c { gap = y }; state s { y = sin(a)^2 + cos(a)^2 - 1 }", NULL);
}

static void test_dependent_sliders(void **state) {
  (void)state;
  expect_model("slider c { gap = x }; slider d { gap = y }", NULL);
  expect_model("slider c { gap = x - y }; slider d { gap = 2*x - 2*y }",
               "slider 'd' depends on the sliders before it");
  expect_model("slider c { gap = x }; slider d { gap = y }; slider e { gap = x + y }",
               "slider 'e' depends on the sliders before it");
  /* independent almost everywhere, not where the machine stands */
  expect_model("slider c { gap = x }; slider d { gap = x + y^2 }; state s { }",
               "slider 'd' depends on the sliders before it in state 's'");
  expect_model("slider c { gap = x*y }; state s { }", "slider 'c' constrains nothing in state 's'");
}

static void test_broken_states_are_passed_over(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "contact c { gap = y - a }; state s { y = q }; state t2 { x = t }\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 2);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_contacts),
      cmocka_unit_test(test_sliders),
      cmocka_unit_test(test_a_violation_must_be_certain),
      cmocka_unit_test(test_dependent_sliders),
      cmocka_unit_test(test_broken_states_are_passed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
