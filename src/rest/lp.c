/* lp.c: small dense linear programs in doubles.
 *
 *     minimise cost . x     over  A x = b,  x >= 0
 *
 * by the simplex method on a tableau, in two phases. Rows are given the sign that makes b >= 0; a
 * column with a single entry that is positive serves as a row's first basic variable, an artificial
 * one does where there is none. The steepest reduced cost enters; after a while Bland's rule takes
 * over, so that degenerate programs end too. At the end the basic variables are computed anew from
 * A and b by elimination with pivots and one step of refinement: what is returned carries the
 * rounding of one solve, not of all steps.
 *
 * The equilibria of nonlinear machines are traced with thousands of these programs, of ten to forty
 * rows: exact ones (exact.h) would take a thousand times as long and be exact about rounded data.
 */
#include "lp.h"

#include <math.h>
#include <string.h>

enum { STEEPEST = 100, STEPS_MOST = 2000 };

static const double TINY = 1e-11, SINGULAR = 1e-12;

ss_status ss_lp_create(ss_arena *arena, size_t rows_most, size_t columns_most, ss_lp *lp) {
  const size_t width = columns_most + 1, refined = rows_most + 1;
  *lp = (ss_lp){.rows_most = rows_most, .columns_most = columns_most};
  lp->A = ss_arena_new(arena, rows_most * columns_most, double);
  lp->b = ss_arena_new(arena, rows_most, double);
  lp->cost = ss_arena_new(arena, columns_most, double);
  lp->x = ss_arena_new(arena, columns_most, double);
  lp->T = ss_arena_new(arena, refined * (width > refined ? width : refined), double);
  lp->basis = ss_arena_new(arena, rows_most, size_t);
  lp->owner = ss_arena_new(arena, width, size_t);
  return lp->A && lp->b && lp->cost && lp->x && lp->T && lp->basis && lp->owner ? SS_OK : SS_MEMORY;
}

void ss_lp_reset(ss_lp *lp) {
  lp->rows = lp->columns = 0;
  lp->full = false;
}

size_t ss_lp_column(ss_lp *lp, double cost) {
  if (lp->columns == lp->columns_most) {
    lp->full = true;
    return 0;
  }
  for (size_t i = 0; i < lp->rows; i++) lp->A[i * lp->columns_most + lp->columns] = 0;
  lp->cost[lp->columns] = cost;
  return lp->columns++;
}

size_t ss_lp_row(ss_lp *lp, double b) {
  if (lp->rows == lp->rows_most) {
    lp->full = true;
    return 0;
  }
  memset(lp->A + lp->rows * lp->columns_most, 0, lp->columns_most * sizeof *lp->A);
  lp->b[lp->rows] = b;
  return lp->rows++;
}

void ss_lp_add(ss_lp *lp, size_t row, size_t column, double value) {
  lp->A[row * lp->columns_most + column] += value;
}

/* ---- the tableau ----------------------------------------------------------------------------- */

/* Columns: variables, values. An artificial variable of row i is the number columns + i; it leaves
 * for good, so that its column is not needed. */
static size_t width_of(const ss_lp *lp) {
  return lp->columns + 1;
}

/* owner[column]: the row of its only entry, if that is positive there; SIZE_MAX: none, or several.
 */
static void find_owners(ss_lp *lp) {
  const size_t width = width_of(lp);
  for (size_t j = 0; j < lp->columns; j++) {
    size_t entries = 0;
    lp->owner[j] = SIZE_MAX;
    for (size_t i = 0; i < lp->rows && entries < 2; i++) {
      const double entry = lp->T[i * width + j];
      if (entry == 0) continue;
      lp->owner[j] = ++entries == 1 && entry > 0 ? i : SIZE_MAX;
    }
  }
}

static void start_basis(ss_lp *lp) {
  const size_t width = width_of(lp);
  for (size_t i = 0; i < lp->rows; i++) {
    const double sign = lp->b[i] < 0 ? -1 : 1;
    double *row = lp->T + i * width;
    for (size_t j = 0; j < lp->columns; j++) row[j] = sign * lp->A[i * lp->columns_most + j];
    row[width - 1] = sign * lp->b[i];
    lp->basis[i] = lp->columns + i;
  }
  find_owners(lp);
  for (size_t j = lp->columns; j-- > 0;)
    if (lp->owner[j] != SIZE_MAX) lp->basis[lp->owner[j]] = j;
  for (size_t i = 0; i < lp->rows; i++) {
    double *row = lp->T + i * width;
    if (lp->basis[i] >= lp->columns) continue;
    const double pivot = row[lp->basis[i]];
    for (size_t j = 0; pivot != 1 && j < width; j++)
      if (row[j] != 0) row[j] /= pivot;
  }
}

/* The last row: reduced costs of the artificial sum (phase one) or of the program. */
static void set_costs(ss_lp *lp, bool phase_one) {
  const size_t width = width_of(lp);
  double *last = lp->T + lp->rows * width;
  memset(last, 0, width * sizeof *last);
  for (size_t j = 0; j < lp->columns && !phase_one; j++) last[j] = lp->cost[j];
  for (size_t i = 0; i < lp->rows; i++) {
    const size_t own = lp->basis[i];
    const double factor = own >= lp->columns ? phase_one : phase_one ? 0 : lp->cost[own];
    for (size_t j = 0; factor != 0 && j < width; j++) last[j] -= factor * lp->T[i * width + j];
  }
}

/* Many entries of these programs are 0: only those of the pivot row that are not are touched. */
static void exchange(ss_lp *lp, size_t row, size_t column) {
  const size_t width = width_of(lp);
  double *pivot_row = lp->T + row * width;
  const double pivot = pivot_row[column];
  size_t *touched = lp->owner, count = 0;
  for (size_t j = 0; j < width; j++) {
    if (pivot_row[j] == 0) continue;
    pivot_row[j] /= pivot;
    touched[count++] = j;
  }
  for (size_t i = 0; i <= lp->rows; i++) {
    double *other = lp->T + i * width;
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    for (size_t k = 0; k < count; k++) other[touched[k]] -= factor * pivot_row[touched[k]];
    other[column] = 0;
  }
  lp->basis[row] = column;
}

static size_t entering_column(const ss_lp *lp, size_t step) {
  const double *last = lp->T + lp->rows * width_of(lp);
  size_t best = lp->columns;
  double least = -TINY;
  for (size_t j = 0; j < lp->columns; j++)
    if (last[j] < least) {
      best = j;
      least = last[j];
      if (step > STEEPEST) break;
    }
  return best;
}

/* The least ratio; among ties the largest pivot. */
static size_t leaving_row(const ss_lp *lp, size_t column) {
  const size_t width = width_of(lp);
  size_t best = lp->rows;
  double least = INFINITY;
  for (size_t i = 0; i < lp->rows; i++) {
    const double entry = lp->T[i * width + column];
    if (entry < 1e-9) continue;
    const double ratio = fmax(lp->T[i * width + width - 1], 0) / entry;
    const bool tie = best < lp->rows && fabs(ratio - least) <= 1e-14 * (1 + least);
    if (tie ? entry > lp->T[best * width + column] : ratio < least) {
      best = i;
      least = ratio;
    }
  }
  return best;
}

static ss_lp_end minimise(ss_lp *lp) {
  for (size_t step = 0; step < STEPS_MOST; step++) {
    const size_t column = entering_column(lp, step);
    if (column == lp->columns) return SS_LP_SOLVED;
    const size_t row = leaving_row(lp, column);
    if (row == lp->rows) return SS_LP_NO_BOUND;
    exchange(lp, row, column);
  }
  return SS_LP_GAVE_UP;
}

/* Artificial variables leave the basis where a column allows it; the other rows say 0 = 0. */
static void drop_artificials(ss_lp *lp) {
  const size_t width = width_of(lp);
  for (size_t i = 0; i < lp->rows; i++) {
    size_t best = lp->columns;
    if (lp->basis[i] < lp->columns) continue;
    for (size_t j = 0; j < lp->columns; j++)
      if (fabs(lp->T[i * width + j]) > 1e-9 &&
          (best == lp->columns || fabs(lp->T[i * width + j]) > fabs(lp->T[i * width + best])))
        best = j;
    if (best < lp->columns) exchange(lp, i, best);
  }
}

/* ---- the solution ---------------------------------------------------------------------------- */

static void read_solution(ss_lp *lp) {
  const size_t width = width_of(lp);
  memset(lp->x, 0, lp->columns * sizeof *lp->x);
  for (size_t i = 0; i < lp->rows; i++)
    if (lp->basis[i] < lp->columns) lp->x[lp->basis[i]] = lp->T[i * width + width - 1];
}

/* Basic columns with a single entry first: they are eliminated for nothing. */
static void put_singles_first(ss_lp *lp) {
  size_t singles = 0;
  for (size_t k = 0; k < lp->rows; k++) {
    size_t entries = 0;
    const size_t column = lp->basis[k];
    for (size_t i = 0; column < lp->columns && i < lp->rows && entries < 2; i++)
      entries += lp->A[i * lp->columns_most + column] != 0;
    if (entries != 1) continue;
    lp->basis[k] = lp->basis[singles];
    lp->basis[singles++] = column;
  }
}

/* x_B += B^-1 (b - A x), the artificial columns of the tableau being no inverse here: the rows of
 * the basis are eliminated anew in the tableau's room. */
static void refine(ss_lp *lp) {
  const size_t m = lp->rows, width = m + 1;
  double *B = lp->T;
  put_singles_first(lp);
  for (size_t i = 0; i < m; i++) {
    double left = lp->b[i];
    for (size_t k = 0; k < m; k++) {
      const size_t column = lp->basis[k];
      B[i * width + k] = column < lp->columns ? lp->A[i * lp->columns_most + column] : 0;
      if (column < lp->columns) left -= B[i * width + k] * lp->x[column]; /* all others are 0 */
    }
    B[i * width + m] = left;
  }
  for (size_t k = 0; k < m; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < m; i++)
      if (fabs(B[i * width + k]) > fabs(B[best * width + k])) best = i;
    if (fabs(B[best * width + k]) < SINGULAR) continue;
    for (size_t j = k; j < width && best != k; j++) {
      const double swap = B[k * width + j];
      B[k * width + j] = B[best * width + j];
      B[best * width + j] = swap;
    }
    for (size_t i = k + 1; i < m; i++) {
      const double factor = B[i * width + k] / B[k * width + k];
      for (size_t j = k; factor != 0 && j < width; j++)
        B[i * width + j] -= factor * B[k * width + j];
    }
  }
  for (size_t k = m; k-- > 0;) {
    double left = B[k * width + m];
    for (size_t j = k + 1; j < m; j++) left -= B[k * width + j] * B[j * width + m];
    const bool regular = fabs(B[k * width + k]) >= SINGULAR;
    B[k * width + m] = regular ? left / B[k * width + k] : 0;
    if (regular && lp->basis[k] < lp->columns) lp->x[lp->basis[k]] += B[k * width + m];
  }
}

ss_lp_end ss_lp_solve(ss_lp *lp) {
  const size_t width = width_of(lp);
  double size = 0;
  if (lp->full) return SS_LP_GAVE_UP;
  for (size_t i = 0; i < lp->rows; i++) size = fmax(size, fabs(lp->b[i]));
  start_basis(lp);
  set_costs(lp, true);
  ss_lp_end end = minimise(lp);
  /* the artificial sum has a bound, 0: a column without a pivot is what rounding left */
  if (end == SS_LP_GAVE_UP) return end;
  if (-lp->T[lp->rows * width + width - 1] > 1e-10 * size) return SS_LP_NO_POINT;
  drop_artificials(lp);
  set_costs(lp, false);
  end = minimise(lp);
  read_solution(lp);
  if (end == SS_LP_SOLVED) refine(lp);
  /* pivots below 1e-9 are not seen as limits: what has passed one shows in A x - b, not in x */
  for (size_t j = 0; j < lp->columns; j++) lp->x[j] = fmax(lp->x[j], 0);
  return end;
}
