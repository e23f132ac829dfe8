/* test_penalty_law.c: contacts whose stiffness, damping and power the user gives. */
#include "machine.h"

/* (1 + e) v = k/d ln ((k + d v) / (k - d e v)) by halving; x = d v / k. */
static double find_return(double x) {
  double low = 0, high = fmin(1, 1 / x);
  for (int i = 0; i < 200; i++) {
    const double e = (low + high) / 2;
    if ((1 + e) * x > log((1 + x) / (1 - e * x)))
      low = e;
    else
      high = e;
  }
  return low;
}

/* A body of mass 2 that hits a wall with 3 m/s and has no other force. */
static machine hit_wall(double k, double d, double power) {
  machine m = machine_parse("coord x\nkinetic = x'^2\n"
                            "contact wall { gap = x; restitution = newton(0.1, 0) }\n");
  static double damping, exponent;
  damping = d;
  exponent = power;
  use_penalty(&m, k);
  m.options.damping_of = &damping;
  m.options.power_of = &exponent;
  machine_put(&m, "x=0.3,x'=-3");
  return m;
}

/* Hunt and Crossley: what comes back depends neither on the power nor on the model's restitution.
 */
static void test_own_law_returns(void **state) {
  (void)state;
  static const double powers[] = {1, 1.5, 2, 3}, shares[] = {1e-3, 0.1, 1, 4};
  for (size_t i = 0; i < 4; i++)
    for (size_t j = 0; j < 4; j++) {
      const double k = 1e5;
      machine m = hit_wall(k, shares[j] * k / 3, powers[i]);
      machine_run_well(&m, 2);
      const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
      assert_non_null(e);
      assert_near(e->t, 0.1, 1e-12);
      assert_near(m.motion.u[0], 3 * find_return(shares[j]), 1e-7);
      assert_near(e->u_after[0], m.motion.u[0], 1e-7);
      assert_near(e->impulses[0], 2 * (m.motion.u[0] + 3), 1e-6);
      assert_true(machine_residual(&m) < 1e-8);
      machine_close(&m);
    }
}

/* Hertz without damping: all comes back, from the depth and after the time of the closed form. */
static void test_own_law_swings(void **state) {
  (void)state;
  static const double powers[] = {1, 1.5, 3};
  for (size_t i = 0; i < 3; i++) {
    const double k = 1e5, a = powers[i], b = 1 / (a + 1);
    const double deepest = pow((a + 1) * 2 * 9 / (2 * k), b);
    machine m = hit_wall(k, 0, a);
    machine_run_well(&m, 2);
    const ss_event *let_go = machine_event(&m, SS_EVENT_DETACH, 0);
    assert_non_null(let_go);
    assert_near(m.motion.u[0], 3, 1e-8);
    assert_near(let_go->t - 0.1, 2 * deepest / 3 * sqrt(M_PI) * tgamma(1 + b) / tgamma(0.5 + b),
                1e-8);
    assert_true(m.motion.penetration <= deepest * (1 + 1e-9));
    assert_true(m.motion.penetration > 0.9 * deepest);
    machine_close(&m);
  }
}

/* It rests where k p^a = m g, by the law and by its friction. */
static void test_own_law_rests(void **state) {
  (void)state;
  static const double damping[] = {1e6}, power[] = {1.5};
  machine m = machine_parse(
      "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
      "contact floor { gap = y; slip = x'; law = coulomb(0.5); restitution = newton(0, 0) }\n");
  use_penalty(&m, 1e6);
  m.options.damping_of = damping;
  m.options.power_of = power;
  machine_put(&m, "y=0.01,x'=1");
  machine_run_well(&m, 5);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.q[1], -pow(10 / 1e6, 1 / 1.5), 1e-7);
  assert_near(m.motion.q[0], 1 / (2 * 0.5 * 10.), 0.02); /* it hops a little at first */
  assert_true(machine_residual(&m) < 1e-8);
  machine_close(&m);
}

static void test_own_law_is_checked(void **state) {
  (void)state;
  static const struct {
    double damping, power;
    const char *reason;
  } cases[] = {{-1, 1, "the damping of 'wall' must be positive or 0, not -1"},
               {1, 0.5, "the power of 'wall' must be in [1, 10], not 0.5"},
               {NAN, 1.5, "its damping, 0 or more, must be given"}};
  for (size_t i = 0; i < 3; i++) {
    machine m = hit_wall(1e5, cases[i].damping, cases[i].power);
    assert_int_equal(machine_run(&m, 1), SS_BAD_INPUT);
    assert_non_null(strstr(m.motion.reason, cases[i].reason));
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_law_returns),
      cmocka_unit_test(test_own_law_swings),
      cmocka_unit_test(test_own_law_rests),
      cmocka_unit_test(test_own_law_is_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
