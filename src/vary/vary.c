/* vary.c: a motion and its variation, from instant to instant.
 *
 * The motion is run first, by events. Then it is gone through again, phase by phase in the modes
 * that it had, together with its variation (flow.c); at every instant the guard that ended the
 * phase is found to rounding, all guards that reach 0 there are listed, and all orders of what
 * follows are explored (orders.c). So gains are at states that satisfy the guards to rounding,
 * whatever the tolerance of the motion was.
 *
 * The transition map is put together in pieces.c, the size up to which it holds is estimated in
 * limits.c. A phase or an instant that is refused ends the walk; the map up to there stays.
 */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "variation.h"

/* Where a guard is found from where the motion says: farther away it is another motion. */
static const double NEAR = 1e-5;

/* Positions and velocities of the motion and of its repetition. */
static const double FOLLOWS = 1e-6;

ss_vary_options ss_vary_default_options(void) {
  return (ss_vary_options){
      .end = 10, .tolerance = 1e-12, .window = 1e-8, .check_size = 1e-3, .seed = 1};
}

const char *ss_refusal_word(ss_refusal_kind kind) {
#define WORD_OF(name, word) word,
  static const char *const words[] = {SS_REFUSAL_LIST(WORD_OF)};
#undef WORD_OF
  return words[kind];
}

ss_status ss_vary_refuse(ss_vary *v, ss_refusal_kind kind, size_t element, double number,
                         const char *format, ...) {
  va_list arguments;
  char text[400];
  if (v->refusal.kind) return SS_OK;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const char *reason = ss_arena_copy_text(v->arena, text, strlen(text));
  v->refusal = (ss_refusal){.kind = kind,
                            .reason = reason,
                            .t = v->t,
                            .element = element,
                            .other = SIZE_MAX,
                            .number = number};
  return reason ? SS_OK : SS_MEMORY;
}

const char *ss_vary_name(const ss_vary *v, size_t element) {
  return element < v->frame.elements ? v->system->element[element].element->name.text : "";
}

double ss_vary_speed(const ss_vary *v, const double *x) {
  double size = 1;
  for (size_t k = v->frame.n; k < 2 * v->frame.n; k++) size = fmax(size, fabs(x[k]));
  return size;
}

double ss_vary_still(const ss_vary *v, const double *x) {
  return 1e-9 * ss_vary_speed(v, x);
}

/* ---- an instant ------------------------------------------------------------------------------ */

/* The guards of the modes at the walk's state: *list, count. */
ss_status ss_walk_list_guards(ss_walk *w, const ss_mode *modes, ss_vary_guard **list,
                              size_t *count) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  const size_t most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *g = *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  if (!g || !slopes) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) g[i].slope = slopes + i * f->columns;
  *count = 0;
  if (!ss_frame_look(f, v->t, w->x, w->x + f->n) ||
      !ss_response_of_modes(f, modes, v->bonds, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the forces at t = %.9g have no derivative", v->t);
  *count = ss_vary_list_guards(f, modes, &v->response, g);
  return SS_OK;
}

/* The guard that the motion names; NULL where there is no such guard here. */
ss_vary_guard *ss_walk_find_trigger(const ss_event_guard *named, size_t count,
                                    ss_vary_guard *list) {
  ss_vary_guard *best = NULL;
  for (size_t i = 0; named && i < count; i++)
    if (list[i].kind == named->kind && list[i].element == named->element &&
        (!best || list[i].value < best->value))
      best = &list[i];
  return best;
}

/* The phase from x has an open contact that grazes: up to there the map holds. */
static ss_status refuse_grazing(ss_walk *w, const ss_mode *modes, const double *x) {
  ss_vary *v = &w->v;
  const double margin = v->flow.margin, when = v->flow.when;
  const size_t i = v->flow.grazing;
  memcpy(w->x, x, 2 * v->frame.n * sizeof *x);
  const ss_status status = ss_vary_flow_run(&v->flow, modes, v->t, when, w->x, w->phase);
  if (status != SS_OK) return status;
  ss_walk_move(w, w->phase);
  v->t = when;
  return ss_vary_refuse(v, SS_REFUSAL_GRAZING, i, margin,
                        "the gap of '%s' comes down to %.3g at t = %.9g and opens again: "
                        "perturbed motions close it or do not",
                        ss_vary_name(v, i), margin, when);
}

ss_status ss_walk_go(ss_walk *w, const ss_mode *modes, double end) {
  ss_vary *v = &w->v;
  double *before = ss_arena_new(v->scratch, 2 * v->frame.n, double);
  if (!before) return SS_MEMORY;
  memcpy(before, w->x, 2 * v->frame.n * sizeof *before);
  const ss_status status = ss_vary_flow_run(&v->flow, modes, v->t, end, w->x, w->phase);
  if (status != SS_OK) {
    memcpy(w->x, before, 2 * v->frame.n * sizeof *before);
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the variation cannot be integrated from t = %.9g to %.9g", v->t, end);
  }
  if (v->flow.grazing != SIZE_MAX) return refuse_grazing(w, modes, before);
  ss_walk_move(w, w->phase);
  v->t = end;
  return SS_OK;
}

/* The same with a sample at every time that was asked for on the way. */
ss_status ss_walk_run(ss_walk *w, const ss_mode *modes, double end) {
  const ss_vary_options *o = w->v.options;
  bool begins = false;
  ss_status status = end > w->v.t ? ss_walk_set_off(w, modes, &begins) : SS_OK;
  if (status != SS_OK || w->v.refusal.kind) return status;
  while (w->out->samples < o->times && o->time[w->out->samples] <= end) {
    const double next = o->time[w->out->samples];
    if (next > w->v.t) status = ss_walk_go(w, modes, next);
    if (status != SS_OK || w->v.refusal.kind) return status;
    ss_walk_keep_sample(w);
  }
  return end > w->v.t ? ss_walk_go(w, modes, end) : SS_OK;
}

/* Moves the walk to where the trigger is 0, to rounding. */
static ss_status refine(ss_walk *w, const ss_moment *m, ss_instant *in) {
  ss_vary *v = &w->v;
  const double where = v->t;
  for (int round = 0; round < 4; round++) {
    ss_vary_guard *list;
    size_t count;
    ss_status status = ss_walk_list_guards(w, in->modes, &list, &count);
    if (status != SS_OK || v->refusal.kind) return status;
    const ss_vary_guard *g = ss_walk_find_trigger(m->first->guard, count, list);
    const double d = g ? -g->value / g->rate : 0;
    if (!g || fabs(d) <= 2e-16 * (1 + fabs(v->t))) return SS_OK;
    if (!(fabs(v->t + d - where) <= NEAR * (1 + where)))
      return ss_vary_refuse(v, SS_REFUSAL_GRAZING, g->element, g->rate,
                            "the %s of '%s' is %.3g at t = %.9g and changes at a rate of %.3g: "
                            "its zero is not found",
                            ss_guard_word(g->kind), ss_vary_name(v, g->element), g->value, v->t,
                            g->rate);
    status = ss_walk_go(w, in->modes, v->t + d);
    if (status != SS_OK || v->refusal.kind) return status;
  }
  return SS_OK;
}

/* The guards that are 0 here, the trigger first. */
static ss_status gather_guards(ss_walk *w, const ss_moment *m, ss_instant *in) {
  ss_vary *v = &w->v;
  size_t count;
  const ss_status status = ss_walk_list_guards(w, in->modes, &in->guard, &count);
  if (status != SS_OK || v->refusal.kind) return status;
  ss_vary_guard *list = in->guard, *trigger = ss_walk_find_trigger(m->first->guard, count, list);
  if (!trigger && m->first->modes_before) return SS_OK;
  if (trigger && trigger != list) {
    const ss_vary_guard first = *trigger;
    *trigger = list[0];
    list[0] = first;
  }
  in->guards = trigger ? 1 : 0;
  for (size_t i = in->guards; i < count; i++) {
    if (!(list[i].rate < 0) || fabs(list[i].value) > -list[i].rate * v->options->window) continue;
    if (trigger && list[i].kind == SS_GUARD_BOUND && list[i].element == trigger->element) continue;
    const ss_vary_guard at = list[i];
    list[i] = list[in->guards];
    list[in->guards++] = at;
  }
  return SS_OK;
}

static bool turns_back(const ss_vary *v, const double *x, size_t i) {
  const ss_frame *f = &v->frame;
  const ss_system_element *e = &f->system->element[i];
  return e->element->kind == SS_ELEMENT_CLUTCH &&
         f->gamma[f->normals + e->slip] < -ss_vary_still(v, x);
}

bool ss_vary_engages(const ss_vary *v, const double *x) {
  for (size_t i = 0; i < v->frame.elements; i++)
    if (turns_back(v, x, i)) return true;
  return false;
}

/* Clutches that engage at the start are free before, and frictions do what they do then. */
static void name_before_engaging(const ss_walk *w, ss_mode *modes) {
  const ss_frame *f = &w->v.frame;
  const double still = ss_vary_still(&w->v, w->x);
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (turns_back(&w->v, w->x, i)) modes[i] = SS_MODE_FREE;
    if (e->element->kind != SS_ELEMENT_FRICTION || e->slips != 1) continue;
    const double gamma = f->gamma[f->normals + e->slip];
    modes[i] = gamma > still    ? SS_MODE_SLIP_PLUS
               : gamma < -still ? SS_MODE_SLIP_MINUS
                                : SS_MODE_STICK;
  }
}

/* Modes before an impact at the start: contacts that approach are open. */
static ss_status find_start_modes(ss_walk *w, const ss_mode *after, ss_mode *modes) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  ss_transition t;
  if (ss_transition_create(v->scratch, v, &t) != SS_OK) return SS_MEMORY;
  if (!ss_frame_look(f, v->t, w->x, w->x + f->n)) return SS_NO_CONVERGENCE;
  memcpy(t.u, w->x + f->n, f->n * sizeof *t.u);
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    modes[i] = after[i];
    if (e->element->kind != SS_ELEMENT_CONTACT) continue;
    const double gap = ss_frame_value(f, SS_QUANTITY_GAP, e->normal);
    const bool closed = gap <= 1e-9 && fabs(f->gamma[e->normal]) <= ss_vary_still(v, w->x);
    modes[i] = closed ? SS_MODE_STICK : SS_MODE_FREE;
  }
  const ss_status status = ss_transition_choose(v, w->x, modes, 0, NULL, &t);
  if (status != SS_OK) return status;
  memcpy(modes, t.after, f->elements * sizeof *modes);
  if (ss_vary_engages(v, w->x)) name_before_engaging(w, modes);
  return SS_OK;
}

/* Does the repetition still follow the motion? The position at the event, and after it what the
 * modes say, must agree. */
static ss_status compare(ss_walk *w, const ss_moment *m, const ss_instant *in) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  double apart = 0;
  size_t where = SIZE_MAX;
  for (size_t k = 0; m->first->q && k < f->n; k++)
    apart = fmax(apart, fabs(m->first->q[k] - w->x[k]) / (1 + fabs(w->x[k])));
  if (!ss_frame_look(f, v->t, w->x, w->x + f->n)) return SS_NO_CONVERGENCE;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    const double *gamma = f->gamma + f->normals + e->slip;
    double off = 0;
    if (in->after[i] == SS_MODE_SLIP_PLUS) off = -gamma[0];
    if (in->after[i] == SS_MODE_SLIP_MINUS) off = gamma[0];
    if (in->after[i] == SS_MODE_STICK) off = fabs(gamma[0]);
    if (in->after[i] != SS_MODE_FREE && e->normal != SIZE_MAX)
      off = fmax(off, fabs(f->gamma[e->normal]));
    if (in->after[i] == SS_MODE_FREE && in->hits[i] &&
        ss_frame_value(f, SS_QUANTITY_GAP, e->normal) < ss_vary_still(v, w->x))
      off = fmax(off, -f->gamma[e->normal]);
    if (off > fmax(apart, FOLLOWS * ss_vary_speed(v, w->x))) apart = off, where = i;
  }
  if (apart <= FOLLOWS * ss_vary_speed(v, w->x)) return SS_OK;
  return ss_vary_refuse(v, SS_REFUSAL_BORDER, where, apart,
                        "the motion at t = %.9g cannot be repeated: %s%s%s%.3g, too near to a "
                        "border",
                        v->t, where == SIZE_MAX ? "it differs by " : "a velocity of '",
                        ss_vary_name(v, where), where == SIZE_MAX ? "" : "' is off by ", apart);
}

/* Is the instant the end of a slip in several directions? */
static bool is_spatial(const ss_walk *w, const ss_moment *m) {
  const ss_event_guard *g = m->first->guard;
  return g && m->first->modes_before && ss_guard_is_spatial(&w->v.frame, g->kind, g->element);
}

/* Orders that only inputs tell apart are pieces of the event, not of the map. */
static ss_status publish_event(ss_walk *w, const ss_instant *in, const ss_moment *m,
                               size_t orders) {
  ss_instant *pushed;
  ss_status status = ss_walk_find_inputs(w, in, &orders, &pushed);
  if (status == SS_OK) status = ss_walk_publish_event(w, in, m, orders);
  if (status != SS_OK) return status;
  return ss_walk_publish_inputs(w, pushed, orders,
                                (ss_vary_piece *)w->event[w->out->events - 1].piece);
}

static ss_status pass_instant(ss_walk *w, const ss_moment *m, const ss_mode *modes) {
  ss_vary *v = &w->v;
  const size_t n2 = 2 * v->frame.n;
  ss_instant *in = ss_arena_new(v->scratch, 1, ss_instant);
  bool *closes = ss_arena_new(v->scratch, v->frame.elements, bool);
  bool *hits = ss_arena_new(v->scratch, v->frame.elements, bool);
  double *row = ss_arena_new(v->scratch, v->frame.width, double);
  double *x = ss_arena_new(v->scratch, n2, double);
  if (!in || !closes || !hits || !row || !x) return SS_MEMORY;
  *in = (ss_instant){.modes = modes, .after = m->last->modes_after};
  in->closes = ss_moment_closes(v, m, closes) ? closes : NULL;
  in->hits = ss_moment_hits(m, hits);
  in->pieces = w->pushed ? 0 : w->pieces; /* inputs disturb whatever they can */
  in->piece = w->piece;
  ss_status status = m->first->modes_before && !is_spatial(w, m) ? refine(w, m, in) : SS_OK;
  if (status == SS_OK && !v->refusal.kind) status = gather_guards(w, m, in);
  if (status != SS_OK || v->refusal.kind) return status;
  in->t = v->t;
  memcpy(x, w->x, n2 * sizeof *x);
  in->x = x;
  if (in->guards) ss_walk_time_row(w, &in->guard[0], row);
  if (in->guards && v->t == 0 && ss_vary_engages(v, x))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, in->guard[0].element, NAN,
                          "a clutch engages at the start while '%s' closes: no derivative is known "
                          "of both at once",
                          ss_vary_name(v, in->guard[0].element));
  status = ss_vary_explore(v, in);
  if (status != SS_OK || v->refusal.kind) return status;
  const size_t orders = ss_walk_is_one_gain(w, in) ? 1 : in->orders;
  memcpy(w->x, in->order[0].x, n2 * sizeof *x);
  status = compare(w, m, in);
  if (status != SS_OK || v->refusal.kind) return status;
  status = publish_event(w, in, m, orders);
  if (status == SS_OK && in->guards) ss_walk_limit_by_order(w, row, in->guard[0].element);
  if (status == SS_OK) status = ss_walk_limit_by_impacts(w, in);
  if (status == SS_OK && v->t == 0) ss_walk_limit_by_clutches(w, in);
  if (status == SS_OK) status = ss_walk_branch(w, in, orders);
  if (status == SS_OK && !v->refusal.kind) status = ss_walk_limit_by_guards(w, in);
  return status;
}

/* The event at the end is neither before it nor after it. */
static ss_status refuse_end(ss_walk *w, size_t element) {
  return ss_vary_refuse(&w->v, SS_REFUSAL_END, element, NAN,
                        "'%s' has an event at t = %.9g, the end itself: perturbed motions are "
                        "before or after it there. The map is that before, the event's gain times "
                        "it that after",
                        ss_vary_name(&w->v, element), w->v.t);
}

/* Is a gap or a slip 0 at the end, without an event of the motion? */
static ss_status look_at_end(ss_walk *w, const ss_mode *modes) {
  ss_vary_guard *list;
  size_t count;
  const ss_status status = ss_walk_list_guards(w, modes, &list, &count);
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    const bool jumps = list[i].kind == SS_GUARD_GAP || list[i].kind == SS_GUARD_SLIP;
    if (jumps && list[i].rate < 0 && list[i].value <= -list[i].rate * w->v.options->window)
      return refuse_end(w, list[i].element);
  }
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static ss_status go_through(ss_walk *w, size_t count, const ss_moment *moments) {
  ss_vary *v = &w->v;
  const ss_motion *motion = &w->out->motion;
  const ss_mode *modes = motion->sample[0].modes;
  ss_mode *start = ss_arena_new(v->arena, v->frame.elements, ss_mode);
  if (!start) return SS_MEMORY;
  ss_status status = SS_OK;
  if (count && !moments[0].first->modes_before) {
    status = find_start_modes(w, moments[0].last->modes_after, start);
    modes = start;
  }
  w->out->start = modes;
  if (status == SS_OK) status = ss_walk_start(w, modes);
  for (size_t k = 0; k < count && status == SS_OK && !v->refusal.kind; k++) {
    const ss_arena_mark mark = ss_arena_get_mark(v->scratch);
    status = is_spatial(w, &moments[k]) ? ss_walk_approach(w, &moments[k], modes)
                                        : ss_walk_run(w, modes, moments[k].first->t);
    if (status == SS_OK) status = ss_walk_publish(w);
    if (status == SS_OK && !v->refusal.kind) status = pass_instant(w, &moments[k], modes);
    modes = moments[k].last->modes_after;
    const bool last = moments[k].first->t >= v->options->end - v->options->window;
    if (last && status == SS_OK && !v->refusal.kind)
      status = refuse_end(w, moments[k].first->element);
    ss_arena_release(v->scratch, mark);
  }
  if (status != SS_OK || v->refusal.kind) return status;
  ss_walk_limit_by_end(w, motion->t);
  status = ss_walk_run(w, modes, motion->t);
  if (status == SS_OK) status = ss_walk_publish(w);
  if (status == SS_OK && !v->refusal.kind && motion->status == SS_OK)
    status = ss_walk_limit_at_end(w, modes);
  if (status == SS_OK && !v->refusal.kind && motion->status == SS_OK)
    status = look_at_end(w, modes);
  if (motion->status != SS_OK && status == SS_OK)
    status = ss_vary_refuse(v, SS_REFUSAL_MOTION, SIZE_MAX, NAN, "%s",
                            motion->reason ? motion->reason : ss_status_text(motion->status));
  return status;
}

/* Which parameters move with those asked for, and how. */
static ss_status find_moved(ss_walk *w) {
  ss_vary *v = &w->v;
  const ss_model *model = v->system->model;
  const size_t m = v->options->parameters, all = model->parameters;
  double *slope = ss_arena_new(v->arena, all * m, double);
  size_t *moved = ss_arena_new(v->arena, all + 1, size_t), count = 0;
  if (!slope || !moved) return SS_MEMORY;
  const ss_status status = ss_vary_parameter_slopes(model, m, v->options->parameter, slope);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < all; i++) {
    bool moves = false;
    for (size_t j = 0; j < m; j++) moves = moves || slope[i * m + j] != 0;
    if (!moves) continue;
    memmove(slope + count * m, slope + i * m, m * sizeof *slope);
    moved[count++] = i;
  }
  v->slope = slope;
  v->moved = moved;
  v->frame.moved = count;
  return SS_OK;
}

static ss_status open_walk(ss_walk *w, const double *parameters) {
  ss_vary *v = &w->v;
  ss_status status = find_moved(w);
  if (status == SS_OK)
    status = ss_frame_create(v->arena, v->system, parameters, v->frame.moved, v->moved, &v->frame);
  if (status == SS_OK)
    status = ss_vary_flow_create(v->arena, &v->frame, v->options->tolerance, &v->flow);
  if (status == SS_OK) status = ss_response_create(v->arena, &v->frame, &v->response);
  if (status == SS_OK) status = ss_contact_state_create(v->arena, v->system, &v->contacts);
  if (status != SS_OK) return status;
  const size_t n2 = 2 * v->frame.n, width = v->frame.width;
  v->bonds = ss_arena_new(v->arena, v->frame.elements, ss_bond);
  w->x = ss_arena_new(v->arena, n2, double);
  w->phase = ss_arena_new(v->arena, n2 * width, double);
  w->product = ss_arena_new(v->arena, width * width, double);
  w->row_before = ss_arena_new(v->arena, width, double);
  w->sample_x = ss_arena_new(v->arena, v->options->times * n2, double);
  w->sample_gain = ss_arena_new(v->arena, v->options->times * n2 * w->out->columns, double);
  w->out->sample_x = w->sample_x;
  w->out->sample_gain = w->sample_gain;
  w->time_before = -1;
  const bool all = v->bonds && w->x && w->phase && w->product && w->row_before && w->sample_x;
  return all && w->sample_gain ? SS_OK : SS_MEMORY;
}

static ss_status walk_along(ss_walk *w, const double *q, const double *u) {
  ss_vary *v = &w->v;
  ss_moment *moments;
  size_t count;
  memcpy(w->x, q, v->frame.n * sizeof *q);
  memcpy(w->x + v->frame.n, u, v->frame.n * sizeof *u);
  ss_status status = ss_vary_list_instants(v, &w->out->motion, &count, &moments);
  w->event = ss_arena_new(v->arena, count + 1, ss_vary_event);
  if (status != SS_OK || !w->event) return SS_MEMORY;
  w->out->event = w->event;
  status = go_through(w, count, moments);
  w->out->refusal = v->refusal;
  w->out->size = INFINITY;
  for (size_t k = 0; k < w->out->events; k++) w->out->size = fmin(w->out->size, w->event[k].size);
  return status;
}

ss_status ss_vary_run(ss_arena *arena, const ss_system *system, const double *parameters,
                      const double *q, const double *u, const ss_vary_options *options,
                      ss_variation *out) {
  assert(ss_graph_is_sealed(system->graph));
  ss_walk w = {.v = {.system = system, .options = options, .arena = arena}, .out = out};
  ss_motion_options how = ss_motion_default_options();
  *out = (ss_variation){.n = system->coordinates,
                        .columns = 2 * system->coordinates + options->parameters};
  how.end = options->end;
  how.tolerance = options->tolerance;
  how.go_on_at_rest = true;
  how.first_if_several = options->first_if_several;
  ss_status status = ss_motion_run(arena, system, parameters, q, u, &how, &out->motion);
  if (status == SS_MEMORY || !out->motion.q || out->motion.samples == 0) return status;
  w.v.scratch = ss_arena_create();
  status = w.v.scratch ? open_walk(&w, parameters) : SS_MEMORY;
  if (status == SS_OK) status = ss_walk_open_inputs(&w, parameters);
  if (status == SS_OK) status = walk_along(&w, q, u);
  if (status == SS_OK && options->checks && out->pieces && !out->refusal.kind)
    status = ss_vary_check_run(&w.v, parameters, q, u, out);
  ss_frame_destroy(&w.v.frame);
  if (w.pushed) ss_frame_destroy(&w.pushed->frame);
  ss_arena_destroy(w.v.scratch);
  return status;
}

const ss_vary_piece *ss_vary_find_piece(const ss_variation *v, const double *z) {
  const ss_vary_piece *best = NULL;
  double least = INFINITY;
  /* the least violated one: rounding on a border must not leave it without */
  for (size_t k = 0; k < v->pieces; k++) {
    const ss_vary_piece *p = &v->piece[k];
    double worst = -INFINITY;
    for (size_t i = 0; i < p->rows; i++) {
      double sum = 0;
      for (size_t c = 0; c < v->columns; c++) sum += p->cone[i * v->columns + c] * z[c];
      worst = fmax(worst, sum);
    }
    if (best && worst >= least) continue;
    best = p;
    least = worst;
  }
  return best;
}
