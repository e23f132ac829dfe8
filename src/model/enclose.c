/* enclose.c: the values of expressions without symbols, as balls.
 *
 * Parameters, once each is replaced by what it stands for, are expressions of numbers, pi and
 * functions. Most fold to an exact rational; the rest (sqrt(2), pi/4) are enclosed in balls of
 * rising precision until 60 bits are certain, which rounds to the nearest double but for one case
 * in a hundred. A ball that contains 0 at every precision counts as 0. What has no finite value
 * (sqrt(-1), log(0), tan(pi/2)) stays indeterminate.
 */
#include <stdlib.h>

#include "reader.h"
#include "standstill/tape.h"

enum { FIRST_PRECISION = 128, LAST_PRECISION = 2048, ENOUGH_BITS = 60 };

static bool is_certain(const arb_t x) {
  return arb_is_exact(x) || arb_rel_accuracy_bits(x) >= ENOUGH_BITS;
}

/* One evaluation of all; true if nothing is left to improve. */
static bool evaluate(const ss_tape *tape, slong precision, size_t count, arb_ptr values) {
  slong size = (slong)ss_balls_work_size(tape);
  arb_ptr work = _arb_vec_init(size);
  bool certain = true;
  ss_balls_prepare(tape, NULL, work, precision);
  ss_balls_run(tape, work, precision);
  arb_srcptr out = ss_balls_out(tape, work);
  for (size_t i = 0; i < count; i++) {
    if (is_certain(values + i) && !arb_is_zero(values + i)) continue;
    arb_set(values + i, out + i);
    certain = certain && is_certain(values + i);
  }
  _arb_vec_clear(work, size);
  return certain;
}

ss_status ss_model_enclose(const ss_graph *graph, size_t count, const ss_expr *exprs,
                           arb_ptr values) {
  ss_tape *tape;
  ss_status status = ss_tape_compile(graph, 0, NULL, 0, NULL, count, exprs, &tape);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < count; i++) arb_zero(values + i);
  for (slong precision = FIRST_PRECISION; precision <= LAST_PRECISION; precision *= 4)
    if (evaluate(tape, precision, count, values)) break;
  for (size_t i = 0; i < count; i++)
    if (arb_is_finite(values + i) && !is_certain(values + i) && arb_contains_zero(values + i))
      arb_zero(values + i);
  ss_tape_destroy(tape);
  return SS_OK;
}

int ss_model_sign(const ss_graph *graph, ss_expr e) {
  const fmpq *number = ss_expr_value(graph, e);
  if (number) return fmpq_sgn(number);
  arb_t ball;
  arb_init(ball);
  int sign = SS_SIGN_UNKNOWN;
  if (e && ss_model_enclose(graph, 1, &e, ball) == SS_OK && arb_is_finite(ball)) {
    if (arb_is_positive(ball)) sign = 1;
    if (arb_is_negative(ball)) sign = -1;
    if (arb_is_zero(ball)) sign = 0;
  }
  arb_clear(ball);
  return sign;
}
