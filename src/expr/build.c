/* build.c: from a polynomial over atoms to a short expression.
 *
 * What all terms share is pulled out: p = content * monomial * primitive part. Inside the primitive
 * part, the atom that most terms share (at least two) is pulled out of those, and the same is done
 * to both halves:
 *
 *     m*a^2 + m*l^2 + J   ->   m*(a^2 + l^2) + J
 *
 * Greedy, O(terms * atoms) a level. Numerators come before denominators, and the terms stay in the
 * order in which their atoms were first met, which is the order of the model file.
 */
#include "normal_private.h"

#include <stdlib.h>

static const fmpq one = {1, 1};
static const fmpq minus_one = {-1, 1};

/* ---- what all terms share ------------------------------------------------------------------- */

/* Whether term a comes before term b for a reader: smaller atoms first, numbers last. */
static bool comes_before(const ss_normal *n, uint32_t a, uint32_t b) {
  ss_monomial x = n->ring.monomials[a], y = n->ring.monomials[b];
  for (uint32_t i = 0; i < x.count && i < y.count; i++) {
    if (x.powers[i].atom != y.powers[i].atom) return x.powers[i].atom < y.powers[i].atom;
    if (x.powers[i].exponent != y.powers[i].exponent)
      return x.powers[i].exponent > y.powers[i].exponent;
  }
  return x.count > y.count;
}

size_t ss_normal_leading(const ss_normal *n, ss_poly p) {
  size_t best = 0;
  for (size_t i = 1; i < p.count; i++)
    if (comes_before(n, p.terms[i].monomial, p.terms[best].monomial)) best = i;
  return best;
}

/* The rational that makes the coefficients coprime integers, the leading one positive. */
static void find_content(const ss_normal *n, ss_poly p, fmpq_t content) {
  fmpq_zero(content);
  for (size_t i = 0; i < p.count; i++) fmpq_gcd(content, content, &p.terms[i].coefficient);
  size_t lead = ss_normal_leading(n, p);
  if (fmpq_sgn(&p.terms[lead].coefficient) < 0) fmpq_neg(content, content);
}

/* The power of the atom that every term contains, above or below the line; 0 if there is none. */
static int32_t common_exponent(const ss_normal *n, ss_poly p, ss_expr atom) {
  int32_t least = INT32_MAX, most = INT32_MIN;
  for (size_t i = 0; i < p.count; i++) {
    int32_t exponent = ss_ring_exponent(&n->ring, p.terms[i].monomial, atom);
    if (exponent < least) least = exponent;
    if (exponent > most) most = exponent;
  }
  return least > 0 ? least : most < 0 ? most : 0;
}

static uint32_t find_common_monomial(ss_normal *n, ss_poly p) {
  ss_monomial m = n->ring.monomials[p.terms[0].monomial];
  ss_power *common = ss_arena_new(n->ring.arena, m.count, ss_power);
  for (uint32_t j = 0; common && j < m.count; j++)
    common[j] = (ss_power){m.powers[j].atom, common_exponent(n, p, m.powers[j].atom)};
  return common ? ss_ring_monomial(&n->ring, m.count, common) : 0;
}

ss_poly ss_normal_primitive(ss_normal *n, ss_poly p, fmpq_t content, uint32_t *monomial) {
  *monomial = 0;
  fmpq_one(content);
  if (p.count == 0) return p;
  fmpq_t inverse;
  fmpq_init(inverse);
  find_content(n, p, content);
  fmpq_inv(inverse, content);
  *monomial = p.count == 1 ? p.terms[0].monomial : find_common_monomial(n, p);
  p = ss_poly_scale(&n->ring, p, inverse, ss_ring_raise(&n->ring, *monomial, -1));
  fmpq_clear(inverse);
  return p;
}

/* ---- expressions ---------------------------------------------------------------------------- */

static ss_expr build_power(ss_normal *n, ss_expr atom, int32_t exponent) {
  return ss_expr_pow(n->graph, atom, ss_expr_integer(n->graph, exponent));
}

/* coefficient * numerator / denominator * factor (SS_EXPR_NONE: no factor) */
static ss_expr build_product(ss_normal *n, const fmpq_t coefficient, uint32_t monomial,
                             ss_expr factor) {
  ss_graph *g = n->graph;
  ss_expr above = ss_expr_integer(g, 1), below = above;
  ss_monomial m = n->ring.monomials[monomial];
  for (uint32_t i = 0; i < m.count; i++) {
    ss_power p = m.powers[i];
    if (p.exponent > 0)
      above = ss_expr_mul(g, above, build_power(n, p.atom, p.exponent));
    else
      below = ss_expr_mul(g, below, build_power(n, p.atom, -p.exponent));
  }
  if (factor) above = ss_expr_mul(g, above, factor);
  return ss_expr_mul(g, ss_expr_number(g, coefficient), ss_expr_div(g, above, below));
}

/* The atom in most terms with a positive power; SS_EXPR_NONE if none is in two. */
static ss_expr most_shared_atom(const ss_normal *n, ss_poly p) {
  ss_expr best = SS_EXPR_NONE;
  size_t best_count = 1;
  for (size_t i = 0; i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      if (m.powers[j].exponent < 0 || m.powers[j].atom == best) continue;
      size_t count = 0;
      for (size_t k = 0; k < p.count; k++)
        count += ss_ring_exponent(&n->ring, p.terms[k].monomial, m.powers[j].atom) > 0;
      if (count > best_count || (count == best_count && best && m.powers[j].atom < best)) {
        best_count = count;
        best = m.powers[j].atom;
      }
    }
  }
  return best;
}

/* The terms with (or without) the atom. */
static ss_poly select_terms(ss_normal *n, ss_poly p, ss_expr atom, bool with) {
  ss_poly picked = {0};
  for (size_t i = 0; i < p.count; i++)
    if ((ss_ring_exponent(&n->ring, p.terms[i].monomial, atom) > 0) == with)
      picked = ss_poly_add(&n->ring, picked, (ss_poly){1, &p.terms[i]}, &one);
  return picked;
}

static ss_expr build_sum(ss_normal *n, ss_poly p);

static bool is_positive(const ss_term *term) {
  return fmpq_sgn(&term->coefficient) > 0;
}

/* The first term for readers among those not done; of the positive ones only, if asked. */
static size_t next_term(const ss_normal *n, ss_poly p, const bool *done, bool positive) {
  size_t next = p.count;
  for (size_t i = 0; i < p.count; i++) {
    if (done[i] || (positive && !is_positive(&p.terms[i]))) continue;
    if (next == p.count || comes_before(n, p.terms[i].monomial, p.terms[next].monomial)) next = i;
  }
  return next;
}

/* The first positive term leads, the others follow in the order for readers. */
static ss_expr build_plain_sum(ss_normal *n, ss_poly p) {
  ss_expr sum = ss_expr_integer(n->graph, 0);
  bool *done = calloc(p.count, sizeof *done);
  for (size_t k = 0; done && k < p.count; k++) {
    size_t next = next_term(n, p, done, k == 0);
    if (next == p.count) next = next_term(n, p, done, false);
    done[next] = true;
    ss_term *t = &p.terms[next];
    sum = ss_expr_add(n->graph, sum, build_product(n, &t->coefficient, t->monomial, SS_EXPR_NONE));
  }
  if (!done) n->ring.failed = true;
  free(done);
  return sum;
}

/* A primitive sum of at least two terms. */
static ss_expr build_sum(ss_normal *n, ss_poly p) {
  enum { LONGEST_FACTORED = 400 };
  ss_expr shared = p.count <= LONGEST_FACTORED ? most_shared_atom(n, p) : SS_EXPR_NONE;
  if (!shared || n->ring.failed) return build_plain_sum(n, p);
  ss_poly with = select_terms(n, p, shared, true), without = select_terms(n, p, shared, false);
  ss_expr left = ss_normal_build(n, with), right = ss_normal_build(n, without);
  bool swap =
      without.count && comes_before(n, without.terms[ss_normal_leading(n, without)].monomial,
                                    with.terms[ss_normal_leading(n, with)].monomial);
  return swap ? ss_expr_add(n->graph, right, left) : ss_expr_add(n->graph, left, right);
}

static bool has_negative(ss_poly p) {
  for (size_t i = 0; i < p.count; i++)
    if (!is_positive(&p.terms[i])) return true;
  return false;
}

ss_expr ss_normal_build(ss_normal *n, ss_poly p) {
  if (p.count == 0 || n->ring.failed) return ss_expr_integer(n->graph, 0);
  if (p.count == 1)
    return build_product(n, &p.terms[0].coefficient, p.terms[0].monomial, SS_EXPR_NONE);
  fmpq_t content;
  uint32_t monomial;
  fmpq_init(content);
  ss_poly primitive = ss_normal_primitive(n, p, content, &monomial);
  /* a - b rather than -(b - a) */
  if (fmpq_sgn(content) < 0 && has_negative(primitive)) {
    fmpq_neg(content, content);
    primitive = ss_poly_scale(&n->ring, primitive, &minus_one, 0);
  }
  ss_expr e = build_product(n, content, monomial, build_sum(n, primitive));
  fmpq_clear(content);
  return e;
}
