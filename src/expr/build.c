/* build.c: from a polynomial over atoms to a short expression.
 *
 * What all terms share is pulled out: p = content * monomial * primitive part. Inside the primitive
 * part, the atom that most terms share (at least two) is pulled out of those, and the same is done
 * to both halves:
 *
 *     m*a^2 + m*l^2 + J   ->   m*(a^2 + l^2) + J
 *
 * Greedy, O(terms) a level. Numerators come before denominators, and the terms stay in
 * the order in which their atoms were first met, which is the order of the model file.
 */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "normal_private.h"

static const fmpq minus_one = {-1, 1};

/* ---- what all terms share -------------------------------------------------------------------- */

/* Symbols come first, then functions, then sums; among equals the older one. */
static int reading_class(const ss_normal *n, ss_expr atom) {
  switch (ss_expr_op(n->graph, atom)) {
  case SS_OP_PI:
  case SS_OP_SYMBOL: return 0;
  case SS_OP_ADD:
  case SS_OP_SUB: return 2;
  default: return 1;
  }
}

static bool atom_comes_before(const ss_normal *n, ss_expr a, ss_expr b) {
  int left = reading_class(n, a), right = reading_class(n, b);
  return left != right ? left < right : a < b;
}

static int by_atom(const void *left, const void *right, void *normal) {
  const ss_power *a = left, *b = right;
  if (a->atom == b->atom) return 0;
  return atom_comes_before(normal, a->atom, b->atom) ? -1 : 1;
}

/* The powers of a monomial, as a reader expects them; ordered when first asked for. */
static const ss_power *order_powers(ss_normal *n, uint32_t monomial) {
  ss_monomial m = n->ring.monomials[monomial];
  if (monomial >= n->ordered_count) {
    size_t count = 2 * n->ring.count;
    const ss_power **ordered = realloc(n->ordered, count * sizeof *ordered);
    if (!ordered) {
      n->ring.failed = true;
      return m.powers;
    }
    for (size_t i = n->ordered_count; i < count; i++) ordered[i] = NULL;
    n->ordered = ordered;
    n->ordered_count = count;
  }
  if (n->ordered[monomial] || m.count < 2) return m.count < 2 ? m.powers : n->ordered[monomial];
  ss_power *powers = ss_arena_new(n->ring.arena, m.count, ss_power);
  if (!powers) {
    n->ring.failed = true;
    return m.powers;
  }
  memcpy(powers, m.powers, m.count * sizeof *powers);
  qsort_r(powers, m.count, sizeof *powers, by_atom, n);
  return n->ordered[monomial] = powers;
}

/* Whether term a comes before term b for a reader; numbers come last. */
static bool comes_before(ss_normal *n, uint32_t a, uint32_t b) {
  uint32_t count_a = n->ring.monomials[a].count, count_b = n->ring.monomials[b].count;
  const ss_power *x = order_powers(n, a), *y = order_powers(n, b);
  for (uint32_t i = 0; i < count_a && i < count_b; i++) {
    if (x[i].atom != y[i].atom) return atom_comes_before(n, x[i].atom, y[i].atom);
    if (x[i].exponent != y[i].exponent) return x[i].exponent > y[i].exponent;
  }
  return count_a > count_b;
}

size_t ss_normal_leading(ss_normal *n, ss_poly p) {
  size_t best = 0;
  for (size_t i = 1; i < p.count; i++)
    if (comes_before(n, p.terms[i].monomial, p.terms[best].monomial)) best = i;
  return best;
}

static bool is_positive(const ss_term *term) {
  return fmpq_sgn(&term->coefficient) > 0;
}

/* The positive rational that makes the coefficients coprime integers. */
static void find_content(ss_poly p, fmpq_t content) {
  fmpq_zero(content);
  for (size_t i = 0; i < p.count; i++) fmpq_gcd(content, content, &p.terms[i].coefficient);
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
  find_content(p, content);
  fmpq_inv(inverse, content);
  *monomial = p.count == 1 ? p.terms[0].monomial : find_common_monomial(n, p);
  p = ss_poly_scale(&n->ring, p, inverse, ss_ring_raise(&n->ring, *monomial, -1));
  if (p.count && !is_positive(&p.terms[ss_normal_leading(n, p)])) {
    fmpq_neg(content, content);
    p = ss_poly_scale(&n->ring, p, &minus_one, 0);
  }
  fmpq_clear(inverse);
  return p;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static ss_expr build_power(ss_normal *n, ss_expr atom, int32_t exponent) {
  return ss_expr_pow(n->graph, atom, ss_expr_integer(n->graph, exponent));
}

/* coefficient * numerator / denominator * factor (SS_EXPR_NONE: no factor) */
static ss_expr build_product(ss_normal *n, const fmpq_t coefficient, uint32_t monomial,
                             ss_expr factor) {
  ss_graph *g = n->graph;
  ss_expr above = ss_expr_integer(g, 1), below = above;
  ss_monomial m = n->ring.monomials[monomial];
  const ss_power *ordered = order_powers(n, monomial);
  for (uint32_t i = 0; i < m.count; i++) {
    ss_power p = ordered[i];
    if (p.exponent > 0)
      above = ss_expr_mul(g, above, build_power(n, p.atom, p.exponent));
    else
      below = ss_expr_mul(g, below, build_power(n, p.atom, -p.exponent));
  }
  if (factor) above = ss_expr_mul(g, above, factor);
  return ss_expr_mul(g, ss_expr_number(g, coefficient), ss_expr_div(g, above, below));
}

/* Room for a number by each atom, all 0; NULL when memory is out. */
static uint32_t *find_tally(ss_normal *n) {
  size_t count = ss_graph_count(n->graph);
  if (count > n->tally_count) {
    free(n->tally);
    n->tally_count = 2 * count;
    n->tally = calloc(n->tally_count, sizeof *n->tally);
    if (!n->tally) n->tally_count = 0, n->ring.failed = true;
  }
  return n->tally;
}

/* The atom above the line in most terms, the oldest of them; SS_EXPR_NONE if none is in two. */
static ss_expr most_shared_atom(ss_normal *n, ss_poly p) {
  uint32_t *tally = find_tally(n), best_run = 1;
  ss_expr best = SS_EXPR_NONE;
  if (!tally) return best;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < p.count; i++) {
      ss_monomial m = n->ring.monomials[p.terms[i].monomial];
      for (uint32_t j = 0; j < m.count; j++) {
        ss_expr atom = m.powers[j].atom;
        if (pass == 1)
          tally[atom] = 0;
        else if (m.powers[j].exponent > 0 && ++tally[atom] >= best_run && tally[atom] > 1) {
          if (tally[atom] > best_run || atom < best || !best) best = atom;
          best_run = tally[atom];
        }
      }
    }
  return best;
}

static int by_reading_order(const void *left, const void *right, void *normal) {
  const ss_term *const *a = left, *const *b = right;
  if ((*a)->monomial == (*b)->monomial) return 0;
  return comes_before(normal, (*a)->monomial, (*b)->monomial) ? -1 : 1;
}

/* The first positive term leads, the others follow in the order for readers. */
static ss_expr build_plain_sum(ss_normal *n, ss_poly p) {
  const ss_term **order = ss_arena_new(n->ring.arena, p.count, const ss_term *);
  ss_expr sum = ss_expr_integer(n->graph, 0);
  if (!order) {
    n->ring.failed = true;
    return sum;
  }
  for (size_t i = 0; i < p.count; i++) order[i] = &p.terms[i];
  qsort_r(order, p.count, sizeof *order, by_reading_order, n);
  size_t first = 0;
  while (first + 1 < p.count && !is_positive(order[first])) first++;
  if (!is_positive(order[first])) first = 0;
  for (size_t k = 0; k < p.count; k++) {
    const ss_term *t = order[k == 0 ? first : k <= first ? k - 1 : k];
    sum = ss_expr_add(n->graph, sum, build_product(n, &t->coefficient, t->monomial, SS_EXPR_NONE));
  }
  return sum;
}

/* A primitive sum of at least two terms. */
static ss_expr build_sum(ss_normal *n, ss_poly p) {
  ss_expr shared = most_shared_atom(n, p);
  bool *has_it = ss_arena_new(n->ring.arena, p.count, bool);
  if (!has_it) n->ring.failed = true;
  if (!shared || n->ring.failed) return build_plain_sum(n, p);
  for (size_t i = 0; i < p.count; i++)
    has_it[i] = ss_ring_exponent(&n->ring, p.terms[i].monomial, shared) > 0;
  ss_poly with = ss_poly_select(&n->ring, p, has_it, true);
  ss_poly without = ss_poly_select(&n->ring, p, has_it, false);
  if (n->ring.failed) return ss_expr_integer(n->graph, 0);
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
  if (p.count == 0 || !ss_ring_spend(&n->ring, p.count)) return ss_expr_integer(n->graph, 0);
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
  ss_expr sum = n->ring.failed ? ss_expr_integer(n->graph, 0) : build_sum(n, primitive);
  ss_expr e = build_product(n, content, monomial, sum);
  fmpq_clear(content);
  return e;
}
