/* ellipse.c: the nearest point of an ellipse.
 *
 * The nearest point p of {(p1/a1)^2 + (p2/a2)^2 <= 1} to an outer point x satisfies
 * x - p = nu (p1/a1^2, p2/a2^2) with nu > 0, so that
 *
 *     p_i = a_i^2 x_i / (a_i^2 + nu),    phi(nu) = |s(nu)| = 1,    s_i = a_i x_i / (a_i^2 + nu).
 *
 * phi falls from phi(0) > 1. Newton's method is applied to 1 - 1/phi, which is concave and nearly
 * linear in nu (exactly so for a circle): from the left of the root it climbs monotonically and
 * needs 2-5 steps whatever the ratio of the axes and the distance of x. The start is the best of
 * the two lower bounds nu >= a_i |x_i| - a_i^2. It stops when a step no longer increases nu, which
 * rounding enforces after finitely many.
 *
 * The boundary's radius of curvature at the normal n is a1^2 a2^2 / h^3, h = sqrt(a1^2 n1^2 +
 * a2^2 n2^2). Reference: More, Recent developments in algorithms for trust region methods, 1983.
 */
#include <math.h>

#include "workspace.h"

/* nu of the nearest point, for x outside. */
static double solve_secular_equation(const double a[2], const double x[2]) {
  const double a0 = a[0] * a[0], a1 = a[1] * a[1];
  const double b0 = a[0] * fabs(x[0]), b1 = a[1] * fabs(x[1]);
  double nu = fmax(0, fmax(b0 - a0, b1 - a1));
  for (;;) {
    const double s0 = b0 / (a0 + nu), s1 = b1 / (a1 + nu);
    const double square = s0 * s0 + s1 * s1, phi = sqrt(square);
    const double fall = s0 * s0 / (a0 + nu) + s1 * s1 / (a1 + nu); /* -phi phi' */
    const double next = nu + (phi - 1) * square / fall;
    if (!(next > nu)) return nu;
    nu = next;
  }
}

bool ss_ellipse_project(const double a[2], const double x[2], ss_boundary_point *at) {
  const double s0 = x[0] / a[0], s1 = x[1] / a[1];
  if (!(s0 * s0 + s1 * s1 > 1)) return false;
  const double nu = solve_secular_equation(a, x);
  const double p0 = x[0] * (a[0] * a[0] / (a[0] * a[0] + nu));
  const double p1 = x[1] * (a[1] * a[1] / (a[1] * a[1] + nu));
  const double g0 = p0 / (a[0] * a[0]), g1 = p1 / (a[1] * a[1]), length = hypot(g0, g1);
  at->n[0] = g0 / length;
  at->n[1] = g1 / length;
  at->h = hypot(a[0] * at->n[0], a[1] * at->n[1]);
  at->P[0] = p0;
  at->P[1] = p1;
  at->R = a[0] * a[0] * a[1] * a[1] / (at->h * at->h * at->h);
  return true;
}
