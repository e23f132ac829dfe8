/* accuracy.h: a run of a worked model, and how far two of its motions end apart. */
#ifndef BENCH_ACCURACY_H
#define BENCH_ACCURACY_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "standstill/motion.h"

typedef struct run {
  const char *label, *model, *setting, *start;
  double end;
} run;

enum { MOST = 8 }; /* coordinates, inputs */

typedef struct machine {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double parameters[64], q[MOST], u[MOST];
} machine;

/* Inputs without a feedback law are 0. */
static inline bool open_machine(const run *r, machine *m) {
  char path[200];
  ss_diagnostics list;
  const ss_setting setting = {r->setting};
  *m = (machine){.arena = ss_arena_create()};
  snprintf(path, sizeof path, "models/%s.still", r->model);
  if (!m->arena || ss_model_read(m->arena, path, r->setting ? 1 : 0, &setting, &list, &m->model))
    return false;
  if (ss_system_derive(m->arena, m->model, &m->system)) return false;
  ss_expr formula[MOST];
  for (size_t i = 0; i < m->model->inputs; i++) formula[i] = m->system->zero;
  for (size_t i = 0; i < m->model->feedbacks; i++)
    formula[m->model->feedback[i].input] = m->model->feedback[i].value.resolved;
  ss_graph *graph = ss_graph_create_over(m->arena, m->system->graph);
  if (!graph || ss_system_close_loop(m->arena, m->system, graph, formula, &m->system)) return false;
  ss_model_parameter_values(m->model, m->parameters);
  ss_diagnostics_start(&list, m->arena, "--from", r->start, strlen(r->start));
  return ss_model_state_from_text(m->model, r->start, &list, m->q, m->u) == SS_OK;
}

static inline void close_machine(machine *m) {
  ss_model_close(m->model);
  ss_arena_destroy(m->arena);
}

static inline ss_motion move(machine *m, const ss_motion_options *options) {
  ss_motion motion;
  ss_motion_run(m->arena, m->system, m->parameters, m->q, m->u, options, &motion);
  return motion;
}

/* The largest difference of final positions and velocities. */
static inline double compare(const machine *m, const ss_motion *a, const ss_motion *b) {
  double error = 0;
  for (size_t k = 0; k < m->system->coordinates; k++)
    error = fmax(error, fmax(fabs(a->q[k] - b->q[k]), fabs(a->u[k] - b->u[k])));
  return error;
}

#endif
