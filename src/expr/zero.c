/* zero.c: is an expression zero for all values of its symbols?
 *
 * Proof: the expression as a polynomial over atoms, trigonometric functions and exponentials of
 * sums expanded (normal.c); then, until nothing changes, every sum among the atoms is multiplied
 * out and every denominator cleared (p/s + q = 0 where p + q s = 0, s not being zero everywhere),
 * squares of roots resolved, 1 - cos^2 put for sin^2. No terms left: PROVED.
 *
 * Refutation: the expression in balls at rational points; a finite ball without zero in it:
 * REFUTED.
 *
 * Neither: UNKNOWN. It happens for identities between atoms that are not known here (log(a b) =
 * log a + log b, half angles, asin, the exact values of sin(pi/6) and the like), for what is
 * defined nowhere, and for expressions beyond the limits of the ring. Cost: that of the normal
 * form, which its budget bounds, and a few evaluations.
 */
#include <stdlib.h>

#include "normal_private.h"
#include "standstill/tape.h"

/* ---- proof ----------------------------------------------------------------------------------- */

/* An atom that is a sum or has a negative power somewhere, with its lowest exponent. */
static bool find_to_clear(const ss_normal *n, ss_poly p, ss_power *found) {
  *found = (ss_power){0};
  for (size_t i = 0; i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      ss_power power = m.powers[j];
      bool fits = power.exponent < 0 || ss_normal_is_sum(n, power.atom);
      if (!found->atom ? fits : power.atom == found->atom && power.exponent < found->exponent)
        *found = power;
    }
  }
  return found->atom != SS_EXPR_NONE;
}

/* p * atom^k, k making all its exponents non-negative; a sum is multiplied out. */
static bool clear_atom(ss_normal *n, ss_poly *p, ss_power lowest) {
  ss_ring *ring = &n->ring;
  int32_t lift = lowest.exponent < 0 ? -lowest.exponent : 0;
  bool sum = ss_normal_is_sum(n, lowest.atom);
  ss_poly inside = sum ? ss_normal_inside(n, lowest.atom) : ss_poly_atom(ring, lowest.atom, 1);
  ss_poly *pieces = ss_arena_new(ring->arena, p->count, ss_poly);
  for (size_t i = 0; pieces && i < p->count; i++) {
    ss_power removed = {lowest.atom, -ss_ring_exponent(ring, p->terms[i].monomial, lowest.atom)};
    ss_poly power, term = {1, &p->terms[i]};
    term = ss_poly_scale(ring, term, &(fmpq){1, 1}, ss_ring_monomial(ring, 1, &removed));
    if (!ss_poly_raise(ring, inside, lift - removed.exponent, &power)) return false;
    if (!ss_poly_multiply(ring, term, power, &pieces[i])) return false;
  }
  if (pieces) *p = ss_poly_sum(ring, p->count, pieces);
  return pieces && !ring->failed && ss_normal_reduce_roots(n, p);
}

bool ss_zero_prove(ss_graph *g, ss_expr e) {
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

/* ---- refutation ------------------------------------------------------------------------------ */

/* Symbols of the expressions, as a malloc'ed list. */
static ss_expr *collect_symbols(const ss_graph *g, size_t count, const ss_expr *exprs,
                                size_t *symbols) {
  size_t length, kept = 0;
  ss_expr *list = ss_graph_collect(g, count, exprs, &length);
  for (size_t i = 0; list && i < length; i++)
    if (ss_expr_op(g, list[i]) == SS_OP_SYMBOL) list[kept++] = list[i];
  *symbols = kept;
  return list;
}

enum { PRECISION = 128 };

/* Evaluates at a point: k-th multiples of odd fractions, negative at every second point. */
static void evaluate_at(const ss_tape *tape, arb_ptr work, int point) {
  arb_ptr in = ss_balls_in(tape, work);
  for (size_t i = 0; i < ss_tape_inputs(tape); i++) {
    long numerator = (long)((i + 1) * 37 % 101 + (size_t)(11 * point));
    arb_set_si(in + i, point % 2 ? -numerator : numerator);
    arb_div_si(in + i, in + i, 97 + 2 * point, PRECISION);
  }
  ss_balls_run(tape, work, PRECISION);
}

void ss_zero_refute(const ss_graph *g, size_t count, const ss_expr *exprs, ss_points points,
                    bool *refuted) {
  size_t symbols;
  ss_tape *tape = NULL;
  ss_expr *symbol = collect_symbols(g, count, exprs, &symbols);
  if (symbol && ss_tape_compile(g, 0, NULL, symbols, symbol, count, exprs, &tape) == SS_OK) {
    arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
    ss_balls_prepare(tape, NULL, work, PRECISION);
    for (int point = points.first; point < points.end; point++) {
      evaluate_at(tape, work, point);
      arb_srcptr out = ss_balls_out(tape, work);
      for (size_t i = 0; i < count; i++)
        refuted[i] |= arb_is_finite(out + i) && !arb_contains_zero(out + i);
    }
    _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
  }
  ss_tape_destroy(tape);
  free(symbol);
}

ss_verdict ss_expr_is_zero(ss_graph *g, ss_expr e) {
  const ss_points one = {0, 1}, more = {1, 5};
  bool refuted = false;
  if (e == SS_EXPR_NONE || ss_graph_status(g) != SS_OK) return SS_UNKNOWN;
  ss_zero_refute(g, 1, &e, one, &refuted);
  if (refuted) return SS_REFUTED;
  if (ss_zero_prove(g, e)) return SS_PROVED;
  ss_zero_refute(g, 1, &e, more, &refuted);
  return refuted ? SS_REFUTED : SS_UNKNOWN;
}
