/* test_spread.c: perturbed motions and their prediction agree to the size of the perturbation, but
 * beside impacts, where the peaks are the jump through it. */
#include "fit.h"

static void a_ball(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9.81, 0.8, 0);
  double apart[2], peak[2];
  for (int k = 0; k < 2; k++) {
    const double q = 1, u = 0;
    const ss_start start = {&q, &u};
    ss_vary_options o = ss_vary_default_options();
    ss_variation v;
    ss_spread s;
    static const double along[] = {1, 0.5};
    o.end = 0.8;
    o.checks = 1;
    o.check_direction = along;
    o.check_size = k ? 5e-4 : 1e-3;
    assert_int_equal(ss_vary_run(b.s.arena, ss_machine_system(b.s.machine),
                                 ss_machine_parameters(b.s.machine), &q, &u, &o, &v),
                     SS_OK);
    assert_int_equal(ss_spread_run(b.s.arena, b.s.machine, &start, &o, &v, &s), SS_OK);
    assert_true(s.n == 1 && s.motions == 1 && s.events == 1 && s.times > 600);
    assert_true(s.eps == o.check_size && fabs(s.event[0] - sqrt(2 / 9.81)) < 1e-9);
    assert_true(s.difference[0] == s.predicted[0] || fabs(s.difference[0] - 1) < 1e-9);
    apart[k] = peak[k] = 0;
    for (size_t j = 0; j < s.times; j++) {
      if (j) assert_true(s.t[j] >= s.t[j - 1]);
      const double d = fabs(s.difference[2 * j + 1] - s.predicted[2 * j + 1]);
      const bool beside = fabs(s.t[j] - s.event[0]) < 2 * s.eps;
      if (!beside) apart[k] = fmax(apart[k], d);
      if (beside) peak[k] = fmax(peak[k], d);
    }
    /* the jump of the velocity is (1 + e) g t */
    const double jump = 1.8 * sqrt(2 * 9.81) / s.eps;
    assert_true(peak[k] > 0.9 * jump && peak[k] < 1.1 * jump);
  }
  assert_true(apart[0] < 0.02 && apart[0] / apart[1] > 1.9 && apart[0] / apart[1] < 2.1);
  close_stage(&b.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
