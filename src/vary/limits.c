/* limits.c: the size of a perturbation up to which gains hold.
 *
 * To first order: event k happens at t_k + T_k z for a perturbation z of the start. It changes
 * places with the event before it where (T_k - T_(k-1)) z = -(t_k - t_(k-1)), at the earliest for
 *
 *     |z| = (t_k - t_(k-1)) / |T_k - T_(k-1)|.
 *
 * The last event happens after the end from |z| = (end - t_k) / |T_k| on.
 * Events of one contact in a row, as the bounces of a ball, cannot change places.
 *
 * A guard of the modes after the instant, with the value g > 0 there, reaches 0 at the earliest for
 * |z| = g / |dg M|, M the map from the start; so does the slip that an impact leaves a contact with
 * that bounces. At what size an impact that sticks begins to slip is not looked at, nor is a gap
 * that almost closes in the middle of a phase. All is about the columns of the state, in the
 * Euclidean norm, and of the first piece (Bouma 2018, E.4, asks how near events may be; this is an
 * estimate, no bound). What does not depend on the start, or by rounding only, limits nothing.
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

/* Impacts that slip and leave: what their law asks of the slip, gamma+ + eT gamma-, reaches 0, and
 * they stick. To be called before the map moves on: `in->order[0].gain` leads behind the impact. */
ss_status ss_walk_limit_by_slips(ss_walk *w, const ss_instant *in) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width;
  const double *x = in->order[0].x, *gain = in->order[0].gain;
  double *after = ss_arena_new(v->scratch, width, double);
  double *row = ss_arena_new(v->scratch, width, double);
  if (!after || !row) return SS_MEMORY;
  for (size_t k = 0; k < in->guards && !in->closes; k++) {
    const size_t i = in->guard[k].element;
    const ss_system_element *e = &f->system->element[i];
    const size_t d = f->normals + e->slip;
    if (in->guard[k].kind != SS_GUARD_GAP || e->slips != 1 || in->after[i] != SS_MODE_FREE)
      continue;
    if (!ss_frame_look(f, v->t, x, x + n)) return SS_OK;
    double value = f->gamma[d];
    for (size_t c = 0; c < width; c++)
      after[c] = f->gamma_slope[d * f->columns + (c < 2 * n ? c : c + 1)];
    if (!ss_frame_look(f, v->t, in->x, in->x + n)) return SS_OK;
    const double eT = ss_frame_value(f, SS_QUANTITY_RESTITUTION, 2 * i + 1);
    value += eT * f->gamma[d];
    for (size_t c = 0; c < width; c++) {
      row[c] = eT * f->gamma_slope[d * f->columns + (c < 2 * n ? c : c + 1)];
      for (size_t j = 0; j < width; j++) row[c] += after[j] * gain[j * width + c];
    }
    const double speed = find_speed(w, row, w->piece[0].matrix);
    if (fabs(value) <= ss_vary_still(v, x) || speed <= 0) continue;
    limit(w, fabs(value) / speed, "the impact of '%s' ends its slip", ss_vary_name(v, i));
  }
  return SS_OK;
}

/* Guards of the modes after the instant, at the state after it. */
ss_status ss_walk_limit_by_guards(ss_walk *w, const ss_instant *in) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  const size_t n = f->n, most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  double *row = ss_arena_new(v->scratch, f->width, double);
  const double *x = in->order[0].x, still = ss_vary_still(v, x);
  if (!list || !slopes || !row) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) list[i].slope = slopes + i * f->columns;
  if (!ss_frame_look(f, v->t, x, x + n)) return SS_OK;
  for (size_t i = 0; i < f->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++)
      if (ss_vary_begins(f, in->after, i, part)) return SS_OK; /* no direction yet */
  if (!ss_response_of_modes(f, in->after, v->bonds, &v->response)) return SS_OK;
  const size_t count = ss_vary_list_guards(f, in->after, &v->response, list);
  for (size_t i = 0; i < count; i++) {
    for (size_t c = 0; c < f->width; c++) row[c] = list[i].slope[c < 2 * n ? c : c + 1];
    const double speed = find_speed(w, row, w->piece[0].matrix);
    if (list[i].value <= still || speed <= 0) continue;
    limit(w, list[i].value / speed, "the %s of '%s' reaches 0", ss_guard_word(list[i].kind),
          ss_vary_name(v, list[i].element));
  }
  return SS_OK;
}

/* The time of an instant by the start, as a row. */
void ss_walk_time_row(const ss_walk *w, const ss_vary_guard *g, double *row) {
  const size_t n = w->v.frame.n, width = w->v.frame.width;
  memset(row, 0, width * sizeof *row);
  for (size_t k = 0; k < width; k++)
    for (size_t c = 0; c < width; c++)
      row[c] -= g->slope[k < 2 * n ? k : k + 1] / g->rate * w->piece[0].matrix[k * width + c];
}
