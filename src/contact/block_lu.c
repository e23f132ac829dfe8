/* block_lu.c: A = L U for a sparse matrix of small square blocks with symmetric pattern.
 *
 * Row by row in the order of block_order.c. With the rows before p done, row and column p are
 *
 *     U(q, p) = A(q, p) - sum_{s < q} L(q, s) U(s, p)
 *     L(p, q) = (A(p, q) - sum_{s < q} L(p, s) U(s, q)) U(q, q)^-1        q < p
 *     U(p, p) = A(p, p) - sum_{q < p} L(p, q) U(q, p),
 *
 * and since the pattern is symmetric, L's column q and U's row q have the same places: one index
 * serves both. Which q occur in row p is found by walking up the elimination tree from the
 * neighbours of p, as in Davis's LDL. There are no exchanges between blocks, only within diagonal
 * blocks: the matrices of the contact problem are the positive semidefinite G on the active
 * directions, shifted, and bent by friction; where that is not benign the Newton step is bad, and
 * the line search finds out.
 *
 * The tree is rebuilt for every factorisation, because which contacts are active changes; that
 * costs less than the arithmetic on the blocks. Cost: sum over the columns of (entries)^2 block
 * products, twice. Fails where a diagonal block is singular.
 *
 * Reference: T. Davis, Direct Methods for Sparse Linear Systems, SIAM 2006, chapters 4 and 6.
 */
#include "block_lu.h"

#include <math.h>
#include <stdint.h>

#define NONE SIZE_MAX

enum { LARGEST_SIDE = 6 };

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- blocks of side s (a constant where these are inlined) ----------------------------------- */

/* C -= A B */
ALWAYS_INLINE void subtract_product(size_t s, const double *A, const double *B, double *C) {
  for (size_t j = 0; j < s; j++)
    for (size_t k = 0; k < s; k++)
      for (size_t i = 0; i < s; i++) C[i + s * j] -= A[i + s * k] * B[k + s * j];
}

/* C = A B */
ALWAYS_INLINE void set_product(size_t s, const double *A, const double *B, double *C) {
  for (size_t i = 0; i < s * s; i++) C[i] = 0;
  for (size_t j = 0; j < s; j++)
    for (size_t k = 0; k < s; k++)
      for (size_t i = 0; i < s; i++) C[i + s * j] += A[i + s * k] * B[k + s * j];
}

/* y -= A x */
ALWAYS_INLINE void subtract_image(size_t s, const double *A, const double *x, double *y) {
  for (size_t k = 0; k < s; k++)
    for (size_t i = 0; i < s; i++) y[i] -= A[i + s * k] * x[k];
}

ALWAYS_INLINE void clear_block(size_t s, double *A) {
  for (size_t i = 0; i < s * s; i++) A[i] = 0;
}

ALWAYS_INLINE void swap_rows(size_t s, double *A, size_t i, size_t j) {
  for (size_t k = 0; k < s; k++) {
    const double kept = A[i + s * k];
    A[i + s * k] = A[j + s * k];
    A[j + s * k] = kept;
  }
}

/* X = A^-1 by Gauss and Jordan with row exchanges; A is destroyed. */
ALWAYS_INLINE bool invert_block(size_t s, double *A, double *X) {
  for (size_t i = 0; i < s * s; i++) X[i] = i % (s + 1) == 0;
  for (size_t k = 0; k < s; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < s; i++)
      if (fabs(A[i + s * k]) > fabs(A[best + s * k])) best = i;
    if (!(fabs(A[best + s * k]) > 0)) return false;
    swap_rows(s, A, k, best);
    swap_rows(s, X, k, best);
    const double inverse = 1 / A[k + s * k];
    for (size_t j = 0; j < s; j++) A[k + s * j] *= inverse, X[k + s * j] *= inverse;
    for (size_t i = 0; i < s; i++) {
      const double factor = A[i + s * k];
      if (i == k || factor == 0) continue;
      for (size_t j = 0; j < s; j++) {
        A[i + s * j] -= factor * A[k + s * j];
        X[i + s * j] -= factor * X[k + s * j];
      }
    }
  }
  return true;
}

/* ---- patterns -------------------------------------------------------------------------------- */

bool ss_adjacency_mirror(const ss_adjacency *graph, size_t *mirror, size_t *work) {
  for (size_t i = 0; i < graph->nodes; i++) work[i] = graph->start[i];
  for (size_t i = 0; i < graph->nodes; i++)
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      const size_t j = graph->column[k];
      if (work[j] >= graph->start[j + 1] || graph->column[work[j]] != i) return false;
      mirror[k] = work[j]++;
    }
  return true;
}

/* The places q < p that row p of L has, from a neighbour's place upwards in the tree; `visit`ed
 * ones are marked with p. Returns the new length of the path. */
static size_t climb(const size_t *parent, size_t *mark, size_t p, size_t q, size_t *path) {
  size_t length = 0;
  for (; q != NONE && mark[q] != p; q = parent[q]) {
    mark[q] = p;
    path[length++] = q;
  }
  return length;
}

size_t ss_block_lu_count(const ss_adjacency *graph, const size_t *order, size_t *work) {
  const size_t n = graph->nodes;
  size_t *place = work, *parent = work + n, *mark = work + 2 * n, count = 0;
  for (size_t p = 0; p < n; p++) place[order[p]] = p;
  for (size_t p = 0; p < n; p++) {
    parent[p] = NONE;
    mark[p] = p;
    for (size_t k = graph->start[order[p]]; k < graph->start[order[p] + 1]; k++)
      for (size_t q = place[graph->column[k]]; q < p && mark[q] != p; q = parent[q]) {
        if (parent[q] == NONE) parent[q] = p;
        mark[q] = p;
        count++;
      }
  }
  return count;
}

/* The tree of the active nodes, and where the columns of L begin. */
static void analyse(ss_block_lu *lu, const ss_block_system *A) {
  const ss_adjacency *graph = A->graph;
  const size_t n = graph->nodes;
  for (size_t p = 0; p < n; p++) lu->place[lu->order[p]] = p;
  for (size_t p = 0; p < n; p++) {
    const size_t i = lu->order[p];
    lu->parent[p] = NONE;
    lu->mark[p] = p;
    lu->fill[p] = 0;
    if (!A->active[i]) continue;
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      const size_t j = graph->column[k];
      if (!A->active[j]) continue;
      for (size_t q = lu->place[j]; q < p && lu->mark[q] != p; q = lu->parent[q]) {
        if (lu->parent[q] == NONE) lu->parent[q] = p;
        lu->mark[q] = p;
        lu->fill[q]++;
      }
    }
  }
  lu->start[0] = 0;
  for (size_t p = 0; p < n; p++) {
    lu->start[p + 1] = lu->start[p] + lu->fill[p];
    lu->fill[p] = 0;
    lu->mark[p] = NONE;
  }
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Scatters row and column p of A into left and above, its diagonal block into D; lists the places
 * of row p in an order in which every place comes before its ancestors: stack[top .. n). */
ALWAYS_INLINE size_t scatter(size_t s, ss_block_lu *lu, const ss_block_system *A, size_t p,
                             double *D) {
  const ss_adjacency *graph = A->graph;
  const size_t i = lu->order[p];
  size_t top = graph->nodes;
  for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
    const size_t j = graph->column[k], q = lu->place[j];
    if (q == p) A->entry(A->context, i, k, D);
    if (q >= p || !A->active[j]) continue;
    A->entry(A->context, i, k, lu->left + q * s * s);
    A->entry(A->context, j, graph->mirror[k], lu->above + q * s * s);
    /* the path is written at the front of the stack and moved to its end */
    size_t length = climb(lu->parent, lu->mark, p, q, lu->stack);
    while (length > 0) lu->stack[--top] = lu->stack[--length];
  }
  return top;
}

/* Finishes U(q, p) and L(p, q), subtracts what they take part in, and stores them. */
ALWAYS_INLINE void eliminate(size_t s, ss_block_lu *lu, size_t p, size_t q, double *D) {
  double *above = lu->above + q * s * s, *left = lu->left + q * s * s;
  const size_t end = lu->start[q] + lu->fill[q];
  double *L = lu->L + end * s * s, *U = lu->U + end * s * s;
  set_product(s, left, lu->inverse + q * s * s, L);
  for (size_t i = 0; i < s * s; i++) U[i] = above[i];
  for (size_t k = lu->start[q]; k < end; k++) {
    const size_t t = lu->index[k];
    subtract_product(s, lu->L + k * s * s, U, lu->above + t * s * s);
    subtract_product(s, L, lu->U + k * s * s, lu->left + t * s * s);
  }
  subtract_product(s, L, U, D);
  clear_block(s, above);
  clear_block(s, left);
  lu->index[end] = p;
  lu->fill[q]++;
}

ALWAYS_INLINE bool factor(size_t s, ss_block_lu *lu, const ss_block_system *A) {
  const size_t n = A->graph->nodes;
  analyse(lu, A);
  for (size_t k = 0; k < n * s * s; k++) lu->left[k] = lu->above[k] = 0;
  for (size_t p = 0; p < n; p++) {
    double D[LARGEST_SIDE * LARGEST_SIDE];
    if (!A->active[lu->order[p]]) continue;
    lu->mark[p] = p;
    for (size_t top = scatter(s, lu, A, p, D); top < n; top++)
      eliminate(s, lu, p, lu->stack[top], D);
    if (!invert_block(s, D, lu->inverse + p * s * s)) return false;
  }
  return true;
}

bool ss_block_lu_factor(ss_block_lu *lu, const ss_block_system *A) {
  switch (A->side) {
  case 1: return factor(1, lu, A);
  case 2: return factor(2, lu, A);
  case 3: return factor(3, lu, A);
  default: return factor(A->side, lu, A);
  }
}

/* ---- solutions ------------------------------------------------------------------------------- */

ALWAYS_INLINE void solve(size_t s, const ss_block_lu *lu, const ss_block_system *A, double *b) {
  const size_t n = A->graph->nodes;
  for (size_t p = 0; p < n; p++) {
    const double *x = b + lu->order[p] * s;
    if (!A->active[lu->order[p]]) continue;
    for (size_t k = lu->start[p]; k < lu->start[p] + lu->fill[p]; k++)
      subtract_image(s, lu->L + k * s * s, x, b + lu->order[lu->index[k]] * s);
  }
  for (size_t p = n; p-- > 0;) {
    double *y = b + lu->order[p] * s, image[LARGEST_SIDE] = {0};
    if (!A->active[lu->order[p]]) continue;
    for (size_t k = lu->start[p]; k < lu->start[p] + lu->fill[p]; k++)
      subtract_image(s, lu->U + k * s * s, b + lu->order[lu->index[k]] * s, y);
    subtract_image(s, lu->inverse + p * s * s, y, image);
    for (size_t i = 0; i < s; i++) y[i] = -image[i];
  }
}

void ss_block_lu_solve(const ss_block_lu *lu, const ss_block_system *A, double *b) {
  switch (A->side) {
  case 1: solve(1, lu, A, b); break;
  case 2: solve(2, lu, A, b); break;
  case 3: solve(3, lu, A, b); break;
  default: solve(A->side, lu, A, b); break;
  }
}
