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
 * contacts allow are one event. So are those that agree on all perturbations of the start that
 * there are still: a table that stood on two legs lands on both others at once, always.
 *
 * FOLLOWERS. Contacts that touch and were about to leave may be pushed back by an impact elsewhere,
 * as the corners of a box that clatters are: they hit in the same instant, whatever the
 * perturbation, if the motion says that they do. They belong to the stage that led to them.
 *
 * There is a derivative (conewise) only if all orders end in one state with one acceleration. A
 * contact that one order lets lift again, because its impulse would have to pull, is superfluous
 * (errata D8); then, or where orders disagree otherwise, the instant is refused.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* States and accelerations of different orders that are one. */
static const double STATES = 1e-6;

/* Closing speeds, and rates of slips, that are grazing; impulses nearer to the border. */
static const double GRAZING = 1e-6, HARDLY = 1e-2, BORDER = 1e-7;

/* Impacts that follow others at one instant, and rows of a cone then. */
enum { CLATTERS = 1, FOLLOWERS_MOST = 8 };
enum { ROWS_MOST = (SS_TOGETHER_MOST + FOLLOWERS_MOST) * SS_TOGETHER_MOST };

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
  size_t followers;                      /* impacts that others led to, in the last of them */
} stage;

/* The guards of a stage that go on to 0, in classes that happen together. */
typedef struct present {
  size_t count, classes;
  ss_vary_guard *guard[SS_TOGETHER_MOST];
  size_t class_of[SS_TOGETHER_MOST];
  double *row[SS_TOGETHER_MOST]; /* Delta of each */
} present;

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

/* Rows of the guards, and which of them are one. */
static ss_status sort_guards(ss_vary *v, const ss_instant *in, const stage *s, present *p) {
  const ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width;
  double *basis = ss_arena_new(v->scratch, (2 * f->directions + 1) * width, double);
  double *d = ss_arena_new(v->scratch, 4 * width, double);
  if (!basis || !d) return SS_MEMORY;
  const size_t rows = ss_vary_list_bonds(f, s->modes, basis);
  for (size_t k = 0; k < p->count; k++) {
    const ss_vary_guard *g = p->guard[k];
    p->row[k] = ss_arena_new(v->scratch, width, double);
    if (!p->row[k]) return SS_MEMORY;
    for (size_t c = 0; c < width; c++) p->row[k][c] = -g->slope[c < 2 * n ? c : c + 1] / g->rate;
    p->class_of[k] = p->classes;
    for (size_t j = 0; j < k; j++)
      if (ss_vary_rows_agree(f, rows, basis, p->row[k], p->row[j], d) ||
          ss_vary_rows_meet(f, in, s->gain, p->row[k], p->row[j], d)) {
        p->class_of[k] = p->class_of[j];
        break;
      }
    if (p->class_of[k] == p->classes) p->classes++;
  }
  return SS_OK;
}

/* Is the guard small enough, for its rate, to reach 0 in the same instant? */
static bool is_at_once(const ss_vary *v, const ss_vary_guard *g, double still) {
  const double size = g->kind == SS_GUARD_GAP ? 1 : 10;
  return g->rate < 0 && g->value < size * (still - g->rate * v->options->window);
}

/* The guards that are waiting at a stage; those that do not go on to 0 are lost. */
static ss_status look(ss_vary *v, const ss_instant *in, stage *s, present *p) {
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
    if (g && is_at_once(v, g, still))
      p->guard[p->count++] = g;
    else
      s->lost = s->waiting[k].element;
  }
  return sort_guards(v, in, s, p);
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* Which rates are too small? Less where perturbations of the start hardly move the guard, as in the
 * last impacts of a clatter: what counts is how much they move its time. */
static ss_status find_grazing(ss_vary *v, const ss_instant *in, const stage *s,
                              const ss_vary_guard *g, double *rate) {
  const size_t n = v->frame.n, width = v->frame.width;
  double *row = ss_arena_new(v->scratch, width, double);
  if (!row) return SS_MEMORY;
  for (size_t c = 0; c < width; c++) row[c] = g->slope[c < 2 * n ? c : c + 1];
  const double moved = ss_vary_reach(&v->frame, in, s->gain, row);
  *rate = GRAZING * ss_vary_speed(v, s->x) * fmax(HARDLY, fmin(1, moved));
  return SS_OK;
}

static ss_status judge_guard(ss_vary *v, const ss_instant *in, const stage *s,
                             const ss_vary_guard *g) {
  double least = 0;
  if (g->kind != SS_GUARD_GAP && g->kind != SS_GUARD_SLIP) return SS_OK;
  const ss_status status = find_grazing(v, in, s, g, &least);
  if (status != SS_OK || -g->rate >= least) return status;
  return ss_vary_refuse(v, SS_REFUSAL_GRAZING, g->element, g->rate,
                        g->kind == SS_GUARD_GAP
                            ? "'%s' closes at t = %.9g with a speed of %.3g only: the motion grazes"
                            : "the slip of '%s' ends at t = %.9g with a deceleration of %.3g only",
                        ss_vary_name(v, g->element), v->t, -g->rate);
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

/* Does contact i touch and approach, with the velocities that the frame has, and does the motion
 * know of it? */
static bool follows(const ss_vary *v, const ss_instant *in, const stage *s, size_t i) {
  const ss_frame *f = &v->frame;
  const ss_system_element *e = &f->system->element[i];
  const double still = ss_vary_still(v, s->x);
  if (!in->hits || !in->hits[i] || e->element->kind != SS_ELEMENT_CONTACT) return false;
  const ss_vary_guard gap = {.kind = SS_GUARD_GAP,
                             .value = ss_frame_value(f, SS_QUANTITY_GAP, e->normal),
                             .rate = f->gamma[e->normal]};
  return gap.rate < -still && is_at_once(v, &gap, still);
}

/* Contacts that follow the event which led to the stage wait, too. */
static ss_status add_followers(ss_vary *v, const ss_instant *in, stage *s) {
  if (!ss_frame_look(&v->frame, v->t, s->x, s->x + v->frame.n)) return SS_NO_CONVERGENCE;
  for (size_t i = 0; i < v->frame.elements; i++) {
    bool waits = !follows(v, in, s, i);
    for (size_t k = 0; k < s->left; k++) waits = waits || s->waiting[k].element == i;
    if (waits) continue;
    if (s->left == SS_TOGETHER_MOST || ++s->followers > FOLLOWERS_MOST)
      return ss_vary_refuse(v, SS_REFUSAL_LIMIT, i, FOLLOWERS_MOST,
                            "impacts at t = %.9g lead to more and more others, of '%s' at last",
                            v->t, ss_vary_name(v, i));
    s->waiting[s->left].kind = SS_GUARD_GAP;
    s->waiting[s->left].element = i;
    s->waiting[s->left++].sign = 1;
  }
  return SS_OK;
}

/* Is the class all that happens, so that the motion says the modes after it? */
static bool is_all(ss_vary *v, const ss_instant *in, const stage *s, const present *p,
                   const ss_transition *t) {
  if (s->count > 0 || p->classes != 1 || !in->after) return false;
  if (!in->hits || !ss_frame_look(&v->frame, v->t, s->x, t->u)) return true;
  for (size_t i = 0; i < v->frame.elements; i++)
    if (follows(v, in, s, i)) return false;
  return true;
}

/* Contacts that throw each other off again and again, faster and faster: all that touch take part,
 * as they do in the motion. */
static void close_all(ss_vary *v, const ss_instant *in, const stage *s, bool *closes) {
  ss_frame *f = &v->frame;
  if (!ss_frame_look(f, v->t, s->x, s->x + f->n)) return;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (e->element->kind != SS_ELEMENT_CONTACT || !in->hits[i]) continue;
    if (ss_frame_value(f, SS_QUANTITY_GAP, e->normal) < ss_vary_still(v, s->x)) closes[i] = true;
  }
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
    status = judge_guard(v, in, s, p->guard[k]);
  }
  memcpy(t->u, s->x + n, n * sizeof *t->u);
  if (status != SS_OK || v->refusal.kind) return status;
  if (impact && s->followers > CLATTERS) close_all(v, in, s, closes);
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
  if (is_all(v, in, s, p, t)) {
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

/* What has happened: a stage of its own, or, of followers, more of the last one. */
static ss_status record(ss_vary *v, const ss_instant *in, const present *p, size_t class,
                        const double *gain, const ss_transition *t, stage *next) {
  const size_t width = v->frame.width;
  ss_order_stage *last = next->count ? &next->past[next->count - 1] : NULL;
  const unsigned before = last ? last->done : 0, bits = find_bits(in, p, class) & ~before;
  size_t first = 0;
  while (p->class_of[first] != class) first++;
  if (bits || !last) {
    next->past[next->count] = (ss_order_stage){before | bits, next->x, gain, t->after};
    next->element[next->count++] = p->guard[first]->element;
    return SS_OK;
  }
  double *both = ss_arena_new(v->scratch, width * width, double);
  if (!both) return SS_MEMORY;
  multiply(width, gain, last->gain, both);
  *last = (ss_order_stage){last->done, next->x, both, t->after};
  return SS_OK;
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
  double *cone = ss_arena_new(v->scratch, ROWS_MOST * width, double);
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
  status = record(v, in, p, class, gain, &t, next);
  next->left = 0;
  for (size_t k = 0; k < p->count; k++)
    if (p->class_of[k] != class) {
      next->waiting[next->left].kind = p->guard[k]->kind;
      next->waiting[next->left].element = p->guard[k]->element;
      next->waiting[next->left++].sign = p->guard[k]->sign;
    }
  return status == SS_OK ? add_followers(v, in, next) : status;
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
  ss_status status = s->left ? look(v, in, s, &p) : SS_OK;
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
    size_t one = a->element[parted], other = b->element[parted];
    if (one == other) one = in->guard[0].element, other = in->guard[1].element; /* followers part */
    const ss_status status = ss_vary_refuse(
        v, SS_REFUSAL_DISCONTINUOUS, one, number,
        "'%s' and '%s' happen at once at t = %.9g, and which is first changes the %s after them by "
        "%.3g",
        ss_vary_name(v, one), ss_vary_name(v, other), v->t,
        apart > STATES * size ? "state" : "accelerations", number);
    v->refusal.other = other;
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

/* A guard of forces that are not unique: nothing may jump, and nothing happens to the variation.
 * Clutches that turn backwards at the start engage there, whatever the perturbation. */
static ss_status pass(ss_vary *v, ss_instant *in) {
  const size_t n = v->frame.n;
  ss_transition t;
  stage s = {.modes = in->after, .lost = SIZE_MAX};
  bool *closes = ss_arena_new(v->scratch, v->frame.elements, bool);
  double *gain = ss_arena_new(v->scratch, v->frame.width * v->frame.width, double);
  double *x = ss_arena_new(v->scratch, 2 * n, double);
  if (!gain || !closes || !x || ss_transition_create(v->scratch, v, &t) != SS_OK) return SS_MEMORY;
  memcpy(x, in->x, 2 * n * sizeof *x);
  memcpy(t.after, in->after, v->frame.elements * sizeof *t.after);
  if (!ss_frame_look(&v->frame, v->t, x, x + n)) return SS_NO_CONVERGENCE;
  ss_status status = SS_OK;
  if (v->t == 0 && ss_vary_engages(v, x)) {
    status = ss_transition_collide(v, x, in->modes, closes, &t);
    if (status == SS_OK && !v->refusal.kind) status = judge_impact(v, &t);
    if (status != SS_OK || v->refusal.kind) return status;
    memcpy(x + n, t.u, n * sizeof *x);
  }
  status = ss_vary_gain(v, in->x, in->modes, NULL, &t, gain, NULL);
  if (status != SS_OK || v->refusal.kind) return status;
  s.x = x;
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
