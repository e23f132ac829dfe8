/* test_ends.c: how far sets reach, from both sides, against closed forms and sampling. */
#include "../../src/rest/cover.h"

#include "rests.h"
#include "stage.h"

/* The ends enclose the truth, and are as near to it as was asked for. */
static void check_ends(const ss_rest_set *set, size_t j, double lo, double hi, double error) {
  const double room = 1e-15 * fmax(1, fabs(hi));
  assert_true(set->certain && set->enclosed);
  assert_true(set->lo[j] <= lo + room && set->inner_lo[j] >= lo - room);
  assert_true(set->hi[j] >= hi - room && set->inner_hi[j] <= hi + room);
  assert_near(set->lo[j], lo, error);
  assert_near(set->inner_lo[j], lo, error);
  assert_near(set->hi[j], hi, error);
  assert_near(set->inner_hi[j], hi, error);
}

/* Smooth ends: x + x^3 = 0.3 where y = 0. The end of y is a corner: the normal force grows with x,
 * y (2 + x^2/2) = 0.2 (1 + x^2), and x is at its limit too. */
static void test_smooth_ends(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 1/2*x^2 + y^2 + 1/4*(x*y)^2 + 1/4*x^4\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(0.3) }\n"
                            "friction g { slip = y'; normal = 1 + x^2; law = coulomb(0.2) }\n");
  const ss_rest_sets sets = find_rests(&m);
  double x = 0.3, corner = 0.3, y = 0;
  for (int i = 0; i < 100; i++) x -= (x + x * x * x - 0.3) / (1 + 3 * x * x);
  /* the corner: both at their limits */
  for (int i = 0; i < 1000; i++) {
    y = 0.2 * (1 + corner * corner) / (2 + corner * corner / 2);
    corner = 0.3 / (1 + y * y / 2 + corner * corner);
  }
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  check_ends(sets.set, 0, -x, x, 1e-9);
  check_ends(sets.set, 1, -y, y, 1e-9);
  machine_close(&m);
}

/* A disk: the circle x^2 + y^2 = 0.2943^2 is smooth everywhere. */
static void test_circle(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 1/2*(x^2 + y^2)\n"
                            "friction f { slip = (x', y'); normal = 1; law = disk(0.25) }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  for (size_t j = 0; j < 2; j++) check_ends(sets.set, j, -0.25, 0.25, 2e-9);
  machine_close(&m);
}

/* Three coordinates, one of them coupled by a quartic spring: |x^3 + x - y| <= a and so on by
 * sampling would be coarse; the greatest x has y at its own limit, and y the greatest z. */
static void test_three_coordinates(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                            "potential = 1/2*x^2 + 1/4*x^4 + y^2 + z^2 + 1/2*(x - y)^2\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.2) }\n"
                            "friction b { slip = y'; normal = 1; law = coulomb(0.1) }\n"
                            "friction c { slip = z'; normal = 1; law = coulomb(0.3) }\n"
                            "region r { abs(x) <= 1; abs(y) <= 1; abs(z) <= 1 }\n");
  const ss_rest_sets sets = find_rests(&m);
  /* 2 x + x^3 - y = 0.2, 3 y - x = 0.1 */
  double x = 0, y = 0;
  for (int i = 0; i < 1000; i++) {
    y = (0.1 + x) / 3;
    x = (0.2 + y) / (2 + x * x);
  }
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  check_ends(sets.set, 0, -x, x, 1e-7);
  check_ends(sets.set, 1, -y, y, 1e-7);
  check_ends(sets.set, 2, -0.15, 0.15, 1e-7);
  machine_close(&m);
}

/* A curve on a floor: its ends are where mu = tan of the slope, its top in the middle. */
static void test_curve(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 10*y\n"
                            "contact floor { gap = y - cos(x); slip = x'; law = coulomb(0.3) }\n"
                            "region r { abs(x) <= 1; abs(y) <= 2 }\n");
  const ss_rest_sets sets = find_rests(&m);
  /* N (sin x, 1) + (T, 0) = (0, 10): |sin x| <= 0.3 */
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  check_ends(sets.set, 0, -asin(0.3), asin(0.3), 1e-8);
  check_ends(sets.set, 1, sqrt(1 - 0.09), 1, 1e-8);
  machine_close(&m);
}

/* A coarse tolerance is kept to, not more; 0 boxes leave the ends of the cells. */
static void test_tolerance(void **state) {
  (void)state;
  static const char text[] = "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                             "potential = x^2 + y^2 + x^4 + x*y^3 + y^4\n"
                             "friction f { slip = x'; normal = 1; law = coulomb(0.3) }\n"
                             "friction g { slip = y'; normal = 1; law = coulomb(0.2) }\n";
  double gap[3], width[3] = {0};
  static const double tolerance[] = {1e-2, 1e-5, 1e-5};
  for (int i = 0; i < 3; i++) {
    stage s;
    ss_cover c;
    stage_open(&s, text, NULL);
    assert_int_equal(
        ss_cover_create(s.m.arena, &s.search, &s.walker, &s.patterns, 1.0 / 32, 6000, &c), SS_OK);
    assert_int_equal(ss_cover_sharpen(&c, tolerance[i], i < 2 ? 6000 : 0), SS_OK);
    assert_int_equal(c.count, 1);
    gap[i] = c.component[0].hi[0] - c.component[0].in_hi[0];
    width[i] = c.component[0].hi[0] - c.component[0].lo[0];
    assert_true(gap[i] >= 0);
    ss_cover_destroy(&c);
    stage_close(&s);
  }
  assert_true(gap[0] <= 1e-2 * width[0] * 1.2);
  assert_true(gap[1] <= 1e-5 * width[1] * 1.2);
  assert_true(gap[2] > 1e-3 * width[2]);
}

/* A friction that is pressed in a part of the box only, not in its middle: it rubs there. */
static void test_pressed_in_a_part(void **state) {
  (void)state;
  machine m =
      machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = -0.95*x - 1.44*y\n"
                    "force y = -2.47*y - 1.59*sin(5.3*y - 2.63) + 0.24*sin(5.52*y - 1.71)\n"
                    "friction e { slip = 0.32*x' + (0.13*y - 0.39)*y'; law = coulomb(0.61)\n"
                    "  normal = 0.21 - 0.06*sin(0.92*y - 2.13) + 0.42*sin(7.11*x - 2.96) }\n"
                    "friction f { slip = 1.1*x'; normal = 1.25; law = coulomb(0.87) }\n"
                    "region r { abs(x) <= 2; abs(y) <= 2 }\n");
  const ss_rest_sets sets = find_rests(&m);
  const double place[] = {-0.25, 0.3833};
  size_t around = 0;
  assert_true(sets.complete);
  for (size_t i = 0; i < sets.count; i++) {
    const ss_rest_set *set = &sets.set[i];
    around += set->lo[0] <= place[0] && place[0] <= set->hi[0] && set->lo[1] <= place[1] &&
              place[1] <= set->hi[1];
    assert_true(set->inner_hi[1] - set->inner_lo[1] > 0.02); /* none is a line */
  }
  assert_int_equal(around, 1);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smooth_ends),       cmocka_unit_test(test_circle),
      cmocka_unit_test(test_three_coordinates), cmocka_unit_test(test_curve),
      cmocka_unit_test(test_tolerance),         cmocka_unit_test(test_pressed_in_a_part)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
