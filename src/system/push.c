/* push.c: a closed loop whose inputs can be pushed off what they follow.
 *
 *     v = law(q, u, t) + p,      p parameters of their own, behind those of the model, all 0
 *
 * The law is saturated as in the closed loop, the push is not: derivatives by p are those of the
 * open inputs, at their bounds too. The model of the result is a copy with the further parameters
 * and with inputs that have no range; it shares everything else with the model, which must outlive
 * it.
 */
#include <assert.h>
#include <string.h>

#include "derive_private.h"

/* A copy of the model with a parameter more per input. */
static ss_status extend_model(ss_arena *arena, ss_graph *g, const ss_model *from, ss_model *to) {
  const size_t all = from->parameters, m = from->inputs;
  *to = *from;
  to->graph = g;
  to->parameters = all + m;
  to->parameter = ss_arena_new(arena, all + m, ss_parameter);
  to->input = ss_arena_new(arena, m, ss_input);
  if (!to->parameter || !to->input) return SS_MEMORY;
  if (all) memcpy(to->parameter, from->parameter, all * sizeof *to->parameter);
  for (size_t j = 0; j < m; j++) {
    const char *name = ss_arena_format(arena, "push of %s", from->input[j].name.text);
    if (!name) return SS_MEMORY;
    const ss_expr zero = ss_expr_integer(g, 0);
    to->parameter[all + j] = (ss_parameter){.name = {.text = name},
                                            .symbol = ss_expr_symbol(g, name),
                                            .value = {.written = zero, .resolved = zero},
                                            .closed = zero};
    to->input[j] = (ss_input){.name = from->input[j].name, .symbol = from->input[j].symbol};
  }
  return ss_graph_status(g);
}

ss_status ss_system_push(ss_arena *arena, const ss_system *open, const ss_system *closed,
                         ss_system **pushed) {
  assert(closed->law && closed->model == open->model);
  const ss_model *model = open->model;
  ss_graph *g = ss_graph_create_over(arena, closed->graph);
  ss_model *extended = ss_arena_new(arena, 1, ss_model);
  ss_expr *formula = ss_arena_new(arena, model->inputs, ss_expr);
  ss_system loose = *open;
  *pushed = NULL;
  if (!g || !extended || !formula) return SS_MEMORY;
  const ss_status status = extend_model(arena, g, model, extended);
  if (status != SS_OK) return status;
  for (size_t j = 0; j < model->inputs; j++)
    formula[j] = ss_expr_add(g, ss_derive_saturate(g, &model->input[j], closed->law[j]),
                             extended->parameter[model->parameters + j].symbol);
  loose.model = extended;
  return ss_system_close_loop(arena, &loose, g, formula, pushed);
}
