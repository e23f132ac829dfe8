/* test_riccati.c: gains against closed forms: a double integrator for ever, one state in finite
 * time, a jump. */
#include "../../src/vary/reference.h"
#include "../motion/machine.h"

static ss_riccati make(ss_arena *arena, size_t states, size_t knots, const double *Q,
                       const double *R) {
  ss_riccati r;
  assert_int_equal(ss_riccati_create(arena, states, 1, knots, &r), SS_OK);
  r.Q = Q;
  r.R = R;
  return r;
}

/* x'' = v, Q = 1, R = 1: K = (1, sqrt 3); with cheap inputs (R = 1e-6) the fast beginning is
 * followed: K = (1/r, sqrt(1/r^2 + 2/r)), r = 1e-3. */
static void a_double_integrator(void **state) {
  (void)state;
  static const double Q[] = {1, 1}, efforts[] = {1, 1e-6};
  ss_arena *arena = ss_arena_create();
  for (int e = 0; e < 2; e++) {
    enum { KNOTS = 41 };
    double K[2];
    const double r0 = sqrt(efforts[e]);
    const ss_riccati r = make(arena, 2, KNOTS, Q, &efforts[e]);
    for (size_t k = 0; k < KNOTS; k++) {
      r.A[4 * k + 1] = 1;
      r.B[2 * k + 1] = 1;
      ss_riccati_weigh(&r, k);
    }
    for (size_t k = KNOTS - 1; k > 0; k--) assert_true(ss_riccati_go_back(&r, k, 0.5));
    ss_riccati_find_gain(&r, 0, K);
    assert_near(K[0] * r0, 1, 1e-6);
    assert_near(K[1] * r0, sqrt(1 + 2 * r0), 1e-6);
  }
  ss_arena_destroy(arena);
}

/* x' = v, Q = R = 1, P(T) = 0: P = tanh(T - t). */
static void finite_time(void **state) {
  (void)state;
  static const double one = 1;
  ss_arena *arena = ss_arena_create();
  const ss_riccati r = make(arena, 1, 11, &one, &one);
  for (size_t k = 0; k < 11; k++) {
    r.B[k] = 1;
    ss_riccati_weigh(&r, k);
  }
  for (size_t k = 10; k > 0; k--) {
    assert_true(ss_riccati_go_back(&r, k, 0.1));
    assert_near(r.P[0], tanh(0.1 * (double)(11 - k)), 2e-8);
  }
  ss_arena_destroy(arena);
}

static void a_jump(void **state) {
  (void)state;
  static const double Q[] = {1, 1}, one = 1;
  /* by rows of three columns: the last is a parameter's */
  static const double G[] = {1, 2, 9, 0, -0.5, 9}, after[] = {2, 1, 1, 3};
  double sum[4] = {10, 0, 0, 0};
  ss_arena *arena = ss_arena_create();
  const ss_riccati r = make(arena, 2, 1, Q, &one);
  ss_riccati_jump(&r, 3, G, 0.5, after, sum);
  /* G^T P G = (2, 3.5; 3.5, 6.75) */
  assert_near(sum[0], 11, 1e-14);
  assert_near(sum[1], 1.75, 1e-14);
  assert_near(sum[2], 1.75, 1e-14);
  assert_near(sum[3], 3.375, 1e-14);
  ss_arena_destroy(arena);
}

/* An unstable state that no input moves has a cost without bounds. */
static void no_bounds(void **state) {
  (void)state;
  static const double one = 1;
  ss_arena *arena = ss_arena_create();
  const ss_riccati r = make(arena, 1, 2, &one, &one);
  r.A[0] = r.A[1] = 400;
  ss_riccati_weigh(&r, 0);
  ss_riccati_weigh(&r, 1);
  assert_false(ss_riccati_go_back(&r, 1, 1));
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_double_integrator),
      cmocka_unit_test(finite_time),
      cmocka_unit_test(a_jump),
      cmocka_unit_test(no_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
