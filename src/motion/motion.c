/* motion.c: one function for every motion: the start is checked, a method runs, the results are
 * gathered.
 *
 * What is wrong with the input is said before anything moves: options without sense, numbers that
 * are not finite, an M that is not positive definite, a contact that penetrates, a slider off its
 * track, a known normal force that pulls. What goes wrong later ends the run where it happens, with
 * everything up to there.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "run.h"

/* ---- words ----------------------------------------------------------------------------------- */

const char *ss_motion_method_word(ss_motion_method method) {
#define METHOD_WORD(name, word) word,
  static const char *const words[] = {SS_MOTION_METHOD_LIST(METHOD_WORD)};
#undef METHOD_WORD
  return words[method];
}

const char *ss_event_word(ss_event_kind kind) {
#define EVENT_WORD(name, word) word,
  static const char *const words[] = {SS_EVENT_LIST(EVENT_WORD)};
#undef EVENT_WORD
  return words[kind];
}

const char *ss_guard_word(ss_guard_kind kind) {
#define GUARD_WORD(name, word) word,
  static const char *const words[] = {SS_GUARD_LIST(GUARD_WORD)};
#undef GUARD_WORD
  return words[kind];
}

ss_motion_options ss_motion_default_options(void) {
  return (ss_motion_options){.method = SS_MOTION_EVENTS,
                             .end = 10,
                             .step = 1e-3,
                             .tolerance = 1e-10,
                             .stiffness = 1e6,
                             .steps_most = 10000000};
}

static ss_method *const methods[SS_MOTION_METHOD_COUNT] = {[SS_MOTION_EVENTS] = ss_motion_events,
                                                           [SS_MOTION_MOREAU] = ss_motion_moreau,
                                                           [SS_MOTION_PENALTY] = ss_motion_penalty};

/* ---- the start ------------------------------------------------------------------------------- */

static bool all_finite(size_t count, const double *values) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

static const char *name_of(const ss_run *run, size_t element) {
  return run->system->element[element].element->name.text;
}

/* Regular samples of one motion: some gigabytes. */
static const double SAMPLES_MOST = 1e7;

/* The springs of penalty. */
static ss_status check_springs(ss_run *run) {
  const ss_motion_options *o = run->options;
  if (!(o->stiffness > 0) || isinf(o->stiffness))
    return ss_run_stop(run, SS_BAD_INPUT, "the stiffness must be positive, not %g", o->stiffness);
  for (size_t i = 0; o->stiffness_of && i < run->elements; i++)
    if (run->system->element[i].element->kind == SS_ELEMENT_CONTACT &&
        (!(o->stiffness_of[i] > 0) || isinf(o->stiffness_of[i])))
      return ss_run_stop(run, SS_BAD_INPUT, "the stiffness of '%s' must be positive, not %g",
                         name_of(run, i), o->stiffness_of[i]);
  for (size_t i = 0; i < run->elements; i++) {
    const double damping = o->damping_of ? o->damping_of[i] : NAN;
    const double power = o->power_of ? o->power_of[i] : 1;
    if (run->system->element[i].element->kind != SS_ELEMENT_CONTACT) continue;
    if (damping < 0 || isinf(damping))
      return ss_run_stop(run, SS_BAD_INPUT, "the damping of '%s' must be positive or 0, not %g",
                         name_of(run, i), damping);
    if (!(power >= 1 && power <= 10))
      return ss_run_stop(run, SS_BAD_INPUT, "the power of '%s' must be in [1, 10], not %g",
                         name_of(run, i), power);
    if (power != 1 && isnan(damping))
      return ss_run_stop(run, SS_BAD_INPUT,
                         "the power of '%s' is not 1: its damping, 0 or more, must be given",
                         name_of(run, i));
  }
  return SS_OK;
}

static ss_status check_options(ss_run *run) {
  const ss_motion_options *o = run->options;
  if ((unsigned)o->method >= SS_MOTION_METHOD_COUNT || !methods[o->method])
    return ss_run_stop(run, SS_BAD_INPUT, "no such method");
  if (o->control && o->method != SS_MOTION_EVENTS)
    return ss_run_stop(run, SS_BAD_INPUT,
                       "a controller chooses inputs with the method events only");
  if (!(o->end > 0) || isinf(o->end))
    return ss_run_stop(run, SS_BAD_INPUT, "the end of the motion must be a positive time, not %g",
                       o->end);
  if (!(o->every >= 0) || isinf(o->every))
    return ss_run_stop(run, SS_BAD_INPUT, "the time between samples must be positive or 0, not %g",
                       o->every);
  if (o->every > 0 && o->end / o->every > SAMPLES_MOST)
    return ss_run_stop(run, SS_BAD_INPUT, "a sample every %g up to t = %g: %g samples are too many",
                       o->every, o->end, o->end / o->every);
  if (!(o->tolerance > 0 && o->tolerance <= 0.01))
    return ss_run_stop(run, SS_BAD_INPUT, "the tolerance must be in (0, 0.01], not %g",
                       o->tolerance);
  if (!(o->step >= 0) || isinf(o->step))
    return ss_run_stop(run, SS_BAD_INPUT, "the step must be positive or 0, not %g", o->step);
  if (o->method == SS_MOTION_MOREAU && o->step > o->end)
    return ss_run_stop(run, SS_BAD_INPUT, "the step, %g, is longer than the motion, %g", o->step,
                       o->end);
  const ss_status springs = check_springs(run);
  if (springs != SS_OK) return springs;
  if (o->steps_most == 0) return ss_run_stop(run, SS_BAD_INPUT, "no steps are allowed");
  return SS_OK;
}

static ss_status check_element(ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  const double closed = ss_model_closed_below(run->n, run->q);
  const bool slider = e->element->kind == SS_ELEMENT_SLIDER;
  if (e->element->kind == SS_ELEMENT_FRICTION && run->at.normal[i] < 0)
    return ss_run_stop(run, SS_BAD_INPUT, "the normal force of '%s' is negative at the start: %g",
                       name_of(run, i), run->at.normal[i]);
  if (e->normal == SIZE_MAX) return SS_OK;
  const double gap = run->at.gap[e->normal];
  if (slider && fabs(gap) > closed)
    return ss_run_stop(run, SS_BAD_INPUT, "the start is off the slider '%s' by %g", name_of(run, i),
                       gap);
  if (gap < -closed)
    return ss_run_stop(run, SS_BAD_INPUT, "the start penetrates the contact '%s': its gap is %g",
                       name_of(run, i), gap);
  const double rate = ss_contact_rate(run->n, run->at.WN, run->at.wN, e->normal, run->u);
  if (slider && fabs(rate) > ss_model_closed_below(run->n, run->u))
    return ss_run_stop(run, SS_BAD_INPUT, "the start leaves the slider '%s' with the velocity %g",
                       name_of(run, i), rate);
  return SS_OK;
}

static ss_status check_start(ss_run *run) {
  if (!all_finite(run->n, run->q) || !all_finite(run->n, run->u))
    return ss_run_stop(run, SS_BAD_INPUT, "the start is not finite");
  if (!all_finite(run->system->model->parameters, run->parameters))
    return ss_run_stop(run, SS_BAD_INPUT, "a parameter is not finite");
  ss_run_evaluate(run, 0, run->q, run->u);
  if (!ss_run_is_finite(run))
    return ss_run_stop(run, SS_BAD_INPUT, "the equations of motion are not finite at the start");
  double *L = ss_arena_new(run->scratch, run->n * run->n, double);
  if (!L) return SS_MEMORY;
  if (ss_matrix_factor(run->n, run->at.M, L) != SS_OK)
    return ss_run_stop(run, SS_BAD_INPUT, "the mass matrix is not positive definite at the start");
  ss_status status = SS_OK;
  for (size_t i = 0; i < run->elements && status == SS_OK; i++) status = check_element(run, i);
  return status;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void gather_results(ss_run *run, ss_status status, ss_motion *motion) {
  motion->method = run->options->method;
  motion->steps = run->steps;
  motion->t = run->t;
  motion->at_rest = run->at_rest;
  motion->settles = run->settles;
  motion->rate = run->rate;
  motion->penetration = run->penetration;
  motion->doubt = run->doubt;
  motion->doubt_time = run->doubt_time;
  /* what rests does not settle, and without a reason nothing stopped */
  assert(!(run->at_rest && run->settles));
  assert(status != SS_OK || !run->reason);
  ss_book_finish(run, &motion->energy);
  const ss_status recorded = ss_record_finish(run, motion);
  motion->status = status == SS_OK ? recorded : status;
  motion->reason = run->reason;
  if (motion->status != SS_OK && !motion->reason) motion->reason = ss_status_text(motion->status);
}

ss_status ss_motion_run(ss_arena *arena, const ss_system *system, const double *parameters,
                        const double *q, const double *u, const ss_motion_options *options,
                        ss_motion *motion) {
  assert(ss_graph_is_sealed(system->graph));
  ss_run run;
  assert(arena && system && parameters && q && u && options);
  *motion = (ss_motion){.status = SS_BAD_ARGUMENT, .reason = "the system has open inputs"};
  if (system->inputs && !options->control) return SS_BAD_ARGUMENT;
  motion->reason = "a motion is computed in the model's own coordinates, not in those of its chart";
  if (system->projection) return SS_BAD_ARGUMENT;
  ss_status status = ss_run_start(&run, arena, system, parameters, options);
  if (status == SS_OK) {
    memcpy(run.q, q, run.n * sizeof *q);
    for (size_t k = 0; k < run.n; k++) run.u[k] = system->aux[k] ? 0 : u[k];
    status = check_options(&run);
  }
  if (status == SS_OK) status = check_start(&run);
  if (status == SS_OK) status = ss_book_start(&run);
  if (status == SS_OK) {
    status = methods[options->method](&run);
    gather_results(&run, status, motion);
  } else {
    motion->reason = run.reason ? run.reason : ss_status_text(status);
    motion->status = status;
  }
  ss_run_end(&run);
  return motion->status;
}
