/* lyapunov_region.c: where to look for the level of a Lyapunov function.
 *
 * From the rest point rays go out in RAYS directions, in units in which V is about |x|^2: along
 * each one V is followed until it stops to rise or until V' >= 0. The least V among these ends is
 * about the level; how far the rays reach below it, and a little more, is the region. If V is
 * convex enough for rays to meet its levels once, the level is right up to the density of the
 * rays; if not, the box is a guess. Whatever it is, the level that is claimed follows from a proof
 * on the box and on its border, and a border that is too near is moved out there (ss_lyapunov.c).
 *
 * Directions are the axes, the diagonals of planes, and points of a low-discrepancy sequence on the
 * sphere; their number does not depend on anything but the dimension.
 */
#include <math.h>
#include <string.h>

#include "lyapunov.h"

enum { RAYS = 400, STEPS = 400 };

typedef struct scan {
  const ss_lyapunov_facts *f;
  size_t m; /* states */
  double *work, *x, *center, *scale;
  double *reach; /* RAYS x STEPS: V along the rays, -1 beyond their ends */
  double unit;   /* the step, in units of scale */
} scan;

static const ss_tape *tape_of(const scan *s) {
  return s->f->scan ? s->f->scan : s->f->tape;
}

static void evaluate(const scan *s, const double *x, double *V, double *rate) {
  double *in = ss_tape_in(tape_of(s), s->work);
  memcpy(in, x, s->m * sizeof *in);
  for (size_t j = s->m; j < s->f->k; j++) in[j] = s->f->lo[j] / 2 + s->f->hi[j] / 2;
  ss_tape_run(tape_of(s), s->work);
  *V = ss_tape_out(tape_of(s), s->work)[0];
  *rate = ss_tape_out(tape_of(s), s->work)[1];
}

/* Along which direction ray i goes, in units of scale; its length is about 1. */
static void take_direction(const scan *s, size_t i, double *d) {
  static const double prime[] = {2, 3, 5, 7, 11, 13, 17, 19};
  double square = 0;
  memset(d, 0, s->m * sizeof *d);
  if (i < 2 * s->m) {
    d[i / 2] = i % 2 ? 1 : -1;
    return;
  }
  for (size_t j = 0; j < s->m; j++) {
    /* a Weyl sequence, through the quantile of a normal distribution, nearly */
    const double t = fmod((double)(i + 1) * sqrt(prime[j % 8] + (double)(j / 8)), 1);
    d[j] = log((t + 1e-9) / (1 - t + 1e-9));
    square += d[j] * d[j];
  }
  for (size_t j = 0; j < s->m && square > 0; j++) d[j] /= sqrt(square);
}

/* Follows ray i; V at its end. */
static double follow(scan *s, size_t i) {
  double d[s->m + 1], last = 0, V = 0, rate = 0;
  double *row = s->reach + i * STEPS;
  take_direction(s, i, d);
  for (size_t step = 0; step < STEPS; step++) row[step] = -1;
  for (size_t step = 0; step < STEPS; step++) {
    /* finer steps near the rest point: t grows by 3 % each time */
    const double t = s->unit * 1e-4 * pow(1.03, (double)step);
    for (size_t j = 0; j < s->m; j++) s->x[j] = s->center[j] + t * d[j] * s->scale[j];
    evaluate(s, s->x, &V, &rate);
    /* with friction V' = 0 wherever u = 0 */
    const bool falls = s->f->frictions ? rate <= 0 : rate < 0;
    if (!(V > last) || !falls) return step && V > last ? V : last;
    row[step] = last = V;
  }
  return INFINITY;
}

/* How far states below the level lie from the center, side by side. */
static void measure(scan *s, double level, double *lo, double *hi) {
  double d[s->m + 1];
  for (size_t j = 0; j < s->m; j++) lo[j] = hi[j] = s->center[j];
  for (size_t i = 0; i < RAYS; i++) {
    take_direction(s, i, d);
    for (size_t step = 0; step < STEPS; step++) {
      if (!(s->reach[i * STEPS + step] >= 0) || s->reach[i * STEPS + step] > level) break;
      const double t = s->unit * 1e-4 * pow(1.03, (double)step);
      for (size_t j = 0; j < s->m; j++) {
        lo[j] = fmin(lo[j], s->center[j] + t * d[j] * s->scale[j]);
        hi[j] = fmax(hi[j], s->center[j] + t * d[j] * s->scale[j]);
      }
    }
  }
}

/* Units: how far along an axis V has grown to the value at a first, small step along the axis where
 * it grows most slowly. */
static bool choose_scale(scan *s) {
  double V, rate, most = 0;
  for (size_t j = 0; j < s->m; j++) s->scale[j] = 1;
  for (size_t j = 0; j < s->m; j++) {
    memcpy(s->x, s->center, s->m * sizeof *s->x);
    const double step = 1e-3 * fmax(fabs(s->center[j]), 1e-3);
    s->x[j] += step;
    evaluate(s, s->x, &V, &rate);
    if (!(V > 0) || !isfinite(V)) return false;
    s->scale[j] = step / sqrt(V);
    most = fmax(most, s->scale[j]);
  }
  return isfinite(most);
}

/* The least end of a ray, over units that grow by 1000 until rays end. */
static double find_level(scan *s) {
  double level = INFINITY;
  /* not so near that the roundings of x_e count */
  s->unit = s->f->frictions ? 1e-2 : 1e-12;
  for (size_t j = 0; j < s->m; j++)
    s->unit = fmax(s->unit, 1e-2 * fabs(s->center[j]) / s->scale[j]);
  for (; s->unit < 1e13 && !isfinite(level); s->unit *= 1000)
    for (size_t i = 0; i < RAYS; i++) level = fmin(level, follow(s, i));
  s->unit /= 1000;
  if (isfinite(level)) return level;
  /* V falls as far as one looks: a level of a size that can be had, V being about |x|^2 */
  s->unit = 1;
  for (size_t i = 0; i < RAYS; i++) {
    double most = 0;
    follow(s, i);
    for (size_t step = 0; step < STEPS; step++) most = fmax(most, s->reach[i * STEPS + step]);
    level = fmin(level, most);
  }
  return level;
}

/* Outwards by a share of the width, to numbers of few bits. */
static double round_out(double x, double by, bool up) {
  int exponent;
  frexp(by, &exponent);
  const double unit = ldexp(1, exponent - 4);
  return up ? ceil((x + by) / unit) * unit : floor((x - by) / unit) * unit;
}

bool ss_lyapunov_find_region(ss_lyapunov_facts *f, double *level) {
  const ss_arena_mark mark = ss_arena_get_mark(f->arena);
  scan s = {.f = f, .m = 2 * f->n};
  s.work = ss_arena_new(f->arena, ss_tape_work_size(tape_of(&s)), double);
  s.x = ss_arena_new(f->arena, 3 * s.m, double);
  s.reach = ss_arena_new(f->arena, (size_t)RAYS * STEPS, double);
  bool found = s.work && s.x && s.reach;
  if (found) {
    s.center = s.x + s.m;
    s.scale = s.center + s.m;
    for (size_t j = 0; j < s.m; j++) s.center[j] = ss_number_to_double(&f->center[j]);
    ss_tape_prepare(tape_of(&s), NULL, s.work);
    found = choose_scale(&s);
  }
  if (found) {
    *level = find_level(&s);
    found = isfinite(*level) && *level > 0;
  }
  if (found) {
    measure(&s, *level, f->lo, f->hi);
    for (size_t j = 0; j < s.m; j++) {
      const double width = f->hi[j] - f->lo[j];
      f->lo[j] = round_out(f->lo[j], 0.06 * width, false);
      f->hi[j] = round_out(f->hi[j], 0.06 * width, true);
    }
  }
  ss_arena_release(f->arena, mark);
  return found;
}
