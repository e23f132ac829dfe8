/* totals.c: energies and generalised forces added up.
 *
 *     T = kinetic lines + sum over bodies 1/2 m (X'^2 + Y'^2) + 1/2 J angle'^2
 *     U = potential lines - sum over bodies m (gx X + gy Y)
 *     Q_i = lines of coordinate i + sum over force-at lines (fx dX/dq_i + fy dY/dq_i)
 *
 * X' is the total time derivative (resolve.c keeps them all). A body's inertia may be left out if
 * it does not turn. Cost: one pass for the energies, one per coordinate for the forces at points.
 */
#include <string.h>

#include "reader.h"

static ss_expr half(ss_graph *g, ss_expr e) {
  return ss_expr_mul(g, ss_expr_ratio(g, 1, 2), e);
}

static ss_expr square(ss_graph *g, ss_expr e) {
  return ss_expr_pow(g, e, ss_expr_integer(g, 2));
}

/* A broken term is passed over: there is an error already, and the sum serves other checks. */
static void add_to(ss_graph *g, ss_expr *sum, ss_expr term) {
  if (term) *sum = ss_expr_add(g, *sum, term);
}

static void add_turning(ss_reader *reader, const ss_body *body, ss_expr rate) {
  ss_model *model = reader->model;
  ss_graph *g = reader->graph;
  if (!rate || ss_expr_is_integer(g, rate, 0)) return;
  if (ss_formula_is_given(&body->inertia))
    add_to(g, &model->kinetic, half(g, ss_expr_mul(g, body->inertia.resolved, square(g, rate))));
  else
    ss_reader_error(reader, body->name.where, "body '%s' turns but has no 'inertia'",
                    body->name.text);
}

static void add_body(ss_reader *reader, const ss_body *body) {
  ss_model *model = reader->model;
  ss_graph *g = reader->graph;
  ss_expr m = body->mass.resolved, rate[3];
  for (size_t i = 0; i < 3; i++) rate[i] = ss_rewriter_apply(&reader->rates, body->at[i].resolved);
  ss_expr speed = ss_expr_add(g, square(g, rate[0]), square(g, rate[1]));
  add_to(g, &model->kinetic, half(g, ss_expr_mul(g, m, speed)));
  add_turning(reader, body, rate[2]);
  for (size_t i = 0; i < 2; i++) {
    ss_expr pull = ss_expr_mul(g, body->gravity[i].resolved, body->at[i].resolved);
    add_to(g, &model->potential, ss_expr_neg(g, ss_expr_mul(g, m, pull)));
  }
}

/* fx dX/dq_i + fy dY/dq_i for every force at a point. */
static void add_point_forces(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_graph *g = reader->graph;
  size_t count = 0;
  ss_expr *position = ss_reader_borrow(reader, 2 * model->forces, sizeof *position);
  ss_expr *force = ss_reader_borrow(reader, 2 * model->forces, sizeof *force);
  ss_expr *derivative = ss_reader_borrow(reader, 2 * model->forces, sizeof *derivative);
  if (!position || !force || !derivative) return;
  for (size_t k = 0; k < model->forces; k++) {
    if (!model->force[k].at_point || model->force[k].on >= model->points) continue;
    for (size_t c = 0; c < 2; c++) {
      position[count] = model->point[model->force[k].on].position[c];
      force[count++] = model->force[k].value[c].resolved;
    }
  }
  for (size_t i = 0; count && i < model->coordinates; i++) {
    ss_expr_differentiate(g, count, position, model->coordinate[i].q, derivative);
    for (size_t k = 0; k < count; k++)
      add_to(g, &model->generalised_force[i], ss_expr_mul(g, force[k], derivative[k]));
  }
}

void ss_reader_add_up(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_graph *g = reader->graph;
  ss_expr zero = ss_expr_integer(g, 0);
  model->kinetic = model->potential = zero;
  model->generalised_force = ss_reader_keep(reader, model->coordinates, sizeof(ss_expr));
  if (!model->generalised_force) return;
  for (size_t i = 0; i < model->coordinates; i++) model->generalised_force[i] = zero;

  for (size_t i = 0; i < model->kinetics_count; i++)
    add_to(g, &model->kinetic, model->kinetics[i].resolved);
  for (size_t i = 0; i < model->potentials_count; i++)
    add_to(g, &model->potential, model->potentials[i].resolved);
  for (size_t i = 0; i < model->bodies; i++) add_body(reader, &model->body[i]);
  for (size_t i = 0; i < model->forces; i++)
    if (!model->force[i].at_point && model->force[i].on < model->coordinates)
      add_to(g, &model->generalised_force[model->force[i].on], model->force[i].value[0].resolved);
  add_point_forces(reader);
  ss_graph_clear_status(g);
}
