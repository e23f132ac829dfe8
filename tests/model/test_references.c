/* References by name to what is declared elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2\n"

static void test_unknown_references(void **state) {
  (void)state;
  expect_mistake(FRAME "point A on blok (0, 0)\nbody block { mass = 1; at = (x, y, 0) }",
                 "did you mean 'block'?");
  expect_mistake(FRAME "force z = 1", "unknown coordinate 'z'");
  expect_mistake(FRAME "param m = 1; force m = x", "'m' is not a coordinate");
  expect_mistake(FRAME "force at P = (1, 1)", "unknown point 'P'");
  expect_mistake(FRAME "feedback u = x", "unknown input 'u'");
  expect_mistake(FRAME "feedback x = x", "'x' is not an input");
  expect_mistake(FRAME "state s { z = 1 }", "unknown coordinate 'z'");
  expect_mistake(FRAME "state s { x = 1; x = 2 }", "'x' is given twice in state 's'");
  expect_mistake(FRAME "state s { x' = 1; x' = 2 }", "'x'' is given twice in state 's'");
  expect_mistake(FRAME "slider s { gap = x }; chart a { x = 0; y' = a }", "not velocities");
}

static void test_a_lost_body_is_reported_once(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "point A on b (0, 0); contact c { gap = A.y; slip = ddt(A.x)\n"
                           "law = coulomb(1) }\nforce at A = (1, 2)\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 1);
  stop_reading(&r);
}

static void test_states_times_coordinates_have_a_limit(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "coord x0");
  for (int i = 1; i < 1000; i++) ss_text_addf(&text, ", x%d", i);
  for (int i = 0; i < 3000; i++) ss_text_addf(&text, "\nstate s%d { x0 = 1 }", i);
  reading r;
  start_reading(&r);
  assert_int_equal(parse(&r, text.data, text.length), SS_LIMIT);
  assert_non_null(strstr(messages(&r), "too many states"));
  stop_reading(&r);
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unknown_references),
      cmocka_unit_test(test_a_lost_body_is_reported_once),
      cmocka_unit_test(test_states_times_coordinates_have_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
