/* input_bounds.c: may an input be 0?
 *
 * An input that nothing drives is 0, if that is within its bounds: low <= 0 <= high, for every
 * value of the parameters in their ranges. Bounds are formulas over parameters. Parameters without
 * a range are replaced by what they stand for, as often as it takes; those with one are balls over
 * it, and the bounds are evaluated in ball arithmetic:
 *
 *     proved      the ball of low has no positive number, that of high no negative one
 *     refuted     the ball of low is positive, or that of high negative
 *     unknown     neither: 0 is outside for some values of the parameters, or nearly so
 */
#include <assert.h>

#include "reader.h"
#include "standstill/tape.h"

enum { PRECISION = 128 };

static bool has_range(const ss_parameter *p) {
  return p->closed_low && p->closed_high;
}

/* The bounds over parameters with a range only, in a graph over the model's. */
static ss_status open_bounds(const ss_model *m, ss_arena *arena, ss_graph *graph,
                             ss_expr bounds[2]) {
  ss_expr *from = ss_arena_new(arena, m->parameters, ss_expr);
  ss_expr *to = ss_arena_new(arena, m->parameters, ss_expr);
  ss_status status = from && to ? SS_OK : SS_MEMORY;
  for (size_t i = 0; status == SS_OK && i < m->parameters; i++) {
    from[i] = m->parameter[i].symbol;
    to[i] = has_range(&m->parameter[i]) ? from[i] : m->parameter[i].value.resolved;
  }
  for (size_t round = 0; status == SS_OK && round < m->parameters; round++)
    status = ss_expr_substitute(graph, m->parameters, from, to, 2, bounds, bounds);
  return status;
}

static ss_status enclose_ranges(const ss_model *m, arb_ptr balls) {
  ss_status status = SS_OK;
  arb_t high;
  arb_init(high);
  for (size_t i = 0; status == SS_OK && i < m->parameters; i++) {
    const ss_parameter *p = &m->parameter[i];
    if (!has_range(p)) continue;
    status = ss_model_enclose(m->graph, 1, &p->closed_low, balls + i);
    if (status == SS_OK) status = ss_model_enclose(m->graph, 1, &p->closed_high, high);
    arb_union(balls + i, balls + i, high, PRECISION);
  }
  arb_clear(high);
  return status;
}

/* The two bounds as balls. */
static ss_status enclose_bounds(const ss_model *m, ss_arena *arena, const ss_graph *graph,
                                const ss_expr bounds[2], arb_ptr ends) {
  ss_expr *symbols = ss_arena_new(arena, m->parameters, ss_expr);
  arb_ptr values = _arb_vec_init((slong)m->parameters);
  ss_tape *tape = NULL;
  ss_status status = symbols ? enclose_ranges(m, values) : SS_MEMORY;
  for (size_t i = 0; symbols && i < m->parameters; i++) symbols[i] = m->parameter[i].symbol;
  if (status == SS_OK)
    status = ss_tape_compile(graph, m->parameters, symbols, 0, NULL, 2, bounds, &tape);
  if (status == SS_OK) {
    const slong size = (slong)ss_balls_work_size(tape);
    arb_ptr work = _arb_vec_init(size);
    ss_balls_prepare(tape, values, work, PRECISION);
    ss_balls_run(tape, work, PRECISION);
    _arb_vec_set(ends, ss_balls_out(tape, work), 2);
    _arb_vec_clear(work, size);
    ss_tape_destroy(tape);
  }
  _arb_vec_clear(values, (slong)m->parameters);
  return status;
}

ss_status ss_model_input_may_be_zero(const ss_model *m, size_t input, ss_arena *arena,
                                     ss_verdict *verdict) {
  const ss_input *i = &m->input[input];
  ss_expr bounds[2] = {i->low.resolved, i->high.resolved};
  assert(input < m->inputs);
  *verdict = SS_PROVED;
  if (!bounds[0] || !bounds[1]) return SS_OK;
  *verdict = SS_UNKNOWN;
  ss_graph *graph = ss_graph_create_over(arena, m->graph);
  if (!graph) return SS_MEMORY;
  arb_ptr ends = _arb_vec_init(2);
  ss_status status = open_bounds(m, arena, graph, bounds);
  if (status == SS_OK) status = enclose_bounds(m, arena, graph, bounds, ends);
  if (status == SS_OK && arb_is_nonpositive(ends) && arb_is_nonnegative(ends + 1))
    *verdict = SS_PROVED;
  if (status == SS_OK && (arb_is_positive(ends) || arb_is_negative(ends + 1)))
    *verdict = SS_REFUTED;
  _arb_vec_clear(ends, 2);
  return status;
}
