/* test_motion.c: what is wrong with the input of a motion is said before anything moves. */
#include "machine.h"

static void expect_bad(machine *m, const char *words) {
  m->motion.reason = NULL;
  const ss_status status =
      ss_motion_run(m->arena, m->system, m->parameters, m->q, m->u, &m->options, &m->motion);
  assert_int_equal(status, SS_BAD_INPUT);
  assert_int_equal(m->motion.status, SS_BAD_INPUT);
  if (!strstr(m->motion.reason, words)) print_error("said: %s\n", m->motion.reason);
  assert_non_null(strstr(m->motion.reason, words));
  assert_null(m->motion.event);
}

static void test_starts(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  m.q[0] = -0.01;
  expect_bad(&m, "penetrates the contact 'floor'");
  m.q[0] = NAN;
  expect_bad(&m, "the start is not finite");
  m.q[0] = 1;
  m.u[0] = INFINITY;
  expect_bad(&m, "the start is not finite");
  m.u[0] = 0;
  m.parameters[0] = NAN;
  expect_bad(&m, "a parameter is not finite");
  m.parameters[0] = -1; /* the mass */
  expect_bad(&m, "mass matrix is not positive definite");
  machine_close(&m);
}

static void test_sliders(void **state) {
  (void)state;
  machine m = machine_open("constrained-beam", NULL);
  machine_put(&m, "pulled");
  m.q[0] += 0.1;
  expect_bad(&m, "off the slider 'vertical'");
  machine_put(&m, "pulled");
  m.u[0] = 1;
  expect_bad(&m, "leaves the slider 'vertical'");
  machine_close(&m);
  m = machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                    "friction floor { slip = x'; normal = 1 + x; law = coulomb(1) }\n");
  m.q[0] = -2;
  expect_bad(&m, "normal force of 'floor' is negative");
  machine_close(&m);
  m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = log(x)\n");
  m.q[0] = -2;
  expect_bad(&m, "not finite at the start");
  machine_close(&m);
}

static void test_options(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  m.q[0] = 1;
  static const double bad[] = {NAN, -1, INFINITY};
  for (size_t i = 0; i < 3; i++) {
    const ss_motion_options good = m.options;
    m.options.end = bad[i];
    expect_bad(&m, "end of the motion");
    m.options = good;
    m.options.every = bad[i];
    expect_bad(&m, "time between samples");
    m.options = good;
    m.options.tolerance = bad[i];
    expect_bad(&m, "tolerance");
    m.options = good;
    m.options.step = bad[i];
    expect_bad(&m, "step");
    m.options = good;
    m.options.stiffness = bad[i];
    expect_bad(&m, "stiffness");
    m.options = good;
  }
  m.options.end = 0;
  expect_bad(&m, "end of the motion");
  m.options.end = 10;
  m.options.every = 1e-12;
  expect_bad(&m, "1e+13 samples are too many");
  m.options.every = 0;
  m.options.end = 1;
  m.options.tolerance = 0.5;
  expect_bad(&m, "tolerance");
  m.options = ss_motion_default_options();
  m.options.steps_most = 0;
  expect_bad(&m, "no steps");
  m.options = ss_motion_default_options();
  m.options.method = SS_MOTION_METHOD_COUNT;
  expect_bad(&m, "no such method");
  machine_close(&m);
}

/* Systems that cannot move as they are: open inputs, the coordinates of a chart. */
static void test_arguments(void **state) {
  (void)state;
  machine m = machine_open("arm-against-stop", NULL);
  ss_system *open, *projected;
  assert_int_equal(ss_system_derive(m.arena, m.model, &open), SS_OK);
  m.q[0] = 1;
  assert_int_equal(ss_motion_run(m.arena, open, m.parameters, m.q, m.u, &m.options, &m.motion),
                   SS_BAD_ARGUMENT);
  assert_non_null(strstr(m.motion.reason, "open inputs"));
  machine_close(&m);
  m = machine_open("constrained-beam", NULL);
  assert_int_equal(ss_system_project(m.arena, m.system, &projected), SS_OK);
  assert_int_equal(ss_motion_run(m.arena, projected, m.parameters, m.q, m.u, &m.options, &m.motion),
                   SS_BAD_ARGUMENT);
  assert_non_null(strstr(m.motion.reason, "own coordinates"));
  machine_close(&m);
}

static void test_words(void **state) {
  (void)state;
  assert_string_equal(ss_motion_method_word(SS_MOTION_EVENTS), "events");
  assert_string_equal(ss_motion_method_word(SS_MOTION_MOREAU), "moreau");
  assert_string_equal(ss_event_word(SS_EVENT_ACCUMULATION), "accumulation");
  assert_string_equal(ss_event_word(SS_EVENT_REST), "rest");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_starts),  cmocka_unit_test(test_sliders),
      cmocka_unit_test(test_options), cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
