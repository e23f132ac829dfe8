/* test_held.c: rates, with and without frictions that stick: differences never grow faster. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

static void rate_is_the_least(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES), o = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, NULL);
  make_tube(&o, NULL);
  /* eigenvalues 1/2 and -1/4 of C; -1/2 */
  assert_true(fabs(fmpq_get_d(ss_tube_rate(s.tube)) - 0.25) < 1e-6);
  assert_true(fabs(fmpq_get_d(ss_tube_rate(o.tube)) - 0.5) < 1e-6);
  assert_true(fmpq_get_d(ss_tube_rate(s.tube)) >= 0.25);
  close_subject(&s);
  close_subject(&o);
  subject damped = open_subject(OSCILLATOR("0.3"));
  make_tube(&damped, NULL);
  assert_true(fmpq_is_zero(ss_tube_rate(damped.tube)));
  assert_int_equal(ss_tube_helds(damped.tube), 0);
  close_subject(&damped);
}

/* One mass clamped, the other is damped by 1/8: rate 0, and half way. */
static void what_sticks_damps(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  size_t zero = 0;
  for (size_t i = 0; i < ss_tube_helds(s.tube); i++) {
    const fmpq *rate, *push;
    const unsigned set = ss_tube_held(s.tube, i, &rate, &push);
    assert_true(set >= 1 && set <= 3 && fmpq_cmp(rate, ss_tube_rate(s.tube)) < 0);
    /* C + rate 1 + push e e^T >= 0: (1/8 + rate + push)(1/8 + rate) >= 9/64 */
    const double a = 0.125 + fmpq_get_d(rate), b = fmpq_get_d(push);
    assert_true((a + b) * a >= 9. / 64 - 1e-9 && (a + b) * a < 1.1 * 9. / 64);
    zero += fmpq_is_zero(rate) ? 1u : 0u;
  }
  assert_int_equal(zero, 2);
  close_subject(&s);
}

/* -e^T P A e - push gain (w^T e_u)^2 <= rate |e|^2 for random differences; a rate that is smaller
 * fails. */
static void rates_are_verified(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  exact_machine e;
  fmpq_t rate, push;
  fmpq_init(rate);
  fmpq_init(push);
  assert_true(ss_tube_open_exact(&e, &s.linear));
  assert_false(ss_tube_is_rate(&e, 0, rate, push));
  fmpq_set_si(rate, 1, 4);
  assert_true(ss_tube_is_rate(&e, 0, rate, push));
  fmpq_set_si(rate, 0, 1);
  fmpq_set_si(push, 1, 1);
  assert_true(ss_tube_is_rate(&e, 1, rate, push));
  assert_false(ss_tube_is_rate(&e, 0, rate, push));
  fmpq_set_si(push, 99, 100);
  assert_false(ss_tube_is_rate(&e, 1, rate, push));
  ss_tube_close_exact(&e);
  fmpq_clear(rate);
  fmpq_clear(push);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rate_is_the_least),
                                     cmocka_unit_test(what_sticks_damps),
                                     cmocka_unit_test(rates_are_verified)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
