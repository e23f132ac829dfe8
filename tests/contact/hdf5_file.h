/* hdf5_file.h: writing FCLIB files piece by piece, good and bad ones. */
#ifndef TESTS_CONTACT_HDF5_FILE_H
#define TESTS_CONTACT_HDF5_FILE_H

#include <hdf5.h>
#include <unistd.h>

#include "support.h"

typedef struct hdf5_file {
  char path[64];
  hid_t id;
} hdf5_file;

static inline hdf5_file open_file(void) {
  hdf5_file f = {.path = "/tmp/standstill-test-XXXXXX"};
  const int descriptor = mkstemp(f.path);
  assert_true(descriptor >= 0);
  close(descriptor);
  f.id = H5Fcreate(f.path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(f.id >= 0);
  return f;
}

static inline void add_group(hdf5_file *f, const char *path) {
  H5Gclose(H5Gcreate2(f->id, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static inline void add_numbers(hdf5_file *f, const char *path, hid_t type, size_t count,
                               const void *values) {
  const hsize_t length = count;
  const hid_t space = H5Screate_simple(1, &length, NULL);
  const hid_t set = H5Dcreate2(f->id, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(set);
  H5Sclose(space);
}

static inline void add_doubles(hdf5_file *f, const char *path, size_t count, const double *values) {
  add_numbers(f, path, H5T_NATIVE_DOUBLE, count, values);
}

static inline void add_integers(hdf5_file *f, const char *path, size_t count, const int *values) {
  add_numbers(f, path, H5T_NATIVE_INT, count, values);
}

typedef struct stored {
  int m, n, nz, pointers, indices;
  const int *p, *i;
  const double *x;
} stored;

static inline void add_matrix(hdf5_file *f, const char *group, const stored *A) {
  char path[96];
  const struct {
    const char *name;
    int value;
  } numbers[] = {{"m", A->m}, {"n", A->n}, {"nz", A->nz}, {"nzmax", A->indices}};
  add_group(f, group);
  for (size_t k = 0; k < 4; k++) {
    snprintf(path, sizeof path, "%s/%s", group, numbers[k].name);
    add_integers(f, path, 1, &numbers[k].value);
  }
  snprintf(path, sizeof path, "%s/p", group);
  add_integers(f, path, (size_t)A->pointers, A->p);
  snprintf(path, sizeof path, "%s/i", group);
  add_integers(f, path, (size_t)A->indices, A->i);
  snprintf(path, sizeof path, "%s/x", group);
  add_doubles(f, path, (size_t)A->indices, A->x);
}

#endif
