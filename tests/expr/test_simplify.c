/* test_simplify.c: what is simplified is the same function, is never longer, and comes within
 * bounds however large the input.
 *
 * Oracles: enclosures at random points; the size of the tree, counted here; disguised zeros; a
 * table of what a reader expects.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "disguise.h"
#include "texts.h"

/* Nodes of the expression as a tree, as a double: chains that double are long. */
static double tree_size(const ss_graph *g, ss_expr e) {
  double *size = calloc((size_t)e + 1, sizeof *size);
  for (ss_expr i = 1; i <= e; i++)
    size[i] = 1 + size[ss_expr_arg(g, i, 0)] + size[ss_expr_arg(g, i, 1)];
  double result = size[e];
  free(size);
  return result;
}

/* ---- random expressions ---------------------------------------------------------------------- */

static void simplified_expressions_are_equal_and_not_longer(void **state) {
  (void)state;
  size_t compared = 0, shorter = 0;
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 5000; seed++) {
    nursery n = start_nursery(100000 + seed);
    ss_expr e = grow_tree(&n, (tree_kind)(seed % 4), 5);
    if (seed % 3 == 0) e = disguise(&n, e, 2);
    ss_expr simple = ss_expr_simplify(n.graph, e);
    assert_int_not_equal(simple, SS_EXPR_NONE);
    assert_true(tree_size(n.graph, simple) <= tree_size(n.graph, e));
    shorter += tree_size(n.graph, simple) < tree_size(n.graph, e);
    for (int k = 0; k < 3; k++) {
      draw_point(&n.random, at);
      int same = compare_at(&n, e, simple, at);
      if (same == 0) fail_msg("seed %lu: the simplified form differs", (unsigned long)seed);
      compared += same == 1;
    }
    stop_nursery(&n);
  }
  stop_point(at);
  assert_true(compared > 9000);
  assert_true(shorter > 1200);
}

/* Simplifying again changes little: nine in ten are as they were, none becomes longer. */
static void simplifying_again_changes_little(void **state) {
  (void)state;
  size_t same = 0;
  enum { TRIALS = 2000 };
  for (uint64_t seed = 0; seed < TRIALS; seed++) {
    nursery n = start_nursery(200000 + seed);
    ss_expr once = ss_expr_simplify(n.graph, grow_tree(&n, SMOOTH, 5));
    ss_expr twice = ss_expr_simplify(n.graph, once);
    assert_true(tree_size(n.graph, twice) <= tree_size(n.graph, once));
    same += once == twice;
    stop_nursery(&n);
  }
  assert_true(10 * same > 9 * TRIALS);
}

/* What is zero, however disguised, becomes 0 nearly always. */
static void disguised_zeros_vanish(void **state) {
  (void)state;
  size_t zeros = 0;
  enum { TRIALS = 2000 };
  for (uint64_t seed = 0; seed < TRIALS; seed++) {
    nursery n = start_nursery(300000 + seed);
    ss_expr e = grow_tree(&n, RATIONAL, 4);
    ss_expr zero = ss_expr_sub(n.graph, disguise(&n, e, 2), e);
    zeros += ss_expr_is_integer(n.graph, ss_expr_simplify(n.graph, zero), 0);
    stop_nursery(&n);
  }
  assert_true(100 * zeros > 95 * TRIALS);
}

/* ---- what a reader expects ------------------------------------------------------------------- */

static void readers_get_what_they_expect(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"x - x + 0*y", "0"},
      {"cos(phi)^2 + sin(phi)^2", "1"},
      {"m*l^2*cos(phi)^2 + m*l^2*sin(phi)^2", "m*l^2"},
      {"cos(a)*cos(b) + sin(a)*sin(b)", "cos(a - b)"},
      {"cos(a)*cos(b) - sin(a)*sin(b)", "cos(a + b)"},
      {"sin(a)*cos(b) - cos(a)*sin(b)", "sin(a - b)"},
      {"2*m*l*(sin(a)*cos(b) + cos(a)*sin(b))", "2*m*l*sin(a + b)"},
      {"1 - sin(x)^2", "cos(x)^2"},
      {"m*a^2 + m*l^2 + J", "m*(a^2 + l^2) + J"},
      {"x*y + x*z", "x*(y + z)"},
      {"x*x*x/x", "x^2"},
      {"(x + y)*z/(x + y)", "z"},
      {"(x^2 - y^2)/(x^2 - y^2)*x", "x"},
      {"1/2*m*2", "m"},
      {"x + x + x - 2*x", "x"},
      {"-(-x - y)", "y + x"},
      {"sqrt(x)*sqrt(x)*sqrt(x)", "x*sqrt(x)"},
      {"sin(x + pi)", "-sin(x)"},
      {"cos(x - pi/2)", "sin(x)"},
      {"sqrt(cos(x)^2 + sin(x)^2)", "1"},
      {"exp(0*x)", "1"},
      {"(sin(x)^2 + cos(x)^2 - 1)*y/(z + 1)", "0"},
      {"tan(x)*cos(x) - sin(x)", "0"},
      {"x/(x + y) + y/(x + y) - 1", "0"},
      {"x^2 + 2*x*y + y^2 - (x + y)^2", "0"},
      {"a*b*c", "a*b*c"},
      {"x", "x"},
      {"3/7", "3/7"},
      {"abs(x)*abs(x)", "x^2"},
      {"min(x + y, y + x)", "x + y"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    assert_prints(g, ss_expr_simplify(g, read_text(g, pairs[i][0])), SS_PRINT_TEXT, pairs[i][1]);
    ss_graph_destroy(g);
  }
}

/* ---- many at once ---------------------------------------------------------------------------- */

static void many_at_once_are_as_one_by_one(void **state) {
  (void)state;
  enum { COUNT = 20 };
  for (uint64_t seed = 0; seed < 100; seed++) {
    nursery n = start_nursery(400000 + seed);
    ss_expr e[COUNT], results[COUNT];
    for (int i = 0; i < COUNT; i++) e[i] = grow_tree(&n, SMOOTH, 4);
    e[3] = SS_EXPR_NONE;
    e[4] = e[5]; /* one twice */
    e[6] = ss_expr_sub(n.graph, disguise(&n, e[7], 2), e[7]);
    assert_int_equal(ss_expr_simplify_all(n.graph, COUNT, e, results), SS_OK);
    assert_int_equal(results[3], SS_EXPR_NONE);
    assert_int_equal(results[4], results[5]);
    for (int i = 0; i < COUNT; i++)
      if (i != 3)
        assert_true(tree_size(n.graph, results[i]) <=
                    tree_size(n.graph, ss_expr_simplify(n.graph, e[i])));
    /* in place */
    assert_int_equal(ss_expr_simplify_all(n.graph, COUNT, e, e), SS_OK);
    assert_memory_equal(e, results, sizeof e);
    stop_nursery(&n);
  }
}

static void failures_are_passed_on(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x");
  assert_int_equal(ss_expr_simplify(g, SS_EXPR_NONE), SS_EXPR_NONE);
  assert_int_equal(ss_graph_status(g), SS_OK);
  assert_int_equal(ss_expr_simplify_all(g, 0, NULL, NULL), SS_OK);
  ss_expr rate = ss_expr_unary(g, SS_OP_DDT, x);
  assert_int_equal(ss_expr_simplify(g, rate), rate);
  ss_expr_ratio(g, 1, 0);
  assert_int_equal(ss_expr_simplify(g, x), SS_EXPR_NONE);
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT);
  ss_graph_destroy(g);
}

/* ---- size ------------------------------------------------------------------------------------ */

/* Definitions that use the one before them more than once: as trees they have 2^2000 nodes. */
static const char *const doublings[] = {
    "a + a", "a*a", "a + a*a", "sin(a) + a*x", "a*(a + 1)", "a/(1 + a)", "abs(a)*a + abs(a)",
};

typedef struct definition {
  ss_graph *graph;
  ss_expr previous;
} definition;

/* The name a stands for the definition before. */
static ss_expr resolve_previous(void *user, const char *name, size_t length, ss_span where) {
  definition *d = user;
  return *name == 'a' ? d->previous : resolve_any(d->graph, name, length, where);
}

static ss_expr double_up(ss_graph *g, const char *text, ss_expr start, int times) {
  ss_arena *arena = ss_arena_create();
  definition d = {g, start};
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "definition", text, strlen(text));
  for (int i = 0; i < times; i++) {
    d.previous =
        ss_expr_parse(g, &list, (ss_span){0, (uint32_t)strlen(text)}, resolve_previous, &d);
    assert_int_not_equal(d.previous, SS_EXPR_NONE);
  }
  ss_arena_destroy(arena);
  return d.previous;
}

/* Two thousand of them: simplify and the zero test end, and the graph grows by bounded work. */
static void doubling_definitions_end(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof doublings / sizeof *doublings; i++)
    for (int numbers = 0; numbers < 2; numbers++) {
      ss_graph *g = ss_graph_create();
      ss_expr start = numbers ? ss_expr_ratio(g, 2, 3) : ss_expr_symbol(g, "x");
      ss_expr e = double_up(g, doublings[i], start, numbers ? 500 : 2000);
      size_t before = ss_graph_count(g);
      ss_expr simple = ss_expr_simplify(g, e);
      assert_int_not_equal(simple, SS_EXPR_NONE);
      assert_true(tree_size(g, simple) <= tree_size(g, e));
      assert_true(ss_graph_count(g) < before + 1000000);
      if (i < 5) assert_int_not_equal(ss_expr_is_zero(g, e), SS_PROVED);
      ss_graph_destroy(g);
    }
}

/* A sum of 20000 different terms: partial sums would take gigabytes. */
static void long_sums_end(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y"), sum = y;
  for (long i = 2; i < 20000; i++) {
    ss_expr term = ss_expr_mul(g, ss_expr_integer(g, i), ss_expr_pow(g, x, ss_expr_integer(g, i)));
    sum = i % 2 ? ss_expr_add(g, sum, term) : ss_expr_sub(g, sum, term);
  }
  assert_int_equal(ss_expr_simplify(g, sum), sum);
  ss_expr zero = ss_expr_sub(g, ss_expr_mul(g, sum, y), ss_expr_mul(g, y, sum));
  assert_true(ss_expr_is_integer(g, zero, 0)); /* folding sees that */
  assert_int_equal(ss_expr_is_zero(g, sum), SS_REFUTED);
  ss_graph_destroy(g);
}

/* A short expression is simplified although a monster is asked for in the same call. */
static void monsters_do_not_spoil_the_rest(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr e[2] = {double_up(g, "(a + x)*(a + y)", ss_expr_symbol(g, "x"), 50),
                  read_text(g, "cos(x)^2 + sin(x)^2")};
  assert_int_equal(ss_expr_simplify_all(g, 2, e, e), SS_OK);
  assert_true(ss_expr_is_integer(g, e[1], 1));
  ss_graph_destroy(g);
}

/* Sum over i of (x_i y_i + x_i) plus k: quickly converted, slowly built. */
static ss_expr sum_of_pairs(ss_graph *g, long k) {
  ss_expr sum = ss_expr_integer(g, k);
  for (int i = 0; i < 150; i++) {
    char x[2][3] = {{'x', (char)('0' + i), 0}, {'y', (char)('0' + i), 0}};
    ss_expr a = ss_expr_symbol(g, x[0]), b = ss_expr_symbol(g, x[1]);
    sum = ss_expr_add(g, ss_expr_add(g, ss_expr_mul(g, a, b), a), sum);
  }
  return sum;
}

/* When the budget ends while results are built, the rest comes back as it was. */
static void a_budget_that_ends_on_the_way(void **state) {
  (void)state;
  enum { COUNT = 100 };
  ss_graph *g = ss_graph_create();
  ss_expr e[COUNT], results[COUNT];
  size_t changed = 0;
  for (long k = 0; k < COUNT; k++) e[k] = sum_of_pairs(g, k + 1);
  assert_int_equal(ss_expr_simplify_all(g, COUNT, e, results), SS_OK);
  for (long k = 0; k < COUNT; k++) {
    changed += results[k] != e[k];
    assert_true(ss_expr_size(g, results[k]) > 400);
  }
  assert_true(changed > 0 && changed < COUNT);
  assert_int_equal(results[COUNT - 1], e[COUNT - 1]);
  ss_graph_destroy(g);
}

/* High derivatives, each simplified: the ring runs out of room in the middle of a product. */
static void high_derivatives_end(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x");
  ss_expr e = ss_expr_unary(g, SS_OP_TAN, ss_expr_unary(g, SS_OP_ATAN, x));
  e = ss_expr_neg(g, ss_expr_add(g, x, e));
  for (int i = 0; i < 15; i++) {
    assert_int_equal(ss_expr_differentiate(g, 1, &e, x, &e), SS_OK);
    e = ss_expr_simplify(g, e);
    assert_int_not_equal(e, SS_EXPR_NONE);
  }
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simplified_expressions_are_equal_and_not_longer),
      cmocka_unit_test(simplifying_again_changes_little),
      cmocka_unit_test(disguised_zeros_vanish),
      cmocka_unit_test(readers_get_what_they_expect),
      cmocka_unit_test(many_at_once_are_as_one_by_one),
      cmocka_unit_test(failures_are_passed_on),
      cmocka_unit_test(doubling_definitions_end),
      cmocka_unit_test(long_sums_end),
      cmocka_unit_test(monsters_do_not_spoil_the_rest),
      cmocka_unit_test(a_budget_that_ends_on_the_way),
      cmocka_unit_test(high_derivatives_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
