/* moreau.c: motion by time stepping: steps, their record, their energy book, rest.
 *
 * Steps of one length, counted by products (t = k dt, no rounding adds up), or chosen by the step
 * control (moreau_control.c). A step tells its impacts, the modes at its end, and amounts of
 * energy:
 *
 *     impacts    T after - T before, each at its own moment
 *     friction   P^T W^T (u + u+) / 2: exactly what the impulses of the step did, for constant M
 *     work       f_nc^T (u + u+) dt / 2, and -dL/dt at fixed q, u in the middle, times dt
 *
 * so that the book's residual is the error of the midpoint rule for U (and for a changing M), of
 * the size of dt^2 while no contact is hit.
 *
 * Events are what changes between the ends of two steps, at the time of the second; impacts carry
 * the time that the gap gives. Regular samples are interpolated between the ends of a step.
 *
 * A machine that is slow is looked at as by the event-driven method (events.c, settle.c): where
 * everything sticks, velocities are 0 to the tolerance of the contact problem.
 *
 * CFLAGS: -fno-tree-loop-distribute-patterns
 */
#include <math.h>
#include <string.h>

#include "events.h"
#include "moreau.h"
#include "moreau_control.h"

/* Forces left over at rest, at least, relative to the forces at hand. */
static const double BALANCE = 1e-8;

/* Steps until rest is looked for again where slow velocities were none. */
enum { PATIENCE = 16 };

/* The first attempt of the step control, in units of the motion's duration. */
static const double FIRST_STEP = 1e-4;

typedef struct stepping {
  ss_run *run;
  ss_moreau stepper;
  ss_moreau_state state;
  ss_moreau_result result;
  ss_moreau_control control;
  ss_events events; /* for the question of rest: forces of given modes */
  bool rests_for_good;
  bool began; /* the modes of a first step are known */
  size_t wait;
  double force; /* the largest of h on the way: what is left at rest is measured by it */
  double *zero, *middle, *speed; /* n */
  double *held;                  /* normals, then slips: forces that hold the machine */
} stepping;

/* ---- the record ------------------------------------------------------------------------------ */

/* Moves the run's present along a straight line, with the regular samples on the way. */
static void move_to(ss_run *run, double t, const double *q, const double *u) {
  const double late = t + 1e-9 * (t - run->t);
  for (double tick; (tick = ss_record_next_tick(run)) <= late;) {
    const double share = fmin(1, fmax(0, (tick - run->t) / (t - run->t)));
    for (size_t k = 0; k < run->n; k++) {
      run->q[k] += share * (q[k] - run->q[k]);
      run->u[k] += share * (u[k] - run->u[k]);
    }
    run->t = tick;
    ss_record_tick(run);
    ss_run_watch(run);
  }
  run->t = t;
  copy_few(run->n, q, run->q);
  copy_few(run->n, u, run->u);
}

/* An impact may have happened before the step's beginning, but not before the last record. */
static void record_hit(ss_run *run, const ss_moreau_hit *hit) {
  const ss_record *record = &run->record;
  const double last = record->samples ? record->sample[record->samples - 1].t : 0;
  move_to(run, fmax(last, hit->t), hit->q, hit->u_before);
  ss_record_sample(run);
  ss_event *event = ss_record_event(run, SS_EVENT_IMPACT, hit->element);
  event->energy_before = hit->before;
  event->energy_after = hit->after;
  event->u_before = ss_record_copy(run, run->n, hit->u_before);
  event->u_after = ss_record_copy(run, run->n, hit->u_after);
  event->impulses = ss_record_copy(run, run->normals + run->slips, hit->impulses);
  ss_book_impact(run, hit->element, hit->after - hit->before, hit->drive);
  run->kinetic_most = larger_of(run->kinetic_most, hit->before);
  memcpy(run->u, hit->u_after, run->n * sizeof *run->u);
  ss_record_sample(run);
}

/* The event that leads from one mode to another; SS_EVENT_COUNT if none does. */
static ss_event_kind name_change(ss_element_kind kind, ss_mode from, ss_mode to) {
  if (from == to) return SS_EVENT_COUNT;
  if (kind == SS_ELEMENT_CLUTCH) return to == SS_MODE_FREE ? SS_EVENT_SLIP : SS_EVENT_STICK;
  if (to == SS_MODE_FREE) return SS_EVENT_DETACH;
  if (from == SS_MODE_FREE) return SS_EVENT_CLOSE;
  if (to == SS_MODE_ROLL) return SS_EVENT_ROLL;
  return to == SS_MODE_STICK ? SS_EVENT_STICK : SS_EVENT_SLIP;
}

/* Events of the modes that have changed; false if none has. */
static bool record_changes(ss_run *run, const ss_mode *modes) {
  bool changed = false;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_element_kind element = run->system->element[i].element->kind;
    const ss_event_kind kind = name_change(element, run->modes[i], modes[i]);
    if (kind == SS_EVENT_COUNT) continue;
    ss_record_event(run, kind, i);
    changed = true;
  }
  if (!changed) return false;
  memcpy(run->modes, modes, run->elements * sizeof *run->modes);
  ss_record_sample(run);
  return true;
}

/* Does the contact problem of the last step have several solutions? */
static void look_for_others(stepping *s) {
  const ss_moreau *m = &s->stepper;
  const ss_contact_problem problem = {
      .contacts = m->count, .size = m->size, .contact = m->contact, .dense = m->G, .c = m->c};
  if (s->run->doubt || m->count == 0) return;
  if (ss_doubt_has_several(s->run->scratch, &problem))
    ss_doubt_note(s->run, s->run->t, "the contact problem of a step has several solutions");
}

/* What explicit time puts into the energy over the step that ends at `end`. */
static double find_drift(stepping *s, const ss_moreau_state *end) {
  ss_run *run = s->run;
  if (!run->drift_tape) return 0;
  for (size_t k = 0; k < run->n; k++) {
    s->middle[k] = 0.5 * (run->q[k] + end->q[k]);
    s->speed[k] = 0.5 * (run->u[k] + end->u[k]);
  }
  ss_run_evaluate(run, end->t - 0.5 * end->step, s->middle, s->speed);
  return run->at.drift * end->step;
}

/* Puts a step into the record and the book; the run's present moves to its end. */
static void note_step(stepping *s, const ss_moreau_state *end, const ss_moreau_result *result) {
  ss_run *run = s->run;
  const bool first = !s->began;
  copy_few(run->normals + run->slips, end->forces, run->forces);
  if (!s->began) {
    memcpy(run->modes, result->modes, run->elements * sizeof *run->modes);
    ss_record_sample(run);
    s->began = true;
  }
  for (size_t k = 0; k < result->hits; k++) record_hit(run, &result->hit[k]);
  if (result->at_once.energy > 0)
    ss_doubt_landings(run, result->hit[result->hits - 1].t, &result->at_once);
  ss_book_add(run, result->amounts);
  run->book.work += find_drift(s, end);
  run->penetration = larger_of(run->penetration, result->penetration);
  for (size_t k = 0; k < run->n; k++) s->force = larger_of(s->force, fabs(s->stepper.at.h[k]));
  move_to(run, end->t, end->q, end->u);
  if (record_changes(run, result->modes) || first) look_for_others(s);
  if (ss_run_leaves(run, run->t, run->q, run->u)) ss_run_note_leaving(run);
  ss_record_modes(run);
  ss_run_watch(run);
}

/* ---- rest ------------------------------------------------------------------------------------ */

static ss_status look_for_rest(stepping *s) {
  ss_run *run = s->run;
  ss_run_note_speed(run);
  if (!s->rests_for_good || run->at_rest || run->settles || (s->wait > 0 && s->wait-- > 0))
    return SS_OK;
  const double share = ss_settle_share(run->options);
  bool held = false;
  if (!ss_settle_is_slow(run, share)) return SS_OK;
  s->wait = PATIENCE;
  s->events.force = s->force;
  ss_run_evaluate(run, run->t, run->q, s->zero);
  ss_status status = ss_run_is_equilibrium(run, &s->events.contacts, fmax(BALANCE, share), s->force,
                                           s->held, &held);
  if (status == SS_OK && held) status = ss_settle_end(&s->events);
  if (status != SS_OK)
    return ss_run_stop(run, status, "looking for rest at t = %.9g: %s", run->t,
                       ss_status_text(status));
  if (run->at_rest) memcpy(run->forces, s->held, (run->normals + run->slips) * sizeof *s->held);
  return SS_OK;
}

/* ---- the method ------------------------------------------------------------------------------ */

static ss_status create(stepping *s, ss_run *run) {
  const ss_motion_options *o = run->options;
  ss_arena *arena = run->scratch;
  *s = (stepping){.run = run, .rests_for_good = ss_run_is_autonomous(run)};
  s->zero = ss_arena_new(arena, run->n, double);
  s->middle = ss_arena_new(arena, run->n, double);
  s->speed = ss_arena_new(arena, run->n, double);
  s->held = ss_arena_new(arena, run->normals + run->slips, double);
  ss_status status = s->zero && s->middle && s->speed && s->held ? SS_OK : SS_MEMORY;
  if (status == SS_OK) status = ss_moreau_create(arena, run->system, run->parameters, &s->stepper);
  if (status == SS_OK) status = ss_moreau_new_state(arena, &s->stepper, &s->state);
  if (status == SS_OK) status = ss_moreau_new_result(arena, &s->stepper, &s->result);
  if (status == SS_OK)
    status = ss_moreau_control_create(arena, &s->stepper, o->tolerance, FIRST_STEP * o->end,
                                      &s->control);
  if (status == SS_OK) status = ss_events_prepare(&s->events, run);
  if (status == SS_OK) ss_moreau_start(&s->stepper, run->t, run->q, run->u, &s->state);
  return status;
}

/* One step, or two that the control has accepted. */
static ss_status advance(stepping *s) {
  ss_run *run = s->run;
  const ss_motion_options *o = run->options;
  ss_status status = ss_run_count_step(run);
  if (status != SS_OK) return status;
  if (o->step > 0) {
    const double next = (double)run->steps * o->step;
    const bool last = next >= o->end * (1 - 1e-12);
    status = ss_moreau_step(&s->stepper, &s->state, last ? o->end - run->t : o->step, &s->result);
    if (status != SS_OK) return status;
    s->state.t = last ? o->end : next;
    note_step(s, &s->state, &s->result);
    return SS_OK;
  }
  status = ss_moreau_control_step(&s->control, &s->stepper, &s->state, s->began ? run->modes : NULL,
                                  o->end);
  if (status != SS_OK) return status;
  note_step(s, &s->control.between, &s->control.half[0]);
  note_step(s, &s->state, &s->control.half[1]);
  return ss_run_count_step(run);
}

/* Why a step failed, at which element, and what the closed ones did before. */
static void tell_why(const stepping *s, ss_status status) {
  ss_run *run = s->run;
  const ss_moreau *m = &s->stepper;
  const ss_system_element *element = run->system->element;
  bool any = false;
  ss_text text;
  ss_text_start(&text);
  if (m->where != SIZE_MAX) ss_text_addf(&text, " (%s)", element[m->where].element->name.text);
  for (size_t i = 0; s->began && i < run->elements; i++) {
    if (run->modes[i] == SS_MODE_FREE) continue;
    ss_text_addf(&text, "%s%s %s", any ? ", " : "; modes before: ", element[i].element->name.text,
                 ss_mode_word(run->modes[i]));
    any = true;
  }
  ss_run_stop(run, status, "at t = %.9g: %s%s", run->t, m->why, text.length ? text.data : "");
  ss_text_stop(&text);
}

ss_status ss_motion_moreau(ss_run *run) {
  stepping s;
  ss_status status = create(&s, run);
  if (status == SS_OK && ss_run_leaves(run, run->t, run->q, run->u)) ss_run_note_leaving(run);
  while (status == SS_OK && run->t < run->options->end && !ss_run_is_over(run)) {
    status = run->at_rest && s.rests_for_good ? ss_run_stay(run) : advance(&s);
    if (status == SS_OK) status = look_for_rest(&s);
  }
  if (status != SS_OK && !run->reason && s.stepper.why) tell_why(&s, status);
  if (s.began) ss_record_end(run);
  ss_moreau_destroy(&s.stepper);
  return status;
}
