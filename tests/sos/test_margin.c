/* Margins that are known in closed form. */
#include <math.h>

#include "support.h"

static double margin(const char *text) {
  one_poly *to = prepare(poly(text));
  const ss_sdp_options options = ss_sdp_default_options();
  sos_point point;
  assert_true(ss_sos_solve_margin(&to->work, &options, &point));
  assert_true(point.solved);
  return point.margin;
}

/* tau (x^2 + y^2): all eigenvalues are tau = 1, the mean. */
static void identity(void **state) {
  (void)state;
  assert_true(fabs(margin("1 xx + 1 yy") - 1) < 1e-7);
}

/* tau [[1, a], [a, 1]], tau = 1: 1 - a. Signs of both kinds, and 0. */
static void two_by_two(void **state) {
  (void)state;
  assert_true(fabs(margin("1 xx + 1 xy + 1 yy") - 0.5) < 1e-7);
  assert_true(fabs(margin("1 xx + 2 xy + 1 yy")) < 1e-7);
  assert_true(margin("1 xx + 4 xy + 1 yy") < -0.1); /* scaled: some other number below 0 */
}

/* tau and G = -tau have the trace 0: no point, a ray. */
static void no_trace(void **state) {
  (void)state;
  assert_true(margin("-1 xx") == -INFINITY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(identity, setup, teardown),
      cmocka_unit_test_setup_teardown(two_by_two, setup, teardown),
      cmocka_unit_test_setup_teardown(no_trace, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
