/* simplex.c: small linear programs over the rationals.
 *
 * Two phases on one tableau. Rows are sign-adjusted so that b >= 0; artificial variables form the
 * first basis; phase one minimises their sum. Bland's rule (lowest index enters, lowest basic index
 * leaves among ties) makes cycling impossible, exact arithmetic makes every comparison true. The
 * columns of the artificial variables carry B^-1 along, so that the dual vector y^T = c_B^T B^-1 is
 * read off at the end: it proves optimality, or, in phase one, infeasibility (Farkas).
 *
 * Written by hand: free libraries for exact linear programs are under the GPL, and ours are tiny.
 * Cost: O(m (m + n)) rational operations a pivot.
 */
#include <assert.h>

#include "standstill/exact.h"

typedef struct tableau {
  slong m, n;   /* rows; variables without the artificial ones */
  fmpq_mat_t T; /* (m + 1) x (n + m + 1): rows, then reduced costs; last column: values */
  slong *basis; /* the variable of each row */
  int *sign;    /* by which each row was multiplied */
} tableau;

static fmpq *at(const tableau *t, slong i, slong j) {
  return fmpq_mat_entry(t->T, i, j);
}

static void start(tableau *t, const fmpq_mat_t A, const fmpq_mat_t b) {
  t->m = fmpq_mat_nrows(A);
  t->n = fmpq_mat_ncols(A);
  fmpq_mat_init(t->T, t->m + 1, t->n + t->m + 1);
  t->basis = flint_malloc((size_t)(t->m + 1) * sizeof *t->basis);
  t->sign = flint_malloc((size_t)(t->m + 1) * sizeof *t->sign);
  for (slong i = 0; i < t->m; i++) {
    t->sign[i] = fmpq_sgn(fmpq_mat_entry(b, i, 0)) < 0 ? -1 : 1;
    t->basis[i] = t->n + i;
    for (slong j = 0; j < t->n; j++) fmpq_mul_si(at(t, i, j), fmpq_mat_entry(A, i, j), t->sign[i]);
    fmpq_one(at(t, i, t->n + i));
    fmpq_mul_si(at(t, i, t->n + t->m), fmpq_mat_entry(b, i, 0), t->sign[i]);
  }
}

static void stop(tableau *t) {
  fmpq_mat_clear(t->T);
  flint_free(t->basis);
  flint_free(t->sign);
}

/* The last row: c - c_B^T B^-1 A for the given costs (NULL: those of phase one). */
static void set_costs(tableau *t, const fmpq_mat_struct *c) {
  slong width = t->n + t->m + 1;
  for (slong j = 0; j < width; j++) {
    fmpq *r = at(t, t->m, j);
    fmpq_zero(r);
    if (c && j < t->n) fmpq_set(r, fmpq_mat_entry(c, j, 0));
    if (!c && j >= t->n && j < width - 1) fmpq_one(r);
    for (slong i = 0; i < t->m; i++) {
      if (!c && t->basis[i] >= t->n) fmpq_sub(r, r, at(t, i, j));
      if (c && t->basis[i] < t->n) fmpq_submul(r, fmpq_mat_entry(c, t->basis[i], 0), at(t, i, j));
    }
  }
}

static void pivot(tableau *t, slong row, slong column) {
  slong width = t->n + t->m + 1;
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_set(factor, at(t, row, column));
  for (slong j = 0; j < width; j++) fmpq_div(at(t, row, j), at(t, row, j), factor);
  for (slong i = 0; i <= t->m; i++) {
    if (i == row || fmpq_is_zero(at(t, i, column))) continue;
    fmpq_set(factor, at(t, i, column));
    for (slong j = 0; j < width; j++) fmpq_submul(at(t, i, j), factor, at(t, row, j));
  }
  t->basis[row] = column;
  fmpq_clear(factor);
}

/* The row with the least ratio of value to entry; the lowest basic variable among ties; m if none.
 */
static slong leaving_row(const tableau *t, slong column) {
  slong best = t->m, last = t->n + t->m;
  fmpq_t ratio, least;
  fmpq_init(ratio);
  fmpq_init(least);
  for (slong i = 0; i < t->m; i++) {
    if (fmpq_sgn(at(t, i, column)) <= 0) continue;
    fmpq_div(ratio, at(t, i, last), at(t, i, column));
    int order = best == t->m ? -1 : fmpq_cmp(ratio, least);
    if (order < 0 || (order == 0 && t->basis[i] < t->basis[best])) {
      fmpq_set(least, ratio);
      best = i;
    }
  }
  fmpq_clear(ratio);
  fmpq_clear(least);
  return best;
}

/* Bland's rule until no reduced cost is negative: -1; or the column of an unbounded ray. */
static slong minimise(tableau *t) {
  for (;;) {
    slong column = 0;
    while (column < t->n && fmpq_sgn(at(t, t->m, column)) >= 0) column++;
    if (column == t->n) return -1;
    slong row = leaving_row(t, column);
    if (row == t->m) return column;
    pivot(t, row, column);
  }
}

/* Artificial variables at value 0 leave the basis where some column allows it. */
static void drop_artificials(tableau *t) {
  for (slong i = 0; i < t->m; i++) {
    if (t->basis[i] < t->n) continue;
    for (slong j = 0; j < t->n; j++)
      if (!fmpq_is_zero(at(t, i, j))) {
        pivot(t, i, j);
        break;
      }
  }
}

/* y^T = c_B^T B^-1, from the reduced costs of the artificial columns (whose cost is `own`). */
static void read_dual(const tableau *t, slong own, fmpq_mat_t y) {
  for (slong i = 0; i < t->m; i++) {
    fmpq *yi = fmpq_mat_entry(y, i, 0);
    fmpq_sub_si(yi, at(t, t->m, t->n + i), own);
    fmpq_mul_si(yi, yi, -t->sign[i]);
  }
}

static void read_solution(const tableau *t, fmpq_mat_t x) {
  fmpq_mat_zero(x);
  for (slong i = 0; i < t->m; i++)
    if (t->basis[i] < t->n) fmpq_set(fmpq_mat_entry(x, t->basis[i], 0), at(t, i, t->n + t->m));
}

static void read_ray(const tableau *t, slong column, fmpq_mat_t x) {
  fmpq_mat_zero(x);
  fmpq_one(fmpq_mat_entry(x, column, 0));
  for (slong i = 0; i < t->m; i++)
    if (t->basis[i] < t->n) fmpq_neg(fmpq_mat_entry(x, t->basis[i], 0), at(t, i, column));
}

ss_lp_outcome ss_exact_lp(const fmpq_mat_t A, const fmpq_mat_t b, const fmpq_mat_t c, fmpq_mat_t x,
                          fmpq_mat_t y) {
  assert(fmpq_mat_nrows(b) == fmpq_mat_nrows(A) && fmpq_mat_nrows(c) == fmpq_mat_ncols(A));
  assert(fmpq_mat_nrows(y) == fmpq_mat_nrows(A) && fmpq_mat_nrows(x) == fmpq_mat_ncols(A));
  tableau t;
  ss_lp_outcome outcome = SS_LP_OPTIMAL;
  start(&t, A, b);
  set_costs(&t, NULL);
  minimise(&t);
  if (fmpq_sgn(at(&t, t.m, t.n + t.m)) < 0) { /* minus the sum of the artificial variables */
    outcome = SS_LP_INFEASIBLE;
    read_dual(&t, 1, y);
    fmpq_mat_zero(x);
  } else {
    drop_artificials(&t);
    set_costs(&t, c);
    slong ray = minimise(&t);
    outcome = ray < 0 ? SS_LP_OPTIMAL : SS_LP_UNBOUNDED;
    read_dual(&t, 0, y);
    if (ray < 0)
      read_solution(&t, x);
    else
      read_ray(&t, ray, x);
  }
  stop(&t);
  return outcome;
}
