/* test_status.c: every status has a name, a sentence and an exit code that the design promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/base.h"

static void every_status_has_a_name_and_a_sentence(void **state) {
  (void)state;
  for (int i = 0; i < SS_STATUS_COUNT; i++) {
    const char *name = ss_status_name((ss_status)i), *text = ss_status_text((ss_status)i);
    assert_int_equal(strncmp(name, "SS_", 3), 0);
    assert_true(strlen(text) > 3);
    for (int j = 0; j < i; j++) {
      assert_string_not_equal(name, ss_status_name((ss_status)j));
      assert_string_not_equal(text, ss_status_text((ss_status)j));
    }
  }
  assert_string_equal(ss_status_name(SS_NO_CONVERGENCE), "SS_NO_CONVERGENCE");
}

/* 0 done, 2 the input is wrong, 3 a limit was hit. */
static void exit_codes_are_those_of_the_design(void **state) {
  (void)state;
  assert_int_equal(ss_status_exit_code(SS_OK), 0);
  assert_int_equal(ss_status_exit_code(SS_BAD_INPUT), 2);
  assert_int_equal(ss_status_exit_code(SS_BAD_ARGUMENT), 2);
  assert_int_equal(ss_status_exit_code(SS_IO), 2);
  assert_int_equal(ss_status_exit_code(SS_MEMORY), 3);
  assert_int_equal(ss_status_exit_code(SS_LIMIT), 3);
  assert_int_equal(ss_status_exit_code(SS_NO_CONVERGENCE), 3);
  for (int i = 1; i < SS_STATUS_COUNT; i++) assert_int_not_equal(ss_status_exit_code(i), 0);
}

static void a_number_that_is_no_status_is_named_as_such(void **state) {
  (void)state;
  assert_string_equal(ss_status_name(SS_STATUS_COUNT), "SS_?");
  assert_string_equal(ss_status_text((ss_status)999), "unknown status");
  assert_int_equal(ss_status_exit_code(SS_STATUS_COUNT), 3);
}

static void verdicts_have_three_words(void **state) {
  (void)state;
  assert_string_equal(ss_verdict_text(SS_UNKNOWN), "unknown");
  assert_string_equal(ss_verdict_text(SS_PROVED), "proved");
  assert_string_equal(ss_verdict_text(SS_REFUTED), "refuted");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_status_has_a_name_and_a_sentence),
      cmocka_unit_test(exit_codes_are_those_of_the_design),
      cmocka_unit_test(a_number_that_is_no_status_is_named_as_such),
      cmocka_unit_test(verdicts_have_three_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
