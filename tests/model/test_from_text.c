/* --from: states by name, by value, and both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "support.h"

static const char model_text[] = "param a = 3; coord x, phi; kinetic = x'^2 + phi'^2\n"
                                 "state tilted { phi = 0.5; x = a*x' + 1 }\n";

static void expect_state(const char *text, double x, double phi, double dx, double dphi) {
  reading r = read_good(model_text);
  double q[2], u[2];
  ss_status status = ss_model_state_from_text(r.model, text, &r.list, q, u);
  if (status != SS_OK) fail_msg("%s", messages(&r));
  assert_true(q[0] == x && q[1] == phi && u[0] == dx && u[1] == dphi);
  stop_reading(&r);
}

static void test_states(void **state) {
  (void)state;
  expect_state("tilted", 1, 0.5, 0, 0);
  expect_state("x=0.1,phi'=2", 0.1, 0, 0, 2);
  expect_state(" x = a/6 , phi = max(1, a) ", 0.5, 3, 0, 0);
  expect_state("tilted,x=-2", -2, 0.5, 0, 0);
  expect_state("tilted, x'=1e-3", 1, 0.5, 1e-3, 0);
  /* entries use each other, in any order; what is not named has its value of the state */
  expect_state("x=2*phi+a, phi=phi'/4, phi'=3", 4.5, 0.75, 0, 3);
  expect_state("tilted, x=2*phi", 1, 0.5, 0, 0);
  expect_state("x=phi", 0, 0, 0, 0);
}

/* theta of a chart: q = map(theta), u = map'. */
static void test_chart(void **state) {
  (void)state;
  static const char text[] = "param l = 2; coord x, y; kinetic = (x'^2 + y'^2)/2\n"
                             "slider string { gap = x^2 + y^2 - l^2 }\n"
                             "chart theta { x = l*sin(theta); y = -l*cos(theta) }\n"
                             "state side { x = l }\n";
  static const char *const wrong[] = {"theta=1, x=2", "side, theta'=1", "theta=theta",
                                      "theta=pi/6, x=1.00001", "theta=1, theta'=2, y'=1"};
  reading r = read_good(text);
  double q[2], u[2];
  assert_int_equal(ss_model_state_from_text(r.model, "theta=pi/6, theta'=3", &r.list, q, u), SS_OK);
  assert_true(fabs(q[0] - 1) < 1e-15 && fabs(q[1] + sqrt(3)) < 1e-15);
  assert_true(fabs(u[0] - 3 * sqrt(3)) < 1e-14 && fabs(u[1] - 3) < 1e-14);
  assert_int_equal(ss_model_state_from_text(r.model, "theta'=1", &r.list, q, u), SS_OK);
  assert_true(q[0] == 0 && q[1] == -2 && u[0] == 2 && u[1] == 0);
  /* a place that was printed has both */
  static const char both[] = "x=1, y=-1.7320508075688772, theta=0.52359877559829882, x'=0";
  assert_int_equal(ss_model_state_from_text(r.model, both, &r.list, q, u), SS_OK);
  assert_true(fabs(q[0] - 1) < 1e-15 && fabs(q[1] + sqrt(3)) < 1e-15 && u[0] == 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(ss_model_state_from_text(r.model, wrong[i], &r.list, q, u), SS_BAD_INPUT);
  stop_reading(&r);
}

/* A chart that moves: the start is at t = 0, and what moves has its velocity. */
static void test_moving_chart(void **state) {
  (void)state;
  reading r = read_good("coord x, y; kinetic = (x'^2 + y'^2)/2\n"
                        "slider ring { gap = (x - 3*t)^2 + y^2 - 4 }\n"
                        "chart a { x = 3*t + 2*sin(a); y = -2*cos(a) }\n");
  double q[2], u[2];
  assert_int_equal(ss_model_state_from_text(r.model, "a=0, a'=1", &r.list, q, u), SS_OK);
  assert_true(q[0] == 0 && q[1] == -2 && u[0] == 5 && u[1] == 0);
  stop_reading(&r);
}

static void expect_refusal(const char *text, const char *words) {
  reading r = read_good(model_text);
  double q[2], u[2];
  assert_int_equal(ss_model_state_from_text(r.model, text, &r.list, q, u), SS_BAD_INPUT);
  const char *said = messages(&r);
  if (!strstr(said, words)) fail_msg("expected \"%s\" in:\n%s", words, said);
  assert_non_null(strstr(said, "--from:1:"));
  stop_reading(&r);
}

static void test_mistakes(void **state) {
  (void)state;
  expect_refusal("titled", "did you mean 'tilted'?");
  expect_refusal("", "expected a state");
  expect_refusal("phy=1", "did you mean 'phi'?");
  expect_refusal("x=b", "unknown name 'b'");
  expect_refusal("x=phy", "did you mean 'phi'?");
  expect_refusal("x=1, x=2", "'x' is given twice");
  expect_refusal("x=x+1", "the value of 'x' leads back to itself");
  expect_refusal("x=2*phi, phi=phi', phi'=x", "the value of 'phi' leads back to itself");
  expect_refusal("theta=1", "unknown coordinate 'theta'");
  expect_refusal("x=", "expected a number");
  expect_refusal("x=1 2", "expected an operator");
  expect_refusal("x=sqrt(-1)", "the value of 'x' is not finite");
  expect_refusal("x=1,tilted", "a state is NAME, or coordinate=value");
  expect_refusal("3", "a state is NAME");
  expect_refusal("x=1/0", "division by zero");
}

static void test_all_mistakes_in_one_go(void **state) {
  (void)state;
  reading r = read_good(model_text);
  double q[2], u[2];
  ss_model_state_from_text(r.model, "y=1, x=b, z'=2", &r.list, q, u);
  assert_int_equal(r.list.errors, 3);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_states),
      cmocka_unit_test(test_chart),
      cmocka_unit_test(test_moving_chart),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_all_mistakes_in_one_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
