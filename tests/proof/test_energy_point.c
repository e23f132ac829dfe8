/* test_energy_point.c: rest points without friction, enclosed. */
#include "energy_support.h"

/* U = (x - 1/3)^2 + 3 y on y >= 0: at (1/3, 0), carried by 3. */
static void on_a_floor(void **state) {
  (void)state;
  const char *why_not;
  ss_energy_point point;
  machine m = read_machine("t", PLANE "potential = (x - 1/3)^2 + 3*y\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_int_equal(ss_energy_find_point(e, (const double[]){1, 1}, &point), SS_OK);
  assert_true(point.found);
  assert_int_equal(point.closed, 1);
  assert_near(point.force, 3, 1e-12);
  assert_true(point.lo[0] < 1.0 / 3 && 1.0 / 3 < point.hi[0] && point.hi[0] - point.lo[0] < 1e-9);
  assert_true(point.U_lo <= 0 && 0 <= point.U_hi && point.U_hi < 1e-9);
  stop(&m);
}

/* Only the gap is curved: y >= x^2 under gravity. Without a force Newton's matrix is singular. */
static void in_a_bowl(void **state) {
  (void)state;
  const char *why_not;
  ss_energy_point point;
  machine m = read_machine("t", PLANE "potential = 3*y\ncontact bowl { gap = y - x^2 }\n", 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_int_equal(ss_energy_find_point(e, (const double[]){0.1, 0}, &point), SS_OK);
  assert_true(point.found);
  assert_int_equal(point.closed, 1);
  assert_near(point.force, 3, 1e-12);
  assert_true(point.lo[0] <= 0 && 0 <= point.hi[0] && point.hi[0] - point.lo[0] < 1e-9);
  stop(&m);
}

/* For all parameters in their ranges: x = k/2, k in [1, 2]. */
static void with_a_range(void **state) {
  (void)state;
  const char *why_not;
  ss_energy_point point;
  machine m = read_machine(
      "t", "param k = 1 in [1, 2]\n" PLANE "potential = x^2 - k*x + 3*y\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_int_equal(ss_energy_find_point(e, (const double[]){0, 0}, &point), SS_OK);
  assert_true(point.found);
  assert_true(point.lo[0] <= 0.5 && 1 <= point.hi[0]);
  stop(&m);
}

static void none(void **state) {
  (void)state;
  static const char *const texts[] = {
      PLANE "potential = 3*y - x^2\n" FLOOR, /* a saddle */
      PLANE "potential = x^2 - 3*y\n" FLOOR, /* nothing carries it */
      PLANE "potential = x^2 + y^3\n" FLOOR, /* no force in the contact */
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *why_not;
    ss_energy_point point;
    machine m = read_machine("t", texts[i], 0, NULL);
    ss_energy *e = see(&m, &why_not);
    assert_int_equal(ss_energy_find_point(e, NULL, &point), SS_OK);
    assert_false(point.found);
    assert_non_null(point.why_not);
    stop(&m);
  }
}

/* Asked about the top of cos(x), it is not the place on the stop that is told, a minimum; without a
 * question it is. */
static void nearest(void **state) {
  (void)state;
  static const double at[] = {0.1}, *const where[] = {at, NULL};
  for (size_t i = 0; i < 2; i++) {
    const char *why_not;
    ss_energy_point point;
    machine m = read_machine("t",
                             "coord x\nkinetic = 1/2*x'^2\npotential = cos(x)\n"
                             "contact stop { gap = 9/10 - x; restitution = newton(1/2, 0) }\n",
                             0, NULL);
    ss_energy *e = see(&m, &why_not);
    assert_int_equal(ss_energy_find_point(e, where[i], &point), SS_OK);
    assert_true(point.stationary);
    assert_int_equal(point.found, i == 1);
    assert_near(point.q[0], i == 1 ? 0.9 : 0, 1e-9);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(on_a_floor), cmocka_unit_test(in_a_bowl),
                                     cmocka_unit_test(with_a_range), cmocka_unit_test(none),
                                     cmocka_unit_test(nearest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
