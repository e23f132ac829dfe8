/* test_inputs.c: which formula an input follows, and what is said about mistakes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

/* Two inputs: u has two named laws, v one without a name and one with. */
static const char machine[] = "param k = 2\n"
                              "coord x\n"
                              "input u in [-2, 3]; input v; input w\n"
                              "let half = x/2 + k*x'\n"
                              "kinetic = 1/2*x'^2\n"
                              "force x = u + 2*v + 3*w\n"
                              "feedback soft: u = -k*x\n"
                              "feedback hard: u = -9*half\n"
                              "feedback v = -x'\n"
                              "feedback hard: v = -5*x'\n";

enum { U, V, W, INPUTS };

typedef struct choice {
  reading r;
  ss_graph *graph;
  ss_expr formula[INPUTS];
} choice;

static choice read_choice(const char *text) {
  choice c = {.r = read_good(text)};
  c.graph = ss_graph_create_over(c.r.arena, c.r.model->graph);
  return c;
}

static choice start(void) {
  return read_choice(machine);
}

static ss_status follow(choice *c, const char *law) {
  ss_diagnostics_start(&c->r.list, c->r.arena, "law", law, law ? strlen(law) : 0);
  return ss_model_choose_feedback(c->r.model, law, &c->r.list, c->graph, c->formula);
}

static ss_status set(choice *c, const char *text) {
  ss_diagnostics_start(&c->r.list, c->r.arena, "--input", text, strlen(text));
  double until = INFINITY;
  return ss_model_input_from_text(c->r.model, text, &c->r.list, c->graph, c->formula, &until);
}

static void expect_formulas(choice *c, const char *u, const char *v, const char *w) {
  assert_formula(c->graph, c->formula[U], u);
  assert_formula(c->graph, c->formula[V], v);
  assert_formula(c->graph, c->formula[W], w);
}

static void expect_words(choice *c, ss_status status, const char *words) {
  assert_int_equal(status, SS_BAD_INPUT);
  const char *all = messages(&c->r);
  if (!strstr(all, words)) fail_msg("expected \"%s\" in:\n%s", words, all);
}

static void test_laws_by_name(void **state) {
  (void)state;
  choice c = start();
  assert_int_equal(follow(&c, "soft"), SS_OK);
  expect_formulas(&c, "-k*x", "-x'", "0"); /* v: its law without a name; w has none at all */
  c = (choice){.r = c.r, .graph = c.graph};
  assert_int_equal(follow(&c, "hard"), SS_OK);
  expect_formulas(&c, "-9/2*x - 9*k*x'", "-5*x'", "0");
  stop_reading(&c.r);
}

/* The name of another input's law takes no law away, not even from one with a single named law; an
 * input with several of them still asks. */
static void test_laws_of_others_stay(void **state) {
  (void)state;
  reading r = read_good("coord x\ninput a; input b; input c\nkinetic = 1/2*x'^2\n"
                        "force x = a + b + c\nfeedback soft: a = -x\nfeedback firm: b = -5*x'\n");
  ss_graph *g = ss_graph_create_over(r.arena, r.model->graph);
  ss_expr formula[3] = {0};
  ss_diagnostics_start(&r.list, r.arena, "law", "soft", 4);
  assert_int_equal(ss_model_choose_feedback(r.model, "soft", &r.list, g, formula), SS_OK);
  assert_formula(g, formula[0], "-x");
  assert_formula(g, formula[1], "-5*x'");
  assert_formula(g, formula[2], "0");
  stop_reading(&r);
}

static void test_without_a_name(void **state) {
  (void)state;
  choice c = start();
  expect_words(&c, follow(&c, NULL), "input 'u' has several feedback laws, 'soft', 'hard'");
  assert_null(strstr(messages(&c.r), "'v'")); /* its law without a name is the one */
  c = (choice){.r = c.r, .graph = c.graph};
  assert_int_equal(set(&c, "u = 1"), SS_OK); /* settles it */
  assert_int_equal(follow(&c, NULL), SS_OK);
  expect_formulas(&c, "1", "-x'", "0");
  stop_reading(&c.r);
}

static void test_formulas(void **state) {
  (void)state;
  choice c = start();
  assert_int_equal(set(&c, "  u  =2*sin(t) + half"), SS_OK);
  assert_int_equal(set(&c, "w=k*x'^2 - max(x, 0)"), SS_OK);
  assert_int_equal(follow(&c, "soft"), SS_OK); /* leaves them alone */
  expect_formulas(&c, "2*sin(t) + x/2 + k*x'", "-x'", "k*x'^2 - max(x, 0)");
  assert_int_equal(set(&c, "u=3"), SS_OK); /* the last one counts */
  expect_formulas(&c, "3", "-x'", "k*x'^2 - max(x, 0)");
  stop_reading(&c.r);
}

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } mistakes[] = {
      {"u", "expected INPUT=FORMULA"},
      {"", "expected INPUT=FORMULA"},
      {" = 1", "expected INPUT=FORMULA"},
      {"z = 1", "unknown input 'z'"},
      {"u = hafl", "did you mean 'half'?"},
      {"u = v", "unknown name 'v'"}, /* an input is no value */
      {"u =", "the formula ends here"},
      {"u = 2 x", "a product is written '*'"},
      {"u = 1/0", "division by zero"},
      {"u = ddt(x)", "ddt is for model files"},
      {"uu = frob", "unknown input 'uu'"},
      {"uu = frob", "unknown name 'frob'"}, /* both in one go */
  };
  choice c = start();
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    expect_words(&c, set(&c, mistakes[i].text), mistakes[i].words);
    for (size_t k = 0; k < INPUTS; k++) assert_int_equal(c.formula[k], SS_EXPR_NONE);
  }
  expect_words(&c, follow(&c, "sofd"), "unknown feedback law 'sofd'");
  assert_non_null(strstr(messages(&c.r), "did you mean 'soft'?"));
  stop_reading(&c.r);
}

/* An input that nothing drives is 0, if its bounds allow that. */
static void test_zero_outside_of_bounds(void **state) {
  (void)state;
  choice c = read_choice("coord x\ninput a in [1, 2]\nkinetic = 1/2*x'^2\nforce x = a\n");
  expect_words(&c, follow(&c, NULL), "input 'a' has no law, and 0 is outside its bounds");
  assert_non_null(strstr(messages(&c.r), "--input a=FORMULA"));
  c = (choice){.r = c.r, .graph = c.graph};
  assert_int_equal(set(&c, "a = 3"), SS_OK); /* clipped to 2 by the closed loop */
  assert_int_equal(follow(&c, NULL), SS_OK);
  stop_reading(&c.r);
}

/* A model without inputs takes no law and no formula. */
static void test_no_inputs(void **state) {
  (void)state;
  choice c = read_choice("coord x\nkinetic = x'^2\n");
  assert_int_equal(follow(&c, NULL), SS_OK);
  expect_words(&c, set(&c, "u = 1"), "unknown input 'u'");
  expect_words(&c, follow(&c, "soft"), "unknown feedback law 'soft'");
  stop_reading(&c.r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laws_by_name),
      cmocka_unit_test(test_without_a_name),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_no_inputs),
      cmocka_unit_test(test_laws_of_others_stay),
      cmocka_unit_test(test_zero_outside_of_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
