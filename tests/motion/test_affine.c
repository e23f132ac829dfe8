/* test_affine.c: affine flows against closed forms. */
#include "../../src/motion/affine.h"
#include "machine.h"

/* x'' + w^2 x = f: x = f / w^2 + (x0 - f / w^2) cos(w t) + u0 / w sin(w t). */
static void test_oscillator(void **state) {
  (void)state;
  const double frequencies[] = {1e-3, 0.5, 1, 30, 1e4};
  for (size_t i = 0; i < 5; i++) {
    const double w = frequencies[i], f = 3 * w * w, x0 = 2, u0 = -1.5 * w;
    ss_arena *arena = ss_arena_create();
    /* columns of 4: x', u' */
    double A[12] = {0, -w * w, 0, 0, 1, 0, 0, 0, 0, f, 0, 0};
    ss_affine flow;
    assert_int_equal(ss_affine_lead(2), 4);
    assert_int_equal(ss_affine_create(arena, 2, A, &flow), SS_OK);
    assert_true(flow.step * w <= 0.5 && flow.step * w > 0.1); /* units do not shorten the step */
    double x[4] = {x0, u0}, y[4], d[4 * SS_AFFINE_TERMS];
    double t = 0;
    for (int k = 0; k < 1000; k++, t += flow.step) {
      ss_affine_apply(4, 2, flow.E, x, y);
      memcpy(x, y, sizeof x);
    }
    const double c = f / (w * w);
    assert_near(x[0], c + (x0 - c) * cos(w * t) + u0 / w * sin(w * t), 2e-12);
    /* inside a step, the series agrees with the whole step */
    ss_affine_expand(4, 2, flow.A, x, d);
    ss_affine_sum(4, d, flow.step, y);
    double whole[4];
    ss_affine_apply(4, 2, flow.E, x, whole);
    assert_near(y[0], whole[0], 1e-14);
    assert_near(y[1] / w, whole[1] / w, 1e-14);
    ss_affine_sum(4, d, 0, y);
    assert_near(y[0], x[0], 0);
    ss_arena_destroy(arena);
  }
}

/* Five numbers (a lead of 8): x_k' = x_{k+1}, x_5' = 1: polynomials. */
static void test_chain(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  double A[8 * 6] = {0}, x[8] = {0}, y[8];
  for (size_t k = 0; k + 1 < 5; k++) A[k + 8 * (k + 1)] = 1;
  A[4 + 8 * 5] = 1;
  ss_affine flow;
  assert_int_equal(ss_affine_create(arena, 5, A, &flow), SS_OK);
  ss_affine_apply(8, 5, flow.E, x, y);
  double expected = 1;
  for (size_t k = 5; k-- > 0;) {
    expected *= flow.step / (double)(5 - k);
    assert_near(y[k], expected, 1e-15);
  }
  for (size_t k = 5; k < 8; k++) assert_near(y[k], 0, 0);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oscillator),
      cmocka_unit_test(test_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
