/* test_file_read.c: a map file comes back as it was; a damaged one does not come back. */
#include <fcntl.h>
#include <sys/stat.h>

#include "grid.h"

static char name[64];

static ss_sweep_map make_map(ss_arena *arena) {
  static const uint8_t codes[6] = {1, 2, 0, 1, 1, 2}, evaluated[6] = {1, 1, 0, 1, 0, 1};
  static const double values[6] = {0.5, -0.0, NAN, INFINITY, 1e-300, 3};
  ss_sweep_map map = grid_map(3, 2);
  map.code = ss_arena_new(arena, 6, uint8_t);
  map.evaluated = ss_arena_new(arena, 6, uint8_t);
  map.value = ss_arena_new(arena, 6, double);
  memcpy(map.code, codes, sizeof codes);
  memcpy(map.evaluated, evaluated, sizeof evaluated);
  memcpy(map.value, values, sizeof values);
  return map;
}

static void everything_comes_back(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_map map = make_map(arena);
  ss_sweep_map back;
  const char *why;
  assert_int_equal(ss_sweep_write(&map, grid_file(name, "map.h5")), SS_OK);
  assert_int_equal(ss_sweep_read(arena, name, &back, &why), SS_OK);
  grid_assert_equal(&map, &back);
  assert_false(back.complete);
  for (int k = 0; k < 2; k++) {
    assert_string_equal(back.axis[k].name, map.axis[k].name);
    assert_string_equal(back.axis[k].unit, map.axis[k].unit);
    assert_true(back.axis[k].low == map.axis[k].low && back.axis[k].high == map.axis[k].high);
  }
  assert_int_equal(back.classes, 3);
  for (size_t k = 0; k < 3; k++) {
    assert_string_equal(back.class_of_code[k].name, grid_classes[k].name);
    assert_int_equal(back.class_of_code[k].role, grid_classes[k].role);
  }
  assert_int_equal(back.facts, 2);
  assert_string_equal(ss_sweep_fact_of(&back, "model"), "a circle");
  assert_string_equal(ss_sweep_fact_of(&back, "nothing"), "");
  assert_string_equal(back.command, map.command);
  assert_string_equal(back.model, map.model);
  ss_arena_destroy(arena);
}

static void a_cut_file_is_refused(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_map map = make_map(arena);
  ss_sweep_map back;
  const char *why;
  struct stat info;
  grid_file(name, "cut.h5");
  assert_int_equal(ss_sweep_write(&map, name), SS_OK);
  assert_int_equal(stat(name, &info), 0);
  for (off_t size = info.st_size - 1; size >= 0; size -= 97) {
    assert_int_equal(truncate(name, size), 0);
    assert_int_equal(ss_sweep_read(arena, name, &back, &why), SS_BAD_INPUT);
    assert_non_null(strstr(why, size >= 512 ? "truncated" : "no map"));
  }
  ss_arena_destroy(arena);
}

static void a_changed_file_is_refused(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_map map = make_map(arena);
  ss_sweep_map back;
  const char *why;
  struct stat info;
  grid_file(name, "changed.h5");
  assert_int_equal(ss_sweep_write(&map, name), SS_OK);
  assert_int_equal(stat(name, &info), 0);
  const int file = open(name, O_RDWR);
  for (off_t at = 0; at < info.st_size; at += 61) {
    unsigned char byte, other;
    assert_int_equal(pread(file, &byte, 1, at), 1);
    other = byte ^ 1;
    assert_int_equal(pwrite(file, &other, 1, at), 1);
    assert_int_equal(ss_sweep_read(arena, name, &back, &why), SS_BAD_INPUT);
    assert_non_null(why);
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
  }
  close(file);
  assert_int_equal(ss_sweep_read(arena, name, &back, &why), SS_OK);
  ss_arena_destroy(arena);
}

static void no_file_is_said(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_map back;
  const char *why;
  assert_int_equal(ss_sweep_read(arena, "/nowhere/map.h5", &back, &why), SS_IO);
  assert_string_equal(why, "No such file or directory");
  assert_int_equal(ss_sweep_read(arena, ".", &back, &why), SS_IO);
  ss_arena_destroy(arena);
}

static int remove_file(void **state) {
  (void)state;
  unlink(name);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(everything_comes_back, remove_file),
      cmocka_unit_test_teardown(a_cut_file_is_refused, remove_file),
      cmocka_unit_test_teardown(a_changed_file_is_refused, remove_file),
      cmocka_unit_test(no_file_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
