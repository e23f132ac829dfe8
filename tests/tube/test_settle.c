/* test_settle.c: rest points that settle, against what is known of them. */
#include "machines.h"

#include "../../src/tube/tube_private.h"

/* x'' - x'/2 + x in [-1, 1]: C_s + push > 0 for push > 1/2. Around x~ = -s, s = 1 - mu, all within
 * r settle if mu > push r. */
static void oscillator(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  long share[N];
  make_tube(&s, NULL);
  const double push = fmpq_get_d(ss_tube_settling(s.tube));
  assert_true(push > 0.5 && push < 0.53);
  for (int k = 0; k <= 20; k++) {
    const double x[2] = {k * 0.05, 0};
    const double most = (1 - x[0]) / push;
    if (k < 20) assert_true(ss_tube_settles(s.tube, x, 0.999 * most, share));
    /* another rest point is nearer to the middle by d, which costs d: push < 1, so it may help */
    assert_false(ss_tube_settles(s.tube, x, 1.001 / push, share));
    if (k == 20) assert_false(ss_tube_settles(s.tube, x, 0.1, share) && share[0] < -(1 << SHARE));
  }
  /* not at rest: the speed counts as distance */
  const double moves[2] = {0, 1.2}, slow[2] = {0, 0.5};
  assert_true(ss_tube_settles(s.tube, moves, 0.5, share));
  assert_false(ss_tube_settles(s.tube, moves, 0.8, share));
  assert_true(ss_tube_settles(s.tube, slow, 1.2, share));
  assert_int_equal(share[0], 0);
  close_subject(&s);
}

#define MACHINE(frictions, damping)                                                                \
  "coord x1, x2\nkinetic = x1'^2/2 + x2'^2/2\npotential = x1^2/2 + x2^2/2\n"                       \
  "force x1 = 0.5*x1'\nforce x2 = " damping "*x2'\n" frictions
#define ON(name, slip) "friction " name " { slip = " slip "; normal = 1; law = coulomb(1) }\n"

/* One friction where it is fed, damping where there is none: fewer frictions than coordinates. */
static void fewer_frictions(void **state) {
  (void)state;
  subject s = open_subject(MACHINE(ON("f", "x1'"), "-0.1"));
  long share[N];
  make_tube(&s, NULL);
  const double rest[4] = {0.5, 0, 0, 0}, far[4] = {0.5, 3, 0, 0};
  assert_true(ss_tube_settles(s.tube, rest, 0.5, share));
  assert_true(labs(share[0] + (1 << SHARE) / 2) < 4);
  assert_false(ss_tube_settles(s.tube, far, 0.1, share));
  close_subject(&s);
  /* what is neither damped nor rubbed does not settle */
  s = open_subject(MACHINE(ON("f", "x1'"), "0"));
  make_tube(&s, NULL);
  assert_null(ss_tube_settling(s.tube));
  assert_false(ss_tube_settles(s.tube, rest, 0, share));
  close_subject(&s);
}

/* Three frictions in a plane: two of them could not hold it there, three can. */
static void more_frictions(void **state) {
  (void)state;
  subject s = open_subject(MACHINE(ON("f", "x1'") ON("g", "x2'") ON("h", "x1' + x2'"), "0.5"));
  long share[N];
  make_tube(&s, NULL);
  const double x[4] = {1.5, 1.5, 0, 0}, beyond[4] = {2.01, 2.01, 0, 0};
  assert_true(ss_tube_settles(s.tube, x, 0.1, share));
  for (int k = 0; k < 2; k++)
    assert_true(fabs(ldexp((double)(share[k] + share[2]), -SHARE) + 1.5) < 0.4);
  assert_false(ss_tube_settles(s.tube, beyond, 0.001, share));
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(oscillator),
                                     cmocka_unit_test(fewer_frictions),
                                     cmocka_unit_test(more_frictions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
