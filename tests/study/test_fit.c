/* test_fit.c: what made a motion is found from the motion, with noise and without; what the data do
 * not tell is named; what makes no sense is said. */
#include "../../campaign/fit_trial.h"
#include "fit.h"

static void exact_data(void **state) {
  (void)state;
  ball b;
  ss_fit fit;
  ball_open(&b, 6, 0.5, 0);
  assert_int_equal(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit),
                   SS_OK);
  assert_true(fabs(fit.unknown[0].value - 6) < 1e-6 && fabs(fit.unknown[1].value - 0.5) < 1e-6);
  assert_true(fit.explained && fit.left_out == 0 && fit.residual < 1e-7);
  assert_true(fit.unknown[0].begin == 9.81 && fit.numbers == BALL_ROWS);
  assert_true(fabs(ss_machine_parameters(fit.machine)[1] - 0.5) < 1e-6);
  assert_true(fit.motion.samples > 100 && fabs(fit.motion.t - 0.8) < 1e-12);
  ss_fit_clear(&fit);
  close_stage(&b.s);
}

/* The start is found too; a parameter that nothing feels is named. */
static void starts_and_undetermined(void **state) {
  (void)state;
  ball b;
  ss_fit fit;
  static const char *const start[] = {"y"};
  ball_open(&b, 9.81, 0.5, 1e-4);
  b.options.parameter = (const char *const[]){"e", "idle"};
  b.options.from = "y=1.3";
  b.options.starts = 1;
  b.options.start = start;
  assert_int_equal(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit),
                   SS_OK);
  assert_string_equal(fit.unknown[2].name, "y");
  assert_true(fabs(fit.unknown[2].value - 1) < 1e-3 && fit.unknown[2].determined);
  assert_true(fabs(fit.unknown[0].value - 0.5) < 1e-3 && fit.unknown[0].determined);
  assert_true(!fit.unknown[1].determined && fit.unknown[1].value == 1);
  assert_true(fit.residual > 5e-5 && fit.residual < 1.1e-4);
  ss_fit_clear(&fit);
  close_stage(&b.s);
}

/* One number that is far off is left out, and told. */
static void outliers(void **state) {
  (void)state;
  ball b;
  ss_fit fit;
  ball_open(&b, 9, 0.7, 1e-4);
  b.y[20] += 0.5;
  assert_int_equal(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit),
                   SS_OK);
  assert_int_equal(fit.left_out, 1);
  assert_true(fabs(fit.unknown[0].value - 9) < 0.01 && fabs(fit.unknown[1].value - 0.7) < 1e-3);
  ss_fit_clear(&fit);
  close_stage(&b.s);
}

/* A model that does not explain the data says so. */
static void unexplained(void **state) {
  (void)state;
  ball b;
  ss_fit fit;
  ball_open(&b, 9, 0.7, 1e-4);
  b.options.tries = 1;
  for (size_t k = 0; k < BALL_ROWS; k++) b.y[k] += 0.3 * sin(10 * b.t[k]);
  assert_int_equal(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit),
                   SS_OK);
  assert_false(fit.explained);
  assert_true(fit.correlation > 0.5);
  ss_fit_clear(&fit);
  close_stage(&b.s);
}

static void mistakes(void **state) {
  (void)state;
  ball b;
  ss_fit fit;
  ball_open(&b, 9, 0.7, 0);
  static const struct {
    const char *parameter, *start, *from, *said;
  } bad[] = {
      {"f", NULL, NULL, "--parameters f: the model has no parameter of that name"},
      {NULL, "z", NULL, "--start z: this is no coordinate"},
      {NULL, NULL, NULL, "nothing is to be found"},
      {"g", NULL, "moon", "unknown state 'moon'"},
      {"g", NULL, "y=-1", "no motion from these values gets to t = 0.8"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    b.options.parameters = bad[i].parameter != NULL;
    b.options.parameter = &bad[i].parameter;
    b.options.starts = bad[i].start != NULL;
    b.options.start = &bad[i].start;
    b.options.from = bad[i].from;
    b.options.tries = 1;
    assert_true(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit) !=
                SS_OK);
    assert_said(&b.s, bad[i].said);
    b.s.said.count = b.s.said.errors = 0;
    assert_null(fit.machine);
  }
  static const char *const twice[] = {"g", "g"};
  b.options = ss_fit_default_options();
  b.options.parameters = 2;
  b.options.parameter = twice;
  assert_int_equal(ss_machine_fit(b.s.arena, b.s.machine, &b.measured, &b.options, &b.s.said, &fit),
                   SS_BAD_INPUT);
  assert_said(&b.s, "--parameters g: it is named twice");
  close_stage(&b.s);
}

/* Two trials of each machine of campaign/campaign_fit.c: a value that is 8 errors off, which the
 * campaign's intervals would meet once in 10^14 trials, is a mistake. */
static void trials(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof fit_cases / sizeof *fit_cases; k++)
    for (uint64_t seed = 1; seed <= 2; seed++) {
      const fit_case *c = &fit_cases[k];
      const fit_outcome o = fit_try(c, 0.01, seed);
      ss_machine *machine;
      assert_true(o.ran && o.explained);
      assert_int_equal(ss_machine_open(c->file, NULL, NULL, &machine), SS_OK);
      for (size_t i = 0; i < c->parameters; i++) {
        const size_t p = ss_model_find_parameter(ss_machine_model(machine), c->parameter[i]);
        assert_true(fabs(o.value[i] - ss_machine_parameters(machine)[p]) < 8 * o.error[i]);
        assert_true(o.error[i] < 0.02 * ss_machine_parameters(machine)[p]);
      }
      ss_machine_close(machine);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_data), cmocka_unit_test(starts_and_undetermined),
      cmocka_unit_test(outliers),   cmocka_unit_test(unexplained),
      cmocka_unit_test(mistakes),   cmocka_unit_test(trials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
