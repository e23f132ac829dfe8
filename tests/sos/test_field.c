/* Levels that are known: the border of a basin from both sides, units, systems without one. */
#include "fields.h"

static void borders(void **state) {
  (void)state;
  assert_int_equal(decide_flow(CUBIC, 999, 1000).verdict, SS_PROVED);
  assert_int_equal(decide_flow(CUBIC, 1001, 1000).verdict, SS_REFUTED);
  assert_int_not_equal(decide_flow(CUBIC, 1, 1).verdict, SS_PROVED); /* V' = 0 at V = 1 */
  assert_int_equal(decide_flow(CIRCLE, 4999, 10000).verdict, SS_PROVED);
  assert_int_equal(decide_flow(CIRCLE, 5001, 10000).verdict, SS_REFUTED);
}

static void no_basin(void **state) {
  (void)state;
  assert_int_equal(decide_flow("coord x\nrate x = x\nfunction V = x^2\n", 1, 1000000).verdict,
                   SS_REFUTED);
  /* V is not positive: it falls, and nothing follows */
  assert_int_not_equal(
      decide_flow("coord x, y\nrate x = -x\nrate y = y\nfunction V = x^2 - y^2\n", 1, 1).verdict,
      SS_PROVED);
  /* V does not see y */
  assert_int_not_equal(
      decide_flow("coord x, y\nrate x = -x\nrate y = y\nfunction V = x^2\n", 1, 1).verdict,
      SS_PROVED);
  /* a circle of closed motions: V' = 0 */
  assert_int_not_equal(
      decide_flow("coord x, y\nrate x = y\nrate y = -x\nfunction V = x^2 + y^2\n", 1, 1).verdict,
      SS_PROVED);
}

static void levels_must_be_positive(void **state) {
  (void)state;
  fmpq_t level;
  ss_field_answer answer;
  fmpq_init(level);
  assert_int_equal(ss_field_decide(read_flow(CUBIC), level, arena, &answer), SS_BAD_ARGUMENT);
  fmpq_clear(level);
}

/* The numbers of the proof reach the function, digit by digit. */
static void identity(void **state) {
  (void)state;
  const ss_field_answer answer = decide_flow(CUBIC, 1, 2);
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_int_equal(answer.gram[0].count, 1);
  assert_true(fmpq_is_one(fmpq_mat_entry(answer.gram[0].matrix, 0, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(borders, setup, teardown),
      cmocka_unit_test_setup_teardown(no_basin, setup, teardown),
      cmocka_unit_test_setup_teardown(levels_must_be_positive, setup, teardown),
      cmocka_unit_test_setup_teardown(identity, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
