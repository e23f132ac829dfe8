/* problem_read.c: a friction-contact problem from a file, in the storage that the solvers want.
 *
 * The first bytes tell FCLIB's HDF5 form from Siconos's text form. Either reader states the problem
 * as scalar entries (problem_file.h); here they become the contacts
 *
 *     dimension 2: coulomb(mu)    dimension 3: disk(mu)    bilateral constraints: sliders
 *
 * and G: dense for few contacts, compressed block rows otherwise. The blocks' places are found with
 * a counting sort by block row and a marker for each block column, so that assembly costs
 * O(entries + blocks log blocks a row). The pattern is made symmetric and keeps all diagonal
 * blocks, as ss_block_matrix demands, whatever zeros the file left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem_file.h"

/* ---- assembly -------------------------------------------------------------------------------- */

typedef struct pattern {
  size_t blocks; /* block rows */
  size_t *owner; /* scalar row -> block row */
  size_t *start, *column;
} pattern;

static void make_contacts(const ss_stated_problem *stated, ss_contact *contact) {
  for (size_t i = 0; i < stated->contacts; i++)
    contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT,
                              .offset = i * stated->dimension,
                              .law = {.kind = stated->dimension == 2 ? SS_LAW_COULOMB : SS_LAW_DISK,
                                      .argument = {stated->mu[i]}}};
  for (size_t k = 0; k < stated->bilateral; k++)
    contact[stated->contacts + k] = (ss_contact){.kind = SS_ELEMENT_SLIDER,
                                                 .offset = stated->contacts * stated->dimension + k,
                                                 .law = {.kind = SS_LAW_FRICTIONLESS}};
}

static ss_status assemble_dense(const ss_stated_problem *stated, ss_arena *arena,
                                ss_contact_problem *problem) {
  double *G = ss_arena_new(arena, problem->size * problem->size, double);
  if (!G) return SS_MEMORY;
  for (size_t k = 0; k < stated->entry_count; k++)
    G[stated->entries[k].row + problem->size * stated->entries[k].column] +=
        stated->entries[k].value;
  problem->dense = G;
  return SS_OK;
}

static int by_size(const void *left, const void *right) {
  size_t a = *(const size_t *)left, b = *(const size_t *)right;
  return (a > b) - (a < b);
}

/* Block columns of every entry and of its mirror, sorted by block row: all of them, then unique. */
static ss_status gather_pattern(const ss_stated_problem *stated, ss_arena *arena, pattern *P) {
  size_t n = P->blocks, most = n + 2 * stated->entry_count;
  size_t *first = ss_arena_new(arena, n + 2, size_t), *mark = ss_arena_new(arena, n, size_t);
  P->start = ss_arena_new(arena, n + 1, size_t);
  P->column = ss_arena_new(arena, most, size_t);
  if (!first || !mark || !P->start || !P->column) return SS_MEMORY;
  size_t *next = first + 1;
  for (size_t i = 0; i < n; i++) next[i + 1] = 1;
  for (size_t k = 0; k < stated->entry_count; k++) {
    next[P->owner[stated->entries[k].row] + 1]++;
    next[P->owner[stated->entries[k].column] + 1]++;
  }
  for (size_t i = 1; i <= n; i++) next[i] += next[i - 1];
  for (size_t i = 0; i < n; i++) P->column[next[i]++] = i;
  for (size_t k = 0; k < stated->entry_count; k++) {
    size_t i = P->owner[stated->entries[k].row], j = P->owner[stated->entries[k].column];
    P->column[next[i]++] = j;
    P->column[next[j]++] = i;
  }
  /* drop repetitions: mark[j] = i + 1 once column j was kept in row i */
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    P->start[i] = kept;
    for (size_t k = first[i]; k < first[i + 1]; k++) {
      size_t j = P->column[k];
      if (mark[j] == i + 1) continue;
      mark[j] = i + 1;
      P->column[kept++] = j;
    }
    qsort(P->column + P->start[i], kept - P->start[i], sizeof(size_t), by_size);
  }
  P->start[n] = kept;
  return SS_OK;
}

static size_t find_block(const pattern *P, size_t row, size_t column) {
  const size_t *found = bsearch(&column, P->column + P->start[row],
                                P->start[row + 1] - P->start[row], sizeof(size_t), by_size);
  return (size_t)(found - P->column);
}

/* Where each block's entries begin, and the entries. */
static ss_status fill_blocks(const ss_stated_problem *stated, ss_arena *arena, const pattern *P,
                             ss_contact_problem *problem) {
  const ss_contact *contact = problem->contact;
  ss_block_matrix *G = ss_arena_new(arena, 1, ss_block_matrix);
  size_t *at = ss_arena_new(arena, P->start[P->blocks], size_t), sum = 0;
  if (!G || !at) return SS_MEMORY;
  for (size_t i = 0; i < P->blocks; i++)
    for (size_t k = P->start[i]; k < P->start[i + 1]; k++) {
      at[k] = sum;
      sum += ss_contact_dimension(&contact[i]) * ss_contact_dimension(&contact[P->column[k]]);
    }
  double *value = ss_arena_new(arena, sum, double);
  if (!value) return SS_MEMORY;
  for (size_t k = 0; k < stated->entry_count; k++) {
    ss_entry e = stated->entries[k];
    size_t i = P->owner[e.row], j = P->owner[e.column];
    size_t rows = ss_contact_dimension(&contact[i]);
    value[at[find_block(P, i, j)] + (e.row - contact[i].offset) +
          rows * (e.column - contact[j].offset)] += e.value;
  }
  *G = (ss_block_matrix){.start = P->start, .column = P->column, .at = at, .value = value};
  problem->sparse = G;
  return SS_OK;
}

static ss_status assemble_blocks(const ss_stated_problem *stated, ss_arena *arena,
                                 ss_contact_problem *problem) {
  pattern P = {.blocks = problem->contacts};
  P.owner = ss_arena_new(arena, problem->size, size_t);
  if (!P.owner) return SS_MEMORY;
  for (size_t i = 0; i < problem->contacts; i++)
    for (size_t k = 0; k < ss_contact_dimension(&problem->contact[i]); k++)
      P.owner[problem->contact[i].offset + k] = i;
  ss_status status = gather_pattern(stated, arena, &P);
  return status ? status : fill_blocks(stated, arena, &P, problem);
}

ss_status ss_contact_assemble(const ss_stated_problem *stated, ss_arena *arena,
                              const ss_contact_problem **problem) {
  ss_contact_problem *made = ss_arena_new(arena, 1, ss_contact_problem);
  size_t contacts = stated->contacts + stated->bilateral;
  ss_contact *contact = ss_arena_new(arena, contacts, ss_contact);
  if (!made || !contact) return SS_MEMORY;
  make_contacts(stated, contact);
  *made = (ss_contact_problem){.contacts = contacts,
                               .size = stated->contacts * stated->dimension + stated->bilateral,
                               .contact = contact,
                               .c = stated->c};
  *problem = made;
  return contacts <= SS_DENSE_MOST ? assemble_dense(stated, arena, made)
                                   : assemble_blocks(stated, arena, made);
}

/* ---- files ----------------------------------------------------------------------------------- */

ss_status ss_contact_read_text(const char *text, size_t length, ss_arena *arena,
                               ss_diagnostics *list, const ss_contact_problem **problem) {
  ss_stated_problem stated;
  ss_status status = ss_contact_state_text(text, length, arena, list, &stated);
  return status ? status : ss_contact_assemble(&stated, arena, problem);
}

/* The whole file; diagnostics about what prevents it. */
static ss_status load(const char *path, ss_arena *arena, ss_diagnostics *list, char **text,
                      size_t *length) {
  FILE *file = fopen(path, "rb");
  long size = -1;
  if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  bool good = size >= 0 && size <= (long)SS_PROBLEM_FILE_MOST && fseek(file, 0, SEEK_SET) == 0;
  if (good) *text = ss_arena_new(arena, (size_t)size + 1, char);
  ss_status status = good && !*text ? SS_MEMORY : SS_OK;
  if (good && *text) {
    *length = fread(*text, 1, (size_t)size, file);
    good = *length == (size_t)size;
  }
  if (file) fclose(file);
  if (!good) {
    ss_diagnostic *item =
        ss_diagnostics_add(list, SS_ERROR, (ss_span){0, 0}, "%s",
                           file ? "not a regular file of at most 1 GB" : "cannot be opened");
    status = item->status = SS_IO;
  }
  return status;
}

ss_status ss_contact_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                          const ss_contact_problem **problem) {
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  char *text = NULL;
  size_t length = 0;
  ss_diagnostics_start(list, arena, path, NULL, 0);
  ss_status status = load(path, arena, list, &text, &length);
  if (status) return status;
  if (length >= 8 && !memcmp(text, signature, 8)) {
    ss_stated_problem stated;
    status = ss_contact_state_hdf5(path, arena, list, &stated);
    return status ? status : ss_contact_assemble(&stated, arena, problem);
  }
  list->text = text;
  list->text_length = length;
  return ss_contact_read_text(text, length, arena, list, problem);
}
