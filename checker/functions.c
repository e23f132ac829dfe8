/* functions.c: functions of numbers.
 *
 * The result is rational where that is plain: at 0 or 1, roots of powers, abs, min, max, sign,
 * sines and cosines of multiples of pi/2. Else it becomes a symbol with an interval from Arb's ball
 * arithmetic at 256 bits: f(low) ... f(high) where f is monotone, f([low, high]) else. The same
 * function of the same number is the same symbol, so that formulas which differ only in how they
 * are written still give the same polynomials. A function of a coordinate is refused, for the
 * system is then not linear.
 */
#include <string.h>

#include "check.h"

typedef void ball_function(arb_t, const arb_t, slong);

typedef struct function {
  const char *name;
  char code;
  ball_function *f;
  bool monotone;
  int at, value; /* f(at) = value */
} function;

static const function functions[] = {
    {"sin", 's', arb_sin, false, 0, 0},  {"cos", 'c', arb_cos, false, 0, 1},
    {"tan", 't', arb_tan, false, 0, 0},  {"asin", 'S', arb_asin, true, 0, 0},
    {"acos", 'C', arb_acos, true, 1, 0}, {"atan", 'T', arb_atan, true, 0, 0},
    {"tanh", 'h', arb_tanh, true, 0, 0}, {"exp", 'e', arb_exp, true, 0, 1},
    {"log", 'l', arb_log, true, 1, 0},
};

static poly *rational_poly(run *r, const fmpq_t x) {
  poly *e = new_poly(r);
  fmpq_mpoly_set_fmpq(e, x, r->ring);
  return e;
}

static poly *whole_poly(run *r, slong x) {
  poly *e = new_poly(r);
  fmpq_mpoly_set_si(e, x, r->ring);
  return e;
}

static poly *ball_symbol(run *r, char code, poly *first, poly *second, const arb_t ball) {
  fmpq *low = new_rational(r), *high = new_rational(r);
  widen_by_ball(r, low, high, ball, true);
  return enter_symbol(r, code, first, second, low, high);
}

poly *pi_symbol(run *r) {
  arb_struct *ball = new_ball(r);
  arb_const_pi(ball, BITS);
  return ball_symbol(r, 'P', new_poly(r), new_poly(r), ball);
}

poly *invert(run *r, poly *e) {
  fmpq *low = new_rational(r), *high = new_rational(r);
  bool exact = find_range(r, e, low, high);
  if (fmpq_sgn(low) * fmpq_sgn(high) <= 0) malformed(r, "the model divides by what may be zero");
  fmpq_inv(low, low);
  fmpq_inv(high, high);
  return exact ? rational_poly(r, low) : enter_symbol(r, 'i', e, e, high, low);
}

/* x^e where x is a square and 2 e is an integer; x >= 0. */
static bool find_exact_root(fmpq *x, const fmpq *e) {
  fmpz *n = fmpq_numref(x), *d = fmpq_denref(x);
  bool half = fmpz_equal_si(fmpq_denref(e), 2) && fmpz_cmpabs(fmpq_numref(e), (fmpz[]){64}) < 0;
  if (!half || !fmpz_is_square(n) || !fmpz_is_square(d)) return false;
  if (fmpz_is_zero(n)) return fmpz_sgn(fmpq_numref(e)) > 0;
  fmpz_sqrt(n, n);
  fmpz_sqrt(d, d);
  fmpq_pow_si(x, x, fmpz_get_si(fmpq_numref(e)));
  return true;
}

/* base^e = exp(e log base), if it is not a root of a square */
poly *take_root(run *r, poly *base, poly *exponent) {
  fmpq *low = new_rational(r), *high = new_rational(r), *e = new_rational(r);
  if (!is_constant(r, base)) malformed(r, "a root of a coordinate: the model is not linear");
  bool exact = find_range(r, base, low, high) && fmpq_mpoly_is_fmpq(exponent, r->ring);
  if (fmpq_sgn(low) < 0) malformed(r, "the model takes a root of what may be negative");
  if (exact) fmpq_mpoly_get_fmpq(e, exponent, r->ring);
  if (exact && find_exact_root(low, e)) return rational_poly(r, low);
  poly *logarithm = apply_function(r, (token){'n', "log", 3, 0}, 1, &base);
  poly *power = product_of(r, exponent, logarithm);
  return apply_function(r, (token){'n', "exp", 3, 0}, 1, &power);
}

/* The argument is k pi/2 with an integer k? */
static bool is_half_of_pi(run *r, const poly *e, ulong *k) {
  poly *ratio = new_poly(r);
  fmpq *x = new_rational(r);
  if (!fmpq_mpoly_divides(ratio, e, pi_symbol(r), r->ring) || !fmpq_mpoly_is_fmpq(ratio, r->ring))
    return false;
  fmpq_mpoly_get_fmpq(x, ratio, r->ring);
  fmpq_mul_2exp(x, x, 1);
  *k = fmpz_fdiv_ui(fmpq_numref(x), 4);
  return fmpz_is_one(fmpq_denref(x));
}

static poly *find_exact(run *r, const function *f, const poly *e, bool exact, fmpq *x) {
  static const int sines[] = {0, 1, 0, -1};
  ulong k;
  if (exact && fmpq_equal_si(x, f->at)) return whole_poly(r, f->value);
  if ((f->code != 's' && f->code != 'c') || !is_half_of_pi(r, e, &k)) return NULL;
  return whole_poly(r, sines[(k + (f->code == 'c')) % 4]);
}

static poly *apply_smooth(run *r, const function *f, poly *e) {
  fmpq *end[] = {new_rational(r), new_rational(r)}, *low = new_rational(r), *high = new_rational(r);
  bool exact = find_range(r, e, end[0], end[1]);
  poly *known = find_exact(r, f, e, exact, end[0]);
  if (known) return known;
  for (size_t i = 0; i < 2; i++) {
    arb_struct *ball = f->monotone ? range_ball(r, end[i], end[i]) : range_ball(r, end[0], end[1]);
    f->f(ball, ball, BITS);
    widen_by_ball(r, low, high, ball, i == 0);
  }
  return enter_symbol(r, f->code, e, e, low, high);
}

static poly *apply_atan2(run *r, poly *y, poly *x) {
  fmpq *a = new_rational(r), *b = new_rational(r), *c = new_rational(r), *d = new_rational(r);
  bool exact = find_range(r, y, a, b);
  find_range(r, x, c, d);
  if (exact && fmpq_is_zero(a) && fmpq_sgn(c) > 0) return whole_poly(r, 0);
  arb_struct *ball = range_ball(r, a, b);
  arb_atan2(ball, ball, range_ball(r, c, d), BITS);
  return ball_symbol(r, 'a', y, x, ball);
}

/* The sign of a number, which must be certain. */
static int sign_of(run *r, const poly *e) {
  fmpq *low = new_rational(r), *high = new_rational(r);
  find_range(r, e, low, high);
  if (fmpq_sgn(low) != fmpq_sgn(high)) malformed(r, "abs, min, max or sign of an uncertain sign");
  return fmpq_sgn(low);
}

static poly *apply_pair(run *r, token name, poly *a, poly *b) {
  if (token_is(name, "min")) return sign_of(r, sum_of(r, a, b, -1)) <= 0 ? a : b;
  if (token_is(name, "max")) return sign_of(r, sum_of(r, a, b, -1)) >= 0 ? a : b;
  if (token_is(name, "atan2")) return apply_atan2(r, a, b);
  complain(r, name, "an unknown function, or a wrong number of arguments");
}

poly *apply_function(run *r, token name, size_t count, poly **argument) {
  poly *e = argument[0];
  for (size_t i = 0; i < count; i++)
    if (!is_constant(r, argument[i]))
      complain(r, name, "a function of a coordinate or velocity: the model is not linear");
  if (count == 2) return apply_pair(r, name, e, argument[1]);
  if (token_is(name, "sqrt")) {
    fmpq *half = new_rational(r);
    fmpq_set_si(half, 1, 2);
    return take_root(r, e, rational_poly(r, half));
  }
  if (token_is(name, "sign")) return whole_poly(r, sign_of(r, e));
  if (token_is(name, "abs")) return sign_of(r, e) >= 0 ? e : sum_of(r, new_poly(r), e, -1);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (token_is(name, functions[i].name)) return apply_smooth(r, &functions[i], e);
  complain(r, name, "an unknown function, or a wrong number of arguments");
}
