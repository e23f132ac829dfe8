/* Residuals and rays of points whose values are known by hand. */
#include "support.h"

/* min x11 + 2 x22 + g such that 2 x12 = 6, x11 + 4 g = 8 */
static made *make_small(void) {
  made *to = make_empty();
  add_block(to, 2, false);
  to->program.variables = 1;
  to->f[0] = 1;
  add_equality(to, 6);
  add_equality(to, 8);
  add_entry(to, 0, 0, 1, 0, 1);
  add_entry(to, 1, 0, 0, 0, 1);
  add_free(to, 1, 0, 4);
  add_cost(to, 0, 0, 0, 1);
  add_cost(to, 0, 1, 1, 2);
  return to;
}

static void offsets(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  add_block(to, 4, true);
  add_block(to, 2, false);
  const size_t expected[] = {0, 9, 13, 17};
  for (size_t k = 0; k < 4; k++) assert_int_equal(ss_sdp_offset(&to->program, k), expected[k]);
}

/* Scales: |A_1| = sqrt 2 -> 1 or 2 (a power of two), |(A_2, B_2)| = sqrt 17 -> 4, and so on: the
 * test computes with those of the room. */
static void residuals_of_a_point(void **state) {
  (void)state;
  made *to = make_small();
  ss_scales scales;
  assert_int_equal(ss_scales_make(&to->program, arena, &scales), SS_OK);
  const double *row = scales.row, beta = scales.beta, gamma = scales.gamma;
  assert_true(row[1] == 0.25);
  double X[4] = {5, 3, 3, 2}, Z[4] = {0.5, -0.1, -0.1, 1}, g[1] = {0.5}, y[2] = {0.1, 0.25};
  const ss_sdp_point point = {X, Z, g, y};
  ss_sdp_residuals r;
  assert_int_equal(ss_sdp_measure(&to->program, &point, arena, &r), SS_OK);
  assert_true(fabs(r.primal_value - 9.5) < 1e-15);
  assert_true(fabs(r.dual_value - 2.6) < 1e-15);
  assert_true(fabs(r.primal - row[1] * 1 / beta) < 1e-15);    /* 8 - 5 - 2 */
  assert_true(fabs(r.dual - hypot(0.25, 1) / gamma) < 1e-15); /* 0.25 and 2 - 1 */
  assert_true(fabs(r.gap - 6.9 / (beta * gamma + 9.5 + 2.6)) < 1e-15);
  assert_true(fabs(r.least_X - (3.5 - sqrt(11.25)) / beta) < 1e-14);
  assert_true(fabs(r.least_Z - (0.75 - sqrt(0.0725)) / gamma) < 1e-15);
}

/* Units do not matter: b in other units, C in others. */
static void residuals_have_no_units(void **state) {
  (void)state;
  random_source source = {61};
  const int sizes[] = {3, -2};
  made *to = make_feasible(&source, 2, sizes, 4, 2, 4);
  ss_sdp_point point = make_point(&to->program);
  for (size_t k = 0; k < 11; k++) point.X[k] = point.Z[k] = k % 4 == 0 ? 1 : 0;
  for (size_t i = 0; i < 4; i++) point.y[i] = draw(&source);
  ss_sdp_residuals one, other;
  assert_int_equal(ss_sdp_measure(&to->program, &point, arena, &one), SS_OK);
  const double s = 0x1p30, t = 0x1p-20;
  for (size_t i = 0; i < 4; i++) to->b[i] *= s, point.y[i] *= t;
  for (size_t k = 0; k < 11; k++) point.X[k] *= s, point.Z[k] *= t;
  for (size_t k = 0; k < to->program.costs; k++) to->cost[k].value *= t;
  for (size_t j = 0; j < 2; j++) to->f[j] *= t, point.g[j] *= s;
  assert_int_equal(ss_sdp_measure(&to->program, &point, arena, &other), SS_OK);
  assert_true(one.primal == other.primal && one.dual == other.dual);
  assert_true(fabs(one.gap - other.gap) < 1e-15);
}

/* x >= 0, x = -1. */
static void primal_rays(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 1, true);
  add_equality(to, -1);
  add_entry(to, 0, 0, 0, 0, 1);
  double ray, y[1] = {-3};
  assert_int_equal(ss_sdp_measure_primal_ray(&to->program, y, arena, &ray), SS_OK);
  assert_true(ray == 0);
  y[0] = 3; /* the wrong way: b^T y < 0 */
  assert_int_equal(ss_sdp_measure_primal_ray(&to->program, y, arena, &ray), SS_OK);
  assert_true(ray == INFINITY);
  to->entry[0].value = -0.5; /* -x / 2 = -1 is feasible: A^T(y) = 1 for b^T y = 2, beta = 2 */
  y[0] = -2;
  assert_int_equal(ss_sdp_measure_primal_ray(&to->program, y, arena, &ray), SS_OK);
  assert_true(fabs(ray - 1) < 1e-15);
}

/* min -x11, x12 = 0, x22 = 1: X = diag(1, 0) is a ray. */
static void dual_rays(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  add_equality(to, 0);
  add_equality(to, 1);
  add_entry(to, 0, 0, 0, 1, 1);
  add_entry(to, 1, 0, 1, 1, 1);
  add_cost(to, 0, 0, 0, -1);
  double ray, X[4] = {2, 0, 0, 0};
  assert_int_equal(ss_sdp_measure_dual_ray(&to->program, X, NULL, arena, &ray), SS_OK);
  assert_true(ray == 0);
  X[3] = -0.5; /* not in the cone, and x22 != 0 */
  assert_int_equal(ss_sdp_measure_dual_ray(&to->program, X, NULL, arena, &ray), SS_OK);
  assert_true(fabs(ray - 0.5) < 1e-15);
  X[0] = -1;
  assert_int_equal(ss_sdp_measure_dual_ray(&to->program, X, NULL, arena, &ray), SS_OK);
  assert_true(ray == INFINITY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offsets),
      cmocka_unit_test(residuals_of_a_point),
      cmocka_unit_test(residuals_have_no_units),
      cmocka_unit_test(primal_rays),
      cmocka_unit_test(dual_rays),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
