/* flow_linear.c: phases of piecewise linear machines, exactly.
 *
 * With constant M, C, K and W, gaps that are linear, known normal forces and laws that are
 * constant, the accelerations of given stances are affine in x = (q, u):
 *
 *     x' = A x + b,     A = (0 I; a(e_j) - a(0) ..),  b = (0; a(0)),
 *
 * a(x) being the accelerations of events_stances.c: differences of an affine function are its
 * coefficients, up to rounding. Each combination of stances is worked out once, when it is first
 * met, and kept (affine.c). A step spans at most |A| h = 1/2; the state anywhere inside comes from
 * the same series. The amounts of energy, quadratic in x, are integrated over a step by Gauss's
 * rule with 8 points: its error is that of the term of degree 16 of the series, below rounding.
 *
 * A system is linear if its traits say so, perhaps only with parameters whose value is 0 put to 0
 * (a cubic spring that is switched off), and no law is spatial, unless it is idle (idle.c).
 */
#include <string.h>

#include "affine.h"
#include "events.h"

enum { NODES = 8 };

/* Gauss's nodes and weights on [0, 1]. */
static const double NODE[NODES] = {0.019855071751231884, 0.10166676129318664, 0.23723379504183550,
                                   0.40828267875217510,  0.59171732124782490, 0.76276620495816450,
                                   0.89833323870681336,  0.98014492824876812};
static const double WEIGHT[NODES] = {0.050614268145188130, 0.11119051722668724, 0.15685332293894364,
                                     0.18134189168918100,  0.18134189168918100, 0.15685332293894364,
                                     0.11119051722668724,  0.050614268145188130};

/* A combination of stances that was met. */
typedef struct known {
  struct known *next;
  ss_stance *stance;
  ss_affine flow;
} known;

struct ss_linear_flow {
  known *list, *now;
  double *x, *d; /* the step's start, and its series */
  double *y, *rate;
};

/* ---- is it linear? --------------------------------------------------------------------------- */

static bool has_zero(const ss_run *run) {
  for (size_t i = 0; i < run->system->model->parameters; i++)
    if (run->parameters[i] == 0) return true;
  return false;
}

/* Without the parameters that are 0; a formula that then divides by 0 is not linear. */
static ss_status check_without_zeros(const ss_run *run, bool *yes) {
  ss_arena *arena = ss_arena_create();
  ss_system *cleared = NULL;
  if (!arena) return SS_MEMORY;
  const ss_status status = ss_system_insert_zeros(arena, run->system, run->parameters, &cleared);
  *yes = status == SS_OK && cleared->traits.linear;
  ss_arena_destroy(arena);
  return status == SS_MEMORY ? status : SS_OK;
}

ss_status ss_flow_is_linear(const ss_run *run, bool *yes) {
  *yes = false;
  if (run->system->auxiliaries || run->options->control) return SS_OK;
  for (size_t i = 0; i < run->elements; i++)
    if (run->system->element[i].slips > 1 && !run->idle[i]) return SS_OK;
  *yes = run->system->traits.linear != NULL;
  return *yes || !has_zero(run) ? SS_OK : check_without_zeros(run, yes);
}

/* ---- the flow of the stances at hand --------------------------------------------------------- */

bool ss_flow_linearise(ss_events *ev, size_t lead, double *A) {
  const size_t n = ev->run->n, size = 2 * n;
  double *x = ev->y_inside, *b = A + lead * size;
  memset(A, 0, lead * (size + 1) * sizeof *A);
  memset(x, 0, size * sizeof *x);
  if (!ss_stances_solve(ev, ev->begin, x, x + n)) return false;
  memcpy(b + n, ev->contacts.acceleration, n * sizeof *b);
  for (size_t j = 0; j < size; j++) {
    double *column = A + lead * j;
    x[j] = 1;
    if (!ss_stances_solve(ev, ev->begin, x, x + n)) return false;
    for (size_t k = 0; k < n; k++) column[n + k] = ev->contacts.acceleration[k] - b[n + k];
    if (j >= n) column[j - n] = 1;
    x[j] = 0;
  }
  return true;
}

static bool is_same(const ss_run *run, const ss_stance *a, const ss_stance *b) {
  for (size_t i = 0; i < run->elements; i++)
    if (a[i].kind != b[i].kind || a[i].sign != b[i].sign || a[i].side != b[i].side) return false;
  return true;
}

static known *learn(ss_events *ev) {
  ss_arena *arena = ev->run->scratch;
  const size_t size = 2 * ev->run->n, lead = ss_affine_lead(size);
  known *k = ss_arena_new(arena, 1, known);
  double *A = ss_arena_new(arena, lead * (size + 1), double);
  if (!k || !A || !(k->stance = ss_arena_new(arena, ev->run->elements, ss_stance))) return NULL;
  memcpy(k->stance, ev->stance, ev->run->elements * sizeof *ev->stance);
  if (!ss_flow_linearise(ev, lead, A)) return NULL;
  ss_affine_open(size, A, ev->linear->d, &k->flow);
  k->next = ev->linear->list;
  return ev->linear->list = k;
}

static ss_status begin_phase(ss_events *ev) {
  struct ss_linear_flow *l = ev->linear;
  l->now = l->list;
  while (l->now && !is_same(ev->run, l->now->stance, ev->stance)) l->now = l->now->next;
  if (!l->now) l->now = learn(ev);
  if (l->now) return SS_OK;
  return ss_events_stop_without_forces(ev, ev->run->t);
}

/* Adds the integrals of the powers over the first s of the step to those in y. */
static bool add_amounts(ss_events *ev, double s, double *y) {
  struct ss_linear_flow *l = ev->linear;
  const size_t n = ev->run->n, first = 2 * n;
  memcpy(y + first, ev->y + first, (ev->size - first) * sizeof *y);
  for (int k = 0; k < NODES; k++) {
    ss_affine_sum(l->now->flow.lead, l->d, s * NODE[k], l->y);
    if (!ss_stances_rate(ev, ev->begin + ev->time + s * NODE[k], l->y, l->rate)) return false;
    for (size_t j = first; j < ev->size; j++) y[j] += s * WEIGHT[k] * l->rate[j];
  }
  return true;
}

static ss_status look_inside(ss_events *ev, double s, bool amounts, double *y) {
  struct ss_linear_flow *l = ev->linear;
  ss_affine_sum(l->now->flow.lead, l->d, s, l->y);
  memcpy(y, l->y, 2 * ev->run->n * sizeof *y);
  return !amounts || add_amounts(ev, s, y) ? SS_OK : SS_NO_CONVERGENCE;
}

static ss_status take_step(ss_events *ev, double limit) {
  struct ss_linear_flow *l = ev->linear;
  const double whole = ev->time + l->now->flow.step;
  ev->time_end = limit < whole ? limit : whole;
  memcpy(l->x, ev->y, 2 * ev->run->n * sizeof *l->x);
  const ss_affine *flow = &l->now->flow;
  ss_affine_expand(flow->lead, flow->size, flow->A, l->x, l->d);
  const ss_status status = look_inside(ev, ev->time_end - ev->time, true, ev->y_end);
  if (status == SS_OK) return SS_OK;
  return ss_run_stop(ev->run, status, "the numbers are not finite any more after t = %.9g%s",
                     ev->begin + ev->time, ss_events_name_modes(ev));
}

ss_status ss_flow_linear_create(ss_events *ev) {
  ss_arena *arena = ev->run->scratch;
  const size_t lead = ss_affine_lead(2 * ev->run->n);
  struct ss_linear_flow *l = ss_arena_new(arena, 1, struct ss_linear_flow);
  if (!l) return SS_MEMORY;
  ev->linear = l;
  ev->smooth_flow = (ss_flow){begin_phase, take_step, look_inside};
  l->x = ss_arena_new(arena, lead, double);
  l->d = ss_arena_new(arena, lead * SS_AFFINE_TERMS, double);
  l->y = ss_arena_new(arena, lead > ev->size ? lead : ev->size, double);
  l->rate = ss_arena_new(arena, ev->size, double);
  return l->x && l->d && l->y && l->rate ? SS_OK : SS_MEMORY;
}
