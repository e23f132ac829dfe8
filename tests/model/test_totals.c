/* Energies and generalised forces added up, against formulas derived by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static void test_bodies(void **state) {
  (void)state;
  reading r =
      read_good("param m = 1; param J = 2; param g = 9.81; param l = 3; coord phi, x\n"
                "kinetic = 1/2*m*x'^2\nkinetic = 1/2*m*x'^2\npotential = x\npotential = x^2\n"
                "body rod { mass = m; inertia = J; gravity = (0, -g)\n"
                "           at = (l*sin(phi), -l*cos(phi), phi) }\n");
  assert_formula(r.model->graph, r.model->kinetic, "m*x'^2 + 1/2*(J + m*l^2)*phi'^2");
  assert_formula(r.model->graph, r.model->potential, "x + x^2 - m*g*l*cos(phi)");
  stop_reading(&r);
}

static void test_bodies_that_move_by_themselves(void **state) {
  (void)state;
  reading r = read_good("coord x; param v = 2; body b { mass = 1; at = (x + v*t, 0, 0) }\n");
  assert_formula(r.model->graph, r.model->kinetic, "1/2*(x' + v)^2");
  stop_reading(&r);
}

static void test_inertia(void **state) {
  (void)state;
  reading r = read_good("coord x; body b { mass = 2; at = (x, 0, pi/4) }");
  assert_formula(r.model->graph, r.model->kinetic, "x'^2");
  stop_reading(&r);
  expect_mistake("coord x, phi; body b { mass = 2; at = (x, 0, phi) }",
                 "body 'b' turns but has no 'inertia'");
}

static void test_forces(void **state) {
  (void)state;
  reading r = read_good("coord x, phi; param l = 2; input F\n"
                        "body b { mass = 1; inertia = 1; at = (x, 0, phi) }; point P on b (0, -l)\n"
                        "force at P = (F, -3)\nforce x = -x'; force x = -x; force phi = F*phi'\n");
  assert_formula(r.model->graph, r.model->generalised_force[0], "F - x' - x");
  assert_formula(r.model->graph, r.model->generalised_force[1],
                 "F*l*cos(phi) - 3*l*sin(phi) + F*phi'");
  stop_reading(&r);
}

static void test_silence_is_zero(void **state) {
  (void)state;
  reading r = read_good("coord x; kinetic = x'^2");
  assert_formula(r.model->graph, r.model->potential, "0");
  assert_formula(r.model->graph, r.model->generalised_force[0], "0");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bodies),          cmocka_unit_test(test_bodies_that_move_by_themselves),
      cmocka_unit_test(test_inertia),         cmocka_unit_test(test_forces),
      cmocka_unit_test(test_silence_is_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
