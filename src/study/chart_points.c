/* chart_points.c: what is computed at a point of a chart of verdicts.
 *
 * A point is a machine of its own, with its parameter or both set to the decimals of the grid:
 * whatever depends on them (other parameters, states, laws) follows, and a proof is about the
 * number as written. That costs about a millisecond, which the tests outweigh.
 *
 * A point where the model is not one (a negative mass, a state that penetrates) has a class of its
 * own. A test that fails by itself does not end the chart.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "study_private.h"

/* ---- a point --------------------------------------------------------------------------------- */

const char *ss_chart_set_parameter(ss_arena *arena, const char *name, double value) {
  char number[64];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(number, sizeof number, "%.*g", digits, value);
    if (strtod(number, NULL) == value) break;
  }
  return ss_arena_format(arena, "%s=%s", name, number);
}

ss_status ss_chart_open_point(const ss_parameter_chart *chart, ss_arena *arena, double a, double b,
                              ss_chart_point *p) {
  const size_t count = chart->work.line ? 1 : 2;
  const double values[2] = {a, b};
  const char *settings[2];
  *p = (ss_chart_point){.chart = chart, .arena = arena};
  for (size_t k = 0; k < count; k++) {
    settings[k] = ss_chart_set_parameter(arena, chart->request->parameter[k], values[k]);
    if (!settings[k]) return SS_MEMORY;
  }
  const ss_status status =
      ss_machine_change(chart->work.machine, count, settings, NULL, &p->machine);
  if (status != SS_OK) return status;
  p->model = ss_machine_model(p->machine);
  p->system = ss_machine_system(p->machine);
  p->parameters = ss_machine_parameters(p->machine);
  p->q = ss_arena_new(arena, p->model->coordinates, double);
  p->u = ss_arena_new(arena, p->model->coordinates, double);
  if (!p->q || !p->u) return SS_MEMORY;
  return ss_machine_state(p->machine, "--from", chart->from, NULL, p->q, p->u);
}

void ss_chart_close_point(ss_chart_point *p) {
  ss_machine_close(p->machine);
  p->machine = NULL;
}

/* ---- the task -------------------------------------------------------------------------------- */

typedef struct worker {
  const ss_parameter_chart *chart;
  ss_arena *arena;
} worker;

static ss_status open_task(const void *user, void **made) {
  ss_arena *arena = ss_arena_create();
  worker *w = arena ? ss_arena_new(arena, 1, worker) : NULL;
  if (!w) {
    ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  *w = (worker){.chart = user, .arena = arena};
  *made = w;
  return SS_OK;
}

static void close_task(void *made) {
  ss_arena_destroy(((worker *)made)->arena);
}

static ss_status classify(const worker *w, double a, double b, uint8_t *code, double *value) {
  const ss_arena_mark mark = ss_arena_get_mark(w->arena);
  ss_chart_point point;
  *value = NAN;
  *code = w->chart->failed;
  ss_status status = ss_chart_open_point(w->chart, w->arena, a, b, &point);
  if (status == SS_OK) {
    status = w->chart->test->run(&point, code, value);
    if (status != SS_OK) *code = w->chart->failed;
  } else if (status != SS_MEMORY) {
    *code = w->chart->invalid;
  }
  ss_chart_close_point(&point);
  ss_arena_release(w->arena, mark);
  return status == SS_MEMORY ? status : SS_OK;
}

static ss_status classify_task(void *made, size_t count, const double *a, const double *b,
                               uint8_t *codes, double *values) {
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && status == SS_OK; i++)
    status = classify(made, a[i], b[i], &codes[i], &values[i]);
  return status;
}

ss_sweep_task ss_chart_task(const ss_parameter_chart *chart) {
  return (ss_sweep_task){
      .user = chart, .open = open_task, .close = close_task, .classify = classify_task};
}
