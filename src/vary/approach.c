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
 * So the map is about perturbations that leave the slip at rest. A slip that begins with no
 * acceleration, as a force that sticks and comes to its bound lets it, is refused: there the rates
 * of the variation grow like 1 / t^2.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Slip velocities at which a phase is left or begun, of the speeds of the machine. */
static const double SLOW = 1e-10;

/* Accelerations of slips that begin, at least. */
static const double GRAZING = 1e-6;

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
