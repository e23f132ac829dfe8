/* test_poly_calculus.c: polynomials against FLINT's fmpq_mpoly, an independent implementation.
 *
 * Random polynomials in four variables with exponents from 0 on are built in both; every operation
 * must give the same polynomial, every value the same number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <flint/fmpq_mpoly.h>
#include <limits.h>
#include <math.h>

#include "random_expr.h"
#include "standstill/poly.h"

enum { VARIABLES = 4, ROOM = 5000 };

typedef struct world {
  ss_ring ring;
  fmpq_mpoly_ctx_t peer;
  random_source random;
} world;

static void start_world(world *w, uint64_t seed) {
  *w = (world){.random = {seed}};
  assert_true(ss_ring_start(&w->ring, ROOM));
  w->ring.budget = (size_t)1 << 40;
  fmpq_mpoly_ctx_init(w->peer, VARIABLES, ORD_LEX);
}

static void stop_world(world *w) {
  assert_false(w->ring.failed);
  ss_ring_stop(&w->ring);
  fmpq_mpoly_ctx_clear(w->peer);
}

/* The same polynomial twice. */
static ss_poly draw_poly(world *w, fmpq_mpoly_t peer, size_t most_terms, size_t most_exponent) {
  ss_poly sum = {0};
  fmpq_t c;
  fmpq_init(c);
  fmpq_mpoly_zero(peer, w->peer);
  for (size_t i = random_below(&w->random, most_terms + 1); i > 0; i--) {
    ss_power powers[VARIABLES];
    ulong exponents[VARIABLES];
    for (uint32_t j = 0; j < VARIABLES; j++) {
      exponents[j] = random_below(&w->random, most_exponent + 1);
      powers[j] = (ss_power){j, (int32_t)exponents[j]};
    }
    fmpq_set_si(c, (long)random_below(&w->random, 9) - 4, 1 + random_below(&w->random, 4));
    const uint32_t monomial = ss_ring_monomial(&w->ring, VARIABLES, powers);
    sum = ss_poly_plus(&w->ring, sum, ss_poly_term(&w->ring, c, monomial));
    fmpq_mpoly_push_term_fmpq_ui(peer, c, exponents, w->peer);
  }
  fmpq_mpoly_sort_terms(peer, w->peer);
  fmpq_mpoly_combine_like_terms(peer, w->peer);
  fmpq_clear(c);
  return sum;
}

static void assert_same(const world *w, ss_poly found, const fmpq_mpoly_t expected) {
  fmpq_t c;
  fmpq_init(c);
  assert_int_equal(found.count, fmpq_mpoly_length(expected, w->peer));
  for (size_t i = 0; i < found.count; i++) {
    ulong exponents[VARIABLES];
    for (uint32_t j = 0; j < VARIABLES; j++)
      exponents[j] = (ulong)ss_ring_exponent(&w->ring, found.terms[i].monomial, j);
    fmpq_mpoly_get_coeff_fmpq_ui(c, expected, exponents, w->peer);
    assert_true(fmpq_equal(c, &found.terms[i].coefficient));
  }
  fmpq_clear(c);
}

static void operations_agree(void **state) {
  (void)state;
  world w;
  start_world(&w, 1);
  fmpq_mpoly_t p, q, r;
  fmpq_mpoly_init(p, w.peer), fmpq_mpoly_init(q, w.peer), fmpq_mpoly_init(r, w.peer);
  for (int round = 0; round < 400; round++) {
    ss_poly product, power, a = draw_poly(&w, p, 9, 4), b = draw_poly(&w, q, 9, 4);
    fmpq_mpoly_add(r, p, q, w.peer);
    assert_same(&w, ss_poly_plus(&w.ring, a, b), r);
    fmpq_mpoly_sub(r, p, q, w.peer);
    assert_same(&w, ss_poly_minus(&w.ring, a, b), r);
    fmpq_mpoly_mul(r, p, q, w.peer);
    assert_true(ss_poly_multiply(&w.ring, a, b, &product));
    assert_same(&w, product, r);
    fmpq_mpoly_pow_ui(r, p, 2, w.peer);
    assert_true(ss_poly_raise(&w.ring, a, 2, &power));
    assert_same(&w, power, r);
    const uint32_t by = (uint32_t)random_below(&w.random, VARIABLES);
    fmpq_mpoly_derivative(r, p, by, w.peer);
    assert_same(&w, ss_poly_derivative(&w.ring, a, by), r);
  }
  fmpq_mpoly_clear(p, w.peer), fmpq_mpoly_clear(q, w.peer), fmpq_mpoly_clear(r, w.peer);
  stop_world(&w);
}

static void substitution_agrees(void **state) {
  (void)state;
  world w;
  start_world(&w, 2);
  fmpq_mpoly_t p, r;
  fmpq_mpoly_struct to[VARIABLES], *list[VARIABLES];
  fmpq_mpoly_init(p, w.peer), fmpq_mpoly_init(r, w.peer);
  for (int i = 0; i < VARIABLES; i++) fmpq_mpoly_init(list[i] = &to[i], w.peer);
  for (int round = 0; round < 100; round++) {
    const uint32_t atoms[] = {0, 1, 2, 3};
    ss_poly by[VARIABLES], result, a = draw_poly(&w, p, 5, 2);
    for (int i = 0; i < VARIABLES; i++) by[i] = draw_poly(&w, list[i], 2, 2);
    assert_true(fmpq_mpoly_compose_fmpq_mpoly(r, p, list, w.peer, w.peer));
    assert_true(ss_poly_substitute(&w.ring, a, VARIABLES, atoms, by, &result));
    assert_same(&w, result, r);
  }
  for (int i = 0; i < VARIABLES; i++) fmpq_mpoly_clear(&to[i], w.peer);
  fmpq_mpoly_clear(p, w.peer), fmpq_mpoly_clear(r, w.peer);
  stop_world(&w);
}

static void values_agree(void **state) {
  (void)state;
  world w;
  start_world(&w, 3);
  fmpq_mpoly_t p;
  fmpq value[VARIABLES], *list[VARIABLES];
  fmpq_t found, expected;
  arb_ptr balls = _arb_vec_init(VARIABLES + 1);
  fmpq_mpoly_init(p, w.peer), fmpq_init(found), fmpq_init(expected);
  for (int i = 0; i < VARIABLES; i++) fmpq_init(list[i] = &value[i]);
  for (int round = 0; round < 400; round++) {
    double numbers[VARIABLES];
    ss_poly a = draw_poly(&w, p, 9, 4);
    for (int i = 0; i < VARIABLES; i++) {
      fmpq_set_si(&value[i], (long)random_below(&w.random, 17) - 8, 8);
      numbers[i] = fmpq_get_d(&value[i]);
      arb_set_fmpq(balls + i, &value[i], 64);
    }
    assert_true(fmpq_mpoly_evaluate_all_fmpq(expected, p, list, w.peer));
    assert_true(ss_poly_value(&w.ring, a, value, found));
    assert_true(fmpq_equal(found, expected));
    /* 9 terms of at most 4, each with 4 powers: some 40 roundings of at most 36 * 2^-53 */
    assert_true(fabs(ss_poly_value_double(&w.ring, a, numbers) - fmpq_get_d(expected)) < 1e-12);
    ss_poly_value_ball(&w.ring, a, balls, 64, balls + VARIABLES);
    assert_true(arb_contains_fmpq(balls + VARIABLES, expected));
    assert_true(arb_rel_accuracy_bits(balls + VARIABLES) > 20 || fmpq_is_zero(expected) ||
                fabs(fmpq_get_d(expected)) < 1e-3);
  }
  _arb_vec_clear(balls, VARIABLES + 1);
  for (int i = 0; i < VARIABLES; i++) fmpq_clear(&value[i]);
  fmpq_mpoly_clear(p, w.peer), fmpq_clear(found), fmpq_clear(expected);
  stop_world(&w);
}

static void degrees_have_weights(void **state) {
  (void)state;
  world w;
  start_world(&w, 4);
  fmpq_mpoly_t p;
  fmpq_mpoly_init(p, w.peer);
  const int32_t weight[] = {1, 2, 0, -1};
  for (int round = 0; round < 200; round++) {
    ss_poly a = draw_poly(&w, p, 9, 4), parts = {0};
    assert_int_equal(ss_poly_degree(&w.ring, a, NULL),
                     a.count ? fmpq_mpoly_total_degree_si(p, w.peer) : LONG_MIN);
    if (a.count == 0) continue;
    const long low = ss_poly_order(&w.ring, a, weight), high = ss_poly_degree(&w.ring, a, weight);
    for (long degree = low; degree <= high; degree++) {
      ss_poly part = ss_poly_part(&w.ring, a, weight, degree, degree);
      if (part.count) assert_int_equal(ss_poly_order(&w.ring, part, weight), degree);
      if (part.count) assert_int_equal(ss_poly_degree(&w.ring, part, weight), degree);
      parts = ss_poly_plus(&w.ring, parts, part);
    }
    assert_same(&w, parts, p);
  }
  assert_int_equal(ss_poly_order(&w.ring, (ss_poly){0}, NULL), LONG_MAX);
  fmpq_mpoly_clear(p, w.peer);
  stop_world(&w);
}

/* x/y^2: powers below the line. */
static void negative_powers_have_values_away_from_zero(void **state) {
  (void)state;
  world w;
  start_world(&w, 5);
  const ss_power powers[] = {{0, 1}, {1, -2}};
  const uint32_t y = 1;
  fmpq value[2] = {{3, 1}, {2, 1}};
  fmpq_t found;
  fmpq_init(found);
  ss_poly result, a = ss_poly_integer(&w.ring, 1), sum;
  a = ss_poly_scale(&w.ring, a, &(fmpq){1, 1}, ss_ring_monomial(&w.ring, 2, powers));
  assert_true(ss_poly_value(&w.ring, a, value, found));
  assert_true(fmpq_equal(found, &(fmpq){3, 4}));
  assert_true(ss_poly_value_double(&w.ring, a, (double[]){3, 2}) == 0.75);
  assert_false(ss_poly_value(&w.ring, a, (fmpq[]){{3, 1}, {0, 1}}, found));
  /* d/dy = -2 x/y^3 */
  assert_true(ss_poly_value(&w.ring, ss_poly_derivative(&w.ring, a, 1), value, found));
  assert_true(fmpq_equal(found, &(fmpq){-3, 4}));
  /* y -> 2 x y has an inverse, y -> x + 1 has none */
  ss_poly to = ss_poly_scale(&w.ring, ss_poly_atom(&w.ring, 0, 1), &(fmpq){2, 1},
                             ss_ring_monomial(&w.ring, 1, &(ss_power){1, 1}));
  assert_true(ss_poly_substitute(&w.ring, a, 1, &y, &to, &result));
  assert_true(ss_poly_value(&w.ring, result, value, found));
  assert_true(fmpq_equal(found, &(fmpq){1, 48}));
  sum = ss_poly_plus(&w.ring, ss_poly_atom(&w.ring, 0, 1), ss_poly_integer(&w.ring, 1));
  assert_false(ss_poly_substitute(&w.ring, a, 1, &y, &sum, &result));
  fmpq_clear(found);
  stop_world(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_agree),
      cmocka_unit_test(substitution_agrees),
      cmocka_unit_test(values_agree),
      cmocka_unit_test(degrees_have_weights),
      cmocka_unit_test(negative_powers_have_values_away_from_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
