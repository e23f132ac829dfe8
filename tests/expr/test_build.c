/* test_build.c: what is built from a polynomial is that polynomial, with common factors pulled out.
 *
 * Oracles: the polynomial itself, converted back from what was built; the definition of a primitive
 * part; a table of what a reader expects.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../src/expr/normal_private.h"
#include "texts.h"
#include "trees.h"

static bool are_equal(ss_poly a, ss_poly b) {
  if (a.count != b.count) return false;
  for (size_t i = 0; i < a.count; i++)
    if (a.terms[i].monomial != b.terms[i].monomial ||
        !fmpq_equal(&a.terms[i].coefficient, &b.terms[i].coefficient))
      return false;
  return true;
}

/* A sum of products of x, y, z, sin(x) and 1 + x^2 with powers of both signs. */
static ss_poly draw_poly(ss_normal *n, nursery *seedlings, size_t most) {
  ss_graph *g = n->graph;
  ss_expr atoms[] = {seedlings->symbol[0], seedlings->symbol[1], seedlings->symbol[2],
                     ss_expr_unary(g, SS_OP_SIN, seedlings->symbol[0]), ss_expr_pi(g)};
  random_source *r = &seedlings->random;
  ss_poly sum = {0};
  fmpq_t c;
  fmpq_init(c);
  for (size_t i = 1 + random_below(r, most); i > 0; i--) {
    ss_power powers[4];
    size_t count = random_below(r, 5);
    for (size_t k = 0; k < count; k++)
      powers[k] = (ss_power){atoms[random_below(r, 5)], (int32_t)random_below(r, 6) - 2};
    fmpq_set_si(c, (long)random_below(r, 13) - 6, 1 + random_below(r, 6));
    sum = ss_poly_plus(&n->ring, sum,
                       ss_poly_term(&n->ring, c, ss_ring_monomial(&n->ring, count, powers)));
  }
  fmpq_clear(c);
  return sum;
}

/* ---- there and back -------------------------------------------------------------------------- */

static void built_expressions_convert_back(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    nursery seedlings = start_nursery(600000 + seed);
    ss_normal n;
    assert_true(ss_normal_start(&n, seedlings.graph, false));
    ss_poly p = draw_poly(&n, &seedlings, 12);
    ss_expr e = ss_normal_build(&n, p);
    /* the same ring, but a view of the graph that knows what was built */
    n.of = realloc(n.of, ss_graph_count(n.graph) * sizeof *n.of);
    n.state = realloc(n.state, ss_graph_count(n.graph));
    memset(n.state, 0, ss_graph_count(n.graph));
    memset(n.of, 0, ss_graph_count(n.graph) * sizeof *n.of);
    n.count = ss_graph_count(n.graph);
    assert_true(ss_normal_convert(&n, 1, &e));
    assert_true(are_equal(n.of[e], p));
    ss_normal_stop(&n);
    stop_nursery(&seedlings);
  }
}

/* ---- primitive parts ------------------------------------------------------------------------- */

/* Coprime integers, the first of a reader positive, no atom in all terms on the same side. */
static void check_primitive(ss_normal *n, ss_poly p) {
  fmpz_t common;
  fmpz_init(common);
  for (size_t i = 0; i < p.count; i++) {
    assert_true(fmpz_is_one(fmpq_denref(&p.terms[i].coefficient)));
    fmpz_gcd(common, common, fmpq_numref(&p.terms[i].coefficient));
  }
  assert_true(fmpz_is_one(common));
  fmpz_clear(common);
  assert_true(fmpq_sgn(&p.terms[ss_normal_leading(n, p)].coefficient) > 0);
  ss_monomial m = n->ring.monomials[p.terms[0].monomial];
  for (uint32_t j = 0; p.count > 1 && j < m.count; j++) {
    size_t above = 0, below = 0;
    for (size_t i = 0; i < p.count; i++) {
      int32_t exponent = ss_ring_exponent(&n->ring, p.terms[i].monomial, m.powers[j].atom);
      above += exponent > 0;
      below += exponent < 0;
    }
    assert_true(above < p.count && below < p.count);
  }
}

static void primitive_parts_are_primitive(void **state) {
  (void)state;
  nursery seedlings = start_nursery(9);
  ss_normal n;
  assert_true(ss_normal_start(&n, seedlings.graph, false));
  fmpq_t content;
  uint32_t monomial;
  fmpq_init(content);
  for (int i = 0; i < 3000; i++) {
    ss_poly p = draw_poly(&n, &seedlings, 6);
    ss_poly primitive = ss_normal_primitive(&n, p, content, &monomial);
    assert_int_equal(primitive.count, p.count);
    if (p.count) check_primitive(&n, primitive);
    assert_true(are_equal(ss_poly_scale(&n.ring, primitive, content, monomial), p));
    assert_false(n.ring.failed);
    if (n.ring.budget > SS_RING_BUDGET / 2) continue;
    ss_normal_stop(&n);
    assert_true(ss_normal_start(&n, seedlings.graph, false));
  }
  fmpq_clear(content);
  ss_normal_stop(&n);
  stop_nursery(&seedlings);
}

/* ---- what a reader expects ------------------------------------------------------------------- */

static void sums_read_well(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"m*a^2 + m*l^2 + J", "m*(a^2 + l^2) + J"},
      {"J + l^2*m + a^2*m", "J + m*(l^2 + a^2)"},
      {"2*x + 2*y", "2*(x + y)"},
      {"x/2 + y/2", "1/2*(x + y)"},
      {"-x - y", "-(x + y)"},
      {"y - x", "y - x"},
      {"-x*y + y*z", "y*(z - x)"},
      {"x*y*z + x*y + x", "x*(y*(z + 1) + 1)"},
      {"x/z + y/z", "(x + y)/z"},
      {"a*sin(x) + a*cos(x)", "a*(sin(x) + cos(x))"},
      {"3*x^3 + 6*x^2", "3*x^2*(x + 2)"},
      {"x + 1", "x + 1"},
      {"1 + x", "1 + x"},
      {"sin(phi)*a*m", "a*m*sin(phi)"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    ss_normal n;
    ss_expr e = read_text(g, pairs[i][0]);
    assert_true(ss_normal_start(&n, g, false));
    assert_true(ss_normal_convert(&n, 1, &e));
    assert_prints(g, ss_normal_build(&n, n.of[e]), SS_PRINT_TEXT, pairs[i][1]);
    ss_normal_stop(&n);
    ss_graph_destroy(g);
  }
}

/* ---- size ------------------------------------------------------------------------------------ */

/* Sum over i of x_i y_i + x_i: each x_i is shared by two terms, and the builder goes 150 deep. */
static void many_shared_factors(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr sum = ss_expr_integer(g, 0);
  for (int i = 0; i < 150; i++) {
    char name[2][16];
    snprintf(name[0], sizeof *name, "x%d", i);
    snprintf(name[1], sizeof *name, "y%d", i);
    ss_expr x = ss_expr_symbol(g, name[0]), y = ss_expr_symbol(g, name[1]);
    sum = ss_expr_add(g, sum, ss_expr_add(g, ss_expr_mul(g, x, y), x));
  }
  ss_normal n;
  assert_true(ss_normal_start(&n, g, false));
  assert_true(ss_normal_convert(&n, 1, &sum));
  assert_int_equal(n.of[sum].count, 300);
  ss_expr built = ss_normal_build(&n, n.of[sum]);
  assert_false(n.ring.failed);
  ss_normal_stop(&n);
  assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, built, sum)), SS_PROVED);
  assert_true(ss_expr_size(g, built) <= ss_expr_size(g, sum) + 1);
  ss_graph_destroy(g);
}

/* A ring that has failed builds something, and does not crash. */
static void a_failed_ring_builds_nothing_of_use(void **state) {
  (void)state;
  nursery seedlings = start_nursery(10);
  for (size_t budget = 0; budget < 400; budget += 7) {
    ss_normal n;
    assert_true(ss_normal_start(&n, seedlings.graph, false));
    ss_poly p = draw_poly(&n, &seedlings, 40);
    n.ring.budget = budget;
    assert_int_not_equal(ss_normal_build(&n, p), SS_EXPR_NONE);
    ss_normal_stop(&n);
  }
  stop_nursery(&seedlings);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_expressions_convert_back),
      cmocka_unit_test(primitive_parts_are_primitive),
      cmocka_unit_test(sums_read_well),
      cmocka_unit_test(many_shared_factors),
      cmocka_unit_test(a_failed_ring_builds_nothing_of_use),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
