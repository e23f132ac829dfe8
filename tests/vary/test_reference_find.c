/* test_reference_find.c: cubics between knots, lines for gains, straight on beyond them. */
#include "pushed.h"

static void cubics(void **state) {
  (void)state;
  /* x = t^3 at knots 0, 1, 3; and its derivative */
  static const double t[] = {0, 1, 3}, x[] = {0, 0, 1, 3, 27, 27}, rate[] = {0, 0, 3, 6, 27, 18};
  static const double gain[] = {1, 0, 3, 0, 7, -4};
  const ss_reference_segment segment = {.knots = 3, .t = t, .x = x, .rate = rate, .gain = gain};
  const ss_reference_motion r = {.n = 1, .inputs = 1, .segments = 1, .segment = &segment};
  double alpha[2], K[2];
  for (double at = 0; at <= 3; at += 0.125) {
    ss_reference_look_up(&r, 0, at, alpha, K);
    assert_near(alpha[0], at * at * at, 1e-13);
  }
  ss_reference_look_up(&r, 0, 2, alpha, K);
  assert_near(K[0], 5, 1e-15);
  assert_near(K[1], -2, 1e-15);
  ss_reference_look_up(&r, 0, 4, alpha, K);
  assert_near(alpha[0], 54, 1e-13);
  assert_near(K[0], 7, 1e-15);
  ss_reference_look_up(&r, 0, -1, alpha, NULL);
  assert_near(alpha[0], 0, 1e-15);
}

static void segments(void **state) {
  (void)state;
  const ss_reference_segment list[] = {
      {.instants = 0}, {.instants = 1}, {.instants = 0, .done = 2}};
  const ss_reference_motion r = {.segments = 3, .segment = list};
  assert_int_equal(ss_reference_find(&r, 0, 0), 0);
  assert_int_equal(ss_reference_find(&r, 1, 0), 1);
  assert_int_equal(ss_reference_find(&r, 0, 2), 2);
  assert_true(ss_reference_find(&r, 0, 1) == SIZE_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cubics), cmocka_unit_test(segments)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
