/* lagrange.c: from energies to equations of motion.
 *
 * With T = 1/2 u^T M(q) u and p = dT/du, Lagrange's equations d/dt p - dT/dq + dU/dq = f read
 *
 *     M u' = h,      h_k = f_k - dU/dq_k + dT/dq_k - sum_s (dp_k/dq_s) u_s - dp_k/dt
 *
 * which is eq. (50) of Leine & van de Wouw 2008 without writing out the Christoffel symbols. The
 * gyroscopic forces of their eq. (46) are f_gyr_k = 2 dT/dq_k - sum_s (dp_k/dq_s) u_s.
 *
 * A gap g(q, t) gives W_N = dg/dq, w_N = dg/dt and gamma' = W^T u' + zeta with
 * zeta = sum_s (d(W^T u + w)/dq_s) u_s + d(W^T u + w)/dt. A slip is linear in u already (the reader
 * checked it): W = d slip/du, w = slip at u = 0.
 *
 * A first-order state has the mass 1 and its rate in the place of a force (system.h).
 *
 * Every derivative is one sweep over the graph for all expressions that need it: one for p, one
 * each for the gradients of T and U, and one for p', the derivative of p along (u, 1) in (q, t). M
 * and W cost, for each velocity, what depends on it (partials.c). The graph of the equations is
 * therefore a few times that of the energies; where all depends on all, n times for M.
 * A simplification is one call for everything. References: Leine & van de Wouw 2008, eqs. 24-28 and
 * 45-51.
 */
#include <string.h>

#include "derive_private.h"

/* ---- helpers --------------------------------------------------------------------------------- */

static ss_expr zero(ss_graph *g) {
  return ss_expr_integer(g, 0);
}

ss_expr *ss_derive_room(ss_derivation *d, size_t count) {
  ss_expr *room = ss_arena_new(d->arena, count, ss_expr);
  if (!room) d->failed = true;
  const ss_expr nothing = zero(d->graph);
  for (size_t i = 0; room && i < count; i++) room[i] = nothing;
  return room;
}

/* sum_s de/dq_s u_s + de/dt for each expression, added to `rate`. */
void ss_derive_rate(ss_derivation *d, size_t count, const ss_expr *exprs, ss_expr *rate) {
  ss_graph *g = d->graph;
  size_t n = d->n;
  ss_expr *derivative = ss_derive_room(d, count);
  ss_expr *symbol = ss_derive_room(d, n + 1), *direction = ss_derive_room(d, n + 1);
  if (!derivative || !symbol || !direction) return;
  memcpy(symbol, d->q, n * sizeof *symbol);
  memcpy(direction, d->u, n * sizeof *direction);
  symbol[n] = d->model->time;
  direction[n] = ss_expr_integer(g, 1);
  ss_expr_differentiate_along(g, n + 1, symbol, direction, count, exprs, derivative);
  for (size_t i = 0; i < count; i++) rate[i] = ss_expr_add(g, rate[i], derivative[i]);
}

/* exprs with the given symbols put to 0. */
static void put_to_zero(ss_derivation *d, size_t symbols, const ss_expr *symbol, size_t count,
                        ss_expr *exprs) {
  ss_expr *zeros = ss_derive_room(d, symbols);
  if (zeros) ss_expr_substitute(d->graph, symbols, symbol, zeros, count, exprs, exprs);
}

/* ---- the smooth part ------------------------------------------------------------------------- */

/* p_k = dT/du_k, M_kr = dp_k/du_r: the lower triangle is mirrored. */
static void derive_mass(ss_derivation *d, ss_expr kinetic, ss_expr *p, ss_expr *M) {
  size_t n = d->n;
  ss_expr_gradient(d->graph, kinetic, n, d->u, p);
  if (ss_derive_jacobian(d->graph, n, p, n, d->u, true, M) == SS_MEMORY) d->failed = true;
}

static void derive_force(ss_derivation *d, const ss_expr *p, ss_system *s) {
  ss_graph *g = d->graph;
  size_t n = d->n;
  ss_expr *rate = ss_derive_room(d, n), *h = ss_derive_room(d, n), *gyr = ss_derive_room(d, n);
  ss_expr *Tq = ss_derive_room(d, n), *Uq = ss_derive_room(d, n);
  if (!rate || !h || !gyr || !Tq || !Uq) return;
  ss_derive_rate(d, n, p, rate);
  ss_expr_gradient(g, d->model->kinetic, n, d->q, Tq);
  ss_expr_gradient(g, d->model->potential, n, d->q, Uq);
  for (size_t k = 0; k < n; k++) {
    /* h = f - dU/dq + dT/dq - p' ,  f_gyr = 2 dT/dq - p' */
    ss_expr inertia = ss_expr_sub(g, Tq[k], rate[k]);
    h[k] = ss_expr_add(g, ss_expr_sub(g, s->nonconservative[k], Uq[k]), inertia);
    gyr[k] = ss_expr_add(g, Tq[k], inertia);
  }
  s->h = h;
  s->gyroscopic = gyr;
}

/* The generalised forces without inputs, and B = d force/d input. */
static void derive_inputs(ss_derivation *d, ss_system *s) {
  size_t n = d->n, m = d->model->inputs;
  ss_expr *force = ss_derive_room(d, n), *B = ss_derive_room(d, n * m);
  ss_expr *column = ss_derive_room(d, n), *symbol = ss_derive_room(d, m);
  if (!force || !B || !column || !symbol) return;
  memcpy(force, d->model->generalised_force, n * sizeof *force);
  for (size_t j = 0; j < m; j++) {
    symbol[j] = d->model->input[j].symbol;
    ss_expr_differentiate(d->graph, n, force, symbol[j], column);
    for (size_t k = 0; k < n; k++) B[k * m + j] = column[k];
  }
  put_to_zero(d, m, symbol, n, force);
  s->nonconservative = force;
  s->inputs = m;
  s->B = B;
}

/* ---- directions ------------------------------------------------------------------------------ */

/* The rows of a list of velocities that are linear in u: W, w and zeta of each. */
static void derive_directions(ss_derivation *d, size_t count, const ss_expr *velocity,
                              ss_direction *direction) {
  size_t n = d->n;
  ss_expr *W = ss_derive_room(d, count * n), *w = ss_derive_room(d, count);
  ss_expr *zeta = ss_derive_room(d, count);
  if (!W || !w || !zeta) return;
  if (ss_expr_jacobian(d->graph, count, velocity, n, d->u, W) == SS_MEMORY) d->failed = true;
  memcpy(w, velocity, count * sizeof *w);
  put_to_zero(d, n, d->u, count, w);
  ss_derive_rate(d, count, velocity, zeta);
  ss_derive_simplify(d, count, w);
  ss_derive_simplify(d, count, zeta);
  for (size_t i = 0; i < count; i++) direction[i] = (ss_direction){W + i * n, w[i], zeta[i]};
}

static void number_elements(ss_derivation *d, ss_system *s) {
  ss_system_element *element = ss_arena_new(d->arena, d->model->elements, ss_system_element);
  if (!element) {
    d->failed = true;
    return;
  }
  for (size_t i = 0; i < d->model->elements; i++) {
    const ss_element *e = &d->model->element[i];
    bool has_gap = e->kind == SS_ELEMENT_CONTACT || e->kind == SS_ELEMENT_SLIDER;
    element[i] = (ss_system_element){.element = e,
                                     .normal = has_gap ? s->normals++ : SIZE_MAX,
                                     .slip = s->slips,
                                     .slips = e->slips};
    s->slips += e->slips;
  }
  s->elements = d->model->elements;
  s->element = element;
}

static void derive_elements(ss_derivation *d, ss_system *s) {
  number_elements(d, s);
  ss_expr *gap = ss_derive_room(d, s->normals), *gap_rate = ss_derive_room(d, s->normals);
  ss_expr *slip = ss_derive_room(d, s->slips);
  ss_direction *normals = ss_arena_new(d->arena, s->normals, ss_direction);
  ss_direction *slips = ss_arena_new(d->arena, s->slips, ss_direction);
  if (d->failed || !gap || !gap_rate || !slip || !normals || !slips) {
    d->failed = true;
    return;
  }
  for (size_t i = 0; i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    if (e->normal != SIZE_MAX) gap[e->normal] = e->element->gap.resolved;
    for (size_t k = 0; k < e->slips; k++) slip[e->slip + k] = e->element->slip[k].resolved;
  }
  ss_derive_simplify(d, s->normals, gap);
  ss_derive_rate(d, s->normals, gap, gap_rate);
  derive_directions(d, s->normals, gap_rate, normals);
  derive_directions(d, s->slips, slip, slips);
  s->gap = gap;
  s->normal = normals;
  s->slip = slips;
}

/* ---- the whole ------------------------------------------------------------------------------- */

void ss_derive_simplify(ss_derivation *d, size_t count, const ss_expr *exprs) {
  /* the arrays are ours: made by ss_derive_room, read-only for everybody else */
  ss_expr_simplify_all(d->graph, count, exprs, (ss_expr *)exprs);
}

ss_status ss_derive_status(const ss_derivation *d) {
  return d->failed ? SS_MEMORY : ss_graph_status(d->graph);
}

static void name_coordinates(ss_derivation *d, size_t count, const ss_coordinate *coordinate,
                             ss_system *s) {
  ss_expr *q = ss_derive_room(d, count), *u = ss_derive_room(d, count);
  const char **names = ss_arena_new(d->arena, count, const char *);
  bool *aux = ss_arena_new(d->arena, count, bool);
  if (!q || !u || !names || !aux) {
    d->failed = true;
    return;
  }
  for (size_t i = 0; i < count; i++) {
    q[i] = coordinate[i].q;
    u[i] = coordinate[i].u;
    names[i] = coordinate[i].name.text;
    aux[i] = coordinate[i].aux;
    s->auxiliaries += aux[i];
  }
  s->coordinates = d->n = count;
  s->q = d->q = q;
  s->u = d->u = u;
  s->names = names;
  s->aux = aux;
}

void ss_derive_open(ss_derivation *d, ss_arena *arena, const ss_model *model, ss_graph *graph) {
  *d = (ss_derivation){.arena = arena, .model = model, .graph = graph, .failed = !graph};
}

ss_system *ss_derive_start(ss_derivation *d, ss_arena *arena, const ss_model *model,
                           const ss_graph *base, size_t count, const ss_coordinate *coordinate) {
  ss_derive_open(d, arena, model, ss_graph_create_over(arena, base));
  ss_system *s = ss_arena_new(arena, 1, ss_system);
  if (!s || d->failed) {
    d->failed = true;
    return NULL;
  }
  s->model = model;
  s->zero = zero(d->graph);
  name_coordinates(d, count, coordinate, s);
  s->control = ss_derive_room(d, count);
  return d->failed ? NULL : s;
}

ss_status ss_derive_finish(ss_derivation *d, ss_system *s, ss_system **system) {
  ss_status status = ss_derive_status(d);
  *system = NULL;
  if (status != SS_OK) return status;
  s->graph = d->graph;
  ss_derive_traits(d, s);
  status = ss_derive_status(d);
  if (status != SS_OK) return status;
  ss_graph_seal(d->graph);
  *system = s;
  return SS_OK;
}

ss_status ss_system_derive(ss_arena *arena, const ss_model *model, ss_system **system) {
  ss_derivation d;
  *system = NULL;
  ss_system *s =
      ss_derive_start(&d, arena, model, model->graph, model->coordinates, model->coordinate);
  if (!s) return SS_MEMORY;
  size_t n = s->coordinates;
  ss_derive_energies(&d, model->kinetic, model->potential, s);
  ss_expr *p = ss_derive_room(&d, n), *M = ss_derive_room(&d, n * n);
  if (!p || !M) return SS_MEMORY;
  derive_mass(&d, model->kinetic, p, M);
  for (size_t k = 0; k < n; k++)
    if (s->aux[k]) M[k * n + k] = ss_expr_integer(d.graph, 1);
  derive_inputs(&d, s);
  if (!d.failed) derive_force(&d, p, s);
  if (d.failed) return SS_MEMORY;
  s->M = M;
  ss_derive_simplify(&d, n, s->h);
  ss_derive_simplify(&d, n, s->gyroscopic);
  ss_derive_simplify(&d, n, s->nonconservative);
  ss_derive_simplify(&d, n * s->inputs, s->B);
  derive_elements(&d, s);
  return ss_derive_finish(&d, s, system);
}
