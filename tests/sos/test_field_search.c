/* Points where a function does not fall: found where they exist, exact, and not where not. */
#include "fields.h"

static ss_field_answer search(const char *text, long above, ulong below) {
  fmpq_t level;
  ss_field_answer answer = {0};
  fmpq_init(level);
  fmpq_set_si(level, above, below);
  assert_int_equal(ss_field_search(read_flow(text), level, arena, &answer), SS_OK);
  fmpq_clear(level);
  return answer;
}

static void found(void **state) {
  (void)state;
  const ss_field_answer answer = search(CUBIC, 1001, 1000);
  assert_int_equal(answer.verdict, SS_REFUTED);
  /* V = x^2 < 1.001 and V' = 2 x (-x + x^3) >= 0, so |x| >= 1 */
  fmpq_t square;
  fmpq_init(square);
  fmpq_mul(square, &answer.point[0], &answer.point[0]);
  assert_true(fmpq_equal(square, &answer.value[0]));
  assert_true(fmpq_cmp_si(square, 1) >= 0);
  fmpq_mul_si(square, square, 1000);
  assert_true(fmpq_cmp_si(square, 1001) < 0);
  assert_true(fmpq_sgn(&answer.value[1]) >= 0);
  fmpq_clear(square);
}

static void not_found(void **state) {
  (void)state;
  assert_int_equal(search(CUBIC, 99, 100).verdict, SS_UNKNOWN);
  assert_int_equal(search(CIRCLE, 49, 100).verdict, SS_UNKNOWN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(found, setup, teardown),
      cmocka_unit_test_setup_teardown(not_found, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
