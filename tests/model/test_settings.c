/* --set: values, ranges, and what is wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static const char text[] = "param m = 1; param J = 2*m; param mu = 0.3 in [0.2, 0.4]\n"
                           "coord x; kinetic = J*x'^2\n"
                           "friction f { slip = x'; normal = 1; law = coulomb(mu) }\n";

static ss_status set(reading *r, const char *model, size_t count, const char *const *settings) {
  ss_setting list[4];
  for (size_t i = 0; i < count; i++) list[i].text = settings[i];
  start_reading(r);
  ss_diagnostics_start(&r->list, r->arena, "test.still", model, strlen(model));
  return ss_model_parse(r->arena, "test.still", model, strlen(model), count, list, &r->list,
                        &r->model);
}

static void expect_values(const char *model, const char *setting, double m, double J, double mu) {
  reading r;
  double values[3];
  assert_int_equal(set(&r, model, 1, &setting), SS_OK);
  ss_model_parameter_values(r.model, values);
  assert_true(values[0] == m);
  assert_true(values[1] == J);
  assert_true(values[2] == mu);
  stop_reading(&r);
}

static void test_values(void **state) {
  (void)state;
  expect_values(text, "m=3", 3, 6, 0.3); /* what depends on it follows */
  expect_values(text, " m = 1 + 1/2 ", 1.5, 3, 0.3);
  expect_values(text, "J = 5*m", 1, 5, 0.3);
  expect_values(text, "mu=0.5", 1, 2, 0.5); /* the range is gone with the value */
  expect_values(text, "mu=1/4:3/4", 1, 2, 0.5);
}

static void test_marks_and_ranges(void **state) {
  (void)state;
  reading r;
  const char *settings[] = {"mu=0.25:0.75", "m=2"};
  assert_int_equal(set(&r, text, 2, settings), SS_OK);
  fmpq_t low, high;
  fmpq_init(low);
  fmpq_init(high);
  assert_true(ss_model_parameter_range(r.model, 2, low, high));
  assert_true(fmpz_equal_si(fmpq_denref(low), 4));
  assert_true(fmpz_equal_si(fmpq_numref(high), 3));
  assert_true(r.model->parameter[2].overridden);
  assert_true(r.model->parameter[0].overridden);
  assert_false(r.model->parameter[1].overridden);
  assert_false(ss_model_parameter_range(r.model, 0, low, high));
  fmpq_clear(low);
  fmpq_clear(high);
  stop_reading(&r);
}

static void test_the_hash_knows_the_setting(void **state) {
  (void)state;
  reading r, s;
  const char *setting = "m=2", *same = "m=1";
  assert_int_equal(set(&r, text, 1, &setting), SS_OK);
  assert_int_equal(set(&s, text, 1, &same), SS_OK);
  assert_string_not_equal(r.model->hash, s.model->hash);
  stop_reading(&r);
  stop_reading(&s);
}

static void expect_refusal(const char *setting, const char *words) {
  reading r;
  assert_int_equal(set(&r, text, 1, &setting), SS_BAD_INPUT);
  const char *said = messages(&r);
  if (!strstr(said, words)) fail_msg("expected \"%s\" in:\n%s", words, said);
  stop_reading(&r);
}

static void test_mistakes(void **state) {
  (void)state;
  expect_refusal("mv=1", "--set:1:1: error: unknown parameter 'mv'");
  expect_refusal("x=1", "unknown parameter 'x'");
  expect_refusal("m", "a setting is NAME=VALUE or NAME=LOW:HIGH");
  expect_refusal("m=", "expected a number or a formula");
  expect_refusal("m=1:", "expected a number or a formula");
  expect_refusal("m=2 # two", "--set:1:5: error: a setting is NAME=VALUE");
  expect_refusal("m=2\n", "--set:1:4: error: a setting is NAME=VALUE");
  expect_refusal("m=2+", "--set:1:5: error: expected a number");
  expect_refusal("m=k", "--set:1:3: error: unknown name 'k'");
  expect_refusal("m=J", "is defined by itself");
  expect_refusal("m=x", "in the value of parameter 'm'");
  expect_refusal("mu=2:1", "the range of parameter 'mu' is empty");
  expect_refusal("mu=-1", "mu in the law of friction 'f' must not be negative");
  expect_refusal("mu=-1:1", "anywhere in the range");
  expect_refusal("m=1/0", "division by zero");
}

static void test_json_models_take_settings(void **state) {
  (void)state;
  reading r = read_good(text), s;
  ss_text json;
  const char *setting = "m=4";
  ss_text_start(&json);
  ss_model_print_json(r.model, &json);
  assert_int_equal(set(&s, json.data, 1, &setting), SS_OK);
  assert_true(s.model->parameter[1].number == 8);
  stop_reading(&s);
  ss_text_stop(&json);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_marks_and_ranges),
      cmocka_unit_test(test_the_hash_knows_the_setting),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_json_models_take_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
