/* from_text.c: a state as the command line names it.
 *
 *     tilted                  a state of the file
 *     x=0.1, phi'=2*g         values; what is not named is 0
 *     tilted, x=0.1           a state of the file with some values replaced
 *     phi=0.2, y=b*cos(phi)   values that use each other, in any order
 *     theta=0.2, theta'=1     coordinates of the model's chart: q = map(theta), u = its derivative
 *
 * Values are formulas over parameters, abbreviations and the other entries, as in a file; a
 * coordinate that is not named there has its value of the state. They are put into each other
 * until nothing but parameters is left, at most as often as there are entries. A chart is a map to
 * coordinates, not from them: where its coordinates are given they decide, and others beside them
 * must agree. Mistakes are shown in the text itself, under the name "--from", all in one go.
 */
#include <math.h>
#include <string.h>

#include "reader.h"

/* The variables of a state: q, u, and the chart's coordinates and their velocities. */
typedef struct request {
  const ss_model *model;
  ss_graph *graph; /* for the values */
  ss_diagnostics *list;
  size_t n, chart, count; /* coordinates; of the chart; 2 n + 2 chart */
  ss_expr *symbol, *value;
  ss_span *key; /* where the entry's name is; length 0: none */
  bool *open;   /* the value may contain variables */
  bool has_state;
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

/* ---- variables ------------------------------------------------------------------------------- */

static bool make_variables(request *r, ss_arena *arena) {
  const ss_model *model = r->model;
  r->n = model->coordinates;
  r->chart = model->chart ? model->chart->count : 0;
  r->count = 2 * (r->n + r->chart);
  r->symbol = ss_arena_new(arena, r->count, ss_expr);
  r->value = ss_arena_new(arena, r->count, ss_expr);
  r->key = ss_arena_new(arena, r->count, ss_span);
  r->open = ss_arena_new(arena, r->count, bool);
  if (!r->symbol || !r->value || !r->key || !r->open) return false;
  for (size_t i = 0; i < r->n; i++) {
    r->symbol[i] = model->coordinate[i].q;
    r->symbol[r->n + i] = model->coordinate[i].u;
  }
  for (size_t i = 0; i < r->chart; i++) {
    r->symbol[2 * r->n + i] = model->chart->coordinates[i].q;
    r->symbol[2 * r->n + r->chart + i] = model->chart->coordinates[i].u;
  }
  for (size_t i = 0; i < r->count; i++) r->value[i] = ss_expr_integer(r->graph, 0);
  return true;
}

/* The variable of that name, x or x'; r->count if there is none. */
static size_t find_variable(const request *r, const char *name) {
  size_t i = 0;
  while (i < r->count && strcmp(ss_expr_name(r->graph, r->symbol[i]), name) != 0) i++;
  return i;
}

static bool is_velocity(const request *r, size_t i) {
  return (i >= r->n && i < 2 * r->n) || i >= 2 * r->n + r->chart;
}

static bool is_rate(const request *r, size_t i) {
  return i >= r->n && i < 2 * r->n && r->model->coordinate[i - r->n].aux;
}

/* ---- formulas -------------------------------------------------------------------------------- */

static ss_expr complain_unknown(request *r, const char *text, ss_span where) {
  const ss_model *model = r->model;
  const size_t most = model->parameters + r->count;
  ss_diagnostic *item = ss_diagnostics_add(r->list, SS_ERROR, where, "unknown name '%s'", text);
  const char **names = ss_arena_new(r->list->arena, most, const char *);
  for (size_t i = 0; names && i < most; i++)
    names[i] = i < model->parameters ? model->parameter[i].name.text
                                     : ss_expr_name(r->graph, r->symbol[i - model->parameters]);
  if (names) suggest(r, item, text, most, names);
  return SS_EXPR_NONE;
}

static ss_expr resolve(void *user, const char *name, size_t length, ss_span where) {
  request *r = user;
  const ss_model *model = r->model;
  const char *text = copy(r, where);
  (void)name, (void)length;
  size_t i = ss_model_find_parameter(model, text);
  if (i < model->parameters) return model->parameter[i].symbol;
  i = find_variable(r, text);
  if (i < r->count && !is_rate(r, i)) return r->symbol[i];
  for (i = 0; i < model->abbreviations; i++)
    if (strcmp(model->abbreviation[i].name.text, text) == 0)
      return model->abbreviation[i].value.resolved;
  return complain_unknown(r, text, where);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* A state of the file, before any value. */
static void set_state(request *r, ss_span where) {
  const ss_model *model = r->model;
  const char *name = copy(r, where);
  size_t i = ss_model_find_state(model, name);
  if (i < model->states) {
    r->has_state = true;
    for (size_t j = 0; j < r->n; j++) {
      r->value[j] = model->state[i].q[j].resolved;
      r->value[r->n + j] = model->state[i].u[j].resolved;
    }
    return;
  }
  ss_diagnostic *item = ss_diagnostics_add(r->list, SS_ERROR, where, "unknown state '%s'", name);
  const char **names = ss_arena_new(r->list->arena, model->states, const char *);
  for (i = 0; names && i < model->states; i++) names[i] = model->state[i].name.text;
  if (names) suggest(r, item, name, model->states, names);
}

static void complain_coordinate(request *r, ss_span key) {
  const bool primed = r->list->text[key.offset + key.length - 1] == '\'';
  const char *name = copy(r, (ss_span){key.offset, key.length - primed});
  ss_diagnostic *item = ss_diagnostics_add(r->list, SS_ERROR, key, "unknown coordinate '%s'", name);
  const char **names = ss_arena_new(r->list->arena, r->count, const char *);
  size_t count = 0;
  for (size_t i = 0; names && i < r->count; i++)
    if (!is_velocity(r, i)) names[count++] = ss_expr_name(r->graph, r->symbol[i]);
  if (names) suggest(r, item, name, count, names);
}

/* NAME = formula or NAME' = formula, where `key` is the name with its prime. */
static void set_value(request *r, ss_span key, ss_span formula) {
  const size_t i = find_variable(r, copy(r, key));
  if (i == r->count) {
    complain_coordinate(r, key);
    return;
  }
  if (is_rate(r, i)) {
    ss_diagnostics_add(r->list, SS_ERROR, key,
                       "'%s' is a first-order state: it has a rate, and no velocity",
                       r->model->coordinate[i - r->n].name.text);
    return;
  }
  if (r->key[i].length) {
    ss_diagnostics_add(r->list, SS_ERROR, key, "'%s' is given twice", copy(r, key));
    return;
  }
  const ss_expr e = ss_expr_parse(r->graph, r->list, formula, resolve, r);
  ss_graph_clear_status(r->graph);
  r->key[i] = key;
  r->open[i] = e != SS_EXPR_NONE;
  if (e) r->value[i] = e;
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

/* ---- values ---------------------------------------------------------------------------------- */

/* Does the value of an open entry contain another one that is open? */
static bool waits(const request *r, size_t i) {
  for (size_t k = 0; k < r->count; k++)
    if (r->open[k] && ss_expr_depends(r->graph, r->value[i], r->symbol[k])) return true;
  return false;
}

/* Puts the values into each other; those that lead back to themselves are mistakes. */
static void put_together(request *r) {
  bool some = true;
  while (some) {
    some = false;
    for (size_t i = 0; i < r->count; i++) {
      if (!r->open[i] || waits(r, i)) continue;
      ss_expr_substitute(r->graph, r->count, r->symbol, r->value, 1, &r->value[i], &r->value[i]);
      r->open[i] = false;
      some = true;
    }
  }
  for (size_t i = 0; i < r->count; i++)
    if (r->open[i])
      ss_diagnostics_add(r->list, SS_ERROR, r->key[i], "the value of '%s' leads back to itself",
                         copy(r, r->key[i]));
}

/* Are chart coordinates given? They decide then, and a named state may not stand beside them. */
static bool uses_chart(request *r) {
  size_t first = 0;
  while (first < 2 * r->chart && !r->key[2 * r->n + first].length) first++;
  if (first == 2 * r->chart) return false;
  const ss_span key = r->key[2 * r->n + first];
  if (r->has_state)
    ss_diagnostics_add(r->list, SS_ERROR, key,
                       "'%s' is a coordinate of the chart: it stands beside no named state",
                       copy(r, key));
  return !r->has_state;
}

/* q = map, u = map': from the chart's values, at t = 0. */
static void follow_chart(request *r, ss_arena *arena) {
  ss_expr *map = ss_arena_new(arena, r->n, ss_expr);
  ss_expr *moved = ss_arena_new(arena, r->chart + 1, ss_expr);
  ss_expr *along = ss_arena_new(arena, r->chart + 1, ss_expr);
  const ss_expr *symbol = r->symbol + 2 * r->n, start = ss_expr_integer(r->graph, 0);
  if (!map || !moved || !along) return;
  for (size_t i = 0; i < r->n; i++) map[i] = r->model->chart->map[i].resolved;
  memcpy(moved, symbol, r->chart * sizeof *moved);
  memcpy(along, symbol + r->chart, r->chart * sizeof *along);
  moved[r->chart] = r->model->time;
  along[r->chart] = ss_expr_integer(r->graph, 1);
  ss_expr_differentiate_along(r->graph, r->chart + 1, moved, along, r->n, map, r->value + r->n);
  ss_expr_substitute(r->graph, 1, &r->model->time, &start, r->n, r->value + r->n, r->value + r->n);
  ss_expr_substitute(r->graph, 1, &r->model->time, &start, r->n, map, map);
  memcpy(r->value, map, r->n * sizeof *map);
  ss_expr_substitute(r->graph, 2 * r->chart, symbol, r->value + 2 * r->n, 2 * r->n, r->value,
                     r->value);
}

/* The numbers; what is not finite is said where it was asked for. */
static void evaluate(request *r, double *q, double *u) {
  const ss_model *model = r->model;
  ss_graph_clear_status(r->graph);
  for (size_t i = 0; i < 2 * r->n && !r->list->errors; i++) {
    double *number = i < r->n ? &q[i] : &u[i - r->n];
    if (ss_model_evaluate(model, r->graph, 1, &r->value[i], number) == SS_OK) continue;
    ss_diagnostics_add(r->list, SS_ERROR, r->key[i], "the value of '%s' is not finite",
                       ss_expr_name(r->graph, r->symbol[i]));
  }
}

/* What is given beside the chart's coordinates (a place that was printed has both) must agree. */
static void compare_with_chart(request *r, const ss_expr *given, const double *q, const double *u) {
  for (size_t i = 0; i < 2 * r->n && !r->list->errors; i++) {
    const double *x = i < r->n ? q : u, on_chart = x[i % r->n];
    double value;
    if (!r->key[i].length) continue;
    if (ss_model_evaluate(r->model, r->graph, 1, &given[i], &value) == SS_OK &&
        fabs(value - on_chart) <= ss_model_closed_below(r->n, x))
      continue;
    ss_diagnostics_add(r->list, SS_ERROR, r->key[i],
                       "'%s' does not agree with the coordinates of the chart, which make it %.17g",
                       copy(r, r->key[i]), on_chart);
  }
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

static void read_items(request *r, const char *text, size_t length) {
  ss_lexer lexer = ss_lexer_start(text, (ss_span){0, (uint32_t)length});
  ss_token first = ss_lexer_next(&lexer);
  if (first.kind == SS_TOKEN_END)
    ss_diagnostics_add(r->list, SS_ERROR, (ss_span){0, 0}, "expected a state");
  for (bool is_first = true; first.kind != SS_TOKEN_END; is_first = false) {
    set_item(r, &lexer, first, is_first);
    first = ss_lexer_next(&lexer);
  }
}

ss_status ss_model_state_formulas_from_text(const ss_model *model, const char *text,
                                            ss_diagnostics *list, double *q, double *u,
                                            ss_graph *graph, ss_expr *formulas) {
  ss_diagnostics own;
  request r = {.model = model, .graph = graph, .list = &own};
  size_t length = strlen(text);
  if (length > SS_MODEL_TEXT_MOST) return SS_BAD_ARGUMENT;
  ss_diagnostics_start(&own, list->arena, "--from", text, length);
  memset(q, 0, model->coordinates * sizeof *q);
  memset(u, 0, model->coordinates * sizeof *u);
  if (!make_variables(&r, list->arena)) return SS_MEMORY;
  read_items(&r, text, length);
  if (!own.errors) put_together(&r);
  const bool charted = !own.errors && uses_chart(&r);
  ss_expr *given = ss_arena_new(list->arena, 2 * r.n, ss_expr);
  if (!given) return SS_MEMORY;
  memcpy(given, r.value, 2 * r.n * sizeof *given);
  if (charted) follow_chart(&r, list->arena);
  evaluate(&r, q, u);
  if (charted) compare_with_chart(&r, given, q, u);
  if (formulas) memcpy(formulas, r.value, 2 * r.n * sizeof *formulas);
  ss_diagnostics_take_over(list, &own);
  return own.errors ? SS_BAD_INPUT : SS_OK;
}
