/* The words of the language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static void test_words(void **state) {
  (void)state;
  assert_string_equal(ss_element_word(SS_ELEMENT_CONTACT), "contact");
  assert_string_equal(ss_element_word(SS_ELEMENT_CLUTCH), "clutch");
  assert_string_equal(ss_law_word(SS_LAW_FRICTIONLESS), "");
  assert_string_equal(ss_law_word(SS_LAW_ROLLING), "rolling");
  assert_string_equal(ss_restitution_word(SS_RESTITUTION_ENERGETIC), "energetic");
}

static void test_numbers_of_arguments_and_components(void **state) {
  (void)state;
  static const int arguments[] = {0, 1, 1, 2, 2, 3, 0}, components[] = {0, 1, 2, 2, 3, 5, 1};
  for (int law = 0; law < SS_LAW_COUNT; law++) {
    assert_int_equal(ss_law_arguments((ss_law_kind)law), arguments[law]);
    assert_int_equal(ss_law_dimension((ss_law_kind)law), components[law]);
  }
  assert_int_equal(ss_restitution_arguments(SS_RESTITUTION_NEWTON), 2);
  assert_int_equal(ss_restitution_arguments(SS_RESTITUTION_SEQUENTIAL), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_numbers_of_arguments_and_components),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
