/* ranges.c: the symbols, and the interval in which a polynomial in them lies.
 *
 *     p(s_1 ... s_k),   low_i <= s_i <= high_i
 *
 * Where p is affine in each symbol, its extremes are at corners of the box and the hull is exact;
 * 2^k corners are evaluated for k <= 10. Else the terms are added in Arb's ball arithmetic, which
 * is wider but never wrong.
 */
#include "check.h"

enum { MOST_CORNER_SYMBOLS = 10 };

poly *enter_symbol(run *r, char code, poly *first, poly *second, fmpq *low, fmpq *high) {
  size_t i = 0;
  for (; i < r->symbol_count; i++) {
    const symbol *s = &r->symbols[i];
    if (code != 'r' && s->function == code && fmpq_mpoly_equal(s->first, first, r->ring) &&
        fmpq_mpoly_equal(s->second, second, r->ring))
      return variable(r, 2 * r->n + i);
  }
  if (i == MOST_SYMBOLS)
    malformed(r, "the model has more than %d irrational numbers and ranges", MOST_SYMBOLS);
  r->symbols[r->symbol_count++] = (symbol){code, first, second, low, high};
  return variable(r, 2 * r->n + i);
}

/* The symbols in p; false if one occurs in a power. */
static bool is_affine(run *r, const poly *e, size_t *used, size_t *count) {
  bool affine = true;
  *count = 0;
  for (size_t i = 0; i < r->symbol_count; i++) {
    slong degree = fmpq_mpoly_degree_si(e, (slong)(2 * r->n + i), r->ring);
    if (degree > 0) used[(*count)++] = i;
    affine &= degree <= 1;
  }
  return affine;
}

static void widen(fmpq *low, fmpq *high, const fmpq_t x, bool first) {
  if (first || fmpq_cmp(x, low) < 0) fmpq_set(low, x);
  if (first || fmpq_cmp(x, high) > 0) fmpq_set(high, x);
}

static void try_corners(run *r, const poly *e, size_t count, const size_t *used, fmpq *low,
                        fmpq *high) {
  fmpq *values[2 * MOST_COORDINATES + MOST_SYMBOLS], *zero = new_rational(r), *x = new_rational(r);
  for (size_t i = 0; i < 2 * r->n + MOST_SYMBOLS; i++) values[i] = zero;
  for (size_t corner = 0; corner < (size_t)1 << count; corner++) {
    for (size_t i = 0; i < count; i++) {
      const symbol *s = &r->symbols[used[i]];
      values[2 * r->n + used[i]] = corner >> i & 1 ? s->high : s->low;
    }
    if (!fmpq_mpoly_evaluate_all_fmpq(x, e, values, r->ring))
      malformed(r, "a number of the model is too large for this checker");
    widen(low, high, x, corner == 0);
  }
}

/* The lower or upper end; what is too large or too small to be written out is refused. */
static fmpq *ball_end(run *r, const arb_t ball, int sign) {
  arf_struct *end = arb_midref(new_ball(r));
  fmpq *x = new_rational(r);
  (sign < 0 ? arb_get_lbound_arf : arb_get_ubound_arf)(end, ball, BITS);
  if (!arf_is_finite(end) || (!arf_is_zero(end) && (arf_cmpabs_2exp_si(end, 2000) > 0 ||
                                                    arf_cmpabs_2exp_si(end, -2000) < 0)))
    malformed(r, "a function of the model has no finite value");
  arf_get_fmpq(x, end);
  return x;
}

void widen_by_ball(run *r, fmpq *low, fmpq *high, const arb_t ball, bool first) {
  widen(low, high, ball_end(r, ball, -1), first);
  widen(low, high, ball_end(r, ball, 1), false);
}

arb_struct *range_ball(run *r, const fmpq *low, const fmpq *high) {
  arb_struct *ball = new_ball(r), *other = new_ball(r);
  arb_set_fmpq(ball, low, BITS);
  arb_set_fmpq(other, high, BITS);
  arb_union(ball, ball, other, BITS);
  return ball;
}

/* The sum of the terms in ball arithmetic. */
static void add_terms(run *r, const poly *e, fmpq *low, fmpq *high) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  arb_struct *sum = new_ball(r), *term = new_ball(r), *power = new_ball(r), *ball[MOST_SYMBOLS];
  fmpq *c = new_rational(r);
  for (size_t i = 0; i < r->symbol_count; i++)
    ball[i] = range_ball(r, r->symbols[i].low, r->symbols[i].high);
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
    fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
    arb_set_fmpq(term, c, BITS);
    for (size_t i = 0; i < r->symbol_count; i++) {
      arb_pow_ui(power, ball[i], exponents[2 * r->n + i], BITS);
      arb_mul(term, term, power, BITS);
    }
    arb_add(sum, sum, term, BITS);
  }
  widen_by_ball(r, low, high, sum, true);
}

bool find_range(run *r, const poly *e, fmpq *low, fmpq *high) {
  size_t used[MOST_SYMBOLS], count;
  if (fmpq_mpoly_is_fmpq(e, r->ring)) {
    fmpq_mpoly_get_fmpq(low, e, r->ring);
    fmpq_set(high, low);
    return true;
  }
  if (is_affine(r, e, used, &count) && count <= MOST_CORNER_SYMBOLS)
    try_corners(r, e, count, used, low, high);
  else
    add_terms(r, e, low, high);
  return false;
}
