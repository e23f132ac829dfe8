/* dense_lu.c: A x = b for matrices of a few to a few hundred rows.
 *
 * Columns are eliminated in panels of four: the panel is factored, then every later column a_j gets
 * its four entries of U by forward substitution and
 *
 *     a_j -= L_panel u_j        (four columns of L at once: one load and one store of a_j for four
 *                                multiplications)
 *
 * on vectors of eight or four numbers. Two variants: without row exchanges, for matrices near to
 * positive definite ones, where a copy of the panel with zeros above its diagonal lets all vectors
 * begin at aligned rows and the right side is eliminated along; and with partial pivoting, several
 * times slower for few rows, for the rest. LAPACK is not used because most of its time goes into
 * the call at these sizes, and because it may start threads.
 *
 * Cost 2/3 n^3. Fails where a pivot is exactly 0 or not a number. Reference: Golub & Van Loan,
 * Matrix Computations, sections 3.2 and 3.4.
 */
#include "dense_lu.h"

#include <math.h>

#include "modes.h"

enum { PANEL = SS_LU_PANEL };

/* ---- without exchanges ----------------------------------------------------------------------- */

/* y[from..lead) -= sum over the panel of u[k] L[:, k] */
static inline void subtract_panel(size_t from, size_t lead, const double *L, const double *u,
                                  double *y) {
  const double *l0 = L, *l1 = L + lead, *l2 = l1 + lead, *l3 = l2 + lead;
  for (size_t i = from; i < lead; i += 8)
    *(eight *)(y + i) -= u[0] * *(const eight *)(l0 + i) + u[1] * *(const eight *)(l1 + i) +
                         u[2] * *(const eight *)(l2 + i) + u[3] * *(const eight *)(l3 + i);
}

/* x with zeros at the rows up to k, x beginning at row i. */
static inline eight keep_below(size_t i, size_t k, eight x) {
  typedef long long bits __attribute__((vector_size(64)));
  const bits row = {0, 1, 2, 3, 4, 5, 6, 7};
  return (eight)((row > (long long)k - (long long)i) & (bits)x);
}

/* L of the columns first .. first + 3 into `panel`, with zeros from row `from` to the diagonal;
 * columns behind n are zeros. */
static inline bool copy_panel(size_t n, size_t lead, size_t from, size_t first, double *A,
                              double *panel) {
  for (size_t k = first; k < first + PANEL; k++) {
    double *l = panel + lead * (k - first), *column = A + lead * k;
    if (k >= n) {
      for (size_t i = from; i < lead; i++) l[i] = 0;
      continue;
    }
    for (size_t before = first; before < k; before++) {
      const double *other = panel + lead * (before - first), u = column[before];
      for (size_t i = from; i < lead; i += 8)
        *(eight *)(column + i) -= u * *(const eight *)(other + i);
    }
    if (!(fabs(column[k]) > 0)) return false;
    const double inverse = 1 / column[k];
    for (size_t i = from; i < lead; i += 8)
      *(eight *)(l + i) = keep_below(i, k, inverse * *(const eight *)(column + i));
    column[k] = inverse;
  }
  return true;
}

WIDE_VECTORS static bool eliminate(size_t n, size_t lead, double *A, double *panel) {
  for (size_t first = 0; first < n; first += PANEL) {
    const size_t from = first & ~(size_t)7, end = first + PANEL < n ? first + PANEL : n;
    const double *l0 = panel, *l1 = panel + lead, *l2 = l1 + lead;
    if (!copy_panel(n, lead, from, first, A, panel)) return false;
    for (size_t j = end; j <= n; j++) {
      double *y = A + lead * j, u[PANEL] = {y[first]};
      u[1] = y[first + 1] - l0[first + 1] * u[0];
      u[2] = y[first + 2] - l0[first + 2] * u[0] - l1[first + 2] * u[1];
      u[3] = y[first + 3] - l0[first + 3] * u[0] - l1[first + 3] * u[1] - l2[first + 3] * u[2];
      subtract_panel(from, lead, panel, u, y);
    }
  }
  double *x = A + lead * n;
  for (size_t k = n; k-- > 0;) {
    x[k] *= A[k + lead * k]; /* the inverse pivot */
    add_multiple(k, -x[k], A + lead * k, x);
  }
  return true;
}

/* ---- with exchanges -------------------------------------------------------------------------- */

static size_t find_pivot(size_t n, size_t k, const double *column) {
  size_t best = k;
  for (size_t i = k + 1; i < n; i++)
    if (fabs(column[i]) > fabs(column[best])) best = i;
  return best;
}

static void swap_rows(size_t n, size_t lead, double *A, size_t i, size_t j) {
  if (i == j) return;
  for (size_t k = 0; k < n; k++) {
    double kept = A[i + lead * k];
    A[i + lead * k] = A[j + lead * k];
    A[j + lead * k] = kept;
  }
}

/* y[from..n) += sum over the panel of u[k] L[:, k]; whole vectors, so up to three numbers behind n
 * are touched (they are zeros and stay zeros). */
static inline void add_panel(size_t from, size_t n, size_t lead, const double *L, const double *u,
                             double *y) {
  const double *l0 = L, *l1 = L + lead, *l2 = l1 + lead, *l3 = l2 + lead;
  for (size_t i = from; i < n; i += 4)
    *(four *)(y + i) += u[0] * *(const four *)(l0 + i) + u[1] * *(const four *)(l1 + i) +
                        u[2] * *(const four *)(l2 + i) + u[3] * *(const four *)(l3 + i);
}

static inline void add_column(size_t from, size_t n, double a, const double *x, double *y) {
  for (size_t i = from; i < n; i += 4) *(four *)(y + i) += a * *(const four *)(x + i);
}

/* Columns first..end, rows first..n, with row exchanges over the whole matrix. */
static inline bool factor_panel(size_t n, size_t lead, double *A, size_t *pivot, size_t first,
                                size_t end) {
  for (size_t k = first; k < end; k++) {
    double *column = A + lead * k;
    pivot[k] = find_pivot(n, k, column);
    swap_rows(n, lead, A, k, pivot[k]);
    if (!(fabs(column[k]) > 0)) return false;
    const double inverse = 1 / column[k];
    for (size_t i = k + 1; i < n; i++) column[i] *= inverse;
    for (size_t j = k + 1; j < end; j++)
      add_column(k + 1, n, -A[k + lead * j], column, A + lead * j);
  }
  return true;
}

WIDE_VECTORS static bool factor(size_t n, size_t lead, double *A, size_t *pivot) {
  for (size_t first = 0; first < n; first += PANEL) {
    const size_t end = first + PANEL < n ? first + PANEL : n;
    const double *L = A + lead * first;
    if (!factor_panel(n, lead, A, pivot, first, end)) return false;
    for (size_t j = end; j < n; j++) {
      double *y = A + lead * j, u[PANEL];
      for (size_t k = first; k < end; k++) {
        for (size_t i = k + 1; i < end; i++) y[i] -= L[i + lead * (k - first)] * y[k];
        u[k - first] = -y[k];
      }
      add_panel(end, n, lead, L, u, y);
    }
  }
  return true;
}

WIDE_VECTORS static void substitute(size_t n, size_t lead, const double *A, const size_t *pivot,
                                    double *b) {
  for (size_t k = 0; k < n; k++) {
    const double kept = b[pivot[k]];
    b[pivot[k]] = b[k];
    b[k] = kept;
  }
  for (size_t k = n; k < lead; k++) b[k] = 0;
  for (size_t k = 0; k + 1 < n; k++) add_column(k + 1, n, -b[k], A + lead * k, b);
  for (size_t k = n; k-- > 0;) {
    b[k] /= A[k + lead * k];
    add_multiple(k, -b[k], A + lead * k, b);
  }
}

/* ---- the interface --------------------------------------------------------------------------- */

/* Functions with several versions stay within this file: not every compiler can export them. */

bool ss_lu_eliminate(size_t n, size_t lead, double *A, double *panel) {
  return eliminate(n, lead, A, panel);
}

bool ss_lu_factor(size_t n, size_t lead, double *A, size_t *pivot) {
  return factor(n, lead, A, pivot);
}

void ss_lu_solve(size_t n, size_t lead, const double *A, const size_t *pivot, double *b) {
  substitute(n, lead, A, pivot, b);
}
