/* dependent.c: A x = b where equations may depend on each other.
 *
 * Contacts that hold a body in more directions than it has leave the forces undetermined: the
 * equations are dependent but do not contradict each other, and every solution gives the same
 * motion. Gauss-Jordan elimination with complete pivoting shows the rank: with rows and columns
 * scaled by 1/sqrt |A_kk|, a pivot below RANK of the first counts as 0. The result is
 *
 *     x_pivots = b - B x_free,     A z = 0 for z_free = e_j, z_pivots = -B e_j.
 *
 * Left-over right-hand sides above CONTRADICTION of the largest mean that no solution exists; where
 * b is a sum whose terms cancel, what is left is rounding of the terms, and their size counts.
 * Costs m^3; m is the number of closed directions, rarely above 10. Unknowns that share no equation
 * with others (a friction under each of many blocks) are solved beforehand, in m^2 together.
 */
#include "dependent.h"

#include <math.h>

static const double RANK = 1e-10, CONTRADICTION = 1e-7;

static void scale_system(ss_dependent *s) {
  const size_t m = s->m;
  for (size_t k = 0; k < m; k++) {
    const double d = fabs(s->A[k + m * k]);
    s->scale[k] = d > 0 ? 1 / sqrt(d) : 1;
    s->column[k] = k;
  }
  for (size_t j = 0; j < m; j++) {
    s->b[j] *= s->scale[j];
    for (size_t i = 0; i < m; i++) s->A[i + m * j] *= s->scale[i] * s->scale[j];
  }
}

static void swap(double *a, double *b) {
  const double t = *a;
  *a = *b;
  *b = t;
}

/* Brings the largest entry behind row and column k to (k, k); returns its size. */
static double bring_pivot(ss_dependent *s, size_t k) {
  const size_t m = s->m;
  size_t row = k, column = k;
  double largest = fabs(s->A[k + m * k]);
  for (size_t j = k; j < m; j++)
    for (size_t i = k; i < m; i++)
      if (fabs(s->A[i + m * j]) > largest) row = i, column = j, largest = fabs(s->A[i + m * j]);
  for (size_t j = 0; row != k && j < m; j++) swap(&s->A[k + m * j], &s->A[row + m * j]);
  if (row != k) swap(&s->b[k], &s->b[row]);
  for (size_t i = 0; column != k && i < m; i++) swap(&s->A[i + m * k], &s->A[i + m * column]);
  const size_t unknown = s->column[k];
  s->column[k] = s->column[column];
  s->column[column] = unknown;
  return largest;
}

/* Column after column, as they are stored; x is not yet needed and keeps the factors. */
static void eliminate(ss_dependent *s, size_t k) {
  const size_t m = s->m;
  double *restrict factor = s->x;
  const double inverse = 1 / s->A[k + m * k];
  for (size_t i = 0; i < m; i++) factor[i] = i == k ? 0 : s->A[i + m * k];
  for (size_t j = k; j < m; j++) {
    double *restrict to = s->A + m * j;
    const double pivot = to[k] *= inverse;
    if (pivot == 0) continue;
    for (size_t i = 0; i < m; i++) to[i] -= factor[i] * pivot;
  }
  s->b[k] *= inverse;
  for (size_t i = 0; i < m; i++) s->b[i] -= factor[i] * s->b[k];
}

/* Has unknown k an equation of its own, and no part in others? */
static bool is_alone(const ss_dependent *s, size_t k, double least) {
  const size_t m = s->m;
  if (!(fabs(s->A[k + m * k]) > least)) return false;
  for (size_t i = 0; i < m; i++)
    if (i != k && (s->A[i + m * k] != 0 || s->A[k + m * i] != 0)) return false;
  return true;
}

/* Solves for the unknowns that are alone; they become the first pivots. */
static void solve_alone(ss_dependent *s, double least) {
  const size_t m = s->m;
  for (size_t k = 0; k < m; k++) {
    const size_t at = s->rank;
    if (!is_alone(s, k, least)) continue;
    const size_t unknown = s->column[k];
    for (size_t j = 0; k != at && j < m; j++) swap(&s->A[k + m * j], &s->A[at + m * j]);
    for (size_t i = 0; k != at && i < m; i++) swap(&s->A[i + m * k], &s->A[i + m * at]);
    if (k != at) swap(&s->b[k], &s->b[at]);
    s->column[k] = s->column[at];
    s->column[at] = unknown;
    s->b[at] *= 1 / s->A[at + m * at];
    s->A[at + m * at] = 1;
    s->rank++;
  }
}

static double find_largest(const ss_dependent *s) {
  double largest = 0;
  for (size_t k = 0; k < s->m * s->m; k++) largest = fmax(largest, fabs(s->A[k]));
  return largest;
}

bool ss_dependent_solve(ss_dependent *s) {
  double size = s->size;
  scale_system(s);
  const double first = find_largest(s);
  for (size_t k = 0; k < s->m; k++) size = fmax(size, fabs(s->b[k]));
  s->rank = 0;
  solve_alone(s, RANK * first);
  for (; s->rank < s->m; s->rank++) {
    const double pivot = bring_pivot(s, s->rank);
    if (!(pivot > RANK * first)) break;
    eliminate(s, s->rank);
  }
  double sum = 0;
  for (size_t k = 0; k < s->m; k++) {
    const bool free = k >= s->rank;
    if (free && !s->tolerated && fabs(s->b[k]) > CONTRADICTION * size) return false;
    s->x[s->column[k]] = free ? 0 : s->scale[s->column[k]] * s->b[k];
    sum += fabs(s->b[k]);
  }
  return isfinite(sum);
}

void ss_dependent_null(const ss_dependent *s, size_t j, double *z) {
  const size_t m = s->m, free = s->rank + j;
  for (size_t k = 0; k < m; k++) z[k] = 0;
  for (size_t k = 0; k < s->rank; k++)
    z[s->column[k]] = -s->scale[s->column[k]] * s->A[k + m * free];
  z[s->column[free]] = s->scale[s->column[free]];
}
