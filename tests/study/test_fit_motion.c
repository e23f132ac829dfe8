/* test_fit_motion.c: what a motion predicts, and its derivatives, against the closed form of a ball
 * that bounces. */
#include "fit.h"

static void heights_and_slopes(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  ss_fitting f = ball_fitting(&b);
  ss_fit_point p;
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 10;
  p.theta[1] = 0.6;
  assert_int_equal(ss_fit_predict(&f, &p), SS_OK);
  double cost = 0;
  for (size_t k = 0; k < BALL_ROWS; k++) {
    const double y = ball_height(b.t[k], 10, 0.6);
    assert_true(fabs(p.predict[k] - y) < 1e-9);
    cost += (b.y[k] - y) * (b.y[k] - y);
  }
  assert_true(fabs(p.cost - cost) < 1e-9);
  assert_int_equal(ss_fit_differentiate(&f, &p), SS_OK);
  assert_null(f.no_gradients);
  const double h = 1e-5;
  for (size_t k = 0; k < BALL_ROWS; k++) {
    const double t = b.t[k];
    const double by_g = (ball_height(t, 10 + h, 0.6) - ball_height(t, 10 - h, 0.6)) / (2 * h);
    const double by_e = (ball_height(t, 10, 0.6 + h) - ball_height(t, 10, 0.6 - h)) / (2 * h);
    assert_true(fabs(f.J[2 * k] - by_g) < 1e-7 && fabs(f.J[2 * k + 1] - by_e) < 1e-7);
    assert_true(fabs(f.r[k] - (b.y[k] - p.predict[k])) < 1e-15);
  }
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

/* What is not measured or left out does not count; a motion that there is none of costs all. */
static void what_does_not_count(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  b.y[3] = NAN;
  ss_fitting f = ball_fitting(&b);
  f.left_out[5] = true;
  f.rows = 10;
  ss_fit_point p;
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 10;
  p.theta[1] = 0.6;
  assert_int_equal(ss_fit_predict(&f, &p), SS_OK);
  assert_int_equal(ss_fit_differentiate(&f, &p), SS_OK);
  for (size_t k = 0; k < BALL_ROWS; k++) {
    const bool counts = k != 3 && k != 5 && k < 10;
    assert_int_equal(f.J[2 * k] != 0, counts);
    assert_int_equal(f.r[k] != 0, counts);
  }
  p.theta[1] = -2; /* no restitution */
  assert_int_equal(ss_fit_predict(&f, &p), SS_OK);
  assert_true(isinf(p.cost));
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heights_and_slopes),
      cmocka_unit_test(what_does_not_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
