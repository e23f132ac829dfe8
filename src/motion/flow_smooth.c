/* flow_smooth.c: a phase of any system, integrated by SUNDIALS.
 *
 * ARKODE takes the steps: explicit Runge-Kutta, error control on all of y (positions, velocities
 * and the amounts of energy) with relative and absolute tolerance SHARE of the user's, so that the
 * errors of some hundred steps stay within it. A one-step method of high order suits motions with
 * many short phases: every phase starts anew, without history. The pair is Prince and Dormand's
 * 8(7) of 13 stages (base.h); ARKODE's own pair of that order estimates the error of a pure
 * quadrature as 0.
 *
 * ARKODE's interpolant inside a step is of order 5, far below the method's. The state inside is
 * therefore computed by the method itself, with a step from the same start that ends where it is
 * asked for: 13 evaluations, and an error below that of the step. Guards find their roots on it,
 * and so do regular samples. What is the same for all of them is kept: the first stage, and the
 * last state, which is asked for again where a guard ends the phase, and from which others that are
 * very near are reached with 4 evaluations. ARKODE's own interpolant only ever gives the end of a
 * step, and is the cheapest.
 *
 * After each step, closed gaps and held velocities are put back to 0 (events_project.c). The
 * integration fails where forces grow without bound (Painleve) or the equations are not finite.
 *
 * Reference: Prince & Dormand, High order embedded Runge-Kutta formulae, J. Comput. Appl. Math. 7
 * (1981); SUNDIALS 6.4, ARKODE.
 */
#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"

/* Of the user's tolerance; and the least that makes sense in doubles. */
static const double SHARE = 0.01, LEAST = 2e-15;

/* Of the longest step so far: forces that do not exist after a step of this length never will. */
static const double SHORTEST = 1e-12;

/* The pair, by short names. */
enum { STAGES = SS_RUNGE_KUTTA_STAGES };
#define NODES    ss_prince_dormand.node
#define WEIGHTS  ss_prince_dormand.weight
#define EMBEDDED ss_prince_dormand.embedded
#define MATRIX   ss_prince_dormand.matrix

struct ss_smooth {
  SUNContext context;
  N_Vector y;
  void *arkode;
  double *stage, *rates;   /* size; STAGES x size */
  double *seen, seen_at;   /* the state inside the step that was asked for last; NAN: none yet */
  double *sum, *last_rate; /* size each: on from there */
  double last;             /* the last step's length, a guess for the next phase */
};

/* ---- what ARKODE calls ----------------------------------------------------------------------- */

/* Where there are no forces the step fails, and is tried again with a shorter one (take_step). */
static int evaluate_rate(realtype time, N_Vector y, N_Vector rate, void *user) {
  ss_events *ev = user;
  const bool good =
      ss_stances_rate(ev, ev->begin + time, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
  return good ? 0 : 1;
}

static int correct_drift(realtype time, N_Vector y, void *user) {
  ss_events *ev = user;
  double *state = N_VGetArrayPointer(y);
  return ss_events_project(ev, ev->begin + time, state, state + ev->run->n) == SS_OK ? 0 : 1;
}

/* What is smaller is not told from 0. */
static const double FAR_LEAST = 1e-9;

/* 1 / tolerance: relative and absolute alike, in units of 1 or of a small machine. ARKODE takes the
 * mean square over all of y; here it is the sum of squares over 2 n, so that amounts and impulses
 * without error do not hide that of the state. While springs touch, positions are controlled in
 * proportion to their frequency, down to rounding: an error dq counts as the velocity that it turns
 * into. A machine that stands still has no size: its errors are the rounding of forces. */
static int weigh(N_Vector y, N_Vector weight, void *user) {
  const ss_events *ev = user;
  const double alone = sqrt(2.0 * (double)ev->run->n / (double)ev->size);
  const double tolerance = fmax(alone * SHARE * ev->run->options->tolerance, LEAST);
  const double *value = N_VGetArrayPointer(y), slow = 1 / fmax(1, ev->frequency);
  double *w = N_VGetArrayPointer(weight);
  const size_t n = ev->run->n;
  const double far = fmax(FAR_LEAST, fmax(ev->run->far_q, ev->run->far_u));
  const double small = ev->is_held ? 1 : ss_run_extent(far / SS_RUN_SMALL);
  for (size_t k = 0; k < ev->size; k++) {
    const double allowed = tolerance * ((k < 2 * n ? small : 1) + fabs(value[k]));
    w[k] = 1 / (k < n ? fmax(allowed * slow, LEAST * fabs(value[k])) : allowed);
  }
  return 0;
}

static void keep_silent(int code, const char *module, const char *function, char *message,
                        void *user) {
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

/* ---- the flow -------------------------------------------------------------------------------- */

static ss_status begin_phase(ss_events *ev) {
  struct ss_smooth *s = ev->smooth;
  memcpy(N_VGetArrayPointer(s->y), ev->y, ev->size * sizeof *ev->y);
  s->seen_at = NAN;
  ev->is_held = false;
  if (ERKStepReset(s->arkode, 0, s->y) != ARK_SUCCESS) return SS_MEMORY;
  double guess = s->last > 0 ? s->last : ev->pace;
  if (ev->frequency > 0) guess = fmin(guess, 0.1 / ev->frequency);
  if (ERKStepSetInitStep(s->arkode, guess) != ARK_SUCCESS) return SS_MEMORY;
  return SS_OK;
}

/* From the step's start again, with a quarter of the step that was tried; false if it cannot get
 * shorter. ARKODE leaves that to its caller. */
static bool shorten(ss_events *ev) {
  struct ss_smooth *s = ev->smooth;
  double tried = 0;
  ERKStepGetCurrentStep(s->arkode, &tried);
  if (!(tried > SHORTEST * ev->pace)) return false;
  memcpy(N_VGetArrayPointer(s->y), ev->y, ev->size * sizeof *ev->y);
  return ERKStepReset(s->arkode, ev->time, s->y) == ARK_SUCCESS &&
         ERKStepSetInitStep(s->arkode, tried / 4) == ARK_SUCCESS;
}

/* From the step's start again, as a machine that is not small. */
static bool coarsen(ss_events *ev) {
  struct ss_smooth *s = ev->smooth;
  if (!ss_run_coarsen(ev->run)) return false;
  memcpy(N_VGetArrayPointer(s->y), ev->y, ev->size * sizeof *ev->y);
  return ERKStepReset(s->arkode, ev->time, s->y) == ARK_SUCCESS;
}

static ss_status take_step(ss_events *ev, double limit) {
  struct ss_smooth *s = ev->smooth;
  int flag;
  do {
    ERKStepSetStopTime(s->arkode, limit);
    flag = ERKStepEvolve(s->arkode, limit, s->y, &ev->time_end, ARK_ONE_STEP);
  } while ((flag == ARK_UNREC_RHSFUNC_ERR && shorten(ev)) || (flag < 0 && coarsen(ev)));
  if (flag < 0) {
    char *name = ERKStepGetReturnFlagName(flag);
    ss_run_stop(ev->run, SS_NO_CONVERGENCE, "the integration failed at t = %.9g (ARKODE: %s)%s",
                ev->begin + ev->time, name ? name : "", ss_events_name_modes(ev));
    free(name);
    return SS_NO_CONVERGENCE;
  }
  memcpy(ev->y_end, N_VGetArrayPointer(s->y), ev->size * sizeof *ev->y);
  s->seen_at = NAN;
  s->last = ev->time_end - ev->time;
  return SS_OK;
}

/* y + sum_j factor_j rate_j over the first `count` stages. */
static void combine(const ss_events *ev, int count, const double *weights, double h, double *out) {
  memcpy(out, ev->y, ev->size * sizeof *out);
  for (int j = 0; j < count; j++) {
    const double factor = h * weights[j], *rate = ev->smooth->rates + (size_t)j * ev->size;
    if (factor == 0) continue;
    for (size_t k = 0; k < ev->size; k++) out[k] += factor * rate[k];
  }
}

/* The step from ev->y to `s` after it, by the method, into f->seen. */
static bool step_inside(ss_events *ev, double s) {
  struct ss_smooth *f = ev->smooth;
  for (int i = isnan(f->seen_at) ? 0 : 1; i < STAGES; i++) {
    combine(ev, i, MATRIX[i], s, f->stage);
    const double t = ev->begin + ev->time + NODES[i] * s;
    if (!ss_stances_rate(ev, t, f->stage, f->rates + (size_t)i * ev->size)) {
      f->seen_at = NAN;
      return false;
    }
  }
  combine(ev, STAGES, WEIGHTS, s, f->seen);
  f->seen_at = s;
  return true;
}

/* States nearer than this share of the step to the last one asked for are reached from there by the
 * classical method of four stages: (d/h)^5 is 3e-17 then, of what a term of fifth order does in the
 * whole step. The last trials of a root are all that near. */
static const double NEAR = 5e-4;

static bool is_near(const ss_events *ev, double s) {
  const double d = s - ev->smooth->seen_at;
  return fabs(d) <= NEAR * (ev->time_end - ev->time); /* not if it is NAN */
}

/* From f->seen on to s. */
static bool step_on(ss_events *ev, double s) {
  static const double reach[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  struct ss_smooth *f = ev->smooth;
  const double d = s - f->seen_at, *rate = f->last_rate;
  memcpy(f->sum, f->seen, ev->size * sizeof *f->sum);
  for (int i = 0; i < 4; i++) {
    for (size_t k = 0; k < ev->size; k++)
      f->stage[k] = f->seen[k] + (i > 0 ? d * reach[i] * rate[k] : 0);
    const double t = ev->begin + ev->time + f->seen_at + reach[i] * d;
    if (!ss_stances_rate(ev, t, f->stage, f->last_rate)) return false;
    for (size_t k = 0; k < ev->size; k++) f->sum[k] += d * weight[i] * rate[k];
  }
  memcpy(f->seen, f->sum, ev->size * sizeof *f->seen);
  f->seen_at = s;
  return true;
}

static ss_status look_inside(ss_events *ev, double s, bool amounts, double *y) {
  (void)amounts; /* part of the integration */
  struct ss_smooth *f = ev->smooth;
  const bool whole = s >= ev->time_end - ev->time;
  if (!whole && s != f->seen_at && !(is_near(ev, s) ? step_on(ev, s) : step_inside(ev, s)))
    return SS_NO_CONVERGENCE;
  memcpy(y, whole ? ev->y_end : f->seen, ev->size * sizeof *y);
  return SS_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

static ss_status set_table(void *arkode) {
  ARKodeButcherTable table = ARKodeButcherTable_Alloc(STAGES, SUNTRUE);
  if (!table) return SS_MEMORY;
  table->q = 8;
  table->p = 7;
  for (int i = 0; i < STAGES; i++) {
    memcpy(table->A[i], MATRIX[i], sizeof MATRIX[i]);
    table->c[i] = NODES[i];
    table->b[i] = WEIGHTS[i];
    table->d[i] = EMBEDDED[i];
  }
  const int flag = ERKStepSetTable(arkode, table);
  ARKodeButcherTable_Free(table);
  return flag == ARK_SUCCESS ? SS_OK : SS_MEMORY;
}

static ss_status configure(ss_events *ev, void *arkode) {
  const bool good = ERKStepSetErrHandlerFn(arkode, keep_silent, NULL) == ARK_SUCCESS &&
                    ERKStepSetUserData(arkode, ev) == ARK_SUCCESS &&
                    ERKStepWFtolerances(arkode, weigh) == ARK_SUCCESS &&
                    ERKStepSetPostprocessStepFn(arkode, correct_drift) == ARK_SUCCESS &&
                    ERKStepSetMaxErrTestFails(arkode, 50) == ARK_SUCCESS &&
                    ERKStepSetInterpolantDegree(arkode, 1) == ARK_SUCCESS &&
                    ERKStepSetMaxNumSteps(arkode, -1) == ARK_SUCCESS;
  return good ? set_table(arkode) : SS_MEMORY;
}

ss_status ss_flow_smooth_create(ss_events *ev) {
  struct ss_smooth *s = ss_arena_new(ev->run->scratch, 1, struct ss_smooth);
  if (!s) return SS_MEMORY;
  ev->smooth = s;
  ev->smooth_flow = (ss_flow){begin_phase, take_step, look_inside};
  s->stage = ss_arena_new(ev->run->scratch, ev->size, double);
  s->seen = ss_arena_new(ev->run->scratch, ev->size, double);
  s->rates = ss_arena_new(ev->run->scratch, STAGES * ev->size, double);
  s->sum = ss_arena_new(ev->run->scratch, ev->size, double);
  s->last_rate = ss_arena_new(ev->run->scratch, ev->size, double);
  if (!s->stage || !s->seen || !s->rates || !s->sum || !s->last_rate ||
      SUNContext_Create(NULL, &s->context))
    return SS_MEMORY;
  s->y = N_VNew_Serial((sunindextype)ev->size, s->context);
  if (!s->y || N_VEnableFusedOps_Serial(s->y, SUNTRUE)) return SS_MEMORY;
  N_VConst(0, s->y);
  s->arkode = ERKStepCreate(evaluate_rate, 0, s->y, s->context);
  return s->arkode ? configure(ev, s->arkode) : SS_MEMORY;
}

void ss_flow_smooth_destroy(ss_events *ev) {
  struct ss_smooth *s = ev->smooth;
  if (!s) return;
  if (s->arkode) ERKStepFree(&s->arkode);
  if (s->y) N_VDestroy(s->y);
  if (s->context) SUNContext_Free(&s->context);
  ev->smooth = NULL;
}
