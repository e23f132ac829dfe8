/* sdpa_read.c: reads a semidefinite program in SDPA's sparse format.
 *
 *     "comments, lines that begin with a quotation mark or a star
 *     m                 (what follows on the line is a comment)
 *     blocks            (likewise)
 *     n_1 .. n_blocks   negative: a diagonal block
 *     c_1 .. c_m
 *     matrix block row column value        until the end; matrix 0 is F_0; indices begin at 1
 *
 * Commas, parentheses and braces count as white space. The program is that of sdp.h: b = c,
 * A_i = F_i, C = -F_0. A diagonal block of an even size whose entries 2k - 1 and 2k are the
 * opposite of each other in every matrix is what other programs write for free variables,
 *
 *     x_(2k-1) - x_(2k) = g_k,     x >= 0,
 *
 * and becomes k free variables: every feasible point of the one is one of the other with the same
 * value, and the other way round, but the split form has no bounded set of optimal solutions.
 *
 * Counts are held against the bytes that are left before memory is taken for them. Cost O(length)
 * and a sort of the entries of diagonal blocks. Fails with a diagnostic that names the place.
 *
 * Reference: Fujisawa, Kojima, Nakata, Yamashita, SDPA user's manual (2002), section 5.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/sdp.h"

enum { LONGEST_WORD = 63 };

typedef struct reader {
  const char *text;
  size_t length, at;
  size_t word; /* where the last word began */
  ss_arena *arena;
  ss_diagnostics *list;
} reader;

/* ---- words and numbers ----------------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c && strchr(",(){}", c));
}

static ss_status complain(reader *in, const char *what, const char *why) {
  const ss_span where = {(uint32_t)in->word, (uint32_t)(in->at - in->word)};
  ss_diagnostics_add(in->list, SS_ERROR, where, "%s: %s", what, why);
  return SS_BAD_INPUT;
}

static bool skip_space(reader *in) {
  while (in->at < in->length && is_space(in->text[in->at])) in->at++;
  in->word = in->at;
  return in->at < in->length;
}

static void skip_line(reader *in) {
  while (in->at < in->length && in->text[in->at] != '\n') in->at++;
}

static void skip_comments(reader *in) {
  while (skip_space(in) && (in->text[in->at] == '"' || in->text[in->at] == '*')) skip_line(in);
}

static ss_status read_number(reader *in, const char *what, double *value) {
  char word[LONGEST_WORD + 1], *end;
  if (!skip_space(in)) return complain(in, what, "the file ends where it should be");
  while (in->at < in->length && !is_space(in->text[in->at])) in->at++;
  const size_t length = in->at - in->word;
  if (length > LONGEST_WORD) return complain(in, what, "not a number");
  memcpy(word, in->text + in->word, length);
  word[length] = '\0';
  *value = strtod(word, &end);
  if (end == word || *end != '\0' || !isfinite(*value))
    return complain(in, what, "not a finite number");
  return SS_OK;
}

/* A whole number from least to most. */
static ss_status read_whole(reader *in, const char *what, double least, double most,
                            double *value) {
  const ss_status status = read_number(in, what, value);
  if (status) return status;
  if (*value == floor(*value) && *value >= least && *value <= most) return SS_OK;
  char why[96];
  snprintf(why, sizeof why, "%g is not a whole number from %.0f to %.0f", *value, least, most);
  return complain(in, what, why);
}

/* A count at the begin of a line whose rest is a comment; no more than there are bytes left. */
static ss_status read_count(reader *in, const char *what, size_t *count) {
  double value;
  const ss_status status = read_whole(in, what, 0, (double)(in->length - in->at), &value);
  if (status) return status;
  skip_line(in);
  *count = (size_t)value;
  return SS_OK;
}

/* ---- the parts of the file ------------------------------------------------------------------- */

static ss_status read_blocks(reader *in, ss_sdp_program *program) {
  ss_sdp_block *block = ss_arena_new(in->arena, program->blocks, ss_sdp_block);
  if (!block) return SS_MEMORY;
  program->block = block;
  for (size_t k = 0; k < program->blocks; k++) {
    double size;
    const ss_status status = read_whole(in, "the size of a block", -1e6, 1e6, &size);
    if (status) return status;
    if (size == 0) return complain(in, "the size of a block", "it is 0");
    block[k] = (ss_sdp_block){(size_t)fabs(size), size < 0};
  }
  return SS_OK;
}

/* One line of an entry: `matrix` 0 is the cost, with its sign turned. */
static ss_status read_entry(reader *in, const ss_sdp_program *program, size_t *matrix,
                            ss_sdp_entry *entry) {
  double i, k = 1, row, column, value;
  ss_status status = read_whole(in, "the number of a matrix", 0, (double)program->equalities, &i);
  if (!status) status = read_whole(in, "the number of a block", 1, (double)program->blocks, &k);
  if (status) return status;
  const ss_sdp_block *block = &program->block[(size_t)k - 1];
  status = read_whole(in, "a row", 1, (double)block->size, &row);
  if (!status) status = read_whole(in, "a column", 1, (double)block->size, &column);
  if (!status && block->diagonal && row != column)
    return complain(in, "a column", "the block is diagonal, and this is not its row");
  if (!status) status = read_number(in, "the value of an entry", &value);
  if (status) return status;
  *matrix = (size_t)i;
  *entry = (ss_sdp_entry){i > 0 ? (size_t)i - 1 : 0, (size_t)k - 1, (size_t)row - 1,
                          (size_t)column - 1, i > 0 ? value : -value};
  return SS_OK;
}

/* Lines of entries, into the two lists. An entry takes ten bytes at least. */
static ss_status read_entries(reader *in, ss_sdp_program *program) {
  const size_t most = (in->length - in->at) / 10 + 1;
  ss_sdp_entry *all = ss_arena_new(in->arena, most, ss_sdp_entry);
  if (!all) return SS_MEMORY;
  /* entries from the front, costs from the back */
  size_t entries = 0, costs = 0;
  while (skip_space(in)) {
    size_t matrix;
    ss_sdp_entry entry;
    const ss_status status = read_entry(in, program, &matrix, &entry);
    if (status) return status;
    if (entry.value == 0) continue;
    if (entries + costs == most) return complain(in, "an entry", "the file is too short for it");
    if (matrix > 0)
      all[entries++] = entry;
    else
      all[most - ++costs] = entry;
  }
  program->entries = entries;
  program->entry = all;
  program->costs = costs;
  program->cost = all + most - costs;
  return SS_OK;
}

/* ---- free variables -------------------------------------------------------------------------- */

/* By block, then pair of rows, then matrix, then row. */
static int compare_pairs(const void *x, const void *y) {
  const ss_sdp_entry *a = x, *b = y;
  if (a->block != b->block) return a->block < b->block ? -1 : 1;
  if (a->row / 2 != b->row / 2) return a->row / 2 < b->row / 2 ? -1 : 1;
  if (a->equality != b->equality) return a->equality < b->equality ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

/* A sorted copy of the entries of diagonal blocks of even size. */
static ss_sdp_entry *sort_candidates(const reader *in, const ss_sdp_program *program, size_t count,
                                     const ss_sdp_entry *entry, size_t *kept) {
  ss_sdp_entry *copy = ss_arena_new(in->arena, count, ss_sdp_entry);
  *kept = 0;
  for (size_t k = 0; copy && k < count; k++) {
    const ss_sdp_block *block = &program->block[entry[k].block];
    if (block->diagonal && block->size % 2 == 0) copy[(*kept)++] = entry[k];
  }
  if (copy && *kept) qsort(copy, *kept, sizeof *copy, compare_pairs);
  return copy;
}

/* Marks blocks in which an entry has no opposite; a block in which no entry occurs is none of free
 * variables either, so `seen` says which have one. */
static void mark_unpaired(size_t count, const ss_sdp_entry *entry, bool *unpaired, bool *seen) {
  for (size_t k = 0; k < count;) {
    const ss_sdp_entry *a = &entry[k], *b = &entry[k + 1 < count ? k + 1 : k];
    const bool pair = a != b && a->block == b->block && a->equality == b->equality &&
                      a->row % 2 == 0 && b->row == a->row + 1 && a->value == -b->value;
    seen[a->block] = true;
    if (!pair) unpaired[a->block] = true;
    k += pair ? 2 : 1;
  }
}

/* Turns the blocks `first[k] != SIZE_MAX` of a list of entries into free variables. */
static size_t drop_paired(size_t count, ss_sdp_entry *entry, const size_t *first,
                          const size_t *place) {
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    if (first[entry[k].block] != SIZE_MAX) continue;
    entry[kept] = entry[k];
    entry[kept++].block = place[entry[k].block];
  }
  return kept;
}

static ss_status take_free(reader *in, ss_sdp_program *program, const size_t *first,
                           size_t variables) {
  double *f = ss_arena_new(in->arena, variables, double);
  ss_sdp_coefficient *B = ss_arena_new(in->arena, program->entries, ss_sdp_coefficient);
  size_t *place = ss_arena_new(in->arena, program->blocks, size_t), count = 0, blocks = 0;
  ss_sdp_block *block = ss_arena_new(in->arena, program->blocks, ss_sdp_block);
  if (!f || !B || !place || !block) return SS_MEMORY;
  for (size_t k = 0; k < program->entries; k++) {
    const ss_sdp_entry *e = &program->entry[k];
    if (first[e->block] != SIZE_MAX && e->row % 2 == 0)
      B[count++] = (ss_sdp_coefficient){e->equality, first[e->block] + e->row / 2, e->value};
  }
  for (size_t k = 0; k < program->costs; k++) {
    const ss_sdp_entry *e = &program->cost[k];
    if (first[e->block] != SIZE_MAX && e->row % 2 == 0) f[first[e->block] + e->row / 2] += e->value;
  }
  for (size_t k = 0; k < program->blocks; k++) {
    place[k] = blocks;
    if (first[k] == SIZE_MAX) block[blocks++] = program->block[k];
  }
  program->entries = drop_paired(program->entries, (ss_sdp_entry *)program->entry, first, place);
  program->costs = drop_paired(program->costs, (ss_sdp_entry *)program->cost, first, place);
  program->blocks = blocks;
  program->block = block;
  program->variables = variables;
  program->f = f;
  program->coefficients = count;
  program->coefficient = B;
  return SS_OK;
}

static ss_status find_free(reader *in, ss_sdp_program *program) {
  bool *unpaired = ss_arena_new(in->arena, program->blocks, bool);
  bool *seen = ss_arena_new(in->arena, program->blocks, bool);
  size_t *first = ss_arena_new(in->arena, program->blocks, size_t), entries, costs;
  const ss_sdp_entry *entry =
      sort_candidates(in, program, program->entries, program->entry, &entries);
  const ss_sdp_entry *cost = sort_candidates(in, program, program->costs, program->cost, &costs);
  if (!unpaired || !seen || !first || !entry || !cost) return SS_MEMORY;
  mark_unpaired(entries, entry, unpaired, seen);
  mark_unpaired(costs, cost, unpaired, seen);
  size_t variables = 0;
  for (size_t k = 0; k < program->blocks; k++) {
    first[k] = seen[k] && !unpaired[k] ? variables : SIZE_MAX;
    if (first[k] != SIZE_MAX) variables += program->block[k].size / 2;
  }
  return variables ? take_free(in, program, first, variables) : SS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static ss_status read_program(reader *in, ss_sdp_program *program) {
  skip_comments(in);
  ss_status status = read_count(in, "the number of equalities", &program->equalities);
  if (!status) status = read_count(in, "the number of blocks", &program->blocks);
  if (!status) status = read_blocks(in, program);
  if (status) return status;
  double *b = ss_arena_new(in->arena, program->equalities, double);
  if (!b) return SS_MEMORY;
  program->b = b;
  for (size_t i = 0; i < program->equalities && !status; i++)
    status = read_number(in, "a right-hand side", &b[i]);
  if (!status) status = read_entries(in, program);
  return status ? status : find_free(in, program);
}

ss_status ss_sdp_read_text(const char *text, size_t length, ss_arena *arena, ss_diagnostics *list,
                           const ss_sdp_program **program) {
  if (length > SS_SDP_FILE_MOST) {
    ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "the file has %zu bytes, more than %d", length,
                       SS_SDP_FILE_MOST);
    return SS_BAD_INPUT;
  }
  reader in = {.text = text, .length = length, .arena = arena, .list = list};
  ss_sdp_program *result = ss_arena_new(arena, 1, ss_sdp_program);
  if (!result) return SS_MEMORY;
  const ss_status status = read_program(&in, result);
  *program = status ? NULL : result;
  return status;
}

/* The bytes of a file, NULL where it cannot be read. */
static char *read_bytes(const char *path, ss_arena *arena, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = NULL;
  const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size >= 0 && size <= SS_SDP_FILE_MOST && fseek(file, 0, SEEK_SET) == 0)
    text = ss_arena_new(arena, (size_t)size + 1, char);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) text = NULL;
  *length = text ? (size_t)size : 0;
  fclose(file);
  return text;
}

ss_status ss_sdp_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                      const ss_sdp_program **program) {
  size_t length = 0;
  const char *text = read_bytes(path, arena, &length);
  ss_diagnostics_start(list, arena, path, text ? text : "", length);
  if (text) return ss_sdp_read_text(text, length, arena, list, program);
  ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "the file cannot be read")->status = SS_IO;
  *program = NULL;
  return SS_IO;
}
