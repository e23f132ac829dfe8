/* test_events_choose.c: which modes follow, also where two of them are the same at that instant. */
#include "stage.h"

/* Two masses let go where the second is exactly at its bound: it slips at once. */
static void test_start_at_the_bound(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  machine_put(&m, "x1=3, x2=1");
  machine_run_well(&m, 0.5);
  assert_int_equal(m.motion.events, 0);
  assert_int_equal(m.motion.sample[0].modes[0], SS_MODE_SLIP_MINUS);
  assert_int_equal(m.motion.sample[0].modes[1], SS_MODE_SLIP_PLUS);
  machine_close(&m);
}

/* A mass that a growing force pulls loose: 2 t = mu N, then x = (t - 1.5)^3 / 3; `k` pulls it back
 * so that it sticks again. Events in turn. */
static void test_stick_slip(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 3.5*sin(t)\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.3) }\n");
  machine_run_well(&m, 10);
  /* loose at sin t = 6/7, and again half a period later, the other way */
  const double t = asin(6.0 / 7);
  const ss_event_kind kinds[] = {SS_EVENT_SLIP, SS_EVENT_STICK, SS_EVENT_SLIP, SS_EVENT_STICK};
  for (size_t i = 0; i < 4; i++) assert_int_equal(m.motion.event[i].kind, kinds[i]);
  assert_near(m.motion.event[0].t, t, 1e-9);
  assert_near(m.motion.event[2].t, t + M_PI, 1e-9);
  /* the velocity 3.5 (cos a - cos t) - 3 (t - a) is 0 where it sticks */
  const double stick = m.motion.event[1].t;
  assert_near(3.5 * (cos(t) - cos(stick)) - 3 * (stick - t), 0, 1e-8);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* A spring whose end rises lifts a mass off the floor at m g = k v t, where the forces that the
 * contact has to balance have come down to rounding; from there x = v (s - sin(w s) / w). */
static void test_lifted_off(void **state) {
  (void)state;
  const double speed[] = {0.3, 0.31, 0.37, 0.5, 1, 7};
  for (size_t i = 0; i < sizeof speed / sizeof *speed; i++) {
    const double v = speed[i], w = sqrt(40 / 1.3), begin = 1.3 * 9.81 / (40 * v);
    char text[300];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*1.3*x'^2\n"
             "potential = 1/2*40*(x - %g*t)^2 + 1.3*9.81*x\ncontact floor { gap = x }\n",
             v);
    machine m = machine_parse(text);
    machine_run_well(&m, begin + 1);
    assert_int_equal(m.motion.events, 1);
    assert_int_equal(m.motion.event[0].kind, SS_EVENT_DETACH);
    assert_near(m.motion.event[0].t, begin, 1e-12);
    assert_near(m.motion.q[0], v * (1 - sin(w) / w), 1e-9);
    assert_true(machine_residual(&m) < 1e-9);
    machine_close(&m);
  }
}

/* A clutch drives while it is pushed, and lets go when it is not. */
static void test_clutch(void **state) {
  (void)state;
  machine m = machine_open("ratchet", NULL);
  machine_put(&m, "wound");
  machine_run_well(&m, 20);
  assert_true(m.motion.at_rest);
  assert_int_equal(m.motion.sample[0].modes[0], SS_MODE_STICK);
  assert_int_equal(m.motion.event[0].kind, SS_EVENT_SLIP); /* the wheel runs ahead */
  assert_int_equal(m.motion.event[0].element, 0);
  assert_true(machine_residual(&m) < 1e-12);
  machine_close(&m);
}

/* A disk lies on a cart and slips by less than what ends a spatial slip (1e-9): it lies still on
 * it, and both go on with the velocity of their common centre. As a slip it came to no end: the end
 * was behind it, and rounding of the velocities kept its steps from going on. */
static void test_slower_than_the_end(void **state) {
  (void)state;
  for (int i = 1; i <= 9; i++) {
    const double v = 1 + 0.1 * i;
    char start[120];
    machine m = machine_parse("coord x, y, c, d\n"
                              "kinetic = 1/2*(x'^2 + y'^2) + 10*(c'^2 + d'^2)\n"
                              "friction cart { slip = (x' - c', y' - d'); normal = 10; "
                              "law = disk(0.3) }\n");
    snprintf(start, sizeof start, "x'=%g+%d.3e-10,c'=%g,y'=0.73+2e-10,d'=0.73", v, i, v);
    machine_put(&m, start);
    machine_run_well(&m, 3);
    assert_int_equal(m.motion.sample[0].modes[0], SS_MODE_STICK);
    assert_near(m.motion.u[0], m.motion.u[2], 1e-15);
    assert_near(m.motion.u[0], v, 1e-10);
    assert_near(m.motion.u[1], m.motion.u[3], 1e-15);
    assert_true(m.motion.steps < 100);
    machine_close(&m);
  }
}

/* Three contacts in one corner: more closed directions than coordinates, all at rest. */
static void test_corner(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 10*y + 10*x\n"
                            "contact floor { gap = y; slip = x'; law = coulomb(0.2) }\n"
                            "contact wall { gap = x; slip = y'; law = coulomb(0.2) }\n"
                            "contact slope { gap = x + y; slip = x' - y'; law = coulomb(0.2) }\n");
  machine_put(&m, "x=0, y=0");
  machine_run_well(&m, 1);
  assert_true(m.motion.at_rest);
  machine_put(&m, "x=0, y=0.5");
  machine_run_well(&m, 5);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.q[0], 0, 1e-12);
  assert_near(m.motion.q[1], 0, 1e-12);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* A foot of the biped that sticks could lift off all along (Painleve's ambiguity, which the motion
 * entered sticking); when it reaches its bound, nothing else is left. Time stepping, which knows no
 * modes, does the same, to its error of first order in the step. */
static void test_end_of_ambiguity(void **state) {
  (void)state;
  machine m = machine_open("planar-biped", NULL);
  machine_put(&m,
              "x=0.18221963639425165, x'=0.98305505098988144, z=0.025476976757608318, "
              "z'=0.61154218661130422, theta=0.093132478280093259, theta'=-0.87795788797014818");
  machine_run_well(&m, 2);
  const ss_event *e = machine_event(&m, SS_EVENT_DETACH, 0);
  assert_non_null(e);
  assert_int_equal(e->element, 1);
  /* the last forces of the foot: at its bound mu = 2 */
  const ss_sample *before = NULL;
  m.options.every = e->t * (1 - 1e-9);
  const double t = e->t;
  machine_run_well(&m, t * (1 - 1e-10));
  for (size_t i = 0; i < m.motion.samples; i++)
    if (m.motion.sample[i].t == m.options.every) before = &m.motion.sample[i];
  assert_non_null(before);
  assert_int_equal(before->modes[1], SS_MODE_STICK);
  assert_near(fabs(before->forces[3] / before->forces[1]), 2, 1e-7);
  m.options.every = 0;
  machine_run_well(&m, 2);
  const double x = m.motion.q[0], z = m.motion.q[1], theta = m.motion.q[2];
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 1e-4;
  machine_run_well(&m, 2);
  assert_near(m.motion.q[0], x, 1e-3);
  assert_near(m.motion.q[1], z, 1e-3);
  assert_near(m.motion.q[2], theta, 1e-3);
  machine_close(&m);
}

/* A table turns about a foot that has stopped, three others slide: it sticks wherever admissible
 * forces hold it. The inertia that decides is varied through the border. */
static void test_foot_is_held_if_it_can_be(void **state) {
  (void)state;
  size_t held = 0, slips = 0;
  for (int k = 0; k < 60; k++) {
    char inertia[20], from[160];
    const double gamma = 0.1 * k, turn = k % 2 ? 0.05 : -0.05;
    const double x = 0.4 * cos(gamma) + 0.3 * sin(gamma), y = 0.4 * sin(gamma) - 0.3 * cos(gamma);
    snprintf(inertia, sizeof inertia, "Jz=%.3f", 0.6 + 0.02 * k);
    snprintf(from, sizeof from, "z=0.5,gamma=%.17g,x'=%.17g,y'=%.17g,gamma'=%.17g", gamma, turn * y,
             -turn * x, turn);
    stage s;
    stage_open(&s, machine_open("four-leg-table", (const char *[]){inertia, NULL}), from);
    assert_int_equal(ss_events_choose(&s.ev), SS_OK);
    const ss_stance found = s.ev.stance[3];
    s.ev.stance[3] = (ss_stance){.kind = SS_STANCE_HELD, .sign = 1, .side = 1};
    const bool can_be = stage_solve(&s) && s.ev.margin > 0;
    assert_int_equal(found.kind == SS_STANCE_HELD, can_be);
    held += can_be, slips += !can_be;
    stage_close(&s);
  }
  assert_true(held > 0 && slips > 0);
}

/* Masses let go along walls that touch them without a force fall freely, in the plane, in space and
 * wedged between two walls at an angle that friction does not hold (tan = 4/3 > mu). */
static void test_falls_along_a_wall(void **state) {
  (void)state;
  static const char *const text[] = {
      "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 9.81*y\n"
      "contact wall { gap = x; slip = y'; law = coulomb(0.5) }\n",
      "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = 9.81*y\n"
      "contact wall { gap = x; slip = (y', z'); law = disk(0.5) }\n",
      "coord x, y, phi\n"
      "body peg { mass = 1; inertia = 1/12; at = (x, y, phi); gravity = (0, -9.81) }\n"
      "point L on peg (-0.5, 0)\npoint R on peg (0.5, 0)\n"
      "contact left { gap = L.x + 0.3; slip = ddt(L.y); law = coulomb(0.5) }\n"
      "contact right { gap = 0.3 - R.x; slip = ddt(R.y); law = coulomb(0.5) }\n"};
  static const char *const from[] = {"y=0", "y=0", "phi=acos(3/5)"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    machine m = machine_parse(text[i]);
    machine_put(&m, from[i]);
    machine_run_well(&m, 1);
    assert_near(m.motion.q[1], -9.81 / 2, 1e-9);
    assert_near(m.motion.u[1], -9.81, 1e-9);
    assert_false(m.motion.at_rest);
    assert_near(m.motion.energy.residual, 0, 1e-9);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start_at_the_bound),  cmocka_unit_test(test_stick_slip),
      cmocka_unit_test(test_lifted_off),          cmocka_unit_test(test_clutch),
      cmocka_unit_test(test_slower_than_the_end), cmocka_unit_test(test_corner),
      cmocka_unit_test(test_end_of_ambiguity),    cmocka_unit_test(test_foot_is_held_if_it_can_be),
      cmocka_unit_test(test_falls_along_a_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
