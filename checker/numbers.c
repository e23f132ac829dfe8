/* numbers.c: numbers that are not rational, as symbols, and the intervals in which they lie.
 *
 *     p(s_1 ... s_k),   low_i <= s_i <= high_i
 *
 * Where p is affine in each symbol, its extremes are at corners of the box: 2^k are evaluated for
 * k <= 10. Else the intervals of the terms are added, which is wider but never wrong.
 *
 * A function of numbers is rational where that is plain: at 0 or 1, roots of squares, sines and
 * cosines of multiples of pi/2. Else it is a symbol, with an interval from Arb's balls of 256 bits;
 * the same function of the same numbers is the same symbol. Functions of coordinates are refused
 * (not linear). Products are reduced by what is known of symbols, such as s^2 = a for s = sqrt(a)
 * (relate(); the table is in docs/certificate.md), the newest symbol first; each step leaves less
 * of it, so that this ends. Where a is a sum, s a = 1 counts if it removes all terms with s.
 */
#include "check.h"

enum { MOST_CORNER_SYMBOLS = 10 };

typedef struct function {
  const char *name;
  char code;
  void (*f)(arb_t, const arb_t, slong);
  bool monotone;
  int at, value; /* f(at) = value */
} function;

static const function functions[] = {
    {"sin", 's', arb_sin, false, 0, 0},  {"cos", 'c', arb_cos, false, 0, 1},
    {"tan", 't', arb_tan, false, 0, 0},  {"asin", 'S', arb_asin, true, 0, 0},
    {"acos", 'C', arb_acos, true, 1, 0}, {"atan", 'T', arb_atan, true, 0, 0},
    {"tanh", 'h', arb_tanh, true, 0, 0}, {"exp", 'e', arb_exp, true, 0, 1},
    {"log", 'l', arb_log, true, 1, 0},   {"sqrt", 'q', arb_sqrt, true, 0, 0},
};

/* What is too large or too small to be written out is refused. */
static interval ball_interval(run *r, const arb_t ball) {
  arf_struct *end[] = {arb_midref(new_ball(r)), arb_midref(new_ball(r))};
  fmpq *x[] = {new_rational(r), new_rational(r)};
  arb_get_interval_arf(end[0], end[1], ball, BITS);
  for (size_t i = 0; i < 2; i++) {
    bool extreme = arf_cmpabs_2exp_si(end[i], 2000) > 0 || arf_cmpabs_2exp_si(end[i], -2000) < 0;
    if (!arf_is_finite(end[i]) || (extreme && !arf_is_zero(end[i])))
      malformed(r, "a function of the model has no finite value");
    arf_get_fmpq(x[i], end[i]);
  }
  return (interval){x[0], x[1]};
}

static arb_struct *range_ball(run *r, const fmpq *low, const fmpq *high) {
  arb_struct *ball = new_ball(r), *other = new_ball(r);
  arb_set_fmpq(ball, low, BITS);
  arb_set_fmpq(other, high, BITS);
  arb_union(ball, ball, other, BITS);
  return ball;
}

/* The hull takes x in, or is x where that is the first. */
static void widen(interval hull, const fmpq *x, bool first) {
  if (first || fmpq_cmp(x, hull.low) < 0) fmpq_set(hull.low, x);
  if (first || fmpq_cmp(x, hull.high) > 0) fmpq_set(hull.high, x);
}

/* The hull of the values at the corners of the box of these symbols. */
static interval try_corners(run *r, const poly *e, size_t count, const size_t *used) {
  fmpq *values[2 * MOST_COORDINATES + MOST_SYMBOLS], *zero = new_rational(r), *x = new_rational(r);
  interval hull = {new_rational(r), new_rational(r)};
  for (size_t i = 0; i < 2 * r->n + MOST_SYMBOLS; i++) values[i] = zero;
  for (size_t corner = 0; corner < (size_t)1 << count; corner++) {
    for (size_t i = 0; i < count; i++) {
      interval s = r->symbols[used[i]].range;
      values[2 * r->n + used[i]] = corner >> i & 1 ? s.high : s.low;
    }
    if (!fmpq_mpoly_evaluate_all_fmpq(x, e, values, r->ring))
      malformed(r, "a number of the model is too large for this checker");
    widen(hull, x, corner == 0);
  }
  return hull;
}

/* term *= s^e: the extremes are at the ends of both, or 0 where s passes it. x and y are room. */
static void multiply_power(interval term, interval s, slong e, fmpq *x, interval y) {
  for (size_t i = 0; i < 4; i++) {
    fmpq_pow_si(x, i & 1 ? s.high : s.low, e);
    fmpq_mul(x, x, i & 2 ? term.high : term.low);
    widen(y, x, i == 0);
  }
  if (fmpq_sgn(s.low) * fmpq_sgn(s.high) < 0) widen(y, &(fmpq){0, 1}, false);
  fmpq_set(term.low, y.low);
  fmpq_set(term.high, y.high);
}

/* The sum of the intervals of the terms. */
static interval add_terms(run *r, const poly *e) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  fmpq *x = new_rational(r);
  interval sum = {new_rational(r), new_rational(r)}, term = {new_rational(r), new_rational(r)},
           y = {new_rational(r), new_rational(r)};
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(x, e, t, r->ring);
    fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
    widen(term, x, true);
    for (size_t i = 2 * r->n; i < 2 * r->n + r->symbol_count; i++)
      if (exponents[i] > 0)
        multiply_power(term, r->symbols[i - 2 * r->n].range, (slong)exponents[i], x, y);
    fmpq_add(sum.low, sum.low, term.low);
    fmpq_add(sum.high, sum.high, term.high);
  }
  return sum;
}

interval find_range(run *r, const poly *e) {
  size_t used[MOST_SYMBOLS], count = 0;
  bool affine = true;
  for (size_t i = 0; i < r->symbol_count; i++) {
    slong degree = fmpq_mpoly_degree_si(e, (slong)(2 * r->n + i), r->ring);
    if (degree > 0) used[count++] = i;
    affine &= degree <= 1;
  }
  return affine && count <= MOST_CORNER_SYMBOLS ? try_corners(r, e, count, used) : add_terms(r, e);
}

bool is_exact(interval x) {
  return fmpq_equal(x.low, x.high);
}

poly *reduce_poly(run *r, poly *e) {
  for (size_t i = r->relation_count; i-- > 0;) {
    const relation *x = &r->relations[i];
    if (fmpq_mpoly_degree_si(e, (slong)(2 * r->n + x->newest), r->ring) < 1) continue;
    poly *A = new_poly(r), *B = new_poly(r);
    fmpq_mpoly_divrem(B, A, e, x->left, r->ring);
    if (is_zero(r, B)) continue;
    if (x->by && !fmpq_mpoly_divides(B, B, x->by, r->ring)) continue;
    e = sum_of(r, A, product_of(r, B, x->right), 1);
    i = r->relation_count;
  }
  return e;
}

/* What is known of the newest symbol, s. */
static void relate(run *r, char code, const poly *first, const poly *second) {
  const size_t newest = r->symbol_count - 1;
  const poly *s = variable(r, 2 * r->n + newest), *one = rational_poly(r, &(fmpq){1, 1});
  relation square = {newest, product_of(r, s, s), NULL, NULL};
  if (code == 'q') square.right = first;
  if (code == '|') square.right = product_of(r, first, first);
  if (code == 's') square.right = sum_of(r, one, product_of(r, second, second), -1);
  const bool sum = fmpq_mpoly_length(first, r->ring) > 1;
  const relation inverse = {newest, sum ? s : product_of(r, s, first), sum ? first : NULL, one};
  if (code == 'i') r->relations[r->relation_count++] = inverse;
  if (code == 'i' && !sum && !is_zero(r, second)) square.right = second;
  if (square.right) r->relations[r->relation_count++] = square;
}

poly *enter_symbol(run *r, char code, const poly *first, const poly *second, interval range) {
  size_t i = 0;
  for (; i < r->symbol_count; i++) {
    const symbol *s = &r->symbols[i];
    if (code != 'r' && s->function == code && fmpq_mpoly_equal(s->first, first, r->ring) &&
        fmpq_mpoly_equal(s->second, second, r->ring))
      return variable(r, 2 * r->n + i);
  }
  if (i == MOST_SYMBOLS)
    malformed(r, "the model has more than %d irrational numbers and ranges", MOST_SYMBOLS);
  r->symbols[r->symbol_count++] = (symbol){code, first, second, range};
  relate(r, code, first, second);
  return variable(r, 2 * r->n + i);
}

poly *rational_poly(run *r, const fmpq_t x) {
  poly *e = new_poly(r);
  fmpq_mpoly_set_fmpq(e, x, r->ring);
  return e;
}

poly *pi_symbol(run *r) {
  arb_struct *ball = new_ball(r);
  arb_const_pi(ball, BITS);
  return enter_symbol(r, 'P', new_poly(r), new_poly(r), ball_interval(r, ball));
}

static interval inverse_range(run *r, interval x) {
  interval y = {new_rational(r), new_rational(r)};
  fmpq_inv(y.low, x.high);
  fmpq_inv(y.high, x.low);
  return y;
}

/* Of an inverse, what it is the inverse of; of a root, with the inverse of its square. */
static const poly *invert_symbol(run *r, size_t i) {
  const symbol *s = &r->symbols[i];
  if (s->function == 'i') return s->first;
  const poly *square = s->function == 'q' ? invert(r, s->first) : new_poly(r);
  return enter_symbol(r, 'i', variable(r, 2 * r->n + i), square, inverse_range(r, s->range));
}

/* One term is inverted factor by factor. */
poly *invert(run *r, const poly *e) {
  ulong exponent[2 * MOST_COORDINATES + MOST_SYMBOLS];
  interval x = find_range(r, e);
  if (fmpq_sgn(x.low) * fmpq_sgn(x.high) <= 0)
    malformed(r, "the model divides by what may be zero");
  x = inverse_range(r, x);
  if (is_exact(x)) return rational_poly(r, x.low);
  if (fmpq_mpoly_length(e, r->ring) > 1) return enter_symbol(r, 'i', e, e, x);
  fmpq *coefficient = new_rational(r);
  fmpq_mpoly_get_term_coeff_fmpq(coefficient, e, 0, r->ring);
  fmpq_mpoly_get_term_exp_ui(exponent, e, 0, r->ring);
  fmpq_inv(coefficient, coefficient);
  poly *inverse = rational_poly(r, coefficient);
  for (size_t i = 0, count = r->symbol_count; i < count; i++)
    for (ulong k = 0; k < exponent[2 * r->n + i]; k++)
      inverse = product_of(r, inverse, invert_symbol(r, i));
  return inverse;
}

/* x becomes its root where that is rational; x >= 0. */
static bool find_exact_root(fmpq *x) {
  fmpz *n = fmpq_numref(x), *d = fmpq_denref(x);
  if (!fmpz_is_square(n) || !fmpz_is_square(d)) return false;
  fmpz_sqrt(n, n);
  fmpz_sqrt(d, d);
  return true;
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

static poly *apply_smooth(run *r, const function *f, poly *e) {
  static const int sines[] = {0, 1, 0, -1};
  interval x = find_range(r, e), y = {new_rational(r), new_rational(r)};
  ulong k;
  if (is_exact(x) && fmpq_equal_si(x.low, f->at)) return rational_poly(r, &(fmpq){f->value, 1});
  if ((f->code == 's' || f->code == 'c') && is_half_of_pi(r, e, &k))
    return rational_poly(r, &(fmpq){sines[(k + (f->code == 'c')) % 4], 1});
  if (f->code == 'q' && fmpq_sgn(x.low) < 0)
    malformed(r, "the model takes a root of what may be negative");
  if (f->code == 'q' && is_exact(x) && find_exact_root(x.low)) return rational_poly(r, x.low);
  const poly *cosine = f->code == 's' ? apply_smooth(r, &functions[1], e) : e;
  for (size_t i = 0; i < 2; i++) {
    const fmpq *end = i == 0 ? x.low : x.high;
    arb_struct *ball = f->monotone ? range_ball(r, end, end) : range_ball(r, x.low, x.high);
    f->f(ball, ball, BITS);
    interval value = ball_interval(r, ball);
    widen(y, value.low, i == 0);
    widen(y, value.high, false);
  }
  return enter_symbol(r, f->code, e, cosine, y);
}

static poly *apply_atan2(run *r, poly *up, poly *right) {
  interval y = find_range(r, up), x = find_range(r, right);
  if (is_exact(y) && fmpq_is_zero(y.low) && fmpq_sgn(x.low) > 0) return new_poly(r);
  arb_struct *ball = range_ball(r, y.low, y.high);
  arb_atan2(ball, ball, range_ball(r, x.low, x.high), BITS);
  return enter_symbol(r, 'a', up, right, ball_interval(r, ball));
}

/* |a|, or the smaller or larger one: a symbol if it is not certain which it is */
static poly *apply_choice(run *r, char code, poly *a, poly *b) {
  interval d = find_range(r, sum_of(r, a, b, -1)), x = find_range(r, a), y = find_range(r, b);
  if (fmpq_sgn(d.low) >= 0) return code == 'm' ? b : a;
  if (fmpq_sgn(d.high) <= 0) return code == 'm' ? a : b;
  bool low = (fmpq_cmp(x.low, y.low) < 0) == (code == 'm');
  bool high = (fmpq_cmp(x.high, y.high) < 0) == (code == 'm');
  interval range = {low ? x.low : y.low, high ? x.high : y.high};
  if (code == '|') fmpq_zero(range.low);
  return enter_symbol(r, code, a, b, range);
}

poly *apply_function(run *r, token name, size_t count, poly **argument) {
  poly *e = argument[0], *other = argument[count - 1];
  if (!is_constant(r, e) || !is_constant(r, other))
    complain(r, name, "a function of a coordinate or velocity: the model is not linear");
  if (count == 2 && token_is(name, "atan2")) return apply_atan2(r, e, other);
  if (count == 2 && token_is(name, "min")) return apply_choice(r, 'm', e, other);
  if (count == 2 && token_is(name, "max")) return apply_choice(r, 'M', e, other);
  if (count == 1 && token_is(name, "abs"))
    return apply_choice(r, '|', e, sum_of(r, new_poly(r), e, -1));
  if (count == 1 && token_is(name, "sign")) {
    interval x = find_range(r, e);
    fmpq_set_si(x.low, fmpq_sgn(x.low), 1);
    fmpq_set_si(x.high, fmpq_sgn(x.high), 1);
    return is_exact(x) ? rational_poly(r, x.low) : enter_symbol(r, 'g', e, e, x);
  }
  for (size_t i = 0; count == 1 && i < COUNT(functions); i++)
    if (token_is(name, functions[i].name)) return apply_smooth(r, &functions[i], e);
  complain(r, name, "an unknown function, or a wrong number of arguments");
}

poly *apply_named(run *r, const char *name, poly *argument) {
  return apply_function(r, (token){'n', name, strlen(name), 0}, 1, &argument);
}
