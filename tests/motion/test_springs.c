/* test_springs.c: forces, smoothed friction, modes and energies of contacts that give way. */
#include "../../src/motion/run.h"
#include "machine.h"

enum { SPRINGS_MOST = 8 };

/* A run with springs of stiffness 1000 that touch, damping 3. */
typedef struct bench {
  machine m;
  ss_run run;
  ss_springs springs;
  ss_penalty_spring of[SPRINGS_MOST];
  double force[4 * SPRINGS_MOST], impulse[4 * SPRINGS_MOST], gamma[4 * SPRINGS_MOST];
  double load[SPRINGS_MOST];
} bench;

static void start(bench *b, const char *text) {
  *b = (bench){.m = machine_parse(text)};
  assert_int_equal(ss_run_start(&b->run, b->m.arena, b->m.system, b->m.parameters, &b->m.options),
                   SS_OK);
  b->springs = (ss_springs){b->of, b->force, b->impulse};
  for (size_t i = 0; i < SPRINGS_MOST; i++)
    b->of[i] = (ss_penalty_spring){.stiffness = 1000, .on = true, .damping = 3};
  b->run.springs = &b->springs;
}

static void stop(bench *b) {
  ss_run_end(&b->run);
  machine_close(&b->m);
}

/* Forces and load at a state. */
static void press(bench *b, double t, const char *state) {
  ss_run *run = &b->run;
  machine_put(&b->m, state);
  ss_run_evaluate(run, t, b->m.q, b->m.u);
  for (size_t i = 0; i < run->normals; i++)
    b->gamma[i] = ss_contact_rate(run->n, run->at.WN, run->at.wN, i, b->m.u);
  for (size_t i = 0; i < run->slips; i++)
    b->gamma[run->normals + i] = ss_contact_rate(run->n, run->at.WT, run->at.wT, i, b->m.u);
  memset(b->load, 0, sizeof b->load);
  ss_springs_press(run, b->gamma, b->load);
}

static const char table[] = "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "contact floor { gap = y + x/2; slip = x'; law = coulomb(1/2) }\n"
                            "friction rail { slip = y'; normal = 2; law = coulomb(1) }\n"
                            "contact roof { gap = 9 - y }\n";

static void test_forces(void **state) {
  (void)state;
  bench b;
  start(&b, table);
  b.of[2].on = false;
  assert_true(ss_springs_have(&b.run, 0) && ss_springs_have(&b.run, 2));
  assert_false(ss_springs_have(&b.run, 1)); /* a friction element stays what it is */
  press(&b, 0, "y=-0.01,x'=1,y'=-2");
  /* S = 10, N = 10 - 3 (-2 + 1/2) = 14.5; friction -S/2 */
  assert_near(b.force[0], 14.5, 1e-12);
  assert_near(b.force[1], 0, 0);
  assert_near(b.force[2], -5, 1e-12);
  assert_near(b.force[3], 0, 0);
  assert_near(b.load[0], 14.5 / 2 - 5, 1e-12);
  assert_near(b.load[1], 14.5, 1e-12);
  assert_near(ss_springs_energy(&b.run), 0.5 * 1000 * 1e-4, 1e-15);
  ss_springs_measure(&b.run);
  assert_near(b.run.penetration, 0.01, 1e-15);
  /* the damper pulls, friction does not */
  press(&b, 0, "y=-0.001,y'=2");
  assert_near(b.force[0], 1 - 6, 1e-12);
  assert_near(b.force[2], 0, 0);
  /* beyond the floor, on its way out of a step: no friction */
  press(&b, 0, "y=0.001,x'=2");
  assert_near(b.force[2], 0, 0);
  b.of[0].on = false;
  press(&b, 0, "y=-0.01,x'=1");
  assert_near(b.load[1], 0, 0);
  assert_near(ss_springs_energy(&b.run), 0, 0);
  stop(&b);
}

/* In proportion to slip below the width, at the bound above; and the modes that go with it. */
static void test_friction(void **state) {
  (void)state;
  static const struct {
    double slip, share;
    ss_mode mode;
  } cases[] = {{0, 0, SS_MODE_STICK},
               {0.25, -0.25, SS_MODE_STICK},
               {-1, 1, SS_MODE_STICK},
               {1.5, -1, SS_MODE_SLIP_PLUS},
               {-1e6, 1, SS_MODE_SLIP_MINUS}};
  bench b;
  start(&b, table);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[100];
    snprintf(text, sizeof text, "y=-0.01,x'=%.17g", cases[i].slip * SS_SPRINGS_WIDTH);
    press(&b, 0, text);
    assert_near(b.force[2], 5 * cases[i].share, 1e-9);
    ss_springs_name_modes(&b.run, b.gamma);
    assert_int_equal(b.run.modes[0], cases[i].mode);
  }
  stop(&b);
}

static void test_spatial(void **state) {
  (void)state;
  bench b;
  start(&b, "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
            "contact disc { gap = z; slip = (x', y'); law = disk(1/2) }\n"
            "contact oval { gap = z; slip = (x', y'); law = ellipse(1/5, 2/5) }\n");
  press(&b, 0, "z=-0.01,x'=3,y'=-4");
  assert_near(b.force[2], -3, 1e-12);
  assert_near(b.force[3], 4, 1e-12);
  /* any point of the ellipse with half axes 2 and 4 */
  assert_near(pow(b.force[4] / 2, 2) + pow(b.force[5] / 4, 2), 1, 1e-9);
  assert_true(b.force[4] < 0 && b.force[5] > 0);
  ss_springs_name_modes(&b.run, b.gamma);
  assert_int_equal(b.run.modes[0], SS_MODE_SLIP);
  press(&b, 0, "z=-0.01,x'=3e-7,y'=-4e-7");
  assert_near(b.force[2], -1.5, 1e-9);
  assert_near(b.force[3], 2, 1e-9);
  ss_springs_name_modes(&b.run, b.gamma);
  assert_int_equal(b.run.modes[0], SS_MODE_STICK);
  stop(&b);
}

/* N W^T u + dU_f/dt, the derivative by differences, is what ss_springs_power says, and the work of
 * what drives a floor that moves. */
static void test_power(void **state) {
  (void)state;
  bench b;
  start(&b, "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
            "contact floor { gap = y + x^2 - sin(t) }\n");
  const double t = 0.7, d = 1e-6, x = 0.3, y = 0.5, vx = -1.2, vy = 0.8;
  press(&b, t, "x=0.3,y=0.5,x'=-1.2,y'=0.8");
  const double N = b.force[0], damper = ss_springs_power(&b.run, 0, b.m.u);
  const double power = damper + ss_book_drive(&b.run, b.force);
  double energy[2];
  for (int side = 0; side < 2; side++) {
    const double s = side ? d : -d, q[2] = {x + s * vx, y + s * vy};
    ss_run_evaluate(&b.run, t + s, q, b.m.u);
    energy[side] = ss_springs_energy(&b.run);
  }
  const double work = N * (2 * x * vx + vy);
  /* differences: d^2 and rounding 1e-16 / d of an energy of 10 */
  assert_near(power, work + (energy[1] - energy[0]) / (2 * d), 1e-7);
  b.of[0].on = false;
  assert_near(ss_springs_power(&b.run, 0, b.m.u), 0, 0);
  stop(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces),
      cmocka_unit_test(test_friction),
      cmocka_unit_test(test_spatial),
      cmocka_unit_test(test_power),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
