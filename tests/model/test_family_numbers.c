/* test_family_numbers.c: bounds and indices: arithmetic of whole numbers, and what is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

/* The name of the only coordinate, whose index is given; NULL if it is refused. */
static void expect_index(const char *parameters, const char *index, const char *name) {
  char text[400];
  reading r;
  snprintf(text, sizeof text, "%s\ncoord x[%s]\nkinetic = x[%s]'^2\n", parameters, index, index);
  start_reading(&r);
  const ss_status status = parse(&r, text, strlen(text));
  if (name) {
    if (status != SS_OK) fail_msg("%s: %s", text, messages(&r));
    assert_string_equal(r.model->coordinate[0].name.text, name);
  } else {
    assert_int_equal(status, SS_BAD_INPUT);
  }
  stop_reading(&r);
}

static void test_arithmetic(void **state) {
  (void)state;
  expect_index("", "7", "x[7]");
  expect_index("", " 1 + 2*3 - 4 ", "x[3]");
  expect_index("", "-(2 - 5)*-(4)", "x[-12]");
  expect_index("param n = 4", "2*n - 1", "x[7]");
  expect_index("param a = 2*b + 1\nparam b = 3", "a", "x[7]");
  expect_index("param n = 4 # blocks", "n", "x[4]");
  expect_index("", "100000000", "x[100000000]");
}

static void test_no_whole_numbers(void **state) {
  (void)state;
  expect_index("", "", NULL);
  expect_index("", "1/2", NULL);
  expect_index("", "1.5", NULL);
  expect_index("", "(1", NULL);
  expect_index("", "2 3", NULL);
  expect_index("", "100000001", NULL);
  expect_index("", "20000*20000", NULL);
  expect_index("param n = 1/2", "n", NULL);
  expect_index("param n = 2 in [1, 3]", "n", NULL);
  expect_index("param a = b\nparam b = a", "a", NULL);
  expect_index("", "unknown", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_no_whole_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
