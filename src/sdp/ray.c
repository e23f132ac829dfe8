/* ray.c: whether the iterates show that a program is infeasible.
 *
 *     primal infeasible   y:       b^T y = 1,            -A^T(y) >= 0,  B^T y = 0
 *     dual infeasible     (X, g):  <C, X> + f^T g = -1,  X >= 0,        A(X) + B g = 0
 *
 * The iterates of an infeasible program grow along such rays. They are looked at once they point
 * there to a hundredth, and are then moved onto the equalities of the ray: y by taking off its part
 * in the range of B, (X, g) by the linear system of the step, which moves X by a small multiple of
 * itself. What is left must lie in the cone, by a Cholesky factorisation with a quarter of the
 * tolerance added to the diagonal. As a rule the rays of a program form a cone with interior, and
 * the test succeeds long before the iterates have run far. solve.c measures the ray again on the
 * program as it was given.
 */
#include <math.h>
#include <string.h>

#include "interior.h"

static const double near = 1e-2; /* how well iterates must point along a ray to be looked at */

static double sum_products(size_t count, const double *x, const double *y) {
  long double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (long double)x[i] * y[i];
  return (double)sum;
}

static void scale_by(size_t count, double scale, double *x) {
  for (size_t i = 0; i < count; i++) x[i] *= scale;
}

/* Is the point plus `slack` times the unit matrix in the cone? The point is changed. */
static bool is_inside(ss_sdp_run *run, double slack, double *point) {
  const ss_sdp_form *form = run->form;
  for (size_t s = 0; s < form->scalars; s++) point[s] += slack;
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    for (size_t i = 0; i < block->n; i++) point[block->at + i * (block->n + 1)] += slack;
  }
  return ss_sdp_run_factor(run, point, run->E);
}

/* ---- primal infeasible ----------------------------------------------------------------------- */

/* y less its part in the range of B; false: B^T B is singular. S, r: p^2, p. */
static bool leave_range(const ss_sdp_form *form, double *S, double *r, double *y) {
  const size_t m = form->m, p = form->p;
  for (size_t j = 0; j < p; j++)
    for (size_t i = j; i < p; i++) S[i + p * j] = sum_products(m, form->B + m * i, form->B + m * j);
  if (!ss_dense_factor_large(p, S)) return false;
  for (int round = 0; round < 2; round++) {
    ss_sdp_form_free_residual(form, NULL, y, r);
    ss_dense_solve_large(p, S, 1, r);
    for (size_t j = 0; j < p; j++)
      for (size_t i = 0; i < m; i++) y[i] += form->B[i + m * j] * r[j];
  }
  return true;
}

static bool find_primal(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  const ss_iterate *now = &run->now;
  ss_iterate *ray = &run->guess;
  if (!(run->value_dual > 0)) return false;
  /* A^T(y) + Z and B^T y, which vanish along a ray */
  ss_sdp_form_slack(form, run->threads, NULL, now->y, now->Z, ray->Z);
  ss_sdp_form_free_residual(form, NULL, now->y, run->r);
  const double off =
      sqrt(ss_sdp_form_dot(form, ray->Z, ray->Z)) + sqrt(sum_products(form->p, run->r, run->r));
  if (!(off < near * run->value_dual)) return false;
  memcpy(ray->y, now->y, form->m * sizeof *ray->y);
  scale_by(form->m, 1 / run->value_dual, ray->y);
  if (form->p && !leave_range(form, run->kkt.S, run->r, ray->y)) return false;
  const double ahead = sum_products(form->m, form->b, ray->y);
  if (!(ahead > 0.5)) return false;
  scale_by(form->m, 1 / ahead, ray->y);
  const double slack = run->options.tolerance / 4;
  ss_sdp_form_free_residual(form, NULL, ray->y, run->r);
  if (sqrt(sum_products(form->p, run->r, run->r)) > slack) return false;
  ss_sdp_form_slack(form, run->threads, NULL, ray->y, NULL, ray->Z);
  return is_inside(run, slack, ray->Z);
}

/* ---- dual infeasible ------------------------------------------------------------------------- */

/* Moves (X, g) onto A(X) + B g = 0; how far it is off. */
static double move_onto(ss_sdp_run *run, ss_iterate *ray) {
  const ss_sdp_form *form = run->form;
  memset(run->r, 0, form->p * sizeof *run->r);
  for (int round = 0; round < 3; round++) {
    ss_sdp_form_residual(form, run->threads, NULL, ray->X, ray->g, run->h);
    ss_kkt_solve(&run->kkt, run->h, run->r, run->ddy, run->ddg);
    ss_sdp_form_slack(form, run->threads, NULL, run->ddy, NULL, ray->Z);
    ss_sdp_run_respond(run, run->now.X, ray->Z, ray->X, ray->X);
    for (size_t j = 0; j < form->p; j++) ray->g[j] += run->ddg[j];
  }
  ss_sdp_form_residual(form, run->threads, NULL, ray->X, ray->g, run->h);
  return sqrt(sum_products(form->m, run->h, run->h));
}

static bool find_dual(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  const ss_iterate *now = &run->now;
  ss_iterate *ray = &run->guess;
  if (!(run->value_primal < 0)) return false;
  ss_sdp_form_residual(form, run->threads, NULL, now->X, now->g, run->h);
  if (!(sqrt(sum_products(form->m, run->h, run->h)) < near * -run->value_primal)) return false;
  memcpy(ray->X, now->X, form->length * sizeof *ray->X);
  memcpy(ray->g, now->g, form->p * sizeof *ray->g);
  scale_by(form->length, -1 / run->value_primal, ray->X);
  scale_by(form->p, -1 / run->value_primal, ray->g);
  const double off = move_onto(run, ray), slack = run->options.tolerance / 4;
  const double ahead =
      -(ss_sdp_form_dot(form, form->C, ray->X) + sum_products(form->p, form->f, ray->g));
  if (!(ahead > 0.5) || off > slack) return false;
  scale_by(form->length, 1 / ahead, ray->X);
  scale_by(form->p, 1 / ahead, ray->g);
  memcpy(ray->Z, ray->X, form->length * sizeof *ray->X);
  return is_inside(run, slack, ray->Z);
}

ss_sdp_outcome ss_ray_find(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  ss_iterate *now = &run->now, *ray = &run->guess;
  if (find_primal(run)) {
    memcpy(now->y, ray->y, form->m * sizeof *now->y);
    return SS_SDP_PRIMAL_INFEASIBLE;
  }
  if (!find_dual(run)) return SS_SDP_STALLED;
  memcpy(now->X, ray->X, form->length * sizeof *now->X);
  memcpy(now->g, ray->g, form->p * sizeof *now->g);
  return SS_SDP_DUAL_INFEASIBLE;
}
