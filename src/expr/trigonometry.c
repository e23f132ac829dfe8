/* trigonometry.c: sine and cosine in normal forms.
 *
 * Angles are normalised first: multiples of pi/2 are taken out, sin(a + pi) = -sin(a), and the sign
 * is chosen so that the leading term is positive, sin(b - a) = -sin(a - b).
 *
 * Expanded (for deciding zero): the sine and cosine of a sum of angles become polynomials in the
 * sines and cosines of its terms, by the sum formulas, sin(a+b) = sin a cos b + cos a sin b,
 * cos(a+b) = cos a cos b - sin a sin b, and sin^2 = 1 - cos^2 everywhere makes the result unique.
 *
 * Contracted (for readers): sin^2 and cos^2 are traded for each other where that leaves fewer
 * terms, and the sum formulas are read from right to left where both products are there with equal
 * factors.
 *
 * The sine of a sum of k angles has 2^(k-1) terms: an angle whose expansion would pass
 * MOST_PRODUCTS of them stays an atom. What would become too large for the ring stays as it is.
 */
#include "normal_private.h"

#include <stdlib.h>

enum { MOST_MULTIPLE = 12, MOST_PRODUCTS = 256 };

static const fmpq one = {1, 1};
static const fmpq minus_one = {-1, 1};

static bool is_function(const ss_normal *n, ss_expr atom, ss_op op) {
  return ss_expr_op(n->graph, atom) == op;
}

/* ---- normalising the angle ------------------------------------------------------------------- */

/* Takes k*pi/2 out of the angle; k modulo 4. */
static int take_quarter_turns(ss_normal *n, ss_poly *angle) {
  ss_power pi = {ss_expr_pi(n->graph), 1};
  const ss_term *term = ss_poly_find(*angle, ss_ring_monomial(&n->ring, 1, &pi));
  if (!term) return 0;
  fmpq_t turns;
  fmpz_t quarter;
  fmpq_init(turns);
  fmpz_init(quarter);
  fmpq_mul_2exp(turns, &term->coefficient, 1);
  fmpz_fdiv_q(quarter, fmpq_numref(turns), fmpq_denref(turns));
  int k = (int)fmpz_fdiv_ui(quarter, 4);
  bool is_whole = fmpz_is_one(fmpq_denref(turns));
  if (is_whole) *angle = ss_poly_minus(&n->ring, *angle, (ss_poly){1, (ss_term *)term});
  fmpq_clear(turns);
  fmpz_clear(quarter);
  return is_whole ? k : 0;
}

/* The sine and cosine of one angle. */
typedef struct pair {
  ss_poly sine, cosine;
} pair;

static ss_poly negated(ss_normal *n, ss_poly p) {
  return ss_poly_scale(&n->ring, p, &minus_one, 0);
}

/* The angle plus k*pi/2. */
static pair turn(ss_normal *n, pair p, int k) {
  for (; k > 0; k--) p = (pair){p.cosine, negated(n, p.sine)};
  return p;
}

/* An angle that is not taken apart; its leading term is positive. */
static pair pair_of_atom(ss_normal *n, ss_poly angle) {
  if (angle.count == 0) return (pair){{0}, ss_poly_integer(&n->ring, 1)};
  size_t lead = ss_normal_leading(n, angle);
  bool negative = fmpq_sgn(&angle.terms[lead].coefficient) < 0;
  if (negative) angle = negated(n, angle);
  ss_expr e = ss_normal_wrap(n, angle);
  ss_poly sine = ss_poly_atom(&n->ring, ss_expr_unary(n->graph, SS_OP_SIN, e), 1);
  ss_poly cosine = ss_poly_atom(&n->ring, ss_expr_unary(n->graph, SS_OP_COS, e), 1);
  return (pair){negative ? negated(n, sine) : sine, cosine};
}

/* ---- expanding ------------------------------------------------------------------------------- */

/* A product that is known to be small. */
static ss_poly product(ss_normal *n, ss_poly a, ss_poly b) {
  ss_poly result;
  if (!ss_poly_multiply(&n->ring, a, b, &result)) n->ring.failed = true;
  return result;
}

/* sin(a+b), cos(a+b) */
static pair add_angles(ss_normal *n, pair a, pair b) {
  ss_ring *ring = &n->ring;
  return (pair){
      ss_poly_plus(ring, product(n, a.sine, b.cosine), product(n, a.cosine, b.sine)),
      ss_poly_minus(ring, product(n, a.cosine, b.cosine), product(n, a.sine, b.sine)),
  };
}

/* How often the angle m/denominator is in a term of an angle, if that is not too often. */
static long multiple_of(const ss_term *term) {
  const fmpz *times = fmpq_numref(&term->coefficient);
  return fmpz_cmpabs(times, &(fmpz){MOST_MULTIPLE}) <= 0 ? labs(fmpz_get_si(times)) : 1;
}

/* One term c*m of an angle: |numerator of c| times the angle m/denominator. */
static pair expand_term(ss_normal *n, const ss_term *term) {
  long times = multiple_of(term);
  fmpq_t unit;
  fmpq_init(unit);
  fmpq_div_fmpz(unit, &term->coefficient, &(fmpz){times});
  pair base = pair_of_atom(n, ss_poly_term(&n->ring, unit, term->monomial));
  pair sum = base;
  for (long i = 1; i < times; i++) sum = add_angles(n, sum, base);
  fmpq_clear(unit);
  return sum;
}

/* Terms of the sine of an angle when it is expanded: a product of k factors each sin or cos, and
 * m + 1 terms from m times an angle. */
static bool is_short(ss_poly angle) {
  long products = 1;
  for (size_t i = 0; i < angle.count && products <= MOST_PRODUCTS; i++)
    products *= multiple_of(&angle.terms[i]) + 1;
  return products <= MOST_PRODUCTS;
}

static pair expand_angle(ss_normal *n, ss_poly angle) {
  pair sum = {{0}, ss_poly_integer(&n->ring, 1)};
  for (size_t i = 0; i < angle.count; i++)
    sum = add_angles(n, sum, expand_term(n, &angle.terms[i]));
  return sum;
}

ss_poly ss_normal_trigonometric(ss_normal *n, ss_op op, ss_poly angle) {
  int k = take_quarter_turns(n, &angle);
  bool expand = n->expand && is_short(angle);
  pair p = turn(n, expand ? expand_angle(n, angle) : pair_of_atom(n, angle), k);
  return op == SS_OP_SIN ? p.sine : p.cosine;
}

/* ---- Pythagoras ------------------------------------------------------------------------------ */

/* The other one of sin(a) and cos(a). */
static ss_expr partner_of(ss_normal *n, ss_expr atom) {
  ss_op other = is_function(n, atom, SS_OP_SIN) ? SS_OP_COS : SS_OP_SIN;
  return ss_expr_unary(n->graph, other, ss_expr_arg(n->graph, atom, 0));
}

/* f^2 = 1 - partner^2 in all terms, until no f^2 is left; false if it becomes too large. */
static bool replace_squares(ss_normal *n, ss_poly p, ss_expr f, ss_poly *result) {
  ss_ring *ring = &n->ring;
  ss_power removed = {f, -2};
  uint32_t inverse = ss_ring_monomial(ring, 1, &removed);
  ss_poly by =
      ss_poly_minus(ring, ss_poly_integer(ring, 1), ss_poly_atom(ring, partner_of(n, f), 2));
  *result = (ss_poly){0};
  while (p.count && !ring->failed) {
    bool *squared = ss_arena_new(ring->arena, p.count, bool);
    if (!squared) {
      ring->failed = true;
      break;
    }
    for (size_t i = 0; i < p.count; i++)
      squared[i] = ss_ring_exponent(ring, p.terms[i].monomial, f) >= 2;
    *result = ss_poly_plus(ring, *result, ss_poly_select(ring, p, squared, false));
    ss_poly squares = ss_poly_select(ring, p, squared, true);
    if (!ss_poly_multiply(ring, ss_poly_scale(ring, squares, &one, inverse), by, &p)) return false;
  }
  return result->count <= ring->most_terms && !ring->failed;
}

/* The next sine or cosine, numbered above `after`, that stands squared. */
static ss_expr next_square(const ss_normal *n, ss_poly p, ss_expr after, bool sines_only) {
  ss_expr next = SS_EXPR_NONE;
  for (size_t i = 0; i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      ss_expr atom = m.powers[j].atom;
      bool fits =
          is_function(n, atom, SS_OP_SIN) || (!sines_only && is_function(n, atom, SS_OP_COS));
      if (fits && m.powers[j].exponent >= 2 && atom > after && (!next || atom < next)) next = atom;
    }
  }
  return next;
}

ss_poly ss_normal_reduce_sines(ss_normal *n, ss_poly p) {
  ss_expr f = SS_EXPR_NONE;
  while ((f = next_square(n, p, f, true)) != SS_EXPR_NONE && !n->ring.failed) {
    ss_poly reduced;
    if (replace_squares(n, p, f, &reduced)) p = reduced;
  }
  return p;
}

static ss_poly trade_squares(ss_normal *n, ss_poly p) {
  ss_expr f = SS_EXPR_NONE;
  while ((f = next_square(n, p, f, false)) != SS_EXPR_NONE && !n->ring.failed) {
    ss_poly traded;
    if (replace_squares(n, p, f, &traded) && traded.count < p.count) p = traded;
  }
  return p;
}

/* ---- the sum formulas, from right to left ---------------------------------------------------- */

static ss_poly add_signed(ss_normal *n, ss_expr a, ss_expr b, bool plus) {
  ss_poly left = ss_normal_inside(n, a), right = ss_normal_inside(n, b);
  return plus ? ss_poly_plus(&n->ring, left, right) : ss_poly_minus(&n->ring, left, right);
}

/* What c r f(a) h(b) + s c r f'(a) h'(b) contracts to, the sign s being + or -:
 *     cos cos + sin sin = cos(a-b)      cos cos - sin sin = cos(a+b)      sin cos +- cos sin =
 * sin(a+-b)
 */
static ss_poly contract_pair(ss_normal *n, const ss_term *term, ss_expr x, ss_expr y, bool plus) {
  bool same = ss_expr_op(n->graph, x) == ss_expr_op(n->graph, y);
  bool sines = same && is_function(n, x, SS_OP_SIN);
  bool swapped = !same && is_function(n, x, SS_OP_COS);
  ss_expr a = ss_expr_arg(n->graph, swapped ? y : x, 0);
  ss_expr b = ss_expr_arg(n->graph, swapped ? x : y, 0);
  ss_poly angle = add_signed(n, a, b, same != plus);
  ss_poly function = ss_normal_trigonometric(n, same ? SS_OP_COS : SS_OP_SIN, angle);
  ss_power removed[] = {{x, -1}, {y, -1}};
  const fmpq *sign = sines && !plus ? &minus_one : &one;
  ss_poly factor = ss_poly_scale(&n->ring, (ss_poly){1, (ss_term *)term}, sign,
                                 ss_ring_monomial(&n->ring, 2, removed));
  return product(n, factor, function);
}

/* The term with sin and cos exchanged in two factors, if it is there with plus or minus the
 * coefficient; its place, or p.count. */
static size_t find_match(ss_normal *n, ss_poly p, const ss_term *term, const ss_power *two,
                         bool *plus) {
  ss_ring *ring = &n->ring;
  ss_power swap[] = {{two[0].atom, -1},
                     {two[1].atom, -1},
                     {partner_of(n, two[0].atom), 1},
                     {partner_of(n, two[1].atom), 1}};
  uint32_t other = ss_ring_multiply(ring, term->monomial, ss_ring_monomial(ring, 4, swap));
  const ss_term *match = ss_poly_find(p, other);
  if (!match || match == term) return p.count;
  fmpq_t sum;
  fmpq_init(sum);
  fmpq_add(sum, &match->coefficient, &term->coefficient);
  *plus = fmpq_equal(&match->coefficient, &term->coefficient);
  bool fits = *plus || fmpq_is_zero(sum);
  fmpq_clear(sum);
  return fits ? (size_t)(match - p.terms) : p.count;
}

static bool is_sine_or_cosine(const ss_normal *n, ss_power power) {
  return power.exponent == 1 &&
         (is_function(n, power.atom, SS_OP_SIN) || is_function(n, power.atom, SS_OP_COS));
}

/* Contracts term i with one that matches it, if there is one; both are then done. */
static bool contract_term(ss_normal *n, ss_poly p, size_t i, bool *done, ss_poly *contracted) {
  const ss_term *term = &p.terms[i];
  ss_monomial m = n->ring.monomials[term->monomial];
  for (uint32_t j = 0; j < m.count; j++) {
    if (!is_sine_or_cosine(n, m.powers[j])) continue;
    for (uint32_t k = j + 1; k < m.count; k++) {
      if (!is_sine_or_cosine(n, m.powers[k])) continue;
      bool plus;
      ss_power two[] = {m.powers[j], m.powers[k]};
      size_t match = find_match(n, p, term, two, &plus);
      if (match == p.count || done[match]) continue;
      done[i] = done[match] = true;
      *contracted = contract_pair(n, term, two[0].atom, two[1].atom, plus);
      return true;
    }
  }
  return false;
}

/* One pass over all terms; false if nothing contracted. */
static bool contract_all(ss_normal *n, ss_poly *p) {
  bool *done = ss_arena_new(n->ring.arena, p->count, bool);
  ss_poly *pieces = ss_arena_new(n->ring.arena, p->count + 1, ss_poly);
  size_t count = 0;
  if (!done || !pieces) n->ring.failed = true;
  for (size_t i = 0; i < p->count && !n->ring.failed; i++)
    if (!done[i]) count += contract_term(n, *p, i, done, &pieces[count]);
  if (n->ring.failed || count == 0) return false;
  pieces[count] = ss_poly_select(&n->ring, *p, done, false);
  *p = ss_poly_sum(&n->ring, count + 1, pieces);
  return true;
}

ss_poly ss_normal_contract(ss_normal *n, ss_poly p) {
  p = trade_squares(n, p);
  while (contract_all(n, &p)) continue;
  return p;
}
