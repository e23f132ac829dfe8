/* track_run.c: a motion that follows a reference.
 *
 *     v = clip(mu_k(t) - K_k(t) (x - alpha_k(t))),      k: what has happened so far
 *
 * The controller is told of every guard that reaches 0 (motion.h), before the modes after it are
 * chosen. It looks for the guard, by kind and element, among those of the reference's next instant
 * that have not happened yet; when all have, the next segment begins, and while only some have, the
 * one between them holds. Events that happen together in this motion show one guard only: the
 * others are seen from the modes and impulses afterwards. An accumulation leads behind that of the
 * reference, however many bounces there were. A guard that the reference does not have next is
 * counted; it changes nothing unless it and the modes behind it are those of a later instant.
 *
 * Without spreading (by_clock) the segment is that of the time.
 */
#include <math.h>
#include <string.h>

#include "track.h"

/* The segments that were followed, from when on. */
typedef struct change {
  double t;
  size_t segment;
} change;

typedef struct following {
  const ss_tracker *tracker;
  const ss_system *system;
  ss_arena *arena;
  size_t instants, segment;
  unsigned done;
  ss_guard_kind *told; /* per element: the guard told at this instant; SS_GUARD_COUNT: none */
  ss_event_guard lost; /* one told at this instant that the reference does not have next; */
  bool loses;          /* .. there is one */
  double *alpha, *gain, *mu, *work;
  size_t changes, space;
  change *change;
  bool failed;
  ss_track *out;
} following;

/* ---- which segment --------------------------------------------------------------------------- */

static void note_change(following *f, double t) {
  if (f->changes == f->space) {
    change *more = ss_arena_new(f->arena, 2 * f->space + 16, change);
    if (!more) {
      f->failed = true;
      return;
    }
    if (f->changes) memcpy(more, f->change, f->changes * sizeof *more);
    f->change = more;
    f->space = 2 * f->space + 16;
  }
  f->change[f->changes++] = (change){t, f->segment};
}

/* The segment for what has happened. */
static void change_segment(following *f, double t) {
  const size_t segment = ss_reference_find(&f->tracker->reference, f->instants, f->done);
  if (segment == f->segment) return;
  f->segment = segment;
  note_change(f, t);
}

static void finish_instant(following *f, double t) {
  f->instants++;
  f->done = 0;
  change_segment(f, t);
}

/* Guards of the next instant have reached 0; those that are one event are done together. */
static void settle(following *f, double t) {
  const ss_reference_motion *r = &f->tracker->reference;
  const unsigned all = (1u << r->variation.event[f->instants].guards) - 1;
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < r->segments; i++) {
    const ss_reference_segment *s = &r->segment[i];
    const bool fits = s->instants == f->instants && s->done && !(f->done & ~s->done);
    if (fits && (best == SIZE_MAX || s->done < r->segment[best].done)) best = i;
  }
  if (best == SIZE_MAX || f->done == all) {
    finish_instant(f, t);
    return;
  }
  f->done = r->segment[best].done;
  change_segment(f, t);
}

/* A guard has reached 0. */
static void hear(following *f, const ss_motion_instant *now) {
  const ss_variation *v = &f->tracker->reference.variation;
  const ss_event_guard *g = now->guard;
  if (g->element != SIZE_MAX) f->told[g->element] = g->kind;
  if (g->kind == SS_GUARD_FORCES && f->instants < v->events && v->event[f->instants].guards == 0) {
    finish_instant(f, now->t);
    return;
  }
  for (size_t i = 0; f->instants < v->events && i < v->event[f->instants].guards; i++) {
    const ss_event_guard *wanted = &v->event[f->instants].guard[i];
    if (wanted->kind != g->kind || wanted->element != g->element || f->done & 1u << i) continue;
    f->done |= 1u << i;
    settle(f, now->t);
    return;
  }
  /* the inputs that changed with an event may put it off: it comes again */
  if (g->kind == SS_GUARD_FORCES && f->instants && v->event[f->instants - 1].guards == 0) return;
  for (size_t i = 0; f->instants && i < v->event[f->instants - 1].guards; i++) {
    const ss_event_guard *had = &v->event[f->instants - 1].guard[i];
    if (had->kind == g->kind && had->element == g->element && g->kind != SS_GUARD_GAP) return;
  }
  f->lost = *g;
  f->loses = true;
  if (f->out->unexpected++ == 0) {
    f->out->unexpected_time = now->t;
    f->out->unexpected_guard = *g;
  }
}

/* A guard that belongs to a later instant of the reference, behind which are the modes at hand:
 * those between did not happen, and will not. */
static void catch_up(following *f, const ss_motion_instant *now) {
  const ss_variation *v = &f->tracker->reference.variation;
  for (size_t k = f->instants + 1; k < v->events; k++) {
    const ss_vary_event *e = &v->event[k];
    const ss_mode *after = e->way[0].stage[e->way[0].stages - 1].modes;
    bool same = false;
    for (size_t i = 0; i < e->guards; i++)
      same |= e->guard[i].kind == f->lost.kind && e->guard[i].element == f->lost.element;
    for (size_t i = 0; i < f->tracker->elements; i++) same = same && after[i] == now->modes[i];
    if (!same) continue;
    f->instants = k;
    finish_instant(f, now->t);
    return;
  }
}

static bool slips(ss_mode m) {
  return m == SS_MODE_SLIP || m == SS_MODE_SLIP_PLUS || m == SS_MODE_SLIP_MINUS;
}

static bool is_hit(const following *f, const ss_motion_instant *now, size_t element) {
  const size_t normal = f->system->element[element].normal;
  for (size_t i = 0; i < now->events; i++)
    if (ss_event_jumps(now->event[i].kind) && now->event[i].impulses && normal != SIZE_MAX &&
        now->event[i].impulses[normal] > 0)
      return true;
  return false;
}

/* Did what guard i of the reference's next instant stands for happen, though another was told? An
 * impact may turn a slip to what it is before that instant: then it has not. */
static bool has_happened(const following *f, const ss_motion_instant *now, const ss_mode *before,
                         const ss_vary_event *next, size_t i) {
  const ss_event_guard *g = &next->guard[i];
  if (g->element == SIZE_MAX || f->told[g->element] == g->kind) return false;
  const ss_mode from = before[g->element], to = now->modes[g->element];
  if (g->kind != SS_GUARD_GAP && to == next->before[g->element]) return false;
  switch (g->kind) {
  case SS_GUARD_GAP:
    return from == SS_MODE_FREE && (to != SS_MODE_FREE || is_hit(f, now, g->element));
  case SS_GUARD_NORMAL: return from != SS_MODE_FREE && to == SS_MODE_FREE;
  case SS_GUARD_SLIP: return from != to && (slips(from) || to == SS_MODE_STICK);
  case SS_GUARD_BOUND: return from == SS_MODE_STICK && slips(to);
  default: return false;
  }
}

/* The first instant from here on at which the element's bounces in the reference end. */
static size_t find_accumulation(const following *f, size_t element) {
  const ss_variation *v = &f->tracker->reference.variation;
  for (size_t k = f->instants; k < v->events; k++)
    for (size_t i = 0; v->event[k].kind == SS_EVENT_ACCUMULATION && i < v->event[k].contacts; i++)
      if (v->event[k].contact[i] == element) return k;
  return SIZE_MAX;
}

/* Did the next instant happen, of which the reference knows no guard but what came of it? */
static bool has_come(const following *f, const ss_motion_instant *now) {
  const ss_vary_event *e = &f->tracker->reference.variation.event[f->instants];
  for (size_t i = 0; e->guards == 0 && e->contacts && i < now->events; i++)
    if (now->event[i].kind == e->kind && now->event[i].element == e->contact[0]) return true;
  return false;
}

/* The next instant begins with nothing told. */
static void forget(following *f) {
  f->loses = false;
  for (size_t i = 0; i < f->tracker->elements; i++) f->told[i] = SS_GUARD_COUNT;
}

/* All that happened at an instant is known. */
static void look_back(following *f, const ss_motion_instant *now) {
  const ss_variation *v = &f->tracker->reference.variation;
  const ss_mode *before = now->events ? now->event[0].modes_before : NULL;
  if (!before) before = v->start;
  for (bool found = true; found && f->instants < v->events;) {
    const ss_vary_event *e = &v->event[f->instants];
    found = has_come(f, now);
    if (found) finish_instant(f, now->t);
    for (size_t i = 0; !found && i < e->guards; i++)
      if (!(f->done & 1u << i) && has_happened(f, now, before, e, i)) {
        f->told[e->guard[i].element] = e->guard[i].kind;
        found = true;
        f->done |= 1u << i;
        settle(f, now->t);
      }
  }
  for (size_t i = 0; i < now->events; i++) {
    if (now->event[i].kind != SS_EVENT_ACCUMULATION) continue;
    const size_t k = find_accumulation(f, now->event[i].element);
    if (k == SIZE_MAX) continue;
    f->instants = k;
    finish_instant(f, now->t);
  }
  if (f->loses) catch_up(f, now);
  forget(f);
}

/* The time of the reference's next instant. */
static double find_next(void *user, double t) {
  const ss_variation *v = &((following *)user)->tracker->reference.variation;
  for (size_t k = 0; k < v->events; k++)
    if (v->event[k].t > t) return v->event[k].t;
  return INFINITY;
}

/* Without spreading: what the clock says. */
static void look_at_clock(following *f, double t) {
  const ss_variation *v = &f->tracker->reference.variation;
  while (f->instants < v->events && v->event[f->instants].t <= t * (1 + 1e-15)) f->instants++;
  change_segment(f, t);
}

static void notice(void *user, const ss_motion_instant *now) {
  following *f = user;
  if (f->tracker->by_clock)
    look_at_clock(f, now->t);
  else if (now->guard)
    hear(f, now);
  else
    look_back(f, now);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static double clip(const ss_tracker *k, size_t j, double v) {
  return fmin(fmax(v, k->low[j]), k->high[j]);
}

/* alpha, K and mu of a segment. */
static void look_up(following *f, size_t segment, double t) {
  const ss_tracker *k = f->tracker;
  ss_reference_look_up(&k->reference, segment, t, f->alpha, f->gain);
  double *in = ss_tape_in(k->law, f->work);
  memcpy(in, f->alpha, 2 * k->n * sizeof *in);
  in[2 * k->n] = t;
  ss_tape_run(k->law, f->work);
  const double *out = ss_tape_out(k->law, f->work);
  for (size_t j = 0; j < k->inputs; j++) f->mu[j] = clip(k, j, out[j]);
}

/* What feedback asks of input j, before it is clipped: -K (x - alpha). */
static double find_feedback(const following *f, size_t j, const double *q, const double *u) {
  const size_t n = f->tracker->n;
  const double *row = f->gain + j * 2 * n;
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum -= row[i] * (q[i] - f->alpha[i]) + row[n + i] * (u[i] - f->alpha[n + i]);
  return sum;
}

static void choose(void *user, double t, const double *q, const double *u, double *v) {
  following *f = user;
  const ss_tracker *k = f->tracker;
  look_up(f, f->segment, t);
  for (size_t j = 0; j < k->inputs; j++) v[j] = clip(k, j, f->mu[j] + find_feedback(f, j, q, u));
}

/* ---- what is told of it ---------------------------------------------------------------------- */

/* The segment of a sample: what happened at its time counts for the last sample there. */
static size_t find_of_sample(const following *f, const ss_motion *m, size_t i) {
  const double t = m->sample[i].t;
  const bool after = i + 1 == m->samples || m->sample[i + 1].t > t;
  size_t segment = 0;
  for (size_t j = 0; j < f->changes; j++)
    if (f->change[j].t < t || (after && f->change[j].t == t)) segment = f->change[j].segment;
  return segment;
}

static void measure_sample(following *f, const ss_motion *m, size_t i, ss_track *out,
                           ss_track_sample *s) {
  const ss_tracker *k = f->tracker;
  const ss_sample *at = &m->sample[i];
  double *input = (double *)s->input, *error = (double *)s->error,
         *feedback = (double *)s->feedback;
  s->segment = find_of_sample(f, m, i);
  look_up(f, s->segment, at->t);
  s->cost = 0;
  for (size_t j = 0; j < k->inputs; j++) {
    const double asked = find_feedback(f, j, at->q, at->u);
    input[j] = clip(k, j, f->mu[j] + asked);
    feedback[j] = input[j] - f->mu[j];
    s->saturated |= input[j] != f->mu[j] + asked;
    s->cost += k->effort[j] * feedback[j] * feedback[j];
    out->feedback = fmax(out->feedback, fabs(feedback[j]));
  }
  for (size_t c = 0; c < 2 * k->n; c++) {
    error[c] = (c < k->n ? at->q[c] : at->u[c - k->n]) - f->alpha[c];
    s->cost += k->weight[c] * error[c] * error[c];
    out->error = fmax(out->error, fabs(error[c]));
  }
}

static ss_status measure(following *f, const ss_motion *m, ss_track *out) {
  const size_t n2 = 2 * f->tracker->n, inputs = f->tracker->inputs;
  ss_track_sample *list = ss_arena_new(f->arena, m->samples, ss_track_sample);
  double *numbers = ss_arena_new(f->arena, m->samples * (n2 + 2 * inputs), double);
  if (!list || !numbers) return SS_MEMORY;
  for (size_t i = 0; i < m->samples; i++) {
    double *at = numbers + i * (n2 + 2 * inputs);
    list[i] = (ss_track_sample){.error = at, .input = at + n2, .feedback = at + n2 + inputs};
    measure_sample(f, m, i, out, &list[i]);
    const double d = i ? m->sample[i].t - m->sample[i - 1].t : 0;
    if (i) out->cost += 0.5 * d * (list[i].cost + list[i - 1].cost);
    if (i && list[i].saturated && list[i - 1].saturated) out->saturated += d;
  }
  out->sample = list;
  out->samples = m->samples;
  out->missed = f->tracker->reference.variation.events - f->instants;
  return SS_OK;
}

/* ---- the run --------------------------------------------------------------------------------- */

static ss_status open_following(following *f) {
  const ss_tracker *k = f->tracker;
  f->told = ss_arena_new(f->arena, k->elements + 1, ss_guard_kind);
  f->alpha = ss_arena_new(f->arena, 2 * k->n, double);
  f->gain = ss_arena_new(f->arena, k->inputs * 2 * k->n, double);
  f->mu = ss_arena_new(f->arena, k->inputs, double);
  f->work = ss_arena_new(f->arena, ss_tape_work_size(k->law), double);
  if (!f->told || !f->alpha || !f->gain || !f->mu || !f->work) return SS_MEMORY;
  forget(f);
  ss_tape_prepare(k->law, ss_machine_parameters(k->machine), f->work);
  return SS_OK;
}

ss_status ss_track_run(ss_arena *arena, const ss_tracker *tracker, const double *q, const double *u,
                       const ss_motion_options *options, ss_motion *motion, ss_track *track) {
  const ss_system *plant = ss_machine_plant(tracker->machine);
  following f = {.tracker = tracker, .system = plant, .arena = arena, .out = track};
  const ss_motion_control control = {choose, notice, tracker->by_clock ? find_next : NULL,
                                     &f,     NULL,   ss_machine_system(tracker->machine)->graph};
  ss_motion_options how = *options;
  *track = (ss_track){.inputs = tracker->inputs, .by_clock = tracker->by_clock};
  *motion = (ss_motion){.status = SS_MEMORY};
  ss_status status = open_following(&f);
  if (status != SS_OK) return status;
  how.control = &control;
  how.go_on_at_rest = true;
  status = ss_motion_run(arena, plant, ss_machine_parameters(tracker->machine), q, u, &how, motion);
  if (f.failed) return SS_MEMORY;
  const ss_status measured = motion->samples ? measure(&f, motion, track) : SS_OK;
  return status == SS_OK ? measured : status;
}
