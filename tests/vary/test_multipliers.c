/* test_multipliers.c: the stability of cycles. */
#include "vary.h"

/* A ball on a floor that moves as A sin(w t + c), one bounce per period T = 2 pi/w. The orbit has
 * V = A w cos(phase) = g T (1 - e)/(2 (1 + e)) at the impact; with a the floor's acceleration
 * there, the multipliers have product e^2 and sum 1 + e^2 + (1 + e)^2 a/g. */
static void test_ball_on_sine(void **state) {
  (void)state;
  const double e = 0.6, g = 9.81, w = 20, T = 2 * M_PI / w;
  const double V = g * T * (1 - e) / (2 * (1 + e));
  /* the limit of stability: a/g = -2 (1 + e^2)/(1 + e)^2 */
  const double limit = 2 * (1 + e * e) / ((1 + e) * (1 + e));
  const double a[] = {-0.3 * g, -0.9 * limit * g, -limit * g, -1.2 * limit * g};
  for (int k = 0; k < 4; k++) {
    /* A sin = -a/w^2, A cos = V/w */
    const double A = hypot(a[k] / (w * w), V / w), phase = atan2(-a[k] / (w * w), V / w);
    char text[400], start[100];
    snprintf(
        text, sizeof text,
        "coord y\nkinetic = 1/2*y'^2\npotential = %.17g*y\n"
        "contact floor { gap = y - %.17g*sin(%.17g*t + %.17g); restitution = newton(%.17g, 0) }\n",
        g, A, w, phase - M_PI, e);
    snprintf(start, sizeof start, "y = %.17g", A * sin(phase) + g * T * T / 8);
    machine m = machine_parse(text);
    machine_put(&m, start);
    const ss_variation v = vary_well(&m, T, NULL);
    ss_vary_cycle c;
    assert_int_equal(ss_vary_find_multipliers(m.arena, &v, 0, m.q, m.u, &c), SS_OK);
    assert_true(c.distance < 1e-12);
    const double sum = 1 + e * e + (1 + e) * (1 + e) * a[k] / g;
    assert_near(c.re[0] + c.re[1], sum, 1e-11);
    assert_near(c.re[0] * c.re[1] - c.im[0] * c.im[1], e * e, 1e-11);
    const double largest = fmax(hypot(c.re[0], c.im[0]), hypot(c.re[1], c.im[1]));
    if (k == 2)
      assert_near(largest, 1, 1e-10);
    else
      assert_true(k < 2 ? largest < 0.999 : largest > 1.001);
    machine_close(&m);
  }
}

/* What is refused has no multipliers. */
static void test_refused(void **state) {
  (void)state;
  machine m = machine_open("friction-oscillator", NULL);
  machine_put(&m, "stuck");
  const ss_variation v = vary_to(&m, 1, NULL);
  ss_vary_cycle c;
  assert_int_equal(ss_vary_find_multipliers(m.arena, &v, 0, m.q, m.u, &c), SS_BAD_ARGUMENT);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ball_on_sine),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
