/* spread.c: perturbed motions beside what the variation predicts of them.
 *
 * For every perturbation z of a check, the motion from x(0) + eps z is run again with samples, and
 * the variation with samples along z, whose piece is that of z's cone. What is compared is
 *
 *     (x_eps(t) - x(t))/eps    and    z(t) = G_k(t) z,
 *
 * which agree to O(eps) but between the times of an event in the two motions, where the first is a
 * jump through eps. Times are regular, with some beside every event, from 4 eps to eps/64 away from
 * it, so that peaks are seen.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

enum { REGULAR = 600, BESIDE = 9, MOTIONS_MOST = 4, SAMPLES = 2000 };

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Regular times, and some around every event. */
static ss_status choose_times(ss_arena *arena, const ss_variation *v, double eps, ss_spread *out) {
  double *t = ss_arena_new(arena, REGULAR + 1 + v->events * 2 * BESIDE, double);
  double *event = ss_arena_new(arena, v->events, double);
  if (!t || !event) return SS_MEMORY;
  for (size_t k = 0; k <= REGULAR; k++) t[out->times++] = v->t * (double)k / REGULAR;
  for (size_t k = 0; k < v->events; k++) {
    event[k] = v->event[k].t;
    for (int j = 0; j < 2 * BESIDE; j++) {
      const double at = event[k] + (j % 2 ? eps : -eps) * exp2(2 - j / 2);
      if (at > 0 && at < v->t) t[out->times++] = at;
    }
  }
  qsort(t, out->times, sizeof *t, compare);
  out->t = t;
  out->event = event;
  out->events = v->events;
  return SS_OK;
}

typedef struct setting {
  const ss_machine *machine;
  const ss_start *start;
  const ss_vary_options *options;
  const ss_variation *v;
  double *difference, *predicted;
} setting;

/* The motion of perturbation k over the nominal one, which `along` has; `at`: its place. */
static ss_status run_motion(ss_arena *scratch, const setting *s, size_t k, size_t at,
                            const ss_variation *along, const ss_spread *out) {
  const size_t n2 = 2 * out->n, all = ss_machine_model(s->machine)->parameters;
  const double *x0 = s->v->check.start + k * n2;
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  double *x = ss_arena_new(scratch, n2, double);
  if (!x) return SS_MEMORY;
  how.end = s->v->t;
  how.every = s->v->t / SAMPLES;
  how.tolerance = s->options->tolerance;
  how.go_on_at_rest = true;
  how.first_if_several = s->options->first_if_several;
  const ss_status status =
      ss_motion_run(scratch, ss_machine_system(s->machine), s->v->check.parameter + k * all, x0,
                    x0 + out->n, &how, &motion);
  for (size_t j = 0; j < out->times; j++) {
    const bool known = status == SS_OK && j < along->samples;
    if (known) ss_motion_look_up(&motion, out->n, out->t[j], x);
    for (size_t i = 0; i < n2; i++)
      s->difference[(at * out->times + j) * n2 + i] =
          known ? (x[i] - along->sample_x[j * n2 + i]) / out->eps : NAN;
  }
  return status == SS_MEMORY ? status : SS_OK;
}

/* One perturbation. */
static ss_status follow(ss_arena *scratch, const setting *s, size_t k, size_t at,
                        const ss_spread *out) {
  const size_t n2 = 2 * out->n;
  ss_vary_options o = *s->options;
  ss_variation along;
  o.end = s->v->t;
  o.checks = 0;
  o.times = out->times;
  o.time = out->t;
  o.along = s->v->check.direction + k * s->v->columns;
  const ss_status status =
      ss_vary_run(scratch, ss_machine_system(s->machine), ss_machine_parameters(s->machine),
                  s->start->q, s->start->u, &o, &along);
  if (status != SS_OK) return status;
  for (size_t j = 0; j < out->times; j++)
    for (size_t i = 0; i < n2; i++) {
      double sum = j < along.samples ? 0 : NAN;
      for (size_t c = 0; j < along.samples && c < along.columns; c++)
        sum += along.sample_gain[(j * n2 + i) * along.columns + c] * o.along[c];
      s->predicted[(at * out->times + j) * n2 + i] = sum;
    }
  return run_motion(scratch, s, k, at, &along, out);
}

ss_status ss_spread_run(ss_arena *arena, const ss_machine *machine, const ss_start *start,
                        const ss_vary_options *options, const ss_variation *v, ss_spread *out) {
  setting s = {machine, start, options, v, NULL, NULL};
  *out = (ss_spread){.n = v->n, .eps = options->check_size};
  ss_status status = choose_times(arena, v, out->eps, out);
  const size_t size = MOTIONS_MOST * out->times * 2 * v->n;
  s.difference = ss_arena_new(arena, size, double);
  s.predicted = ss_arena_new(arena, size, double);
  if (status != SS_OK || !s.difference || !s.predicted) return SS_MEMORY;
  out->difference = s.difference;
  out->predicted = s.predicted;
  for (size_t k = 0; k < v->check.count && out->motions < MOTIONS_MOST && status == SS_OK; k++) {
    if (v->check.note[k]) continue;
    ss_arena *scratch = ss_arena_create();
    status = scratch ? follow(scratch, &s, k, out->motions, out) : SS_MEMORY;
    ss_arena_destroy(scratch);
    if (status == SS_OK) out->motions++;
  }
  return status;
}
