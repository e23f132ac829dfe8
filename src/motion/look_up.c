/* look_up.c: the state of a motion that was kept, at any time.
 *
 * Between samples a and b, h apart, with s = (t - t_a)/h,
 *
 *     q = q_a + s (m + s ((3 d - 2 m - e) + s (m + e - 2 d))),
 *     d = q_b - q_a,  m = h u_a,  e = h u_b,
 *
 * and u is its derivative: errors of fourth and third order in h. The interval is found by halving.
 */
#include <assert.h>
#include <string.h>

#include "standstill/motion.h"

/* The last sample at or before t; 0 where there is none. */
static size_t find_sample(const ss_motion *m, double t) {
  size_t low = 0, high = m->samples;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    *(m->sample[middle].t <= t ? &low : &high) = middle;
  }
  return low;
}

void ss_motion_look_up(const ss_motion *motion, size_t n, double t, double *x) {
  assert(motion->samples > 0);
  const size_t k = find_sample(motion, t);
  const ss_sample *a = &motion->sample[k], *b = k + 1 < motion->samples ? a + 1 : a;
  const double h = b->t - a->t, s = h > 0 ? (t - a->t) / h : 0;
  if (!(s > 0)) {
    memcpy(x, a->q, n * sizeof *x);
    memcpy(x + n, a->u, n * sizeof *x);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    const double d = b->q[i] - a->q[i], m = h * a->u[i], e = h * b->u[i];
    const double second = 3 * d - 2 * m - e, third = m + e - 2 * d;
    x[i] = a->q[i] + s * (m + s * (second + s * third));
    x[n + i] = (m + s * (2 * second + 3 * s * third)) / h;
  }
}
