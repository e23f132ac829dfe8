/* sticking.c: sticking motions that no dissipation sees.
 *
 * The sticking motion is x' = A x, x = (q_r, u_r), and dissipates u_r^T Crs u_r. The largest
 * invariant subspace in the kernel of [0 Crs] is the kernel of the rows [0 Crs] A^k, k = 0, 1, …,
 * whose span stops growing after at most 2 r steps. A reduced basis of the span is carried along,
 * so that each step is one elimination with at most 3 r rows.
 */
#include "prove.h"

/* rows <- reduced basis of the rows of both; returns its size. */
static slong join(fmpq_mat_t rows, const fmpq_mat_t block) {
  slong old = fmpq_mat_nrows(rows), more = fmpq_mat_nrows(block), columns = fmpq_mat_ncols(block);
  fmpq_mat_t both;
  fmpq_mat_init(both, old + more, columns);
  for (slong j = 0; j < columns; j++) {
    for (slong i = 0; i < old; i++) fmpq_set(ss_entry(both, i, j), ss_entry(rows, i, j));
    for (slong i = 0; i < more; i++) fmpq_set(ss_entry(both, old + i, j), ss_entry(block, i, j));
  }
  slong rank = fmpq_mat_rref(both, both);
  fmpq_mat_clear(rows);
  fmpq_mat_init(rows, rank, columns);
  for (slong i = 0; i < rank; i++)
    for (slong j = 0; j < columns; j++) fmpq_set(ss_entry(rows, i, j), ss_entry(both, i, j));
  fmpq_mat_clear(both);
  return rank;
}

slong ss_sticking_unseen(fmpq_mat_t V, const ss_facts *f) {
  slong r = f->r, steps = 0, rank = 0, before = -1;
  fmpq_mat_t rows, block, next;
  fmpq_mat_init(rows, 0, 2 * r);
  fmpq_mat_init(block, r, 2 * r);
  fmpq_mat_init(next, r, 2 * r);
  for (slong i = 0; i < r; i++)
    for (slong j = 0; j < r; j++) fmpq_set(ss_entry(block, i, r + j), ss_entry(f->Crs, i, j));
  while (rank > before && rank < 2 * r) {
    before = rank;
    rank = join(rows, block);
    steps++;
    fmpq_mat_mul(next, block, f->A);
    fmpq_mat_swap(next, block);
  }
  ss_exact_kernel(V, rows);
  fmpq_mat_clear(rows);
  fmpq_mat_clear(block);
  fmpq_mat_clear(next);
  return steps;
}
