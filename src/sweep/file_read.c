/* file_read.c: a map read back from its file.
 *
 * First the sealed block (ss_file_check_seal): a file that was cut, changed or never was a map is
 * refused there, before HDF5 sees it. Then the datasets, whose sizes must fit each other: the seal
 * tells accidents, not authors, so nothing is believed that can be checked. What can fail: the
 * file, memory.
 */
#include <string.h>

#include "file.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

typedef struct reader {
  hid_t file;
  ss_arena *arena;
  bool failed, full; /* full: memory */
} reader;

static void *get_memory(reader *r, size_t count, size_t size) {
  void *memory = ss_arena_alloc(r->arena, count, size);
  if (!memory) r->failed = r->full = true;
  return memory;
}

/* A fixed string of an attribute; "" after a failure. */
static const char *read_text(reader *r, hid_t where, const char *name) {
  const hid_t attribute = H5Aopen(where, name, H5P_DEFAULT);
  char *text = NULL;
  if (attribute >= 0) {
    const hid_t type = H5Aget_type(attribute);
    const bool fits = H5Tget_class(type) == H5T_STRING && !H5Tis_variable_str(type);
    text = fits ? get_memory(r, H5Tget_size(type) + 1, 1) : NULL;
    if (text && H5Aread(attribute, type, text) < 0) text = NULL;
    H5Tclose(type);
    H5Aclose(attribute);
  }
  if (!text) r->failed = true;
  return text ? text : "";
}

static void read_number(reader *r, hid_t where, const char *name, hid_t type, void *value) {
  const hid_t attribute = H5Aopen(where, name, H5P_DEFAULT);
  if (attribute < 0 || H5Aread(attribute, type, value) < 0) r->failed = true;
  if (attribute >= 0) H5Aclose(attribute);
}

/* Opens a dataset of the given rank; its sizes. */
static hid_t open_set(reader *r, const char *name, int rank, hsize_t *size) {
  const hid_t set = r->failed ? -1 : H5Dopen2(r->file, name, H5P_DEFAULT);
  if (set < 0) {
    r->failed = true;
    return -1;
  }
  const hid_t space = H5Dget_space(set);
  if (H5Sget_simple_extent_ndims(space) != rank ||
      H5Sget_simple_extent_dims(space, size, NULL) != rank)
    r->failed = true;
  H5Sclose(space);
  return set;
}

static void read_grid(reader *r, const ss_sweep_map *map, const char *name, hid_t type,
                      void *data) {
  hsize_t size[2] = {0, 0};
  const hid_t set = open_set(r, name, 2, size);
  if (size[0] != map->axis[1].count || size[1] != map->axis[0].count) r->failed = true;
  if (!r->failed && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) r->failed = true;
  if (set >= 0) H5Dclose(set);
}

/* A list of fixed strings, of rank 1 or 2; returns its texts in reading order. */
static const char **read_texts(reader *r, const char *name, int rank, hsize_t *size) {
  const hid_t set = open_set(r, name, rank, size);
  const char **texts = NULL;
  if (!r->failed) {
    const hid_t type = H5Dget_type(set);
    const size_t count = size[0] * (rank == 2 ? size[1] : 1), width = H5Tget_size(type);
    const bool fits = H5Tget_class(type) == H5T_STRING && !H5Tis_variable_str(type);
    char *all = fits ? get_memory(r, count, width) : NULL;
    texts = all ? get_memory(r, count, sizeof *texts) : NULL;
    if (!texts || H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) < 0) r->failed = true;
    for (size_t i = 0; !r->failed && i < count; i++) {
      texts[i] = ss_arena_copy_text(r->arena, all + i * width, strnlen(all + i * width, width));
      if (!texts[i]) r->failed = r->full = true;
    }
    H5Tclose(type);
  }
  if (set >= 0) H5Dclose(set);
  return texts;
}

/* ---- the map --------------------------------------------------------------------------------- */

static void read_axis(reader *r, const char *name, ss_sweep_axis *axis) {
  hsize_t size = 0;
  const hid_t set = open_set(r, name, 1, &size);
  if (r->failed) return;
  axis->count = size;
  axis->name = read_text(r, set, "name");
  axis->unit = read_text(r, set, "unit");
  read_number(r, set, "low", H5T_NATIVE_DOUBLE, &axis->low);
  read_number(r, set, "high", H5T_NATIVE_DOUBLE, &axis->high);
  H5Dclose(set);
}

static ss_sweep_role find_role(reader *r, const char *word) {
  for (int k = 0; k < SS_SWEEP_ROLE_COUNT; k++)
    if (strcmp(word, ss_sweep_role_word((ss_sweep_role)k)) == 0) return (ss_sweep_role)k;
  r->failed = true;
  return SS_SWEEP_OTHER;
}

static void read_classes(reader *r, ss_sweep_map *map) {
  hsize_t names = 0, roles = 0;
  const char **name = read_texts(r, "class_names", 1, &names);
  const char **role = read_texts(r, "class_roles", 1, &roles);
  if (names != roles || names == 0 || names > SS_SWEEP_CLASSES_MOST) r->failed = true;
  ss_sweep_class *classes = r->failed ? NULL : get_memory(r, names, sizeof *classes);
  for (size_t i = 0; !r->failed && i < names; i++)
    classes[i] = (ss_sweep_class){.name = name[i], .role = find_role(r, role[i])};
  map->classes = names;
  map->class_of_code = classes;
}

static void read_facts(reader *r, ss_sweep_map *map) {
  hsize_t size[2] = {0, 0};
  const char **texts = read_texts(r, "facts", 2, size);
  if (size[1] != 2) r->failed = true;
  ss_sweep_fact *facts = r->failed ? NULL : get_memory(r, size[0], sizeof *facts);
  for (size_t i = 0; !r->failed && i < size[0]; i++)
    facts[i] = (ss_sweep_fact){.key = texts[2 * i], .value = texts[2 * i + 1]};
  map->facts = size[0];
  map->fact = facts;
}

static void read_grids(reader *r, ss_sweep_map *map) {
  const size_t n = map->axis[0].count, m = map->axis[1].count;
  if (n == 0 || m == 0 || n > SS_SWEEP_POINTS_MOST / m) r->failed = true;
  if (r->failed) return;
  map->code = get_memory(r, n * m, 1);
  map->evaluated = get_memory(r, n * m, 1);
  map->value = get_memory(r, n * m, sizeof(double));
  read_grid(r, map, "class", H5T_NATIVE_UINT8, map->code);
  read_grid(r, map, "value", H5T_NATIVE_DOUBLE, map->value);
  read_grid(r, map, "evaluated", H5T_NATIVE_UINT8, map->evaluated);
  for (size_t i = 0; !r->failed && i < n * m; i++)
    if (map->code[i] >= map->classes || map->evaluated[i] > 1) r->failed = true;
}

static void read_map(reader *r, ss_sweep_map *map) {
  int complete = 0;
  hsize_t one = 0;
  map->command = read_text(r, r->file, "command");
  read_number(r, r->file, "complete", H5T_NATIVE_INT, &complete);
  map->complete = complete != 0;
  read_facts(r, map);
  read_classes(r, map);
  const char **model = read_texts(r, "model", 1, &one);
  map->model = !r->failed && one == 1 ? model[0] : "";
  read_axis(r, "axis1", &map->axis[0]);
  read_axis(r, "axis2", &map->axis[1]);
  read_grids(r, map);
}

static ss_status read_hdf5(ss_arena *arena, const char *file, ss_sweep_map *map) {
  const ss_hdf5_errors errors = ss_hdf5_silence();
  reader r = {.file = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT), .arena = arena};
  if (r.file >= 0) {
    read_map(&r, map);
    H5Fclose(r.file);
  }
  ss_hdf5_restore(errors);
  if (r.full) return SS_MEMORY;
  return r.file < 0 || r.failed ? SS_BAD_INPUT : SS_OK;
}

ss_status ss_sweep_read(ss_arena *arena, const char *file, ss_sweep_map *map, const char **why) {
  *map = (ss_sweep_map){.command = "", .model = ""};
  ss_status status = ss_file_check_seal(file, SS_SWEEP_FORMAT, why);
  if (status == SS_BAD_INPUT && !*why) *why = "it is no map of this program, or not all of one";
  if (status != SS_OK) return status;
  status = read_hdf5(arena, file, map);
  if (status == SS_MEMORY) *why = ss_status_text(status);
  if (status == SS_BAD_INPUT) *why = "its datasets do not fit each other";
  return status;
}
