/* test_reference.c: segments and how far they go beyond their instants; those between events at
 * once; gains through a jump; what has no reference. */
#include "pushed.h"

/* It falls for 0.4, and comes up with half of its speed. */
static void a_ball(void **state) {
  (void)state;
  pushed_machine p = push_machine(PUSHED_BALL);
  const ss_reference_motion r = refer(&p, 0.7);
  double x[2], gain[2], before[2];
  assert_int_equal(r.segments, 2);
  assert_int_equal(r.inputs, 1);
  assert_near(r.segment[0].end, 0.4, 1e-9);
  assert_near(r.segment[1].begin, 0.4, 1e-9);
  /* both go on beyond the impact, by a tenth of the end */
  ss_reference_look_up(&r, 0, 0.45, x, gain);
  assert_near(x[0], 0.8 - 5 * 0.45 * 0.45, 1e-9);
  assert_near(x[1], -4.5, 1e-9);
  /* .. with the gain of the end */
  ss_reference_look_up(&r, 0, 0.4, x, before);
  assert_near(gain[0], before[0], 1e-9);
  assert_near(gain[1], before[1], 1e-9);
  ss_reference_look_up(&r, 1, 0.35, x, gain);
  assert_near(x[0], -0.1 - 5 * 0.0025, 1e-9);
  assert_near(x[1], 2.5, 1e-9);
  /* P- = G^T P+ G with G = (-1/2, 0; -(1 + e) g/u, -1/2) and u = -4 */
  const double g10 = 1.5 * 10 / 4.0;
  ss_reference_look_up(&r, 1, 0.4, x, gain);
  ss_reference_look_up(&r, 0, 0.4, x, before);
  /* K = (P01, P11), so that K1 of before is P11/4 */
  assert_near(before[1], 0.25 * gain[1], 1e-6);
  assert_near(before[0], 0.25 * gain[0] - 0.5 * g10 * gain[1], 1e-6);
  machine_close(&p.m);
}

static void a_bar(void **state) {
  (void)state;
  pushed_machine p = push_machine(PUSHED_BAR);
  const ss_reference_motion r = refer(&p, 0.7);
  double x[4];
  assert_int_equal(r.variation.events, 1);
  assert_int_equal(r.variation.event[0].guards, 2);
  assert_int_equal(r.variation.event[0].ways, 2);
  /* flight, standing, and one per end that is down first */
  assert_int_equal(r.segments, 4);
  for (unsigned done = 1; done < 3; done++) {
    const size_t k = ss_reference_find(&r, 0, done);
    assert_true(k != SIZE_MAX);
    const ss_reference_segment *s = &r.segment[k];
    const size_t down = r.variation.event[0].guard[done - 1].element;
    assert_int_equal(s->modes[down], SS_MODE_CLOSED);
    assert_int_equal(s->modes[1 - down], SS_MODE_FREE);
    assert_true(s->begin == s->end && s->t[0] < s->begin && s->t[s->knots - 1] > s->end);
    /* an impact at one end of a bar (m = 1, J = 1/3): y' = 3/4 of -4, |a'| = 3 */
    ss_reference_look_up(&r, k, s->begin, x, NULL);
    assert_near(x[2], -3, 1e-7);
    assert_near(x[3], down == 0 ? -3 : 3, 1e-7);
    ss_reference_look_up(&r, k, s->begin + 0.02, x, NULL);
    assert_near(down == 0 ? x[0] - sin(x[1]) : x[0] + sin(x[1]), 0, 1e-8);
    /* nothing is gained by acting in it for longer than it lasts: one gain on both sides */
    double gain[8], before[8];
    ss_reference_look_up(&r, k, s->begin, x, gain);
    ss_reference_look_up(&r, k, s->begin - 0.02, x, before);
    for (size_t c = 0; c < 4 * r.inputs; c++) assert_near(before[c], gain[c], 1e-12);
  }
  assert_true(ss_reference_find(&r, 0, 3) == SIZE_MAX);
  assert_true(ss_reference_find(&r, 1, 0) == 1);
  machine_close(&p.m);
}

/* An event at the end itself: refused, with no segments. */
static void a_refusal(void **state) {
  (void)state;
  pushed_machine p = push_machine(PUSHED_BALL);
  const ss_reference_motion r = refer(&p, 0.4);
  assert_int_equal(r.variation.refusal.kind, SS_REFUSAL_END);
  assert_int_equal(r.segments, 0);
  machine_close(&p.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball), cmocka_unit_test(a_bar),
                                     cmocka_unit_test(a_refusal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
