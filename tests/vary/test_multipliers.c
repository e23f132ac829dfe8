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

/* The state after a period, from a start that is perturbed by eps in entry j. */
static void strobe(const machine *m, double T, size_t j, double eps, double *x) {
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  double start[6];
  for (size_t k = 0; k < 3; k++) start[k] = m->q[k], start[3 + k] = m->u[k];
  start[j] += eps;
  how.end = T;
  how.tolerance = 1e-12;
  how.go_on_at_rest = true;
  assert_int_equal(
      ss_motion_run(m->arena, m->system, m->parameters, start, start + 3, &how, &motion), SS_OK);
  for (size_t k = 0; k < 3; k++) x[k] = motion.q[k], x[3 + k] = motion.u[k];
}

/* A block rocks on a floor that shakes up, down and sideways: the map over a period of the shaking,
 * through impacts, slip and stick, against differences of motions. These have errors of eps^2 and
 * of 1e-12/eps. */
static void test_block_on_shaken_floor(void **state) {
  (void)state;
  machine m = machine_parse(
      "param a = 0.2; param b = 0.1\ncoord x, y, phi\n"
      "body block { mass = 1; inertia = (a^2 + b^2)/3; at = (x, y, phi); gravity = (0, -9.81) }\n"
      "point A on block (-a, -b)\npoint B on block (a, -b)\nlet up = 0.004*sin(25*t)\n"
      "contact left { gap = A.y - up; slip = ddt(A.x - 2*up); law = coulomb(0.4)\n"
      "  restitution = newton(0.3, 0.1) }\n"
      "contact right { gap = B.y - up; slip = ddt(B.x - 2*up); law = coulomb(0.4)\n"
      "  restitution = newton(0.3, 0.1) }\n");
  machine_put(&m, "x = 0.01, y = 0.13, phi = 0.08, phi' = -0.4, y' = -0.2");
  const double T = 2 * M_PI / 25, eps = 1e-5;
  const ss_variation v = vary_well(&m, T, NULL);
  assert_int_equal(v.pieces, 1);
  assert_true(v.events >= 3);
  for (size_t j = 0; j < 6; j++) {
    double low[6], high[6];
    strobe(&m, T, j, -eps, low);
    strobe(&m, T, j, eps, high);
    for (size_t i = 0; i < 6; i++) {
      const double slope = (high[i] - low[i]) / (2 * eps), gain = v.piece[0].gain[6 * i + j];
      assert_near(gain, slope, 1e-5 * (1 + fabs(gain)));
    }
  }
  machine_close(&m);
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
      cmocka_unit_test(test_block_on_shaken_floor),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
