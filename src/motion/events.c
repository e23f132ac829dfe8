/* events.c: event-driven motion: phase after phase.
 *
 * A phase runs until a guard reaches 0. Then, always in this order:
 *
 *     1  the amounts of energy of the phase go into the book
 *     2  impacts, if a contact closed with some speed; if they accumulate, the point is jumped to
 *     3  the next stances are chosen from the accelerations that the contact laws allow
 *     4  what changed is recorded, and rest is looked for
 *
 * A machine that is slow is looked at: where admissible forces can hold it (the equilibrium
 * inclusion), it rests, settles or moves on (settle.c). Velocities become exactly 0 where all
 * sticks; what only decays has settled when it is below the tolerance. If forces depend on time,
 * neither is final and none is reported.
 *
 * A run that makes no progress (events at one instant, again and again) stops with a reason. The
 * error of a run is that of its flow, times what the events make of it: a grazing contact or a
 * slip that almost stops may amplify it.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* Steps until rest is looked for again where slow velocities were none. */
enum { PATIENCE = 8 };

/* Events in a row, each within PROGRESS of the longest step so far. */
enum { STUCK_MOST = 200 };
static const double PROGRESS = 1e-9;

/* ---- records --------------------------------------------------------------------------------- */

/* Modes that slip velocities tell, stances or not. */
static void name_by_slip(ss_events *ev) {
  if (ev->run->springs) ss_springs_name_modes(ev->run, ev->contacts.at.gamma);
  ss_idle_name_modes(ev->run, ev->contacts.at.gamma, ss_events_still(ev));
}

static void show_modes(ss_events *ev) {
  for (size_t i = 0; i < ev->run->elements; i++)
    ev->run->modes[i] = ss_stance_mode(ev->run, i, &ev->stance[i]);
  name_by_slip(ev);
}

static void name_stances(ss_events *ev) {
  show_modes(ev);
  ss_record_modes(ev->run);
}

/* The event that leads from one stance to another; SS_EVENT_COUNT if none does. */
static ss_event_kind name_change(const ss_element *e, const ss_stance *from, const ss_stance *to) {
  const bool opens = from->kind != SS_STANCE_OPEN && to->kind == SS_STANCE_OPEN;
  const bool closes = from->kind == SS_STANCE_OPEN && to->kind != SS_STANCE_OPEN;
  if (e->kind == SS_ELEMENT_CLUTCH)
    return opens ? SS_EVENT_SLIP : closes ? SS_EVENT_STICK : SS_EVENT_COUNT;
  if (opens) return SS_EVENT_DETACH;
  if (closes) return SS_EVENT_CLOSE;
  bool begins = false, ends = false;
  for (size_t part = 0; part < ss_law_parts(e->law); part++) {
    const bool slipped = ss_stance_slips(from, part), slips = ss_stance_slips(to, part);
    begins |= slips && (!slipped || from->sign != to->sign || to->begins[part]);
    ends |= slipped && !slips;
  }
  if ((begins || ends) && to->kind == SS_STANCE_SLIP && to->holds[0]) return SS_EVENT_ROLL;
  return begins ? SS_EVENT_SLIP : ends ? SS_EVENT_STICK : SS_EVENT_COUNT;
}

static void record_changes(ss_events *ev) {
  ss_run *run = ev->run;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_event_kind kind =
        name_change(run->system->element[i].element, &ev->old_stance[i], &ev->stance[i]);
    if (kind != SS_EVENT_COUNT) ss_record_event(run, kind, i);
  }
}

/* A contact whose impact sticks may slip at once, under the forces that follow it (Bouma 2018, B.3,
 * with the sign of the errata): an event of its own. */
static void record_immediate_slips(ss_events *ev) {
  ss_run *run = ev->run;
  const double still = ss_events_still(ev);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_element *e = run->system->element[i].element;
    if (e->kind != SS_ELEMENT_CONTACT || !ss_stance_slips(&ev->stance[i], 0)) continue;
    if (ss_stances_speed(ev, i, 0) > still) continue;
    if (name_change(e, &ev->old_stance[i], &ev->stance[i]) == SS_EVENT_SLIP) continue;
    ss_record_event(run, SS_EVENT_SLIP, i);
  }
}

/* ---- rest ------------------------------------------------------------------------------------ */

/* Slow enough to look for rest: what counts is decided later. */
static bool is_still(ss_events *ev) {
  const ss_run *run = ev->run;
  const double share = ss_settle_share(run->options);
  return ss_settle_is_slow(run, fmax(share, ss_penalty_still(ev))) ||
         ss_penalty_only_creeps(ev, ev->y_inside);
}

static ss_status judge_end(ss_events *ev) {
  ss_run *run = ev->run;
  const ss_status status = ss_settle_end(ev);
  if (status != SS_OK || !(run->at_rest || run->settles)) return status;
  name_stances(ev);
  ss_record_sample(run);
  return SS_OK;
}

/* The modes, forces and accelerations of the present again, after looks elsewhere. */
static ss_status look_back(ss_events *ev) {
  ss_run *run = ev->run;
  if (!ss_stances_solve(ev, run->t, run->q, run->u))
    return ss_events_stop_without_forces(ev, run->t);
  return SS_OK;
}

/* Looks for rest; where slow velocities were none, after steps only now and then. */
static ss_status look_for_rest(ss_events *ev, bool after_event) {
  ss_run *run = ev->run;
  bool held = false;
  if (run->springs) ss_springs_measure(run);
  for (size_t k = 0; k < run->n; k++) ev->force = fmax(ev->force, fabs(ev->contacts.at.load[k]));
  ss_run_note_speed(run);
  if (!ev->rests_for_good || run->at_rest || run->settles) return SS_OK;
  if (!after_event && ev->wait > 0 && ev->wait-- > 0) return SS_OK;
  if (!is_still(ev)) return SS_OK;
  ev->wait = PATIENCE;
  name_by_slip(ev);
  memset(ev->y_inside, 0, run->n * sizeof *ev->y_inside);
  ss_run_evaluate(run, run->t, run->q, ev->y_inside);
  const double balance = ss_settle_share(run->options);
  const double size = fmax(ev->force, ss_penalty_noise(ev) / balance);
  ss_status status = ss_run_is_equilibrium(run, &ev->contacts, balance, size, run->forces, &held);
  if (status == SS_OK && held) status = judge_end(ev);
  if (status != SS_OK)
    return ss_run_stop(run, status, "looking for rest at t = %.9g: %s%s", run->t,
                       ss_status_text(status), ss_events_name_modes(ev));
  return run->at_rest || run->settles ? SS_OK : look_back(ev);
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* Spatial slips that begin slowly have the implicit flow, until they are faster than FAST. */
static const double FAST = 1e-3;

static void nudge(ss_events *ev) {
  bool begins = false;
  for (size_t i = 0; i < ev->run->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++)
      begins |= ss_stance_slips(&ev->stance[i], part) && ev->stance[i].begins[part];
  if (begins && ss_stances_slowest(ev) == INFINITY) ss_stances_drift(ev, SS_NUDGE * ev->pace);
}

static ss_status begin_phase(ss_events *ev) {
  const ss_run *run = ev->run;
  ev->begin = run->t;
  ev->time = ev->time_end = 0;
  memset(ev->y, 0, ev->size * sizeof *ev->y);
  memcpy(ev->y, run->q, run->n * sizeof *run->q);
  memcpy(ev->y + run->n, run->u, run->n * sizeof *run->u);
  ev->is_stiff = ss_stances_slowest(ev) < FAST;
  const ss_status status = ss_guards_begin(ev);
  if (status != SS_OK) return status;
  ev->slow_steps = 0;
  ev->flow =
      ev->is_stiff || ev->creeps || ss_penalty_is_stiff(ev) ? ev->stiff_flow : ev->smooth_flow;
  return ev->flow.begin(ev);
}

void ss_events_move_to(ss_events *ev, double time, const double *y) {
  ss_run *run = ev->run;
  run->t = ev->begin + time;
  memcpy(run->q, y, run->n * sizeof *run->q);
  memcpy(run->u, y + run->n, run->n * sizeof *run->u);
}

/* Regular samples inside the step, up to `s`. */
static ss_status record_ticks(ss_events *ev, double s) {
  ss_run *run = ev->run;
  const double start = ev->begin + ev->time;
  for (double tick; (tick = ss_record_next_tick(run)) <= start + s && tick <= run->options->end;) {
    const double inside = fmin(fmax(tick - start, 0), s);
    ss_status status = ev->flow.inside(ev, inside, false, ev->y_inside);
    if (status == SS_OK && !ss_stances_solve(ev, tick, ev->y_inside, ev->y_inside + run->n))
      status = SS_NO_CONVERGENCE;
    if (status != SS_OK) return ss_events_stop_without_forces(ev, tick);
    name_by_slip(ev);
    ss_events_move_to(ev, ev->time + inside, ev->y_inside);
    run->t = tick;
    ss_record_tick(run);
    ss_run_watch(run);
  }
  return SS_OK;
}

/* Steps in a row that are shorter than SHORT of the longest so far; of a small machine. */
enum { SHORT_MOST = 20000, SHORT_SMALL = 200 };
static const double SHORT = 1e-6;

/* Steps in a row, shorter than SLOW of the longest so far, until the implicit flow takes over. */
enum { SLOW_MOST = 500 };
static const double SLOW = 1e-2;

static bool is_slow(ss_events *ev) {
  ev->slow_steps = ev->time_end - ev->time < SLOW * ev->pace ? ev->slow_steps + 1 : 0;
  ev->short_steps = ev->time_end - ev->time < SHORT * ev->pace ? ev->short_steps + 1 : 0;
  if (ev->short_steps > SHORT_SMALL && ss_run_coarsen(ev->run)) ev->short_steps = 0;
  return ev->short_steps > SHORT_MOST;
}

static bool is_stuck(ss_events *ev, double duration) {
  ev->stuck = duration <= PROGRESS * ev->pace ? ev->stuck + 1 : 0;
  return ev->stuck > STUCK_MOST;
}

/* The forces of the stances at the present state. */
static ss_status show_forces(ss_events *ev) {
  ss_run *run = ev->run;
  ev->is_stiff = false;
  if (!ss_stances_solve(ev, run->t, run->q, run->u))
    return ss_events_stop_without_forces(ev, run->t);
  ss_events_doubt_shares(ev);
  return SS_OK;
}

/* Impacts without collision at one instant. */
enum { JAMS_MOST = 10 };

/* The next stances; where there are none, after an impact without collision. */
static ss_status choose(ss_events *ev) {
  const char *reason = ev->run->reason;
  ss_status status = ss_events_choose(ev);
  for (int k = 0; k < JAMS_MOST && status != SS_OK && ev->jammed; k++) {
    if (!ev->run->options->impact_if_jammed || !ss_events_jam(ev)) break;
    ev->run->reason = reason;
    status = ss_events_choose(ev);
  }
  return status;
}

/* The same where the controller's inputs depend on the modes: until they agree. Inputs that undo
 * the mode that asks for them have no such mode. */
static ss_status choose_with_inputs(ss_events *ev) {
  const ss_motion_control *control = ev->run->options->control;
  enum { ROUNDS_MOST = 16 };
  for (int round = 0; round < ROUNDS_MOST; round++) {
    const ss_status status = choose(ev);
    if (status != SS_OK || !control || !control->follow) return status;
    show_modes(ev);
    if (!control->follow(control->user, ev->run->modes)) return SS_OK;
  }
  return ss_run_stop(ev->run, SS_NO_CONVERGENCE,
                     "at t = %.9g the inputs depend on modes that they do not leave as they are%s",
                     ev->run->t, ss_events_name_modes(ev));
}

/* The same behind an impact: bounces that rounding hides are leapt over first. */
static ss_status choose_behind_impact(ss_events *ev, bool *accumulated) {
  const ss_run *run = ev->run;
  double q[run->n], u[run->n];
  bool happened;
  memcpy(q, run->q, sizeof q);
  memcpy(u, run->u, sizeof u);
  ss_status status = choose_with_inputs(ev);
  if (status == SS_OK && !*accumulated) {
    status = ss_chatter_close_unseen(ev, q, u, accumulated);
    if (status == SS_OK && *accumulated) status = ss_events_impact(ev, SIZE_MAX, &happened);
    if (status == SS_OK && *accumulated) status = choose_with_inputs(ev);
  }
  return status;
}

/* What ends a phase: steps 2 to 4 of the list above. */
static ss_status handle_event(ss_events *ev, const ss_guard *guard, double duration) {
  ss_run *run = ev->run;
  const bool closes = guard && guard->kind == SS_GUARD_GAP;
  const size_t element = closes ? guard->element : SIZE_MAX;
  const size_t seen = run->record.seen;
  bool happened = false, accumulated = false;
  if (guard)
    ss_record_guard(run, (ss_event_guard){guard->kind, guard->element, guard->value, guard->rate});
  memcpy(ev->old_stance, ev->stance, run->elements * sizeof *ev->stance);
  memset(ev->ended, 0, SS_PARTS_MOST * run->elements * sizeof *ev->ended);
  if (guard && guard->kind == SS_GUARD_SLIP)
    ev->ended[SS_PARTS_MOST * guard->element + guard->part] = true;
  ss_events_find_aloft(ev, guard);
  ss_status status = run->springs ? ss_penalty_switch(ev, guard) : SS_OK;
  if (status == SS_OK) status = ss_events_impact(ev, element, &happened);
  if (status != SS_OK) return status;
  if (!happened && guard && guard->kind == SS_GUARD_SLIP)
    ss_chatter_note_swing(ev, guard, duration);
  else if (!happened || run->record.seen > seen + 1)
    ss_chatter_forget(ev);
  else if (closes)
    status = ss_chatter_note(ev, element, duration, &accumulated);
  if (status == SS_OK && accumulated) status = ss_events_impact(ev, SIZE_MAX, &happened);
  if (status == SS_OK)
    status = happened ? choose_behind_impact(ev, &accumulated) : choose_with_inputs(ev);
  if (status == SS_OK) status = show_forces(ev);
  if (status != SS_OK) return status;
  for (size_t i = 0; accumulated && i < run->elements; i++)
    if (ev->closing[i]) ev->old_stance[i] = ev->stance[i];
  if (guard || run->record.modes_known) record_changes(ev);
  if (happened && !accumulated) record_immediate_slips(ev);
  name_stances(ev);
  ss_record_sample(run);
  status = look_for_rest(ev, true);
  if (status != SS_OK || ss_run_is_over(run)) return status;
  nudge(ev);
  ev->creeps = false;
  return begin_phase(ev);
}

/* What the phase did with the energy goes into the book. */
static void close_phase(ss_events *ev) {
  const size_t n = ev->run->n;
  ss_book_add(ev->run, ev->y + 2 * n);
  memset(ev->y + 2 * n, 0, (ev->size - 2 * n) * sizeof *ev->y);
}

/* Slips that have become fast go on with the explicit flow, those that make it slow with the
 * implicit one. */
static ss_status hand_over(ss_events *ev) {
  const bool fast = ev->is_stiff && ss_stances_slowest(ev) >= FAST;
  const bool slow = ev->slow_steps > SLOW_MOST && !ev->is_stiff && !ev->creeps && ev->stiff &&
                    ss_stances_scale(ev) < INFINITY;
  if (!fast && !slow) return SS_OK;
  ev->creeps = slow;
  close_phase(ev);
  return begin_phase(ev);
}

/* The time of the phase at which a controller's inputs jump. */
static double find_clock(const ss_events *ev) {
  const ss_motion_control *control = ev->run->options->control;
  if (!control || !control->until) return INFINITY;
  return control->until(control->user, ev->begin) - ev->begin;
}

/* The time of the phase at which the next row of a curve comes, whose slope jumps there; one that
 * rounding has left just ahead counts as reached. */
static double find_row(const ss_events *ev) {
  const ss_motion_control *control = ev->run->options->control;
  const double t = ev->begin + ev->time, after = t + 8 * DBL_EPSILON * fabs(t);
  const double row = ss_graph_next_row(ev->run->system->graph, after, false);
  if (!control || !control->rows) return row - ev->begin;
  return fmin(row, ss_graph_next_row(control->rows, after, false)) - ev->begin;
}

/* A step ends without an event: at the end, or where a controller's inputs jump, or nowhere. */
static ss_status go_on(ss_events *ev, double rest, double clock, bool *finished) {
  *finished = ev->time >= rest;
  const ss_status status = look_for_rest(ev, false);
  if (status != SS_OK || *finished) return status;
  if (ev->time < clock) return hand_over(ev);
  close_phase(ev);
  ss_record_clock(ev->run);
  return handle_event(ev, NULL, ev->time);
}

static ss_status stop_stuck(ss_events *ev, const ss_guard *last) {
  const ss_run *run = ev->run;
  const bool together = last->kind == SS_GUARD_FORCES;
  const char *name = together ? "" : run->system->element[last->element].element->name.text;
  return ss_run_stop(ev->run, SS_LIMIT,
                     "events do not come to an end at t = %.9g, the last is of %s%s%s%s", run->t,
                     together ? "forces that are not unique" : "'", name, together ? "" : "'",
                     ss_events_name_modes(ev));
}

/* One step, and what it meets. */
static ss_status advance(ss_events *ev, bool *finished) {
  ss_run *run = ev->run;
  const double rest = run->options->end - ev->begin, clock = find_clock(ev);
  const double row = find_row(ev);
  const ss_guard *first;
  double s;
  ss_status status = ss_run_count_step(run);
  const double limit = fmin(fmin(ss_guards_limit(ev), clock), ev->time + ev->longest);
  if (status == SS_OK) status = ev->flow.step(ev, fmin(fmin(rest, limit), row));
  if (status == SS_OK) status = ss_guards_find(ev, &s, &first);
  if (status == SS_OK) status = record_ticks(ev, s);
  if (status != SS_OK) return status;
  if (ev->time_end < row && is_slow(ev)) /* rows may be as near to each other as they like */
    return ss_run_stop(run, SS_LIMIT,
                       "steps become too short at t = %.9g: the equations are almost singular%s",
                       run->t, ss_events_name_modes(ev));
  ev->pace = fmax(ev->pace, ev->time_end - ev->time);
  if (first) {
    status = ev->flow.inside(ev, s, true, ev->y_end);
    ev->time_end = ev->time + s;
  }
  if (run->region && status == SS_OK) status = ss_events_watch_region(ev, s);
  memcpy(ev->y, ev->y_end, ev->size * sizeof *ev->y);
  ev->time = ev->time_end;
  ss_events_move_to(ev, ev->time, ev->y);
  ss_run_watch(run);
  if (!first) return status == SS_OK ? go_on(ev, rest, clock, finished) : status;
  if (is_stuck(ev, ev->time)) return stop_stuck(ev, first);
  close_phase(ev);
  return handle_event(ev, first, ev->time);
}

static ss_status run_phases(ss_events *ev) {
  ss_run *run = ev->run;
  bool finished = false;
  if (ss_run_leaves(run, run->t, run->q, run->u)) ss_run_note_leaving(run);
  ss_status status = handle_event(ev, NULL, 0);
  while (status == SS_OK && !finished && !ss_run_is_over(run)) {
    const bool stays = run->at_rest && ev->rests_for_good;
    status = stays ? look_back(ev) : advance(ev, &finished);
    if (status == SS_OK && stays) status = ss_run_stay(run);
    finished |= stays;
  }
  if (status != SS_OK && ev->pulling != SIZE_MAX) status = ss_events_stop_at_pull(ev);
  /* what the last phase did up to here */
  close_phase(ev);
  if (finished) {
    name_by_slip(ev);
    ss_record_end(run);
  }
  return status;
}

ss_status ss_motion_events(ss_run *run) {
  ss_events ev;
  ss_status status = ss_events_open(&ev, run);
  if (status == SS_OK) status = run_phases(&ev);
  ss_events_close(&ev);
  return status;
}
