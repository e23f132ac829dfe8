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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flows),
      cmocka_unit_test(test_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
