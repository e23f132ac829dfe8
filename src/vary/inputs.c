/* inputs.c: what a push of the inputs does to the variation at an instant.
 *
 * With v the change of the inputs at the instant (Bouma 2018, C.29, C.38-C.39),
 *
 *     dt = -(g_x z + g_v v) / g',      z+ = G_z z + G_v v,
 *     G_v = (f+ - J_x f- - J_t) g_v / g'.
 *
 * G_v is the columns of the pushes in the gain of the pushed loop (ss_system_push), whose instant
 * is explored once more beside the loop's own, at the same state. Gaps and slips do not depend on
 * inputs, and forces that do (release, the beginning of slip) pass their guards without a jump of
 * f, so that G_v is 0 where laws are continuous; the cones of events at once may depend on v.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Pushes that count as pushing: the orders' gains by inputs that count as one. */
static const double ALIKE = 1e-8;

ss_status ss_walk_open_inputs(ss_walk *w, const double *parameters) {
  const ss_vary *v = &w->v;
  const ss_system *pushed = v->options->pushed;
  if (!pushed) return SS_OK;
  const size_t all = v->system->model->parameters, inputs = v->system->model->inputs;
  ss_vary *p = w->pushed = ss_arena_new(v->arena, 1, ss_vary);
  double *values = ss_arena_new(v->arena, all + inputs + 1, double);
  size_t *moved = ss_arena_new(v->arena, inputs + 1, size_t);
  if (!p || !values || !moved) return SS_MEMORY;
  if (all) memcpy(values, parameters, all * sizeof *values);
  for (size_t j = 0; j < inputs; j++) moved[j] = all + j;
  *p = (ss_vary){.system = pushed, .options = v->options, .arena = v->arena, .scratch = v->scratch};
  ss_status status = ss_frame_create(v->arena, pushed, values, inputs, moved, &p->frame);
  if (status == SS_OK) status = ss_response_create(v->arena, &p->frame, &p->response);
  if (status == SS_OK) status = ss_contact_state_create(v->arena, pushed, &p->contacts);
  p->bonds = ss_arena_new(v->arena, p->frame.elements, ss_bond);
  w->out->inputs = inputs;
  return status == SS_OK && !p->bonds ? SS_MEMORY : status;
}

/* The same instant for the pushed loop; NULL in *found: it is not explored, or not alike. */
static ss_status explore(ss_walk *w, const ss_instant *in, ss_instant **found) {
  ss_vary *p = w->pushed;
  const size_t known = 2 * p->frame.n + 1;
  ss_instant *to = ss_arena_new(p->scratch, 1, ss_instant);
  ss_vary_guard *guard = ss_arena_new(p->scratch, in->guards + 1, ss_vary_guard);
  *found = NULL;
  if (!to || !guard) return SS_MEMORY;
  *to = *in;
  to->guard = guard;
  for (size_t k = 0; k < in->guards; k++) {
    guard[k] = in->guard[k];
    guard[k].slope = ss_arena_new(p->scratch, p->frame.columns, double);
    if (!guard[k].slope) return SS_MEMORY;
    /* what only an accumulation reads: its guard is a gap, on which inputs have no part */
    memcpy(guard[k].slope, in->guard[k].slope, known * sizeof(double));
  }
  p->t = in->t;
  p->refusal = (ss_refusal){.kind = SS_REFUSAL_NONE};
  const ss_status status = ss_vary_explore(p, to);
  if (status != SS_OK) return status == SS_MEMORY ? status : SS_OK;
  if (p->refusal.kind == SS_REFUSAL_NONE && to->orders == in->orders) *found = to;
  return SS_OK;
}

/* The columns of the inputs, in the results' arena. */
static const double *take_columns(const ss_walk *w, size_t rows, const double *from) {
  const size_t n2 = 2 * w->v.frame.n, inputs = w->out->inputs, width = n2 + inputs;
  double *to = ss_arena_new(w->v.arena, rows * inputs + 1, double);
  for (size_t i = 0; to && i < rows; i++)
    memcpy(to + i * inputs, from + i * width + n2, inputs * sizeof *to);
  return to;
}

static bool is_one(const ss_walk *w, const ss_instant *in) {
  const size_t n2 = 2 * w->v.frame.n, width = w->pushed->frame.width;
  for (size_t k = 1; k < in->orders; k++)
    for (size_t i = 0; i < n2; i++)
      for (size_t c = n2; c < width; c++) {
        const double a = in->order[0].gain[i * width + c], b = in->order[k].gain[i * width + c];
        if (fabs(a - b) > ALIKE * (1 + fabs(a))) return false;
      }
  return true;
}

ss_status ss_walk_find_inputs(ss_walk *w, const ss_instant *in, size_t *orders,
                              ss_instant **pushed) {
  *pushed = NULL;
  if (!w->pushed) return SS_OK;
  const ss_status status = explore(w, in, pushed);
  if (*pushed && !is_one(w, *pushed)) *orders = in->orders;
  return status;
}

ss_status ss_walk_publish_inputs(ss_walk *w, const ss_instant *pushed, size_t orders,
                                 ss_vary_piece *piece) {
  for (size_t k = 0; pushed && k < orders; k++) {
    piece[k].input_gain = take_columns(w, 2 * w->v.frame.n, pushed->order[k].gain);
    piece[k].input_cone = take_columns(w, piece[k].rows, pushed->order[k].cone);
    if (!piece[k].input_gain || !piece[k].input_cone) return SS_MEMORY;
  }
  return SS_OK;
}
