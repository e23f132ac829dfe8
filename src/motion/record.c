/* record.c: what a run leaves behind: events and samples.
 *
 * The lists grow by doubling in the run's scratch memory and move to the results' arena at the end;
 * the arrays of numbers that they point to are in the results' arena from the beginning. A failure
 * (memory) is remembered and told once, by ss_record_finish.
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

static void *copy_bytes(ss_run *run, size_t count, size_t size, const void *values) {
  void *copy = ss_arena_alloc(run->arena, count, size);
  if (!copy)
    run->record.failed = true;
  else if (count)
    memcpy(copy, values, count * size);
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
                  .u = ss_record_copy(run, run->n, run->u),
                  .forces = ss_record_copy(run, run->normals + run->slips, run->forces),
                  .modes = copy_modes(run)};
}

void ss_record_end(ss_run *run) {
  const ss_record *r = &run->record;
  const ss_sample *last = r->samples ? &r->sample[r->samples - 1] : NULL;
  bool same = last && last->t == run->t && last->q && last->u;
  for (size_t k = 0; same && k < run->n; k++)
    same = last->q[k] == run->q[k] && last->u[k] == run->u[k];
  if (!same) ss_record_sample(run);
}

double ss_record_next_tick(const ss_run *run) {
  const double every = run->options->every;
  return every > 0 ? (double)(run->record.ticks + 1) * every : INFINITY;
}

void ss_record_tick(ss_run *run) {
  run->record.ticks++;
  ss_record_sample(run);
}

ss_event *ss_record_event(ss_run *run, ss_event_kind kind, size_t element) {
  ss_record *r = &run->record;
  assert(element == SIZE_MAX || element < run->elements);
  ss_event *list = make_space(run, r->event, r->events, &r->event_space, sizeof *list);
  ss_event *event = &r->spill;
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

void ss_record_guard(ss_run *run, ss_event_guard guard) {
  run->record.guard = copy_bytes(run, 1, sizeof guard, &guard);
}

void ss_record_modes(ss_run *run) {
  ss_record *r = &run->record;
  const ss_mode *after = r->complete < r->events ? copy_modes(run) : NULL;
  for (; r->complete < r->events; r->complete++) r->event[r->complete].modes_after = after;
  r->before = NULL;
  r->guard = NULL;
  r->modes_known = true;
}

ss_status ss_record_finish(ss_run *run, ss_motion *motion) {
  ss_record *r = &run->record;
  ss_record_modes(run);
  motion->events = r->events;
  motion->samples = r->samples;
  motion->event = copy_bytes(run, r->events, sizeof *r->event, r->event);
  motion->sample = copy_bytes(run, r->samples, sizeof *r->sample, r->sample);
  motion->q = ss_record_copy(run, run->n, run->q);
  motion->u = ss_record_copy(run, run->n, run->u);
  if (!motion->event) motion->events = 0;
  if (!motion->sample) motion->samples = 0;
  return r->failed ? SS_MEMORY : SS_OK;
}
