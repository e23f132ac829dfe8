/* test_track_run.c: errors in proportion to the perturbation with spreading, jumps without; what
 * the gains cost is what they promise; bounds; events at once, one after the other; bounces without
 * end; guards that the reference does not have. */
#include "track.h"

typedef struct sizes {
  double error, feedback;
} sizes;

static sizes measure(const char *text, bool by_clock, double eps) {
  stage s = open_stage(text);
  ss_track_options o = to_drop(0.7);
  o.by_clock = by_clock;
  ss_tracker *k = follow(&s, &o);
  const double d[] = {eps, 0.5 * eps, 0, 0};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  assert_true(t.by_clock == by_clock && t.samples == m.samples);
  assert_int_equal(t.missed, 0);
  assert_int_equal(t.unexpected, 0);
  /* between the landings of two ends the segment between them is followed */
  bool between = false;
  for (size_t i = 0; i < t.samples; i++)
    between |= ss_track_reference(k)->segment[t.sample[i].segment].done != 0;
  assert_true(between == (!by_clock && t.inputs == 2));
  ss_track_close(k);
  close_stage(&s);
  return (sizes){t.error, t.feedback};
}

static void spreading(void **state) {
  (void)state;
  static const char *const texts[] = {BAR, PUSHED};
  for (int i = 0; i < 2; i++) {
    const sizes large = measure(texts[i], false, 2e-2), small = measure(texts[i], false, 2e-3);
    assert_true(large.error / small.error > 8 && large.error / small.error < 12);
    assert_true(large.feedback / small.feedback > 8 && large.feedback / small.feedback < 12);
    /* without it: the velocity that the impact takes */
    const sizes clock = measure(texts[i], true, 2e-3);
    assert_true(clock.error > 3);
    /* a bar that stands has no use for inputs */
    if (i == 1) assert_true(clock.feedback > 1);
  }
}

/* Through a bounce: the cost of a small perturbation is z^T P z; other gains cost more. */
static void optimal(void **state) {
  (void)state;
  stage s = open_stage(PUSHED);
  ss_track_options o = to_drop(0.7);
  ss_tracker *k = follow(&s, &o);
  const double eps = 1e-3, *P = ss_track_reference(k)->cost, d[] = {0.6 * eps, -0.8 * eps};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  const ss_track_sample *last = &t.sample[t.samples - 1];
  const double promised = P[0] * d[0] * d[0] + 2 * P[1] * d[0] * d[1] + P[3] * d[1] * d[1];
  const double end = last->error[0] * last->error[0] + last->error[1] * last->error[1];
  assert_true(fabs(t.cost + end - promised) < 0.01 * promised);
  ss_track_close(k);
  close_stage(&s);
}

static void bounds(void **state) {
  (void)state;
  stage s = open_stage(PUSHED);
  ss_machine *tight;
  static const char *const top[] = {"top=1/100"};
  assert_int_equal(ss_machine_change(s.machine, 1, top, &s.said, &tight), SS_OK);
  ss_machine_close(s.machine);
  s.machine = tight;
  ss_track_options o = to_drop(0.7);
  ss_tracker *k = follow(&s, &o);
  const double d[] = {0.02, 0};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  assert_true(t.saturated > 0.1);
  for (size_t i = 0; i < t.samples; i++) assert_true(fabs(t.sample[i].input[0]) <= 0.01);
  assert_true(t.feedback == 0.01);
  ss_track_close(k);
  close_stage(&s);
}

/* The number of bounces before they come to an end differs, the segment behind them is found. */
static void accumulation(void **state) {
  (void)state;
  stage s = open_stage(PUSHED);
  ss_track_options o = to_drop(1.6);
  o.weights = "F=1000";
  ss_tracker *k = follow(&s, &o);
  const ss_reference_motion *r = ss_track_reference(k);
  const double d[] = {0.05, 0};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  assert_int_equal(t.sample[t.samples - 1].segment, ss_reference_find(r, r->variation.events, 0));
  assert_int_equal(t.missed, 0);
  assert_true(t.sample[t.samples - 1].error[0] < 1e-9);
  ss_track_close(k);
  close_stage(&s);
}

/* A perturbation so large that the other end of the reference's order comes: told. */
static void others(void **state) {
  (void)state;
  stage s = open_stage("param b = 1/10\ncoord y\ninput F\nkinetic = 1/2*y'^2\nforce y = F\n"
                       "contact wall { gap = 1 - y; restitution = newton(1, 0) }\n"
                       "contact floor { gap = y; restitution = newton(1, 0) }\n"
                       "state drop { y = 1/2; y' = 1 }\n");
  ss_track_options o = to_drop(1.2);
  o.weights = "F=1e6";
  ss_tracker *k = follow(&s, &o);
  const double d[] = {0, -2};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  /* it hits the floor first */
  assert_int_equal(t.unexpected, 1);
  assert_int_equal(t.unexpected_guard.element, 1);
  assert_true(fabs(t.unexpected_time - 0.5) < 1e-3);
  assert_int_equal(t.missed, 1);
  ss_track_close(k);
  close_stage(&s);
}

/* A wall turns a slip about, which then comes to its end: two instants, and neither is taken for
 * the other. */
static void a_slip_that_turns(void **state) {
  (void)state;
  stage s = open_stage("coord x, y\ninput F\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
                       "force x = F\ncontact wall { gap = 1 - x; restitution = newton(1/2, 0) }\n"
                       "contact floor { gap = y; slip = x'; law = coulomb(1/10) }\n"
                       "state drop { x = 0.5; x' = 2 }\n");
  ss_track_options o = to_drop(1.5);
  ss_tracker *k = follow(&s, &o);
  assert_int_equal(ss_track_reference(k)->variation.events, 2);
  const double d[] = {1e-3, 0, 1e-3, 0};
  ss_motion m;
  const ss_track t = run_off(&s, k, d, &m);
  assert_true(t.error < 0.01);
  assert_int_equal(t.missed, 0);
  assert_int_equal(t.unexpected, 0);
  ss_track_close(k);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spreading), cmocka_unit_test(optimal),
      cmocka_unit_test(bounds),    cmocka_unit_test(accumulation),
      cmocka_unit_test(others),    cmocka_unit_test(a_slip_that_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
