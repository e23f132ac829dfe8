/* law_slope.c: the force of a slip, and how it changes with the slip and with the law's arguments.
 *
 * For a unit normal force the force against a slip v is minus the maximiser p of the support
 * function h of the set C, its gradient p = dh/dv. Its derivatives are the Hessian of h and, for
 * arguments, those of the formulas:
 *
 *     disk       p = mu v / |v|
 *     ellipse    p_k = mu_k^2 v_k / s,   s = sqrt((mu_1 v_1)^2 + (mu_2 v_2)^2)
 *     contensou  p = (P_f e, P_t sign omega),  e = v / |v|, (P_f, P_t) the point of the profile
 *                with the normal (a, w) = (|v|, |omega|) (contensou.c). With l = |(a, w)|,
 *                n = (a, w) / l and the radius of curvature R the profile's Hessian is
 *                (R / l) n' n'^T, n' = (-n_2, n_1); around the axis it is P_f / a. The radius r of
 *                the spot stands beside omega only: h(a, w; r) = mu h1(a, r w), so that
 *                dP_f/dr = dP_f/dw w / r and dP_t/dr = P_t / r + dP_t/dw w / r.
 *
 * h is homogeneous: the Hessian grows like 1 / |v|, and at v = 0 there is none.
 *
 * The other way round: the normal at a boundary point p is p / |p| of a disk, along p_k / mu_k^2 of
 * an ellipse; that of the contensou body is found on the ray.
 */
#include <math.h>
#include <string.h>

#include "workspace.h"

/* Slips slower than this share of the spin slide along no direction. */
static const double STRAIGHT = 1e-8;

static bool slope_ellipse(const ss_law *law, const double *v, ss_law_slope *out) {
  const bool disk = law->kind == SS_LAW_DISK;
  double s = 0;
  for (int k = 0; k < 2; k++) s = hypot(s, law->argument[disk ? 0 : k] * v[k]);
  if (!(s > 0)) return false;
  for (int k = 0; k < 2; k++) {
    const double mu = law->argument[disk ? 0 : k];
    out->point[k] = mu * mu * v[k] / s;
  }
  for (int k = 0; k < 2; k++) {
    const double mu = law->argument[disk ? 0 : k];
    out->by_slip[k][k] += mu * mu / s;
    out->by_argument[k][disk ? 0 : k] += 2 * mu * v[k] / s;
    for (int j = 0; j < 2; j++) {
      const double other = law->argument[disk ? 0 : j];
      out->by_slip[k][j] -= out->point[k] * out->point[j] / s;
      out->by_argument[k][disk ? 0 : j] -= out->point[k] * other * v[j] * v[j] / (s * s);
    }
  }
  return true;
}

static bool slope_contensou(const ss_law *law, const double *v, ss_law_slope *out) {
  const double mu = law->argument[0], r = law->argument[1];
  const double a = hypot(v[0], v[1]), w = fabs(v[2]), l = hypot(a, w), sign = copysign(1, v[2]);
  if (!(l > 0) || !(mu > 0) || !(r > 0)) return false;
  const double n[2] = {a / l, w / l};
  const double e[2] = {a > 0 ? v[0] / a : 0, a > 0 ? v[1] / a : 0};
  ss_boundary_point at;
  ss_contensou_boundary(mu, r, n, &at);
  const double aa = at.R / l * n[1] * n[1], aw = -at.R / l * n[0] * n[1];
  const double ww = at.R / l * n[0] * n[0], around = n[0] > STRAIGHT ? at.P[0] / a : aa;
  for (int i = 0; i < 2; i++) {
    out->point[i] = at.P[0] * e[i];
    for (int j = 0; j < 2; j++)
      out->by_slip[i][j] = around * ((i == j) - e[i] * e[j]) + aa * e[i] * e[j];
    out->by_slip[i][2] = out->by_slip[2][i] = aw * sign * e[i];
    out->by_argument[i][0] = out->point[i] / mu;
    out->by_argument[i][1] = aw * w / r * e[i];
  }
  out->point[2] = sign * at.P[1];
  out->by_slip[2][2] = ww;
  out->by_argument[2][0] = out->point[2] / mu;
  out->by_argument[2][1] = out->point[2] / r + sign * ww * w / r;
  return true;
}

bool ss_law_find_slope(const ss_law *law, const double *v, ss_law_slope *out) {
  memset(out, 0, sizeof *out);
  switch (law->kind) {
  case SS_LAW_COULOMB:
    out->by_argument[0][0] = v[0] > 0 ? 1 : v[0] < 0 ? -1 : 0;
    out->point[0] = law->argument[0] * out->by_argument[0][0];
    return v[0] != 0;
  case SS_LAW_DISK:
  case SS_LAW_ELLIPSE: return slope_ellipse(law, v, out);
  case SS_LAW_CONTENSOU: return slope_contensou(law, v, out);
  default: return false;
  }
}

bool ss_law_find_normal(const ss_law *law, const double *force, double *normal) {
  const double slip = hypot(force[0], force[1]);
  double size = 0, way[3] = {force[0], force[1], 0};
  ss_boundary_point at;
  switch (law->kind) {
  case SS_LAW_DISK: break;
  case SS_LAW_ELLIPSE:
    for (int k = 0; k < 2; k++) way[k] = force[k] / (law->argument[k] * law->argument[k]);
    break;
  case SS_LAW_CONTENSOU:
    if (!(law->argument[0] > 0) || !(law->argument[1] > 0)) return false;
    if (!(slip > 0) && force[2] == 0) return false;
    ss_contensou_cross(law->argument[0], law->argument[1], (double[]){slip, fabs(force[2])}, &at);
    for (int k = 0; k < 2; k++) way[k] = slip > 0 ? at.n[0] * force[k] / slip : 0;
    way[2] = copysign(at.n[1], force[2]);
    break;
  default: return false;
  }
  for (int k = 0; k < 3; k++) size = hypot(size, way[k]);
  if (!(size > 0) || isinf(size)) return false;
  for (int k = 0; k < (law->kind == SS_LAW_CONTENSOU ? 3 : 2); k++) normal[k] = way[k] / size;
  return true;
}
