/* table_hdf5.c: columns of numbers from an HDF5 file.
 *
 * Every dataset of one dimension at the root whose numbers can be read as doubles is a column of
 * its name; all must be of equal length. A motion's file (docs/output.md) has its coordinates and
 * velocities in the matrices q and u, with the names in the attribute `coordinates`: they are the
 * columns x and x'. Such a file has a block before HDF5's part with the seal of the rest
 * (file_seal.c): it must hold. Other programs' files begin with HDF5's signature, or have a block
 * of their own and no such attribute. What can fail: the file, memory; HDF5's own messages are kept
 * quiet.
 */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "table.h"

enum { COLUMNS_MOST = 1000 };

typedef struct gathering {
  ss_arena *arena;
  hid_t file;
  ss_data_table *table;
  const char **name;
  double **column;
  const char **why;
  ss_status status;
} gathering;

static void fail(gathering *g, ss_status status) {
  if (g->status == SS_OK) g->status = status;
}

/* Takes a column of so many rows. */
static void add_column(gathering *g, const char *name, size_t rows, double *values) {
  ss_data_table *t = g->table;
  const char *copy = ss_arena_copy_text(g->arena, name, strlen(name));
  if (!copy || !values) return fail(g, SS_MEMORY);
  if (t->columns && rows != t->rows) {
    *g->why = ss_arena_format(g->arena, "%s: '%s' has %zu numbers and '%s' has %zu", t->file,
                              g->name[0], t->rows, copy, rows);
    return fail(g, SS_BAD_INPUT);
  }
  if (t->columns == COLUMNS_MOST) return fail(g, SS_LIMIT);
  t->rows = rows;
  g->name[t->columns] = copy;
  g->column[t->columns++] = values;
}

/* The size of a dataset of floating point or whole numbers; its number of dimensions, -1: other. */
static int measure(hid_t set, hsize_t size[2]) {
  const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  const int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
  const H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
  int found = -1;
  if ((class == H5T_FLOAT || class == H5T_INTEGER) && (rank == 1 || rank == 2) &&
      H5Sget_simple_extent_dims(space, size, NULL) == rank)
    found = rank;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return found;
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *user) {
  gathering *g = user;
  hsize_t size[2] = {0, 0};
  (void)info;
  const hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0) return 0;
  if (measure(set, size) == 1) {
    double *values = ss_arena_new(g->arena, size[0], double);
    const bool read =
        values && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (values && !read) fail(g, SS_BAD_INPUT);
    if (!values || read) add_column(g, name, size[0], values);
  }
  H5Dclose(set);
  return g->status == SS_OK ? 0 : 1;
}

/* The text of an attribute of the file; NULL: there is none. */
static char *read_attribute(gathering *g, const char *name) {
  if (H5Aexists(g->file, name) <= 0) return NULL;
  const hid_t attribute = H5Aopen(g->file, name, H5P_DEFAULT);
  const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
  char *text = NULL;
  if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
      H5Aget_storage_size(attribute) == H5Tget_size(type)) {
    text = ss_arena_new(g->arena, H5Tget_size(type) + 1, char);
    if (text && H5Aread(attribute, type, text) < 0) text = NULL;
  }
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  return text;
}

/* The columns of q, or of u with a prime, as the list of names says. */
static void add_states(gathering *g, const char *names, const char *set_name, const char *prime) {
  hsize_t size[2] = {0, 0};
  const hid_t set = H5Dopen2(g->file, set_name, H5P_DEFAULT);
  if (set < 0) return;
  double *all = NULL;
  if (measure(set, size) == 2 && (all = ss_arena_new(g->arena, size[0] * size[1], double)) &&
      H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0)
    for (hsize_t i = 0; i < size[1] && *names && g->status == SS_OK; i++) {
      const int length = (int)strcspn(names, ",");
      const char *name = ss_arena_format(g->arena, "%.*s%s", length, names, prime);
      double *values = ss_arena_new(g->arena, size[0], double);
      for (hsize_t k = 0; values && k < size[0]; k++) values[k] = all[k * size[1] + i];
      add_column(g, name ? name : "", size[0], values);
      names += length + (names[length] ? 1 : 0);
    }
  H5Dclose(set);
}

static void gather(gathering *g) {
  H5Literate(g->file, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, g);
  const char *names = read_attribute(g, "coordinates");
  if (names) add_states(g, names, "q", "");
  if (names) add_states(g, names, "u", "'");
  ss_data_table *t = g->table;
  double *all = ss_arena_new(g->arena, t->columns * t->rows, double);
  if (!all) return fail(g, SS_MEMORY);
  for (size_t i = 0; i < t->columns; i++)
    if (t->rows) memcpy(all + i * t->rows, g->column[i], t->rows * sizeof *all);
  t->name = g->name;
  t->number = all;
}

/* What is wrong with the block before HDF5's part; NULL: nothing, or there is none. Whether it has
 * our name, which a file that was changed may have lost. */
static const char *judge_block(const char *file, bool *named) {
  static const char name[] = "standstill-";
  char head[sizeof name] = "";
  const char *why = NULL;
  FILE *in = fopen(file, "rb");
  const size_t length = in ? fread(head, 1, sizeof head - 1, in) : 0;
  if (in) fclose(in);
  *named = strcmp(head, name) == 0;
  if (length < 4 || memcmp(head, "\211HDF", 4) == 0) return NULL;
  if (ss_file_check_seal(file, SS_MOTION_FORMAT, &why) == SS_OK) return NULL;
  return why ? why : "it is no motion, or it was changed: its first block does not begin as such";
}

/* The columns, unless the block is wrong and the file a motion. */
static void read_open(gathering *g, const char *wrong) {
  if (!wrong || H5Aexists(g->file, "coordinates") <= 0) return gather(g);
  *g->why = ss_arena_format(g->arena, "%s: %s", g->table->file, wrong);
  fail(g, SS_BAD_INPUT);
}

ss_status ss_table_read_hdf5(ss_arena *arena, const char *file, ss_data_table *table,
                             const char **why) {
  gathering g = {.arena = arena, .table = table, .why = why};
  H5E_auto2_t print;
  void *data;
  g.name = ss_arena_new(arena, COLUMNS_MOST, const char *);
  g.column = ss_arena_new(arena, COLUMNS_MOST, double *);
  if (!g.name || !g.column) return SS_MEMORY;
  H5Eget_auto2(H5E_DEFAULT, &print, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  bool named = false;
  const char *wrong = judge_block(file, &named);
  g.file = wrong && named ? -1 : H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (g.file >= 0) {
    read_open(&g, wrong);
    H5Fclose(g.file);
  } else if (wrong && named) {
    g.status = SS_BAD_INPUT;
    *why = ss_arena_format(arena, "%s: %s", file, wrong);
  } else {
    g.status = SS_BAD_INPUT;
    *why = ss_arena_format(arena, "%s cannot be read as HDF5", file);
  }
  H5Eset_auto2(H5E_DEFAULT, print, data);
  if (g.status == SS_OK && table->columns == 0) {
    *why = ss_arena_format(arena, "%s has no dataset of one dimension with numbers", file);
    g.status = SS_BAD_INPUT;
  }
  if (g.status != SS_OK && !*why)
    *why = ss_arena_format(arena, "%s: %s", file, ss_status_text(g.status));
  return g.status;
}
