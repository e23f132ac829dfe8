/* problem_global.c: a global friction-contact problem reduced to a local one.
 *
 * With B = [H G] and (w, b) below one another, v = M^-1 (B x + f), x = (r, lambda), gives
 *
 *     (u, 0) = B^T M^-1 B x + B^T M^-1 f + (w, b).
 *
 * M couples the coordinates of a body, rarely those of different bodies. So M's graph is split into
 * its connected components (union-find); each is factored densely (LU with partial pivoting, from
 * LAPACK, because a file's M need not be symmetric), and adds
 *
 *     B_k^T M_k^-1 B_k    over the columns that B has in the component's rows.
 *
 * The cost is the sum over the components of size^3 + size^2 columns + size columns^2. A component
 * of more than 4096 coordinates (a finite-element body) is refused rather than thrashed through.
 */
#include <lapacke.h>
#include <string.h>

#include "problem_global.h"

enum { LARGEST_COMPONENT = 4096 };

/* Entries gathered by line: those of line i are items[start[i] .. start[i + 1]). */
typedef struct gathered {
  size_t *start;
  ss_entry *items;
} gathered;

typedef struct component {
  size_t size, columns;
  const size_t *rows; /* coordinates */
  size_t *column;     /* columns of B that occur in them */
  double *M, *B, *X;  /* size x size, size x columns, size x (columns + 1): M^-1 [B f] */
  int *pivot;
} component;

typedef struct reduction {
  const ss_global_problem *global;
  ss_arena *arena, *scratch; /* for the result; for one component */
  gathered M, B;             /* by row; B = [H G] */
  size_t *place, *seen;      /* coordinate -> place in its component; column -> place + 1, or 0 */
  size_t capacity;           /* of stated->entries */
  ss_stated_problem *stated;
} reduction;

/* ---- components ------------------------------------------------------------------------------ */

static size_t find_root(size_t *parent, size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* Coordinates sorted by component: order, and the bounds of the components in it. */
static ss_status split(const ss_sparse *M, ss_arena *arena, size_t **order, size_t **bound,
                       size_t *components) {
  size_t n = M->rows;
  size_t *parent = ss_arena_new(arena, n, size_t), *count = ss_arena_new(arena, n + 1, size_t);
  *order = ss_arena_new(arena, n, size_t);
  *bound = ss_arena_new(arena, n + 1, size_t);
  if (!parent || !count || !*order || !*bound) return SS_MEMORY;
  for (size_t i = 0; i < n; i++) parent[i] = i;
  for (size_t k = 0; k < M->count; k++)
    if (M->entries[k].value != 0)
      parent[find_root(parent, M->entries[k].row)] = find_root(parent, M->entries[k].column);
  for (size_t i = 0; i < n; i++) count[find_root(parent, i)]++;
  size_t sum = 0;
  *components = 0;
  for (size_t i = 0; i < n; i++) {
    if (!count[i]) continue;
    (*bound)[(*components)++] = sum;
    sum += count[i];
    count[i] = sum - count[i];
  }
  (*bound)[*components] = n;
  for (size_t i = 0; i < n; i++) (*order)[count[find_root(parent, i)]++] = i;
  return SS_OK;
}

/* Entries of A and then of `right`, whose columns come behind A's, by row. */
static ss_status gather(const ss_sparse *A, const ss_sparse *right, ss_arena *arena,
                        gathered *out) {
  size_t n = A->rows;
  out->start = ss_arena_new(arena, n + 2, size_t);
  out->items = ss_arena_new(arena, A->count + right->count, ss_entry);
  if (!out->start || !out->items) return SS_MEMORY;
  size_t *next = out->start + 1;
  for (size_t k = 0; k < A->count; k++) next[A->entries[k].row + 1]++;
  for (size_t k = 0; k < right->count; k++) next[right->entries[k].row + 1]++;
  for (size_t i = 1; i < n + 1; i++) next[i] += next[i - 1];
  for (size_t k = 0; k < A->count; k++) out->items[next[A->entries[k].row]++] = A->entries[k];
  for (size_t k = 0; k < right->count; k++) {
    ss_entry e = right->entries[k];
    e.column += A->columns;
    out->items[next[e.row]++] = e;
  }
  return SS_OK;
}

/* ---- one component --------------------------------------------------------------------------- */

static ss_status allocate(reduction *red, component *part) {
  size_t size = part->size, most = 0;
  for (size_t a = 0; a < size; a++)
    most += red->B.start[part->rows[a] + 1] - red->B.start[part->rows[a]];
  part->column = ss_arena_new(red->scratch, most, size_t);
  part->M = ss_arena_new(red->scratch, size * size, double);
  part->B = ss_arena_new(red->scratch, size * most, double);
  part->X = ss_arena_new(red->scratch, size * (most + 1), double);
  part->pivot = ss_arena_new(red->scratch, size, int);
  bool good = part->column && part->M && part->B && part->X && part->pivot;
  return good ? SS_OK : SS_MEMORY;
}

/* M_k, B_k and the right sides [B_k f_k]. */
static void fill(reduction *red, component *part) {
  size_t size = part->size;
  for (size_t a = 0; a < size; a++) red->place[part->rows[a]] = a;
  for (size_t a = 0; a < size; a++) {
    size_t row = part->rows[a];
    for (size_t k = red->M.start[row]; k < red->M.start[row + 1]; k++)
      if (red->M.items[k].value != 0)
        part->M[a + size * red->place[red->M.items[k].column]] += red->M.items[k].value;
    for (size_t k = red->B.start[row]; k < red->B.start[row + 1]; k++) {
      size_t column = red->B.items[k].column;
      if (!red->seen[column]) {
        part->column[part->columns++] = column;
        red->seen[column] = part->columns;
      }
      part->B[a + size * (red->seen[column] - 1)] += red->B.items[k].value;
    }
  }
  for (size_t j = 0; j < part->columns; j++) red->seen[part->column[j]] = 0;
  memcpy(part->X, part->B, size * part->columns * sizeof(double));
  for (size_t a = 0; a < size; a++)
    part->X[a + size * part->columns] = red->global->f[part->rows[a]];
}

static bool make_room(reduction *red, size_t more) {
  ss_stated_problem *stated = red->stated;
  if (stated->entry_count + more <= red->capacity) return true;
  size_t capacity = 2 * red->capacity + more;
  ss_entry *entries = ss_arena_new(red->arena, capacity, ss_entry);
  if (!entries) return false;
  if (stated->entry_count) memcpy(entries, stated->entries, stated->entry_count * sizeof *entries);
  stated->entries = entries;
  red->capacity = capacity;
  return true;
}

/* Adds B_k^T X to the entries and B_k^T M_k^-1 f_k to c. */
static ss_status contribute(reduction *red, const component *part) {
  size_t size = part->size, columns = part->columns;
  ss_stated_problem *stated = red->stated;
  if (!make_room(red, columns * columns)) return SS_MEMORY;
  for (size_t i = 0; i < columns; i++)
    for (size_t j = 0; j <= columns; j++) {
      double sum = 0;
      for (size_t a = 0; a < size; a++) sum += part->B[a + size * i] * part->X[a + size * j];
      if (j == columns)
        stated->c[part->column[i]] += sum;
      else
        stated->entries[stated->entry_count++] = (ss_entry){part->column[i], part->column[j], sum};
    }
  return SS_OK;
}

static ss_status reduce_component(reduction *red, const size_t *rows, size_t size) {
  if (size > LARGEST_COMPONENT) return SS_LIMIT;
  component part = {.size = size, .rows = rows};
  ss_arena_mark mark = ss_arena_get_mark(red->scratch);
  ss_status status = allocate(red, &part);
  if (!status) {
    fill(red, &part);
    int n = (int)size;
    int info =
        LAPACKE_dgesv(LAPACK_COL_MAJOR, n, (int)part.columns + 1, part.M, n, part.pivot, part.X, n);
    status = info ? SS_SINGULAR : contribute(red, &part);
  }
  ss_arena_release(red->scratch, mark);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_contact_reduce_global(const ss_global_problem *global, ss_arena *arena,
                                   ss_stated_problem *stated) {
  size_t n = global->H.columns, l = global->G.columns, components, *order, *bound;
  reduction red = {.global = global, .arena = arena, .stated = stated};
  stated->bilateral = l;
  stated->c = ss_arena_new(arena, n + l, double);
  red.place = ss_arena_new(arena, global->M.rows, size_t);
  red.seen = ss_arena_new(arena, n + l, size_t);
  if (!stated->c || !red.place || !red.seen) return SS_MEMORY;
  if (n) memcpy(stated->c, global->w, n * sizeof(double));
  if (l) memcpy(stated->c + n, global->b, l * sizeof(double));
  ss_status status = split(&global->M, arena, &order, &bound, &components);
  if (!status) status = gather(&global->M, &(ss_sparse){0}, arena, &red.M);
  if (!status) status = gather(&global->H, &global->G, arena, &red.B);
  red.scratch = ss_arena_create();
  if (!red.scratch) return SS_MEMORY;
  for (size_t k = 0; k < components && !status; k++)
    status = reduce_component(&red, order + bound[k], bound[k + 1] - bound[k]);
  ss_arena_destroy(red.scratch);
  return status;
}
