/* sticking.c: sticking motions that no dissipation sees.
 *
 * The sticking motion is x' = A x, x = (q_r, u_r), and dissipates u_r^T Crs u_r. The largest
 * invariant subspace in the kernel of [0 Crs] is the kernel of the rows [0 Crs] A^k, k = 0, 1, …,
 * whose span stops growing after at most 2 r steps. A reduced basis of the span is carried along,
 * so that each step is one elimination with at most 3 r rows. Where matrices have radii, the rows
 * have too, and it is their Gram matrix that must be regular (uncertain.c).
 */
#include "facts.h"

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

/* more: the rows of both, initialised here. */
static void stack(ss_uncertain *more, const ss_uncertain *rows, const ss_uncertain *block) {
  slong old = fmpq_mat_nrows(rows->center);
  ss_uncertain_init(more, old + fmpq_mat_nrows(block->center), fmpq_mat_ncols(block->center));
  fmpq_mat_concat_vertical(more->center, rows->center, block->center);
  fmpq_mat_concat_vertical(more->radius, rows->radius, block->radius);
}

/* [0 Crs] at its center, with its radii. */
static void make_damping(ss_uncertain *block, const ss_facts *f) {
  const ss_linear_data *d = &f->linear->center, *r = &f->linear->radius;
  ss_uncertain Cs, Crs;
  ss_uncertain_init(&Cs, f->n, f->n);
  ss_exact_symmetric_part(Cs.center, d->C);
  ss_exact_symmetric_part(Cs.radius, r->C);
  ss_uncertain_reduce(&Crs, &Cs, f->N);
  ss_uncertain_init(block, f->r, 2 * f->r);
  for (slong i = 0; i < f->r; i++)
    for (slong j = 0; j < f->r; j++) {
      fmpq_set(ss_entry(block->center, i, f->r + j), ss_entry(Crs.center, i, j));
      fmpq_set(ss_entry(block->radius, i, f->r + j), ss_entry(Crs.radius, i, j));
    }
  ss_uncertain_clear(&Cs);
  ss_uncertain_clear(&Crs);
}

slong ss_sticking_seen(const ss_facts *f) {
  ss_uncertain A = {{*f->A}, {*f->A_radius}}, rows, block, next;
  slong steps = 0, found = 0;
  if (!f->sure_A) return 0;
  ss_uncertain_init(&rows, 0, 2 * f->r);
  make_damping(&block, f);
  while (!found && steps < 2 * f->r) {
    stack(&next, &rows, &block);
    ss_uncertain_clear(&rows);
    rows = next;
    steps++;
    if (ss_uncertain_is_full(&rows)) found = steps;
    ss_uncertain_multiply(&next, &block, &A);
    ss_uncertain_clear(&block);
    block = next;
  }
  ss_uncertain_clear(&rows);
  ss_uncertain_clear(&block);
  return found;
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
