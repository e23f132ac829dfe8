/* test_flow_smooth.c: the integrator against closed forms, at several tolerances. */
#include "machine.h"

/* The period of a pendulum by the arithmetic-geometric mean: T = 2 pi / (w agm(1, cos(a / 2))). */
static double find_period(double a) {
  double x = 1, y = cos(a / 2);
  for (int i = 0; i < 8; i++) {
    const double mean = (x + y) / 2;
    y = sqrt(x * y);
    x = mean;
  }
  return 2 * M_PI / x;
}

static void test_pendulum(void **state) {
  (void)state;
  machine m = machine_parse("coord a\nkinetic = 1/2*a'^2\npotential = -cos(a)\n");
  for (double tolerance = 1e-6; tolerance > 1e-13; tolerance /= 100) {
    const double start = 2.5;
    m.q[0] = start;
    m.options.tolerance = tolerance;
    machine_run_well(&m, 3 * find_period(start));
    assert_near(m.motion.q[0], start, fmax(tolerance, 1e-13));
    assert_near(m.motion.u[0], 0, fmax(tolerance, 2e-12));
    assert_true(fabs(m.motion.energy.residual) < fmax(tolerance, 1e-13));
  }
  machine_close(&m);
}

/* A slow pendulum: all velocities are 1e-3 and less, so that their errors say nothing about those
 * of positions, which must keep the tolerance all the same. What stands beside it does not hide it.
 */
static void test_positions_of_slow_motions(void **state) {
  (void)state;
  machine m = machine_parse("coord a, b, c\nkinetic = 1/2*(a'^2 + b'^2 + c'^2)\n"
                            "potential = -cos(a)/10^6\n");
  for (double tolerance = 1e-4; tolerance > 1e-11; tolerance /= 100) {
    m.q[0] = 2.5;
    m.q[1] = m.q[2] = m.u[0] = m.u[1] = m.u[2] = 0;
    m.options.tolerance = tolerance;
    machine_run_well(&m, 1000 * find_period(2.5) / 4); /* through the lowest point */
    assert_near(m.motion.q[0], 0, tolerance);
    assert_near(m.motion.u[0], -2e-3 * sin(1.25), tolerance);
  }
  machine_close(&m);
}

/* Samples inside steps are as accurate as their ends: circular motion in a central field. */
static void test_inside_steps(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = -1/sqrt(x^2 + y^2)\n");
  machine_put(&m, "x=1, y'=1");
  m.options.every = 0.01;
  machine_run_well(&m, 10);
  assert_int_equal(m.motion.samples, 1001);
  for (size_t i = 0; i < m.motion.samples; i++) {
    const ss_sample *s = &m.motion.sample[i];
    assert_near(s->q[0], cos(s->t), 1e-10);
    assert_near(s->u[1], cos(s->t), 1e-10);
  }
  assert_true(m.motion.steps < 200);
  machine_close(&m);
}

/* A pure quadrature has an error estimate too: x'' = cos(40 t). */
static void test_quadrature(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 1600*cos(40*t)\n");
  machine_run_well(&m, 10);
  assert_near(m.motion.q[0], 1 - cos(400), 1e-9);
  assert_near(m.motion.u[0], 40 * sin(400), 1e-8);
  machine_close(&m);
}

/* Equations that end: x' grows without bound at t = 1; the run stops with what it has. */
static void test_failure(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 2*x'^3\n");
  machine_put(&m, "x'=0.5"); /* u = 1 / (2 sqrt(1 - t)) */
  const ss_status status = machine_run(&m, 10);
  assert_true(status == SS_NO_CONVERGENCE || status == SS_LIMIT);
  assert_true(strlen(m.motion.reason) > 0);
  assert_true(m.motion.t > 0.99 && m.motion.t < 1.01);
  assert_true(m.motion.samples > 0);
  machine_close(&m);
}

/* The first step after the second impact is tried into a region without forces (Painleve), which
 * the motion itself does not reach: the tip sticks before. */
static void test_no_forces_ahead(void **state) {
  (void)state;
  machine m = machine_open("painleve-rod", NULL);
  machine_put(&m, "x=0.043088374104197552, x'=5.2361774930933027, y=0.96661515762732786, "
                  "y'=1.639756822133263, theta=0.83465330402289317, theta'=3.1945060122550313");
  m.options.every = 0.05;
  machine_run_well(&m, 5);
  assert_non_null(machine_event(&m, SS_EVENT_STICK, 0));
  assert_true(machine_residual(&m) < 1e-9);
  const double x = m.motion.q[0];
  m.options.every = 0;
  m.options.tolerance = 1e-12;
  machine_run_well(&m, 5);
  assert_near(m.motion.q[0], x, 1e-8);
  machine_close(&m);
}

/* A box that stands has no size that errors could be measured by: rounding must not shorten its
 * steps. As soon as it leaves the floor it is a small machine: y = c (t - t0)^3 / (6 m). */
static void test_standing(void **state) {
  (void)state;
  machine m = machine_open("gradients/lifted-box", NULL);
  machine_put(&m, "start");
  const double leaves = 2 * 9.81 / 40, late = 0.01;
  machine_run_well(&m, leaves + late);
  assert_true(m.motion.steps < 2000);
  assert_near(m.motion.q[0] / (40 * late * late * late / 12), 1, 1e-6);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions_of_slow_motions),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_inside_steps),
      cmocka_unit_test(test_quadrature),
      cmocka_unit_test(test_failure),
      cmocka_unit_test(test_no_forces_ahead),
      cmocka_unit_test(test_standing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
