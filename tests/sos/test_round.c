/* Rounding: few bits are enough where the margin is wide, none where there is none. */
#include "support.h"

static bool rounds(const char *text, long bits) {
  one_poly *to = prepare(poly(text));
  const ss_sdp_options options = ss_sdp_default_options();
  sos_point point;
  ss_sos_answer answer;
  assert_true(ss_sos_solve_margin(&to->work, &options, &point));
  return ss_sos_round(&to->work, &point, bits, &answer);
}

static void bits(void **state) {
  (void)state;
  assert_true(rounds("1 xxxx + 1 xxyy + 1 yyyy + 1", 6));
  assert_true(rounds("1 xxxx + 3 xxxy + 4 xxyy + 1 yyyy + 1/3", 20));
  assert_false(rounds("1 xxxx - 3 xxyy + 1 yyyy", 40));
}

static void numbers(void **state) {
  (void)state;
  fmpq_t x;
  fmpq_init(x);
  ss_sos_round_number(x, 0.3, 2);
  assert_int_equal(fmpq_cmp_si(x, 1), -1);
  assert_true(fmpz_equal_si(fmpq_numref(x), 1) && fmpz_equal_si(fmpq_denref(x), 4));
  fmpq_clear(x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(bits, setup, teardown),
      cmocka_unit_test_setup_teardown(numbers, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
