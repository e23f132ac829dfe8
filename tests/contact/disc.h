/* disc.h: force and torque of a sliding and spinning disc by quadrature, in polar coordinates about
 * the instantaneous centre, where the integrands are smooth and periodic, so that the trapezoidal
 * rule converges exponentially. Independent of the elliptic integrals of the library. */
#ifndef TESTS_CONTACT_DISC_H
#define TESTS_CONTACT_DISC_H

#include <math.h>

static const double pi = 3.14159265358979323846;

enum { NODES = 512 };

/* Force and torque of a unit disc about the centre of rotation at distance d, by quadrature. */
static inline void integrate_disc(double d, double y[2]) {
  y[0] = y[1] = 0;
  if (d < 1) {
    for (int i = 0; i < NODES; i++) {
      const double t = 2 * pi * (i + 0.5) / NODES;
      const double R = -d * cos(t) + sqrt(1 - d * d * sin(t) * sin(t));
      y[0] += cos(t) * R * R / 2;
      y[1] += d * cos(t) * R * R / 2 + R * R * R / 3;
    }
    y[0] *= -2 * pi / NODES / pi;
    y[1] *= 2 * pi / NODES / pi;
    return;
  }
  /* outside: the rays with |sin t| < 1 / d, sin t = sin(s) / d, cut the disc from R1 to R2 */
  for (int i = 0; i < NODES; i++) {
    const double s = pi * (i + 0.5) / NODES - pi / 2;
    const double sine = sin(s) / d, cosine = sqrt(1 - sine * sine), weight = cos(s) / (d * cosine);
    const double middle = d * cosine, half = cos(s);
    const double squares = 2 * middle * half,
                 cubes = 2 * half * (3 * middle * middle + half * half) / 3;
    y[0] += weight * cosine * squares;
    y[1] += weight * (cubes - d * cosine * squares);
  }
  y[0] *= pi / NODES / pi;
  y[1] *= pi / NODES / pi;
}

#endif
