/* test_stance_bounce.c: flights, impacts and bounces without end, one by one and all at once. */
#include <math.h>

#include "stances.h"

/* Foot 1 was just left with w = 1/10; foot 2 is up in the air. */
static stance_state start(double slip, double rate, double gap) {
  stance_state x = {.contact = 0};
  ss_stance_start(&x);
  arb_set_d(&x.own, 0.1);
  arb_set_d(&x.slip, slip);
  arb_set_d(&x.rate, rate);
  arb_set_d(&x.gap, gap);
  return x;
}

static double real(const stance_state *x, const arb_t number, int power) {
  return ball_middle(number) * pow(ball_middle(&x->size), power);
}

/* 120 bounces one after the other, e^120 < 1e-36, come where all of them come at once. */
static void compare(const char *settings, double slip, ss_zero_mode mode) {
  machine m = ask_biped(settings);
  const ss_footing *s = find_stance(&m);
  stance_state all = start(slip, 0.3, 2), each = start(slip, 0.3, 2);
  assert_true(ss_stance_settle(s, &all, mode));
  for (size_t k = 0; k < 120; k++) {
    assert_true(ss_stance_fly(s, &each, 0));
    assert_true(ss_stance_strike(s, &each, 0, mode));
  }
  assert_true(arb_is_zero(&all.own) && arb_is_zero(&all.height));
  assert_true(real(&each, &each.own, 1) < 1e-30);
  assert_true(fabs(real(&all, &all.slip, 1) - real(&each, &each.slip, 1)) < 1e-14);
  assert_true(fabs(real(&all, &all.rate, 1) - real(&each, &each.rate, 1)) < 1e-14);
  assert_true(fabs(real(&all, &all.gap, 2) - real(&each, &each.gap, 2)) < 1e-14);
  ss_stance_stop(&all);
  ss_stance_stop(&each);
  stop(&m);
}

static void all_at_once(void **state) {
  (void)state;
  compare("d=0.4 mu1=0.25 e=0.5", 3, SS_ZERO_PLUS);
  compare("d=0.4 mu1=0.25 e=0.5", -3, SS_ZERO_MINUS);
  compare("d=0.4 mu1=3 mu2=3 e=0.5", 0, SS_ZERO_STICK);
}

/* Where one of them would be of another kind, or the other foot comes down before the end. */
static void not_all_alike(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25 e=0.5");
  const ss_footing *s = find_stance(&m);
  const struct {
    double slip, rate, gap;
    ss_zero_mode mode;
  } wrong[] = {{-0.001, 0.3, 2, SS_ZERO_MINUS}, /* the slip turns */
               {3, 0.3, 2, SS_ZERO_MINUS},      /* it is the other one */
               {3, 0.3, 2, SS_ZERO_STICK},      /* it slips */
               {0, 0.3, 2, SS_ZERO_STICK},      /* friction does not hold it */
               {3, -1, 0.001, SS_ZERO_PLUS},    /* foot 2 is met */
               {3, 0.3, 0, SS_ZERO_PLUS}};      /* it has not left yet */
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    stance_state x = start(wrong[k].slip, wrong[k].rate, wrong[k].gap);
    assert_false(ss_stance_settle(s, &x, wrong[k].mode));
    ss_stance_stop(&x);
  }
  stop(&m);
}

/* Foot 2 dips to 0 between two bounces of foot 1 and rises again: between the ends of its way. */
static void in_between(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25 e=0.9");
  const ss_footing *s = find_stance(&m);
  stance_state x = start(30, -1, 0.2), each = start(30, -1, 0.2);
  bool open = true;
  for (size_t k = 0; k < 400 && open; k++)
    open = ss_stance_fly(s, &each, 0) && ss_stance_strike(s, &each, 0, SS_ZERO_PLUS);
  assert_false(open);
  assert_false(ss_stance_settle(s, &x, SS_ZERO_PLUS));
  ss_stance_stop(&x);
  ss_stance_stop(&each);
  stop(&m);
}

/* Heights and speeds as thrown things have them; the other foot must not be met first. */
static void flights(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25 e=0.5");
  const ss_footing *s = find_stance(&m);
  const double g = -ball_middle(arb_mat_entry(s->contact[1].fall, 0, 0));
  stance_state x = start(3, 1, 1); /* to foot 2, which is high and meets later than foot 1 */
  assert_false(ss_stance_fly(s, &x, 1));
  ss_stance_stop(&x);
  x = start(3, -2, 0.001);
  assert_true(ss_stance_fly(s, &x, 1));
  assert_true(fabs(ball_middle(&x.own) + sqrt(4 + 2 * g * 0.001)) <= 1e-14);
  assert_true(ss_stance_strike(s, &x, 1, SS_ZERO_STICK) ||
              ss_stance_strike(s, &x, 1, SS_ZERO_PLUS));
  ss_stance_stop(&x);
  x = start(3, 1, 1); /* it is not met now */
  assert_false(ss_stance_strike(s, &x, 1, SS_ZERO_PLUS));
  ss_stance_stop(&x);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_at_once), cmocka_unit_test(not_all_alike),
                                     cmocka_unit_test(in_between), cmocka_unit_test(flights)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
