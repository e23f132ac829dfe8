/* laws.c: force laws as convex sets.
 *
 * A force law says which negative forces -lambda are admissible (a closed convex set N C that grows
 * with the normal force N), and which velocity belongs to which force:
 *
 *     -lambda in boundary argmax {v . y : y in N C}   <=>   v in N_{NC}(-lambda)
 *                                                     <=>   -lambda = prox_{NC}(-lambda + rho v).
 *
 * This file gives the projection prox, its derivative, the support function and three questions
 * about the set. Interval, disk and half line are closed formulas; ellipse and Contensou body are
 * projected in their own files. A product set (rolling) is treated factor by factor.
 *
 * Derivative of the projection on a smooth convex body: at the boundary point P with normal n and
 * x = P + s n, with the radii of curvature R_j in the principal directions t_j,
 *
 *     dprox/dx = sum_j R_j / (R_j + s)  t_j t_j^T,
 *     dprox/dN = (h n + sum_j s / (R_j + s) (P . t_j) t_j) / N,     h = P . n.
 *
 * A set that is a point ({0}: mu N = 0) has prox = 0 and derivative 0; half axes of length 0
 * flatten ellipse and Contensou body to an interval and a disk. Nothing can fail; bad parameters
 * (negative, not finite) are the caller's to refuse (ss_contact_check).
 *
 * References: Leine & van de Wouw 2008, section 2; Glocker, Set-Valued Force Laws, 2001; Holmes,
 * Smoothness of certain metric projections on Hilbert space, 1973 (the derivative).
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "workspace.h"

/* ---- disk ------------------------------------------------------------------------------------ */

static void project_disk(double radius, const double *x, double *p) {
  const double length = hypot(x[0], x[1]);
  const double shrink = length > radius ? radius / length : 1;
  p[0] = shrink * x[0];
  p[1] = shrink * x[1];
}

/* J has leading dimension `rows`. */
static void derive_disk(double mu, double normal, const double *x, int rows, double *J,
                        double *dN) {
  const double length = hypot(x[0], x[1]), radius = mu * normal;
  const bool outside = length > radius;
  const double n0 = outside ? x[0] / length : 0, n1 = outside ? x[1] / length : 0;
  const double shrink = radius == 0 ? 0 : outside ? radius / length : 1;
  J[0] = shrink * (1 - n0 * n0);
  J[1] = J[rows] = -shrink * n0 * n1;
  J[rows + 1] = shrink * (1 - n1 * n1);
  dN[0] = mu * n0;
  dN[1] = mu * n1;
}

static double support_disk(double radius, const double *v, double *point) {
  const double length = hypot(v[0], v[1]);
  if (point) {
    point[0] = length > 0 ? radius * (v[0] / length) : 0;
    point[1] = length > 0 ? radius * (v[1] / length) : 0;
  }
  return radius * length;
}

/* ---- interval and half line ------------------------------------------------------------------ */

static double project_interval(double radius, double x) {
  return x > radius ? radius : x < -radius ? -radius : x;
}

static void derive_interval(double mu, double normal, double x, double *J, double *dN) {
  const double radius = mu * normal;
  const bool outside = fabs(x) > radius;
  *J = outside || radius == 0 ? 0 : 1;
  *dN = outside ? copysign(mu, x) : 0;
}

static double support_interval(double radius, double v, double *point) {
  if (point) *point = v > 0 ? radius : v < 0 ? -radius : 0;
  return radius * fabs(v);
}

/* ---- ellipse --------------------------------------------------------------------------------- */

static void project_ellipse(const double *mu, double normal, const double *x, double *p) {
  const double a[2] = {mu[0] * normal, mu[1] * normal};
  ss_boundary_point at;
  if (a[0] == 0 || a[1] == 0) {
    p[0] = project_interval(a[0], x[0]);
    p[1] = project_interval(a[1], x[1]);
  } else if (ss_ellipse_project(a, x, &at)) {
    p[0] = at.P[0];
    p[1] = at.P[1];
  } else if (p != x) {
    memcpy(p, x, 2 * sizeof *p);
  }
}

static void derive_ellipse(const double *mu, double normal, const double *x, double *J,
                           double *dN) {
  const double a[2] = {mu[0] * normal, mu[1] * normal};
  ss_boundary_point at;
  memset(J, 0, 4 * sizeof *J);
  dN[0] = dN[1] = 0;
  if (a[0] == 0 || a[1] == 0) {
    derive_interval(mu[0], normal, x[0], &J[0], &dN[0]);
    derive_interval(mu[1], normal, x[1], &J[3], &dN[1]);
  } else if (ss_ellipse_project(a, x, &at)) {
    const double t[2] = {-at.n[1], at.n[0]};
    const double s = hypot(x[0] - at.P[0], x[1] - at.P[1]);
    const double stay = at.R / (at.R + s), turn = 1 - stay;
    const double along = at.P[0] * t[0] + at.P[1] * t[1];
    J[0] = stay * t[0] * t[0];
    J[1] = J[2] = stay * t[0] * t[1];
    J[3] = stay * t[1] * t[1];
    for (int i = 0; i < 2; i++) dN[i] = (at.h * at.n[i] + turn * along * t[i]) / normal;
  } else {
    J[0] = J[3] = 1;
  }
}

static double support_ellipse(const double *mu, double normal, const double *v, double *point) {
  const double b0 = mu[0] * v[0], b1 = mu[1] * v[1], length = hypot(b0, b1);
  if (point) {
    point[0] = length > 0 ? normal * mu[0] * (b0 / length) : 0;
    point[1] = length > 0 ? normal * mu[1] * (b1 / length) : 0;
  }
  return normal * length;
}

/* ---- Contensou: three components, the torque last -------------------------------------------- */

static bool is_flat(const double *argument, double normal) {
  return argument[0] * normal == 0 || argument[1] == 0;
}

/* The boundary point nearest to x in the half plane (|force|, |torque|); false if x is inside. */
static bool project_profile(const double *argument, double normal, const double *x,
                            ss_boundary_point *at) {
  const double profile[2] = {hypot(x[0], x[1]), fabs(x[2])};
  return ss_contensou_project(argument[0] * normal, argument[1], profile, at);
}

static void project_contensou(const double *argument, double normal, const double *x, double *p) {
  ss_boundary_point at;
  if (is_flat(argument, normal)) {
    project_disk(argument[0] * normal, x, p);
    p[2] = 0;
  } else if (project_profile(argument, normal, x, &at)) {
    const double length = hypot(x[0], x[1]), shrink = length > 0 ? at.P[0] / length : 0;
    p[0] = shrink * x[0];
    p[1] = shrink * x[1];
    p[2] = copysign(at.P[1], x[2]);
  } else if (p != x) {
    memcpy(p, x, 3 * sizeof *p);
  }
}

/* J += weight t t^T for a vector of three components. */
static void add_square(double weight, const double *t, int rows, double *J) {
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) J[i + rows * j] += weight * t[i] * t[j];
}

static void derive_contensou(const double *argument, double normal, const double *x, int rows,
                             double *J, double *dN) {
  ss_boundary_point at;
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 3; i++) J[i + rows * j] = 0;
    dN[j] = 0;
  }
  if (is_flat(argument, normal)) {
    derive_disk(argument[0], normal, x, rows, J, dN);
    return;
  }
  if (!project_profile(argument, normal, x, &at)) {
    for (int i = 0; i < 3; i++) J[i + rows * i] = 1;
    return;
  }
  /* principal directions: along the profile and around the torque's axis */
  const double length = hypot(x[0], x[1]);
  const double e0 = length > 0 ? x[0] / length : 1, e1 = length > 0 ? x[1] / length : 0;
  const double sign = copysign(1, x[2]);
  const double n[3] = {at.n[0] * e0, at.n[0] * e1, at.n[1] * sign};
  const double t[3] = {-at.n[1] * e0, -at.n[1] * e1, at.n[0] * sign};
  const double around[3] = {-e1, e0, 0};
  const double s = hypot(length - at.P[0], fabs(x[2]) - at.P[1]);
  const double R_around = at.n[0] > 1e-8 ? at.P[0] / at.n[0] : at.R;
  const double turn = s / (at.R + s), along = -at.P[0] * at.n[1] + at.P[1] * at.n[0];
  add_square(1 - turn, t, rows, J);
  add_square(R_around / (R_around + s), around, rows, J);
  for (int i = 0; i < 3; i++) dN[i] = (at.h * n[i] + turn * along * t[i]) / normal;
}

static double support_contensou(const double *argument, double normal, const double *v,
                                double *point) {
  const double speed = hypot(v[0], v[1]), spin = fabs(v[2]), length = hypot(speed, spin);
  if (point) point[2] = 0;
  if (is_flat(argument, normal) || length == 0) return support_disk(argument[0] * normal, v, point);
  ss_boundary_point at;
  const double n[2] = {speed / length, spin / length};
  ss_contensou_boundary(argument[0] * normal, argument[1], n, &at);
  if (point) {
    point[0] = speed > 0 ? at.P[0] * (v[0] / speed) : 0;
    point[1] = speed > 0 ? at.P[0] * (v[1] / speed) : 0;
    point[2] = copysign(at.P[1], v[2]);
  }
  return length * at.h;
}

/* ---- parts ----------------------------------------------------------------------------------- */

size_t ss_law_parts(ss_law_kind kind) {
  return kind == SS_LAW_ROLLING ? 2 : 1;
}

size_t ss_law_part_first(size_t part) {
  return part == 0 ? 0 : SS_ROLL_FIRST;
}

size_t ss_law_part_last(ss_law_kind kind, size_t part) {
  return part + 1 < ss_law_parts(kind) ? SS_ROLL_FIRST : (size_t)law_components(kind);
}

ss_law ss_law_part(const ss_law *law, size_t part) {
  ss_law out = *law;
  if (law->kind != SS_LAW_ROLLING) return out;
  out.kind = part == 0 ? SS_LAW_CONTENSOU : SS_LAW_DISK;
  if (part > 0) out.argument[0] = law->argument[2];
  return out;
}

/* ---- all laws -------------------------------------------------------------------------------- */

void ss_law_prox(const ss_law *law, double normal, const double *x, double *p) {
  assert(!(normal < 0));
  const double *argument = law->argument;
  switch (law->kind) {
  case SS_LAW_COULOMB: *p = project_interval(argument[0] * normal, *x); break;
  case SS_LAW_DISK: project_disk(argument[0] * normal, x, p); break;
  case SS_LAW_ELLIPSE: project_ellipse(argument, normal, x, p); break;
  case SS_LAW_CONTENSOU: project_contensou(argument, normal, x, p); break;
  case SS_LAW_ROLLING:
    project_contensou(argument, normal, x, p);
    project_disk(argument[2] * normal, x + 3, p + 3);
    break;
  case SS_LAW_ONEWAY: *p = fmin(0, *x); break;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: break;
  }
}

void ss_law_prox_derivative(const ss_law *law, double normal, const double *x, double *J,
                            double *dN) {
  const double *argument = law->argument;
  switch (law->kind) {
  case SS_LAW_COULOMB: derive_interval(argument[0], normal, *x, J, dN); break;
  case SS_LAW_DISK: derive_disk(argument[0], normal, x, 2, J, dN); break;
  case SS_LAW_ELLIPSE: derive_ellipse(argument, normal, x, J, dN); break;
  case SS_LAW_CONTENSOU: derive_contensou(argument, normal, x, 3, J, dN); break;
  case SS_LAW_ROLLING:
    memset(J, 0, 25 * sizeof *J);
    derive_contensou(argument, normal, x, 5, J, dN);
    derive_disk(argument[2], normal, x + 3, 5, J + 3 + 5 * 3, dN + 3);
    break;
  case SS_LAW_ONEWAY:
    *J = *x < 0 ? 1 : 0;
    *dN = 0;
    break;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: break;
  }
}

double ss_law_support(const ss_law *law, double normal, const double *v, double *point) {
  assert(!(normal < 0));
  const double *argument = law->argument;
  switch (law->kind) {
  case SS_LAW_COULOMB: return support_interval(argument[0] * normal, *v, point);
  case SS_LAW_DISK: return support_disk(argument[0] * normal, v, point);
  case SS_LAW_ELLIPSE: return support_ellipse(argument, normal, v, point);
  case SS_LAW_CONTENSOU: return support_contensou(argument, normal, v, point);
  case SS_LAW_ROLLING:
    return support_contensou(argument, normal, v, point) +
           support_disk(argument[2] * normal, v + 3, point ? point + 3 : NULL);
  case SS_LAW_ONEWAY:
    if (point) *point = 0;
    return *v < 0 ? INFINITY : 0;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: break;
  }
  return 0;
}

bool ss_law_contains(const ss_law *law, double normal, const double *x, double tolerance) {
  double p[SS_SLIP_MOST], square = 0;
  ss_law_prox(law, normal, x, p);
  for (int i = 0; i < law_components(law->kind); i++) square += (x[i] - p[i]) * (x[i] - p[i]);
  return square <= tolerance * tolerance;
}

int ss_law_set_dimension(const ss_law *law, double normal) {
  const double *argument = law->argument;
  const bool force = argument[0] * normal > 0;
  switch (law->kind) {
  case SS_LAW_COULOMB: return force;
  case SS_LAW_DISK: return force ? 2 : 0;
  case SS_LAW_ELLIPSE: return force + (argument[1] * normal > 0);
  case SS_LAW_CONTENSOU: return force ? 2 + (argument[1] > 0) : 0;
  case SS_LAW_ROLLING:
    return (force ? 2 + (argument[1] > 0) : 0) + (argument[2] * normal > 0 ? 2 : 0);
  case SS_LAW_ONEWAY: return 1;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: break;
  }
  return 0;
}

bool ss_law_zero_is_interior(const ss_law *law, double normal) {
  return law->kind != SS_LAW_ONEWAY &&
         ss_law_set_dimension(law, normal) == law_components(law->kind);
}
