/* pwl.c: a piecewise linear machine with dry friction, worked out for all its modes.
 *
 * In mode m the state x = (q, u) moves by x' = A_m x + b_m (flow_linear.c), and each friction has a
 * number to be watched:
 *
 *     slips   its slip velocity w_T u, which must keep its sign
 *     sticks  its friction force, an affine function of x, which must stay within mu N
 *
 * Both are rows r; r A^2 (with its constant) is the row of the second derivative, and 3 |r A^4| a
 * bound on the fourth over a step, |A| h <= 1/2, for a state of size 1. All rows are found by
 * differences of affine functions (events_stances.c), 2 n + 1 evaluations a mode, 3^k modes. The
 * walk is in pwl_walk.c. Frictions that can exert no force (idle.c) are left out, and elements with
 * parallel directions w_j = a_j w are one friction along w with the limit sum |a_j| mu_j N_j.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "events.h"
#include "pwl_tables.h"

/* Where a friction is held its first element carries the force of all: how they share it is
 * nobody's business. Where it slips, each has its own. */
static void set_stances(ss_events *ev, const ss_pwl *pwl, size_t m) {
  for (size_t e = 0; e < ev->run->elements; e++) {
    if (pwl->group[e] == SIZE_MAX) continue;
    const int digit = pwl_digit(pwl, m, pwl->group[e]);
    const bool first = pwl->element[pwl->group[e]] == e;
    ev->stance[e] = (ss_stance){.kind = digit != PWL_HELD ? SS_STANCE_SLIP
                                        : first           ? SS_STANCE_HELD
                                                          : SS_STANCE_OPEN,
                                .sign = (digit == PWL_MINUS) == (pwl->share[e] > 0) ? -1 : 1,
                                .side = 1};
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Friction force or slip acceleration of an element at the state solved last. */
static double read_drive(const ss_events *ev, size_t element, bool held) {
  const ss_run *run = ev->run;
  const size_t slip = run->system->element[element].slip;
  if (held) return run->forces[run->normals + slip];
  return ss_contact_rate(run->n, run->at.WT, run->at.zetaT, slip, ev->contacts.acceleration);
}

/* Drives of all frictions, by differences of affine functions: the constants first. */
static bool tabulate(ss_events *ev, const ss_pwl *pwl, size_t m, double *drive) {
  const size_t size = 2 * pwl->n;
  double *x = ev->y_inside;
  memset(x, 0, size * sizeof *x);
  for (size_t j = size + 1; j-- > 0;) {
    if (j < size) x[j] = 1;
    if (!ss_stances_solve(ev, 0, x, x + pwl->n) || ev->freedoms) return false;
    for (size_t i = 0; i < pwl->frictions; i++) {
      double *row = drive + PWL_ROW(pwl->lead) * i;
      const double value = read_drive(ev, pwl->element[i], pwl_digit(pwl, m, i) == PWL_HELD);
      if (j == size)
        row[pwl->lead] = value;
      else
        row[j] = value - row[pwl->lead];
    }
    if (j < size) x[j] = 0;
  }
  return true;
}

/* The row of the derivative of r x by time. */
static void differentiate(const ss_affine *flow, const double *r, double *out) {
  for (size_t j = 0; j <= flow->size; j++) {
    double entry = 0;
    for (size_t i = 0; i < flow->size; i++) entry += r[i] * flow->A[i + flow->lead * j];
    out[j < flow->size ? j : flow->lead] = entry;
  }
}

/* Second derivatives of the watched rows, and bounds on the fourth. */
static void derive_rows(const ss_pwl *pwl, const ss_affine *flow, const double *watch,
                        double *curve, double *bend, double *work) {
  for (size_t i = 0; i < pwl->frictions; i++) {
    double *second = curve + PWL_ROW(pwl->lead) * i, *fourth = work + PWL_ROW(pwl->lead);
    differentiate(flow, watch + PWL_ROW(pwl->lead) * i, work);
    differentiate(flow, work, second);
    differentiate(flow, second, work);
    differentiate(flow, work, fourth);
    bend[i] = 0;
    for (size_t j = 0; j <= pwl->lead; j++) bend[i] += 3 * fabs(fourth[j]);
  }
}

/* ---- modes ----------------------------------------------------------------------------------- */

static void choose_watches(const ss_run *run, const ss_pwl *pwl, size_t m, const double *drive,
                           double *watch) {
  for (size_t i = 0; i < pwl->frictions; i++) {
    double *row = watch + PWL_ROW(pwl->lead) * i;
    const double *W = run->at.WT + run->n * run->system->element[pwl->element[i]].slip;
    if (pwl_digit(pwl, m, i) == PWL_HELD)
      memcpy(row, drive + PWL_ROW(pwl->lead) * i, PWL_ROW(pwl->lead) * sizeof *row);
    else
      memcpy(row + run->n, W, run->n * sizeof *row);
  }
}

static ss_status make_mode(ss_arena *arena, ss_events *ev, const ss_pwl *pwl, size_t m,
                           pwl_mode *mode, bool *good) {
  const size_t size = 2 * pwl->n, rows = PWL_ROW(pwl->lead) * pwl->frictions;
  double *A = ss_arena_new(arena, pwl->lead * (size + 1), double);
  double *watch = ss_arena_new(arena, rows, double), *curve = ss_arena_new(arena, rows, double);
  double *drive = ss_arena_new(arena, rows, double);
  double *bend = ss_arena_new(arena, pwl->frictions, double);
  double *work = ss_arena_new(arena, 2 * PWL_ROW(pwl->lead), double);
  if (!A || !watch || !curve || !drive || !bend || !work) return SS_MEMORY;
  set_stances(ev, pwl, m);
  *good = ss_flow_linearise(ev, pwl->lead, A) && tabulate(ev, pwl, m, drive);
  const ss_status status = ss_affine_create(arena, size, A, &mode->flow);
  if (status != SS_OK) return status;
  choose_watches(ev->run, pwl, m, drive, watch);
  derive_rows(pwl, &mode->flow, watch, curve, bend, work);
  mode->watch = watch;
  mode->curve = curve;
  mode->drive = drive;
  mode->bend = bend;
  return SS_OK;
}

/* a with w = a v, up to rounding; 0 if there is none. */
static double divide(size_t n, const double *w, const double *v) {
  size_t most = 0;
  double size = 0, left = 0;
  for (size_t k = 0; k < n; k++) {
    size = fmax(size, fabs(w[k]));
    if (fabs(v[k]) > fabs(v[most])) most = k;
  }
  const double a = v[most] != 0 ? w[most] / v[most] : 0;
  for (size_t k = 0; k < n; k++) left = fmax(left, fabs(w[k] - a * v[k]));
  return left <= 1e-14 * size ? a : 0;
}

/* Puts element e to the friction of its direction, or makes it a new one. */
static void group_element(const ss_run *run, ss_pwl *pwl, size_t e, size_t *element, size_t *group,
                          double *share) {
  const ss_system_element *of = run->system->element;
  const double *w = run->at.WT + run->n * of[e].slip;
  size_t i = 0;
  for (; i < pwl->frictions; i++)
    if ((share[e] = divide(run->n, w, run->at.WT + run->n * of[element[i]].slip)) != 0) break;
  if (i == pwl->frictions) {
    share[e] = 1;
    element[pwl->frictions++] = e;
  }
  group[e] = i;
}

/* The system's elements but for idle ones; run->at is at the origin. */
static bool list_frictions(ss_arena *arena, const ss_run *run, ss_pwl *pwl) {
  size_t *element = ss_arena_new(arena, run->elements, size_t);
  size_t *group = ss_arena_new(arena, run->elements, size_t);
  double *share = ss_arena_new(arena, run->elements, double);
  if (!element || !group || !share) return false;
  pwl->frictions = 0;
  for (size_t e = 0; e < run->elements; e++) {
    group[e] = SIZE_MAX;
    if (!run->idle[e]) group_element(run, pwl, e, element, group, share);
  }
  pwl->element = element;
  pwl->group = group;
  pwl->share = share;
  return true;
}

/* Modes are numbered to the base 3, one digit a friction. */
static ss_status number_modes(ss_arena *arena, const ss_run *run, ss_pwl *pwl) {
  const size_t k = pwl->frictions;
  size_t *place = ss_arena_new(arena, k, size_t);
  double *limit = ss_arena_new(arena, k, double);
  if (!place || !limit) return SS_MEMORY;
  pwl->modes = 1;
  for (size_t i = 0; i < k; i++) {
    place[i] = pwl->modes;
    pwl->modes *= PWL_DIGITS;
  }
  for (size_t e = 0; e < run->elements; e++)
    if (pwl->group[e] != SIZE_MAX)
      limit[pwl->group[e]] += fabs(pwl->share[e]) * run->at.law[3 * e] * run->at.normal[e];
  int *digit = ss_arena_new(arena, pwl->modes * k, int);
  if (!digit) return SS_MEMORY;
  for (size_t m = 0; m < pwl->modes; m++)
    for (size_t i = 0; i < k; i++) digit[m * k + i] = (int)(m / place[i] % PWL_DIGITS);
  pwl->place = place;
  pwl->limit = limit;
  pwl->digit = digit;
  return SS_OK;
}

static ss_status make_machine(ss_arena *arena, ss_events *ev, ss_pwl *pwl, const char **why_not) {
  ss_status status = number_modes(arena, ev->run, pwl);
  pwl_mode *list = status == SS_OK ? ss_arena_new(arena, pwl->modes, pwl_mode) : NULL;
  if (status == SS_OK && !list) status = SS_MEMORY;
  for (size_t m = 0; status == SS_OK && !*why_not && m < pwl->modes; m++) {
    bool good = true;
    status = make_mode(arena, ev, pwl, m, &list[m], &good);
    if (!good) *why_not = "the directions of its frictions depend on each other";
  }
  pwl->mode = list;
  return status;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static const char *refuse_elements(const ss_system *s) {
  if (s->inputs) return "it has open inputs";
  if (s->projection) return "it is in the coordinates of a chart";
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind != SS_ELEMENT_FRICTION || e->law != SS_LAW_COULOMB)
      return "it has elements other than Coulomb frictions with a known normal force";
  }
  return NULL;
}

/* With a run that stands at the origin. */
static ss_status create_in_run(ss_arena *arena, ss_run *run, ss_pwl *pwl, const char **why_not) {
  ss_events ev;
  bool linear = false;
  ss_status status = ss_flow_is_linear(run, &linear);
  if (status != SS_OK || !linear) {
    *why_not = "its equations are not linear with constant coefficients";
    return status;
  }
  ss_run_evaluate(run, 0, run->q, run->u);
  pwl->n = run->n;
  pwl->lead = ss_affine_lead(2 * run->n);
  if (!list_frictions(arena, run, pwl)) return SS_MEMORY;
  if (pwl->frictions > SS_PWL_FRICTIONS_MOST) {
    *why_not = "it has too many frictions";
    return SS_OK;
  }
  pwl->pinned = pwl->frictions == run->n;
  status = ss_events_open(&ev, run);
  if (status == SS_OK) status = make_machine(arena, &ev, pwl, why_not);
  ss_events_close(&ev);
  return status;
}

ss_status ss_pwl_create(ss_arena *arena, const ss_system *system, const double *parameters,
                        const ss_pwl **out, const char **why_not) {
  assert(ss_graph_is_sealed(system->graph));
  const ss_motion_options options = ss_motion_default_options();
  ss_run run;
  *out = NULL;
  *why_not = refuse_elements(system);
  if (*why_not) return SS_OK;
  ss_pwl *pwl = ss_arena_new(arena, 1, ss_pwl);
  if (!pwl) return SS_MEMORY;
  ss_status status = ss_run_start(&run, arena, system, parameters, &options);
  if (status == SS_OK) status = create_in_run(arena, &run, pwl, why_not);
  if (status == SS_OK && !*why_not) *out = pwl;
  ss_run_end(&run);
  return status;
}
