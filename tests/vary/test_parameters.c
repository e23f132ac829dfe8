/* test_parameters.c: what moves with a parameter. */
#include "vary.h"

/* A mass moves the inertia that is a formula of it; lengths move a state. */
static void test_formulas(void **state) {
  (void)state;
  machine m = machine_open("plank-box", NULL);
  const size_t count = m.model->parameters;
  const size_t which[] = {ss_model_find_parameter(m.model, "mB"),
                          ss_model_find_parameter(m.model, "lB")};
  const size_t inertia = ss_model_find_parameter(m.model, "JB");
  double *slope = ss_arena_new(m.arena, count * 2, double), start[16];
  assert_int_equal(ss_vary_parameter_slopes(m.model, 2, which, slope), SS_OK);
  assert_near(slope[which[0] * 2], 1, 0);
  assert_near(slope[which[0] * 2 + 1], 0, 0);
  assert_near(slope[inertia * 2], (0.16 + 0.01) / 12, 1e-15);
  assert_near(slope[inertia * 2 + 1], 2 * 0.1 / 12, 1e-15);
  assert_int_equal(ss_vary_start_slopes(m.model, "landing, phi' = mB^2", 2, which, start), SS_OK);
  for (int i = 0; i < 16; i++) assert_near(start[i], i == 3 ? 0.5 : i == 14 ? 2 : 0, 1e-15);
  assert_int_equal(ss_vary_start_slopes(m.model, "nowhere", 2, which, start), SS_BAD_INPUT);
  assert_int_equal(ss_vary_start_slopes(m.model, NULL, 2, which, start), SS_OK);
  machine_close(&m);
}

/* Sensitivities against differences of whole motions with other settings, six digits. */
static void test_differences(void **state) {
  (void)state;
  static const struct {
    const char *model, *state, *parameter;
    double value, end;
  } cases[] = {{"friction-oscillator", "kick", "mu", 0, 0.3},
               {"rocking-block", "drop", "mu", 0, 0.2},
               {"rocking-block", "drop", "eN", 0, 0.2},
               {"rough-pendulum", "raised", "l1", 0, 1},
               {"bouncing-ball", "drop", "e", 0, 2.3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    machine m = machine_open(cases[k].model, NULL);
    const size_t p = ss_model_find_parameter(m.model, cases[k].parameter), n = m.model->coordinates;
    double slope[12], high[12];
    machine_put(&m, cases[k].state);
    assert_true(p < m.model->parameters);
    assert_int_equal(ss_vary_start_slopes(m.model, cases[k].state, 1, &p, slope), SS_OK);
    ss_vary_options options = ss_vary_default_options();
    options.parameters = 1;
    options.parameter = &p;
    options.start_slope = slope;
    const ss_variation v = vary_well(&m, cases[k].end, &options);
    const double d = 1e-5;
    for (int side = 1; side >= -1; side -= 2) {
      char text[80];
      snprintf(text, sizeof text, "%s=%.17g", cases[k].parameter, m.parameters[p] + side * d);
      const char *const settings[] = {text, NULL};
      machine other = machine_open(cases[k].model, settings);
      machine_put(&other, cases[k].state);
      other.options.tolerance = 1e-12;
      other.options.go_on_at_rest = true;
      machine_run_well(&other, cases[k].end);
      for (size_t i = 0; i < 2 * n; i++) {
        const double x = i < n ? other.motion.q[i] : other.motion.u[i - n];
        if (side > 0)
          high[i] = x;
        else
          assert_near(v.piece[0].gain[i * (2 * n + 1) + 2 * n], (high[i] - x) / (2 * d),
                      2e-6 * (1 + fabs(v.piece[0].gain[i * (2 * n + 1) + 2 * n])));
      }
      machine_close(&other);
    }
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_differences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
