/* First-order states and their rates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

#define MASS "coord x; kinetic = x'^2/2; "

static void test_good_ones(void **state) {
  (void)state;
  reading r = read_good(MASS "aux z, y; rate z = x - z + x'; rate y = z; force x = -z*y\n"
                             "friction f { slip = x'; normal = 1 + z^2; law = coulomb(abs(y)) }\n"
                             "state s { z = 2; x = z }");
  assert_int_equal(r.model->coordinates, 3);
  assert_false(r.model->coordinate[0].aux);
  assert_true(r.model->coordinate[1].aux && r.model->coordinate[2].aux);
  stop_reading(&r);
  r = read_good(MASS "param n = 3; aux z[1..n]; for i in 1..n { rate z[i] = x - z[i] }\n"
                     "force x = sum(i in 1..n: z[i])");
  assert_int_equal(r.model->coordinates, 4);
  stop_reading(&r);
}

static void test_mistakes(void **state) {
  (void)state;
  expect_mistake(MASS "aux z", "the first-order state 'z' has no 'rate'");
  expect_mistake(MASS "aux z; rate z = x; rate z = 1", "the rate of 'z' is given twice");
  expect_mistake(MASS "aux z; rate z = x; force z = 1", "it has a rate, and no force");
  expect_mistake(MASS "rate x = 1", "'x' is a coordinate: it has forces, and no rate");
  expect_mistake(MASS "aux z; rate y = x; rate z = x", "unknown coordinate 'y'");
  expect_mistake(MASS "aux z; rate z = x; force x = z'", "write the formula of its rate");
  expect_mistake(MASS "aux z; rate z = x; force x = ddt(z)", "derivative of a first-order state");
  expect_mistake(MASS "aux z; rate z = x; let y = 2*z; force x = ddt(y)",
                 "derivative of a first-order state");
  expect_mistake(MASS "aux z; rate z = x; potential = z^2",
                 "first-order state 'z' in the potential");
  expect_mistake(MASS "aux z; rate z = x; kinetic = z*x'^2",
                 "first-order state 'z' in the kinetic");
  expect_mistake(MASS "aux z; rate z = x; contact c { gap = x - z }", "in the gap of contact 'c'");
  expect_mistake(MASS "aux z; rate z = x; clutch c { slip = x' - z; law = oneway }",
                 "in the slip of clutch 'c'");
  expect_mistake(MASS "aux z; rate z = x; state s { z' = 1 }", "it has a rate, and no velocity");
  expect_mistake(MASS "aux z; rate z = x; input v; force x = v; shape s { potential = x^2 }",
                 "first-order states and a shape");
  expect_mistake("coord x, y; kinetic = x'^2 + y'^2; slider s { gap = x - y }\n"
                 "chart p { x = p; y = p }\naux z; rate z = x",
                 "first-order states and a chart");
  expect_mistake("aux z; rate z = 1", "no kinetic energy");
}

/* A rate has the unit of its state over time. */
static void test_units(void **state) {
  (void)state;
  static const char head[] = "coord x  # [m]\naux z  # [m s]\nparam m = 1 # [kg]\n"
                             "kinetic = m*x'^2/2\n";
  char text[300];
  snprintf(text, sizeof text, "%srate z = x", head);
  reading r = read_good(text);
  stop_reading(&r);
  snprintf(text, sizeof text, "%srate z = x'", head);
  expect_mistake(text, "the rate of 'z'");
}

/* The JSON form says by the rate that a coordinate is a first-order state. */
static void test_json(void **state) {
  (void)state;
  reading r = read_good(MASS "aux z; rate z = x - z; force x = -z; state s { z = 1/3 }");
  ss_text json;
  ss_text_start(&json);
  ss_model_print_json(r.model, &json);
  assert_non_null(strstr(json.data, "{\"rate\":\"z\",\"value\":"));
  reading again = read_good(json.data);
  assert_true(again.model->coordinate[1].aux && !again.model->coordinate[0].aux);
  assert_string_equal(again.model->hash, r.model->hash);
  ss_text_stop(&json);
  stop_reading(&again);
  stop_reading(&r);
  expect_mistake("{\"format\":\"standstill-model/1\",\"coordinates\":[\"x\",\"z\"],"
                 "\"kinetic\":[[\"^\",\"x'\",\"2\"]],\"forces\":[{\"rate\":\"z\",\"value\":\"x\"},"
                 "{\"rate\":\"z\",\"value\":\"x\"}]}",
                 "is given twice");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_ones),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
