/* plain_numbers.c: symbols of a plain reading, and the intervals in which polynomials of them lie.
 *
 *     p(s_1 ... s_k),   low_i <= s_i <= high_i
 *
 * Where p is affine in each symbol and k <= 10, its extremes are at corners of the box: 2^k are
 * evaluated. Else the intervals of its terms c s_1^e_1 ... s_k^e_k are added, which is wider but
 * never wrong: symbols that depend on each other are taken as independent. Both are exact in
 * rationals, so that standstill-check, which does the same, finds the same interval.
 *
 * The same operation on the same numbers is the same symbol. Known of symbols is
 *
 *     s = sqrt(a): s^2 = a    s = |a|: s^2 = a^2    s = sin(a): s^2 = 1 - cos(a)^2
 *     s = 1/a: s a = 1        s = 1/sqrt(a): s^2 = 1/a too
 *
 * The inverse of one term is the product of the inverses of its symbols, so that what can be
 * cancelled is; that of a sum is a symbol of its own, which goes if it can be cancelled as a whole.
 */
#include "plain.h"

typedef ss_plain_poly poly;
typedef ss_plain_range range;

/* ---- the hull of a polynomial ---------------------------------------------------------------- */

static range new_range(ss_plain *x) {
  return (range){ss_plain_rational(x), ss_plain_rational(x), true};
}

/* The hull takes y in, or is y where that is the first. */
static void widen(range hull, const fmpq *y, bool first) {
  if (first || fmpq_cmp(y, hull.low) < 0) fmpq_set(hull.low, y);
  if (first || fmpq_cmp(y, hull.high) > 0) fmpq_set(hull.high, y);
}

static range try_corners(ss_plain *x, const poly *e, size_t count, const size_t *used) {
  fmpq *values[2 * SS_PLAIN_COORDINATES + SS_PLAIN_SYMBOLS];
  fmpq *zero = ss_plain_rational(x), *value = ss_plain_rational(x);
  range hull = new_range(x);
  for (size_t i = 0; i < 2 * x->n + SS_PLAIN_SYMBOLS; i++) values[i] = zero;
  for (size_t corner = 0; corner < (size_t)1 << count && !x->why; corner++) {
    for (size_t i = 0; i < count; i++) {
      range s = x->symbol[used[i]].range;
      values[2 * x->n + used[i]] = corner >> i & 1 ? s.high : s.low;
    }
    if (!fmpq_mpoly_evaluate_all_fmpq(value, e, values, x->ring))
      ss_plain_refuse(x, "has a number that is too large for proofs");
    widen(hull, value, corner == 0);
  }
  return hull;
}

/* term *= s^e: the extremes are at the ends of both, or 0 where s passes it. y and z are room. */
static void multiply_power(range term, range s, slong e, fmpq *y, range z) {
  for (size_t i = 0; i < 4; i++) {
    fmpq_pow_si(y, i & 1 ? s.high : s.low, e);
    fmpq_mul(y, y, i & 2 ? term.high : term.low);
    widen(z, y, i == 0);
  }
  fmpq_zero(y);
  if (fmpq_sgn(s.low) * fmpq_sgn(s.high) < 0) widen(z, y, false);
  fmpq_set(term.low, z.low);
  fmpq_set(term.high, z.high);
}

static range add_terms(ss_plain *x, const poly *e) {
  ulong exponent[2 * SS_PLAIN_COORDINATES + SS_PLAIN_SYMBOLS];
  range sum = new_range(x), term = new_range(x), room = new_range(x);
  fmpq *y = ss_plain_rational(x);
  for (slong t = 0; t < fmpq_mpoly_length(e, x->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(y, e, t, x->ring);
    fmpq_mpoly_get_term_exp_ui(exponent, e, t, x->ring);
    widen(term, y, true);
    for (size_t i = 0; i < x->symbols; i++)
      if (exponent[2 * x->n + i])
        multiply_power(term, x->symbol[i].range, (slong)exponent[2 * x->n + i], y, room);
    fmpq_add(sum.low, sum.low, term.low);
    fmpq_add(sum.high, sum.high, term.high);
  }
  return sum;
}

range ss_plain_find_range(ss_plain *x, const poly *e) {
  size_t used[SS_PLAIN_SYMBOLS], count = 0;
  bool affine = true, exact = true;
  if (x->why) return new_range(x);
  for (size_t i = 0; i < x->symbols; i++) {
    slong degree = fmpq_mpoly_degree_si(e, (slong)(2 * x->n + i), x->ring);
    if (degree > 0) used[count++] = i;
    affine = affine && degree <= 1;
    exact = exact && (degree <= 0 || x->symbol[i].range.exact);
  }
  range hull =
      affine && count <= SS_PLAIN_CORNERS ? try_corners(x, e, count, used) : add_terms(x, e);
  hull.exact = exact || ss_plain_is_exact(hull);
  return hull;
}

bool ss_plain_is_exact(range y) {
  return fmpq_equal(y.low, y.high);
}

/* ---- symbols --------------------------------------------------------------------------------- */

static void enter_relation(ss_plain *x, const poly *left, const poly *by, const poly *right) {
  x->relation[x->relations++] = (ss_plain_relation){x->symbols - 1, left, by, right};
}

/* What is known of the newest symbol, s. */
static void relate(ss_plain *x, ss_op op, const poly *first, const poly *second) {
  const poly *s = ss_plain_variable(x, 2 * x->n + x->symbols - 1);
  const poly *one = ss_plain_integer(x, 1), *square = ss_plain_product(x, s, s), *right = NULL;
  const bool sum = fmpq_mpoly_length(first, x->ring) > 1;
  if (op == SS_OP_SQRT) right = first;
  if (op == SS_OP_ABS) right = ss_plain_product(x, first, first);
  if (op == SS_OP_SIN) right = ss_plain_sum(x, one, ss_plain_product(x, second, second), -1);
  if (op == SS_OP_DIV) {
    const poly *left = sum ? s : ss_plain_product(x, s, first);
    enter_relation(x, left, sum ? first : NULL, one);
    if (!sum && !ss_plain_is_zero(x, second)) right = second;
  }
  if (right) enter_relation(x, square, NULL, right);
}

poly *ss_plain_symbol_of(ss_plain *x, ss_op op, const poly *first, const poly *second, range y) {
  size_t i = 0;
  if (x->why) return ss_plain_new(x);
  for (; i < x->symbols; i++) {
    const ss_plain_symbol *s = &x->symbol[i];
    if (op != SS_OP_SYMBOL && s->op == op && fmpq_mpoly_equal(s->first, first, x->ring) &&
        fmpq_mpoly_equal(s->second, second, x->ring))
      return ss_plain_variable(x, 2 * x->n + i);
  }
  if (i == SS_PLAIN_SYMBOLS) {
    ss_plain_refuse(x, "needs more than %d irrational numbers and ranges", SS_PLAIN_SYMBOLS);
    return ss_plain_new(x);
  }
  x->symbol[x->symbols++] = (ss_plain_symbol){op, first, second, y};
  relate(x, op, first, second);
  return ss_plain_variable(x, 2 * x->n + i);
}

/* ---- inverses -------------------------------------------------------------------------------- */

static range invert_range(ss_plain *x, range y) {
  range z = new_range(x);
  fmpq_inv(z.low, y.high);
  fmpq_inv(z.high, y.low);
  z.exact = y.exact;
  return z;
}

/* Of an inverse, what it is the inverse of; of a root, with the inverse of its square. */
static const poly *invert_symbol(ss_plain *x, size_t i) {
  const ss_plain_symbol *s = &x->symbol[i];
  if (s->op == SS_OP_DIV) return s->first;
  const poly *square = s->op == SS_OP_SQRT ? ss_plain_invert(x, s->first) : ss_plain_new(x);
  const poly *variable = ss_plain_variable(x, 2 * x->n + i);
  return ss_plain_symbol_of(x, SS_OP_DIV, variable, square, invert_range(x, s->range));
}

poly *ss_plain_invert(ss_plain *x, const poly *e) {
  ulong exponent[2 * SS_PLAIN_COORDINATES + SS_PLAIN_SYMBOLS];
  range y = ss_plain_find_range(x, e);
  if (fmpq_sgn(y.low) * fmpq_sgn(y.high) <= 0)
    ss_plain_refuse(x, "divides by what may be 0 within the ranges");
  if (x->why) return ss_plain_new(x);
  y = invert_range(x, y);
  if (ss_plain_is_exact(y)) return ss_plain_constant(x, y.low);
  if (fmpq_mpoly_length(e, x->ring) > 1) return ss_plain_symbol_of(x, SS_OP_DIV, e, e, y);
  fmpq *coefficient = ss_plain_rational(x);
  fmpq_mpoly_get_term_coeff_fmpq(coefficient, e, 0, x->ring);
  fmpq_mpoly_get_term_exp_ui(exponent, e, 0, x->ring);
  fmpq_inv(coefficient, coefficient);
  poly *inverse = ss_plain_constant(x, coefficient);
  for (size_t i = 0, count = x->symbols; i < count; i++)
    for (ulong k = 0; k < exponent[2 * x->n + i]; k++)
      inverse = ss_plain_product(x, inverse, invert_symbol(x, i));
  return inverse;
}
