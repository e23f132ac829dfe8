/* json_private.h: what the files of the JSON form share. */
#ifndef STANDSTILL_JSON_PRIVATE_H
#define STANDSTILL_JSON_PRIVATE_H

#include "reader.h"

struct ss_tree_piece;

/* Expressions on their way out. */
typedef struct ss_trees {
  const ss_graph *graph;
  uint64_t *hash;  /* of the structure, by expression */
  uint32_t *depth; /* likewise */
  struct ss_tree_piece *stack;
  size_t used, capacity;
  bool failed;
} ss_trees;

/* False when memory is out; stop it in any case. */
bool ss_trees_start(ss_trees *trees, const ss_graph *graph);
void ss_trees_stop(ss_trees *trees);

/* The tree of an expression; null for SS_EXPR_NONE. */
void ss_trees_write(ss_trees *trees, ss_expr e, ss_text *out);

/* Is it [operation, …], and not a list of expressions? */
bool ss_json_is_operation(const json_t *tree);

#endif
