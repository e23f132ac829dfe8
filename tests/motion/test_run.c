/* test_run.c: a run evaluates its system, counts its steps and says why it stops. */
#include "../../src/motion/run.h"
#include "machine.h"

static void test_views(void **state) {
  (void)state;
  machine m = machine_parse("param k = 4\ncoord x\nkinetic = 3/2*x'^2\n"
                            "potential = 1/2*k*x^2 - x*sin(2*t)\nforce x = -x'\n");
  ss_run run;
  const double q = 0.5, u = -2;
  assert_int_equal(ss_run_start(&run, m.arena, m.system, m.parameters, &m.options), SS_OK);
  ss_run_evaluate(&run, 0.3, &q, &u);
  assert_near(run.at.M[0], 3, 0);
  assert_near(run.at.h[0], -2 + sin(0.6) + 2, 1e-15);
  assert_near(run.at.fnc[0], 2, 1e-15);
  assert_near(run.at.energy[0], 6, 1e-15);
  assert_near(run.at.energy[1], 0.5 - 0.5 * sin(0.6), 1e-15);
  /* dU/dt at fixed x */
  assert_near(run.at.drift, -cos(0.6), 1e-15);
  assert_true(ss_run_is_finite(&run));
  const double bad = NAN;
  ss_run_evaluate(&run, 0, &bad, &u);
  assert_false(ss_run_is_finite(&run));
  ss_run_end(&run);
  machine_close(&m);
}

static void test_limits(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  ss_run run;
  m.options.steps_most = 3;
  assert_int_equal(ss_run_start(&run, m.arena, m.system, m.parameters, &m.options), SS_OK);
  assert_null(run.reason);
  for (int i = 0; i < 3; i++) assert_int_equal(ss_run_count_step(&run), SS_OK);
  assert_int_equal(ss_run_count_step(&run), SS_LIMIT);
  assert_non_null(strstr(run.reason, "more than 3 steps"));
  assert_int_equal(ss_run_stop(&run, SS_SINGULAR, "because of %s", "this"), SS_SINGULAR);
  assert_string_equal(run.reason, "because of this");
  ss_run_end(&run);
  machine_close(&m);
}

static void test_sizes(void **state) {
  (void)state;
  const double v[] = {-3, 0.5};
  assert_near(ss_run_size(2, v), 3, 0);
  assert_near(ss_run_size(1, v + 1), 1, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_views),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
