/* bench_motion.c: steps a second of time stepping, against Siconos, MuJoCo, ODE and hand-written C.
 *
 * The rocking block falls on its corner, rocks, slides and rests, in steps of 1e-4
 * (motion_block.h). Two contests:
 *
 *     ten seconds     from one start; most of the time the block stands on both corners. Nobody
 *                     sleeps: the library goes on after rest, ODE disables no body unless asked to,
 *                     this MuJoCo cannot
 *     while it moves  the first 0.4 s from 64 starts, the same for all: flight, impacts, rocking on
 *                     one corner, sliding
 *
 * In turns, CPU time, the best of the repetitions of each, one thread (OpenBLAS's others, which
 * Siconos wakes in every step, would count as its time). The library's time for one trajectory
 * includes the making of the run; the peers' models are loaded before the clock starts.
 *
 *     one trajectory   at least 20 times Siconos's steps a second, 5 times MuJoCo's and ODE's;
 *                      a fifth of the hand-written program's
 *     64 in lanes      at least 200 times Siconos's steps a second, 50 times MuJoCo's and ODE's;
 *                      a third of the hand-written program's, which is vectorised as well
 *
 * NEEDS: g++ libsiconos-kernel-dev libsiconos-numerics-dev libmujoco-dev libode-dev
 * LIBS:  -lsiconos_kernel -lsiconos_numerics -lmujoco -lode -lstdc++
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "../src/motion/motion_lanes.h"
#include "motion_block.h"

enum { REPETITIONS = 5, OF_PEERS = 3 };

static const block_state first = {0.05, 0.25, 0.2, 0.5, 0, 0};

/* ---- the library ----------------------------------------------------------------------------- */

typedef struct library {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double *parameters;
} library;

static library open_library(void) {
  static const ss_setting settings[] = {{"m=1"},    {"a=0.1"},  {"b=0.2"},  {"k=10"},
                                        {"g=9.81"}, {"mu=0.3"}, {"eN=0.4"}, {"eT=0"}};
  library l = {.arena = ss_arena_create()};
  ss_diagnostics list;
  if (ss_model_read(l.arena, "models/rocking-block.still", 8, settings, &list, &l.model) != SS_OK ||
      ss_system_derive(l.arena, l.model, &l.system) != SS_OK) {
    fprintf(stderr, "models/rocking-block.still cannot be used; run this from the root\n");
    exit(1);
  }
  l.parameters = ss_arena_new(l.arena, l.model->parameters, double);
  ss_model_parameter_values(l.model, l.parameters);
  return l;
}

static double move_alone(const library *l, block_state *s, size_t steps) {
  ss_motion_options options = ss_motion_default_options();
  options.method = SS_MOTION_MOREAU;
  options.step = block_step;
  options.end = (double)steps * block_step;
  options.go_on_at_rest = true;
  const double q[3] = {s->x, s->y, s->phi}, u[3] = {s->vx, s->vy, s->w};
  ss_motion motion;
  ss_arena *arena = ss_arena_create();
  const double start = read_clock();
  const ss_status status = ss_motion_run(arena, l->system, l->parameters, q, u, &options, &motion);
  const double time = read_clock() - start;
  if (status == SS_OK)
    *s =
        (block_state){motion.q[0], motion.q[1], motion.q[2], motion.u[0], motion.u[1], motion.u[2]};
  /* what stands still takes no more steps: "while it moves" below compares steps alone */
  const bool complete = status == SS_OK && motion.t >= options.end * (1 - 1e-12);
  ss_arena_destroy(arena);
  return complete ? time : -1;
}

static double move_lanes(const library *l, block_state *states, size_t steps) {
  ss_motion_lanes *lanes;
  if (ss_motion_lanes_create(l->system, l->parameters, block_step, &lanes) != SS_OK) return -1;
  const double start = read_clock();
  for (size_t k = 0; k < SS_LANES; k++) {
    const block_state *s = &states[k];
    const double q[3] = {s->x, s->y, s->phi}, u[3] = {s->vx, s->vy, s->w};
    ss_motion_lanes_put(lanes, k, 0, q, u);
  }
  ss_motion_lanes_run(lanes, steps);
  const double time = read_clock() - start;
  for (size_t k = 0; k < SS_LANES; k++) {
    double q[3], u[3];
    ss_motion_lanes_get(lanes, k, q, u);
    states[k] = (block_state){q[0], q[1], q[2], u[0], u[1], u[2]};
  }
  const bool failed = ss_motion_lanes_failed(lanes) != 0;
  ss_motion_lanes_destroy(lanes);
  return failed ? -1 : time;
}

/* ---- the contest ----------------------------------------------------------------------------- */

typedef enum contestant {
  ALONE,
  LANES,
  HAND,
  HAND_LANES,
  SICONOS,
  MUJOCO,
  ODE,
  CONTESTANTS
} contestant;

static const char *const names[CONTESTANTS] = {"standstill, one trajectory",
                                               "standstill, 64 in lanes",
                                               "by hand, one trajectory",
                                               "by hand, 64 in vectors",
                                               "Siconos 4.4",
                                               "MuJoCo",
                                               "ODE"};

/* Sixty-four starts; the first is that of the others. */
static void scatter(block_state *states) {
  uint64_t source = 88172645463325252ULL;
  states[0] = first;
  for (size_t k = 1; k < SS_LANES; k++) {
    double r[4];
    for (int i = 0; i < 4; i++) {
      source ^= source << 13;
      source ^= source >> 7;
      source ^= source << 17;
      r[i] = (double)(source >> 11) * 0x1p-53;
    }
    states[k] = (block_state){.x = 0.1 * (2 * r[0] - 1),
                              .y = 0.22 + 0.05 * r[1],
                              .phi = 0.15 * (2 * r[2] - 1),
                              .vx = 0.5 * (2 * r[3] - 1)};
  }
}

/* Who moves one block at a time. */
static double move_one(const library *l, contestant who, block_state *state, size_t steps) {
  switch (who) {
  case ALONE: return move_alone(l, state, steps);
  case HAND: return move_by_hand(state, steps);
  case SICONOS: return move_in_siconos(state, steps);
  case MUJOCO: return move_in_mujoco(state, steps);
  case ODE: return move_in_ode(state, steps);
  default: return -1;
  }
}

/* Seconds a step and trajectory; where the first trajectory ends. Those who move all blocks at once
 * do so whatever the number of starts. */
static double run(const library *l, contestant who, size_t starts, size_t steps, block_state *end) {
  block_state states[SS_LANES];
  double time = 0;
  scatter(states);
  if (who == LANES)
    time = move_lanes(l, states, steps) / SS_LANES;
  else if (who == HAND_LANES)
    time = move_many_by_hand(states, SS_LANES, steps) / SS_LANES;
  for (size_t k = 0; k < starts && who != LANES && who != HAND_LANES && time >= 0; k++) {
    const double more = move_one(l, who, &states[k], steps);
    time = more < 0 ? -1 : time + more / (double)starts;
  }
  *end = states[0];
  if (time < 0) {
    fprintf(stderr, "%s failed\n", names[who]);
    exit(1);
  }
  return time / (double)steps;
}

static void compare(const double *time, contestant ours, contestant peer, double wanted) {
  printf("  %-28s %7.2f times as fast as %-24s (at least %.3g)\n", names[ours],
         time[peer] / time[ours], names[peer], wanted);
}

static void hold_contest(const library *l, const char *title, size_t starts, size_t steps) {
  double best[CONTESTANTS];
  block_state end[CONTESTANTS];
  for (int who = 0; who < CONTESTANTS; who++) best[who] = DBL_MAX;
  for (int k = 0; k < REPETITIONS; k++)
    for (int who = 0; who < CONTESTANTS; who++)
      if (k < OF_PEERS || who < SICONOS)
        best[who] = fmin(best[who], run(l, (contestant)who, starts, steps, &end[who]));
  printf("%s, steps of %g s: time a step and trajectory, where the first one ends\n", title,
         block_step);
  for (int who = 0; who < CONTESTANTS; who++)
    printf("  %-28s %9.1f ns   x %9.6f  y %9.6f  phi %9.6f\n", names[who], best[who] * 1e9,
           end[who].x, end[who].y, end[who].phi);
  compare(best, ALONE, SICONOS, 20);
  compare(best, ALONE, MUJOCO, 5);
  compare(best, ALONE, ODE, 5);
  compare(best, ALONE, HAND, 0.2);
  compare(best, LANES, SICONOS, 200);
  compare(best, LANES, MUJOCO, 50);
  compare(best, LANES, ODE, 50);
  compare(best, LANES, HAND_LANES, 1.0 / 3);
}

int main(void) {
  openblas_set_num_threads(1);
  const library l = open_library();
  hold_contest(&l, "rocking block, ten seconds", 1, 100000);
  hold_contest(&l, "rocking block, while it moves", SS_LANES, 4000);
  ss_model_close(l.model);
  ss_arena_destroy(l.arena);
  return 0;
}
