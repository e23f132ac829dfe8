/* test_escape.c: the start that negative stiffness drives away, against the minimum of V on the
 * rest set found on a grid. */
#include "support.h"

/* Friction forces l in [-1, 1] x [-p, p] and K: the least V = 1/2 q^T K q, K q = l, on a grid that
 * contains the corners and the middle of the edges. */
static double find_least(double a, double b, double c, double p) {
  const double determinant = a * c - b * b;
  double least = 0;
  for (int i = -20; i <= 20; i++)
    for (int j = -20; j <= 20; j++) {
      const double l = i / 20.0, k = p * j / 20.0;
      least = fmin(least, (c * l * l - 2 * b * l * k + a * k * k) / (2 * determinant));
    }
  return least;
}

static void compare(double a, double b, double c, double p) {
  char text[400];
  snprintf(text, sizeof text,
           TWO "potential = %.17g/2*x^2 + %.17g*x*y + %.17g/2*y^2\n" RUBS_X
               "friction b { slip = y'; normal = %.17g; law = coulomb(1) }\n",
           a, b, c, p);
  machine m = start_facts(text);
  settle(&m);
  ss_attempt attempt;
  ss_attempt_start(&attempt, &m.facts, "SS-SADDLE");
  ss_attempt_show_escape(&attempt);
  const double *q = attempt.escape, least = find_least(a, b, c, p);
  const double V = a * q[0] * q[0] / 2 + b * q[0] * q[1] + c * q[1] * q[1] / 2;
  assert_true(V < 0);
  if (attempt.rest_energy > 0) {
    /* at least as low as the grid, and a rest point */
    assert_near(-V, attempt.rest_energy, 1e-12);
    assert_true(V <= least * (1 - 1e-12));
    assert_true(fabs(a * q[0] + b * q[1]) <= 1 + 1e-12);
    assert_true(fabs(b * q[0] + c * q[1]) <= p * (1 + 1e-12));
  } else {
    assert_true(least == 0);
  }
  ss_attempt_clear(&attempt);
  stop(&m);
}

static void two_frictions(void **state) {
  (void)state;
  compare(1, 2, 1, 1);
  compare(1, 2, 1.5, 0.5);
  compare(2, 0, -0.5, 0.4);
  compare(-1, 0.25, -2, 3);
  compare(-1, 0.5, 2, 0.125);
}

/* Friction on y alone, and x is pushed: V >= 0 on the rest set. */
static void friction_elsewhere(void **state) {
  (void)state;
  machine m = start_facts(TWO "potential = y^2 - x^2\n" RUBS_Y);
  settle(&m);
  ss_attempt attempt;
  ss_attempt_start(&attempt, &m.facts, "SS-SADDLE");
  ss_attempt_show_escape(&attempt);
  const double *q = attempt.escape;
  assert_true(q[1] * q[1] - q[0] * q[0] < 0);
  assert_true(attempt.rest_energy == 0);
  ss_attempt_clear(&attempt);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_frictions),
      cmocka_unit_test(friction_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
