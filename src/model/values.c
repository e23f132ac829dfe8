/* values.c: numbers for those who use a model: parameters and states.
 *
 * Parameters have been evaluated when the model was read (evaluate.c); here they are handed out,
 * as doubles or exactly. A state's values are formulas over parameters; they are compiled and run
 * once for each question, in balls, so that the doubles are the nearest.
 */
#include <math.h>
#include <string.h>

#include "reader.h"
#include "standstill/tape.h"

double ss_model_closed_below(size_t n, const double *x) {
  double size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return SS_CLOSED * size;
}

size_t ss_model_find_state(const ss_model *model, const char *name) {
  size_t i = 0;
  while (i < model->states && strcmp(model->state[i].name.text, name) != 0) i++;
  return i;
}

size_t ss_model_find_coordinate(const ss_model *model, const char *name) {
  size_t i = 0;
  while (i < model->coordinates && strcmp(model->coordinate[i].name.text, name) != 0) i++;
  return i;
}

size_t ss_model_find_parameter(const ss_model *model, const char *name) {
  size_t i = 0;
  while (i < model->parameters && strcmp(model->parameter[i].name.text, name) != 0) i++;
  return i;
}

size_t ss_model_find_element(const ss_model *model, const char *name) {
  size_t i = 0;
  while (i < model->elements && strcmp(model->element[i].name.text, name) != 0) i++;
  return i;
}

void ss_model_parameter_values(const ss_model *model, double *values) {
  for (size_t i = 0; i < model->parameters; i++) values[i] = model->parameter[i].number;
}

static bool take_number(const ss_model *model, ss_expr closed, fmpq_t value) {
  const fmpq *number = ss_expr_value(model->graph, closed);
  if (number) fmpq_set(value, number);
  return number != NULL;
}

bool ss_model_parameter_exact(const ss_model *model, size_t parameter, fmpq_t value) {
  return take_number(model, model->parameter[parameter].closed, value);
}

bool ss_model_parameter_range(const ss_model *model, size_t parameter, fmpq_t low, fmpq_t high) {
  return take_number(model, model->parameter[parameter].closed_low, low) &&
         take_number(model, model->parameter[parameter].closed_high, high);
}

/* The values of formulas over parameters, with the parameters as balls. */
static ss_status run(const ss_model *model, const ss_tape *tape, size_t count, double *values) {
  enum { PRECISION = 128 };
  slong size = (slong)ss_balls_work_size(tape), parameters = (slong)model->parameters;
  arb_ptr work = _arb_vec_init(size), parameter = _arb_vec_init(parameters);
  for (size_t i = 0; i < model->parameters; i++) {
    const fmpq *exact = ss_expr_value(model->graph, model->parameter[i].closed);
    if (exact)
      arb_set_fmpq(parameter + i, exact, PRECISION);
    else
      arb_set_d(parameter + i, model->parameter[i].number);
  }
  ss_balls_prepare(tape, parameter, work, PRECISION);
  ss_balls_run(tape, work, PRECISION);
  arb_srcptr out = ss_balls_out(tape, work);
  ss_status status = SS_OK;
  for (size_t i = 0; i < count; i++) {
    if (!arb_is_finite(out + i)) status = SS_BAD_INPUT;
    values[i] = arf_get_d(arb_midref(out + i), ARF_RND_NEAR);
  }
  _arb_vec_clear(work, size);
  _arb_vec_clear(parameter, parameters);
  return status;
}

ss_status ss_model_evaluate(const ss_model *model, const ss_graph *graph, size_t count,
                            const ss_expr *exprs, double *values) {
  ss_arena *scratch = ss_arena_create();
  ss_expr *symbols = scratch ? ss_arena_new(scratch, model->parameters, ss_expr) : NULL;
  ss_tape *tape = NULL;
  ss_status status = SS_MEMORY;
  if (symbols) {
    for (size_t i = 0; i < model->parameters; i++) symbols[i] = model->parameter[i].symbol;
    status = ss_tape_compile(graph, model->parameters, symbols, 0, NULL, count, exprs, &tape);
  }
  if (status == SS_OK) status = run(model, tape, count, values);
  ss_tape_destroy(tape);
  ss_arena_destroy(scratch);
  return status;
}

ss_status ss_model_evaluate_state(const ss_model *model, size_t state, double *q, double *u) {
  size_t n = model->coordinates;
  ss_arena *scratch = ss_arena_create();
  ss_expr *exprs = scratch ? ss_arena_new(scratch, 2 * n, ss_expr) : NULL;
  double *values = scratch ? ss_arena_new(scratch, 2 * n, double) : NULL;
  ss_status status = SS_MEMORY;
  if (exprs && values) {
    for (size_t i = 0; i < n; i++) {
      exprs[i] = model->state[state].q[i].resolved;
      exprs[n + i] = model->state[state].u[i].resolved;
    }
    status = ss_model_evaluate(model, model->graph, 2 * n, exprs, values);
  }
  if (status == SS_OK) {
    memcpy(q, values, n * sizeof *q);
    memcpy(u, values + n, n * sizeof *u);
  }
  ss_arena_destroy(scratch);
  return status;
}
