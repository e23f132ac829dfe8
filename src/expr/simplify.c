/* simplify.c: a short equivalent form, and the question whether an expression is zero.
 *
 * Simplify: convert to a polynomial over atoms (normal.c), contract trigonometric functions
 * (trigonometry.c), build a short expression (build.c); keep whichever of it and the original is
 * shorter as printed. Never fails: what is too large, or has no normal form, comes back as it was.
 *
 * Zero: convert with trigonometric functions of sums expanded, clear the denominators until no sum
 * is left below a line, put 1 - cos^2 for sin^2. No terms left: PROVED. Otherwise the expression is
 * evaluated in balls at rational points; a ball without zero in it: REFUTED. Neither: UNKNOWN,
 * which happens for identities between atoms that are not known here (log(a b) = log a + log b,
 * |x|^2 = x^2 inside sums, half angles) and for expressions beyond the limits of the ring.
 */
#include <stdlib.h>

#include "normal_private.h"
#include "standstill/tape.h"

/* ---- zero ----------------------------------------------------------------------------------- */

static bool is_sum(const ss_graph *g, ss_expr e) {
  return ss_expr_op(g, e) == SS_OP_ADD || ss_expr_op(g, e) == SS_OP_SUB;
}

/* An atom that is a sum or has a negative power somewhere, with its lowest exponent. */
static bool find_to_clear(const ss_normal *n, ss_poly p, ss_power *found) {
  *found = (ss_power){0};
  for (size_t i = 0; i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      ss_power power = m.powers[j];
      bool fits = power.exponent < 0 || is_sum(n->graph, power.atom);
      if (fits && (!found->atom || power.atom == found->atom) &&
          (!found->atom || power.exponent < found->exponent))
        *found = power;
    }
  }
  return found->atom != SS_EXPR_NONE;
}

/* p * atom^k, k making all its exponents non-negative; a sum is multiplied out. */
static bool clear_atom(ss_normal *n, ss_poly *p, ss_power lowest) {
  ss_ring *ring = &n->ring;
  int32_t lift = lowest.exponent < 0 ? -lowest.exponent : 0;
  bool sum = is_sum(n->graph, lowest.atom);
  ss_poly inside = sum ? ss_normal_poly(n, lowest.atom) : ss_poly_atom(ring, lowest.atom, 1);
  ss_poly cleared = {0};
  for (size_t i = 0; i < p->count; i++) {
    ss_power removed = {lowest.atom, -ss_ring_exponent(ring, p->terms[i].monomial, lowest.atom)};
    ss_poly power, term = {1, &p->terms[i]};
    term = ss_poly_scale(ring, term, &(fmpq){1, 1}, ss_ring_monomial(ring, 1, &removed));
    if (!ss_poly_raise(ring, inside, lift - removed.exponent, &power)) return false;
    if (!ss_poly_multiply(ring, term, power, &term)) return false;
    cleared = ss_poly_plus(ring, cleared, term);
  }
  *p = cleared;
  return !ring->failed;
}

static bool normal_form_is_zero(ss_graph *g, ss_expr e) {
  enum { MOST_ROUNDS = 64 };
  ss_normal n;
  if (!ss_normal_start(&n, g, true)) return false;
  bool good = ss_normal_convert(&n, 1, &e);
  ss_poly p = good ? n.of[e] : (ss_poly){0};
  ss_power lowest;
  for (int round = 0; good && find_to_clear(&n, p, &lowest); round++)
    good = round < MOST_ROUNDS && clear_atom(&n, &p, lowest);
  if (good) p = ss_normal_reduce_sines(&n, p);
  bool is_zero = good && p.count == 0 && !n.ring.failed;
  ss_normal_stop(&n);
  return is_zero;
}

/* ---- simplify ------------------------------------------------------------------------------- */

/* Nodes of the expression as a tree, which is what a reader sees; saturates. */
static uint64_t tree_size(const ss_graph *g, ss_expr e) {
  size_t length;
  ss_expr *list = ss_graph_collect(g, 1, &e, &length);
  uint64_t *size = list ? calloc((size_t)e + 1, sizeof *size) : NULL;
  for (size_t i = 0; size && i < length; i++) {
    uint64_t sum = 1;
    for (int k = 0; k < ss_op_arity(ss_expr_op(g, list[i])); k++)
      sum += size[ss_expr_arg(g, list[i], k)];
    size[list[i]] = sum < UINT64_MAX / 4 ? sum : UINT64_MAX / 4;
  }
  uint64_t result = size ? size[e] : UINT64_MAX;
  free(size);
  free(list);
  return result;
}

/* Whether zero may hide behind relations that only the expanded form knows: fractions of sums,
 * tangents, functions of several angles. */
static bool may_hide_zero(const ss_normal *n, ss_poly p) {
  for (size_t i = 0; p.count > 1 && i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      ss_op op = ss_expr_op(n->graph, m.powers[j].atom);
      ss_expr angle = ss_expr_arg(n->graph, m.powers[j].atom, 0);
      bool is_turning = op == SS_OP_SIN || op == SS_OP_COS;
      if (op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_TAN) return true;
      if (is_turning && ss_op_arity(ss_expr_op(n->graph, angle)) > 0) return true;
    }
  }
  return false;
}

static ss_expr simplify_one(ss_normal *n, ss_expr e) {
  if (may_hide_zero(n, n->of[e]) && normal_form_is_zero(n->graph, e))
    return ss_expr_integer(n->graph, 0);
  ss_poly p = ss_normal_contract(n, n->of[e]);
  ss_expr built = ss_normal_build(n, p);
  if (n->ring.failed || built == SS_EXPR_NONE) return e;
  return tree_size(n->graph, built) <= tree_size(n->graph, e) ? built : e;
}

ss_status ss_expr_simplify_all(ss_graph *g, size_t count, const ss_expr *exprs, ss_expr *results) {
  ss_normal n;
  if (ss_graph_status(g) != SS_OK) return ss_graph_status(g);
  bool good = ss_normal_start(&n, g, false);
  if (!good) ss_graph_fail(g, SS_MEMORY);
  good = good && ss_normal_convert(&n, count, exprs);
  for (size_t i = 0; i < count; i++)
    results[i] = good && exprs[i] ? simplify_one(&n, exprs[i]) : exprs[i];
  if (n.of) ss_normal_stop(&n);
  return ss_graph_status(g);
}

ss_expr ss_expr_simplify(ss_graph *g, ss_expr e) {
  ss_expr result;
  return ss_expr_simplify_all(g, 1, &e, &result) == SS_OK ? result : SS_EXPR_NONE;
}

/* ---- not zero ------------------------------------------------------------------------------- */

/* Symbols of an expression, as a malloc'ed list. */
static ss_expr *collect_symbols(const ss_graph *g, ss_expr e, size_t *count) {
  size_t length, kept = 0;
  ss_expr *list = ss_graph_collect(g, 1, &e, &length);
  for (size_t i = 0; list && i < length; i++)
    if (ss_expr_op(g, list[i]) == SS_OP_SYMBOL) list[kept++] = list[i];
  *count = kept;
  return list;
}

/* Whether the ball evaluation at the point excludes zero. The point: k-th multiples of odd
 * fractions. */
static bool is_nonzero_at(const ss_tape *tape, arb_ptr work, size_t symbols, int point) {
  enum { PRECISION = 128 };
  arb_ptr in = ss_balls_in(tape, work);
  for (size_t i = 0; i < symbols; i++) {
    long numerator = (long)((i + 1) * 37 % 101 + (size_t)(11 * point));
    arb_set_si(in + i, point % 2 ? -numerator : numerator);
    arb_div_si(in + i, in + i, 97 + 2 * point, PRECISION);
  }
  ss_balls_run(tape, work, PRECISION);
  arb_srcptr out = ss_balls_out(tape, work);
  return arb_is_finite(out) && !arb_contains_zero(out);
}

static bool is_nonzero_somewhere(const ss_graph *g, ss_expr e) {
  enum { POINTS = 6 };
  size_t symbols;
  ss_tape *tape = NULL;
  bool nonzero = false;
  ss_expr *symbol = collect_symbols(g, e, &symbols);
  if (symbol && ss_tape_compile(g, 0, NULL, symbols, symbol, 1, &e, &tape) == SS_OK) {
    arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
    ss_balls_prepare(tape, NULL, work, 128);
    for (int point = 0; point < POINTS && !nonzero; point++)
      nonzero = is_nonzero_at(tape, work, symbols, point);
    _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
  }
  ss_tape_destroy(tape);
  free(symbol);
  return nonzero;
}

ss_verdict ss_expr_is_zero(ss_graph *g, ss_expr e) {
  if (e == SS_EXPR_NONE || ss_graph_status(g) != SS_OK) return SS_UNKNOWN;
  if (normal_form_is_zero(g, e)) return SS_PROVED;
  return is_nonzero_somewhere(g, e) ? SS_REFUTED : SS_UNKNOWN;
}
