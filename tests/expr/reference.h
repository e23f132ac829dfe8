/* reference.h: what an expression is worth, straight from the graph, with a bound on rounding.
 *
 * Every node becomes a ball by one call of Arb. With `rounding` on, each ball is then widened by
 * what an evaluation in doubles may add at that node,
 *
 *     |fl(f) - f| <= k u |f| + k 2^-1074,   u = 2^-53,
 *
 * where k is 1 for numbers, + - * / sqrt (correctly rounded), 2n for x^n by products, and 4 (two
 * units in the last place) for functions of libm and SLEEF. By induction over the nodes the value
 * computed in doubles lies in the ball of the root, unless something overflowed: then the ball is
 * made indeterminate.
 */
#ifndef STANDSTILL_TESTS_REFERENCE_H
#define STANDSTILL_TESTS_REFERENCE_H

#include "standstill/tape.h"

typedef struct reference {
  slong precision;
  bool rounding;
} reference;

/* Widens a ball by k roundings. */
static inline void widen(const reference *r, arb_t x, ulong k) {
  if (!r->rounding || k == 0) return;
  mag_t size, tiny, largest;
  mag_init(size);
  mag_init(tiny);
  mag_init(largest);
  mag_set_ui_2exp_si(largest, 1, 1023);
  arb_get_mag(size, x);
  if (mag_cmp(size, largest) >= 0) {
    arb_indeterminate(x);
  } else {
    mag_mul_ui(size, size, k);
    mag_mul_2exp_si(size, size, -53);
    mag_set_ui_2exp_si(tiny, k, -1074);
    mag_add(size, size, tiny);
    mag_add(arb_radref(x), arb_radref(x), size);
  }
  mag_clear(size);
  mag_clear(tiny);
  mag_clear(largest);
}

static inline void refer_sign(arb_t out, const arb_t a) {
  if (arf_is_nan(arb_midref(a)))
    arb_indeterminate(out);
  else
    arb_sgn(out, a);
}

/* a^b for the node e of the graph; returns the number of roundings. */
static inline ulong refer_power(const reference *r, const ss_graph *g, ss_expr e, arb_t out,
                                const arb_t a, const arb_t b) {
  const fmpq *exponent = ss_expr_value(g, ss_expr_arg(g, e, 1));
  if (!exponent || !fmpz_is_one(fmpq_denref(exponent))) {
    arb_pow(out, a, b, r->precision);
    return 4;
  }
  arb_pow_fmpz(out, a, fmpq_numref(exponent), r->precision);
  ulong n = fmpz_get_ui(fmpq_numref(exponent));
  return n <= 16 ? 2 * n : 4;
}

/* The ball of an operation on balls; returns the number of roundings. */
static inline ulong refer_operation(const reference *r, ss_op op, arb_t out, const arb_t a,
                                    const arb_t b) {
  slong p = r->precision;
  switch (op) {
  case SS_OP_ADD: arb_add(out, a, b, p); return 1;
  case SS_OP_SUB: arb_sub(out, a, b, p); return 1;
  case SS_OP_MUL: arb_mul(out, a, b, p); return 1;
  case SS_OP_DIV: arb_div(out, a, b, p); return 1;
  case SS_OP_SQRT: arb_sqrt(out, a, p); return 1;
  case SS_OP_NEG: arb_neg(out, a); return 0;
  case SS_OP_ABS: arb_abs(out, a); return 0;
  case SS_OP_SIGN: refer_sign(out, a); return 0;
  case SS_OP_MIN: arb_min(out, a, b, p); return 0;
  case SS_OP_MAX: arb_max(out, a, b, p); return 0;
  case SS_OP_SIN: arb_sin(out, a, p); return 4;
  case SS_OP_COS: arb_cos(out, a, p); return 4;
  case SS_OP_TAN: arb_tan(out, a, p); return 4;
  case SS_OP_ASIN: arb_asin(out, a, p); return 4;
  case SS_OP_ACOS: arb_acos(out, a, p); return 4;
  case SS_OP_ATAN: arb_atan(out, a, p); return 4;
  case SS_OP_EXP: arb_exp(out, a, p); return 4;
  case SS_OP_LOG: arb_log(out, a, p); return 4;
  case SS_OP_TANH: arb_tanh(out, a, p); return 4;
  case SS_OP_PI: arb_const_pi(out, p); return 1;
  case SS_OP_ATAN2:
    if (arf_is_nan(arb_midref(a)) || arf_is_nan(arb_midref(b)))
      arb_indeterminate(out);
    else
      arb_atan2(out, a, b, p);
    return 4;
  default: arb_indeterminate(out); return 0;
  }
}

/* The balls of all marked nodes; those of symbols are given in balls already. */
static inline void refer(const reference *r, const ss_graph *g, const uint8_t *marks,
                         arb_ptr balls) {
  for (ss_expr e = 1; e < ss_graph_count(g); e++) {
    ss_op op = ss_expr_op(g, e);
    arb_srcptr a = balls + ss_expr_arg(g, e, 0), b = balls + ss_expr_arg(g, e, 1);
    ulong roundings = 1;
    if (!marks[e] || op == SS_OP_SYMBOL) continue;
    if (op == SS_OP_NUMBER)
      arb_set_fmpq(balls + e, ss_expr_value(g, e), r->precision);
    else if (op == SS_OP_POW)
      roundings = refer_power(r, g, e, balls + e, a, b);
    else
      roundings = refer_operation(r, op, balls + e, a, b);
    widen(r, balls + e, roundings);
  }
}

#endif
