/* test_linear.c: the linear form of systems that have one, and why others have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

typedef struct form {
  reading r;
  ss_system *system;
  const ss_linear_form *linear;
  const char *why_not;
} form;

static form derive(const char *text) {
  form f = {.r = read_good(text)};
  ss_expr formula[4] = {SS_EXPR_NONE};
  assert_true(f.r.model->inputs <= 4);
  assert_int_equal(ss_system_derive(f.r.arena, f.r.model, &f.system), SS_OK);
  ss_graph *g = ss_graph_create_over(f.r.arena, f.system->graph);
  assert_int_equal(ss_model_choose_feedback(f.r.model, NULL, &f.r.list, g, formula), SS_OK);
  assert_int_equal(ss_system_close_loop(f.r.arena, f.system, g, formula, &f.system), SS_OK);
  f.linear = f.system->traits.linear;
  f.why_not = f.system->traits.why_not_linear;
  assert_true(!f.linear == !!f.why_not);
  return f;
}

static void expect_not(const char *text, const char *why_not) {
  form f = derive(text);
  assert_non_null(f.why_not);
  assert_string_equal(f.why_not, why_not);
  stop_reading(&f.r);
}

#define MASS "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"

/* M u' + C u + K q = f, with a gyroscopic coupling in C and a circulatory one in K. */
static void test_coefficients(void **state) {
  (void)state;
  form f = derive("param m = 2; param k = 3\ncoord x, y\ninput u\n"
                  "kinetic = 1/2*m*(x'^2 + x'*y' + y'^2)\n"
                  "potential = 1/2*k*(x - y)^2 + 7*y\n"
                  "force x = -4*x' - 5*y' + y + u\n"
                  "force y = 5*x'\n"
                  "feedback u = -6*x - 8*y' + 9\n"
                  "friction f { slip = x' + 2*y'; normal = 3*m; law = coulomb(1/2) }\n"
                  "contact c { gap = x + 1; slip = y'; law = coulomb(k/10) }\n");
  assert_null(f.why_not);
  static const char *const M[] = {"m", "m/2", "m/2", "m"}, *const C[] = {"4", "13", "-5", "0"},
                           *const K[] = {"k + 6", "-k - 1", "-k", "k"};
  for (size_t i = 0; i < 4; i++) {
    assert_formula(f.system->graph, f.linear->M[i], M[i]);
    assert_formula(f.system->graph, f.linear->C[i], C[i]);
    assert_formula(f.system->graph, f.linear->K[i], K[i]);
  }
  assert_formula(f.system->graph, f.linear->f[0], "9");
  assert_formula(f.system->graph, f.linear->f[1], "-7");
  stop_reading(&f.r);
}

/* What cancels does not count. */
static void test_disguised(void **state) {
  (void)state;
  form f = derive(MASS "force x = (x + y)^2 - x^2 - 2*x*y - y^2 + sin(t)^2 + cos(t)^2\n");
  assert_null(f.why_not);
  assert_formula(f.system->graph, f.linear->f[0], "1");
  stop_reading(&f.r);
}

static void test_not_linear(void **state) {
  (void)state;
  expect_not("coord x, y\nkinetic = 1/2*(2 + sin(y))*x'^2 + y'^2\n",
             "the mass matrix depends on y");
  expect_not(MASS "force x = -x'*abs(x')\n", "the force has x' in 'abs'");
  expect_not(MASS "potential = x^4\n", "the stiffness depends on x");
  expect_not(MASS "force y = sin(t)\n", "the force depends on t");
  expect_not(MASS "force y = x*cos(t)\n", "the stiffness depends on t");
  expect_not(MASS "contact c { gap = x - y^2 + 9 }\n", "a contact's direction depends on y");
  expect_not(MASS "contact c { gap = x + 2 - sin(t) }\n", "a contact moves by itself");
  expect_not(MASS "friction f { slip = x'; normal = 2 + sin(y); law = coulomb(1) }\n",
             "a friction bound depends on y");
  expect_not(MASS "friction f { slip = x'; normal = 2 + sin(t); law = coulomb(2) }\n",
             "a friction bound depends on t");
}

/* The derivatives of a step are 0 wherever they exist; a step is not linear all the same. Neither
 * are functions with steps whose derivatives simplify to constants. */
static void test_steps(void **state) {
  (void)state;
  expect_not(MASS "force x = -sign(y')\n", "the force has y' in 'sign'");
  expect_not(MASS "force x = -atan2(x, 0)\n", "the force has x in 'atan2'");
  expect_not(MASS "force x = -atan(tan(y))\n", "the force has y in 'tan'");
  expect_not(MASS "force x = -atan(y) - atan(1/y)\n", "the force has y in a denominator");
  expect_not(MASS "force x = log(x'^2) - 2*log(x')\n", "the force has x' in 'log'");
  expect_not(MASS "force x = -x*(3 + sign(x))\n", "the force has x in 'sign'");
  expect_not(MASS "force x = max(x, 0)\n", "the force has x in 'max'");
  expect_not(MASS "force x = sign(sin(t))\n", "the force depends on t");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_coefficients),
      cmocka_unit_test(test_disguised),
      cmocka_unit_test(test_not_linear),
      cmocka_unit_test(test_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
