/* test_energy_ask.c: the least energy of states that violate a condition, against closed forms. */
#include "energy_support.h"

static const ss_boxes_effort effort = {.boxes = 20000, .gap = 1e-4};

/* A mass above a floor that is pulled down by 3 and up by y'^2: it does not accelerate downwards
 * where y'^2 >= 3, M = 2, so that V = y'^2 + ... >= 3 there. */
static void where_it_does_not_fall(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t",
                           "coord y\nkinetic = y'^2\npotential = 3*y\nforce y = y'^2\n"
                           "contact floor { gap = y }\n",
                           0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  const ss_energy_question q = {.kind = SS_ENERGY_INWARD, .condition = 4};
  const double lo[] = {-1, -5}, hi[] = {4, 5};
  ss_energy_answer answer;
  assert_int_equal(ss_energy_ask(e, &q, lo, hi, &effort, &answer), SS_OK);
  assert_true(answer.boxes.bound <= 3 && answer.boxes.bound >= 3 * (1 - 2e-4));
  ss_energy_answer_clear(&answer);
  stop(&m);
}

/* On the face x = 2 of a region: U = x^2 + 3 y >= 4 where y >= 0. */
static void on_a_face(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t", PLANE "potential = x^2 + 3*y\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  const ss_energy_question q = {.kind = SS_ENERGY_BORDER, .condition = 8, .face = 1};
  const double lo[] = {-2, -1, -1, -1}, hi[] = {2, 1, 1, 1};
  ss_energy_answer answer;
  assert_int_equal(ss_energy_ask(e, &q, lo, hi, &effort, &answer), SS_OK);
  assert_true(answer.boxes.bound <= 4 && answer.boxes.bound >= 4 * (1 - 2e-4));
  ss_energy_answer_clear(&answer);
  stop(&m);
}

/* Friction 1/2 * 3 holds |2 x| <= 3/2, energies up to 9/16: none from 0.6 to 1, some from 0.5. */
static void rest_positions(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t", PLANE "potential = x^2 + 3*y\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  const double lo[] = {-2, -1, -1, -1}, hi[] = {2, 1, 1, 1};
  e->force = 3;
  for (int i = 0; i < 2; i++) {
    const ss_energy_question q = {
        .kind = SS_ENERGY_REST, .closed = 1, .from = i ? 0.5 : 0.6, .to = 1, .face = SIZE_MAX};
    ss_energy_answer answer;
    assert_int_equal(ss_energy_ask(e, &q, lo, hi, &effort, &answer), SS_OK);
    assert_int_equal(answer.boxes.verdict == SS_PROVED, i == 0);
    ss_energy_answer_clear(&answer);
  }
  stop(&m);
}

/* Over all states only what does not depend on them can be asked. */
static void everywhere(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t", PLANE "potential = x^4 + 3*y\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  const ss_energy_question mass = {.kind = SS_ENERGY_MASS, .condition = 1};
  const ss_energy_question convex = {.kind = SS_ENERGY_CONVEX, .condition = 2};
  ss_energy_answer answer;
  assert_int_equal(ss_energy_ask(e, &mass, NULL, NULL, &effort, &answer), SS_OK);
  assert_int_equal(answer.boxes.verdict, SS_PROVED);
  ss_energy_answer_clear(&answer);
  assert_int_equal(ss_energy_ask(e, &convex, NULL, NULL, &effort, &answer), SS_LIMIT);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(where_it_does_not_fall),
                                     cmocka_unit_test(on_a_face), cmocka_unit_test(rest_positions),
                                     cmocka_unit_test(everywhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
