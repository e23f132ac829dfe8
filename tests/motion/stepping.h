/* stepping.h: a stepper of the time-stepping method, one step at a time, for tests. */
#ifndef STANDSTILL_TESTS_MOTION_STEPPING_H
#define STANDSTILL_TESTS_MOTION_STEPPING_H

#include "../../src/motion/moreau.h"
#include "machine.h"

typedef struct stepping {
  machine m;
  ss_moreau stepper;
  ss_moreau_state state;
  ss_moreau_result result;
} stepping;

static inline stepping stepping_open(machine m, const char *state) {
  stepping s = {.m = m};
  machine_put(&s.m, state);
  assert_int_equal(ss_moreau_create(m.arena, m.system, m.parameters, &s.stepper), SS_OK);
  assert_int_equal(ss_moreau_new_state(m.arena, &s.stepper, &s.state), SS_OK);
  assert_int_equal(ss_moreau_new_result(m.arena, &s.stepper, &s.result), SS_OK);
  ss_moreau_start(&s.stepper, 0, s.m.q, s.m.u, &s.state);
  return s;
}

static inline void stepping_step(stepping *s, double dt) {
  const ss_status status = ss_moreau_step(&s->stepper, &s->state, dt, &s->result);
  if (status != SS_OK) print_error("stopped: %s\n", s->stepper.why);
  assert_int_equal(status, SS_OK);
}

static inline void stepping_close(stepping *s) {
  ss_moreau_destroy(&s->stepper);
  machine_close(&s->m);
}

/* The rocking block that sticks where it stands, let go on one corner, until `end`: the largest
 * difference of positions and velocities from the event-driven motion. */
static inline double stepping_rock(double end, double step) {
  const char *settings[] = {"mu=2", "k=0", NULL};
  double state[2][6], error = 0;
  for (int method = 0; method < 2; method++) {
    machine m = machine_open("rocking-block", settings);
    machine_put(&m, "tilted");
    m.options.method = method ? SS_MOTION_MOREAU : SS_MOTION_EVENTS;
    m.options.step = step;
    machine_run_well(&m, end);
    for (size_t k = 0; k < 3; k++) state[method][k] = m.motion.q[k];
    for (size_t k = 0; k < 3; k++) state[method][3 + k] = m.motion.u[k];
    machine_close(&m);
  }
  for (size_t k = 0; k < 6; k++) error = fmax(error, fabs(state[0][k] - state[1][k]));
  return error;
}

#endif
