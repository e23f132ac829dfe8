/* test_push.c: a closed loop with a parameter more per input, which pushes it off its law. */
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
                           "force x = u - x'\n"
                           "force y = 2*u + x*v\n"
                           "feedback u = -4*x; feedback v = t\n";

/* h at x, with pushes; the law of u saturates where x is above 1/4. */
static void look(ss_arena *arena, const ss_system *s, double x, double p, double w, double *h) {
  const double parameters[] = {2, 3, p, w}, q[] = {x, 0}, u[] = {0, 0};
  ss_system_values at;
  assert_int_equal(ss_system_evaluate(arena, s, parameters, q, u, 0.5, &at), SS_OK);
  memcpy(h, at.of[SS_QUANTITY_H], 2 * sizeof *h);
}

static void pushes(void **state) {
  (void)state;
  reading r = read_good(cart);
  ss_system *open, *closed, *pushed;
  ss_expr formula[2] = {SS_EXPR_NONE};
  double h[2];
  assert_int_equal(ss_system_derive(r.arena, r.model, &open), SS_OK);
  ss_graph *g = ss_graph_create_over(r.arena, open->graph);
  assert_int_equal(ss_model_choose_feedback(r.model, NULL, &r.list, g, formula), SS_OK);
  assert_int_equal(ss_system_close_loop(r.arena, open, g, formula, &closed), SS_OK);
  assert_int_equal(ss_system_push(r.arena, open, closed, &pushed), SS_OK);
  assert_int_equal(pushed->inputs, 0);
  assert_int_equal(pushed->model->parameters, 4);
  assert_string_equal(pushed->model->parameter[2].name.text, "push of u");
  assert_string_equal(pushed->model->parameter[3].name.text, "push of v");
  assert_int_equal(r.model->parameters, 2);
  look(r.arena, pushed, 0.1, 0, 0, h);
  assert_true(fabs(h[0] + 0.4) < 1e-15 && fabs(h[1] + 0.8 - 0.05) < 1e-15);
  look(r.arena, pushed, 0.1, 0.3, 2, h);
  assert_true(fabs(h[0] + 0.1) < 1e-15 && fabs(h[1] + 0.2 - 0.25) < 1e-15);
  /* the law is at its bound, the push is not */
  look(r.arena, pushed, 1, 0, 0, h);
  assert_true(h[0] == -1);
  look(r.arena, pushed, 1, -0.5, 0, h);
  assert_true(h[0] == -1.5);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pushes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
