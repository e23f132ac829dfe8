/* test_first_order.c: states z with z' = a rate against closed forms, by all methods. */
#include "machine.h"

/* The lag of an actuator, z' = -z/T, pushes a mass: x'' = z. */
static void test_lag(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse("param T = 0.4\ncoord x\naux z\nkinetic = x'^2/2\nforce x = z\n"
                              "rate z = -z/T\n");
    machine_put(&m, "x=0.1, z=2");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 1.5);
    const double T = 0.4, fall = exp(-1.5 / T), near = method == SS_MOTION_MOREAU ? 1e-6 : 1e-9;
    assert_near(m.motion.q[1], 2 * fall, near);
    assert_near(m.motion.u[0], 2 * T * (1 - fall), near);
    assert_near(m.motion.q[0], 0.1 + 2 * T * (1.5 - T * (1 - fall)), near);
    /* the record shows the rate in the place of a velocity */
    assert_near(m.motion.u[1], -m.motion.q[1] / T, 1e-12);
    assert_true(machine_residual(&m) < (method == SS_MOTION_MOREAU ? 1e-5 : 1e-10));
    machine_close(&m);
  }
}

/* Moreau's step is of second order for z as well. */
static void test_order(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    machine m = machine_parse("coord x\naux z\nkinetic = x'^2/2\nforce x = z - x\n"
                              "rate z = -z + x' + cos(t)\n");
    machine_put(&m, "x=0.3, z=1");
    machine_run_well(&m, 2);
    const double x = m.motion.q[0], z = m.motion.q[1];
    m.options.method = SS_MOTION_MOREAU;
    m.options.step = 0.02 / (1 + k);
    machine_run_well(&m, 2);
    error[k] = hypot(m.motion.q[0] - x, m.motion.q[1] - z);
    machine_close(&m);
  }
  assert_near(log2(error[0] / error[1]), 2, 0.1);
}

/* A force that grows breaks a block loose: k z = mu N at t = 3/2, then x'' = k (t - 3/2). */
static void test_break_loose(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse("coord x\naux z\nkinetic = x'^2/2\nforce x = 2*z\nrate z = 1\n"
                              "friction f { slip = x'; normal = 10; law = coulomb(0.3) }\n");
    machine_put(&m, "x=0");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 2.5);
    const double near = method == SS_MOTION_MOREAU ? 1e-5 : 1e-9;
    assert_false(m.motion.at_rest || m.motion.settles);
    assert_int_equal(machine_count(&m, SS_EVENT_SLIP), 1);
    assert_near(machine_event(&m, SS_EVENT_SLIP, 0)->t, 1.5,
                method == SS_MOTION_MOREAU ? 1e-2 : 1e-9);
    assert_near(m.motion.q[0], 1.0 / 3, near);
    assert_near(m.motion.q[1], 2.5, 1e-9);
    machine_close(&m);
  }
}

/* The integral of the height of a bouncing ball, beyond the accumulation of its impacts:
 * 2/3 h t_0 for the fall and 2/3 v^3 / g^2 for each flight. Then the integral stands, and all. */
static void test_bounces(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    if (method == SS_MOTION_PENALTY) continue; /* its floor gives way */
    machine m = machine_parse("coord y\naux z\nkinetic = y'^2/2\npotential = 10*y\nrate z = y\n"
                              "contact floor { gap = y; restitution = newton(0.5, 0) }\n");
    machine_put(&m, "y=1");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 5);
    const double t0 = sqrt(0.2), v = 0.5 * sqrt(20), first = v * v * v / 150;
    assert_true(m.motion.at_rest || method == SS_MOTION_MOREAU);
    assert_near(m.motion.q[1], 2 * t0 / 3 + first / (1 - 0.125),
                method == SS_MOTION_MOREAU ? 1e-4 : 1e-9);
    machine_close(&m);
  }
}

/* Dahl's bristle, F = s z with z' = v (1 - s z sign(v)/F_c): on the way out
 * F = F_c (1 - exp(-s x/F_c)) whatever the speed, and the energy tells the speed. */
static void test_dahl(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse("param s = 40\nparam Fc = 2\ncoord x\naux z\nkinetic = x'^2/2\n"
                              "force x = -s*z\nrate z = x' - s/Fc*abs(x')*z\n");
    machine_put(&m, "x'=1");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 0.3);
    const double x = m.motion.q[0], v = m.motion.u[0],
                 near = method == SS_MOTION_MOREAU ? 1e-5 : 1e-9;
    assert_true(v > 0.1);
    assert_near(m.motion.q[1], 0.05 * (1 - exp(-20 * x)), near);
    assert_near(v * v / 2, 0.5 - 2 * x + 0.1 * (1 - exp(-20 * x)), near);
    machine_close(&m);
  }
}

/* A machine rests when its rates are 0, settles as they fall, and does neither as they do not. */
static void test_rest(void **state) {
  (void)state;
  static const char pid[] = "coord x\naux z\nkinetic = x'^2/2\nforce x = -x - z\nrate z = x\n"
                            "friction f { slip = x'; normal = 10; law = coulomb(0.3) }\n";
  static const char lag[] = "coord x\naux z\nkinetic = x'^2/2\nforce x = z\nrate z = -z/2\n"
                            "friction f { slip = x'; normal = 10; law = coulomb(0.3) }\n";
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse(pid);
    m.options.method = (ss_motion_method)method;
    machine_put(&m, "z=2.9");
    machine_run_well(&m, 5);
    assert_true(m.motion.at_rest);
    machine_put(&m, "x=1e-8, z=1");
    machine_run_well(&m, 5);
    assert_false(m.motion.at_rest || m.motion.settles);
    assert_near(m.motion.u[1], 1e-8, 1e-20);
    machine_close(&m);
    m = machine_parse(lag);
    m.options.method = (ss_motion_method)method;
    machine_put(&m, "x=0, z=1");
    machine_run_well(&m, 200);
    assert_true(m.motion.settles && !m.motion.at_rest);
    assert_near(m.motion.rate, 0.5, 1e-5);
    machine_close(&m);
  }
}

/* ---- a PID controller with stiction, by hand ------------------------------------------------- */

typedef struct pid {
  double t, x, v, z;
  int sign; /* of the slip */
} pid;

enum { KP = 20, KD = 4, KI = 30 };

static void slope(const pid *p, const double y[3], double out[3]) {
  const double N = 9.81, mu = 0.18 + 0.12 * exp(-pow(y[1] / 0.01, 2));
  out[0] = y[1];
  out[1] = -KP * y[0] - KD * y[1] - KI * y[2] - p->sign * mu * N;
  out[2] = y[0];
}

/* The classical Runge-Kutta step. */
static pid step(const pid *p, double h) {
  const double y[3] = {p->x, p->v, p->z};
  double k[4][3], at[3];
  for (int i = 0; i < 4; i++) {
    const double share = i == 0 ? 0 : i == 3 ? h : h / 2;
    for (int j = 0; j < 3; j++) at[j] = y[j] + (i ? share * k[i - 1][j] : 0);
    slope(p, at, k[i]);
  }
  for (int j = 0; j < 3; j++)
    at[j] = y[j] + h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
  return (pid){p->t + h, at[0], at[1], at[2], p->sign};
}

/* From the beginning of a slip to its end. */
static void slip(pid *p) {
  const double h = 2e-5;
  pid next = step(p, h);
  while (next.v * p->sign > 0) *p = next, next = step(p, h);
  double low = 0, high = h;
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (step(p, middle).v * p->sign > 0)
      low = middle;
    else
      high = middle;
  }
  *p = step(p, high);
  p->v = 0;
}

/* It sticks until |KP x + KI z| is 0.3 N: z grows by x t. */
static void stick(pid *p) {
  const double bound = 0.3 * 9.81, push = -KP * p->x - KI * p->z, rate = -KI * p->x;
  const double wait = (copysign(bound, rate) - push) / rate;
  p->t += wait;
  p->z += wait * p->x;
  p->sign = rate > 0 ? 1 : -1;
}

static void test_hunting(void **state) {
  (void)state;
  machine m = machine_parse(
      "param kp = 20\nparam kd = 4\nparam ki = 30\ncoord x\naux z\ninput f\nkinetic = x'^2/2\n"
      "force x = f\nrate z = x\nfeedback f = -kp*x - kd*x' - ki*z\n"
      "friction floor { slip = x'; normal = 9.81; law = stribeck(0.3, 0.18, 0.01) }\n");
  machine_put(&m, "x=0.02");
  machine_run_well(&m, 60);
  pid p = {.x = 0.02};
  size_t slips = 0;
  for (stick(&p); p.t < 55; stick(&p), slips++) {
    assert_near(machine_event(&m, SS_EVENT_SLIP, slips)->t, p.t, 2e-6);
    slip(&p);
    const ss_event *end = machine_event(&m, SS_EVENT_STICK, slips);
    assert_near(end->t, p.t, 2e-6);
    assert_near(end->q[0], p.x, 2e-7);
    assert_near(end->q[1], p.z, 2e-7);
  }
  assert_true(slips > 8);
  assert_false(m.motion.at_rest);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lag),         cmocka_unit_test(test_order),
      cmocka_unit_test(test_break_loose), cmocka_unit_test(test_bounces),
      cmocka_unit_test(test_dahl),        cmocka_unit_test(test_rest),
      cmocka_unit_test(test_hunting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
