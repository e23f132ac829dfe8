/* test_moreau_step.c: single steps against what the formulas give by hand. */
#include "stepping.h"

/* x'' = -x: q_M = q + dt/2 u, u+ = u - dt q_M, q+ = q_M + dt/2 u+. */
static void test_free_step(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"),
                             "x=1,x'=0.5");
  stepping_step(&s, 0.1);
  const double middle = 1 + 0.05 * 0.5, u = 0.5 - 0.1 * middle;
  assert_near(s.state.u[0], u, 1e-16);
  assert_near(s.state.q[0], middle + 0.05 * u, 1e-16);
  assert_near(s.state.a[0], -middle, 1e-15);
  assert_near(s.state.t, 0.1, 1e-16);
  stepping_close(&s);
}

/* A sliding mass: u+ = u - dt mu N until it would turn, then 0; the book counts mu N times the way
 * of the mean velocity. */
static void test_friction(void **state) {
  (void)state;
  stepping s =
      stepping_open(machine_parse("coord x\nkinetic = 1/2*2*x'^2\n"
                                  "friction f { slip = x'; normal = 10; law = coulomb(0.4) "
                                  "}\n"),
                    "x'=0.3");
  stepping_step(&s, 0.1);
  assert_near(s.state.u[0], 0.1, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_SLIP_PLUS);
  assert_near(s.state.forces[0], -4, 1e-9);
  assert_near(s.result.amounts[2], -0.4 * 0.2, 1e-12);
  stepping_step(&s, 0.1);
  assert_near(s.state.u[0], 0, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_STICK);
  assert_near(s.result.amounts[2], -0.2 * 0.05, 1e-12);
  stepping_close(&s);
}

/* A clutch locks against -u, lets +u pass. */
static void test_clutch(void **state) {
  (void)state;
  stepping s = stepping_open(
      machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = -1\nclutch c { slip = x'; law = oneway "
                    "}\n"),
      "x'=0.15");
  stepping_step(&s, 0.1);
  assert_near(s.state.u[0], 0.05, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_FREE);
  stepping_step(&s, 0.1);
  assert_near(s.state.u[0], 0, 1e-12);
  assert_int_equal(s.result.modes[0], SS_MODE_STICK);
  stepping_step(&s, 0.1);
  assert_near(s.state.forces[0], 1, 1e-9);
  stepping_close(&s);
}

/* A bead on a circle keeps its speed and stays on the circle: |gap| <= dt^2 u^2 / r, since a
 * tangent leaves the circle by (dt u)^2 / 8 r. */
static void test_slider_follows_a_circle(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                           "slider ring { gap = sqrt(x^2 + y^2) - 1 }\n"),
                             "x=1,y'=1");
  const double dt = 1e-2;
  for (int k = 0; k < 1000; k++) {
    stepping_step(&s, dt);
    const double r = hypot(s.state.q[0], s.state.q[1]), u = hypot(s.state.u[0], s.state.u[1]);
    assert_near(r, 1, 1e-6);
    assert_near(u, 1, 1e-4);
    assert_true(s.result.penetration <= dt * dt);
    assert_near(s.state.forces[0], -1, 1e-3);
  }
  /* phase after ten time units */
  assert_near(s.state.q[0], cos(10), 1e-3);
  stepping_close(&s);
}

/* A deep contact rises gently and stays pressed. */
static void test_deep_contacts_rise(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("bouncing-ball", NULL), "rest");
  s.state.q[0] = -1e-3;
  s.state.touches[0] = true;
  const double dt = 1e-3;
  double last = -1e-3;
  for (int k = 0; k < 2000; k++) {
    stepping_step(&s, dt);
    assert_true(s.state.touches[0]);
    assert_true(s.state.u[0] >= -1e-12 && s.state.u[0] <= 9.81 * dt);
    assert_true(s.state.q[0] >= last - 1e-15);
    last = s.state.q[0];
  }
  assert_near(s.state.q[0], 0, 1e-14);
  stepping_close(&s);
}

/* A contact that is pulled away is free at once, and its gap opens. */
static void test_contact_lets_go(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord y\nkinetic = 1/2*y'^2\nforce y = 1\n"
                                           "contact floor { gap = y }\n"),
                             "y=0");
  assert_true(s.state.touches[0]);
  stepping_step(&s, 0.1);
  assert_false(s.state.touches[0]);
  assert_int_equal(s.result.modes[0], SS_MODE_FREE);
  assert_near(s.state.u[0], 0.1, 1e-12);
  stepping_close(&s);
}

/* A floor that rises by itself takes what lies on it along. */
static void test_moving_floor(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                                           "contact floor { gap = y - sin(t) }\n"),
                             "y'=1");
  const double dt = 1e-3;
  for (int k = 1; k <= 1000; k++) {
    stepping_step(&s, dt);
    assert_near(s.state.q[0], sin(k * dt), 1e-6);
    assert_near(s.state.u[0], cos(k * dt), 1e-5);
  }
  assert_near(s.state.forces[0], 10 - sin(1), 1e-2);
  stepping_close(&s);
}

static void expect_failure(const char *text, const char *from, const char *part) {
  stepping s = stepping_open(machine_parse(text), from);
  ss_status status = SS_OK;
  for (int k = 0; k < 100 && status == SS_OK; k++)
    status = ss_moreau_step(&s.stepper, &s.state, 0.1, &s.result);
  assert_int_not_equal(status, SS_OK);
  assert_non_null(strstr(s.stepper.why, part));
  stepping_close(&s);
}

static void test_failures(void **state) {
  (void)state;
  expect_failure("coord x\nkinetic = 1/2*(1 - x)*x'^2\n", "x'=1", "mass matrix");
  expect_failure("coord x\nkinetic = 1/2*x'^2\nfriction f { slip = x'; normal = 1 - x; law = "
                 "coulomb(0.01) }\n",
                 "x'=1", "normal force is negative");
  expect_failure("coord x\nkinetic = 1/2*x'^2\npotential = (1 - x)^(5/2)\n", "x'=1", "finite");
  expect_failure("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\ncontact c { gap = sqrt(1 - x) + y }\n",
                 "x'=1,y=1", "finite");
}

/* A block turns about a corner that sticks, to second order: the slip velocity is 0 at the end of
 * steps, not with the directions of their middle. */
static void test_turns_about_a_corner(void **state) {
  (void)state;
  for (double step = 1e-3; step > 1e-4; step /= 2)
    assert_true(stepping_rock(0.1, step) < 25 * step * step);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_free_step),
      cmocka_unit_test(test_friction),
      cmocka_unit_test(test_clutch),
      cmocka_unit_test(test_slider_follows_a_circle),
      cmocka_unit_test(test_deep_contacts_rise),
      cmocka_unit_test(test_contact_lets_go),
      cmocka_unit_test(test_moving_floor),
      cmocka_unit_test(test_turns_about_a_corner),
      cmocka_unit_test(test_failures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
