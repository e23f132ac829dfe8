/* How velocities and inputs may enter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2; input u; force x = u; param a = 2\n"

static void expect_slip(const char *slip, const char *words) {
  char text[300];
  snprintf(text, sizeof text, FRAME "friction f { slip = %s; normal = a; law = coulomb(1) }\n",
           slip);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_slips(void **state) {
  (void)state;
  expect_slip("x'", NULL);
  expect_slip("a*x'*sin(y)/(1 + x^2) - y'/a", NULL);
  expect_slip("abs(x)*y'", NULL);
  expect_slip("x' - a*t", NULL);
  expect_slip("(x' + 1)^2 - x'^2 - 1", NULL); /* linear once simplified */
  expect_slip("x'^2", "is not linear in the velocities");
  expect_slip("x'*y'", "is not linear in the velocities");
  expect_slip("abs(x')", "is not linear in the velocities");
  expect_slip("1/x'", "is not linear in the velocities");
  expect_slip("x' - a", NULL); /* a belt */
  expect_slip("x' - a*y", NULL);
  expect_slip("x'^2 - a", "is not linear in the velocities");
  expect_slip("x", "contains no velocity");
  expect_slip("x' - x'", "contains no velocity");
}

static void expect_kinetic(const char *kinetic, const char *words) {
  char text[300];
  snprintf(text, sizeof text, "coord x, y; param a = 2\nkinetic = %s\n", kinetic);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_kinetic_energies(void **state) {
  (void)state;
  expect_kinetic("a*(x'^2 + y'^2)*(2 + sin(x))", NULL);
  expect_kinetic("(a + t)*(x' + 1)^2 + y'^2", NULL);
  expect_kinetic("a*(x' + 1)^2 - 2*a*x' - a + y'^2", NULL);
  expect_kinetic("a*(x' - 3*y)^2 + (y' + 3*x)^2", NULL);
  expect_kinetic("a*(x'^2 + sin(x)^2) + y'^2", NULL);
  expect_kinetic("a*(x' - 3*y)^2 + y'^2 + a*x^2", "each term needs two velocities");
  expect_kinetic("a*x'^3 + y'^2", "not quadratic in the velocities");
  expect_kinetic("a*x' + y'^2", "each term needs two velocities");
  expect_kinetic("a + x'^2 + y'^2", "each term needs two velocities");
  expect_kinetic("a*sin(x')^2 + y'^2", "not quadratic in the velocities");
  expect_kinetic("a*x^2", "the kinetic energy contains no velocity");
  expect_kinetic("a*x'^2", "does not contain the velocity of 'y'");
}

static void test_inputs_are_linear_in_forces(void **state) {
  (void)state;
  reading r = read_good(FRAME "input w; force y = sin(x)*u + w*x'^2 - a\n");
  stop_reading(&r);
  expect_mistake(FRAME "input w; force y = a*u*w", "the force on 'y' is not linear in the inputs");
  expect_mistake(FRAME "force y = a*sin(u)", "is not linear in the inputs");
  expect_mistake(FRAME "force y = a*abs(u)", "is not linear in the inputs");
}

static void test_gaps_depend_on_coordinates(void **state) {
  (void)state;
  expect_mistake(FRAME "contact c { gap = a - t }",
                 "the gap of contact 'c' contains no coordinate");
}

static void test_a_model_moves(void **state) {
  (void)state;
  expect_mistake("coord x\npotential = x^2\n", "the model has no kinetic energy");
  expect_mistake("param a = 1\n", "the model has no coordinate");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slips),
      cmocka_unit_test(test_kinetic_energies),
      cmocka_unit_test(test_inputs_are_linear_in_forces),
      cmocka_unit_test(test_gaps_depend_on_coordinates),
      cmocka_unit_test(test_a_model_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
