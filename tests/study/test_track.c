/* test_track.c: what can be said of a reference: states, weights, and what is wrong with them. */
#include "track.h"

static void refused(const char *text, const ss_track_options *o, const char *words) {
  stage s = open_stage(text);
  ss_tracker *k;
  assert_int_equal(ss_track_open(s.machine, o, &s.said, &k), SS_BAD_INPUT);
  assert_null(k);
  assert_said(&s, words);
  close_stage(&s);
}

static void mistakes(void **state) {
  (void)state;
  ss_track_options o = to_drop(0.7);
  refused("coord y\nkinetic = 1/2*y'^2\nstate drop { y = 1 }\n", &o,
          "has no inputs to follow with");
  o.weights = "z=1";
  refused(PUSHED, &o, "no state or input 'z'");
  o.weights = "y 1";
  refused(PUSHED, &o, "expected NAME=NUMBER, not 'y 1'");
  o.weights = "y=1, F=0";
  refused(PUSHED, &o, "F needs a number above 0, not '0'");
  o.weights = "y'=-1";
  refused(PUSHED, &o, "y' needs a number of 0 or more, not '-1'");
  o.weights = NULL;
  o.end = 0.4;
  refused(PUSHED, &o, "cannot be followed: 'floor' has an event at t = 0.4");
  o.end = 0;
  refused(PUSHED, &o, "has no duration");
  o.end = 1;
  o.reference = "y=-1";
  refused(PUSHED, &o, "penetrates");
  o.reference = "nowhere";
  refused(PUSHED, &o, "nowhere");
  ss_track_close(NULL);
}

/* Weights are the diagonals of Q and R: x'' = v for ever has K = (sqrt(q/r), ..). */
static void weights(void **state) {
  (void)state;
  stage s = open_stage("coord x\ninput v\nkinetic = 1/2*x'^2\nforce x = v\nstate drop { x = 0 }\n");
  ss_track_options o = to_drop(60);
  o.weights = "x=4,x'=0 , v=0.25";
  ss_tracker *k = follow(&s, &o);
  double x[2], gain[2];
  ss_reference_look_up(ss_track_reference(k), 0, 1, x, gain);
  assert_true(fabs(gain[0] - 4) < 1e-5 && fabs(gain[1] - sqrt(8)) < 1e-5);
  ss_track_close(k);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes), cmocka_unit_test(weights)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
