/* block_values.c: states and charts, whose formulas use one another.
 *
 *     state tilted { phi = 0.2; y = a*sin(phi) + b*cos(phi) }     phi in y is this state's phi
 *     chart theta  { phi = theta + pi; x = l*sin(phi); … }        phi in x is the chart's phi
 *
 * Inside such a block a coordinate means the block's own value; in a state a coordinate that is not
 * named is 0, in a chart each must be named. The formulas, resolved already, are therefore taken in
 * an order in which each comes after those that it uses (Kahn's algorithm again), and what is used
 * is replaced by its value. What is left are parameters (and, in a chart, its coordinates). Cost: a
 * visit a node of the block's formulas. Values that use one another in a circle are an error.
 */
#include <stdio.h>
#include <string.h>

#include "reader.h"

/* A block being localised: its keys are numbered, coordinates first, then velocities. */
typedef struct scope {
  ss_reader *reader;
  const char *what;
  size_t keys;          /* coordinates, or twice as many */
  ss_formula **formula; /* by key; NULL if not given */
  ss_expr *symbol;      /* by key */
  uint32_t *open;       /* by key: uses that are not yet replaced */
  ss_edge *edges;
  size_t edge_count;
  uint32_t *order;
  size_t order_count;
  ss_rewriter walker, values;
  size_t user; /* the key whose formula the walker is in */
} scope;

/* A visit to a node of a formula: a coordinate that the block sets is an edge. */
static ss_expr note_use(void *user, ss_expr e, ss_expr a, ss_expr b) {
  scope *s = user;
  ss_reader *reader = s->reader;
  (void)a, (void)b;
  if (ss_expr_op(reader->graph, e) != SS_OP_SYMBOL || e >= reader->meaning_count) return e;
  ss_meaning meaning = reader->meanings[e];
  if (meaning.kind != SS_KIND_COORDINATE || meaning.what > SS_MEANS_RATE) return e;
  size_t n = reader->model->coordinates;
  size_t used = meaning.index + (meaning.what == SS_MEANS_RATE ? n : 0);
  if (used < s->keys && s->formula[used])
    *ss_scratch_append(reader, s->edges, s->edge_count, ss_edge) =
        (ss_edge){(uint32_t)s->user, (uint32_t)used};
  return e;
}

static bool start_scope(scope *s, ss_reader *reader, size_t keys) {
  ss_model *model = reader->model;
  *s = (scope){.reader = reader, .keys = keys};
  s->formula = ss_reader_borrow(reader, keys, sizeof *s->formula);
  s->symbol = ss_reader_borrow(reader, keys, sizeof *s->symbol);
  s->open = ss_reader_borrow(reader, keys, sizeof *s->open);
  s->order = ss_reader_borrow(reader, keys, sizeof *s->order);
  ss_rewriter_start(&s->walker, reader->graph, note_use, s);
  ss_rewriter_start(&s->values, reader->graph, ss_rewriter_rebuild, reader->graph);
  if (reader->failed) return false;
  for (size_t i = 0; i < keys; i++)
    s->symbol[i] = i < model->coordinates ? model->coordinate[i].q
                                          : model->coordinate[i - model->coordinates].u;
  return true;
}

static void stop_scope(scope *s) {
  ss_rewriter_stop(&s->walker);
  ss_rewriter_stop(&s->values);
}

/* Keys, each after those that it uses; keys in a circle are left out. */
static void sort_keys(scope *s) {
  s->edge_count = 0;
  s->edges = NULL;
  for (s->user = 0; s->user < s->keys; s->user++) {
    if (!s->formula[s->user]) continue;
    ss_rewriter_reset(&s->walker);
    ss_rewriter_apply(&s->walker, s->formula[s->user]->resolved);
  }
  s->order_count =
      ss_reader_sort_edges(s->reader, s->keys, s->edge_count, s->edges, s->order, s->open);
}

static void complain_circle(scope *s) {
  for (size_t i = 0; i < s->keys; i++) {
    if (!s->open[i]) continue;
    ss_reader_error(s->reader, s->formula[i]->where, "'%s' is defined by itself in %s",
                    ss_expr_name(s->reader->graph, s->symbol[i]), s->what);
    return;
  }
}

/* Replaces coordinates by the block's values; `other` stands for those that it does not name. */
static void localise(scope *s, ss_expr other) {
  ss_graph *graph = s->reader->graph;
  sort_keys(s);
  ss_rewriter_reset(&s->values);
  for (size_t i = 0; i < s->keys; i++)
    ss_rewriter_set(&s->values, s->symbol[i], s->formula[i] ? SS_EXPR_NONE : other);
  for (size_t k = 0; k < s->order_count; k++) {
    ss_formula *formula = s->formula[s->order[k]];
    if (!formula) continue;
    formula->resolved = ss_rewriter_apply(&s->values, formula->resolved);
    if (ss_graph_status(graph) == SS_BAD_INPUT)
      ss_reader_error(s->reader, formula->where, "division by zero in %s", s->what);
    ss_graph_clear_status(graph);
    ss_rewriter_set(&s->values, s->symbol[s->order[k]], formula->resolved);
  }
  if (s->order_count == s->keys) return;
  complain_circle(s);
  for (size_t i = 0; i < s->keys; i++)
    if (s->open[i]) s->formula[i]->resolved = SS_EXPR_NONE;
}

static void localise_state(scope *s, ss_state *state) {
  size_t n = s->reader->model->coordinates;
  ss_expr zero = ss_expr_integer(s->reader->graph, 0);
  char what[80];
  snprintf(what, sizeof what, "state '%.60s'", state->name.text);
  s->what = what;
  for (size_t i = 0; i < n; i++) {
    s->formula[i] = ss_formula_is_given(&state->q[i]) ? &state->q[i] : NULL;
    s->formula[n + i] = ss_formula_is_given(&state->u[i]) ? &state->u[i] : NULL;
    if (!s->formula[i]) state->q[i].resolved = zero;
    if (!s->formula[n + i]) state->u[i].resolved = zero;
  }
  localise(s, zero);
}

static void localise_chart(scope *s) {
  ss_reader *reader = s->reader;
  ss_model *model = reader->model;
  ss_chart *chart = model->chart;
  s->what = "the chart";
  for (size_t i = 0; i < model->coordinates; i++) {
    s->formula[i] = ss_formula_is_given(&chart->map[i]) ? &chart->map[i] : NULL;
    if (!s->formula[i] && !reader->chart_broken)
      ss_reader_error(reader, chart->coordinates[0].name.where, "the chart does not give '%s'",
                      model->coordinate[i].name.text);
  }
  localise(s, SS_EXPR_NONE);
}

void ss_reader_localise(ss_reader *reader) {
  ss_model *model = reader->model;
  scope s;
  bool good = start_scope(&s, reader, 2 * model->coordinates);
  for (size_t i = 0; good && i < model->states && !reader->failed; i++) {
    ss_arena_mark mark = ss_arena_get_mark(reader->scratch);
    localise_state(&s, &model->state[i]);
    ss_arena_release(reader->scratch, mark);
  }
  stop_scope(&s);
  if (!model->chart || reader->failed) return;
  if (start_scope(&s, reader, model->coordinates)) localise_chart(&s);
  stop_scope(&s);
}
