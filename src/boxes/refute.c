/* refute.c: what a box says about one condition.
 *
 * The form was run on the box; its values enclose every output there. An inequality is refuted by
 * the sign of an end. A symmetric matrix is positive definite for all entries in their balls if
 *
 *     A = L D L^T,    d_j = a_jj - sum_k l_jk^2 d_k > 0,    l_ij = (a_ij - sum_k l_ik l_jk d_k)/d_j
 *
 * goes through in balls with all d_j > 0: for each member of the balls the true factors are among
 * them. The columns of A are independent for all entries if |I - Y A| < 1 in the norm of the row
 * sums for one Y, because then Y A is not singular; Y is the left inverse (A_c^T A_c)^-1 A_c^T at
 * the middles, in doubles: it need not be exact. Columns are scaled by their lengths first.
 *
 * At a point the same is asked the other way round; that a matrix is not definite or that columns
 * are dependent is never confirmed: a search would have to find an eigenvector, and nobody needs
 * it. Reference: Rump, Verification of positive definiteness, BIT 46 (2006).
 */
#include <math.h>
#include <string.h>

#include "probe.h"

bool ss_balls_are_definite(arb_ptr a, size_t n, slong p) {
  arb_t t;
  bool definite = true;
  arb_init(t);
#define AT(i, j) (a + (i) * ((i) + 1) / 2 + (j))
  for (size_t j = 0; j < n && definite; j++) {
    /* below the diagonal stand l_jk d_k until row j is done: d_j -= l_jk (l_jk d_k) */
    for (size_t k = 0; k < j; k++) {
      arb_div(t, AT(j, k), AT(k, k), p);
      arb_submul(AT(j, j), t, AT(j, k), p);
      for (size_t i = j + 1; i < n; i++) arb_submul(AT(i, j), AT(i, k), t, p);
    }
    definite = arb_is_positive(AT(j, j));
  }
#undef AT
  arb_clear(t);
  return definite;
}

static double middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* Columns are taken in units of 2^unit, multiples of 1024 times: they are independent in any units,
 * and norms compare them. */
static void choose_units(arb_srcptr A, size_t rows, size_t columns, int *unit) {
  enum { STEP = 10 };
  for (size_t j = 0; j < columns; j++) {
    double most = 0;
    for (size_t r = 0; r < rows; r++) most = fmax(most, fabs(middle(A + r * columns + j)));
    unit[j] = most > 0 && isfinite(most) ? STEP * (int)lround(log2(most) / STEP) : 0;
  }
}

/* Y = (A^T A)^-1 A^T of the middles, columns x rows; false if A has no such thing. */
static bool find_left_inverse(arb_srcptr A, size_t rows, size_t columns, const int *unit,
                              double *work, double *Y) {
  double *G = work;
  for (size_t i = 0; i < columns; i++)
    for (size_t j = 0; j < columns; j++) {
      double sum = 0;
      for (size_t r = 0; r < rows; r++)
        sum += ldexp(middle(A + r * columns + i), -unit[i]) *
               ldexp(middle(A + r * columns + j), -unit[j]);
      G[i + j * columns] = sum;
    }
  if (ss_matrix_factor(columns, G, G) != SS_OK) return false;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < columns; i++)
      Y[r * columns + i] = ldexp(middle(A + r * columns + i), -unit[i]);
  ss_matrix_solve(columns, G, rows, Y);
  for (size_t i = 0; i < rows * columns; i++)
    if (!isfinite(Y[i])) return false;
  return true;
}

/* |I - Y A| < 1 by rows. */
static bool is_near_identity(arb_srcptr A, size_t rows, size_t columns, const int *unit,
                             const double *Y, slong p) {
  arb_t sum, t, entry;
  bool near = true;
  arb_init(sum);
  arb_init(t);
  arb_init(entry);
  for (size_t i = 0; i < columns && near; i++) {
    arb_zero(sum);
    for (size_t j = 0; j < columns; j++) {
      arb_set_si(entry, i == j);
      for (size_t r = 0; r < rows; r++) {
        arb_set_d(t, ldexp(Y[r * columns + i], -unit[j]));
        arb_submul(entry, t, A + r * columns + j, p);
      }
      arb_abs(entry, entry);
      arb_add(sum, sum, entry, p);
    }
    arb_sub_si(sum, sum, 1, p);
    near = arb_is_negative(sum);
  }
  arb_clear(sum);
  arb_clear(t);
  arb_clear(entry);
  return near;
}

static bool has_full_rank(ss_probe *probe, const ss_boxes_condition *c) {
  arb_srcptr A = probe->form.value + c->output;
  double *Y = probe->numbers + c->columns * c->columns;
  int unit[c->columns];
  choose_units(A, c->rows, c->columns, unit);
  return find_left_inverse(A, c->rows, c->columns, unit, probe->numbers, Y) &&
         is_near_identity(A, c->rows, c->columns, unit, Y, probe->form.precision);
}

static bool is_definite(ss_probe *probe, const ss_boxes_condition *c) {
  const size_t count = c->columns * (c->columns + 1) / 2;
  for (size_t i = 0; i < count; i++) arb_set(probe->factor + i, probe->form.value + c->output + i);
  return ss_balls_are_definite(probe->factor, c->columns, probe->form.precision);
}

bool ss_probe_refutes(ss_probe *probe, const ss_boxes_condition *condition) {
  arb_srcptr f = probe->form.value + condition->output;
  switch (condition->sense) {
  case SS_BOXES_POSITIVE: return arb_is_nonpositive(f);
  case SS_BOXES_NOT_NEGATIVE: return arb_is_negative(f);
  case SS_BOXES_ZERO: return arb_is_finite(f) && !arb_contains_zero(f);
  case SS_BOXES_NOT_DEFINITE: return is_definite(probe, condition);
  case SS_BOXES_DEPENDENT: return has_full_rank(probe, condition);
  }
  return false;
}

bool ss_probe_confirms(ss_probe *probe, const ss_boxes_condition *condition) {
  arb_srcptr f = probe->form.value + condition->output;
  switch (condition->sense) {
  case SS_BOXES_POSITIVE: return arb_is_positive(f);
  case SS_BOXES_NOT_NEGATIVE: return arb_is_nonnegative(f);
  case SS_BOXES_ZERO: return arb_is_zero(f);
  case SS_BOXES_NOT_DEFINITE: return arb_is_nonpositive(f); /* an entry of the diagonal */
  case SS_BOXES_DEPENDENT: return false;
  }
  return false;
}
