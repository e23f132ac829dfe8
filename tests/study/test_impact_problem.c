/* test_impact_problem.c: the contact problem of an impact, of a time step, of nothing. */
#include "stage.h"

static const char BALL[] = "coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                           "contact floor { gap = y; restitution = newton(1/2, 0) }\n"
                           "state up { y = 1 }\nstate down { y = 0 }\n";

static ss_contact_state met(stage *s, const char *from, double end) {
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  ss_contact_state state;
  how.end = end;
  assert_int_equal(ss_machine_move(s->arena, s->machine, from, &how, &s->said, &motion), SS_OK);
  assert_int_equal(ss_machine_problem(s->arena, s->machine, &motion, 0.01, &state), SS_OK);
  return state;
}

/* From y = 1 it falls with sqrt(20): (1 + e) gamma = -1.5 sqrt(20). */
static void of_an_impact(void **state) {
  (void)state;
  stage s = open_stage(BALL);
  const ss_contact_state met_there = met(&s, "up", 0.6);
  assert_int_equal(met_there.contacts, 1);
  assert_true(fabs(met_there.c[0] + 1.5 * sqrt(20)) < 1e-8);
  close_stage(&s);
}

/* On the floor gravity gives -10 dt; in the air nothing is closed. */
static void of_a_time_step(void **state) {
  (void)state;
  stage s = open_stage(BALL);
  const ss_contact_state still = met(&s, "down", 0.1), high = met(&s, "up", 0.1);
  assert_int_equal(still.contacts, 1);
  assert_true(fabs(still.c[0] + 0.1) < 1e-12);
  assert_int_equal(high.contacts, 0);
  close_stage(&s);
}

RUN_TESTS(T(of_an_impact), T(of_a_time_step))
