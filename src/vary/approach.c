/* approach.c: slip in several directions near its end and its beginning, where it has no direction.
 *
 * Near gamma = 0 the slip's acceleration is a function of its direction w alone, gamma' = F(w).
 *
 * THE END. gamma shrinks like the time tau that is left, and its direction tends to some w* with
 * F(w*) = -lambda w* (where it does not, that is unstable and not met). A variation along w* moves
 * the end; one across it shrinks like tau^p, p > 0, since that is what friction does to it. Rates
 * of the variation grow like 1 / tau, so that steps are a share of tau, and a decade costs as much
 * as any other: the phase is followed to |gamma| = SLOW of the speeds. What is left then, both of
 * gamma and of the variation across, ends in an impulse of the friction that holds (orders.c). The
 * position at the end is off by no more than SLOW^2, the other velocities by SLOW.
 *
 * THE BEGINNING. A slip at rest that begins to accelerate at a rate a goes along it: gamma = a t.
 * It is given that velocity at t = SLOW / |a|. Its direction changes with perturbations of the
 * state; across it they are drawn to a multiple of t, with 1 / t^p again. A perturbation that gives
 * the slip a velocity v of its own is something else: gamma = eps Gamma(t / eps) with Gamma' = F,
 * Gamma(0) = v, whose distance from a t is homogeneous in v but not linear, nor linear in any cone.
 * So the map is about perturbations that leave the slip at rest.
 *
 * FROM THE BOUND. Where a force that sticks comes to its bound mu N, at t = 0 with the rate g' of
 * mu N - |lambda|, the slip begins with no acceleration: it is j t, gamma' = c t w with w along the
 * force, or the normal of the law's set there; across w friction holds it, the more the slower it
 * is (at a rate of 2 T / t^2, T = mu N / |g'|): gamma = c t^2 / 2 w, up to t^3. At a short time tau
 * the state is therefore that which would go on sticking, and
 *
 *     u + j tau^2 / 2,  q + j tau^3 / 6,     j = (a - a_stick) / tau,
 *
 * a being the accelerations that the contact laws give there to a slip at rest with a force beyond
 * its bound. An event that comes later by dt leaves j (tau - dt)^2 / 2, so that to the variation
 * that would go on sticking
 *
 *     - j tau dt  in u,  - j tau^2 / 2 dt  in q
 *
 * are added, with errors of tau^2. From there on the phase is integrated as ever, in about
 * T / (2 tau) steps. The set of the law is smooth at the force; w is its normal there (guards.c).
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Slip velocities at which a phase is left or begun, of the speeds of the machine. */
static const double SLOW = 1e-10;

/* Accelerations of slips that begin, at least. */
static const double GRAZING = 1e-6;

/* The time tau after which a slip from the bound is integrated, of T and of the unit of time. */
static const double LEAP = 1e-4;

/* From here on before the end, and the share of what is left that is gone in a stride. */
static const double EARLY = 1e-3, STRIDE = 0.8;

/* Times that the motion and its repetition differ by. */
static const double NEAR = 1e-8;

enum { STRIDES_MOST = 200 };

/* ---- the end --------------------------------------------------------------------------------- */

ss_status ss_walk_approach(ss_walk *w, const ss_moment *m, const ss_mode *modes) {
  ss_vary *v = &w->v;
  const double end = m->first->t, least = SLOW * ss_vary_speed(v, w->x);
  ss_status status = ss_walk_run(w, modes, end - fmin(EARLY, 0.5 * (end - v->t)));
  for (int k = 0; k < STRIDES_MOST && status == SS_OK && !v->refusal.kind; k++) {
    ss_vary_guard *list;
    size_t count;
    status = ss_walk_list_guards(w, modes, &list, &count);
    if (status != SS_OK || v->refusal.kind) return status;
    const ss_vary_guard *g = ss_walk_find_trigger(m->first->guard, count, list);
    if (g && g->value <= least) return SS_OK;
    const double left = g ? -g->value / g->rate : -1;
    if (!(left > 0) || v->t + left > end + EARLY)
      return ss_vary_refuse(v, SS_REFUSAL_GRAZING, m->first->element, g ? g->rate : NAN,
                            "the end of the slip of '%s' at t = %.9g is not found",
                            ss_vary_name(v, m->first->element), end);
    /* rates may still grow: until the last moment the motion knows better when it ends */
    const double known = end - v->t;
    status = ss_walk_run(w, modes, v->t + STRIDE * (known > NEAR ? fmin(left, known) : left));
  }
  return status;
}

/* ---- the beginning --------------------------------------------------------------------------- */

bool ss_vary_begins(const ss_frame *f, const ss_mode *modes, size_t i, size_t part) {
  const ss_system_element *e = &f->system->element[i];
  if (e->slips < 2 || part >= ss_law_parts(e->element->law)) return false;
  if (modes[i] != SS_MODE_SLIP && !(modes[i] == SS_MODE_ROLL && part == 1)) return false;
  return ss_frame_rests(f, i, part);
}

bool ss_vary_is_held(const ss_frame *f, const ss_mode *modes, size_t i, size_t k) {
  const size_t part = k >= SS_ROLL_FIRST;
  if (modes[i] == SS_MODE_ROLL && part == 0) return true;
  return modes[i] == SS_MODE_STICK || ss_vary_begins(f, modes, i, part);
}

static bool any_begins(const ss_frame *f, const ss_mode *modes) {
  for (size_t i = 0; i < f->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++)
      if (ss_vary_begins(f, modes, i, part)) return true;
  return false;
}

ss_status ss_vary_find_rates(ss_vary *v, const double *x, const ss_mode *modes, double *a) {
  ss_frame *f = &v->frame;
  if (!ss_frame_look(f, v->t, x, x + f->n)) return SS_NO_CONVERGENCE;
  if (any_begins(f, modes)) return ss_transition_accelerate(v, x, modes, a);
  if (!ss_response_of_modes(f, modes, v->bonds, &v->response)) return SS_NO_CONVERGENCE;
  memcpy(a, v->response.v, f->n * sizeof *a);
  return SS_OK;
}

/* The rate of |gamma| of a part for the accelerations a. */
static double find_rate(const ss_frame *f, size_t i, size_t part, const double *a) {
  const ss_system_element *e = &f->system->element[i];
  double rate = 0;
  for (size_t k = ss_law_part_first(part); k < ss_law_part_last(e->element->law, part); k++) {
    const double *W = f->values.of[SS_QUANTITY_WT] + (e->slip + k) * f->n;
    double sum = ss_frame_value(f, SS_QUANTITY_WT_RATE, e->slip + k);
    for (size_t j = 0; j < f->n; j++) sum += W[j] * a[j];
    rate = hypot(rate, sum);
  }
  return rate;
}

/* ---- from the bound -------------------------------------------------------------------------- */

/* The guard of the force of element i, which is at its bound; NULL: it is not. */
static ss_status find_bound(ss_walk *w, const ss_mode *stick, size_t i, ss_vary_guard **bound) {
  ss_vary_guard *list;
  size_t count;
  const ss_status status = ss_walk_list_guards(w, stick, &list, &count);
  *bound = NULL;
  for (size_t k = 0; status == SS_OK && k < count; k++)
    if (list[k].kind == SS_GUARD_BOUND && list[k].element == i && list[k].rate < 0 &&
        fabs(list[k].value) < -NEAR * list[k].rate)
      *bound = &list[k];
  return status;
}

/* Goes on to tau after the bound was reached, `row` being the derivative of its time. */
static ss_status leap(ss_walk *w, const ss_mode *modes, const ss_mode *stick, double tau,
                      const double *row) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width;
  double *a = ss_arena_new(v->scratch, n, double), *b = ss_arena_new(v->scratch, n, double);
  if (!a || !b) return SS_MEMORY;
  if (ss_vary_flow_run(&v->flow, stick, v->t, v->t + tau, w->x, w->phase) != SS_OK)
    return SS_NO_CONVERGENCE;
  v->t += tau;
  ss_status status = ss_vary_find_rates(v, w->x, stick, b);
  if (status == SS_OK) status = ss_transition_accelerate(v, w->x, modes, a);
  if (status != SS_OK || v->refusal.kind) return status;
  for (size_t k = 0; k < n; k++) {
    if (f->system->aux[k]) continue; /* no force acts on it */
    const double j = (a[k] - b[k]) / tau;
    w->x[k] += j * tau * tau * tau / 6;
    w->x[n + k] += j * tau * tau / 2;
    for (size_t c = 0; c < width; c++) {
      w->phase[k * width + c] -= j * tau * tau / 2 * row[c];
      w->phase[(n + k) * width + c] -= j * tau * row[c];
    }
  }
  ss_walk_move(w, w->phase);
  return SS_OK;
}

/* Does the second part of element i's law move already, while the first begins to? */
static bool is_roll_moving(const ss_frame *f, const ss_mode *modes, size_t i) {
  const ss_system_element *e = &f->system->element[i];
  return modes[i] == SS_MODE_SLIP && ss_law_parts(e->element->law) > 1 && !ss_frame_rests(f, i, 1);
}

/* Element i begins to slip because its force has come to its bound; *done: so it was. */
static ss_status leave_bound(ss_walk *w, const ss_mode *modes, size_t i, bool *done) {
  ss_vary *v = &w->v;
  const ss_frame *f = &v->frame;
  const ss_vary_options *o = v->options;
  ss_vary_guard *bound;
  ss_mode *stick = ss_arena_new(v->scratch, f->elements, ss_mode);
  double *row = ss_arena_new(v->scratch, f->width, double);
  if (!stick || !row) return SS_MEMORY;
  memcpy(stick, modes, f->elements * sizeof *stick);
  stick[i] = is_roll_moving(f, modes, i) ? SS_MODE_ROLL : SS_MODE_STICK;
  *done = false;
  ss_status status = find_bound(w, stick, i, &bound);
  if (status != SS_OK || v->refusal.kind || !bound) return status;
  for (size_t c = 0; c < f->width; c++)
    row[c] = -bound->slope[c < 2 * f->n ? c : c + 1] / bound->rate;
  double tau = LEAP * fmin(1, bound->bound / -bound->rate);
  /* a sample on the way is taken where the slip is still nothing, or at the end */
  for (; w->out->samples < o->times && o->time[w->out->samples] < v->t + tau / 10;) {
    const double next = o->time[w->out->samples];
    if (next > v->t) status = ss_walk_go(w, stick, next);
    if (status != SS_OK || v->refusal.kind) return status;
    ss_walk_keep_sample(w);
  }
  if (w->out->samples < o->times) tau = fmin(tau, o->time[w->out->samples] - v->t);
  *done = true;
  return leap(w, modes, stick, tau, row);
}

ss_status ss_walk_set_off(ss_walk *w, const ss_mode *modes, bool *any) {
  ss_vary *v = &w->v;
  ss_frame *f = &v->frame;
  double slowest = INFINITY;
  size_t element = SIZE_MAX;
  if (!ss_frame_look(f, v->t, w->x, w->x + f->n)) return SS_NO_CONVERGENCE;
  *any = any_begins(f, modes);
  if (!*any) return SS_OK;
  double *a = ss_arena_new(v->scratch, f->n, double);
  if (!a) return SS_MEMORY;
  const ss_status status = ss_transition_accelerate(v, w->x, modes, a);
  if (status != SS_OK || v->refusal.kind) return status;
  for (size_t i = 0; i < f->elements; i++)
    for (size_t part = 0; part < SS_PARTS_MOST; part++) {
      if (!ss_vary_begins(f, modes, i, part)) continue;
      const double rate = find_rate(f, i, part, a);
      if (modes[i] == SS_MODE_SLIP && part == 1 && rate < GRAZING) continue; /* no roll */
      if (rate < slowest) slowest = rate, element = i;
    }
  if (element == SIZE_MAX) return SS_OK;
  bool done = false;
  if (slowest < GRAZING && w->pieces) {
    const ss_status left = leave_bound(w, modes, element, &done);
    if (left != SS_OK || v->refusal.kind || done) return left;
  }
  if (slowest < GRAZING)
    return ss_vary_refuse(v, SS_REFUSAL_LAW, element, slowest,
                          "a slip of '%s' in several directions begins at t = %.9g with an "
                          "acceleration of %.3g only, where its direction is not determined",
                          ss_vary_name(v, element), v->t, slowest);
  const double time = SLOW * ss_vary_speed(v, w->x) / slowest;
  for (size_t k = 0; k < f->n; k++) {
    w->x[k] += time * ss_frame_rate(f, f->u, a, k);
    w->x[f->n + k] += time * ss_frame_rate(f, f->u, a, f->n + k);
  }
  v->t += time;
  return SS_OK;
}
