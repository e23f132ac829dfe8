/* test_insert.c: parameters replaced by what they stand for, those with a range kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/linear.h"

static ss_system *insert(reading *r, const char *text) {
  ss_system *system, *inserted;
  *r = read_good(text);
  assert_int_equal(ss_system_derive(r->arena, r->model, &system), SS_OK);
  assert_int_equal(ss_system_insert_parameters(r->arena, system, &inserted), SS_OK);
  return inserted;
}

/* Formulas of formulas are opened to the bottom; a term with the factor 0 is gone. */
static void test_chain_of_formulas(void **state) {
  (void)state;
  reading r;
  ss_system *s = insert(&r, "param a = 2; param b = a + 1; param c = a*b; param k3 = 0\n"
                            "coord x\nkinetic = 1/2*c*x'^2\npotential = 1/2*b*x^2 + k3*x^4\n"
                            "friction f { slip = a*x'; normal = c; law = coulomb(b/10) }\n"
                            "contact g { gap = x + b; restitution = newton(a/4, 1/c) }\n");
  assert_formula(s->graph, s->element[1].element->restitution_argument[0].resolved, "1/2");
  assert_formula(s->graph, s->element[1].element->restitution_argument[1].resolved, "1/6");
  assert_formula(s->graph, s->M[0], "6");
  assert_formula(s->graph, s->h[0], "-3*x");
  assert_formula(s->graph, s->slip[0].W[0], "2");
  assert_formula(s->graph, s->element[0].element->normal.resolved, "6");
  assert_formula(s->graph, s->element[0].element->law_argument[0].resolved, "3/10");
  stop_reading(&r);
}

/* What depends on a parameter with a range goes on depending on it. */
static void test_range(void **state) {
  (void)state;
  reading r;
  ss_system *s = insert(&r, "param m = 1 in [1/2, 2]; param J = 3*m\n"
                            "coord x\nkinetic = 1/2*J*x'^2\npotential = 1/2*x^2\n");
  assert_formula(s->graph, s->M[0], "3*m");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain_of_formulas),
      cmocka_unit_test(test_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
