/* chart_task.c: what is computed at a point of a chart.
 *
 * The model is read anew at every point, with the two parameters set to the decimals of the grid:
 * whatever depends on them (other parameters, states, laws) follows, and a proof is about the
 * number as written. That costs about a millisecond, which the tests outweigh.
 *
 * A point where the model is not one (a negative mass, a state that penetrates) has a class of its
 * own. A test that fails by itself does not end the chart.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"

/* ---- a point --------------------------------------------------------------------------------- */

static ss_status read_model(ss_chart_point *p, double a, double b) {
  const ss_chart_request *c = p->chart;
  const char *text = c->map.map.model;
  const double value[2] = {a, b};
  ss_setting settings[2];
  ss_diagnostics list;
  for (int k = 0; k < 2; k++) {
    char number[64];
    /* the shortest decimal that means the number */
    for (int digits = 1; digits <= 17; digits++) {
      snprintf(number, sizeof number, "%.*g", digits, value[k]);
      if (strtod(number, NULL) == value[k]) break;
    }
    settings[k].text = ss_arena_format(p->arena, "%s=%s", c->parameter[k], number);
    if (!settings[k].text) return SS_MEMORY;
  }
  ss_diagnostics_start(&list, p->arena, "model", text, strlen(text));
  return ss_model_parse(p->arena, "model", text, strlen(text), 2, settings, &list, &p->model);
}

static ss_status read_state(ss_chart_point *p) {
  const char *from = p->chart->from;
  ss_diagnostics list;
  p->q = ss_arena_new(p->arena, p->model->coordinates, double);
  p->u = ss_arena_new(p->arena, p->model->coordinates, double);
  p->parameters = ss_arena_new(p->arena, p->model->parameters + 1, double);
  if (!p->q || !p->u || !p->parameters) return SS_MEMORY;
  ss_model_parameter_values(p->model, p->parameters);
  ss_diagnostics_start(&list, p->arena, "--from", from, strlen(from));
  return *from ? ss_model_state_from_text(p->model, from, &list, p->q, p->u) : SS_OK;
}

ss_status ss_chart_open_point(const ss_chart_request *chart, ss_arena *arena, double a, double b,
                              ss_chart_point *p) {
  *p = (ss_chart_point){.chart = chart, .arena = arena};
  ss_status status = read_model(p, a, b);
  if (status == SS_OK) status = ss_cli_close_loop(&chart->loop, arena, p->model, false, &p->system);
  return status == SS_OK ? read_state(p) : status;
}

void ss_chart_close_point(ss_chart_point *p) {
  if (p->model) ss_model_close(p->model);
  p->model = NULL;
}

/* ---- the task -------------------------------------------------------------------------------- */

typedef struct worker {
  const ss_chart_request *chart;
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

ss_sweep_task ss_chart_task(const ss_chart_request *chart) {
  return (ss_sweep_task){
      .user = chart, .open = open_task, .close = close_task, .classify = classify_task};
}
