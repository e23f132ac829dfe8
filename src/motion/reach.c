/* reach.c: where motions end.
 *
 * A motion is looked at while it goes on: has it left the region, or gained more energy than
 * allowed? A bound that only tells runaways from the rest, far above what other motions gain, is
 * asked for at eight times, so that motions that run away are let go early; what has passed it may
 * yet tend to a cycle, and is followed PATIENCE times beyond, unless friction is all that is not
 * linear and the machine without it runs away. A region, or a bound that was meant, is asked for at
 * every step, and every 16 steps of time stepping: what leaves and comes back has left. Exact
 * propagators go slice by slice for that.
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

#include "pwl_tables.h"
#include "run.h"
#include "standstill/cycle.h"

/* Slices of the time limit. */
enum { SLICES_PWL = 8, LOOKS_EVENTS = 8 };

enum { STEPS_BETWEEN_LOOKS = 16 };

/* A turn of a cycle takes at most this share of the time limit. */
enum { LONGEST_TURN = 4 };

/* How far beyond a bound that is not meant literally a motion is followed. */
static const double PATIENCE = 1e6;

/* Velocities of what sticks, as a share of `still`. */
static const double HELD = 1e-2;

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

ss_reach_start ss_reach_begin(ss_reach *r, const double *q, const double *u) {
  const double *energy = ss_reach_evaluate(r, q, u) + r->tape.offset[SS_QUANTITY_ENERGY];
  return (ss_reach_start){energy[0], energy[0] + energy[1]};
}

double ss_reach_energy(ss_reach *r, const double *q, const double *u) {
  return ss_reach_begin(r, q, u).total;
}

static bool is_in_region(ss_reach *r, const double *q, const double *u) {
  return ss_region_find_broken(r->region, 0, q, u) == SIZE_MAX;
}

static bool is_beyond(ss_reach *r, double energy, double bound, const double *q, const double *u) {
  if (r->region && !is_in_region(r, q, u)) return true;
  return bound < INFINITY && !(ss_reach_energy(r, q, u) - energy <= bound);
}

bool ss_reach_has_gained(ss_reach *r, double energy, const double *q, const double *u) {
  const double gained = ss_reach_energy(r, q, u) - energy;
  return !isfinite(gained) || gained > r->options.gain;
}

bool ss_reach_is_away(ss_reach *r, double energy, const double *q, const double *u) {
  return is_beyond(r, energy, r->bound, q, u);
}

ss_reach_kind ss_reach_at_failure(ss_reach *r, double energy) {
  return is_beyond(r, energy, r->options.gain, r->q, r->u) ? SS_REACH_ESCAPES : SS_REACH_FAILED;
}

/* Energy that has grown by this factor runs away: to look for a cycle costs a thousand motions. */
static const double RUNAWAY = 1e4;

/* What fails here is no cycle that is known. */
static bool tends_to_cycle(ss_reach *r, double energy) {
  ss_motion_options options = ss_motion_default_options();
  bool yes = false;
  options.end = r->options.end / LONGEST_TURN;
  options.tolerance = r->options.tolerance;
  options.until = r->options.until;
  if (!r->autonomous) return false;
  if (!(r->options.gain < INFINITY) && ss_reach_energy(r, r->q, r->u) > RUNAWAY * fabs(energy))
    return false;
  return ss_cycle_attracts(r->system, r->parameters, r->q, r->u, &options, &yes) == SS_OK && yes;
}

ss_reach_kind ss_reach_at_limit(ss_reach *r, double energy) {
  if (r->region && !is_in_region(r, r->q, r->u)) return SS_REACH_ESCAPES;
  if (tends_to_cycle(r, energy)) return SS_REACH_CYCLES;
  return is_beyond(r, energy, r->options.gain, r->q, r->u) ? SS_REACH_ESCAPES : SS_REACH_UNDECIDED;
}

/* Time stepping ends within its step's error of a set, and traced sets are polylines. */
static double get_tolerance(const ss_reach *r, const double *q) {
  const double relative = 1e-3;
  double size = r->options.size;
  for (size_t i = 0; i < r->n; i++) size = fmax(size, fabs(q[i]));
  return relative * size;
}

size_t ss_reach_find_set(const ss_reach *r, const double *q) {
  return r->options.sets ? ss_rest_which(r->options.sets, q, get_tolerance(r, q)) : SIZE_MAX;
}

size_t ss_reach_find_set_at_rest(const ss_reach *r, const double *q) {
  if (!r->options.sets) return SIZE_MAX;
  return ss_rest_which_at_rest(r->options.sets, q, get_tolerance(r, q));
}

static void set_end(ss_reach_end *end, ss_reach_kind kind, double t) {
  *end = (ss_reach_end){.kind = kind, .set = SIZE_MAX, .t = t};
}

static void set_still(const ss_reach *r, ss_reach_end *end, ss_reach_kind kind, double t) {
  *end = (ss_reach_end){.kind = kind, .set = ss_reach_find_set_at_rest(r, r->q), .t = t};
}

/* ---- one motion ------------------------------------------------------------------------------ */

/* The end of a motion that propagators say rests. What still slipped at the end of a slice, with
 * velocities `before`, and then was too slow to go on, was not stopped: it may creep for ever. */
static ss_reach_kind judge_pwl(ss_reach *r, ss_reach_start start, const ss_pwl_end *result,
                               bool first, const double *before) {
  if (!result->held) return ss_reach_judge(r, start, HELD * r->options.still);
  if (first || result->t > 0) return SS_REACH_RESTS;
  memcpy(r->u, before, r->n * sizeof *r->u);
  const ss_reach_kind kind = ss_reach_judge(r, start, 0);
  return kind == SS_REACH_SETTLES ? kind : SS_REACH_RESTS;
}

void ss_reach_follow_pwl(ss_reach *r, ss_reach_end *end) {
  const ss_reach_start start = ss_reach_begin(r, r->q, r->u);
  const double energy = start.total, limit = r->options.end;
  const double slice = r->watchful ? ss_pwl_step(r->pwl) : limit / SLICES_PWL;
  for (double t = 0; t < limit;) {
    const double length = fmin(slice, limit - t);
    const bool first = t == 0;
    ss_pwl_end result;
    memcpy(r->before, r->u, r->n * sizeof *r->u);
    ss_pwl_run(r->pwl, r->pwl_work, r->q, r->u, length, &result);
    t += result.t;
    if ((r->watchful || !result.rests) && ss_reach_is_away(r, energy, r->q, r->u)) {
      set_end(end, SS_REACH_ESCAPES, t);
      return;
    }
    if (result.rests) {
      set_still(r, end, judge_pwl(r, start, &result, first, r->before), t);
      return;
    }
    if (result.t < length) {
      set_end(end, SS_REACH_FAILED, t);
      return;
    }
  }
  set_end(end, ss_reach_at_limit(r, energy), limit);
}

/* A motion by events while it goes on. */
typedef struct watching {
  ss_reach *reach;
  double energy; /* at the start */
  double next;   /* when to look again, where looks need not be frequent */
  bool away;
  double t; /* of the last look */
} watching;

static bool watch(void *user, double t, const double *q, const double *u) {
  watching *w = user;
  if (!w->reach->watchful && t < w->next) return true;
  w->next = t + w->reach->options.end / LOOKS_EVENTS;
  w->away = ss_reach_is_away(w->reach, w->energy, q, u);
  w->t = t;
  return !w->away;
}

void ss_reach_follow_events(ss_reach *r, ss_reach_end *end) {
  const ss_arena_mark mark = ss_arena_get_mark(r->arena);
  watching w = {.reach = r, .energy = ss_reach_energy(r, r->q, r->u)};
  ss_motion_options options = ss_motion_default_options();
  options.end = r->options.end;
  options.every = r->watchful ? STEPS_BETWEEN_LOOKS * r->options.step : 0;
  options.tolerance = r->options.tolerance;
  options.first_if_several = true;
  options.until = r->options.until;
  options.watch = watch;
  options.user = &w;
  ss_motion motion = {0};
  const ss_status status =
      ss_motion_run(r->arena, r->system, r->parameters, r->q, r->u, &options, &motion);
  if (motion.q) {
    memcpy(r->q, motion.q, r->n * sizeof *r->q);
    memcpy(r->u, motion.u, r->n * sizeof *r->u);
  }
  if (status == SS_BAD_INPUT)
    set_end(end, SS_REACH_INCONSISTENT, 0);
  else if (w.away)
    set_end(end, SS_REACH_ESCAPES, w.t);
  else if (status != SS_OK)
    set_end(end, ss_reach_at_failure(r, w.energy), motion.t);
  else if (motion.at_rest || motion.settles)
    set_still(r, end, motion.at_rest ? SS_REACH_RESTS : SS_REACH_SETTLES, motion.t);
  else
    set_end(end, ss_reach_at_limit(r, w.energy), r->options.end);
  ss_arena_release(r->arena, mark);
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

static ss_status compile(ss_reach *r) {
  ss_status status = ss_system_compile(r->system, QUANTITIES, &r->tape);
  if (status != SS_OK) return status;
  r->work = ss_arena_new(r->arena, ss_tape_work_size(r->tape.tape), double);
  r->q = ss_arena_new(r->arena, r->n, double);
  r->u = ss_arena_new(r->arena, r->n, double);
  r->before = ss_arena_new(r->arena, r->n, double);
  if (!r->work || !r->q || !r->u || !r->before) return SS_MEMORY;
  ss_tape_prepare(r->tape.tape, r->parameters, r->work);
  return ss_region_create(r->arena, r->system, r->parameters, r->options.region, &r->region);
}

/* Does the machine run away where frictions are small against all else? Then nothing that has gone
 * far comes back. */
static ss_status find_far_growth(ss_reach *r, bool *grows) {
  const ss_affine *far = &r->pwl->mode[r->pwl->modes - 1].flow;
  const size_t size = far->size;
  double *A = ss_arena_new(r->arena, size * (size + 2), double), *re = A + size * size;
  if (!A) return SS_MEMORY;
  for (size_t j = 0; j < size; j++) memcpy(A + size * j, far->A + far->lead * j, size * sizeof *A);
  const ss_status status = ss_matrix_spectrum(size, A, re, re + size);
  *grows = false;
  for (size_t i = 0; i < size; i++) *grows |= re[i] > 0;
  return status;
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
      bool grows = false;
      status = r->pwl_work ? find_far_growth(r, &grows) : SS_MEMORY;
      if (grows) r->bound = r->options.gain;
      return status;
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
  assert(ss_graph_is_sealed(system->graph));
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
                  .bound = options->gain * (options->patient ? PATIENCE : 1),
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
  ss_region_destroy(r->region);
  ss_reach_judge_close(r);
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
    if (ss_clock_is_past(r->options.until)) return SS_LIMIT;
    if (ss_reach_starts_away(r, q, u, &ends[i])) continue;
    ss_reach_follow(r, r->engine, q, u, &ends[i]);
    if (ends[i].kind == SS_REACH_FAILED && r->engine == SS_REACH_ENGINE_PWL)
      ss_reach_follow(r, SS_REACH_ENGINE_EVENTS, q, u, &ends[i]);
  }
  return ss_clock_is_past(r->options.until) ? SS_LIMIT : SS_OK;
}
