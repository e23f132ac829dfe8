/* test_cycle.c: periodic motions, against closed forms and published figures. */
#include "machine.h"
#include "standstill/cycle.h"

/* The oscillator with negative damping and dry friction: X = (F / k) coth(delta / 2), delta = pi
 * zeta / sqrt(1 - zeta^2), period 2 pi / sqrt(1 - zeta^2), and a half turn stretches distances by
 * exp(delta) (van de Wouw & Leine 2004, section 2). Starts inside and outside lead to it. */
static void unstable_cycle_of_oscillator(void **state) {
  (void)state;
  const double zeta = 0.25, root = sqrt(1 - zeta * zeta), delta = M_PI * zeta / root;
  const double X = 1 / tanh(delta / 2), starts[] = {X - 1e-4, X + 1e-4};
  for (int k = 0; k < 2; k++) {
    machine m = machine_open("friction-oscillator", NULL);
    ss_cycle cycle;
    bool found;
    m.q[0] = starts[k];
    m.options.end = 50;
    assert_int_equal(
        ss_cycle_find(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &cycle, &found),
        SS_OK);
    assert_true(found);
    assert_near(X, 2.59935069570455208, 1e-12);
    assert_near(cycle.q[0], X, 1e-8);
    assert_near(cycle.high[0], X, 1e-6);
    assert_near(cycle.low[0], -X, 1e-6);
    assert_near(cycle.period, 2 * M_PI / root, 1e-8);
    assert_int_equal(cycle.multipliers, 1);
    assert_int_equal(cycle.outside, 1);
    assert_near(cycle.re[0], exp(2 * delta), 1e-4);
    assert_near(cycle.im[0], 0, 0);
    machine_close(&m);
  }
}

/* Van der Pol's oscillator: a cycle that attracts; figures of the literature (mu = 1). */
static void stable_cycle_of_van_der_pol(void **state) {
  (void)state;
  machine m = machine_parse("coord x\n"
                            "kinetic = 1/2*x'^2\n"
                            "potential = 1/2*x^2\n"
                            "force x = (1 - x^2)*x'\n");
  ss_cycle cycle;
  bool found;
  m.q[0] = 1;
  m.options.end = 60;
  assert_int_equal(
      ss_cycle_find(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &cycle, &found), SS_OK);
  assert_true(found);
  assert_near(cycle.high[0], 2.00861986087484313650, 1e-6);
  assert_near(cycle.period, 6.6632868593231301897, 1e-7);
  assert_int_equal(cycle.outside, 0);
  machine_close(&m);
}

/* What decays, rests or runs away has no cycle; a machine that follows the clock is refused. */
static void no_cycle(void **state) {
  (void)state;
  static const char *const forces[] = {"-x'", "x'", "-x' - 1/10*x'*x^2"};
  for (size_t k = 0; k < sizeof forces / sizeof *forces; k++) {
    char text[200];
    snprintf(text, sizeof text, "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = %s\n",
             forces[k]);
    machine m = machine_parse(text);
    ss_cycle cycle;
    bool found;
    m.q[0] = 1;
    m.options.end = 30;
    assert_int_equal(
        ss_cycle_find(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &cycle, &found),
        SS_OK);
    assert_false(found);
    machine_close(&m);
  }
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = sin(t)\n");
  ss_cycle cycle;
  bool found;
  assert_int_equal(
      ss_cycle_find(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &cycle, &found),
      SS_BAD_ARGUMENT);
  machine_close(&m);
}

/* On a belt of constant friction the circle with x' <= v is reached from outside in one turn, and
 * those inside stay: one-sided derivatives 0 and 1, of which 1 counts. */
static void the_larger_side_counts(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = x'^2\npotential = 25*x^2\n"
                            "friction b { slip = x' - 0.3; normal = 20; law = coulomb(0.4) }\n");
  ss_cycle cycle;
  bool found;
  machine_put(&m, "x=0.5");
  m.options.end = 20;
  assert_int_equal(
      ss_cycle_find(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &cycle, &found), SS_OK);
  assert_true(found);
  assert_near(cycle.period, 2 * acos(-1) / 5, 1e-6);
  assert_near(cycle.re[0], 1, 1e-3);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unstable_cycle_of_oscillator),
      cmocka_unit_test(stable_cycle_of_van_der_pol),
      cmocka_unit_test(no_cycle),
      cmocka_unit_test(the_larger_side_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
