/* normal.c: from an expression to a polynomial over atoms.
 *
 * Node by node, arguments first: sums and products are expanded, the rest become atoms whose
 * arguments are simplified first. What is divided by becomes a negative power: of its factors where
 * it is a product, of an atom "the sum" where it is a sum. Roots obey sqrt(a)^2 = a.
 *
 * Limits keep the cost linear in the number of nodes: where a product would have more than
 * SS_RING_MOST_TERMS terms, its factors stay what they are, as atoms.
 *
 * The result is a normal form up to: cancelling of sums in fractions (zero.c clears denominators),
 * relations between atoms other than those named here and in trigonometry.c.
 */
#include "normal_private.h"

#include <stdlib.h>

enum { MOST_FACTORS = 64 };

static const fmpq one = {1, 1};
static const fmpq minus_one = {-1, 1};

bool ss_normal_start(ss_normal *normal, ss_graph *graph, bool expand) {
  *normal = (ss_normal){.graph = graph, .expand = expand, .count = ss_graph_count(graph)};
  normal->of = calloc(normal->count, sizeof *normal->of);
  if (normal->of && ss_ring_start(&normal->ring)) return true;
  free(normal->of);
  normal->of = NULL;
  return false;
}

void ss_normal_stop(ss_normal *normal) {
  ss_ring_stop(&normal->ring);
  free(normal->of);
}

/* ---- atoms ---------------------------------------------------------------------------------- */

/* content * monomial * (the primitive part as an atom)^exponent */
static ss_poly power_of_atom(ss_normal *n, ss_poly p, int32_t exponent) {
  fmpq_t content;
  uint32_t monomial;
  fmpq_init(content);
  ss_poly primitive = ss_normal_primitive(n, p, content, &monomial);
  fmpq_pow_si(content, content, exponent);
  monomial = ss_ring_raise(&n->ring, monomial, exponent);
  ss_poly atom = ss_poly_integer(&n->ring, 1);
  if (primitive.count > 1) atom = ss_poly_atom(&n->ring, ss_normal_build(n, primitive), exponent);
  ss_poly result = ss_poly_scale(&n->ring, atom, content, monomial);
  fmpq_clear(content);
  return result;
}

/* ---- products and roots --------------------------------------------------------------------- */

static ss_poly multiply(ss_normal *n, ss_poly a, ss_poly b);

/* Whether some root of the polynomial stands squared. */
static const ss_power *find_squared_root(const ss_normal *n, ss_poly p, size_t *place) {
  for (size_t i = 0; i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++)
      if (abs(m.powers[j].exponent) >= 2 && ss_expr_op(n->graph, m.powers[j].atom) == SS_OP_SQRT) {
        *place = i;
        return &m.powers[j];
      }
  }
  return NULL;
}

/* sqrt(a)^(2k+r) = a^k sqrt(a)^r, term by term. */
static ss_poly reduce_roots(ss_normal *n, ss_poly p) {
  size_t place;
  const ss_power *root;
  while ((root = find_squared_root(n, p, &place)) != NULL && !n->ring.failed) {
    int32_t half = root->exponent / 2;
    ss_power removed = {root->atom, -2 * half};
    ss_poly inside = ss_normal_poly(n, ss_expr_arg(n->graph, root->atom, 0));
    ss_poly power;
    if (inside.count == 1 || half < 0)
      power = power_of_atom(n, inside, half);
    else if (!ss_poly_raise(&n->ring, inside, half, &power))
      power = power_of_atom(n, inside, half);
    ss_poly term = {1, &p.terms[place]};
    ss_poly rest = ss_poly_minus(&n->ring, p, term);
    term = ss_poly_scale(&n->ring, term, &one, ss_ring_monomial(&n->ring, 1, &removed));
    p = ss_poly_plus(&n->ring, rest, multiply(n, term, power));
  }
  return p;
}

/* Whether every term of p has the atom in its denominator. */
static bool divides_all(const ss_normal *n, ss_expr atom, ss_poly p) {
  for (size_t i = 0; i < p.count; i++)
    if (ss_ring_exponent(&n->ring, p.terms[i].monomial, atom) >= 0) return false;
  return p.count > 0;
}

/* Whether p has any sum in a denominator. */
static bool has_sum_below(const ss_normal *n, ss_poly p) {
  ss_monomial m = n->ring.monomials[p.terms[0].monomial];
  for (uint32_t j = 0; j < m.count; j++) {
    ss_op op = ss_expr_op(n->graph, m.powers[j].atom);
    if (m.powers[j].exponent < 0 && (op == SS_OP_ADD || op == SS_OP_SUB)) return true;
  }
  return false;
}

/* a * b where b has the sum a in all its denominators: the sum cancels. */
static bool cancel_sum(ss_normal *n, ss_poly a, ss_poly b, ss_poly *product) {
  if (a.count < 2 || b.count == 0 || !has_sum_below(n, b)) return false;
  ss_poly whole = power_of_atom(n, a, 1);
  ss_monomial m = n->ring.monomials[whole.terms[0].monomial];
  for (uint32_t j = 0; j < m.count; j++)
    if (divides_all(n, m.powers[j].atom, b)) return ss_poly_multiply(&n->ring, whole, b, product);
  return false;
}

static ss_poly multiply(ss_normal *n, ss_poly a, ss_poly b) {
  ss_poly product;
  if (cancel_sum(n, a, b, &product) || cancel_sum(n, b, a, &product)) return product;
  if (!ss_poly_multiply(&n->ring, a, b, &product)) {
    a = power_of_atom(n, a, 1);
    b = power_of_atom(n, b, 1);
    ss_poly_multiply(&n->ring, a, b, &product);
  }
  return reduce_roots(n, product);
}

/* p^k for an integer k. */
static ss_poly raise_to(ss_normal *n, ss_poly p, long k) {
  ss_poly power;
  if (k > 0 && p.count > 1 && ss_poly_raise(&n->ring, p, k, &power)) return reduce_roots(n, power);
  return reduce_roots(n, power_of_atom(n, p, (int32_t)k));
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* The exponent of a power with a small integer one, or 0. */
static long small_exponent(const ss_normal *n, ss_expr e) {
  const fmpq *value = ss_expr_value(n->graph, ss_expr_arg(n->graph, e, 1));
  if (!value || !fmpz_is_one(fmpq_denref(value))) return 0;
  if (fmpz_cmpabs(fmpq_numref(value), &(fmpz){SS_RING_LARGEST_EXPONENT}) >= 0) return 0;
  return fmpz_get_si(fmpq_numref(value));
}

/* a / e, factor by factor of e. False for a division by zero. */
static bool divide(ss_normal *n, ss_poly *a, ss_expr e) {
  ss_expr factors[MOST_FACTORS];
  size_t count = 0;
  factors[count++] = e;
  while (count > 0) {
    ss_expr f = factors[--count];
    ss_op op = ss_expr_op(n->graph, f);
    if (op == SS_OP_MUL && count + 2 <= MOST_FACTORS) {
      factors[count++] = ss_expr_arg(n->graph, f, 0);
      factors[count++] = ss_expr_arg(n->graph, f, 1);
      continue;
    }
    long k = op == SS_OP_POW ? small_exponent(n, f) : 0;
    ss_poly p = n->of[k ? ss_expr_arg(n->graph, f, 0) : f];
    if (p.count == 0) return false;
    *a = multiply(n, *a, raise_to(n, p, k ? -k : -1));
  }
  return true;
}

/* Built expressions are as deep as the builder's sums are long, so that recursion is bounded. */
ss_poly ss_normal_poly(ss_normal *n, ss_expr e) {
  ss_ring *ring = &n->ring;
  if (e < n->count && n->of[e].count) return n->of[e];
  ss_expr left = ss_expr_arg(n->graph, e, 0), right = ss_expr_arg(n->graph, e, 1);
  switch (ss_expr_op(n->graph, e)) {
  case SS_OP_NUMBER: return ss_poly_number(ring, ss_expr_value(n->graph, e));
  case SS_OP_ADD: return ss_poly_plus(ring, ss_normal_poly(n, left), ss_normal_poly(n, right));
  case SS_OP_SUB: return ss_poly_minus(ring, ss_normal_poly(n, left), ss_normal_poly(n, right));
  case SS_OP_NEG: return ss_poly_scale(ring, ss_normal_poly(n, left), &minus_one, 0);
  case SS_OP_MUL: return multiply(n, ss_normal_poly(n, left), ss_normal_poly(n, right));
  case SS_OP_POW: {
    long k = small_exponent(n, e);
    return k ? raise_to(n, ss_normal_poly(n, left), k) : ss_poly_atom(ring, e, 1);
  }
  default: return ss_poly_atom(ring, e, 1);
  }
}

static ss_poly convert_function(ss_normal *n, ss_expr e) {
  ss_op op = ss_expr_op(n->graph, e);
  ss_poly a = n->of[ss_expr_arg(n->graph, e, 0)];
  if (op == SS_OP_SIN || op == SS_OP_COS) return ss_normal_trigonometric(n, op, a);
  if (op == SS_OP_TAN && n->expand) {
    ss_poly cosine = ss_normal_trigonometric(n, SS_OP_COS, a);
    if (cosine.count)
      return multiply(n, ss_normal_trigonometric(n, SS_OP_SIN, a), power_of_atom(n, cosine, -1));
  }
  ss_expr argument = ss_normal_build(n, a);
  if (ss_op_arity(op) == 1) return ss_normal_poly(n, ss_expr_unary(n->graph, op, argument));
  ss_expr other = ss_normal_build(n, n->of[ss_expr_arg(n->graph, e, 1)]);
  ss_expr folded = ss_expr_binary(n->graph, op, argument, other);
  if (folded == SS_EXPR_NONE) ss_graph_clear_status(n->graph), folded = e;
  return ss_normal_poly(n, folded);
}

static ss_poly convert(ss_normal *n, ss_expr e) {
  ss_ring *ring = &n->ring;
  ss_poly a = n->of[ss_expr_arg(n->graph, e, 0)], b = n->of[ss_expr_arg(n->graph, e, 1)];
  switch (ss_expr_op(n->graph, e)) {
  case SS_OP_NUMBER: return ss_poly_number(ring, ss_expr_value(n->graph, e));
  case SS_OP_PI:
  case SS_OP_SYMBOL: return ss_poly_atom(ring, e, 1);
  case SS_OP_ADD: return ss_poly_plus(ring, a, b);
  case SS_OP_SUB: return ss_poly_minus(ring, a, b);
  case SS_OP_NEG: return ss_poly_scale(ring, a, &minus_one, 0);
  case SS_OP_MUL: return multiply(n, a, b);
  case SS_OP_DIV: return divide(n, &a, ss_expr_arg(n->graph, e, 1)) ? a : ss_poly_atom(ring, e, 1);
  case SS_OP_POW: {
    long k = small_exponent(n, e);
    return k && a.count ? raise_to(n, a, k) : convert_function(n, e);
  }
  default: return convert_function(n, e);
  }
}

bool ss_normal_convert(ss_normal *n, size_t count, const ss_expr *exprs) {
  size_t length;
  ss_expr *list = ss_graph_collect(n->graph, count, exprs, &length);
  for (size_t i = 0; list && i < length && !n->ring.failed; i++)
    if (n->of[list[i]].count == 0) n->of[list[i]] = convert(n, list[i]);
  free(list);
  return list && !n->ring.failed && ss_graph_status(n->graph) == SS_OK;
}
