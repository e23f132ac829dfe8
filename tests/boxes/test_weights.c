/* test_weights.c: conditions that contradict each other only together. */
#include "../../src/boxes/probe.h"

#include "questions.h"

/* x - y >= 0 and y - x - 1/100 >= 0: each takes both signs on the square, their sum is -1/100. */
static void finds_contradictions(void **state) {
  (void)state;
  const char *text[] = {"x - y", "y - x - 0.01"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0},
                                  {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  asked a = ask_about(2, text, 2, c, SIZE_MAX);
  ss_probe probe;
  double weight[2];
  arb_t sum;
  arb_init(sum);
  assert_true(ss_probe_create(&a.question, (double[]){-1, -1}, (double[]){1, 1}, &probe));
  ss_form_run(&probe.form, (double[]){-1, -1}, (double[]){1, 1});
  assert_false(ss_probe_refutes(&probe, &c[0]) || ss_probe_refutes(&probe, &c[1]));
  assert_true(ss_probe_weigh(&probe, weight));
  assert_true(weight[0] > 0 && weight[1] > 0);
  ss_probe_mix(&probe, weight, sum);
  assert_true(arb_is_negative(sum));
  arb_clear(sum);
  ss_probe_destroy(&probe);
  forget(&a);
}

/* x^2 + y^2 on the line x + y = 1 is at least 1/2; an equation may have a weight of either sign. */
static void bounds_on_a_line(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    const char *text[] = {"x^2 + y^2", sign > 0 ? "x + y - 1" : "1 - x - y"};
    const ss_boxes_condition c[] = {{.sense = SS_BOXES_ZERO, .output = 1}};
    asked a = ask_about(2, text, 1, c, 0);
    ss_probe probe;
    double weight[1];
    arb_t sum;
    arb_init(sum);
    assert_true(ss_probe_create(&a.question, (double[]){-1, -1}, (double[]){1, 1}, &probe));
    ss_form_run(&probe.form, (double[]){0.49, 0.49}, (double[]){0.52, 0.52});
    assert_true(ss_probe_weigh(&probe, weight));
    assert_true(weight[0] * sign > 0.9 && weight[0] * sign < 1.1);
    ss_probe_mix(&probe, weight, sum);
    arb_neg(sum, sum);
    arb_sub_si(sum, sum, 0, 64);
    assert_true(arf_cmp_d(arb_midref(sum), 0.49) > 0);
    assert_true(mag_get_d(arb_radref(sum)) < 0.005);
    arb_clear(sum);
    ss_probe_destroy(&probe);
    forget(&a);
  }
}

/* y above both lines y = x and y = -x: at x = 1/2 it is 1/2 at least, whichever comes first. */
static void takes_the_right_one(void **state) {
  (void)state;
  const char *text[2][3] = {{"y", "y - x", "y + x"}, {"y", "y + x", "y - x"}};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1},
                                  {.sense = SS_BOXES_NOT_NEGATIVE, .output = 2}};
  for (int i = 0; i < 2; i++) {
    asked a = ask_about(3, text[i], 2, c, 0);
    a.question.exclusive = true;
    ss_probe probe;
    double weight[2];
    arb_t sum;
    arb_init(sum);
    assert_true(ss_probe_create(&a.question, (double[]){-1, -1}, (double[]){1, 1}, &probe));
    ss_form_run(&probe.form, (double[]){0.5, -1}, (double[]){0.5, 1});
    assert_true(ss_probe_weigh(&probe, weight));
    ss_probe_mix(&probe, weight, sum);
    assert_true(arf_cmpabs_d(arb_midref(sum), 0.5) == 0 && arf_sgn(arb_midref(sum)) < 0);
    arb_clear(sum);
    ss_probe_destroy(&probe);
    forget(&a);
  }
}

/* Alternatives and matrices are not mixed. */
static void leaves_alternatives(void **state) {
  (void)state;
  const char *text[] = {"x - y", "y - x - 0.01"};
  const ss_boxes_condition c[] = {
      {.sense = SS_BOXES_NOT_NEGATIVE, .output = 0},
      {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1, .alternative = true}};
  asked a = ask_about(2, text, 2, c, SIZE_MAX);
  ss_probe probe;
  double weight[2];
  assert_true(ss_probe_create(&a.question, (double[]){-1, -1}, (double[]){1, 1}, &probe));
  ss_form_run(&probe.form, (double[]){-1, -1}, (double[]){1, 1});
  assert_false(ss_probe_weigh(&probe, weight));
  ss_probe_destroy(&probe);
  forget(&a);
}

/* With an objective, too, no box is left: one is enough where a sum of conditions is negative, and
 * a side along which V does not change is cut where a condition needs that. V is 0 inside. */
static void leaves_nothing(void **state) {
  (void)state;
  const char *text[2][3] = {{"x^2", "x - y", "y - x - 0.01"}, {"x^2", "y - y^2 - 0.26", "1 + y"}};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1},
                                  {.sense = SS_BOXES_NOT_NEGATIVE, .output = 2}};
  for (int i = 0; i < 2; i++) {
    asked a = ask_about(3, text[i], 2, c, 0);
    a.question.exclusive = true;
    const ss_boxes_effort effort = {.boxes = 3000};
    ss_boxes_answer answer;
    bool holds;
    assert_int_equal(
        ss_boxes_ask(&a.question, (double[]){-1, 0}, (double[]){1, 1}, &effort, &answer), SS_OK);
    assert_int_equal(answer.verdict, SS_PROVED);
    assert_true(answer.bound == INFINITY);
    assert_true(i == 1 || answer.tested == 1);
    assert_int_equal(ss_boxes_replay(&a.question, &answer, &holds), SS_OK);
    assert_true(holds);
    ss_boxes_answer_clear(&answer);
    forget(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_contradictions), cmocka_unit_test(bounds_on_a_line),
      cmocka_unit_test(takes_the_right_one),  cmocka_unit_test(leaves_alternatives),
      cmocka_unit_test(leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
