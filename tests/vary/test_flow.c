/* test_flow.c: a phase and its transition matrix. */
#include "vary.h"

/* x'' = -w^2 x: cos and sin to rounding, and the derivative by w^2. */
static void test_oscillator(void **state) {
  (void)state;
  const char *const moved[] = {"k"};
  bench b;
  ss_vary_flow flow;
  bench_open(&b, machine_parse("param k = 9\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*k*x^2\n"),
             1, moved);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  const double T = 7.3, w = 3, c = cos(w * T), s = sin(w * T);
  double x[] = {0.5, -0.2}, Phi[6];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, 0, T, x, Phi), SS_OK);
  assert_near(x[0], 0.5 * c - 0.2 / w * s, 1e-13);
  const double want[] = {c, s / w, 0, -w * s, c, 0};
  for (int k = 0; k < 6; k++)
    if (k % 3 != 2) assert_near(Phi[k], want[k], 1e-12);
  /* d/dk = (dx/dw)/(2 w) */
  assert_near(Phi[2], (-0.5 * T * s - 0.2 * (T * c / w - s / (w * w))) / (2 * w), 1e-12);
  /* and back */
  double back[6];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, T, 0, x, back), SS_OK);
  assert_near(x[0], 0.5, 1e-12);
  assert_near(back[0] * Phi[0] + back[1] * Phi[3], 1, 1e-11);
  bench_close(&b);
}

/* x'' = a sin t: forces that depend on time, and the derivative by a. */
static void test_time(void **state) {
  (void)state;
  const char *const moved[] = {"a"};
  bench b;
  ss_vary_flow flow;
  bench_open(&b, machine_parse("param a = 2\ncoord x\nkinetic = 1/2*x'^2\nforce x = a*sin(t)\n"), 1,
             moved);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  const double T = 2;
  double x[] = {0.5, -0.2}, Phi[6];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, 0, T, x, Phi), SS_OK);
  assert_near(x[0], 0.5 - 0.2 * T + 2 * (T - sin(T)), 1e-11);
  const double want[] = {1, T, T - sin(T), 0, 1, 1 - cos(T)};
  for (int k = 0; k < 6; k++) assert_near(Phi[k], want[k], 1e-11);
  bench_close(&b);
}

/* A pendulum that slips on the floor: the matrix against differences of runs. */
static void test_differences(void **state) {
  (void)state;
  bench b;
  ss_vary_flow flow;
  const ss_mode mode = SS_MODE_SLIP_MINUS;
  const double start[] = {0.4, 0.9, -1.3, 0.7}, d = 1e-6;
  double Phi[16], unused[16];
  bench_open(&b, machine_open("rough-pendulum", NULL), 0, NULL);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  double x[4];
  memcpy(x, start, sizeof x);
  assert_int_equal(ss_vary_flow_run(&flow, &mode, 0, 0.1, x, Phi), SS_OK);
  for (int c = 0; c < 4; c++) {
    double low[4], high[4];
    memcpy(low, start, sizeof x);
    memcpy(high, start, sizeof x);
    low[c] -= d;
    high[c] += d;
    assert_int_equal(ss_vary_flow_run(&flow, &mode, 0, 0.1, low, unused), SS_OK);
    assert_int_equal(ss_vary_flow_run(&flow, &mode, 0, 0.1, high, unused), SS_OK);
    for (int k = 0; k < 4; k++) assert_near(Phi[4 * k + c], (high[k] - low[k]) / (2 * d), 1e-7);
  }
  bench_close(&b);
}

/* x'' = z, z' = -z/T: closed forms; the velocity of z does not exist. */
static void test_first_order(void **state) {
  (void)state;
  bench b;
  ss_vary_flow flow;
  bench_open(&b, machine_parse("coord x\naux z\nkinetic = 1/2*x'^2\nforce x = z\nrate z = -2*z\n"),
             0, NULL);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  const double t = 1.3, f = exp(-2 * t), g = (1 - f) / 2;
  double x[] = {0.5, 2, -0.2, 0}, Phi[16];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, 0, t, x, Phi), SS_OK);
  const double want[] = {1, (t - g) / 2, t, 0, 0, f, 0, 0, 0, g, 1, 0, 0, 0, 0, 0};
  for (int k = 0; k < 16; k++) assert_near(Phi[k], want[k], 1e-12);
  assert_near(x[1], 2 * f, 1e-12);
  bench_close(&b);
}

/* u' = -1 - k |u|: the slope jumps by 2 k where u is 0, at t0, and the variation does not. */
static void test_kink(void **state) {
  (void)state;
  bench b;
  ss_vary_flow flow;
  bench_open(&b, machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = -1 - 300*abs(x')\n"), 0,
             NULL);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  const double k = 300, t0 = log(1 + k * 0.5) / k, grown = exp(k * 0.01);
  double x[] = {0, 0.5}, Phi[4];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, 0, t0 + 0.01, x, Phi), SS_OK);
  assert_near(x[1], (1 - grown) / k, 1e-11);
  assert_near(Phi[3], grown / (1 + k * 0.5), 1e-11);
  bench_close(&b);
}

/* A ball that rolls creeps the more slowly the less it drills, until slips are rounding. */
static void test_creep(void **state) {
  (void)state;
  machine m = machine_open("bowling-ball", NULL);
  const double q[] = {0, 0, 0.1, 0, 0, 0}, u[] = {0.5, -0.3, 0.2, 0.3, 0.4, 0.5};
  memcpy(m.q, q, sizeof q);
  memcpy(m.u, u, sizeof u);
  assert_true(vary_order(&m, 0.8, 1) > 1.99);
  machine_close(&m);
}

/* y = (1 - t)^2/2 + d: at d = 0 the gap comes to 0 without speed. Above it nothing happens. */
static void test_grazing(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\nforce y = 1 + 0*y^3\n"
                            "contact floor { gap = y }\n");
  machine_put(&m, "y = 0.5, y' = -1");
  const ss_variation v = vary_to(&m, 2, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_GRAZING);
  assert_near(v.refusal.t, 1, 1e-9);
  assert_true(fabs(v.refusal.number) < 1e-12);
  /* up to there the map holds */
  assert_near(v.t, 1, 1e-9);
  assert_int_equal(v.pieces, 1);
  assert_near(v.piece[0].gain[1], 1, 1e-9);
  machine_put(&m, "y = 0.5001, y' = -1");
  const ss_variation above = vary_well(&m, 2, NULL);
  assert_near(above.piece[0].gain[1], 2, 1e-12);
  machine_close(&m);
}

/* A force that grows without bound is no motion. */
static void test_no_forces(void **state) {
  (void)state;
  bench b;
  ss_vary_flow flow;
  bench_open(&b, machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 1/(1 - t)^3\n"), 0, NULL);
  assert_int_equal(ss_vary_flow_create(b.m.arena, &b.v.frame, 1e-12, &flow), SS_OK);
  double x[] = {0, 0}, Phi[4];
  assert_int_equal(ss_vary_flow_run(&flow, NULL, 0, 2, x, Phi), SS_NO_CONVERGENCE);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oscillator),  cmocka_unit_test(test_time),
      cmocka_unit_test(test_differences), cmocka_unit_test(test_first_order),
      cmocka_unit_test(test_no_forces),   cmocka_unit_test(test_kink),
      cmocka_unit_test(test_creep),       cmocka_unit_test(test_grazing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
