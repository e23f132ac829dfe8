/* fit_descend.c: least squares downhill.
 *
 * With residuals r = w (measured - predicted) and J = w d predicted / d theta, a step solves
 *
 *     (J^T J + P + lambda D) d = J^T r + P (begin - theta),     D = diag(J^T J + P)
 *
 * (Levenberg 1944, Marquardt 1963): Gauss and Newton's where lambda is small, a short one downhill
 * where it is large. P is the prior of early stages: a value may differ from its beginning by its
 * own size, as one more measurement. lambda falls after a step that pays and grows after one that
 * does not; a motion that fails does not pay. No parameter changes by more than a part of itself in
 * one step, so that it keeps its sign until it is small. An unknown without any influence stays,
 * and so does one at an end of its range that would leave it; others are clipped to theirs.
 */
#include <math.h>
#include <string.h>

#include "fit.h"

enum { SHORTER = 10 };

/* The largest change of a value in one step; of its beginning, where it has become small. */
static const double PART = 0.5, SMALL = 0.1;

/* A fall of the cost, and a step, that ends it. */
static const double FALL = 1e-9, SHORT = 1e-10;

static double prior_weight(const ss_fitting *f, size_t i) {
  return f->begin[i] != 0 && i < f->options->parameters ? f->prior / fabs(f->begin[i]) : 0;
}

double ss_fit_cost(const ss_fitting *f, const double *theta, const double *predict) {
  const ss_measured *d = f->data;
  double sum = 0;
  for (size_t c = 0; c < d->columns; c++)
    for (size_t row = 0; row < f->rows; row++) {
      const size_t x = c * d->rows + row;
      if (isnan(d->value[c][row]) || f->left_out[x]) continue;
      const double r = f->weight[c] * (d->value[c][row] - predict[x]);
      sum += r * r;
    }
  for (size_t i = 0; i < f->unknowns; i++) {
    const double r = prior_weight(f, i) * (theta[i] - f->begin[i]);
    sum += r * r;
  }
  return isfinite(sum) ? sum : INFINITY;
}

/* A = J^T J + P by columns, g = J^T r + P (begin - theta). */
static void form_equations(ss_fitting *f, const double *theta) {
  const size_t m = f->unknowns, all = f->data->columns * f->data->rows;
  memset(f->A, 0, m * m * sizeof(double));
  memset(f->g, 0, m * sizeof(double));
  for (size_t x = 0; x < all; x++) {
    const double *slope = f->J + x * m;
    for (size_t i = 0; i < m; i++) {
      f->g[i] += slope[i] * f->r[x];
      for (size_t j = 0; j < m; j++) f->A[j * m + i] += slope[i] * slope[j];
    }
  }
  for (size_t i = 0; i < m; i++) {
    const double w = prior_weight(f, i);
    f->A[i * m + i] += w * w;
    f->g[i] += w * w * (f->begin[i] - theta[i]);
  }
}

double ss_fit_clip(const ss_fitting *f, size_t i, double value) {
  return f->low ? fmin(fmax(value, f->low[i]), f->high[i]) : value;
}

/* Is it at an end of its range, and downhill is beyond? */
static bool is_held(const ss_fitting *f, const double *theta, size_t i) {
  if (!f->low) return false;
  return (theta[i] <= f->low[i] && f->g[i] < 0) || (theta[i] >= f->high[i] && f->g[i] > 0);
}

/* Solves for f->step; false if there is none. */
static bool find_step(ss_fitting *f, const double *theta, double lambda) {
  const size_t m = f->unknowns;
  memcpy(f->L, f->A, m * m * sizeof(double));
  for (size_t i = 0; i < m; i++) {
    f->L[i * m + i] *= 1 + lambda;
    if (!(f->L[i * m + i] > 0)) f->L[i * m + i] = 1; /* no influence: g is 0 too */
  }
  memcpy(f->step, f->g, m * sizeof(double));
  for (size_t i = 0; i < m; i++) {
    if (!is_held(f, theta, i)) continue;
    for (size_t j = 0; j < m; j++) f->L[i * m + j] = f->L[j * m + i] = i == j;
    f->step[i] = 0;
  }
  if (ss_matrix_factor(m, f->L, f->L) != SS_OK) return false;
  ss_matrix_solve(m, f->L, 1, f->step);
  /* the whole step is shortened, not turned */
  double share = 1;
  for (size_t i = 0; i < f->options->parameters; i++) {
    const double most = PART * fmax(fabs(theta[i]), SMALL * fabs(f->begin[i]));
    if (most > 0) share = fmin(share, most / fabs(f->step[i]));
  }
  for (size_t i = 0; i < m; i++) f->step[i] *= share;
  return true;
}

static double measure_step(const ss_fitting *f, const double *theta) {
  double size = 0;
  for (size_t i = 0; i < f->unknowns; i++)
    size = fmax(size, fabs(f->step[i]) / fmax(fabs(theta[i]), 1e-6));
  return size;
}

/* One step that pays: *next; false: there is none. */
static ss_status try_steps(ss_fitting *f, const ss_fit_point *p, double *lambda, ss_fit_point *next,
                           bool *pays) {
  *pays = false;
  for (int round = 0; round < SHORTER; round++) {
    if (find_step(f, p->theta, *lambda)) {
      if (measure_step(f, p->theta) < SHORT) return SS_OK;
      for (size_t i = 0; i < f->unknowns; i++)
        next->theta[i] = ss_fit_clip(f, i, p->theta[i] + f->step[i]);
      const ss_status status = ss_fit_predict(f, next);
      if (status != SS_OK) return status;
      *pays = next->cost < p->cost;
      if (*pays) *lambda = fmax(*lambda / 5, 1e-12);
      if (*pays) return SS_OK;
    }
    *lambda = fmin(*lambda * 4, 1e12);
  }
  return SS_OK;
}

ss_status ss_fit_descend(ss_fitting *f, size_t rounds, ss_fit_point *p) {
  ss_fit_point next;
  double lambda = 1e-2;
  ss_status status = ss_fit_point_create(f, &next);
  if (status == SS_OK) status = ss_fit_predict(f, p);
  for (size_t round = 0; status == SS_OK && round < rounds && isfinite(p->cost); round++) {
    bool pays = false;
    status = ss_fit_differentiate(f, p);
    if (status != SS_OK) break;
    form_equations(f, p->theta);
    status = try_steps(f, p, &lambda, &next, &pays);
    if (status != SS_OK || !pays) break;
    const bool done = p->cost - next.cost <= FALL * p->cost;
    ss_fit_point_copy(f, &next, p);
    f->rounds++;
    if (done) break;
  }
  return status;
}
