/* traits.c: what is asked of a system again and again, found once, before it is sealed.
 *
 * A tape's quantity (M, h, gaps, directions, …) is a list of expressions. One pass over the graph
 * per quantity tells which symbols it reaches: coordinates, velocities, time, parameters. From this
 * table follow the yes-or-no traits:
 *
 *     autonomous     no quantity depends on t, nor does the chart
 *     constant M, W  no entry depends on q, u, t
 *
 * The elements of a system in a chart keep formulas over the full coordinates; those count as
 * positions and velocities too. Whether h is smooth or a polynomial in the state, and the linear
 * form, come from smooth.c and linear.c.
 *
 * The answers are about the expressions as simplified: "depends" may be wrong for a disguised
 * constant, "does not depend" never is. Cost: as many passes over the graph as there are
 * quantities, and the derivatives of h that the linear form asks for.
 */
#include <assert.h>
#include <string.h>

#include "derive_private.h"

ss_expr ss_system_find_dependence(const ss_system *s, const ss_graph *graph, size_t count,
                                  const ss_expr *exprs) {
  return ss_expr_find_symbol(graph, count, exprs, 2 * s->coordinates + 1, s->state);
}

bool ss_system_occurs(const ss_system *s, ss_quantity quantity, ss_expr symbol) {
  const ss_traits *t = &s->traits;
  for (size_t i = 0; i < t->symbols; i++)
    if (t->symbol[i] == symbol) return t->occurs[quantity * t->symbols + i];
  return false;
}

/* ---- which symbols occur where --------------------------------------------------------------- */

static size_t add_coordinates(const ss_system *s, size_t at, ss_expr *symbol, uint8_t *kind) {
  for (size_t i = 0; i < s->coordinates; i++) {
    symbol[at] = s->q[i];
    kind[at++] = SS_ON_POSITION;
    symbol[at] = s->u[i];
    kind[at++] = SS_ON_VELOCITY;
  }
  return at;
}

/* The symbols that formulas of the system may have: q_1, u_1, q_2, …, t, the parameters, and in a
 * chart the full system's coordinates. */
static size_t list_symbols(ss_derivation *d, ss_system *s, uint8_t **kind) {
  const ss_model *m = s->model;
  const ss_system *full = s->projection ? s->projection->full : NULL;
  const size_t most = 2 * s->coordinates + 1 + m->parameters + (full ? 2 * full->coordinates : 0);
  ss_expr *symbol = ss_arena_new(d->arena, most, ss_expr);
  *kind = ss_arena_new(d->arena, most, uint8_t);
  if (!symbol || !*kind) return 0;
  size_t count = add_coordinates(s, 0, symbol, *kind);
  symbol[count] = m->time;
  (*kind)[count++] = SS_ON_TIME;
  for (size_t i = 0; i < m->parameters; i++) {
    symbol[count] = m->parameter[i].symbol;
    (*kind)[count++] = SS_ON_PARAMETER;
  }
  if (full) count = add_coordinates(full, count, symbol, *kind);
  assert(count == most);
  s->state = symbol;
  s->traits.symbol = symbol;
  return count;
}

/* One row of the table, and its summary. */
static void fill_row(const ss_system *s, ss_quantity which, const uint8_t *kind, ss_expr *exprs,
                     uint8_t *marks, ss_traits *t, bool *occurs) {
  memset(marks, 0, ss_graph_count(s->graph));
  ss_system_list(s, which, exprs);
  ss_expr_mark(s->graph, ss_system_count(s, which), exprs, marks);
  for (size_t i = 0; i < t->symbols; i++) {
    occurs[which * t->symbols + i] = marks[t->symbol[i]];
    if (marks[t->symbol[i]]) t->on[which] |= kind[i];
  }
}

static void find_occurrences(ss_derivation *d, ss_system *s) {
  ss_traits *t = &s->traits;
  uint8_t *kind;
  t->symbols = list_symbols(d, s, &kind);
  bool *occurs = ss_arena_new(d->arena, SS_QUANTITY_COUNT * t->symbols, bool);
  const ss_arena_mark mark = ss_arena_get_mark(d->arena);
  size_t most = 0;
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    if (ss_system_count(s, (ss_quantity)k) > most) most = ss_system_count(s, (ss_quantity)k);
  ss_expr *exprs = ss_arena_new(d->arena, most, ss_expr);
  uint8_t *marks = ss_arena_new(d->arena, ss_graph_count(s->graph), uint8_t);
  if (!t->symbols || !occurs || !exprs || !marks) {
    d->failed = true;
    return;
  }
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    fill_row(s, (ss_quantity)k, kind, exprs, marks, t, occurs);
  t->occurs = occurs;
  ss_arena_release(d->arena, mark);
}

/* ---- what follows ---------------------------------------------------------------------------- */

static bool is_diagonal(const ss_system *s) {
  const size_t n = s->coordinates;
  for (size_t i = 0; i < n * n; i++)
    if (i / n != i % n && !ss_expr_is_integer(s->graph, s->M[i], 0)) return false;
  return true;
}

static bool moves_by_itself(const ss_system *s, size_t count, const ss_direction *direction) {
  for (size_t i = 0; i < count; i++)
    if (!ss_expr_is_integer(s->graph, direction[i].w, 0)) return true;
  return false;
}

static bool sees_time(const ss_system *s, ss_expr e) {
  return ss_expr_find_symbol(s->graph, 1, &e, 1, &s->model->time) != SS_EXPR_NONE;
}

static bool moves_chart(const ss_system *s) {
  const ss_chart *chart = s->model->chart;
  for (size_t i = 0; chart && i < s->model->coordinates; i++)
    if (sees_time(s, chart->map[i].resolved)) return true;
  return false;
}

static void find_kinks(ss_derivation *d, ss_system *s) {
  ss_expr curved;
  if (ss_system_find_kink(s, s->graph, s->coordinates, s->h, false, &s->traits.kink) != SS_OK ||
      ss_system_find_kink(s, s->graph, s->coordinates, s->h, true, &curved) != SS_OK)
    d->failed = true;
  else
    s->traits.polynomial = !curved;
}

void ss_derive_traits(ss_derivation *d, ss_system *s) {
  ss_traits *t = &s->traits;
  const unsigned varies = SS_ON_POSITION | SS_ON_VELOCITY | SS_ON_TIME;
  *t = (ss_traits){0};
  find_occurrences(d, s);
  if (d->failed) return;
  unsigned all = 0;
  for (int k = 0; k < SS_QUANTITY_COUNT; k++) all |= t->on[k];
  t->autonomous = !(all & SS_ON_TIME) && !sees_time(s, s->carried) && !moves_chart(s);
  t->driven = moves_by_itself(s, s->normals, s->normal) || moves_by_itself(s, s->slips, s->slip);
  t->constant_mass = !(t->on[SS_QUANTITY_M] & varies);
  t->diagonal_mass = is_diagonal(s);
  t->constant_directions = !((t->on[SS_QUANTITY_WN] | t->on[SS_QUANTITY_WT]) & varies);
  find_kinks(d, s);
  if (d->failed) return;
  t->linear = ss_derive_linear_form(d, s, &t->why_not_linear);
  if (!t->linear && !t->why_not_linear) d->failed = true;
}
