/* Numbers for those who use a model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static const char text[] =
    "param a = 1/3; param b = sqrt(2); coord x, y; kinetic = b*(x'^2 + y'^2)\n"
    "contact c { gap = y }\n"
    "state low { y = a }; state high { y = 2*b; x' = a + y }\n";

static void test_finding(void **state) {
  (void)state;
  reading r = read_good(text);
  assert_int_equal(ss_model_find_state(r.model, "high"), 1);
  assert_int_equal(ss_model_find_state(r.model, "none"), 2);
  assert_int_equal(ss_model_find_parameter(r.model, "b"), 1);
  assert_int_equal(ss_model_find_parameter(r.model, "x"), 2);
  assert_int_equal(ss_model_find_coordinate(r.model, "y"), 1);
  assert_int_equal(ss_model_find_element(r.model, "c"), 0);
  assert_int_equal(ss_model_find_element(r.model, ""), 1);
  stop_reading(&r);
}

static void test_states(void **state) {
  (void)state;
  reading r = read_good(text);
  double q[2], u[2];
  assert_int_equal(ss_model_evaluate_state(r.model, 0, q, u), SS_OK);
  assert_true(q[0] == 0 && q[1] == 1.0 / 3 && u[0] == 0 && u[1] == 0);
  assert_int_equal(ss_model_evaluate_state(r.model, 1, q, u), SS_OK);
  assert_true(q[1] == 2.8284271247461903); /* the double nearest to 2 sqrt(2) */
  /* 1/3 + 2 sqrt(2), one rounding of b away from the nearest */
  assert_true(u[0] > 3.1617604580795229 && u[0] < 3.1617604580795245);
  stop_reading(&r);
}

static void test_expressions_over_parameters(void **state) {
  (void)state;
  reading r = read_good(text);
  ss_graph *g = ss_graph_create_over(r.arena, r.model->graph);
  ss_expr a = r.model->parameter[0].symbol, x = r.model->coordinate[0].q;
  ss_expr good = ss_expr_mul(g, a, ss_expr_integer(g, 6));
  ss_expr bad = ss_expr_unary(g, SS_OP_LOG, ss_expr_sub(g, a, ss_expr_integer(g, 1)));
  double value;
  assert_int_equal(ss_model_evaluate(r.model, g, 1, &good, &value), SS_OK);
  assert_true(value == 2);
  assert_int_equal(ss_model_evaluate(r.model, g, 1, &bad, &value), SS_BAD_INPUT);
  assert_int_equal(ss_model_evaluate(r.model, g, 1, &x, &value), SS_BAD_ARGUMENT);
  stop_reading(&r);
}

/* Relative to the largest number, or to 1. */
static void test_closed(void **state) {
  (void)state;
  const double small[] = {0.5, -0.25}, large[] = {2, -300, 7};
  assert_true(ss_model_closed_below(2, small) == SS_CLOSED);
  assert_true(ss_model_closed_below(3, large) == 300 * SS_CLOSED);
  assert_true(ss_model_closed_below(0, NULL) == SS_CLOSED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finding),
      cmocka_unit_test(test_states),
      cmocka_unit_test(test_expressions_over_parameters),
      cmocka_unit_test(test_closed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
