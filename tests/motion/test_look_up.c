/* test_look_up.c: the state of a motion between its samples, against closed forms. */
#include "machine.h"

/* Under gravity the cubic is the motion itself; at an impact the state is that after it. */
static void a_ball(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  double x[2];
  how.end = 1;
  how.every = 0.3;
  assert_int_equal(ss_motion_run(m.arena, m.system, m.parameters, m.q, m.u, &how, &motion), SS_OK);
  const double g = 9.81, hit = sqrt(2 / g), speed = 0.8 * g * hit;
  for (double t = 0; t <= 1; t += 0.0371) {
    ss_motion_look_up(&motion, 1, t, x);
    const double s = t - hit, y = s < 0 ? 1 - g * t * t / 2 : speed * s - g * s * s / 2;
    assert_true(fabs(x[0] - y) < 1e-9 && fabs(x[1] - (s < 0 ? -g * t : speed - g * s)) < 1e-8);
  }
  for (size_t k = 0; k < motion.events; k++) {
    if (motion.event[k].kind != SS_EVENT_IMPACT) continue;
    ss_motion_look_up(&motion, 1, motion.event[k].t, x);
    assert_true(x[1] == motion.event[k].u_after[0]);
  }
  ss_motion_look_up(&motion, 1, -1, x);
  assert_true(x[0] == motion.sample[0].q[0]);
  ss_motion_look_up(&motion, 1, 9, x);
  assert_true(x[0] == motion.q[0] && x[1] == motion.u[0]);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
