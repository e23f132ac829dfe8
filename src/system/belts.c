/* belts.c: friction that slips while the machine rests, or falls with speed, as linear theorems
 * take it.
 *
 * A BELT is a friction with the slip gamma = w^T u + c, c a number other than 0. At rest, and while
 * |w^T u| < |c|, its force is known,
 *
 *     lambda = -s N mu(|gamma|),     s = c/|c|,    |gamma| = s gamma.
 *
 * Its force at rest becomes part of the others: h += lambda w. With a constant mu, what the
 * friction does beyond it never feeds the machine (docs/theory.md, Belts). With the short form
 * stribeck(mus, muk, vs), mu = muk + (mus - muk) exp(-(gamma/vs)^2), it falls with speed, which is
 * a negative damping D, h -= D w w^T u. Near rest, to first order, and at the worst
 *
 *     D = N mu'(|c|) = -2 N (mus - muk) |c| exp(-(c/vs)^2)/vs^2,
 *     D = -N max(mus - muk, 0) sqrt(2/e)/vs  <=  N mu'      at every speed.
 *
 * A friction of that form that can stick holds with the coefficient mus. Where that may be 0, and
 * muk is not, it rubs and holds nothing: as a belt that falls it counts among those whose force
 * varies.
 *
 * What must be constant, formulas of parameters only: w, c, N, mu or mus, muk, vs. The sign of c is
 * that of its interval over the ranges of the parameters (range.c), and so are those of the others,
 * of which none may be negative.
 */
#include <assert.h>
#include <string.h>

#include "derive_private.h"
#include "range.h"
#include "standstill/linear.h"

typedef struct change {
  ss_derivation d;
  const ss_system *from;
  ss_system *to;
  ss_expr *h, *forces;        /* n each */
  ss_system_element *element; /* those that are left, */
  ss_element *own;            /* with laws of their own, */
  ss_direction *slip;         /* and their slips */
  bool near;                  /* to first order around rest; else at the worst */
  bool falls;                 /* a belt does, or a friction may hold nothing at rest */
  const char *why_not;
  ss_status status;
} change;

static void refuse(change *c, const char *format, const char *name) {
  c->why_not = ss_arena_format(c->d.arena, format, name);
  if (!c->why_not) c->status = SS_MEMORY;
}

static bool is_falling(const ss_element *e) {
  return e->stribeck[0].resolved != SS_EXPR_NONE;
}

/* ---- signs ----------------------------------------------------------------------------------- */

/* The signs of the ends between which a formula of parameters lies, wherever they are in their
 * ranges; -1 and 1 where that is not known. */
static void find_ends(change *c, ss_expr e, int end[2]) {
  const ss_model *model = c->from->model;
  ss_graph *g = c->d.graph;
  ss_expr *symbols = ss_arena_new(c->d.arena, model->parameters, ss_expr);
  ss_expr *values = ss_arena_new(c->d.arena, model->parameters, ss_expr);
  ss_written w;
  ss_text text;
  bool defined = false;
  end[0] = -1;
  end[1] = 1;
  if (!symbols || !values) c->status = SS_MEMORY;
  for (size_t k = 0; symbols && k < model->parameters; k++) symbols[k] = model->parameter[k].symbol;
  if (c->status == SS_OK) c->status = ss_model_open_parameters(c->d.arena, model, g, values);
  if (c->status == SS_OK)
    c->status = ss_expr_substitute(g, model->parameters, symbols, values, 1, &e, &e);
  if (c->status != SS_OK) return;
  ss_text_start(&text);
  ss_expr_print(g, ss_expr_simplify(g, e), SS_PRINT_TEXT, &text);
  c->status = ss_written_start(&w, model, model->graph, NULL);
  if (text.failed) c->status = SS_MEMORY;
  const ss_expr said =
      c->status == SS_OK && !w.why ? ss_written_parse(&w, text.data) : SS_EXPR_NONE;
  if (said) c->status = ss_box_find(&w.box, said, &defined);
  for (size_t i = 0; defined && i < 2; i++) end[i] = fmpq_sgn(w.box.found + 2 * said + i);
  ss_written_clear(&w);
  ss_text_stop(&text);
}

/* 1 or -1; 0: it may vanish, or is not known. */
static int find_sign(change *c, ss_expr e) {
  int end[2];
  find_ends(c, e, end);
  return end[0] > 0 ? 1 : -(end[1] < 0);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Says so where something that must be constant is not. */
static bool check_constants(change *c, const ss_system_element *e) {
  const ss_system *s = c->from;
  const ss_element *own = e->element;
  const ss_direction *slip = &s->slip[e->slip];
  const bool falling = is_falling(own);
  const ss_expr formulas[] = {slip->w, own->normal.resolved,
                              falling ? own->stribeck[0].resolved : own->law_argument[0].resolved,
                              falling ? own->stribeck[1].resolved : s->zero,
                              falling ? own->stribeck[2].resolved : s->zero};
  const size_t count = sizeof formulas / sizeof *formulas;
  if (own->kind != SS_ELEMENT_FRICTION || own->law != SS_LAW_COULOMB)
    refuse(c, "'%s' slips at rest or falls with speed, and is no friction with one slip",
           own->name.text);
  else if (ss_system_find_dependence(s, s->graph, count, formulas))
    refuse(c, "the friction of '%s', or its slip at rest, depends on the motion", own->name.text);
  else if (ss_system_find_dependence(s, s->graph, s->coordinates, slip->W))
    refuse(c, "the direction of friction '%s' depends on the motion", own->name.text);
  for (size_t i = 1; i < (falling ? 5 : 3) && !c->why_not && c->status == SS_OK; i++) {
    int end[2];
    find_ends(c, formulas[i], end);
    if (end[0] < (i == 4)) /* the velocity vs is positive */
      refuse(c, "the normal force or a number in the law of '%s' may be negative", own->name.text);
  }
  return !c->why_not && c->status == SS_OK;
}

/* exp(-(c/vs)^2) (mus - muk) */
static ss_expr fall_of(const change *c, const ss_element *own, ss_expr speed) {
  ss_graph *g = c->d.graph;
  const ss_expr ratio = ss_expr_div(g, speed, own->stribeck[2].resolved);
  const ss_expr square = ss_expr_pow(g, ratio, ss_expr_integer(g, 2));
  const ss_expr rest = ss_expr_unary(g, SS_OP_EXP, ss_expr_neg(g, square));
  return ss_expr_mul(g, ss_expr_sub(g, own->stribeck[0].resolved, own->stribeck[1].resolved), rest);
}

/* h += (force - damping w^T u) w */
static void push(change *c, const ss_direction *slip, ss_expr force, ss_expr damping) {
  ss_graph *g = c->d.graph;
  const size_t n = c->from->coordinates;
  ss_expr rate = c->from->zero;
  for (size_t i = 0; i < n; i++)
    rate = ss_expr_add(g, rate, ss_expr_mul(g, slip->W[i], c->from->u[i]));
  const ss_expr whole = ss_expr_sub(g, force, ss_expr_mul(g, damping, rate));
  for (size_t i = 0; i < n; i++) {
    const ss_expr part = ss_expr_mul(g, whole, slip->W[i]);
    c->h[i] = ss_expr_add(g, c->h[i], part);
    c->forces[i] = ss_expr_add(g, c->forces[i], part);
  }
}

/* N mu'(|c|). */
static ss_expr slope_near(const change *c, const ss_element *own, ss_expr fall, ss_expr speed) {
  ss_graph *g = c->d.graph;
  const ss_expr vs = own->stribeck[2].resolved;
  const ss_expr slope = ss_expr_mul(g, ss_expr_integer(g, -2), ss_expr_mul(g, fall, speed));
  return ss_expr_mul(g, own->normal.resolved, ss_expr_div(g, slope, ss_expr_mul(g, vs, vs)));
}

/* -N max(mus - muk, 0) sqrt(2 exp(-1))/vs: where gamma = vs/sqrt(2). */
static ss_expr slope_at_worst(const change *c, const ss_element *own) {
  ss_graph *g = c->d.graph;
  const ss_expr drop = ss_expr_sub(g, own->stribeck[0].resolved, own->stribeck[1].resolved);
  const ss_expr most = ss_expr_binary(g, SS_OP_MAX, drop, c->from->zero);
  const ss_expr e = ss_expr_unary(g, SS_OP_EXP, ss_expr_integer(g, -1));
  const ss_expr root = ss_expr_unary(g, SS_OP_SQRT, ss_expr_mul(g, ss_expr_integer(g, 2), e));
  const ss_expr rate = ss_expr_div(g, ss_expr_mul(g, most, root), own->stribeck[2].resolved);
  return ss_expr_neg(g, ss_expr_mul(g, own->normal.resolved, rate));
}

/* -s N mu(|c|), and the damping. */
static void replace_belt(change *c, const ss_system_element *e) {
  ss_graph *g = c->d.graph;
  const ss_element *own = e->element;
  const ss_direction *slip = &c->from->slip[e->slip];
  const int sign = find_sign(c, slip->w);
  const ss_expr N = own->normal.resolved, minus = ss_expr_integer(g, -sign);
  if (sign == 0 && c->status == SS_OK)
    refuse(c, "the slip of '%s' at rest may vanish or have either sign", own->name.text);
  if (sign == 0) return;
  ss_expr mu = own->law_argument[0].resolved, damping = c->from->zero;
  if (is_falling(own)) {
    const ss_expr fall = fall_of(c, own, slip->w);
    const ss_expr speed = ss_expr_mul(g, ss_expr_integer(g, sign), slip->w);
    mu = ss_expr_add(g, own->stribeck[1].resolved, fall);
    damping = c->near ? slope_near(c, own, fall, speed) : slope_at_worst(c, own);
    c->falls = true;
  }
  push(c, slip, ss_expr_mul(g, minus, ss_expr_mul(g, N, mu)), damping);
}

static void keep(change *c, const ss_system_element *e) {
  ss_system *s = c->to;
  ss_element *own = &c->own[s->elements];
  *own = *e->element;
  if (is_falling(own)) {
    own->law_argument[0].resolved = own->stribeck[0].resolved;
    c->falls = c->falls || find_sign(c, own->stribeck[0].resolved) != 1;
  }
  c->element[s->elements] = *e;
  c->element[s->elements].element = own;
  c->element[s->elements++].slip = s->slips;
  memcpy(c->slip + s->slips, c->from->slip + e->slip, e->slips * sizeof *c->slip);
  s->slips += e->slips;
}

static void take_element(change *c, const ss_system_element *e) {
  bool moves = false;
  for (size_t k = e->slip; k < e->slip + e->slips; k++)
    moves = moves || !ss_expr_is_integer(c->from->graph, c->from->slip[k].w, 0);
  if ((moves || is_falling(e->element)) && !check_constants(c, e)) return;
  if (moves)
    replace_belt(c, e);
  else
    keep(c, e);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool start(change *c, ss_arena *arena) {
  const ss_system *from = c->from;
  const size_t n = from->coordinates;
  ss_derive_open(&c->d, arena, from->model, ss_graph_create_over(arena, from->graph));
  c->to = ss_arena_new(arena, 1, ss_system);
  c->h = ss_derive_room(&c->d, n);
  c->forces = ss_derive_room(&c->d, n);
  c->element = ss_arena_new(arena, from->elements, ss_system_element);
  c->own = ss_arena_new(arena, from->elements, ss_element);
  c->slip = ss_arena_new(arena, from->slips, ss_direction);
  if (!c->to || !c->element || !c->own || !c->slip || c->d.failed) return false;
  memcpy(c->h, from->h, n * sizeof *c->h);
  memcpy(c->forces, from->nonconservative, n * sizeof *c->forces);
  *c->to = *from;
  c->to->elements = c->to->slips = 0;
  return true;
}

ss_status ss_system_settle_belts(ss_arena *arena, const ss_system *from, bool near,
                                 ss_system **settled, bool *falls, const char **why_not) {
  assert(ss_graph_is_sealed(from->graph));
  change c = {.from = from, .near = near};
  *settled = NULL;
  *why_not = NULL;
  if (!start(&c, arena)) return SS_MEMORY;
  for (size_t i = 0; i < from->elements && c.status == SS_OK && !c.why_not; i++)
    take_element(&c, &from->element[i]);
  *falls = c.falls;
  *why_not = c.why_not;
  if (c.status != SS_OK || c.why_not) return c.status;
  ss_derive_simplify(&c.d, from->coordinates, c.h);
  ss_derive_simplify(&c.d, from->coordinates, c.forces);
  c.to->h = c.h;
  c.to->nonconservative = c.forces;
  c.to->element = c.element;
  c.to->slip = c.slip;
  return ss_derive_finish(&c.d, c.to, settled);
}
