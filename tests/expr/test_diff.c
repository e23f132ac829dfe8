/* test_diff.c: derivatives against the mean value theorem, gradients against derivatives,
 * substitution against exact evaluation.
 *
 * The oracle for a derivative: (f(x+h) - f(x))/h = f'(s) for some s between, hence the quotient,
 * computed to 400 bits, lies in an enclosure of f' over [x, x+h], which is narrow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

/* ---- values ---------------------------------------------------------------------------------- */

enum { H_BITS = 100, PRECISION = 400 };

/* (f(at + h e_k) - f(at))/h with h = 2^-H_BITS, and the enclosure of `slope` over that step. */
static void enclose_slopes(const nursery *n, ss_expr f, ss_expr slope, point at, int k,
                           arb_t quotient, arb_t enclosure) {
  arb_ptr symbols = _arb_vec_init(SYMBOLS);
  arb_t before;
  arb_init(before);
  for (int i = 0; i < SYMBOLS; i++) arb_set_fmpq(symbols + i, &at[i], PRECISION);
  enclose_on(n, f, symbols, PRECISION, before);
  arb_t h;
  arb_init(h);
  arb_one(h);
  arb_mul_2exp_si(h, h, -H_BITS);
  arb_add(symbols + k, symbols + k, h, PRECISION);
  enclose_on(n, f, symbols, PRECISION, quotient);
  arb_sub(quotient, quotient, before, PRECISION);
  arb_div(quotient, quotient, h, PRECISION);
  arb_add_error_2exp_si(symbols + k, -H_BITS); /* [x, x+2h] contains [x, x+h] */
  enclose_on(n, slope, symbols, PRECISION, enclosure);
  arb_clear(h);
  arb_clear(before);
  _arb_vec_clear(symbols, SYMBOLS);
}

/* Whether both sides are narrow; then they must meet. */
static bool check_slope(const nursery *n, ss_expr f, ss_expr slope, point at, int k) {
  arb_t quotient, enclosure;
  arb_init(quotient);
  arb_init(enclosure);
  enclose_slopes(n, f, slope, at, k, quotient, enclosure);
  bool narrow = arb_is_finite(quotient) && arb_is_finite(enclosure) &&
                mag_cmp_2exp_si(arb_radref(quotient), -40) < 0 &&
                mag_cmp_2exp_si(arb_radref(enclosure), -40) < 0;
  if (narrow) assert_true(arb_overlaps(quotient, enclosure));
  arb_clear(quotient);
  arb_clear(enclosure);
  return narrow;
}

static void derivatives_obey_the_mean_value_theorem(void **state) {
  (void)state;
  size_t compared = 0;
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 5000; seed++) {
    nursery n = start_nursery(1000 + seed);
    ss_expr f = grow_tree(&n, seed % 3 == 0 ? ANYTHING : SMOOTH, 4), slope[SYMBOLS];
    for (int k = 0; k < SYMBOLS; k++)
      assert_int_equal(ss_expr_differentiate(n.graph, 1, &f, n.symbol[k], &slope[k]), SS_OK);
    draw_point(&n.random, at);
    for (int k = 0; k < SYMBOLS; k++) compared += check_slope(&n, f, slope[k], at, k);
    stop_nursery(&n);
  }
  stop_point(at);
  assert_true(compared > 10000);
}

/* The gradient has the derivatives, and the derivative along a direction their sum. */
static void gradients_and_directions_agree(void **state) {
  (void)state;
  size_t compared = 0;
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 5000; seed++) {
    nursery n = start_nursery(5000 + seed);
    ss_graph *g = n.graph;
    ss_expr f = grow_tree(&n, seed % 3 == 0 ? ANYTHING : SMOOTH, 4), gradient[SYMBOLS], along;
    ss_expr direction[SYMBOLS], sum = ss_expr_integer(g, 0);
    assert_int_equal(ss_expr_gradient(g, f, SYMBOLS, n.symbol, gradient), SS_OK);
    draw_point(&n.random, at);
    for (int k = 0; k < SYMBOLS; k++) {
      ss_expr slope;
      ss_expr_differentiate(g, 1, &f, n.symbol[k], &slope);
      direction[k] = grow_tree(&n, SMOOTH, 2);
      sum = ss_expr_add(g, sum, ss_expr_mul(g, slope, direction[k]));
      int same = compare_at(&n, slope, gradient[k], at);
      assert_int_not_equal(same, 0);
      compared += same == 1;
    }
    ss_expr_differentiate_along(g, SYMBOLS, n.symbol, direction, 1, &f, &along);
    int same = compare_at(&n, along, sum, at);
    assert_int_not_equal(same, 0);
    compared += same == 1;
    stop_nursery(&n);
  }
  stop_point(at);
  assert_true(compared > 14000);
}

/* ---- formulas -------------------------------------------------------------------------------- */

/* Derivatives by x that every table has; proved equal. */
static void derivatives_of_the_tables(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"3*x + y", "3"},
      {"x^5", "5*x^4"},
      {"1/x", "-1/x^2"},
      {"x^(-3)", "-3/x^4"},
      {"sqrt(x)", "1/(2*sqrt(x))"},
      {"x^(2/3)", "2/3*x^(-1/3)"},
      {"y^x", "y^x*log(y)"},
      {"x^x", "x*x^(x - 1) + x^x*log(x)"},
      {"sin(2*x)", "2*cos(2*x)"},
      {"cos(x)^2", "-sin(2*x)"},
      {"tan(x)", "1/cos(x)^2"},
      {"asin(x)", "1/sqrt(1 - x^2)"},
      {"acos(x)", "-1/sqrt(1 - x^2)"},
      {"atan(x)", "1/(1 + x^2)"},
      {"atan2(y, x)", "-y/(x^2 + y^2)"},
      {"atan2(x, y)", "y/(x^2 + y^2)"},
      {"exp(x*y)", "y*exp(x*y)"},
      {"log(x^2)", "2/x"},
      {"tanh(x)", "1 - tanh(x)^2"},
      {"(x + y)/(x - y)", "-2*y/(x - y)^2"},
      {"sin(y)", "0"},
      {"pi*x", "pi"},
      {"abs(x)", "sign(x)"},
      {"abs(3*x - y)", "3*sign(3*x - y)"},
      {"sign(x)", "0"},
      {"min(x, y)", "(1 - sign(x - y))/2"},
      {"max(x, y)", "(1 + sign(x - y))/2"},
      {"min(x^2, y)", "(2*x - sign(x^2 - y)*2*x)/2"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    ss_expr f = read_text(g, pairs[i][0]), expected = read_text(g, pairs[i][1]), slope, both;
    ss_expr x = ss_expr_symbol(g, "x");
    assert_int_equal(ss_expr_differentiate(g, 1, &f, x, &slope), SS_OK);
    assert_int_equal(ss_expr_gradient(g, f, 1, &x, &both), SS_OK);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, slope, expected)), SS_PROVED);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, both, expected)), SS_PROVED);
    ss_graph_destroy(g);
  }
}

/* A definition that doubles 10000 times has a derivative of linear size. */
static void derivatives_share(void **state) {
  (void)state;
  enum { STEPS = 10000 };
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e = x, slope, gradient;
  for (int i = 0; i < STEPS; i++)
    e = ss_expr_add(g, ss_expr_unary(g, SS_OP_SIN, e), ss_expr_mul(g, e, x));
  assert_int_equal(ss_expr_differentiate(g, 1, &e, x, &slope), SS_OK);
  assert_true(ss_expr_size(g, slope) < 12 * STEPS);
  assert_int_equal(ss_expr_gradient(g, e, 1, &x, &gradient), SS_OK);
  assert_true(ss_expr_size(g, gradient) < 12 * STEPS);
  ss_graph_destroy(g);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void ddt_is_refused(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), zero = ss_expr_integer(g, 0), found[2] = {x, x};
  ss_expr f[2] = {ss_expr_pow(g, x, ss_expr_integer(g, 2)),
                  ss_expr_add(g, x, ss_expr_unary(g, SS_OP_DDT, x))};
  assert_int_equal(ss_expr_differentiate(g, 2, f, x, found), SS_BAD_ARGUMENT);
  assert_int_equal(found[0], SS_EXPR_NONE);
  assert_int_equal(found[1], SS_EXPR_NONE);
  ss_graph_clear_status(g);
  assert_int_equal(ss_expr_gradient(g, f[1], 1, &x, found), SS_BAD_ARGUMENT);
  assert_int_equal(found[0], SS_EXPR_NONE);
  ss_graph_clear_status(g);
  ss_expr rate = ss_expr_unary(g, SS_OP_DDT, x);
  assert_int_equal(ss_expr_chain_rule(g, rate, zero, zero), SS_EXPR_NONE);
  assert_int_equal(ss_graph_status(g), SS_BAD_ARGUMENT);
  ss_graph_clear_status(g);
  assert_int_equal(ss_expr_chain_rule(g, SS_EXPR_NONE, zero, zero), SS_EXPR_NONE);
  assert_int_equal(ss_expr_differentiate(g, 1, &(ss_expr){SS_EXPR_NONE}, x, found), SS_OK);
  assert_int_equal(found[0], SS_EXPR_NONE);
  assert_int_equal(ss_expr_gradient(g, SS_EXPR_NONE, 1, &x, found), SS_OK);
  assert_int_equal(found[0], SS_EXPR_NONE);
  ss_graph_destroy(g);
}

/* ---- substitution ---------------------------------------------------------------------------- */

static void substitution_is_simultaneous(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y"), found[2];
  ss_expr f[2] = {read_text(g, "x - 2*y + sin(x)"), read_text(g, "z")};
  assert_int_equal(ss_expr_substitute(g, 2, (ss_expr[]){x, y}, (ss_expr[]){y, x}, 2, f, found),
                   SS_OK);
  assert_int_equal(found[0], read_text(g, "y - 2*x + sin(y)"));
  assert_int_equal(found[1], f[1]);
  assert_int_equal(ss_expr_substitute(g, 1, &x, (ss_expr[]){read_text(g, "x^2")}, 1, f, found),
                   SS_OK);
  assert_int_equal(found[0], read_text(g, "x^2 - 2*y + sin(x^2)")); /* x^2 is not replaced again */
  ss_expr zero = ss_expr_integer(g, 0);
  assert_int_equal(ss_expr_substitute(g, 1, &x, &zero, 1, (ss_expr[]){read_text(g, "y/x")}, found),
                   SS_BAD_INPUT);
  assert_int_equal(found[0], SS_EXPR_NONE);
  ss_graph_destroy(g);
}

/* f(a, b, c) at a point is f at (a, b, c) of the point, exactly. */
static void substitution_is_composition(void **state) {
  (void)state;
  size_t compared = 0;
  point at, inner;
  fmpq_t left, right;
  start_point(at);
  start_point(inner);
  fmpq_init(left);
  fmpq_init(right);
  for (uint64_t seed = 0; seed < 3000; seed++) {
    nursery n = start_nursery(9000 + seed);
    ss_expr f = grow_tree(&n, KINKED, 4), to[SYMBOLS], composed;
    bool defined = true;
    draw_point(&n.random, at);
    for (int k = 0; k < SYMBOLS; k++) {
      to[k] = grow_tree(&n, KINKED, 2);
      defined = defined && evaluate_exactly(&n, to[k], at, &inner[k]);
    }
    ss_expr_substitute(n.graph, SYMBOLS, n.symbol, to, 1, &f, &composed);
    ss_graph_clear_status(n.graph);
    defined = defined && evaluate_exactly(&n, f, inner, left);
    if (defined) assert_int_not_equal(composed, SS_EXPR_NONE);
    if (defined && evaluate_exactly(&n, composed, at, right)) {
      assert_true(fmpq_equal(left, right));
      compared++;
    }
    stop_nursery(&n);
  }
  fmpq_clear(left);
  fmpq_clear(right);
  stop_point(inner);
  stop_point(at);
  assert_true(compared > 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_obey_the_mean_value_theorem),
      cmocka_unit_test(gradients_and_directions_agree),
      cmocka_unit_test(derivatives_of_the_tables),
      cmocka_unit_test(derivatives_share),
      cmocka_unit_test(ddt_is_refused),
      cmocka_unit_test(substitution_is_simultaneous),
      cmocka_unit_test(substitution_is_composition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
