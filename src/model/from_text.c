/* from_text.c: a state as the command line names it.
 *
 *     tilted            a state of the file
 *     x=0.1, phi'=2*g   values; what is not named is 0
 *     tilted, x=0.1     a state of the file with some values replaced
 *
 * Values are formulas over parameters, evaluated like those of the file. Mistakes are shown in the
 * text itself, under the name "--from", all in one go.
 */
#include <string.h>

#include "reader.h"

typedef struct request {
  const ss_model *model;
  ss_graph *graph; /* for the values */
  ss_diagnostics *list;
  double *q, *u;
  ss_expr *formulas; /* of q, then of u, one per coordinate each; NULL: not wanted */
} request;

static void suggest(request *r, ss_diagnostic *item, const char *name, size_t count,
                    const char *const *candidates) {
  const char *near = ss_nearest_name(name, count, candidates);
  if (near && item != &r->list->spill)
    item->hint = ss_arena_format(r->list->arena, "did you mean '%s'?", near);
}

static const char *copy(request *r, ss_span where) {
  const char *text = ss_arena_copy_text(r->list->arena, r->list->text + where.offset, where.length);
  return text ? text : "";
}

static ss_expr resolve_parameter(void *user, const char *name, size_t length, ss_span where) {
  request *r = user;
  const ss_model *model = r->model;
  const char *text = copy(r, where);
  (void)name, (void)length;
  size_t i = ss_model_find_parameter(model, text);
  if (i < model->parameters) return model->parameter[i].symbol;
  ss_diagnostic *item =
      ss_diagnostics_add(r->list, SS_ERROR, where, "unknown parameter '%s'", text);
  const char **names = ss_arena_new(r->list->arena, model->parameters, const char *);
  for (i = 0; names && i < model->parameters; i++) names[i] = model->parameter[i].name.text;
  if (names) suggest(r, item, text, model->parameters, names);
  return SS_EXPR_NONE;
}

/* A state of the file, before any value. */
static void set_state(request *r, ss_span where) {
  const ss_model *model = r->model;
  const char *name = copy(r, where);
  size_t i = ss_model_find_state(model, name);
  if (i < model->states) {
    if (ss_model_evaluate_state(model, i, r->q, r->u) != SS_OK)
      ss_diagnostics_add(r->list, SS_ERROR, where, "state '%s' has a value that is not finite",
                         name);
    for (size_t j = 0; r->formulas && j < model->coordinates; j++) {
      r->formulas[j] = model->state[i].q[j].resolved;
      r->formulas[model->coordinates + j] = model->state[i].u[j].resolved;
    }
    return;
  }
  ss_diagnostic *item = ss_diagnostics_add(r->list, SS_ERROR, where, "unknown state '%s'", name);
  const char **names = ss_arena_new(r->list->arena, model->states, const char *);
  for (i = 0; names && i < model->states; i++) names[i] = model->state[i].name.text;
  if (names) suggest(r, item, name, model->states, names);
}

/* NAME = formula or NAME' = formula, where `key` is the name with its prime. */
static void set_value(request *r, ss_span key, ss_span formula) {
  const ss_model *model = r->model;
  bool primed = key.length && r->list->text[key.offset + key.length - 1] == '\'';
  const char *name = copy(r, (ss_span){key.offset, key.length - primed});
  size_t i = ss_model_find_coordinate(model, name);
  if (i == model->coordinates) {
    ss_diagnostic *item =
        ss_diagnostics_add(r->list, SS_ERROR, key, "unknown coordinate '%s'", name);
    const char **names = ss_arena_new(r->list->arena, i, const char *);
    for (size_t k = 0; names && k < i; k++) names[k] = model->coordinate[k].name.text;
    if (names) suggest(r, item, name, i, names);
    return;
  }
  double *value = primed ? &r->u[i] : &r->q[i];
  ss_expr e = ss_expr_parse(r->graph, r->list, formula, resolve_parameter, r);
  ss_graph_clear_status(r->graph);
  if (e && ss_model_evaluate(model, r->graph, 1, &e, value) != SS_OK)
    ss_diagnostics_add(r->list, SS_ERROR, formula, "the value of '%s' is not finite", copy(r, key));
  if (e && r->formulas) r->formulas[primed ? model->coordinates + i : i] = e;
}

/* One item of the list: from its first token to the last before the comma. */
static void set_item(request *r, ss_lexer *lexer, ss_token first, bool is_first) {
  size_t depth = 0, end = first.where.offset + first.where.length;
  ss_lexer ahead = *lexer;
  bool assigned = ss_lexer_next(&ahead).kind == SS_TOKEN_EQUALS;
  if (assigned) ss_lexer_next(lexer);
  size_t from = lexer->at;
  for (ss_token token = ss_lexer_next(lexer); token.kind != SS_TOKEN_END;
       token = ss_lexer_next(lexer)) {
    if (token.kind == SS_TOKEN_COMMA && depth == 0) break;
    if (token.kind == SS_TOKEN_OPEN) depth++;
    if (token.kind == SS_TOKEN_CLOSE && depth) depth--;
    end = token.where.offset + token.where.length;
  }
  ss_span formula = {(uint32_t)from, end > from ? (uint32_t)(end - from) : 0};
  if (first.kind == SS_TOKEN_NAME && assigned)
    set_value(r, first.where, formula);
  else if (first.kind == SS_TOKEN_NAME && first.plain && is_first && formula.length == 0)
    set_state(r, first.where);
  else
    ss_diagnostics_add(r->list, SS_ERROR, first.where,
                       "a state is NAME, or coordinate=value, or both with commas between");
}

ss_status ss_model_state_from_text(const ss_model *model, const char *text, ss_diagnostics *list,
                                   double *q, double *u) {
  ss_arena *scratch = ss_arena_create();
  ss_graph *graph = scratch ? ss_graph_create_over(scratch, model->graph) : NULL;
  const ss_status status =
      graph ? ss_model_state_formulas_from_text(model, text, list, q, u, graph, NULL) : SS_MEMORY;
  ss_arena_destroy(scratch);
  return status;
}

ss_status ss_model_state_formulas_from_text(const ss_model *model, const char *text,
                                            ss_diagnostics *list, double *q, double *u,
                                            ss_graph *graph, ss_expr *formulas) {
  ss_diagnostics own;
  request r = {model, graph, &own, q, u, formulas};
  size_t length = strlen(text);
  if (length > SS_MODEL_TEXT_MOST) return SS_BAD_ARGUMENT;
  ss_diagnostics_start(&own, list->arena, "--from", text, length);
  memset(q, 0, model->coordinates * sizeof *q);
  memset(u, 0, model->coordinates * sizeof *u);
  for (size_t i = 0; formulas && i < 2 * model->coordinates; i++)
    formulas[i] = ss_expr_integer(graph, 0);
  ss_lexer lexer = ss_lexer_start(text, (ss_span){0, (uint32_t)length});
  ss_token first = ss_lexer_next(&lexer);
  if (first.kind == SS_TOKEN_END)
    ss_diagnostics_add(&own, SS_ERROR, (ss_span){0, 0}, "expected a state");
  for (bool is_first = true; first.kind != SS_TOKEN_END; is_first = false) {
    set_item(&r, &lexer, first, is_first);
    first = ss_lexer_next(&lexer);
  }
  ss_diagnostics_take_over(list, &own);
  return own.errors ? SS_BAD_INPUT : SS_OK;
}
