/* Images of expressions: kept, forgotten, and deep ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

static void test_substitution(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y");
  ss_expr e = ss_expr_add(g, ss_expr_unary(g, SS_OP_SIN, x), ss_expr_mul(g, x, y));
  ss_rewriter rewriter;
  ss_rewriter_start(&rewriter, g, ss_rewriter_rebuild, g);
  assert_int_equal(ss_rewriter_apply(&rewriter, e), e);
  ss_rewriter_reset(&rewriter);
  ss_rewriter_set(&rewriter, x, ss_expr_integer(g, 0));
  assert_true(ss_expr_is_integer(g, ss_rewriter_apply(&rewriter, e), 0));
  ss_rewriter_reset(&rewriter);
  ss_rewriter_set(&rewriter, x, SS_EXPR_NONE);
  assert_int_equal(ss_rewriter_apply(&rewriter, e), SS_EXPR_NONE);
  assert_int_equal(ss_rewriter_apply(&rewriter, y), y);
  assert_int_equal(ss_rewriter_apply(&rewriter, SS_EXPR_NONE), SS_EXPR_NONE);
  ss_rewriter_stop(&rewriter);
  ss_graph_destroy(g);
}

static size_t visits;

static ss_expr count_visits(void *user, ss_expr e, ss_expr a, ss_expr b) {
  visits++;
  return ss_rewriter_rebuild(user, e, a, b);
}

static void test_each_node_is_visited_once(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e = x;
  enum { DEPTH = 200000 };
  /* each level uses the one before it twice: 2^DEPTH as a tree */
  for (int i = 0; i < DEPTH; i++) e = ss_expr_mul(g, e, ss_expr_unary(g, SS_OP_SIN, e));
  ss_rewriter rewriter;
  ss_rewriter_start(&rewriter, g, count_visits, g);
  visits = 0;
  assert_int_equal(ss_rewriter_apply(&rewriter, e), e);
  assert_int_equal(visits, ss_expr_size(g, e));
  assert_int_equal(ss_rewriter_apply(&rewriter, ss_expr_arg(g, e, 0)), ss_expr_arg(g, e, 0));
  assert_int_equal(visits, ss_expr_size(g, e));
  ss_rewriter_stop(&rewriter);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_substitution),
      cmocka_unit_test(test_each_node_is_visited_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
