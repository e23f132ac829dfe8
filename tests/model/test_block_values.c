/* States and charts: definitions of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y, phi; kinetic = x'^2 + y'^2 + phi'^2; param a = 2\n"

static void test_values_of_a_state_use_one_another(void **state) {
  (void)state;
  reading r = read_good(FRAME "let h = a*sin(phi)\n"
                              "state s { y = x + h; x' = y*phi'; x = 2*phi; phi = a; phi' = 3 }\n");
  const ss_state *s = &r.model->state[0];
  assert_formula(r.model->graph, s->q[0].resolved, "2*a");
  assert_formula(r.model->graph, s->q[1].resolved, "2*a + a*sin(a)");
  assert_formula(r.model->graph, s->q[2].resolved, "a");
  assert_formula(r.model->graph, s->u[0].resolved, "3*(2*a + a*sin(a))");
  assert_formula(r.model->graph, s->u[1].resolved, "0");
  assert_int_equal(s->u[1].written, SS_EXPR_NONE);
  stop_reading(&r);
}

static void test_what_is_not_named_is_zero(void **state) {
  (void)state;
  reading r = read_good(FRAME "state s { y = 1 + a*x + cos(phi) + x' }\n");
  assert_formula(r.model->graph, r.model->state[0].q[1].resolved, "2");
  stop_reading(&r);
}

static void test_circles(void **state) {
  (void)state;
  expect_mistake(FRAME "state s { x = y; y = a*x }", "'x' is defined by itself in state 's'");
  expect_mistake(FRAME "state s { x = sin(x) + a }", "'x' is defined by itself in state 's'");
  expect_mistake(FRAME "state s { x' = y'; y' = a*x' }", "'x'' is defined by itself in state 's'");
  expect_mistake(FRAME "slider s { gap = a*x }; slider r { gap = y }\n"
                       "chart c { x = y; y = x; phi = c }",
                 "'x' is defined by itself in the chart");
}

static void test_division_by_zero(void **state) {
  (void)state;
  expect_mistake(FRAME "state s { y = a/x }", "division by zero in state 's'");
}

static void test_charts(void **state) {
  (void)state;
  reading r =
      read_good(FRAME "slider s { gap = y - x^2 }\nchart p, q { y = x^2; x = a*p; phi = q }\n");
  assert_formula(r.model->graph, r.model->chart->map[1].resolved, "a^2*p^2");
  stop_reading(&r);
  expect_mistake(FRAME "slider s { gap = a*x }; chart p, q { x = 0; y = p + q }",
                 "the chart does not give 'phi'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_of_a_state_use_one_another),
      cmocka_unit_test(test_what_is_not_named_is_zero),
      cmocka_unit_test(test_circles),
      cmocka_unit_test(test_division_by_zero),
      cmocka_unit_test(test_charts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
