/* test_stance_step.c: steps of a biped's motion against plain mechanics. */
#include <math.h>

#include "stances.h"

/* The biped at d = 0.4 stands at l_1, l_2 with h = 1, mass and inertia 1. */
typedef struct body {
  double l[2], pull, weight;
} body;

static body find_body(void) {
  const double tangent = tan(M_PI / 6);
  return (body){{tangent - 0.4, tangent + 0.4}, sin(M_PI / 6), cos(M_PI / 6)};
}

/* On foot 1, which stands still, while foot 2 leaves with w = 1. */
static stance_state start(void) {
  stance_state x = {.contact = 0};
  ss_stance_start(&x);
  arb_one(&x.rate);
  return x;
}

/* Foot 1 sticks, foot 2 lands with stick, w_2 = 1 before: the body turns about foot 1 with
 * w_2 = (l_2 - l_1) theta', falls back with the same speed, and turns about foot 2 afterwards with
 * the angular momentum about it. */
static void stick_and_stick(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=3 mu2=3");
  const ss_footing *s = find_stance(&m);
  const body b = find_body();
  stance_state x = start();
  const stance_step step = {.mode = SS_ZERO_STICK, .lands = true, .after = SS_ZERO_STICK};
  assert_true(ss_stance_advance(s, &x, &step));
  const double turn = -1 / (b.l[1] - b.l[0]);    /* theta' before: about foot 1 at (l_1, -1) */
  const double u = -turn, v = -b.l[0] * turn;    /* of the centre: slip and rate of foot 1 are 0 */
  const double momentum = turn - u - b.l[1] * v; /* about foot 2 */
  const double after = momentum / (1 + 1 + b.l[1] * b.l[1]);
  const double rate = (b.l[0] - b.l[1]) * after; /* of foot 1, which stood still */
  assert_int_equal(x.contact, 1);
  assert_true(arb_is_zero(&x.slip) && arb_is_zero(&x.gap));
  assert_true(fabs((ball_middle(&x.size)) - (fabs(rate))) <= 1e-14);
  assert_int_equal(arb_is_positive(&x.rate), rate > 0);
  ss_stance_stop(&x);
  stop(&m);
}

/* Steps that are not consistent are not taken. */
static void wrong_steps(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=3 mu2=3");
  const ss_footing *s = find_stance(&m);
  const stance_step wrong[] = {
      {.mode = SS_ZERO_PLUS, .lands = true, .after = SS_ZERO_STICK}, /* it sticks */
      {.mode = SS_ZERO_MINUS, .lands = false, .after = SS_ZERO_FREE},
      {.mode = SS_ZERO_FREE, .lands = true, .after = SS_ZERO_STICK}, /* the other one lifts */
      {.mode = SS_ZERO_STICK, .lands = true, .after = SS_ZERO_PLUS},
      {.mode = SS_ZERO_STICK, .lands = false, .after = SS_ZERO_FREE}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    stance_state x = start();
    assert_false(ss_stance_advance(s, &x, &wrong[k]));
    ss_stance_stop(&x);
  }
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stick_and_stick),
                                     cmocka_unit_test(wrong_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
