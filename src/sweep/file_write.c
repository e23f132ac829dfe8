/* file_write.c: a map as plain HDF5 datasets behind a sealed first block (docs/output.md).
 *
 * HDF5 leaves the first 512 bytes of the file to us: they hold the length of the file and the
 * SHA-256 of all that follows, so that a cut or changed file is known before HDF5 looks at it. The
 * file gets its name when it is whole (ss_file). Dates are left out: equal maps are equal files,
 * byte for byte.
 *
 * Cost: O(points), twice through the disk cache. What can fail: the file, memory.
 */
#include <stdlib.h>
#include <string.h>

#include "file.h"

typedef struct writer {
  hid_t file, create; /* create: how datasets are made */
  bool failed;
} writer;

static void note(writer *w, long status) {
  if (status < 0) w->failed = true;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* A dataset; returns it open, for attributes, or a negative number. */
static hid_t write_array(writer *w, const char *name, hid_t type, int rank, const hsize_t *size,
                         const void *data) {
  const hid_t space = H5Screate_simple(rank, size, NULL);
  const hid_t set = H5Dcreate2(w->file, name, type, space, H5P_DEFAULT, w->create, H5P_DEFAULT);
  note(w, set);
  if (set >= 0) note(w, H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  H5Sclose(space);
  return set;
}

static void close_set(hid_t set) {
  if (set >= 0) H5Dclose(set);
}

static hid_t make_text_type(writer *w, size_t size) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  note(w, H5Tset_size(type, size));
  note(w, H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

static void write_attribute(writer *w, hid_t where, const char *name, hid_t type,
                            const void *data) {
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute =
      where >= 0 ? H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : -1;
  note(w, attribute);
  if (attribute >= 0) {
    note(w, H5Awrite(attribute, type, data));
    H5Aclose(attribute);
  }
  H5Sclose(space);
}

static void write_text(writer *w, hid_t where, const char *name, const char *text) {
  const hid_t type = make_text_type(w, strlen(text) + 1);
  write_attribute(w, where, name, type, text);
  H5Tclose(type);
}

/* rows x columns texts (columns 0: a list), all as long as the longest. */
static void write_texts(writer *w, const char *name, size_t rows, size_t columns,
                        const char *const *texts) {
  const size_t count = rows * (columns ? columns : 1);
  const hsize_t sizes[2] = {rows, columns};
  size_t longest = 1;
  for (size_t i = 0; i < count; i++)
    if (strlen(texts[i]) + 1 > longest) longest = strlen(texts[i]) + 1;
  char *all = calloc(count + 1, longest);
  if (!all) {
    w->failed = true;
    return;
  }
  for (size_t i = 0; i < count; i++) memcpy(all + i * longest, texts[i], strlen(texts[i]));
  const hid_t type = make_text_type(w, longest);
  if (count) close_set(write_array(w, name, type, columns ? 2 : 1, sizes, all));
  H5Tclose(type);
  free(all);
}

/* ---- the map --------------------------------------------------------------------------------- */

static void write_axis(writer *w, const ss_sweep_axis *axis, const char *name) {
  const hsize_t size = axis->count;
  double *values = malloc(axis->count * sizeof *values);
  if (!values) {
    w->failed = true;
    return;
  }
  for (size_t i = 0; i < axis->count; i++) values[i] = ss_sweep_at(axis, i);
  const hid_t set = write_array(w, name, H5T_NATIVE_DOUBLE, 1, &size, values);
  write_text(w, set, "name", axis->name);
  write_text(w, set, "unit", axis->unit);
  write_attribute(w, set, "low", H5T_NATIVE_DOUBLE, &axis->low);
  write_attribute(w, set, "high", H5T_NATIVE_DOUBLE, &axis->high);
  close_set(set);
  free(values);
}

static void write_classes(writer *w, const ss_sweep_map *map) {
  const char *names[SS_SWEEP_CLASSES_MOST + 1], *roles[SS_SWEEP_CLASSES_MOST + 1];
  for (size_t i = 0; i < map->classes; i++) {
    names[i] = map->class_of_code[i].name;
    roles[i] = ss_sweep_role_word(map->class_of_code[i].role);
  }
  write_texts(w, "class_names", map->classes, 0, names);
  write_texts(w, "class_roles", map->classes, 0, roles);
}

static void write_facts(writer *w, const ss_sweep_map *map) {
  const char **texts = malloc((2 * map->facts + 1) * sizeof *texts);
  if (!texts) {
    w->failed = true;
    return;
  }
  for (size_t i = 0; i < map->facts; i++) {
    texts[2 * i] = map->fact[i].key;
    texts[2 * i + 1] = map->fact[i].value;
    write_text(w, w->file, map->fact[i].key, map->fact[i].value);
  }
  write_texts(w, "facts", map->facts, 2, texts);
  free(texts);
}

static void write_map(writer *w, const ss_sweep_map *map) {
  const hsize_t size[2] = {map->axis[1].count, map->axis[0].count};
  const int complete = map->complete;
  const unsigned long long evaluations = ss_sweep_evaluations(map);
  write_text(w, w->file, "format", SS_SWEEP_FORMAT);
  write_text(w, w->file, "command", map->command);
  write_attribute(w, w->file, "complete", H5T_NATIVE_INT, &complete);
  write_attribute(w, w->file, "evaluations", H5T_NATIVE_ULLONG, &evaluations);
  write_facts(w, map);
  write_classes(w, map);
  write_texts(w, "model", 1, 0, &map->model);
  write_axis(w, &map->axis[0], "axis1");
  write_axis(w, &map->axis[1], "axis2");
  close_set(write_array(w, "class", H5T_NATIVE_UINT8, 2, size, map->code));
  close_set(write_array(w, "value", H5T_NATIVE_DOUBLE, 2, size, map->value));
  close_set(write_array(w, "evaluated", H5T_NATIVE_UINT8, 2, size, map->evaluated));
}

ss_status ss_sweep_write(const ss_sweep_map *map, const char *file) {
  ss_file *out;
  const ss_status status = ss_file_begin(file, &out);
  if (status != SS_OK) return status;
  writer w = {.file = ss_file_open_hdf5(out, true), .create = H5Pcreate(H5P_DATASET_CREATE)};
  note(&w, H5Pset_obj_track_times(w.create, false));
  if (w.file >= 0) write_map(&w, map);
  if (w.create >= 0) H5Pclose(w.create);
  ss_file_close_hdf5(out);
  ss_file_seal(out, SS_SWEEP_FORMAT);
  if (!w.failed) return ss_file_end(out);
  /* HDF5 is not told about the disk: what it fails at is memory */
  ss_file_cancel(out);
  return SS_MEMORY;
}
