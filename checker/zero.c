/* zero.c: whether a polynomial of coordinates, velocities and symbols is 0 as a function.
 *
 * It is if it becomes the zero polynomial by these steps, newest symbol first (what a symbol is a
 * function of has older symbols only):
 *
 *     s = 1/a:     sum c_k s^k = 0  where  sum c_k a^(K-k) = 0,   a not being 0 in the ranges
 *     s = sqrt(a), |a|, sin a, ...: by the relations of numbers.c, s^2 = a and the like
 *
 * That a is not 0 was shown when s was made. It is not 0 if its value at some point of the ranges,
 * in balls, is not: all symbols are evaluated there, older ones first. Neither may succeed: log(ab)
 * and log a + log b are the same, and nothing here says so.
 */
#include "check.h"

poly *try_product(run *r, const poly *a, const poly *b) {
  const slong terms = fmpq_mpoly_length(a, r->ring) * fmpq_mpoly_length(b, r->ring);
  const slong degree =
      fmpq_mpoly_total_degree_si(a, r->ring) + fmpq_mpoly_total_degree_si(b, r->ring);
  return terms > MOST_TERMS || degree > MOST_DEGREE ? NULL : product_of(r, a, b);
}

/* The coefficient of s^k. */
static poly *coefficient_of(run *r, const poly *e, size_t variable, ulong k) {
  poly *c = new_poly(r);
  const slong which = (slong)variable;
  fmpq_mpoly_get_coeff_vars_ui(c, e, &which, &k, 1, r->ring);
  return c;
}

/* sum c_k a^(K-k), by Horner's rule from c_0 on; NULL where that is too large. */
static const poly *clear_inverse(run *r, const poly *e, size_t i) {
  const size_t at = 2 * r->n + i;
  const slong degree = fmpq_mpoly_degree_si(e, (slong)at, r->ring);
  poly *sum = coefficient_of(r, e, at, 0);
  for (slong k = 1; k <= degree && sum; k++) {
    sum = try_product(r, sum, r->symbols[i].first);
    if (sum) sum = sum_of(r, sum, coefficient_of(r, e, at, (ulong)k), 1);
  }
  return sum;
}

poly *cancel(run *r, poly *e) {
  for (size_t i = r->symbol_count; i-- > 0;) {
    const symbol *s = &r->symbols[i];
    const slong degree = fmpq_mpoly_degree_si(e, (slong)(2 * r->n + i), r->ring);
    if (s->function != 'i' || degree < 1 || fmpq_mpoly_length(s->first, r->ring) < 2) continue;
    const poly *above = clear_inverse(r, e, i);
    poly *below = new_poly(r), *common = new_poly(r), *rest = new_poly(r);
    if (!above || !fmpq_mpoly_pow_ui(below, s->first, (ulong)degree, r->ring) ||
        !fmpq_mpoly_gcd(common, above, below, r->ring) || fmpq_mpoly_is_fmpq(common, r->ring) ||
        !fmpq_mpoly_divides(below, below, common, r->ring) ||
        !fmpq_mpoly_divides(rest, above, common, r->ring))
      continue;
    const interval x = find_range(r, below);
    if (!has_zero(x)) return product_of(r, rest, invert(r, below, x));
  }
  return e;
}

bool vanishes(run *r, const poly *e) {
  for (size_t i = r->symbol_count; i-- > 0 && e && !is_zero(r, e);)
    if (r->symbols[i].function == 'i' &&
        fmpq_mpoly_degree_si(e, (slong)(2 * r->n + i), r->ring) > 0)
      e = clear_inverse(r, e, i);
  return e && is_zero(r, e);
}

bool is_steady(run *r, const poly *e) {
  if (is_constant(r, e)) return true;
  for (size_t i = 0; i < 2 * r->n; i++)
    if (!vanishes(r, by_variable(r, e, i))) return false;
  return true;
}

/* ---- at a point ------------------------------------------------------------------------------ */

/* The value of a polynomial of symbols. */
static void evaluate_at(run *r, const poly *e, arb_srcptr values, arb_t sum) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  arb_struct *term = new_ball(r), *power = new_ball(r);
  fmpq *c = new_rational(r);
  arb_zero(sum);
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
    fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
    arb_set_fmpq(term, c, BITS);
    for (size_t i = 0; i < r->symbol_count; i++) {
      if (!exponents[2 * r->n + i]) continue;
      arb_pow_ui(power, values + i, exponents[2 * r->n + i], BITS);
      arb_mul(term, term, power, BITS);
    }
    arb_add(sum, sum, term, BITS);
  }
}

/* A number of the range: for the first two points its ends, then another fraction of it for each
 * symbol and point. */
static void choose_value(run *r, size_t i, size_t point, arb_t value) {
  static const slong primes[] = {3, 7, 11, 13, 17, 19, 23, 29};
  const slong whole = 31 + (slong)point, part = primes[(i + 3 * point) % COUNT(primes)];
  fmpq *x = new_rational(r);
  const interval range = r->symbols[i].range;
  if (point < 2) {
    arb_set_fmpq(value, point == 0 ? range.low : range.high, BITS);
    return;
  }
  fmpq_sub(x, range.high, range.low);
  fmpq_mul(x, x, &(fmpq){part, whole + (slong)(i % 5)});
  fmpq_add(x, x, range.low);
  arb_set_fmpq(value, x, BITS);
}

/* False if a value is not known there. */
static bool evaluate_symbols(run *r, size_t point, arb_ptr values) {
  arb_struct *x = new_ball(r), *y = new_ball(r);
  for (size_t i = 0; i < r->symbol_count; i++) {
    const symbol *s = &r->symbols[i];
    evaluate_at(r, s->first, values, x);
    evaluate_at(r, s->second, values, y);
    if (s->function == 'r')
      choose_value(r, i, point, values + i);
    else if (s->function == 'P')
      arb_const_pi(values + i, BITS);
    else if (s->function == 'i')
      arb_inv(values + i, x, BITS);
    else if (!evaluate_function(s->function, values + i, x, y))
      return false;
    if (!arb_is_finite(values + i)) return false;
  }
  return true;
}

bool differs(run *r, const poly *e) {
  enum { POINTS = 5 };
  arb_struct *sum = new_ball(r);
  bool differ = false;
  if (!is_constant(r, e)) return false;
  for (size_t point = 0; point < POINTS && !differ; point++) {
    arb_ptr values = _arb_vec_init(MOST_SYMBOLS);
    if (evaluate_symbols(r, point, values)) {
      evaluate_at(r, e, values, sum);
      differ = arb_is_finite(sum) && !arb_contains_zero(sum);
    }
    _arb_vec_clear(values, MOST_SYMBOLS);
  }
  return differ;
}
