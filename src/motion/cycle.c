/* cycle.c: periodic motions, by Newton's method on a return map.
 *
 * The section is where u_j falls through 0, so that q_j is greatest; x holds the other 2 n - 1
 * numbers of the state there. P(x) is the next such state. A motion is followed and the two
 * successive sections that differ least give the start; then
 *
 *     x <- x + (I - DP)^-1 (P(x) - x),       DP by central differences of length STEP,
 *
 * until the residual is at most CLOSE. Motions are event-driven, so that P is accurate to the
 * integrator's tolerance; DP to about its root. A fixed point at which nothing moves is no cycle.
 *
 * Where u_j passes 0 between two steps, the moment is found by regula falsi (Illinois) on motions
 * from the step's start. Costs 4 n - 1 turns an iteration, each some motions. Fails (found = false)
 * where turns do not resemble each other or a start is refused.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "standstill/cycle.h"

enum { NEWTON_MOST = 12, TURNS_MOST = 64, ROOTS_MOST = 60, SAMPLES = 8192 };

/* Of the return map: steps of differences, and what is a fixed point; of a crossing: what is 0.
 * Turns that differ by more than ALIKE are no start. All relative. */
static const double STEP = 1e-5, CLOSE = 1e-9, ZERO = 1e-13, ALIKE = 0.1, STILL = 1e-6;

typedef struct hunt {
  const ss_system *system;
  const double *parameters;
  ss_motion_options options;
  ss_arena *scratch;
  size_t n, j;
  double *q, *u;      /* n each: a state on the section */
  double *low, *high; /* n each: on the last turn */
  ss_status status;
  /* while a motion is watched */
  bool surveys; /* only the extent counts */
  bool armed, crossed;
  double t0, t1, *x0, *x1; /* 2 n each: the steps' ends around the crossing */
} hunt;

/* ---- one turn -------------------------------------------------------------------------------- */

static bool watch(void *user, double t, const double *q, const double *u) {
  hunt *h = user;
  const size_t n = h->n;
  for (size_t k = 0; k < n; k++) {
    h->low[k] = fmin(h->low[k], q[k]);
    h->high[k] = fmax(h->high[k], q[k]);
  }
  if (h->surveys) return true;
  if (h->armed && u[h->j] <= 0) {
    h->crossed = true;
    h->t1 = t;
    memcpy(h->x1, q, n * sizeof *q);
    memcpy(h->x1 + n, u, n * sizeof *u);
    return false;
  }
  h->armed |= u[h->j] > 0;
  h->t0 = t;
  memcpy(h->x0, q, n * sizeof *q);
  memcpy(h->x0 + n, u, n * sizeof *u);
  return true;
}

/* Runs from (q, u) for a time; the end is in (q, u). */
static bool move(hunt *h, double time, bool watched, double *q, double *u) {
  const ss_arena_mark mark = ss_arena_get_mark(h->scratch);
  ss_motion_options options = h->options;
  ss_motion motion = {0};
  options.end = time;
  options.watch = watched ? watch : NULL;
  options.user = h;
  const ss_status status =
      ss_motion_run(h->scratch, h->system, h->parameters, q, u, &options, &motion);
  if (status == SS_MEMORY) h->status = status;
  if (status == SS_OK) {
    memcpy(q, motion.q, h->n * sizeof *q);
    memcpy(u, motion.u, h->n * sizeof *u);
  }
  ss_arena_release(h->scratch, mark);
  return status == SS_OK;
}

/* From the step's ends in x0, x1 to the moment between them in which u_j is 0: (q, u). */
static bool find_crossing(hunt *h, double *q, double *u, double *t) {
  const size_t n = h->n, bytes = n * sizeof *q;
  double low = 0, high = h->t1 - h->t0, size = 0;
  double at_low = h->x0[n + h->j], at_high = h->x1[n + h->j];
  for (size_t k = 0; k < n; k++) size = fmax(size, fabs(h->x0[n + k]));
  memcpy(q, h->x1, bytes);
  memcpy(u, h->x1 + n, bytes);
  *t = h->t1;
  for (int round = 0; round < ROOTS_MOST && fabs(u[h->j]) > ZERO * size && high > low; round++) {
    const double middle = low + (high - low) * at_low / (at_low - at_high);
    memcpy(q, h->x0, bytes);
    memcpy(u, h->x0 + n, bytes);
    if (!(middle > 0) || !move(h, middle, false, q, u)) return false;
    *t = h->t0 + middle;
    if (u[h->j] > 0)
      low = middle, at_low = u[h->j], at_high *= 0.5;
    else
      high = middle, at_high = u[h->j], at_low *= 0.5;
  }
  u[h->j] = 0;
  return true;
}

/* The next state on the section after (q, u), in place, and when. */
static bool turn(hunt *h, double limit, double *q, double *u, double *t) {
  const size_t n = h->n;
  double start[2 * n];
  memcpy(start, q, n * sizeof *q);
  memcpy(start + n, u, n * sizeof *u);
  h->armed = h->crossed = false;
  for (size_t k = 0; k < n; k++) h->low[k] = h->high[k] = q[k];
  h->t0 = 0;
  memcpy(h->x0, start, 2 * n * sizeof *start);
  if (!move(h, limit, true, q, u) || !h->crossed) return false;
  return find_crossing(h, q, u, t);
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Follows the motion and keeps the state of the two sections in a row that differ least. */
static bool find_start(hunt *h, const double *q, const double *u) {
  const size_t n = h->n;
  double now[2 * n], before[2 * n], best = INFINITY, time = 0;
  memcpy(now, q, n * sizeof *q);
  memcpy(now + n, u, n * sizeof *u);
  for (int k = 0; k < TURNS_MOST && time < h->options.end; k++) {
    double t, difference = 0, size = 0;
    memcpy(before, now, sizeof now);
    if (!turn(h, h->options.end - time, now, now + n, &t) || !(t > 0)) break;
    time += t;
    for (size_t i = 0; i < 2 * n; i++) {
      difference = fmax(difference, fabs(now[i] - before[i]));
      size = fmax(size, fabs(now[i]));
    }
    if (k == 0 || difference > ALIKE * size || difference >= best) continue;
    best = difference;
    memcpy(h->q, now, n * sizeof *now);
    memcpy(h->u, now + n, n * sizeof *now);
  }
  return isfinite(best) && h->status == SS_OK;
}

/* The coordinate that moves most on the way. */
static bool choose_coordinate(hunt *h, const double *q, const double *u) {
  const size_t n = h->n;
  double x[2 * n], widest = 0;
  memcpy(x, q, n * sizeof *q);
  memcpy(x + n, u, n * sizeof *u);
  for (size_t k = 0; k < n; k++) h->low[k] = h->high[k] = q[k];
  h->surveys = true;
  move(h, h->options.end, true, x, x + n); /* a motion that runs away shows enough before */
  h->surveys = false;
  for (size_t k = 0; k < n; k++)
    if (h->high[k] - h->low[k] > widest) widest = h->high[k] - h->low[k], h->j = k;
  return widest > 0;
}

/* ---- Newton's method ------------------------------------------------------------------------- */

/* The number that x_i is in the state: all but u_j. */
static double *locate(hunt *h, double *state, size_t i) {
  return state + (i < h->n + h->j ? i : i + 1);
}

/* P(x) - x, in `out` (2 n - 1); false if there is no next turn. */
static bool find_defect(hunt *h, const double *state, double limit, double *out, double *period) {
  const size_t n = h->n;
  double after[2 * n], x[2 * n];
  memcpy(x, state, sizeof x);
  memcpy(after, state, sizeof after);
  if (!turn(h, limit, after, after + n, period)) return false;
  for (size_t i = 0; i + 1 < 2 * n; i++) out[i] = *locate(h, after, i) - *locate(h, x, i);
  return true;
}

/* DP - I at the state, by columns. */
static bool find_derivative(hunt *h, const double *state, double size, double limit, double *D) {
  const size_t n = h->n, m = 2 * n - 1;
  double x[2 * n], plus[m], minus[m], period;
  for (size_t i = 0; i < m; i++) {
    memcpy(x, state, sizeof x);
    *locate(h, x, i) += STEP * size;
    if (!find_defect(h, x, limit, plus, &period)) return false;
    *locate(h, x, i) -= 2 * STEP * size;
    if (!find_defect(h, x, limit, minus, &period)) return false;
    for (size_t k = 0; k < m; k++) D[k + m * i] = (plus[k] - minus[k]) / (2 * STEP * size);
  }
  return true;
}

/* b = D^-1 b by elimination with pivots; D is lost. */
static bool solve(size_t m, double *D, double *b) {
  for (size_t k = 0; k < m; k++) {
    size_t pivot = k;
    for (size_t i = k; i < m; i++)
      if (fabs(D[i + m * k]) > fabs(D[pivot + m * k])) pivot = i;
    if (D[pivot + m * k] == 0) return false;
    for (size_t j = 0; j < m; j++) {
      const double swap = D[k + m * j];
      D[k + m * j] = D[pivot + m * j];
      D[pivot + m * j] = swap;
    }
    const double swap = b[k];
    b[k] = b[pivot];
    b[pivot] = swap;
    for (size_t i = k + 1; i < m; i++) {
      const double factor = D[i + m * k] / D[k + m * k];
      for (size_t j = k; j < m; j++) D[i + m * j] -= factor * D[k + m * j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = m; k-- > 0;) {
    for (size_t j = k + 1; j < m; j++) b[k] -= D[k + m * j] * b[j];
    b[k] /= D[k + m * k];
  }
  return true;
}

static double measure(size_t count, const double *x) {
  double size = 0;
  for (size_t i = 0; i < count; i++) size = fmax(size, fabs(x[i]));
  return size;
}

/* Moves the state to a fixed point; D is DP - I there. */
static bool close_in(hunt *h, double *state, double *D, double *period, double *residual) {
  const size_t n = h->n, m = 2 * n - 1;
  double defect[m], limit = h->options.end, E[m * m];
  for (int round = 0; round < NEWTON_MOST; round++) {
    const double size = measure(2 * n, state);
    if (!find_defect(h, state, limit, defect, period)) return false;
    *residual = measure(m, defect) / size;
    limit = fmin(limit, 3 * *period);
    if (!find_derivative(h, state, size, limit, D)) return false;
    if (*residual <= CLOSE) return true;
    memcpy(E, D, sizeof E);
    if (!solve(m, E, defect)) return false;
    for (size_t i = 0; i < m; i++) *locate(h, state, i) -= defect[i];
  }
  return false;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The eigenvalues of DP, largest first. */
static ss_status list_multipliers(ss_arena *arena, size_t m, double *D, ss_cycle *cycle) {
  double *re = ss_arena_new(arena, m, double), *im = ss_arena_new(arena, m, double);
  if (!re || !im) return SS_MEMORY;
  for (size_t i = 0; i < m; i++) D[i * (m + 1)] += 1;
  const ss_status status = ss_matrix_spectrum(m, D, re, im);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < m; i++)
    for (size_t k = i + 1; k < m; k++)
      if (hypot(re[k], im[k]) > hypot(re[i], im[i])) {
        const double a = re[i], b = im[i];
        re[i] = re[k], im[i] = im[k];
        re[k] = a, im[k] = b;
      }
  cycle->multipliers = m;
  cycle->re = re;
  cycle->im = im;
  for (size_t i = 0; i < m; i++) cycle->outside += hypot(re[i], im[i]) > 1;
  return SS_OK;
}

static const double *keep(ss_arena *arena, size_t count, const double *x) {
  double *copy = ss_arena_new(arena, count, double);
  if (copy) memcpy(copy, x, count * sizeof *x);
  return copy;
}

static ss_status describe(ss_arena *arena, hunt *h, double *state, double *D, ss_cycle *cycle,
                          bool *found) {
  const size_t n = h->n;
  double x[2 * n], t;
  memcpy(x, state, sizeof x);
  /* extremes between samples are off by (2 pi / SAMPLES)^2 / 8 of the amplitude */
  h->options.every = cycle->period / SAMPLES;
  if (!turn(h, 3 * cycle->period, x, x + n, &t)) return SS_OK;
  double widest = 0;
  for (size_t k = 0; k < n; k++) widest = fmax(widest, h->high[k] - h->low[k]);
  if (widest <= STILL * measure(n, state)) return SS_OK;
  cycle->coordinate = h->j;
  cycle->q = keep(arena, n, state);
  cycle->u = keep(arena, n, state + n);
  cycle->low = keep(arena, n, h->low);
  cycle->high = keep(arena, n, h->high);
  if (!cycle->q || !cycle->u || !cycle->low || !cycle->high) return SS_MEMORY;
  const ss_status status = list_multipliers(arena, 2 * n - 1, D, cycle);
  *found = status == SS_OK;
  return status;
}

static bool allocate(hunt *h) {
  const size_t n = h->n;
  double *all = ss_arena_new(h->scratch, 8 * n, double);
  if (!all) return false;
  h->q = all;
  h->u = all + n;
  h->low = all + 2 * n;
  h->high = all + 3 * n;
  h->x0 = all + 4 * n;
  h->x1 = all + 6 * n;
  return true;
}

ss_status ss_cycle_find(ss_arena *arena, const ss_system *system, const double *parameters,
                        const double *q, const double *u, const ss_motion_options *options,
                        ss_cycle *cycle, bool *found) {
  assert(ss_graph_is_sealed(system->graph));
  const size_t n = system->coordinates, m = 2 * n - 1;
  hunt h = {.system = system, .parameters = parameters, .options = *options, .n = n};
  assert(arena && q && u && options->end > 0);
  *cycle = (ss_cycle){0};
  *found = false;
  if (!system->traits.autonomous || system->inputs || n == 0) return SS_BAD_ARGUMENT;
  h.options.method = SS_MOTION_EVENTS;
  h.options.every = 0;
  h.options.first_if_several = true;
  h.scratch = ss_arena_create();
  double *D = h.scratch ? ss_arena_new(h.scratch, m * m, double) : NULL;
  h.status = D && allocate(&h) ? SS_OK : SS_MEMORY;
  ss_status status = h.status;
  if (status == SS_OK && choose_coordinate(&h, q, u) && find_start(&h, q, u)) {
    double state[2 * n];
    memcpy(state, h.q, n * sizeof *h.q);
    memcpy(state + n, h.u, n * sizeof *h.u);
    if (close_in(&h, state, D, &cycle->period, &cycle->residual))
      status = describe(arena, &h, state, D, cycle, found);
  }
  if (h.status != SS_OK) status = h.status;
  ss_arena_destroy(h.scratch);
  return status;
}
