/* test_descend.c: points with small V on what conditions leave, against closed forms. */
#include "../../src/boxes/probe.h"

#include "questions.h"

static void expect_least(const char *const *text, size_t conditions, const ss_boxes_condition *c,
                         double least) {
  asked a = ask_about(1 + conditions, text, conditions, c, 0);
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  ss_descent *descent = ss_descent_create(&a.question, lo, hi);
  double x[] = {1.3, -0.7}, value = 0;
  assert_non_null(descent);
  assert_true(ss_descent_run(descent, x, &value));
  assert_true(value > least - 1e-6 && value < least + 1e-3);
  ss_descent_destroy(descent);
  forget(&a);
}

/* The distance from (0, 0): of a line, of a parabola, of a circle around (2, 0). */
static void finds_what_is_near(void **state) {
  (void)state;
  const ss_boxes_condition zero[] = {{.sense = SS_BOXES_ZERO, .output = 1}};
  const ss_boxes_condition more[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  const char *line[] = {"x^2 + y^2", "x + 2*y - 1"};
  const char *bow[] = {"x^2 + y^2", "x - 1 - y^2"};
  const char *disc[] = {"x^2 + y^2", "1 - (x - 2)^2 - y^2"};
  expect_least(line, 1, zero, 0.2);
  expect_least(bow, 1, more, 1);
  expect_least(disc, 1, more, 1);
}

/* Nothing is found where there is nothing. */
static void finds_nothing(void **state) {
  (void)state;
  const char *text[] = {"x", "-1 - x^2 - y^2"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  asked a = ask_about(2, text, 1, c, 0);
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  ss_descent *descent = ss_descent_create(&a.question, lo, hi);
  double x[] = {1, 1}, value;
  assert_false(ss_descent_run(descent, x, &value));
  ss_descent_destroy(descent);
  forget(&a);
}

/* A point at which a matrix is definite, or has full rank, does not count: [1 x; x 1] is not
 * definite from |x| = 1 on; (x, y; 1, 1) is singular on x = y. */
static void looks_at_matrices(void **state) {
  (void)state;
  const char *definite[] = {"x^2 + y^2", "1", "x", "1"};
  const char *full[] = {"x^2 + y^2", "x", "y", "1", "1"};
  const ss_boxes_condition c[] = {
      {.sense = SS_BOXES_NOT_DEFINITE, .output = 1, .columns = 2},
      {.sense = SS_BOXES_DEPENDENT, .output = 1, .rows = 2, .columns = 2}};
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  for (int i = 0; i < 4; i++) {
    asked a = ask_about(i < 2 ? 4 : 5, i < 2 ? definite : full, 1, &c[i / 2], 0);
    ss_descent *descent = ss_descent_create(&a.question, lo, hi);
    double x[] = {i % 2 ? 2 : 0.5, i % 2 ? 2 : 0}, value = 0;
    assert_int_equal(ss_descent_run(descent, x, &value), i % 2);
    if (i == 1) assert_true(fabs(x[0]) >= 1 && value < 2.2);
    ss_descent_destroy(descent);
    forget(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_is_near),
      cmocka_unit_test(finds_nothing),
      cmocka_unit_test(looks_at_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
