/* test_guards.c: guards, their rates and derivatives. */
#include "vary.h"

static size_t list(bench *b, const ss_mode *modes, ss_vary_guard *guard) {
  static double slopes[24][16];
  for (size_t i = 0; i < 24; i++) guard[i].slope = slopes[i];
  assert_true(ss_response_of_modes(&b->v.frame, modes, b->v.bonds, &b->v.response));
  return ss_vary_list_guards(&b->v.frame, modes, &b->v.response, guard);
}

/* An open contact has its gap; one that slips a normal force and its speed; one that sticks a
 * normal force and two bounds. */
static void test_kinds(void **state) {
  (void)state;
  bench b;
  ss_vary_guard g[24];
  bench_open(&b, machine_open("rough-pendulum", NULL), 0, NULL);
  machine_put(&b.m, "a1=0.4, a2=0.9, a1'=-1.3, a2'=0.7");
  bench_look(&b, 0, 0);
  ss_mode mode = SS_MODE_FREE;
  assert_int_equal(list(&b, &mode, g), 1);
  assert_int_equal(g[0].kind, SS_GUARD_GAP);
  assert_near(g[0].rate, b.v.frame.gamma[0], 1e-15);
  mode = SS_MODE_SLIP_MINUS;
  assert_int_equal(list(&b, &mode, g), 2);
  assert_int_equal(g[0].kind, SS_GUARD_NORMAL);
  assert_int_equal(g[1].kind, SS_GUARD_SLIP);
  assert_near(g[1].value, -b.v.frame.gamma[1], 1e-15);
  mode = SS_MODE_STICK;
  assert_int_equal(list(&b, &mode, g), 3);
  assert_near(g[1].value + g[2].value, 2 * g[0].value, 1e-12);
  bench_close(&b);
}

/* The rate is the derivative along the motion: guards a little later and earlier. */
static void test_rates(void **state) {
  (void)state;
  const ss_mode modes[] = {SS_MODE_FREE, SS_MODE_SLIP_MINUS, SS_MODE_STICK};
  bench b;
  bench_open(&b, machine_open("rough-pendulum", NULL), 0, NULL);
  for (int k = 0; k < 3; k++) {
    ss_vary_guard g[24];
    double value[2][3], rate[3], x[4] = {0.4, 0.9, -1.3, 0.7}, y[4], a[2];
    const double d = 1e-5;
    ss_frame *f = &b.v.frame;
    assert_true(ss_frame_look(f, 0, x, x + 2));
    const size_t count = list(&b, &modes[k], g);
    for (size_t i = 0; i < count; i++) rate[i] = g[i].rate;
    memcpy(a, b.v.response.v, sizeof a);
    for (int side = 0; side < 2; side++) {
      const double h = side ? d : -d;
      for (int i = 0; i < 2; i++) {
        y[i] = x[i] + h * x[2 + i] + h * h / 2 * a[i];
        y[2 + i] = x[2 + i] + h * a[i];
      }
      assert_true(ss_frame_look(f, 0, y, y + 2));
      list(&b, &modes[k], g);
      for (size_t i = 0; i < count; i++) value[side][i] = g[i].value;
    }
    /* the second order terms of u cancel, up to d^2 */
    for (size_t i = 0; i < count; i++)
      assert_near(rate[i], (value[1][i] - value[0][i]) / (2 * d), 1e-6 * (1 + fabs(rate[i])));
  }
  bench_close(&b);
}

/* Forces that are not unique end no phase here. */
static void test_dependent(void **state) {
  (void)state;
  bench b;
  ss_vary_guard g[24];
  const ss_mode both[] = {SS_MODE_STICK, SS_MODE_STICK};
  bench_open(&b, machine_open("plank-box", NULL), 0, NULL);
  machine_put(&b.m, "landing, x'=0, y'=0, theta'=0");
  bench_look(&b, 0, 0);
  assert_int_equal(list(&b, both, g), 0);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_rates),
      cmocka_unit_test(test_dependent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
