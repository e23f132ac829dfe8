/* orders.c: all orders in which events of one instant can happen in perturbed motions.
 *
 * At the instant a set of guards is 0. A perturbation z moves the time at which guard i would reach
 * 0 by Delta_i = -(dg_i z) / g_i' (all at the state before; Bouma 2018, D.10-D.12 with errata), and
 * the smallest is first. It happens; in the modes after it, with the state after it, the others go
 * on to 0 with rates of their own, and the same question is asked again. Every order is so a
 * product of gains (C.60), valid in the cone
 *
 *     Delta_first - Delta_other <= 0,   stage by stage, each as a row times what led there.
 *
 * GUARDS THAT ARE ONE. Two corners of a box that slides flat stop at the same time in every motion
 * that keeps both of them down. Rows that agree on all perturbations that the closed and sticking
 * contacts allow are one event.
 *
 * There is a derivative (conewise) only if all orders end in one state with one acceleration. A
 * contact that one order lets lift again, because its impulse would have to pull, is superfluous
 * (errata D8); then, or where orders disagree otherwise, the instant is refused.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Directions closer than this are one; states and accelerations of different orders. */
static const double SAME = 1e-7, STATES = 1e-6;

/* Closing speeds, and rates of slips, that are grazing; impulses nearer to the border. */
static const double GRAZING = 1e-6, BORDER = 1e-7;

/* One order, as far as it has got. */
typedef struct stage {
  const double *x;
  const ss_mode *modes;
  const double *gain; /* width x width, so far */
  double *cone;
  size_t rows;
  size_t left; /* guards that have not happened */
  struct {
    ss_guard_kind kind;
    size_t element;
    int sign;
  } waiting[SS_TOGETHER_MOST];
  size_t count, element[SS_TOGETHER_MOST], lost;
  ss_order_stage past[SS_TOGETHER_MOST]; /* count */
} stage;

/* The guards of a stage that go on to 0, in classes that happen together. */
typedef struct present {
  size_t count, classes;
  ss_vary_guard *guard[SS_TOGETHER_MOST];
  size_t class_of[SS_TOGETHER_MOST];
  double *row[SS_TOGETHER_MOST]; /* Delta of each */
} present;

/* ---- perturbations that the bonds allow ------------------------------------------------------ */

/* Takes from `row` its parts along the orthonormal rows of `basis`. */
static void remove_parts(size_t width, size_t rows, const double *basis, double *row) {
  for (int twice = 0; twice < 2; twice++)
    for (size_t k = 0; k < rows; k++) {
      double sum = 0;
      for (size_t c = 0; c < width; c++) sum += basis[k * width + c] * row[c];
      for (size_t c = 0; c < width; c++) row[c] -= sum * basis[k * width + c];
    }
}

static double norm(size_t width, const double *row) {
  double sum = 0;
  for (size_t c = 0; c < width; c++) sum += row[c] * row[c];
  return sqrt(sum);
}

/* A row of derivatives (columns) joins the basis (width). */
static void join(const ss_frame *f, const double *slope, double *basis, size_t *rows) {
  const size_t n = f->n, width = f->width;
  double *row = basis + *rows * width;
  for (size_t c = 0; c < width; c++) row[c] = slope[c < 2 * n ? c : c + 1];
  const double before = norm(width, row);
  remove_parts(width, *rows, basis, row);
  const double after = norm(width, row);
  if (!(after > 1e-10 * before)) return;
  for (size_t c = 0; c < width; c++) row[c] /= after;
  ++*rows;
}

size_t ss_vary_list_bonds(const ss_frame *f, const ss_mode *modes, double *basis) {
  size_t rows = 0;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (modes[i] == SS_MODE_FREE) continue;
    if (e->normal != SIZE_MAX) {
      join(f, ss_frame_slope(f, SS_QUANTITY_GAP, e->normal), basis, &rows);
      join(f, f->gamma_slope + e->normal * f->columns, basis, &rows);
    }
    for (size_t k = 0; k < e->slips; k++)
      if (ss_vary_is_held(f, modes, i, k))
        join(f, f->gamma_slope + (f->normals + e->slip + k) * f->columns, basis, &rows);
  }
  return rows;
}

void ss_vary_keep_bonds(const ss_frame *f, size_t rows, const double *basis, double *z) {
  remove_parts(f->width, rows, basis, z);
}

/* ---- a stage --------------------------------------------------------------------------------- */

static ss_vary_guard *find_guard(const ss_frame *f, const stage *s, size_t k, size_t count,
                                 ss_vary_guard *list) {
  const bool signs = s->waiting[k].kind == SS_GUARD_BOUND ||
                     ss_guard_is_spatial(f, s->waiting[k].kind, s->waiting[k].element);
  for (size_t i = 0; i < count; i++)
    if (list[i].kind == s->waiting[k].kind && list[i].element == s->waiting[k].element &&
        (!signs || list[i].sign == s->waiting[k].sign))
      return &list[i];
  return NULL;
}

static bool is_one(const ss_frame *f, const double *a, const double *b, size_t rows,
                   const double *basis, double *d) {
  for (size_t c = 0; c < f->width; c++) d[c] = a[c] - b[c];
  remove_parts(f->width, rows, basis, d);
  return norm(f->width, d) <= SAME * (norm(f->width, a) + norm(f->width, b));
}

/* Rows of the guards, and which of them are one. */
static ss_status sort_guards(ss_vary *v, const stage *s, present *p) {
  const ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width;
  double *basis = ss_arena_new(v->scratch, (2 * f->directions + 1) * width, double);
  double *d = ss_arena_new(v->scratch, width, double);
  if (!basis || !d) return SS_MEMORY;
  const size_t rows = ss_vary_list_bonds(f, s->modes, basis);
  for (size_t k = 0; k < p->count; k++) {
    const ss_vary_guard *g = p->guard[k];
    p->row[k] = ss_arena_new(v->scratch, width, double);
    if (!p->row[k]) return SS_MEMORY;
    for (size_t c = 0; c < width; c++) p->row[k][c] = -g->slope[c < 2 * n ? c : c + 1] / g->rate;
    p->class_of[k] = p->classes;
    for (size_t j = 0; j < k; j++)
      if (is_one(f, p->row[k], p->row[j], rows, basis, d)) {
        p->class_of[k] = p->class_of[j];
        break;
      }
    if (p->class_of[k] == p->classes) p->classes++;
  }
  return SS_OK;
}

/* The guards that are waiting at a stage; those that do not go on to 0 are lost. */
static ss_status look(ss_vary *v, stage *s, present *p) {
  ss_frame *f = &v->frame;
  const size_t most = SS_VARY_GUARDS_AN_ELEMENT * f->elements;
  ss_vary_guard *list = ss_arena_new(v->scratch, most, ss_vary_guard);
  double *slopes = ss_arena_new(v->scratch, most * f->columns, double);
  *p = (present){0};
  if (!list || !slopes) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) list[i].slope = slopes + i * f->columns;
  if (!ss_frame_look(f, v->t, s->x, s->x + f->n) ||
      !ss_response_of_modes(f, s->modes, v->bonds, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the forces at t = %.9g have no derivative", v->t);
  const size_t count = ss_vary_list_guards(f, s->modes, &v->response, list);
  const double still = ss_vary_still(v, s->x);
  for (size_t k = 0; k < s->left; k++) {
    ss_vary_guard *g = find_guard(f, s, k, count, list);
    const double size = g && g->kind == SS_GUARD_GAP ? 1 : 10;
    if (g && g->rate < 0 && g->value < size * (still - g->rate * v->options->window))
      p->guard[p->count++] = g;
    else
      s->lost = s->waiting[k].element;
  }
  return sort_guards(v, s, p);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static ss_status judge_guard(ss_vary *v, const stage *s, const ss_vary_guard *g) {
  const double size = ss_vary_speed(v, s->x);
  if (g->kind == SS_GUARD_GAP && -g->rate < GRAZING * size)
    return ss_vary_refuse(v, SS_REFUSAL_GRAZING, g->element, g->rate,
                          "'%s' closes at t = %.9g with a speed of %.3g only: the motion grazes",
                          ss_vary_name(v, g->element), v->t, -g->rate);
  if (g->kind == SS_GUARD_SLIP && -g->rate < GRAZING * size)
    return ss_vary_refuse(v, SS_REFUSAL_GRAZING, g->element, g->rate,
                          "the slip of '%s' ends at t = %.9g with a deceleration of %.3g only",
                          ss_vary_name(v, g->element), v->t, -g->rate);
  return SS_OK;
}

static ss_status judge_impact(ss_vary *v, const ss_transition *t) {
  if (t->margin > BORDER) return SS_OK;
  return ss_vary_refuse(v, SS_REFUSAL_BORDER, t->margin_element, t->margin,
                        "the impact at t = %.9g is on the border of slip and stick at '%s' "
                        "(%.3g of the impulse away)",
                        v->t, ss_vary_name(v, t->margin_element), t->margin);
}

/* ---- one event ------------------------------------------------------------------------------- */

/* Slips in several directions end: what is left of their velocities, along (approach.c) and across
 * them, which friction takes in the same moment, goes by an impulse of those that hold. */
static ss_status stop_slips(ss_vary *v, const stage *s, size_t fired,
                            const ss_vary_guard *const *guard, ss_transition *t) {
  ss_frame *f = &v->frame;
  ss_bond *bonds = ss_arena_new(v->scratch, f->elements, ss_bond);
  if (!bonds) return SS_MEMORY;
  if (!ss_frame_look(f, v->t, s->x, t->u)) return SS_NO_CONVERGENCE;
  ss_bonds_of_modes(f, s->modes, bonds);
  for (size_t k = 0; k < fired; k++) {
    ss_bond *bond = &bonds[guard[k]->element];
    if (!ss_guard_is_spatial(f, guard[k]->kind, guard[k]->element)) continue;
    bond->holds[guard[k]->sign] = true;
    const size_t parts = ss_law_parts(v->system->element[guard[k]->element].element->law);
    if (bond->holds[0] && (parts == 1 || bond->holds[1])) bond->kind = SS_BOND_HELD;
  }
  for (size_t i = 0; i < f->elements; i++) {
    bonds[i].soft = true;
    bonds[i].stops = bonds[i].kind == SS_BOND_HELD || bonds[i].holds[0] || bonds[i].holds[1];
  }
  t->jump[t->jumps++] = bonds;
  if (!ss_response_choose(f, bonds, true, &v->response) || !ss_response_solve(f, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, guard[0]->element, NAN,
                          "the end of the slip of '%s' at t = %.9g has no derivative",
                          ss_vary_name(v, guard[0]->element), v->t);
  for (size_t k = 0; k < f->n; k++) t->u[k] += v->response.v[k];
  return SS_OK;
}

/* The impacts of a class, and the modes after: those that the motion says, where it is all. */
static ss_status find_transition(ss_vary *v, const ss_instant *in, stage *s, const present *p,
                                 size_t class, ss_transition *t) {
  const size_t n = v->frame.n;
  const ss_vary_guard *fired[SS_TOGETHER_MOST];
  bool *closes = ss_arena_new(v->scratch, v->frame.elements, bool), impact = false;
  bool spatial = false;
  size_t count = 0;
  ss_status status = ss_transition_create(v->scratch, v, t);
  if (status != SS_OK || !closes) return SS_MEMORY;
  for (size_t k = 0; k < p->count && status == SS_OK; k++) {
    if (p->class_of[k] != class) continue;
    fired[count++] = p->guard[k];
    if (p->guard[k]->kind == SS_GUARD_GAP) closes[p->guard[k]->element] = impact = true;
    spatial |= ss_guard_is_spatial(&v->frame, p->guard[k]->kind, p->guard[k]->element);
    status = judge_guard(v, s, p->guard[k]);
  }
  memcpy(t->u, s->x + n, n * sizeof *t->u);
  if (status != SS_OK || v->refusal.kind) return status;
  if (impact) status = ss_transition_collide(v, s->x, s->modes, closes, t);
  if (status == SS_OK && !v->refusal.kind) status = judge_impact(v, t);
  if (status != SS_OK || v->refusal.kind) return status;
  if (spatial) status = stop_slips(v, s, count, fired, t);
  if (status != SS_OK || v->refusal.kind) return status;
  /* a contact that was closed and is thrown off */
  for (size_t j = 0; j < t->jumps; j++)
    for (size_t i = 0; i < v->frame.elements; i++)
      if (v->system->element[i].element->kind == SS_ELEMENT_CONTACT && s->count > 0 &&
          s->modes[i] != SS_MODE_FREE && t->jump[j][i].kind == SS_BOND_NONE)
        s->lost = i;
  if (s->count == 0 && p->classes == 1 && in->after) {
    memcpy(t->after, in->after, v->frame.elements * sizeof *t->after);
    return SS_OK;
  }
  return ss_transition_choose(v, s->x, s->modes, count, fired, t);
}

static void multiply(size_t width, const double *A, const double *B, double *C) {
  memset(C, 0, width * width * sizeof *C);
  for (size_t i = 0; i < width; i++)
    for (size_t k = 0; k < width; k++)
      for (size_t j = 0; A[i * width + k] != 0 && j < width; j++)
        C[i * width + j] += A[i * width + k] * B[k * width + j];
}

/* Rows of the cone in which the class is first, in terms of the start of the instant. */
static void add_rows(const ss_frame *f, const present *p, size_t class, stage *s) {
  const size_t width = f->width;
  size_t first = 0;
  while (p->class_of[first] != class) first++;
  for (size_t k = 0; k < p->count; k++) {
    bool seen = p->class_of[k] == class;
    for (size_t j = 0; j < k; j++) seen = seen || p->class_of[j] == p->class_of[k];
    if (seen) continue;
    double *row = s->cone + s->rows++ * width;
    memset(row, 0, width * sizeof *row);
    for (size_t i = 0; i < width; i++)
      for (size_t c = 0; c < width; c++)
        row[c] += (p->row[first][i] - p->row[k][i]) * s->gain[i * width + c];
  }
}

/* The guards of a class, as bits of the instant's. */
static unsigned find_bits(const ss_instant *in, const present *p, size_t class) {
  unsigned bits = 0;
  for (size_t k = 0; k < p->count; k++)
    for (size_t i = 0; p->class_of[k] == class && i < in->guards; i++)
      if (in->guard[i].kind == p->guard[k]->kind && in->guard[i].element == p->guard[k]->element &&
          in->guard[i].sign == p->guard[k]->sign)
        bits |= 1u << i;
  return bits;
}

/* The stage after a class has happened. */
static ss_status advance(ss_vary *v, const ss_instant *in, const stage *s, const present *p,
                         size_t class, stage *next) {
  const size_t n = v->frame.n, width = v->frame.width;
  ss_transition t;
  stage now = *s;
  ss_status status = find_transition(v, in, &now, p, class, &t);
  if (status != SS_OK || v->refusal.kind) return status;
  double *gain = ss_arena_new(v->scratch, width * width, double);
  double *whole = ss_arena_new(v->scratch, width * width, double);
  double *x = ss_arena_new(v->scratch, 2 * n, double);
  double *cone = ss_arena_new(v->scratch, SS_TOGETHER_MOST * SS_TOGETHER_MOST * width, double);
  if (!gain || !whole || !x || !cone) return SS_MEMORY;
  size_t first = 0;
  while (p->class_of[first] != class) first++;
  status = ss_vary_gain(v, s->x, s->modes, p->guard[first], &t, gain, NULL);
  if (status != SS_OK || v->refusal.kind) return status;
  multiply(width, gain, s->gain, whole);
  memcpy(x, s->x, n * sizeof *x);
  memcpy(x + n, t.u, n * sizeof *x);
  if (s->rows) memcpy(cone, s->cone, s->rows * width * sizeof *cone);
  *next = now;
  next->cone = cone;
  next->gain = s->gain;
  add_rows(&v->frame, p, class, next);
  next->gain = whole;
  next->x = x;
  next->modes = t.after;
  const unsigned done = s->count ? s->past[s->count - 1].done : 0;
  next->past[next->count] = (ss_order_stage){done | find_bits(in, p, class), x, gain, t.after};
  next->element[next->count++] = p->guard[first]->element;
  next->left = 0;
  for (size_t k = 0; k < p->count; k++)
    if (p->class_of[k] != class) {
      next->waiting[next->left].kind = p->guard[k]->kind;
      next->waiting[next->left].element = p->guard[k]->element;
      next->waiting[next->left++].sign = p->guard[k]->sign;
    }
  return SS_OK;
}

/* ---- all orders ------------------------------------------------------------------------------ */

static ss_status finish(ss_vary *v, ss_instant *in, const stage *s) {
  ss_frame *f = &v->frame;
  if (in->orders == SS_ORDERS_MOST)
    return ss_vary_refuse(v, SS_REFUSAL_LIMIT, SIZE_MAX, SS_ORDERS_MOST,
                          "more than %d orders of events at t = %.9g", SS_ORDERS_MOST, v->t);
  ss_order *o = &in->order[in->orders++];
  *o = (ss_order){.count = s->count,
                  .rows = s->rows,
                  .cone = s->cone,
                  .gain = (double *)s->gain,
                  .x = (double *)s->x,
                  .modes = (ss_mode *)s->modes,
                  .lost = s->lost};
  memcpy(o->element, s->element, sizeof o->element);
  memcpy(o->stage, s->past, sizeof o->stage);
  o->rate = ss_arena_new(v->scratch, f->n, double);
  if (!o->rate) return SS_MEMORY;
  if (ss_vary_find_rates(v, o->x, o->modes, o->rate) != SS_OK)
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the forces after t = %.9g have no derivative", v->t);
  return SS_OK;
}

static ss_status follow(ss_vary *v, ss_instant *in, stage *s) {
  present p = {0};
  ss_status status = s->left ? look(v, s, &p) : SS_OK;
  if (status != SS_OK || v->refusal.kind) return status;
  if (p.count == 0) return finish(v, in, s);
  for (size_t class = 0; class < p.classes; class ++) {
    stage next;
    status = advance(v, in, s, &p, class, &next);
    if (status == SS_OK && !v->refusal.kind) status = follow(v, in, &next);
    if (status != SS_OK || v->refusal.kind) return status;
  }
  return SS_OK;
}

/* Do all orders end alike? */
static ss_status compare(ss_vary *v, const ss_instant *in) {
  const size_t n = v->frame.n;
  for (size_t k = 1; k < in->orders; k++) {
    const ss_order *a = &in->order[0], *b = &in->order[k];
    double apart = 0, size = 1, rates = 0;
    for (size_t i = 0; i < 2 * n; i++) {
      size = fmax(size, fabs(a->x[i]));
      apart = fmax(apart, fabs(a->x[i] - b->x[i]));
    }
    for (size_t i = 0; i < n; i++)
      rates = fmax(rates, fabs(a->rate[i] - b->rate[i]) / (1 + fabs(a->rate[i])));
    if (apart <= STATES * size && rates <= STATES) continue;
    const size_t lost = b->lost != SIZE_MAX ? b->lost : a->lost;
    const double number = apart > STATES * size ? apart : rates;
    if (lost != SIZE_MAX)
      return ss_vary_refuse(v, SS_REFUSAL_SUPERFLUOUS, lost, number,
                            "'%s' is superfluous at t = %.9g: in one order of the events it does "
                            "not stay closed, and the states after them differ by %.3g",
                            ss_vary_name(v, lost), v->t, number);
    size_t parted = 0; /* where the orders part */
    while (parted + 1 < a->count && parted + 1 < b->count &&
           a->element[parted] == b->element[parted])
      parted++;
    const ss_status status =
        ss_vary_refuse(v, SS_REFUSAL_DISCONTINUOUS, a->element[parted], number,
                       "'%s' and '%s' happen at once at t = %.9g, and which is first changes "
                       "the %s after them by %.3g",
                       ss_vary_name(v, a->element[parted]), ss_vary_name(v, b->element[parted]),
                       v->t, apart > STATES * size ? "state" : "accelerations", number);
    v->refusal.other = b->element[parted];
    return status;
  }
  return SS_OK;
}

/* The bonds that stop contacts for good, at the frame's state: those that close as they slip now,
 * the others as in their modes. */
static void stop_contacts(const ss_vary *v, const ss_instant *in, ss_bond *bonds) {
  const ss_frame *f = &v->frame;
  const double still = ss_vary_still(v, in->x);
  ss_bonds_of_modes(f, in->modes, bonds);
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    const double *gamma = f->gamma + f->normals + e->slip;
    bonds[i].soft = true;
    if (!in->closes[i]) continue;
    bonds[i].kind = SS_BOND_HELD;
    for (size_t part = 0; e->slips && part < ss_law_parts(e->element->law); part++) {
      bonds[i].holds[part] = !(ss_frame_speed(f, i, part) > still);
      if (!bonds[i].holds[part]) bonds[i].kind = SS_BOND_SLIP;
    }
    if (e->slips == 1 && gamma[0] < 0) bonds[i].sign = -1;
    /* a slip that turns in every impact, or ends before they do, holds */
    if (in->after[i] == SS_MODE_STICK) bonds[i].kind = SS_BOND_HELD;
  }
}

/* An accumulation: after the last impact that was resolved its contacts are stopped for good, and
 * the motion goes on closed from there. What is left of the bounces is the square of their speed,
 * and so is its derivative. */
static ss_status close_softly(ss_vary *v, ss_instant *in) {
  ss_frame *f = &v->frame;
  ss_transition t;
  double *gain = ss_arena_new(v->scratch, f->width * f->width, double);
  double *x = ss_arena_new(v->scratch, 2 * f->n, double);
  bool *closes = ss_arena_new(v->scratch, f->elements, bool);
  ss_bond *bonds = ss_arena_new(v->scratch, f->elements, ss_bond);
  if (!gain || !x || !bonds || !closes || ss_transition_create(v->scratch, v, &t) != SS_OK)
    return SS_MEMORY;
  closes[in->guard[0].element] = true;
  ss_status status = ss_transition_collide(v, in->x, in->modes, closes, &t);
  if (status != SS_OK || v->refusal.kind) return status;
  if (!ss_frame_look(f, v->t, in->x, t.u)) return SS_NO_CONVERGENCE;
  stop_contacts(v, in, bonds);
  t.jump[t.jumps++] = bonds;
  memcpy(t.after, in->after, f->elements * sizeof *t.after);
  if (!ss_response_choose(f, bonds, true, &v->response) || !ss_response_solve(f, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                          "the accumulation at t = %.9g has no derivative", v->t);
  memcpy(x, in->x, f->n * sizeof *x);
  for (size_t k = 0; k < f->n; k++) x[f->n + k] = t.u[k] + v->response.v[k];
  status = ss_vary_gain(v, in->x, in->modes, &in->guard[0], &t, gain, NULL);
  if (status != SS_OK || v->refusal.kind) return status;
  const stage s = {.x = x,
                   .modes = t.after,
                   .gain = gain,
                   .count = 1,
                   .element = {in->guard[0].element},
                   .lost = SIZE_MAX};
  return finish(v, in, &s);
}

/* A guard of forces that are not unique: nothing may jump, and nothing happens to the variation. */
static ss_status pass(ss_vary *v, ss_instant *in) {
  ss_transition t;
  stage s = {.x = in->x, .modes = in->after, .lost = SIZE_MAX};
  double *gain = ss_arena_new(v->scratch, v->frame.width * v->frame.width, double);
  if (!gain || ss_transition_create(v->scratch, v, &t) != SS_OK) return SS_MEMORY;
  memcpy(t.after, in->after, v->frame.elements * sizeof *t.after);
  const ss_status status = ss_vary_gain(v, in->x, in->modes, NULL, &t, gain, NULL);
  if (status != SS_OK || v->refusal.kind) return status;
  s.gain = gain;
  return finish(v, in, &s);
}

/* Orders that end alike end in the motion's modes: of contacts that depend on each other, at rest
 * and without load, rounding names those that were chosen here. */
static void name_as_motion(ss_instant *in) {
  for (size_t k = 0; k < in->orders; k++) {
    ss_order *o = &in->order[k];
    if (o->lost != SIZE_MAX || o->count == 0) continue;
    o->modes = (ss_mode *)in->after;
    o->stage[o->count - 1].modes = in->after;
  }
}

ss_status ss_vary_explore(ss_vary *v, ss_instant *in) {
  const size_t width = v->frame.width;
  in->orders = 0;
  if (in->closes) return close_softly(v, in);
  if (in->guards == 0) return pass(v, in);
  if (in->guards > SS_TOGETHER_MOST)
    return ss_vary_refuse(v, SS_REFUSAL_LIMIT, in->guard[0].element, (double)in->guards,
                          "%zu guards reach 0 at once at t = %.9g; at most %d are followed",
                          in->guards, v->t, SS_TOGETHER_MOST);
  stage s = {.x = in->x, .modes = in->modes, .left = in->guards, .lost = SIZE_MAX};
  double *identity = ss_arena_new(v->scratch, width * width, double);
  if (!identity) return SS_MEMORY;
  for (size_t k = 0; k < width; k++) identity[k * width + k] = ss_frame_has(&v->frame, k);
  s.gain = identity;
  for (size_t k = 0; k < in->guards; k++) {
    s.waiting[k].kind = in->guard[k].kind;
    s.waiting[k].element = in->guard[k].element;
    s.waiting[k].sign = in->guard[k].sign;
  }
  ss_status status = follow(v, in, &s);
  if (status == SS_OK && !v->refusal.kind) status = compare(v, in);
  if (status == SS_OK && !v->refusal.kind && in->after) name_as_motion(in);
  return status;
}
