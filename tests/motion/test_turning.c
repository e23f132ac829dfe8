/* test_turning.c: bodies in space (body3), which have no singular position, by closed forms. */
#include "machine.h"

/* The axis n of a body whose quaternion is q[first] + 1, q[first + 1], …: its third column. */
static void find_axis(const double *q, double *n) {
  const double Q = 1 + q[0], a = q[1], b = q[2], c = q[3];
  n[0] = 2 * (a * c + Q * b);
  n[1] = 2 * (b * c - Q * a);
  n[2] = Q * Q - a * a - b * b + c * c;
}

/* A free symmetric body: n turns about the angular momentum at the rate |L| / A, whatever the
 * direction: through every position in which three angles would fail. */
static void test_free_body(void **state) {
  (void)state;
  static const double spins[][3] = {{3, 0, 0}, {2, 0, 5}, {0.1, 4, -3}, {1e-3, 0, 20}};
  for (size_t i = 0; i < 4; i++) {
    machine m = machine_parse("param w1 = 0\nparam w2 = 0\nparam w3 = 0\n"
                              "coord x, y, z, s, a, b, c\n"
                              "body3 B { mass = 1; inertia = (2, 2, 3); at = (x, y, z)\n"
                              "  turned by (s, a, b, c) }\n"
                              "state start { spin B by (w1, w2, w3) }\n");
    const double *w = spins[i], L[] = {2 * w[0], 2 * w[1], 3 * w[2]};
    const double size = sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]), t = 7;
    memset(m.q, 0, 7 * sizeof *m.q);
    memcpy(m.u, (double[]){0, 0, 0, 0, w[0] / 2, w[1] / 2, w[2] / 2}, 7 * sizeof *m.u);
    machine_run_well(&m, t);
    /* Rodrigues: n(t) = n cos + (l x n) sin + l (l . n)(1 - cos), n = e3, l = L / |L| */
    const double l[] = {L[0] / size, L[1] / size, L[2] / size}, phi = size / 2 * t;
    const double n[] = {l[1] * sin(phi) + l[0] * l[2] * (1 - cos(phi)),
                        -l[0] * sin(phi) + l[1] * l[2] * (1 - cos(phi)),
                        cos(phi) + l[2] * l[2] * (1 - cos(phi))};
    double found[3];
    find_axis(m.motion.q + 3, found);
    for (size_t k = 0; k < 3; k++) assert_near(found[k], n[k], 1e-7);
    assert_near(machine_residual(&m), 0, 1e-11);
    machine_close(&m);
  }
}

/* A coin rolls steadily in a circle: with the angle theta between its axis and the vertical, the
 * rate Omega of precession and w = n . omega,
 *
 *     Omega w sin theta (C + m R^2) = A Omega^2 sin theta cos theta - m g R cos theta,
 *
 * its centre moves with the speed R w; without a rolling moment nothing is lost but by drilling. */
static void test_coin(void **state) {
  (void)state;
  const double m_ = 1, R = 1, g = 9.81, A = 0.25, C = 0.5, Omega = 1.5;
  for (double theta = 0.7; theta < 1.5; theta += 0.3) {
    machine m = machine_parse(
        "coord x, y, z, s, a, b, c\n"
        "body3 coin { mass = 1; inertia = (1/4, 1/4, 1/2); at = (x, y, z)\n"
        "  turned by (s, a, b, c); gravity = (0, 0, -9.81) }\n"
        "let h = sqrt(1 - coin.R33^2)\nlet px = coin.R13*coin.R33/h\n"
        "let py = coin.R23*coin.R33/h\n"
        "contact table { gap = z - h; slip = (x' - coin.wy*h - coin.wz*py, y' + coin.wz*px + "
        "coin.wx*h)\n  law = disk(3) }\n");
    const double st = sin(theta), ct = cos(theta);
    const double w =
        (A * Omega * Omega * st * ct - m_ * g * R * ct) / (Omega * st * (C + m_ * R * R));
    const double Q = cos(theta / 2), b = sin(theta / 2), w1 = -Omega * st;
    const double q[] = {0, 0, R * st, Q - 1, 0, b, 0};
    const double u[] = {
        0, -R * w, 0, -0.5 * b * 0, 0.5 * (Q * w1 + b * w), 0, 0.5 * (Q * w - b * w1)};
    memcpy(m.q, q, sizeof q);
    memcpy(m.u, u, sizeof u);
    machine_run_well(&m, 5);
    double n[3];
    find_axis(m.motion.q + 3, n);
    /* the centre is at b e_h from the middle of its circle, b = -R w / Omega; n turns with Omega */
    const double phi = 5 * Omega, radius = -R * w / Omega;
    assert_near(n[0], st * cos(phi), 1e-6);
    assert_near(n[1], st * sin(phi), 1e-6);
    assert_near(n[2], ct, 1e-6);
    assert_near(m.motion.q[0], radius * (cos(phi) - 1), 1e-6);
    assert_near(m.motion.q[1], radius * sin(phi), 1e-6);
    assert_near(m.motion.q[2], R * st, 1e-6);
    assert_int_equal(m.motion.sample[m.motion.samples - 1].modes[1], SS_MODE_STICK);
    assert_near(machine_residual(&m), 0, 1e-10);
    machine_close(&m);
  }
}

/* The stool of Cardan angles and that of a quaternion move alike. */
static void test_stool(void **state) {
  (void)state;
  machine m = machine_open("three-leg-stool", NULL),
          same =
              machine_parse("param h = 0.35\nparam r = 0.2\ncoord x, y, z, s, a, b, c\n"
                            "body3 stool { mass = 4; inertia = (0.12, 0.12, 0.16); at = (x, y, z)\n"
                            "  turned by (s, a, b, c); gravity = (0, 0, -9.81) }\n"
                            "for i in 0..2 {\n"
                            "  point tip[i] on stool (r*cos(2*pi*i/3), r*sin(2*pi*i/3), -h)\n"
                            "  contact leg[i] { gap = tip[i].z; slip = (ddt(tip[i].x), "
                            "ddt(tip[i].y)); law = disk(0.5)\n"
                            "    restitution = newton(0.2, 0.2) }\n}\n");
  machine_put(&m, "z=0.35, x'=1, gamma'=2");
  machine_put(&same, "z=0.35, x'=1, c'=1");
  machine_run_well(&m, 0.2);
  machine_run_well(&same, 0.2);
  for (size_t k = 0; k < 3; k++) assert_near(same.motion.q[k], m.motion.q[k], 1e-9);
  const double *p = same.motion.q + 3, Q = 1 + p[0];
  assert_near(Q * Q + p[1] * p[1] - p[2] * p[2] - p[3] * p[3],
              cos(m.motion.q[4]) * cos(m.motion.q[5]), 1e-8);
  double n[3];
  find_axis(same.motion.q + 3, n);
  assert_near(n[0], sin(m.motion.q[4]), 1e-8);
  machine_close(&m);
  machine_close(&same);
}

/* A tippe top turns over: its centre of mass ends above its centre. */
static void test_tippe_top(void **state) {
  (void)state;
  machine m = machine_open("space/tippe-top", NULL);
  machine_put(&m, "spun");
  machine_run_well(&m, 3);
  double n[3];
  find_axis(m.motion.q + 3, n);
  assert_true(n[2] < -0.99);
  assert_near(m.motion.q[2], 0.03, 2e-5);
  assert_near(machine_residual(&m), 0, 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_free_body),
      cmocka_unit_test(test_coin),
      cmocka_unit_test(test_stool),
      cmocka_unit_test(test_tippe_top),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
