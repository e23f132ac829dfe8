/* input_tables.c: an input that follows a column of a file.
 *
 *     [ "linear:" | "cubic:" ] FILE [ ":" COLUMN ]      FILE ends in .csv, .h5 or .hdf5
 *
 * The column has the input's name unless another is given; the times are the column t (or time).
 * Between rows the input is interpolated, before the first and after the last it keeps their values
 * (curve.c): linear, or once differentiable by cubics, exact for parabolas. It is one expression,
 * so that every evaluator, every derivative and every method of motion knows it; a look-up costs
 * the same for ten rows and for a million, and motions by events stop at every row, so that none is
 * passed over and none lies inside a step.
 */
#include <math.h>
#include <string.h>

#include "reader.h"
#include "standstill/exact.h"
#include "standstill/table.h"

/* ---- the request ----------------------------------------------------------------------------- */

/* Where the file's name ends in the text: behind the first ending that a colon or nothing follows;
 * 0: it names no file. */
static size_t find_end(const char *text) {
  static const char *const endings[] = {".csv", ".h5", ".hdf5"};
  for (const char *dot = strchr(text, '.'); dot; dot = strchr(dot + 1, '.'))
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
      const size_t length = strlen(endings[i]);
      if (strncmp(dot, endings[i], length) != 0) continue;
      const char *after = dot + length;
      if (*after == ':' || !after[strspn(after, " ")]) return (size_t)(after - text);
    }
  return 0;
}

bool ss_input_names_table(const char *text) {
  return find_end(text) > 0;
}

typedef struct request {
  bool cubic;
  const char *file, *column;
} request;

static ss_status read_request(ss_arena *arena, const char *text, const char *input, request *r) {
  text += strspn(text, " ");
  r->cubic = strncmp(text, "cubic:", 6) == 0;
  if (r->cubic) text += 6;
  if (strncmp(text, "linear:", 7) == 0) text += 7;
  const size_t end = find_end(text);
  const char *column = text[end] == ':' ? text + end + 1 : input;
  size_t length = strlen(column);
  while (length && column[length - 1] == ' ') length--;
  r->file = ss_arena_copy_text(arena, text, end);
  r->column = ss_arena_copy_text(arena, column, length);
  return r->file && r->column ? SS_OK : SS_MEMORY;
}

/* ---- the expression -------------------------------------------------------------------------- */

static bool is_constant(size_t rows, const double *v) {
  for (size_t k = 1; k < rows; k++)
    if (v[k] != v[0]) return false;
  return true;
}

/* The shortest rational that rounds to the file's double. */
static ss_expr number(ss_graph *g, double value) {
  fmpq_t exact;
  fmpq_init(exact);
  ss_exact_from_double(exact, value, 1e-17 * fabs(value));
  const ss_expr e = ss_expr_number(g, exact);
  fmpq_clear(exact);
  return e;
}

static ss_status complain(ss_diagnostics *list, ss_status status, const char *why) {
  if (status == SS_MEMORY) return status;
  ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "%s", why ? why : ss_status_text(status));
  return SS_BAD_INPUT;
}

ss_status ss_input_from_table(const ss_model *m, ss_input_table *from, ss_diagnostics *list,
                              ss_graph *g, ss_expr *formula) {
  ss_arena *arena = list->arena;
  ss_data_table table;
  request r;
  const double *t = NULL, *v = NULL;
  const char *why = NULL;
  if (read_request(arena, from->text, from->input, &r) != SS_OK) return SS_MEMORY;
  ss_status status = ss_table_read(arena, r.file, &table, &why);
  if (status == SS_OK) status = ss_table_get_times(arena, &table, true, &t, &why);
  if (status == SS_OK) status = ss_table_get(arena, &table, r.column, false, &v, &why);
  if (status != SS_OK) return complain(list, status, why);
  ss_curve *curve = ss_curve_create(table.rows, t, v, r.cubic);
  if (!curve) return SS_MEMORY;
  *formula = is_constant(table.rows, v) ? number(g, v[0]) : ss_expr_follow(g, curve, 0, m->time);
  ss_curve_release(curve);
  from->until = t[table.rows - 1];
  return ss_graph_status(g);
}
