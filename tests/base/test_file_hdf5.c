/* test_file_hdf5.c: HDF5 through a file under construction: read back by HDF5's own driver, and
 * closed in peace when the disk is full, wherever that happens. */
#include <errno.h>
#include <hdf5.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/base.h"

enum { COUNT = 5000 };

static const char *const path = "file.h5";

static int start(void **state) {
  char *folder = strdup(P_tmpdir "/standstill-test-XXXXXX");
  *state = folder;
  return folder && mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int stop(void **state) {
  unlink(path);
  const int code = chdir("/") == 0 ? rmdir(*state) : -1;
  free(*state);
  return code;
}

/* A group, a dataset that is written at once and one that grows by chunks. */
static ss_status write_numbers(bool sealed) {
  ss_file *file;
  double values[COUNT];
  const hsize_t size = COUNT, none = 0, most = H5S_UNLIMITED, chunk = 100;
  for (size_t i = 0; i < COUNT; i++) values[i] = (double)i / 7;
  assert_int_equal(ss_file_begin(path, &file), SS_OK);
  const hid_t out = ss_file_open_hdf5(file, sealed);
  assert_true(out >= 0);
  const hid_t group = H5Gcreate2(out, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &size, NULL), grows = H5Screate_simple(1, &none, &most);
  const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(how, 1, &chunk);
  const hid_t one =
      H5Dcreate2(out, "g/one", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(one, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  const hid_t two = H5Dcreate2(out, "two", H5T_NATIVE_DOUBLE, grows, H5P_DEFAULT, how, H5P_DEFAULT);
  const hid_t part = H5Screate_simple(1, &chunk, NULL);
  for (hsize_t at = 0; at < COUNT; at += chunk) {
    const hsize_t now = at + chunk;
    H5Dset_extent(two, &now);
    const hid_t where = H5Dget_space(two);
    H5Sselect_hyperslab(where, H5S_SELECT_SET, &at, NULL, &chunk, NULL);
    H5Dwrite(two, H5T_NATIVE_DOUBLE, part, where, H5P_DEFAULT, values + at);
    H5Sclose(where);
  }
  H5Sclose(part), H5Sclose(space), H5Sclose(grows), H5Pclose(how);
  H5Dclose(one), H5Dclose(two), H5Gclose(group);
  ss_file_close_hdf5(file);
  if (sealed) ss_file_seal(file, "numbers/1");
  return ss_file_end(file);
}

static void expect_numbers(const char *name) {
  double found[COUNT] = {0};
  const hid_t in = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(in >= 0);
  const hid_t set = H5Dopen2(in, name, H5P_DEFAULT);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, found) >= 0);
  for (size_t i = 0; i < COUNT; i++) assert_true(found[i] == (double)i / 7);
  H5Dclose(set);
  H5Fclose(in);
}

static void what_was_written_is_read_back(void **state) {
  const char *why;
  (void)state;
  for (int sealed = 0; sealed < 2; sealed++) {
    assert_int_equal(write_numbers(sealed), SS_OK);
    expect_numbers("g/one");
    expect_numbers("two");
  }
  assert_int_equal(ss_file_check_seal(path, "numbers/1", &why), SS_OK);
}

/* At every size of the disk there is a failure that is told, and no handle is left. */
static void a_full_disk_leaves_nothing_behind(void **state) {
  struct rlimit all, some;
  (void)state;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
  some.rlim_max = all.rlim_max;
  for (rlim_t limit = 0; limit < 80000; limit += limit < 8000 ? 400 : 4000) {
    some.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &some), 0);
    const ss_status status = write_numbers(true);
    const int problem = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    assert_int_equal(status, SS_IO);
    assert_int_equal(problem, EFBIG);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
  }
  signal(SIGXFSZ, SIG_DFL);
}

/* HDF5 prints its errors as before. */
static void the_printing_of_errors_is_restored(void **state) {
  H5E_auto2_t before = NULL, after = NULL;
  void *data;
  (void)state;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  assert_int_equal(write_numbers(false), SS_OK);
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  assert_true(before && before == after);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(what_was_written_is_read_back),
      IN_FOLDER(a_full_disk_leaves_nothing_behind),
      IN_FOLDER(the_printing_of_errors_is_restored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
