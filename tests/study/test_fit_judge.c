/* test_fit_judge.c: quantiles against tables; errors against those of a straight line; what is not
 * determined. */
#include "fit.h"

static void quantiles(void **state) {
  (void)state;
  static const struct {
    double confidence;
    size_t m;
    double rest, reach;
  } known[] = {
      {0.95, 1, 1e7, 1.959964}, /* the normal distribution */
      {0.95, 1, 10, 2.228139},  /* Student's, 10 degrees of freedom */
      {0.99, 1, 5, 4.032143},   /* Student's, 5 */
      {0.95, 2, 1e7, 2.447747}, /* the root of chi square's quantile, 5.991465 */
      {0.95, 3, 10, 3.335385},  /* F(3, 10): 3.708265 */
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_true(
        fabs(ss_fit_reach(known[i].confidence, known[i].m, known[i].rest) - known[i].reach) < 2e-6);
  assert_true(isinf(ss_fit_reach(0.95, 0, 10)) && isinf(ss_fit_reach(0.95, 2, 0)));
}

/* y = a + b t at t = -2 .. 2 with errors of 1/w: variances are 1/(5 w^2) and 1/(10 w^2); a second
 * slope that is three times the first is not determined, and neither is the first then. */
static void errors_of_a_line(void **state) {
  (void)state;
  ball b;
  ball_open(&b, 9, 0.7, 0);
  b.options.parameters = 3;
  ss_fitting f = ball_fitting(&b);
  ss_fit_point p;
  ss_fit fit = {.confidence = 0.95, .numbers = 5};
  ss_fit_unknown unknown[3] = {{0}};
  assert_int_equal(ss_fit_point_create(&f, &p), SS_OK);
  p.theta[0] = 7;
  for (int k = 0; k < 5; k++) {
    f.J[3 * k] = 2;
    f.J[3 * k + 1] = 2 * (k - 2);
  }
  f.unknowns = 3;
  assert_int_equal(ss_fit_judge(&f, &p, &fit, unknown), SS_OK);
  assert_true(unknown[0].determined && unknown[1].determined && !unknown[2].determined);
  assert_true(fabs(unknown[0].error - 0.5 / sqrt(5)) < 1e-9);
  assert_true(fabs(unknown[1].error - 0.5 / sqrt(10)) < 1e-9);
  const double reach = ss_fit_reach(0.95, 2, 3);
  assert_true(fabs(unknown[0].high - 7 - reach * unknown[0].error) < 1e-12);
  assert_true(isnan(unknown[2].error) && isinf(unknown[2].low));
  for (int k = 0; k < 5; k++) f.J[3 * k + 2] = 6 * (k - 2);
  assert_int_equal(ss_fit_judge(&f, &p, &fit, unknown), SS_OK);
  assert_true(unknown[0].determined && !unknown[1].determined && !unknown[2].determined);
  assert_true(fabs(unknown[0].error - 0.5 / sqrt(5)) < 1e-9);
  ss_arena_destroy(f.scratch);
  close_stage(&b.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantiles),
      cmocka_unit_test(errors_of_a_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
