/* shapes.c: laws that follow from a shape, as far as a second reader can follow.
 *
 * A shape asks for B v = dU/dq - dW/dq - dR/du (model/shapes.c). The reader of the model solves
 * that for any B(q). Who verifies a certificate has only the shape itself, and takes W and R for
 * the machine's own where B is a matrix of numbers with independent columns: then nothing is
 * divided by, and v is finite everywhere. So a proof wants the directions of all inputs to be
 * rational numbers, parameters inserted, where the model has a shape.
 */
#include "facts.h"

static bool is_followed(const ss_system *s, size_t input) {
  const ss_model *model = s->model;
  for (size_t k = 0; k < model->feedbacks; k++)
    if (model->feedback[k].derived && model->feedback[k].input == input &&
        model->feedback[k].value.resolved == s->law[input])
      return true;
  return false;
}

bool ss_proof_follows_shape(const ss_system *s) {
  for (size_t j = 0; s->law && j < s->model->inputs; j++)
    if (is_followed(s, j)) return true;
  return false;
}

ss_status ss_proof_find_unfit_shape(ss_arena *arena, const ss_system *s, const char **why_not) {
  const ss_model *model = s->model;
  const size_t all = s->coordinates * model->inputs, p = model->parameters;
  *why_not = NULL;
  if (!model->shapes || !s->law) return SS_OK;
  ss_graph *graph = ss_graph_create_over(arena, s->graph);
  ss_expr *symbol = ss_arena_new(arena, p + 1, ss_expr);
  ss_expr *value = ss_arena_new(arena, p + 1, ss_expr), *B = ss_arena_new(arena, all + 1, ss_expr);
  if (!graph || !symbol || !value || !B) return SS_MEMORY;
  for (size_t k = 0; k < p; k++) symbol[k] = model->parameter[k].symbol;
  ss_status status = ss_model_open_parameters(arena, model, graph, value);
  if (status == SS_OK) status = ss_expr_substitute(graph, p, symbol, value, all, s->B, B);
  for (size_t i = 0; i < all && status == SS_OK; i++)
    if (!ss_expr_value(graph, ss_expr_simplify(graph, B[i])))
      *why_not = ss_arena_format(arena,
                                 "input '%s' acts along a direction that is no rational number, "
                                 "which a proof does not follow where the model has a shape",
                                 model->input[i % model->inputs].name.text);
  return status;
}
