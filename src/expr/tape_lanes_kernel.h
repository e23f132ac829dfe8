/* tape_lanes_kernel.h: the lane interpreter, compiled once for each kind of vector register.
 *
 * The including file defines
 *
 *     LANE_KERNEL          the name of the kernel
 *     LANE_TEXT            the same, for people
 *     LANE_WIDTH           doubles in a vector
 *     LANE_TARGET          the function attribute that allows such vectors, or nothing
 *     LANE_LINKAGE         extern or static: where the vector functions live
 *     LANE_FUNCTION(stem)  the vector function for sin, cos, …, atan2, pow, sincos
 *     LANE_SQRT(x)         the correctly rounded square root of a vector
 *
 * An instruction on SS_LANES states is a short loop of known length over vectors, bound by loads
 * and stores: four vectors of eight doubles take 1.9 ns where nothing is decoded and 2.2 ns here.
 * The formulas of the operators are those of the double evaluator, token for token, and nothing is
 * contracted: results are equal bit for bit.
 */
#include <math.h>
#include <string.h>

#include "tape_private.h"

typedef double lane_vector __attribute__((vector_size(8 * LANE_WIDTH), may_alias));
typedef int64_t lane_mask __attribute__((vector_size(8 * LANE_WIDTH), may_alias));

typedef struct lane_pair {
  lane_vector sine, cosine;
} lane_pair;

enum { LANE_STEPS = SS_LANES / LANE_WIDTH };

#define DECLARE_FUNCTION(name, operands, stem)                                                     \
  LANE_LINKAGE LANE_TARGET lane_vector LANE_FUNCTION(stem)(lane_vector a);
SS_TAPE_FUNCTIONS(DECLARE_FUNCTION)
DECLARE_FUNCTION(EXP, 1, exp)
LANE_LINKAGE LANE_TARGET lane_vector LANE_FUNCTION(atan2)(lane_vector a, lane_vector b);
LANE_LINKAGE LANE_TARGET lane_vector LANE_FUNCTION(pow)(lane_vector a, lane_vector b);
LANE_LINKAGE LANE_TARGET lane_pair LANE_FUNCTION(sincos)(lane_vector a);

/* ---- selections ------------------------------------------------------------------------------ */

LANE_TARGET static inline lane_vector choose(lane_mask where, lane_vector yes, lane_vector no) {
  return (lane_vector)((where & (lane_mask)yes) | (~where & (lane_mask)no));
}

LANE_TARGET static inline lane_vector smaller(lane_vector a, lane_vector b) {
  return choose((a < b) | (a != a), a, b);
}

LANE_TARGET static inline lane_vector larger(lane_vector a, lane_vector b) {
  return choose((a > b) | (a != a), a, b);
}

LANE_TARGET static inline lane_vector sign_of(lane_vector a) {
  const lane_vector zero = {0};
  return choose(a > zero, zero + 1, choose(a < zero, zero - 1, a));
}

LANE_TARGET static inline lane_vector magnitude(lane_vector a) {
  return (lane_vector)((lane_mask)a & INT64_MAX);
}

LANE_TARGET static inline lane_vector raise_to(lane_vector x, int n) {
  lane_vector result;
  SS_TAPE_RAISE(result, x, n);
  return result;
}

/* ---- functions that need care at the end of the range ---------------------------------------- */

/* SLEEF's exp and pow give infinity for results within 2^-20 (relative) of the largest double:
 * lanes with an infinite result are computed again by libm.
 */

LANE_TARGET static inline bool has_infinity(const double *r) {
  lane_vector sum = {0};
  double total = 0;
  for (int j = 0; j < LANE_STEPS; j++) sum += ((const lane_vector *)r)[j] * 0;
  for (int k = 0; k < LANE_WIDTH; k++) total += sum[k];
  return total != 0; /* 0 * inf is NaN, and NaN != 0 */
}

LANE_TARGET static void exponentiate(const double *a, double *out) {
  _Alignas(64) double r[SS_LANES];
  for (int j = 0; j < LANE_STEPS; j++)
    ((lane_vector *)r)[j] = LANE_FUNCTION(exp)(((const lane_vector *)a)[j]);
  if (has_infinity(r))
    for (int k = 0; k < SS_LANES; k++)
      if (isinf(r[k])) r[k] = exp(a[k]);
  memcpy(out, r, sizeof r);
}

LANE_TARGET static void raise_to_real(const double *a, const double *b, double *out) {
  _Alignas(64) double r[SS_LANES];
  for (int j = 0; j < LANE_STEPS; j++)
    ((lane_vector *)r)[j] =
        LANE_FUNCTION(pow)(((const lane_vector *)a)[j], ((const lane_vector *)b)[j]);
  if (has_infinity(r))
    for (int k = 0; k < SS_LANES; k++)
      if (isinf(r[k])) r[k] = pow(a[k], b[k]);
  memcpy(out, r, sizeof r);
}

static void look_up(const ss_curve_order *c, const double *a, double *out) {
  for (int k = 0; k < SS_LANES; k++) out[k] = ss_curve_value(c->curve, c->order, a[k]);
}

/* ---- the interpreter ------------------------------------------------------------------------- */

#define EACH_VECTOR(statement)                                                                     \
  _Pragma("GCC unroll 8") for (int j = 0; j < LANE_STEPS; j++) {                                   \
    const lane_vector a = A[j], b = B[j], c = C[j];                                                \
    (void)a, (void)b, (void)c;                                                                     \
    statement;                                                                                     \
  }

#define OPERATOR_CASE(name, operands, formula, ...)                                                \
  case SS_TAPE_##name:                                                                             \
    EACH_VECTOR(OUT[j] = formula);                                                                 \
    break;

#define FUNCTION_CASE(name, operands, stem)                                                        \
  case SS_TAPE_##name: EACH_VECTOR(OUT[j] = LANE_FUNCTION(stem)(a)); break;

LANE_TARGET static void run_lanes(const ss_instruction *i, double *work) {
  for (;; i++) {
    lane_vector *OUT = (lane_vector *)(work + i->out);
    const lane_vector *A = (const lane_vector *)(work + i->a);
    const lane_vector *B = (const lane_vector *)(work + i->b);
    const lane_vector *C = (const lane_vector *)(work + i->c);
    switch ((ss_instruction_code)i->code) {
      SS_TAPE_OPERATORS(OPERATOR_CASE)
      SS_TAPE_FUSIONS(OPERATOR_CASE)
      SS_TAPE_FUNCTIONS(FUNCTION_CASE)
    case SS_TAPE_SQRT: EACH_VECTOR(OUT[j] = LANE_SQRT(a)); break;
    case SS_TAPE_ABS: EACH_VECTOR(OUT[j] = magnitude(a)); break;
    case SS_TAPE_SIGN: EACH_VECTOR(OUT[j] = sign_of(a)); break;
    case SS_TAPE_MIN: EACH_VECTOR(OUT[j] = smaller(a, b)); break;
    case SS_TAPE_MAX: EACH_VECTOR(OUT[j] = larger(a, b)); break;
    case SS_TAPE_EXP: exponentiate(work + i->a, work + i->out); break;
    case SS_TAPE_ATAN2: EACH_VECTOR(OUT[j] = LANE_FUNCTION(atan2)(a + 0.0, b + 0.0)); break;
    case SS_TAPE_POW: raise_to_real(work + i->a, work + i->b, work + i->out); break;
    case SS_TAPE_SIN_COS:
      EACH_VECTOR(const lane_pair r = LANE_FUNCTION(sincos)(a); OUT[j] = r.sine;
                  ((lane_vector *)(work + i->b))[j] = r.cosine);
      break;
    case SS_TAPE_POWER:
      for (int j = 0; j < LANE_STEPS; j++) OUT[j] = raise_to(A[j], (int32_t)i->b);
      break;
    case SS_TAPE_AT: look_up(ss_instruction_curve(i), work + i->a, work + i->out); break;
    case SS_TAPE_PI: break; /* in the prologue only, which runs on doubles */
    case SS_TAPE_CODES: return;
    }
  }
}

/* ---- states from columns --------------------------------------------------------------------- */

/* Columns may start anywhere: a vector that is aligned like a double. */
typedef double loose_vector
    __attribute__((vector_size(8 * LANE_WIDTH), aligned(sizeof(double)), may_alias));

LANE_TARGET static void load_lanes(const double *columns, size_t stride, size_t inputs,
                                   double *in) {
  for (size_t i = 0; i < inputs; i++) {
    const loose_vector *from = (const loose_vector *)(columns + i * stride);
    lane_vector *to = (lane_vector *)(in + i * SS_LANES);
    for (int j = 0; j < LANE_STEPS; j++) to[j] = from[j];
  }
}

const ss_lane_kernel LANE_KERNEL = {.name = LANE_TEXT, .run = run_lanes, .load = load_lanes};
