/* test_flow_linear.c: the exact flow against the integrator, and against closed forms. */
#include "stage.h"

/* A spring that is almost not cubic is integrated, one that is not has the exact flow: the motions
 * agree to the integrator's error. */
static void test_agrees_with_integrator(void **state) {
  (void)state;
  static const char *const exact[] = {"k3=0", NULL}, *const integrated[] = {"k3=1e-300", NULL};
  machine a = machine_open("friction-oscillator", exact);
  machine b = machine_open("friction-oscillator", integrated);
  a.options.every = b.options.every = 0.37;
  for (int i = 0; i < 20; i++) {
    a.q[0] = b.q[0] = -2.4 + 0.24 * i;
    a.u[0] = b.u[0] = 0.9 - 0.1 * i;
    machine_run_well(&a, 10);
    machine_run_well(&b, 10);
    assert_int_equal(a.motion.samples, b.motion.samples);
    for (size_t k = 0; k < a.motion.samples; k++) {
      assert_near(a.motion.sample[k].t, b.motion.sample[k].t, 1e-10);
      assert_near(a.motion.sample[k].q[0], b.motion.sample[k].q[0], 1e-10);
      assert_near(a.motion.sample[k].u[0], b.motion.sample[k].u[0], 1e-10);
    }
    assert_near(a.motion.energy.friction, b.motion.energy.friction, 1e-10);
    assert_near(a.motion.energy.work, b.motion.energy.work, 1e-10);
    assert_true(machine_residual(&a) < 1e-14);
  }
  machine_close(&a);
  machine_close(&b);
}

/* The matrix of a falling block: x'' = -10 x, y'' = -9.81 in the air; on the floor, slipping
 * forwards, x'' = -10 x - mu g. */
static void test_matrix(void **state) {
  (void)state;
  stage s;
  double A[4 * 5];
  stage_open(&s, machine_open("falling-block", NULL), "drop");
  stage_set(&s, 0, SS_STANCE_OPEN, 1);
  assert_true(ss_flow_linearise(&s.ev, 4, A));
  const double air[] = {0, 0, -10, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -9.81};
  for (size_t i = 0; i < 20; i++) assert_near(A[i], air[i], 1e-14);
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  assert_true(ss_flow_linearise(&s.ev, 4, A));
  assert_near(A[2], -10, 1e-14);
  assert_near(A[16 + 2], -0.3 * 9.81, 1e-14);
  assert_near(A[16 + 3], 0, 1e-14);
  stage_close(&s);
}

/* Damped and driven far from its rest: x(t) in closed form at samples, over many steps. */
static void test_long_phase(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 200*x^2\n"
                            "force x = -x' + 30\n");
  m.q[0] = 1;
  m.options.every = 0.5;
  machine_run_well(&m, 10);
  const double w = sqrt(400 - 0.25), c = 30.0 / 400;
  for (size_t i = 0; i < m.motion.samples; i++) {
    const double t = m.motion.sample[i].t;
    const double x = c + (1 - c) * exp(-t / 2) * (cos(w * t) + sin(w * t) / (2 * w));
    assert_near(m.motion.sample[i].q[0], x, 1e-13);
  }
  assert_true(machine_residual(&m) < 1e-14);
  machine_close(&m);
}

/* u = exp(3 t) grows until its square is no number: the run stops with what it has. */
static void test_overflow(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 3*x'\n");
  machine_put(&m, "x'=1");
  assert_int_equal(machine_run(&m, 1000), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "not finite any more"));
  assert_true(m.motion.t > 100 && m.motion.t < log(1e308) / 6 + 1);
  assert_near(m.motion.u[0] / exp(3 * m.motion.t), 1, 1e-11);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agrees_with_integrator),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_long_phase),
      cmocka_unit_test(test_overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
