/* test_moreau_control.c: steps that follow from a tolerance.
 *
 * Smooth steps are wrong by the tolerance each, and add up to tolerance^(2/3) times a factor that
 * depends on the machine; steps in which a slip turns are wrong by that much at once. The number of
 * steps grows like tolerance^(-1/3).
 */
#include "../../src/motion/moreau_control.h"
#include "stepping.h"

typedef struct outcome {
  double error;
  size_t steps;
} outcome;

static outcome run_to(const char *model, const char *const *settings, const char *from, double end,
                      double tolerance, double expected) {
  machine m = machine_open(model, settings);
  machine_put(&m, from);
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 0;
  m.options.tolerance = tolerance;
  machine_run_well(&m, end);
  const outcome result = {fabs(m.motion.q[0] - expected), m.motion.steps};
  machine_close(&m);
  return result;
}

/* Half turns of a friction oscillator (test_moreau.c): it sticks at -0.3. */
static void test_error_follows_the_tolerance(void **state) {
  (void)state;
  static const char *const undamped[] = {"c=0", NULL};
  outcome first = {0}, last = {0};
  for (double tolerance = 1.1e-5; tolerance > 1e-10; tolerance *= 1e-2) {
    const outcome now = run_to("friction-oscillator", undamped, "x=10.3", 20, tolerance, -0.3);
    assert_true(now.error < 100 * cbrt(tolerance * tolerance));
    if (last.steps) assert_true(now.steps < 6 * last.steps);
    if (!first.steps) first = now;
    last = now;
  }
  /* (1e-4)^(2/3) is a 464th */
  assert_true(last.error < first.error / 50);
}

/* Impacts, accumulation, friction, rest: the falling block ends at the exact place. */
static void test_accumulation_is_passed(void **state) {
  (void)state;
  const outcome loose = run_to("falling-block", NULL, "x=1,y=0.5", 10, 1e-7, -0.25733971581681814);
  const outcome tight = run_to("falling-block", NULL, "x=1,y=0.5", 10, 1e-10, -0.25733971581681814);
  assert_true(loose.error < 1e-4 && tight.error < 1e-6);
  assert_true(tight.steps < 20000);
}

/* In free flight nothing limits the step but the floor: the first impact is not missed. */
static void test_flights_do_not_fall_through(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 0;
  m.options.tolerance = 1e-9;
  machine_run_well(&m, 10);
  double t = sqrt(2 / 9.81), flight = 2 * t * 0.8;
  for (size_t k = 0; k < 10; k++) {
    assert_near(machine_event(&m, SS_EVENT_IMPACT, k)->t, t, 1e-4);
    t += flight;
    flight *= 0.8;
  }
  assert_true(m.motion.at_rest);
  assert_true(m.motion.penetration < 1e-4);
  assert_true(m.motion.steps < 3000);
  machine_close(&m);
}

/* Sliders: the estimate sees errors, not the correction of gaps; see moreau_step.c. */
static void test_sliders_do_not_shorten_steps(void **state) {
  (void)state;
  const double exact = -0.1410550416; /* by steps of 1e-5 */
  const outcome loose = run_to("constrained-beam", NULL, "pulled", 10, 1e-7, exact);
  const outcome tight = run_to("constrained-beam", NULL, "pulled", 10, 1e-10, exact);
  assert_true(loose.error < 1e-4 && tight.error < 2e-6);
  assert_true(tight.steps < 15 * loose.steps);
}

/* The last step ends at the end, also if it is a fraction of a step away. */
static void test_end_is_met(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("friction-oscillator", NULL), "kick");
  ss_moreau_control control;
  assert_int_equal(ss_moreau_control_create(s.m.arena, &s.stepper, 1e-6, 0.3, &control), SS_OK);
  size_t steps = 0;
  while (s.state.t < 0.5) {
    assert_int_equal(ss_moreau_control_step(&control, &s.stepper, &s.state, NULL, 0.5), SS_OK);
    assert_near(s.state.t - control.between.t, control.between.t - control.start.t, 1e-15);
    assert_true(++steps < 1000);
  }
  assert_true(s.state.t == 0.5);
  stepping_close(&s);
}

/* Micrometres and kilometres are held to the same share of themselves. */
static void test_scales(void **state) {
  static const double sizes[] = {1, 1e-3, 1e-6, 1e6};
  double x[4];
  size_t steps[4];
  (void)state;
  for (size_t k = 0; k < 4; k++) {
    char text[250];
    snprintf(text, sizeof text,
             "coord x\nparam s = %g\nkinetic = 1/2*x'^2\npotential = s^2*(1 - cos(x/s))\n"
             "friction f { slip = x'; normal = s; law = coulomb(0.1) }\n",
             sizes[k]);
    machine m = machine_parse(text);
    m.options.method = SS_MOTION_MOREAU;
    m.options.step = 0;
    m.q[0] = 2 * sizes[k];
    machine_run_well(&m, 100);
    assert_true(m.motion.at_rest);
    x[k] = m.motion.q[0] / sizes[k];
    steps[k] = m.motion.steps;
    machine_close(&m);
  }
  /* event-driven: x = 0.00207245501 */
  for (size_t k = 0; k < 4; k++) {
    assert_near(x[k], 0.00207245501, 1e-5);
    assert_near((double)steps[k], (double)steps[0], 0.02 * (double)steps[0]);
  }
}

/* Where no step is short enough, that is said. */
static void test_it_ends(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = -1/4*x^4\n");
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 0;
  m.options.tolerance = 1e-6;
  machine_put(&m, "x=1,x'=1/sqrt(2)");
  assert_int_equal(machine_run(&m, 5), SS_NO_CONVERGENCE);
  assert_near(m.motion.t, sqrt(2), 1e-2);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_error_follows_the_tolerance),
      cmocka_unit_test(test_accumulation_is_passed),
      cmocka_unit_test(test_flights_do_not_fall_through),
      cmocka_unit_test(test_sliders_do_not_shorten_steps),
      cmocka_unit_test(test_end_is_met),
      cmocka_unit_test(test_it_ends),
      cmocka_unit_test(test_scales),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
