/* The elimination order: a permutation that leaves trees without fill, cycles with the least
 * possible, and random graphs with less than their natural order has. */
#include "graph.h"

static void assert_permutation(size_t n, const size_t *order) {
  bool *seen = calloc(n, sizeof(bool));
  for (size_t k = 0; k < n; k++) {
    assert_true(order[k] < n && !seen[order[k]]);
    seen[order[k]] = true;
  }
  free(seen);
}

/* Orders, checks the permutation, returns the blocks below the diagonal; frees the graph. */
static size_t fill_of(test_graph *g) {
  size_t *order = order_graph(g);
  assert_permutation(g->adjacency.nodes, order);
  const size_t count = count_fill(g, order);
  free(order);
  free_graph(g);
  return count;
}

static void trees_have_no_fill(void **state) {
  (void)state;
  random_source source = {10};
  for (size_t n = 1; n <= 200; n += 7) {
    test_graph g = make_graph(n);
    for (size_t i = 1; i < n; i++) join(&g, i, draw_count(&source, 0, i - 1));
    finish_graph(&g);
    assert_int_equal(fill_of(&g), n - 1);
  }
}

/* Any order of a cycle adds n - 3 edges. */
static void cycles_have_the_least_fill(void **state) {
  (void)state;
  for (size_t n = 3; n <= 60; n++) {
    test_graph g = make_graph(n);
    for (size_t i = 0; i < n; i++) join(&g, i, (i + 1) % n);
    finish_graph(&g);
    assert_int_equal(fill_of(&g), 2 * n - 3);
  }
}

static void complete_graphs(void **state) {
  (void)state;
  for (size_t n = 1; n <= 30; n++) {
    test_graph g = make_graph(n);
    for (size_t i = 0; i < n * n; i++) join(&g, i / n, i % n);
    finish_graph(&g);
    assert_int_equal(fill_of(&g), n * (n - 1) / 2);
  }
}

/* Minimum degree against the natural order: summed over many graphs it must win clearly. */
static void random_graphs_fill_less(void **state) {
  (void)state;
  random_source source = {11};
  size_t ordered = 0, natural = 0;
  for (int k = 0; k < 300; k++) {
    const size_t n = draw_count(&source, 1, 80);
    test_graph g = draw_graph(&source, n, draw_count(&source, 0, 3 * n));
    size_t *identity = malloc(n * sizeof(size_t));
    for (size_t i = 0; i < n; i++) identity[i] = i;
    natural += count_fill(&g, identity);
    free(identity);
    ordered += fill_of(&g);
  }
  assert_true(ordered < natural / 2);
}

/* A grid of 30 x 30: nested dissection needs about 31 n log2 n / 4; twice that is allowed. */
static void grids(void **state) {
  (void)state;
  const size_t side = 30, n = side * side;
  test_graph g = make_graph(n);
  for (size_t i = 0; i < n; i++) {
    if (i % side + 1 < side) join(&g, i, i + 1);
    if (i + side < n) join(&g, i, i + side);
  }
  finish_graph(&g);
  assert_true(fill_of(&g) < 2 * (size_t)(31.0 / 4 * (double)n * log2((double)side)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_have_no_fill),
      cmocka_unit_test(cycles_have_the_least_fill),
      cmocka_unit_test(complete_graphs),
      cmocka_unit_test(random_graphs_fill_less),
      cmocka_unit_test(grids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
