/* block_lu.h: sparse block systems, ordered and factored in the caller's memory. */
#ifndef STANDSTILL_CONTACT_BLOCK_LU_H
#define STANDSTILL_CONTACT_BLOCK_LU_H

#include <stdbool.h>
#include <stddef.h>

/* A graph with symmetric adjacency: the neighbours of node i are column[start[i] .. start[i + 1]),
 * ascending, and i itself is among them; column[mirror[k]] is i again, seen from the other end. */
typedef struct ss_adjacency {
  size_t nodes;
  const size_t *start, *column, *mirror;
} ss_adjacency;

/* Fills `mirror`; false if the adjacency is not symmetric. Needs one number a node of work. */
bool ss_adjacency_mirror(const ss_adjacency *graph, size_t *mirror, size_t *work);

/* An elimination order of small fill: order[k] is the node eliminated k-th (block_order.c).
 * The workspace holds ss_block_order_work(graph) numbers. */
size_t ss_block_order_work(const ss_adjacency *graph);
void ss_block_order(const ss_adjacency *graph, size_t *order, size_t *work);

/* Blocks of L below the diagonal if all nodes take part; needs 3 numbers a node of work. */
size_t ss_block_lu_count(const ss_adjacency *graph, const size_t *order, size_t *work);

/* The matrix to be factored: `entry` writes the block of edge k, in row i, into side x side
 * numbers, column major. Nodes with active[i] == false are left out of it. */
typedef struct ss_block_system {
  const ss_adjacency *graph;
  size_t side; /* 1 to 6 */
  const bool *active;
  void (*entry)(const void *context, size_t i, size_t k, double *block);
  const void *context;
} ss_block_system;

/* The factors. The caller points the arrays at memory of the sizes given and sets `order`. */
typedef struct ss_block_lu {
  const size_t *order;         /* nodes */
  size_t *place;               /* nodes: the inverse of order */
  size_t *parent;              /* nodes: elimination tree, by place */
  size_t *start;               /* nodes + 1: column p has index[start[p] .. start[p] + fill[p]) */
  size_t *fill, *mark, *stack; /* nodes each */
  size_t *index;               /* ss_block_lu_count */
  double *L, *U;               /* ss_block_lu_count blocks each: L(q, p) and U(p, q), q = index */
  double *inverse;             /* nodes blocks: of the diagonal of U */
  double *left, *above;        /* nodes blocks each: the row and the column in work */
} ss_block_lu;

/* Factors without exchanges between blocks. False if a diagonal block is singular. */
bool ss_block_lu_factor(ss_block_lu *lu, const ss_block_system *A);

/* b = A^-1 b; b has `side` numbers a node; those of nodes that are left out are not touched. */
void ss_block_lu_solve(const ss_block_lu *lu, const ss_block_system *A, double *b);

#endif
