/* problem_hdf5.c: reads a friction-contact problem in FCLIB's HDF5 form.
 *
 * A local problem (group /fclib_local) is
 *
 *     u = W r + V lambda + q,    0 = V^T r + R lambda + s
 *
 * with W, V, R as groups, q, s, mu in the group vectors, and the number spacedim; V, R and s are
 * left out together. A global problem (group /fclib_global) is
 *
 *     M v = H r + G lambda + f,    u = H^T v + w,    0 = G^T v + b
 *
 * and is reduced to a local one (problem_global.c). A matrix is a group of m, n, nz, nzmax, p, i, x
 * in CSparse's manner: nz >= 0 triplets (row i, column p), -1 compressed columns, -2 compressed
 * rows. Indices are checked; a number that is not finite is an error.
 *
 * HDF5 prints its own errors by default: that is switched off while a file is open, because the
 * library does not print. Cost O(entries), for global problems see problem_global.c.
 *
 * Reference: V. Acary, M. Bremond, T. Koziara, F. Perignon, FCLIB: a collection of discrete 3D
 * frictional contact problems, Inria RT-444, 2014.
 */
#include <hdf5.h>
#include <math.h>

#include "problem_global.h"

typedef struct source {
  hid_t file;
  ss_arena *arena;
  ss_diagnostics *list;
} source;

static ss_status complain(source *in, const char *path, const char *what) {
  ss_diagnostics_add(in->list, SS_ERROR, (ss_span){0, 0}, "%s: %s", path, what);
  return SS_BAD_INPUT;
}

/* Does the link exist? Its parent must. */
static bool has(const source *in, const char *path) {
  return H5Lexists(in->file, path, H5P_DEFAULT) > 0;
}

/* A data set of `expected` numbers (any count where SIZE_MAX) as `type`. */
static ss_status read_numbers(source *in, const char *path, size_t expected, hid_t type,
                              size_t *count, void **values) {
  ss_status status = SS_OK;
  hid_t set = has(in, path) ? H5Dopen2(in->file, path, H5P_DEFAULT) : -1;
  if (set < 0) return complain(in, path, "no such data set");
  hid_t space = H5Dget_space(set);
  hssize_t points = space < 0 ? -1 : H5Sget_simple_extent_npoints(space);
  *count = points < 0 ? 0 : (size_t)points;
  *values = ss_arena_alloc(in->arena, *count, H5Tget_size(type));
  if (points < 0 || (expected != SIZE_MAX && *count != expected))
    status = complain(in, path, "wrong number of entries");
  else if (!*values)
    status = SS_MEMORY;
  else if (*count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0)
    status = complain(in, path, "cannot be read as numbers");
  if (space >= 0) H5Sclose(space);
  H5Dclose(set);
  return status;
}

static ss_status read_vector(source *in, const char *path, size_t expected, double **values) {
  void *numbers = NULL;
  size_t count;
  ss_status status = read_numbers(in, path, expected, H5T_NATIVE_DOUBLE, &count, &numbers);
  *values = numbers;
  for (size_t k = 0; k < count && !status; k++)
    if (!isfinite((*values)[k])) status = complain(in, path, "a number is not finite");
  return status;
}

static ss_status read_integer(source *in, const char *path, int *value) {
  void *numbers = NULL;
  size_t count;
  ss_status status = read_numbers(in, path, 1, H5T_NATIVE_INT, &count, &numbers);
  if (!status) *value = *(int *)numbers;
  return status;
}

/* ---- matrices -------------------------------------------------------------------------------- */

typedef struct stored_matrix {
  int m, n, nz;
  size_t pointers, indices, values; /* lengths of p, i, x */
  int *p, *i;
  double *x;
} stored_matrix;

static ss_status read_stored(source *in, const char *group, stored_matrix *A) {
  struct {
    const char *name;
    int *value;
  } numbers[] = {{"m", &A->m}, {"n", &A->n}, {"nz", &A->nz}};
  ss_status status = SS_OK;
  for (size_t k = 0; k < 3 && !status; k++)
    status = read_integer(in, ss_arena_format(in->arena, "%s/%s", group, numbers[k].name),
                          numbers[k].value);
  void *p = NULL, *i = NULL, *x = NULL;
  const char *path = ss_arena_format(in->arena, "%s/p", group);
  if (!status) status = read_numbers(in, path, SIZE_MAX, H5T_NATIVE_INT, &A->pointers, &p);
  path = ss_arena_format(in->arena, "%s/i", group);
  if (!status) status = read_numbers(in, path, SIZE_MAX, H5T_NATIVE_INT, &A->indices, &i);
  path = ss_arena_format(in->arena, "%s/x", group);
  if (!status) status = read_numbers(in, path, SIZE_MAX, H5T_NATIVE_DOUBLE, &A->values, &x);
  A->p = p;
  A->i = i;
  A->x = x;
  return status;
}

/* Adds an entry after checking its place and value. */
static bool add_entry(ss_sparse *out, int row, int column, double value) {
  if (row < 0 || column < 0 || (size_t)row >= out->rows || (size_t)column >= out->columns ||
      !isfinite(value))
    return false;
  out->entries[out->count++] = (ss_entry){(size_t)row, (size_t)column, value};
  return true;
}

/* Triplets: nz of them. */
static bool expand_triplets(const stored_matrix *A, ss_sparse *out) {
  size_t nz = (size_t)A->nz;
  if (nz > A->pointers || nz > A->indices || nz > A->values) return false;
  for (size_t k = 0; k < nz; k++)
    if (!add_entry(out, A->i[k], A->p[k], A->x[k])) return false;
  return true;
}

/* Compressed columns (nz = -1) or rows (nz = -2). */
static bool expand_compressed(const stored_matrix *A, ss_sparse *out) {
  size_t lines = A->nz == -1 ? out->columns : out->rows;
  if (A->pointers != lines + 1 || A->p[0] != 0) return false;
  for (size_t line = 0; line < lines; line++) {
    int begin = A->p[line], end = A->p[line + 1];
    if (begin > end || (size_t)end > A->indices || (size_t)end > A->values) return false;
    for (int k = begin; k < end; k++) {
      int row = A->nz == -1 ? A->i[k] : (int)line, column = A->nz == -1 ? (int)line : A->i[k];
      if (!add_entry(out, row, column, A->x[k])) return false;
    }
  }
  return true;
}

static ss_status read_matrix(source *in, const char *group, ss_sparse *out) {
  stored_matrix A = {0};
  if (!has(in, group)) return complain(in, group, "no such matrix");
  ss_status status = read_stored(in, group, &A);
  if (status) return status;
  if (A.m < 0 || A.n < 0 || A.nz < -2) return complain(in, group, "unknown form of sparse matrix");
  *out = (ss_sparse){.rows = (size_t)A.m, .columns = (size_t)A.n};
  out->entries = ss_arena_new(in->arena, A.values, ss_entry);
  if (!out->entries) return SS_MEMORY;
  bool good = A.nz >= 0 ? expand_triplets(&A, out) : expand_compressed(&A, out);
  return good ? SS_OK : complain(in, group, "an index or a number of the matrix is out of range");
}

/* ---- problems -------------------------------------------------------------------------------- */

/* The number of contacts from the number of rows, and mu. */
static ss_status read_contacts(source *in, const char *group, size_t size,
                               ss_stated_problem *stated) {
  int d = 0;
  ss_status status = read_integer(in, ss_arena_format(in->arena, "%s/spacedim", group), &d);
  if (status) return status;
  if (d != 2 && d != 3) return complain(in, group, "spacedim is neither 2 nor 3");
  if (size == 0 || size % (size_t)d)
    return complain(in, group, "spacedim does not divide the rows");
  stated->dimension = (size_t)d;
  stated->contacts = size / (size_t)d;
  const char *path = ss_arena_format(in->arena, "%s/vectors/mu", group);
  status = read_vector(in, path, stated->contacts, &stated->mu);
  for (size_t k = 0; k < stated->contacts && !status; k++)
    if (stated->mu[k] < 0) status = complain(in, path, "a friction coefficient is negative");
  return status;
}

static void append(ss_stated_problem *stated, const ss_sparse *A, size_t row, size_t column,
                   bool transposed) {
  for (size_t k = 0; k < A->count; k++) {
    ss_entry e = A->entries[k];
    stated->entries[stated->entry_count++] =
        transposed ? (ss_entry){row + e.column, column + e.row, e.value}
                   : (ss_entry){row + e.row, column + e.column, e.value};
  }
}

/* [W V; V^T R] and (q, s). */
static ss_status join_local(source *in, const ss_sparse *W, const ss_sparse *V, const ss_sparse *R,
                            ss_stated_problem *stated) {
  size_t n = W->rows, l = R->rows;
  double *q = NULL, *s = NULL;
  ss_status status = read_vector(in, "/fclib_local/vectors/q", n, &q);
  if (!status && l) status = read_vector(in, "/fclib_local/vectors/s", l, &s);
  if (status) return status;
  stated->bilateral = l;
  stated->c = ss_arena_new(in->arena, n + l, double);
  stated->entries = ss_arena_new(in->arena, W->count + 2 * V->count + R->count, ss_entry);
  if (!stated->c || !stated->entries) return SS_MEMORY;
  for (size_t k = 0; k < n; k++) stated->c[k] = q[k];
  for (size_t k = 0; k < l; k++) stated->c[n + k] = s[k];
  append(stated, W, 0, 0, false);
  append(stated, V, 0, n, false);
  append(stated, V, n, 0, true);
  append(stated, R, n, n, false);
  return SS_OK;
}

static ss_status read_local(source *in, ss_stated_problem *stated) {
  ss_sparse W, V = {0}, R = {0};
  ss_status status = read_matrix(in, "/fclib_local/W", &W);
  if (!status && has(in, "/fclib_local/V")) {
    status = read_matrix(in, "/fclib_local/V", &V);
    if (!status) status = read_matrix(in, "/fclib_local/R", &R);
  }
  if (status) return status;
  if (W.rows != W.columns) return complain(in, "/fclib_local/W", "the matrix is not square");
  if (R.rows != R.columns || (R.rows && (V.rows != W.rows || V.columns != R.rows)))
    return complain(in, "/fclib_local/V", "the sizes of W, V and R do not fit");
  status = read_contacts(in, "/fclib_local", W.rows, stated);
  return status ? status : join_local(in, &W, &V, &R, stated);
}

static ss_status read_global(source *in, ss_stated_problem *stated) {
  ss_global_problem global = {0};
  ss_status status = read_matrix(in, "/fclib_global/M", &global.M);
  if (!status) status = read_matrix(in, "/fclib_global/H", &global.H);
  if (!status && has(in, "/fclib_global/G")) status = read_matrix(in, "/fclib_global/G", &global.G);
  if (status) return status;
  size_t rows = global.M.rows, n = global.H.columns, l = global.G.columns;
  if (global.M.columns != rows || global.H.rows != rows || (l && global.G.rows != rows))
    return complain(in, "/fclib_global", "the sizes of M, H and G do not fit");
  status = read_contacts(in, "/fclib_global", n, stated);
  if (!status) status = read_vector(in, "/fclib_global/vectors/f", rows, &global.f);
  if (!status) status = read_vector(in, "/fclib_global/vectors/w", n, &global.w);
  if (!status && l) status = read_vector(in, "/fclib_global/vectors/b", l, &global.b);
  if (status) return status;
  status = ss_contact_reduce_global(&global, in->arena, stated);
  if (status == SS_SINGULAR) return complain(in, "/fclib_global/M", "the matrix is singular");
  if (status == SS_LIMIT)
    return complain(in, "/fclib_global/M", "more than 4096 coupled coordinates");
  return status;
}

ss_status ss_contact_state_hdf5(const char *path, ss_arena *arena, ss_diagnostics *list,
                                ss_stated_problem *stated) {
  H5E_auto2_t report;
  void *data;
  H5Eget_auto2(H5E_DEFAULT, &report, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  *stated = (ss_stated_problem){0};
  ss_status status;
  source in = {.arena = arena, .list = list, .file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT)};
  if (in.file < 0)
    status = complain(&in, path, "HDF5 cannot open the file");
  else if (has(&in, "/fclib_local"))
    status = read_local(&in, stated);
  else if (has(&in, "/fclib_global"))
    status = read_global(&in, stated);
  else
    status = complain(&in, path, "neither /fclib_local nor /fclib_global is in the file");
  if (in.file >= 0) H5Fclose(in.file);
  H5Eset_auto2(H5E_DEFAULT, report, data);
  return status;
}
