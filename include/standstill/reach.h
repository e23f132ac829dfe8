/* reach.h: where motions end: in which rest set, away, or nowhere yet.
 *
 * Many motions of one system, each followed until it is decided:
 *
 *     rests         in finite time, in a rest set (rest.h), or at an equilibrium in none of them
 *     settles       decays towards a rest set or such an equilibrium, and never quite stops
 *     cycles        tends to a cycle that attracts (cycle.h), as far as its return map shows it
 *     escapes       has left the region, or gained more energy than a bound since its start
 *     undecided     at the time limit
 *     inconsistent  no motion can start there
 *     failed        the method could not go on
 *
 * Three engines: exact propagators for piecewise linear machines (pwl.h), time stepping in lanes
 * for all others, and the event-driven method, slow and accurate, for any.
 */
#ifndef STANDSTILL_REACH_H
#define STANDSTILL_REACH_H

#include "standstill/motion.h"
#include "standstill/rest.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SS_REACH_LIST(X)                                                                           \
  X(RESTS, "rests")                                                                                \
  X(SETTLES, "settles")                                                                            \
  X(CYCLES, "cycles")                                                                              \
  X(ESCAPES, "escapes")                                                                            \
  X(UNDECIDED, "undecided")                                                                        \
  X(INCONSISTENT, "inconsistent")                                                                  \
  X(FAILED, "failed")

typedef enum ss_reach_kind {
#define SS_REACH_ENUM(name, word) SS_REACH_##name,
  SS_REACH_LIST(SS_REACH_ENUM)
#undef SS_REACH_ENUM
      SS_REACH_COUNT
} ss_reach_kind;

const char *ss_reach_word(ss_reach_kind kind);

#define SS_REACH_ENGINE_LIST(X)                                                                    \
  X(AUTO, "auto") /* pwl where it applies, else lanes */                                           \
  X(PWL, "pwl")                                                                                    \
  X(LANES, "moreau")                                                                               \
  X(EVENTS, "events")

typedef enum ss_reach_engine {
#define SS_REACH_ENGINE_ENUM(name, word) SS_REACH_ENGINE_##name,
  SS_REACH_ENGINE_LIST(SS_REACH_ENGINE_ENUM)
#undef SS_REACH_ENGINE_ENUM
      SS_REACH_ENGINE_COUNT
} ss_reach_engine;

const char *ss_reach_engine_word(ss_reach_engine engine);

typedef struct ss_reach_options {
  ss_reach_engine engine;
  double end;                 /* the time limit */
  double step;                /* moreau: its step */
  double tolerance;           /* events: of the integrator */
  double still;               /* moreau: nothing moves faster at rest */
  double size;                /* of positions: a thousandth of it is near a rest set */
  double until;               /* a moment of ss_clock() at which it gives up; 0: never */
  double gain;                /* energy gained beyond this is an escape; INFINITY: never */
  bool watchful;              /* asks for it all along, not now and then; always with a region */
  bool patient;               /* what passes it is an escape only if it tends to no cycle */
  const ss_relations *region; /* of the system's model: what leaves it escapes; NULL: none */
  const ss_rest_sets *sets;   /* NULL: not known */
  const bool *closed;         /* one per normal: adjusted starts keep it closed; NULL: none */
} ss_reach_options;

/* auto, end 200, step 1e-3, tolerance 1e-10, still 1e-7, size 1, no bound, no region, no sets. */
ss_reach_options ss_reach_default_options(void);

typedef struct ss_reach_end {
  ss_reach_kind kind;
  size_t set; /* rests, settles: index of the set; SIZE_MAX: in none that is known */
  double t;   /* when it was decided: at rest (moreau: first noticed), away, at the limit */
} ss_reach_end;

/* What one thread needs. The system must have no open inputs; threads may share it.
 * SS_BAD_ARGUMENT with a phrase in *why (else NULL): an engine that does not apply. */
typedef struct ss_reach ss_reach;

ss_status ss_reach_create(const ss_system *system, const double *parameters,
                          const ss_reach_options *options, ss_reach **reach, const char **why);
void ss_reach_destroy(ss_reach *reach);

/* The engine that was chosen. */
ss_reach_engine ss_reach_engine_of(const ss_reach *reach);

/* Follows `count` motions: starts are count x n, row by row. SS_LIMIT: the clock has passed
 * `until`, and the ends say nothing. */
ss_status ss_reach_run(ss_reach *reach, size_t count, const double *q, const double *u,
                       ss_reach_end *ends);

/* Kinetic and potential energy together. */
double ss_reach_energy(ss_reach *reach, const double *q, const double *u);

/* Makes a start consistent with the contacts by changing what is not fixed, as little as possible:
 * positions until no contact penetrates and every slider is on its track; velocities until no
 * closed contact closes further and no slider leaves; contacts of options.closed as if they were
 * sliders. False where that cannot be done; velocities
 * into a closed contact that are fixed are left: the motion begins with an impact. */
bool ss_reach_adjust(ss_reach *reach, const bool *fixed_q, const bool *fixed_u, double *q,
                     double *u);

#ifdef __cplusplus
}
#endif

#endif
