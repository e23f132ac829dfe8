/* test_events_open.c: each model gets the flow that suits it. */
#include "stage.h"

static void test_flows(void **state) {
  (void)state;
  static const struct {
    const char *model, *setting, *start;
    bool linear, stiff, for_good;
  } cases[] = {{"bouncing-ball", NULL, "drop", true, false, true},
               {"friction-oscillator", NULL, "kick", true, false, true},
               {"friction-oscillator", "k3=1", "kick", false, false, true},
               {"falling-block", NULL, "drop", true, false, true},
               {"arm-against-stop", NULL, "start", true, false, true},
               {"ratchet", NULL, "free", true, false, true},
               {"rocking-block", NULL, "drop", false, false, true},
               {"constrained-beam", NULL, "pulled", false, false, true},
               {"sliding-disk", NULL, "orbit", false, true, true},
               {"three-leg-stool", NULL, "drop", false, true, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const settings[] = {cases[i].setting, NULL};
    stage s;
    stage_open(&s, machine_open(cases[i].model, settings), cases[i].start);
    assert_int_equal(s.ev.linear != NULL, cases[i].linear);
    assert_int_equal(s.ev.smooth != NULL, !cases[i].linear);
    assert_int_equal(s.ev.stiff != NULL, cases[i].stiff);
    assert_int_equal(s.ev.rests_for_good, cases[i].for_good);
    assert_true(s.ev.pace > 0 && s.ev.pace <= s.m.options.end);
    stage_close(&s);
  }
}

/* Forces that depend on time: no rest is for good. */
static void test_time(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = sin(t)\n"), "x=0");
  assert_false(s.ev.rests_for_good);
  assert_null(s.ev.linear);
  stage_close(&s);
}

/* A mass that friction holds, and a wall that comes for it at t = 2: not at rest for good. */
static void test_moving_contact(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                            "friction base { slip = x'; normal = 1; law = coulomb(1/2) }\n"
                            "contact wall { gap = x + 2 - t }\n");
  machine_put(&m, "x=0");
  machine_run_well(&m, 3);
  assert_false(m.motion.at_rest);
  const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
  assert_non_null(impact);
  assert_near(impact->t, 2, 1e-9);
  assert_near(m.motion.q[0], 1, 1e-9); /* pushed along */
  machine_close(&m);
}

/* A short push on a mass that sticks is not stepped over: F = 5 from t = 1/2 to 0.52 against
 * friction of 1. It slips with 4 while it is pushed, then slows down with 1. */
static void test_short_push(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                            "force x = 5/4*(1 + sign(t - 1/2))*(1 + sign(0.52 - t))\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.1) }\n");
  machine_run_well(&m, 3);
  const double push = 0.02, speed = 4 * push;
  assert_near(m.motion.q[0], speed * push / 2 + speed * speed / 2, 1e-9);
  assert_near(machine_event(&m, SS_EVENT_SLIP, 0)->t, 0.5, 1e-9);
  assert_near(machine_event(&m, SS_EVENT_STICK, 0)->t, 0.52 + speed, 1e-9);
  machine_close(&m);
}

/* A belt that starts so gently that nothing shows at t = 0: the mass is not at rest for good. */
static void test_gentle_belt(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 2*x^2\n"
                            "friction belt { slip = ddt(x - t^3/2); normal = 10; "
                            "law = coulomb(0.2) }\n");
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 0.3);
    assert_false(m.motion.at_rest);
    assert_near(m.motion.q[0], 0.3 * 0.3 * 0.3 / 2, 1e-6);
  }
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flows),          cmocka_unit_test(test_time),
      cmocka_unit_test(test_moving_contact), cmocka_unit_test(test_short_push),
      cmocka_unit_test(test_gentle_belt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
