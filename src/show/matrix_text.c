/* matrix_text.c: matrices between brackets, aligned.
 *
 *     M = [ m  0  0 ]
 *         [ 0  m  0 ]
 *         [ 0  0  J ]
 *
 * A matrix too wide for a line is listed entry by entry, without its zeros.
 */
#include <assert.h>
#include <string.h>

#include "show_private.h"

enum { WIDEST_LINE = 100 };

static_assert(3 * (SS_SHOW_MOST_COLUMNS + 1) > WIDEST_LINE, "a table that fits is not listed");

static const char *cell(const ss_table *t, size_t row, size_t column) {
  return t->cells[row * t->columns + column];
}

static size_t widest_in_column(const ss_table *t, size_t rows, size_t column) {
  size_t width = 0;
  for (size_t r = 0; r < rows; r++) {
    size_t columns = ss_text_columns(cell(t, r, column));
    if (columns > width) width = columns;
  }
  return width;
}

void ss_show_place(const ss_matrix_text *m, size_t row, size_t column, size_t columns,
                   ss_text *out) {
  ss_text_addf(out, "  %s[%s", m->name, m->rows ? m->rows[row] : "");
  if (columns > 1) ss_text_addf(out, "%s%s", m->rows ? ", " : "", m->columns[column]);
  ss_text_add(out, "] = ");
}

static void print_entries(const ss_matrix_text *m, const ss_table *t, size_t rows, ss_text *out) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < t->columns; c++) {
      if (strcmp(cell(t, r, c), "0") == 0) continue;
      ss_show_place(m, r, c, t->columns, out);
      ss_text_addf(out, "%s\n", cell(t, r, c));
    }
}

void ss_show_matrix(const ss_matrix_text *m, const ss_table *entries, ss_text *out) {
  if (entries->failed) out->failed = true;
  if (entries->failed || entries->count == 0) return;
  size_t rows = entries->count / entries->columns, indent = ss_text_columns(m->name) + 3,
         total = indent + 4, width[WIDEST_LINE];
  for (size_t c = 0; c < entries->columns && total <= WIDEST_LINE; c++) {
    width[c] = widest_in_column(entries, rows, c);
    total += width[c] + 2;
  }
  if (total > WIDEST_LINE) {
    print_entries(m, entries, rows, out);
    return;
  }
  for (size_t r = 0; r < rows; r++) {
    if (r == 0)
      ss_text_addf(out, "  %s = [", m->name);
    else
      ss_text_addf(out, "  %*s[", (int)indent, "");
    for (size_t c = 0; c < entries->columns; c++) {
      size_t pad = width[c] - ss_text_columns(cell(entries, r, c));
      ss_text_addf(out, "%s%s%*s", c ? "  " : " ", cell(entries, r, c), (int)pad, "");
    }
    ss_text_add(out, " ]\n");
  }
}
