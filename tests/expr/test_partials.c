/* test_partials.c: the derivatives that are not 0, against those that one sweep a symbol gives
 * (diff.c, tested against the mean value theorem): both build their formulas by the chain rule in
 * the same graph, so that equal ones are equal numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

enum { ROWS = 5 };

/* Random rows, some of them twice, some numbers, some symbols: the list is the whole truth. */
static void the_list_is_what_sweeps_find(void **state) {
  (void)state;
  size_t found = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    nursery n = start_nursery(7000 + seed);
    ss_graph *g = n.graph;
    ss_expr row[ROWS], whole[SYMBOLS][ROWS], column[ROWS];
    for (int i = 0; i < 3; i++) row[i] = grow_tree(&n, seed % 3 == 0 ? ANYTHING : SMOOTH, 4);
    row[3] = seed % 2 ? row[0] : n.symbol[0];
    row[4] = ss_expr_integer(g, 7);
    size_t listed;
    ss_partial *list;
    assert_int_equal(ss_expr_partials(g, ROWS, row, SYMBOLS, n.symbol, &listed, &list), SS_OK);
    for (int k = 0; k < SYMBOLS; k++)
      for (int i = 0; i < ROWS; i++) whole[k][i] = ss_expr_integer(g, 0);
    for (size_t l = 0; l < listed; l++) {
      assert_true(list[l].row < ROWS && list[l].column < SYMBOLS);
      assert_false(ss_expr_is_integer(g, list[l].value, 0));
      whole[list[l].column][list[l].row] = list[l].value;
    }
    for (int k = 0; k < SYMBOLS; k++) {
      ss_expr_differentiate(g, ROWS, row, n.symbol[k], column);
      for (int i = 0; i < ROWS; i++) assert_int_equal(column[i], whole[k][i]);
    }
    found += listed;
    free(list);
    stop_nursery(&n);
  }
  assert_true(found > 5000);
}

/* n rows that each see two of n symbols: 2 n - 1 derivatives, and as many nodes, not n^2. */
static void local_couplings_stay_local(void **state) {
  (void)state;
  enum { N = 20000 };
  ss_graph *g = ss_graph_create();
  ss_expr *x = calloc(N, sizeof *x), *row = calloc(N, sizeof *row);
  char name[16];
  for (int i = 0; i < N; i++) {
    snprintf(name, sizeof name, "x%d", i);
    x[i] = ss_expr_symbol(g, name);
    const ss_expr own = ss_expr_unary(g, SS_OP_SIN, x[i]);
    row[i] = i ? ss_expr_mul(g, own, x[i - 1]) : own;
  }
  const size_t before = ss_graph_count(g);
  size_t listed;
  ss_partial *list;
  assert_int_equal(ss_expr_partials(g, N, row, N, x, &listed, &list), SS_OK);
  assert_int_equal(listed, 2 * N - 1);
  assert_true(ss_graph_count(g) - before < 4 * N);
  for (size_t l = 0; l < listed; l++)
    assert_true(list[l].row == list[l].column || list[l].row == list[l].column + 1);
  free(list);
  free(x);
  free(row);
  ss_graph_destroy(g);
}

static void nothing_and_ddt(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e = ss_expr_unary(g, SS_OP_DDT, x);
  size_t listed = 1;
  ss_partial *list;
  assert_int_equal(ss_expr_partials(g, 0, NULL, 1, &x, &listed, &list), SS_OK);
  assert_int_equal(listed, 0);
  free(list);
  assert_int_equal(ss_expr_partials(g, 1, &e, 1, &x, &listed, &list), SS_BAD_ARGUMENT);
  assert_int_equal(listed, 0);
  assert_null(list);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_list_is_what_sweeps_find),
      cmocka_unit_test(local_couplings_stay_local),
      cmocka_unit_test(nothing_and_ddt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
