/* test_poly.c: sums of monomials obey the laws of arithmetic, stay sorted, and know their limits.
 *
 * Oracle: every polynomial is evaluated exactly at rational values of its atoms; an operation on
 * polynomials must be the operation on their values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../src/expr/poly_private.h"
#include "random_expr.h"

enum { ATOMS = 5, ROOM = 3000 };

/* A ring, and what its atoms 1, 2, … are worth. */
typedef struct world {
  ss_ring ring;
  fmpq value[ATOMS + 1];
  random_source random;
} world;

static world start_world(uint64_t seed) {
  world w = {.random = {seed}};
  assert_true(ss_ring_start(&w.ring, ROOM));
  for (int i = 1; i <= ATOMS; i++) {
    fmpq_init(&w.value[i]);
    fmpq_set_si(&w.value[i], 1 + (long)random_below(&w.random, 9), 10 + random_below(&w.random, 9));
  }
  return w;
}

static void stop_world(world *w) {
  for (int i = 1; i <= ATOMS; i++) fmpq_clear(&w->value[i]);
  ss_ring_stop(&w->ring);
}

static void evaluate_monomial(const world *w, uint32_t m, fmpq_t out) {
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_one(out);
  for (uint32_t j = 0; j < w->ring.monomials[m].count; j++) {
    ss_power p = w->ring.monomials[m].powers[j];
    fmpq_pow_si(factor, &w->value[p.atom], p.exponent);
    fmpq_mul(out, out, factor);
  }
  fmpq_clear(factor);
}

static void evaluate(const world *w, ss_poly p, fmpq_t out) {
  fmpq_t term;
  fmpq_init(term);
  fmpq_zero(out);
  for (size_t i = 0; i < p.count; i++) {
    evaluate_monomial(w, p.terms[i].monomial, term);
    fmpq_addmul(out, term, &p.terms[i].coefficient);
  }
  fmpq_clear(term);
}

/* Sorted, each monomial once, no coefficient 0. */
static void assert_canonical(ss_poly p) {
  for (size_t i = 0; i < p.count; i++) {
    assert_false(fmpq_is_zero(&p.terms[i].coefficient));
    if (i) assert_true(p.terms[i - 1].monomial < p.terms[i].monomial);
  }
}

static void assert_value(const world *w, ss_poly p, const fmpq_t expected) {
  fmpq_t found;
  fmpq_init(found);
  assert_canonical(p);
  evaluate(w, p, found);
  assert_true(fmpq_equal(found, expected));
  fmpq_clear(found);
}

static uint32_t draw_monomial(world *w) {
  ss_power powers[4];
  size_t count = random_below(&w->random, 5);
  for (size_t i = 0; i < count; i++)
    powers[i] = (ss_power){1 + (ss_expr)random_below(&w->random, ATOMS),
                           (int32_t)random_below(&w->random, 7) - 3};
  return ss_ring_monomial(&w->ring, count, powers);
}

static ss_poly draw_poly(world *w) {
  ss_poly sum = {0};
  fmpq_t c;
  fmpq_init(c);
  for (size_t i = random_below(&w->random, 8); i > 0; i--) {
    fmpq_set_si(c, (long)random_below(&w->random, 9) - 4, 1 + random_below(&w->random, 4));
    sum = ss_poly_plus(&w->ring, sum, ss_poly_term(&w->ring, c, draw_monomial(w)));
  }
  fmpq_clear(c);
  return sum;
}

/* ---- monomials ------------------------------------------------------------------------------- */

static void monomials_are_interned_products(void **state) {
  (void)state;
  world w = start_world(1);
  fmpq_t a, b, expected, found;
  fmpq_init(a), fmpq_init(b), fmpq_init(expected), fmpq_init(found);
  for (int i = 0; i < 5000; i++) {
    uint32_t x = draw_monomial(&w), y = draw_monomial(&w);
    int32_t n = (int32_t)random_below(&w.random, 9) - 4;
    evaluate_monomial(&w, x, a);
    evaluate_monomial(&w, y, b);
    fmpq_mul(expected, a, b);
    evaluate_monomial(&w, ss_ring_multiply(&w.ring, x, y), found);
    assert_true(fmpq_equal(found, expected));
    assert_int_equal(ss_ring_multiply(&w.ring, x, y), ss_ring_multiply(&w.ring, y, x));
    fmpq_pow_si(expected, a, n);
    evaluate_monomial(&w, ss_ring_raise(&w.ring, x, n), found);
    assert_true(fmpq_equal(found, expected));
    assert_int_equal(ss_ring_multiply(&w.ring, x, ss_ring_raise(&w.ring, x, -1)), 0);
    ss_monomial m = w.ring.monomials[x];
    for (uint32_t j = 0; j < m.count; j++) {
      assert_int_not_equal(m.powers[j].exponent, 0);
      if (j) assert_true(m.powers[j - 1].atom < m.powers[j].atom);
      assert_int_equal(ss_ring_exponent(&w.ring, x, m.powers[j].atom), m.powers[j].exponent);
    }
    assert_int_equal(ss_ring_exponent(&w.ring, x, ATOMS + 1), 0);
  }
  assert_true(w.ring.count < 20000); /* equal ones are one */
  fmpq_clear(a), fmpq_clear(b), fmpq_clear(expected), fmpq_clear(found);
  stop_world(&w);
}

static void repeated_atoms_are_one(void **state) {
  (void)state;
  world w = start_world(2);
  ss_power powers[] = {{3, 2}, {1, 1}, {3, -2}, {1, 1}, {2, 0}, {3, 5}};
  ss_power expected[] = {{1, 2}, {3, 5}};
  assert_int_equal(ss_ring_monomial(&w.ring, 6, powers), ss_ring_monomial(&w.ring, 2, expected));
  assert_int_equal(ss_ring_monomial(&w.ring, 0, NULL), 0);
  assert_int_equal(ss_ring_monomial(&w.ring, 3, (ss_power[]){{3, 2}, {3, -1}, {3, -1}}), 0);
  /* more powers than fit the stack */
  ss_power many[500];
  for (int i = 0; i < 500; i++) many[i] = (ss_power){(ss_expr)(1000 - i), 1};
  uint32_t long_one = ss_ring_monomial(&w.ring, 500, many);
  assert_int_equal(w.ring.monomials[long_one].count, 500);
  uint32_t square = ss_ring_multiply(&w.ring, long_one, long_one);
  assert_int_equal(square, ss_ring_raise(&w.ring, long_one, 2));
  assert_int_equal(ss_ring_exponent(&w.ring, square, 777), 2);
  assert_false(w.ring.failed);
  stop_world(&w);
}

/* ---- polynomials ----------------------------------------------------------------------------- */

static void check_linear(world *w, ss_poly a, ss_poly b, const fmpq_t x, const fmpq_t y) {
  fmpq_t c, expected;
  fmpq_init(c), fmpq_init(expected);
  fmpq_add(expected, x, y);
  assert_value(w, ss_poly_plus(&w->ring, a, b), expected);
  fmpq_sub(expected, x, y);
  assert_value(w, ss_poly_minus(&w->ring, a, b), expected);
  assert_int_equal(ss_poly_minus(&w->ring, a, a).count, 0);
  fmpq_set_si(c, (long)random_below(&w->random, 7) - 3, 2);
  fmpq_mul(expected, y, c);
  fmpq_add(expected, expected, x);
  assert_value(w, ss_poly_add(&w->ring, a, b, c), expected);
  uint32_t m = draw_monomial(w);
  evaluate_monomial(w, m, expected);
  fmpq_mul(expected, expected, x);
  fmpq_mul(expected, expected, c);
  assert_value(w, ss_poly_scale(&w->ring, a, c, m), expected);
  fmpq_clear(c), fmpq_clear(expected);
}

static void check_products(world *w, ss_poly a, ss_poly b, const fmpq_t x, const fmpq_t y) {
  ss_poly found;
  fmpq_t expected;
  fmpq_init(expected);
  fmpq_mul(expected, x, y);
  assert_true(ss_poly_multiply(&w->ring, a, b, &found));
  assert_value(w, found, expected);
  long n = (long)random_below(&w->random, 4);
  assert_true(ss_poly_raise(&w->ring, a, n, &found));
  fmpq_pow_si(expected, x, n);
  assert_value(w, found, expected);
  fmpq_clear(expected);
}

static void polynomials_obey_arithmetic(void **state) {
  (void)state;
  world w = start_world(3);
  fmpq_t x, y;
  fmpq_init(x), fmpq_init(y);
  for (int i = 0; i < 2000; i++) {
    ss_poly a = draw_poly(&w), b = draw_poly(&w);
    evaluate(&w, a, x);
    evaluate(&w, b, y);
    check_linear(&w, a, b, x, y);
    check_products(&w, a, b, x, y);
    assert_false(w.ring.failed);
    if (w.ring.budget > SS_RING_BUDGET / 2) continue;
    stop_world(&w);
    w = start_world((uint64_t)i);
  }
  fmpq_clear(x), fmpq_clear(y);
  stop_world(&w);
}

static void terms_are_selected_found_and_summed(void **state) {
  (void)state;
  world w = start_world(4);
  fmpq_t x, y, sum;
  fmpq_init(x), fmpq_init(y), fmpq_init(sum);
  for (int i = 0; i < 500; i++) {
    ss_poly all[7], a;
    bool keep[8];
    fmpq_zero(sum);
    for (int k = 0; k < 7; k++) {
      all[k] = draw_poly(&w);
      evaluate(&w, all[k], x);
      fmpq_add(sum, sum, x);
    }
    a = all[0];
    assert_value(&w, ss_poly_sum(&w.ring, 7, all), sum);
    assert_int_equal(ss_poly_sum(&w.ring, 0, all).count, 0);
    for (size_t k = 0; k < a.count; k++) {
      keep[k] = random_below(&w.random, 2);
      assert_ptr_equal(ss_poly_find(a, a.terms[k].monomial), &a.terms[k]);
    }
    assert_null(ss_poly_find(a, (uint32_t)w.ring.count));
    evaluate(&w, ss_poly_select(&w.ring, a, keep, true), x);
    evaluate(&w, ss_poly_select(&w.ring, a, keep, false), y);
    fmpq_add(x, x, y);
    assert_value(&w, a, x);
  }
  fmpq_clear(x), fmpq_clear(y), fmpq_clear(sum);
  stop_world(&w);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* 1 + x + … + x^(count-1) */
static ss_poly draw_ladder(world *w, ss_expr atom, int32_t count) {
  ss_poly sum = {0};
  for (int32_t k = 0; k < count; k++)
    sum = ss_poly_plus(&w->ring, sum,
                       k ? ss_poly_atom(&w->ring, atom, k) : ss_poly_integer(&w->ring, 1));
  return sum;
}

static void products_have_a_limit(void **state) {
  (void)state;
  world w = start_world(5);
  ss_poly a = draw_ladder(&w, 1, 60), b = draw_ladder(&w, 2, 50), c = draw_ladder(&w, 2, 51), found;
  assert_true(ss_poly_multiply(&w.ring, a, b, &found)); /* 3000 terms */
  assert_int_equal(found.count, 3000);
  assert_false(ss_poly_multiply(&w.ring, a, c, &found));
  assert_false(ss_poly_raise(&w.ring, a, SS_RING_MOST_EXPONENT + 1, &found));
  assert_false(ss_poly_raise(&w.ring, a, -1, &found));
  assert_true(ss_poly_raise(&w.ring, draw_ladder(&w, 1, 2), SS_RING_MOST_EXPONENT, &found));
  assert_int_equal(found.count, SS_RING_MOST_EXPONENT + 1);
  assert_true(ss_poly_raise(&w.ring, (ss_poly){0}, 1000000, &found));
  assert_int_equal(found.count, 0);
  assert_false(w.ring.failed); /* refusing is no failure */
  stop_world(&w);
}

static void coefficients_have_a_limit(void **state) {
  (void)state;
  world w = start_world(6);
  fmpq_t c;
  ss_poly found;
  fmpq_init(c);
  fmpq_set_si(c, 3, 7);
  ss_poly term = ss_poly_term(&w.ring, c, draw_monomial(&w));
  assert_true(ss_poly_raise(&w.ring, term, 1000, &found));
  assert_false(ss_poly_raise(&w.ring, term, 5000, &found));
  fmpq_pow_si(c, c, 1400); /* 3930 bits */
  term = ss_poly_number(&w.ring, c);
  assert_false(ss_poly_multiply(&w.ring, term, term, &found));
  assert_false(w.ring.failed);
  fmpq_set_si(c, -1, 1);
  assert_true(ss_poly_raise(&w.ring, ss_poly_number(&w.ring, c), 1000001, &found));
  assert_int_equal(fmpq_sgn(&found.terms[0].coefficient), -1);
  fmpq_clear(c);
  stop_world(&w);
}

/* Exponents that would wrap around 2^32: x^8192 to the 524288 must not become x^0. */
static void exponents_do_not_wrap(void **state) {
  (void)state;
  world w = start_world(7);
  ss_power high[] = {{1, 8192}, {2, 1}};
  uint32_t m = ss_ring_monomial(&w.ring, 2, high);
  fmpq_t c;
  ss_poly found;
  fmpq_init(c);
  fmpq_one(c);
  assert_false(ss_poly_raise(&w.ring, ss_poly_term(&w.ring, c, m), 524288, &found));
  assert_false(w.ring.failed);
  fmpq_clear(c);
  ss_ring_raise(&w.ring, m, 524288);
  assert_true(w.ring.failed);
  stop_world(&w);
  w = start_world(7);
  ss_power largest = {1, SS_RING_LARGEST_EXPONENT};
  m = ss_ring_monomial(&w.ring, 1, &largest);
  assert_false(w.ring.failed);
  ss_ring_multiply(&w.ring, m, m);
  assert_true(w.ring.failed);
  stop_world(&w);
}

/* A ring without money does no more work, and whatever it is asked then ends. */
static void a_spent_budget_is_a_failure(void **state) {
  (void)state;
  world w = start_world(8);
  ss_poly a = draw_ladder(&w, 1, 40), b = draw_ladder(&w, 2, 40), found = {0};
  size_t rounds = 0;
  while (!w.ring.failed) {
    assert_true(rounds++ < 2 * SS_RING_BUDGET / 1600);
    ss_poly_multiply(&w.ring, a, b, &found);
  }
  assert_true(rounds > SS_RING_BUDGET / 1600 / 4);
  assert_false(ss_poly_multiply(&w.ring, a, b, &found));
  assert_int_equal(found.count, 0);
  assert_int_equal(ss_poly_integer(&w.ring, 1).count, 0);
  assert_int_equal(ss_poly_scale(&w.ring, a, &(fmpq){2, 1}, 0).count, 0);
  assert_false(ss_ring_spend(&w.ring, 0));
  stop_world(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(monomials_are_interned_products),
      cmocka_unit_test(repeated_atoms_are_one),
      cmocka_unit_test(polynomials_obey_arithmetic),
      cmocka_unit_test(terms_are_selected_found_and_summed),
      cmocka_unit_test(products_have_a_limit),
      cmocka_unit_test(coefficients_have_a_limit),
      cmocka_unit_test(exponents_do_not_wrap),
      cmocka_unit_test(a_spent_budget_is_a_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
