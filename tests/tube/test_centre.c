/* test_centre.c: the motion in the middle: closed forms, events, and bounds of its errors. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

/* x'' = x'/2 - x - 1 while it slides forwards, by its closed form. */
static void slide(double x, double u, double t, double *at) {
  const double s = 0.25, w = sqrt(1 - s * s), a = x + 1, b = (u - s * a) / w;
  at[0] = exp(s * t) * (a * cos(w * t) + b * sin(w * t)) - 1;
  at[1] = exp(s * t) * ((s * a + w * b) * cos(w * t) + (s * b - w * a) * sin(w * t));
}

static void slides_by_the_closed_form(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  mode md = {.sign = {1}};
  expansion e;
  step_cost cost;
  double x[X] = {-2, 0.5}, at[2];
  const double length = BIG * t->unit;
  ss_tube_set_mode(t, &md);
  ss_tube_expand(t, &md, x, &e);
  ss_tube_price(t, &md, &e, length, &cost);
  ss_tube_advance(t, &e, length, x);
  slide(-2, 0.5, length, at);
  assert_true(fabs(x[0] - at[0]) < 1e-14 && fabs(x[1] - at[1]) < 1e-14);
  /* the bounds are not smaller than the errors, and small */
  assert_true(cost.jump > 0 && cost.jump < 1e-13 && cost.residual > 0 && cost.residual < 1e-12);
  assert_true(cost.wrong < 1e-14 && cost.least[0] > 0.4);
  close_subject(&s);
}

/* It stops where its speed is 0, and sticks, turns or goes on as forces say. */
static void finds_events(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  for (int turns = 0; turns < 2; turns++) {
    double x[X] = {turns ? 2 : 0.1, 0.05}, at[2];
    mode md = {.sign = {1}};
    expansion e;
    size_t turning;
    ss_tube_set_mode(t, &md);
    ss_tube_expand(t, &md, x, &e);
    const uint64_t when = ss_tube_find_event(t, &md, &e, BIG, &turning);
    assert_true(when < (uint64_t)BIG << FINE && turning == SIZE_MAX);
    const double time = ldexp((double)when, -FINE) * t->unit;
    slide(x[0], 0.05, time, at);
    assert_true(at[1] >= 0 && at[1] < 1e-10);
    ss_tube_advance(t, &e, time, x);
    ss_tube_choose_mode(t, x, 1e-9, turning, &md);
    assert_int_equal(md.sign[0], turns ? -1 : 0);
    assert_true(fabs(x[1]) < 1e-15);
  }
  close_subject(&s);
}

/* Mass 1 sticks while mass 2 comes nearer, if that is not too fast. */
static void releases_what_cannot_hold(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  double x[X] = {0.5, 1.5, 0, -0.5};
  mode md = {.sign = {0}};
  expansion e;
  step_cost cost;
  size_t turning;
  ss_tube_choose_mode(t, x, 1e-9, SIZE_MAX, &md);
  assert_int_equal(md.sign[0], 0);
  assert_int_equal(md.sign[1], -1);
  ss_tube_expand(t, &md, x, &e);
  /* w^T u' = 0: s = (A x)_u of mass 1 = x2 - 2 x1 - x1'/8 - 3 x2'/8 */
  assert_true(fabs(e.s[0][0] - (0.5 + 0.375 * 0.5)) < 1e-12);
  ss_tube_price(t, &md, &e, t->unit, &cost);
  assert_true(cost.residual < 1e-11);
  /* the second one is fed by more speed: then it cannot hold, and slides forwards at once */
  ss_tube_find_event(t, &md, &e, BIG, &turning);
  assert_true(turning == SIZE_MAX);
  double fast[X] = {0.5, 1.5, 0, -1.2};
  md = (mode){.sign = {0}};
  ss_tube_choose_mode(t, fast, 1e-9, SIZE_MAX, &md);
  assert_int_equal(md.sign[0], 0);
  double faster[X] = {0.5, 1.5, 0, -1.5};
  md = (mode){.sign = {0}};
  ss_tube_choose_mode(t, faster, 1e-9, SIZE_MAX, &md);
  assert_int_equal(md.sign[0], 1);
  close_subject(&s);
}

/* A step in the wrong mode is paid for: slip of the wrong sign, a force beyond its bound. */
static void wrong_modes_cost(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  mode forwards = {.sign = {1}}, stuck = {.sign = {0}};
  expansion e;
  step_cost cost;
  ss_tube_set_mode(t, &forwards);
  ss_tube_expand(t, &forwards, (double[]){0, -0.5}, &e);
  ss_tube_price(t, &forwards, &e, t->unit, &cost);
  assert_true(cost.least[0] <= -0.5 && cost.wrong >= 6 * 0.5);
  ss_tube_set_mode(t, &stuck);
  ss_tube_expand(t, &stuck, (double[]){-3, 0}, &e);
  ss_tube_price(t, &stuck, &e, t->unit, &cost);
  assert_true(cost.excess >= 2 && cost.excess < 2.01);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slides_by_the_closed_form), cmocka_unit_test(finds_events),
      cmocka_unit_test(releases_what_cannot_hold), cmocka_unit_test(wrong_modes_cost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
