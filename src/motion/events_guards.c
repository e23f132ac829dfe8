/* events_guards.c: functions that are positive while the stances are right, and where the first of
 * them reaches 0.
 *
 *     open contact    gap                        (rate: gamma_N)
 *     closed contact  normal force;   slider that slips: its normal force times its side
 *     spring          minus the gap              (rate: minus gamma_N)
 *     slip            slip velocity times its sign; spatial: speed     (rate: its acceleration)
 *     stick           mu N -+ lambda_T; spatial: how far inside the set
 *     clutch          free: slip velocity; locked: force
 *     dependent held directions: the margin of all forces together (events_undetermined.c)
 *
 * A guard that begins a phase at 0 (a gap after an impact, a slip that just began) is not armed
 * until it was clearly positive. If its rate is positive, (g(s) - g(0))/s is searched for a root in
 * place of g, which has the trivial root at s = 0 removed: flights of any shortness keep their
 * relative accuracy. If its rate is 0 too, it ends the phase only below -SLACK.
 *
 * After each step the guards are compared at both ends. Where both are positive but the rate turns
 * from negative to positive between, the minimum inside is looked at; forces have no rate, but a
 * value in the middle of the step, and a parabola shows where they may dip. The root is found by
 * Newton's method (secants where there is no rate) inside a bracket, on the flow's own state inside
 * the step, which may cost 13 evaluations of the equations: it begins at the root of the cubic that
 * values and rates at both ends make, and ends where the next step would be made of rounding. The
 * search is repeated for guards that are negative at the root found, so that the first root of all
 * is returned.
 *
 * Steps are limited to end soon after the next root that rates predict, so that two roots of one
 * guard rarely share a step; what dips more sharply than a parabola within one step can be missed.
 * A spatial slip ends where the equations are singular: a step goes no farther than its predicted
 * end. One whose friction depends on its speed is approached by steps that see what friction does
 * there.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* Relative to the sizes of gaps, velocities and forces. */
static const double SLACK = 1e-12;

/* ---- values ---------------------------------------------------------------------------------- */

/* Where element i is in the contact problem; only for elements that take part. */
static size_t find_contact(const ss_events *ev, size_t i) {
  size_t k = 0;
  while (ev->contacts.at.element[k] != i) k++;
  return k;
}

static double accelerate(const ss_events *ev, const double *W, double zeta) {
  const double *a = ev->contacts.acceleration;
  for (size_t k = 0; k < ev->run->n; k++) zeta += W[k] * a[k];
  return zeta;
}

/* Is the direction of this slip rounded off, so that it may begin? */
static bool is_rounded(const ss_events *ev, const ss_guard *g) {
  return ev->is_stiff && ev->stance[g->element].begins[g->part];
}

/* The speed at which a spatial slip has ended. One that began in a stiff phase ends before it is a
 * creep: at 100 times the rounding of its direction the force is its bound to 5e-5. */
static double find_least_speed(const ss_events *ev, const ss_guard *g) {
  return is_rounded(ev, g) ? 100 * ev->round : ss_events_slowest(ev);
}

static double evaluate_slip(const ss_events *ev, const ss_guard *g, double *rate) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[g->element];
  const double *gamma = ev->contacts.at.gamma + run->normals + e->slip;
  double square = 0, product = 0;
  const size_t last = ss_law_part_last(e->element->law, g->part);
  for (size_t k = ss_law_part_first(g->part); k < last; k++) {
    const size_t j = e->slip + k;
    const double change = accelerate(ev, run->at.WT + run->n * j, run->at.zetaT[j]);
    if (e->slips == 1) {
      *rate = g->sign * change;
      return g->sign * gamma[0];
    }
    /* where the direction is rounded off, drilling counts as the speed at the edge of its spot */
    const double arm = is_rounded(ev, g) && k == 2 ? run->at.law[3 * g->element + 1] : 1;
    square += arm * arm * gamma[k] * gamma[k];
    product += arm * arm * gamma[k] * change;
  }
  const double speed = sqrt(square);
  *rate = speed > 0 ? product / speed : 0;
  return speed - find_least_speed(ev, g);
}

/* How far inside the law's set a force in several directions is: N h(n) - r.n, h the support
 * function and n the normal where the ray through r leaves the set. It passes 0 smoothly, unlike
 * the distance from the set. Of a set without interior there is only that. */
static double measure_inside(const ss_law *law, double N, const double *r) {
  double negative[SS_SLIP_MOST], nearest[SS_SLIP_MOST], n[SS_SLIP_MOST], distance = 0, inner = 0;
  const size_t count = (size_t)ss_law_dimension(law->kind);
  if (ss_law_find_normal(law, r, n)) {
    for (size_t a = 0; a < count; a++) inner += r[a] * n[a];
    return ss_law_support(law, N, n, NULL) - inner;
  }
  for (size_t a = 0; a < count; a++) negative[a] = -r[a];
  ss_law_prox(law, N, negative, nearest);
  for (size_t a = 0; a < count; a++) distance = fmax(distance, fabs(negative[a] - nearest[a]));
  return distance > 0 ? -distance : N;
}

static double evaluate_bound(const ss_events *ev, const ss_guard *g) {
  const size_t k = find_contact(ev, g->element);
  const ss_contact *contact = &ev->contacts.at.contact[k];
  const double *r = ev->contacts.r + contact->offset, size = ss_events_force_size(ev, k);
  if (contact->kind == SS_ELEMENT_CLUTCH) return r[0] / size;
  const bool friction = contact->kind == SS_ELEMENT_FRICTION;
  const double side = contact->kind == SS_ELEMENT_SLIDER ? ev->stance[g->element].side : 1;
  const double N = friction ? contact->normal : side * r[0];
  const double *rT = (friction ? r : r + 1) + ss_law_part_first(g->part);
  const ss_law law = ss_law_part(&contact->law, g->part);
  const double *mu = law.argument;
  if (law.kind == SS_LAW_COULOMB) return (mu[0] * N - g->sign * rT[0]) / size;
  if (law.kind == SS_LAW_DISK) return (mu[0] * N - hypot(rT[0], rT[1])) / size;
  return N < 0 ? N / size : measure_inside(&law, N, rT) / size;
}

static double evaluate_normal(const ss_events *ev, const ss_guard *g) {
  const size_t k = find_contact(ev, g->element);
  const ss_contact *contact = &ev->contacts.at.contact[k];
  const double side = contact->kind == SS_ELEMENT_SLIDER ? ev->stance[g->element].side : 1;
  return side * ev->contacts.r[contact->offset] / ss_events_force_size(ev, k);
}

/* The guard at the state solved last; *rate is NAN where it is not known. */
static double evaluate(const ss_events *ev, const ss_guard *g, double *rate) {
  const ss_run *run = ev->run;
  *rate = NAN;
  switch (g->kind) {
  case SS_GUARD_GAP: {
    const size_t normal = run->system->element[g->element].normal;
    *rate = g->sign * ev->contacts.at.gamma[normal];
    return g->sign * run->at.gap[normal];
  }
  case SS_GUARD_SLIP: return evaluate_slip(ev, g, rate);
  case SS_GUARD_BOUND: return evaluate_bound(ev, g);
  case SS_GUARD_NORMAL: return evaluate_normal(ev, g);
  case SS_GUARD_FORCES: return ev->margin;
  case SS_GUARD_COUNT: break;
  }
  return 1;
}

/* Forces and accelerations at `s` of the step. */
static bool solve_at(ss_events *ev, double s, const double *y) {
  if (!ss_stances_solve(ev, ev->begin + ev->time + s, y, y + ev->run->n)) return false;
  return true;
}

/* What counts as 0 for a guard, at the start of a phase. */
static double find_slack(const ss_events *ev, const ss_guard *g) {
  const ss_run *run = ev->run;
  double slack = SLACK;
  if (g->kind == SS_GUARD_GAP) slack *= ss_run_size(run->n, run->q);
  if (g->kind == SS_GUARD_SLIP) slack *= ss_run_size(run->n, run->u);
  return fmax(slack, -2 * g->start);
}

/* ---- a phase begins -------------------------------------------------------------------------- */

static void add_guard(ss_events *ev, ss_guard_kind kind, size_t element, size_t part, int sign) {
  ss_guard *g = &ev->guard[ev->guards++];
  *g = (ss_guard){.kind = kind, .element = element, .part = part, .sign = sign};
  g->start = evaluate(ev, g, &g->start_rate);
  g->slack = find_slack(ev, g);
  g->armed = g->start > g->slack || (kind == SS_GUARD_GAP && ev->aloft[element]);
  g->rises = !g->armed && g->start_rate > ss_events_still(ev);
}

/* A part of the law that is held, one that slips. */
static void add_part(ss_events *ev, size_t i, size_t part) {
  const ss_element *e = ev->run->system->element[i].element;
  if (ss_stance_slips(&ev->stance[i], part)) {
    add_guard(ev, SS_GUARD_SLIP, i, part, ev->stance[i].sign);
  } else if (!ev->freedoms && e->law != SS_LAW_FRICTIONLESS && !ev->run->idle[i]) {
    add_guard(ev, SS_GUARD_BOUND, i, part, 1);
    if (e->law == SS_LAW_COULOMB) add_guard(ev, SS_GUARD_BOUND, i, part, -1);
  }
}

static void add_closed(ss_events *ev, size_t i) {
  const ss_element *e = ev->run->system->element[i].element;
  const bool slips = ev->stance[i].kind == SS_STANCE_SLIP;
  if (!ev->freedoms && (e->kind == SS_ELEMENT_CONTACT || (slips && e->kind == SS_ELEMENT_SLIDER)))
    add_guard(ev, SS_GUARD_NORMAL, i, 0, 1);
  for (size_t part = 0; part < ss_law_parts(e->law); part++) add_part(ev, i, part);
}

static void add_element(ss_events *ev, size_t i) {
  const ss_element *e = ev->run->system->element[i].element;
  const ss_stance *stance = &ev->stance[i];
  if (ss_springs_have(ev->run, i)) {
    add_guard(ev, SS_GUARD_GAP, i, 0, stance->kind == SS_STANCE_OPEN ? 1 : -1);
    return;
  }
  if (stance->kind != SS_STANCE_OPEN)
    add_closed(ev, i);
  else if (e->kind == SS_ELEMENT_CONTACT)
    add_guard(ev, SS_GUARD_GAP, i, 0, 1);
  else if (e->kind == SS_ELEMENT_CLUTCH)
    add_guard(ev, SS_GUARD_SLIP, i, 0, 1);
}

ss_status ss_guards_begin(ss_events *ev) {
  ss_run *run = ev->run;
  ev->guards = 0;
  if (!solve_at(ev, 0, ev->y)) return ss_events_stop_without_forces(ev, run->t);
  ss_events_note_load(ev, true);
  for (size_t i = 0; i < run->elements; i++) add_element(ev, i);
  if (ev->freedoms) add_guard(ev, SS_GUARD_FORCES, SIZE_MAX, 0, 1);
  return SS_OK;
}

/* ---- the next step --------------------------------------------------------------------------- */

/* The smallest positive root of g + v s + a s^2 / 2, for g >= 0. */
static double find_first_zero(double g, double v, double a) {
  if (g == 0) return v > 0 && a < 0 ? -2 * v / a : INFINITY;
  const double square = v * v - 2 * a * g;
  if (square < 0 || (v >= 0 && a >= 0)) return INFINITY;
  /* without cancellation: 2 g / (-v + sqrt) for v < 0, (-v - sqrt) / a for v > 0 > a */
  return v <= 0 ? 2 * g / (sqrt(square) - v) : (-v - sqrt(square)) / a;
}

static bool is_spatial(const ss_events *ev, const ss_guard *g) {
  return g->kind == SS_GUARD_SLIP && ev->run->system->element[g->element].slips > 1;
}

/* When the guard will be 0, by its rate (and acceleration, for gaps); a spatial slip: when it will
 * have half the least speed, so that the guard is passed but not the singular end. */
static double predict(const ss_events *ev, const ss_guard *g) {
  const ss_run *run = ev->run;
  double value = g->rises ? 0 : g->start, a = 0;
  if (is_spatial(ev, g)) value += 0.5 * find_least_speed(ev, g);
  if (value < 0 || isnan(g->start_rate)) return INFINITY;
  if (g->kind == SS_GUARD_GAP) {
    const size_t k = run->system->element[g->element].normal;
    a = g->sign * accelerate(ev, run->at.WN + run->n * k, run->at.zetaN[k]);
  }
  return find_first_zero(value, g->start_rate, a);
}

/* How far a step goes towards the end of a slip whose friction depends on its speed. A peak of the
 * friction at rest may be as narrow as it likes, and lie between the stages of a step beyond it: of
 * steps that leave a quarter of the speed, some end in it. */
static const double APPROACH = 0.75;

double ss_guards_limit(const ss_events *ev) {
  double soon = INFINITY, latest = INFINITY;
  for (size_t i = 0; i < ev->guards; i++) {
    const ss_guard *g = &ev->guard[i];
    if (is_spatial(ev, g))
      latest = fmin(latest, 1.0001 * predict(ev, g));
    else if (g->kind == SS_GUARD_SLIP && ev->falls[g->element] && g->start > ss_events_slowest(ev))
      latest = fmin(latest, APPROACH * predict(ev, g));
    else
      soon = fmin(soon, 1.25 * predict(ev, g));
  }
  return ev->time + fmin(latest, fmax(soon, ev->pace / 64));
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* What is searched for a root: g, (g - g(0)) / s, or g + slack. */
static double deflate(const ss_guard *g, double s, double value, double *rate) {
  if (g->armed) return value;
  if (!g->rises) return value + g->slack;
  const double slope = (value - g->start) / s;
  *rate = (*rate - slope) / s;
  return slope;
}

/* A guard looked at: what is searched for a root, and its rate (NAN: not known). */
typedef struct trial {
  double s, value, rate;
} trial;

static bool look(ss_events *ev, const ss_guard *g, double s, trial *t) {
  ev->looked = true;
  if (ev->flow.inside(ev, s, false, ev->y_inside) != SS_OK) return false;
  if (!solve_at(ev, s, ev->y_inside)) return false;
  t->s = s;
  t->value = evaluate(ev, g, &t->rate);
  t->value = deflate(g, s, t->value, &t->rate);
  return true;
}

enum { ITERATIONS_MOST = 100, HALVINGS = 40 };

/* Steps of Newton's method shrink like squares, and by halves at a double root. Where s is known to
 * NEAR and the next step is not shorter than the one before, both are made of rounding. */
static const double NEAR = 1e-3;

/* A search between `low`, where the value is positive, and `high`, where it is not. */
typedef struct search {
  double low, high, low_value, high_value;
  double before; /* the length of Newton's step that led to the last trial, INFINITY: another did */
  double bend;   /* of the value: half its second derivative over the first */
} search;

/* A first guess: the root of the cubic through values and rates at both ends; of the parabola,
 * where the rate at the start belongs to what was taken out. */
static double guess_root(const ss_guard *g, const search *f, const trial *end) {
  const double h = end->s, mean = (f->high_value - f->low_value) / h;
  double c1 = g->start_rate, c2 = 0, c3 = 0;
  if (g->rises) {
    c2 = (end->rate - mean) / h;
    c1 = end->rate - 2 * c2 * h;
  } else {
    c3 = (c1 + end->rate - 2 * mean) / (h * h);
    c2 = (mean - c1) / h - c3 * h;
  }
  double low = 0, high = h;
  for (int k = 0; k < HALVINGS; k++) {
    const double s = 0.5 * (low + high);
    if (f->low_value + s * (c1 + s * (c2 + s * c3)) > 0)
      low = s;
    else
      high = s;
  }
  return high;
}

/* The next trial: Newton from the last one, a secant, or the middle. */
static double propose(search *f, const trial *t, int round) {
  const double step = fabs(t->value / t->rate), newton = t->s - t->value / t->rate;
  const bool slow = round % 8 == 7 && !(step < 0.5 * f->before);
  f->before = INFINITY;
  if (slow) return 0.5 * (f->low + f->high);
  if (newton > f->low && newton < f->high) {
    f->before = step;
    return newton;
  }
  const double share = f->low_value / (f->low_value - f->high_value);
  const double secant = f->low + (f->high - f->low) * share;
  return secant > f->low && secant < f->high ? secant : 0.5 * (f->low + f->high);
}

/* Is the last trial as good as any, because rounding decides about the next step? */
static bool is_found(const search *f, const trial *t) {
  const double step = fabs(t->value / t->rate);
  return t->value == 0 || (f->before <= NEAR * t->s && step > 0.7 * f->before);
}

/* Looks at s and narrows the search. */
static bool narrow(ss_events *ev, const ss_guard *g, double s, search *f, trial *t) {
  const trial last = *t;
  if (!look(ev, g, s, t)) return false;
  f->bend = (t->rate - last.rate) / (t->s - last.s) / (2 * t->rate);
  if (t->value > 0)
    f->low = s, f->low_value = t->value;
  else
    f->high = s, f->high_value = t->value;
  return true;
}

static search begin_search(const ss_guard *g, const trial *end) {
  return (search){.high = end->s,
                  .low_value = g->armed   ? g->start
                               : g->rises ? g->start_rate
                                          : g->start + g->slack,
                  .high_value = end->value,
                  .before = INFINITY,
                  .bend = NAN};
}

/* What g->value and g->rate, those at s, are as a trial. */
static trial recall(const ss_guard *g, double s) {
  trial t = {.s = s, .rate = g->rate};
  t.value = deflate(g, s, g->value, &t.rate);
  return t;
}

/* The root of guard g in (0, end.s], where it is not positive. The guard may start at 0. */
static bool find_root(ss_events *ev, const ss_guard *g, const trial *end, double *root) {
  search f = begin_search(g, end);
  trial t = *end;
  bool settled = false, empty = false;
  const double moment = fabs(ev->begin + ev->time) * (0.25e-3 * DBL_EPSILON);
  const bool smooth = !isnan(t.rate + g->start_rate) && t.value < 0;
  if (smooth && !narrow(ev, g, guess_root(g, &f, &t), &f, &t)) return false;
  for (int round = 0; round < ITERATIONS_MOST && !settled; round++) {
    empty = f.high - f.low <= fmax(4 * DBL_EPSILON * f.high, moment);
    if (empty || is_found(&f, &t)) break;
    const double next = propose(&f, &t, round);
    settled = fabs(next - t.s) <= 2 * DBL_EPSILON * f.high;
    if (f.before * f.before * fabs(f.bend) <= DBL_EPSILON * f.high) {
      t.s = next; /* what Newton's step leaves is below rounding */
      break;
    }
    if (!narrow(ev, g, next, &f, &t)) return false;
  }
  /* where it jumps (a force that is switched on), only the far side shows why the phase ends */
  *root = empty && t.value > 0 ? f.high : t.s;
  return true;
}

/* Does the guard end the phase, given its value at some later time? One that rises from 0 must have
 * turned, else it is rounding. */
static bool is_violated(const ss_guard *g, double value, double rate) {
  if (g->rises && !(rate < 0)) return false;
  return value <= (g->armed ? 0 : g->rises ? g->start : -g->slack);
}

/* A minimum inside the step, where the rate turns: *at is there if the guard is negative at it. */
static bool find_dip(ss_events *ev, const ss_guard *g, double h, trial *at) {
  if (!g->armed || !(g->start_rate < 0 && g->rate > 0)) return false;
  /* two tangents: the guard is above where they meet, if it is convex */
  const double meet = (g->value - g->start - g->rate * h) / (g->start_rate - g->rate);
  if (g->start + g->start_rate * meet > 0) return false;
  double low = 0, high = h, low_rate = g->start_rate, high_rate = g->rate;
  for (int round = 0; round < 20; round++) {
    const double next = round % 3 == 2 ? 0.5 * (low + high)
                                       : low + (high - low) * low_rate / (low_rate - high_rate);
    if (!look(ev, g, next, at) || isnan(at->rate)) return false;
    if (at->value <= 0) return true;
    if (at->rate < 0)
      low = next, low_rate = at->rate;
    else
      high = next, high_rate = at->rate;
    if (at->value > (high - low) * fmax(-low_rate, high_rate)) return false;
  }
  return false;
}

static bool has_rate(const ss_guard *g) {
  return g->kind == SS_GUARD_GAP || g->kind == SS_GUARD_SLIP;
}

/* Values of guards without a rate in the middle of the step, by Hermite's interpolation of q: good
 * enough to see what is to be looked at. */
static void sound_middle(ss_events *ev, double h) {
  const size_t n = ev->run->n;
  const double *a = ev->y, *b = ev->y_end;
  double *y = ev->y_inside;
  bool wanted = false;
  for (size_t i = 0; i < ev->guards; i++) wanted |= !has_rate(&ev->guard[i]);
  for (size_t k = 0; wanted && k < n; k++) {
    y[k] = 0.5 * (a[k] + b[k]) + 0.125 * h * (a[n + k] - b[n + k]);
    y[n + k] = 1.5 * (b[k] - a[k]) / h - 0.25 * (a[n + k] + b[n + k]);
  }
  const bool known = wanted && solve_at(ev, h / 2, y);
  for (size_t i = 0; i < ev->guards; i++) {
    double rate;
    ev->guard[i].middle = known ? evaluate(ev, &ev->guard[i], &rate) : INFINITY;
  }
}

/* The lowest point of the parabola through start, middle and end, if it is inside and near 0 or
 * below; then the guard is looked at there. */
static bool find_hidden_dip(ss_events *ev, const ss_guard *g, double h, trial *at) {
  if (!g->armed || has_rate(g) || isinf(g->middle)) return false;
  const double slope = 4 * g->middle - 3 * g->start - g->value;
  const double bend = 2 * (g->start + g->value - 2 * g->middle);
  const double turn = bend > 0 ? -slope / (2 * bend) : 0.5;
  const double inside = fmin(fmax(turn, 0.1), 0.9);
  const double lowest = fmin(g->middle, g->start + inside * (slope + inside * bend));
  if (lowest > 0.1 * fmin(g->start, g->value)) return false;
  return look(ev, g, inside * h, at) && at->value <= 0;
}

/* Values and rates of all guards at `s` of the step. */
static bool evaluate_all(ss_events *ev, double s, const double *y) {
  if (!solve_at(ev, s, y)) return false;
  for (size_t i = 0; i < ev->guards; i++)
    ev->guard[i].value = evaluate(ev, &ev->guard[i], &ev->guard[i].rate);
  return true;
}

static ss_status fail(ss_events *ev) {
  return ss_events_stop_without_forces(ev, ev->begin + ev->time);
}

/* The guards' values at the step's end become those at the next step's start. */
static void pass_on(ss_events *ev) {
  for (size_t i = 0; i < ev->guards; i++) {
    ss_guard *g = &ev->guard[i];
    g->start = g->value;
    g->start_rate = g->rate;
    if (g->value > g->slack) g->armed = true;
    if (g->armed) g->rises = false;
  }
}

/* Where a guard that is violated at the step's end will have its root, without looking. */
static double estimate_root(const ss_guard *g, double h) {
  const trial end = recall(g, h);
  const search f = begin_search(g, &end);
  if (!isnan(end.rate + g->start_rate)) return guess_root(g, &f, &end);
  const bool early = g->middle <= 0;
  const double from = early ? f.low_value : fmin(f.low_value, g->middle);
  const double to = early ? g->middle : end.value;
  const double share = from > to ? from / (from - to) : 1;
  return 0.5 * h * ((early || isinf(g->middle) ? 0 : 1) + (isinf(g->middle) ? 2 : 1) * share);
}

/* Roots nearer to each other than this are not told apart by estimates. */
static const double ALIKE = 1e-3;

/* The guard to begin with, and where it is not positive: one that dips unseen by both ends, else of
 * those that are violated at the step's end the one whose root seems to come first, which spares
 * the search for the others. NULL: none is. */
static const ss_guard *find_likely(ss_events *ev, double h, trial *end) {
  const ss_guard *likely = NULL;
  double least = INFINITY;
  for (size_t i = 0; i < ev->guards; i++) {
    const ss_guard *g = &ev->guard[i];
    const bool violated = is_violated(g, g->value, g->rate);
    if (!violated && find_hidden_dip(ev, g, h, end)) return g;
    const double root = violated ? estimate_root(g, h) : INFINITY;
    if (!(root < (1 - ALIKE) * least)) continue;
    likely = g;
    least = root;
  }
  if (likely) *end = recall(likely, h);
  return likely;
}

/* The root of a guard is the first so far: the guards' values become those there. */
static bool take_root(ss_events *ev, const ss_guard *g, const trial *end, double *s) {
  return find_root(ev, g, end, s) && ev->flow.inside(ev, *s, false, ev->y_inside) == SS_OK &&
         evaluate_all(ev, *s, ev->y_inside);
}

ss_status ss_guards_find(ss_events *ev, double *s, const ss_guard **first) {
  const double h = ev->time_end - ev->time;
  *s = h;
  sound_middle(ev, h);
  if (!evaluate_all(ev, h, ev->y_end)) return fail(ev);
  ev->looked = false;
  trial end;
  const ss_guard *likely = find_likely(ev, h, &end);
  *first = likely;
  if (likely && !take_root(ev, likely, &end, s)) return fail(ev);
  for (size_t i = 0; i < ev->guards; i++) {
    const ss_guard *g = &ev->guard[i];
    if (g == likely) continue;
    if (is_violated(g, g->value, g->rate))
      end = recall(g, *s);
    else if (!find_dip(ev, g, *s, &end))
      continue;
    if (!take_root(ev, g, &end, s)) return fail(ev);
    *first = g;
  }
  if (*first) return SS_OK;
  pass_on(ev);
  if (ev->looked && !solve_at(ev, h, ev->y_end)) return fail(ev);
  ss_events_note_load(ev, false);
  return SS_OK;
}
