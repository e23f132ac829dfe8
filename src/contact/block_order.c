/* block_order.c: an order of elimination that keeps the fill small.
 *
 * Approximate minimum degree on the quotient graph. Eliminating a node p makes a clique of its
 * neighbours; instead of the clique's edges an *element* p with the list of its nodes is kept. A
 * node i then has a list of nodes A_i and a list of elements E_i, and
 *
 *     L_p = (A_p  union  of the L_e, e in E_p) \ {p},
 *     d_i <= |A_i| + |L_p \ {i}| + sum over other e in E_i of |L_e \ L_p|
 *
 * is the degree bound that chooses the next node. Elements in E_p are absorbed by p, and so is an
 * element with L_e \ L_p empty. Because every node of L_p loses p or an element of E_p from its
 * lists and gains only p, the lists never need more space than the graph had; a new L_p is written
 * behind them, and the store is compacted when its end is reached.
 *
 * Written by hand although SuiteSparse has AMD, because amd_order allocates and a contact solve
 * must not. Cost: about the number of blocks in the factor. Nothing can fail. Reference: P.
 * Amestoy, T. Davis, I. Duff, An approximate minimum degree ordering algorithm, SIAM J. Matrix
 * Anal. 1996 (without its supervariables and hashing: a contact is a block already).
 */
#include <stdint.h>

#include "block_lu.h"

#define NONE SIZE_MAX

typedef enum node_state { NODE, ELEMENT, GONE } node_state;

typedef struct quotient {
  size_t n, end, space;     /* store[0 .. end) is in use */
  size_t *store;            /* a node's list: elements first, then nodes; an element's: nodes */
  size_t *head;             /* where the list begins */
  size_t *elements, *nodes; /* lengths of the two parts; an element has nodes only */
  size_t *state, *degree;
  size_t *first, *next, *previous; /* nodes by degree */
  size_t *mark, stamp;             /* mark[i] >= stamp: seen in this step */
  size_t least;
} quotient;

size_t ss_block_order_work(const ss_adjacency *graph) {
  const size_t edges = graph->start[graph->nodes];
  return edges + edges / 4 + 12 * graph->nodes + 16;
}

/* ---- nodes by degree ------------------------------------------------------------------------- */

static void unlink_node(quotient *Q, size_t i) {
  if (Q->next[i] != NONE) Q->previous[Q->next[i]] = Q->previous[i];
  if (Q->previous[i] != NONE)
    Q->next[Q->previous[i]] = Q->next[i];
  else
    Q->first[Q->degree[i]] = Q->next[i];
}

static void link_node(quotient *Q, size_t i, size_t degree) {
  if (degree >= Q->n) degree = Q->n - 1;
  Q->degree[i] = degree;
  Q->previous[i] = NONE;
  Q->next[i] = Q->first[degree];
  if (Q->next[i] != NONE) Q->previous[Q->next[i]] = i;
  Q->first[degree] = i;
  if (degree < Q->least) Q->least = degree;
}

static size_t take_least(quotient *Q) {
  while (Q->first[Q->least] == NONE) Q->least++;
  const size_t p = Q->first[Q->least];
  unlink_node(Q, p);
  return p;
}

/* ---- the store ------------------------------------------------------------------------------- */

static void start(quotient *Q, const ss_adjacency *graph, size_t *work) {
  const size_t n = graph->nodes;
  *Q = (quotient){.n = n, .least = n, .stamp = 1};
  size_t **pieces[] = {&Q->head,  &Q->elements, &Q->nodes,    &Q->state, &Q->degree,
                       &Q->first, &Q->next,     &Q->previous, &Q->mark};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++, work += n) *pieces[k] = work;
  Q->store = work;
  Q->space = graph->start[n] + graph->start[n] / 4 + 2 * n + 16;
  for (size_t i = 0; i < n; i++) Q->first[i] = NONE;
  for (size_t i = 0; i < n; i++) {
    Q->head[i] = Q->end;
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++)
      if (graph->column[k] != i) Q->store[Q->end++] = graph->column[k];
    Q->nodes[i] = Q->end - Q->head[i];
    Q->elements[i] = Q->mark[i] = 0;
    Q->state[i] = NODE;
    link_node(Q, i, Q->nodes[i]);
  }
}

/* Moves all lists to the front, in the order of their places. The first item of each list is
 * exchanged with a tag that names its owner, so that one pass finds them. */
static void compact(quotient *Q) {
  for (size_t i = 0; i < Q->n; i++) {
    if (Q->state[i] == GONE || Q->elements[i] + Q->nodes[i] == 0) continue;
    const size_t kept = Q->store[Q->head[i]];
    Q->store[Q->head[i]] = Q->n + i;
    Q->head[i] = kept;
  }
  size_t to = 0;
  for (size_t from = 0; from < Q->end;) {
    if (Q->store[from] < Q->n) {
      from++;
      continue;
    }
    const size_t i = Q->store[from] - Q->n, length = Q->elements[i] + Q->nodes[i];
    Q->store[to] = Q->head[i];
    Q->head[i] = to++;
    for (size_t k = 1; k < length; k++) Q->store[to++] = Q->store[from + k];
    from += length;
  }
  Q->end = to;
}

/* ---- one elimination ------------------------------------------------------------------------- */

/* Adds the unseen nodes of a list to the element that is being written at the end. */
static void add_list(quotient *Q, size_t begin, size_t length) {
  for (size_t k = begin; k < begin + length; k++) {
    const size_t i = Q->store[k];
    if (Q->state[i] != NODE || Q->mark[i] == Q->stamp) continue;
    Q->mark[i] = Q->stamp;
    Q->store[Q->end++] = i;
  }
}

/* Turns node p into an element with the list L_p; absorbs p's elements. */
static void make_element(quotient *Q, size_t p) {
  size_t most = Q->nodes[p];
  for (size_t k = 0; k < Q->elements[p]; k++) most += Q->nodes[Q->store[Q->head[p] + k]];
  if (Q->end + most > Q->space) compact(Q);
  const size_t begin = Q->end;
  Q->stamp++;
  Q->mark[p] = Q->stamp;
  for (size_t k = 0; k < Q->elements[p]; k++) {
    const size_t e = Q->store[Q->head[p] + k];
    add_list(Q, Q->head[e], Q->nodes[e]);
  }
  add_list(Q, Q->head[p] + Q->elements[p], Q->nodes[p]);
  for (size_t k = 0; k < Q->elements[p]; k++) Q->state[Q->store[Q->head[p] + k]] = GONE;
  Q->state[p] = ELEMENT;
  Q->elements[p] = 0;
  Q->head[p] = begin;
  Q->nodes[p] = Q->end - begin;
}

/* outside[e] = |L_e \ L_p| for the elements next to L_p, kept in degree[e] (elements have no
 * degree); mark[e] == stamp says that it is set. */
static void count_outside(quotient *Q, size_t p) {
  for (size_t k = Q->head[p]; k < Q->head[p] + Q->nodes[p]; k++) {
    const size_t i = Q->store[k];
    for (size_t m = Q->head[i]; m < Q->head[i] + Q->elements[i]; m++) {
      const size_t e = Q->store[m];
      if (Q->state[e] != ELEMENT) continue;
      if (Q->mark[e] != Q->stamp) {
        Q->mark[e] = Q->stamp;
        Q->degree[e] = Q->nodes[e];
      }
      Q->degree[e]--;
    }
  }
}

/* Rewrites the lists of node i in L_p, which has shrunk or kept its length: p, the elements that
 * are left, the nodes outside L_p. Returns the degree bound. */
static size_t refresh_node(quotient *Q, size_t p, size_t i) {
  const size_t begin = Q->head[i], middle = begin + Q->elements[i], end = middle + Q->nodes[i];
  size_t degree = Q->nodes[p] - 1, kept = begin;
  for (size_t m = begin; m < middle; m++) {
    const size_t e = Q->store[m];
    if (Q->state[e] != ELEMENT) continue;
    if (Q->degree[e] == 0) {
      Q->state[e] = GONE;
      continue;
    }
    degree += Q->degree[e];
    Q->store[kept++] = e;
  }
  const size_t elements = kept - begin;
  for (size_t m = middle; m < end; m++) {
    const size_t j = Q->store[m];
    if (Q->state[j] != NODE || Q->mark[j] == Q->stamp) continue;
    degree++;
    Q->store[kept++] = j;
  }
  /* p takes the place of the first node, which moves to the end */
  Q->store[kept] = elements < kept - begin ? Q->store[begin + elements] : p;
  Q->store[begin + elements] = p;
  Q->nodes[i] = kept - begin - elements;
  Q->elements[i] = elements + 1;
  return degree;
}

void ss_block_order(const ss_adjacency *graph, size_t *order, size_t *work) {
  quotient Q;
  start(&Q, graph, work);
  for (size_t step = 0; step < Q.n; step++) {
    const size_t p = take_least(&Q);
    order[step] = p;
    make_element(&Q, p);
    count_outside(&Q, p);
    for (size_t k = Q.head[p]; k < Q.head[p] + Q.nodes[p]; k++) {
      const size_t i = Q.store[k];
      unlink_node(&Q, i);
      link_node(&Q, i, refresh_node(&Q, p, i));
    }
  }
}
