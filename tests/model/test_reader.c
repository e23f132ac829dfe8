/* Arrays that grow; the place that a message names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

static void test_arrays_keep_their_items_while_they_grow(void **state) {
  (void)state;
  ss_reader reader = {.arena = ss_arena_create(), .scratch = ss_arena_create()};
  size_t *items = NULL, count = 0;
  for (size_t i = 0; i < 1000; i++) {
    size_t *slot = ss_scratch_append(&reader, items, count, size_t);
    assert_int_equal(*slot, 0);
    *slot = i;
  }
  assert_int_equal(count, 1000);
  for (size_t i = 0; i < count; i++) assert_int_equal(items[i], i);
  assert_false(reader.failed);
  ss_arena_destroy(reader.arena);
  ss_arena_destroy(reader.scratch);
}

static void test_a_failed_allocation_is_remembered(void **state) {
  (void)state;
  ss_reader reader = {.arena = ss_arena_create(), .scratch = ss_arena_create()};
  assert_null(ss_reader_borrow(&reader, SIZE_MAX, SIZE_MAX));
  assert_true(reader.failed);
  ss_arena_destroy(reader.arena);
  ss_arena_destroy(reader.scratch);
}

static void test_text_names_the_line_and_json_the_path(void **state) {
  (void)state;
  expect_mistake("coord x\nkinetic = y'^2\n", "test.still:2:11: error: unknown name 'y'");
  expect_mistake("{\"coordinates\":[\"x\"],\"kinetic\":[[\"^\",\"y'\",\"2\"]]}",
                 "test.still: error: kinetic[0]: unknown name 'y'");
}

static void test_what_concerns_the_whole_file_has_no_line(void **state) {
  (void)state;
  expect_mistake("coord x\n", "test.still: error: the model has no kinetic energy");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrays_keep_their_items_while_they_grow),
      cmocka_unit_test(test_a_failed_allocation_is_remembered),
      cmocka_unit_test(test_text_names_the_line_and_json_the_path),
      cmocka_unit_test(test_what_concerns_the_whole_file_has_no_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
