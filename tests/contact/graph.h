/* graph.h: random symmetric graphs for the tests of the block solver. */
#ifndef TESTS_CONTACT_GRAPH_H
#define TESTS_CONTACT_GRAPH_H

#include "support.h"

#include "../../src/contact/block_lu.h"

typedef struct test_graph {
  bool *edge; /* nodes x nodes */
  size_t *start, *column, *mirror;
  ss_adjacency adjacency;
} test_graph;

static inline test_graph make_graph(size_t nodes) {
  test_graph g = {.edge = calloc(nodes * nodes, sizeof(bool))};
  assert_non_null(g.edge);
  g.adjacency.nodes = nodes;
  for (size_t i = 0; i < nodes; i++) g.edge[i * nodes + i] = true;
  return g;
}

static inline void join(test_graph *g, size_t i, size_t j) {
  const size_t n = g->adjacency.nodes;
  g->edge[i * n + j] = g->edge[j * n + i] = true;
}

/* Turns the edges into lists. */
static inline void finish_graph(test_graph *g) {
  const size_t n = g->adjacency.nodes;
  g->start = malloc((n + 1) * sizeof(size_t));
  g->column = malloc(n * n * sizeof(size_t));
  g->mirror = malloc(n * n * sizeof(size_t));
  size_t *work = malloc(n * sizeof(size_t)), count = 0;
  for (size_t i = 0; i < n; i++) {
    g->start[i] = count;
    for (size_t j = 0; j < n; j++)
      if (g->edge[i * n + j]) g->column[count++] = j;
  }
  g->start[n] = count;
  g->adjacency = (ss_adjacency){n, g->start, g->column, g->mirror};
  assert_true(ss_adjacency_mirror(&g->adjacency, g->mirror, work));
  free(work);
}

static inline void free_graph(test_graph *g) {
  free(g->edge);
  free(g->start);
  free(g->column);
  free(g->mirror);
}

static inline test_graph draw_graph(random_source *source, size_t nodes, size_t edges) {
  test_graph g = make_graph(nodes);
  for (size_t k = 0; k < edges; k++)
    join(&g, draw_count(source, 0, nodes - 1), draw_count(source, 0, nodes - 1));
  finish_graph(&g);
  return g;
}

/* The order, with a guard behind its workspace. */
static inline size_t *order_graph(const test_graph *g) {
  const size_t n = g->adjacency.nodes, words = ss_block_order_work(&g->adjacency);
  size_t *order = malloc(n * sizeof(size_t)), *work = malloc((words + 1) * sizeof(size_t));
  work[words] = 0x5EED;
  ss_block_order(&g->adjacency, order, work);
  assert_true(work[words] == 0x5EED);
  free(work);
  return order;
}

static inline size_t count_fill(const test_graph *g, const size_t *order) {
  size_t *work = malloc(3 * g->adjacency.nodes * sizeof(size_t));
  const size_t count = ss_block_lu_count(&g->adjacency, order, work);
  free(work);
  return count;
}

#endif
