/* file.h: what writing and reading of map files share. */
#ifndef STANDSTILL_SWEEP_FILE_H
#define STANDSTILL_SWEEP_FILE_H

#include <hdf5.h>

#include "standstill/sweep.h"

#define SS_SWEEP_FORMAT "standstill-sweep/1"

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

#endif
