/* test_start.c: starts that are instants themselves. */
#include "vary.h"

/* A mass at rest, pulled loose: x(T) = v T + a T^2/2 for v >= 0, a = F - mu N; a start with v < 0
 * stops first, after -v/(F + mu N), so that dx/dv is T a/(F + mu N) on that side. */
static void test_two_sides(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 5\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.3) }\n");
  const ss_variation v = vary_well(&m, 2, NULL);
  assert_int_equal(v.pieces, 2);
  const double forward[] = {0, 1}, backward[] = {0, -1};
  assert_near(ss_vary_find_piece(&v, forward)->gain[1], 2, 1e-13);
  assert_near(ss_vary_find_piece(&v, backward)->gain[1], 2 * 2.0 / 8, 1e-13);
  assert_true(vary_order(&m, 2, 6) > 1.99);
  machine_close(&m);
}

/* Two of them, coupled: four choices and their orders. */
static void test_two_slips(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  machine_put(&m, "apart");
  assert_true(vary_order(&m, 0.7, 12) > 1.99);
  machine_close(&m);
}

/* A ball on the floor, thrown up: it cannot start below. */
static void test_floor(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "toss");
  const ss_variation v = vary_well(&m, 0.5, NULL);
  assert_int_equal(v.pieces, 1);
  assert_int_equal(v.start_rows, 1);
  assert_near(v.start_cone[0], -1, 0);
  assert_near(v.start_cone[1], 0, 0);
  machine_close(&m);
}

/* A mass that is held with all its friction: a push outwards moves it, one inwards does not. */
static void test_border(void **state) {
  (void)state;
  machine m = machine_open("friction-oscillator", NULL);
  machine_put(&m, "stuck");
  const ss_variation v = vary_to(&m, 1, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_BORDER);
  assert_int_equal(v.refusal.element, 0);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_sides),
      cmocka_unit_test(test_two_slips),
      cmocka_unit_test(test_floor),
      cmocka_unit_test(test_border),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
