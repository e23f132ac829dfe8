/* graph_private.h: the store of nodes, for the files of src/expr only. */
#ifndef STANDSTILL_GRAPH_PRIVATE_H
#define STANDSTILL_GRAPH_PRIVATE_H

#include <assert.h>

#include "tape_private.h"

typedef struct ss_node {
  ss_op op;
  uint32_t a, b; /* arguments; a number's, symbol's or curve's place in its table */
} ss_node;

struct ss_graph {
  const ss_graph *base; /* sealed; it has the expressions below `first`. NULL: none, first is 0 */
  ss_expr first;
  ss_arena *arena; /* names and numbers: they never move */
  ss_node *nodes;  /* nodes[e - first]; without a base nodes[0] stands for SS_EXPR_NONE */
  size_t count;    /* the base's included */
  size_t capacity;
  ss_expr *table; /* own nodes: open addressing, a power of two, at most half full */
  size_t table_size;
  fmpq **numbers;
  size_t number_count, number_capacity;
  const char **names;
  size_t name_count, name_capacity;
  ss_curve_order *curves;
  size_t curve_count, curve_capacity;
  ss_status status;
  bool plain; /* no folding */
  bool sealed;
};

/* The graph that has the node e: this one, or one of those below it. */
static inline const ss_graph *ss_graph_owner(const ss_graph *graph, ss_expr e) {
  assert(e < graph->count);
  while (e < graph->first) graph = graph->base;
  return graph;
}

static inline ss_node ss_graph_node(const ss_graph *graph, ss_expr e) {
  const ss_graph *owner = ss_graph_owner(graph, e);
  return owner->nodes[e - owner->first];
}

/* The node of exactly this operation and these arguments: no folding. */
ss_expr ss_graph_intern(ss_graph *graph, ss_op op, uint32_t a, uint32_t b);

/* The same for an operation whose arguments may be exchanged: the order of the first one asked for
 * is kept, so that formulas print as they were written. */
ss_expr ss_graph_intern_either(ss_graph *graph, ss_op op, uint32_t a, uint32_t b);

/* Remembers the first failure and returns SS_EXPR_NONE. */
ss_expr ss_graph_fail(ss_graph *graph, ss_status status);

/* All nodes that the roots reach, arguments before their users, as a malloc'ed array.
 * NULL when memory is out. */
ss_expr *ss_graph_collect(const ss_graph *graph, size_t count, const ss_expr *roots,
                          size_t *length);

#endif
