/* system.c: from the expressions of a system to tapes that compute numbers.
 *
 * A caller names the quantities that it wants; they are listed one after the other as outputs of
 * one tape, so that what they share is computed once. Inputs of the tape are q, u, t; its
 * parameters are the model's, each computed by the caller from its formula (values.c).
 */
#include <stdlib.h>
#include <string.h>

#include "derive_private.h"

size_t ss_system_count(const ss_system *s, ss_quantity quantity) {
  size_t n = s->coordinates, inputs = s->inputs, normals = s->normals, slips = s->slips;
  size_t elements = s->elements;
#define COUNT_OF(name, count) count,
  const size_t counts[] = {SS_QUANTITY_LIST(COUNT_OF)};
#undef COUNT_OF
  return counts[quantity];
}

/* ---- listing the outputs --------------------------------------------------------------------- */

static void list_directions(const ss_direction *direction, size_t count, size_t n,
                            ss_quantity which, ss_expr *out) {
  for (size_t i = 0; i < count; i++) {
    if (which == SS_QUANTITY_WN_TIME || which == SS_QUANTITY_WT_TIME)
      out[i] = direction[i].w;
    else if (which == SS_QUANTITY_WN_RATE || which == SS_QUANTITY_WT_RATE)
      out[i] = direction[i].zeta;
    else
      memcpy(out + i * n, direction[i].W, n * sizeof *out);
  }
}

/* `each` formulas of every element; 0 where the file is silent. */
static void list_formulas(const ss_system *s, ss_quantity which, size_t each, ss_expr *out) {
  for (size_t i = 0; i < s->elements; i++)
    for (size_t k = 0; k < each; k++) {
      const ss_element *e = s->element[i].element;
      const ss_formula *f = which == SS_QUANTITY_NORMAL ? &e->normal
                            : which == SS_QUANTITY_LAW  ? &e->law_argument[k]
                                                        : &e->restitution_argument[k];
      out[i * each + k] = f->resolved ? f->resolved : s->zero;
    }
}

void ss_system_list(const ss_system *s, ss_quantity which, ss_expr *out) {
  size_t n = s->coordinates;
  switch (which) {
  case SS_QUANTITY_M: memcpy(out, s->M, n * n * sizeof *out); return;
  case SS_QUANTITY_H: memcpy(out, s->h, n * sizeof *out); return;
  case SS_QUANTITY_B: memcpy(out, s->B, n * s->inputs * sizeof *out); return;
  case SS_QUANTITY_GAP: memcpy(out, s->gap, s->normals * sizeof *out); return;
  case SS_QUANTITY_WN:
  case SS_QUANTITY_WN_TIME:
  case SS_QUANTITY_WN_RATE: list_directions(s->normal, s->normals, n, which, out); return;
  case SS_QUANTITY_WT:
  case SS_QUANTITY_WT_TIME:
  case SS_QUANTITY_WT_RATE: list_directions(s->slip, s->slips, n, which, out); return;
  case SS_QUANTITY_NORMAL: list_formulas(s, which, 1, out); return;
  case SS_QUANTITY_LAW: list_formulas(s, which, 3, out); return;
  case SS_QUANTITY_RESTITUTION: list_formulas(s, which, 2, out); return;
  case SS_QUANTITY_ENERGY: out[0] = s->kinetic, out[1] = s->potential; return;
  case SS_QUANTITY_FNC: memcpy(out, s->nonconservative, n * sizeof *out); return;
  case SS_QUANTITY_FGYR: memcpy(out, s->gyroscopic, n * sizeof *out); return;
  case SS_QUANTITY_CONTROL: memcpy(out, s->control, n * sizeof *out); return;
  case SS_QUANTITY_COUNT: return;
  }
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* q, u, t, then the parameters that move. */
static ss_expr *list_inputs(ss_arena *arena, const ss_system *s, size_t moved,
                            const size_t *parameter) {
  size_t n = s->coordinates;
  ss_expr *inputs = ss_arena_new(arena, 2 * n + 1 + moved, ss_expr);
  if (!inputs) return NULL;
  memcpy(inputs, s->q, n * sizeof *inputs);
  memcpy(inputs + n, s->u, n * sizeof *inputs);
  inputs[2 * n] = s->model->time;
  for (size_t k = 0; k < moved; k++)
    inputs[2 * n + 1 + k] = s->model->parameter[parameter[k]].symbol;
  return inputs;
}

/* The parameters that do not move, in their order. */
static ss_expr *list_parameters(ss_arena *arena, const ss_model *model, size_t moved,
                                const size_t *parameter) {
  ss_expr *parameters = ss_arena_new(arena, model->parameters, ss_expr);
  size_t count = 0;
  for (size_t i = 0; parameters && i < model->parameters; i++) {
    bool moves = false;
    for (size_t k = 0; k < moved; k++) moves = moves || parameter[k] == i;
    if (!moves) parameters[count++] = model->parameter[i].symbol;
  }
  return parameters;
}

ss_status ss_system_compile_moving(const ss_system *s, unsigned quantities, size_t moved,
                                   const size_t *parameter, ss_system_tape *tape) {
  ss_arena *arena = ss_arena_create();
  size_t total = 0;
  *tape = (ss_system_tape){0};
  if (!arena) return SS_MEMORY;
  for (int k = 0; k < SS_QUANTITY_COUNT; k++) {
    tape->offset[k] = total;
    if (quantities >> k & 1) total += ss_system_count(s, (ss_quantity)k);
  }
  ss_expr *outputs = ss_arena_new(arena, total, ss_expr);
  ss_expr *inputs = list_inputs(arena, s, moved, parameter);
  ss_expr *parameters = list_parameters(arena, s->model, moved, parameter);
  ss_status status = outputs && inputs && parameters ? SS_OK : SS_MEMORY;
  for (int k = 0; k < SS_QUANTITY_COUNT && status == SS_OK; k++)
    if (quantities >> k & 1) ss_system_list(s, (ss_quantity)k, outputs + tape->offset[k]);
  if (status == SS_OK)
    status = ss_tape_compile(s->graph, s->model->parameters - moved, parameters,
                             2 * s->coordinates + 1 + moved, inputs, total, outputs, &tape->tape);
  ss_arena_destroy(arena);
  return status;
}

ss_status ss_system_compile(const ss_system *s, unsigned quantities, ss_system_tape *tape) {
  return ss_system_compile_moving(s, quantities, 0, NULL, tape);
}

void ss_system_tape_destroy(ss_system_tape *tape) {
  ss_tape_destroy(tape->tape);
  *tape = (ss_system_tape){0};
}

ss_status ss_system_evaluate(ss_arena *arena, const ss_system *s, const double *parameters,
                             const double *q, const double *u, double t, ss_system_values *values) {
  ss_system_tape tape;
  size_t n = s->coordinates;
  ss_status status = ss_system_compile(s, SS_QUANTITY_ALL, &tape);
  double *work = status == SS_OK ? ss_arena_new(arena, ss_tape_work_size(tape.tape), double) : NULL;
  if (status == SS_OK && !work) status = SS_MEMORY;
  if (status == SS_OK) {
    ss_tape_prepare(tape.tape, parameters, work);
    double *in = ss_tape_in(tape.tape, work);
    memcpy(in, q, n * sizeof *in);
    memcpy(in + n, u, n * sizeof *in);
    in[2 * n] = t;
    ss_tape_run(tape.tape, work);
    for (int k = 0; k < SS_QUANTITY_COUNT; k++)
      values->of[k] = ss_tape_out(tape.tape, work) + tape.offset[k];
  }
  ss_system_tape_destroy(&tape);
  return status;
}

/* Of the partial derivatives those with row <= column, if asked, simplified: how many there are. */
static size_t simplify_partials(ss_graph *graph, bool upper, size_t listed, ss_partial *list,
                                ss_expr *values) {
  size_t count = 0;
  for (size_t i = 0; i < listed; i++)
    if (!upper || list[i].row <= list[i].column) list[count++] = list[i];
  for (size_t i = 0; i < count; i++) values[i] = list[i].value;
  ss_expr_simplify_all(graph, count, values, values);
  for (size_t i = 0; i < count; i++) list[i].value = values[i];
  return count;
}

ss_status ss_derive_jacobian(ss_graph *graph, size_t count, const ss_expr *exprs, size_t symbols,
                             const ss_expr *symbol, bool symmetric, ss_expr *jacobian) {
  size_t listed;
  ss_partial *list;
  ss_status status = ss_expr_partials(graph, count, exprs, symbols, symbol, &listed, &list);
  ss_expr *values = malloc((listed + 1) * sizeof *values);
  const ss_expr zero = ss_expr_integer(graph, 0);
  if (!values && status == SS_OK) status = SS_MEMORY;
  if (status == SS_OK) listed = simplify_partials(graph, symmetric, listed, list, values);
  if (status == SS_OK) status = ss_graph_status(graph);
  for (size_t i = 0; i < count * symbols; i++) jacobian[i] = zero;
  for (size_t i = 0; i < listed && status == SS_OK; i++) {
    jacobian[list[i].row * symbols + list[i].column] = list[i].value;
    if (symmetric) jacobian[list[i].column * symbols + list[i].row] = list[i].value;
  }
  free(values);
  free(list);
  return status;
}

ss_status ss_expr_jacobian(ss_graph *graph, size_t count, const ss_expr *exprs, size_t symbols,
                           const ss_expr *symbol, ss_expr *jacobian) {
  return ss_derive_jacobian(graph, count, exprs, symbols, symbol, false, jacobian);
}
