/* reference_find.c: where a reference is at a time.
 *
 * Knots are found by halving. Between knots a and b, h apart, with s = (t - t_a)/h,
 *
 *     alpha = x_a + s (m + s ((3 d - 2 m - e) + s (m + e - 2 d))),
 *     d = x_b - x_a,  m = h x'_a,  e = h x'_b,
 *
 * whose error is of fourth order in h; gains are on the line between theirs. Nothing is allocated.
 */
#include <string.h>

#include "reference.h"

size_t ss_reference_find(const ss_reference_motion *r, size_t instants, unsigned done) {
  for (size_t i = 0; i < r->segments; i++)
    if (r->segment[i].instants == instants && r->segment[i].done == done) return i;
  return SIZE_MAX;
}

/* The last knot at or before t that has one behind it. */
static size_t find_knot(const ss_reference_segment *g, double t) {
  size_t low = 0, high = g->knots - 1;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    *(g->t[middle] <= t ? &low : &high) = middle;
  }
  return low;
}

/* Beyond the knot at an end. */
static void go_straight(size_t n2, const ss_reference_segment *g, size_t k, double t,
                        double *alpha) {
  for (size_t i = 0; i < n2; i++) alpha[i] = g->x[k * n2 + i] + (t - g->t[k]) * g->rate[k * n2 + i];
}

void ss_reference_look_up(const ss_reference_motion *r, size_t segment, double t, double *alpha,
                          double *gain) {
  const ss_reference_segment *g = &r->segment[segment];
  const size_t n2 = 2 * r->n, size = r->inputs * n2, last = g->knots - 1;
  const bool outside = t <= g->t[0] || t >= g->t[last];
  if (outside) {
    const size_t k = t <= g->t[0] ? 0 : last;
    go_straight(n2, g, k, t, alpha);
    if (gain) memcpy(gain, g->gain + k * size, size * sizeof *gain);
    return;
  }
  const size_t k = find_knot(g, t);
  const double h = g->t[k + 1] - g->t[k], s = (t - g->t[k]) / h;
  const double *a = g->x + k * n2, *b = a + n2, *ra = g->rate + k * n2, *rb = ra + n2;
  for (size_t i = 0; i < n2; i++) {
    const double d = b[i] - a[i], m = h * ra[i], e = h * rb[i];
    alpha[i] = a[i] + s * (m + s * ((3 * d - 2 * m - e) + s * (m + e - 2 * d)));
  }
  for (size_t i = 0; gain && i < size; i++)
    gain[i] = (1 - s) * g->gain[k * size + i] + s * g->gain[(k + 1) * size + i];
}
