/* test_traits.c: what a system depends on, known before it is sealed.
 *
 * Oracle: the formulas of the models, read by eye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

static const ss_system *derive(reading *r, const char *text) {
  ss_system *s;
  *r = read_good(text);
  assert_int_equal(ss_system_derive(r->arena, r->model, &s), SS_OK);
  assert_true(ss_graph_is_sealed(s->graph));
  return s;
}

#define MASS "coord x, y\nkinetic = 1/2*(x'^2 + 2*y'^2)\n"

static void test_linear_machine(void **state) {
  (void)state;
  reading r;
  const ss_system *s = derive(&r, "param k = 3\n" MASS "potential = 1/2*k*(x - y)^2\n"
                                  "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n");
  const ss_traits *t = &s->traits;
  assert_true(t->autonomous && t->constant_mass && t->diagonal_mass && t->constant_directions);
  assert_true(t->polynomial && !t->driven && t->kink == SS_EXPR_NONE);
  assert_non_null(t->linear);
  assert_null(t->why_not_linear);
  assert_int_equal(t->on[SS_QUANTITY_M], 0);
  assert_int_equal(t->on[SS_QUANTITY_H], SS_ON_POSITION | SS_ON_PARAMETER);
  assert_true(ss_system_occurs(s, SS_QUANTITY_H, s->q[1]));
  assert_false(ss_system_occurs(s, SS_QUANTITY_H, s->u[1]));
  assert_true(ss_system_occurs(s, SS_QUANTITY_H, r.model->parameter[0].symbol));
  assert_false(ss_system_occurs(s, SS_QUANTITY_LAW, r.model->parameter[0].symbol));
  stop_reading(&r);
}

/* Time may hide in one place only: each makes the machine a driven one or one with a clock. */
static void test_time(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool autonomous, driven;
  } cases[] = {
      {MASS "force x = -x\n", true, false},
      {MASS "force x = sin(t)\n", false, false},
      {MASS "potential = x*t\n", false, false},
      {MASS "friction f { slip = x'; normal = 2 + sin(t); law = coulomb(1/2) }\n", false, false},
      {MASS "contact c { gap = x + 2 + sin(t) }\n", false, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    const ss_system *s = derive(&r, cases[i].text);
    assert_int_equal(s->traits.autonomous, cases[i].autonomous);
    assert_int_equal(s->traits.driven, cases[i].driven);
    stop_reading(&r);
  }
}

static void test_matrices(void **state) {
  (void)state;
  reading r;
  const ss_system *s = derive(&r, "coord x, y\nkinetic = x'^2 + y'^2 + x'*y'*cos(x - y)\n");
  assert_false(s->traits.constant_mass || s->traits.diagonal_mass);
  assert_non_null(s->traits.why_not_linear);
  stop_reading(&r);
  s = derive(&r, "coord x, y\nkinetic = x'^2 + y'^2 + x'*y'\ncontact c { gap = x + y^2 + 1 }\n");
  assert_true(s->traits.constant_mass && !s->traits.diagonal_mass);
  assert_false(s->traits.constant_directions);
  stop_reading(&r);
}

static void test_smoothness(void **state) {
  (void)state;
  reading r;
  const ss_system *s = derive(&r, MASS "force x = sin(x)\n");
  assert_true(!s->traits.kink && !s->traits.polynomial);
  stop_reading(&r);
  s = derive(&r, MASS "force x = -abs(x)\n");
  assert_int_equal(ss_expr_op(s->graph, s->traits.kink), SS_OP_ABS);
  assert_null(s->traits.linear);
  stop_reading(&r);
}

/* Formulas of a graph over the system's are asked about in the same way. */
static void test_dependence(void **state) {
  (void)state;
  reading r;
  const ss_system *s = derive(&r, "param k = 3\n" MASS);
  ss_graph *g = ss_graph_create_over(r.arena, s->graph);
  const ss_expr k = r.model->parameter[0].symbol;
  const ss_expr e[] = {ss_expr_mul(g, k, k), SS_EXPR_NONE, ss_expr_mul(g, k, s->u[1])};
  assert_int_equal(ss_system_find_dependence(s, g, 2, e), SS_EXPR_NONE);
  assert_int_equal(ss_system_find_dependence(s, g, 3, e), s->u[1]);
  assert_int_equal(ss_system_find_dependence(s, g, 0, NULL), SS_EXPR_NONE);
  assert_int_equal(ss_system_find_dependence(s, g, 1, &r.model->time), r.model->time);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear_machine), cmocka_unit_test(test_time),
      cmocka_unit_test(test_matrices),       cmocka_unit_test(test_smoothness),
      cmocka_unit_test(test_dependence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
