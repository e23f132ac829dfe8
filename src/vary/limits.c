/* limits.c: the size of a perturbation up to which gains hold.
 *
 * To first order: event k happens at t_k + T_k z for a perturbation z of the start. It changes
 * places with the event before it where (T_k - T_(k-1)) z = -(t_k - t_(k-1)), at the earliest for
 *
 *     |z| = (t_k - t_(k-1)) / |T_k - T_(k-1)|.
 *
 * The last event happens after the end from |z| = (end - t_k) / |T_k| on, what comes next before it
 * where a guard that falls there reaches 0.
 * Events of one contact in a row, as the bounces of a ball, cannot change places.
 *
 * A guard of the modes after the instant, with the value g > 0 there, reaches 0 at the earliest for
 * |z| = g / |dg M|, M the map from the start. So does what keeps an impact in its mode: the slip
 * gamma+ + eT gamma- of one that slips (at 0 it sticks), mu N - |T| of one that sticks, and N, at
 * the state where the perturbed motion meets the guard. Impulses that are not unique are not looked
 * at, nor are impacts that follow the first of an instant, nor a gap that almost closes in the
 * middle of a phase. All is about the columns of the state, in the Euclidean norm, and of the first
 * piece (Bouma 2018, E.4, asks how near events may be; this is an estimate, no bound). What does
 * not depend on the start, or by rounding only, limits nothing.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "variation.h"

/* Sizes beyond are those of rates that are 0 to rounding. */
static const double NO_LIMIT = 1e9;

static void limit(ss_walk *w, double size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What is said about the newest event holds up to `size` at most. */
static void limit(ss_walk *w, double size, const char *format, ...) {
  ss_vary_event *e = &w->event[w->out->events - 1];
  char text[200];
  va_list arguments;
  if (!(size < fmin(e->size, NO_LIMIT))) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  e->limit = ss_arena_copy_text(w->v.arena, text, strlen(text));
  e->size = size;
}

/* |row M| over the columns of the state: how fast a quantity changes with the start. */
static double find_speed(const ss_walk *w, const double *row, const double *matrix) {
  const size_t n2 = 2 * w->v.frame.n, width = w->v.frame.width;
  double square = 0;
  for (size_t c = 0; c < n2; c++) {
    double sum = 0;
    for (size_t k = 0; k < width; k++) sum += row[k] * matrix[k * width + c];
    square += sum * sum;
  }
  return sqrt(square);
}

/* The order of two instants; `row`: the time of this one by the start. */
void ss_walk_limit_by_order(ss_walk *w, const double *row, size_t element) {
  const size_t n2 = 2 * w->v.frame.n, width = w->v.frame.width;
  if (w->time_before >= 0 && element != w->element_before) {
    double square = 0;
    for (size_t c = 0; c < n2; c++)
      square += (row[c] - w->row_before[c]) * (row[c] - w->row_before[c]);
    limit(w, (w->v.t - w->time_before) / fmax(sqrt(square), 1e-300),
          "it changes its order with the event at t = %.9g", w->time_before);
  }
  memcpy(w->row_before, row, width * sizeof *row);
  w->time_before = w->v.t;
  w->element_before = element;
}

void ss_walk_limit_by_end(ss_walk *w, double end) {
  const size_t n2 = 2 * w->v.frame.n;
  double square = 0;
  if (w->time_before < 0 || w->out->events == 0) return;
  for (size_t c = 0; c < n2; c++) square += w->row_before[c] * w->row_before[c];
  limit(w, (end - w->time_before) / fmax(sqrt(square), 1e-300), "it happens after the end");
}

/* ---- impacts --------------------------------------------------------------------------------- */

/* The first impact where a guard is the first to reach 0. */
typedef struct blow {
  const ss_instant *in;
  const ss_vary_guard *guard;
  const ss_bond *bond;
  const double *rate; /* n: accelerations before it */
  double *rows;       /* columns per slip */
  double *sum, *mine; /* columns: of one quantity */
} blow;

/* A quantity of the impact, `slope` its derivatives by the state before it and the time, changes
 * with the start by slope (z + f- dt), dt = -g_x z / g'. */
static void limit_by_quantity(ss_walk *w, const blow *b, double value, const double *slope,
                              const char *format, size_t element) {
  const ss_frame *f = &w->v.frame;
  const size_t n = f->n;
  double rate = slope[2 * n];
  for (size_t k = 0; k < 2 * n; k++) rate += slope[k] * ss_frame_rate(f, b->in->x + n, b->rate, k);
  for (size_t c = 0; c < f->width; c++) {
    const size_t column = c < 2 * n ? c : c + 1;
    b->mine[c] = slope[column] - rate * b->guard->slope[column] / b->guard->rate;
  }
  const double speed = find_speed(w, b->mine, w->piece[0].matrix);
  if (value <= ss_vary_still(&w->v, b->in->x) || speed <= 0) return;
  limit(w, value / speed, format, ss_vary_name(&w->v, element));
}

/* Does part of the law of element i slip in the impact? */
static bool slips_on(const ss_frame *f, const blow *b, size_t i, size_t part) {
  const ss_system_element *e = &f->system->element[i];
  return b->bond[i].kind == SS_BOND_SLIP && e->slips > 0 && part < ss_law_parts(e->element->law) &&
         !b->bond[i].holds[part];
}

/* gamma+ of all slips by the state before: the frame stands behind the impact, the response tells
 * the jump. */
static void find_slips_after(const ss_vary *v, const blow *b, double *after) {
  const ss_frame *f = &v->frame;
  for (size_t d = f->normals; d < f->directions; d++) {
    const double *slope = f->gamma_slope + d * f->columns;
    double *row = b->rows + (d - f->normals) * f->columns;
    after[d - f->normals] = f->gamma[d];
    memcpy(row, slope, f->columns * sizeof *row);
    for (size_t k = 0; k < f->n; k++)
      for (size_t c = 0; c < f->columns && slope[f->n + k] != 0; c++)
        row[c] += slope[f->n + k] * v->response.v_slope[k * f->columns + c];
  }
}

/* What the law of an impact that slips asks of its slip, |gamma+ + eT gamma-|: at 0 it sticks. */
static void limit_by_slip(ss_walk *w, const blow *b, size_t i, size_t part, const double *after) {
  const ss_frame *f = &w->v.frame;
  const ss_system_element *e = &f->system->element[i];
  const size_t last = e->slips > 1 ? ss_law_part_last(e->element->law, part) : 1;
  const double eT = ss_frame_value(f, SS_QUANTITY_RESTITUTION, 2 * i + 1);
  double value = 0;
  for (size_t k = ss_law_part_first(part); k < last; k++)
    value = hypot(value, after[e->slip + k] + eT * f->gamma[f->normals + e->slip + k]);
  memset(b->sum, 0, f->columns * sizeof *b->sum);
  for (size_t k = ss_law_part_first(part); k < last; k++) {
    const size_t d = f->normals + e->slip + k;
    const double share = (after[e->slip + k] + eT * f->gamma[d]) / fmax(value, 1e-300);
    const double *row = b->rows + (e->slip + k) * f->columns;
    for (size_t c = 0; c < f->columns; c++)
      b->sum[c] += share * (row[c] + eT * f->gamma_slope[d * f->columns + c]);
  }
  limit_by_quantity(w, b, value, b->sum, "the impact of '%s' ends its slip", i);
}

/* Impulses at their bounds: one that sticks begins to slip, one that pushes lets go. */
static ss_status limit_by_impulses(ss_walk *w, const blow *b) {
  ss_vary *v = &w->v;
  const ss_frame *f = &v->frame;
  const size_t most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  ss_mode *none = ss_arena_new(v->scratch, f->elements, ss_mode);
  if (!list || !slopes || !none) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) list[i].slope = slopes + i * f->columns;
  for (size_t i = 0; i < f->elements; i++) none[i] = SS_MODE_FREE; /* slips are not asked for */
  const size_t count = ss_vary_list_guards(f, none, &v->response, list);
  for (size_t i = 0; i < count; i++) {
    const bool sticks = list[i].kind == SS_GUARD_BOUND;
    if (!sticks && list[i].kind != SS_GUARD_NORMAL) continue;
    limit_by_quantity(w, b, list[i].value, list[i].slope,
                      sticks ? "the impact of '%s' begins to slip"
                             : "the impulse of '%s' reaches 0",
                      list[i].element);
  }
  return SS_OK;
}

/* The impact that `guard` is the first to cause. */
static ss_status limit_by_blow(ss_walk *w, const ss_instant *in, const ss_vary_guard *guard) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  ss_transition t;
  const size_t n = f->n;
  bool *closes = ss_arena_new(v->scratch, f->elements, bool);
  double *u = ss_arena_new(v->scratch, n, double), *rate = ss_arena_new(v->scratch, n, double);
  double *after = ss_arena_new(v->scratch, f->directions, double);
  blow b = {.in = in,
            .guard = guard,
            .rate = rate,
            .rows = ss_arena_new(v->scratch, f->directions * f->columns, double),
            .sum = ss_arena_new(v->scratch, f->columns, double),
            .mine = ss_arena_new(v->scratch, f->width, double)};
  if (!closes || !u || !rate || !after || !b.rows || !b.sum || !b.mine) return SS_MEMORY;
  if (ss_transition_create(v->scratch, v, &t) != SS_OK) return SS_MEMORY;
  closes[guard->element] = true;
  ss_status status = ss_vary_find_rates(v, in->x, in->modes, rate);
  if (status == SS_OK) status = ss_transition_collide(v, in->x, in->modes, closes, &t);
  if (status != SS_OK || v->refusal.kind || t.jumps == 0) return status;
  b.bond = t.jump[0];
  if (!ss_frame_look(f, v->t, in->x, in->x + n)) return SS_OK;
  if (!ss_response_choose(f, b.bond, true, &v->response) || !ss_response_solve(f, &v->response))
    return SS_OK;
  for (size_t k = 0; k < n; k++) u[k] = in->x[n + k] + v->response.v[k];
  if (!ss_frame_look(f, v->t, in->x, u)) return SS_OK;
  find_slips_after(v, &b, after);
  if (!ss_frame_look(f, v->t, in->x, in->x + n)) return SS_OK;
  for (size_t i = 0; i < f->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++)
      if (slips_on(f, &b, i, part)) limit_by_slip(w, &b, i, part, after);
  return limit_by_impulses(w, &b);
}

/* Impacts that slip would stick, and the other way. To be called before the map moves on. Any of
 * the guards may be the first; what its impact leads to at the same instant is not looked at. */
ss_status ss_walk_limit_by_impacts(ss_walk *w, const ss_instant *in) {
  ss_vary *v = &w->v;
  const ss_refusal none = v->refusal;
  ss_status status = SS_OK;
  for (size_t k = 0; k < in->guards && !in->closes && status == SS_OK; k++)
    if (in->guard[k].kind == SS_GUARD_GAP) status = limit_by_blow(w, in, &in->guard[k]);
  v->refusal = none;
  return status == SS_MEMORY ? status : SS_OK;
}

/* Clutches that turn backwards at the start engage there, unless a perturbation turns them on. */
void ss_walk_limit_by_clutches(ss_walk *w, const ss_instant *in) {
  const ss_vary *v = &w->v;
  ss_frame *f = &w->v.frame;
  const size_t n2 = 2 * f->n;
  if (!ss_frame_look(f, v->t, in->x, in->x + f->n)) return;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (e->element->kind != SS_ELEMENT_CLUTCH) continue;
    const double gamma = f->gamma[f->normals + e->slip];
    const double *slope = f->gamma_slope + (f->normals + e->slip) * f->columns;
    double square = 0;
    for (size_t c = 0; c < n2; c++) square += slope[c] * slope[c];
    if (gamma >= -ss_vary_still(v, in->x) || square <= 0) continue;
    limit(w, -gamma / sqrt(square), "'%s' does not engage at the start", ss_vary_name(v, i));
  }
}

/* ---- modes after ----------------------------------------------------------------------------- */

/* Guards of modes at a state x; at the end those that fall. */
static ss_status limit_by_guards(ss_walk *w, const double *x, const ss_mode *modes, bool ends) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  const size_t n = f->n, most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  double *row = ss_arena_new(v->scratch, f->width, double);
  const double still = ss_vary_still(v, x);
  if (!list || !slopes || !row) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) list[i].slope = slopes + i * f->columns;
  if (!ss_frame_look(f, v->t, x, x + n)) return SS_OK;
  for (size_t i = 0; i < f->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++)
      if (ss_vary_begins(f, modes, i, part)) return SS_OK; /* no direction yet */
  if (!ss_response_of_modes(f, modes, v->bonds, &v->response)) return SS_OK;
  const size_t count = ss_vary_list_guards(f, modes, &v->response, list);
  for (size_t i = 0; i < count; i++) {
    for (size_t c = 0; c < f->width; c++) row[c] = list[i].slope[c < 2 * n ? c : c + 1];
    const double speed = find_speed(w, row, w->piece[0].matrix);
    if (list[i].value <= still || speed <= 0 || (ends && !(list[i].rate < 0))) continue;
    limit(w, list[i].value / speed, "the %s of '%s' reaches 0%s", ss_guard_word(list[i].kind),
          ss_vary_name(v, list[i].element), ends ? " before the end" : "");
  }
  return SS_OK;
}

ss_status ss_walk_limit_by_guards(ss_walk *w, const ss_instant *in) {
  return limit_by_guards(w, in->order[0].x, in->after, false);
}

/* What happens soon after the end happens before it in perturbed motions. */
ss_status ss_walk_limit_at_end(ss_walk *w, const ss_mode *modes) {
  return w->out->events ? limit_by_guards(w, w->x, modes, true) : SS_OK;
}

/* The time of an instant by the start, as a row. */
void ss_walk_time_row(const ss_walk *w, const ss_vary_guard *g, double *row) {
  const size_t n = w->v.frame.n, width = w->v.frame.width;
  memset(row, 0, width * sizeof *row);
  for (size_t k = 0; k < width; k++)
    for (size_t c = 0; c < width; c++)
      row[c] -= g->slope[k < 2 * n ? k : k + 1] / g->rate * w->piece[0].matrix[k * width + c];
}
