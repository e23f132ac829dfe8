/* traits.c: what every expression contains, found in one sweep.
 *
 * Bits for parameters, coordinates, velocities, inputs, time, chart coordinates, first-order states
 * and their rates, kinks (abs, min, max, sign) and for what no double can hold: a number beyond the
 * range, a constant such as 10^(10^9) or sqrt(-1) that is not finite. A node has the bits of its
 * arguments and its own, and arguments have smaller numbers than their users: O(nodes). Constants
 * that are not numbers are evaluated together, as balls.
 */
#include <math.h>

#include "reader.h"

/* A rational with that many bits at most above and below the line certainly fits. */
enum { SAFE_BITS = 900 };

static bool number_fits(const fmpq *value) {
  if (fmpz_bits(fmpq_numref(value)) < SAFE_BITS && fmpz_bits(fmpq_denref(value)) < SAFE_BITS)
    return true;
  double nearest = ss_number_to_double(value);
  return isfinite(nearest) && nearest != 0;
}

static uint16_t traits_of_symbol(const ss_reader *reader, ss_expr e) {
  if (e >= reader->meaning_count) return 0;
  ss_meaning meaning = reader->meanings[e];
  if (meaning.what == SS_MEANS_TIME) return SS_HAS_TIME;
  if (meaning.kind == SS_KIND_COORDINATE && reader->model->coordinate[meaning.index].aux)
    return meaning.what == SS_MEANS_RATE ? SS_HAS_RATE : SS_HAS_AUX;
  if (meaning.what == SS_MEANS_RATE) return SS_HAS_VELOCITY;
  switch (meaning.kind) {
  case SS_KIND_PARAMETER: return SS_HAS_PARAMETER;
  case SS_KIND_COORDINATE: return SS_HAS_COORDINATE;
  case SS_KIND_INPUT: return SS_HAS_INPUT;
  case SS_KIND_CHART: return SS_HAS_CHART;
  default: return 0;
  }
}

static uint16_t own_traits(const ss_reader *reader, ss_expr e) {
  const ss_graph *graph = reader->graph;
  switch (ss_expr_op(graph, e)) {
  case SS_OP_NUMBER: return number_fits(ss_expr_value(graph, e)) ? 0 : SS_HAS_UNFIT;
  case SS_OP_SYMBOL: return traits_of_symbol(reader, e);
  case SS_OP_ABS:
  case SS_OP_MIN:
  case SS_OP_MAX:
  case SS_OP_SIGN: return SS_HAS_KINK;
  default: return 0;
  }
}

static void sweep(ss_reader *reader) {
  const ss_graph *graph = reader->graph;
  for (ss_expr e = 1; e < reader->trait_count; e++) {
    ss_expr a = ss_expr_arg(graph, e, 0), b = ss_expr_arg(graph, e, 1);
    reader->traits[e] |= own_traits(reader, e) | reader->traits[a] | reader->traits[b];
  }
}

/* Formulas of numbers alone, outside abbreviations: none of the symbols of written forms. */
static bool is_constant(const ss_reader *reader, ss_expr e) {
  const ss_graph *graph = reader->graph;
  ss_op op = ss_expr_op(graph, e);
  return op != SS_OP_NUMBER && op != SS_OP_SYMBOL && op != SS_OP_DDT && !reader->varies[e] &&
         !(reader->traits[e] & SS_HAS_UNFIT);
}

static void mark_constants(ss_reader *reader) {
  const ss_graph *graph = reader->graph;
  size_t count = 0;
  ss_expr *exprs = ss_reader_borrow(reader, reader->trait_count, sizeof *exprs);
  if (!exprs) return;
  for (ss_expr e = 1; e < reader->trait_count; e++) {
    ss_op op = ss_expr_op(graph, e);
    reader->varies[e] = op == SS_OP_SYMBOL || op == SS_OP_DDT ||
                        reader->varies[ss_expr_arg(graph, e, 0)] ||
                        reader->varies[ss_expr_arg(graph, e, 1)];
    if (is_constant(reader, e)) exprs[count++] = e;
  }
  if (!count) return;
  arb_ptr values = _arb_vec_init((slong)count);
  if (ss_model_enclose(graph, count, exprs, values) != SS_OK) reader->failed = true;
  for (size_t i = 0; i < count && !reader->failed; i++) {
    const double middle = arf_get_d(arb_midref(values + i), ARF_RND_NEAR);
    const bool vanishes = middle == 0 && !arb_contains_zero(values + i);
    if (!arb_is_finite(values + i) || !isfinite(middle) || vanishes)
      reader->traits[exprs[i]] |= SS_HAS_UNFIT;
  }
  _arb_vec_clear(values, (slong)count);
}

void ss_reader_find_traits(ss_reader *reader) {
  size_t count = ss_graph_count(reader->graph);
  reader->traits = ss_reader_borrow(reader, count, sizeof *reader->traits);
  reader->varies = ss_reader_borrow(reader, count, sizeof *reader->varies);
  if (reader->failed) return;
  reader->trait_count = count;
  sweep(reader);
  mark_constants(reader);
  sweep(reader);
}

uint16_t ss_reader_traits(const ss_reader *reader, ss_expr e) {
  return e < reader->trait_count ? reader->traits[e] : 0;
}
