/* fit_judge.c: how well the data determine what was fitted.
 *
 * At the values found, with J weighed by the scatter of each column, the covariance of the unknowns
 * is C = (J^T J)^-1 (Gauss). All of them together lie, with the probability asked for, in the
 * ellipsoid
 *
 *     (theta - found)^T C^-1 (theta - found) <= m F,     F the quantile of F(m, N - m),
 *
 * and the interval of each is the side of the box around it: found +- sqrt(m F C_ii). All intervals
 * hold at once, which is more than each of them alone.
 *
 * What is not determined: J^T J is scaled to ones on its diagonal, B = (J^T J + RIDGE I)^-1; B_ii
 * is the factor by which others that change along inflate the variance of unknown i. Where it is
 * beyond INFLATED, column i is a combination of others to as many digits as derivatives have, and
 * no value is better than another; the others keep their share of B, as with a pseudo-inverse. An
 * unknown without influence has no column at all. Differences of motions have fewer digits.
 */
#include <arb_hypgeom.h>
#include <math.h>
#include <string.h>

#include "fit.h"

static const double RIDGE = 1e-13, INFLATED = 1e10, INFLATED_BY_DIFFERENCES = 1e7;

/* P(F(m, rest) <= x) = I_z(m/2, rest/2), z = m x/(m x + rest). */
static double find_probability(double m, double rest, double x) {
  enum { PRECISION = 64 };
  arb_t a, b, z, p;
  arb_init(a), arb_init(b), arb_init(z), arb_init(p);
  arb_set_d(a, m / 2);
  arb_set_d(b, rest / 2);
  arb_set_d(z, m * x / (m * x + rest));
  arb_hypgeom_beta_lower(p, a, b, z, 1, PRECISION);
  const double value = arf_get_d(arb_midref(p), ARF_RND_NEAR);
  arb_clear(a), arb_clear(b), arb_clear(z), arb_clear(p);
  return value;
}

double ss_fit_reach(double confidence, size_t m, double rest) {
  double low = 0, high = 1;
  if (m == 0 || !(rest >= 1)) return INFINITY;
  while (high < 1e12 && find_probability((double)m, rest, high) < confidence) high *= 2;
  for (int round = 0; round < 60; round++) {
    const double middle = (low + high) / 2;
    *(find_probability((double)m, rest, middle) < confidence ? &low : &high) = middle;
  }
  return sqrt((double)m * high);
}

/* J^T J scaled to ones on the diagonal, with the ridge; scale_i = 0: no influence. */
static void form_matrix(const ss_fitting *f, double *A, double *scale) {
  const size_t m = f->unknowns, all = f->data->columns * f->data->rows;
  for (size_t i = 0; i < m; i++) {
    scale[i] = 0;
    for (size_t x = 0; x < all; x++) scale[i] += f->J[x * m + i] * f->J[x * m + i];
    scale[i] = sqrt(scale[i]);
  }
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++) {
      double sum = 0;
      for (size_t x = 0; x < all; x++) sum += f->J[x * m + i] * f->J[x * m + j];
      const double of = scale[i] * scale[j];
      A[j * m + i] = (of > 0 ? sum / of : 0) + (i == j ? RIDGE + (of > 0 ? 0 : 1) : 0);
    }
}

ss_status ss_fit_judge(ss_fitting *f, const ss_fit_point *p, ss_fit *fit, ss_fit_unknown *unknown) {
  const size_t m = f->unknowns;
  double *B = ss_arena_new(f->arena, m * m, double), *scale = ss_arena_new(f->arena, m, double);
  size_t determined = 0;
  if (!B || !scale) return SS_MEMORY;
  const double most = f->no_gradients ? INFLATED_BY_DIFFERENCES : INFLATED;
  form_matrix(f, f->A, scale);
  if (ss_matrix_factor(m, f->A, f->L) != SS_OK) return SS_NO_CONVERGENCE;
  for (size_t i = 0; i < m; i++) B[i * m + i] = 1;
  ss_matrix_solve(m, f->L, m, B);
  for (size_t i = 0; i < m; i++) {
    unknown[i].determined = scale[i] > 0 && B[i * m + i] < most;
    if (unknown[i].determined) determined++;
  }
  const double rest = (double)(fit->numbers - fit->left_out) - (double)determined;
  const double reach = ss_fit_reach(fit->confidence, determined, rest);
  for (size_t i = 0; i < m; i++) {
    ss_fit_unknown *x = &unknown[i];
    x->value = p->theta[i];
    x->error = x->determined ? sqrt(B[i * m + i]) / scale[i] : NAN;
    x->low = x->determined ? x->value - reach * x->error : -INFINITY;
    x->high = x->determined ? x->value + reach * x->error : INFINITY;
  }
  return SS_OK;
}
