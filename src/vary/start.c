/* start.c: a start that is an instant of its own.
 *
 * A machine that is let go starts with slips of velocity 0 that begin at once, slip+ say. A
 * perturbation may start it with a velocity the other way; then it slips the other way first, for a
 * time of the order of the perturbation, and friction does the opposite meanwhile: an effect of
 * first order. So perturbations z of such a start are divided by the sign of every such slip,
 *
 *     g_i z >= 0   it slips as the motion does
 *     g_i z <= 0   it starts in the mirrored mode, whose slip reaches 0 at once and turns
 *
 * and the second kind has a gain: that of the turning slips in the mirrored modes, in all orders
 * (orders.c). With k slips there are 2^k such choices, and together they are the pieces of the map
 * at t = 0. If the friction at 0 would hold (the mirrored slip does not come back to 0), the
 * perturbation is not possible to first order and its cone is forbidden.
 *
 * A contact that touches but is open (it is just leaving, or it is about to hit) forbids
 * perturbations into the obstacle: rows of the start's own cone.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Forces and their rates that are 0, as a share of the largest force. */
static const double BORDER = 1e-9;

typedef struct beginning {
  ss_vary *v;
  const double *x;
  const ss_mode *modes;
  ss_vary_start *out;
  double *row[SS_TOGETHER_MOST]; /* width, of the slips that begin: positive as in the motion */
} beginning;

static void shorten(const ss_frame *f, double factor, const double *slope, double *row) {
  for (size_t c = 0; c < f->width; c++) row[c] = factor * slope[c < 2 * f->n ? c : c + 1];
}

/* Reads the guards that are 0 at the start. */
static ss_status read_guards(beginning *b) {
  ss_vary *v = b->v;
  ss_frame *f = &v->frame;
  const size_t most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  const double still = ss_vary_still(v, b->x);
  double size = 0;
  b->out->cone = ss_arena_new(v->arena, (f->elements + 1) * f->width, double);
  if (!list || !slopes || !b->out->cone) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) list[i].slope = slopes + i * f->columns;
  if (!ss_frame_look(f, v->t, b->x, b->x + f->n)) return SS_NO_CONVERGENCE;
  if (!ss_response_of_modes(f, b->modes, v->bonds, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the forces at the start have no derivative");
  const size_t count = ss_vary_list_guards(f, b->modes, &v->response, list);
  for (size_t a = 0; a < v->response.size; a++) size = fmax(size, fabs(v->response.r[a]));
  for (size_t i = 0; i < count; i++) {
    const ss_vary_guard *g = &list[i];
    const bool planar = f->system->element[g->element].slips == 1;
    const bool clutch = f->system->element[g->element].element->kind == SS_ELEMENT_CLUTCH;
    if (g->kind == SS_GUARD_BOUND || g->kind == SS_GUARD_NORMAL) {
      if (fabs(g->value) <= BORDER * size && fabs(g->rate) <= BORDER * size)
        return ss_vary_refuse(v, SS_REFUSAL_BORDER, g->element, g->value,
                              "the start is on a border: the %s of '%s' is %.3g there and stays so",
                              g->kind == SS_GUARD_BOUND ? "distance of the force from the bound"
                                                        : "force",
                              ss_vary_name(v, g->element), g->value);
      continue;
    }
    if (fabs(g->value) > still) continue;
    if (g->kind == SS_GUARD_GAP || (g->kind == SS_GUARD_SLIP && clutch))
      shorten(f, -1, g->slope, b->out->cone + b->out->rows++ * f->width);
    /* of a slip in several directions that begins the velocity stays 0 (approach.c) */
    if (g->kind != SS_GUARD_SLIP || clutch || !planar) continue;
    if (b->out->begins == SS_TOGETHER_MOST)
      return ss_vary_refuse(v, SS_REFUSAL_LIMIT, g->element, SS_TOGETHER_MOST,
                            "more than %d slips begin at the start", SS_TOGETHER_MOST);
    double *row = b->row[b->out->begins] = ss_arena_new(v->scratch, f->width, double);
    if (!row) return SS_MEMORY;
    shorten(f, 1, g->slope, row);
    b->out->element[b->out->begins++] = g->element;
  }
  return SS_OK;
}

static ss_mode mirror(ss_mode mode) {
  return mode == SS_MODE_SLIP_PLUS    ? SS_MODE_SLIP_MINUS
         : mode == SS_MODE_SLIP_MINUS ? SS_MODE_SLIP_PLUS
                                      : mode;
}

/* The pieces in which the slips of the set (bits) start the other way. */
static ss_status mirror_some(beginning *b, unsigned set) {
  ss_vary *v = b->v;
  const ss_frame *f = &v->frame;
  ss_mode *modes = ss_arena_new(v->arena, f->elements, ss_mode);
  ss_instant *in = ss_arena_new(v->arena, 1, ss_instant);
  ss_vary_guard *guard = ss_arena_new(v->arena, SS_TOGETHER_MOST, ss_vary_guard);
  if (!modes || !in || !guard) return SS_MEMORY;
  memcpy(modes, b->modes, f->elements * sizeof *modes);
  *in = (ss_instant){.x = b->x, .modes = modes, .after = b->modes, .guard = guard};
  for (size_t k = 0; k < b->out->begins; k++) {
    if (!(set >> k & 1)) continue;
    modes[b->out->element[k]] = mirror(modes[b->out->element[k]]);
    guard[in->guards++] = (ss_vary_guard){.kind = SS_GUARD_SLIP, .element = b->out->element[k]};
  }
  const ss_status status = ss_vary_explore(v, in);
  if (status != SS_OK || v->refusal.kind) return status;
  for (size_t j = 0; j < in->orders; j++) {
    ss_order *o = &b->out->piece[b->out->pieces++];
    *o = in->order[j];
    o->cone = ss_arena_new(v->arena, (o->rows + b->out->begins) * f->width, double);
    if (!o->cone) return SS_MEMORY;
    if (o->rows) memcpy(o->cone, in->order[j].cone, o->rows * f->width * sizeof(double));
    for (size_t k = 0; k < b->out->begins; k++)
      for (size_t c = 0; c < f->width; c++)
        o->cone[(o->rows + k) * f->width + c] = (set >> k & 1 ? 1 : -1) * b->row[k][c];
    o->rows += b->out->begins;
  }
  return SS_OK;
}

/* The piece of perturbations that slip as the motion does. */
static ss_status keep_all(beginning *b) {
  const ss_frame *f = &b->v->frame;
  ss_order *o = &b->out->piece[b->out->pieces++];
  *o = (ss_order){.rows = b->out->begins, .lost = SIZE_MAX};
  o->cone = ss_arena_new(b->v->arena, b->out->begins * f->width + 1, double);
  o->gain = ss_arena_new(b->v->arena, f->width * f->width, double);
  if (!o->cone || !o->gain) return SS_MEMORY;
  for (size_t k = 0; k < b->out->begins; k++)
    for (size_t c = 0; c < f->width; c++) o->cone[k * f->width + c] = -b->row[k][c];
  for (size_t c = 0; c < f->width; c++) o->gain[c * f->width + c] = 1;
  return SS_OK;
}

ss_status ss_vary_begin(ss_vary *v, const double *x, const ss_mode *modes, ss_vary_start *out) {
  beginning b = {.v = v, .x = x, .modes = modes, .out = out};
  *out = (ss_vary_start){0};
  ss_status status = read_guards(&b);
  if (status != SS_OK || v->refusal.kind) return status;
  /* 2^k choices, each with at most k! orders */
  out->piece = ss_arena_new(v->arena, 1 + 16 * SS_ORDERS_MOST, ss_order);
  if (!out->piece) return SS_MEMORY;
  status = keep_all(&b);
  for (unsigned set = 1; set < 1u << out->begins; set++) {
    if (status == SS_OK && !v->refusal.kind) status = mirror_some(&b, set);
  }
  return status;
}
