/* test_file_write.c: equal maps are equal files; a file is whole or not there; HDF5's own readers
 * see plain datasets. */
#include <hdf5.h>

#include "grid.h"

static ss_sweep_map make_map(ss_arena *arena, size_t n) {
  const char *why;
  static grid_task task;
  const ss_sweep_task t = grid_make_task(&task);
  const ss_sweep_options options = ss_sweep_default_options();
  ss_sweep_map map = grid_map(n, n);
  assert_int_equal(ss_sweep_run(arena, &t, &options, &map, &why), SS_OK);
  return map;
}

static size_t read_bytes(const char *name, char *bytes, size_t most) {
  FILE *file = fopen(name, "rb");
  assert_non_null(file);
  const size_t size = fread(bytes, 1, most, file);
  fclose(file);
  return size;
}

static void equal_maps_are_equal_files(void **state) {
  (void)state;
  enum { MOST = 1 << 20 };
  char one[64], other[64];
  ss_arena *arena = ss_arena_create();
  char *bytes = ss_arena_alloc(arena, 2, MOST);
  ss_sweep_map map = make_map(arena, 30), again = make_map(arena, 30);
  assert_int_equal(ss_sweep_write(&map, grid_file(one, "one.h5")), SS_OK);
  sleep(1); /* dates would differ */
  assert_int_equal(ss_sweep_write(&again, grid_file(other, "other.h5")), SS_OK);
  const size_t size = read_bytes(one, bytes, MOST);
  assert_int_equal(size, read_bytes(other, bytes + MOST, MOST));
  assert_true(size > 512 && size < MOST);
  assert_memory_equal(bytes, bytes + MOST, size);
  unlink(one);
  unlink(other);
  ss_arena_destroy(arena);
}

static void hdf5_reads_plain_datasets(void **state) {
  (void)state;
  char name[64];
  ss_arena *arena = ss_arena_create();
  const ss_sweep_map map = make_map(arena, 20);
  assert_int_equal(ss_sweep_write(&map, grid_file(name, "plain.h5")), SS_OK);
  const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  uint8_t codes[400];
  double axis[20];
  const hid_t set = H5Dopen2(file, "class", H5P_DEFAULT);
  assert_true(H5Dread(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, codes) >= 0);
  assert_memory_equal(codes, map.code, sizeof codes);
  H5Dclose(set);
  const hid_t values = H5Dopen2(file, "axis2", H5P_DEFAULT);
  assert_true(H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, axis) >= 0);
  for (size_t i = 0; i < 20; i++) assert_true(axis[i] == ss_sweep_at(&map.axis[1], i));
  H5Dclose(values);
  assert_true(H5Aexists(file, "hash") > 0 && H5Aexists(file, "complete") > 0);
  H5Fclose(file);
  unlink(name);
  ss_arena_destroy(arena);
}

static void what_cannot_be_written_is_said(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_map map = make_map(arena, 5);
  assert_int_equal(ss_sweep_write(&map, "/nowhere/at/all.h5"), SS_IO);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_maps_are_equal_files),
      cmocka_unit_test(hdf5_reads_plain_datasets),
      cmocka_unit_test(what_cannot_be_written_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
