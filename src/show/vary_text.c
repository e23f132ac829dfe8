/* vary_text.c: a variation for people. */
#include <math.h>

#include "show_private.h"

enum { COLUMN = 11 };

static void show_heads(const ss_system *s, const ss_variation *v, const size_t *parameter,
                       ss_text *out) {
  ss_text_addf(out, "  %*s", COLUMN, "");
  for (size_t i = 0; i < v->n; i++) ss_text_addf(out, " %*s", COLUMN, s->names[i]);
  for (size_t i = 0; i < v->n; i++)
    if (!s->aux[i]) ss_text_addf(out, " %*s'", COLUMN - 1, s->names[i]);
  for (size_t i = 0; i < v->columns - 2 * v->n; i++)
    ss_text_addf(out, " %*s", COLUMN, s->model->parameter[parameter[i]].name.text);
  ss_text_add(out, "\n");
}

/* Is column i the velocity of a first-order state, which has none? */
static bool is_nothing(const ss_system *s, const ss_variation *v, size_t i) {
  return i >= v->n && i < 2 * v->n && s->aux[i - v->n];
}

static void show_matrix(const ss_system *s, const ss_variation *v, const double *A,
                        const size_t *parameter, ss_text *out) {
  show_heads(s, v, parameter, out);
  for (size_t i = 0; i < 2 * v->n; i++) {
    const bool velocity = i >= v->n;
    if (is_nothing(s, v, i)) continue;
    ss_text_addf(out, "  %*s%s", velocity ? COLUMN - 1 : COLUMN, s->names[i % v->n],
                 velocity ? "'" : "");
    for (size_t j = 0; j < v->columns; j++) {
      const double value = A[i * v->columns + j];
      if (is_nothing(s, v, j)) continue;
      ss_text_addf(out, " %*.5g", COLUMN, fabs(value) < 5e-15 ? 0 : value);
    }
    ss_text_add(out, "\n");
  }
}

static void show_order(const ss_system *s, const ss_vary_piece *p, ss_text *out) {
  ss_text_add(out, p->orders ? "  first to last: " : "  without an event");
  for (size_t i = 0; i < p->orders; i++)
    ss_text_addf(out, "%s%s", i ? ", " : "", s->element[p->order[i]].element->name.text);
  ss_text_add(out, "\n");
}

/* "0.03 dx - dx' <= 0" */
static void show_row(const ss_system *s, const ss_variation *v, const size_t *parameter,
                     const double *row, ss_text *out) {
  double most = 0;
  bool first = true;
  for (size_t c = 0; c < v->columns; c++) most = fmax(most, fabs(row[c]));
  ss_text_add(out, "    where ");
  for (size_t c = 0; c < v->columns; c++) {
    if (fabs(row[c]) <= 1e-12 * most) continue;
    const char *name =
        c < 2 * v->n ? s->names[c % v->n] : s->model->parameter[parameter[c - 2 * v->n]].name.text;
    ss_text_add(out, first ? (row[c] < 0 ? "-" : "") : row[c] < 0 ? " - " : " + ");
    if (fabs(row[c]) != 1) ss_text_addf(out, "%.6g ", fabs(row[c]));
    ss_text_addf(out, "d%s%s", name, c >= v->n && c < 2 * v->n ? "'" : "");
    first = false;
  }
  ss_text_add(out, first ? "0 <= 0\n" : " <= 0\n");
}

static void show_pieces(const ss_system *s, const ss_variation *v, size_t count,
                        const ss_vary_piece *piece, const size_t *parameter, ss_text *out) {
  for (size_t k = 0; k < count; k++) {
    if (piece[k].rows) show_order(s, &piece[k], out);
    for (size_t i = 0; i < piece[k].rows; i++)
      show_row(s, v, parameter, piece[k].cone + i * v->columns, out);
    show_matrix(s, v, piece[k].gain, parameter, out);
  }
}

static void show_event(const ss_system *s, const ss_variation *v, const ss_vary_event *e,
                       const size_t *parameter, ss_text *out) {
  ss_text_addf(out, "t = %.9f  %s", e->t, ss_event_word(e->kind));
  for (size_t i = 0; i < e->contacts; i++)
    ss_text_addf(out, "%s%s", i ? ", " : "  ", s->element[e->contact[i]].element->name.text);
  if (e->simultaneous)
    ss_text_add(out, e->pieces > 1 ? "  at once: the gain depends on the order"
                                   : "  at once: one gain, whatever the order");
  ss_text_add(out, "\n");
  show_pieces(s, v, e->pieces, e->piece, parameter, out);
  if (isfinite(e->size))
    ss_text_addf(out, "  holds up to perturbations of about %.2g of the start: beyond, %s\n",
                 e->size, e->limit ? e->limit : "");
}

static void show_check(const ss_variation *v, ss_text *out) {
  const ss_vary_check *c = &v->check;
  ss_text_add(out, "\nperturbed motions: |x_eps - (x + eps z)|, and the order between the smallest "
                   "sizes above noise\n");
  for (size_t i = 0; i < c->count; i++) {
    const double *size = c->size + i * SS_CHECK_SIZES, *error = c->error + i * SS_CHECK_SIZES;
    ss_text_addf(out, "  %3zu", i + 1);
    for (size_t k = 0; k < SS_CHECK_SIZES; k += SS_CHECK_SIZES - 1)
      if (!isnan(error[k])) ss_text_addf(out, "  eps %.2g: %.2e", size[k], error[k]);
    if (c->note[i])
      ss_text_addf(out, "  %s\n", c->note[i]);
    else if (isnan(c->order[i]))
      ss_text_add(out, "  too few sizes above noise: no order\n");
    else if (isinf(c->order[i]))
      ss_text_add(out, "  no remainder\n");
    else
      ss_text_addf(out, "  order %.3f\n", c->order[i]);
  }
}

void ss_show_vary(const ss_system *s, const ss_variation *v, const ss_vary_cycle *cycle,
                  const size_t *parameter, ss_text *out) {
  ss_text_addf(out, "%s\n\n", s->model->title);
  for (size_t i = 0; i < v->events; i++) show_event(s, v, &v->event[i], parameter, out);
  if (v->pieces)
    ss_text_addf(out, "%stransition map over [0, %.9g]%s\n", v->events ? "\n" : "", v->t,
                 v->pieces > 1 ? ", by the order of the events" : "");
  show_pieces(s, v, v->pieces, v->piece, parameter, out);
  if (v->from_rest)
    ss_text_add(out, "a slip in several directions begins at the start: the map is about "
                     "perturbations that leave it at rest\n");
  if (cycle) {
    ss_text_add(out, "\nmultipliers ");
    for (size_t k = 0; k < cycle->count; k++)
      ss_text_addf(out, cycle->im[k] != 0 ? " %.9g%+.9gi" : " %.9g", cycle->re[k], cycle->im[k]);
    ss_text_addf(out, "\nthe end is %.2g away from the start\n", cycle->distance);
  }
  if (v->check.count) show_check(v, out);
  if (v->refusal.kind)
    ss_text_addf(out, "\nno derivative beyond t = %.9g (%s): %s\n", v->refusal.t,
                 ss_refusal_word(v->refusal.kind), v->refusal.reason ? v->refusal.reason : "");
}
