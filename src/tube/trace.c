/* trace.c: a fence, traced backwards from a point of the axis.
 *
 * Along motions to one side w' = g(x, sqrt(2 w)). A curve B with
 *
 *     B' > g(x, sqrt(2 B))   is crossed downwards only: what is under it stays there, and stops
 *                            before its end, where B = 0;
 *     B' < g(x, sqrt(2 B))   is crossed upwards only: what is over it passes its end.
 *
 * B is a parabola over each of its segments, found by the rule of Runge and Kutta with the slope
 * g + slack or g - slack. That it is a fence is verified in balls: with R = B' - g, either over
 * the whole segment or, as R changes little, in the form of the mean value theorem,
 *
 *     R(x) in R(middle) + [-h/2, h/2] R',     R' = B'' - g_x - g_v B'/sqrt(2 B).
 *
 * A segment that is not verified is halved. Positions and heights are multiples of 2^-40, so that
 * another program sees the same curve.
 */
#include <math.h>
#include <stdlib.h>

#include "fence_private.h"

enum { LONGEST = 2, SHORTEST = 38, MOST = 1 << 20 }; /* segments: 2^-e; how many */

void ss_fence_free(fence *f) {
  free(f->x);
  free(f->w);
  free(f->k);
  free(f->e);
  *f = (fence){.side = f->side, .under = f->under};
}

static bool add_node(fence *f, double x, double w) {
  if (f->count == f->room) {
    const size_t room = f->room ? 2 * f->room : 256;
    double *const xs = realloc(f->x, room * sizeof *xs);
    if (xs) f->x = xs;
    double *const ws = realloc(f->w, room * sizeof *ws);
    if (ws) f->w = ws;
    double *const ks = realloc(f->k, room * sizeof *ks);
    if (ks) f->k = ks;
    int *const es = realloc(f->e, room * sizeof *es);
    if (es) f->e = es;
    if (!xs || !ws || !ks || !es) return false;
    f->room = room;
  }
  f->x[f->count] = x;
  f->w[f->count] = w;
  f->k[f->count] = 0;
  f->e[f->count++] = 0;
  return true;
}

/* ---- a segment ------------------------------------------------------------------------------- */

/* From (x - h, w before) to (x, w). */
typedef struct segment {
  double x, h, before, w, k;
} segment;

static void set_hull(arb_t z, double low, double high) {
  arf_t a, b;
  arf_init(a);
  arf_init(b);
  arf_set_d(a, low);
  arf_set_d(b, high);
  arb_set_interval_arf(z, a, b, FENCE_BITS);
  arf_clear(a);
  arf_clear(b);
}

static double lowest(const segment *s) {
  return fmin(s->before, s->w) - fmax(0, s->k) / 4;
}

static double highest(const segment *s) {
  return fmax(s->before, s->w) + fmax(0, -s->k) / 4;
}

/* v = sqrt(2 [low, high]) */
static void set_speed(arb_t v, double low, double high) {
  set_hull(v, low > 0 ? nextafter(sqrt(2 * low), 0) : 0, nextafter(sqrt(2 * high), INFINITY));
}

static bool has_sign(const arb_t R, bool under) {
  return under ? arb_is_positive(R) : arb_is_negative(R);
}

/* The rise of B over [0, 1], as a ball; divided by h it is B'. */
static void set_rise(arb_t rise, const segment *s) {
  set_hull(rise, -fabs(s->k), fabs(s->k));
  arb_t by;
  arb_init(by);
  arb_set_d(by, s->w);
  arb_add(rise, rise, by, FENCE_BITS);
  arb_set_d(by, s->before);
  arb_sub(rise, rise, by, FENCE_BITS);
  arb_clear(by);
}

/* R(middle) + [-h/2, h/2] R' */
static bool verify_by_mean(orbit *o, const fence *f, const segment *s, arb_ptr g) {
  arb_ptr R = o->ball[3], slope = o->ball[4], v = o->ball[5], z = o->ball[6];
  arb_div(slope, slope, v, FENCE_BITS);
  arb_mul(slope, slope, g + 2, FENCE_BITS);
  arb_add(slope, slope, g + 1, FENCE_BITS);
  arb_set_d(z, 2 * s->k);
  arb_div(z, z, o->ball[7], FENCE_BITS);
  arb_div(z, z, o->ball[7], FENCE_BITS);
  arb_sub(slope, z, slope, FENCE_BITS);
  set_hull(z, -s->h / 2, s->h / 2);
  arb_mul(R, slope, z, FENCE_BITS);
  const double middle = (s->before + s->w) / 2 - s->k / 4;
  arb_set_d(z, s->x - s->h / 2);
  set_speed(v, middle, middle);
  if (!ss_orbit_pull_box(o, f->side, z, v, g)) return false;
  arb_sub(R, R, g, FENCE_BITS);
  arb_set_d(z, s->w);
  arb_set_d(v, s->before);
  arb_sub(z, z, v, FENCE_BITS);
  arb_div(z, z, o->ball[7], FENCE_BITS);
  arb_add(R, R, z, FENCE_BITS);
  return has_sign(R, f->under);
}

static bool verify(orbit *o, const fence *f, const segment *s) {
  arb_struct g[3];
  arb_ptr R = o->ball[3], slope = o->ball[4], v = o->ball[5], x = o->ball[6], h = o->ball[7];
  const double low = lowest(s);
  if (!(low >= 0) || (f->under && !(s->before > 0 && (low > 0 || s->w == 0)))) return false;
  for (int i = 0; i < 3; i++) arb_init(g + i);
  set_hull(x, s->x - s->h, s->x);
  set_speed(v, low, highest(s));
  arb_set_d(h, s->h);
  set_rise(slope, s);
  arb_div(slope, slope, h, FENCE_BITS);
  bool good = ss_orbit_pull_box(o, f->side, x, v, g);
  /* twice as wide, so that other forms of the same formula confirm it */
  for (int i = 0; i < 3; i++) mag_mul_2exp_si(arb_radref(g + i), arb_radref(g + i), 1);
  if (good) {
    arb_sub(R, slope, g, FENCE_BITS);
    good = has_sign(R, f->under) ||
           (low > 0 && arb_is_finite(g + 1) && arb_is_finite(g + 2) && verify_by_mean(o, f, s, g));
  }
  for (int i = 0; i < 3; i++) arb_clear(g + i);
  return good;
}

/* ---- the curve ------------------------------------------------------------------------------- */

static double round_to_grain(double w) {
  return ldexp(nearbyint(ldexp(w, GRAIN)), -GRAIN);
}

/* The slope that is wanted: g and a slack, more of it near the end, where segments are short and
 * heights are rounded; but it does not turn what stops motions. On the axis nothing need be above
 * what starts. */
static double want_slope(const orbit *o, const fence *f, double x, double w,
                         const double slack[2]) {
  const double g = ss_orbit_pull(o, f->side, x, sqrt(2 * fmax(0, w)));
  const double more = slack[0] * (1 + slack[1] / fmax(f->x[0] - x, 0x1p-38));
  if (f->under) return g + fmin(more, 0.25 * fabs(g));
  const double less = fmin(more, fmax(slack[0], 0.25 * fabs(g)));
  return w <= 0 && g > less ? 0 : g - less;
}

/* w at x - h, from w at x */
static double go_back(const orbit *o, const fence *f, double x, double w, double h,
                      const double slack[2]) {
  const double a = want_slope(o, f, x, w, slack),
               b = want_slope(o, f, x - h / 2, w - h / 2 * a, slack),
               c = want_slope(o, f, x - h / 2, w - h / 2 * b, slack),
               d = want_slope(o, f, x - h, w - h * c, slack);
  return w - h / 6 * (a + 2 * b + 2 * c + d);
}

static bool find_segment(orbit *o, const fence *f, int e, const double slack[2], segment *s) {
  s->h = ldexp(1, -e);
  s->before = round_to_grain(go_back(o, f, s->x, s->w, s->h, slack));
  const double middle = go_back(o, f, s->x, s->w, s->h / 2, slack);
  s->k = round_to_grain(2 * (s->before + s->w) - 4 * middle);
  /* near the axis parabolas dip below it */
  if (lowest(s) < 0 || s->w == 0) s->k = 0;
  if (!f->under) s->before = fmax(0, s->before);
  return s->before < 0x1p10 && verify(o, f, s);
}

bool ss_fence_trace(orbit *o, fence *f, const double end[2], double until, const double slack[2]) {
  int e = LONGEST + 8;
  if (!add_node(f, end[0], end[1])) return false;
  while (f->x[f->count - 1] > until && f->count < MOST) {
    const size_t last = f->count - 1;
    segment s = {.x = f->x[last], .w = f->w[last]};
    e = e > LONGEST ? e - 1 : LONGEST;
    while (e <= SHORTEST && !find_segment(o, f, e, slack, &s)) e++;
    if (e > SHORTEST) break;
    f->k[last] = s.k;
    f->e[last] = e;
    if (!add_node(f, s.x - s.h, s.before)) return false;
  }
  return true;
}

double ss_fence_bound(const fence *f, double from, double to) {
  if (f->count < 2 || !(f->x[f->count - 1] <= from && from <= to && to <= f->x[0])) return NAN;
  /* the first node at or before `to` */
  size_t low = 0, high = f->count - 1;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (f->x[middle] <= to)
      high = middle;
    else
      low = middle + 1;
  }
  double bound = f->under ? INFINITY : -INFINITY;
  for (size_t i = low ? low : 1; i < f->count; i++) {
    const segment s = {.before = f->w[i], .w = f->w[i - 1], .k = f->k[i - 1]};
    bound = f->under ? fmin(bound, lowest(&s)) : fmax(bound, highest(&s));
    if (f->x[i] <= from) break;
  }
  return bound;
}

double ss_fence_height(const fence *f, double x) {
  const double grain = ldexp(1, -GRAIN);
  for (size_t i = 1; i < f->count; i++) {
    if (!(f->x[i] <= x && x + grain <= f->x[i - 1])) continue;
    const double h = f->x[i - 1] - f->x[i], t = (x - f->x[i]) / h, rise = f->w[i - 1] - f->w[i];
    const double k = f->k[i - 1], size = fabs(f->w[i]) + fabs(rise) + fabs(k);
    const double off = (fabs(rise) + fabs(k)) * grain / h + 0x1p-45 * size;
    const double B = f->w[i] + t * (rise + k * (t - 1));
    return f->under ? B - off : B + off;
  }
  return NAN;
}
