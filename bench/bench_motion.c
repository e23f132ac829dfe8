/* bench_motion.c: steps a second of time stepping, against Siconos, MuJoCo, ODE and hand-written C.
 *
 * The rocking block falls on its corner, rocks, slides and rests, ten seconds in steps of 1e-4 (see
 * motion_block.h), and then once more only as long as it moves. The library goes on after rest, as
 * the others do. In turns, CPU time, the best of the repetitions of each.
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

#include "motion_block.h"
#include "standstill/motion.h"

enum { REPETITIONS = 5 };

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
  const bool complete = status == SS_OK && motion.steps == steps;
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

/* Seconds a step and trajectory; where the first trajectory ends. */
static double run(const library *l, contestant who, size_t steps, block_state *end) {
  block_state states[SS_LANES];
  double time = -1;
  scatter(states);
  switch (who) {
  case ALONE: time = move_alone(l, states, steps); break;
  case LANES: time = move_lanes(l, states, steps) / SS_LANES; break;
  case HAND: time = move_by_hand(states, steps); break;
  case HAND_LANES: time = move_many_by_hand(states, SS_LANES, steps) / SS_LANES; break;
  case SICONOS: time = move_in_siconos(states, steps); break;
  case MUJOCO: time = move_in_mujoco(states, steps); break;
  case ODE: time = move_in_ode(states, steps); break;
  case CONTESTANTS: break;
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

static void hold_contest(const library *l, size_t steps) {
  double best[CONTESTANTS];
  block_state end[CONTESTANTS];
  for (int who = 0; who < CONTESTANTS; who++) best[who] = DBL_MAX;
  for (int k = 0; k < REPETITIONS; k++)
    for (int who = 0; who < CONTESTANTS; who++)
      if (k < 2 || who < SICONOS)
        best[who] = fmin(best[who], run(l, (contestant)who, steps, &end[who]));
  printf("rocking block, %zu steps of %g s: time a step and trajectory, where the first one ends\n",
         steps, block_step);
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
  const library l = open_library();
  hold_contest(&l, 100000); /* most of the time at rest, */
  hold_contest(&l, 4000);   /* and while all of them move */
  ss_model_close(l.model);
  ss_arena_destroy(l.arena);
  return 0;
}
