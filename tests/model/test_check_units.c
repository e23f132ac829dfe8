/* Units of whole models: what each place demands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME                                                                                      \
  "param m = 2 # [kg]\nparam l = 1 # [m]\nparam k = 3 # [N/m]\nparam g = 9.81 # [m/s^2]\n"         \
  "param mu = 1 # [1]\ncoord x, y # [m]\ncoord phi # [rad]\ninput F # [N]\n"                       \
  "let used = m*l*k*g*mu\nforce x = F\n"                                                           \
  "body b { mass = m; inertia = m*l^2; at = (x, y, phi); gravity = (0, -g) }\npoint P on b (l, "   \
  "0)\n"                                                                                           \
  "let also = P.x*used\nexpect equilibria { also <= also }\n"

static void expect_statement(const char *statement, const char *words) {
  char text[1500];
  snprintf(text, sizeof text, FRAME "%s\n", statement);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_the_frame_is_right(void **state) {
  (void)state;
  expect_statement("", NULL);
}

static void test_energies_and_forces(void **state) {
  (void)state;
  expect_statement("potential = 1/2*k*x^2 + m*g*y", NULL);
  expect_statement("potential = k*x", "the potential energy is in [kg m/s^2], but should be in "
                                      "[kg m^2/s^2]");
  expect_statement("kinetic = 1/2*m*phi'^2", "the kinetic energy is in [kg/s^2]");
  expect_statement("force x = k*x", NULL);
  expect_statement("force phi = k*x*l", NULL);
  expect_statement("force phi = k*x", "the force on 'phi' is in [kg m/s^2]");
  expect_statement("force at P = (m*g, k*x)", NULL);
  expect_statement("force at P = (m, 0)", "the force at 'P' is in [kg]");
  expect_statement("feedback F = -k*x", NULL);
  expect_statement("feedback F = -k*phi", "the feedback is in [kg/s^2], but should be in");
}

static void test_bodies(void **state) {
  (void)state;
  expect_statement("body c { mass = l; at = (x, y, 0) }", "the mass of body 'c' is in [m]");
  expect_statement("body c { mass = m; inertia = m; at = (x, y, phi) }", "the inertia of body 'c'");
  expect_statement("body c { mass = m; at = (x, m, 0) }", "the position of body 'c' is in [kg]");
  expect_statement("body c { mass = m; inertia = m*l^2; at = (x, y, x) }", "should be in [1]");
  expect_statement("body c { mass = m; at = (x, y, 0); gravity = (0, l) }", "the gravity of body");
  expect_statement("point Q on b (m, 0); force at Q = (F, F)", "the place of point 'Q' is in [kg]");
}

static void test_elements(void **state) {
  (void)state;
  expect_statement("contact c { gap = P.y; slip = ddt(P.x); law = coulomb(mu) }", NULL);
  expect_statement("contact c { gap = P.y; slip = ddt(P.x); law = coulomb(l) }",
                   "the law of contact 'c' is in [m], but should be in [1]");
  /* normal forces are torques here: mu has the unit of a lever */
  expect_statement("contact c { gap = phi; slip = x'; law = coulomb(mu/l) }", NULL);
  expect_statement("friction f { slip = x'; normal = m*g; law = coulomb(mu) }", NULL);
  expect_statement("friction f { slip = phi'; normal = m*g*l; law = coulomb(mu) }", NULL);
  expect_statement("friction f { slip = x'; normal = m; law = coulomb(mu) }",
                   "the normal force of friction 'f' is in [kg]");
  expect_statement("friction f { slip = (x', y'); spin = phi'; normal = m*g\n"
                   "law = contensou(mu, l) }",
                   NULL);
  expect_statement("friction f { slip = (x', y'); spin = phi'; normal = m*g\n"
                   "law = contensou(mu, mu) }",
                   "the law of friction 'f' is in [1], but should be in [m]");
  expect_statement("friction f { slip = (x', phi'); normal = m*g; law = disk(mu) }",
                   "the slip of friction 'f' is in [1/s], but should be in [m/s]");
  expect_statement("contact c { gap = y; restitution = newton(mu, l/l) }", NULL);
  expect_statement("contact c { gap = y; restitution = newton(l, 0) }", "the restitution of");
}

static void test_values(void **state) {
  (void)state;
  expect_statement("param a = m*l # [kg m]\nlet b = a*x", NULL);
  expect_statement("param a = m*l # [kg]\npotential = a*x", "the value of parameter 'a'");
  expect_statement("param a = 1 in [0, l] # [kg]\npotential = a*x", "the range of parameter 'a'");
  expect_statement("let a = k*x # [N]\nforce x = a", NULL);
  expect_statement("let a = k*x # [kg]\nforce x = a", "the definition of abbreviation 'a'");
  expect_statement("state s { x = l; x' = 2; phi = 0.3 }", NULL);
  expect_statement("state s { x = m }", "the values of state 's' is in [kg], but should be in [m]");
  expect_statement("state s { x' = l }", "but should be in [m/s]");
  expect_statement("region r { k*x <= m*g }", NULL);
  expect_statement("region r { k*x <= m }",
                   "the left side is in [kg m/s^2], the right side in [kg]");
}

static void test_silence_without_all_units(void **state) {
  (void)state;
  expect_statement("param a = 1\npotential = a + m + l", NULL);
  expect_statement("param a = 1 # [furlong]\npotential = a + m + l", NULL);
}

static void test_scaled_models(void **state) {
  (void)state;
  reading r =
      read_good("param a = 1 # [1]\ncoord x # [1]\nkinetic = a*x'^2\npotential = x + a*x^2\n"
                "friction f { slip = x'; normal = a; law = coulomb(a) }\n"
                "region r { x + x' <= a + t }\n");
  stop_reading(&r);
}

/* Forces work along gaps and slips, so that their units follow; without masses nothing is said. */
static void test_units_of_forces(void **state) {
  (void)state;
  static const struct {
    const char *text, *units[4];
  } cases[] = {
      {FRAME "contact c { gap = y; slip = x'; law = coulomb(mu) }", {"N", "N", NULL, NULL}},
      {FRAME "contact c { gap = phi }", {"N m", NULL, NULL, NULL}},
      {FRAME "contact c { gap = x*y }", {"kg/s^2", NULL, NULL, NULL}},
      {FRAME "friction c { slip = phi'; normal = m*g*l; law = coulomb(mu) }",
       {NULL, "N m", NULL, NULL}},
      {FRAME "friction c { slip = (x', y'); spin = phi'; normal = m*g; law = contensou(mu, l) }",
       {NULL, "N", "N m", NULL}},
      {"coord x # [m]\nkinetic = x'^2\ncontact c { gap = x }", {NULL, NULL, NULL, NULL}},
      {"coord x # length\nkinetic = x'^2\ncontact c { gap = x }", {NULL, NULL, NULL, NULL}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r = read_good(cases[i].text);
    for (size_t k = 0; k < 4; k++) {
      const char *found = r.model->element[0].force_unit[k], *wanted = cases[i].units[k];
      assert_int_equal(found != NULL, wanted != NULL);
      if (wanted) assert_string_equal(found, wanted);
    }
    stop_reading(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_units_of_forces),
      cmocka_unit_test(test_the_frame_is_right),
      cmocka_unit_test(test_energies_and_forces),
      cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_elements),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_silence_without_all_units),
      cmocka_unit_test(test_scaled_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
