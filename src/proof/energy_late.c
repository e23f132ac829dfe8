/* energy_late.c: dissipation that is only seen late: LaSalle's argument by repeated derivatives.
 *
 * Where some velocities are not damped, nothing rubs and I_C is empty, a motion on which V is
 * constant has y_0 = C u = 0 (C the damping matrix, or the unit rows of velocities with a drag of
 * their own). While the set S of closed contacts stays the same it follows a smooth flow,
 *
 *     x' = F_S(x),  x = (q, u),  u' = M^-1 (h + w_S lambda),  lambda = -(w_S^T M^-1 h + zeta)/G_SS,
 *
 * and y_0 includes w_S^T u. Then y_(j+1) = (dy_j/dx) F_S is 0 for all j, and so (dy_j/dx) x' = 0,
 * and (dg_S/dx) x' = 0. If these rows, j < depth, have full rank wherever all of the y_j are 0 and
 * V is below the level, x' = 0: the motion rests. For a linear machine this is the observability of
 * (A, [0 C]); here it is asked of boxes, without a hole at rest, because nothing is divided by u.
 * Formulas grow with the depth: machines of two coordinates and at most one contact are tried.
 */
#include <math.h>

#include "energy.h"

enum { COORDINATES = 2, DEPTH = 4 };

typedef struct flow {
  const ss_energy *e;
  ss_expr rate[2 * SS_ENERGY_COORDINATES]; /* x' */
} flow;

/* sum_ij x_i Minv_ij y_j */
static ss_expr product(const ss_energy *e, const ss_expr *x, const ss_expr *y) {
  ss_graph *g = e->graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < e->n; i++)
    for (size_t j = 0; j < e->n; j++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, x[i], ss_expr_mul(g, e->Minv[i * e->n + j], y[j])));
  return sum;
}

static void find_flow(flow *f, size_t closed) {
  const ss_energy *e = f->e;
  ss_graph *g = e->graph;
  const size_t n = e->n;
  ss_expr force[SS_ENERGY_COORDINATES];
  for (size_t i = 0; i < n; i++) force[i] = e->system->h[i];
  if (closed) {
    const ss_rubbing *c = &e->contact[0];
    const ss_expr up = ss_expr_add(g, product(e, c->normal, e->system->h), c->zeta);
    const ss_expr lambda = ss_expr_div(g, up, product(e, c->normal, c->normal));
    for (size_t i = 0; i < n; i++)
      force[i] = ss_expr_sub(g, force[i], ss_expr_mul(g, lambda, c->normal[i]));
  }
  for (size_t i = 0; i < n; i++) {
    ss_expr sum = ss_expr_integer(g, 0);
    for (size_t j = 0; j < n; j++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, e->Minv[i * n + j], force[j]));
    f->rate[i] = e->system->u[i];
    f->rate[n + i] = ss_expr_simplify(g, sum);
  }
}

/* y_0; how many. */
static size_t find_first(const ss_energy *e, size_t closed, ss_expr *y) {
  ss_graph *g = e->graph;
  const size_t n = e->n;
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    ss_expr sum = ss_expr_integer(g, 0);
    for (size_t j = 0; e->damping && j < n; j++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, e->damping[i * n + j], e->system->u[j]));
    if (e->drag && e->drag[i]) sum = e->system->u[i];
    if (!ss_expr_is_integer(g, sum, 0)) y[count++] = ss_expr_simplify(g, sum);
  }
  if (closed) {
    ss_expr sum = ss_expr_integer(g, 0);
    for (size_t j = 0; j < n; j++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, e->contact[0].normal[j], e->system->u[j]));
    y[count++] = sum;
  }
  return count;
}

/* y_j = 0 is written; row j of the matrix goes to J; then y_j becomes y_(j + 1). */
static void step(const flow *f, ss_energy_writing *w, ss_expr *y, ss_expr *J) {
  const ss_energy *e = f->e;
  ss_graph *g = e->graph;
  const size_t n = e->n;
  ss_expr next = ss_expr_integer(g, 0);
  ss_energy_write_condition(w, SS_BOXES_ZERO, ss_energy_write_function(w, *y), 0, 0);
  if (ss_expr_gradient(g, *y, 2 * n, e->variable, J) != SS_OK) return;
  for (size_t i = 0; i < 2 * n; i++) next = ss_expr_add(g, next, ss_expr_mul(g, J[i], f->rate[i]));
  *y = ss_expr_simplify(g, next);
}

void ss_late_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  const size_t n = e->n, depth = q->corner;
  flow f = {.e = e};
  ss_expr y[SS_ENERGY_COORDINATES + 1];
  ss_expr *J = ss_arena_new(e->arena, ((n + 1) * depth + 1) * 2 * n, ss_expr);
  size_t rows = 0, first = SIZE_MAX;
  if (!J) return;
  find_flow(&f, q->closed);
  const size_t count = find_first(e, q->closed, y);
  for (size_t j = 0; j < depth; j++)
    for (size_t i = 0; i < count; i++) step(&f, w, &y[i], J + 2 * n * rows++);
  if (q->closed) {
    for (size_t i = 0; i < 2 * n; i++)
      J[2 * n * rows + i] = i < n ? e->contact[0].normal[i] : ss_expr_integer(e->graph, 0);
    rows++;
  }
  for (size_t i = 0; i < 2 * n * rows; i++) {
    const size_t at = ss_energy_write_function(w, J[i]);
    if (first == SIZE_MAX) first = at;
  }
  if (rows) ss_energy_write_condition(w, SS_BOXES_DEPENDENT, first, rows, 2 * n);
}

/* Machines that this is tried on. */
static bool may_see_late(const ss_energy *e) {
  bool fit = e->n <= COORDINATES && !e->frictions && !e->sliders && e->contacts <= 1 &&
             (e->damping || e->drag);
  for (size_t i = 0; i < e->n && fit; i++) fit = e->used[i];
  for (size_t j = 0; j < e->contacts && fit; j++) fit = e->contact[j].slips == 0;
  return fit;
}

size_t ss_energy_find_depth(const ss_energy *e, const ss_energy_point *p) {
  const ss_boxes_effort once = {.boxes = 1};
  double lo[e->variables], hi[e->variables];
  if (!may_see_late(e)) return 0;
  for (size_t i = 0; i < e->variables; i++) {
    lo[i] = i < e->n ? p->lo[i] : i < 2 * e->n ? 0 : e->range_lo[i - 2 * e->n];
    hi[i] = i < e->n ? p->hi[i] : i < 2 * e->n ? 0 : e->range_hi[i - 2 * e->n];
  }
  for (size_t depth = 2; depth <= DEPTH && depth <= 2 * e->n; depth++) {
    bool seen = true;
    for (size_t closed = 0; closed <= (p->closed & 1) && seen; closed++) {
      const ss_energy_question q = {
          .kind = SS_ENERGY_LATE, .condition = 5, .closed = closed, .corner = depth, .plain = true};
      ss_energy_answer answer;
      if (ss_energy_ask(e, &q, lo, hi, &once, &answer) != SS_OK) return 0;
      seen = answer.boxes.verdict == SS_PROVED;
      ss_energy_answer_clear(&answer);
    }
    if (seen) return depth;
  }
  return 0;
}
