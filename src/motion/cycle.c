/* cycle.c: periodic motions, by Newton's method on a return map.
 *
 * The section is where u_j falls through 0, so that q_j is greatest; x holds the other 2 n - 1
 * numbers of the state there. P(x) is the next such state. A motion is followed and the two
 * successive sections that differ least give the start; then
 *
 *     x <- x + (I - DP)^-1 (P(x) - x),       DP by central differences of length STEP,
 *
 * until the residual is at most CLOSE. Motions are event-driven, so that P is accurate to the
 * integrator's tolerance; DP to about its root. Where P has a kink (a slip that just does not
 * stick), the multipliers are those of the larger side in each direction, not of the mean of both:
 * a cycle that is reached from outside only does not attract. A fixed point at which nothing moves
 * is no cycle.
 *
 * Costs 4 n - 1 turns (turns.c) an iteration, each some motions. Fails (found = false) where turns
 * do not resemble each other or a start is refused.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/cycle.h"
#include "turns.h"

enum { NEWTON_MOST = 12, TURNS_MOST = 64, SAMPLES = 8192 };

/* Of the return map: steps of differences, and what is a fixed point. Turns that differ by more
 * than ALIKE are no start. All relative. */
static const double STEP = 1e-5, CLOSE = 1e-9, ALIKE = 0.1, STILL = 1e-6;

/* One-sided differences that differ by more are those of a kink. */
static const double KINK = 0.01;

typedef struct hunt {
  ss_turns turns;
  double *q, *u; /* n each: a state on the section */
} hunt;

/* ---- the start ------------------------------------------------------------------------------- */

/* Follows the motion and keeps the state of the two sections in a row that differ least. */
static bool find_start(hunt *h, const double *q, const double *u) {
  const size_t n = h->turns.n;
  double now[2 * n], before[2 * n], best = INFINITY, time = 0;
  memcpy(now, q, n * sizeof *q);
  memcpy(now + n, u, n * sizeof *u);
  for (int k = 0; k < TURNS_MOST && time < h->turns.options.end; k++) {
    double t, difference = 0, size = 0;
    memcpy(before, now, sizeof now);
    if (!ss_turns_next(&h->turns, h->turns.options.end - time, now, now + n, &t) || !(t > 0)) break;
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
  return isfinite(best) && h->turns.status == SS_OK;
}

/* ---- Newton's method ------------------------------------------------------------------------- */

static double measure(size_t count, const double *x) {
  double size = 0;
  for (size_t i = 0; i < count; i++) size = fmax(size, fabs(x[i]));
  return size;
}

/* P(x) - x, in `out` (2 n - 1); false if there is no next turn. */
static bool find_defect(hunt *h, const double *state, double limit, double *out, double *period) {
  const size_t n = h->turns.n;
  double after[2 * n], x[2 * n];
  memcpy(x, state, sizeof x);
  memcpy(after, state, sizeof after);
  if (!ss_turns_next(&h->turns, limit, after, after + n, period)) return false;
  for (size_t i = 0; i + 1 < 2 * n; i++)
    out[i] = *ss_turns_locate(&h->turns, after, i) - *ss_turns_locate(&h->turns, x, i);
  return true;
}

/* Of two one-sided differences of column i, the one that leads farther from the cycle, if they
 * differ; else that of D. All are of P(x) - x. */
static void choose_side(size_t m, size_t i, const double *ahead, const double *behind,
                        double *column) {
  double apart = 0, most = 1, far[2] = {0};
  for (size_t k = 0; k < m; k++) {
    const double one = ahead[k] + (k == i), other = behind[k] + (k == i);
    apart = fmax(apart, fabs(one - other));
    most = fmax(most, fmax(fabs(one), fabs(other)));
    far[0] += fabs(one);
    far[1] += fabs(other);
  }
  if (apart <= KINK * most) return;
  memcpy(column, far[0] >= far[1] ? ahead : behind, m * sizeof *column);
}

/* DP - I at the state, by columns; `defect` is P(x) - x. The same behind it (m x m), with the
 * larger side where the sides differ. */
static bool find_derivative(hunt *h, const double *state, double limit, const double *defect,
                            double *D) {
  const size_t n = h->turns.n, m = 2 * n - 1;
  const double step = STEP * measure(2 * n, state);
  double x[2 * n], plus[m], minus[m], period;
  for (size_t i = 0; i < m; i++) {
    double *column = D + m * i, *steep = D + m * (m + i);
    memcpy(x, state, sizeof x);
    *ss_turns_locate(&h->turns, x, i) += step;
    if (!find_defect(h, x, limit, plus, &period)) return false;
    *ss_turns_locate(&h->turns, x, i) -= 2 * step;
    if (!find_defect(h, x, limit, minus, &period)) return false;
    for (size_t k = 0; k < m; k++) {
      steep[k] = column[k] = (plus[k] - minus[k]) / (2 * step);
      plus[k] = (plus[k] - defect[k]) / step;
      minus[k] = (defect[k] - minus[k]) / step;
    }
    choose_side(m, i, plus, minus, steep);
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

/* Moves the state to a fixed point; D is DP - I there, by both sides and by the larger. */
static bool close_in(hunt *h, double *state, double *D, double *period, double *residual) {
  const size_t n = h->turns.n, m = 2 * n - 1;
  double defect[m], limit = h->turns.options.end, E[m * m];
  for (int round = 0; round < NEWTON_MOST; round++) {
    const double size = measure(2 * n, state);
    if (!find_defect(h, state, limit, defect, period)) return false;
    *residual = measure(m, defect) / size;
    limit = fmin(limit, 3 * *period);
    if (!find_derivative(h, state, limit, defect, D)) return false;
    if (*residual <= CLOSE) return true;
    memcpy(E, D, sizeof E);
    if (!solve(m, E, defect)) return false;
    for (size_t i = 0; i < m; i++) *ss_turns_locate(&h->turns, state, i) -= defect[i];
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
  const size_t n = h->turns.n;
  double x[2 * n], t;
  memcpy(x, state, sizeof x);
  /* extremes between samples are off by (2 pi / SAMPLES)^2 / 8 of the amplitude */
  h->turns.options.every = cycle->period / SAMPLES;
  if (!ss_turns_next(&h->turns, 3 * cycle->period, x, x + n, &t)) return SS_OK;
  double widest = 0;
  for (size_t k = 0; k < n; k++) widest = fmax(widest, h->turns.high[k] - h->turns.low[k]);
  if (widest <= STILL * measure(n, state)) return SS_OK;
  cycle->coordinate = h->turns.j;
  cycle->q = keep(arena, n, state);
  cycle->u = keep(arena, n, state + n);
  cycle->low = keep(arena, n, h->turns.low);
  cycle->high = keep(arena, n, h->turns.high);
  if (!cycle->q || !cycle->u || !cycle->low || !cycle->high) return SS_MEMORY;
  const ss_status status = list_multipliers(arena, 2 * n - 1, D, cycle);
  *found = status == SS_OK;
  return status;
}

static ss_status find(hunt *h, ss_arena *arena, const double *q, const double *u, ss_cycle *cycle,
                      bool *found) {
  ss_arena *scratch = h->turns.scratch;
  const size_t n = h->turns.n, m = 2 * n - 1;
  double *D = ss_arena_new(scratch, 2 * m * m, double);
  h->q = ss_arena_new(scratch, n, double);
  h->u = ss_arena_new(scratch, n, double);
  if (!D || !h->q || !h->u) return SS_MEMORY;
  if (!ss_turns_survey(&h->turns, q, u) || !find_start(h, q, u)) return SS_OK;
  double state[2 * n];
  memcpy(state, h->q, n * sizeof *h->q);
  memcpy(state + n, h->u, n * sizeof *h->u);
  if (!close_in(h, state, D, &cycle->period, &cycle->residual)) return SS_OK;
  return describe(arena, h, state, D + m * m, cycle, found);
}

ss_status ss_cycle_find(ss_arena *arena, const ss_system *system, const double *parameters,
                        const double *q, const double *u, const ss_motion_options *options,
                        ss_cycle *cycle, bool *found) {
  hunt h = {0};
  assert(ss_graph_is_sealed(system->graph));
  assert(arena && q && u && options->end > 0);
  *cycle = (ss_cycle){0};
  *found = false;
  if (!system->traits.autonomous || system->inputs || system->coordinates == 0)
    return SS_BAD_ARGUMENT;
  ss_arena *scratch = ss_arena_create();
  ss_status status =
      scratch ? ss_turns_open(&h.turns, scratch, system, parameters, options) : SS_MEMORY;
  if (status == SS_OK) status = find(&h, arena, q, u, cycle, found);
  if (h.turns.status != SS_OK) status = h.turns.status;
  ss_arena_destroy(scratch);
  return status;
}
