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

/* A symbol that the same function of the same numbers made is the same. */
size_t add_symbol(run *r, char function, poly *first, poly *second, fmpq *low, fmpq *high) {
  if (r->symbol_count == MOST_SYMBOLS)
    malformed(r, "the model has more than %d irrational numbers and ranges", MOST_SYMBOLS);
  r->symbols[r->symbol_count] = (symbol){function, first, second, low, high};
  return r->symbol_count++;
}

poly *symbol_poly(run *r, size_t index) {
  poly *e = new_poly(r);
  fmpq_mpoly_gen(e, (slong)(2 * r->n + index), r->ring);
  return e;
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

/* False for what is too large or too small to be written out. */
static bool take_end(fmpq *x, const arf_t end) {
  if (!arf_is_zero(end) &&
      (arf_cmpabs_2exp_si(end, 2000) > 0 || arf_cmpabs_2exp_si(end, -2000) < 0))
    return false;
  arf_get_fmpq(x, end);
  return true;
}

/* Widens [low, high] by a ball; clears the ball. */
void take_ball(run *r, arb_t ball, fmpq *low, fmpq *high, bool first) {
  arf_t end;
  fmpq *x = new_rational(r), *y = new_rational(r);
  bool good = arb_is_finite(ball);
  arf_init(end);
  if (good) {
    arb_get_lbound_arf(end, ball, BITS);
    good = take_end(x, end);
    arb_get_ubound_arf(end, ball, BITS);
    good &= take_end(y, end);
  }
  arf_clear(end);
  arb_clear(ball);
  if (!good) malformed(r, "a function of the model has no finite value");
  widen(low, high, x, first);
  widen(low, high, y, false);
}

void set_ball(arb_t ball, const fmpq_t low, const fmpq_t high) {
  arb_t other;
  arb_init(other);
  arb_set_fmpq(ball, low, BITS);
  arb_set_fmpq(other, high, BITS);
  arb_union(ball, ball, other, BITS);
  arb_clear(other);
}

/* The sum of the terms in ball arithmetic. */
static void add_terms(run *r, const poly *e, fmpq *low, fmpq *high) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  fmpq *c = new_rational(r);
  arb_t sum, term, power;
  arb_init(sum);
  arb_init(term);
  arb_init(power);
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
    fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
    arb_set_fmpq(term, c, BITS);
    for (size_t i = 0; i < r->symbol_count; i++) {
      set_ball(power, r->symbols[i].low, r->symbols[i].high);
      arb_pow_ui(power, power, exponents[2 * r->n + i], BITS);
      arb_mul(term, term, power, BITS);
    }
    arb_add(sum, sum, term, BITS);
  }
  arb_clear(term);
  arb_clear(power);
  take_ball(r, sum, low, high, true);
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
