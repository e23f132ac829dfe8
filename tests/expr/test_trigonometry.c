/* test_trigonometry.c: angles in normal form, expansion and contraction.
 *
 * Oracles: Chebyshev's recurrence for multiples of an angle; identities by construction, products
 * multiplied out by hand and put together again; enclosures at random points.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "../../src/expr/normal_private.h"
#include "texts.h"
#include "trees.h"

static void assert_simplifies(const char *from, const char *to) {
  ss_graph *g = ss_graph_create();
  assert_prints(g, ss_expr_simplify(g, read_text(g, from)), SS_PRINT_TEXT, to);
  ss_graph_destroy(g);
}

/* ---- angles ---------------------------------------------------------------------------------- */

/* sin and cos of x + k pi/2 for k from -9 to 9, and of -x + k pi/2. */
static void quarter_turns_are_taken_out(void **state) {
  (void)state;
  static const char *const sine[] = {"sin(x)", "cos(x)", "-sin(x)", "-cos(x)"};
  static const char *const mirrored[] = {"-sin(x)", "cos(x)", "sin(x)", "-cos(x)"};
  for (int k = -9; k <= 9; k++) {
    char text[64];
    int turn = (k % 4 + 4) % 4;
    snprintf(text, sizeof text, "sin(x + %d*pi/2)", k);
    assert_simplifies(text, sine[turn]);
    snprintf(text, sizeof text, "cos(x + %d*pi/2)", k);
    assert_simplifies(text, sine[(turn + 1) % 4]);
    snprintf(text, sizeof text, "sin(%d*pi/2 - x)", k);
    assert_simplifies(text, mirrored[turn]);
    snprintf(text, sizeof text, "cos(%d*pi/2 - x)", k);
    assert_simplifies(text, mirrored[(turn + 1) % 4]);
  }
  assert_simplifies("sin(x + pi/3)", "sin(x + 1/3*pi)");
}

static void signs_of_angles_are_taken_out(void **state) {
  (void)state;
  assert_simplifies("sin(y - x) + sin(x - y)", "0");
  assert_simplifies("cos(y - x) - cos(x - y)", "0");
  assert_simplifies("sin(-2*x)", "-sin(2*x)");
  assert_simplifies("cos(-x*y)", "cos(x*y)");
}

/* ---- expanding ------------------------------------------------------------------------------- */

/* cos(k x) = 2 cos(x) cos((k-1) x) - cos((k-2) x), the same for sin; up to the limit of multiples.
 */
static void multiples_obey_the_recurrence(void **state) {
  (void)state;
  for (int k = 2; k <= 12; k++) {
    ss_graph *g = ss_graph_create();
    char text[128];
    snprintf(text, sizeof text, "cos(%d*x) - 2*cos(x)*cos(%d*x) + cos(%d*x)", k, k - 1, k - 2);
    assert_int_equal(ss_expr_is_zero(g, read_text(g, text)), SS_PROVED);
    snprintf(text, sizeof text, "sin(%d*x) - 2*cos(x)*sin(%d*x) + sin(%d*x)", k, k - 1, k - 2);
    assert_int_equal(ss_expr_is_zero(g, read_text(g, text)), SS_PROVED);
    snprintf(text, sizeof text, "sin(%d*x) - 2*cos(x)*sin(%d*x) - sin(%d*x)", k, k - 1, k - 2);
    assert_int_equal(ss_expr_is_zero(g, read_text(g, text)), k == 2 ? SS_PROVED : SS_REFUTED);
    ss_graph_destroy(g);
  }
}

/* sin(a1 + … + ak) against the imaginary part of the product of (cos + i sin). */
static void sums_of_angles_are_products(void **state) {
  (void)state;
  for (int k = 2; k <= 7; k++) {
    ss_graph *g = ss_graph_create();
    ss_expr angle = ss_expr_integer(g, 0), re = ss_expr_integer(g, 1), im = angle;
    for (int i = 0; i < k; i++) {
      ss_expr a = ss_expr_symbol(g, (char[]){'a', (char)('0' + i), 0});
      ss_expr s = ss_expr_unary(g, SS_OP_SIN, a), c = ss_expr_unary(g, SS_OP_COS, a), kept = re;
      angle = ss_expr_add(g, angle, a);
      re = ss_expr_sub(g, ss_expr_mul(g, re, c), ss_expr_mul(g, im, s));
      im = ss_expr_add(g, ss_expr_mul(g, im, c), ss_expr_mul(g, kept, s));
    }
    ss_expr sine = ss_expr_unary(g, SS_OP_SIN, angle), cosine = ss_expr_unary(g, SS_OP_COS, angle);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, sine, im)), SS_PROVED);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, cosine, re)), SS_PROVED);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_add(g, cosine, re)), SS_REFUTED);
    ss_graph_destroy(g);
  }
}

/* Sixteen angles would have 32768 terms: they stay together, in a moment. */
static void long_angles_stay_together(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr angle = ss_expr_integer(g, 0);
  for (int i = 0; i < 16; i++)
    angle = ss_expr_add(g, angle, ss_expr_symbol(g, (char[]){'a', (char)('a' + i), 0}));
  ss_expr sine = ss_expr_unary(g, SS_OP_SIN, angle);
  ss_normal n;
  assert_true(ss_normal_start(&n, g, true));
  assert_true(ss_normal_convert(&n, 1, &sine));
  assert_int_equal(n.of[sine].count, 1);
  ss_normal_stop(&n);
  ss_graph_destroy(g);
}

/* ---- contracting ----------------------------------------------------------------------------- */

static void random_products_contract(void **state) {
  (void)state;
  random_source r = {77};
  static const char *const angles[] = {"x", "2*y", "x + z", "3*z", "y - x"};
  for (int trial = 0; trial < 400; trial++) {
    size_t i = random_below(&r, 5), k = (i + 1 + random_below(&r, 4)) % 5;
    const char *a = angles[i], *b = angles[k], *sign = random_below(&r, 2) ? "+" : "-";
    char text[200];
    bool sines = random_below(&r, 2);
    snprintf(text, sizeof text,
             sines ? "m*l*sin(%s)*cos(%s) %s m*l*cos(%s)*sin(%s)"
                   : "m*l*cos(%s)*cos(%s) %s m*l*sin(%s)*sin(%s)",
             a, b, sign, a, b);
    ss_graph *g = ss_graph_create();
    ss_expr e = read_text(g, text), simple = ss_expr_simplify(g, e);
    assert_int_equal(ss_expr_is_zero(g, ss_expr_sub(g, e, simple)), SS_PROVED);
    /* one product with one function */
    size_t functions = 0;
    uint8_t *marks = calloc(ss_graph_count(g), 1);
    ss_expr_mark(g, 1, &simple, marks);
    for (ss_expr j = 1; j < ss_graph_count(g); j++)
      functions += marks[j] && (ss_expr_op(g, j) == SS_OP_SIN || ss_expr_op(g, j) == SS_OP_COS);
    assert_int_equal(functions, 1);
    free(marks);
    ss_graph_destroy(g);
  }
}

/* Whichever of the two products comes first. */
static void the_order_of_products_does_not_matter(void **state) {
  (void)state;
  assert_simplifies("sin(x)*sin(y) - cos(x)*cos(y)", "-cos(x + y)");
  assert_simplifies("sin(x)*sin(y) + cos(x)*cos(y)", "cos(x - y)");
  assert_simplifies("cos(x)*sin(y) - sin(x)*cos(y)", "-sin(x - y)");
  assert_simplifies("-cos(x)*cos(y) - sin(x)*sin(y)", "-cos(x - y)");
}

static void squares_are_traded_where_it_pays(void **state) {
  (void)state;
  assert_simplifies("a*sin(x)^2 + a*cos(x)^2", "a");
  assert_simplifies("sin(x)^4 + 2*sin(x)^2*cos(x)^2 + cos(x)^4", "1");
  assert_simplifies("a - a*sin(x)^2", "a*cos(x)^2");
  assert_simplifies("a*sin(x)^2 + b*cos(x)^2", "a*sin(x)^2 + b*cos(x)^2");
  assert_simplifies("sin(x)^3 + sin(x)*cos(x)^2", "sin(x)");
  assert_simplifies("l^2*u^2*sin(x)^2 + (v + l*u*cos(x))^2", "l*u*(l*u + 2*v*cos(x)) + v^2");
}

/* 1 - cos^2 for sin^2 leaves no sine but to the first power, and the value is kept. */
static void sines_are_reduced(void **state) {
  (void)state;
  point at;
  start_point(at);
  for (uint64_t seed = 0; seed < 300; seed++) {
    nursery n = start_nursery(700000 + seed);
    ss_expr e = ss_expr_pow(n.graph, read_text(n.graph, "sin(x)*y + sin(y)^3 - cos(x)*sin(z)^2"),
                            ss_expr_integer(n.graph, 1 + (long)(seed % 4)));
    ss_normal normal;
    assert_true(ss_normal_start(&normal, n.graph, true));
    assert_true(ss_normal_convert(&normal, 1, &e));
    ss_poly p = ss_normal_reduce_sines(&normal, normal.of[e]);
    for (size_t i = 0; i < p.count; i++) {
      ss_monomial m = normal.ring.monomials[p.terms[i].monomial];
      for (uint32_t j = 0; j < m.count; j++)
        if (ss_expr_op(n.graph, m.powers[j].atom) == SS_OP_SIN)
          assert_int_equal(m.powers[j].exponent, 1);
    }
    ss_expr built = ss_normal_build(&normal, p);
    ss_normal_stop(&normal);
    draw_point(&n.random, at);
    assert_int_equal(compare_at(&n, e, built, at), 1);
    stop_nursery(&n);
  }
  stop_point(at);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quarter_turns_are_taken_out),
      cmocka_unit_test(signs_of_angles_are_taken_out),
      cmocka_unit_test(multiples_obey_the_recurrence),
      cmocka_unit_test(sums_of_angles_are_products),
      cmocka_unit_test(long_angles_stay_together),
      cmocka_unit_test(random_products_contract),
      cmocka_unit_test(the_order_of_products_does_not_matter),
      cmocka_unit_test(squares_are_traded_where_it_pays),
      cmocka_unit_test(sines_are_reduced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
