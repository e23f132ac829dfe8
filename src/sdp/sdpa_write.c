/* sdpa_write.c: writes a semidefinite program in SDPA's sparse format.
 *
 * Numbers are printed with 17 digits, so that they are read back bit for bit. F_0 = -C. Free
 * variables become one more diagonal block, the last, of pairs g = g+ - g-: other solvers take it
 * as it stands (and suffer, since g+ and g- grow without bound along the central path); sdpa_read.c
 * knows it for what it is. Entries of one place are added, since other readers refuse a second one.
 * Cost O(entries log entries).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/sdp.h"

/* A title is one line: what would end it becomes a space. */
static void write_title(const char *title, ss_text *text) {
  ss_text_add(text, "\"");
  for (const char *c = title; *c; c++) ss_text_add_bytes(text, (*c >= ' ') ? c : " ", 1);
  ss_text_add(text, "\n");
}

static void write_head(const ss_sdp_program *program, ss_text *text) {
  const bool has_free = program->variables > 0;
  if (has_free)
    ss_text_addf(text, "\"the last block holds %zu free variables as differences of two\n",
                 program->variables);
  ss_text_addf(text, "%zu\n%zu\n", program->equalities, program->blocks + has_free);
  for (size_t k = 0; k < program->blocks; k++)
    ss_text_addf(text, "%s%s%zu", k ? " " : "", program->block[k].diagonal ? "-" : "",
                 program->block[k].size);
  if (has_free) ss_text_addf(text, " -%zu", 2 * program->variables);
  ss_text_add(text, "\n");
  for (size_t i = 0; i < program->equalities; i++)
    ss_text_addf(text, "%s%.17g", i ? " " : "", program->b[i]);
  ss_text_add(text, "\n");
}

/* ---- entries --------------------------------------------------------------------------------- */

/* A line of the file, in its own numbering; `origin` is its place in the program. */
typedef struct line {
  size_t matrix, block, row, column, origin;
  double value;
} line;

static int compare_lines(const void *x, const void *y) {
  const line *a = x, *b = y;
  if (a->matrix != b->matrix) return a->matrix < b->matrix ? -1 : 1;
  if (a->block != b->block) return a->block < b->block ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->origin > b->origin) - (a->origin < b->origin);
}

/* The upper triangle, as readers of this format expect. */
static line make_line(size_t matrix, const ss_sdp_entry *e, double value) {
  const bool upper = e->row <= e->column;
  return (line){
      matrix, e->block + 1, (upper ? e->row : e->column) + 1, (upper ? e->column : e->row) + 1,
      0,      value};
}

/* Both lines of a free variable. */
static size_t add_pair(size_t matrix, size_t block, size_t variable, double value, line *to) {
  const size_t row = 2 * variable + 1;
  to[0] = (line){matrix, block, row, row, 0, value};
  to[1] = (line){matrix, block, row + 1, row + 1, 0, -value};
  return 2;
}

static size_t list_lines(const ss_sdp_program *program, line *lines) {
  size_t count = 0;
  const size_t last = program->blocks + 1;
  for (size_t k = 0; k < program->costs; k++)
    lines[count++] = make_line(0, &program->cost[k], -program->cost[k].value);
  for (size_t j = 0; j < program->variables; j++)
    count += add_pair(0, last, j, -program->f[j], lines + count);
  for (size_t k = 0; k < program->entries; k++) {
    const ss_sdp_entry *e = &program->entry[k];
    lines[count++] = make_line(e->equality + 1, e, e->value);
  }
  for (size_t k = 0; k < program->coefficients; k++) {
    const ss_sdp_coefficient *c = &program->coefficient[k];
    count += add_pair(c->equality + 1, last, c->variable, c->value, lines + count);
  }
  for (size_t k = 0; k < count; k++) lines[k].origin = k;
  return count;
}

/* One line a place: other readers refuse a second one. */
static void write_lines(size_t count, const line *lines, ss_text *text) {
  for (size_t k = 0; k < count;) {
    line sum = lines[k++];
    for (; k < count && lines[k].matrix == sum.matrix && lines[k].block == sum.block &&
           lines[k].row == sum.row && lines[k].column == sum.column;
         k++)
      sum.value += lines[k].value;
    if (sum.value != 0)
      ss_text_addf(text, "%zu %zu %zu %zu %.17g\n", sum.matrix, sum.block, sum.row, sum.column,
                   sum.value);
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_sdp_write_text(const ss_sdp_program *program, const char *title, ss_text *text) {
  const size_t most =
      program->costs + program->entries + 2 * (program->variables + program->coefficients);
  line *lines = malloc((most + 1) * sizeof *lines);
  if (!lines) return SS_MEMORY;
  const size_t count = list_lines(program, lines);
  qsort(lines, count, sizeof *lines, compare_lines);
  if (title) write_title(title, text);
  write_head(program, text);
  write_lines(count, lines, text);
  free(lines);
  return text->failed ? SS_MEMORY : SS_OK;
}

ss_status ss_sdp_write(const ss_sdp_program *program, const char *title, const char *path) {
  ss_text text;
  ss_text_start(&text);
  ss_status status = ss_sdp_write_text(program, title, &text);
  if (!status) status = ss_file_write(path, &text);
  ss_text_stop(&text);
  return status;
}
