/* dimensions.c: the dimension of every formula, from those of its names.
 *
 *     sum, difference, min, max   both the same            product, quotient   powers add, subtract
 *     a^r                         r times those of a       ddt                 divided by time
 *     sin, exp, …                 of a number              x'                  that of x over time
 *
 * One visit a node of the formulas as written (rewrite.c with dimensions for images).
 *
 * People write constants into formulas: y - 0.1, -9.81*m, -0.3*x'. Small integers and their ratios
 * (1/2*k*x^2) are taken for pure numbers, which fit any dimension in a sum and change none in a
 * product; other literals may carry a unit that is nowhere said, so that a product with one is
 * unknown. What is unknown (also an abbreviation with a mistake, or x^n with a name as exponent)
 * fits everything: each mistake is reported once, in the formula where it stands.
 */
#include <stdio.h>
#include <string.h>

#include "dimensions.h"

/* ---- the table ------------------------------------------------------------------------------- */

ss_expr ss_dimensions_add(ss_dimensions *d, ss_dimension dimension) {
  *ss_scratch_append(d->reader, d->items, d->count, ss_dimension) = dimension;
  return d->reader->failed ? SS_DIMENSION_UNKNOWN : (ss_expr)(d->count - 1);
}

bool ss_dimensions_is_known(ss_expr id) {
  return id > SS_DIMENSION_ANY;
}

/* "x" in [m]: the beginning of a formula, at most so many characters. */
static void print_term(ss_dimensions *d, ss_expr e, char *out, size_t size) {
  ss_text text;
  ss_text_start(&text);
  ss_expr_print(d->reader->graph, e, SS_PRINT_TEXT, &text);
  snprintf(out, size, text.length < size ? "%s" : "%.20s...", text.data);
  ss_text_stop(&text);
}

const char *ss_dimensions_print(ss_dimensions *d, ss_expr id) {
  ss_text text;
  ss_text_start(&text);
  ss_dimension_print(&d->items[id], &text);
  char *copy = ss_arena_copy_text(d->reader->scratch, text.data, text.length);
  ss_text_stop(&text);
  return copy ? copy : "";
}

ss_expr ss_dimensions_combine(ss_dimensions *d, ss_expr a, ss_expr b, int sign) {
  if (a == SS_DIMENSION_UNKNOWN || b == SS_DIMENSION_UNKNOWN) return SS_DIMENSION_UNKNOWN;
  if (b == SS_DIMENSION_ANY) return a;
  ss_dimension one = {0};
  const ss_dimension *left = a == SS_DIMENSION_ANY ? &one : &d->items[a];
  return ss_dimensions_add(d, ss_dimension_product(left, &d->items[b], sign));
}

/* ---- the rules ------------------------------------------------------------------------------- */

/* 1/2, 3, 4/3, …: numbers that come from mathematics. Not 1/10, which is mostly 0.1. */
static bool is_pure(const fmpq *value) {
  return fmpz_cmpabs(fmpq_numref(value), (fmpz[]){20}) <= 0 &&
         fmpz_cmp_ui(fmpq_denref(value), 16) <= 0 && fmpz_cmp_ui(fmpq_denref(value), 10) != 0;
}

/* Both the same: their dimension. What is not known takes the other's. */
static ss_expr join(ss_dimensions *d, ss_expr e, ss_expr a, ss_expr b) {
  const ss_graph *graph = d->reader->graph;
  if (!ss_dimensions_is_known(a)) return b > a ? b : a;
  if (!ss_dimensions_is_known(b)) return a;
  if (ss_dimension_equal(&d->items[a], &d->items[b])) return a;
  char left[32], right[32];
  print_term(d, ss_expr_arg(graph, e, 0), left, sizeof left);
  print_term(d, ss_expr_arg(graph, e, 1), right, sizeof right);
  ss_dimensions_explain(d, ss_reader_error(d->reader, d->site->formula->where,
                                           "units do not match: '%s' is in [%s], '%s' is in [%s]",
                                           left, ss_dimensions_print(d, a), right,
                                           ss_dimensions_print(d, b)));
  return SS_DIMENSION_UNKNOWN;
}

/* r times the dimension, if r is a small rational. */
static ss_expr scale(ss_dimensions *d, ss_expr a, const fmpq *r) {
  if (!ss_dimensions_is_known(a)) return a;
  bool small = fmpz_cmpabs(fmpq_numref(r), fmpq_denref(r)) == 0 ||
               (fmpz_bits(fmpq_numref(r)) < 8 && fmpz_bits(fmpq_denref(r)) < 8);
  if (!small) return SS_DIMENSION_UNKNOWN;
  long p = fmpz_get_si(fmpq_numref(r)), q = fmpz_get_si(fmpq_denref(r));
  ss_dimension scaled = d->items[a];
  for (size_t i = 0; i < SS_BASE_UNITS; i++) {
    long power = scaled.power[i] * p;
    if (power % q || power > 1000000 || power < -1000000) return SS_DIMENSION_UNKNOWN;
    scaled.power[i] = (int)(power / q);
  }
  return ss_dimensions_add(d, scaled);
}

/* The argument of a function, or an exponent, is a number. */
static ss_expr demand_number(ss_dimensions *d, ss_expr term, ss_expr a, const char *what) {
  if (!ss_dimensions_is_known(a)) return a;
  if (ss_dimension_is_one(&d->items[a])) return a;
  char text[32];
  print_term(d, term, text, sizeof text);
  ss_dimensions_explain(d, ss_reader_error(d->reader, d->site->formula->where,
                                           "%s must be a number, but '%s' is in [%s]", what, text,
                                           ss_dimensions_print(d, a)));
  return SS_DIMENSION_UNKNOWN;
}

static ss_expr raise_to(ss_dimensions *d, ss_expr e, ss_expr a, ss_expr b) {
  const ss_graph *graph = d->reader->graph;
  const fmpq *exponent = ss_expr_value(graph, ss_expr_arg(graph, e, 1));
  if (exponent) return scale(d, a, exponent);
  demand_number(d, ss_expr_arg(graph, e, 1), b, "an exponent");
  if (ss_dimensions_is_known(a) && !ss_dimension_is_one(&d->items[a])) return SS_DIMENSION_UNKNOWN;
  return a;
}

static ss_expr root(ss_dimensions *d, ss_expr a) {
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  ss_expr scaled = scale(d, a, half);
  fmpq_clear(half);
  return scaled;
}

/* Notes a number that multiplies or divides, but 1 and 1/2, which are hardly ever meant to have a
 * unit. */
static void note_factor(ss_dimensions *d, ss_expr e) {
  const fmpq *value =
      ss_expr_op(d->reader->graph, e) == SS_OP_NUMBER ? ss_expr_value(d->reader->graph, e) : NULL;
  if (!value || !is_pure(value) || fmpz_is_zero(fmpq_numref(value))) return;
  if (fmpz_is_pm1(fmpq_numref(value)) && fmpz_cmp_ui(fmpq_denref(value), 2) <= 0) return;
  d->pure = e;
}

void ss_dimensions_explain(ss_dimensions *d, ss_diagnostic *mistake) {
  if (d->pure == SS_EXPR_NONE) return;
  char text[32];
  print_term(d, d->pure, text, sizeof text);
  ss_reader_hint(d->reader, mistake, "%s counts as a pure number; what has a unit is a parameter",
                 text);
}

static ss_expr dimension_of(void *user, ss_expr e, ss_expr a, ss_expr b) {
  ss_dimensions *d = user;
  const ss_graph *graph = d->reader->graph;
  ss_op op = ss_expr_op(graph, e);
  char what[40];
  switch (op) {
  case SS_OP_NUMBER:
    return is_pure(ss_expr_value(graph, e)) ? SS_DIMENSION_ANY : SS_DIMENSION_UNKNOWN;
  case SS_OP_PI: return SS_DIMENSION_ANY;
  case SS_OP_SYMBOL: return SS_DIMENSION_UNKNOWN;
  case SS_OP_ADD:
  case SS_OP_SUB:
  case SS_OP_MIN:
  case SS_OP_MAX: return join(d, e, a, b);
  case SS_OP_MUL:
    note_factor(d, ss_expr_arg(graph, e, 0));
    note_factor(d, ss_expr_arg(graph, e, 1));
    return ss_dimensions_combine(d, a, b, 1);
  case SS_OP_DIV:
    note_factor(d, ss_expr_arg(graph, e, 1));
    return ss_dimensions_combine(d, a, b, -1);
  case SS_OP_POW: return raise_to(d, e, a, b);
  case SS_OP_NEG:
  case SS_OP_ABS: return a;
  case SS_OP_SQRT: return root(d, a);
  case SS_OP_DDT: return ss_dimensions_combine(d, a, d->time, -1);
  case SS_OP_ATAN2: join(d, e, a, b); return d->one;
  case SS_OP_SIGN: return d->one;
  default:
    snprintf(what, sizeof what, "the argument of '%s'", ss_op_word(op));
    return demand_number(d, ss_expr_arg(graph, e, 0), a, what);
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The dimension that a declaration gives to its name, UNKNOWN without a unit that is known. */
ss_expr ss_dimensions_declared(ss_dimensions *d, const ss_name *name) {
  ss_dimension dimension;
  const char *bad;
  size_t bad_length;
  if (!name->unit || !ss_unit_read(name->unit, &dimension, &bad, &bad_length))
    return SS_DIMENSION_UNKNOWN;
  return ss_dimensions_add(d, dimension);
}

static void set_coordinates(ss_dimensions *d, size_t count, const ss_coordinate *coordinates) {
  for (size_t i = 0; i < count; i++) {
    ss_expr dimension = ss_dimensions_declared(d, &coordinates[i].name);
    ss_rewriter_set(&d->rewriter, coordinates[i].q, dimension);
    ss_rewriter_set(&d->rewriter, coordinates[i].u,
                    ss_dimensions_combine(d, dimension, d->time, -1));
  }
}

void ss_dimensions_start(ss_dimensions *d, ss_reader *reader, bool timeless) {
  const ss_model *model = reader->model;
  *d = (ss_dimensions){.reader = reader};
  ss_rewriter_start(&d->rewriter, reader->graph, dimension_of, d);
  /* the places of UNKNOWN and ANY are taken */
  ss_dimensions_add(d, (ss_dimension){0});
  ss_dimensions_add(d, (ss_dimension){0});
  d->one = ss_dimensions_add(d, (ss_dimension){0});
  d->time = ss_dimensions_add(d, (ss_dimension){{0, 0, timeless ? 0 : SS_ONE_POWER}});
  d->energy =
      ss_dimensions_add(d, (ss_dimension){{SS_ONE_POWER, 2 * SS_ONE_POWER, -2 * SS_ONE_POWER}});
  ss_rewriter_set(&d->rewriter, model->time, d->time);
  for (size_t i = 0; i < model->parameters; i++)
    ss_rewriter_set(&d->rewriter, model->parameter[i].symbol,
                    ss_dimensions_declared(d, &model->parameter[i].name));
  for (size_t i = 0; i < model->inputs; i++)
    ss_rewriter_set(&d->rewriter, model->input[i].symbol,
                    ss_dimensions_declared(d, &model->input[i].name));
  set_coordinates(d, model->coordinates, model->coordinate);
  if (model->chart) set_coordinates(d, model->chart->count, model->chart->coordinates);
}

void ss_dimensions_stop(ss_dimensions *d) {
  ss_rewriter_stop(&d->rewriter);
}

ss_expr ss_dimensions_of(ss_dimensions *d, const ss_site *site) {
  d->site = site;
  d->pure = SS_EXPR_NONE;
  return ss_rewriter_apply(&d->rewriter, site->formula->written);
}
