/* record.c: what a run leaves behind: events and samples.
 *
 * The lists grow by doubling in the run's scratch memory and move to the results' arena at the end;
 * the arrays of numbers that they point to are in the results' arena from the beginning. A failure
 * (memory) is remembered and told once, by ss_record_finish.
 *
 * Where somebody takes the record (options->take), the arrays are in an arena of their own. When
 * HELD items have come together, they are given away: all samples, and the events of which all is
 * known. What is needed still (the last sample, the last KEPT events, those that are not complete)
 * is copied to a fresh arena, and the old one goes. So memory is bounded, whatever the length.
 *
 * Regular samples are at k every for k = 1, 2, ..: products, not sums, so that no rounding adds up.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "run.h"

/* The list with space for one more item; NULL when memory is out. */
static void *make_space(ss_run *run, void *list, size_t count, size_t *space, size_t size) {
  if (count < *space) return list;
  const size_t wanted = *space ? *space * 2 : 64;
  void *fresh = ss_arena_alloc(run->scratch, wanted, size);
  if (!fresh) return NULL;
  if (count) memcpy(fresh, list, count * size);
  *space = wanted;
  return fresh;
}

/* NULL for NULL, and when memory is out. */
static void *copy_bytes(ss_run *run, size_t count, size_t size, const void *values) {
  void *copy = values ? ss_arena_alloc(run->record.arena, count, size) : NULL;
  if (values && !copy) run->record.failed = true;
  if (copy && count) memcpy(copy, values, count * size);
  return copy;
}

static const ss_mode *copy_modes(ss_run *run) {
  return copy_bytes(run, run->elements, sizeof(ss_mode), run->modes);
}

const double *ss_record_copy(ss_run *run, size_t count, const double *values) {
  return copy_bytes(run, count, sizeof *values, values);
}

void ss_record_sample(ss_run *run) {
  ss_record *r = &run->record;
  ss_sample *list = make_space(run, r->sample, r->samples, &r->sample_space, sizeof *list);
  if (!list) {
    r->failed = true;
    return;
  }
  r->sample = list;
  list[r->samples++] =
      (ss_sample){.t = run->t,
                  .q = ss_record_copy(run, run->n, run->q),
                  .u = ss_record_copy(run, run->n, ss_run_velocities(run)),
                  .forces = ss_record_copy(run, run->normals + run->slips, run->forces),
                  .modes = copy_modes(run)};
}

void ss_record_end(ss_run *run) {
  const ss_record *r = &run->record;
  const ss_sample *last = r->samples ? &r->sample[r->samples - 1] : NULL;
  bool same = last && last->t == run->t && last->q && last->u;
  const double *u = ss_run_velocities(run);
  for (size_t k = 0; same && k < run->n; k++) same = last->q[k] == run->q[k] && last->u[k] == u[k];
  if (!same) ss_record_sample(run);
}

/* ---- giving away ----------------------------------------------------------------------------- */

enum { HELD = 4096, KEPT = 32 };

static ss_event copy_event(ss_run *run, const ss_event *e) {
  const size_t n = run->n, forces = run->normals + run->slips;
  ss_event copy = *e;
  copy.q = ss_record_copy(run, n, e->q);
  copy.u_before = ss_record_copy(run, n, e->u_before);
  copy.u_after = ss_record_copy(run, n, e->u_after);
  copy.impulses = ss_record_copy(run, forces, e->impulses);
  copy.modes_before = copy_bytes(run, run->elements, sizeof(ss_mode), e->modes_before);
  copy.modes_after = copy_bytes(run, run->elements, sizeof(ss_mode), e->modes_after);
  copy.guard = copy_bytes(run, 1, sizeof *e->guard, e->guard);
  return copy;
}

static ss_sample copy_sample(ss_run *run, const ss_sample *s) {
  return (ss_sample){s->t, ss_record_copy(run, run->n, s->q), ss_record_copy(run, run->n, s->u),
                     ss_record_copy(run, run->normals + run->slips, s->forces),
                     copy_bytes(run, run->elements, sizeof(ss_mode), s->modes)};
}

/* Events before this one are complete. Of one that closes a spring it is not yet known whether it
 * will have been an impact. */
static size_t count_complete(const ss_run *run) {
  const ss_record *r = &run->record;
  for (size_t k = r->taken_events; k < r->complete; k++) {
    const ss_event *e = &r->event[k];
    if (e->kind == SS_EVENT_CLOSE && run->springs && e->t == run->springs->of[e->element].begin &&
        ss_springs_bounce(run, e->element))
      return k;
  }
  return r->complete;
}

static void give(ss_run *run, size_t events) {
  ss_record *r = &run->record;
  const ss_motion_piece piece = {r->samples - r->taken_samples, events - r->taken_events,
                                 r->sample + r->taken_samples, r->event + r->taken_events};
  if (!r->failed && !r->refused && !run->options->take(run->options->taker, &piece))
    r->refused = true;
  r->taken_samples = r->samples;
  r->taken_events = events;
}

/* The first events stay for good. */
static void keep_first(ss_run *run) {
  ss_record *r = &run->record;
  if (r->first || r->events < KEPT) return;
  ss_arena *own = r->arena;
  r->arena = run->arena;
  r->first = ss_arena_new(run->arena, KEPT, ss_event);
  for (size_t k = 0; r->first && k < KEPT; k++) r->first[k] = copy_event(run, &r->event[k]);
  if (!r->first) r->failed = true;
  r->arena = own;
}

/* Forgets what was given, but for the last of it. */
static void forget(ss_run *run) {
  ss_record *r = &run->record;
  ss_arena *old = r->arena, *fresh = ss_arena_create();
  const size_t last = r->events > KEPT ? r->events - KEPT : 0;
  const size_t from = r->taken_events < last ? r->taken_events : last;
  if (!fresh) {
    r->failed = true;
    return;
  }
  r->arena = fresh;
  for (size_t k = from; k < r->events; k++) r->event[k - from] = copy_event(run, &r->event[k]);
  if (r->samples) r->sample[0] = copy_sample(run, &r->sample[r->samples - 1]);
  r->before = copy_bytes(run, run->elements, sizeof *r->before, r->before);
  r->guard = copy_bytes(run, 1, sizeof *r->guard, r->guard);
  r->samples = r->taken_samples = r->samples ? 1 : 0;
  r->events -= from;
  r->complete -= from;
  r->taken_events -= from;
  ss_arena_destroy(old);
}

static void give_if_many(ss_run *run) {
  ss_record *r = &run->record;
  if (!run->options->take || r->failed) return;
  if (r->samples - r->taken_samples < HELD && r->events - r->taken_events < HELD) return;
  give(run, count_complete(run));
  keep_first(run);
  forget(run);
}

/* ---- samples at regular times ---------------------------------------------------------------- */

double ss_record_next_tick(const ss_run *run) {
  const double every = run->options->every;
  return every > 0 ? (double)(run->record.ticks + 1) * every : INFINITY;
}

void ss_record_tick(ss_run *run) {
  run->record.ticks++;
  ss_record_sample(run);
  give_if_many(run);
}

/* ---- events ---------------------------------------------------------------------------------- */

ss_event *ss_record_event(ss_run *run, ss_event_kind kind, size_t element) {
  ss_record *r = &run->record;
  assert(element == SIZE_MAX || element < run->elements);
  ss_event *list = make_space(run, r->event, r->events, &r->event_space, sizeof *list);
  ss_event *event = &r->spill;
  r->seen++;
  if (list) {
    r->event = list;
    event = &list[r->events++];
  } else {
    r->failed = true;
  }
  if (!r->before && r->modes_known) r->before = copy_modes(run);
  *event = (ss_event){.t = run->t,
                      .kind = kind,
                      .element = element,
                      .q = ss_record_copy(run, run->n, run->q),
                      .modes_before = r->before,
                      .guard = r->guard};
  return event;
}

static void tell_controller(const ss_run *run, const ss_motion_instant *instant) {
  const ss_motion_control *control = run->options->control;
  if (control && control->notice) control->notice(control->user, instant);
}

void ss_record_guard(ss_run *run, ss_event_guard guard) {
  run->record.guard = copy_bytes(run, 1, sizeof guard, &guard);
  tell_controller(run, &(ss_motion_instant){.t = run->t, .guard = &guard});
}

void ss_record_clock(const ss_run *run) {
  tell_controller(run, &(ss_motion_instant){.t = run->t, .modes = run->modes});
}

void ss_record_modes(ss_run *run) {
  ss_record *r = &run->record;
  const ss_mode *after = r->complete < r->events ? copy_modes(run) : NULL;
  const size_t first = r->complete;
  for (; r->complete < r->events; r->complete++) r->event[r->complete].modes_after = after;
  if (first < r->events || !r->modes_known)
    tell_controller(run, &(ss_motion_instant){.t = run->t,
                                              .events = r->events - first,
                                              .event = r->event + first,
                                              .modes = run->modes});
  r->before = NULL;
  r->guard = NULL;
  r->modes_known = true;
  give_if_many(run);
}

/* ---- the beginning and the end --------------------------------------------------------------- */

ss_status ss_record_start(ss_run *run) {
  run->record.arena = run->options->take ? ss_arena_create() : run->arena;
  return run->record.arena ? SS_OK : SS_MEMORY;
}

void ss_record_stop(ss_run *run) {
  if (run->record.arena != run->arena) ss_arena_destroy(run->record.arena);
  run->record.arena = NULL;
}

/* The last piece, and what of the events stays: the first, then the last. */
static void finish_giving(ss_run *run) {
  ss_record *r = &run->record;
  give(run, r->events);
  ss_arena *own = r->arena;
  r->arena = run->arena;
  const size_t last = r->first && r->events > KEPT ? r->events - KEPT : 0;
  r->events -= last;
  for (size_t k = 0; k < r->events; k++) r->event[k] = copy_event(run, &r->event[k + last]);
  r->samples = 0;
  ss_arena_destroy(own);
}

/* The first events, then those of the list that are not among them. */
static void join_events(ss_run *run, ss_motion *motion) {
  const ss_record *r = &run->record;
  const size_t known = r->seen - r->events < KEPT ? r->seen - r->events : KEPT;
  ss_event *all = ss_arena_new(run->arena, known + r->events, ss_event);
  if (!all) {
    run->record.failed = true;
    return;
  }
  memcpy(all, r->first, known * sizeof *all);
  memcpy(all + known, r->event, r->events * sizeof *all);
  motion->event = all;
  motion->events = known + r->events;
  motion->left_out = r->seen - motion->events;
}

ss_status ss_record_finish(ss_run *run, ss_motion *motion) {
  ss_record *r = &run->record;
  ss_record_modes(run);
  if (run->options->take) finish_giving(run);
  if (r->first) {
    join_events(run, motion);
  } else {
    motion->event = copy_bytes(run, r->events, sizeof *r->event, r->event);
    motion->events = motion->event ? r->events : 0;
  }
  motion->sample = copy_bytes(run, r->samples, sizeof *r->sample, r->sample);
  motion->samples = motion->sample ? r->samples : 0;
  motion->q = ss_record_copy(run, run->n, run->q);
  motion->u = ss_record_copy(run, run->n, ss_run_velocities(run));
  return r->failed ? SS_MEMORY : r->refused ? SS_IO : SS_OK;
}
