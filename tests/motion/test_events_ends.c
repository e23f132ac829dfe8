/* test_events_ends.c: where event-driven motions end: limits, being forced, belts, what a slip does
 * behind an impact. */
#include "machine.h"

/* Painleve's rod, dragged the other way, moves like any machine. */
static void test_dragged_rod(void **state) {
  (void)state;
  machine m = machine_open("painleve-rod", NULL);
  machine_put(&m, "dragged");
  machine_run_well(&m, 1);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

static bool stop_at_once(void *user, double t) {
  *(double *)user = t;
  return false;
}

/* Limits end a run with what was computed. */
static void test_limits(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  double t = -1;
  machine_put(&m, "drop");
  m.options.steps_most = 30;
  assert_int_equal(machine_run(&m, 10), SS_LIMIT);
  assert_true(m.motion.t > 0 && m.motion.events > 0);
  assert_true(machine_residual(&m) < 1e-10);
  m.options.steps_most = 100000;
  m.options.progress = stop_at_once;
  m.options.user = &t;
  assert_int_equal(machine_run(&m, 10), SS_LIMIT);
  assert_true(t >= 0);
  machine_close(&m);
}

/* Forces that depend on time: no rest is final. x'' = cos(t): x = 1 - cos t. */
static void test_forced(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = cos(t)\n"
                            "friction floor { slip = x'; normal = 1; law = coulomb(1.5) }\n");
  machine_run_well(&m, 5);
  assert_false(m.motion.at_rest);
  assert_near(m.motion.t, 5, 0);
  assert_int_equal(m.motion.events, 0);
  machine_close(&m);
  m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = -x*cos(t)\n");
  m.options.every = 0.5;
  machine_run_well(&m, 5);
  assert_int_equal(m.motion.samples, 11); /* start, ten ticks */
  for (size_t i = 0; i < m.motion.samples; i++)
    assert_near(m.motion.sample[i].q[0], 1 - cos(m.motion.sample[i].t), 1e-10);
  assert_true(machine_residual(&m) < 1e-10);
  machine_close(&m);
}

/* A mass rides on a belt until the spring pulls as much as friction can, at x = mu N/k, and then
 * swings about that place with the belt's speed, x = mu N/k + v/w sin(w (t - t1)): it never runs
 * ahead of the belt. By contacts and by known normal forces, by all methods. */
static void test_belt(void **state) {
  (void)state;
  static const char *const elements[] = {
      "friction belt { slip = x' - v; normal = 10; law = coulomb(1/5) }\ncontact floor { gap = y }",
      "contact belt { gap = y; slip = x' - v; law = coulomb(1/5) }"};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "param v = 1/2\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
             "potential = 2*x^2 + 10*y\n%s\n",
             elements[i]);
    machine m = machine_parse(text);
    for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
      const bool rigid = method != SS_MOTION_PENALTY || i == 0;
      m.options.method = (ss_motion_method)method;
      machine_put(&m, "x'=v");
      machine_run_well(&m, 5);
      const double error = method == SS_MOTION_EVENTS ? 1e-9 : rigid ? 1e-5 : 1e-3;
      if (rigid) assert_near(machine_event(&m, SS_EVENT_SLIP, 0)->t, 1, 1.1e-3);
      assert_near(m.motion.q[0], 0.5 + 0.25 * sin(8), error);
      assert_near(m.motion.u[0], 0.5 * cos(8), error);
    }
    machine_close(&m);
  }
}

/* m x'' + k x = mu(v - x') N of the worked model by Runge and Kutta's method in small steps, from
 * the moment that it slips until it has the belt's speed again. */
static double integrate_slip(double *x) {
  const double h = 1e-5, v = 0.1, N = 10, k = 10;
  double q = 0.4, u = v - 1e-9, t = 0; /* slip begins at k x = mus N, a little slower than v */
#define PULL(x, s) (-k * (x) + (0.2 + 0.2 * exp(-100 * ((s)-v) * ((s)-v))) * N)
  while (u < v || t < 0.5) {
    const double a1 = PULL(q, u), u2 = u + h / 2 * a1, a2 = PULL(q + h / 2 * u, u2);
    const double u3 = u + h / 2 * a2, a3 = PULL(q + h / 2 * u2, u3), u4 = u + h * a3;
    const double a4 = PULL(q + h * u3, u4), q0 = q, u0 = u;
    q += h / 6 * (u + 2 * u2 + 2 * u3 + u4);
    u += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    t += h;
    if (u < v) continue;
    const double share = (v - u0) / (u - u0);
    *x = q0 + share * (q - q0);
    return t - h + share * h;
  }
#undef PULL
  return NAN;
}

/* The stick-slip cycle of the worked model: it slips for as long as an integration by other means
 * says, and rides from there back to where the spring tears it off. */
static void test_stick_slip(void **state) {
  (void)state;
  double caught = NAN;
  const double slip = integrate_slip(&caught), ride = (0.4 - caught) / 0.1;
  machine m = machine_open("mass-on-belt", NULL);
  machine_put(&m, "riding");
  machine_run_well(&m, 20);
  const double begin = machine_event(&m, SS_EVENT_SLIP, 0)->t;
  assert_near(begin, 4, 1e-8);
  /* it leaves the belt slowly: 1e-9 m/s take about a hundredth of a percent of the time */
  assert_near(machine_event(&m, SS_EVENT_STICK, 0)->t - begin, slip, 1e-4);
  assert_near(machine_event(&m, SS_EVENT_SLIP, 1)->t - machine_event(&m, SS_EVENT_STICK, 0)->t,
              ride, 1e-4);
  assert_near(machine_event(&m, SS_EVENT_SLIP, 2)->t - machine_event(&m, SS_EVENT_SLIP, 1)->t,
              machine_event(&m, SS_EVENT_SLIP, 1)->t - begin, 1e-7);
  assert_true(machine_residual(&m) < 1e-10);
  machine_close(&m);
}

/* The impact has no impulse along the floor, so that it sticks; the force that follows is larger
 * than friction: slip is an event of its own. With less of it there is none. */
static void slip_behind_an_impact(void **state) {
  (void)state;
  static const char *const force[] = {"8", "4"};
  for (int k = 0; k < 2; k++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\nforce x = %s\n"
             "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n"
             "state drop { y = 0.8; x' = -0.4*%s }\n",
             force[k], force[k]);
    machine m = machine_parse(text);
    machine_put(&m, "drop");
    machine_run_well(&m, 0.6);
    assert_int_equal(machine_count(&m, SS_EVENT_SLIP), k == 0);
    if (k == 0) {
      const ss_event *slip = machine_event(&m, SS_EVENT_SLIP, 0);
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
      assert_true(slip->t == impact->t && slip->element == 0 && slip > impact);
      assert_near(m.motion.u[0], 3 * 0.2, 1e-8);
    }
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dragged_rod),      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_forced),           cmocka_unit_test(test_belt),
      cmocka_unit_test(slip_behind_an_impact), cmocka_unit_test(test_stick_slip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
