/* check_degrees.c: how velocities and inputs may enter.
 *
 *     a slip         at most linear in the velocities (a term without velocity: a belt)
 *     kinetic lines  quadratic in them, every summand; a moving frame's (x' - W*y)^2 has lower
 *                    terms inside a summand, and where t occurs they stand anywhere
 *     forces         at most linear in the inputs
 *     gaps           contain a coordinate
 *     T              contains every velocity that there is, else the mass matrix is singular
 *
 * For every node the highest and lowest degree of its terms as a polynomial in the velocities (or
 * inputs) are found from those of its arguments, in one sweep: sums take the maximum and minimum,
 * products add, powers multiply, anything else of a velocity is no polynomial (degree MANY). This
 * is a bound, exact unless terms cancel; where it fails the simplified formula is tried before
 * anyone complains.
 */
#include <string.h>

#include "reader.h"

enum { MANY = 3, MOST_SIMPLIFIED = 5000 };

typedef struct degrees {
  uint8_t *high, *low; /* by expression */
  size_t count;
} degrees;

static uint8_t cap(unsigned degree) {
  return (uint8_t)(degree < MANY ? degree : MANY);
}

static void set_power(const ss_graph *graph, ss_expr e, degrees *d) {
  ss_expr a = ss_expr_arg(graph, e, 0), b = ss_expr_arg(graph, e, 1);
  for (unsigned n = 0; n <= MANY; n++) {
    if (!ss_expr_is_integer(graph, b, (long)n)) continue;
    d->high[e] = d->high[a] == MANY ? MANY : cap(n * d->high[a]);
    d->low[e] = cap(n * d->low[a]);
    return;
  }
  d->high[e] = d->high[a] || d->high[b] ? MANY : 0;
  d->low[e] = 0;
}

static void set_degree(const ss_graph *graph, ss_expr e, degrees *d) {
  ss_expr a = ss_expr_arg(graph, e, 0), b = ss_expr_arg(graph, e, 1);
  uint8_t ha = d->high[a], hb = d->high[b], la = d->low[a], lb = d->low[b];
  switch (ss_expr_op(graph, e)) {
  case SS_OP_ADD:
  case SS_OP_SUB:
    d->high[e] = ha > hb ? ha : hb;
    d->low[e] = la < lb ? la : lb;
    return;
  case SS_OP_NEG:
    d->high[e] = ha;
    d->low[e] = la;
    return;
  case SS_OP_MUL:
    d->high[e] = cap((unsigned)ha + hb);
    d->low[e] = cap((unsigned)la + lb);
    return;
  case SS_OP_DIV:
    d->high[e] = hb ? MANY : ha;
    d->low[e] = hb ? 0 : la;
    return;
  case SS_OP_POW: set_power(graph, e, d); return;
  default: d->high[e] = ha || hb ? MANY : 0; d->low[e] = 0;
  }
}

/* The degrees of all nodes in the symbols that have the trait. */
static bool find_degrees(ss_reader *reader, unsigned trait, degrees *d) {
  const ss_graph *graph = reader->graph;
  size_t count = ss_graph_count(graph);
  d->count = count;
  d->high = ss_reader_borrow(reader, count, 1);
  d->low = ss_reader_borrow(reader, count, 1);
  if (!d->high || !d->low) return false;
  for (ss_expr e = 1; e < count; e++) {
    if (ss_expr_op(graph, e) == SS_OP_SYMBOL)
      d->high[e] = d->low[e] = (ss_reader_traits(reader, e) & trait) != 0;
    else if (ss_expr_is_integer(graph, e, 0))
      d->low[e] = MANY;
    else
      set_degree(graph, e, d);
  }
  return true;
}

/* Are all terms of e of degree `low` to `high`? */
static bool is_within(const degrees *d, ss_expr e, unsigned low, unsigned high) {
  return d->high[e] <= high && d->low[e] >= low;
}

/* The same after simplification, for formulas that are not too long. */
static bool is_simply_within(ss_reader *reader, ss_expr e, unsigned trait, unsigned low,
                             unsigned high) {
  ss_graph *graph = reader->graph;
  if (reader->list->count >= SS_DIAGNOSTICS_MOST) return false; /* nobody would read it */
  if (ss_expr_size(graph, e) > MOST_SIMPLIFIED) return false;
  ss_expr simple = ss_expr_simplify(graph, e);
  ss_graph_clear_status(graph);
  degrees d;
  return simple && simple != e && find_degrees(reader, trait, &d) &&
         is_within(&d, simple, low, high);
}

/* ---- the checks ------------------------------------------------------------------------------ */

static void check_linear_slip(ss_reader *reader, const ss_site *site, const degrees *d) {
  ss_expr e = site->formula->resolved;
  unsigned traits = ss_reader_traits(reader, e);
  const char *what = ss_site_describe(reader, site);
  if (traits & SS_HAS_INPUT) return; /* reported already */
  if (!(traits & SS_HAS_VELOCITY))
    ss_reader_error(reader, site->formula->where, "%s contains no velocity", what);
  else if (!is_within(d, e, 0, 1) && !is_simply_within(reader, e, SS_HAS_VELOCITY, 0, 1))
    ss_reader_error(reader, site->formula->where, "%s is not linear in the velocities", what);
}

/* Is every summand of second order? Lower terms inside one, as in (x' - W*y)^2, are a moving
 * frame's; a summand of its own without two velocities is a slip of the pen. */
static bool has_quadratic_summands(const ss_graph *graph, ss_expr e, const degrees *d) {
  const ss_op op = ss_expr_op(graph, e);
  if (op == SS_OP_NEG) return has_quadratic_summands(graph, ss_expr_arg(graph, e, 0), d);
  if (op == SS_OP_ADD || op == SS_OP_SUB)
    return has_quadratic_summands(graph, ss_expr_arg(graph, e, 0), d) &&
           has_quadratic_summands(graph, ss_expr_arg(graph, e, 1), d);
  return d->high[e] == 2;
}

static void check_quadratic_line(ss_reader *reader, const ss_site *site, const degrees *d) {
  ss_expr e = site->formula->resolved;
  unsigned traits = ss_reader_traits(reader, e), low = traits & SS_HAS_TIME ? 0 : 2;
  if (traits & SS_HAS_INPUT || !reader->model->coordinates) return; /* reported already */
  if (!(traits & SS_HAS_VELOCITY)) {
    ss_diagnostic *item =
        ss_reader_error(reader, site->formula->where, "the kinetic energy contains no velocity");
    ss_reader_hint(reader, item, "x' is the velocity of x");
  } else if (!is_within(d, e, low, 2) && !has_quadratic_summands(reader->graph, e, d) &&
             !is_simply_within(reader, e, SS_HAS_VELOCITY, low, 2)) {
    ss_diagnostic *item = ss_reader_error(reader, site->formula->where,
                                          "the kinetic energy is not quadratic in the velocities");
    if (d->high[e] <= 2) ss_reader_hint(reader, item, "each term needs two velocities");
  }
}

static void check_site(ss_reader *reader, const ss_site *site, const degrees *velocity,
                       const degrees *input) {
  ss_expr e = site->formula->resolved;
  if (!e) return;
  switch (site->role) {
  case SS_ROLE_SLIP: check_linear_slip(reader, site, velocity); return;
  case SS_ROLE_KINETIC: check_quadratic_line(reader, site, velocity); return;
  case SS_ROLE_FORCE:
    if (!is_within(input, e, 0, 1) && !is_simply_within(reader, e, SS_HAS_INPUT, 0, 1))
      ss_reader_error(reader, site->formula->where, "%s is not linear in the inputs",
                      ss_site_describe(reader, site));
    return;
  case SS_ROLE_GAP:
    if (!(ss_reader_traits(reader, e) & (SS_HAS_COORDINATE | SS_HAS_VELOCITY | SS_HAS_INPUT)))
      ss_reader_error(reader, site->formula->where, "%s contains no coordinate",
                      ss_site_describe(reader, site));
    return;
  default: return;
  }
}

/* T must know every velocity; nothing is said if some of it could not be read. */
static void check_mass(ss_reader *reader) {
  ss_model *model = reader->model;
  const ss_graph *graph = model->graph;
  uint8_t *marks = ss_reader_borrow(reader, ss_graph_count(graph), 1);
  if (!marks || reader->list->errors) return;
  if (!model->kinetics_count && !model->bodies) {
    ss_reader_error(reader, SS_NOWHERE, "the model has no kinetic energy: no 'kinetic', no 'body'");
    return;
  }
  ss_expr_mark(graph, 1, &model->kinetic, marks);
  for (size_t i = 0; i < model->coordinates; i++)
    if (!marks[model->coordinate[i].u] && !model->coordinate[i].aux)
      ss_reader_error(reader, model->coordinate[i].name.where,
                      "the kinetic energy does not contain the velocity of '%s'",
                      model->coordinate[i].name.text);
}

void ss_reader_check_degrees(ss_reader *reader) {
  degrees velocity, input;
  if (!find_degrees(reader, SS_HAS_VELOCITY, &velocity) ||
      !find_degrees(reader, SS_HAS_INPUT, &input))
    return;
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++)
    check_site(reader, &reader->sites[i], &velocity, &input);
  check_mass(reader);
}
