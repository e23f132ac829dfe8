/* test_rolling.c: the law `rolling`, whose sliding (with drilling) and roll stick each by itself.
 *
 * A ball of mass m and radius R, J = 2/5 m R^2, on a plane: everything below follows from
 *
 *     m x'' = F,   J b'' = -R F + M,   slip x' - R b',   |F| <= mu N,  |M| <= mur N.
 */
#include "machine.h"

static const double m_ = 7, R = 0.108, g = 9.81, mu = 0.2, mur = 0.001;

/* The ball with a known normal force, and on a unilateral contact of an incline. */
static machine open_known(void) {
  return machine_parse(
      "param m = 7\nparam R = 0.108\nparam J = 2/5*m*R^2\nparam mu = 0.2\nparam r = 0.005\n"
      "param mur = 0.001\ncoord x, y, a, b, c\n"
      "kinetic = 1/2*m*(x'^2 + y'^2) + 1/2*J*(a'^2 + b'^2 + c'^2)\n"
      "friction floor { slip = (x' - R*b', y' + R*a'); spin = c'; roll = (a', b')\n"
      "  normal = m*9.81; law = rolling(mu, r, mur) }\n");
}

static machine open_incline(void) {
  return machine_parse(
      "param m = 7\nparam R = 0.108\nparam J = 2/5*m*R^2\nparam mu = 0.2\nparam r = 0.005\n"
      "param mur = 0.001\nparam al = 0\ncoord x, y, z, a, b, c\n"
      "kinetic = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*J*(a'^2 + b'^2 + c'^2)\n"
      "potential = m*9.81*(z*cos(al) - x*sin(al))\n"
      "contact floor { gap = z; slip = (x' - R*b', y' + R*a'); spin = c'; roll = (a', b')\n"
      "  law = rolling(mu, r, mur); restitution = newton(0.5, 0) }\n");
}

static void set(machine *m, const char *name, double value) {
  m->parameters[ss_model_find_parameter(m->model, name)] = value;
}

/* Slides, then rolls, then is stopped by its rolling moment. */
static void check_three_phases(machine m, size_t b) {
  const double v = 5, slip_stops = g * (mu + (mu * R - mur) / (0.4 * R));
  const double t1 = v / slip_stops, v1 = v - mu * g * t1, slow = mur * g / (1.4 * R);
  const double t2 = t1 + v1 / slow, x = (v + v1) / 2 * t1 + v1 * v1 / (2 * slow);
  machine_put(&m, "x'=5");
  machine_run_well(&m, 100);
  assert_int_equal(m.motion.events, 3);
  assert_int_equal(m.motion.event[0].kind, SS_EVENT_ROLL);
  assert_int_equal(m.motion.event[1].kind, SS_EVENT_STICK);
  assert_int_equal(m.motion.event[2].kind, SS_EVENT_REST);
  /* a spatial slip has ended at ten times the tolerance of the largest velocity, 33 rad/s */
  assert_near(m.motion.event[0].t, t1, 1e-9 * v1 / R / slip_stops + 1e-12);
  assert_near(m.motion.event[1].t, t2, 1e-7);
  assert_near(m.motion.q[0], x, 1e-7);
  assert_near(m.motion.q[b], (x - v * t1 / 2) / R, 1e-6); /* what was slid was not rolled */
  assert_near(machine_residual(&m), 0, 1e-11);
  for (size_t k = 0; k < m.model->coordinates; k++) assert_true(m.motion.u[k] == 0);
  machine_close(&m);
}

static void test_three_phases(void **state) {
  (void)state;
  check_three_phases(open_known(), 3);
  check_three_phases(open_incline(), 4);
}

/* Without a rolling moment a ball ends with 5/7 of its velocity and 2/7 of R times its spin, on
 * whatever curve, because friction acts at the contact; its drilling ends too. */
static void test_without_moment(void **state) {
  (void)state;
  static const double u[][5] = {
      {3, 0, 0, 0, 0}, {3, -1, 10, 5, 8}, {0, 0, 30, -20, 0}, {1, 2, 0, 0, -20}};
  for (size_t i = 0; i < 4; i++) {
    machine m = open_known();
    set(&m, "mur", 0);
    memcpy(m.u, u[i], sizeof u[i]);
    machine_run_well(&m, 30);
    assert_near(m.motion.u[0], 5. / 7 * u[i][0] + 2. / 7 * R * u[i][3], 1e-8);
    assert_near(m.motion.u[1], 5. / 7 * u[i][1] - 2. / 7 * R * u[i][2], 1e-8);
    assert_near(m.motion.u[0] - R * m.motion.u[3], 0, 1e-12);
    assert_true(m.motion.u[4] == 0);
    assert_int_equal(m.motion.sample[m.motion.samples - 1].modes[0], SS_MODE_ROLL);
    assert_near(machine_residual(&m), 0, 1e-10);
    machine_close(&m);
  }
}

/* Pure drilling: J c'' = -2/3 mu N r. */
static void test_drilling(void **state) {
  (void)state;
  machine m = open_known();
  const double t = 0.4 * m_ * R * R * 6 / (2. / 3 * mu * m_ * g * 0.005);
  machine_put(&m, "c'=6");
  machine_run_well(&m, 100);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.t, t, 1e-8);
  assert_near(m.motion.q[4], 3 * t, 1e-8);
  machine_close(&m);
}

/* Released on an incline: it stays below tan al = mur / R, rolls above, and slides as well where
 * that asks for more friction than there is. */
static void test_incline(void **state) {
  (void)state;
  static const double slope[] = {0.9 * 0.001 / 0.108, 1.1 * 0.001 / 0.108, 0.5, 0.9};
  for (size_t i = 0; i < 4; i++) {
    machine m = open_incline();
    const double al = atan(slope[i]), push = g * sin(al), N = g * cos(al);
    const double roll = (push - mur * N / R) / 1.4, needed = push - roll;
    const bool slides = needed > mu * N;
    const double a = slides ? push - mu * N : roll;
    const double turns = slides ? (mu * R - mur) * N / (0.4 * R * R) : roll / R;
    set(&m, "al", al);
    machine_run_well(&m, 2);
    assert_int_equal(slides, i == 3);
    assert_int_equal(m.motion.at_rest, i == 0);
    assert_near(m.motion.u[0], i == 0 ? 0 : 2 * a, 1e-9);
    assert_near(m.motion.u[4], i == 0 ? 0 : 2 * turns, 1e-8);
    if (i > 0)
      assert_int_equal(m.motion.sample[m.motion.samples - 1].modes[0],
                       slides ? SS_MODE_SLIP : SS_MODE_ROLL);
    machine_close(&m);
  }
}

/* Thrown up an incline that it rolls down again: it turns where its speed is 0, and no farther. */
static void test_turns(void **state) {
  (void)state;
  machine m = open_incline();
  const double al = 0.1, v = 2, up = (g * sin(al) + mur * g * cos(al) / R) / 1.4;
  const double down = (g * sin(al) - mur * g * cos(al) / R) / 1.4, t = v / up;
  set(&m, "al", al);
  m.u[0] = -v;
  m.u[4] = -v / R;
  machine_run_well(&m, 2 * t);
  assert_near(m.motion.u[0], down * t, 1e-8);
  assert_near(m.motion.q[0], -v * t / 2 + down * t * t / 2, 1e-8);
  assert_near(machine_residual(&m), 0, 1e-11);
  machine_close(&m);
}

/* A creeping slip: while a ball rolls and still drills, it slides just as fast as friction needs.
 * For a small spot (r/R = 1/200) friction and drilling moment are in a constant ratio then: the
 * point (f, tau) of Contensou's set with f = |F|/(mu N), and J c'' = -mu N r tau. */
static void test_creep(void **state) {
  (void)state;
  machine m = open_known();
  const double r = 0.0005, force = mur * m_ * g / (1.4 * R);
  const ss_law law = {SS_LAW_CONTENSOU, {mu, r}};
  double low = 0, high = 10, point[3];
  for (int k = 0; k < 80; k++) { /* the slip v at drilling 1 / r with that friction */
    const double v = (low + high) / 2, slip[3] = {v, 0, 1 / r};
    ss_law_support(&law, m_ * g, slip, point);
    if (point[0] < force)
      low = v;
    else
      high = v;
  }
  const double t = 0.4 * m_ * R * R * 0.5 / point[2];
  set(&m, "r", r);
  m.u[0] = 2;
  m.u[3] = 2 / R;
  m.u[4] = 0.5;
  machine_run_well(&m, 30);
  assert_int_equal(m.motion.event[0].kind, SS_EVENT_ROLL);
  assert_near(m.motion.event[0].t, t, 1e-4 * t);
  assert_near(machine_residual(&m), 0, 1e-10);
  machine_close(&m);
}

/* By time stepping the same, to its step. */
static void test_moreau(void **state) {
  (void)state;
  machine m = open_incline();
  double q[6], u[6];
  set(&m, "al", 0.02);
  memcpy(m.u, (double[]){3, 1, 0, 10, -5, 4}, sizeof u);
  machine_run_well(&m, 2);
  memcpy(q, m.motion.q, sizeof q);
  memcpy(u, m.motion.u, sizeof u);
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 1e-4;
  machine_run_well(&m, 2);
  for (size_t k = 0; k < 6; k++) {
    assert_near(m.motion.q[k], q[k], k < 3 ? 2e-3 : 2e-2);
    assert_near(m.motion.u[k], u[k], k < 3 ? 2e-3 : 2e-2);
  }
  assert_int_equal(m.motion.sample[m.motion.samples - 1].modes[0], SS_MODE_SLIP); /* it drills */
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_three_phases), cmocka_unit_test(test_without_moment),
      cmocka_unit_test(test_drilling),     cmocka_unit_test(test_incline),
      cmocka_unit_test(test_turns),        cmocka_unit_test(test_creep),
      cmocka_unit_test(test_moreau),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
