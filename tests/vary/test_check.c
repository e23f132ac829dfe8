/* test_check.c: the check tells right gains from wrong ones. */
#include "vary.h"

/* A right gain has order 2; with one entry of the map changed by a thousandth the order is 1. */
static void test_wrong_gain(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("bouncing-ball", NULL), 0, NULL);
  machine_put(&b.m, "drop");
  b.options.checks = 4;
  ss_variation v = vary_well(&b.m, 1, &b.options);
  for (size_t k = 0; k < 4; k++) assert_near(v.check.order[k], 2, 0.01);
  double *gain = (double *)v.piece[0].gain;
  gain[0] *= 1.01;
  gain[1] *= 1.01;
  b.options.seed = 5;
  assert_int_equal(ss_vary_check_run(&b.v, b.m.parameters, b.m.q, b.m.u, &v), SS_OK);
  for (size_t k = 0; k < 4; k++) assert_near(v.check.order[k], 1, 0.3);
  bench_close(&b);
}

/* Linear flows leave no remainder. */
static void test_no_remainder(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 2*x^2\n");
  machine_put(&m, "x=1");
  assert_true(isinf(vary_order(&m, 3, 3)));
  machine_close(&m);
}

/* Closed contacts stay closed: a box that sticks on its plank is perturbed with it. */
static void test_closed_start(void **state) {
  (void)state;
  machine m = machine_open("plank-box", NULL);
  machine_put(&m, "landing, x'=0, y'=0, theta'=0, phi'=0.4");
  ss_vary_options options = ss_vary_default_options();
  options.checks = 2;
  const ss_variation v = vary_well(&m, 0.1, &options);
  for (size_t k = 0; k < 2; k++) {
    assert_null(v.check.note[k]);
    assert_true(v.check.order[k] > 1.95);
    /* along y and theta nothing is left */
    assert_near(v.check.direction[k * 8 + 1], 0, 1e-12);
    assert_near(v.check.direction[k * 8 + 2], 0, 1e-12);
  }
  machine_close(&m);
}

/* A direction of the caller's own, with a parameter. */
static void test_direction(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const size_t e = ss_model_find_parameter(m.model, "e");
  const double z[] = {0, 0, 1};
  ss_vary_options options = ss_vary_default_options();
  options.checks = 1;
  options.parameters = 1;
  options.parameter = &e;
  options.check_direction = z;
  const ss_variation v = vary_well(&m, 2, &options);
  assert_near(v.check.direction[2], 1, 0);
  assert_near(v.check.order[0], 2, 0.02);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wrong_gain),
      cmocka_unit_test(test_no_remainder),
      cmocka_unit_test(test_closed_start),
      cmocka_unit_test(test_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
