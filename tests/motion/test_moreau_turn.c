/* test_moreau_turn.c: slips that end within a step. */
#include "stepping.h"

static const char *const mass = "coord x\nkinetic = 1/2*x'^2\nforce x = %g\n"
                                "friction f { slip = x'; normal = 1; law = coulomb(1) }\n";

/* x'' = F - sign(x') from x' = u; two steps, the slip ends in the second. */
static stepping open_mass(double F, double u) {
  char text[200], from[50];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(text, sizeof text, mass, F);
#pragma GCC diagnostic pop
  snprintf(from, sizeof from, "x'=%.17g", u);
  return stepping_open(machine_parse(text), from);
}

/* F = -2: it slows down with 3, then slips back with 1. Velocities are exact. */
static void test_slip_turns(void **state) {
  (void)state;
  const double dt = 0.1, u = 0.45, turn = u / 3;
  stepping s = open_mass(-2, u);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], u - 3 * dt, 1e-12);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], -(2 * dt - turn), 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_SLIP_MINUS);
  assert_near(s.state.forces[0], 1, 1e-9);
  assert_near(s.state.a[0], -1, 1e-9);
  /* work of the step: -1 on the way out, -1 on the way back */
  const double out = 0.5 * 3 * (turn - dt) * (turn - dt),
               back = 0.5 * (2 * dt - turn) * (2 * dt - turn);
  assert_near(s.result.amounts[2], -out - back, 1e-12);
  assert_near(s.result.amounts[0], -2 * (out - back), 1e-12);
  stepping_close(&s);
}

/* F = -1/2: it stops and stays. */
static void test_slip_ends(void **state) {
  (void)state;
  const double dt = 0.1, u = 0.225, turn = u / 1.5;
  stepping s = open_mass(-0.5, u);
  stepping_step(&s, dt);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], 0, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_STICK);
  assert_near(s.result.amounts[2], -0.5 * 1.5 * (turn - dt) * (turn - dt), 1e-12);
  stepping_step(&s, dt);
  assert_near(s.state.forces[0], 0.5, 1e-9);
  assert_near(s.state.u[0], 0, 1e-12);
  stepping_close(&s);
}

/* Two slips end in one step: the first is taken. */
static void test_first_of_two(void **state) {
  (void)state;
  stepping s = stepping_open(
      machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = -2\nforce y = -2\n"
                    "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                    "friction g { slip = y'; normal = 1; law = coulomb(1) }\n"),
      "x'=0.45,y'=0.5");
  stepping_step(&s, 0.1);
  stepping_step(&s, 0.1);
  assert_near(s.state.u[0], -(0.2 - 0.15), 1e-12);
  /* the other one is stopped by the contact problem, as without this file */
  assert_true(fabs(s.state.u[1]) < 0.05);
  stepping_close(&s);
}

/* Directions that turn with the machine: zeta_T counts, and the order is two. */
static void test_directions_that_turn(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    machine m = machine_open("rocking-block", NULL);
    machine_put(&m, "tilted");
    m.options.method = SS_MOTION_MOREAU;
    m.options.step = k ? 2.5e-4 : 2e-3;
    machine_run_well(&m, 0.145); /* the slip turns at 0.1395 */
    const ss_motion stepped = m.motion;
    m.options.method = SS_MOTION_EVENTS;
    machine_run_well(&m, 0.145);
    error[k] = fabs(stepped.u[0] - m.motion.u[0]);
    machine_close(&m);
  }
  assert_true(error[0] < 1e-4 && error[1] * 3 * 3 * 3 < error[0]);
}

/* A clutch that is overtaken at the start jerks in the first step; that is no acceleration by which
 * the brake's slip would end in the second: (Ja + Jb) w' = -k a + mu N r. */
static void test_clutch_jerks(void **state) {
  (void)state;
  const double dt = 1e-4;
  stepping s = stepping_open(machine_open("ratchet", NULL), "a=-0.08, a'=0.4, b'=-0.8");
  stepping_step(&s, dt);
  const double w = s.state.u[1];
  assert_near(w, (0.1 * 0.4 - 0.2 * 0.8) / 0.3, 10 * dt);
  assert_near(s.state.u[0], w, 1e-12);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], s.state.u[1], 1e-12);
  assert_near((s.state.u[1] - w) / dt, (5 * 0.08 + 0.4 * 20 * 0.05) / 0.3, 0.01);
  stepping_close(&s);
}

/* A weak hit stops the fall within a step, and friction with it: u_x loses mu (g dt + |u_y|). That
 * is no deceleration by which the slip would end in the next step: there it loses mu g dt. */
static void test_weak_hit(void **state) {
  (void)state;
  const double dt = 0.01, mu = 0.5, g = 10, u = 0.17;
  stepping s =
      stepping_open(machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
                                  "contact c { gap = y; slip = x'; law = coulomb(0.5); "
                                  "restitution = newton(0, 0) }\n"),
                    "y=0.0009, x'=0.17");
  stepping_step(&s, dt);
  assert_near(s.state.u[1], -g * dt, 1e-12);
  stepping_step(&s, dt);
  assert_int_equal(s.result.hits, 0);
  assert_near(s.state.u[0], u - mu * 2 * g * dt, 1e-12);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], u - mu * 3 * g * dt, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_SLIP_PLUS);
  stepping_step(&s, dt);
  assert_near(s.state.u[0], 0, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_STICK);
  stepping_close(&s);
}

/* An impact in the second half of the last step is made up for in this one, and the corner that
 * sticks does not end a slip then: second order, wherever in a step the impact falls. */
static void test_stick_after_hit(void **state) {
  (void)state;
  for (double step = 4e-4; step > 2e-5; step *= 0.9)
    assert_true(stepping_rock(0.15, step) < 100 * step * step);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slip_turns),      cmocka_unit_test(test_slip_ends),
      cmocka_unit_test(test_first_of_two),    cmocka_unit_test(test_directions_that_turn),
      cmocka_unit_test(test_clutch_jerks),    cmocka_unit_test(test_weak_hit),
      cmocka_unit_test(test_stick_after_hit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
