/* pieces.c: the transition map in the making, and what the caller sees of it.
 *
 * A piece is a product of the phases' matrices and one gain per instant, width x width, with the
 * rows of all cones passed, each taken back to the start: row times what led there. An instant
 * whose orders have one gain leaves the number of pieces as it is, another one multiplies it.
 *
 * Inside, columns are q, u and all parameters that move; the caller asked for some of them, with
 * dp_moved = slope dp. At the start the state may move with them too, so that rows and matrices
 * about the start become M_x, and M_x S + M_p slope.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

enum { PIECES_MOST = 256 };

/* ---- pieces ---------------------------------------------------------------------------------- */

/* C = A B, A of `rows` rows. */
static void multiply(size_t rows, size_t width, const double *A, const double *B, double *C) {
  memset(C, 0, rows * width * sizeof *C);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < width; k++)
      for (size_t j = 0; A[i * width + k] != 0 && j < width; j++)
        C[i * width + j] += A[i * width + k] * B[k * width + j];
}

/* Every piece goes on by the matrix of a phase (2 n rows). */
void ss_walk_move(ss_walk *w, const double *phase) {
  const size_t n2 = 2 * w->v.frame.n, width = w->v.frame.width;
  for (size_t k = 0; k < w->pieces; k++) {
    multiply(n2, width, phase, w->piece[k].matrix, w->product);
    memcpy(w->piece[k].matrix, w->product, n2 * width * sizeof(double));
  }
}

/* Rows over (q, u, moved) become rows over (q, u, parameters); with `start` the start's slope is
 * put in. */
static void translate(const ss_walk *w, size_t rows, const double *from, bool start, double *to) {
  const size_t n2 = 2 * w->v.frame.n, width = w->v.frame.width, m = w->v.options->parameters;
  const double *S = start ? w->v.options->start_slope : NULL;
  for (size_t i = 0; i < rows; i++) {
    const double *row = from + i * width;
    double *out = to + i * (n2 + m);
    memcpy(out, row, n2 * sizeof *out);
    for (size_t j = 0; j < m; j++) {
      double sum = 0;
      for (size_t k = 0; k < w->v.frame.moved; k++) sum += row[n2 + k] * w->v.slope[k * m + j];
      for (size_t k = 0; S && k < n2; k++) sum += row[k] * S[k * m + j];
      out[n2 + j] = sum;
    }
  }
}

/* The pieces of the start: one, or more where slips begin. */
ss_status ss_walk_start(ss_walk *w, const ss_mode *modes) {
  ss_vary *v = &w->v;
  const size_t width = v->frame.width;
  ss_vary_start start;
  ss_status status = ss_walk_set_off(w, modes, &w->out->from_rest);
  if (status == SS_OK && !v->refusal.kind) status = ss_vary_begin(v, w->x, modes, &start);
  if (status != SS_OK || v->refusal.kind) return status;
  w->piece = ss_arena_new(v->arena, PIECES_MOST, ss_map_piece);
  double *cone = ss_arena_new(v->arena, start.rows * w->out->columns + 1, double);
  if (!w->piece || !cone) return SS_MEMORY;
  translate(w, start.rows, start.cone, true, cone);
  w->out->start_rows = start.rows;
  w->out->start_cone = cone;
  for (size_t k = 0; k < start.pieces && k < PIECES_MOST; k++) {
    const ss_order *o = &start.piece[k];
    ss_map_piece *to = &w->piece[w->pieces++];
    *to = (ss_map_piece){.matrix = ss_arena_new(v->arena, width * width, double),
                         .cone = o->cone,
                         .order = ss_arena_new(v->arena, o->count + 1, size_t),
                         .rows = o->rows,
                         .orders = o->count};
    if (!to->matrix || !to->order) return SS_MEMORY;
    memcpy(to->matrix, o->gain, width * width * sizeof(double));
    memcpy(to->order, o->element, o->count * sizeof(size_t));
  }
  return SS_OK;
}

/* Piece `from` continued by one order of an instant. */
static ss_status extend(ss_walk *w, const ss_map_piece *from, const ss_order *o, bool cones,
                        ss_map_piece *to) {
  const size_t width = w->v.frame.width, rows = from->rows + (cones ? o->rows : 0);
  *to = (ss_map_piece){.matrix = ss_arena_new(w->v.arena, width * width, double),
                       .cone = ss_arena_new(w->v.arena, rows * width + 1, double),
                       .order = ss_arena_new(w->v.arena, from->orders + o->count + 1, size_t),
                       .rows = rows,
                       .orders = from->orders};
  if (!to->matrix || !to->cone || !to->order) return SS_MEMORY;
  multiply(width, width, o->gain, from->matrix, to->matrix);
  if (from->rows) memcpy(to->cone, from->cone, from->rows * width * sizeof(double));
  if (from->orders) memcpy(to->order, from->order, from->orders * sizeof(size_t));
  if (!cones) return SS_OK;
  multiply(o->rows, width, o->cone, from->matrix, to->cone + from->rows * width);
  for (size_t k = 0; k < o->count; k++) to->order[to->orders++] = o->element[k];
  return SS_OK;
}

/* All pieces continued by all orders. */
ss_status ss_walk_branch(ss_walk *w, const ss_instant *in, size_t orders) {
  const size_t count = w->pieces * orders;
  if (count > PIECES_MOST)
    return ss_vary_refuse(&w->v, SS_REFUSAL_LIMIT, SIZE_MAX, (double)count,
                          "the map has more than %d pieces from t = %.9g on", PIECES_MOST, w->v.t);
  ss_map_piece *next = ss_arena_new(w->v.arena, PIECES_MOST, ss_map_piece);
  if (!next) return SS_MEMORY;
  for (size_t k = 0; k < w->pieces; k++)
    for (size_t j = 0; j < orders; j++) {
      const ss_status status =
          extend(w, &w->piece[k], &in->order[j], orders > 1, &next[k * orders + j]);
      if (status != SS_OK) return status;
    }
  w->piece = next;
  w->pieces = count;
  return SS_OK;
}

/* ---- what the caller sees -------------------------------------------------------------------- */

static ss_status publish(ss_walk *w, const ss_map_piece *from, bool start, ss_vary_piece *out) {
  const size_t n2 = 2 * w->v.frame.n, columns = n2 + w->v.options->parameters;
  double *gain = ss_arena_new(w->v.arena, n2 * columns, double);
  double *cone = ss_arena_new(w->v.arena, from->rows * columns + 1, double);
  size_t *order = ss_arena_new(w->v.arena, from->orders + 1, size_t);
  if (!gain || !cone || !order) return SS_MEMORY;
  translate(w, n2, from->matrix, start, gain);
  translate(w, from->rows, from->cone, start, cone);
  if (from->orders) memcpy(order, from->order, from->orders * sizeof *order);
  *out = (ss_vary_piece){from->orders, order, from->rows, cone, gain, NULL, NULL};
  return SS_OK;
}

/* How far a perturbation of the start is outside of a piece's cone. */
static double find_violation(const ss_walk *w, const ss_map_piece *p, const double *z) {
  const size_t columns = w->out->columns;
  double worst = -INFINITY, *row = w->product; /* has the space */
  for (size_t i = 0; i < p->rows; i++) {
    double sum = 0;
    translate(w, 1, p->cone + i * w->v.frame.width, true, row);
    for (size_t c = 0; c < columns; c++) sum += row[c] * z[c];
    worst = fmax(worst, sum);
  }
  return worst;
}

void ss_walk_keep_sample(ss_walk *w) {
  const size_t n2 = 2 * w->v.frame.n, k = w->out->samples++;
  const double *z = w->v.options->along;
  size_t best = 0;
  double least = INFINITY;
  for (size_t i = 0; z && i < w->pieces; i++) {
    const double worst = find_violation(w, &w->piece[i], z);
    if (worst < least) least = worst, best = i;
  }
  memcpy(w->sample_x + k * n2, w->x, n2 * sizeof(double));
  translate(w, n2, w->piece[best].matrix, true, w->sample_gain + k * n2 * w->out->columns);
}

ss_status ss_walk_publish(ss_walk *w) {
  ss_vary_piece *list = ss_arena_new(w->v.arena, w->pieces, ss_vary_piece);
  if (!list) return SS_MEMORY;
  for (size_t k = 0; k < w->pieces; k++) {
    const ss_status status = publish(w, &w->piece[k], true, &list[k]);
    if (status != SS_OK) return status;
  }
  double *x = ss_arena_new(w->v.arena, 2 * w->v.frame.n, double);
  if (!x) return SS_MEMORY;
  memcpy(x, w->x, 2 * w->v.frame.n * sizeof *x);
  w->out->x = x;
  w->out->pieces = w->pieces;
  w->out->piece = list;
  w->out->t = w->v.t;
  return SS_OK;
}

/* Are all gains of an instant one? */
bool ss_walk_is_one_gain(const ss_walk *w, const ss_instant *in) {
  const size_t size = w->v.frame.width * w->v.frame.width;
  for (size_t k = 1; k < in->orders; k++)
    for (size_t i = 0; i < size; i++) {
      const double a = in->order[0].gain[i], b = in->order[k].gain[i];
      if (fabs(a - b) > 1e-8 * (1 + fabs(a))) return false;
    }
  return true;
}

/* A stage in the results' arena; a width x width gain in the caller's columns. */
static ss_status publish_stage(ss_walk *w, const ss_order_stage *from, ss_vary_stage *out) {
  const ss_frame *f = &w->v.frame;
  const size_t n2 = 2 * f->n;
  double *gain = ss_arena_new(w->v.arena, n2 * w->out->columns, double);
  double *x = ss_arena_new(w->v.arena, n2, double);
  ss_mode *modes = ss_arena_new(w->v.arena, f->elements, ss_mode);
  if (!gain || !x || !modes) return SS_MEMORY;
  translate(w, n2, from->gain, false, gain);
  memcpy(x, from->x, n2 * sizeof *x);
  if (f->elements) memcpy(modes, from->modes, f->elements * sizeof *modes);
  *out = (ss_vary_stage){from->done, x, modes, gain};
  return SS_OK;
}

/* All orders, stage by stage. An accumulation, and what no guard tells, have one stage. */
static ss_status publish_ways(ss_walk *w, const ss_instant *in, ss_vary_event *e) {
  ss_event_guard *guard = ss_arena_new(w->v.arena, in->guards + 1, ss_event_guard);
  ss_vary_way *way = ss_arena_new(w->v.arena, in->orders, ss_vary_way);
  ss_mode *before = ss_arena_new(w->v.arena, w->v.frame.elements, ss_mode);
  if (!guard || !way || !before) return SS_MEMORY;
  if (w->v.frame.elements) memcpy(before, in->modes, w->v.frame.elements * sizeof *before);
  for (size_t k = 0; k < in->guards; k++)
    guard[k] = (ss_event_guard){in->guard[k].kind, in->guard[k].element, in->guard[k].value,
                                in->guard[k].rate};
  for (size_t k = 0; k < in->orders; k++) {
    const ss_order *o = &in->order[k];
    const ss_order_stage only = {(1u << in->guards) - 1, o->x, o->gain, o->modes};
    const ss_order_stage *stages = o->stage[0].x ? o->stage : &only;
    const size_t count = stages == &only ? 1 : o->count;
    ss_vary_stage *stage = ss_arena_new(w->v.arena, count, ss_vary_stage);
    if (!stage) return SS_MEMORY;
    for (size_t i = 0; i < count; i++)
      if (publish_stage(w, &stages[i], &stage[i]) != SS_OK) return SS_MEMORY;
    way[k] = (ss_vary_way){count, stage};
  }
  e->before = before;
  e->guards = in->guards;
  e->guard = guard;
  e->ways = in->orders;
  e->way = way;
  return SS_OK;
}

ss_status ss_walk_publish_event(ss_walk *w, const ss_instant *in, const ss_moment *m,
                                size_t orders) {
  ss_vary_event *e = &w->event[w->out->events++];
  ss_vary_piece *list = ss_arena_new(w->v.arena, orders, ss_vary_piece);
  size_t *contact = ss_arena_new(w->v.arena, in->guards + 1, size_t);
  if (!list || !contact) return SS_MEMORY;
  *e = (ss_vary_event){.t = w->v.t,
                       .kind = m->first->kind,
                       .contact = contact,
                       .rate = in->guards ? in->guard[0].rate : NAN,
                       .pieces = orders,
                       .piece = list,
                       .simultaneous = in->orders > 1,
                       .size = INFINITY};
  if (in->closes) e->kind = SS_EVENT_ACCUMULATION;
  for (size_t k = 0; k < in->guards; k++) contact[e->contacts++] = in->guard[k].element;
  if (in->guards == 0 && m->first->element != SIZE_MAX) contact[e->contacts++] = m->first->element;
  for (size_t k = 0; k < orders; k++) {
    const ss_order *o = &in->order[k];
    const ss_map_piece from = {o->gain, o->cone, orders > 1 ? o->rows : 0, o->count,
                               (size_t *)o->element};
    const ss_status status = publish(w, &from, false, &list[k]);
    if (status != SS_OK) return status;
  }
  return publish_ways(w, in, e);
}
