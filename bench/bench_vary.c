/* bench_vary.c: what the variation of a motion costs, in units of the motion.
 *
 * Central differences cost 2 (2 n) motions for n coordinates. vary has to cost at most 3 + n/4:
 * four times as fast at n = 4, ten times at n = 20. Both at the tolerance 1e-12, in turns, CPU
 * time, the best of the repetitions; making the run (compiling tapes) is part of both.
 *
 *     plank-box       n = 4, two impacts, nonlinear
 *     rocking-block   n = 3, some twenty impacts and an accumulation
 *     chain           n = 20, cubic springs and dry friction on one mass, nonlinear
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "standstill/vary.h"

enum { REPETITIONS = 5 };
#define SPENT 0.1 /* seconds of a repetition, at least */

typedef struct subject {
  const char *name;
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double *parameters, *q, *u, end;
} subject;

static void stop(const char *what) {
  fprintf(stderr, "%s; run this from the root\n", what);
  exit(1);
}

static void derive(subject *s, const char *state) {
  ss_diagnostics list;
  const size_t n = s->model->coordinates;
  ss_expr formula[8];
  if (ss_system_derive(s->arena, s->model, &s->system) != SS_OK) stop("not derived");
  for (size_t i = 0; i < s->model->inputs; i++) formula[i] = s->system->zero;
  ss_graph *graph = ss_graph_create_over(s->arena, s->system->graph);
  if (s->model->inputs &&
      ss_system_close_loop(s->arena, s->system, graph, formula, &s->system) != SS_OK)
    stop("not closed");
  s->parameters = ss_arena_new(s->arena, s->model->parameters, double);
  ss_model_parameter_values(s->model, s->parameters);
  s->q = ss_arena_new(s->arena, n, double);
  s->u = ss_arena_new(s->arena, n, double);
  ss_diagnostics_start(&list, s->arena, "state", state, strlen(state));
  if (ss_model_state_from_text(s->model, state, &list, s->q, s->u) != SS_OK) stop("no state");
}

static subject open_model(const char *name, const char *state, double end) {
  subject s = {.name = name, .arena = ss_arena_create(), .end = end};
  char path[100];
  ss_diagnostics list;
  snprintf(path, sizeof path, "models/%s.still", name);
  if (ss_model_read(s.arena, path, 0, NULL, &list, &s.model) != SS_OK) stop(path);
  derive(&s, state);
  return s;
}

static subject open_chain(size_t n, double end) {
  subject s = {.name = "chain", .arena = ss_arena_create(), .end = end};
  ss_text text;
  ss_diagnostics list;
  ss_text_start(&text);
  ss_text_add(&text, "coord x0");
  for (size_t i = 1; i < n; i++) ss_text_addf(&text, ", x%zu", i);
  ss_text_add(&text, "\nkinetic = 1/2*x0'^2");
  for (size_t i = 1; i < n; i++) ss_text_addf(&text, " + 1/2*x%zu'^2", i);
  ss_text_add(&text, "\npotential = 10*x0^2 + x0^4");
  for (size_t i = 1; i < n; i++)
    ss_text_addf(&text, " + 10*(x%zu - x%zu)^2 + (x%zu - x%zu)^4", i, i - 1, i, i - 1);
  ss_text_addf(&text, "\nfriction floor { slip = x%zu'; normal = 1; law = coulomb(0.3) }\n", n / 2);
  ss_diagnostics_start(&list, s.arena, "chain", text.data, strlen(text.data));
  if (ss_model_parse(s.arena, "chain", text.data, strlen(text.data), 0, NULL, &list, &s.model) !=
      SS_OK)
    stop("no chain");
  derive(&s, "x0=1, x5=-0.7");
  ss_text_stop(&text);
  return s;
}

static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

/* One motion, or one variation. */
static double run(const subject *s, bool vary, size_t *events) {
  ss_arena *arena = ss_arena_create();
  const double start = now();
  if (vary) {
    ss_vary_options options = ss_vary_default_options();
    ss_variation v;
    options.end = s->end;
    if (ss_vary_run(arena, s->system, s->parameters, s->q, s->u, &options, &v) != SS_OK ||
        v.refusal.kind)
      stop("not varied");
    *events = v.events;
  } else {
    ss_motion_options options = ss_motion_default_options();
    ss_motion motion;
    options.end = s->end;
    options.tolerance = 1e-12;
    options.go_on_at_rest = true;
    if (ss_motion_run(arena, s->system, s->parameters, s->q, s->u, &options, &motion) != SS_OK)
      stop("not moved");
  }
  const double spent = now() - start;
  ss_arena_destroy(arena);
  return spent;
}

/* The mean of as many as take SPENT: clocks may tick slowly. */
static double repeat(const subject *s, bool vary, size_t *events) {
  double spent = 0;
  size_t count = 0;
  for (; spent < SPENT; count++) spent += run(s, vary, events);
  return spent / (double)count;
}

static void measure(subject s) {
  double motion = 1e9, vary = 1e9;
  size_t events = 0;
  const size_t n = s.model->coordinates;
  for (int k = 0; k < REPETITIONS; k++) {
    const double a = repeat(&s, false, &events), b = repeat(&s, true, &events);
    motion = a < motion ? a : motion;
    vary = b < vary ? b : vary;
  }
  const double ratio = vary / motion, most = 3 + (double)n / 4, differences = 4 * (double)n;
  printf("%-14s n = %2zu, %3zu instants: vary costs %5.2f motions (at most %.2f: %s), central "
         "differences %.0f: %.1f times as fast\n",
         s.name, n, events, ratio, most, ratio <= most ? "reached" : "missed", differences,
         differences / ratio);
  ss_model_close(s.model);
  ss_arena_destroy(s.arena);
}

int main(void) {
  measure(open_model("plank-box", "above", 0.7));
  measure(open_model("rocking-block", "drop", 0.7));
  measure(open_chain(20, 5));
  return 0;
}
