/* test_steady.c: frictions that slip at rest, and coefficients that depend on the place: rest
 * points in closed form, forces, formulas, and what is refused. */
#include "../../src/rest/rest_private.h"
#include "rests.h"

/* k x = mu N on the belt, the way it runs; nothing is left of the interval that friction holds. */
static void test_belt(void **state) {
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 2*x^2 + 10*y\n"
             "contact belt { gap = y; slip = x' - %d/2; law = coulomb(1/5) }\n",
             side);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_true(sets.complete && sets.set[0].exact);
    assert_int_equal(sets.set[0].shape, SS_REST_POINT);
    assert_near(sets.set[0].center[0], side * 0.5, 0);
    assert_near(sets.set[0].center[1], 0, 0);
    machine_close(&m);
  }
}

/* A contact and a friction of the same weight: the same place, by other formulas; a belt that
 * stands still holds an interval. */
static void test_known_normal(void **state) {
  (void)state;
  machine m = machine_parse("param v = 3\ncoord x\nkinetic = 1/2*x'^2\npotential = 2*x^2\n"
                            "friction belt { slip = x' - v; normal = 10; law = coulomb(1/5) }\n");
  assert_near(find_rests(&m).set[0].center[0], 0.5, 0);
  m.parameters[0] = 0;
  const ss_rest_sets still = find_rests(&m);
  assert_near(still.set[0].lo[0], -0.5, 1e-15);
  assert_near(still.set[0].hi[0], 0.5, 1e-15);
  machine_close(&m);
}

/* (x, 2 y) = mu w/|w|, and along an ellipse mu_k^2 w_k / |mu w|. */
static void test_pairs(void **state) {
  (void)state;
  static const struct {
    const char *law;
    double x, y;
  } cases[] = {{"disk(0.5)", 0.3, 0.2},
               {"ellipse(0.5, 0.25)", 0.25 * 0.3 / 0.18027756377319945,
                0.0625 * 0.4 / 2 / 0.18027756377319945}};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*x^2 + y^2\n"
             "friction plate { slip = (x' - 0.3, y' - 0.4); normal = 1; law = %s }\n",
             cases[i].law);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_true(sets.complete);
    assert_near(sets.set[0].center[0], cases[i].x, 1e-9);
    assert_near(sets.set[0].center[1], cases[i].y, 1e-9);
    machine_close(&m);
  }
}

/* 4 |x| <= (1/5 + x/10) 10: from -2/5 to 2/3. */
static void test_place(void **state) {
  (void)state;
  static const char *const elements[] = {
      "contact floor { gap = y; slip = x'; law = coulomb(1/5 + x/10) }",
      "friction floor { slip = x'; normal = 10; law = coulomb(1/5 + x/10) }\n"
      "contact ground { gap = y }"};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 2*x^2 + 10*y\n%s\n",
             elements[i]);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_near(sets.set[0].lo[0], -0.4, 1e-8);
    assert_near(sets.set[0].hi[0], 2. / 3, 1e-8);
    machine_close(&m);
  }
}

/* Forces that are told are those of the machine. */
static void test_forces(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 2*x^2 + 10*y\n"
                            "contact floor { gap = y; slip = x'; law = coulomb(1/5 + x/10) }\n");
  ss_rest_answer answer;
  m.q[0] = 0.6;
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_OK);
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_near(answer.forces[0], 10, 1e-12);
  assert_near(answer.forces[1], 2.4, 1e-12);
  machine_close(&m);
  m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 2*x^2 + 10*y\n"
                    "contact belt { gap = y; slip = x' - 1; law = coulomb(1/5) }\n");
  m.q[0] = 0.5;
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_OK);
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_near(answer.forces[0], 10, 1e-12);
  assert_near(answer.forces[1], 2, 1e-12);
  m.q[0] = 0.51;
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_OK);
  assert_int_equal(answer.verdict, SS_REFUTED);
  machine_close(&m);
}

/* Steady slip has the coefficient of its own speed: k x = (muk + (mus - muk)/e) N. */
static void test_stribeck(void **state) {
  (void)state;
  machine m = machine_open("mass-on-belt", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_near(sets.set[0].center[0], 0.2 + 0.2 * exp(-1), 1e-15);
  machine_close(&m);
}

static void expect_obstacle(const char *elements, const char *words) {
  char text[400];
  snprintf(text, sizeof text,
           "coord x, y, s\nkinetic = x'^2 + y'^2 + s'^2\npotential = x^2 + y^2 + s^2\n%s\n",
           elements);
  machine m = machine_parse(text);
  const char *why_not = ss_steady_find_unfit_slip(m.system);
  if (words)
    assert_non_null(strstr(why_not, words));
  else
    assert_null(why_not);
  machine_close(&m);
}

static void test_refused(void **state) {
  (void)state;
  expect_obstacle("friction f { slip = x'; normal = 1; law = coulomb(1) }", NULL);
  expect_obstacle("friction f { slip = (x' - 1, y'); normal = 1; law = disk(1) }", NULL);
  expect_obstacle("friction f { slip = x' - y; normal = 1; law = coulomb(1) }",
                  "depends on the position");
  expect_obstacle("slider f { gap = y; slip = x' - 1; law = coulomb(1) }", "a slider");
  expect_obstacle(
      "friction f { slip = (x' - 1, y'); spin = s'; normal = 1; law = contensou(1, 1) }",
      "none of coulomb");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_belt),    cmocka_unit_test(test_known_normal),
      cmocka_unit_test(test_pairs),   cmocka_unit_test(test_place),
      cmocka_unit_test(test_forces),  cmocka_unit_test(test_stribeck),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
