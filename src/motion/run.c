/* run.c: the life of a run: tapes and workspaces are made once, a state is evaluated many times.
 *
 * One tape computes everything that the equations of motion, the contact problem and the energy
 * book ask of a state, so that what they share is computed once. Energies that depend on t have a
 * second tape for
 *
 *     drift = -dL/dt at fixed q, u,       L = T - U,
 *
 * the power that explicit time puts into the energy (system/energies.c says which).
 * Evaluation allocates nothing. Compilation can fail (memory, a limit of the graph).
 */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

#define WANTED (SS_QUANTITY_ALL & ~SS_QUANTITY_BIT(B) & ~SS_QUANTITY_BIT(FGYR))

/* ---- making ---------------------------------------------------------------------------------- */

ss_state_view ss_state_view_open(const ss_system_tape *tape, const double *out) {
  const size_t *offset = tape->offset;
  return (ss_state_view){.M = out + offset[SS_QUANTITY_M],
                         .h = out + offset[SS_QUANTITY_H],
                         .gap = out + offset[SS_QUANTITY_GAP],
                         .WN = out + offset[SS_QUANTITY_WN],
                         .wN = out + offset[SS_QUANTITY_WN_TIME],
                         .zetaN = out + offset[SS_QUANTITY_WN_RATE],
                         .WT = out + offset[SS_QUANTITY_WT],
                         .wT = out + offset[SS_QUANTITY_WT_TIME],
                         .zetaT = out + offset[SS_QUANTITY_WT_RATE],
                         .normal = out + offset[SS_QUANTITY_NORMAL],
                         .law = out + offset[SS_QUANTITY_LAW],
                         .restitution = out + offset[SS_QUANTITY_RESTITUTION],
                         .energy = out + offset[SS_QUANTITY_ENERGY],
                         .fnc = out + offset[SS_QUANTITY_FNC],
                         .control = out + offset[SS_QUANTITY_CONTROL]};
}

/* What a controller changes is computed beside the tape's outputs. */
static ss_status make_control(ss_run *run) {
  const size_t n = run->n;
  run->v = ss_arena_new(run->scratch, run->system->inputs + 1, double);
  run->pushed = ss_arena_new(run->scratch, 3 * n, double);
  if (!run->v || !run->pushed) return SS_MEMORY;
  run->values.of[SS_QUANTITY_H] = run->at.h = run->pushed;
  run->values.of[SS_QUANTITY_FNC] = run->at.fnc = run->pushed + n;
  run->values.of[SS_QUANTITY_CONTROL] = run->at.control = run->pushed + 2 * n;
  return SS_OK;
}

static ss_status compile_system(ss_run *run) {
  const unsigned wanted = run->options->control ? WANTED | SS_QUANTITY_BIT(B) : WANTED;
  const ss_status status = ss_system_compile(run->system, wanted, &run->tape);
  if (status != SS_OK) return status;
  run->work = ss_arena_new(run->scratch, ss_tape_work_size(run->tape.tape), double);
  if (!run->work) return SS_MEMORY;
  ss_tape_prepare(run->tape.tape, run->parameters, run->work);
  const double *out = ss_tape_out(run->tape.tape, run->work);
  run->at = ss_state_view_open(&run->tape, out);
  for (int k = 0; k < SS_QUANTITY_COUNT; k++) run->values.of[k] = out + run->tape.offset[k];
  return run->options->control ? make_control(run) : SS_OK;
}

/* The symbols of a state in the order of a system's tapes, q, u, t; and the parameters. */
static bool list_symbols(const ss_run *run, ss_expr *state, ss_expr *parameter) {
  if (!state || !parameter) return false;
  const ss_system *s = run->system;
  memcpy(state, s->q, run->n * sizeof *state);
  memcpy(state + run->n, s->u, run->n * sizeof *state);
  state[2 * run->n] = s->model->time;
  for (size_t i = 0; i < s->model->parameters; i++) parameter[i] = s->model->parameter[i].symbol;
  return true;
}

static ss_status compile_drift(ss_run *run) {
  const ss_system *s = run->system;
  const bool sees_time = ss_expr_find_symbol(s->graph, 1, &s->carried, 1, &s->model->time);
  if (!(s->traits.on[SS_QUANTITY_ENERGY] & SS_ON_TIME) && !sees_time) return SS_OK;
  const size_t count = s->model->parameters;
  ss_expr *state = ss_arena_new(run->scratch, 2 * run->n + 1, ss_expr);
  ss_expr *parameter = ss_arena_new(run->scratch, count, ss_expr);
  ss_graph *graph = ss_graph_create_over(run->scratch, s->graph);
  if (!list_symbols(run, state, parameter) || !graph) return SS_MEMORY;
  ss_expr T = ss_expr_add(graph, s->kinetic, s->carried), rate;
  ss_expr minus_L = ss_expr_sub(graph, s->potential, T);
  ss_status status = ss_expr_differentiate(graph, 1, &minus_L, s->model->time, &rate);
  if (status == SS_OK)
    status =
        ss_tape_compile(graph, count, parameter, 2 * run->n + 1, state, 1, &rate, &run->drift_tape);
  if (status != SS_OK) return status;
  run->drift_work = ss_arena_new(run->scratch, ss_tape_work_size(run->drift_tape), double);
  if (!run->drift_work) return SS_MEMORY;
  ss_tape_prepare(run->drift_tape, run->parameters, run->drift_work);
  return SS_OK;
}

static ss_status compile_rates(ss_run *run) {
  if (!run->system->auxiliaries) return SS_OK;
  const unsigned wanted = SS_QUANTITY_BIT(H) | (run->options->control ? SS_QUANTITY_BIT(B) : 0);
  const ss_status status = ss_system_compile(run->system, wanted, &run->rate_tape);
  if (status != SS_OK) return status;
  run->shown = ss_arena_new(run->scratch, run->n, double);
  run->rate_work = ss_arena_new(run->scratch, ss_tape_work_size(run->rate_tape.tape), double);
  if (!run->shown || !run->rate_work) return SS_MEMORY;
  ss_tape_prepare(run->rate_tape.tape, run->parameters, run->rate_work);
  return SS_OK;
}

static bool make_state(ss_run *run) {
  run->q = ss_arena_new(run->scratch, run->n, double);
  run->u = ss_arena_new(run->scratch, run->n, double);
  run->fast_q = ss_arena_new(run->scratch, run->n, double);
  run->fast_u = ss_arena_new(run->scratch, run->n, double);
  run->forces = ss_arena_new(run->scratch, run->normals + run->slips, double);
  run->modes = ss_arena_new(run->scratch, run->elements, ss_mode);
  return run->q && run->u && run->fast_q && run->fast_u && run->forces && run->modes;
}

ss_status ss_run_start(ss_run *run, ss_arena *arena, const ss_system *system,
                       const double *parameters, const ss_motion_options *options) {
  assert(ss_graph_is_sealed(system->graph));
  *run = (ss_run){.system = system, .parameters = parameters, .options = options, .arena = arena};
  run->n = system->coordinates;
  run->elements = system->elements;
  run->normals = system->normals;
  run->slips = system->slips;
  run->scratch = ss_arena_create();
  if (!run->scratch || !make_state(run)) return SS_MEMORY;
  ss_status status = ss_record_start(run);
  if (status == SS_OK) status = compile_system(run);
  if (status == SS_OK) status = compile_drift(run);
  if (status == SS_OK) status = compile_rates(run);
  if (status == SS_OK)
    status = ss_region_create(run->scratch, system, parameters, options->region, &run->region);
  return status == SS_OK ? ss_idle_find(run) : status;
}

void ss_run_end(ss_run *run) {
  ss_record_stop(run);
  ss_region_destroy(run->region);
  ss_system_tape_destroy(&run->tape);
  ss_system_tape_destroy(&run->rate_tape);
  ss_tape_destroy(run->drift_tape);
  if (run->scratch) ss_arena_destroy(run->scratch);
  run->drift_tape = NULL;
  run->scratch = NULL;
}

/* ---- using ----------------------------------------------------------------------------------- */

static void run_tape(const ss_run *run, const ss_tape *tape, double *work, double t,
                     const double *q, const double *u) {
  double *in = ss_tape_in(tape, work);
  memcpy(in, q, run->n * sizeof *in);
  memcpy(in + run->n, u, run->n * sizeof *in);
  in[2 * run->n] = t;
  ss_tape_run(tape, work);
}

/* (B v)_k with the controller's inputs. */
static double push(const ss_run *run, const double *B, size_t k) {
  const size_t inputs = run->system->inputs;
  double sum = 0;
  for (size_t j = 0; j < inputs; j++) sum += B[k * inputs + j] * run->v[j];
  return sum;
}

static void choose_inputs(const ss_run *run, double t, const double *q, const double *u) {
  const ss_motion_control *control = run->options->control;
  control->choose(control->user, t, q, u, run->v);
}

const double *ss_run_velocities(const ss_run *run) {
  const ss_system_tape *rates = &run->rate_tape;
  if (!rates->tape) return run->u;
  run_tape(run, rates->tape, run->rate_work, run->t, run->q, run->u);
  const double *out = ss_tape_out(rates->tape, run->rate_work);
  const double *h = out + rates->offset[SS_QUANTITY_H], *B = out + rates->offset[SS_QUANTITY_B];
  const bool controlled = run->options->control;
  if (controlled) choose_inputs(run, run->t, run->q, run->u);
  for (size_t k = 0; k < run->n; k++)
    run->shown[k] = run->system->aux[k] ? h[k] + (controlled ? push(run, B, k) : 0) : run->u[k];
  return run->shown;
}

/* h + B v, the same for all that is not conservative, and B v. */
static void push_system(ss_run *run, double t, const double *q, const double *u) {
  const size_t n = run->n, *offset = run->tape.offset;
  const double *out = ss_tape_out(run->tape.tape, run->work);
  choose_inputs(run, t, q, u);
  for (size_t k = 0; k < n; k++) {
    const double force = push(run, out + offset[SS_QUANTITY_B], k);
    run->pushed[k] = out[offset[SS_QUANTITY_H] + k] + force;
    run->pushed[n + k] = out[offset[SS_QUANTITY_FNC] + k] + force;
    run->pushed[2 * n + k] = force;
  }
}

void ss_run_evaluate(ss_run *run, double t, const double *q, const double *u) {
  run_tape(run, run->tape.tape, run->work, t, q, u);
  if (run->pushed) push_system(run, t, q, u);
  if (!run->drift_tape) return;
  run_tape(run, run->drift_tape, run->drift_work, t, q, u);
  run->at.drift = ss_tape_out(run->drift_tape, run->drift_work)[0];
}

bool ss_run_is_finite(const ss_run *run) {
  const double *out = ss_tape_out(run->tape.tape, run->work);
  const size_t count = ss_tape_outputs(run->tape.tape);
  double sum[4] = {
      0}; /* 0, or NAN: 0 times an infinity is one; four sums do not wait for each other */
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (size_t k = 0; k < 4; k++) sum[k] += 0 * out[i + k];
  for (; i < count; i++) sum[0] += 0 * out[i];
  for (size_t k = 0; run->pushed && k < run->n; k++) sum[0] += 0 * run->pushed[k];
  return sum[0] + sum[1] + sum[2] + sum[3] == 0 && isfinite(run->at.drift);
}

const char *ss_run_text(ss_run *run, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : ss_arena_new(run->arena, (size_t)length + 1, char);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

ss_status ss_run_stop(ss_run *run, ss_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = ss_run_text(run, format, arguments);
  va_end(arguments);
  run->reason = text ? text : ss_status_text(status);
  return status;
}

/* The caller's progress is asked after the first step and then after every so many. */
enum { STEPS_BETWEEN_REPORTS = 256 };

ss_status ss_run_count_step(ss_run *run) {
  const ss_motion_options *o = run->options;
  if (run->record.refused)
    return ss_run_stop(run, SS_IO, "its record could not be written beyond t = %.6g", run->t);
  if (++run->steps > o->steps_most)
    return ss_run_stop(run, SS_LIMIT, "more than %zu steps, at t = %.6g", o->steps_most, run->t);
  if (run->steps % STEPS_BETWEEN_REPORTS != 1) return SS_OK;
  if (o->progress && !o->progress(o->user, run->t))
    return ss_run_stop(run, SS_LIMIT, "stopped by the caller at t = %.6g", run->t);
  if (ss_clock_is_past(o->until))
    return ss_run_stop(run, SS_LIMIT, "its time was over at t = %.6g", run->t);
  return SS_OK;
}

void ss_run_note_speed(ss_run *run) {
  double square = 0;
  for (size_t k = 0; k < run->n; k++) {
    square += run->u[k] * run->u[k];
    run->far_q = larger_of(fabs(run->q[k]), run->far_q);
    run->far_u = larger_of(fabs(run->u[k]), run->far_u);
  }
  if (square <= run->fast) return;
  run->fast = square;
  memcpy(run->fast_q, run->q, run->n * sizeof *run->q);
  memcpy(run->fast_u, run->u, run->n * sizeof *run->u);
}

bool ss_run_coarsen(ss_run *run) {
  if (fmax(run->far_q, run->far_u) >= SS_RUN_SMALL) return false;
  run->far_u = SS_RUN_SMALL;
  return true;
}

double ss_run_find_fastest(ss_run *run) {
  if (run->fast == 0) return 0;
  ss_run_evaluate(run, run->t, run->fast_q, run->fast_u);
  return sqrt(2 * fmax(0, run->at.energy[0]));
}

bool ss_run_leaves(ss_run *run, double t, const double *q, const double *u) {
  const bool before = run->outside;
  if (!run->region) return false;
  run->outside = ss_region_find_broken(run->region, t, q, u) != SIZE_MAX;
  return run->outside && !before;
}

void ss_run_note_leaving(ss_run *run) {
  const size_t broken = ss_region_find_broken(run->region, run->t, run->q, run->u);
  ss_event *event = ss_record_event(run, SS_EVENT_LEAVE, SIZE_MAX);
  if (broken != SIZE_MAX) event->relation = &run->options->region->items[broken];
}

void ss_run_end_at_rest(ss_run *run) {
  run->at_rest = true;
  memset(run->u, 0, run->n * sizeof *run->u);
  ss_record_event(run, SS_EVENT_REST, SIZE_MAX);
}

void ss_run_end_settled(ss_run *run, double rate) {
  run->settles = true;
  run->rate = rate;
  ss_record_event(run, SS_EVENT_SETTLE, SIZE_MAX)->rate = rate;
}

ss_status ss_run_stay(ss_run *run) {
  const double end = run->options->end;
  const ss_status status = ss_run_count_step(run);
  if (status != SS_OK) return status;
  for (double tick; (tick = ss_record_next_tick(run)) <= end * (1 + 1e-9);) {
    run->t = tick;
    ss_record_tick(run);
    ss_run_watch(run);
  }
  run->t = end;
  ss_run_watch(run);
  return SS_OK;
}

ss_mode ss_run_slip_mode(size_t slips, const double *gamma, double still) {
  double speed = 0, roll = 0;
  for (size_t k = 0; k < slips && k < SS_ROLL_FIRST; k++) speed = fmax(speed, fabs(gamma[k]));
  for (size_t k = SS_ROLL_FIRST; k < slips; k++) roll = fmax(roll, fabs(gamma[k]));
  if (speed <= still) return roll <= still ? SS_MODE_STICK : SS_MODE_ROLL;
  if (slips > 1) return SS_MODE_SLIP;
  return gamma[0] > 0 ? SS_MODE_SLIP_PLUS : SS_MODE_SLIP_MINUS;
}

double ss_run_size(size_t n, const double *v) {
  double size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(v[i]));
  return size;
}
