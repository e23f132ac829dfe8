/* test_events_jam.c: impacts without collision, where no modes obey the contact laws. */
#include "machine.h"

/* A rod whose tip leads over a rough floor: friction stops the tip at once. Its angular momentum
 * about the tip is kept: (J + m l^2) theta'+ = J theta' - m l (sin theta x' - cos theta y'). */
static void test_rod(void **state) {
  (void)state;
  static const double angles[] = {0.9, 1, 1.1};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("painleve-rod", NULL);
    const double theta = angles[i], v = 1;
    char from[80];
    snprintf(from, sizeof from, "theta=%g, y=%.17g, x'=%g", theta, sin(theta), v);
    machine_put(&m, from);
    assert_int_equal(machine_run(&m, 0.5), SS_NO_CONVERGENCE); /* by default it stops */
    assert_non_null(strstr(m.motion.reason, "--on-jam impact"));
    m.options.impact_if_jammed = true;
    machine_run_well(&m, 0.05);
    const ss_event *jam = machine_event(&m, SS_EVENT_JAM, 0);
    assert_non_null(jam);
    assert_true(jam->t == 0);
    const double turn_rate = -sin(theta) * v / (4. / 3);
    assert_near(fabs(jam->u_after[2]), fabs(turn_rate), 1e-12);
    /* the tip stands: the centre moves about it */
    assert_near(hypot(jam->u_after[0], jam->u_after[1]), fabs(turn_rate), 1e-12);
    assert_near(jam->energy_before, 0.5, 1e-15);
    assert_near(jam->energy_after, 0.5 * 4. / 3 * jam->u_after[2] * jam->u_after[2], 1e-12);
    assert_non_null(m.motion.doubt);
    assert_near(machine_residual(&m), 0, 1e-11);
    /* by time stepping the same, to its step */
    const double turn = m.motion.q[2];
    m.options.method = SS_MOTION_MOREAU;
    m.options.step = 1e-5;
    machine_run_well(&m, 0.05);
    assert_near(m.motion.q[2], turn, 1e-3);
    machine_close(&m);
  }
}

/* Where the modes are consistent nothing is struck. */
static void test_no_jam(void **state) {
  (void)state;
  machine m = machine_open("painleve-rod", NULL);
  m.options.impact_if_jammed = true;
  machine_put(&m, "dragged");
  machine_run_well(&m, 0.5);
  assert_int_equal(machine_count(&m, SS_EVENT_JAM), 0);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rod),
      cmocka_unit_test(test_no_jam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
