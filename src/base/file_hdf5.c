/* file_hdf5.c: HDF5 writes into a file under construction.
 *
 * A driver of our own (H5FD_class_t) instead of HDF5's for POSIX files, for two reasons. The file
 * has no name that HDF5 could open. And HDF5 cannot close a file that it cannot write: after a
 * full disk the handle stays open, and the library's exit handler tries again and breaks down. So
 * here a failure is remembered in the file (ss_file_end tells it), what is written after it goes
 * nowhere, and HDF5 closes in peace.
 *
 * The first SS_FILE_BLOCK bytes are left to the seal. Times are not recorded, so that equal content
 * is equal bytes. What can fail: memory inside of HDF5.
 */
#include <errno.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

typedef struct driver {
  H5FD_t common; /* HDF5's own; must be first */
  ss_file *file;
  haddr_t end; /* of the addresses handed out */
} driver;

static H5FD_t *open_driver(const char *name, unsigned flags, hid_t fapl, haddr_t most) {
  (void)name, (void)flags, (void)most;
  ss_file *const *file = H5Pget_driver_info(fapl);
  driver *d = file ? calloc(1, sizeof *d) : NULL;
  if (!d) return NULL;
  d->file = *file;
  return &d->common;
}

static herr_t close_driver(H5FD_t *f) {
  free(f);
  return 0;
}

static herr_t query(const H5FD_t *f, unsigned long *flags) {
  (void)f;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t get_end(const H5FD_t *f, H5FD_mem_t type) {
  (void)type;
  return ((const driver *)f)->end;
}

static herr_t set_end(H5FD_t *f, H5FD_mem_t type, haddr_t end) {
  (void)type;
  ((driver *)f)->end = end;
  return 0;
}

static haddr_t get_length(const H5FD_t *f, H5FD_mem_t type) {
  (void)type;
  return ((const driver *)f)->file->length;
}

static herr_t read_bytes(H5FD_t *f, H5FD_mem_t type, hid_t how, haddr_t at, size_t size,
                         void *bytes) {
  (void)type, (void)how;
  ss_file_read_at(((driver *)f)->file, at, bytes, size);
  return 0;
}

static herr_t write_bytes(H5FD_t *f, H5FD_mem_t type, hid_t how, haddr_t at, size_t size,
                          const void *bytes) {
  (void)type, (void)how;
  ss_file_write_at(((driver *)f)->file, at, bytes, size);
  return 0;
}

/* HDF5 reads no byte beyond the last one that it wrote, but a length that is too short: the zeros
 * at the end are written. */
static herr_t end_file(H5FD_t *f, hid_t how, hbool_t closing) {
  const driver *d = (const driver *)f;
  (void)how, (void)closing;
  if (d->end > d->file->length) ss_file_write_at(d->file, d->end - 1, "", 1);
  return 0;
}

static const H5FD_class_t class = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = 600, /* 512 to 65535: for tests and private use */
#endif
    .name = "standstill",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(ss_file *),
    .open = open_driver,
    .close = close_driver,
    .query = query,
    .get_eoa = get_end,
    .set_eoa = set_end,
    .get_eof = get_length,
    .read = read_bytes,
    .write = write_bytes,
    .truncate = end_file,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

static hid_t create(ss_file *file, bool sealed) {
  const hid_t kind = H5FDregister(&class), access = H5Pcreate(H5P_FILE_ACCESS);
  const hid_t make = H5Pcreate(H5P_FILE_CREATE);
  hid_t made = -1;
  if (kind >= 0 && access >= 0 && make >= 0 && H5Pset_driver(access, kind, &file) >= 0 &&
      H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
      H5Pset_userblock(make, sealed ? SS_FILE_BLOCK : 0) >= 0 &&
      H5Pset_obj_track_times(make, false) >= 0)
    made = H5Fcreate("standstill", H5F_ACC_TRUNC, make, access);
  if (make >= 0) H5Pclose(make);
  if (access >= 0) H5Pclose(access);
  if (kind >= 0) H5FDunregister(kind);
  return made;
}

int64_t ss_file_open_hdf5(ss_file *file, bool sealed) {
  H5E_auto2_t print = NULL;
  H5Eget_auto2(H5E_DEFAULT, &print, &file->of);
  memcpy(&file->print, &print, sizeof print);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  file->hdf5 = create(file, sealed);
  return file->hdf5;
}

void ss_file_close_hdf5(ss_file *file) {
  H5E_auto2_t print;
  if (file->hdf5 >= 0 && H5Fclose(file->hdf5) < 0 && !file->problem) file->problem = EIO;
  if (file->hdf5 < 0 && !file->problem) file->problem = EIO;
  file->hdf5 = -1;
  memcpy(&print, &file->print, sizeof print);
  H5Eset_auto2(H5E_DEFAULT, print, file->of);
}
