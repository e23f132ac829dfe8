/* trace.c: walks among equilibria.
 *
 * A walk is a sequence of linear steps (step.c): go as far as the reach allows along the direction
 * of the last step, then settle on the set again. Where a constraint ends the set, the linear step
 * comes out shorter than its reach, and the steps that follow converge to the end quadratically,
 * like Newton's method on the constraints that are active there. At an end the other cases of
 * closed contacts and slider sides are tried: a walk goes on through all of them, so that a set is
 * not cut where a force changes its sign or a contact opens.
 *
 * The dimension of a set at a place is the number of independent linear steps that lead away from
 * it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

enum { STEPS_MOST = 4000 };

/* Of the box: the longest step, the shortest that counts as one, the least that tells directions
 * apart. */
static const double LONG = 0.01, SHORT = 1e-14, APART = 1e-6;

static void set_reach(ss_walker *w, double reach) {
  for (size_t j = 0; j < w->search->k; j++)
    w->reach[j] = w->search->free[j] ? 0 : reach * ss_search_width(w->search, j);
}

bool ss_trail_add(ss_trail *trail, const double *z, double residual) {
  if (trail->count == trail->capacity) {
    const size_t capacity = 2 * trail->capacity + 32;
    double *more = realloc(trail->z, capacity * trail->k * sizeof *more);
    if (!more) return false;
    trail->z = more;
    trail->capacity = capacity;
  }
  memcpy(trail->z + trail->count++ * trail->k, z, trail->k * sizeof *z);
  trail->residual = fmax(trail->residual, residual);
  return true;
}

/* ---- the dimension --------------------------------------------------------------------------- */

/* Takes the parts along `count` orthonormal directions out of x; returns what is left. */
static double orthogonalise(size_t k, size_t count, const double *basis, double *x) {
  double length = 0;
  for (size_t twice = 0; twice < 2; twice++)
    for (size_t b = 0; b < count; b++) {
      double dot = 0;
      for (size_t j = 0; j < k; j++) dot += basis[b * k + j] * x[j];
      for (size_t j = 0; j < k; j++) x[j] -= dot * basis[b * k + j];
    }
  for (size_t j = 0; j < k; j++) length += x[j] * x[j];
  return sqrt(length);
}

/* The coordinate that is largest in x and not in use. */
static size_t choose_coordinate(size_t k, const double *x, size_t used, const size_t *coordinate) {
  size_t best = SIZE_MAX;
  for (size_t j = 0; j < k; j++) {
    bool taken = false;
    for (size_t i = 0; i < used; i++) taken |= coordinate[i] == j;
    if (!taken && (best == SIZE_MAX || fabs(x[j]) > fabs(x[best]))) best = j;
  }
  return best;
}

size_t ss_trace_dimension(ss_walker *w, size_t *coordinate) {
  const ss_search *s = w->search;
  const size_t k = s->k;
  double goal[k], x[k], basis[k * k];
  size_t dimension = 0;
  double most = 0;
  for (size_t i = 0; i < 2 * k; i++) {
    if (s->free[i / 2] || dimension == k) continue;
    memset(goal, 0, sizeof goal);
    goal[i / 2] = (i % 2 ? -1 : 1) / ss_search_width(s, i / 2);
    set_reach(w, 0.1 * LONG);
    if (!ss_search_at(w->search, w->z) || !ss_walker_advance(w, goal, NULL)) continue;
    for (size_t j = 0; j < k; j++) x[j] = w->dz[j] / ss_search_width(s, j);
    const double left = orthogonalise(k, dimension, basis, x);
    most = fmax(most, left);
    if (left < APART * most || left < 1e-11) continue;
    for (size_t j = 0; j < k; j++) basis[dimension * k + j] = x[j] / left;
    coordinate[dimension] = choose_coordinate(k, x, dimension, coordinate);
    dimension++;
  }
  return dimension;
}

/* ---- walking --------------------------------------------------------------------------------- */

/* A walk on its way. */
typedef struct walk {
  ss_walker *w;
  const ss_patterns *patterns;
  const double *hold;
  double *goal, *before, *force_before;
  size_t forces;
} walk;

/* The length of the step from `before`, in widths of the box. */
static double measure_step(const walk *a) {
  const ss_search *s = a->w->search;
  double most = 0;
  for (size_t j = 0; j < s->k; j++)
    most = fmax(most, fabs(a->w->z[j] - a->before[j]) / ss_search_width(s, j));
  return most;
}

/* Progress along the goal, positive if forward. */
static double measure_progress(const walk *a) {
  double sum = 0;
  for (size_t j = 0; j < a->w->search->k; j++) sum += a->goal[j] * (a->w->z[j] - a->before[j]);
  return sum;
}

static void go_back(walk *a) {
  memcpy(a->w->z, a->before, a->w->search->k * sizeof *a->before);
  memcpy(a->w->force, a->force_before, a->forces * sizeof *a->force_before);
}

/* One step and its correction; false (and nothing moved) if it leads nowhere. */
static bool step(walk *a, double reach) {
  ss_walker *w = a->w;
  memcpy(a->before, w->z, w->search->k * sizeof *w->z);
  memcpy(a->force_before, w->force, a->forces * sizeof *w->force);
  set_reach(w, reach);
  if (!ss_search_at(w->search, w->z) || !ss_walker_advance(w, a->goal, a->hold)) return false;
  for (size_t j = 0; j < w->search->k; j++) w->z[j] += w->dz[j];
  memcpy(w->force, w->new_force, a->forces * sizeof *w->force);
  if (ss_walker_settle(w, 0.5 * reach, a->hold) && measure_progress(a) > 0) return true;
  go_back(a);
  return false;
}

/* The direction of the last step is the next goal. */
static void turn(walk *a, double length) {
  const ss_search *s = a->w->search;
  for (size_t j = 0; j < s->k; j++)
    a->goal[j] =
        (a->w->z[j] - a->before[j]) / ss_search_width(s, j) / ss_search_width(s, j) / length;
}

/* Is the place itself an equilibrium of the walker's pattern? A step alone would reach over a gap
 * between two sets. */
static bool belongs(ss_walker *w) {
  return ss_walker_hold(w, 1e-10) && ss_walker_residual(w) <= 1e-10 &&
         w->margin >= -1e-10 * ss_walker_unit(w);
}

/* At an end: does another pattern lead on? */
static bool change_pattern(walk *a) {
  const ss_rest_pattern *old = a->w->pattern;
  for (size_t i = 0; i < a->patterns->count; i++) {
    a->w->pattern = &a->patterns->item[i];
    if (a->w->pattern == old || !belongs(a->w)) continue;
    if (step(a, 0.1 * LONG)) {
      if (measure_step(a) > 1e-7) return true;
      go_back(a);
    }
  }
  /* its own forces again: those of the patterns that were tried leave the place unbalanced */
  a->w->pattern = old;
  ss_walker_hold(a->w, INFINITY);
  return false;
}

/* Whether an angle has made a whole turn since the start. */
static bool has_come_round(const ss_search *s, const double *start, const double *z) {
  for (size_t j = 0; j < s->k; j++)
    if (s->period[j] > 0 && fabs(z[j] - start[j]) >= s->period[j]) return true;
  return false;
}

static bool is_at_end_of_box(const ss_search *s, const double *z) {
  for (size_t j = 0; j < s->k; j++)
    if (!s->free[j] && s->period[j] == 0 &&
        fmin(z[j] - s->from[j], s->to[j] - z[j]) <= 1e-9 * ss_search_width(s, j))
      return true;
  return false;
}

/* Steps until the set ends; false when memory is out. */
static bool follow(walk *a, ss_trail *trail) {
  ss_walker *w = a->w;
  double reach = LONG;
  for (size_t steps = 0; steps < STEPS_MOST; steps++) {
    const bool moved = step(a, reach);
    const double length = moved ? measure_step(a) : 0;
    if (!moved && reach > 1e-5) {
      reach /= 4;
      continue;
    }
    if (length < SHORT) {
      if (!change_pattern(a)) break;
      reach = LONG;
    } else if (moved && length >= 0.9 * reach)
      reach = fmin(LONG, 2 * reach);
    if (!ss_trail_add(trail, w->z, w->residual)) return false;
    if (measure_step(a) > 1e-6 && !a->hold) turn(a, measure_step(a));
    if (has_come_round(w->search, trail->z, w->z)) {
      trail->round = true;
      break;
    }
  }
  trail->cut = !trail->round && is_at_end_of_box(w->search, w->z);
  return true;
}

bool ss_trace_walk(ss_walker *w, const ss_patterns *patterns, const double *goal,
                   const double *hold, ss_trail *trail) {
  const size_t k = w->search->k, forces = w->search->normals + w->search->slips;
  double wanted[k], before[k], force[forces + 1];
  walk a = {w, patterns, hold, wanted, before, force, forces};
  memcpy(wanted, goal, sizeof wanted);
  return ss_trail_add(trail, w->z, w->residual) && follow(&a, trail);
}

void ss_trace_climb(ss_walker *w, const double *goal) {
  const size_t k = w->search->k, forces = w->search->normals + w->search->slips;
  double wanted[k], before[k], force[forces + 1];
  walk a = {w, NULL, NULL, wanted, before, force, forces};
  double reach = LONG;
  memcpy(wanted, goal, sizeof wanted);
  for (size_t steps = 0; steps < STEPS_MOST && reach > SHORT; steps++) {
    /* a smooth maximum is overshot, an end is met: both ask for shorter steps */
    if (!step(&a, reach) || measure_progress(&a) < 1e-3 * reach) reach /= 4;
  }
}
