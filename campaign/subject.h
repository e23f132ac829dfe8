/* subject.h: a worked model and random starts around its named states, for campaigns.
 *
 * A TEAM has one subject a thread, because motions write to their system's expressions. Starts are
 * drawn by the first member, block by block, run by all of them, and tallied in the order in which
 * they were drawn: figures do not depend on the number of threads.
 */
#ifndef STANDSTILL_CAMPAIGN_SUBJECT_H
#define STANDSTILL_CAMPAIGN_SUBJECT_H

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/motion.h"

typedef struct subject {
  ss_arena *arena;
  ss_model *model;
  ss_system *system, *chart; /* chart: NULL without sliders */
  double *parameters;
  ss_tape *map;   /* of the chart: q and u of the full system */
  double *extent; /* of first-order states, along motions from the named states; 0 of others */
  uint64_t seed;
} subject;

static inline double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return 2 * ((double)(*seed >> 11) / (double)(1ull << 53)) - 1;
}

/* ---- the model ------------------------------------------------------------------------------- */

static inline bool close_loop(subject *s) {
  ss_diagnostics list;
  ss_expr *formulas = ss_arena_new(s->arena, s->model->inputs, ss_expr);
  ss_system *closed;
  ss_graph *graph = ss_graph_create_over(s->arena, s->system->graph);
  if (!graph || !formulas) return false;
  ss_diagnostics_start(&list, s->arena, "inputs", NULL, 0);
  /* a model with several laws is run with its inputs at 0 */
  if (ss_model_choose_feedback(s->model, NULL, &list, graph, formulas) != SS_OK)
    for (size_t i = 0; i < s->model->inputs; i++) formulas[i] = s->system->zero;
  if (ss_system_close_loop(s->arena, s->system, graph, formulas, &closed) != SS_OK) return false;
  s->system = closed;
  return true;
}

static inline bool compile_chart(subject *s) {
  const ss_projection *p;
  size_t n = s->model->coordinates, k = s->model->chart->count;
  if (ss_system_project(s->arena, s->system, &s->chart) != SS_OK) return false;
  p = s->chart->projection;
  ss_expr *in = ss_arena_new(s->arena, 2 * k + 1, ss_expr);
  ss_expr *out = ss_arena_new(s->arena, 2 * n, ss_expr);
  ss_expr *parameter = ss_arena_new(s->arena, s->model->parameters, ss_expr);
  memcpy(in, s->chart->q, k * sizeof *in);
  memcpy(in + k, s->chart->u, k * sizeof *in);
  in[2 * k] = s->model->time;
  memcpy(out, p->map, n * sizeof *out);
  memcpy(out + n, p->velocity, n * sizeof *out);
  for (size_t i = 0; i < s->model->parameters; i++) parameter[i] = s->model->parameter[i].symbol;
  return ss_tape_compile(s->chart->graph, s->model->parameters, parameter, 2 * k + 1, in, 2 * n,
                         out, &s->map) == SS_OK;
}

/* First-order states have units of their own: how far do they go? */
static inline bool find_extent(subject *s) {
  const size_t n = s->model->coordinates;
  ss_motion_options how = ss_motion_default_options();
  ss_arena *arena = ss_arena_create();
  double *x = ss_arena_new(arena, 2 * n, double);
  s->extent = ss_arena_new(s->arena, n, double);
  how.end = 1;
  how.every = 0.01;
  for (size_t i = 0; s->system->auxiliaries && i < s->model->states; i++) {
    ss_motion m;
    ss_model_evaluate_state(s->model, i, x, x + n);
    if (ss_motion_run(arena, s->system, s->parameters, x, x + n, &how, &m) != SS_OK) continue;
    for (size_t j = 0; j < m.samples; j++)
      for (size_t k = 0; k < n; k++)
        if (s->system->aux[k]) s->extent[k] = fmax(s->extent[k], fabs(m.sample[j].q[k]));
  }
  ss_arena_destroy(arena);
  return s->extent;
}

/* Long campaigns are run in pieces, each with a CAMPAIGN_SEED of its own in the environment. */
static inline uint64_t find_seed(void) {
  const char *given = getenv("CAMPAIGN_SEED");
  return given ? strtoull(given, NULL, 10) : 20040101;
}

static inline bool start_subject(subject *s, const char *file) {
  ss_diagnostics list;
  *s = (subject){.arena = ss_arena_create(), .seed = find_seed()};
  ss_diagnostics_start(&list, s->arena, file, NULL, 0);
  if (ss_model_read(s->arena, file, 0, NULL, &list, &s->model) != SS_OK) return false;
  s->parameters = ss_arena_new(s->arena, s->model->parameters, double);
  ss_model_parameter_values(s->model, s->parameters);
  if (ss_system_derive(s->arena, s->model, &s->system) != SS_OK || !close_loop(s)) return false;
  if (!find_extent(s)) return false;
  return !s->model->chart || compile_chart(s);
}

static inline void stop_subject(subject *s) {
  ss_tape_destroy(s->map);
  if (s->model) ss_model_close(s->model);
  ss_arena_destroy(s->arena);
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* A named state, shaken: by 0.2 in positions, by 1 in velocities, by a fifth of its extent in a
 * first-order state. */
static inline void shake_state(subject *s, double *q, double *u) {
  size_t states = s->model->states, n = s->model->coordinates;
  size_t pick = (size_t)((uniform(&s->seed) + 1) / 2 * (double)states);
  ss_model_evaluate_state(s->model, pick < states ? pick : states - 1, q, u);
  for (size_t i = 0; i < n; i++) {
    const bool aux = s->system->aux[i];
    q[i] += (aux ? 0.2 * s->extent[i] : 0.2) * uniform(&s->seed);
    u[i] += (aux ? 0 : 1) * uniform(&s->seed);
  }
}

/* A random point of the chart, so that the sliders hold. */
static inline void draw_from_chart(subject *s, double *q, double *u) {
  size_t n = s->model->coordinates, k = s->model->chart->count;
  double *work = ss_arena_new(s->arena, ss_tape_work_size(s->map), double);
  ss_tape_prepare(s->map, s->parameters, work);
  for (size_t i = 0; i < 2 * k; i++) ss_tape_in(s->map, work)[i] = 2 * uniform(&s->seed);
  ss_tape_in(s->map, work)[2 * k] = 0;
  ss_tape_run(s->map, work);
  memcpy(q, ss_tape_out(s->map, work), n * sizeof *q);
  memcpy(u, ss_tape_out(s->map, work) + n, n * sizeof *u);
}

/* x -= w (value / |w|^2) */
static inline void take_away(size_t n, const double *w, double value, double *x) {
  double square = 0;
  for (size_t k = 0; k < n; k++) square += w[k] * w[k];
  for (size_t k = 0; k < n && square > 0; k++) x[k] -= value / square * w[k];
}

/* Without a chart: back onto the sliders (unit quaternions of body3), one after the other. */
static inline void hold_sliders(subject *s, double *q, double *u) {
  const size_t n = s->model->coordinates;
  ss_arena *arena = ss_arena_create();
  for (int pass = 0; pass < 10; pass++)
    for (size_t i = 0; i < s->system->elements; i++) {
      const ss_system_element *e = &s->system->element[i];
      ss_system_values v;
      if (e->element->kind != SS_ELEMENT_SLIDER) continue;
      if (ss_system_evaluate(arena, s->system, s->parameters, q, u, 0, &v) != SS_OK) break;
      const double *W = v.of[SS_QUANTITY_WN] + e->normal * n;
      double rate = v.of[SS_QUANTITY_WN_TIME][e->normal];
      for (size_t k = 0; k < n; k++) rate += W[k] * u[k];
      take_away(n, W, rate, u);
      take_away(n, W, v.of[SS_QUANTITY_GAP][e->normal], q);
    }
  ss_arena_destroy(arena);
}

/* A random start at which the sliders hold. */
static inline void draw_start(subject *s, double *q, double *u) {
  if (s->map) {
    draw_from_chart(s, q, u);
  } else {
    shake_state(s, q, u);
    hold_sliders(s, q, u);
  }
}

/* ---- teams ----------------------------------------------------------------------------------- */

enum { BLOCK = 64 };

typedef struct team {
  size_t members;
  subject *member;
  double *state[BLOCK]; /* q, u */
} team;

static inline void stop_team(team *t) {
  for (size_t i = 0; i < t->members; i++) stop_subject(&t->member[i]);
  free(t->member);
}

static inline bool start_team(team *t, const char *file) {
  const size_t most = (size_t)omp_get_max_threads();
  bool good = true;
  *t = (team){.member = calloc(most, sizeof *t->member)};
  while (t->member && good && t->members < most)
    good = start_subject(&t->member[t->members++], file);
  for (size_t i = 0; good && i < BLOCK; i++)
    t->state[i] = ss_arena_new(t->member->arena, 2 * t->member->model->coordinates, double);
  return t->member && good;
}

static inline void draw_block(team *t) {
  const size_t n = t->member->model->coordinates;
  for (size_t i = 0; i < BLOCK; i++) draw_start(t->member, t->state[i], t->state[i] + n);
}

#endif
