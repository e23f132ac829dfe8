/* The Contensou body against quadrature, against its known values and against its own definition.
 */
#include "../../src/contact/workspace.h"
#include "disc.h"
#include "support.h"

/* The boundary itself: force, torque and support function against quadrature. */
static void contensou_matches_quadrature(void **state) {
  (void)state;
  for (int i = 0; i < 2000; i++) {
    const double d = tan(pi / 2 * (i + (i == 1000 ? 0.2 : 0)) / 2000);
    double disc[2];
    integrate_disc(d, disc);
    /* the trapezoidal rule needs its nodes where the centre is close to the edge */
    const double tolerance = fabs(d - 1) < 0.05 ? 1e-6 : 1e-13;
    const ss_law law = {SS_LAW_CONTENSOU, {0.7, 2.5, 0}};
    double y[3], v[3] = {0, d, 1 / 2.5};
    const double h = ss_law_support(&law, 3, v, y);
    assert_true(fabs(y[1] - 2.1 * disc[0]) <= 2.1 * tolerance);
    assert_true(fabs(y[2] - 2.1 * 2.5 * disc[1]) <= 2.1 * 2.5 * tolerance);
    assert_true(fabs(h - (d * y[1] + y[2] / 2.5)) <= 1e-13 * h);
    assert_true(y[0] == 0);
  }
}

/* Half axes mu N and 2/3 mu N r, and the known mean distance 32 / (9 pi) at the edge. */
static void contensou_has_known_values(void **state) {
  (void)state;
  const ss_law law = {SS_LAW_CONTENSOU, {1, 1, 0}};
  double v[3] = {1, 0, 0}, y[3];
  assert_true(fabs(ss_law_support(&law, 1, v, y) - 1) <= 1e-15);
  assert_true(y[0] == 1 && y[1] == 0 && y[2] == 0);
  v[0] = 0, v[2] = -1;
  assert_true(fabs(ss_law_support(&law, 1, v, y) - 2. / 3) <= 1e-15);
  assert_true(y[0] == 0 && fabs(y[2] + 2. / 3) <= 1e-15);
  v[1] = 1;
  assert_true(fabs(ss_law_support(&law, 1, v, y) - 32 / (9 * pi)) <= 1e-14);
}

/* The radius of curvature is |dP/dt|, t the angle of the normal; by differences. */
static void curvature_matches_differences(void **state) {
  (void)state;
  const double step = 1e-5;
  for (int i = 1; i < 100; i++)
    for (int k = -2; k <= 2; k++) {
      const double t = pi / 2 * i / 100, r = pow(10, k);
      const double n[2] = {cos(t), sin(t)}, n0[2] = {cos(t - step), sin(t - step)},
                   n1[2] = {cos(t + step), sin(t + step)};
      ss_boundary_point at, before, after;
      ss_contensou_boundary(1.7, r, n, &at);
      ss_contensou_boundary(1.7, r, n0, &before);
      ss_contensou_boundary(1.7, r, n1, &after);
      const double R = hypot(after.P[0] - before.P[0], after.P[1] - before.P[1]) / (2 * step);
      assert_true(fabs(R - at.R) <= 1e-3 * at.R + 1e-9 * r);
      assert_true(fabs(at.h - (at.P[0] * n[0] + at.P[1] * n[1])) <= 1e-15 * (1 + r));
    }
}

/* x = P(n) + s n projects to P(n); a point just inside is inside. */
static void projection_inverts_the_normal(void **state) {
  (void)state;
  random_source source = {3};
  for (int i = 0; i < 20000; i++) {
    const double t = draw_between(&source, 0, pi / 2), n[2] = {cos(t), sin(t)};
    const double r = pow(10, draw_between(&source, -2, 2)),
                 s = pow(10, draw_between(&source, -6, 3));
    ss_boundary_point at, found;
    ss_contensou_boundary(2, r, n, &at);
    const double x[2] = {at.P[0] + s * n[0], at.P[1] + s * n[1]};
    assert_true(ss_contensou_project(2, r, x, &found));
    const double error = hypot(found.P[0] - at.P[0], found.P[1] - at.P[1]);
    assert_true(error <= 1e-12 * (hypot(at.P[0], at.P[1]) + s));
    const double y[2] = {0.999999 * at.P[0], 0.999999 * at.P[1]};
    assert_false(ss_contensou_project(2, r, y, &found));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contensou_matches_quadrature),
      cmocka_unit_test(contensou_has_known_values),
      cmocka_unit_test(curvature_matches_differences),
      cmocka_unit_test(projection_inverts_the_normal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
