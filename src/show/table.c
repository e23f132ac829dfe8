/* table.c: text in aligned columns.
 *
 * Cells are collected first, so that each column can be as wide as its widest cell; widths count
 * characters, not bytes. O(bytes).
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show_private.h"

void ss_table_start(ss_table *table, size_t columns) {
  assert(columns > 0);
  *table = (ss_table){.columns = columns};
}

void ss_table_stop(ss_table *table) {
  for (size_t i = 0; i < table->count; i++) free(table->cells[i]);
  free(table->cells);
  *table = (ss_table){0};
}

/* Takes over the text. */
static void push(ss_table *table, char *text) {
  if (text && table->count == table->capacity) {
    size_t capacity = table->capacity ? 2 * table->capacity : 32;
    char **cells = realloc(table->cells, capacity * sizeof *cells);
    if (cells) table->cells = cells, table->capacity = capacity;
  }
  if (!text || table->count == table->capacity) {
    table->failed = true;
    free(text);
    return;
  }
  table->cells[table->count++] = text;
}

void ss_table_add(ss_table *table, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(args);
  push(table, text);
}

void ss_table_add_text(ss_table *table, const ss_text *text) {
  push(table, text->failed ? NULL : strdup(text->data));
}

void ss_table_add_expr(ss_table *table, const ss_graph *graph, ss_expr e) {
  ss_text text;
  ss_text_start(&text);
  ss_expr_print(graph, e, SS_PRINT_TEXT, &text);
  ss_table_add_text(table, &text);
  ss_text_stop(&text);
}

/* The width of each column; the caller frees it. */
static size_t *find_widths(const ss_table *table) {
  size_t *width = calloc(table->columns, sizeof *width);
  for (size_t i = 0; width && i < table->count; i++) {
    const size_t used = ss_text_columns(table->cells[i]), column = i % table->columns;
    if (used > width[column]) width[column] = used;
  }
  return width;
}

void ss_table_print(const ss_table *table, int indent, ss_text *out) {
  assert(table->columns > 0);
  size_t *width = find_widths(table);
  if (table->failed || !width) out->failed = true;
  for (size_t i = 0; width && i < table->count; i++) {
    size_t column = i % table->columns;
    bool last = column + 1 == table->columns || i + 1 == table->count;
    if (column == 0) ss_text_addf(out, "%*s", indent, "");
    ss_text_add(out, table->cells[i]);
    if (!last)
      ss_text_addf(out, "%*s", (int)(width[column] - ss_text_columns(table->cells[i])) + 2, "");
    else {
      while (out->length && out->data[out->length - 1] == ' ') out->data[--out->length] = '\0';
      ss_text_add(out, "\n");
    }
  }
  free(width);
}
