/* test_written.c: what stands in the formulas of a model must be defined throughout the ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "../../src/system/range.h"
#include "../model/support.h"
#include "standstill/system.h"

#define RANGES "param a = 0.1 in [-1, 2]\nparam b = 3 in [1/3, 3]\nparam r = sqrt(2)\n"
#define MASS   "coord x\nkinetic = x'^2\n"

/* The reason against a text, copied; NULL if there is none. */
static char *find_reason(const char *text, bool *unlinear) {
  reading r = read_good(text);
  ss_written w;
  assert_int_equal(ss_written_start(&w, r.model, r.model->graph, NULL), SS_OK);
  ss_written_read_all(&w);
  assert_false(w.failed);
  char *why = w.why ? strdup(w.why) : NULL;
  *unlinear = w.unlinear;
  ss_written_clear(&w);
  stop_reading(&r);
  return why;
}

static void expect_good(const char *text) {
  bool unlinear;
  char *why = find_reason(text, &unlinear);
  if (why) fail_msg("%s\n-> %s", text, why);
}

static void expect_why(const char *text, const char *expected, bool expect_unlinear) {
  bool unlinear;
  char *why = find_reason(text, &unlinear);
  assert_non_null(why);
  assert_string_equal(why, expected);
  assert_int_equal(unlinear, expect_unlinear);
  free(why);
}

static void defined_formulas_are_good(void **state) {
  (void)state;
  expect_good(RANGES MASS "potential = a*x^2/b + sqrt(b)*x - r*x^4/2\nforce x = -x'*log(b)");
  expect_good(RANGES MASS "let y = (b + 1)*x\npotential = y^2/(b - 5)\nforce x = ddt(x)*0");
  expect_good("coord x, y\nbody s { mass = 1; inertia = 1; at = (x, y, 0) }\n"
              "point p on s (1, 2)\nforce at p = (-p.x, -p.y)\n");
}

/* Whatever cancels: it stands in the file. */
static void undefined_ones_are_named(void **state) {
  (void)state;
  expect_why(RANGES MASS "potential = (a/a)*x^2", "'(a/a)*x^2' in line 6 divides by what may be 0",
             false);
  expect_why(RANGES "param c = (a^2 - 1)/(a - 1)\n" MASS "potential = c*x^2",
             "'(a^2 - 1)/(a - 1)' in line 4 divides by what may be 0", false);
  expect_why(RANGES MASS "potential = x^2/a", "'x^2/a' in line 6 divides by what may be 0", false);
  expect_why(RANGES MASS "potential = 0*sqrt(a)*x",
             "'0*sqrt(a)*x' in line 6 takes a root of what may be negative", false);
  expect_why(RANGES MASS "potential = a^(-2)*x",
             "'a^(-2)*x' in line 6 has a power that may not be defined", false);
  expect_why(RANGES MASS "potential = x - log(a + 1)",
             "'x - log(a + 1)' in line 6 has log of what may be outside its domain", false);
}

static void what_moves_must_be_a_polynomial(void **state) {
  (void)state;
  expect_why(MASS "potential = cos(x)",
             "'cos(x)' in line 3 has a function of a coordinate or velocity", true);
  expect_why(MASS "potential = sin(x)^2 + cos(x)^2",
             "'sin(x)^2 + cos(x)^2' in line 3 has a function of a coordinate or velocity", true);
  expect_why(MASS "potential = x^3/x", "'x^3/x' in line 3 divides by a coordinate or velocity",
             true);
  expect_why(MASS "potential = x^(-1)*x^3",
             "'x^(-1)*x^3' in line 3 divides by a coordinate or velocity", true);
  expect_why(MASS "force x = -x*t", "'-x*t' in line 3 depends on time", true);
}

/* A sum of 6000 terms, and a power of many, are refused, not walked. */
static void what_is_too_large_is_refused(void **state) {
  (void)state;
  enum { TERMS = 6000 };
  static char text[TERMS * 2 + 100];
  size_t at = (size_t)snprintf(text, sizeof text, MASS "param c = 1");
  for (int i = 1; i < TERMS; i++) at += (size_t)snprintf(text + at, sizeof text - at, "+1");
  bool unlinear;
  char *why = find_reason(text, &unlinear);
  assert_non_null(why);
  assert_non_null(strstr(why, "in line 3 is too large for proofs"));
  free(why);
  expect_why(RANGES MASS "potential = (a^2 + b)^30*(a + b)^31*x^10",
             "'(a^2 + b)^30*(a + b)^31*x^10' in line 6 is too large for proofs", false);
}

/* Nothing is folded in what is read as written, everything in what is printed. */
static void nothing_is_folded(void **state) {
  (void)state;
  reading r = read_good("param a = 2*3 + 0\ncoord x\nkinetic = x'^2\n");
  const ss_formula *f = &r.model->parameter[0].value;
  assert_int_equal(ss_expr_op(r.model->graph, f->plain), SS_OP_ADD);
  assert_int_equal(ss_expr_op(r.model->graph, f->written), SS_OP_NUMBER);
  ss_written w;
  assert_int_equal(ss_written_start(&w, r.model, r.model->graph, NULL), SS_OK);
  assert_int_equal(ss_expr_op(w.graph, ss_written_read(&w, f)), SS_OP_ADD);
  assert_int_equal(ss_expr_op(w.graph, ss_written_parse(&w, "1 + 2*3")), SS_OP_ADD);
  assert_int_equal(ss_written_parse(&w, "1 + "), SS_EXPR_NONE);
  ss_written_clear(&w);
  stop_reading(&r);
}

/* Smooth machines: functions with all derivatives, but nothing that only cancels. */
static void smooth_formulas_are_good(void **state) {
  static const struct {
    const char *force, *why;
  } cases[] = {
      {"sin(x)*exp(-x') + atan(x)^3 + tanh(2*x)/2", NULL},
      {"0/(x - 1/2)", "'0/(x - 1/2)' in line 4 divides by a coordinate or velocity"},
      {"sqrt(x^2 + 1)", "'sqrt(x^2 + 1)' in line 4 has a function of a coordinate or velocity"},
      {"x/(a - 1)", "'x/(a - 1)' in line 4 divides by what may be 0"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    const char *why;
    snprintf(text, sizeof text, "param a = 0.1 in [-1, 2]\ncoord x\nkinetic = x'^2\nforce x = %s\n",
             cases[i].force);
    reading r = read_good(text);
    ss_system *system;
    assert_int_equal(ss_system_derive(r.arena, r.model, &system), SS_OK);
    assert_int_equal(ss_system_check_written(r.arena, system, &why), SS_OK);
    if (cases[i].why)
      assert_string_equal(why, cases[i].why);
    else
      assert_null(why);
    stop_reading(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defined_formulas_are_good),
      cmocka_unit_test(undefined_ones_are_named),
      cmocka_unit_test(what_moves_must_be_a_polynomial),
      cmocka_unit_test(what_is_too_large_is_refused),
      cmocka_unit_test(nothing_is_folded),
      cmocka_unit_test(smooth_formulas_are_good),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
