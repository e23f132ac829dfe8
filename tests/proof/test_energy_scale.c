/* test_energy_scale.c: machines in other units have the same levels. */
#include "energy_support.h"

/* The scales of a machine, at its rest point near 0. */
static const double *find(machine *m, const char *text) {
  const char *why_not;
  *m = read_machine("t", text, 0, NULL);
  ss_energy *e = see(m, &why_not);
  ss_energy_point point;
  assert_non_null(e);
  assert_int_equal(ss_energy_find_point(e, NULL, &point), SS_OK);
  assert_true(point.found);
  assert_int_equal(ss_energy_find_scales(e, &point), SS_OK);
  return e->scale;
}

static void assert_about(double x, double y) {
  if (!(x > y / 10 && x < 10 * y)) fail_msg("%g is not about %g", x, y);
}

#define BRAKED "force x = -x'\n"

/* sin and cos have the length 1; in usual units nothing is told. */
static void usual_units(void **state) {
  (void)state;
  static const char *const texts[] = {
      "coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\n" BRAKED,
      "coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\nforce x = -x'^3\n",
      "coord x\nkinetic = 1/2*x'^2\npotential = 1e-20*x^4 + x^2\nforce x = -x'^3\n"};
  for (size_t i = 0; i < 2; i++) {
    machine m;
    const double *scale = find(&m, texts[i]);
    assert_true(scale[0] == 1 && scale[1] == 1);
    stop(&m);
  }
  machine m; /* where the quartic part begins */
  assert_about(find(&m, texts[2])[0], 1e9);
  stop(&m);
}

/* A length of U; the velocity of the energy there. */
static void lengths(void **state) {
  (void)state;
  machine m;
  const double *scale =
      find(&m, "coord x\nkinetic = 1/2*x'^2\npotential = 1e16*(1 - cos(1e8*x))\nforce x = -x'^3\n");
  assert_about(scale[0], 1e-8);
  assert_about(scale[1], 1e8);
  stop(&m);
  /* pressed against a stop: that U falls towards it has no length */
  scale = find(&m, "coord x\nkinetic = 1/2*x'^2\npotential = x + x^2 + 1e12*x^4\n"
                   "contact c { gap = x; restitution = newton(0.5, 0) }\nforce x = -x'^3\n");
  assert_about(scale[0], 2e-7);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(usual_units), cmocka_unit_test(lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
