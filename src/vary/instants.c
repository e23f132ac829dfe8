/* instants.c: the events of a motion, gathered into instants.
 *
 * A motion records several events for what happens at one time: an impact, the slip that begins
 * with it, another contact that lets go. They share the modes before and after. Instants that are
 * closer than the window are one: two corners that land together do so up to rounding. What only
 * names a state (rest, settling, leaving a region) is none.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

static bool is_name_only(const ss_event *e) {
  return e->kind == SS_EVENT_REST || e->kind == SS_EVENT_SETTLE || e->kind == SS_EVENT_LEAVE;
}

/* Do the modes change, the velocities, or the direction of a slip? */
static bool matters(const ss_frame *f, const ss_event *first, const ss_event *last) {
  for (const ss_event *e = first; e <= last; e++)
    if (e->kind == SS_EVENT_IMPACT || e->kind == SS_EVENT_ACCUMULATION) return true;
  /* a slip in several directions that stops and goes on, another way */
  if (first->guard && ss_guard_is_spatial(f, first->guard->kind, first->guard->element))
    return true;
  if (!first->modes_before || !last->modes_after) return false;
  return memcmp(first->modes_before, last->modes_after,
                f->elements * sizeof *first->modes_before) != 0;
}

static bool belongs(const ss_event *first, const ss_event *e, double window) {
  return e->modes_before == first->modes_before || e->t - first->t <= window;
}

ss_status ss_vary_list_instants(ss_vary *v, const ss_motion *m, size_t *count,
                                ss_moment **moments) {
  ss_moment *list = ss_arena_new(v->arena, m->events + 1, ss_moment);
  *count = 0;
  *moments = list;
  if (!list) return SS_MEMORY;
  for (size_t i = 0; i < m->events;) {
    const ss_event *first = &m->event[i], *last = first;
    if (is_name_only(first)) {
      i++;
      continue;
    }
    while (++i < m->events && belongs(first, &m->event[i], v->options->window))
      if (!is_name_only(&m->event[i])) last = &m->event[i];
    if (matters(&v->frame, first, last)) list[(*count)++] = (ss_moment){first, last};
  }
  return SS_OK;
}

bool ss_moment_closes(const ss_vary *v, const ss_moment *m, bool *closes) {
  bool any = false;
  memset(closes, 0, v->frame.elements * sizeof *closes);
  for (const ss_event *e = m->first; e <= m->last; e++)
    if (e->kind == SS_EVENT_ACCUMULATION) closes[e->element] = any = true;
  return any;
}

const bool *ss_moment_hits(const ss_moment *m, bool *hits) {
  for (const ss_event *e = m->first; e <= m->last; e++)
    if (e->kind == SS_EVENT_IMPACT || e->kind == SS_EVENT_CLOSE) hits[e->element] = true;
  return hits;
}
