/* Laws that follow from a shape: what proofs take, and what they leave. */
#include "support.h"

/* The machine with its inputs following the law of that name. */
static machine close_by(const char *text, const char *law) {
  machine m = read_machine("test.still", text, 0, NULL);
  const ss_model *model = m.model;
  ss_expr formula[4];
  for (size_t j = 0; j < model->inputs; j++)
    for (size_t k = 0; k < model->feedbacks; k++)
      if (model->feedback[k].input == j && strcmp(model->feedback[k].law, law) == 0)
        formula[j] = model->feedback[k].value.resolved;
  ss_graph *graph = ss_graph_create_over(m.arena, m.system->graph);
  ss_system *closed;
  assert_int_equal(ss_system_close_loop(m.arena, m.system, graph, formula, &closed), SS_OK);
  m.system = closed;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

static void expect(const char *text, const char *law, bool follows, const char *why_not) {
  machine m = close_by(text, law);
  assert_int_equal(ss_proof_follows_shape(m.system), follows);
  assert_int_equal(m.proof.verdict, why_not ? SS_UNKNOWN : SS_PROVED);
  if (why_not) assert_non_null(strstr(m.proof.reason, why_not));
  stop(&m);
}

#define MASS "coord x\ninput v\nkinetic = x'^2/2\npotential = x^2/2\n"
#define LAWS "shape press { potential = x^2 }\nfeedback soft : v = -x/3\n"

/* Directions that are numbers, or parameters that are; a law beside the shape. */
static void test_numbers(void **state) {
  (void)state;
  expect(MASS "force x = 2*v - x'\n" LAWS, "press", true, NULL);
  expect(MASS "force x = 2*v - x'\n" LAWS, "soft", false, NULL);
  expect("param b = 1/3\n" MASS "force x = b*v - x'\n" LAWS, "press", true, NULL);
}

/* What is divided by may vanish: v = -1 but for x = 0, where there is none. */
static void test_formulas(void **state) {
  (void)state;
  expect(MASS "force x = x*v - x'\n" LAWS, "press", true, "no rational number");
  expect("param b = 1 in [1/2, 2]\n" MASS "force x = b*v - x'\n" LAWS, "press", true,
         "no rational number");
}

/* A nonlinear machine needs an input for each coordinate. */
static void test_coordinates(void **state) {
  (void)state;
  const char text[] = "coord a, b\ninput v\nkinetic = a'^2/2 + b'^2*(1 + a^2)/2\n"
                      "potential = a^2 + b^2\nforce a = v - a'\nforce b = -b'\n"
                      "shape press { potential = 2*a^2 + b^2 }\n";
  expect(text, "press", true, "fewer inputs than coordinates");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
