/* Abbreviations, points and ddt replaced: against formulas derived by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y, phi; kinetic = x'^2 + y'^2 + phi'^2; param a = 2\n"

static void expect_slip(const char *definitions, const char *slip, const char *formula) {
  char text[500];
  snprintf(text, sizeof text, FRAME "%s\nfriction f { slip = %s; normal = 1; law = coulomb(a) }\n",
           definitions, slip);
  reading r = read_good(text);
  assert_formula(r.model->graph, r.model->element[0].slip[0].resolved, formula);
  stop_reading(&r);
}

static void test_ddt(void **state) {
  (void)state;
  expect_slip("", "ddt(x)", "x'");
  expect_slip("", "ddt(x*y)", "x'*y + x*y'");
  expect_slip("", "ddt(a*sin(phi)) + x'", "a*cos(phi)*phi' + x'");
  expect_slip("", "ddt(sqrt(x^2 + y^2))", "(x*x' + y*y')/sqrt(x^2 + y^2)");
  expect_slip("", "ddt(x + a*t^2)", "x' + 2*a*t");
  expect_slip("let r = x*cos(phi); let s = r^2", "ddt(s)",
              "2*x*cos(phi)*(x'*cos(phi) - x*sin(phi)*phi')");
  expect_slip("let v = ddt(x)", "v*cos(phi)", "x'*cos(phi)");
  expect_slip("let c = ddt(ddt(t^3))", "x'*c", "x'*6*t");
  expect_slip("", "x' + ddt(a)", "x'");
}

static void test_points(void **state) {
  (void)state;
  expect_slip("body b { mass = 1; inertia = 1; at = (x, y, phi) }; point P on b (a, 3)", "ddt(P.x)",
              "x' - a*sin(phi)*phi' - 3*cos(phi)*phi'");
  expect_slip("body b { mass = 1; inertia = 1; at = (x, y, phi) }; point P on b (a, 3)", "ddt(P.y)",
              "y' + a*cos(phi)*phi' - 3*sin(phi)*phi'");
  /* a body that hangs on a point of another, turned by a right angle */
  expect_slip("body b { mass = 1; inertia = 1; at = (x, y, phi) }; point P on b (a, 0)\n"
              "body c { mass = 1; inertia = 1; at = (P.x, P.y, phi + pi/2) }\n"
              "point Q on c (1, 0)",
              "ddt(Q.x)", "x' - a*sin(phi)*phi' - cos(phi)*phi'");
}

static void test_ddt_of_velocities_and_inputs(void **state) {
  (void)state;
  expect_mistake(FRAME "force x = ddt(x')", "ddt of a velocity or an input in the force on 'x'");
  expect_mistake(FRAME "let v = x'; force x = ddt(v*a)", "ddt of a velocity or an input");
  expect_mistake(FRAME "force x = ddt(ddt(x))", "ddt of a velocity or an input");
  expect_mistake(FRAME "input u; force x = u + ddt(u)", "ddt of a velocity or an input");
}

static void test_division_by_zero_behind_names(void **state) {
  (void)state;
  expect_mistake(FRAME "let z = x - x; potential = 1/z + a", "division by zero in the potential");
  expect_mistake(FRAME "let z = 0; potential = z^-1 + a", "division by zero in the potential");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ddt),
      cmocka_unit_test(test_points),
      cmocka_unit_test(test_ddt_of_velocities_and_inputs),
      cmocka_unit_test(test_division_by_zero_behind_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
