/* test_trace.c: fences against orbits that are known. */
#include "plane.h"

/* Without forces but friction the orbit that ends at b is w = (b - x)/2: fences are close to it, on
 * their side. */
static void fences_of_a_block(void **state) {
  (void)state;
  stage s = open_stage(BLOCK);
  for (int side = -1; side <= 1; side += 2)
    for (int under = 0; under < 2; under++) {
      fence f = {.side = side, .under = under};
      const double slack = 1e-4;
      assert_true(ss_fence_trace(s.o, &f, (double[]){2, 0}, -1, (double[]){slack, 3. / 16}));
      assert_true(f.x[f.count - 1] <= -1);
      for (size_t i = 1; i < f.count; i++) {
        const double off = f.w[i] - (2 - f.x[i]) / 2, most = 6 * slack;
        assert_true(under ? off < 0 && off > -most : off > 0 && off < most);
      }
      const double bound = ss_fence_bound(&f, -0.5, 0.5);
      assert_true(under ? bound <= 0.75 && bound > 0.4 : bound >= 1.25 && bound < 1.7);
      assert_true(isnan(ss_fence_bound(&f, -3, 0)) && isnan(ss_fence_bound(&f, 0, 2.5)));
      ss_fence_free(&f);
    }
  close_stage(&s);
}

/* The pendulum: orbits by small steps backwards from the same end lie between the two fences. */
static void fences_enclose_orbits(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  fence low = {.side = 1, .under = true}, high = {.side = 1};
  const double end = 2.5, h = 1e-5;
  assert_true(ss_fence_trace(s.o, &low, (double[]){end, 0}, -3, (double[]){1e-5, (end + 3) / 16}));
  assert_true(ss_fence_trace(s.o, &high, (double[]){end, 0}, -3, (double[]){1e-5, (end + 3) / 16}));
  double x = end, w = 0;
  while (x > -2.9) {
    const double half = w - h / 2 * ss_orbit_pull(s.o, 1, x, sqrt(2 * w));
    w -= h * ss_orbit_pull(s.o, 1, x - h / 2, sqrt(2 * fmax(0, half)));
    x -= h;
  }
  const double below = ss_fence_bound(&low, x, x), above = ss_fence_bound(&high, x, x);
  assert_true(below < w && w < above);
  assert_true(above - below < 0.05);
  ss_fence_free(&low);
  ss_fence_free(&high);
  close_stage(&s);
}

/* A fence that ends above the axis; sharp bounds of it near a point. */
static void fences_end_at_a_height(void **state) {
  (void)state;
  stage s = open_stage(BLOCK);
  for (int under = 0; under < 2; under++) {
    fence f = {.side = 1, .under = under};
    assert_true(ss_fence_trace(s.o, &f, (double[]){2, 0.75}, -1, (double[]){1e-4, 1e-9}));
    assert_true(f.x[0] == 2 && f.w[0] == 0.75 && f.x[f.count - 1] <= -1);
    /* B' = -1/2 and the slack: 0.75 + (2 - x)/2 */
    for (int k = -8; k < 16; k++) {
      const double x = k / 8., exact = 0.75 + (2 - x) / 2, B = ss_fence_height(&f, x);
      assert_true(fabs(B - exact) < 4e-4);
      assert_true(under ? B < exact : B > exact);
      assert_true(under ? B >= ss_fence_bound(&f, x, x + 0x1p-40)
                        : B <= ss_fence_bound(&f, x, x + 0x1p-40));
    }
    assert_true(isnan(ss_fence_height(&f, 2)));
    ss_fence_free(&f);
  }
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fences_end_at_a_height),
                                     cmocka_unit_test(fences_of_a_block),
                                     cmocka_unit_test(fences_enclose_orbits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
