/* reach.c: where motions end.
 *
 * A motion that is followed by exact propagators or by events is looked at after every slice of its
 * time: has it left the region, or gained more energy than allowed? If not, and it does not rest,
 * the next slice begins where the last one ended. Slices cost little, and motions that run away are
 * let go early. A bound that only tells runaways from the rest, far above what other motions gain,
 * is asked for at eight times. A region, or a bound that was meant, is asked for at every step
 * (pwl), or every 16 steps of time stepping (events, which record the state so often): what leaves
 * and comes back has left. A motion whose forces depend on time cannot begin anew in the middle: it
 * is followed from its start again, twice as long.
 *
 * A motion that exact propagators or time stepping cannot follow, as one that starts exactly where
 * two modes meet, is done again by events.
 *
 * Energy gained is T + U now less T + U at the start. A system whose energy can grow for a while
 * and fall again must be given a bound above that; an infinite one never calls an escape.
 *
 * What can fail: memory, an engine that does not apply. Single motions fail by themselves.
 */
#include "reach.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* Slices of the time limit. */
enum { SLICES_PWL = 8, SLICES_EVENTS = 8 };

enum { STEPS_BETWEEN_LOOKS = 16 };

enum {
  QUANTITIES = SS_QUANTITY_BIT(ENERGY) | SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) |
               SS_QUANTITY_BIT(WN_TIME)
};

const char *ss_reach_word(ss_reach_kind kind) {
  static const char *const words[] = {
#define SS_REACH_WORD(name, word) word,
      SS_REACH_LIST(SS_REACH_WORD)
#undef SS_REACH_WORD
  };
  return (size_t)kind < SS_REACH_COUNT ? words[kind] : "";
}

const char *ss_reach_engine_word(ss_reach_engine engine) {
  static const char *const words[] = {
#define SS_REACH_ENGINE_WORD(name, word) word,
      SS_REACH_ENGINE_LIST(SS_REACH_ENGINE_WORD)
#undef SS_REACH_ENGINE_WORD
  };
  return (size_t)engine < SS_REACH_ENGINE_COUNT ? words[engine] : "";
}

ss_reach_options ss_reach_default_options(void) {
  return (ss_reach_options){
      .end = 200, .step = 1e-3, .tolerance = 1e-10, .still = 1e-7, .size = 1, .gain = INFINITY};
}

/* ---- what all engines ask -------------------------------------------------------------------- */

const double *ss_reach_evaluate(ss_reach *r, const double *q, const double *u) {
  double *in = ss_tape_in(r->tape.tape, r->work);
  memcpy(in, q, r->n * sizeof *in);
  memcpy(in + r->n, u, r->n * sizeof *in);
  in[2 * r->n] = 0;
  ss_tape_run(r->tape.tape, r->work);
  return ss_tape_out(r->tape.tape, r->work);
}

double ss_reach_energy(ss_reach *r, const double *q, const double *u) {
  const double *energy = ss_reach_evaluate(r, q, u) + r->tape.offset[SS_QUANTITY_ENERGY];
  return energy[0] + energy[1];
}

/* Every relation holds: left - right is not negative, not positive, or zero to rounding. */
static bool is_in_region(ss_reach *r, const double *q, const double *u) {
  double *in = ss_tape_in(r->region, r->region_work);
  memcpy(in, q, r->n * sizeof *in);
  memcpy(in + r->n, u, r->n * sizeof *in);
  in[2 * r->n] = 0;
  ss_tape_run(r->region, r->region_work);
  const double *difference = ss_tape_out(r->region, r->region_work);
  for (size_t i = 0; i < r->options.region->count; i++) {
    const ss_relation_kind kind = r->options.region->items[i].kind;
    if (kind != SS_GREATER_EQUAL && !(difference[i] <= 1e-9)) return false;
    if (kind != SS_LESS_EQUAL && !(difference[i] >= -1e-9)) return false;
  }
  return true;
}

bool ss_reach_is_away(ss_reach *r, double energy, const double *q, const double *u) {
  if (r->region && !is_in_region(r, q, u)) return true;
  return r->options.gain < INFINITY && !(ss_reach_energy(r, q, u) - energy <= r->options.gain);
}

size_t ss_reach_find_set(const ss_reach *r, const double *q) {
  /* time stepping ends within its step's error of a set, and traced sets are polylines */
  const double relative = 1e-3;
  double size = r->options.size;
  for (size_t i = 0; i < r->n; i++) size = fmax(size, fabs(q[i]));
  return r->options.sets ? ss_rest_which(r->options.sets, q, relative * size) : SIZE_MAX;
}

static void set_end(ss_reach_end *end, ss_reach_kind kind, double t) {
  *end = (ss_reach_end){.kind = kind, .set = SIZE_MAX, .t = t};
}

static void set_rest(const ss_reach *r, ss_reach_end *end, double t) {
  *end = (ss_reach_end){.kind = SS_REACH_RESTS, .set = ss_reach_find_set(r, r->q), .t = t};
}

/* ---- one motion ------------------------------------------------------------------------------ */

void ss_reach_follow_pwl(ss_reach *r, ss_reach_end *end) {
  const double energy = ss_reach_energy(r, r->q, r->u), limit = r->options.end;
  const double slice = r->watchful ? ss_pwl_step(r->pwl) : limit / SLICES_PWL;
  for (double t = 0; t < limit;) {
    const double length = fmin(slice, limit - t);
    ss_pwl_end result;
    ss_pwl_run(r->pwl, r->pwl_work, r->q, r->u, length, &result);
    t += result.t;
    if ((r->watchful || !result.rests) && ss_reach_is_away(r, energy, r->q, r->u)) {
      set_end(end, SS_REACH_ESCAPES, t);
      return;
    }
    if (result.rests) {
      set_rest(r, end, t);
      return;
    }
    if (result.t < length) {
      set_end(end, SS_REACH_FAILED, t);
      return;
    }
  }
  set_end(end, SS_REACH_UNDECIDED, limit);
}

/* A slice of a motion by events. */
typedef struct slice {
  ss_status status;
  bool rests, away;
  double t; /* its end, or when it was first seen away */
} slice;

/* Runs for the time `length`; r->q and r->u become its end. */
static slice run_slice(ss_reach *r, double energy, double length) {
  const ss_arena_mark mark = ss_arena_get_mark(r->arena);
  ss_motion_options options = ss_motion_default_options();
  options.end = length;
  options.every = r->watchful ? STEPS_BETWEEN_LOOKS * r->options.step : 0;
  options.tolerance = r->options.tolerance;
  options.first_if_several = true;
  ss_motion motion = {0};
  slice s = {0};
  s.status = ss_motion_run(r->arena, r->system, r->parameters, r->q, r->u, &options, &motion);
  s.rests = s.status == SS_OK && motion.at_rest;
  s.t = motion.t;
  for (size_t i = 0; r->watchful && i < motion.samples && !s.away; i++) {
    s.away = ss_reach_is_away(r, energy, motion.sample[i].q, motion.sample[i].u);
    if (s.away) s.t = motion.sample[i].t;
  }
  if (motion.q) {
    memcpy(r->q, motion.q, r->n * sizeof *r->q);
    memcpy(r->u, motion.u, r->n * sizeof *r->u);
  }
  if (!s.away && !s.rests && s.status != SS_BAD_INPUT)
    s.away = ss_reach_is_away(r, energy, r->q, r->u);
  ss_arena_release(r->arena, mark);
  return s;
}

/* Decides after a slice that began at t0, the first or not; false if it must go on. */
static bool decide(const ss_reach *r, const slice *s, double t0, bool first, ss_reach_end *end) {
  if (s->away)
    set_end(end, SS_REACH_ESCAPES, t0 + s->t);
  else if (s->rests)
    set_rest(r, end, t0 + s->t);
  else if (s->status == SS_BAD_INPUT && first)
    set_end(end, SS_REACH_INCONSISTENT, 0);
  else if (s->status != SS_OK)
    set_end(end, SS_REACH_FAILED, t0 + s->t);
  return s->away || s->rests || s->status != SS_OK;
}

/* From the start to an eighth, a quarter, half of the time and all of it. */
static void follow_from_start(ss_reach *r, double energy, ss_reach_end *end) {
  double *start = r->start;
  memcpy(start, r->q, r->n * sizeof *start);
  memcpy(start + r->n, r->u, r->n * sizeof *start);
  for (int part = 8; part > 0; part /= 2) {
    memcpy(r->q, start, r->n * sizeof *start);
    memcpy(r->u, start + r->n, r->n * sizeof *start);
    const slice s = run_slice(r, energy, r->options.end / part);
    if (decide(r, &s, 0, true, end)) return;
  }
  set_end(end, SS_REACH_UNDECIDED, r->options.end);
}

void ss_reach_follow_events(ss_reach *r, ss_reach_end *end) {
  const double energy = ss_reach_energy(r, r->q, r->u), length = r->options.end / SLICES_EVENTS;
  if (!r->autonomous) {
    follow_from_start(r, energy, end);
    return;
  }
  for (int k = 0; k < SLICES_EVENTS; k++) {
    const slice s = run_slice(r, energy, length);
    if (decide(r, &s, k * length, k == 0, end)) return;
  }
  set_end(end, SS_REACH_UNDECIDED, r->options.end);
}

bool ss_reach_starts_away(ss_reach *r, const double *q, const double *u, ss_reach_end *end) {
  if (!r->region || is_in_region(r, q, u)) return false;
  set_end(end, SS_REACH_ESCAPES, 0);
  return true;
}

void ss_reach_follow(ss_reach *r, ss_reach_engine engine, const double *q, const double *u,
                     ss_reach_end *end) {
  memcpy(r->q, q, r->n * sizeof *q);
  memcpy(r->u, u, r->n * sizeof *u);
  if (engine == SS_REACH_ENGINE_PWL)
    ss_reach_follow_pwl(r, end);
  else
    ss_reach_follow_events(r, end);
}

/* ---- making one ------------------------------------------------------------------------------ */

static ss_status compile_region(ss_reach *r) {
  const ss_relations *region = r->options.region;
  const ss_system *s = r->system;
  const size_t inputs = 2 * r->n + 1;
  if (!region || region->count == 0) return SS_OK;
  ss_expr *differences = ss_arena_new(r->arena, region->count, ss_expr);
  ss_expr *in = ss_arena_new(r->arena, inputs, ss_expr);
  ss_expr *parameters = ss_arena_new(r->arena, s->model->parameters, ss_expr);
  ss_graph *graph = ss_graph_create_over(r->arena, s->graph);
  if (!differences || !in || !parameters || !graph) return SS_MEMORY;
  for (size_t i = 0; i < region->count; i++)
    differences[i] =
        ss_expr_sub(graph, region->items[i].left.resolved, region->items[i].right.resolved);
  for (size_t i = 0; i < r->n; i++) {
    in[i] = s->q[i];
    in[r->n + i] = s->u[i];
  }
  in[2 * r->n] = s->model->time;
  for (size_t i = 0; i < s->model->parameters; i++) parameters[i] = s->model->parameter[i].symbol;
  const ss_status status = ss_tape_compile(graph, s->model->parameters, parameters, inputs, in,
                                           region->count, differences, &r->region);
  if (status != SS_OK) return status;
  r->region_work = ss_arena_new(r->arena, ss_tape_work_size(r->region), double);
  if (!r->region_work) return SS_MEMORY;
  ss_tape_prepare(r->region, r->parameters, r->region_work);
  return SS_OK;
}

static ss_status compile(ss_reach *r) {
  ss_status status = ss_system_compile(r->system, QUANTITIES, &r->tape);
  if (status != SS_OK) return status;
  r->work = ss_arena_new(r->arena, ss_tape_work_size(r->tape.tape), double);
  r->q = ss_arena_new(r->arena, r->n, double);
  r->u = ss_arena_new(r->arena, r->n, double);
  r->start = ss_arena_new(r->arena, 2 * r->n, double);
  if (!r->work || !r->q || !r->u || !r->start) return SS_MEMORY;
  ss_tape_prepare(r->tape.tape, r->parameters, r->work);
  return compile_region(r);
}

/* Chooses the engine and makes it. */
static ss_status make_engine(ss_reach *r, const char **why) {
  const ss_reach_engine wanted = r->options.engine;
  ss_status status = SS_OK;
  if (wanted == SS_REACH_ENGINE_AUTO || wanted == SS_REACH_ENGINE_PWL) {
    status = ss_pwl_create(r->arena, r->system, r->parameters, &r->pwl, why);
    if (status != SS_OK) return status;
    if (r->pwl) {
      r->engine = SS_REACH_ENGINE_PWL;
      r->pwl_work = ss_arena_new(r->arena, ss_pwl_work_size(r->pwl), double);
      return r->pwl_work ? SS_OK : SS_MEMORY;
    }
    if (wanted == SS_REACH_ENGINE_PWL) return SS_BAD_ARGUMENT;
  }
  r->engine = wanted == SS_REACH_ENGINE_EVENTS ? wanted : SS_REACH_ENGINE_LANES;
  if (r->engine == SS_REACH_ENGINE_LANES)
    status = ss_motion_lanes_create(r->system, r->parameters, r->options.step, &r->lanes);
  if (status != SS_OK) *why = "its motions cannot be stepped in lanes";
  return status;
}

ss_status ss_reach_create(const ss_system *system, const double *parameters,
                          const ss_reach_options *options, ss_reach **reach, const char **why) {
  assert(!system->inputs && options->end > 0 && options->size > 0);
  ss_arena *arena = ss_arena_create();
  ss_reach *r = arena ? ss_arena_new(arena, 1, ss_reach) : NULL;
  double *copy = r ? ss_arena_new(arena, system->model->parameters + 1, double) : NULL;
  *reach = NULL;
  *why = NULL;
  if (!copy) {
    ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  memcpy(copy, parameters, system->model->parameters * sizeof *copy);
  *r = (ss_reach){.arena = arena,
                  .system = system,
                  .parameters = copy,
                  .options = *options,
                  .watchful = options->watchful || options->region,
                  .autonomous = system->traits.autonomous,
                  .n = system->coordinates};
  ss_status status = compile(r);
  if (status == SS_OK) status = make_engine(r, why);
  if (status == SS_OK)
    *reach = r;
  else
    ss_reach_destroy(r);
  return status;
}

void ss_reach_destroy(ss_reach *r) {
  if (!r) return;
  ss_motion_lanes_destroy(r->lanes);
  ss_tape_destroy(r->region);
  ss_system_tape_destroy(&r->tape);
  ss_arena_destroy(r->arena);
}

ss_reach_engine ss_reach_engine_of(const ss_reach *r) {
  return r->engine;
}

ss_status ss_reach_run(ss_reach *r, size_t count, const double *q, const double *u,
                       ss_reach_end *ends) {
  if (r->engine == SS_REACH_ENGINE_LANES) return ss_reach_run_lanes(r, count, q, u, ends);
  for (size_t i = 0; i < count; i++, q += r->n, u += r->n) {
    if (ss_reach_starts_away(r, q, u, &ends[i])) continue;
    ss_reach_follow(r, r->engine, q, u, &ends[i]);
    if (ends[i].kind == SS_REACH_FAILED && r->engine == SS_REACH_ENGINE_PWL)
      ss_reach_follow(r, SS_REACH_ENGINE_EVENTS, q, u, &ends[i]);
  }
  return SS_OK;
}
