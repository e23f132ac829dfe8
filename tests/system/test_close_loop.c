/* test_close_loop.c: inputs replaced by formulas, saturated, and their share of the force. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

static const char cart[] = "param m = 2; param top = 3\n"
                           "coord x, y\n"
                           "input u in [-1, top]; input v\n"
                           "kinetic = 1/2*m*(x'^2 + y'^2)\n"
                           "potential = 5*x^2\n"
                           "force x = u - x'\n"
                           "force y = 2*u + x*v\n"
                           "feedback u = -4*x; feedback v = t\n";

typedef struct loop {
  reading r;
  ss_system *open, *closed;
} loop;

static loop close_loop(const char *text) {
  loop l = {.r = read_good(text)};
  ss_expr formula[4] = {SS_EXPR_NONE};
  assert_true(l.r.model->inputs <= 4);
  assert_int_equal(ss_system_derive(l.r.arena, l.r.model, &l.open), SS_OK);
  ss_graph *g = ss_graph_create_over(l.r.arena, l.open->graph);
  assert_int_equal(ss_model_choose_feedback(l.r.model, NULL, &l.r.list, g, formula), SS_OK);
  assert_int_equal(ss_system_close_loop(l.r.arena, l.open, g, formula, &l.closed), SS_OK);
  return l;
}

static void test_forces(void **state) {
  (void)state;
  loop l = close_loop(cart);
  assert_int_equal(l.open->inputs, 2);
  assert_int_equal(l.closed->inputs, 0);
  assert_formula(l.closed->graph, l.closed->control[0], "min(max(-4*x, -1), top)");
  assert_formula(l.closed->graph, l.closed->control[1], "2*min(max(-4*x, -1), top) + x*t");
  assert_formula(l.closed->graph, l.closed->h[0], "-10*x - x' + min(max(-4*x, -1), top)");
  assert_formula(l.closed->graph, l.closed->nonconservative[0], "-x' + min(max(-4*x, -1), top)");
  /* the open system stays what it was */
  assert_formula(l.open->graph, l.open->h[0], "-10*x - x'");
  assert_formula(l.open->graph, l.open->control[0], "0");
  stop_reading(&l.r);
}

static void assert_near(double found, double expected) {
  if (!(fabs(found - expected) <= 1e-13)) fail_msg("%.17g is not %.17g", found, expected);
}

/* The numbers of the closed system, on both sides of the saturation: h = h_open + B v. */
static void test_numbers(void **state) {
  (void)state;
  static const struct {
    double x, u;
  } cases[] = {{0.1, -0.4}, {0.25, -1}, {2, -1}, {-0.5, 2}, {-0.75, 3}, {-8, 3}};
  loop l = close_loop(cart);
  const double parameters[] = {2, 3}, velocity[] = {0.5, -1}, t = 7;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double q[] = {cases[i].x, 4};
    ss_system_values values;
    assert_int_equal(ss_system_evaluate(l.r.arena, l.closed, parameters, q, velocity, t, &values),
                     SS_OK);
    /* all numbers are small and dyadic or nearly so: a few roundings */
    assert_near(values.of[SS_QUANTITY_H][0], -10 * q[0] - 0.5 + cases[i].u);
    assert_near(values.of[SS_QUANTITY_H][1], 2 * cases[i].u + q[0] * t);
    assert_near(values.of[SS_QUANTITY_CONTROL][1], 2 * cases[i].u + q[0] * t);
  }
  stop_reading(&l.r);
}

static void test_nothing_to_close(void **state) {
  (void)state;
  loop l = close_loop("coord x\nkinetic = x'^2\nforce x = -x\n");
  assert_formula(l.closed->graph, l.closed->h[0], "-x");
  assert_formula(l.closed->graph, l.closed->control[0], "0");
  stop_reading(&l.r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_nothing_to_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
