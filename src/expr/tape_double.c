/* tape_double.c: a tape on doubles, one state at a time.
 *
 * The interpreter is one switch in one loop: an instruction costs its operation, three loads, a
 * store and a predicted jump, about a nanosecond. + - * / and sqrt are those of IEEE 754, rounded
 * once each (no contraction into fused multiply-add); functions are those of libm.
 *
 * Three conventions make the evaluators agree where C leaves a choice:
 *
 *     min, max    a NaN on either side gives NaN (fmin would hide it)
 *     sign        -1, 1, or the argument itself when that is 0 or NaN
 *     atan2       the sign of a zero does not count: atan2(0, -1) = pi, atan2(0, 0) = 0
 *
 * Nothing fails: outside its domain a function gives NaN or an infinity.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tape_private.h"

static inline double smaller(double a, double b) {
  return a < b || a != a ? a : b;
}

static inline double larger(double a, double b) {
  return a > b || a != a ? a : b;
}

static inline double sign_of(double a) {
  return a > 0 ? 1 : a < 0 ? -1 : a;
}

static double raise_to(double x, int n) {
  double result;
  SS_TAPE_RAISE(result, x, n);
  return result;
}

static double look_up(const ss_instruction *i, double x) {
  const ss_curve_order *c = ss_instruction_curve(i);
  return ss_curve_value(c->curve, c->order, x);
}

#define OPERATOR_CASE(name, operands, formula, ...)                                                \
  case SS_TAPE_##name: {                                                                           \
    const double a = s[i->a], b = s[i->b], c = s[i->c];                                            \
    (void)a, (void)b, (void)c;                                                                     \
    s[i->out] = formula;                                                                           \
    break;                                                                                         \
  }

#define FUNCTION_CASE(name, operands, function)                                                    \
  case SS_TAPE_##name: s[i->out] = function(s[i->a]); break;

void ss_tape_execute(const ss_instruction *i, const ss_instruction *end, double *s) {
  for (; i < end; i++) {
    switch ((ss_instruction_code)i->code) {
      SS_TAPE_OPERATORS(OPERATOR_CASE)
      SS_TAPE_FUSIONS(OPERATOR_CASE)
      SS_TAPE_FUNCTIONS(FUNCTION_CASE)
    case SS_TAPE_SQRT: s[i->out] = sqrt(s[i->a]); break;
    case SS_TAPE_ABS: s[i->out] = fabs(s[i->a]); break;
    case SS_TAPE_SIGN: s[i->out] = sign_of(s[i->a]); break;
    case SS_TAPE_MIN: s[i->out] = smaller(s[i->a], s[i->b]); break;
    case SS_TAPE_MAX: s[i->out] = larger(s[i->a], s[i->b]); break;
    case SS_TAPE_EXP: s[i->out] = exp(s[i->a]); break;
    case SS_TAPE_ATAN2: s[i->out] = atan2(s[i->a] + 0.0, s[i->b] + 0.0); break;
    case SS_TAPE_POW: s[i->out] = pow(s[i->a], s[i->b]); break;
    case SS_TAPE_PI: s[i->out] = M_PI; break;
    case SS_TAPE_SIN_COS: sincos(s[i->a], &s[i->out], &s[i->b]); break;
    case SS_TAPE_POWER: s[i->out] = raise_to(s[i->a], (int32_t)i->b); break;
    case SS_TAPE_AT: s[i->out] = look_up(i, s[i->a]); break;
    case SS_TAPE_CODES: break;
    }
  }
}

size_t ss_tape_work_size(const ss_tape *tape) {
  return tape->slots;
}

void ss_tape_prepare(const ss_tape *tape, const double *parameters, double *work) {
  memset(work, 0, tape->slots * sizeof *work);
  memcpy(work, tape->rounded, tape->constants * sizeof *work);
  if (tape->parameters) memcpy(work + tape->constants, parameters, tape->parameters * sizeof *work);
  ss_tape_execute(tape->code, tape->code + tape->prologue, work);
}

double *ss_tape_in(const ss_tape *tape, double *work) {
  return work + tape->first_input;
}

const double *ss_tape_out(const ss_tape *tape, const double *work) {
  return work + tape->first_output;
}

void ss_tape_run(const ss_tape *tape, double *work) {
  const ss_instruction *body = tape->code + tape->prologue;
  ss_tape_execute(body, body + tape->body, work);
}

ss_status ss_tape_eval(const ss_tape *tape, const double *parameters, const double *inputs,
                       double *outputs) {
  double *work = malloc((tape->slots + 1) * sizeof *work);
  if (!work) return SS_MEMORY;
  ss_tape_prepare(tape, parameters, work);
  if (tape->inputs) memcpy(ss_tape_in(tape, work), inputs, tape->inputs * sizeof *work);
  ss_tape_run(tape, work);
  if (tape->outputs) memcpy(outputs, ss_tape_out(tape, work), tape->outputs * sizeof *work);
  free(work);
  return SS_OK;
}
