/* test_normal.c: an expression and its polynomial are the same function, and equal functions of the
 * kinds that are known have equal polynomials.
 *
 * Oracles: enclosures at random points of what is built from the polynomial; expressions rewritten
 * by the laws of the ring, which must come out term by term the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../src/expr/normal_private.h"
#include "texts.h"
#include "trees.h"

/* ---- values ---------------------------------------------------------------------------------- */

static void polynomials_keep_the_value(void **state) {
  (void)state;
  size_t compared = 0;
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 6000; seed++) {
    nursery n = start_nursery(500000 + seed);
    ss_expr e = grow_tree(&n, (tree_kind)(seed % 4), 4);
    ss_normal normal;
    assert_true(ss_normal_start(&normal, n.graph, seed % 8 < 4));
    assert_true(ss_normal_convert(&normal, 1, &e));
    ss_expr built = ss_normal_build(&normal, normal.of[e]);
    ss_normal_stop(&normal);
    draw_point(&n.random, at);
    int same = compare_at(&n, e, built, at);
    if (same == 0) fail_msg("seed %lu: another function", (unsigned long)seed);
    compared += same == 1;
    stop_nursery(&n);
  }
  stop_point(at);
  assert_true(compared > 4000);
}

/* ---- equal polynomials ----------------------------------------------------------------------- */

/* Whether two texts have the same polynomial. */
static bool agree(const char *left, const char *right, bool expand) {
  ss_graph *g = ss_graph_create();
  ss_expr e[2] = {read_text(g, left), read_text(g, right)};
  ss_normal n;
  assert_true(ss_normal_start(&n, g, expand));
  assert_true(ss_normal_convert(&n, 2, e));
  ss_poly a = n.of[e[0]], b = n.of[e[1]];
  bool same = a.count == b.count;
  for (size_t i = 0; same && i < a.count; i++)
    same = a.terms[i].monomial == b.terms[i].monomial &&
           fmpq_equal(&a.terms[i].coefficient, &b.terms[i].coefficient);
  ss_normal_stop(&n);
  ss_graph_destroy(g);
  return same;
}

static void laws_of_the_ring(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"(x + y)*z", "z*y + x*z"},
      {"(x - y)^3", "x^3 - 3*x^2*y + 3*x*y^2 - y^3"},
      {"x/y*y", "x"},
      {"x/(2*y)", "1/2*x*y^(-1)"},
      {"(x + y)/(z*(x + y))", "1/z"},
      {"1/(2*x + 2*y)", "1/2*(1/(x + y))"},
      {"1/(x*y + x*z)", "1/x/(y + z)"},
      {"1/(y - x)", "-1/(x - y)"},
      {"(x + y)^(-2)", "1/(x + y)/(x + y)"},
      {"sqrt(x)^5", "x^2*sqrt(x)"},
      {"sqrt(x + y)^2*z", "x*z + y*z"},
      {"abs(x)^2", "x^2"},
      {"(abs(x) + y)^2", "x^2 + 2*y*abs(x) + y^2"},
      {"sqrt(2*x + 2*y)", "sqrt(y*2 + x*2)"},
      {"log((x + y)*z)", "log(x*z + y*z)"},
      {"atan2(x*(y + z), x)", "atan2(x*y + x*z, x)"},
      {"tanh(x - y)", "-tanh(y - x)"},
      {"x^(y*(z + 1))", "x^(y*z + y)"},
      {"sin(x*(y + z))", "sin(x*y + x*z)"},
      {"2*pi*x", "pi*x + x*pi"},
      {"x^(1 + 1)*y", "x*x*y"},
      {"sqrt(cos(x)^2 + sin(x)^2)", "1"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int expand = 0; expand < 2; expand++)
      if (!agree(pairs[i][0], pairs[i][1], expand))
        fail_msg("%s and %s differ", pairs[i][0], pairs[i][1]);
  assert_false(agree("x", "y", false));
  assert_false(agree("x", "2*x", true));
  assert_false(agree("sqrt(x^2)", "x", true));
}

static void functions_of_sums_are_expanded_on_demand(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"exp(x + y)", "exp(x)*exp(y)"},
      {"exp(2*x - 3*y)", "exp(x)^2/exp(y)^3"},
      {"exp(x + 1/3)", "exp(1/3)*exp(x)"},
      {"tan(x)*cos(x)", "sin(x)"},
      {"sin(x + y)", "sin(x)*cos(y) + cos(x)*sin(y)"},
      {"cos(2*x)", "cos(x)^2 - sin(x)^2"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (!agree(pairs[i][0], pairs[i][1], true))
      fail_msg("%s and %s differ", pairs[i][0], pairs[i][1]);
    assert_false(agree(pairs[i][0], pairs[i][1], false));
  }
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* A product that is too long stays what it is, an atom of its own. */
static void long_products_stay(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr sum[2] = {ss_expr_integer(g, 1), ss_expr_integer(g, 1)};
  for (long i = 1; i < 60; i++)
    for (int k = 0; k < 2; k++)
      sum[k] = ss_expr_add(g, sum[k],
                           ss_expr_pow(g, ss_expr_symbol(g, k ? "x" : "y"), ss_expr_integer(g, i)));
  ss_expr e = ss_expr_mul(g, sum[0], sum[1]); /* 3600 terms */
  ss_normal n;
  assert_true(ss_normal_start(&n, g, true));
  assert_true(ss_normal_convert(&n, 1, &e));
  assert_int_equal(n.of[e].count, 1);
  assert_int_equal(n.of[sum[0]].count, 60);
  assert_int_equal(ss_ring_exponent(&n.ring, n.of[e].terms[0].monomial, e), 1);
  assert_int_equal(ss_normal_build(&n, n.of[e]), e);
  ss_normal_stop(&n);
  ss_graph_destroy(g);
}

/* Partial sums of a long sum are not formed, unless something else needs one of them. */
static void long_sums_are_gathered(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), sum = x, part = x;
  for (long i = 2; i <= 300; i++) {
    sum = ss_expr_sub(g, ss_expr_pow(g, x, ss_expr_integer(g, i)), sum);
    if (i == 100) part = sum;
  }
  ss_normal n;
  assert_true(ss_normal_start(&n, g, false));
  assert_true(ss_normal_convert(&n, 1, &sum));
  assert_int_equal(n.of[sum].count, 300);
  assert_int_equal(n.of[part].count, 0);
  for (size_t i = 0; i < 300; i++) { /* signs alternate from the last one back */
    int32_t power = ss_ring_exponent(&n.ring, n.of[sum].terms[i].monomial, x);
    assert_int_equal(fmpq_sgn(&n.of[sum].terms[i].coefficient), power % 2 ? -1 : 1);
  }
  assert_true(ss_normal_convert(&n, 1, &part)); /* asked for later */
  assert_int_equal(n.of[part].count, 100);
  ss_normal_stop(&n);
  ss_expr both[2] = {sum, ss_expr_mul(g, part, part)};
  assert_true(ss_normal_start(&n, g, true));
  assert_true(ss_normal_convert(&n, 2, both));
  assert_int_equal(n.of[part].count, 100);
  assert_int_equal(n.of[sum].count, 300);
  ss_normal_stop(&n);
  ss_graph_destroy(g);
}

/* A division by what is zero, unseen by folding, leaves the quotient as it is. */
static void hidden_divisions_by_zero_stay(void **state) {
  (void)state;
  static const char *const texts[] = {"1/((x + 1)^2 - x^2 - 2*x - 1)",
                                      "((x + 1)^2 - x^2 - 2*x - 1)^y", "x/(x*(y + 1) - x*y - x)",
                                      "tan(pi/2 + x - x)", "((x + 1)^2 - x^2 - 2*x - 1)^(-3)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ss_graph *g = ss_graph_create();
    ss_expr e = read_text(g, texts[i]);
    ss_expr simple = ss_expr_simplify(g, e);
    assert_int_not_equal(simple, SS_EXPR_NONE);
    assert_int_equal(ss_graph_status(g), SS_OK);
    assert_int_not_equal(ss_expr_is_zero(g, e), SS_REFUTED);
    ss_graph_destroy(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polynomials_keep_the_value),
      cmocka_unit_test(laws_of_the_ring),
      cmocka_unit_test(functions_of_sums_are_expanded_on_demand),
      cmocka_unit_test(long_products_stay),
      cmocka_unit_test(long_sums_are_gathered),
      cmocka_unit_test(hidden_divisions_by_zero_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
