/* test_print_latex.c: formulas as they are typeset in the field, and always well formed.
 *
 * Oracles: a table; braces and \left \right that match, counted on random expressions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

static void formulas_are_typeset(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"x", "x"},
      {"x'", "\\dot{x}"},
      {"phi", "\\varphi"},
      {"phi'", "\\dot{\\varphi}"},
      {"mu1", "\\mu_{1}"},
      {"mu_1", "\\mu_{1}"},
      {"mu_N", "\\mu_{N}"},
      {"x12'", "\\dot{x_{12}}"},
      {"a_b_c", "a_{b,c}"},
      {"kP", "\\mathrm{kP}"},
      {"Omega", "\\Omega"},
      {"A.x", "x_{A}"},
      {"A.y'", "\\dot{y_{A}}"},
      {"pi", "\\pi"},
      {"-3", "-3"},
      {"1/3", "\\frac{1}{3}"},
      {"-1/3*x", "-\\frac{1}{3} \\, x"},
      {"9.81*m", "9.81 \\, m"},
      {"x + y - z", "x + y - z"},
      {"x - (y - z)", "x - \\left(y - z\\right)"},
      {"x + (-y*(z - 3) - a)", "x -y \\, \\left(z - 3\\right) - a"},
      {"x*(y + z)", "x \\, \\left(y + z\\right)"},
      {"x/(y + z)", "\\frac{x}{y + z}"},
      {"(x/y)^2", "\\left(\\frac{x}{y}\\right)^{2}"},
      {"x^2", "x^{2}"},
      {"(x + y)^2", "\\left(x + y\\right)^{2}"},
      {"x^(y + 1)", "x^{y + 1}"},
      {"x1^2", "x_{1}^{2}"},
      {"-x^2", "-x^{2}"},
      {"sin(x)", "\\sin{x}"},
      {"sin(x)^2", "\\sin^{2}{x}"},
      {"cos(x + y)^2", "\\cos^{2}\\left(x + y\\right)"},
      {"sin(2*x)", "\\sin\\left(2 \\, x\\right)"},
      {"sqrt(x + y)", "\\sqrt{x + y}"},
      {"abs(x - y)", "\\left|x - y\\right|"},
      {"atan2(y, x)", "\\operatorname{atan2}\\left(y, x\\right)"},
      {"min(x, y)", "\\min\\left(x, y\\right)"},
      {"max(x, y)", "\\max\\left(x, y\\right)"},
      {"asin(x) + acos(x) + atan(x)", "\\arcsin{x} + \\arccos{x} + \\arctan{x}"},
      {"exp(x)*log(x)*tan(x)*tanh(x)", "\\exp{x} \\, \\log{x} \\, \\tan{x} \\, \\tanh{x}"},
      {"sign(x)", "\\operatorname{sign}{x}"},
      {"ddt(x)", "\\frac{\\mathrm{d}}{\\mathrm{d}t}{x}"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    assert_prints(g, read_text(g, pairs[i][0]), SS_PRINT_LATEX, pairs[i][1]);
    ss_graph_destroy(g);
  }
}

static bool begins(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

/* Braces nest, every \left has its \right in the same group, and no group is entered in vain. */
static void assert_well_formed(const char *text) {
  size_t braces = 0, capacity = strlen(text) + 2;
  size_t *open = calloc(capacity, sizeof *open); /* \left not yet closed, by depth of braces */
  for (const char *at = text; *at; at++) {
    if (*at == '{') open[++braces] = 0;
    if (begins(at, "\\left(") || begins(at, "\\left|")) open[braces]++;
    if (begins(at, "\\right)") || begins(at, "\\right|")) {
      assert_true(open[braces] > 0);
      open[braces]--;
    }
    if (*at == '}') {
      assert_true(braces > 0);
      assert_int_equal(open[braces], 0);
      braces--;
    }
  }
  assert_int_equal(braces, 0);
  assert_int_equal(open[0], 0);
  free(open);
}

static void random_formulas_are_well_formed(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 10000; seed++) {
    nursery n = start_nursery(40000 + seed);
    ss_text out;
    ss_text_start(&out);
    ss_expr_print(n.graph, grow_tree(&n, ANYTHING, 5), SS_PRINT_LATEX, &out);
    assert_well_formed(out.data);
    ss_text_stop(&out);
    stop_nursery(&n);
  }
}

/* What is too long is cut, and still well formed. */
static void cut_formulas_are_well_formed(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e = x;
  for (int i = 0; i < 100; i++)
    e = ss_expr_div(g, ss_expr_unary(g, SS_OP_SQRT, e), ss_expr_add(g, x, ss_expr_neg(g, e)));
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(g, e, SS_PRINT_LATEX, &out);
  assert_non_null(strstr(out.data, "\\ldots"));
  assert_true(out.length < 300000);
  assert_well_formed(out.data);
  ss_text_stop(&out);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_typeset),
      cmocka_unit_test(random_formulas_are_well_formed),
      cmocka_unit_test(cut_formulas_are_well_formed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
