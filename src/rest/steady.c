/* steady.c: frictions that slip while the machine rests, and coefficients that depend on the place.
 *
 * A BELT. A slip gamma_T = W_T^T u + w with w != 0 (slip = x' - v) goes on at rest, u = 0, with the
 * constant velocity w, and its friction is known: the point of -N C that dissipates most,
 *
 *     lambda_T = N p,    coulomb  p = -mu w/|w|          disk  p = -mu w/|w|
 *                        ellipse  p_k = -mu_k^2 w_k / sqrt(sum mu_j^2 w_j^2)
 *
 * with the coefficients at that velocity. The formulas of the machine at rest say so: a friction
 * with the known normal force N becomes a force, h += N W_T p, a contact presses along W_N + W_T p
 * in place of W_N, and neither has friction beyond it. The gradient of the gap stays what it was.
 * Only where w is a number: what belts at rest do where w depends on the place is not searched.
 *
 * A COEFFICIENT THAT DEPENDS ON q. N mu(q) C is the set of -lambda_T; lambda_T = mu lambda' has
 * lambda' in N C, and pushes along mu W_T. So the directions take the coefficient,
 *
 *     W_T := mu(q) W_T,    mu := 1,
 *
 * and all that is known about them, derivatives, balls, programs, holds for the coefficient too.
 * Forces that are shown are those of the machine: ss_statics_restore puts both back.
 */
#include <math.h>
#include <string.h>

#include "rest_private.h"

const char *ss_steady_find_unfit_slip(const ss_system *s) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    const ss_law_kind law = e->element->law;
    for (size_t k = e->slip; k < e->slip + e->slips; k++) {
      if (ss_expr_is_integer(s->graph, s->slip[k].w, 0)) continue;
      if (ss_system_find_dependence(s, s->graph, 1, &s->slip[k].w))
        return "the velocity at which a contact slips by itself depends on the position";
      if (e->element->kind == SS_ELEMENT_SLIDER)
        return "a slider slips at rest, and which way its friction acts on it is not searched";
      if (law != SS_LAW_COULOMB && law != SS_LAW_DISK && law != SS_LAW_ELLIPSE)
        return "a contact slips at rest, whose law is none of coulomb, disk and ellipse";
    }
  }
  return NULL;
}

/* The formulas while they are changed. */
typedef struct change {
  ss_graph *graph;
  const ss_system *system;
  ss_statics *statics;
  const ss_expr *w;                    /* of all slips, closed */
  ss_expr *h, *WN, *WT, *law, *normal; /* the statics' own, to be written */
  ss_expr *scale, *given;
} change;

/* Which argument of its law bounds the component k. */
static size_t argument_of(ss_law_kind law, size_t k) {
  if (law == SS_LAW_ELLIPSE) return k;
  return law == SS_LAW_ROLLING && k > 2 ? 2 : 0;
}

/* ---- belts ----------------------------------------------------------------------------------- */

static bool slips_at_rest(const change *c, const ss_system_element *e) {
  if (e->element->kind == SS_ELEMENT_CLUTCH) return false;
  for (size_t k = e->slip; k < e->slip + e->slips; k++)
    if (!ss_expr_is_integer(c->graph, c->w[k], 0)) return true;
  return false;
}

/* mu_k^2 w_k for an ellipse, else mu w_k; and what it is divided by. */
static ss_expr weigh(const change *c, const ss_system_element *e, const ss_expr *law, size_t k) {
  const ss_expr mu = law[argument_of(e->element->law, k)];
  const ss_expr once = ss_expr_mul(c->graph, mu, c->w[e->slip + k]);
  return e->element->law == SS_LAW_ELLIPSE ? ss_expr_mul(c->graph, mu, once) : once;
}

static ss_expr measure(const change *c, const ss_system_element *e, const ss_expr *law) {
  ss_graph *g = c->graph;
  ss_expr sum = c->system->zero;
  if (e->slips == 1) return ss_expr_unary(g, SS_OP_ABS, c->w[e->slip]);
  for (size_t k = 0; k < e->slips; k++) {
    const ss_expr w = c->w[e->slip + k];
    const ss_expr part = e->element->law == SS_LAW_ELLIPSE ? ss_expr_mul(g, law[k], w) : w;
    sum = ss_expr_add(g, sum, ss_expr_mul(g, part, part));
  }
  return ss_expr_unary(g, SS_OP_SQRT, sum);
}

/* to += factor * p_k W_T of the component k. */
static void press(const change *c, size_t slip, ss_expr factor, ss_expr *to) {
  const size_t n = c->system->coordinates;
  for (size_t i = 0; i < n; i++)
    to[i] = ss_expr_add(c->graph, to[i], ss_expr_mul(c->graph, factor, c->WT[slip * n + i]));
}

static void settle(change *c, size_t i) {
  const ss_system_element *e = &c->system->element[i];
  const bool known = e->element->kind == SS_ELEMENT_FRICTION;
  ss_expr *law = c->law + 3 * i;
  const ss_expr length = measure(c, e, law);
  for (size_t k = 0; k < e->slips; k++) {
    ss_expr p = ss_expr_neg(c->graph, ss_expr_div(c->graph, weigh(c, e, law, k), length));
    if (known) p = ss_expr_mul(c->graph, p, c->normal[i]);
    c->given[e->slip + k] = p;
    press(c, e->slip + k, p, known ? c->h : c->WN + e->normal * c->system->coordinates);
  }
  for (size_t k = 0; k < 3; k++) law[k] = c->system->zero;
  if (known) c->normal[i] = c->system->zero;
}

/* ---- coefficients ---------------------------------------------------------------------------- */

static void scale(change *c, size_t i) {
  const ss_system_element *e = &c->system->element[i];
  const size_t n = c->system->coordinates;
  ss_expr *law = c->law + 3 * i;
  for (size_t k = 0; k < e->slips; k++) {
    const ss_expr mu = law[argument_of(e->element->law, k)];
    c->scale[e->slip + k] = mu;
    for (size_t j = 0; j < n; j++) {
      ss_expr *W = &c->WT[(e->slip + k) * n + j];
      *W = ss_expr_mul(c->graph, mu, *W);
    }
  }
  for (size_t k = 0; k < e->slips; k++)
    law[argument_of(e->element->law, k)] = ss_expr_integer(c->graph, 1);
}

static bool depends_on_place(const change *c, size_t i) {
  const ss_system *s = c->system;
  return s->element[i].slips &&
         ss_expr_find_symbol(c->graph, 3, c->law + 3 * i, s->coordinates, s->q);
}

/* ---- both ------------------------------------------------------------------------------------ */

ss_status ss_statics_settle(ss_arena *arena, ss_statics *statics, const ss_expr *w) {
  const ss_system *s = statics->system;
  change c = {.graph = statics->graph,
              .system = s,
              .statics = statics,
              .w = w,
              .h = (ss_expr *)statics->h,
              .WN = (ss_expr *)statics->WN,
              .WT = (ss_expr *)statics->WT,
              .law = (ss_expr *)statics->law,
              .normal = (ss_expr *)statics->normal};
  ss_expr *gradient = ss_arena_new(arena, s->normals * s->coordinates, ss_expr);
  c.scale = ss_arena_new(arena, s->slips, ss_expr);
  c.given = ss_arena_new(arena, s->slips, ss_expr);
  if (!gradient || !c.scale || !c.given) return SS_MEMORY;
  memcpy(gradient, statics->WN, s->normals * s->coordinates * sizeof *gradient);
  for (size_t k = 0; k < s->slips; k++) {
    c.scale[k] = ss_expr_integer(c.graph, 1);
    c.given[k] = s->zero;
  }
  statics->gradient = gradient;
  statics->scale = c.scale;
  statics->given = c.given;
  for (size_t i = 0; i < s->elements; i++) {
    if (slips_at_rest(&c, &s->element[i]))
      settle(&c, i);
    else if (depends_on_place(&c, i))
      scale(&c, i);
  }
  return ss_graph_status(c.graph);
}

/* ---- forces as they are ---------------------------------------------------------------------- */

/* The normal force that the given part of a slip's force belongs to; SIZE_MAX: it is known. */
static size_t find_normal(const ss_system *s, size_t slip) {
  size_t i = 0;
  while (slip < s->element[i].slip || slip >= s->element[i].slip + s->element[i].slips) i++;
  return s->element[i].normal;
}

void ss_statics_restore_exactly(const ss_statics *there, fmpq *forces) {
  const ss_system *s = there->system;
  fmpq_t part;
  fmpq_init(part);
  for (size_t k = 0; k < s->slips; k++) {
    const fmpq *scale = ss_expr_value(there->graph, there->scale[k]);
    const fmpq *given = ss_expr_value(there->graph, there->given[k]);
    const size_t normal = find_normal(s, k);
    fmpq *force = forces + s->normals + k;
    if (scale) fmpq_mul(force, force, scale);
    if (!given || fmpq_is_zero(given)) continue;
    fmpq_set(part, given);
    if (normal != SIZE_MAX) fmpq_mul(part, part, forces + normal);
    fmpq_add(force, force, part);
  }
  fmpq_clear(part);
}

ss_status ss_statics_restore(ss_arena *arena, const ss_statics *statics, const double *q,
                             double *forces) {
  const ss_system *s = statics->system;
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  ss_expr *place = ss_arena_new(arena, statics->n, ss_expr);
  double *scale = ss_arena_new(arena, s->slips, double);
  double *given = ss_arena_new(arena, s->slips, double);
  ss_statics there;
  ss_status status = place && scale && given ? SS_OK : SS_MEMORY;
  fmpq_t value;
  fmpq_init(value);
  for (size_t i = 0; status == SS_OK && i < statics->n; i++) {
    ss_exact_from_double(value, q[i], 0);
    place[i] = ss_expr_number(statics->graph, value);
  }
  fmpq_clear(value);
  if (status == SS_OK) status = ss_statics_insert(arena, statics, place, &there);
  const ss_model *model = s->model;
  if (status == SS_OK)
    status = ss_model_evaluate(model, statics->graph, s->slips, there.scale, scale);
  if (status == SS_OK)
    status = ss_model_evaluate(model, statics->graph, s->slips, there.given, given);
  for (size_t k = 0; status == SS_OK && k < s->slips; k++) {
    const size_t normal = find_normal(s, k);
    double *force = &forces[s->normals + k];
    *force = scale[k] * *force + given[k] * (normal == SIZE_MAX ? 1 : forces[normal]);
  }
  ss_arena_release(arena, mark);
  return status;
}
