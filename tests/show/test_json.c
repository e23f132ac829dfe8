/* test_json.c: numbers as JSON: full precision, null for what JSON cannot say. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/show/json_private.h"

/* Printed and read again. */
static json_t *reread(json_t *tree) {
  ss_text out;
  ss_text_start(&out);
  ss_json_print(tree, &out);
  assert_false(out.failed);
  assert_true(out.data[out.length - 1] == '\n');
  json_t *again = json_loads(out.data, JSON_DECODE_ANY, NULL);
  assert_non_null(again);
  ss_text_stop(&out);
  return again;
}

/* Every double comes back bit for bit. */
static void test_full_precision(void **state) {
  (void)state;
  const double values[] = {0.1,       1.0 / 3, -2e-308, DBL_MAX, DBL_MIN, 4.9406564584124654e-324,
                           1 + 2e-16, -0.0,    1e22,    5};
  enum { COUNT = sizeof values / sizeof *values };
  json_t *list = reread(ss_json_list(COUNT, values));
  assert_int_equal(json_array_size(list), COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    const json_t *item = json_array_get(list, i);
    assert_true(json_is_real(item)); /* 5 is 5.0: the type of a key never changes */
    assert_true(json_real_value(item) == values[i]);
    assert_int_equal(signbit(json_real_value(item)) != 0, signbit(values[i]) != 0);
  }
  json_decref(list);
}

static void test_null(void **state) {
  (void)state;
  const double values[] = {INFINITY, -INFINITY, NAN, 1};
  json_t *list = reread(ss_json_list(4, values));
  for (size_t i = 0; i < 4; i++) assert_int_equal(json_is_null(json_array_get(list, i)), i < 3);
  json_decref(list);
  json_t *none = ss_json_list(3, NULL);
  assert_true(json_is_null(none));
  json_decref(none);
}

/* Row by row, also where there are none. */
static void test_matrix(void **state) {
  (void)state;
  const double values[] = {1, 2, 3, 4, 5, 6};
  json_t *matrix = reread(ss_json_matrix(2, 3, values));
  assert_int_equal(json_array_size(matrix), 2);
  for (size_t i = 0; i < 6; i++) {
    const json_t *row = json_array_get(matrix, i / 3);
    assert_int_equal(json_array_size(row), 3);
    assert_true(json_real_value(json_array_get(row, i % 3)) == values[i]);
  }
  json_decref(matrix);
  json_t *empty = reread(ss_json_matrix(0, 3, values));
  assert_int_equal(json_array_size(empty), 0);
  json_decref(empty);
}

/* No tree: the text says that it failed. */
static void test_nothing(void **state) {
  (void)state;
  ss_text out;
  ss_text_start(&out);
  ss_json_print(NULL, &out);
  assert_true(out.failed);
  ss_text_stop(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_full_precision),
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
