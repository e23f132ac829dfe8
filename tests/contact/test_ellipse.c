/* The projection on an ellipse, for ratios of the axes up to 1e8 and points up to 1e8 away. */
#include "../../src/contact/workspace.h"
#include "support.h"

/* p is on the ellipse, x - p is along the normal, and n, h, R are those of p. */
static void nearest_points_are_stationary(void **state) {
  (void)state;
  random_source source = {1};
  for (int i = 0; i < 100000; i++) {
    const double a[2] = {pow(10, draw_between(&source, -4, 4)),
                         pow(10, draw_between(&source, -4, 4))};
    const double x[2] = {draw_wide(&source), draw_wide(&source)};
    const double inside = hypot(x[0] / a[0], x[1] / a[1]);
    ss_boundary_point at;
    const bool outside = ss_ellipse_project(a, x, &at);
    assert_int_equal(outside, inside > 1);
    if (!outside) continue;
    assert_true(fabs(hypot(at.P[0] / a[0], at.P[1] / a[1]) - 1) <= 1e-13);
    const double d[2] = {x[0] - at.P[0], x[1] - at.P[1]}, length = hypot(x[0], x[1]);
    assert_true(fabs(d[0] * at.n[1] - d[1] * at.n[0]) <= 1e-13 * length);
    assert_true(d[0] * at.n[0] + d[1] * at.n[1] >= -1e-13 * length);
    assert_true(fabs(at.h - (at.P[0] * at.n[0] + at.P[1] * at.n[1])) <= 1e-12 * at.h);
  }
}

static void circle_and_axes(void **state) {
  (void)state;
  const double circle[2] = {2, 2}, x[2] = {6, 8};
  ss_boundary_point at;
  assert_true(ss_ellipse_project(circle, x, &at));
  assert_true(fabs(at.P[0] - 1.2) <= 1e-15 && fabs(at.P[1] - 1.6) <= 1e-15);
  assert_true(fabs(at.R - 2) <= 1e-15);
  const double flat[2] = {3, 1}, up[2] = {0, 5};
  assert_true(ss_ellipse_project(flat, up, &at));
  assert_true(at.P[0] == 0 && fabs(at.P[1] - 1) <= 1e-15);
  assert_true(fabs(at.R - 9) <= 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nearest_points_are_stationary),
      cmocka_unit_test(circle_and_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
