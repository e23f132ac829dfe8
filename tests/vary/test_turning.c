/* test_turning.c: impacts that turn their slip, against closed forms and perturbed motions. */
#include "vary.h"

/* A point hits a plane without restitution and slides on: the impulse mu N is along the slip, which
 * stays on its line, v+ = v (1 - mu n / |v|), n the closing speed. */
static void test_point(void **state) {
  (void)state;
  machine m = machine_parse(
      "param mu = 0.25\ncoord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
      "contact floor { gap = z; slip = (x', y'); law = disk(mu); restitution = newton(0, 0) }\n");
  machine_put(&m, "z=1, x'=3, y'=4, z'=-2");
  const ss_variation v = vary_well(&m, 1, NULL);
  const double w[] = {3, 4}, s = 5, mu = 0.25, n = 2;
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < 2; j++) {
      const double want = (i == j) * (1 - mu * n / s) + mu * n * w[i] * w[j] / (s * s * s);
      assert_near(v.piece[0].gain[(3 + i) * 6 + 3 + j], want, 1e-12);
    }
  /* by the closing speed -z' */
  for (size_t i = 0; i < 2; i++)
    assert_near(v.piece[0].gain[(3 + i) * 6 + 5], mu * w[i] / s, 1e-12);
  machine_close(&m);
}

/* A body whose inertia turns the slip: springs of masses that differ. */
static void test_orders(void **state) {
  (void)state;
  static const char text[] =
      "param mu = 0.25\ncoord x, y, z\nkinetic = 1/2*(x'^2 + 3*y'^2 + 2*z'^2 + x'*z' + y'*z')\n"
      "potential = 20*z\n"
      "contact floor { gap = z; slip = (x', y'); law = %s; restitution = newton(0.4, %s) }\n";
  static const char *const laws[] = {"disk(mu)", "ellipse(mu, mu/2)"}, *const tangential[] = {
                                                                           "0", "0.3"};
  for (int k = 0; k < 4; k++) {
    char model[600];
    snprintf(model, sizeof model, text, laws[k / 2], tangential[k % 2]);
    machine m = machine_parse(model);
    machine_put(&m, "z=1, x'=3, y'=-4, z'=-2");
    assert_true(vary_order(&m, 0.6, 3) > 1.95);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_point),
      cmocka_unit_test(test_orders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
