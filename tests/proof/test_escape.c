/* test_escape.c: the start that negative stiffness drives away, against the minimum of V on the
 * rest set found on a grid. */
#include "standstill/motion.h"
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
  start_attempt(&attempt, &m);
  ss_attempt_show_escape(&attempt, &m.facts);
  const double *q = attempt.escape.q, least = find_least(a, b, c, p);
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
  start_attempt(&attempt, &m);
  ss_attempt_show_escape(&attempt, &m.facts);
  const double *q = attempt.escape.q;
  assert_true(q[1] * q[1] - q[0] * q[0] < 0);
  assert_true(attempt.rest_energy == 0);
  ss_attempt_clear(&attempt);
  stop(&m);
}

/* A machine of the campaign: eight frictions on six coordinates. */
static const char many[] =
    "coord x0, x1, x2, x3, x4, x5\n"
    "kinetic = +16/16*x0'*x0'+20/16*x1'*x1'-8/16*x2'*x1'+24/16*x2'*x2'+4/16*x3'*x1'"
    "-12/16*x3'*x2'+21/16*x3'*x3'+8/16*x4'*x1'-12/16*x4'*x2'+8/16*x4'*x3'+21/16*x4'*x4'"
    "+4/16*x5'*x1'-2/16*x5'*x3'+2/16*x5'*x4'+18/16*x5'*x5'\n"
    "potential = -174/16*x0*x0-204/16*x1*x0-30/16*x1*x1-380/16*x2*x0-172/16*x2*x1"
    "-171/16*x2*x2-398/16*x3*x0-186/16*x3*x1-384/16*x3*x2-181/16*x3*x3-12/16*x4*x0"
    "-6/16*x4*x1-18/16*x4*x2-2/16*x4*x3+18/16*x4*x4-386/16*x5*x0-206/16*x5*x1"
    "-384/16*x5*x2-384/16*x5*x3+4/16*x5*x4-174/16*x5*x5\n"
    "force x0 = 0+23/64*x0'-5/64*x1'-8/64*x2'-29/64*x3'-24/64*x4'+7/64*x5'\n"
    "force x1 = 0-1/64*x0'+24/64*x1'+3/64*x2'-20/64*x3'-19/64*x4'+25/64*x5'\n"
    "force x2 = 0-14/64*x0'-7/64*x1'-1/64*x2'+13/64*x3'+5/64*x4'-2/64*x5'\n"
    "force x3 = 0-27/64*x0'-16/64*x1'+23/64*x2'+15/64*x3'+21/64*x4'-14/64*x5'\n"
    "force x4 = 0-12/64*x0'-31/64*x1'+17/64*x2'+27/64*x3'+27/64*x4'-28/64*x5'\n"
    "force x5 = 0-3/64*x0'+31/64*x1'+2/64*x2'-18/64*x3'-16/64*x4'+21/64*x5'\n"
    "friction f0 { slip = 0-1*x3'+2*x5'; normal = 8/4; law = coulomb(1) }\n"
    "friction f1 { slip = 0+2*x3'+2*x4'; normal = 4/4; law = coulomb(1) }\n"
    "friction f2 { slip = 0+2*x2'; normal = 6/4; law = coulomb(1) }\n"
    "friction f3 { slip = 0-2*x1'+2*x4'; normal = 6/4; law = coulomb(1) }\n"
    "friction f4 { slip = 0-2*x1'+1*x4'; normal = 11/4; law = coulomb(1) }\n"
    "friction f5 { slip = 0-2*x0'-1*x1'+2*x3'+2*x4'-1*x5'; normal = 9/4; law ="
    " coulomb(1) }\n"
    "friction f6 { slip = 0-1*x4'-1*x5'; normal = 4/4; law = coulomb(1) }\n"
    "friction f7 { slip = 0+2*x3'; normal = 7/4; law = coulomb(1) }\n";

/* Where frictions depend on each other, the start is at the border of the rest set all the same:
 * what is a little farther out is no rest point. */
static void dependent_frictions(void **state) {
  (void)state;
  machine m = start_facts(many);
  settle(&m);
  ss_attempt attempt;
  double q[6];
  bool rests;
  start_attempt(&attempt, &m);
  ss_attempt_show_escape(&attempt, &m.facts);
  for (int outside = 0; outside < 2; outside++) {
    for (size_t i = 0; i < 6; i++) q[i] = (outside ? 1.0001 : 0.9999) * attempt.escape.q[i];
    assert_int_equal(ss_motion_is_equilibrium(m.arena, m.system, NULL, q, 0, 1e-9, &rests), SS_OK);
    assert_int_equal(rests, !outside);
  }
  ss_attempt_clear(&attempt);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_frictions),
      cmocka_unit_test(friction_elsewhere),
      cmocka_unit_test(dependent_frictions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
