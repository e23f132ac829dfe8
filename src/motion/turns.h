/* turns.h: a motion from one moment to the next in which a coordinate is greatest.
 *
 * The section is where u_j falls through 0; a turn is the motion from one such moment to the next.
 */
#ifndef STANDSTILL_MOTION_TURNS_H
#define STANDSTILL_MOTION_TURNS_H

#include "run.h"

typedef struct ss_turns {
  const ss_system *system;
  const double *parameters;
  ss_motion_options options;
  ss_arena *scratch;
  size_t n, j;
  double zero;            /* of the speeds: what u_j is on the section; 1e-13 */
  double quiet;           /* u_j below this is 0; 0 without a survey */
  double *low, *high;     /* n each: on the last turn */
  double *slow, *fast;    /* n each: velocities on the last turn */
  ss_status last, status; /* of the last motion; SS_MEMORY once memory was out */
  /* while a motion is watched */
  bool surveys; /* only the extent counts */
  bool armed, crossed;
  double t0, t1, *x0, *x1; /* 2 n each: the steps' ends around the crossing */
} ss_turns;

/* Motions by events with these options, in the arena, which is the caller's. SS_MEMORY. */
ss_status ss_turns_open(ss_turns *turns, ss_arena *scratch, const ss_system *system,
                        const double *parameters, const ss_motion_options *options);

/* Follows the motion from (q, u) to options.end and takes the coordinate that moves most for the
 * section, none of first order; false if none does. */
bool ss_turns_survey(ss_turns *turns, const double *q, const double *u);

/* The next state on the section after (q, u), in place, and when; false if there is none within
 * `limit`, or the motion cannot be computed. */
bool ss_turns_next(ss_turns *turns, double limit, double *q, double *u, double *t);

/* The number that x_i is in a state: all but u_j. */
static inline double *ss_turns_locate(const ss_turns *turns, double *state, size_t i) {
  return state + (i < turns->n + turns->j ? i : i + 1);
}

#endif
