/* test_events_stances.c: forces and accelerations of given stances, by hand. */
#include "stage.h"

/* A block slides on both corners: N1 + N2 = m g, friction mu m g, moments about the centre. */
static void test_sliding_block(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("rocking-block", NULL), "rest, x'=1");
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  stage_set(&s, 1, SS_STANCE_SLIP, 1);
  assert_true(stage_solve(&s));
  const double *F = s.run.forces, a = 0.2, b = 0.1;
  assert_near(F[0] + F[1], 9.81, 1e-13);
  assert_near(F[2] + F[3], -0.3 * 9.81, 1e-13);
  assert_near((F[1] - F[0]) * a + b * (F[2] + F[3]), 0, 1e-13);
  assert_near(s.ev.contacts.acceleration[0], -0.3 * 9.81, 1e-13);
  assert_int_equal(s.ev.freedoms, 0);
  /* the rate of y: velocities, accelerations, powers */
  double y[16] = {0}, rate[16];
  memcpy(y, s.run.q, 3 * sizeof *y);
  memcpy(y + 3, s.run.u, 3 * sizeof *y);
  assert_true(ss_stances_rate(&s.ev, 0, y, rate));
  assert_near(rate[0], 1, 0);
  assert_near(rate[3], -0.3 * 9.81, 1e-13);
  assert_near(rate[6], 0, 1e-15);                /* no other work */
  assert_near(rate[8] + rate[9], -2.943, 1e-13); /* friction */
  stage_close(&s);
}

/* Held on both corners: four directions for three coordinates. */
static void test_dependent(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("rocking-block", NULL), "rest, x=0.05");
  stage_set(&s, 0, SS_STANCE_HELD, 1);
  stage_set(&s, 1, SS_STANCE_HELD, 1);
  assert_true(stage_solve(&s));
  assert_int_equal(s.ev.freedoms, 1);
  for (size_t k = 0; k < 3; k++) assert_near(s.ev.contacts.acceleration[k], 0, 1e-13);
  assert_near(s.run.forces[2] + s.run.forces[3], 20 * 0.05, 1e-13);
  assert_int_equal(ss_stance_mode(&s.run, 0, &s.ev.stance[0]), SS_MODE_STICK);
  stage_close(&s);
}

/* A spatial slip has a direction, not a sign. */
static void test_mode_words(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("sliding-disk", NULL), "x'=-1, y'=1");
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  assert_int_equal(ss_stance_mode(&s.run, 0, &s.ev.stance[0]), SS_MODE_SLIP);
  stage_close(&s);
  stage_open(&s, machine_open("falling-block", NULL), "x'=-2");
  stage_set(&s, 0, SS_STANCE_SLIP, -1);
  assert_int_equal(ss_stance_mode(&s.run, 0, &s.ev.stance[0]), SS_MODE_SLIP_MINUS);
  stage_close(&s);
}

/* Stopping: held directions lose their velocity, friction of slipping ones goes with the normal. */
static void test_stop(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("falling-block", NULL), "x'=2, y'=0.01");
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  assert_true(stage_solve(&s));
  assert_true(ss_stances_stop(&s.ev, true, s.run.u));
  assert_near(s.run.u[1], 0, 1e-17);
  assert_near(s.run.u[0], 2 + 0.3 * 0.01, 1e-15); /* a normal impulse of -0.01 */
  s.run.u[0] = 2, s.run.u[1] = 0.01;
  assert_true(stage_solve(&s));
  assert_true(ss_stances_stop(&s.ev, false, s.run.u));
  assert_near(s.run.u[1], 0, 1e-17);
  assert_near(s.run.u[0], 2, 1e-15); /* without friction */
  stage_set(&s, 0, SS_STANCE_HELD, 1);
  assert_true(stage_solve(&s));
  assert_true(ss_stances_stop(&s.ev, true, s.run.u));
  assert_near(s.run.u[0], 0, 1e-15);
  stage_close(&s);
}

/* x1 = -x5 is a motion of its own by symmetry, so that its friction a does nothing to the other
 * directions: what is left of it there is rounding, which must not contradict the held b, c and d,
 * of which one is a combination of the others. */
static void test_cancelled(void **state) {
  (void)state;
  stage s;
  machine m =
      machine_parse("coord x0, x1, x3, x4, x5\n"
                    "kinetic = 3/2*x0'^2 + 9/8*x1'^2 + 1/2*x3'*x1' + 3/2*x3'^2"
                    " - 1/4*x4'*x0' - 3/8*x4'*x1' - 3/4*x4'*x3' + 21/16*x4'^2"
                    " + 1/4*x5'*x1' + 1/2*x5'*x3' - 3/8*x5'*x4' + 9/8*x5'^2\n"
                    "potential = x0^2 + x1^2 + x3^2 + x4^2 + x5^2\n"
                    "friction a { slip = 2*x5' - 2*x1'; normal = 1/4; law = coulomb(1) }\n"
                    "friction b { slip = -2*x3'; normal = 3; law = coulomb(1) }\n"
                    "friction c { slip = -x0'; normal = 5/2; law = coulomb(1) }\n"
                    "friction d { slip = 2*x0' + 2*x3'; normal = 1/2; law = coulomb(1) }\n");
  stage_open(&s, m, "x5'=1, x1'=-1");
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  for (size_t i = 1; i < 4; i++) stage_set(&s, i, SS_STANCE_HELD, 1);
  assert_true(stage_solve(&s));
  assert_int_equal(s.ev.freedoms, 1);
  /* along (-1, 1): 2 x1'' = 2 p, p = 1/4 */
  assert_near(s.ev.contacts.acceleration[4], -0.25, 1e-15);
  assert_near(s.ev.contacts.acceleration[1], 0.25, 1e-15);
  stage_close(&s);
}

/* Painleve: where the normal acceleration does not answer to the normal force, none exists. */
static void test_singular(void **state) {
  (void)state;
  stage s;
  machine m = machine_open("painleve-rod", NULL);
  /* 1/m + l^2/J c (c - mu s) = 0 for m = l = 1, J = 1/3: mu = (1/3 + c^2) / (c s) */
  const size_t mu = ss_model_find_parameter(m.model, "mu");
  m.parameters[mu] = (1.0 / 3 + cos(1) * cos(1)) / (cos(1) * sin(1));
  stage_open(&s, m, "pushed");
  stage_set(&s, 0, SS_STANCE_SLIP, 1);
  const bool found = stage_solve(&s);
  assert_true(!found || fabs(s.run.forces[0]) > 1e9 || s.ev.freedoms);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sliding_block), cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_mode_words),    cmocka_unit_test(test_stop),
      cmocka_unit_test(test_cancelled),     cmocka_unit_test(test_singular),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
