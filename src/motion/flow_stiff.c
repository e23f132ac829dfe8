/* flow_stiff.c: a phase in which a spatial slip begins, integrated by an implicit method.
 *
 * The direction of a spatial friction force follows the direction of slip at the rate
 * mu N / (m |gamma_T|), which is infinite where slip begins. When the sticking force has just
 * reached its bound, the slip grows like t^2 only, and an explicit method would need steps in
 * proportion to |gamma_T| for a long time. Here CVODE's backward differentiation formulas (orders 1
 * to 5, Newton's method with a Jacobian by differences) go through that time, with the direction
 *
 *     gamma_T / sqrt(|gamma_T|^2 + v^2),     v = ROUND of its tolerance
 *
 * in place of gamma_T / |gamma_T| (events_stances.c): the force deviates by a share of
 * (v / |gamma_T|)^2 / 2, the slip velocity by some v^(4/5), where inertia, growing force and
 * rounding balance; v must be well above the integrator's tolerance for the direction to have a
 * meaning. When all slips are fast enough the phase goes on with the explicit flow (events.c). The
 * state inside a step comes from CVODE's own polynomial, which is as accurate as its steps.
 *
 * The same flow, without rounding, takes over where a slip that is coupled with drilling creeps: a
 * ball that rolls and still spins slides so slowly that its friction just suffices, and the
 * equations relax to that at the rate mu N / (m r |omega|), which the explicit flow follows with as
 * short steps.
 *
 * Reference: SUNDIALS 6.4, CVODE.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "events.h"

static const double SHARE = 0.01, LEAST = 1e-13, ROUND = 100;

/* Increments of velocities are no smaller than this. */
static const double FINEST = 1e-13;

struct ss_stiff {
  SUNContext context;
  N_Vector y, inside;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void *cvode;
};

/* ---- what CVODE calls ------------------------------------------------------------------------ */

static int evaluate_rate(realtype time, N_Vector y, N_Vector rate, void *user) {
  ss_events *ev = user;
  const bool good =
      ss_stances_rate(ev, ev->begin + time, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
  return good ? 0 : 1;
}

/* d rate / d y by differences. Increments of velocities must be below the slip speeds, on whose
 * scale the direction of slip changes; those of CVODE's own differences are not. */
static int differentiate_rate(realtype time, N_Vector y, N_Vector rate, SUNMatrix J, void *user,
                              N_Vector shifted, N_Vector work, N_Vector unused) {
  ss_events *ev = user;
  const size_t n = ev->run->n;
  const double *from = N_VGetArrayPointer(rate);
  double *state = N_VGetArrayPointer(shifted), *to = N_VGetArrayPointer(work);
  (void)unused;
  N_VScale(1, y, shifted);
  if (!ss_stances_rate(ev, ev->begin + time, state, to)) return 1;
  const double least = hypot(ss_stances_scale(ev), ev->is_stiff ? ev->round : 0);
  const double slowest = fmax(0.1 * least, FINEST);
  for (size_t j = 0; j < ev->size; j++) {
    const double before = state[j], usual = 1.5e-8 * fmax(1, fabs(before));
    double *column = SUNDenseMatrix_Column(J, (sunindextype)j);
    memset(column, 0, ev->size * sizeof *column);
    if (j >= 2 * n) continue; /* nothing depends on the amounts */
    state[j] += j < n ? usual : fmin(usual, slowest);
    const double increment = state[j] - before;
    if (!ss_stances_rate(ev, ev->begin + time, state, to)) return 1;
    for (size_t k = 0; k < ev->size; k++) column[k] = (to[k] - from[k]) / increment;
    state[j] = before;
  }
  return 0;
}

/* The change that takes constraint drift back. */
static int correct_drift(realtype time, N_Vector y, N_Vector change, realtype epsilon,
                         N_Vector error, void *user) {
  ss_events *ev = user;
  const size_t n = ev->run->n;
  const double *state = N_VGetArrayPointer(y);
  double *out = N_VGetArrayPointer(change);
  (void)epsilon, (void)error;
  N_VScale(1, y, change);
  if (ss_events_project(ev, ev->begin + time, out, out + n) != SS_OK) return 1;
  for (size_t k = 0; k < ev->size; k++) out[k] -= state[k];
  return 0;
}

static void keep_silent(int code, const char *module, const char *function, char *message,
                        void *user) {
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

/* ---- the flow -------------------------------------------------------------------------------- */

static ss_status begin_phase(ss_events *ev) {
  struct ss_stiff *s = ev->stiff;
  memcpy(N_VGetArrayPointer(s->y), ev->y, ev->size * sizeof *ev->y);
  return CVodeReInit(s->cvode, 0, s->y) == CV_SUCCESS ? SS_OK : SS_MEMORY;
}

static ss_status take_step(ss_events *ev, double limit) {
  struct ss_stiff *s = ev->stiff;
  CVodeSetStopTime(s->cvode, limit);
  const int flag = CVode(s->cvode, limit, s->y, &ev->time_end, CV_ONE_STEP);
  if (flag < 0)
    return ss_run_stop(ev->run, SS_NO_CONVERGENCE,
                       "the integration failed at t = %.9g (CVODE %d)%s", ev->begin + ev->time,
                       flag, ss_events_name_modes(ev));
  memcpy(ev->y_end, N_VGetArrayPointer(s->y), ev->size * sizeof *ev->y);
  return SS_OK;
}

static ss_status look_inside(ss_events *ev, double s, bool amounts, double *y) {
  (void)amounts; /* part of the integration */
  struct ss_stiff *f = ev->stiff;
  if (s >= ev->time_end - ev->time) {
    memcpy(y, ev->y_end, ev->size * sizeof *y);
    return SS_OK;
  }
  if (CVodeGetDky(f->cvode, ev->time + s, 0, f->inside) != CV_SUCCESS) return SS_NO_CONVERGENCE;
  memcpy(y, N_VGetArrayPointer(f->inside), ev->size * sizeof *y);
  return SS_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool configure(ss_events *ev, struct ss_stiff *s) {
  const double tolerance = fmax(SHARE * ev->run->options->tolerance, LEAST);
  ev->round = ROUND * tolerance;
  return CVodeSetErrHandlerFn(s->cvode, keep_silent, NULL) == CV_SUCCESS &&
         CVodeInit(s->cvode, evaluate_rate, 0, s->y) == CV_SUCCESS &&
         CVodeSStolerances(s->cvode, tolerance, tolerance) == CV_SUCCESS &&
         CVodeSetUserData(s->cvode, ev) == CV_SUCCESS &&
         CVodeSetLinearSolver(s->cvode, s->solver, s->matrix) == CV_SUCCESS &&
         CVodeSetJacFn(s->cvode, differentiate_rate) == CV_SUCCESS &&
         CVodeSetProjFn(s->cvode, correct_drift) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(s->cvode, -1) == CV_SUCCESS;
}

ss_status ss_flow_stiff_create(ss_events *ev) {
  struct ss_stiff *s = ss_arena_new(ev->run->scratch, 1, struct ss_stiff);
  if (!s) return SS_MEMORY;
  ev->stiff = s;
  ev->stiff_flow = (ss_flow){begin_phase, take_step, look_inside};
  if (SUNContext_Create(NULL, &s->context)) return SS_MEMORY;
  const sunindextype size = (sunindextype)ev->size;
  s->y = N_VNew_Serial(size, s->context);
  s->inside = N_VNew_Serial(size, s->context);
  s->matrix = SUNDenseMatrix(size, size, s->context);
  if (!s->y || !s->inside || !s->matrix) return SS_MEMORY;
  N_VConst(0, s->y);
  s->solver = SUNLinSol_Dense(s->y, s->matrix, s->context);
  s->cvode = CVodeCreate(CV_BDF, s->context);
  return s->solver && s->cvode && configure(ev, s) ? SS_OK : SS_MEMORY;
}

void ss_flow_stiff_destroy(ss_events *ev) {
  struct ss_stiff *s = ev->stiff;
  if (!s) return;
  if (s->cvode) CVodeFree(&s->cvode);
  if (s->solver) SUNLinSolFree(s->solver);
  if (s->matrix) SUNMatDestroy(s->matrix);
  if (s->inside) N_VDestroy(s->inside);
  if (s->y) N_VDestroy(s->y);
  if (s->context) SUNContext_Free(&s->context);
  ev->stiff = NULL;
}
