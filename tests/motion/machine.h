/* machine.h: a model of the tree, ready to move: shared by the tests of motions. */
#ifndef STANDSTILL_TESTS_MOTION_MACHINE_H
#define STANDSTILL_TESTS_MOTION_MACHINE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/motion.h"

typedef struct machine {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double *parameters, *q, *u;
  ss_motion_options options;
  ss_motion motion;
} machine;

/* |value - expected| <= error; says what it was if not. */
#define assert_near(value, expected, error) check_near((value), (expected), (error), __LINE__)

static inline void check_near(double value, double expected, double error, int line) {
  if (fabs(value - expected) <= error) return;
  print_error("line %d: %.17g is not %.17g, off by %.3g\n", line, value, expected,
              value - expected);
  fail();
}

/* Inputs without a feedback law are 0. */
static inline void machine_close_loop(machine *m) {
  ss_expr formula[8];
  assert_in_range(m->model->inputs, 0, 8);
  for (size_t i = 0; i < m->model->inputs; i++) formula[i] = m->system->zero;
  for (size_t i = 0; i < m->model->feedbacks; i++)
    formula[m->model->feedback[i].input] = m->model->feedback[i].value.resolved;
  ss_graph *graph = ss_graph_create_over(m->arena, m->system->graph);
  assert_int_equal(ss_system_close_loop(m->arena, m->system, graph, formula, &m->system), SS_OK);
}

static inline void machine_derive(machine *m, ss_status read, ss_diagnostics *list) {
  if (read != SS_OK) {
    ss_text text;
    ss_text_start(&text);
    ss_diagnostics_print(list, &text);
    print_error("%s", text.data);
    ss_text_stop(&text);
  }
  assert_int_equal(read, SS_OK);
  assert_int_equal(ss_system_derive(m->arena, m->model, &m->system), SS_OK);
  if (m->model->inputs) machine_close_loop(m);
  const size_t n = m->model->coordinates;
  m->parameters = ss_arena_new(m->arena, m->model->parameters, double);
  m->q = ss_arena_new(m->arena, n, double);
  m->u = ss_arena_new(m->arena, n, double);
  ss_model_parameter_values(m->model, m->parameters);
  m->options = ss_motion_default_options();
}

/* models/NAME.still with settings ("mu=0.4"), ended by NULL. */
static inline machine machine_open(const char *name, const char *const *settings) {
  machine m = {.arena = ss_arena_create()};
  ss_setting setting[16];
  size_t count = 0;
  char path[200];
  for (; settings && settings[count]; count++) setting[count].text = settings[count];
  snprintf(path, sizeof path, "models/%s.still", name);
  ss_diagnostics list;
  const ss_status status = ss_model_read(m.arena, path, count, setting, &list, &m.model);
  machine_derive(&m, status, &list);
  return m;
}

/* A model from text. */
static inline machine machine_parse(const char *text) {
  machine m = {.arena = ss_arena_create()};
  ss_diagnostics list;
  ss_diagnostics_start(&list, m.arena, "text", text, strlen(text));
  const ss_status status =
      ss_model_parse(m.arena, "text", text, strlen(text), 0, NULL, &list, &m.model);
  machine_derive(&m, status, &list);
  return m;
}

static inline void machine_close(machine *m) {
  ss_model_close(m->model);
  ss_arena_destroy(m->arena);
}

/* A state as the command line writes it. */
static inline void machine_put(machine *m, const char *state) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, m->arena, "--from", state, strlen(state));
  assert_int_equal(ss_model_state_from_text(m->model, state, &list, m->q, m->u), SS_OK);
}

/* Runs from (q, u) to `end`; returns the status. */
static inline ss_status machine_run(machine *m, double end) {
  m->options.end = end;
  return ss_motion_run(m->arena, m->system, m->parameters, m->q, m->u, &m->options, &m->motion);
}

static inline void machine_run_well(machine *m, double end) {
  const ss_status status = machine_run(m, end);
  if (status != SS_OK) print_error("stopped: %s\n", m->motion.reason);
  assert_int_equal(status, SS_OK);
}

/* The event number `index` of a kind; NULL if there are fewer. */
static inline const ss_event *machine_event(const machine *m, ss_event_kind kind, size_t index) {
  for (size_t i = 0; i < m->motion.events; i++)
    if (m->motion.event[i].kind == kind && index-- == 0) return &m->motion.event[i];
  return NULL;
}

static inline size_t machine_count(const machine *m, ss_event_kind kind) {
  size_t count = 0;
  for (size_t i = 0; i < m->motion.events; i++) count += m->motion.event[i].kind == kind;
  return count;
}

/* The book's residual relative to the largest energy in it. */
static inline double machine_residual(const machine *m) {
  const ss_energy_book *b = &m->motion.energy;
  const double largest = fmax(fmax(fabs(b->start), fabs(b->end)),
                              fmax(fabs(b->work), fmax(fabs(b->friction), fabs(b->impacts))));
  return largest > 0 ? fabs(b->residual) / largest : fabs(b->residual);
}

static inline void use_penalty(machine *m, double stiffness) {
  m->options.method = SS_MOTION_PENALTY;
  m->options.stiffness = stiffness;
}

#endif
