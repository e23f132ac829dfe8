/* test_moreau.c: time stepping against closed forms, its order, its energy book, rest, bad input.
 *
 * The scheme is of second order: halving the step must divide the error by about 4. A bound of 3 on
 * the mean ratio over several halvings leaves room for events that fall differently into the steps.
 */
#include "machine.h"

static machine open_at(const char *model, const char *const *settings, const char *state) {
  machine m = machine_open(model, settings);
  m.options.method = SS_MOTION_MOREAU;
  machine_put(&m, state);
  return m;
}

static void run_with(machine *m, double step, double end) {
  m->options.step = step;
  machine_run_well(m, end);
}

/* ---- friction oscillator --------------------------------------------------------------------- */

/* m x'' + k x = -+F from x0 > F/k: half turns about +-F/k, the amplitude falls by 2 F/k each, until
 * a turning point is inside the dead zone. With m = k = F = 1 and x0 = 10.3: 8.3, 6.3, .., 0.3
 * after five half turns.
 */
static const char *const undamped[] = {"c=0", NULL};

static double find_oscillator_error(double step) {
  machine m = open_at("friction-oscillator", undamped, "x=10.3");
  run_with(&m, step, 20);
  assert_true(m.motion.at_rest);
  const double error = fabs(m.motion.q[0] + 0.3);
  assert_true(fabs(m.motion.t - 5 * acos(-1)) < 2 * step);
  assert_int_equal(machine_count(&m, SS_EVENT_REST), 1);
  machine_close(&m);
  return error;
}

static void test_oscillator_turns_and_rests(void **state) {
  (void)state;
  const double coarse = find_oscillator_error(4e-3), fine = find_oscillator_error(5e-4);
  assert_true(coarse < 1e-3);
  assert_true(fine * 3 * 3 * 3 < coarse);
}

/* The motion itself, at a time when it slips: half turns last pi, about +1 and -1 in turn. Of
 * second order too, because steps in which a slip turns are split there. */
static void test_slips_turn_in_time(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    machine m = open_at("friction-oscillator", undamped, "x=10.3");
    run_with(&m, k ? 5e-4 : 4e-3, 7);
    /* two half turns: 10.3 -> -8.3 -> 6.3, then about +1 with the amplitude 5.3 */
    error[k] = fmax(fabs(m.motion.q[0] - (1 + 5.3 * cos(7))), fabs(m.motion.u[0] + 5.3 * sin(7)));
    machine_close(&m);
  }
  assert_true(error[0] < 1e-4);
  assert_true(error[1] * 3 * 3 * 3 < error[0]);
}

/* ---- bouncing ball --------------------------------------------------------------------------- */

/* Impacts at t_1 = sqrt(2 h / g), then flights of 2 e^k sqrt(2 h / g); accumulation at
 * t_1 (1 + e) / (1 - e).
 */
static double find_impact_error(double step, size_t impacts, double *rest) {
  machine m = open_at("bouncing-ball", NULL, "drop");
  run_with(&m, step, 10);
  double t = sqrt(2 / 9.81), flight = 2 * t * 0.8, worst = 0;
  for (size_t k = 0; k < impacts; k++) {
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, k);
    assert_non_null(e);
    worst = fmax(worst, fabs(e->t - t));
    assert_true(fabs(e->energy_after - 0.64 * e->energy_before) <= 1e-12 * e->energy_before);
    t += flight;
    flight *= 0.8;
  }
  assert_true(m.motion.at_rest);
  *rest = m.motion.t - sqrt(2 / 9.81) * 1.8 / 0.2;
  machine_close(&m);
  return worst;
}

static void test_ball_bounces_to_rest(void **state) {
  (void)state;
  double early, late;
  const double coarse = find_impact_error(4e-3, 8, &early),
               fine = find_impact_error(5e-4, 8, &late);
  assert_true(coarse < 1e-3);
  assert_true(fine * 3 * 3 * 3 < coarse);
  /* the last flights, of 4 steps and less, are left out: their sum is 4 dt e / (1 - e) = 16 dt */
  assert_true(early < 4e-3 && early > -25 * 4e-3);
  assert_true(late < 5e-4 && late > -25 * 5e-4);
}

/* Samples at the ends of steps are no deeper than the result says, which is what half a step at the
 * fastest impact makes; the free fall in it adds g dt^2. */
static void test_depth_is_told(void **state) {
  (void)state;
  const double step = 1e-3, fastest = sqrt(2 * 9.81);
  machine m = open_at("bouncing-ball", NULL, "drop");
  m.options.every = step;
  run_with(&m, step, 3);
  double deepest = 0;
  for (size_t k = 0; k < m.motion.samples; k++) deepest = fmax(deepest, -m.motion.sample[k].q[0]);
  assert_true(deepest > 1e-4 && deepest <= m.motion.penetration + 9.81 * step * step);
  assert_true(m.motion.penetration <= 0.5 * step * fastest + 9.81 * step * step);
  machine_close(&m);
}

/* ---- falling block: slides while it bounces (values from the exact piecewise solution) ------- */

static double find_block_error(double step, double *residual) {
  static const double impact[] = {0.3192754284070505, 0.638550856814101, 0.7981885710176262,
                                  0.8780074281193888};
  static const double slip_after[] = {-1.2678662759691066, -1.3947731186339278, -0.7824097208770757,
                                      -0.37409174866492956};
  machine m = open_at("falling-block", NULL, "x=1,y=0.5");
  run_with(&m, step, 10);
  for (size_t k = 0; k < 4; k++) {
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, k);
    assert_true(fabs(e->t - impact[k]) < step);
    assert_true(fabs(e->u_after[0] - slip_after[k]) < 10 * step);
  }
  assert_true(m.motion.at_rest);
  *residual = machine_residual(&m);
  const double error = fabs(m.motion.q[0] + 0.25733971581681814);
  machine_close(&m);
  return error;
}

static void test_block_falls_slides_and_sticks(void **state) {
  (void)state;
  double loose, tight;
  const double coarse = find_block_error(1e-3, &loose), fine = find_block_error(1.25e-4, &tight);
  assert_true(coarse < 1e-4);
  assert_true(fine * 3 * 3 * 3 < coarse);
  assert_true(loose < 1e-4);
  assert_true(tight * 3 * 3 * 3 < loose);
}

/* ---- the book -------------------------------------------------------------------------------- */

/* Sliders do no work, their friction does: the book of the beam closes, to rounding while it slips
 * and to the second order of the step in which it stops. */
static void test_beam_keeps_its_sliders(void **state) {
  (void)state;
  double farthest[2];
  for (int k = 0; k < 2; k++) {
    machine m = open_at("constrained-beam", NULL, "pulled");
    run_with(&m, k ? 1e-3 : 4e-3, 0.5);
    assert_true(machine_residual(&m) < 1e-12);
    run_with(&m, k ? 1e-3 : 4e-3, 10);
    assert_true(m.motion.at_rest);
    assert_true(machine_residual(&m) < (k ? 1e-6 : 1e-5));
    assert_true(m.motion.energy.friction < -6);
    farthest[k] = m.motion.penetration;
    machine_close(&m);
  }
  /* second order: 16 times less, 9 at the least */
  assert_true(farthest[0] < 1e-4 && 9 * farthest[1] < farthest[0]);
}

/* A pendulum on a rod swings for 200 s: the distance to its hinge does not drift. */
static void test_constraints_do_not_drift(void **state) {
  (void)state;
  machine m = machine_parse("model \"pendulum\"\n"
                            "coord x, y\n"
                            "kinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 10*y\n"
                            "slider rod { gap = sqrt(x^2 + y^2) - 1 }\n");
  m.options.method = SS_MOTION_MOREAU;
  machine_put(&m, "x=1");
  double after[2];
  for (int k = 0; k < 2; k++) {
    run_with(&m, 1e-3, k ? 200 : 2);
    after[k] = m.motion.penetration;
    assert_true(fabs(m.motion.energy.residual) < 1e-3);
  }
  assert_true(after[0] < 1e-5);
  assert_true(after[1] < 1.1 * after[0]);
  machine_close(&m);
}

/* The work of a control and of a potential that moves by itself. */
static void test_work_is_booked(void **state) {
  (void)state;
  machine m = open_at("arm-against-stop", NULL, "start");
  run_with(&m, 2.5e-4, 0.05);
  assert_true(m.motion.energy.controls > 0.01);
  assert_true(m.motion.energy.controls == m.motion.energy.work);
  assert_true(machine_residual(&m) < 1e-5);
  machine_close(&m);
  m = machine_parse("model \"shaken\"\n"
                    "coord x\n"
                    "kinetic = 1/2*x'^2\n"
                    "potential = 1/2*(x - sin(t))^2\n");
  m.options.method = SS_MOTION_MOREAU;
  run_with(&m, 1e-3, 5);
  /* x'' + x = sin t from rest: x = (sin t - t cos t) / 2 */
  assert_true(fabs(m.motion.q[0] - 0.5 * (sin(5) - 5 * cos(5))) < 1e-5);
  assert_true(fabs(m.motion.energy.work) > 0.1);
  assert_true(machine_residual(&m) < 1e-5);
  assert_false(m.motion.at_rest);
  machine_close(&m);
}

/* Forces that depend on velocities are of second order too: x'' = -x' from x' = 1. */
static void test_damping_is_of_second_order(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    machine m = machine_parse("model \"drag\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = -x'\n");
    m.options.method = SS_MOTION_MOREAU;
    machine_put(&m, "x'=1");
    run_with(&m, k ? 1e-3 : 8e-3, 1);
    error[k] = fabs(m.motion.u[0] - exp(-1));
    assert_true(fabs(m.motion.q[0] - (1 - exp(-1))) < (k ? 1e-6 : 1e-4));
    machine_close(&m);
  }
  assert_true(error[1] * 3 * 3 * 3 < error[0]);
}

/* ---- rest ------------------------------------------------------------------------------------ */

static void test_rest_is_an_equilibrium(void **state) {
  (void)state;
  /* the stuck mass rests at once; outside the dead zone the same velocities are no rest */
  machine m = open_at("friction-oscillator", NULL, "stuck");
  run_with(&m, 1e-3, 5);
  assert_true(m.motion.at_rest && m.motion.t < 0.01);
  m.options.go_on_at_rest = true;
  run_with(&m, 1e-3, 5);
  assert_true(m.motion.at_rest && m.motion.t == 5 && m.motion.u[0] == 0);
  assert_int_equal(machine_count(&m, SS_EVENT_REST), 1);
  machine_close(&m);
  m = open_at("friction-oscillator", undamped, "x=1.5");
  run_with(&m, 1e-3, 1);
  assert_false(m.motion.at_rest);
  assert_true(m.motion.q[0] < 1.4);
  machine_close(&m);
}

/* A wheel that its brake stops while the road takes it along: x'' = -R M / (J + m R^2), so that it
 * rests after v (J + m R^2) / (R M). Nothing else acts: at rest the data of the
 * contact problem are what the solver leaves of them. */
static void test_frictions_that_share_a_load_come_to_rest(void **state) {
  (void)state;
  static const double masses[] = {300, 30, 3000};
  for (size_t k = 0; k < 6; k++) {
    char text[400];
    const double mass = masses[k % 3], R = 0.3, v = 1, brake = k < 3 ? 500 : 170;
    snprintf(text, sizeof text,
             "coord x, th\nkinetic = %g/2*x'^2 + 1/2*th'^2\n"
             "friction road { slip = x' - 0.3*th'; normal = 10*%g; law = coulomb(8) }\n"
             "friction brake { slip = th'; normal = %g; law = coulomb(1) }\n",
             mass, mass, brake);
    machine m = machine_parse(text);
    m.options.method = SS_MOTION_MOREAU;
    machine_put(&m, "x'=1, th'=1/0.3");
    run_with(&m, 1e-3, 20);
    const double rest = v * (1 + mass * R * R) / (R * brake);
    assert_true(m.motion.at_rest && fabs(m.motion.t - rest) < 2e-3);
    machine_close(&m);
  }
}

/* A shaken mass is never at rest for good, even while friction holds it. */
static void test_no_rest_where_forces_depend_on_time(void **state) {
  (void)state;
  machine m = machine_parse("model \"held\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = sin(t)\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(1) }\n");
  m.options.method = SS_MOTION_MOREAU;
  run_with(&m, 1e-2, 5);
  assert_false(m.motion.at_rest);
  assert_true(fabs(m.motion.q[0]) < 1e-12);
  assert_int_equal(m.motion.samples, 2);
  assert_int_equal(m.motion.sample[1].modes[0], SS_MODE_STICK);
  assert_true(fabs(m.motion.sample[1].forces[0] + sin(5 - 0.005)) < 1e-9);
  machine_close(&m);
}

/* ---- records --------------------------------------------------------------------------------- */

static void test_regular_samples(void **state) {
  (void)state;
  machine m = open_at("bouncing-ball", NULL, "drop");
  m.options.every = 0.0625;
  run_with(&m, 1e-3, 1);
  size_t ticks = 0;
  double last = 0;
  for (size_t k = 0; k < m.motion.samples; k++) {
    const ss_sample *s = &m.motion.sample[k];
    assert_true(s->t >= last);
    last = s->t;
    if (fabs(remainder(s->t, 0.0625)) > 1e-12) continue;
    ticks++;
    /* in flight until 0.45 */
    if (s->t < 0.45) assert_true(fabs(s->q[0] - (1 - 4.905 * s->t * s->t)) < 1e-5);
  }
  /* the start and 16 ticks, the last of them the end */
  assert_int_equal(ticks, 17);
  machine_close(&m);
}

static void test_events_are_named(void **state) {
  (void)state;
  machine m = open_at("falling-block", NULL, "x=1,y=0.5");
  run_with(&m, 1e-3, 10);
  assert_int_equal(machine_count(&m, SS_EVENT_CLOSE), 1);
  assert_int_equal(machine_count(&m, SS_EVENT_STICK), 1);
  assert_int_equal(machine_count(&m, SS_EVENT_DETACH), 0);
  for (size_t k = 1; k < m.motion.events; k++)
    assert_true(m.motion.event[k].t >= m.motion.event[k - 1].t);
  machine_close(&m);
  /* thrown along the floor of a slope that ends: a table's edge would be a detachment */
  m = machine_parse("model \"lift\"\ncoord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                    "force y = 20*t\ncontact floor { gap = y }\n");
  m.options.method = SS_MOTION_MOREAU;
  run_with(&m, 1e-3, 1);
  const ss_event *e = machine_event(&m, SS_EVENT_DETACH, 0);
  assert_non_null(e);
  assert_true(fabs(e->t - 0.5) <= 2e-3);
  /* from 0.5 on y'' = 20 (t - 1/2): y = 10/3 (1/2)^3 at t = 1 */
  assert_true(fabs(m.motion.q[0] - 10.0 / 24) < 1e-5);
  machine_close(&m);
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

static void expect_refusal(machine *m, double step, double end, const char *part) {
  m->options.step = step;
  assert_int_equal(machine_run(m, end), SS_BAD_INPUT);
  assert_non_null(strstr(m->motion.reason, part));
}

static void test_bad_input(void **state) {
  (void)state;
  machine m = open_at("bouncing-ball", NULL, "drop");
  expect_refusal(&m, -1, 1, "step");
  expect_refusal(&m, NAN, 1, "step");
  expect_refusal(&m, INFINITY, 1, "step");
  expect_refusal(&m, 2, 1, "longer than the motion");
  expect_refusal(&m, 1e-3, 0, "end");
  m.q[0] = -0.1;
  expect_refusal(&m, 1e-3, 1, "penetrates");
  m.q[0] = NAN;
  expect_refusal(&m, 1e-3, 1, "not finite");
  machine_close(&m);
}

/* A pointer on a sphere, in angles that are singular at the pole: sin(b)^2 a' is constant, so that
 * a' is huge where the motion passes the pole closely. Steps that are too long for that turn it
 * into energy; the run stops there, and keeps what is good. Fine steps pass. */
static void test_singular_coordinates(void **state) {
  (void)state;
  machine m = machine_parse("coord a, b\nkinetic = 1/2*(b'^2 + sin(b)^2*a'^2)\n");
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 1e-2;
  machine_put(&m, "b=0.5,b'=-1,a'=0.002");
  assert_int_equal(machine_run(&m, 1), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "the mass matrix was almost singular"));
  assert_true(m.motion.t > 0.4 && m.motion.t < 0.6);
  for (size_t k = 0; k < m.motion.samples; k++) assert_true(isfinite(m.motion.sample[k].u[0]));
  m.options.step = 1e-5;
  machine_run_well(&m, 1);
  assert_near(m.motion.energy.end, m.motion.energy.start, 1e-3 * m.motion.energy.start);
  machine_close(&m);
}

/* x'' = x^3 from x = 1, x' = 1/sqrt(2) is x = 1/(1 - t/sqrt(2)): infinite at t = sqrt(2). */
static void test_what_was_computed_is_kept(void **state) {
  (void)state;
  machine m = machine_parse("model \"explosion\"\ncoord x\nkinetic = 1/2*x'^2\n"
                            "potential = -1/4*x^4\n");
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 1e-3;
  machine_put(&m, "x=1,x'=1/sqrt(2)");
  assert_int_equal(machine_run(&m, 5), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "finite"));
  assert_true(m.motion.t > 1.41 && m.motion.t < 1.45);
  assert_true(m.motion.samples >= 2);
  for (size_t k = 0; k < m.motion.samples; k++) assert_true(isfinite(m.motion.sample[k].q[0]));
  m.options.steps_most = 100;
  assert_int_equal(machine_run(&m, 1), SS_LIMIT);
  assert_true(fabs(m.motion.t - 0.1) < 1e-12);
  machine_close(&m);
}

/* The reason of a stop names the element at which it happened, and what closed ones did before. */
static void test_reasons_name_elements(void **state) {
  (void)state;
  static const struct {
    const char *text, *from, *part[2];
  } cases[] = {{"coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                "friction pad { slip = x'; normal = 1/10 - t; law = coulomb(0.3) }\n"
                "friction base { slip = y'; normal = 1; law = coulomb(0.3) }\n",
                "x'=1",
                {"a known normal force is negative (pad)", "modes before: pad slip+, base stick"}},
               {"coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                "contact one { gap = x; restitution = newton(0.5, 0) }\n"
                "contact two { gap = x + 0*y; restitution = poisson(0.5) }\n"
                "friction base { slip = y'; normal = 1; law = coulomb(0.3) }\n",
                "x=0.1, x'=-1",
                {"collide at once (one)", "modes before: base stick"}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_parse(cases[i].text);
    machine_put(&m, cases[i].from);
    m.options.method = SS_MOTION_MOREAU;
    m.options.step = 1e-3;
    assert_int_equal(machine_run(&m, 1), SS_NO_CONVERGENCE);
    for (int k = 0; k < 2; k++)
      if (!strstr(m.motion.reason, cases[i].part[k])) fail_msg("said: %s", m.motion.reason);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oscillator_turns_and_rests),
      cmocka_unit_test(test_slips_turn_in_time),
      cmocka_unit_test(test_ball_bounces_to_rest),
      cmocka_unit_test(test_depth_is_told),
      cmocka_unit_test(test_block_falls_slides_and_sticks),
      cmocka_unit_test(test_beam_keeps_its_sliders),
      cmocka_unit_test(test_constraints_do_not_drift),
      cmocka_unit_test(test_work_is_booked),
      cmocka_unit_test(test_damping_is_of_second_order),
      cmocka_unit_test(test_rest_is_an_equilibrium),
      cmocka_unit_test(test_frictions_that_share_a_load_come_to_rest),
      cmocka_unit_test(test_no_rest_where_forces_depend_on_time),
      cmocka_unit_test(test_regular_samples),
      cmocka_unit_test(test_events_are_named),
      cmocka_unit_test(test_bad_input),
      cmocka_unit_test(test_singular_coordinates),
      cmocka_unit_test(test_what_was_computed_is_kept),
      cmocka_unit_test(test_reasons_name_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
