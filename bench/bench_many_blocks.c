/* bench_many_blocks.c: a chain of n blocks with friction (models/chain-of-blocks.still): how the
 * times grow with n.
 *
 *     reading              n = 2500 … 20000      exponent (wanted: at most 1.2)
 *     reading, deriving, text of `info`          n = 100, 1000, 10000: times and the memory of a
 *                          process that does no more (matrices are stored whole, 4 bytes an entry)
 *     events, to t = 2     n = 25 … 100          exponent (wanted: at most 2.5)
 *     moreau, to t = 2     n = 25 … 100          exponent; events over moreau at n = 100
 *     a proof              n = 25 … 100          exponent
 *
 * CPU time, the least of repetitions; exponents between the least and the largest n.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "standstill/motion.h"
#include "standstill/proof.h"
#include "standstill/show.h"

#define MODEL "models/chain-of-blocks.still"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void expect(ss_status status, const char *what) {
  if (status == SS_OK) return;
  fprintf(stderr, "%s: %s\n", what, ss_status_text(status));
  exit(1);
}

static ss_model *read_chain(ss_arena *arena, int n) {
  char text[32];
  snprintf(text, sizeof text, "n=%d", n);
  const ss_setting setting = {text};
  ss_diagnostics list;
  ss_model *model;
  expect(ss_model_read(arena, MODEL, 1, &setting, &list, &model), "reading");
  return model;
}

typedef double measure(int n);

static double measure_reading(int n) {
  ss_arena *arena = ss_arena_create();
  const double start = now();
  ss_model *model = read_chain(arena, n);
  const double time = now() - start;
  ss_model_close(model);
  ss_arena_destroy(arena);
  return time;
}

static double measure_motion(int n, ss_motion_method method) {
  ss_arena *arena = ss_arena_create();
  ss_model *model = read_chain(arena, n);
  ss_system *system;
  expect(ss_system_derive(arena, model, &system), "deriving");
  double *values = ss_arena_new(arena, model->parameters + 2 * (size_t)n, double);
  if (!values) expect(SS_MEMORY, "memory");
  double *q = values + model->parameters, *u = q + n;
  ss_model_parameter_values(model, values);
  expect(ss_model_evaluate_state(model, 0, q, u), "start");
  ss_motion_options options = ss_motion_default_options();
  ss_motion motion;
  options.method = method;
  options.end = 2;
  const double start = now();
  expect(ss_motion_run(arena, system, values, q, u, &options, &motion), "motion");
  const double time = now() - start;
  ss_model_close(model);
  ss_arena_destroy(arena);
  return time;
}

static double measure_events(int n) {
  return measure_motion(n, SS_MOTION_EVENTS);
}

static double measure_moreau(int n) {
  return measure_motion(n, SS_MOTION_MOREAU);
}

static double measure_proof(int n) {
  ss_arena *arena = ss_arena_create();
  ss_model *model = read_chain(arena, n);
  ss_system *system;
  ss_proof proof;
  const ss_proof_options options = ss_proof_default_options();
  expect(ss_system_derive(arena, model, &system), "deriving");
  const double start = now();
  expect(ss_prove(arena, system, &options, &proof), "proof");
  const double time = now() - start;
  if (proof.verdict != SS_PROVED) expect(SS_BAD_ARGUMENT, "not proved");
  ss_proof_clear(&proof);
  ss_model_close(model);
  ss_arena_destroy(arena);
  return time;
}

/* The least time of some repetitions. */
static double repeat(measure *of, int n) {
  double least = INFINITY;
  for (int i = 0; i < 3; i++) least = fmin(least, of(n));
  return least;
}

static double show(const char *what, measure *of, int from, int to) {
  const double first = repeat(of, from), last = repeat(of, to);
  printf("%-8s  n = %5d: %9.3f ms   n = %5d: %9.3f ms   grows like n^%.2f\n", what, from,
         1e3 * first, to, 1e3 * last, log(last / first) / log((double)to / from));
  return last;
}

/* One size in a process of its own: the largest memory of one is not that of the next. */
static void measure_size(int n) {
  ss_arena *arena = ss_arena_create();
  const double start = now();
  ss_model *model = read_chain(arena, n);
  const double read = now();
  ss_system *system;
  expect(ss_system_derive(arena, model, &system), "deriving");
  const double derived = now();
  ss_text text;
  ss_text_start(&text);
  ss_show_system(system, NULL, &text);
  const double shown = now();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("n = %5d: reading %7.3f s   deriving %7.3f s   text %7.3f s   memory %5ld MB\n", n,
         read - start, derived - read, shown - derived, usage.ru_maxrss / 1000);
  ss_text_stop(&text);
  ss_model_close(model);
  ss_arena_destroy(arena);
}

static void show_sizes(void) {
  for (int n = 100; n <= 10000; n *= 10) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      measure_size(n);
      fflush(stdout);
      _exit(0);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      expect(SS_MEMORY, "a size");
  }
}

int main(void) {
  show_sizes();
  show("reading", measure_reading, 2500, 20000);
  const double events = show("events", measure_events, 25, 100);
  const double moreau = show("moreau", measure_moreau, 25, 100);
  show("proof", measure_proof, 25, 100);
  printf("events take %.1f times as long as moreau at n = 100\n", events / moreau);
  return 0;
}
