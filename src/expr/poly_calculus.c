/* poly_calculus.c: derivatives, substitution, degrees and values of polynomials (poly.h).
 *
 *     d/dx sum c m = sum c e m/x,  e the exponent of x in m
 *     p(.., q, ..) = sum c m' q^e,  m' being m without x
 *
 * A value is the sum of the values of the terms, each power by repeated squaring: O(terms * atoms),
 * exact in rationals, enclosed in balls. Doubles are added as they come; who needs a bound asks for
 * balls. Degrees are sums of exponents with weights, so that a part of a polynomial that is
 * homogeneous in a graded sense can be cut out.
 */
#include <limits.h>
#include <math.h>

#include "poly_private.h"

/* ---- derivatives and substitution ------------------------------------------------------------ */

ss_poly ss_poly_derivative(ss_ring *ring, ss_poly a, uint32_t atom) {
  const uint32_t inverse = ss_ring_monomial(ring, 1, &(ss_power){atom, -1});
  ss_poly sum = {0};
  fmpq_t c;
  fmpq_init(c);
  ss_poly *pieces = ss_arena_new(ring->arena, a.count + 1, ss_poly);
  if (!pieces) ring->failed = true;
  for (size_t i = 0; i < a.count && !ring->failed; i++) {
    const int32_t exponent = ss_ring_exponent(ring, a.terms[i].monomial, atom);
    fmpq_mul_si(c, &a.terms[i].coefficient, exponent);
    pieces[i] = ss_poly_term(ring, c, ss_ring_multiply(ring, a.terms[i].monomial, inverse));
  }
  if (!ring->failed) sum = ss_poly_sum(ring, a.count, pieces);
  fmpq_clear(c);
  return sum;
}

/* p^k for an integer k; a negative one only of a single term. */
static bool raise_to(ss_ring *ring, ss_poly p, int32_t k, ss_poly *power) {
  if (k >= 0) return ss_poly_raise(ring, p, k, power);
  if (p.count != 1) return false;
  fmpq_t c;
  fmpq_init(c);
  fmpq_inv(c, &p.terms->coefficient);
  ss_poly inverse = ss_poly_term(ring, c, ss_ring_raise(ring, p.terms->monomial, -1));
  fmpq_clear(c);
  return ss_poly_raise(ring, inverse, -(long)k, power);
}

/* One term: what is replaced is taken out and multiplied in again. */
static bool substitute_term(ss_ring *ring, const ss_term *term, size_t count, const uint32_t *atom,
                            const ss_poly *to, ss_poly *result) {
  uint32_t rest = term->monomial;
  for (size_t k = 0; k < count; k++) {
    const ss_power out = {atom[k], -ss_ring_exponent(ring, term->monomial, atom[k])};
    if (out.exponent) rest = ss_ring_multiply(ring, rest, ss_ring_monomial(ring, 1, &out));
  }
  *result = ss_poly_term(ring, &term->coefficient, rest);
  for (size_t k = 0; k < count; k++) {
    const int32_t exponent = ss_ring_exponent(ring, term->monomial, atom[k]);
    ss_poly power;
    if (exponent == 0) continue;
    if (!raise_to(ring, to[k], exponent, &power)) return false;
    if (!ss_poly_multiply(ring, *result, power, result)) return false;
  }
  return !ring->failed;
}

bool ss_poly_substitute(ss_ring *ring, ss_poly a, size_t count, const uint32_t *atom,
                        const ss_poly *to, ss_poly *result) {
  ss_poly *pieces = ss_arena_new(ring->arena, a.count + 1, ss_poly);
  *result = (ss_poly){0};
  if (!pieces) ring->failed = true;
  for (size_t i = 0; i < a.count && !ring->failed; i++)
    if (!substitute_term(ring, &a.terms[i], count, atom, to, &pieces[i])) return false;
  if (!ring->failed) *result = ss_poly_sum(ring, a.count, pieces);
  return !ring->failed;
}

/* ---- degrees --------------------------------------------------------------------------------- */

long ss_ring_degree(const ss_ring *ring, uint32_t monomial, const int32_t *weight) {
  const ss_monomial m = ring->monomials[monomial];
  long degree = 0;
  for (uint32_t i = 0; i < m.count; i++)
    degree += (weight ? weight[m.powers[i].atom] : 1) * (long)m.powers[i].exponent;
  return degree;
}

/* The largest degree times sign. */
static long extreme_degree(const ss_ring *ring, ss_poly a, const int32_t *weight, int sign) {
  long most = LONG_MIN;
  for (size_t i = 0; i < a.count; i++) {
    const long degree = sign * ss_ring_degree(ring, a.terms[i].monomial, weight);
    if (degree > most) most = degree;
  }
  return most;
}

long ss_poly_degree(const ss_ring *ring, ss_poly a, const int32_t *weight) {
  return extreme_degree(ring, a, weight, 1);
}

long ss_poly_order(const ss_ring *ring, ss_poly a, const int32_t *weight) {
  return a.count ? -extreme_degree(ring, a, weight, -1) : LONG_MAX;
}

ss_poly ss_poly_part(ss_ring *ring, ss_poly a, const int32_t *weight, long low, long high) {
  bool *keep = ss_arena_new(ring->arena, a.count + 1, bool);
  if (!keep) ring->failed = true;
  for (size_t i = 0; keep && i < a.count; i++) {
    const long degree = ss_ring_degree(ring, a.terms[i].monomial, weight);
    keep[i] = low <= degree && degree <= high;
  }
  return keep ? ss_poly_select(ring, a, keep, true) : (ss_poly){0};
}

/* ---- values ---------------------------------------------------------------------------------- */

bool ss_poly_value(const ss_ring *ring, ss_poly a, const fmpq *value, fmpq_t result) {
  bool good = true;
  fmpq_t term, power;
  fmpq_init(term);
  fmpq_init(power);
  fmpq_zero(result);
  for (size_t i = 0; i < a.count; i++) {
    const ss_monomial m = ring->monomials[a.terms[i].monomial];
    fmpq_set(term, &a.terms[i].coefficient);
    for (uint32_t j = 0; j < m.count && good; j++) {
      const fmpq *x = value + m.powers[j].atom;
      good = m.powers[j].exponent > 0 || !fmpq_is_zero(x);
      if (good) fmpq_pow_si(power, x, m.powers[j].exponent);
      fmpq_mul(term, term, power);
    }
    fmpq_add(result, result, term);
  }
  fmpq_clear(term);
  fmpq_clear(power);
  return good;
}

double ss_poly_value_double(const ss_ring *ring, ss_poly a, const double *value) {
  double sum = 0;
  for (size_t i = 0; i < a.count; i++) {
    const ss_monomial m = ring->monomials[a.terms[i].monomial];
    double term = fmpq_get_d(&a.terms[i].coefficient);
    for (uint32_t j = 0; j < m.count; j++)
      term *= pow(value[m.powers[j].atom], m.powers[j].exponent);
    sum += term;
  }
  return sum;
}

void ss_poly_value_ball(const ss_ring *ring, ss_poly a, arb_srcptr value, slong precision,
                        arb_t result) {
  arb_t term, power;
  arb_init(term);
  arb_init(power);
  arb_zero(result);
  for (size_t i = 0; i < a.count; i++) {
    const ss_monomial m = ring->monomials[a.terms[i].monomial];
    arb_set_fmpq(term, &a.terms[i].coefficient, precision);
    for (uint32_t j = 0; j < m.count; j++) {
      const int32_t k = m.powers[j].exponent;
      arb_pow_ui(power, value + m.powers[j].atom, (ulong)(k < 0 ? -k : k), precision);
      (k < 0 ? arb_div : arb_mul)(term, term, power, precision);
    }
    arb_add(result, result, term, precision);
  }
  arb_clear(term);
  arb_clear(power);
}
