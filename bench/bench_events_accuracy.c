/* bench_events_accuracy.c: the error of event-driven motions against their tolerance.
 *
 * Motions with stick and slip, impacts, sliders, spatial friction and accumulation are computed
 * with tolerances from 1e-4 to 1e-12 and compared with one of 1e-13, the least that makes sense:
 * the largest difference of the final positions and velocities, and the steps that were taken. The
 * table stands in docs/accuracy.md. Piecewise linear machines are left out: their flow is exact,
 * whatever the tolerance.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "standstill/motion.h"

typedef struct run {
  const char *label, *model, *setting, *start;
  double end;
} run;

static const run runs[] = {
    {"stick and slip", "friction-oscillator", "k3=0.2", "x=2, x'=1", 5},
    {"sliders", "constrained-beam", NULL, "pulled", 0.6},
    {"spatial slip", "sliding-disk", NULL, "orbit", 1.5},
    {"landing, both corners", "plank-box", "mu=0.15", "landing, x'=0.6", 0.5},
    {"impacts", "rough-pendulum", NULL, "raised", 0.6},
    {"rocking, accumulation", "rocking-block", NULL, "tilted", 10},
};

enum { RUNS = sizeof runs / sizeof *runs, MOST = 8 };

typedef struct machine {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double parameters[64], q[MOST], u[MOST];
} machine;

static bool open_machine(const run *r, machine *m) {
  char path[200];
  ss_diagnostics list;
  const ss_setting setting = {r->setting};
  *m = (machine){.arena = ss_arena_create()};
  snprintf(path, sizeof path, "models/%s.still", r->model);
  if (!m->arena || ss_model_read(m->arena, path, r->setting ? 1 : 0, &setting, &list, &m->model))
    return false;
  if (ss_system_derive(m->arena, m->model, &m->system)) return false;
  ss_expr formula[MOST];
  for (size_t i = 0; i < m->model->inputs; i++) formula[i] = ss_expr_integer(m->model->graph, 0);
  if (m->model->inputs && ss_system_close_loop(m->arena, m->system, formula, &m->system))
    return false;
  ss_model_parameter_values(m->model, m->parameters);
  ss_diagnostics_start(&list, m->arena, "--from", r->start, strlen(r->start));
  return ss_model_state_from_text(m->model, r->start, &list, m->q, m->u) == SS_OK;
}

static ss_motion move(machine *m, double end, double tolerance) {
  ss_motion_options options = ss_motion_default_options();
  ss_motion motion;
  options.end = end;
  options.tolerance = tolerance;
  ss_motion_run(m->arena, m->system, m->parameters, m->q, m->u, &options, &motion);
  return motion;
}

static double compare(const machine *m, const ss_motion *a, const ss_motion *b) {
  double error = 0;
  for (size_t k = 0; k < m->system->coordinates; k++)
    error = fmax(error, fmax(fabs(a->q[k] - b->q[k]), fabs(a->u[k] - b->u[k])));
  return error;
}

static void show(const run *r) {
  machine m;
  printf("%-24s", r->label);
  if (!open_machine(r, &m)) {
    printf("cannot be read\n");
    return;
  }
  const ss_motion reference = move(&m, r->end, 1e-13);
  for (int digits = 4; digits <= 12; digits += 2) {
    const ss_motion motion = move(&m, r->end, pow(10, -digits));
    printf("  %7.1e %5zu", compare(&m, &motion, &reference), motion.steps);
  }
  printf("\n");
  ss_model_close(m.model);
  ss_arena_destroy(m.arena);
}

int main(void) {
  printf("%-24s", "error and steps at");
  for (int digits = 4; digits <= 12; digits += 2) printf("  1e-%02d        ", digits);
  printf("\n");
  for (size_t i = 0; i < RUNS; i++) show(&runs[i]);
  return 0;
}
