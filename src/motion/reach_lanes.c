/* reach_lanes.c: many motions in lanes of time stepping, each until it is decided.
 *
 * Lanes are refilled as their motions are decided. All of them are looked at after every few steps:
 *
 *     at rest    slower than `still` at two looks in a row, so its acceleration is below
 *                still / (time between looks), and it lies in a rest set, or, where no set has it,
 *                the equilibrium inclusion says so; never where forces depend on time. Or it has
 *                settled: reach_judge.c
 *     away       every LOOKS-th look: energy and region; every look with a region or a bound that
 *                was meant (reach.c). A fixed step makes stiff machines gain energy that no force
 *                gives: what has gained is done again from its start by events
 *     failed     no step: done again from its start by events
 *     over       at the time limit: in a cycle, away, or not decided
 *
 * A lane's motion does not depend on its neighbours, and which motions meet in a block depends on
 * the list alone: equal lists give equal results. Cost: the steps, and one scalar evaluation of the
 * energy a motion and LOOKS looks.
 */
#include <math.h>
#include <string.h>

#include "reach.h"

enum { STEPS = 16, LOOKS = 16 };

/* Velocities of what sticks, as a share of `still`. */
static const double HELD = 1e-2;

typedef struct lane_run {
  ss_reach *reach;
  const double *q, *u;
  size_t count, next;
  ss_reach_end *ends;
  size_t motion[SS_LANES];        /* which one is in the lane */
  ss_reach_start start[SS_LANES]; /* energies there */
  bool not_rest[SS_LANES]; /* was slow and no equilibrium: not asked again until it is fast */
  uint64_t in_use, slow;   /* slow at the last look */
} lane_run;

/* Fills a lane with the next motion that can start. */
static void fill(lane_run *r, size_t lane) {
  const size_t n = r->reach->n;
  r->in_use &= ~((uint64_t)1 << lane);
  r->slow &= ~((uint64_t)1 << lane);
  while (r->next < r->count) {
    const size_t i = r->next++;
    const double *q = r->q + i * n, *u = r->u + i * n;
    if (ss_reach_starts_away(r->reach, q, u, &r->ends[i])) continue;
    if (!ss_motion_lanes_put(r->reach->lanes, lane, 0, q, u)) {
      r->ends[i] = (ss_reach_end){.kind = SS_REACH_INCONSISTENT, .set = SIZE_MAX};
      continue;
    }
    r->motion[lane] = i;
    r->start[lane] = ss_reach_begin(r->reach, q, u);
    r->not_rest[lane] = false;
    r->in_use |= (uint64_t)1 << lane;
    return;
  }
  ss_motion_lanes_take_out(r->reach->lanes, lane);
}

static void decide(lane_run *r, size_t lane, ss_reach_kind kind, size_t set, double t) {
  r->ends[r->motion[lane]] = (ss_reach_end){.kind = kind, .set = set, .t = t};
  fill(r, lane);
}

static void redo(lane_run *r, size_t lane) {
  const size_t i = r->motion[lane], n = r->reach->n;
  ss_reach_follow(r->reach, SS_REACH_ENGINE_EVENTS, r->q + i * n, r->u + i * n, &r->ends[i]);
  fill(r, lane);
}

/* Can the slow lane be held where it is? Its state is in reach->q. */
static bool is_in_balance(lane_run *r, size_t lane, size_t *set) {
  ss_reach *reach = r->reach;
  *set = ss_reach_find_set(reach, reach->q);
  if (*set != SIZE_MAX) return true;
  if (r->not_rest[lane]) return false;
  const size_t at = r->motion[lane] * reach->n;
  r->not_rest[lane] = !ss_reach_is_balanced(reach, r->q + at, r->u + at);
  if (!r->not_rest[lane]) *set = ss_reach_find_set_at_rest(reach, reach->q);
  return !r->not_rest[lane];
}

/* Has it come to rest, or settled? */
static bool is_at_end(lane_run *r, size_t lane, ss_reach_kind *kind, size_t *set) {
  if (!r->reach->autonomous || !is_in_balance(r, lane, set)) return false;
  *kind = ss_reach_judge(r->reach, r->start[lane], HELD * r->reach->options.still);
  return *kind != SS_REACH_UNDECIDED;
}

static void look_at(lane_run *r, size_t lane, bool slow_twice, bool failed, bool look_away) {
  ss_reach *reach = r->reach;
  ss_reach_kind kind;
  size_t set;
  const double start = r->start[lane].total;
  const double t = ss_motion_lanes_get(reach->lanes, lane, reach->q, reach->u);
  const bool away = (failed && ss_reach_at_failure(reach, start) == SS_REACH_ESCAPES) ||
                    (look_away && ss_reach_is_away(reach, start, reach->q, reach->u));
  if (slow_twice && is_at_end(r, lane, &kind, &set))
    decide(r, lane, kind, set, t);
  else if (failed || (away && ss_reach_has_gained(reach, start, reach->q, reach->u)))
    redo(r, lane);
  else if (away)
    decide(r, lane, SS_REACH_ESCAPES, SIZE_MAX, t);
  else if (t >= reach->options.end)
    decide(r, lane, ss_reach_at_limit(reach, start), SIZE_MAX, reach->options.end);
}

static void look(lane_run *r, bool look_away) {
  const uint64_t slow = ss_motion_lanes_slower(r->reach->lanes, r->reach->options.still);
  const uint64_t failed = ss_motion_lanes_failed(r->reach->lanes);
  const uint64_t twice = slow & r->slow, before = r->in_use;
  r->slow = slow;
  for (size_t lane = 0; lane < SS_LANES; lane++) {
    const uint64_t bit = (uint64_t)1 << lane;
    if (!(slow & bit)) r->not_rest[lane] = false;
    if (before & bit && (look_away || (twice | failed) & bit))
      look_at(r, lane, twice & bit, failed & bit, look_away);
  }
}

ss_status ss_reach_run_lanes(ss_reach *reach, size_t count, const double *q, const double *u,
                             ss_reach_end *ends) {
  lane_run r = {.reach = reach, .q = q, .u = u, .count = count, .ends = ends};
  for (size_t lane = 0; lane < SS_LANES; lane++) fill(&r, lane);
  for (unsigned k = 1; r.in_use; k++) {
    if (ss_clock_is_past(reach->options.until)) return SS_LIMIT;
    ss_motion_lanes_run(reach->lanes, STEPS);
    look(&r, reach->watchful || k % LOOKS == 0);
  }
  return ss_clock_is_past(reach->options.until) ? SS_LIMIT : SS_OK;
}
