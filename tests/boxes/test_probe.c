/* test_probe.c: what is found about a box is true at its points. */
#include "../../src/boxes/probe.h"

#include "questions.h"

/* Random boxes, x^2 + y^2 as V, a cubic and a sine as conditions: a refuted clause is false at
 * every point that is tried, and where the conditions hold V is not below the bounds. */
static void is_true_at_points(void **state) {
  (void)state;
  const char *text[] = {"x^2 + y^2", "x^3 - y + 1/2", "sin(2*x + y) - 1/3"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1},
                                  {.sense = SS_BOXES_POSITIVE, .output = 2}};
  asked a = ask_about(3, text, 2, c, 0);
  uint64_t seed = 11;
  ss_probe probe;
  double weight[2];
  size_t refuted = 0, bounded = 0;
  assert_true(ss_probe_create(&a.question, (double[]){-2, -2}, (double[]){2, 2}, &probe));
  for (int n = 0; n < 2000; n++) {
    const double width = ldexp(1, -(n % 8));
    const double lo[] = {4 * uniform(&seed) - 2, 4 * uniform(&seed) - 2};
    const double hi[] = {lo[0] + width, lo[1] + width};
    ss_finding f = {.weight = weight};
    ss_probe_examine(&probe, lo, hi, &f);
    for (int tries = 0; tries < 20; tries++) {
      const double x = lo[0] + width * uniform(&seed), y = lo[1] + width * uniform(&seed);
      const bool first = x * x * x - y + 0.5 >= 1e-12, second = sin(2 * x + y) - 1 / 3. > 1e-12;
      if (f.fact == SS_BOXES_CLAUSE) assert_false(first);
      if (f.fact == SS_BOXES_CLAUSE + 1) assert_false(second);
      if (f.fact != SS_BOXES_OPEN) continue;
      assert_true(x * x + y * y >= f.above - 1e-12);
      if (first && second) assert_true(x * x + y * y >= f.mixed - 1e-12);
      bounded += f.mixed > f.above;
    }
    refuted += f.fact >= SS_BOXES_CLAUSE;
    if (f.fact == SS_BOXES_OPEN) assert_true(f.axis < 2);
  }
  assert_true(refuted > 500 && bounded > 500);
  ss_probe_destroy(&probe);
  forget(&a);
}

/* A variable that does not occur is never cut. */
static void cuts_what_occurs(void **state) {
  (void)state;
  const char *text[] = {"y^3 - y"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_ZERO, .output = 0}};
  asked a = ask_about(1, text, 1, c, SIZE_MAX);
  ss_probe probe;
  double weight[1];
  ss_finding f = {.weight = weight};
  assert_true(ss_probe_create(&a.question, (double[]){-100, -2}, (double[]){100, 2}, &probe));
  ss_probe_examine(&probe, (double[]){-100, -2}, (double[]){100, 2}, &f);
  assert_int_equal(f.fact, SS_BOXES_OPEN);
  assert_int_equal(f.axis, 1);
  ss_probe_destroy(&probe);
  forget(&a);
}

/* Near (0, 0), where -x^2 - y^2 + x^3 vanishes with its gradient; not farther off than it reaches,
 * and not where its curvature changes. */
static void is_local(void **state) {
  (void)state;
  const char *text[] = {"-x^2 - y^2 + x^3"}, *curvature[] = {"2 - 6*x", "0*y", "2"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0}};
  const double zero[] = {0, 0};
  asked a = ask_about(1, text, 1, c, SIZE_MAX);
  a.near = compile_texts(&a, 3, curvature);
  a.local = (ss_boxes_local){.tape = a.near, .lo = zero, .hi = zero, .inputs = 2};
  a.question.local = &a.local;
  ss_probe probe;
  double weight[1];
  ss_finding f = {.weight = weight};
  assert_true(ss_probe_create(&a.question, (double[]){-2, -2}, (double[]){2, 2}, &probe));
  ss_probe_examine(&probe, (double[]){-0.25, -0.25}, (double[]){0.25, 0.25}, &f);
  assert_int_equal(f.fact, SS_BOXES_NEAR);
  ss_probe_examine(&probe, (double[]){-0.5, -0.5}, (double[]){0.5, 0.5}, &f);
  assert_int_equal(f.fact, SS_BOXES_OPEN);
  assert_false(ss_probe_holds(&probe, (double[]){-0.5, -0.5}, (double[]){0.5, 0.5}, SS_BOXES_NEAR,
                              weight, 0));
  ss_probe_destroy(&probe);
  forget(&a);
}

/* Weights that a mixture must not have. */
static void refuses_weights(void **state) {
  (void)state;
  const char *text[] = {"x - 2", "1"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0},
                                  {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  asked a = ask_about(2, text, 2, c, SIZE_MAX);
  ss_probe probe;
  const double lo[] = {0, 0}, hi[] = {1, 1};
  assert_true(ss_probe_create(&a.question, lo, hi, &probe));
  assert_true(ss_probe_holds(&probe, lo, hi, SS_BOXES_MIXED, (double[]){2, 1}, 0));
  assert_false(ss_probe_holds(&probe, lo, hi, SS_BOXES_MIXED, (double[]){0, -1}, 0));
  assert_false(ss_probe_holds(&probe, lo, hi, SS_BOXES_MIXED, (double[]){INFINITY, 0}, 0));
  assert_false(ss_probe_holds(&probe, lo, hi, SS_BOXES_MIXED, (double[]){0, 0}, 0));
  ss_probe_destroy(&probe);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_true_at_points),
      cmocka_unit_test(cuts_what_occurs),
      cmocka_unit_test(is_local),
      cmocka_unit_test(refuses_weights),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
