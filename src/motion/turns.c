/* turns.c: a motion from one moment to the next in which a coordinate is greatest.
 *
 * Motions are event-driven and watched step by step. Where u_j passes 0 between two steps, the
 * moment is found by regula falsi (Illinois) on motions from the step's start. A coordinate that
 * sticks at its greatest has u_j = 0 up to rounding for a while: what is below QUIET of its speed
 * is 0, so that the section is where it sticks, and no rounding is a turn. First-order states
 * choose no section: u_j is a function of the others there, and could not be kept at 0. Fails
 * (false) where a start is refused, where nothing turns within the time allowed, and where memory
 * is out.
 */
#include "turns.h"

#include <math.h>
#include <string.h>

enum { ROOTS_MOST = 60 };

/* Of the largest speed in the survey. */
static const double QUIET = 1e-10;

static void measure(ss_turns *h, const double *q, const double *u) {
  for (size_t k = 0; k < h->n; k++) {
    h->low[k] = fmin(h->low[k], q[k]);
    h->high[k] = fmax(h->high[k], q[k]);
    h->slow[k] = fmin(h->slow[k], u[k]);
    h->fast[k] = fmax(h->fast[k], u[k]);
  }
}

static bool watch(void *user, double t, const double *q, const double *u) {
  ss_turns *h = user;
  const size_t n = h->n;
  measure(h, q, u);
  if (h->surveys) return true;
  if (h->armed && u[h->j] <= h->quiet) {
    h->crossed = true;
    h->t1 = t;
    memcpy(h->x1, q, n * sizeof *q);
    memcpy(h->x1 + n, u, n * sizeof *u);
    return false;
  }
  h->armed |= u[h->j] > h->quiet;
  h->t0 = t;
  memcpy(h->x0, q, n * sizeof *q);
  memcpy(h->x0 + n, u, n * sizeof *u);
  return true;
}

/* Runs from (q, u) for a time; the end is in (q, u). */
static bool move(ss_turns *h, double time, bool watched, double *q, double *u) {
  const ss_arena_mark mark = ss_arena_get_mark(h->scratch);
  ss_motion_options options = h->options;
  ss_motion motion = {0};
  options.end = time;
  options.watch = watched ? watch : NULL;
  options.user = h;
  const ss_status status =
      ss_motion_run(h->scratch, h->system, h->parameters, q, u, &options, &motion);
  h->last = status;
  if (status == SS_MEMORY) h->status = status;
  if (status == SS_OK) {
    memcpy(q, motion.q, h->n * sizeof *q);
    memcpy(u, motion.u, h->n * sizeof *u);
  }
  ss_arena_release(h->scratch, mark);
  return status == SS_OK;
}

/* From the step's ends in x0, x1 to the moment between them in which u_j is 0: (q, u). */
static bool find_crossing(ss_turns *h, double *q, double *u, double *t) {
  const size_t n = h->n, bytes = n * sizeof *q;
  double low = 0, high = h->t1 - h->t0, size = 0;
  double at_low = h->x0[n + h->j], at_high = h->x1[n + h->j];
  for (size_t k = 0; k < n; k++) size = fmax(size, fabs(h->x0[n + k]));
  memcpy(q, h->x1, bytes);
  memcpy(u, h->x1 + n, bytes);
  *t = h->t1;
  if (at_high > 0) high = low; /* it sticks there */
  for (int round = 0; round < ROOTS_MOST && fabs(u[h->j]) > h->zero * size && high > low; round++) {
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

static void start_extent(ss_turns *h, const double *q, const double *u) {
  const size_t bytes = h->n * sizeof *q;
  memcpy(h->low, q, bytes);
  memcpy(h->high, q, bytes);
  memcpy(h->slow, u, bytes);
  memcpy(h->fast, u, bytes);
}

bool ss_turns_next(ss_turns *h, double limit, double *q, double *u, double *t) {
  const size_t n = h->n;
  double start[2 * n];
  memcpy(start, q, n * sizeof *q);
  memcpy(start + n, u, n * sizeof *u);
  h->armed = h->crossed = false;
  start_extent(h, q, u);
  h->t0 = 0;
  memcpy(h->x0, start, 2 * n * sizeof *start);
  if (!move(h, limit, true, q, u) || !h->crossed) return false;
  return find_crossing(h, q, u, t);
}

bool ss_turns_survey(ss_turns *h, const double *q, const double *u) {
  const size_t n = h->n;
  double x[2 * n], widest = 0;
  memcpy(x, q, n * sizeof *q);
  memcpy(x + n, u, n * sizeof *u);
  start_extent(h, q, u);
  h->surveys = true;
  move(h, h->options.end, true, x, x + n); /* a motion that runs away shows enough before */
  h->surveys = false;
  for (size_t k = 0; k < n; k++)
    if (!h->system->aux[k] && h->high[k] - h->low[k] > widest)
      widest = h->high[k] - h->low[k], h->j = k;
  h->quiet = QUIET * fmax(h->fast[h->j], -h->slow[h->j]);
  return widest > 0;
}

ss_status ss_turns_open(ss_turns *turns, ss_arena *scratch, const ss_system *system,
                        const double *parameters, const ss_motion_options *options) {
  const size_t n = system->coordinates;
  double *all = ss_arena_new(scratch, 8 * n, double);
  if (!all) return SS_MEMORY;
  *turns = (ss_turns){.system = system,
                      .parameters = parameters,
                      .options = *options,
                      .scratch = scratch,
                      .n = n,
                      .zero = 1e-13,
                      .low = all,
                      .high = all + n,
                      .slow = all + 2 * n,
                      .fast = all + 3 * n,
                      .x0 = all + 4 * n,
                      .x1 = all + 6 * n};
  turns->options.method = SS_MOTION_EVENTS;
  turns->options.every = 0;
  turns->options.first_if_several = true;
  return SS_OK;
}
