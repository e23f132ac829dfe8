/* json_private.h: what the files of the JSON form share. */
#ifndef STANDSTILL_JSON_PRIVATE_H
#define STANDSTILL_JSON_PRIVATE_H

#include "reader.h"

/* ---- json_read.c: pass 1 --------------------------------------------------------------------- */

/* `root` must live until the model is read. */
void ss_reader_read_json(ss_reader *reader, const json_t *root);
ss_expr ss_reader_build_tree(ss_reader *reader, const json_t *tree, ss_span where);
/* "exact" and "formula" of a parameter must agree. */
void ss_reader_check_claims(ss_reader *reader, const json_t *root);

/* A place in the JSON text, to be named in messages. */
ss_span ss_reader_add_source(ss_reader *reader, const char *path, const json_t *tree);

size_t ss_json_split_tuple(ss_reader *reader, const ss_item *item, size_t most, ss_formula *parts);
const char *ss_json_split_call(ss_reader *reader, const ss_item *item, size_t most,
                               ss_formula *parts, size_t *count);

/* ---- json_tree.c, json_write.c --------------------------------------------------------------- */

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
