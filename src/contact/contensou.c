/* contensou.c: the admissible set of coupled sliding and drilling friction.
 *
 * A flat disc of radius r carries the normal force N with uniform pressure and slides with velocity
 * v while it spins with omega. Coulomb's law at each of its points gives the dissipation function
 *
 *     h(v, omega) = mu N / (pi r^2)  integral over the disc of |v + omega x y| dA,
 *
 * the support function of the convex set C of admissible (negative) forces and torques: a body of
 * revolution about the torque's axis with half axes mu N and 2/3 mu N r. With a = |v|, b = r
 * |omega|, k = min(a, b) / max(a, b) and the complete elliptic integrals of modulus k
 *
 *     D = (K - E) / k^2,   B = K - D,   E = B + k'^2 D,   Cc = (D - B) / k^2
 *
 * the boundary point with normal (a, b), the force f and the torque r tau for mu N = 1, and the
 * curvature are (q = h_aa / b^2 = h_bb / a^2)
 *
 *     a <= b:  f = 4k/(3 pi) (B + E),    tau = 4/(9 pi) (B k^2 + (3 - 2k^2) E),  q b^3 = 4/(3 pi)
 * (E + k'^2 D) a >= b:  f = h - k tau, h = 4/(9 pi) ((5 + 3k^2) E - k'^2 (1 + 3k^2) D), tau = 4k/(9
 * pi) (Cc - D + 3B),                                      q a^3 = 4/(3 pi) (D - Cc)
 *
 * all of them sums without cancellation: the arithmetic-geometric mean yields K and
 * S = (D - B) / 2K = sum 2^(n-1) c_n^2 / k^2 directly, 4-8 steps to full precision.
 *
 * The nearest boundary point to an outer x is where g(t) = (x - P(t)) . n'(t) vanishes,
 * n = (cos t, sin t) the normal: g is the derivative of the signed distance x . n - h(n). Newton
 * within a bracket, g(0) >= 0 >= g(pi/2), about six evaluations of 0.1 us. Whether x is outside is
 * known as soon as x . n > h(n) for some n; otherwise the boundary point on the ray through x,
 * where tau/f is monotone in t, decides.
 *
 * References: Leine & Glocker, A set-valued force law for spatial Coulomb-Contensou friction, 2003;
 * Goyal, Ruina & Papadopoulos, Planar sliding with dry friction, 1991.
 */
#include <math.h>

#include "workspace.h"

static const double pi = 3.14159265358979323846;

/* The integrals above for k^2 = m. */
typedef struct elliptic {
  double B, D, E, C;
} elliptic;

static elliptic integrate(double m) {
  /* below 1e-12 the complementary modulus changes nothing but the (multiplied by 0) logarithm */
  const double complement = fmax(sqrt(fmax(0, 1 - m)), 1e-12);
  double a = 0.5 * (1 + complement), g = sqrt(complement);
  double c = 0.5 / (1 + complement); /* c_1 / m */
  double weight = 1, sum = c * c;    /* sum of 2^(n-1) c_n^2 / m^2 */
  while (a - g > 1e-9 * a) {
    c = c * c * m / (2 * (a + g)); /* c_(n+1) = c_n^2 / (4 a_(n+1)), divided by m */
    weight *= 2;
    sum += weight * c * c;
    const double mean = 0.5 * (a + g);
    g = sqrt(a * g);
    a = mean;
  }
  const double K = pi / (a + g);
  elliptic e;
  e.C = 2 * K * sum;
  e.D = K * (0.5 + m * sum);
  e.B = K - e.D;
  e.E = e.B + complement * complement * e.D;
  return e;
}

void ss_contensou_boundary(double scale, double r, const double n[2], ss_boundary_point *at) {
  const double a = n[0], b = r * n[1];
  double f, tau, q;
  if (a <= b) {
    const double k = a / b, m = k * k;
    const elliptic e = integrate(m);
    f = 4 * k / (3 * pi) * (e.B + e.E);
    tau = 4 / (9 * pi) * (m * e.B + (3 - 2 * m) * e.E);
    q = 4 / (3 * pi) * (e.E + (1 - m) * e.D) / (b * b * b);
  } else {
    const double k = b / a, m = k * k;
    const elliptic e = integrate(m);
    const double h = 4 / (9 * pi) * ((5 + 3 * m) * e.E - (1 - m) * (1 + 3 * m) * e.D);
    tau = 4 * k / (9 * pi) * (e.C - e.D + 3 * e.B);
    f = h - k * tau;
    q = 4 / (3 * pi) * (e.D - e.C) / (a * a * a);
  }
  at->n[0] = n[0];
  at->n[1] = n[1];
  at->P[0] = scale * f;
  at->P[1] = scale * r * tau;
  at->h = at->P[0] * n[0] + at->P[1] * n[1];
  at->R = scale * q * r * r; /* n'^T (Hessian of h) n', n' = (-n1, n0), |n| = 1 */
}

/* The boundary point with parameter s: normal along (rho cos s, sin s), rho = 2/3 r. For the
 * ellipsoid with the same half axes s is the usual angle, so that dP/ds is never large. Returns
 * dt/ds, t the angle of the normal. */
static double place(double scale, double r, double s, ss_boundary_point *at) {
  const double rho = 2. / 3 * r, n0 = rho * fmax(0, cos(s)), n1 = fmax(0, sin(s));
  const double square = n0 * n0 + n1 * n1, length = sqrt(square);
  const double n[2] = {n0 / length, n1 / length};
  ss_contensou_boundary(scale, r, n, at);
  return rho / square;
}

/* One safeguarded Newton step for a function that falls through 0 in [low, high]. */
static double next_iterate(double s, double value, double slope, double *low, double *high) {
  if (value > 0)
    *low = s;
  else
    *high = s;
  const double newton = s - value / slope;
  return slope < 0 && newton > *low && newton < *high ? newton : 0.5 * (*low + *high);
}

enum { STEPS_MOST = 100 };

static bool is_still(double next, double s) {
  return fabs(next - s) <= 4e-16 * (s + 1);
}

/* The boundary point on the ray through x: x1 P0 - x0 P1 falls with s, since P1/P0 grows. */
static double find_ray(double scale, double r, const double x[2], ss_boundary_point *at) {
  double low = 0, high = 0.5 * pi, s = atan2(x[1], x[0] * r * (2. / 3));
  for (int step = 0; step < STEPS_MOST; step++) {
    const double turning = place(scale, r, s, at);
    const double value = x[1] * at->P[0] - x[0] * at->P[1];
    const double slope = -at->R * turning * (x[1] * at->n[1] + x[0] * at->n[0]); /* dP = R n' dt */
    const double next = next_iterate(s, value, slope, &low, &high);
    if (is_still(next, s)) break;
    s = next;
  }
  return s;
}

void ss_contensou_cross(double scale, double r, const double x[2], ss_boundary_point *at) {
  place(scale, r, find_ray(scale, r, x, at), at);
}

bool ss_contensou_project(double scale, double r, const double x[2], ss_boundary_point *at) {
  double s = atan2(x[1], x[0] * r * (2. / 3));
  place(scale, r, s, at);
  if (!(x[0] * at->n[0] + x[1] * at->n[1] > at->h)) {
    if (hypot(x[0], x[1] / r) <= scale * (2. / 3)) return false;
    s = find_ray(scale, r, x, at);
    if (!(hypot(x[0], x[1]) > hypot(at->P[0], at->P[1]))) return false;
  }
  double low = 0, high = 0.5 * pi;
  for (int step = 0; step < STEPS_MOST; step++) {
    const double turning = place(scale, r, s, at);
    const double along = (x[1] - at->P[1]) * at->n[0] - (x[0] - at->P[0]) * at->n[1];
    const double away = (x[0] - at->P[0]) * at->n[0] + (x[1] - at->P[1]) * at->n[1];
    const double next = next_iterate(s, along, -(away + at->R) * turning, &low, &high);
    if (is_still(next, s)) break;
    s = next;
  }
  return true;
}
