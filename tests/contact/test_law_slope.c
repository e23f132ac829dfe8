/* test_law_slope.c: forces of slips and their derivatives, against the support functions, against
 * differences, and where there is none. */
#include "support.h"

static const ss_law laws[] = {{SS_LAW_DISK, {0.3, 0, 0}},
                              {SS_LAW_ELLIPSE, {0.3, 0.7, 0}},
                              {SS_LAW_CONTENSOU, {0.4, 0.05, 0}},
                              {SS_LAW_CONTENSOU, {0.4, 3, 0}}};

static const double slips[][3] = {{1.3, -0.4, 2}, {-0.01, 0.02, 5}, {2, 1, 0.001}, {0.3, 0.7, -40}};

/* Of the point by `x`, one of the slips or arguments. */
static double differ(ss_law *law, double *v, double *x, size_t component) {
  ss_law_slope high, low;
  const double before = *x, step = 1e-6 * fabs(before);
  *x = before + step;
  assert_true(ss_law_find_slope(law, v, &high));
  *x = before - step;
  assert_true(ss_law_find_slope(law, v, &low));
  *x = before;
  return (high.point[component] - low.point[component]) / (2 * step);
}

static void slopes_match_differences(void **state) {
  (void)state;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (size_t s = 0; s < sizeof slips / sizeof *slips; s++) {
      ss_law law = laws[l];
      const size_t count = law.kind == SS_LAW_CONTENSOU ? 3 : 2;
      double v[3] = {slips[s][0], slips[s][1], slips[s][2]}, point[3];
      ss_law_slope at;
      assert_true(ss_law_find_slope(&law, v, &at));
      ss_law_support(&law, 1, v, point);
      for (size_t i = 0; i < count; i++) {
        assert_true(fabs(at.point[i] - point[i]) <= 1e-14);
        for (size_t j = 0; j < count; j++) {
          const double size = 1e-7 * (1 + fabs(at.by_slip[i][j]));
          assert_true(fabs(at.by_slip[i][j] - differ(&law, v, &v[j], i)) <= size);
        }
        for (size_t j = 0; j < (law.kind == SS_LAW_DISK ? 1u : 2u); j++)
          assert_true(fabs(at.by_argument[i][j] - differ(&law, v, &law.argument[j], i)) <= 1e-7);
      }
    }
}

/* h is homogeneous: its Hessian times v is 0. */
static void slips_of_all_lengths_have_one_force(void **state) {
  (void)state;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (size_t s = 0; s < sizeof slips / sizeof *slips; s++) {
      const size_t count = laws[l].kind == SS_LAW_CONTENSOU ? 3 : 2;
      ss_law_slope at;
      assert_true(ss_law_find_slope(&laws[l], slips[s], &at));
      for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < count; j++) sum += at.by_slip[i][j] * slips[s][j];
        assert_true(fabs(sum) <= 1e-14);
      }
    }
}

/* A spot that only spins: the force of a small slip is mu v / (r omega): 4/(3 pi)
 * (B + E) = 1. */
static void spin_makes_slip_viscous(void **state) {
  (void)state;
  const ss_law law = {SS_LAW_CONTENSOU, {0.4, 0.05, 0}};
  const double v[3] = {0, 0, 7};
  ss_law_slope at;
  assert_true(ss_law_find_slope(&law, v, &at));
  assert_true(fabs(at.by_slip[0][0] - 0.4 / (0.05 * 7)) <= 1e-12);
  assert_true(fabs(at.by_slip[1][1] - 0.4 / (0.05 * 7)) <= 1e-12);
  assert_true(at.by_slip[0][1] == 0 && at.point[0] == 0);
  assert_true(fabs(at.point[2] - 2. / 3 * 0.4 * 0.05) <= 1e-15);
}

static void no_slip_has_no_slope(void **state) {
  (void)state;
  const double none[3] = {0, 0, 0};
  ss_law_slope at;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    assert_false(ss_law_find_slope(&laws[l], none, &at));
  const ss_law rolling = {SS_LAW_ROLLING, {1, 1, 1}};
  assert_false(ss_law_find_slope(&rolling, slips[0], &at));
  const ss_law planar = {SS_LAW_COULOMB, {0.3, 0, 0}};
  assert_true(ss_law_find_slope(&planar, slips[1], &at));
  assert_true(at.point[0] == -0.3 && at.by_argument[0][0] == -1 && at.by_slip[0][0] == 0);
}

/* The normal at the force of a slip is the slip's direction, wherever on its ray the force is. */
static void normals_of_forces_are_slips(void **state) {
  (void)state;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (size_t s = 0; s < sizeof slips / sizeof *slips; s++) {
      const size_t count = laws[l].kind == SS_LAW_CONTENSOU ? 3 : 2;
      double size = 0, n[3], force[3] = {0};
      ss_law_slope at;
      assert_true(ss_law_find_slope(&laws[l], slips[s], &at));
      for (size_t k = 0; k < count; k++) size = hypot(size, slips[s][k]);
      for (size_t k = 0; k < count; k++) force[k] = 0.8 * at.point[k];
      assert_true(ss_law_find_normal(&laws[l], force, n));
      for (size_t k = 0; k < count; k++) assert_true(fabs(n[k] - slips[s][k] / size) < 1e-10);
    }
  const ss_law rolling = {SS_LAW_ROLLING, {1, 1, 1}}, flat = {SS_LAW_CONTENSOU, {0.3, 0, 0}};
  double n[3];
  assert_false(ss_law_find_normal(&rolling, slips[0], n));
  assert_false(ss_law_find_normal(&flat, slips[0], n));
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    assert_false(ss_law_find_normal(&laws[l], (double[]){0, 0, 0}, n));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_match_differences),
      cmocka_unit_test(slips_of_all_lengths_have_one_force),
      cmocka_unit_test(spin_makes_slip_viscous),
      cmocka_unit_test(no_slip_has_no_slope),
      cmocka_unit_test(normals_of_forces_are_slips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
