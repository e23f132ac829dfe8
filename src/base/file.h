/* file.h: a file under construction, as the files of src/base see it. */
#ifndef STANDSTILL_BASE_FILE_H
#define STANDSTILL_BASE_FILE_H

#include "base_private.h"

enum { SS_FILE_BUFFER = 1 << 16 };

struct ss_file {
  int descriptor;
  bool direct;      /* what stands at the path is no regular file */
  int mode;         /* of the regular file that stands there; -1: none does */
  char *path;       /* where it will stand, links followed */
  char *name;       /* where it stands meanwhile; NULL: nowhere */
  int problem;      /* the errno of the first failure, or 0 */
  uint64_t length;  /* bytes written, the buffer not counted */
  size_t held;      /* bytes in the buffer */
  int64_t hdf5;     /* the file as HDF5 sees it; negative: not open */
  void *print, *of; /* how HDF5 printed its errors before */
  char buffer[SS_FILE_BUFFER];
};

/* At an offset; failures are remembered. Bytes beyond the end are read as zeros. */
void ss_file_write_at(ss_file *file, uint64_t offset, const void *bytes, size_t length);
void ss_file_read_at(ss_file *file, uint64_t offset, void *bytes, size_t length);

/* Puts the buffer into the file. */
void ss_file_flush(ss_file *file);

#endif
