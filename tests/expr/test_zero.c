/* test_zero.c: PROVED is only for identities, REFUTED only for what is none.
 *
 * Oracles: identities by construction (disguise.h) and those of the tables of formulas; the same
 * with something added that is not zero; enclosures at random points for expressions of which
 * nothing is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "disguise.h"
#include "texts.h"

static ss_verdict judge(nursery *n, ss_expr a, ss_expr b) {
  return ss_expr_is_zero(n->graph, ss_expr_sub(n->graph, a, b));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char *const identities[] = {
    "(x + y)^2 - x^2 - 2*x*y - y^2",
    "(x + y)*(x - y) - x^2 + y^2",
    "(x^3 - y^3)/(x - y) - x^2 - x*y - y^2",
    "1/x + 1/y - (x + y)/(x*y)",
    "1/(x - y) + 1/(x + y) - 2*x/(x^2 - y^2)",
    "x/(x + y) + y/(x + y) - 1",
    "1/(1 + 1/(1 + 1/x)) - (x + 1)/(2*x + 1)",
    "sin(x)^2 + cos(x)^2 - 1",
    "sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)",
    "cos(x - y) - cos(x)*cos(y) - sin(x)*sin(y)",
    "sin(x + y + z) - sin(x + y)*cos(z) - cos(x + y)*sin(z)",
    "sin(2*x) - 2*sin(x)*cos(x)",
    "cos(3*x) - 4*cos(x)^3 + 3*cos(x)",
    "sin(5*x) - 16*sin(x)^5 + 20*sin(x)^3 - 5*sin(x)",
    "sin(x)*cos(y) - (sin(x + y) + sin(x - y))/2",
    "tan(x)^2 + 1 - 1/cos(x)^2",
    "tan(x + y)*(1 - tan(x)*tan(y)) - tan(x) - tan(y)",
    "sin(x + pi) + sin(x)",
    "cos(x - pi/2) - sin(x)",
    "sin(3*pi/2 - x) + cos(x)",
    "cos(x + 7*pi) + cos(x)",
    "sin(2*x + 3*y) - sin(2*x)*cos(3*y) - cos(2*x)*sin(3*y)",
    "sin(x)^4 - cos(x)^4 + cos(2*x)",
    "(1 - cos(2*x))/sin(2*x) - tan(x)",
    "sqrt(x)^2 - x",
    "sqrt(x)^3 - x*sqrt(x)",
    "1/sqrt(x) - sqrt(x)/x",
    "1/(1 + sqrt(x)) - (1 - sqrt(x))/(1 - x)",
    "1/(sqrt(x) - sqrt(y)) - (sqrt(x) + sqrt(y))/(x - y)",
    "(sqrt(x + 1) + 1)*(sqrt(x + 1) - 1) - x",
    "sqrt(sin(x)^2 + cos(x)^2) - 1",
    "log(sin(x)^2 + cos(x)^2)",
    "(abs(x) + 1)^2 - x^2 - 2*abs(x) - 1",
    "abs(x)^3 - x^2*abs(x)",
    "exp(x + y) - exp(x)*exp(y)",
    "exp(x - 2*y)*exp(2*y) - exp(x)",
    "exp(3*x)/exp(x) - exp(2*x)",
    "(exp(x) + exp(-x))^2 - (exp(x) - exp(-x))^2 - 4",
    "exp((x + y)*(x - y)) - exp(x^2)/exp(y^2)",
    "atan2(x + x, y + y - y) - atan2(2*x, y)",
    "min(x*(y + 1), z) - min(z, x*y + x)",
    "abs(x - y) - abs(y - x)",
    "sign(2*x - 2*y) + sign(2*y - 2*x)",
    "tanh(x - y) + tanh(y - x)",
    "x^y*x^y - (x^y)^2",
    "(x + 1)^20 - (x^2 + 2*x + 1)^10",
    "2^100*x - 4^50*x",
    "1e300*1e300*1e300*1e300*x/(1e300*1e300*1e300*1e300) - x",
    "x^8192*x - x^8193",
    "1/(x^500000*y) - x^(-500000)/y",
};

static const char *const others[] = {
    "x",
    "(x + y)^2 - x^2 - y^2",
    "x/(x + y) + y/(x + y) - 2",
    "sin(x)^2 - cos(x)^2 - 1",
    "sin(x + y) - sin(x)*cos(y) + cos(x)*sin(y)",
    "sin(2*x) - 2*sin(x)",
    "cos(3*x) - 4*cos(x)^3 - 3*cos(x)",
    "sin(x + pi/2) + cos(x)",
    "sqrt(x^2 + 1) - x",
    "sqrt(x) - sqrt(x + 1/1000000)",
    "exp(x + y) - exp(x) - exp(y)",
    "abs(x) - x",
    "sqrt(x^2) - x",
    "sign(x) - 1",
    "min(x, y) - x",
    "log(x^2 + 1)",
    "1/1000000000000000000000000000000",
    "x - 1.0000000000000000000000001*x",
    "(x^8192*y)^524288 - y^524288",
    "x^1048576 - 1",
    "tan(x) - sin(x)",
    "atan(x) - x",
    "(x + y + z)^30 - (x + y)^30",
};

/* True, but not by relations that are known here. */
static const char *const beyond[] = {
    "log(x^2*y^2) - log(x^2) - log(y^2)",
    "sin(pi/6) - 1/2",
    "sin(x/2)^2 - (1 - cos(x))/2",
    "asin(sin(1/10)) - 1/10",
    "atan(x) + atan(1/x) - pi/2*sign(x)",
    "sqrt(x^2) - abs(x)",
    "sqrt(2)*sqrt(3) - sqrt(6)",
    "max(x, y) + min(x, y) - x - y",
    "x*x^(y - 1) - x^y",
    "sqrt(-1 - x^2)", /* defined nowhere */
};

static ss_verdict judge_text(const char *text) {
  ss_graph *g = ss_graph_create();
  ss_verdict verdict = ss_expr_is_zero(g, read_text(g, text));
  assert_int_equal(ss_graph_status(g), SS_OK);
  ss_graph_destroy(g);
  return verdict;
}

static void tables_of_formulas(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof identities / sizeof *identities; i++)
    if (judge_text(identities[i]) != SS_PROVED) fail_msg("not proved: %s", identities[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (judge_text(others[i]) != SS_REFUTED) fail_msg("not refuted: %s", others[i]);
  for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
    if (judge_text(beyond[i]) != SS_UNKNOWN) fail_msg("not unknown: %s", beyond[i]);
}

/* Every identity with 1/1000 or x added to it. */
static void spoilt_identities_are_none(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof identities / sizeof *identities; i++)
    for (int k = 0; k < 2; k++) {
      ss_graph *g = ss_graph_create();
      ss_expr added = k ? ss_expr_symbol(g, "x") : ss_expr_ratio(g, 1, 1000);
      ss_expr e = ss_expr_add(g, read_text(g, identities[i]), added);
      assert_int_equal(ss_expr_is_zero(g, e), SS_REFUTED);
      ss_graph_destroy(g);
    }
}

/* ---- random identities ----------------------------------------------------------------------- */

static void disguised_expressions_are_equal(void **state) {
  (void)state;
  size_t changed = 0, proved = 0;
  for (uint64_t seed = 0; seed < 4000; seed++) {
    nursery n = start_nursery(60000 + seed);
    ss_expr e = grow_tree(&n, seed % 2 ? SMOOTH : RATIONAL, 4), other = disguise(&n, e, 3);
    changed += other != e;
    ss_verdict verdict = judge(&n, e, other);
    assert_int_not_equal(verdict, SS_REFUTED);
    proved += other != e && verdict == SS_PROVED;
    stop_nursery(&n);
  }
  assert_true(changed > 2500);
  assert_true(20 * proved > 19 * changed); /* the rest is beyond the limits */
}

static void spoilt_disguises_are_different(void **state) {
  (void)state;
  size_t refuted = 0;
  for (uint64_t seed = 0; seed < 4000; seed++) {
    nursery n = start_nursery(70000 + seed);
    ss_expr e = grow_tree(&n, seed % 2 ? SMOOTH : RATIONAL, 4), other = disguise(&n, e, 3);
    ss_expr spoilt = seed % 3 ? ss_expr_add(n.graph, other, ss_expr_ratio(n.graph, 1, 1000000))
                              : ss_expr_add(n.graph, other, n.symbol[seed % SYMBOLS]);
    ss_verdict verdict = judge(&n, e, spoilt);
    assert_int_not_equal(verdict, SS_PROVED);
    refuted += verdict == SS_REFUTED;
    stop_nursery(&n);
  }
  assert_true(refuted > 3800);
}

/* Two trees that may or may not be equal: the verdict against enclosures at random points. */
static void verdicts_agree_with_values(void **state) {
  (void)state;
  size_t seen[3] = {0};
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 6000; seed++) {
    nursery n = start_nursery(80000 + seed);
    tree_kind kind = (tree_kind)(seed % 4);
    ss_expr a = grow_tree(&n, kind, 3), b = grow_tree(&n, kind, seed % 5 ? 1 : 3);
    if (seed % 3 == 0) b = disguise(&n, ss_expr_mul(n.graph, a, b), 2);
    ss_verdict verdict = judge(&n, a, b);
    bool differs = false;
    for (int k = 0; k < 8; k++) {
      draw_point(&n.random, at);
      differs |= compare_at(&n, a, b, at) == 0;
    }
    if (verdict == SS_PROVED) assert_false(differs);
    if (differs) assert_int_not_equal(verdict, SS_PROVED);
    seen[verdict]++;
    stop_nursery(&n);
  }
  stop_point(at);
  assert_true(seen[SS_PROVED] > 100 && seen[SS_REFUTED] > 4000);
}

/* ---- what is asked in vain ------------------------------------------------------------------- */

static void failures_are_unknown(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  assert_int_equal(ss_expr_is_zero(g, SS_EXPR_NONE), SS_UNKNOWN);
  assert_int_equal(ss_expr_is_zero(g, ss_expr_unary(g, SS_OP_DDT, ss_expr_symbol(g, "x"))),
                   SS_UNKNOWN);
  ss_expr_ratio(g, 1, 0);
  assert_int_equal(ss_expr_is_zero(g, ss_expr_integer(g, 0)), SS_UNKNOWN);
  ss_graph_clear_status(g);
  assert_int_equal(ss_expr_is_zero(g, ss_expr_integer(g, 0)), SS_PROVED);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_of_formulas),
      cmocka_unit_test(spoilt_identities_are_none),
      cmocka_unit_test(disguised_expressions_are_equal),
      cmocka_unit_test(spoilt_disguises_are_different),
      cmocka_unit_test(verdicts_agree_with_values),
      cmocka_unit_test(failures_are_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
