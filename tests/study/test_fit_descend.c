/* test_fit_descend.c: steps downhill: to the bottom where the data are exact; held by a prior; none
 * for what has no influence. */
#include "fit.h"

static void to_the_bottom(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  ss_fitting f = ball_fitting(&b);
  ss_fit_point p;
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 9.81;
  p.theta[1] = 0.8;
  assert_int_equal(ss_fit_descend(&f, 40, &p), SS_OK);
  assert_true(fabs(p.theta[0] - 9) < 1e-7 && fabs(p.theta[1] - 0.7) < 1e-7);
  assert_true(p.cost < 1e-14);
  /* the prior pulls back to the beginning, the more the larger it is */
  double pulled[2];
  for (int k = 0; k < 2; k++) {
    f.prior = k ? 100 : 1;
    assert_int_equal(ss_fit_descend(&f, 40, &p), SS_OK);
    pulled[k] = p.theta[0];
    assert_true(p.theta[0] > 9 && p.theta[0] < 9.81);
  }
  assert_true(pulled[1] > pulled[0] + 0.1);
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

static void no_influence(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  b.options.parameters = 3;
  ss_fitting f = ball_fitting(&b);
  ss_fit_point p;
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 9.81;
  p.theta[1] = 0.8;
  p.theta[2] = 1.25;
  assert_int_equal(ss_fit_descend(&f, 40, &p), SS_OK);
  assert_true(fabs(p.theta[0] - 9) < 1e-6 && p.theta[2] == 1.25);
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

/* A range that leaves out the bottom: its end, and the best of the others there. */
static void a_range(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  ss_fitting f = ball_fitting(&b);
  ss_fit_point p;
  static const double low[] = {9.5, -INFINITY}, high[] = {10, INFINITY};
  f.low = low;
  f.high = high;
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 9.81;
  p.theta[1] = 0.8;
  assert_int_equal(ss_fit_descend(&f, 40, &p), SS_OK);
  assert_true(p.theta[0] == 9.5 && p.theta[1] < 0.79);
  const double best = p.cost;
  for (int k = -1; k < 2; k += 2) {
    ss_fit_point q;
    assert_int_equal(ss_fit_point_create(&f, &q), SS_OK);
    q.theta[0] = 9.5;
    q.theta[1] = p.theta[1] + 1e-3 * k;
    assert_int_equal(ss_fit_predict(&f, &q), SS_OK);
    assert_true(q.cost > best);
  }
  assert_true(ss_fit_clip(&f, 0, 12) == 10 && ss_fit_clip(&f, 1, 12) == 12);
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(to_the_bottom),
      cmocka_unit_test(no_influence),
      cmocka_unit_test(a_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
