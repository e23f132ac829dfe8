/* test_turns.c: sections and turns, against closed forms. */
#include "../../src/motion/turns.h"
#include "machine.h"

static ss_turns open_turns(machine *m, double end) {
  ss_turns turns;
  m->options.end = end;
  assert_int_equal(ss_turns_open(&turns, m->arena, m->system, m->parameters, &m->options), SS_OK);
  return turns;
}

/* x = A exp(-d t) cos(w t + ...): from one greatest x to the next it takes 2 pi/w and shrinks by
 * exp(-2 pi d/w), from whatever moment the motion is followed. */
static void turns_of_a_damped_oscillator(void **state) {
  (void)state;
  const double d = 0.05, w = sqrt(1 - d * d), shrinks = exp(-2 * M_PI * d / w);
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "force x = -x'/10\n");
  ss_turns turns = open_turns(&m, 100);
  double q = 1, u = 0.3, t;
  assert_true(ss_turns_next(&turns, 100, &q, &u, &t));
  assert_true(t < 2 * M_PI && q > 1);
  for (int k = 0; k < 5; k++) {
    const double before = q;
    assert_true(ss_turns_next(&turns, 100, &q, &u, &t));
    assert_near(t, 2 * M_PI / w, 1e-8);
    assert_near(q, before * shrinks, 1e-9);
    assert_near(u, 0, 0);
    assert_near(turns.high[0], before, 1e-9);
    assert_near(turns.low[0], -before * sqrt(shrinks), 0.1 * before); /* at the ends of steps */
    assert_true(turns.fast[0] > 0.9 * q && turns.slow[0] < -0.9 * q);
  }
  machine_close(&m);
}

/* The coordinate that moves most is that of the section; x_i leaves its velocity out. */
static void a_survey_chooses(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 1/2*x^2 + 2*y^2\n");
  ss_turns turns = open_turns(&m, 20);
  double q[] = {0.5, 2}, u[] = {0, 0}, t, x[4] = {0, 1, 2, 3};
  assert_true(ss_turns_survey(&turns, q, u));
  assert_int_equal(turns.j, 1);
  assert_near(turns.high[1] - turns.low[1], 4, 0.2);
  assert_true(ss_turns_next(&turns, 20, q, u, &t));
  assert_near(t, M_PI, 1e-8);
  for (size_t i = 0; i < 3; i++) assert_near(*ss_turns_locate(&turns, x, i), (double)i, 0);
  q[1] = 0.1, u[1] = 0;
  assert_true(ss_turns_survey(&turns, q, u));
  assert_int_equal(turns.j, 0);
  assert_near(*ss_turns_locate(&turns, x, 2), 3, 0);
  machine_close(&m);
}

/* No turn: it comes to rest first, the time is over, nothing moves, the start is refused. */
static void no_turn(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                            "contact c { gap = x + 10 }\n");
  ss_turns turns = open_turns(&m, 50);
  double q = 0.5, u = 0, t;
  assert_false(ss_turns_survey(&turns, &q, &u));
  q = 1.5;
  assert_true(ss_turns_survey(&turns, &q, &u));
  assert_false(ss_turns_next(&turns, 50, &q, &u, &t));
  q = 9, u = 0;
  assert_false(ss_turns_next(&turns, 1, &q, &u, &t));
  q = -11, u = 0;
  assert_false(ss_turns_next(&turns, 50, &q, &u, &t));
  assert_int_equal(turns.last, SS_BAD_INPUT);
  assert_int_equal(turns.status, SS_OK);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_of_a_damped_oscillator),
      cmocka_unit_test(a_survey_chooses),
      cmocka_unit_test(no_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
