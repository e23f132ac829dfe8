/* test_shapes.c: feedback laws from the energies that are wanted, and when there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

/* The formula of the law for an input. */
static void assert_law(const reading *r, const char *law, size_t input, const char *formula) {
  const ss_model *m = r->model;
  for (size_t i = 0; i < m->feedbacks; i++) {
    if (m->feedback[i].input != input || strcmp(m->feedback[i].law, law) != 0) continue;
    assert_true(m->feedback[i].derived);
    assert_formula((ss_graph *)m->graph, m->feedback[i].value.resolved, formula);
    return;
  }
  fail_msg("no law %s for input %zu", law, input);
}

/* (42) with (25): the same law as the worked model of the arm has by hand. */
static void test_full_actuation(void **state) {
  (void)state;
  reading r = read_good("param Kp = 2; param Kv = 1; param g = 9.81\n"
                        "coord a, b\ninput one; input two\n"
                        "kinetic = 1/2*(a'^2 + b'^2)\npotential = -g*cos(a) + a^2*b\n"
                        "force a = one\nforce b = two - 3*b'\n"
                        "shape press { potential = 1/2*Kp*(a^2 + b^2)\n"
                        "              damping   = 1/2*Kv*(a' - b')^2 }\n");
  assert_law(&r, "press", 0, "g*sin(a) + 2*a*b - Kp*a - Kv*(a' - b')");
  assert_law(&r, "press", 1, "a^2 - Kp*b + Kv*(a' - b')");
  stop_reading(&r);
}

/* Inputs that act along other directions than the coordinates, with a lever. */
static void test_directions(void **state) {
  (void)state;
  reading r = read_good("param l = 3\ncoord a, b\ninput one; input two\n"
                        "kinetic = 1/2*(a'^2 + b'^2)\n"
                        "force a = l*one - two\nforce b = two\n"
                        "shape soft { potential = 1/2*a^2 + 2*b^2 }\n");
  assert_law(&r, "soft", 1, "-4*b");
  assert_law(&r, "soft", 0, "(-a - 4*b)/l");
  stop_reading(&r);
}

/* (44): one motor, and the potential of what it does not move stays. */
static void test_partial_actuation(void **state) {
  (void)state;
  reading r = read_good("param k = 5; param Kp = 2\ncoord a, b\ninput motor\n"
                        "kinetic = 1/2*(a'^2 + b'^2)\npotential = 1/2*k*b^2 + 1/2*k*(a - b)^2\n"
                        "force a = motor\n"
                        "shape press { potential = 1/2*k*b^2 + 1/2*k*(a - b)^2 + Kp*(a - 1)^2\n"
                        "              damping = a'^2*(1 + a^2) }\n");
  assert_law(&r, "press", 0, "-2*Kp*(a - 1) - 2*a'*(1 + a^2)");
  stop_reading(&r);
}

/* A force whose size follows the angle: the law divides by it. A residual that vanishes only by
 * sin^2 + cos^2 = 1 is none. */
static void test_formulas_as_pivots(void **state) {
  (void)state;
  reading r = read_good("coord a, b\ninput pull\nkinetic = 1/2*(a'^2 + b'^2)\n"
                        "force a = pull*cos(a)\nforce b = pull*sin(a)^2 + pull*cos(a)^2 - pull\n"
                        "shape up { potential = 3*a^2 }\n");
  assert_law(&r, "up", 0, "-6*a/cos(a)");
  stop_reading(&r);
}

/* An input follows the shape's law like any other of that name. */
static void test_chosen_by_name(void **state) {
  (void)state;
  reading r = read_good("coord x\ninput u in [-1, 1]\nkinetic = 1/2*x'^2\nforce x = u\n"
                        "feedback u = -x'\nshape press { potential = 2*x^2 }\n"
                        "shape pull { potential = x }\n");
  ss_graph *graph = ss_graph_create_over(r.arena, r.model->graph);
  const char *const laws[] = {NULL, "press", "pull"}, *const formulas[] = {"-x'", "-4*x", "-1"};
  for (size_t i = 0; i < 3; i++) {
    ss_expr formula = SS_EXPR_NONE;
    ss_diagnostics_start(&r.list, r.arena, "law", laws[i], laws[i] ? strlen(laws[i]) : 0);
    assert_int_equal(ss_model_choose_feedback(r.model, laws[i], &r.list, graph, &formula), SS_OK);
    assert_formula(graph, formula, formulas[i]);
  }
  stop_reading(&r);
}

/* The canonical form has the shape, not what was derived, and reads back to itself. */
static void test_reads_back(void **state) {
  (void)state;
  reading r = read_good("coord x\ninput u\nkinetic = 1/2*x'^2\nforce x = u\n"
                        "shape press { potential = 2*x^2; damping = x'^2 }   # firmly\n");
  ss_text json;
  ss_text_start(&json);
  ss_model_print_json(r.model, &json);
  assert_non_null(strstr(json.data, "\"feedbacks\":[]"));
  assert_non_null(strstr(json.data, "\"shapes\":[{\"name\":\"press\",\"doc\":\"firmly\","));
  reading again = read_good(json.data);
  assert_string_equal(again.model->hash, r.model->hash);
  assert_law(&again, "press", 0, "-4*x - 2*x'");
  ss_text_stop(&json);
  stop_reading(&again);
  stop_reading(&r);
}

/* What stands against a law is told; tests/bad-models/shape-* has more. */
static void test_no_law(void **state) {
  (void)state;
  expect_mistake("coord a, b\ninput u\nkinetic = 1/2*(a'^2 + b'^2)\npotential = b^2\n"
                 "force a = u\nshape press { potential = a^2 }\n",
                 "it asks for the force 2*b on 'b', which no input can exert");
  /* a force along both coordinates cannot be told apart */
  expect_mistake("coord a, b\ninput u\nkinetic = 1/2*(a'^2 + b'^2)\nforce a = u\nforce b = 2*u\n"
                 "shape press { potential = 1/2*a^2 }\n",
                 "it asks for the force 2*a on 'b'");
  expect_mistake("coord a\ninput u; input v\nkinetic = 1/2*a'^2\nforce a = u + v\n"
                 "shape press { potential = a^2 }\n",
                 "input 'v' moves nothing that other inputs do not move");
}

/* The worked model of Tornambè's arm has its law twice: by hand, and from the energies. */
static void test_worked_arm(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  assert_int_equal(
      ss_model_read(r.arena, "models/arm-against-stop.still", 0, NULL, &r.list, &r.model), SS_OK);
  const ss_model *m = r.model;
  assert_int_equal(m->feedbacks, 2);
  assert_false(m->feedback[0].derived);
  assert_law(&r, "press", 0, "-Kp*q - Kv*q'");
  assert_formula(m->graph, m->feedback[0].value.resolved, "-Kp*q - Kv*q'");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_full_actuation),
      cmocka_unit_test(test_directions),
      cmocka_unit_test(test_partial_actuation),
      cmocka_unit_test(test_formulas_as_pivots),
      cmocka_unit_test(test_chosen_by_name),
      cmocka_unit_test(test_reads_back),
      cmocka_unit_test(test_no_law),
      cmocka_unit_test(test_worked_arm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
