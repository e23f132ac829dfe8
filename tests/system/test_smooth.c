/* test_smooth.c: which formulas are smooth functions of the state, or polynomials, everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

/* The operation of the first kink of the force; SS_OP_COUNT: none. */
static ss_op find(const char *force, bool polynomial) {
  char text[256];
  snprintf(text, sizeof text,
           "param k = 2; param n = 3 in [2, 4]\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
           "force x = %s + 0*k*n\n",
           force);
  reading r = read_good(text);
  ss_system *system;
  ss_expr kink;
  assert_int_equal(ss_system_derive(r.arena, r.model, &system), SS_OK);
  assert_int_equal(ss_system_find_kink(system, system->graph, 2, system->h, polynomial, &kink),
                   SS_OK);
  ss_op op = ss_expr_op(system->graph, kink);
  stop_reading(&r);
  return kink ? op : SS_OP_COUNT;
}

static void test_smooth(void **state) {
  (void)state;
  static const char *const smooth[] = {"sin(x) + cos(y')*exp(x*y)", "atan(x)^2 + tanh(3 - y)",
                                       "x^3/k - y*log(k)*sqrt(n)", "-t/k",
                                       "abs(sin(t))*x/(1 + t^2)"};
  for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++)
    assert_int_equal(find(smooth[i], false), SS_OP_COUNT);
}

static void test_kinks(void **state) {
  (void)state;
  assert_int_equal(find("x*sign(y)", false), SS_OP_SIGN);
  assert_int_equal(find("abs(x')", false), SS_OP_ABS);
  assert_int_equal(find("min(x, k)", false), SS_OP_MIN);
  assert_int_equal(find("max(k, y)", false), SS_OP_MAX);
  assert_int_equal(find("tan(x)", false), SS_OP_TAN);
  assert_int_equal(find("asin(x/9)", false), SS_OP_ASIN);
  assert_int_equal(find("acos(x/9)", false), SS_OP_ACOS);
  assert_int_equal(find("atan2(k, y)", false), SS_OP_ATAN2);
  assert_int_equal(find("sqrt(1 + x^2)", false), SS_OP_SQRT);
  assert_int_equal(find("log(2 + x)", false), SS_OP_LOG);
  assert_int_equal(find("k/(2 + x)", false), SS_OP_DIV);
  assert_int_equal(find("x^n", false), SS_OP_POW);
  assert_int_equal(find("(1 + x)^(1/3)", false), SS_OP_POW);
}

static void test_polynomials(void **state) {
  (void)state;
  assert_int_equal(find("x^3*y' - 5*y*sin(k)/n", true), SS_OP_COUNT);
  assert_int_equal(find("sin(x)", true), SS_OP_SIN);
  assert_int_equal(find("x*exp(-y)", true), SS_OP_EXP);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smooth),
      cmocka_unit_test(test_kinks),
      cmocka_unit_test(test_polynomials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
