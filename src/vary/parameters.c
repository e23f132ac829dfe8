/* parameters.c: what moves with a parameter.
 *
 * In a model file a parameter may be a formula of others (an inertia that follows a mass), and so
 * may the values of a state. --set moves all of it together, and a derivative by a parameter means
 * the same: with v_k(p) the formula of parameter k,
 *
 *     dp_k/dp_j = 1 for k = j,    else  sum over l of (dv_k/dp_l) dp_l/dp_j.
 *
 * Formulas do not go in circles, so that as many rounds as there are parameters settle it; all
 * derivatives are exact, by expressions.
 */
#include <string.h>

#include "variation.h"

/* d exprs / d parameters as numbers, a row per expression. */
static ss_status differentiate(const ss_model *model, ss_arena *arena, ss_graph *graph,
                               size_t count, const ss_expr *exprs, double *partial) {
  const size_t all = model->parameters;
  ss_expr *column = ss_arena_new(arena, count, ss_expr);
  double *values = ss_arena_new(arena, count, double);
  if (!column || !values) return SS_MEMORY;
  for (size_t j = 0; j < all; j++) {
    ss_status status =
        ss_expr_differentiate(graph, count, exprs, model->parameter[j].symbol, column);
    if (status == SS_OK) status = ss_model_evaluate(model, graph, count, column, values);
    if (status != SS_OK) return status;
    for (size_t i = 0; i < count; i++) partial[i * all + j] = values[i];
  }
  return SS_OK;
}

static ss_status find_slopes(const ss_model *model, ss_arena *arena, size_t count,
                             const size_t *parameter, double *slope) {
  const size_t all = model->parameters;
  ss_graph *graph = ss_graph_create_over(arena, model->graph);
  ss_expr *value = ss_arena_new(arena, all, ss_expr);
  double *partial = ss_arena_new(arena, all * all, double);
  if (!graph || !value || !partial) return SS_MEMORY;
  for (size_t i = 0; i < all; i++) value[i] = model->parameter[i].value.resolved;
  const ss_status status = differentiate(model, arena, graph, all, value, partial);
  if (status != SS_OK) return status;
  memset(slope, 0, all * count * sizeof *slope);
  for (size_t round = 0; round <= all; round++)
    for (size_t i = 0; i < all; i++)
      for (size_t j = 0; j < count; j++) {
        double sum = 0;
        for (size_t l = 0; l < all; l++) sum += partial[i * all + l] * slope[l * count + j];
        slope[i * count + j] = parameter[j] == i ? 1 : sum;
      }
  return SS_OK;
}

ss_status ss_vary_parameter_slopes(const ss_model *model, size_t count, const size_t *parameter,
                                   double *slope) {
  ss_arena *arena = ss_arena_create();
  if (!arena) return SS_MEMORY;
  const ss_status status = count ? find_slopes(model, arena, count, parameter, slope) : SS_OK;
  ss_arena_destroy(arena);
  return status;
}

static ss_status find_start(const ss_model *model, ss_arena *arena, const char *state, size_t count,
                            const size_t *parameter, double *slope) {
  const size_t n = model->coordinates, all = model->parameters;
  ss_graph *graph = ss_graph_create_over(arena, model->graph);
  ss_expr *formulas = ss_arena_new(arena, 2 * n, ss_expr);
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  double *partial = ss_arena_new(arena, 2 * n * all, double);
  double *moves = ss_arena_new(arena, all * count, double);
  ss_diagnostics list;
  if (!graph || !formulas || !q || !u || !partial || !moves) return SS_MEMORY;
  ss_diagnostics_start(&list, arena, "--from", state, strlen(state));
  ss_status status = ss_model_state_formulas_from_text(model, state, &list, q, u, graph, formulas);
  if (status == SS_OK) status = differentiate(model, arena, graph, 2 * n, formulas, partial);
  if (status == SS_OK) status = find_slopes(model, arena, count, parameter, moves);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < 2 * n; i++)
    for (size_t j = 0; j < count; j++) {
      slope[i * count + j] = 0;
      for (size_t l = 0; l < all; l++)
        slope[i * count + j] += partial[i * all + l] * moves[l * count + j];
    }
  return SS_OK;
}

ss_status ss_vary_start_slopes(const ss_model *model, const char *state, size_t count,
                               const size_t *parameter, double *slope) {
  memset(slope, 0, 2 * model->coordinates * count * sizeof *slope);
  if (!count || !state || !*state) return SS_OK;
  ss_arena *arena = ss_arena_create();
  if (!arena) return SS_MEMORY;
  const ss_status status = find_start(model, arena, state, count, parameter, slope);
  ss_arena_destroy(arena);
  return status;
}
