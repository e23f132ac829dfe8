/* test_print_mathml.c: formulas for web pages, and always well formed.
 *
 * Oracles: a table; tags that nest, counted on random expressions; schemes that count their
 * children (fraction, power) have two.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

#define ROW(content) "<mrow>" content "</mrow>"

static void formulas_are_typeset(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"x", "<mi>x</mi>"},
      {"x'", "<mover><mi>x</mi><mo>⋅</mo></mover>"},
      /* one dot for the word, which no letter of it hides; an i that is dotted twice */
      {"left'", "<mover><mi>left</mi><mo>⋅</mo></mover>"},
      {"i'", "<mover><mi>i</mi><mo>⋅</mo></mover>"},
      {"theta1'", "<msub><mover><mi>θ</mi><mo>⋅</mo></mover><mtext>1</mtext></msub>"},
      {"phi", "<mi>φ</mi>"},
      {"mu1", "<msub><mi>μ</mi><mtext>1</mtext></msub>"},
      {"mu_k", "<msub><mi>μ</mi><mtext>k</mtext></msub>"},
      {"a_b_c", "<msub><mi>a</mi><mtext>b,c</mtext></msub>"},
      {"kP", "<mi>kP</mi>"},
      {"A.x", "<msub><mi>x</mi><mi>A</mi></msub>"},
      {"pi", "<mi>π</mi>"},
      {"-3", "<mo>−</mo><mn>3</mn>"},
      {"1/3", "<mfrac><mn>1</mn><mn>3</mn></mfrac>"},
      {"x + y", "<mi>x</mi><mo>+</mo><mi>y</mi>"},
      {"x + (-y - z)", "<mi>x</mi><mo>−</mo><mi>y</mi><mo>−</mo><mi>z</mi>"},
      {"x - (y - z)",
       "<mi>x</mi><mo>−</mo><mrow><mo>(</mo><mi>y</mi><mo>−</mo><mi>z</mi><mo>)</mo></mrow>"},
      {"x*y", "<mi>x</mi><mspace width=\"0.17em\"/><mi>y</mi>"},
      {"x/y", "<mfrac>" ROW("<mi>x</mi>") ROW("<mi>y</mi>") "</mfrac>"},
      {"x^2", "<msup>" ROW("<mi>x</mi>") ROW("<mn>2</mn>") "</msup>"},
      {"sin(x)", "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>"},
      {"sin(x)^2",
       "<msup>" ROW("<mi>sin</mi>") ROW("<mn>2</mn>") "</msup><mo>&#x2061;</mo><mi>x</mi>"},
      {"min(x, y)",
       "<mi>min</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo>"
       "</mrow>"},
      {"sqrt(x)", "<msqrt><mi>x</mi></msqrt>"},
      /* a sign that does not grow would stand over the end of what it is about */
      {"sqrt(x + y)", "<msup><mrow><mo>(</mo><mi>x</mi><mo>+</mo><mi>y</mi><mo>)</mo></mrow>" ROW(
                          "<mn>1</mn><mo>/</mo><mn>2</mn>") "</msup>"},
      /* not sin(x y) */
      {"sin(x)*y", "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mo>⋅</mo><mi>y</mi>"},
      {"y*sin(x)", "<mi>y</mi><mspace width=\"0.17em\"/><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>"},
      {"abs(x)", "<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    assert_prints(g, read_text(g, pairs[i][0]), SS_PRINT_MATHML, pairs[i][1]);
    ss_graph_destroy(g);
  }
}

/* Tags nest; fractions, powers and indices have two children each. */
static void assert_well_formed(const char *text) {
  enum { MOST = 4000 };
  static char open[MOST][16];
  static int children[MOST];
  size_t depth = 0;
  for (const char *at = strchr(text, '<'); at; at = strchr(at + 1, '<')) {
    char name[16];
    const bool closes = at[1] == '/';
    sscanf(at + 1 + closes, "%15[a-z]", name);
    if (closes) {
      assert_true(depth > 0);
      depth--;
      assert_string_equal(open[depth], name);
      const bool counts =
          strcmp(name, "mfrac") == 0 || strcmp(name, "msup") == 0 || strcmp(name, "msub") == 0;
      if (counts) assert_int_equal(children[depth], 2);
      continue;
    }
    if (depth) children[depth - 1]++;
    const char *end = strchr(at, '>');
    assert_non_null(end);
    if (end[-1] == '/') continue;
    assert_true(depth < MOST);
    strcpy(open[depth], name);
    children[depth++] = 0;
  }
  assert_int_equal(depth, 0);
}

static void random_formulas_are_well_formed(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 5000; seed++) {
    nursery n = start_nursery(70000 + seed);
    ss_text out;
    ss_text_start(&out);
    ss_expr_print(n.graph, grow_tree(&n, ANYTHING, 5), SS_PRINT_MATHML, &out);
    assert_well_formed(out.data);
    ss_text_stop(&out);
    stop_nursery(&n);
  }
}

static void cut_formulas_are_well_formed(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e = x;
  for (int i = 0; i < 100; i++)
    e = ss_expr_div(g, ss_expr_unary(g, SS_OP_SQRT, e), ss_expr_add(g, x, ss_expr_neg(g, e)));
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(g, e, SS_PRINT_MATHML, &out);
  assert_non_null(strstr(out.data, "<mi>…</mi>"));
  assert_true(out.length < 400000);
  assert_well_formed(out.data);
  ss_text_stop(&out);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_typeset),
      cmocka_unit_test(random_formulas_are_well_formed),
      cmocka_unit_test(cut_formulas_are_well_formed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
