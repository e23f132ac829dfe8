/* ranges.c: machines of which some numbers are only known within a radius.
 *
 * C_ij = C_ij + theta r, K_ij = K_ji likewise, p_j = p_j + theta r, |theta| <= 1 constant and
 * unknown, each such number for itself; M, W and f are exact, and f is 0 where K is not. The centre
 * of a tube is a motion of the machine in the middle, the norm is that of the middle, and a motion
 * of another one differs from it by
 *
 *     e' = A e + sum theta_i (A_i x~ - sign_j B_j r) + sum theta_i A_i e
 *
 * in a sure phase (T8 of docs/theory.md). The middle sum is carried along, a direction for each
 * number, as the differences of starts are; the last one, a product of two small ones, is a
 * residual of at most `stir` |e|,
 *
 *     |A_i x| <= r |(0, M^-1 e_row)| |x_column|,    |A_i| <= r |(0, M^-1 e_row)| |e_column|_*.
 *
 * What rests, rests in the norm of its own stiffness: |K_theta - K| <= k K.
 */
#include <math.h>

#include "standstill/base.h"
#include "tube_private.h"

/* What the checker bounds with 1.001 is bounded no better here: its tubes would be wider. */
#define ROUGH 1.0011

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

void ss_tube_subtract_radii(fmpq_mat_t S, const fmpq_mat_t radius) {
  const slong n = fmpq_mat_nrows(S);
  fmpq_t half;
  fmpq_init(half);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++) {
      fmpq_add(half, at(radius, i, j), at(radius, j, i));
      fmpq_div_2exp(half, half, 1);
      fmpq_sub(at(S, i, i), at(S, i, i), half);
    }
  fmpq_clear(half);
}

/* k K - diag(sums of rows of the radii) >= 0 */
static bool covers(const exact_machine *e, const fmpq *k) {
  fmpq_mat_t S, L, D;
  fmpq_mat_init(S, e->n, e->n);
  fmpq_mat_init(L, e->n, e->n);
  fmpq_mat_init(D, e->n, 1);
  fmpq_mat_scalar_mul_fmpq(S, e->a->K, k);
  ss_tube_subtract_radii(S, e->radius->K);
  const bool good = ss_exact_ldl(S, L, D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(S);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return good;
}

/* The least k of a few bits, up to 1/4. */
static bool find_stretch(ss_tube *t, const exact_machine *e) {
  double low = 0, high = 0.25;
  fmpq_zero(t->stretch);
  if (fmpq_mat_is_zero(e->radius->K)) return true;
  ss_exact_from_double(t->stretch, high, 0);
  if (!covers(e, t->stretch)) return false;
  for (int step = 0; step < 16; step++) {
    const double middle = 0.5 * (low + high);
    ss_exact_from_double(t->stretch, middle, 0);
    if (covers(e, t->stretch))
      high = middle;
    else
      low = middle;
  }
  ss_exact_from_double(t->stretch, high, 0);
  t->longer = ROUND_UP(high);
  return true;
}

/* sqrt(x) z, rounded up */
static double root_times(const fmpq *x, const fmpq *z) {
  return ROUND_UP(sqrt(fmpq_get_d(x)) * fmpq_get_d(z));
}

/* M u' -= theta radius x_column in a row */
static void add_term(ss_tube *t, const exact_machine *e, loose_number *r, slong row, slong column,
                     const fmpq *radius) {
  r->row[r->terms] = (size_t)row;
  r->column[r->terms] = (size_t)column;
  const double cost = root_times(at(e->Minv, row, row), radius);
  r->cost[r->terms] = ROUGH * cost;
  t->stir += ROUGH * ROUGH * cost * ROUND_UP(sqrt(fmpq_get_d(at(e->Pinv, column, column))));
  r->terms++;
}

static loose_number *add_number(ss_tube *t, const fmpq *radius) {
  if (t->ranges == RANGES) return NULL;
  loose_number *r = &t->range[t->ranges++];
  r->friction = SIZE_MAX;
  r->radius = fmpq_get_d(radius);
  return r;
}

static bool add_entries(ss_tube *t, const exact_machine *e) {
  const ss_linear_data *a = e->radius;
  for (slong i = 0; i < e->n * e->n; i++) {
    const slong row = i / e->n, column = i % e->n;
    if (!fmpq_is_zero(at(a->C, row, column))) {
      loose_number *r = add_number(t, at(a->C, row, column));
      if (!r) return false;
      add_term(t, e, r, row, e->n + column, at(a->C, row, column));
    }
    if (column > row || fmpq_is_zero(at(a->K, row, column))) continue;
    loose_number *r = add_number(t, at(a->K, row, column));
    if (!r) return false;
    add_term(t, e, r, row, column, at(a->K, row, column));
    if (column < row) add_term(t, e, r, column, row, at(a->K, row, column));
  }
  for (slong j = 0; j < e->m; j++) {
    if (fmpq_is_zero(at(a->p, j, 0))) continue;
    loose_number *r = add_number(t, at(a->p, j, 0));
    if (!r) return false;
    r->friction = (size_t)j;
    t->give_way[j] = ROUND_UP(fmpq_get_d(at(a->p, j, 0)));
  }
  t->stir = ROUND_UP(t->stir);
  return true;
}

const char *ss_tube_find_ranges(ss_tube *t, const exact_machine *e, const ss_linear *linear) {
  const ss_linear_data *a = e->radius;
  for (slong i = 0; i < e->n; i++)
    for (slong j = 0; j < e->n; j++) t->Minv[i][j] = fmpq_get_d(at(e->Minv, i, j));
  if (linear->exact) return NULL;
  if (!fmpq_mat_is_zero(a->M) || !fmpq_mat_is_zero(a->W))
    return "masses or directions of friction have a range, or are not rational";
  if (!fmpq_mat_is_zero(a->f) || (!fmpq_mat_is_zero(a->K) && !fmpq_mat_is_zero(e->a->f)))
    return "the rest point without friction depends on parameters with a range";
  if (!fmpq_mat_is_zero(a->K) && !linear->symmetric) return "the stiffness matrix is not symmetric";
  if (!find_stretch(t, e)) return "the range of the stiffness is too wide";
  return add_entries(t, e) ? NULL : "more than 8 of its numbers have ranges";
}
