/* problem_text.c: reads a friction-contact problem in Siconos's text form.
 *
 * The form is a sequence of numbers separated by white space:
 *
 *     dimension (2 or 3), contacts, storage (0, 1 or 2), rows, columns,
 *     the matrix, q (rows numbers), mu (one per contact)
 *
 *     storage 0, dense     rows, columns, then the entries row by row
 *     storage 1, blocks    blocks, block rows, block columns, the cumulated sizes of both,
 *                          length of the row index, of the column index, both indices
 *                          (row i's blocks are index1[i] <= k < index1[i + 1], in column
 * index2[k]), then each block: its number and its entries, column by column storage 2, sparse
 * origin (1 triplets, 2 columns), then what CSparse's cs_print writes: a line with its name,
 * "m-by-n, nzmax: .. nnz: .., 1-norm: ..", and lines "col j : locations a to b", "i : x", or "i j :
 * x" for triplets
 *
 * Every count is held against the bytes that are left before memory is taken for it, so that a
 * short malformed text cannot ask for much. Cost O(length). Fails with a diagnostic that names the
 * place. What follows the friction coefficients (a flag and a guess, as a rule) is ignored, with a
 * warning if it does not begin with a number.
 *
 * Reference: Siconos 4.4, numerics component, the functions that write problems to files.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem_file.h"

enum { LONGEST_WORD = 63, ORIGIN_TRIPLETS = 1, ORIGIN_COLUMNS = 2 };

typedef struct reader {
  const char *text;
  size_t length, at;
  size_t word; /* where the last word began */
  ss_arena *arena;
  ss_diagnostics *list;
} reader;

/* ---- words and numbers ----------------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

__attribute__((format(printf, 2, 3))) static ss_status complain(reader *in, const char *format,
                                                                ...) {
  char message[256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  ss_span where = {(uint32_t)in->word, (uint32_t)(in->at - in->word)};
  ss_diagnostics_add(in->list, SS_ERROR, where, "%s", message);
  return SS_BAD_INPUT;
}

static void skip_space(reader *in) {
  while (in->at < in->length && is_space(in->text[in->at])) in->at++;
  in->word = in->at;
}

static void skip_line(reader *in) {
  while (in->at < in->length && in->text[in->at] != '\n') in->at++;
}

/* The next word, with a terminating zero; false at the end of the text and for over-long words. */
static bool next_word(reader *in, char word[LONGEST_WORD + 1]) {
  skip_space(in);
  while (in->at < in->length && !is_space(in->text[in->at])) in->at++;
  size_t length = in->at - in->word;
  if (length == 0 || length > LONGEST_WORD) return false;
  memcpy(word, in->text + in->word, length);
  word[length] = '\0';
  return true;
}

static ss_status read_number(reader *in, const char *what, double *value) {
  char word[LONGEST_WORD + 1], *end;
  if (!next_word(in, word))
    return complain(
        in, in->at >= in->length ? "the file ends where %s should be" : "%s: not a number", what);
  *value = strtod(word, &end);
  if (*end != '\0' || !isfinite(*value)) return complain(in, "%s: not a finite number", what);
  return SS_OK;
}

/* A whole number from least to most. */
static ss_status read_count(reader *in, const char *what, size_t least, size_t most,
                            size_t *value) {
  double number;
  ss_status status = read_number(in, what, &number);
  if (status) return status;
  if (number != floor(number) || number < (double)least || number > (double)most)
    return complain(in, "%s: %g is not a whole number from %zu to %zu", what, number, least, most);
  *value = (size_t)number;
  return SS_OK;
}

static ss_status read_counts(reader *in, const char *what, size_t most, size_t count,
                             size_t **values) {
  if (count > in->length - in->at) return complain(in, "%s: the file is too short for it", what);
  *values = ss_arena_new(in->arena, count, size_t);
  if (!*values) return SS_MEMORY;
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = read_count(in, what, 0, most, &(*values)[i]);
  return status;
}

static ss_status read_vector(reader *in, const char *what, size_t count, double **values) {
  if (count > in->length - in->at) return complain(in, "%s: the file is too short for it", what);
  *values = ss_arena_new(in->arena, count, double);
  if (!*values) return SS_MEMORY;
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && !status; i++) status = read_number(in, what, &(*values)[i]);
  return status;
}

/* ---- the three storages of the matrix -------------------------------------------------------- */

static ss_status make_entries(reader *in, size_t count, ss_stated_problem *stated) {
  if (count > in->length - in->at)
    return complain(in, "the file is too short for a matrix of %zu entries", count);
  stated->entries = ss_arena_new(in->arena, count, ss_entry);
  return stated->entries ? SS_OK : SS_MEMORY;
}

static ss_status read_dense(reader *in, size_t size, ss_stated_problem *stated) {
  size_t rows, columns;
  ss_status status = read_count(in, "rows of the dense matrix", size, size, &rows);
  if (!status) status = read_count(in, "columns of the dense matrix", size, size, &columns);
  if (!status) status = make_entries(in, size * size, stated);
  for (size_t k = 0; k < size * size && !status; k++) {
    ss_entry *entry = &stated->entries[k];
    *entry = (ss_entry){.row = k / size, .column = k % size};
    status = read_number(in, "entry of the matrix", &entry->value);
  }
  if (!status) stated->entry_count = size * size;
  return status;
}

/* The cumulated sizes of block rows or columns must be d, 2 d, 3 d, … */
static ss_status read_block_sizes(reader *in, const char *what, const ss_stated_problem *stated) {
  ss_status status = SS_OK;
  for (size_t i = 1; i <= stated->contacts && !status; i++) {
    size_t size, expected = i * stated->dimension;
    status = read_count(in, what, expected, expected, &size);
  }
  return status;
}

static ss_status read_block(reader *in, size_t number, size_t row, size_t column,
                            ss_stated_problem *stated) {
  size_t d = stated->dimension, shown;
  ss_status status = read_count(in, "number of the block", number, number, &shown);
  for (size_t k = 0; k < d * d && !status; k++) {
    ss_entry *entry = &stated->entries[number * d * d + k];
    *entry = (ss_entry){.row = row * d + k % d, .column = column * d + k / d};
    status = read_number(in, "entry of a block", &entry->value);
  }
  return status;
}

static ss_status read_blocks(reader *in, ss_stated_problem *stated) {
  size_t n = stated->contacts, d = stated->dimension;
  size_t blocks, rows, columns, filled1, filled2, *index1, *index2;
  ss_status status = read_count(in, "number of blocks", 1, in->length, &blocks);
  if (!status) status = read_count(in, "number of block rows", n, n, &rows);
  if (!status) status = read_count(in, "number of block columns", n, n, &columns);
  if (!status) status = read_block_sizes(in, "size of the block rows", stated);
  if (!status) status = read_block_sizes(in, "size of the block columns", stated);
  if (!status) status = read_count(in, "length of the row index", n + 1, n + 1, &filled1);
  if (!status) status = read_count(in, "length of the column index", blocks, blocks, &filled2);
  if (!status) status = read_counts(in, "row index", blocks, filled1, &index1);
  if (!status) status = read_counts(in, "column index", n - 1, filled2, &index2);
  if (!status) status = make_entries(in, blocks * d * d, stated);
  for (size_t i = 0; i < n && !status; i++) {
    if (index1[i] > index1[i + 1] || (i == 0 && index1[0] != 0) || index1[n] != blocks)
      return complain(in, "the row index does not ascend from 0 to %zu", blocks);
    for (size_t k = index1[i]; k < index1[i + 1] && !status; k++)
      status = read_block(in, k, i, index2[k], stated);
  }
  if (!status) stated->entry_count = blocks * d * d;
  return status;
}

/* "m-by-n, nzmax: a nnz: b, 1-norm: x" or "triplet: m-by-n, nzmax: a nnz: b": b. */
static ss_status read_sparse_heading(reader *in, size_t size, size_t *count) {
  char word[LONGEST_WORD + 1], expected[LONGEST_WORD + 1];
  skip_space(in);
  skip_line(in);
  snprintf(expected, sizeof expected, "%zu-by-%zu,", size, size);
  bool found = next_word(in, word);
  if (found && !strcmp(word, "triplet:")) found = next_word(in, word);
  if (!found || strcmp(word, expected)) return complain(in, "expected '%s'", expected);
  while ((found = next_word(in, word)) && strcmp(word, "nnz:") != 0) {
  }
  if (!found || !next_word(in, word)) return complain(in, "expected 'nnz:' and a number");
  char *end;
  double number = strtod(word, &end);
  if ((*end != '\0' && *end != ',') || !(number >= 0 && number <= (double)in->length))
    return complain(in, "nnz: not a count that fits into the file");
  *count = (size_t)number;
  skip_line(in);
  return SS_OK;
}

/* "col j : locations a to b" */
static ss_status read_column_line(reader *in, size_t size, size_t *column) {
  ss_status status = read_count(in, "column of the sparse matrix", 0, size - 1, column);
  skip_line(in);
  return status;
}

/* "i : x" in column *column, or "i j : x". */
static ss_status read_sparse_entry(reader *in, size_t origin, size_t size, size_t *column,
                                   ss_entry *entry) {
  char word[LONGEST_WORD + 1];
  size_t before = in->at;
  while (origin == ORIGIN_COLUMNS && next_word(in, word) && !strcmp(word, "col")) {
    ss_status status = read_column_line(in, size, column);
    if (status) return status;
    before = in->at;
  }
  in->at = before;
  ss_status status = read_count(in, "row of the sparse matrix", 0, size - 1, &entry->row);
  if (!status && origin == ORIGIN_TRIPLETS)
    status = read_count(in, "column of the sparse matrix", 0, size - 1, column);
  if (status) return status;
  entry->column = *column;
  if (!next_word(in, word) || strcmp(word, ":") != 0) return complain(in, "expected ':'");
  return read_number(in, "entry of the sparse matrix", &entry->value);
}

static ss_status read_sparse(reader *in, size_t size, ss_stated_problem *stated) {
  size_t origin, count = 0, column = 0;
  ss_status status = read_count(in, "origin of the sparse matrix (1 triplets, 2 columns)",
                                ORIGIN_TRIPLETS, ORIGIN_COLUMNS, &origin);
  if (!status) status = read_sparse_heading(in, size, &count);
  if (!status) status = make_entries(in, count, stated);
  for (size_t k = 0; k < count && !status; k++)
    status = read_sparse_entry(in, origin, size, &column, &stated->entries[k]);
  if (!status) stated->entry_count = count;
  return status;
}

/* The columns behind the last entry are empty, but their lines are there. */
static ss_status skip_empty_columns(reader *in, size_t size) {
  char word[LONGEST_WORD + 1];
  size_t before = in->at, column;
  ss_status status = SS_OK;
  while (!status && next_word(in, word) && !strcmp(word, "col")) {
    status = read_column_line(in, size, &column);
    before = in->at;
  }
  in->at = before;
  return status;
}

static ss_status read_matrix(reader *in, ss_stated_problem *stated) {
  size_t size = stated->contacts * stated->dimension, storage, rows, columns;
  ss_status status = read_count(in, "storage (0 dense, 1 blocks, 2 sparse)", 0, 2, &storage);
  if (!status) status = read_count(in, "rows of the matrix", size, size, &rows);
  if (!status) status = read_count(in, "columns of the matrix", size, size, &columns);
  if (status) return status;
  if (storage == 0) return read_dense(in, size, stated);
  if (storage == 1) return read_blocks(in, stated);
  status = read_sparse(in, size, stated);
  return status ? status : skip_empty_columns(in, size);
}

/* ---- the problem ----------------------------------------------------------------------------- */

static ss_status check_friction(reader *in, const ss_stated_problem *stated) {
  for (size_t i = 0; i < stated->contacts; i++)
    if (stated->mu[i] < 0)
      return complain(in, "contact %zu has the negative friction coefficient %g", i + 1,
                      stated->mu[i]);
  return SS_OK;
}

/* A flag and a guess of the solution may follow: numbers are passed over in silence. */
static void warn_about_rest(reader *in) {
  char word[LONGEST_WORD + 1], *end;
  skip_space(in);
  if (in->word >= in->length) return;
  const bool found = next_word(in, word);
  if (found) strtod(word, &end);
  if (!found || *end != '\0')
    ss_diagnostics_add(in->list, SS_WARNING,
                       (ss_span){(uint32_t)in->word, (uint32_t)(in->at - in->word)},
                       "text behind the friction coefficients is ignored");
}

ss_status ss_contact_state_text(const char *text, size_t length, ss_arena *arena,
                                ss_diagnostics *list, ss_stated_problem *stated) {
  reader in = {.text = text, .length = length, .arena = arena, .list = list};
  *stated = (ss_stated_problem){0};
  ss_status status = read_count(&in, "dimension", 2, 3, &stated->dimension);
  if (!status) status = read_count(&in, "number of contacts", 1, length, &stated->contacts);
  if (!status) status = read_matrix(&in, stated);
  size_t size = stated->contacts * stated->dimension;
  if (!status) status = read_vector(&in, "q", size, &stated->c);
  if (!status) status = read_vector(&in, "friction coefficient", stated->contacts, &stated->mu);
  if (!status) status = check_friction(&in, stated);
  if (status) return status;
  warn_about_rest(&in);
  return SS_OK;
}
