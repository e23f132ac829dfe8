/* plain_ring.c: arithmetic with the polynomials of a plain reading.
 *
 *     a + b, a b, a / b, a^b, de/dq_i, ddt e = sum_i de/dq_i u_i
 *
 * A product is reduced by what is known of the symbols in it (plain_numbers.c), the newest symbol
 * first, until nothing changes: e = A + left B becomes A + (B / by) right. Every step leaves less
 * of the newest symbol, so that this ends. A quotient is one of polynomials where the division
 * leaves nothing, else a product with the inverse of the divisor, which must be certain not to be
 * 0. Powers with integers are products, with halves of integers those of a square root, others
 * exp(b log a). Sizes are limited as in the checker, whose arithmetic this mirrors step by step.
 */
#include "plain.h"

typedef ss_plain_poly poly;

poly *ss_plain_constant(ss_plain *x, const fmpq_t value) {
  poly *e = ss_plain_new(x);
  fmpq_mpoly_set_fmpq(e, value, x->ring);
  return e;
}

poly *ss_plain_integer(ss_plain *x, slong value) {
  poly *e = ss_plain_new(x);
  fmpq_mpoly_set_si(e, value, x->ring);
  return e;
}

poly *ss_plain_variable(ss_plain *x, size_t index) {
  poly *e = ss_plain_new(x);
  if (!x->why) fmpq_mpoly_gen(e, (slong)index, x->ring);
  return e;
}

bool ss_plain_is_zero(ss_plain *x, const poly *e) {
  return fmpq_mpoly_is_zero(e, x->ring);
}

bool ss_plain_is_constant(ss_plain *x, const poly *e) {
  int used[2 * SS_PLAIN_COORDINATES + SS_PLAIN_SYMBOLS] = {0};
  if (x->why) return true;
  fmpq_mpoly_used_vars(used, e, x->ring);
  for (size_t i = 0; i < 2 * x->n; i++)
    if (used[i]) return false;
  return true;
}

/* ---- sums and products ----------------------------------------------------------------------- */

static void count_operation(ss_plain *x, const poly *a, const poly *b) {
  slong bits = fmpz_mpoly_max_bits(a->zpoly), more = fmpz_mpoly_max_bits(b->zpoly);
  ulong content = fmpq_height_bits(a->content) + fmpq_height_bits(b->content);
  x->operations +=
      1 + (size_t)fmpq_mpoly_length(a, x->ring) + (size_t)fmpq_mpoly_length(b, x->ring);
  if (x->operations > SS_PLAIN_OPERATIONS ||
      (ulong)FLINT_ABS(bits) + (ulong)FLINT_ABS(more) + content > SS_PLAIN_COEFFICIENT_BITS)
    ss_plain_refuse(x, "makes the model too large for proofs");
}

poly *ss_plain_sum(ss_plain *x, const poly *a, const poly *b, int sign) {
  poly *e = ss_plain_new(x);
  count_operation(x, a, b);
  if (!x->why) (sign > 0 ? fmpq_mpoly_add : fmpq_mpoly_sub)(e, a, b, x->ring);
  return e;
}

static poly *reduce(ss_plain *x, poly *e) {
  for (size_t i = x->relations; i-- > 0 && !x->why;) {
    const ss_plain_relation *s = &x->relation[i];
    if (fmpq_mpoly_degree_si(e, (slong)(2 * x->n + s->newest), x->ring) < 1) continue;
    poly *A = ss_plain_new(x), *B = ss_plain_new(x);
    fmpq_mpoly_divrem(B, A, e, s->left, x->ring);
    if (ss_plain_is_zero(x, B)) continue;
    if (s->by && !fmpq_mpoly_divides(B, B, s->by, x->ring)) continue;
    e = ss_plain_sum(x, A, ss_plain_product(x, B, s->right), 1);
    i = x->relations;
  }
  return e;
}

poly *ss_plain_product(ss_plain *x, const poly *a, const poly *b) {
  poly *e = ss_plain_new(x);
  count_operation(x, a, b);
  slong terms = fmpq_mpoly_length(a, x->ring) * fmpq_mpoly_length(b, x->ring);
  slong degree = fmpq_mpoly_total_degree_si(a, x->ring) + fmpq_mpoly_total_degree_si(b, x->ring);
  if (terms > SS_PLAIN_TERMS || degree > SS_PLAIN_DEGREE)
    ss_plain_refuse(x, "is too large for proofs, as a polynomial");
  if (x->why) return e;
  x->operations += (size_t)terms;
  fmpq_mpoly_mul(e, a, b, x->ring);
  return reduce(x, e);
}

/* ---- quotients and powers -------------------------------------------------------------------- */

poly *ss_plain_quotient(ss_plain *x, const poly *a, const poly *b) {
  poly *e = ss_plain_new(x);
  if (!ss_plain_is_constant(x, b)) {
    x->unlinear = true;
    ss_plain_refuse(x, "divides by a coordinate or a velocity");
  }
  const poly *inverse = ss_plain_invert(x, b);
  if (x->why || fmpq_mpoly_divides(e, a, b, x->ring)) return e;
  return ss_plain_product(x, a, inverse);
}

static poly *repeat_product(ss_plain *x, const poly *base, slong times) {
  poly *result = ss_plain_integer(x, 1);
  for (slong i = 0; i < FLINT_ABS(times); i++) result = ss_plain_product(x, result, base);
  return times < 0 ? ss_plain_quotient(x, ss_plain_integer(x, 1), result) : result;
}

poly *ss_plain_power(ss_plain *x, const poly *base, const poly *exponent) {
  if (!ss_plain_is_constant(x, exponent)) {
    x->unlinear = true;
    ss_plain_refuse(x, "has an exponent that depends on a coordinate or a velocity");
  }
  const ss_plain_range e = ss_plain_find_range(x, exponent);
  bool small = ss_plain_is_exact(e) && fmpz_cmp_si(fmpq_denref(e.low), 2) <= 0 &&
               fmpz_cmpabs(fmpq_numref(e.low), (fmpz[]){SS_PLAIN_DEGREE}) <= 0;
  if (small) {
    bool half = !fmpz_is_one(fmpq_denref(e.low));
    if (half) base = ss_plain_apply(x, SS_OP_SQRT, base, base);
    return repeat_product(x, base, fmpz_get_si(fmpq_numref(e.low)));
  }
  /* a^b = exp(b log a) */
  const poly *logarithm = ss_plain_apply(x, SS_OP_LOG, base, base);
  const poly *power = ss_plain_product(x, exponent, logarithm);
  return ss_plain_apply(x, SS_OP_EXP, power, power);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

poly *ss_plain_by(ss_plain *x, const poly *e, size_t index) {
  poly *d = ss_plain_new(x);
  if (!x->why) fmpq_mpoly_derivative(d, e, (slong)index, x->ring);
  return d;
}

poly *ss_plain_rate(ss_plain *x, const poly *e) {
  poly *rate = ss_plain_new(x);
  for (size_t i = 0; i < x->n && !x->why; i++) {
    if (!ss_plain_is_zero(x, ss_plain_by(x, e, x->n + i)))
      ss_plain_refuse(x, "differentiates a velocity");
    const poly *part = ss_plain_product(x, ss_plain_by(x, e, i), ss_plain_variable(x, x->n + i));
    rate = ss_plain_sum(x, rate, part, 1);
  }
  return rate;
}

poly *ss_plain_at_zero(ss_plain *x, const poly *e, size_t from, size_t to) {
  poly *part = ss_plain_new(x);
  fmpq *zero = ss_plain_rational(x);
  fmpq_mpoly_set(part, e, x->ring);
  for (size_t i = from; i < to && !x->why; i++)
    if (!fmpq_mpoly_evaluate_one_fmpq(part, part, (slong)i, zero, x->ring))
      ss_plain_refuse(x, "a formula is too large for proofs");
  return part;
}
