/* file.h: what writing and reading of map files share. */
#ifndef STANDSTILL_SWEEP_FILE_H
#define STANDSTILL_SWEEP_FILE_H

#include <hdf5.h>

#include "standstill/sweep.h"

#define SS_SWEEP_FORMAT "standstill-sweep/1"

/* Bytes before HDF5's own: a line "format length SHA-256", then zeros. */
enum { SS_SWEEP_BLOCK = 512 };

/* HDF5 prints its errors by default: a library does not. */
typedef struct ss_hdf5_errors {
  H5E_auto2_t print;
  void *data;
} ss_hdf5_errors;

static inline ss_hdf5_errors ss_hdf5_silence(void) {
  ss_hdf5_errors old;
  H5Eget_auto2(H5E_DEFAULT, &old.print, &old.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return old;
}

static inline void ss_hdf5_restore(ss_hdf5_errors old) {
  H5Eset_auto2(H5E_DEFAULT, old.print, old.data);
}

/* The whole file and what its first line must be; memory that the caller frees. SS_IO: cannot be
 * read. */
ss_status ss_sweep_load(const char *file, unsigned char **data, size_t *bytes);
void ss_sweep_sign(const unsigned char *data, size_t bytes, char block[SS_SWEEP_BLOCK]);

#endif
