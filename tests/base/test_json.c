/* test_json.c: numbers as JSON: full precision, null for what JSON cannot say; trees that are whole
 * or not there. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/json.h"

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

static void test_texts(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"", ""},
                                         {"\xC3\xA4 \xE2\x80\x93", "\xC3\xA4 \xE2\x80\x93"},
                                         {"a\xFFz", "a?z"},
                                         {"\xE2\x80", "??"},
                                         {"\xED\xA0\x80", "???"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    json_t *text = ss_json_text(pairs[i][0]);
    assert_string_equal(json_string_value(text), pairs[i][1]);
    json_decref(text);
  }
  assert_true(json_is_null(ss_json_text(NULL)));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static long until_failure; /* allocations that still succeed; negative: all do */

static void *allocate(size_t size) {
  if (until_failure == 0) {
    until_failure = -1; /* one fails, the next ones succeed again: the harder case */
    return NULL;
  }
  if (until_failure > 0) until_failure--;
  return malloc(size);
}

/* A tree with everything in it. */
static void print_tree(ss_text *out) {
  const double values[] = {1, 2, 3, 4};
  json_t *root = json_object(), *list = json_array();
  for (int i = 0; i < 20; i++) {
    json_t *entry = json_object();
    ss_json_set(&entry, "number", ss_json_real(i));
    ss_json_set(&entry, "text", ss_json_text("\xC3\xA4"));
    ss_json_append(&list, entry);
  }
  ss_json_set(&root, "list", list);
  ss_json_set(&root, "matrix", ss_json_matrix(2, 2, values));
  ss_json_print(root, out);
}

/* Whichever allocation fails, the text is whole or says that it is not. */
static void test_each_allocation_that_fails(void **state) {
  (void)state;
  ss_text whole, out;
  ss_text_start(&whole);
  print_tree(&whole);
  assert_false(whole.failed);
  json_set_alloc_funcs(allocate, free);
  size_t failures = 0;
  for (long k = 0; k < 10000; k++) {
    ss_text_start(&out);
    until_failure = k;
    print_tree(&out);
    const bool is_over = until_failure > 0;
    failures += out.failed;
    if (!out.failed) assert_string_equal(out.data, whole.data);
    ss_text_stop(&out);
    if (is_over) break;
  }
  json_set_alloc_funcs(malloc, free);
  assert_true(failures > 100);
  ss_text_stop(&whole);
}

/* The seal is the SHA-256 of all bytes before it, and the whole is JSON. */
static void seals(void **state) {
  (void)state;
  ss_text text;
  char hash[65];
  ss_text_start(&text);
  assert_int_equal(ss_json_print_sealed(json_pack("{s:i, s:{s:s}}", "a", 1, "b", "c", "}"), &text),
                   SS_OK);
  const char *seal = strstr(text.data, "\"seal\": \"");
  assert_non_null(seal);
  ss_sha256(text.data, (size_t)(seal - text.data), hash);
  assert_memory_equal(seal + 9, hash, 64);
  json_t *root = json_loads(text.data, 0, NULL);
  assert_int_equal(json_object_size(root), 3);
  json_decref(root);
  ss_text_stop(&text);
  ss_text_start(&text);
  assert_int_equal(ss_json_print_sealed(NULL, &text), SS_MEMORY);
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seals),
      cmocka_unit_test(test_full_precision),
      cmocka_unit_test(test_null),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_each_allocation_that_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
