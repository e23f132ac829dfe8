/* dictionary.c: linear programs on one polyhedron, over the rationals.
 *
 * The equations are eliminated once, x = x_0 + X t. The slacks of the inequalities are affine in t;
 * each parameter t_j that one of them depends on is exchanged with it, so that the polyhedron is
 * described by slacks alone,
 *
 *     x = x_0 + X s_N,     s_B = b + A s_N,     s_N, s_B >= 0,
 *
 * s_N = 0 being a vertex if b >= 0. From vertex to vertex one slack enters and one leaves (simplex
 * method; the largest coefficient enters, the least index after a step that led nowhere, which
 * rules cycles out). A row with b < 0 is mended by maximising it within all rows that are right
 * already; if its maximum is below 0 the polyhedron is empty. Every row of x is a target, and a
 * new one starts where the last one ended: all extents of a machine cost little more than one.
 *
 * Numbers are fractions and zeros are skipped: chains and networks have few entries per row, and
 * many frictions of known bounds make pivots that touch two columns. Exact arithmetic leaves
 * nothing to be verified. Reference: Chvatal, Linear Programming, 1983, chapters 2 and 3.
 */
#include "dictionary.h"

#include <assert.h>

static fmpq *at(const ss_dictionary *d, slong i, slong j) {
  return fmpq_mat_entry(d->T, i, j);
}

const fmpq *ss_dictionary_at(const ss_dictionary *d, slong i) {
  assert(i < d->count);
  return at(d, i, 0);
}

/* ---- making it ------------------------------------------------------------------------------- */

/* E with the constants behind the variables, as reduced rows; returns the rank. */
static slong reduce(const fmpq_mat_t equations, fmpq_mat_t R) {
  const slong rows = fmpq_mat_nrows(equations), width = fmpq_mat_ncols(equations);
  fmpq_mat_init(R, rows, width);
  for (slong i = 0; i < rows; i++)
    for (slong j = 0; j < width; j++)
      fmpq_set(fmpq_mat_entry(R, i, (j + width - 1) % width), fmpq_mat_entry(equations, i, j));
  return fmpq_mat_rref(R, R);
}

/* pivot[x]: the row of R that solves for x; -1: a parameter. False if the equations contradict
 * each other. */
static bool find_pivots(const fmpq_mat_t R, slong rank, slong count, slong *pivot) {
  for (slong j = 0; j < count; j++) pivot[j] = -1;
  for (slong i = 0, j = 0; i < rank; i++, j++) {
    while (j < count && fmpq_is_zero(fmpq_mat_entry(R, i, j))) j++;
    if (j == count) return false;
    pivot[j] = i;
  }
  return true;
}

/* Rows of x: a parameter itself, or what the equations say. */
static void fill_positions(ss_dictionary *d, const fmpq_mat_t R, const slong *pivot) {
  for (slong i = 0, own = 0; i < d->count; i++) {
    if (pivot[i] < 0) {
      fmpq_one(at(d, i, 1 + own++));
      continue;
    }
    fmpq_neg(at(d, i, 0), fmpq_mat_entry(R, pivot[i], d->count));
    for (slong j = 0, parameter = 0; j < d->count; j++)
      if (pivot[j] < 0) fmpq_neg(at(d, i, 1 + parameter++), fmpq_mat_entry(R, pivot[i], j));
  }
}

/* Rows of slacks: each inequality with x put in. */
static void fill_slacks(ss_dictionary *d, const fmpq_mat_t inequalities) {
  for (slong k = 0; k < d->inequalities; k++) {
    const slong row = d->count + k;
    d->basic[row] = k;
    fmpq_set(at(d, row, 0), fmpq_mat_entry(inequalities, k, 0));
    for (slong i = 0; i < d->count; i++) {
      const fmpq *entry = fmpq_mat_entry(inequalities, k, 1 + i);
      for (slong j = 0; !fmpq_is_zero(entry) && j <= d->columns; j++)
        if (!fmpq_is_zero(at(d, i, j))) fmpq_addmul(at(d, row, j), entry, at(d, i, j));
    }
  }
}

/* ---- pivots ---------------------------------------------------------------------------------- */

/* Column c and row r change places: column_c = (s_r - T_r0 - sum of the others) / T_rc. */
static void exchange(ss_dictionary *d, slong r, slong c) {
  fmpq_t pivot, factor;
  fmpq_init(pivot);
  fmpq_init(factor);
  fmpq_set(pivot, at(d, r, 1 + c));
  for (slong j = 0; j <= d->columns; j++) {
    if (fmpq_is_zero(at(d, r, j)) || j == 1 + c) continue;
    fmpq_div(at(d, r, j), at(d, r, j), pivot);
    fmpq_neg(at(d, r, j), at(d, r, j));
  }
  fmpq_inv(at(d, r, 1 + c), pivot);
  for (slong i = 0; i < d->rows; i++) {
    if (i == r || fmpq_is_zero(at(d, i, 1 + c))) continue;
    fmpq_set(factor, at(d, i, 1 + c));
    fmpq_zero(at(d, i, 1 + c));
    for (slong j = 0; j <= d->columns; j++)
      if (!fmpq_is_zero(at(d, r, j))) fmpq_addmul(at(d, i, j), factor, at(d, r, j));
  }
  const slong entering = d->column[c];
  d->column[c] = d->basic[r];
  d->basic[r] = entering;
  d->pivots++;
  fmpq_clear(pivot);
  fmpq_clear(factor);
}

/* Parameters give way to slacks; their rows are of no use any more. */
static void spend_parameters(ss_dictionary *d) {
  for (slong c = 0; c < d->columns; c++) {
    slong r = d->count;
    while (r < d->rows && (d->basic[r] < 0 || fmpq_is_zero(at(d, r, 1 + c)))) r++;
    if (r == d->rows) continue;
    exchange(d, r, c);
    for (slong j = 0; j <= d->columns; j++) fmpq_zero(at(d, r, j));
  }
}

/* ---- one program ----------------------------------------------------------------------------- */

/* The column that enters to increase sign * row: -1 if none does. */
static slong find_entering(const ss_dictionary *d, slong row, int sign, bool careful) {
  slong best = -1;
  for (slong c = 0; c < d->columns; c++) {
    const fmpq *entry = at(d, row, 1 + c);
    if (fmpq_sgn(entry) * sign <= 0 || d->column[c] < 0) continue;
    const bool better = best < 0 || (careful ? d->column[c] < d->column[best]
                                             : fmpq_cmp(entry, at(d, row, 1 + best)) * sign > 0);
    if (better) best = c;
  }
  return best;
}

/* The row that ends the way along a column, the least inequality among ties; -1: none does. Rows
 * that are still below 0 do not count, but for `target`, which ends it by becoming 0. */
static slong find_leaving(const ss_dictionary *d, slong c, slong target) {
  slong best = -1;
  fmpq_t ratio, least;
  fmpq_init(ratio);
  fmpq_init(least);
  for (slong r = d->count; r < d->rows; r++) {
    const int slope = fmpq_sgn(at(d, r, 1 + c)), value = fmpq_sgn(at(d, r, 0));
    if (d->basic[r] < 0 || !(r == target ? slope > 0 && value < 0 : slope < 0 && value >= 0))
      continue;
    fmpq_div(ratio, at(d, r, 0), at(d, r, 1 + c));
    fmpq_neg(ratio, ratio);
    const int order = best < 0 ? -1 : fmpq_cmp(ratio, least);
    /* the target wins ties: then it is mended */
    if (order < 0 ||
        (order == 0 && best != target && (r == target || d->basic[r] < d->basic[best]))) {
      fmpq_set(least, ratio);
      best = r;
    }
  }
  fmpq_clear(ratio);
  fmpq_clear(least);
  return best;
}

/* Slacks that are not 0 at the vertex, or along an unbounded column. */
static void mark_positive(ss_dictionary *d, slong ray) {
  for (slong r = d->count; r < d->rows; r++)
    if (d->basic[r] >= 0 &&
        (fmpq_sgn(at(d, r, 0)) > 0 || (ray >= 0 && fmpq_sgn(at(d, r, 1 + ray)) > 0)))
      d->positive[d->basic[r]] = true;
  if (ray >= 0) d->positive[d->column[ray]] = true;
}

/* One step along a column: the row that left; -1 if nothing ends it. */
static slong step(ss_dictionary *d, slong c, slong target, bool *careful) {
  const slong row = find_leaving(d, c, target);
  if (row < 0) return -1;
  *careful = fmpq_is_zero(at(d, row, 0));
  exchange(d, row, c);
  return row;
}

/* Increases sign * row as far as it goes; false if it goes on for ever. */
static bool climb(ss_dictionary *d, slong row, int sign) {
  bool careful = false;
  for (;;) {
    const slong c = find_entering(d, row, sign, careful);
    if (c < 0) break;
    if (step(d, c, -1, &careful) < 0) {
      mark_positive(d, c);
      return false;
    }
  }
  mark_positive(d, -1);
  return true;
}

/* Brings a row to 0 that is below; false if it cannot be. */
static bool mend(ss_dictionary *d, slong row) {
  bool careful = false;
  while (fmpq_sgn(at(d, row, 0)) < 0) {
    const slong c = find_entering(d, row, 1, careful);
    if (c < 0) return false;
    if (step(d, c, row, &careful) == row) return true;
  }
  return true;
}

/* ---- the interface --------------------------------------------------------------------------- */

static void start(ss_dictionary *d, slong parameters) {
  d->columns = parameters;
  d->rows = d->count + d->inequalities;
  fmpq_mat_init(d->T, d->rows, 1 + d->columns);
  for (slong j = 0; j < d->columns; j++) d->column[j] = -1;
}

void ss_dictionary_create(const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                          ss_dictionary *d) {
  const slong count = fmpq_mat_ncols(inequalities) - 1, slacks = fmpq_mat_nrows(inequalities);
  *d = (ss_dictionary){.count = count, .inequalities = slacks};
  d->basic = flint_calloc((size_t)(count + slacks + 1), sizeof *d->basic);
  d->column = flint_calloc((size_t)count + 1, sizeof *d->column);
  d->positive = flint_calloc((size_t)slacks + 1, sizeof *d->positive);
  slong *pivot = flint_calloc((size_t)count + 1, sizeof *pivot);
  fmpq_mat_t R;
  const slong rank = reduce(equations, R);
  d->empty = !find_pivots(R, rank, count, pivot);
  start(d, d->empty ? 0 : count - rank);
  if (!d->empty) {
    fill_positions(d, R, pivot);
    fill_slacks(d, inequalities);
    spend_parameters(d);
  }
  for (slong r = count; r < d->rows && !d->empty; r++)
    if (d->basic[r] >= 0) d->empty = !mend(d, r);
  if (!d->empty) mark_positive(d, -1);
  fmpq_mat_clear(R);
  flint_free(pivot);
}

void ss_dictionary_clear(ss_dictionary *d) {
  fmpq_mat_clear(d->T);
  flint_free(d->basic);
  flint_free(d->column);
  flint_free(d->positive);
}

bool ss_dictionary_extreme(ss_dictionary *d, slong i, int sign, fmpq_t value) {
  assert(!d->empty && i < d->count);
  for (slong c = 0; c < d->columns; c++)
    if (d->column[c] < 0 && !fmpq_is_zero(at(d, i, 1 + c))) return false;
  if (!climb(d, i, sign)) return false;
  fmpq_set(value, at(d, i, 0));
  return true;
}

/* The row of a slack; -1 if it is a column, whose number is in *column. */
static slong find_slack(const ss_dictionary *d, slong i, slong *column) {
  for (slong c = 0; c < d->columns; c++)
    if (d->column[c] == i) *column = c;
  for (slong r = d->count; r < d->rows; r++)
    if (d->basic[r] == i) return r;
  return -1;
}

bool ss_dictionary_is_strict(ss_dictionary *d, slong i) {
  slong column = -1;
  bool careful;
  assert(!d->empty && i < d->inequalities);
  if (d->positive[i]) return true;
  slong row = find_slack(d, i, &column);
  if (row < 0) { /* it enters, and is a row then */
    row = step(d, column, -1, &careful);
    if (row < 0) mark_positive(d, column);
    if (row < 0) return true;
  }
  climb(d, row, 1);
  return d->positive[i];
}

bool ss_dictionary_is_met(ss_dictionary *d, slong i) {
  slong column = -1;
  bool careful = false;
  assert(!d->empty && i < d->inequalities);
  const slong row = find_slack(d, i, &column);
  while (row >= 0 && !fmpq_is_zero(at(d, row, 0))) {
    column = find_entering(d, row, -1, careful);
    if (column < 0) return false;
    /* it ends the way itself at the latest */
    if (step(d, column, -1, &careful) == row) break;
  }
  mark_positive(d, -1);
  return true;
}
