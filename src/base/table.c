/* table.c: columns of numbers from a file with a line of names.
 *
 *     file   = { passed | line }         passed: empty, or begins with '#'
 *     line   = cell { separator cell }   as many cells as the first line, which has the names
 *     cell   = text without separators, blanks around it passed over; in quotes or not
 *
 * The separator is the first of , ; and tab that the line of names has. The whole file is read and
 * cut in place; cells stay texts until their column is asked for, since tables have columns of
 * words (the modes in a motion's file) that nobody asks for as numbers. Every complaint names the
 * line.
 * Cost: one pass, a pointer per cell. What can fail: the file, memory.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { ROWS_MOST = 10000000, BYTES_MOST = 1 << 30 };

static bool ends_in(const char *file, const char *ending) {
  const size_t length = strlen(file), tail = strlen(ending);
  return length > tail && strcmp(file + length - tail, ending) == 0;
}

bool ss_table_has_form(const char *file) {
  return ends_in(file, ".csv") || ends_in(file, ".h5") || ends_in(file, ".hdf5");
}

/* ---- the text -------------------------------------------------------------------------------- */

static ss_status read_stream(ss_arena *arena, FILE *stream, char **text) {
  size_t length = 0, space = 1 << 16;
  char *data = malloc(space);
  while (data) {
    length += fread(data + length, 1, space - length, stream);
    if (length < space || space >= BYTES_MOST) break;
    char *larger = realloc(data, space *= 2);
    if (!larger) free(data);
    data = larger;
  }
  const bool failed = data && ferror(stream);
  *text = data && !failed ? ss_arena_copy_text(arena, data, length) : NULL;
  /* a zero would end the text early */
  const bool binary = *text && memchr(*text, 0, length);
  free(data);
  if (failed) return SS_IO;
  if (binary || length >= BYTES_MOST) return SS_BAD_INPUT;
  return *text ? SS_OK : SS_MEMORY;
}

static ss_status read_text(ss_arena *arena, const char *file, char **text, const char **why) {
  FILE *stream = fopen(file, "rb");
  ss_status status = stream ? read_stream(arena, stream, text) : SS_IO;
  if (status == SS_IO) *why = ss_arena_format(arena, "%s: %s", file, strerror(errno));
  if (status == SS_BAD_INPUT) *why = ss_arena_format(arena, "%s is no table of text", file);
  if (stream) fclose(stream);
  return status;
}

/* The next line that is not passed over, ended by a zero; NULL at the end. */
static char *next_line(char **rest, size_t *number) {
  while (**rest) {
    char *line = *rest;
    const size_t length = strcspn(line, "\n");
    *rest = line + length + (line[length] ? 1 : 0);
    line[length] = 0;
    ++*number;
    const char *first = line + strspn(line, " \t\r");
    if (*first && *first != '#') return line;
  }
  return NULL;
}

/* Without blanks and quotes around it, in place. */
static const char *strip(char *cell) {
  cell += strspn(cell, " \t\r");
  size_t length = strlen(cell);
  while (length && strchr(" \t\r", cell[length - 1])) length--;
  if (length >= 2 && cell[0] == '"' && cell[length - 1] == '"') {
    cell++;
    length -= 2;
  }
  cell[length] = 0;
  return cell;
}

/* Cuts a line into at most `most` cells; how many there are, cells beyond are counted only. */
static size_t cut(char *line, char separator, size_t most, const char **cell) {
  for (size_t count = 0;; count++) {
    char *end = strchr(line, separator);
    if (end) *end = 0;
    if (count < most) cell[count] = strip(line);
    if (!end) return count + 1;
    line = end + 1;
  }
}

static ss_status read_names(ss_arena *arena, char *line, size_t number, char *separator,
                            ss_data_table *t, const char **why) {
  const char mark[2] = {line[strcspn(line, ",;\t")], 0};
  *separator = *mark ? *mark : ',';
  size_t most = 1;
  for (const char *c = line; *c; c++) most += *c == *separator;
  const char **names = ss_arena_new(arena, most, const char *);
  if (!names) return SS_MEMORY;
  t->columns = cut(line, *separator, most, names);
  t->name = names;
  for (size_t i = 0; i < t->columns; i++)
    for (size_t k = 0; k < i; k++)
      if (*names[i] && strcmp(names[i], names[k]) == 0) {
        *why = ss_arena_format(arena, "%s:%zu: two columns are called '%s'", t->file, number,
                               names[i]);
        return SS_BAD_INPUT;
      }
  return SS_OK;
}

static ss_status read_rows(ss_arena *arena, char *rest, size_t number, char separator,
                           ss_data_table *t, const char **why) {
  size_t most = 0;
  for (const char *c = rest; *c; c++) most += *c == '\n';
  size_t *line = ss_arena_new(arena, most + 1, size_t);
  const char **cell = ss_arena_new(arena, (most + 1) * t->columns, const char *);
  if (!line || !cell) return SS_MEMORY;
  t->line = line;
  t->cell = cell;
  for (char *text; (text = next_line(&rest, &number)); t->rows++) {
    line[t->rows] = number;
    const size_t count = cut(text, separator, t->columns, cell + t->rows * t->columns);
    if (count == t->columns && t->rows < ROWS_MOST) continue;
    *why = count == t->columns
               ? ss_arena_format(arena, "%s has more than %d rows", t->file, ROWS_MOST)
               : ss_arena_format(arena, "%s:%zu: %zu cell%s where the line of names has %zu",
                                 t->file, number, count, count == 1 ? "" : "s", t->columns);
    return SS_BAD_INPUT;
  }
  return SS_OK;
}

static ss_status read_csv(ss_arena *arena, ss_data_table *t, const char **why) {
  char *text = NULL, separator;
  const ss_status status = read_text(arena, t->file, &text, why);
  if (status != SS_OK) return status;
  if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3; /* a mark of the byte order */
  size_t number = 0;
  char *names = next_line(&text, &number);
  if (!names) {
    *why = ss_arena_format(arena, "%s is empty: a line of names is expected, as t,x", t->file);
    return SS_BAD_INPUT;
  }
  const ss_status named = read_names(arena, names, number, &separator, t, why);
  return named == SS_OK ? read_rows(arena, text, number, separator, t, why) : named;
}

ss_status ss_table_read(ss_arena *arena, const char *file, ss_data_table *table, const char **why) {
  *table = (ss_data_table){.file = ss_arena_copy_text(arena, file, strlen(file))};
  *why = NULL;
  if (!table->file) return SS_MEMORY;
  if (!ss_table_has_form(file)) {
    *why = ss_arena_format(arena, "%s: the ending must be .csv or .h5", file);
    return SS_BAD_INPUT;
  }
  ss_status status = ends_in(file, ".csv") ? read_csv(arena, table, why)
                                           : ss_table_read_hdf5(arena, table->file, table, why);
  if (status == SS_OK && table->rows == 0) {
    *why = ss_arena_format(arena, "%s has no rows", file);
    status = SS_BAD_INPUT;
  }
  return status;
}

/* ---- columns --------------------------------------------------------------------------------- */

size_t ss_table_find(const ss_data_table *t, const char *name) {
  for (size_t i = 0; i < t->columns; i++)
    if (strcmp(t->name[i], name) == 0) return i;
  return t->columns;
}

static const char *say_place(ss_arena *arena, const ss_data_table *t, size_t row) {
  const char *place = t->line ? ss_arena_format(arena, "%s:%zu", t->file, t->line[row])
                              : ss_arena_format(arena, "%s, row %zu", t->file, row + 1);
  return place ? place : "";
}

/* A decimal number; NAN: none. */
static double read_number(const char *text) {
  char *end;
  const double value = strtod(text, &end);
  const bool decimal = *text && !*end && strspn(text, "+-.0123456789eE") == strlen(text);
  return decimal && isfinite(value) ? value : NAN;
}

static ss_status complain_of_cell(ss_arena *arena, const ss_data_table *t, const char *name,
                                  size_t row, const char *text, const char **why) {
  const char *place = say_place(arena, t, row);
  *why = *text ? ss_arena_format(arena, "%s: '%s' in column '%s' is no finite decimal number",
                                 place, text, name)
               : ss_arena_format(arena, "%s: column '%s' has a gap", place, name);
  return SS_BAD_INPUT;
}

static ss_status refuse_name(ss_arena *arena, const ss_data_table *t, const char *name,
                             const char **why) {
  const char *near = ss_nearest_name(name, t->columns, t->name), *all = "";
  for (size_t i = 0; all && i < t->columns && i < 20; i++)
    all = ss_arena_format(arena, "%s%s%s", all, i ? ", " : "", t->name[i]);
  if (near)
    *why = ss_arena_format(arena, "%s has no column '%s'; did you mean '%s'?", t->file, name, near);
  else
    *why = ss_arena_format(arena, "%s has no column '%s'; there are %s", t->file, name,
                           all ? all : "");
  return SS_BAD_INPUT;
}

ss_status ss_table_get(ss_arena *arena, const ss_data_table *t, const char *name, bool gaps,
                       const double **column, const char **why) {
  const size_t i = ss_table_find(t, name);
  double *values = ss_arena_new(arena, t->rows, double);
  *column = values;
  if (!values) return SS_MEMORY;
  if (i == t->columns) return refuse_name(arena, t, name, why);
  for (size_t k = 0; k < t->rows; k++) {
    const char *text = t->cell ? t->cell[k * t->columns + i] : "";
    values[k] = t->cell ? read_number(text) : t->number[i * t->rows + k];
    if (!t->cell && isinf(values[k])) text = "inf";
    const bool gap = !*text && isnan(values[k]);
    if (!isfinite(values[k]) && !(gap && gaps))
      return complain_of_cell(arena, t, name, k, text, why);
  }
  return SS_OK;
}

ss_status ss_table_get_times(ss_arena *arena, const ss_data_table *t, bool strictly,
                             const double **times, const char **why) {
  const char *name = ss_table_find(t, "t") == t->columns ? "time" : "t";
  if (ss_table_find(t, name) == t->columns) {
    *why = ss_arena_format(arena, "%s has no column 't' (or 'time')", t->file);
    return SS_BAD_INPUT;
  }
  const ss_status status = ss_table_get(arena, t, name, false, times, why);
  for (size_t k = 1; status == SS_OK && k < t->rows; k++) {
    const double before = (*times)[k - 1], now = (*times)[k];
    if (now > before || (!strictly && now == before)) continue;
    const char *place = say_place(arena, t, k);
    *why = now == before
               ? ss_arena_format(arena, "%s: the time %g stands twice", place, now)
               : ss_arena_format(arena, "%s: the time %g comes after %g", place, now, before);
    return SS_BAD_INPUT;
  }
  return status;
}
