/* numbers.c: numbers that are not rational, as symbols.
 *
 *     p(s_1 ... s_k),   low_i <= s_i <= high_i
 *
 * A function of numbers is rational where that is plain: at 0 or 1, roots of squares, sines and
 * cosines of multiples of pi/2. Else it is a symbol with an interval; the same function of the same
 * numbers is the same symbol. Products are reduced by what is known of symbols, such as s^2 = a for
 * s = sqrt(a), the newest symbol first; each step leaves less of it, so that this ends. So that
 * equal functions meet in one form, odd and even functions have an argument that begins with a
 * positive term, sines, cosines and exponentials of short sums become products, tan is sin/cos.
 *
 * The interval of a polynomial of symbols: where it is affine in each, its extremes are at corners
 * of the box, 2^k of them for k <= 10; else the intervals of the terms are added, which is wider
 * but never wrong.
 */
#include "check.h"

enum { MOST_CORNER_SYMBOLS = 10 };

/* The hull of the values at the corners of the box of these symbols. */
static interval try_corners(run *r, const poly *e, size_t count, const size_t *used) {
  fmpq *values[2 * MOST_COORDINATES + MOST_SYMBOLS], *zero = new_rational(r), *x = new_rational(r);
  interval hull = new_interval(r);
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
  interval sum = new_interval(r), term = new_interval(r), y = new_interval(r);
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
    symbol *s = &r->symbols[i];
    if (code == 'r' || s->function != code || !vanishes(r, sum_of(r, s->first, first, -1)) ||
        !vanishes(r, sum_of(r, s->second, second, -1)))
      continue;
    meet(s->range, range);
    return variable(r, 2 * r->n + i);
  }
  if (i == MOST_SYMBOLS)
    malformed(r, "the model has more than %d irrational numbers and ranges", MOST_SYMBOLS);
  interval own = new_interval(r);
  widen(own, range.low, true);
  widen(own, range.high, false);
  r->symbols[r->symbol_count++] = (symbol){code, first, second, own};
  relate(r, code, first, second);
  return variable(r, 2 * r->n + i);
}

poly *rational_poly(run *r, const fmpq_t x) {
  poly *e = new_poly(r);
  fmpq_mpoly_set_fmpq(e, x, r->ring);
  return e;
}

static poly *integer_poly(run *r, slong x) {
  return rational_poly(r, &(fmpq){x, 1});
}

static poly *negate(run *r, const poly *e) {
  return sum_of(r, new_poly(r), e, -1);
}

poly *pi_symbol(run *r) {
  const interval minus = {(fmpq[]){{-1, 1}}, (fmpq[]){{-1, 1}}};
  interval pi = new_interval(r);
  apply_range(r, 'C', minus, minus, pi); /* acos(-1) */
  return enter_symbol(r, 'P', new_poly(r), new_poly(r), pi);
}

/* ---- inverses -------------------------------------------------------------------------------- */

static interval inverse_range(run *r, interval x) {
  interval y = new_interval(r);
  fmpq_inv(y.low, x.high);
  fmpq_inv(y.high, x.low);
  return y;
}

/* Of an inverse, what it is the inverse of; of a root, with the inverse of its square. */
static const poly *invert_symbol(run *r, size_t i) {
  const symbol s = r->symbols[i];
  const poly *square = new_poly(r);
  if (s.function == 'i') return s.first;
  if (s.function == 'q') {
    interval x = new_interval(r);
    fmpq_mul(x.low, s.range.low, s.range.low);
    fmpq_mul(x.high, s.range.high, s.range.high);
    square = invert(r, s.first, x);
  }
  return enter_symbol(r, 'i', variable(r, 2 * r->n + i), square, inverse_range(r, s.range));
}

/* One term, as its factors are inverted one by one; false if one of them is not known to have an
 * inverse. */
static bool can_be_split(run *r, const poly *e, ulong *exponent) {
  if (fmpq_mpoly_length(e, r->ring) != 1) return false;
  fmpq_mpoly_get_term_exp_ui(exponent, e, 0, r->ring);
  for (size_t i = 0; i < r->symbol_count; i++)
    if (exponent[2 * r->n + i] && has_zero(r->symbols[i].range)) return false;
  return true;
}

/* 1/e as 1/c 1/(e/c), c being the first coefficient of e: so that -e and 2 e have no inverse of
 * their own. */
static poly *invert_whole(run *r, const poly *e, interval x) {
  const interval y = new_interval(r);
  fmpq *c = new_rational(r);
  poly *monic = new_poly(r);
  fmpq_mpoly_get_term_coeff_fmpq(c, e, 0, r->ring);
  fmpq_mpoly_scalar_div_fmpq(monic, e, c, r->ring);
  fmpq_div(fmpq_sgn(c) > 0 ? y.low : y.high, x.low, c);
  fmpq_div(fmpq_sgn(c) > 0 ? y.high : y.low, x.high, c);
  const bool sum = fmpq_mpoly_length(e, r->ring) > 1;
  poly *s = enter_symbol(r, 'i', monic, sum ? monic : new_poly(r), inverse_range(r, y));
  fmpq_inv(c, c);
  return product_of(r, s, rational_poly(r, c));
}

/* 1/e, e being in x, which is without 0. */
poly *invert(run *r, const poly *e, interval x) {
  ulong exponent[2 * MOST_COORDINATES + MOST_SYMBOLS];
  if (fmpq_mpoly_is_fmpq(e, r->ring)) {
    fmpq *c = new_rational(r);
    fmpq_mpoly_get_fmpq(c, e, r->ring);
    fmpq_inv(c, c);
    return rational_poly(r, c);
  }
  if (!can_be_split(r, e, exponent)) return invert_whole(r, e, x);
  fmpq *coefficient = new_rational(r);
  fmpq_mpoly_get_term_coeff_fmpq(coefficient, e, 0, r->ring);
  fmpq_inv(coefficient, coefficient);
  poly *inverse = rational_poly(r, coefficient);
  for (size_t i = 0, count = r->symbol_count; i < count; i++)
    for (ulong k = 0; k < exponent[2 * r->n + i]; k++)
      inverse = product_of(r, inverse, invert_symbol(r, i));
  return inverse;
}

/* ---- functions ------------------------------------------------------------------------------- */

static poly *atom(run *r, char code, const poly *e) {
  const interval x = find_range(r, e);
  interval z = new_interval(r);
  const poly *cosine = code == 's' ? atom(r, 'c', e) : e;
  if (!apply_range(r, code, x, x, z)) malformed(r, "a function of the model has no finite value");
  return enter_symbol(r, code, e, cosine, z);
}

/* The terms of a sum, each as m/q times an integer p that is small; else as it is, times 1. */
static poly *split_term(run *r, const poly *e, slong t, slong *times) {
  enum { MOST_TIMES = 4 };
  poly *term = new_poly(r);
  fmpq *c = new_rational(r);
  fmpq_mpoly_get_term(term, e, t, r->ring);
  fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
  const bool small = fmpz_cmpabs(fmpq_numref(c), (fmpz[]){MOST_TIMES}) <= 0;
  const bool number = fmpq_mpoly_is_fmpq(term, r->ring);
  *times = small && !number ? fmpz_get_si(fmpq_numref(c)) : fmpq_sgn(c);
  fmpq_mpoly_scalar_div_fmpq(term, term, &(fmpq){*times, 1}, r->ring);
  return term;
}

/* The term is k pi/2 with an integer k? */
static bool is_quarter_turn(run *r, const poly *term, slong *k) {
  poly *ratio = new_poly(r);
  fmpq *x = new_rational(r);
  if (!fmpq_mpoly_divides(ratio, term, pi_symbol(r), r->ring) ||
      !fmpq_mpoly_is_fmpq(ratio, r->ring))
    return false;
  fmpq_mpoly_get_fmpq(x, ratio, r->ring);
  fmpq_mul_2exp(x, x, 1);
  *k = (slong)fmpz_fdiv_ui(fmpq_numref(x), 4);
  return fmpz_is_one(fmpq_denref(x));
}

typedef struct turn {
  poly *sine, *cosine;
} turn;

/* sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b - sin a sin b */
static turn add_turns(run *r, turn a, turn b) {
  return (turn){sum_of(r, product_of(r, a.sine, b.cosine), product_of(r, a.cosine, b.sine), 1),
                sum_of(r, product_of(r, a.cosine, b.cosine), product_of(r, a.sine, b.sine), -1)};
}

/* The sign of the first term. */
static int leading_sign(run *r, const poly *e) {
  fmpq *c = new_rational(r);
  if (is_zero(r, e)) return 0;
  fmpq_mpoly_get_term_coeff_fmpq(c, e, 0, r->ring);
  return fmpq_sgn(c);
}

static poly *apply_turn(run *r, char code, const poly *e) {
  enum { MOST_SUMMANDS = 3 };
  static const slong sines[] = {0, 1, 0, -1};
  const slong terms = fmpq_mpoly_length(e, r->ring);
  turn sum = {new_poly(r), integer_poly(r, 1)};
  if (terms > MOST_SUMMANDS) {
    if (leading_sign(r, e) > 0) return atom(r, code, e);
    poly *opposite = atom(r, code, negate(r, e));
    return code == 's' ? negate(r, opposite) : opposite;
  }
  for (slong t = 0, k = 0, times; t < terms; t++) {
    poly *whole = new_poly(r);
    fmpq_mpoly_get_term(whole, e, t, r->ring);
    const bool quarter = is_quarter_turn(r, whole, &k);
    const poly *base = split_term(r, e, t, &times);
    const slong count = quarter ? 1 : FLINT_ABS(times);
    turn one = {integer_poly(r, sines[k]), integer_poly(r, sines[(k + 1) % 4])};
    if (!quarter) one = (turn){atom(r, 's', base), atom(r, 'c', base)};
    if (!quarter && times < 0) one.sine = negate(r, one.sine);
    for (slong i = 0; i < count; i++) sum = add_turns(r, sum, one);
  }
  return code == 's' ? sum.sine : sum.cosine;
}

/* exp(sum p/q m) = product exp(m/q)^p; where the terms are so large, and cancel, that a factor is
 * no number that can be written out, the sum stays whole, with its interval z. */
static poly *apply_exponential(run *r, const poly *e, interval z) {
  poly *product = integer_poly(r, 1);
  const slong terms = fmpq_mpoly_length(e, r->ring);
  for (slong t = 0, times; t < terms; t++) {
    const interval x = find_range(r, split_term(r, e, t, &times));
    if (!apply_range(r, 'e', x, x, new_interval(r))) return enter_symbol(r, 'e', e, e, z);
  }
  for (slong t = 0, times; t < terms; t++) {
    poly *factor = atom(r, 'e', split_term(r, e, t, &times));
    if (times < 0) factor = invert(r, factor, find_range(r, factor));
    for (slong i = 0; i < FLINT_ABS(times); i++) product = product_of(r, product, factor);
  }
  return product;
}

static poly *apply_tangent(run *r, const poly *e, interval x) {
  const poly *cosine = apply_turn(r, 'c', e);
  interval range = find_range(r, cosine), own = new_interval(r);
  if (apply_range(r, 'c', x, x, own)) meet(range, own);
  if (has_zero(range)) malformed(r, "a function of the model has no finite value");
  return product_of(r, apply_turn(r, 's', e), invert(r, cosine, range));
}

/* The value where the argument is one number and it is rational. */
static bool find_value(char code, interval x, interval z) {
  if (!is_exact(x)) return false;
  const bool zero = fmpq_is_zero(x.low), one = fmpq_is_one(x.low);
  if (zero && strchr("sctSThe", code)) fmpq_set_si(z.low, code == 'c' || code == 'e', 1);
  if (one && strchr("Cl", code)) fmpq_zero(z.low);
  if (strchr("q|g", code)) return is_exact(z);
  return (zero && strchr("sctSThe", code)) || (one && strchr("Cl", code));
}

/* |a|, min(a, b) or max(a, b) is this value, as is shown now: a symbol that stands for it, from
 * where its argument had a wider interval, is that value too. */
static poly *settle(run *r, char code, const poly *a, const poly *b, poly *value) {
  for (size_t i = 0; i < r->symbol_count; i++) {
    const symbol *s = &r->symbols[i];
    poly *own = variable(r, 2 * r->n + i);
    if (s->function != code || !fmpq_mpoly_equal(own, reduce_poly(r, own), r->ring)) continue;
    const bool same = vanishes(r, sum_of(r, s->first, a, -1));
    if (!same && !(code == '|' && vanishes(r, sum_of(r, s->first, a, 1)))) continue;
    if (code != '|' && !vanishes(r, sum_of(r, s->second, b, -1))) continue;
    const poly *older = value == b ? s->second : s->first;
    /* |a| is a or -a, and `first` is a or -a */
    if (code == '|' && same != (value == a)) older = negate(r, older);
    r->relations[r->relation_count++] = (relation){i, own, NULL, older};
  }
  return value;
}

/* The smaller or larger one: a symbol if it is not certain which it is. */
static poly *apply_choice(run *r, char code, poly *a, poly *b, interval x, interval y, interval z) {
  const interval d = find_range(r, sum_of(r, a, b, -1));
  if (fmpq_sgn(d.low) >= 0 || fmpq_cmp(x.low, y.high) >= 0)
    return settle(r, code, a, b, code == 'm' ? b : a);
  if (fmpq_sgn(d.high) <= 0 || fmpq_cmp(x.high, y.low) <= 0)
    return settle(r, code, a, b, code == 'm' ? a : b);
  return enter_symbol(r, code, a, b, z);
}

poly *apply_function(run *r, char code, poly *a, poly *b, interval x, interval y, interval z) {
  /* sums are not reduced yet: the same argument must have one form */
  a = cancel(r, reduce_poly(r, a));
  b = cancel(r, reduce_poly(r, b));
  if (code == 'm' || code == 'M') return apply_choice(r, code, a, b, x, y, z);
  if (code == 'a') {
    const bool zero = is_exact(y) && is_exact(x) && fmpq_is_zero(x.low) && fmpq_sgn(y.low) > 0;
    return zero ? new_poly(r) : enter_symbol(r, 'a', a, b, z);
  }
  if (find_value(code, x, z)) return rational_poly(r, z.low);
  if (code == '|' && fmpq_sgn(x.low) >= 0) return settle(r, code, a, NULL, a);
  if (code == '|' && fmpq_sgn(x.high) <= 0) return settle(r, code, a, NULL, negate(r, a));
  if (code == 'g' && is_exact(z)) return rational_poly(r, z.low);
  if (code == 's' || code == 'c') return apply_turn(r, code, a);
  if (code == 't') return apply_tangent(r, a, x);
  if (code == 'e') return apply_exponential(r, a, z);
  const bool odd = strchr("SThg", code), flip = (odd || code == '|') && leading_sign(r, a) < 0;
  if (flip) a = negate(r, a);
  if (flip && odd) {
    interval w = new_interval(r);
    fmpq_neg(w.low, z.high);
    fmpq_neg(w.high, z.low);
    z = w;
  }
  poly *e = enter_symbol(r, code, a, a, z);
  return flip && odd ? negate(r, e) : e;
}
