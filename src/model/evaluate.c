/* evaluate.c: the numbers of the parameters.
 *
 * In the order of the definitions every parameter is replaced by what it stands for, so that its
 * value is an expression without symbols: an exact rational wherever arithmetic keeps it one
 * (`param J = m*(a^2 + b^2)/3` does), a formula of numbers otherwise, and nothing if it is broken
 * or uses something that is not a parameter. Those go into the model, with the nearest doubles. A
 * value that is not finite, an empty range and a range without the value are errors.
 */
#include <math.h>
#include <string.h>

#include "reader.h"

/* The formula with parameters replaced; nothing if other names are left. */
static ss_expr close(ss_reader *reader, const ss_formula *formula, const char *what,
                     const ss_name *name) {
  ss_graph *graph = reader->graph;
  if (ss_reader_traits(reader, formula->resolved) & ~(unsigned)SS_ALLOW_CONSTANT)
    return SS_EXPR_NONE;
  ss_expr closed = ss_rewriter_apply(&reader->closer, formula->resolved);
  if (!closed && ss_graph_status(graph) == SS_BAD_INPUT)
    ss_reader_error(reader, formula->where, "the %s of parameter '%s' divides by zero", what,
                    name->text);
  ss_graph_clear_status(graph);
  return closed;
}

static void close_values(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_rewriter_start(&reader->closer, reader->graph, ss_rewriter_rebuild, reader->graph);
  for (size_t i = 0; i < model->parameters; i++)
    ss_rewriter_set(&reader->closer, model->parameter[i].symbol, SS_EXPR_NONE);
  for (size_t k = 0; k < reader->order_count; k++) {
    size_t i = reader->order[k];
    if (i >= model->parameters) continue;
    ss_parameter *parameter = &model->parameter[i];
    parameter->closed = close(reader, &parameter->value, "value", &parameter->name);
    /* a name that is defined twice keeps its first value */
    if (reader->meanings[parameter->symbol].index == i)
      ss_rewriter_set(&reader->closer, parameter->symbol, parameter->closed);
  }
  for (size_t i = 0; i < model->parameters; i++) {
    ss_parameter *parameter = &model->parameter[i];
    parameter->closed_low = close(reader, &parameter->low, "range", &parameter->name);
    parameter->closed_high = close(reader, &parameter->high, "range", &parameter->name);
  }
}

/* ---- doubles --------------------------------------------------------------------------------- */

static bool fits(const fmpq *number, double value) {
  return isfinite(value) && (value != 0 || fmpq_is_zero(number));
}

/* A value that no double can hold: its users keep silent. */
static void refuse(ss_reader *reader, ss_parameter *parameter) {
  ss_reader_error(reader, parameter->value.where,
                  "the value of parameter '%s' is not finite or does not fit a double",
                  parameter->name.text);
  parameter->closed = SS_EXPR_NONE;
  parameter->number = NAN;
}

/* Values that are not rational, all at once. */
static void evaluate_formulas(ss_reader *reader) {
  ss_model *model = reader->model;
  size_t count = 0;
  ss_expr *exprs = ss_reader_borrow(reader, model->parameters, sizeof *exprs);
  size_t *owner = ss_reader_borrow(reader, model->parameters, sizeof *owner);
  if (!exprs || !owner) return;
  for (size_t i = 0; i < model->parameters; i++) {
    if (!model->parameter[i].closed || ss_expr_value(reader->graph, model->parameter[i].closed))
      continue;
    exprs[count] = model->parameter[i].closed;
    owner[count++] = i;
  }
  if (!count) return;
  arb_ptr values = _arb_vec_init((slong)count);
  if (ss_model_enclose(reader->graph, count, exprs, values) != SS_OK) reader->failed = true;
  for (size_t k = 0; k < count && !reader->failed; k++) {
    ss_parameter *parameter = &model->parameter[owner[k]];
    parameter->number = arf_get_d(arb_midref(values + k), ARF_RND_NEAR);
    if (!arb_is_finite(values + k) || !isfinite(parameter->number)) parameter->number = NAN;
  }
  _arb_vec_clear(values, (slong)count);
}

static void evaluate_numbers(ss_reader *reader) {
  ss_model *model = reader->model;
  for (size_t i = 0; i < model->parameters; i++) {
    ss_parameter *parameter = &model->parameter[i];
    const fmpq *number = ss_expr_value(reader->graph, parameter->closed);
    if (!parameter->closed)
      parameter->number = NAN;
    else if (number) {
      parameter->number = ss_number_to_double(number);
      if (!fits(number, parameter->number)) parameter->number = NAN;
    }
  }
}

/* Reports what is not finite, except where it follows from a parameter that is reported. */
static void refuse_values(ss_reader *reader) {
  ss_model *model = reader->model;
  uint8_t *refused = ss_reader_borrow(reader, model->parameters, 1);
  if (!refused) return;
  for (size_t k = 0; k < reader->order_count; k++) {
    size_t i = reader->order[k];
    if (i >= model->parameters || !model->parameter[i].closed) continue;
    if (!isnan(model->parameter[i].number)) continue;
    refused[i] = 1;
  }
  for (size_t k = 0; k < reader->edge_count; k++) {
    ss_edge edge = reader->edges[k];
    if (edge.user < model->parameters && edge.used < model->parameters && refused[edge.used] &&
        refused[edge.user])
      refused[edge.user] = 2;
  }
  for (size_t i = 0; i < model->parameters; i++) {
    if (refused[i] == 1) refuse(reader, &model->parameter[i]);
    if (refused[i] == 2) model->parameter[i].closed = SS_EXPR_NONE;
  }
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Is a <= b certainly wrong? */
static bool is_above(ss_graph *graph, ss_expr a, ss_expr b) {
  return a && b && ss_model_sign(graph, ss_expr_sub(graph, a, b)) == 1;
}

static void check_range(ss_reader *reader, const ss_parameter *parameter) {
  ss_graph *graph = reader->graph;
  if (is_above(graph, parameter->closed_low, parameter->closed_high))
    ss_reader_error(reader, parameter->low.where, "the range of parameter '%s' is empty",
                    parameter->name.text);
  else if (is_above(graph, parameter->closed_low, parameter->closed) ||
           is_above(graph, parameter->closed, parameter->closed_high))
    ss_reader_error(reader, parameter->value.where,
                    "the value of parameter '%s' is outside its range", parameter->name.text);
}

static void check_input(ss_reader *reader, const ss_input *input) {
  ss_graph *graph = reader->graph;
  unsigned other = ~(unsigned)SS_ALLOW_CONSTANT;
  if (ss_reader_traits(reader, input->low.resolved) & other) return;
  if (ss_reader_traits(reader, input->high.resolved) & other) return;
  ss_expr low = ss_rewriter_apply(&reader->closer, input->low.resolved);
  ss_expr high = ss_rewriter_apply(&reader->closer, input->high.resolved);
  if (is_above(graph, low, high))
    ss_reader_error(reader, input->low.where, "the range of input '%s' is empty", input->name.text);
}

void ss_reader_evaluate(ss_reader *reader) {
  ss_model *model = reader->model;
  close_values(reader);
  evaluate_formulas(reader);
  evaluate_numbers(reader);
  refuse_values(reader);
  for (size_t i = 0; i < model->parameters && !reader->failed; i++)
    check_range(reader, &model->parameter[i]);
  for (size_t i = 0; i < model->inputs && !reader->failed; i++)
    check_input(reader, &model->input[i]);
  ss_graph_clear_status(reader->graph);
}
