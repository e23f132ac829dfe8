/* test_flow_stiff.c: spatial slip: it begins, turns and ends. */
#include "machine.h"

/* Without springs a mass slides straight: x = v t - mu g t^2 / 2. */
static void test_straight(void **state) {
  (void)state;
  static const char *const settings[] = {"k=0", NULL};
  machine m = machine_open("sliding-disk", settings);
  machine_put(&m, "x'=3, y'=-4");
  machine_run_well(&m, 10);
  const double way = 25 / (2 * 0.3 * 9.81);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.t, 5 / (0.3 * 9.81), 1e-9);
  assert_near(m.motion.q[0], 0.6 * way, 1e-9);
  assert_near(m.motion.q[1], -0.8 * way, 1e-9);
  assert_true(machine_residual(&m) < 1e-10);
  machine_close(&m);
}

/* Along a line the disk is the one-dimensional oscillator: turning points are known. */
static void test_line(void **state) {
  (void)state;
  machine m = machine_open("sliding-disk", NULL);
  const double shift = 0.3 * 9.81 / 10, w = sqrt(10);
  double r = 1.7;
  m.q[0] = 0.6 * r, m.q[1] = 0.8 * r;
  machine_run_well(&m, 20);
  size_t turns = 0;
  for (; fabs(r) > shift; turns++) r = (r > 0 ? 2 : -2) * shift - r;
  assert_true(m.motion.at_rest);
  assert_near(m.motion.t, (double)turns * M_PI / w, 1e-8);
  assert_near(m.motion.q[0], 0.6 * r, 1e-8);
  assert_near(m.motion.q[1], 0.8 * r, 1e-8);
  machine_close(&m);
}

/* A force that grows pulls a mass loose: 2 t = mu g. Then x'' = 2 t - 3 along the pull. The slip
 * begins without acceleration: the implicit flow goes through that. */
static void test_slow_start(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "force x = 1.2*t\nforce y = 1.6*t\n"
                            "friction table { slip = (x', y'); normal = 10; law = disk(0.3) }\n");
  machine_run_well(&m, 3);
  assert_near(machine_event(&m, SS_EVENT_SLIP, 0)->t, 1.5, 1e-8);
  assert_near(m.motion.q[0], 0.6 * 1.5 * 1.5 * 1.5 / 3, 1e-7);
  assert_near(m.motion.q[1], 0.8 * 1.5 * 1.5 * 1.5 / 3, 1e-7);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* The pull turns while it grows: compared with a finer tolerance. */
static void test_turning_start(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "force x = 2*t*cos(t)\nforce y = 2*t*sin(t)\n"
                            "friction table { slip = (x', y'); normal = 10; law = disk(0.3) }\n");
  machine_run_well(&m, 3);
  const double x = m.motion.q[0], y = m.motion.q[1];
  assert_true(machine_residual(&m) < 1e-9);
  m.options.tolerance = 1e-12;
  machine_run_well(&m, 3);
  assert_near(m.motion.q[0], x, 1e-7);
  assert_near(m.motion.q[1], y, 1e-7);
  machine_close(&m);
}

/* A spinning disk stops sliding and spinning at the same time. */
static void test_spin(void **state) {
  (void)state;
  static const char *const settings[] = {"k=0", NULL};
  machine m = machine_open("spinning-disk", settings);
  machine_put(&m, "curling");
  m.options.every = 0.01;
  machine_run_well(&m, 10);
  assert_true(m.motion.at_rest);
  const ss_sample *last = NULL;
  for (size_t i = 0; i < m.motion.samples; i++)
    if (m.motion.sample[i].t < m.motion.t - 1e-3) last = &m.motion.sample[i];
  assert_true(last->u[0] > 1e-4 && last->u[2] > 1e-4);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* A leg of the stool slides by some 1e-6 m/s, with a force of almost its bound, and stops. Where
 * the direction is rounded off it would creep for ever; that is the end of a slip. */
static void test_creep(void **state) {
  (void)state;
  machine m = machine_open("three-leg-stool", NULL);
  machine_put(&m, "x=0.14822901283736131,y=-0.019355916639885784,z=0.70945530547689817,"
                  "alpha=0.17729993721356108,beta=0.030201796906721409,gamma=-0.10942113681173722,"
                  "x'=-0.15481592547842693,y'=-0.30483304708738168,z'=-0.60499612708681871,"
                  "alpha'=0.2757216688656452,beta'=0.21014231916908899,gamma'=0.83165498635735546");
  machine_run_well(&m, 5);
  assert_true(m.motion.at_rest);
  assert_true(machine_residual(&m) < 1e-10);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_straight),   cmocka_unit_test(test_line),
      cmocka_unit_test(test_slow_start), cmocka_unit_test(test_turning_start),
      cmocka_unit_test(test_spin),       cmocka_unit_test(test_creep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
