/* test_find_cycle.c: the cycle that a motion tends to, and none where there is none. */
#include "stage.h"

#define MACHINE "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nstate out { x = 1 }\n"

static ss_status find(stage *s, const char *text, double *period) {
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  const ss_cycle *cycle;
  *s = open_stage(text);
  how.end = 60;
  assert_int_equal(ss_machine_move(s->arena, s->machine, "out", &how, &s->said, &motion), SS_OK);
  const ss_status status = ss_machine_find_cycle(s->arena, s->machine, &how, &motion, &cycle);
  *period = cycle ? cycle->period : 0;
  return status;
}

/* Van der Pol's, mu = 1: the figure of the literature. */
static void one_that_attracts(void **state) {
  (void)state;
  stage s;
  double period;
  assert_int_equal(find(&s, MACHINE "force x = (1 - x^2)*x'\n", &period), SS_OK);
  assert_true(fabs(period - 6.6632868593231301897) < 1e-7);
  close_stage(&s);
}

static void none(void **state) {
  (void)state;
  stage s;
  double period;
  assert_int_equal(find(&s, MACHINE "force x = -x'/100\n", &period), SS_OK);
  assert_true(period == 0);
  close_stage(&s);
}

static void forces_that_depend_on_time(void **state) {
  (void)state;
  stage s;
  double period;
  assert_int_equal(find(&s, MACHINE "force x = sin(3*t) - x'\n", &period), SS_BAD_ARGUMENT);
  close_stage(&s);
}

RUN_TESTS(T(one_that_attracts), T(none), T(forces_that_depend_on_time))
