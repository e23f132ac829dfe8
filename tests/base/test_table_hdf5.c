/* test_table_hdf5.c: tables from HDF5: datasets by name, states of a motion's file, what does not
 * fit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <hdf5.h>

#include "standstill/table.h"

static char name[64];

static void write_array(hid_t file, const char *what, int rank, hsize_t rows, hsize_t width,
                        const double *values) {
  const hsize_t size[2] = {rows, width};
  const hid_t space = H5Screate_simple(rank, size, NULL);
  const hid_t set =
      H5Dcreate2(file, what, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(set);
  H5Sclose(space);
}

static void write_attribute(hid_t file, const char *what, const char *text) {
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(text));
  const hid_t attribute = H5Acreate2(file, what, type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(attribute, type, text) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

static void test_columns(void **state) {
  (void)state;
  const double t[3] = {0, 1, 2}, v[3] = {5, NAN, 7}, q[6] = {1, 2, 3, 4, 5, 6}, u[6] = {-1};
  const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  write_array(file, "t", 1, 3, 0, t);
  write_array(file, "force", 1, 3, 0, v);
  write_array(file, "q", 2, 3, 2, q);
  write_array(file, "u", 2, 3, 2, u);
  write_attribute(file, "coordinates", "x,phi");
  H5Fclose(file);
  ss_arena *arena = ss_arena_create();
  ss_data_table table;
  const char *why = NULL;
  const double *column;
  assert_int_equal(ss_table_read(arena, name, &table, &why), SS_OK);
  assert_int_equal(table.rows, 3);
  assert_int_equal(table.columns, 6);
  assert_int_equal(ss_table_get_times(arena, &table, true, &column, &why), SS_OK);
  assert_memory_equal(column, t, sizeof t);
  assert_int_equal(ss_table_get(arena, &table, "phi", false, &column, &why), SS_OK);
  assert_true(column[0] == 2 && column[1] == 4 && column[2] == 6);
  assert_int_equal(ss_table_get(arena, &table, "x'", false, &column, &why), SS_OK);
  assert_true(column[0] == -1 && column[1] == 0);
  assert_int_equal(ss_table_get(arena, &table, "force", true, &column, &why), SS_OK);
  assert_true(isnan(column[1]) && column[2] == 7);
  assert_int_equal(ss_table_get(arena, &table, "force", false, &column, &why), SS_BAD_INPUT);
  assert_non_null(strstr(why, ".h5, row 2: column 'force' has a gap"));
  ss_arena_destroy(arena);
}

static void test_bad_files(void **state) {
  (void)state;
  const double t[3] = {0, 1, 2};
  ss_arena *arena = ss_arena_create();
  ss_data_table table;
  const char *why = NULL;
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  write_array(file, "t", 1, 3, 0, t);
  write_array(file, "v", 1, 2, 0, t);
  H5Fclose(file);
  assert_int_equal(ss_table_read(arena, name, &table, &why), SS_BAD_INPUT);
  assert_non_null(strstr(why, "'t' has 3 numbers and 'v' has 2"));
  file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  assert_int_equal(ss_table_read(arena, name, &table, &why), SS_BAD_INPUT);
  assert_non_null(strstr(why, "no dataset of one dimension"));
  FILE *out = fopen(name, "wb");
  fputs("t,x\n0,1\n", out);
  fclose(out);
  assert_int_equal(ss_table_read(arena, name, &table, &why), SS_BAD_INPUT);
  assert_non_null(strstr(why, "cannot be read as HDF5"));
  ss_arena_destroy(arena);
}

/* Files with a block before HDF5's part: another program's, and a motion whose seal was lost. */
static void test_blocks(void **state) {
  (void)state;
  const double t[3] = {0, 1, 2};
  ss_arena *arena = ss_arena_create();
  ss_data_table table;
  for (int motion = 0; motion < 2; motion++) {
    const char *why = NULL;
    const hid_t how = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(how, 512);
    const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, how, H5P_DEFAULT);
    write_array(file, "t", 1, 3, 0, t);
    if (motion) write_attribute(file, "coordinates", "x");
    H5Fclose(file);
    H5Pclose(how);
    assert_int_equal(ss_table_read(arena, name, &table, &why), motion ? SS_BAD_INPUT : SS_OK);
    if (motion) assert_non_null(strstr(why, "it is no motion, or it was changed"));
  }
  ss_arena_destroy(arena);
}

int main(void) {
  snprintf(name, sizeof name, "/tmp/test_table_hdf5.%ld.h5", (long)getpid());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_blocks),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(name);
  return failed;
}
