/* bench_basin.c: maps: trajectories a second against SciPy, SUNDIALS, Siconos and hand-written C;
 * threads; refinement.
 *
 *     two masses       does the motion reach the rest set by T = 100? Starts uniform in [-4, 4]^4,
 *                      one core, CPU time; slow peers get the first few starts. At least 1000 times
 *                      SciPy with events, 1000 times Siconos, 50 times SUNDIALS with root finding,
 *                      10 times a plain time-stepping loop with dt = 1e-3
 *     rocking block    a map of starts until each is at rest, in lanes: at least 0.3 of the
 *                      hand-written vectorised kernel, which moves 32 blocks until all are at rest
 *     threads          a map of the two masses with two threads: at least 1.8 times one
 *     refinement       evaluations of N x N maps, N = 256 to 2048: exponent at most 1.2
 *
 * NEEDS: g++ libsiconos-kernel-dev libsiconos-numerics-dev python3-scipy
 * LIBS:  -lsiconos_kernel -lsiconos_numerics -lstdc++
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cblas.h>

#include "basin_peers.h"
#include "motion_block.h"
#include "standstill/reach.h"
#include "standstill/sweep.h"

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static double read_wall(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the library ----------------------------------------------------------------------------- */

typedef struct library {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  ss_reach *reach;
} library;

static library *open_library(const char *file, size_t settings, const ss_setting *setting,
                             const ss_reach_options *options) {
  ss_arena *arena = ss_arena_create();
  library *l = ss_arena_new(arena, 1, library);
  ss_diagnostics list;
  const char *why;
  double parameters[16];
  l->arena = arena;
  ss_diagnostics_start(&list, arena, file, NULL, 0);
  if (ss_model_read(arena, file, settings, setting, &list, &l->model) != SS_OK ||
      ss_system_derive(arena, l->model, &l->system) != SS_OK)
    fail("a model cannot be used; run this from the root");
  ss_model_parameter_values(l->model, parameters);
  if (ss_reach_create(l->system, parameters, options, &l->reach, &why) != SS_OK) fail(why);
  return l;
}

static void close_library(library *l) {
  ss_reach_destroy(l->reach);
  ss_model_close(l->model);
  ss_arena_destroy(l->arena);
}

/* ---- two masses ------------------------------------------------------------------------------ */

enum { STARTS = 20000, PLAIN = 400, SUNDIALS = 400, SICONOS = 3, SCIPY = 15 };

static double reach_by_library(size_t count, const double *starts, bool *reached) {
  ss_reach_options options = ss_reach_default_options();
  options.end = basin_end;
  library *l = open_library("models/two-masses.still", 0, NULL, &options);
  double *q = malloc(4 * count * sizeof *q), *u = q + 2 * count;
  ss_reach_end *ends = malloc(count * sizeof *ends);
  for (size_t i = 0; i < count; i++) {
    memcpy(q + 2 * i, starts + 4 * i, 2 * sizeof *q);
    memcpy(u + 2 * i, starts + 4 * i + 2, 2 * sizeof *u);
  }
  const double begin = read_clock();
  ss_reach_run(l->reach, count, q, u, ends);
  const double time = read_clock() - begin;
  for (size_t i = 0; i < count; i++) reached[i] = ends[i].kind == SS_REACH_RESTS;
  free(q);
  free(ends);
  close_library(l);
  return time;
}

/* The script reads starts from a file and prints its time and its verdicts. */
static double reach_in_scipy(size_t count, const double *starts, bool *reached) {
  char name[] = P_tmpdir "/standstill-starts-XXXXXX", command[128];
  const int descriptor = mkstemp(name);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file) return -1;
  for (size_t i = 0; i < count; i++)
    fprintf(file, "%.17g %.17g %.17g %.17g\n", starts[4 * i], starts[4 * i + 1], starts[4 * i + 2],
            starts[4 * i + 3]);
  fclose(file);
  snprintf(command, sizeof command,
           "OPENBLAS_NUM_THREADS=1 /usr/bin/python3 bench/basin_scipy.py <%s", name);
  FILE *out = popen(command, "r");
  double time = -1;
  if (!out || fscanf(out, "%lf", &time) != 1) time = -1;
  for (size_t i = 0; i < count && time >= 0; i++) {
    int yes;
    if (fscanf(out, "%d", &yes) != 1) time = -1;
    reached[i] = yes;
  }
  if (out) pclose(out);
  unlink(name);
  return time;
}

static void scatter(size_t count, double *numbers) {
  uint64_t source = 88172645463325252ULL;
  for (size_t i = 0; i < count; i++) {
    source ^= source << 13;
    source ^= source >> 7;
    source ^= source << 17;
    numbers[i] = 4 * (2 * ((double)(source >> 11) * 0x1p-53) - 1);
  }
}

static void contest_two_masses(void) {
  static const struct {
    const char *name;
    double (*run)(size_t, const double *, bool *);
    size_t count;
    double wanted;
  } peers[] = {{"SciPy with events", reach_in_scipy, SCIPY, 1000},
               {"Siconos 4.4", reach_in_siconos, SICONOS, 1000},
               {"SUNDIALS with root finding", reach_in_sundials, SUNDIALS, 50},
               {"a plain loop, dt = 1e-3", reach_by_stepping, PLAIN, 10}};
  static double starts[4 * STARTS];
  static bool ours[STARTS], theirs[STARTS];
  double best = DBL_MAX;
  scatter(4 * STARTS, starts);
  for (int k = 0; k < 3; k++) best = fmin(best, reach_by_library(STARTS, starts, ours));
  const double rate = STARTS / best;
  printf("two masses: does it reach the rest set by T = 100? Trajectories a second, one core\n");
  printf("  %-28s %10.0f\n", "standstill, propagators", rate);
  for (size_t k = 0; k < sizeof peers / sizeof *peers; k++) {
    double time = DBL_MAX;
    for (int repetition = 0; repetition < (peers[k].count > 100 ? 3 : 1); repetition++)
      time = fmin(time, peers[k].run(peers[k].count, starts, theirs));
    size_t differ = 0;
    for (size_t i = 0; i < peers[k].count; i++) differ += ours[i] != theirs[i];
    if (time < 0) fail("a peer failed");
    const double other = (double)peers[k].count / time;
    printf("  %-28s %10.4g  standstill is %.4g times as fast (at least %g); %zu of %zu differ\n",
           peers[k].name, other, rate / other, peers[k].wanted, differ, peers[k].count);
  }
}

/* ---- the rocking block ----------------------------------------------------------------------- */

enum { BLOCKS = 1024, SLICE = 256 };

static const double block_end = 10;

static void place_blocks(block_state *states) {
  for (size_t k = 0; k < BLOCKS; k++) {
    const double phi = -0.3 + 0.6 * (double)(k % 32) / 31, w = -1 + 2 * (double)(k / 32) / 31;
    states[k] = (block_state){
        .y = block_a * fabs(sin(phi)) + block_b * cos(phi), .phi = phi, .w = w, .x = 0.01};
  }
}

static bool are_still(const block_state *s, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (fabs(s[k].vx) > 1e-6 || fabs(s[k].vy) > 1e-6 || fabs(s[k].w) > 1e-6) return false;
  return true;
}

/* How many came to rest, and the steps that were made for them. */
typedef struct outcome {
  size_t rest;
  double steps;
} outcome;

static double map_by_hand(outcome *o) {
  static block_state states[BLOCKS];
  place_blocks(states);
  *o = (outcome){0};
  const double begin = read_clock();
  for (size_t k = 0; k < BLOCKS; k += 32) {
    int still = 0;
    for (double t = 0; t < block_end && still < 2; t += SLICE * block_step) {
      move_many_by_hand(states + k, 32, SLICE);
      o->steps += 32 * SLICE;
      still = are_still(states + k, 32) ? still + 1 : 0;
    }
    if (still) o->rest += 32;
  }
  return read_clock() - begin;
}

static double map_by_library(outcome *o) {
  static const ss_setting settings[] = {{"m=1"},    {"a=0.1"},  {"b=0.2"},  {"k=10"},
                                        {"g=9.81"}, {"mu=0.3"}, {"eN=0.4"}, {"eT=0"}};
  static block_state states[BLOCKS];
  static double q[3 * BLOCKS], u[3 * BLOCKS];
  static ss_reach_end ends[BLOCKS];
  ss_reach_options options = ss_reach_default_options();
  options.engine = SS_REACH_ENGINE_LANES;
  options.step = block_step;
  options.end = block_end;
  options.still = 1e-6;
  library *l = open_library("models/rocking-block.still", 8, settings, &options);
  place_blocks(states);
  for (size_t k = 0; k < BLOCKS; k++) {
    const block_state *s = &states[k];
    const double position[3] = {s->x, s->y, s->phi}, velocity[3] = {s->vx, s->vy, s->w};
    memcpy(q + 3 * k, position, sizeof position);
    memcpy(u + 3 * k, velocity, sizeof velocity);
  }
  const double begin = read_clock();
  ss_reach_run(l->reach, BLOCKS, q, u, ends);
  const double time = read_clock() - begin;
  *o = (outcome){0};
  for (size_t k = 0; k < BLOCKS; k++) {
    o->rest += ends[k].kind == SS_REACH_RESTS;
    o->steps += ends[k].t / block_step;
  }
  close_library(l);
  return time;
}

static void contest_rocking_block(void) {
  double time[2] = {DBL_MAX, DBL_MAX};
  outcome o[2];
  for (int k = 0; k < 3; k++) {
    time[0] = fmin(time[0], map_by_hand(&o[0]));
    time[1] = fmin(time[1], map_by_library(&o[1]));
  }
  printf("rocking block, a map of %d starts until they rest, dt = %g\n", BLOCKS, block_step);
  for (int k = 0; k < 2; k++)
    printf("  %-28s %10.0f trajectories and %.3g steps a second, %zu rest\n",
           k ? "standstill, lanes" : "by hand, vectorised", BLOCKS / time[k], o[k].steps / time[k],
           o[k].rest);
  printf("  standstill is %.2f of it by trajectories, %.2f by steps (at least 0.3): its lanes are "
         "refilled one by one\n",
         time[0] / time[1], o[1].steps / time[1] * time[0] / o[0].steps);
}

/* ---- maps ------------------------------------------------------------------------------------ */

static ss_status open_task(const void *user, void **worker) {
  ss_reach_options options = ss_reach_default_options();
  (void)user;
  options.gain = 1e4;
  *worker = open_library("models/two-masses.still", 0, NULL, &options);
  return SS_OK;
}

static void close_task(void *worker) {
  close_library(worker);
}

static ss_status classify(void *worker, size_t count, const double *a, const double *b,
                          uint8_t *codes, double *values) {
  library *l = worker;
  for (size_t i = 0; i < count; i++) {
    const double q[2] = {a[i], b[i]}, u[2] = {0, 0};
    ss_reach_end end;
    ss_reach_run(l->reach, 1, q, u, &end);
    codes[i] = end.kind == SS_REACH_RESTS ? 1 : 2;
    values[i] = end.t;
  }
  return SS_OK;
}

/* Seconds on the wall, and evaluations. */
static double sweep(size_t n, size_t threads, bool refine, size_t *evaluations) {
  static const ss_sweep_class classes[] = {
      {"not done", SS_SWEEP_NOT_DONE}, {"rests", SS_SWEEP_REST}, {"escapes", SS_SWEEP_ESCAPES}};
  const ss_sweep_task task = {.open = open_task, .close = close_task, .classify = classify};
  ss_sweep_options options = ss_sweep_default_options();
  ss_sweep_map map = {.axis = {{"x1", "m", -6, 6, n}, {"x2", "m", -6, 6, n}},
                      .classes = 3,
                      .class_of_code = classes,
                      .command = "",
                      .model = ""};
  ss_arena *arena = ss_arena_create();
  const char *why;
  options.threads = threads;
  options.refine = refine;
  const double begin = read_wall();
  if (ss_sweep_run(arena, &task, &options, &map, &why) != SS_OK) fail(why);
  const double time = read_wall() - begin;
  *evaluations = ss_sweep_evaluations(&map);
  ss_arena_destroy(arena);
  return time;
}

static void compare_threads(void) {
  double one = DBL_MAX, two = DBL_MAX;
  size_t evaluations;
  for (int k = 0; k < 3; k++) {
    one = fmin(one, sweep(300, 1, false, &evaluations));
    two = fmin(two, sweep(300, 2, false, &evaluations));
  }
  printf("threads, a map of 300 x 300 points of the two masses: two are %.2f times one "
         "(at least 1.8, on two free cores)\n",
         one / two);
}

static void measure_refinement(void) {
  size_t first = 0, evaluations = 0;
  printf("refinement, evaluations of N x N maps of the two masses:");
  for (size_t n = 256; n <= 2048; n *= 2) {
    sweep(n, 0, true, &evaluations);
    printf(" %zu", evaluations);
    if (n == 256) first = evaluations;
  }
  printf("; they grow like N^%.2f (at most 1.2)\n", log2((double)evaluations / (double)first) / 3);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  openblas_set_num_threads(1);
  contest_two_masses();
  contest_rocking_block();
  compare_threads();
  measure_refinement();
  return 0;
}
