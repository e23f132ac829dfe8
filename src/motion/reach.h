/* reach.h: the inside of ss_reach, shared by its engines. */
#ifndef STANDSTILL_MOTION_REACH_H
#define STANDSTILL_MOTION_REACH_H

#include "motion_lanes.h"
#include "pwl.h"
#include "run.h"
#include "standstill/reach.h"

struct ss_reach {
  ss_arena *arena;
  const ss_system *system;
  const double *parameters;
  ss_reach_options options;
  ss_reach_engine engine;
  size_t n;
  ss_system_tape tape; /* energies, gaps, their directions */
  double *work;
  ss_region *region; /* NULL: none */
  const ss_pwl *pwl;
  double *pwl_work;
  ss_motion_lanes *lanes;
  double *q, *u, *before;           /* n each: a state at hand; velocities a slice ago */
  struct ss_reach_referee *referee; /* who tells rest from settling; NULL: not needed yet */
  bool watchful;                    /* the region and the bound are asked for all along */
  double bound;                     /* of the energy gained: nothing comes back from beyond */
  bool autonomous;                  /* nothing depends on time */
};

/* Runs the tape at a state. */
const double *ss_reach_evaluate(ss_reach *reach, const double *q, const double *u);

/* Whether the motion that began with `energy` has left for good: by its energy or the region. */
bool ss_reach_is_away(ss_reach *reach, double energy, const double *q, const double *u);

/* What to call a motion that cannot go on at reach->q, reach->u: an escape, or a failure. */
ss_reach_kind ss_reach_at_failure(ss_reach *reach, double energy);

/* What to call a motion that is at reach->q, reach->u at the time limit: it tends to a cycle, has
 * escaped, or is undecided. */
ss_reach_kind ss_reach_at_limit(ss_reach *reach, double energy);

/* The rest set nearest to q, if it is near; SIZE_MAX: none is. */
size_t ss_reach_find_set(const ss_reach *reach, const double *q);
/* The same of a position that rests. */
size_t ss_reach_find_set_at_rest(const ss_reach *reach, const double *q);

/* Kinetic and all energy at the start of a motion. */
typedef struct ss_reach_start {
  double kinetic, total;
} ss_reach_start;

ss_reach_start ss_reach_begin(ss_reach *reach, const double *q, const double *u);

/* Can admissible forces hold the machine at reach->q, measured by the forces there and at the start
 * (q, u)? */
bool ss_reach_is_balanced(ss_reach *reach, const double *q, const double *u);

/* Does the machine, slow at reach->q, reach->u and in balance there, rest or settle? What it lost
 * since its start says how fast it was; what slips no faster than `held` sticks. SS_REACH_RESTS,
 * SS_REACH_SETTLES, or SS_REACH_UNDECIDED. */
ss_reach_kind ss_reach_judge(ss_reach *reach, ss_reach_start start, double held);
void ss_reach_judge_close(ss_reach *reach);

/* Whether it has more energy than a motion may gain, or one that is no number any more. */
bool ss_reach_has_gained(ss_reach *reach, double energy, const double *q, const double *u);

/* One motion from reach->q, reach->u, which end where the motion does. */
void ss_reach_follow_pwl(ss_reach *reach, ss_reach_end *end);
void ss_reach_follow_events(ss_reach *reach, ss_reach_end *end);

/* One motion from (q, u), by propagators or by events. */
void ss_reach_follow(ss_reach *reach, ss_reach_engine engine, const double *q, const double *u,
                     ss_reach_end *end);

/* Whether it starts outside the region: an escape at once. */
bool ss_reach_starts_away(ss_reach *reach, const double *q, const double *u, ss_reach_end *end);

/* Many motions in lanes. */
ss_status ss_reach_run_lanes(ss_reach *reach, size_t count, const double *q, const double *u,
                             ss_reach_end *ends);

#endif
