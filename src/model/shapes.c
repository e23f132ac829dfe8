/* shapes.c: feedback laws from the energies that are wanted.
 *
 *     shape LAW { potential = W; damping = R }
 *
 * asks for inputs v that make a machine of the potential U and the input forces B(q) v behave like
 * one of the potential W with Rayleigh's function R: in  M u' = … - dU/dq + B v  they must give
 *
 *     B v = r,     r = dU/dq - dW/dq - dR/du.                                                  (*)
 *
 * All other forces stay as they are. With B = 1 this is Tornambè's preliminary feedback and his
 * derivative feedback together, (42) and (25); with fewer inputs, W = U + 1/2 q^T E Kp E^T q gives
 * (44). n equations for fewer unknowns: v exists where r is in the range of B, the matching
 * condition, and is unique where the columns of B are independent.
 *
 * (*) is solved as expressions: Gauss and Jordan, a pivot for every input, numbers before formulas
 * and short ones before long ones; a pivot must be shown not to vanish identically. What is left of
 * r in the rows without pivot must vanish identically (ss_expr_is_zero). A pivot that is a formula
 * may be 0 somewhere: there the law is not finite, and no law is. Bounds of inputs do not matter
 * here: close_loop.c clips whatever an input follows. Cost: n p^2 expressions for p inputs.
 *
 * A. Tornambè, Modeling and control of impact in mechanical systems, IEEE TAC 44 (1999), 294-309.
 */
#include <stdio.h>
#include <string.h>

#include "reader.h"

/* ---- the statement --------------------------------------------------------------------------- */

void ss_reader_add_shape(ss_reader *reader, const ss_name *name, const ss_items *items) {
  static const ss_block_key keys[] = {{"potential", true}, {"damping", false}, {NULL, false}};
  ss_model *model = reader->model;
  const ss_item *found[2];
  char what[80];
  snprintf(what, sizeof what, "shape '%.60s'", name->text);
  ss_reader_find_keys(reader, items, what, name->where, keys, found);
  ss_shape shape = {.name = *name};
  if (found[0]) shape.potential = found[0]->value;
  if (found[1]) shape.damping = found[1]->value;
  ss_names_declare(reader, SS_KIND_SHAPE, model->shapes, name);
  *ss_model_append(reader, model->shape, model->shapes, ss_shape) = shape;
}

static void announce(ss_reader *reader, const ss_shape *shape) {
  ss_model *model = reader->model;
  const char *law = shape->name.text;
  for (size_t i = 0; i < model->feedbacks; i++) {
    if (model->feedback[i].derived || strcmp(model->feedback[i].law, law) != 0) continue;
    ss_reader_error(reader, shape->name.where, "'%s' is already the name of a feedback law", law);
    return;
  }
  if (model->inputs == 0)
    ss_reader_error(reader, shape->name.where, "shape '%s' needs an input, and the model has none",
                    law);
  for (size_t i = 0; i < model->inputs; i++)
    *ss_model_append(reader, model->feedback, model->feedbacks, ss_feedback) =
        (ss_feedback){.law = law, .input = i, .derived = true};
}

void ss_reader_announce_shapes(ss_reader *reader) {
  const ss_names *names = &reader->names[SS_NAMESPACE_SHAPE]; /* each name once */
  for (size_t i = 0; i < names->count; i++)
    announce(reader, &reader->model->shape[names->items[i].index]);
}

/* ---- (*) ------------------------------------------------------------------------------------- */

typedef struct matching {
  ss_reader *reader;
  ss_graph *graph;
  const ss_shape *shape;
  size_t n, p;
  ss_expr *rows; /* n by p + 1: B and r */
  size_t *pivot; /* by input: its row, or n */
} matching;

static ss_expr *at(const matching *m, size_t row, size_t column) {
  return &m->rows[row * (m->p + 1) + column];
}

static bool is_zero(const matching *m, ss_expr e) {
  return ss_expr_is_integer(m->graph, e, 0);
}

static bool has_pivot(const matching *m, size_t row) {
  for (size_t j = 0; j < m->p; j++)
    if (m->pivot[j] == row) return true;
  return false;
}

static ss_status derive_by(matching *m, ss_expr e, bool velocities, ss_expr *gradient) {
  const ss_model *model = m->reader->model;
  ss_expr *symbols = ss_reader_borrow(m->reader, m->n, sizeof *symbols);
  if (!symbols) return SS_MEMORY;
  for (size_t i = 0; i < m->n; i++)
    symbols[i] = velocities ? model->coordinate[i].u : model->coordinate[i].q;
  return ss_expr_gradient(m->graph, e, m->n, symbols, gradient);
}

/* B = dQ/dv and r = d(U - W)/dq - dR/du. */
static ss_status set_up(matching *m) {
  const ss_model *model = m->reader->model;
  ss_graph *g = m->graph;
  ss_expr *derivative = ss_reader_borrow(m->reader, m->n, sizeof *derivative);
  ss_status status = derivative ? SS_OK : SS_MEMORY;
  const ss_expr U = model->potential, W = m->shape->potential.resolved;
  const ss_expr R = m->shape->damping.resolved;
  if (status == SS_OK) status = derive_by(m, ss_expr_sub(g, U, W), false, derivative);
  for (size_t i = 0; status == SS_OK && i < m->n; i++) *at(m, i, m->p) = derivative[i];
  if (status == SS_OK && R) status = derive_by(m, R, true, derivative);
  for (size_t i = 0; status == SS_OK && R && i < m->n; i++)
    *at(m, i, m->p) = ss_expr_sub(g, *at(m, i, m->p), derivative[i]);
  for (size_t j = 0; status == SS_OK && j < m->p; j++) {
    status = ss_expr_differentiate(g, m->n, model->generalised_force, model->input[j].symbol,
                                   derivative);
    for (size_t i = 0; status == SS_OK && i < m->n; i++) *at(m, i, j) = derivative[i];
  }
  const size_t all = m->n * (m->p + 1);
  return status == SS_OK ? ss_expr_simplify_all(g, all, m->rows, m->rows) : status;
}

/* How gladly an entry is divided by: numbers first, then by size; SIZE_MAX: not at all. */
static size_t dislike(const matching *m, ss_expr e) {
  if (is_zero(m, e)) return SIZE_MAX;
  if (ss_expr_value(m->graph, e)) return 0;
  return ss_expr_is_zero(m->graph, e) == SS_REFUTED ? ss_expr_size(m->graph, e) : SIZE_MAX;
}

static bool choose_pivot(matching *m, size_t j) {
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < m->n; i++) {
    if (has_pivot(m, i)) continue;
    const size_t now = dislike(m, *at(m, i, j));
    if (now < least) m->pivot[j] = i;
    if (now < least) least = now;
  }
  return least < SIZE_MAX;
}

/* Row i minus its share of the pivot's row: column j becomes 0. */
static void eliminate(matching *m, size_t i, size_t j) {
  ss_graph *g = m->graph;
  const size_t row = m->pivot[j];
  if (i == row || is_zero(m, *at(m, i, j))) return;
  const ss_expr share = ss_expr_div(g, *at(m, i, j), *at(m, row, j));
  for (size_t k = 0; k <= m->p; k++) {
    const ss_expr product = ss_expr_mul(g, share, *at(m, row, k));
    *at(m, i, k) =
        k == j ? ss_expr_integer(g, 0) : ss_expr_simplify(g, ss_expr_sub(g, *at(m, i, k), product));
  }
}

/* ---- what may stand against it --------------------------------------------------------------- */

static void complain_dependent(const matching *m, size_t j) {
  ss_diagnostic *item = ss_reader_error(m->reader, m->shape->name.where,
                                        "shape '%s' has no single law: input '%s' moves nothing "
                                        "that other inputs do not move",
                                        m->shape->name.text, m->reader->model->input[j].name.text);
  ss_reader_hint(m->reader, item, "inputs must act along independent directions");
}

static void complain_unmatched(const matching *m, size_t i, ss_verdict vanishes) {
  const char *name = m->reader->model->coordinate[i].name.text;
  ss_text left;
  ss_text_start(&left);
  ss_expr_print(m->graph, *at(m, i, m->p), SS_PRINT_TEXT, &left);
  ss_diagnostic *item = ss_reader_error(
      m->reader, m->shape->potential.where,
      vanishes == SS_REFUTED ? "no law gives shape '%s': it asks for the force %.160s on '%s', "
                               "which no input can exert"
                             : "it is not known whether a law gives shape '%s': the force %.160s "
                               "on '%s' may not vanish",
      m->shape->name.text, left.data ? left.data : "", name);
  ss_text_stop(&left);
  ss_reader_hint(m->reader, item, "'%s' keeps its own potential where no input acts on it", name);
}

/* Rows without a pivot must be 0 = 0. */
static bool check_match(const matching *m) {
  for (size_t i = 0; i < m->n; i++) {
    if (has_pivot(m, i) || is_zero(m, *at(m, i, m->p))) continue;
    const ss_verdict vanishes = ss_expr_is_zero(m->graph, *at(m, i, m->p));
    if (vanishes != SS_PROVED) complain_unmatched(m, i, vanishes);
    if (vanishes != SS_PROVED) return false;
  }
  return true;
}

/* v_j = r / pivot, into the feedbacks that were announced. */
static void set_laws(matching *m) {
  ss_model *model = m->reader->model;
  for (size_t i = 0; i < model->feedbacks; i++) {
    ss_feedback *f = &model->feedback[i];
    if (!f->derived || f->law != m->shape->name.text) continue;
    const size_t row = m->pivot[f->input];
    const ss_expr v = ss_expr_div(m->graph, *at(m, row, m->p), *at(m, row, f->input));
    f->value.resolved = ss_expr_simplify(m->graph, v);
    f->value.written = f->value.plain = f->value.resolved;
    f->value.where = m->shape->potential.where;
  }
}

static void derive(matching *m) {
  ss_reader *reader = m->reader;
  ss_status status = set_up(m);
  for (size_t j = 0; j < m->p; j++) m->pivot[j] = m->n;
  for (size_t j = 0; status == SS_OK && j < m->p; j++) {
    if (!choose_pivot(m, j)) {
      complain_dependent(m, j);
      return;
    }
    for (size_t i = 0; i < m->n; i++) eliminate(m, i, j);
    status = ss_graph_status(m->graph);
  }
  if (status == SS_OK && check_match(m)) set_laws(m);
  if (status == SS_OK) status = ss_graph_status(m->graph);
  if (status == SS_MEMORY)
    reader->failed = true;
  else if (status != SS_OK)
    ss_reader_error(reader, m->shape->name.where, "the law of shape '%s' is too large",
                    m->shape->name.text)
        ->status = status;
  ss_graph_clear_status(m->graph);
}

void ss_reader_derive_shapes(ss_reader *reader) {
  const ss_model *model = reader->model;
  const size_t n = model->coordinates, p = model->inputs;
  if (reader->list->errors || model->shapes == 0) return;
  matching m = {.reader = reader, .graph = reader->graph, .n = n, .p = p};
  m.rows = ss_reader_borrow(reader, n * (p + 1), sizeof *m.rows);
  m.pivot = ss_reader_borrow(reader, p, sizeof *m.pivot);
  for (size_t i = 0; m.rows && m.pivot && i < model->shapes && !reader->failed; i++) {
    m.shape = &model->shape[i];
    derive(&m);
  }
}
