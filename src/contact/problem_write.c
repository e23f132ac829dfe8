/* problem_write.c: writes a contact problem in FCLIB's local HDF5 form.
 *
 *     u = W r + V lambda + q,    0 = V^T r + R lambda + s,    Coulomb's law with mu for each
 * contact
 *
 * The form knows one dimension for all contacts: 2 or 3. A contact without friction and a clutch
 * get mu = 0 and tangential directions in which nothing moves (rows and columns of zeros), which
 * leaves the solutions as they are. Sliders without friction become the bilateral part V, R, s.
 * Everything else (other laws, known normal forces, sliding contacts, sliders with friction) cannot
 * be said in this form and is refused by name.
 *
 * Matrices are written as compressed rows (nz = -2). Cost O(entries), quadratic for dense G.
 * Reference: problem_hdf5.c.
 */
#include <errno.h>
#include <hdf5.h>
#include <string.h>

#include "problem_file.h"

/* Where the components of the problem go: places[k] of (r, lambda). */
typedef struct layout {
  size_t dimension, contacts, bilateral;
  size_t *places;
  double *mu, *c;
} layout;

static bool is_bilateral(const ss_contact *contact) {
  return contact->kind == SS_ELEMENT_SLIDER;
}

/* Why the form cannot hold this contact, or NULL. */
static const char *find_misfit(const ss_contact *contact) {
  const ss_law_kind law = contact->law.kind;
  if (contact->kind == SS_ELEMENT_FRICTION) return "its normal force is given";
  if (contact->kind == SS_ELEMENT_CLUTCH) return NULL;
  if (contact->kind == SS_ELEMENT_SLIDER && law != SS_LAW_FRICTIONLESS)
    return "a slider with friction";
  if ((contact->sliding || contact->turning) && law != SS_LAW_FRICTIONLESS)
    return "a contact that slides already";
  if (law != SS_LAW_FRICTIONLESS && law != SS_LAW_COULOMB && law != SS_LAW_DISK)
    return "its law is neither coulomb nor disk";
  return NULL;
}

/* Dimension and counts; the form must hold every contact. */
static ss_status measure(const ss_contact_problem *problem, ss_diagnostics *list, layout *out) {
  bool planar = false, spatial = false;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    const char *obstacle = find_misfit(contact);
    if (obstacle) {
      ss_diagnostics_add(list, SS_ERROR, (ss_span){0, 0},
                         "contact %zu does not fit into FCLIB's form: %s", i + 1, obstacle);
      return SS_BAD_INPUT;
    }
    planar = planar || contact->law.kind == SS_LAW_COULOMB;
    spatial = spatial || contact->law.kind == SS_LAW_DISK;
    out->bilateral += is_bilateral(contact);
  }
  out->contacts = problem->contacts - out->bilateral;
  out->dimension = spatial ? 3 : 2;
  if ((planar && spatial) || out->contacts == 0) {
    ss_diagnostics_add(list, SS_ERROR, (ss_span){0, 0}, "FCLIB's form cannot %s",
                       out->contacts ? "mix planar and spatial friction" : "be without contacts");
    return SS_BAD_INPUT;
  }
  return SS_OK;
}

static ss_status arrange(const ss_contact_problem *problem, ss_arena *arena, layout *out) {
  const size_t r_size = out->contacts * out->dimension;
  out->places = ss_arena_new(arena, problem->size, size_t);
  out->mu = ss_arena_new(arena, out->contacts, double);
  out->c = ss_arena_new(arena, r_size + out->bilateral, double);
  if (!out->places || !out->mu || !out->c) return SS_MEMORY;
  size_t contact = 0, bilateral = 0;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *from = &problem->contact[i];
    const size_t d = ss_contact_dimension(from);
    const size_t first = is_bilateral(from) ? r_size + bilateral++ : contact * out->dimension;
    for (size_t a = 0; a < d; a++) {
      out->places[from->offset + a] = first + a;
      out->c[first + a] = problem->c[from->offset + a];
    }
    if (!is_bilateral(from)) out->mu[contact++] = d > 1 ? from->law.argument[0] : 0;
  }
  return SS_OK;
}

/* ---- matrices -------------------------------------------------------------------------------- */

static size_t count_entries(const ss_contact_problem *problem) {
  const ss_block_matrix *G = problem->sparse;
  size_t count = 0;
  if (!G) return problem->size * problem->size;
  for (size_t i = 0; i < problem->contacts; i++)
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++)
      count += ss_contact_dimension(&problem->contact[i]) *
               ss_contact_dimension(&problem->contact[G->column[k]]);
  return count;
}

/* The entries of a block, at their new places; zeros are left out. */
static void add_block(const ss_contact *row, const ss_contact *column, const double *block,
                      size_t lead, const layout *to, ss_stated_problem *out) {
  const size_t rows = ss_contact_dimension(row), columns = ss_contact_dimension(column);
  for (size_t b = 0; b < columns; b++)
    for (size_t a = 0; a < rows; a++)
      if (block[a + lead * b] != 0)
        out->entries[out->entry_count++] = (ss_entry){
            to->places[row->offset + a], to->places[column->offset + b], block[a + lead * b]};
}

static ss_status list_entries(const ss_contact_problem *problem, const layout *to, ss_arena *arena,
                              ss_stated_problem *out) {
  const ss_block_matrix *G = problem->sparse;
  const ss_contact *contact = problem->contact;
  out->entries = ss_arena_new(arena, count_entries(problem), ss_entry);
  if (!out->entries) return SS_MEMORY;
  for (size_t i = 0; i < problem->contacts; i++) {
    for (size_t j = 0; !G && j < problem->contacts; j++)
      add_block(&contact[i], &contact[j],
                problem->dense + contact[i].offset + problem->size * contact[j].offset,
                problem->size, to, out);
    for (size_t k = G ? G->start[i] : 0; G && k < G->start[i + 1]; k++)
      add_block(&contact[i], &contact[G->column[k]], G->value + G->at[k],
                ss_contact_dimension(&contact[i]), to, out);
  }
  return SS_OK;
}

typedef struct target {
  hid_t file, create; /* create: how datasets are made */
  ss_arena *arena;
  bool good;
} target;

static void write_numbers(target *out, const char *path, hid_t type, size_t count,
                          const void *values) {
  const hsize_t length = count;
  const hid_t space = H5Screate_simple(1, &length, NULL);
  const hid_t set = H5Dcreate2(out->file, path, type, space, H5P_DEFAULT, out->create, H5P_DEFAULT);
  out->good = out->good && set >= 0 &&
              (count == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  if (set >= 0) H5Dclose(set);
  if (space >= 0) H5Sclose(space);
}

static void write_integer(target *out, const char *path, size_t value) {
  const int number = (int)value;
  write_numbers(out, path, H5T_NATIVE_INT, 1, &number);
}

static void write_text(target *out, const char *path, const char *text) {
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  out->good = out->good && H5Tset_size(type, strlen(text) + 1) >= 0;
  const hid_t set = H5Dcreate2(out->file, path, type, space, H5P_DEFAULT, out->create, H5P_DEFAULT);
  out->good =
      out->good && set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
}

static void make_group(target *out, const char *path) {
  const hid_t group = H5Gcreate2(out->file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  out->good = out->good && group >= 0;
  if (group >= 0) H5Gclose(group);
}

/* A part of the whole matrix: rows and columns from a first one on. */
typedef struct part {
  const char *group;
  size_t row, rows, column, columns;
} part;

static bool is_in(const part *p, const ss_entry *e) {
  return e->row >= p->row && e->row - p->row < p->rows && e->column >= p->column &&
         e->column - p->column < p->columns;
}

/* Compressed rows: counted, summed, filled. */
static void write_matrix(target *out, const part *p, const ss_stated_problem *all) {
  int *pointer = ss_arena_new(out->arena, p->rows + 2, int);
  int *index = ss_arena_new(out->arena, all->entry_count, int);
  double *value = ss_arena_new(out->arena, all->entry_count, double);
  out->good = out->good && pointer && index && value;
  if (!out->good) return;
  int *next = pointer + 1;
  for (size_t k = 0; k < all->entry_count; k++)
    if (is_in(p, &all->entries[k])) next[all->entries[k].row - p->row + 1]++;
  for (size_t i = 1; i <= p->rows; i++) next[i] += next[i - 1];
  const size_t count = (size_t)next[p->rows];
  for (size_t k = 0; k < all->entry_count; k++) {
    const ss_entry *e = &all->entries[k];
    if (!is_in(p, e)) continue;
    const int at = next[e->row - p->row]++;
    index[at] = (int)(e->column - p->column);
    value[at] = e->value;
  }
  const int compressed_rows = -2;
  const char *g = p->group;
  make_group(out, g);
  write_integer(out, ss_arena_format(out->arena, "%s/m", g), p->rows);
  write_integer(out, ss_arena_format(out->arena, "%s/n", g), p->columns);
  write_integer(out, ss_arena_format(out->arena, "%s/nzmax", g), count);
  write_numbers(out, ss_arena_format(out->arena, "%s/nz", g), H5T_NATIVE_INT, 1, &compressed_rows);
  write_numbers(out, ss_arena_format(out->arena, "%s/p", g), H5T_NATIVE_INT, p->rows + 1, pointer);
  write_numbers(out, ss_arena_format(out->arena, "%s/i", g), H5T_NATIVE_INT, count, index);
  write_numbers(out, ss_arena_format(out->arena, "%s/x", g), H5T_NATIVE_DOUBLE, count, value);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void write_local(target *out, const layout *to, const ss_stated_problem *all,
                        const char *title) {
  const size_t n = to->contacts * to->dimension, l = to->bilateral;
  make_group(out, "/fclib_local");
  write_integer(out, "/fclib_local/spacedim", to->dimension);
  write_matrix(out, &(part){"/fclib_local/W", 0, n, 0, n}, all);
  if (l) {
    write_matrix(out, &(part){"/fclib_local/V", 0, n, n, l}, all);
    write_matrix(out, &(part){"/fclib_local/R", n, l, n, l}, all);
  }
  make_group(out, "/fclib_local/vectors");
  write_numbers(out, "/fclib_local/vectors/q", H5T_NATIVE_DOUBLE, n, to->c);
  write_numbers(out, "/fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, to->contacts, to->mu);
  if (l) write_numbers(out, "/fclib_local/vectors/s", H5T_NATIVE_DOUBLE, l, to->c + n);
  make_group(out, "/fclib_local/info");
  write_text(out, "/fclib_local/info/title", title);
  write_text(out, "/fclib_local/info/description", "written by Standstill");
  write_text(out, "/fclib_local/info/math_info", "");
}

ss_status ss_contact_write(const ss_contact_problem *problem, const char *title, const char *path,
                           ss_diagnostics *list, ss_arena *arena) {
  layout to = {0};
  ss_stated_problem all = {0};
  ss_diagnostics_start(list, arena, path, NULL, 0);
  ss_status status = measure(problem, list, &to);
  if (!status) status = arrange(problem, arena, &to);
  if (!status) status = list_entries(problem, &to, arena, &all);
  if (status) return status;
  ss_file *file;
  target out = {.arena = arena, .good = true};
  status = ss_file_begin(path, &file);
  if (!status) {
    out.file = ss_file_open_hdf5(file, false);
    out.create = H5Pcreate(H5P_DATASET_CREATE);
    /* equal problems are equal files */
    out.good = out.file >= 0 && H5Pset_obj_track_times(out.create, false) >= 0;
    if (out.good) write_local(&out, &to, &all, title);
    if (out.create >= 0) H5Pclose(out.create);
    ss_file_close_hdf5(file);
    if (out.good) status = ss_file_end(file);
    if (!out.good) ss_file_cancel(file);
    /* HDF5 is not told about the disk: what it fails at is memory */
    if (!out.good) status = SS_MEMORY;
  }
  if (status == SS_IO)
    ss_diagnostics_add(list, SS_ERROR, (ss_span){0, 0}, "cannot be written: %s", strerror(errno))
        ->status = SS_IO;
  return status;
}
