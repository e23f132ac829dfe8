/* input_tables.c: an input that follows a column of a file.
 *
 *     [ "linear:" | "cubic:" ] FILE [ ":" COLUMN ]      FILE ends in .csv, .h5 or .hdf5
 *
 * The column has the input's name unless another is given; the times are the column t (or time).
 * Between rows (t_k, v_k) the input is interpolated, before the first and after the last it keeps
 * their values. As one expression, with s_k = min(max((t - t_k)/h_k, 0), 1), h_k = t_k+1 - t_k,
 *
 *     v(t) = v_0 + sum over k of P_k(s_k),     P_k(0) = 0,  P_k(1) = v_k+1 - v_k = d:
 *     linear   P(s) = d s
 *     cubic    P(s) = a s + (3 d - 2 a - b) s^2 + (a + b - 2 d) s^3,   a = h v'_k, b = h v'_k+1,
 *              v'_k the slope in t_k of the parabola through rows k-1, k, k+1 (at the ends: through
 *              the first and last three): once differentiable, exact for parabolas
 *
 * so that every evaluator, every derivative and every method of motion knows it without a word. The
 * differences add up without cancellation: rounding is that of a sum of k numbers no larger than v.
 * Cost: six to ten operations per row and evaluation, hence ROWS_MOST. Constants are the shortest
 * rationals that round to the file's doubles.
 */
#include <math.h>
#include <string.h>

#include "reader.h"
#include "standstill/exact.h"
#include "standstill/table.h"

enum { ROWS_MOST = 2000 };

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

static ss_expr number(ss_graph *g, double value) {
  fmpq_t exact;
  fmpq_init(exact);
  ss_exact_from_double(exact, value, 1e-17 * fabs(value));
  const ss_expr e = ss_expr_number(g, exact);
  fmpq_clear(exact);
  return e;
}

/* The slope in t[k] of the parabola through the rows next to it. */
static double find_slope(size_t rows, const double *t, const double *v, size_t k) {
  if (rows < 3) return (v[1] - v[0]) / (t[1] - t[0]);
  const size_t i = k == 0 ? 0 : k == rows - 1 ? rows - 3 : k - 1;
  const double left = (v[i + 1] - v[i]) / (t[i + 1] - t[i]);
  const double right = (v[i + 2] - v[i + 1]) / (t[i + 2] - t[i + 1]);
  const double bend = (right - left) / (t[i + 2] - t[i]);
  return left + bend * ((t[k] - t[i]) + (t[k] - t[i + 1]));
}

/* P_k(s_k). */
static ss_expr add_interval(ss_graph *g, ss_expr time, bool cubic, size_t rows, const double *t,
                            const double *v, size_t k) {
  const double h = t[k + 1] - t[k], d = v[k + 1] - v[k];
  ss_expr s = ss_expr_sub(g, time, number(g, t[k]));
  s = ss_expr_div(g, s, ss_expr_sub(g, number(g, t[k + 1]), number(g, t[k])));
  s = ss_expr_binary(g, SS_OP_MAX, s, ss_expr_integer(g, 0));
  s = ss_expr_binary(g, SS_OP_MIN, s, ss_expr_integer(g, 1));
  const ss_expr rise = ss_expr_sub(g, number(g, v[k + 1]), number(g, v[k]));
  if (!cubic) return ss_expr_mul(g, rise, s);
  const double a = h * find_slope(rows, t, v, k), b = h * find_slope(rows, t, v, k + 1);
  /* the first coefficient is what the others leave of the rise */
  const ss_expr second = number(g, 3 * d - 2 * a - b), third = number(g, a + b - 2 * d);
  const ss_expr first = ss_expr_sub(g, rise, ss_expr_add(g, second, third));
  ss_expr p = ss_expr_add(g, second, ss_expr_mul(g, s, third));
  p = ss_expr_add(g, first, ss_expr_mul(g, s, p));
  return ss_expr_mul(g, s, p);
}

/* The sum of all intervals, by halves: its depth is that of a balanced tree. */
static ss_expr sum(ss_graph *g, size_t count, ss_expr *terms) {
  for (; count > 1; count = (count + 1) / 2)
    for (size_t i = 0; i < (count + 1) / 2; i++)
      terms[i] = 2 * i + 1 < count ? ss_expr_add(g, terms[2 * i], terms[2 * i + 1]) : terms[2 * i];
  return terms[0];
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
  if (status == SS_OK && table.rows > ROWS_MOST) {
    why = ss_arena_format(arena, "%s has %zu rows: an input follows at most %d", r.file, table.rows,
                          ROWS_MOST);
    status = SS_BAD_INPUT;
  }
  if (status == SS_OK) status = ss_table_get_times(arena, &table, true, &t, &why);
  if (status == SS_OK) status = ss_table_get(arena, &table, r.column, false, &v, &why);
  if (status != SS_OK) return complain(list, status, why);
  ss_expr *terms = ss_arena_new(arena, table.rows, ss_expr);
  if (!terms) return SS_MEMORY;
  terms[0] = number(g, v[0]);
  for (size_t k = 0; k + 1 < table.rows; k++)
    terms[k + 1] = add_interval(g, m->time, r.cubic, table.rows, t, v, k);
  *formula = sum(g, table.rows, terms);
  from->until = t[table.rows - 1];
  return ss_graph_status(g);
}
