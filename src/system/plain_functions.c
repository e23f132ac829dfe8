/* plain_functions.c: functions of numbers in a plain reading.
 *
 * A function is rational where that is plain: at 0 or 1, roots of squares, sines and cosines of
 * multiples of pi/2; abs, min, max and sign are one of their cases where it is certain which one
 * holds. Else it is a symbol with an interval: that of all cases, or from Arb's balls of 256 bits
 * f(low) ... f(high) where f is monotone, f([low, high]) else. What cannot be written out (log of
 * 0), and functions of coordinates, have no place in a linear machine and end the reading.
 */
#include "plain.h"

typedef ss_plain_poly poly;
typedef ss_plain_range range;

typedef struct function {
  ss_op op;
  void (*f)(arb_t, const arb_t, slong);
  bool monotone;
  slong at, value; /* f(at) = value */
} function;

static const function functions[] = {
    {SS_OP_SIN, arb_sin, false, 0, 0},  {SS_OP_COS, arb_cos, false, 0, 1},
    {SS_OP_TAN, arb_tan, false, 0, 0},  {SS_OP_ASIN, arb_asin, true, 0, 0},
    {SS_OP_ACOS, arb_acos, true, 1, 0}, {SS_OP_ATAN, arb_atan, true, 0, 0},
    {SS_OP_TANH, arb_tanh, true, 0, 0}, {SS_OP_EXP, arb_exp, true, 0, 1},
    {SS_OP_LOG, arb_log, true, 1, 0},   {SS_OP_SQRT, arb_sqrt, true, 0, 0},
};

/* ---- balls ----------------------------------------------------------------------------------- */

/* The lower or upper end; what is too large or too small to be written out is refused. */
static fmpq *take_end(ss_plain *x, const arb_t ball, int sign) {
  arf_struct *end = arb_midref(ss_plain_ball(x));
  fmpq *y = ss_plain_rational(x);
  (sign < 0 ? arb_get_lbound_arf : arb_get_ubound_arf)(end, ball, SS_PLAIN_BITS);
  bool extreme = arf_cmpabs_2exp_si(end, 2000) > 0 || arf_cmpabs_2exp_si(end, -2000) < 0;
  if (!arf_is_finite(end) || (extreme && !arf_is_zero(end)))
    ss_plain_refuse(x, "has a function without a finite value somewhere in the ranges");
  else
    arf_get_fmpq(y, end);
  return y;
}

static range take_ends(ss_plain *x, const arb_t ball) {
  return (range){take_end(x, ball, -1), take_end(x, ball, 1), false};
}

static arb_ptr make_ball(ss_plain *x, const fmpq *low, const fmpq *high) {
  arb_ptr ball = ss_plain_ball(x), other = ss_plain_ball(x);
  arb_set_fmpq(ball, low, SS_PLAIN_BITS);
  arb_set_fmpq(other, high, SS_PLAIN_BITS);
  arb_union(ball, ball, other, SS_PLAIN_BITS);
  return ball;
}

poly *ss_plain_pi(ss_plain *x) {
  arb_ptr ball = ss_plain_ball(x);
  arb_const_pi(ball, SS_PLAIN_BITS);
  return ss_plain_symbol_of(x, SS_OP_PI, ss_plain_new(x), ss_plain_new(x), take_ends(x, ball));
}

/* ---- functions ------------------------------------------------------------------------------- */

/* y becomes its root where that is rational; y >= 0. */
static bool find_exact_root(fmpq *y) {
  fmpz *n = fmpq_numref(y), *d = fmpq_denref(y);
  if (!fmpz_is_square(n) || !fmpz_is_square(d)) return false;
  fmpz_sqrt(n, n);
  fmpz_sqrt(d, d);
  return true;
}

/* The argument is k pi/2 with an integer k? */
static bool is_half_of_pi(ss_plain *x, const poly *e, ulong *k) {
  poly *ratio = ss_plain_new(x);
  fmpq *y = ss_plain_rational(x);
  const poly *pi = ss_plain_pi(x);
  if (x->why || !fmpq_mpoly_divides(ratio, e, pi, x->ring) || !fmpq_mpoly_is_fmpq(ratio, x->ring))
    return false;
  fmpq_mpoly_get_fmpq(y, ratio, x->ring);
  fmpq_mul_2exp(y, y, 1);
  *k = fmpz_fdiv_ui(fmpq_numref(y), 4);
  return fmpz_is_one(fmpq_denref(y));
}

/* The values of f over an interval. */
static range enclose(ss_plain *x, const function *f, range in) {
  range y[2];
  for (size_t i = 0; i < 2; i++) {
    const fmpq *end = i == 0 ? in.low : in.high;
    arb_ptr ball = f->monotone ? make_ball(x, end, end) : make_ball(x, in.low, in.high);
    f->f(ball, ball, SS_PLAIN_BITS);
    y[i] = take_ends(x, ball);
  }
  return (range){fmpq_cmp(y[0].low, y[1].low) < 0 ? y[0].low : y[1].low,
                 fmpq_cmp(y[0].high, y[1].high) > 0 ? y[0].high : y[1].high, false};
}

static poly *apply_smooth(ss_plain *x, const function *f, const poly *e) {
  static const slong sines[] = {0, 1, 0, -1};
  range y = ss_plain_find_range(x, e);
  const poly *second = e;
  ulong k;
  if (x->why) return ss_plain_new(x);
  if (ss_plain_is_exact(y) && fmpq_equal_si(y.low, f->at)) return ss_plain_integer(x, f->value);
  if ((f->op == SS_OP_SIN || f->op == SS_OP_COS) && is_half_of_pi(x, e, &k))
    return ss_plain_integer(x, sines[(k + (f->op == SS_OP_COS)) % 4]);
  if (f->op == SS_OP_SQRT && fmpq_sgn(y.low) < 0)
    ss_plain_refuse(x, "takes a root of what may be negative within the ranges");
  if (x->why) return ss_plain_new(x);
  if (f->op == SS_OP_SQRT && ss_plain_is_exact(y) && find_exact_root(y.low))
    return ss_plain_constant(x, y.low);
  if (f->op == SS_OP_SIN) second = apply_smooth(x, &functions[1], e);
  return ss_plain_symbol_of(x, f->op, e, second, enclose(x, f, y));
}

static poly *apply_atan2(ss_plain *x, const poly *up, const poly *right) {
  range y = ss_plain_find_range(x, up), z = ss_plain_find_range(x, right);
  if (ss_plain_is_exact(y) && fmpq_is_zero(y.low) && fmpq_sgn(z.low) > 0) return ss_plain_new(x);
  arb_ptr ball = make_ball(x, y.low, y.high);
  arb_atan2(ball, ball, make_ball(x, z.low, z.high), SS_PLAIN_BITS);
  return ss_plain_symbol_of(x, SS_OP_ATAN2, up, right, take_ends(x, ball));
}

/* max(a, b), min(a, b), or |a| = max(a, -a): a symbol if it is not certain which one it is */
static poly *apply_choice(ss_plain *x, ss_op op, const poly *a, const poly *b) {
  range d = ss_plain_find_range(x, ss_plain_sum(x, a, b, -1));
  range y = ss_plain_find_range(x, a), z = ss_plain_find_range(x, b);
  const bool least = op == SS_OP_MIN;
  poly *chosen = ss_plain_new(x);
  if (fmpq_sgn(d.low) >= 0 || fmpq_sgn(d.high) <= 0) {
    fmpq_mpoly_set(chosen, (fmpq_sgn(d.low) >= 0) == least ? b : a, x->ring);
    return chosen;
  }
  bool low = (fmpq_cmp(y.low, z.low) < 0) == least, high = (fmpq_cmp(y.high, z.high) < 0) == least;
  range hull = {low ? y.low : z.low, high ? y.high : z.high, y.exact && z.exact};
  if (op == SS_OP_ABS) fmpq_zero(hull.low);
  return ss_plain_symbol_of(x, op, a, b, hull);
}

static poly *apply_sign(ss_plain *x, const poly *a) {
  range y = ss_plain_find_range(x, a);
  fmpq_set_si(y.low, fmpq_sgn(y.low), 1);
  fmpq_set_si(y.high, fmpq_sgn(y.high), 1);
  if (ss_plain_is_exact(y)) return ss_plain_constant(x, y.low);
  return ss_plain_symbol_of(x, SS_OP_SIGN, a, a, (range){y.low, y.high, true});
}

poly *ss_plain_apply(ss_plain *x, ss_op op, const poly *a, const poly *b) {
  if (!ss_plain_is_constant(x, a) || !ss_plain_is_constant(x, b)) {
    x->unlinear = true;
    ss_plain_refuse(x, "has a function of a coordinate or velocity");
  }
  if (x->why) return ss_plain_new(x);
  switch (op) {
  case SS_OP_ATAN2: return apply_atan2(x, a, b);
  case SS_OP_MIN:
  case SS_OP_MAX: return apply_choice(x, op, a, b);
  case SS_OP_ABS: return apply_choice(x, op, a, ss_plain_sum(x, ss_plain_new(x), a, -1));
  case SS_OP_SIGN: return apply_sign(x, a);
  default: break;
  }
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i].op == op) return apply_smooth(x, &functions[i], a);
  ss_plain_refuse(x, "has a function that proofs do not know");
  return ss_plain_new(x);
}
