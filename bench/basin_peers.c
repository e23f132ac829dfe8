/* basin_peers.c: the two masses as a user would program them: a plain time-stepping loop, and
 * SUNDIALS with root finding.
 *
 * The loop is Moreau's midpoint scheme with a step of 1e-3; friction is a clip, because G is the
 * identity. With SUNDIALS (ARKODE, Dormand-Prince 5(4), relative tolerance 1e-8, absolute 1e-10)
 * each of the nine modes is integrated until a slip velocity or a friction margin changes sign, and
 * restarted.
 */
#include <math.h>
#include <string.h>

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include "basin_peers.h"

/* Forces without friction. */
static inline void find_forces(const double *x, double *f) {
  f[0] = -2 * x[0] + x[1] - basin_damping * x[2] - basin_coupling * x[3];
  f[1] = x[0] - 2 * x[1] - basin_coupling * x[2] - basin_damping * x[3];
}

/* ---- a plain loop ---------------------------------------------------------------------------- */

static bool step_to_rest(const double *start) {
  const double K[2][2] = {{2, -1}, {-1, 2}};
  const double C[2][2] = {{basin_damping, basin_coupling}, {basin_coupling, basin_damping}};
  const double dt = basin_step;
  double q[2] = {start[0], start[1]}, u[2] = {start[2], start[3]};
  for (long k = 0; k < lround(basin_end / dt); k++) {
    double middle[2], next[2];
    for (int j = 0; j < 2; j++) middle[j] = q[j] + 0.5 * dt * u[j];
    for (int j = 0; j < 2; j++) {
      double f = 0;
      for (int l = 0; l < 2; l++) f -= K[j][l] * middle[l] + C[j][l] * u[l];
      const double v = u[j] + dt * f;
      next[j] = v > dt ? v - dt : v < -dt ? v + dt : 0;
    }
    for (int j = 0; j < 2; j++) {
      q[j] = middle[j] + 0.5 * dt * next[j];
      u[j] = next[j];
    }
    if (u[0] == 0 && u[1] == 0 && fabs(2 * q[0] - q[1]) <= 1 && fabs(2 * q[1] - q[0]) <= 1)
      return true;
  }
  return false;
}

double reach_by_stepping(size_t count, const double *starts, bool *reached) {
  const double begin = read_clock();
  for (size_t i = 0; i < count; i++) reached[i] = step_to_rest(starts + 4 * i);
  return read_clock() - begin;
}

/* ---- SUNDIALS -------------------------------------------------------------------------------- */

/* Direction of slip of each mass; 0: it sticks. */
typedef struct mode {
  int sign[2];
} mode;

static int find_rates(realtype t, N_Vector y, N_Vector rates, void *user) {
  const double *x = NV_DATA_S(y);
  const mode *m = user;
  double *d = NV_DATA_S(rates), f[2];
  (void)t;
  find_forces(x, f);
  for (int i = 0; i < 2; i++) {
    d[i] = m->sign[i] ? x[2 + i] : 0;
    d[2 + i] = m->sign[i] ? f[i] - m->sign[i] : 0;
  }
  return 0;
}

static int find_roots(realtype t, N_Vector y, realtype *g, void *user) {
  const double *x = NV_DATA_S(y);
  const mode *m = user;
  double f[2];
  (void)t;
  find_forces(x, f);
  for (int i = 0; i < 2; i++) g[i] = m->sign[i] ? x[2 + i] : 1 - fabs(f[i]);
  return 0;
}

/* Modes of the masses without velocity; do both stick? */
static bool choose_mode(const double *x, mode *m) {
  double f[2];
  find_forces(x, f);
  for (int i = 0; i < 2; i++)
    if (x[2 + i] == 0) m->sign[i] = fabs(f[i]) <= 1 ? 0 : f[i] > 0 ? 1 : -1;
  return m->sign[0] == 0 && m->sign[1] == 0;
}

/* At an event: a slip ends, or begins. */
static void switch_mode(double *x, mode *m, const int *found) {
  for (int i = 0; i < 2; i++) {
    double f[2];
    if (!found[i]) continue;
    if (m->sign[i]) {
      x[2 + i] = 0;
      continue;
    }
    find_forces(x, f);
    m->sign[i] = f[i] > 0 ? 1 : -1;
    x[2 + i] = m->sign[i] * 1e-14;
  }
}

static bool integrate_to_rest(void *memory, N_Vector y, mode *m) {
  enum { EVENTS_MOST = 2000 };
  double *x = NV_DATA_S(y), t = 0;
  for (int i = 0; i < 2; i++) m->sign[i] = x[2 + i] > 0 ? 1 : -1;
  for (int event = 0; event < EVENTS_MOST && t < basin_end; event++) {
    int direction[2], found[2];
    if (choose_mode(x, m)) return true;
    for (int i = 0; i < 2; i++) direction[i] = m->sign[i] ? -m->sign[i] : -1;
    ERKStepReset(memory, t, y);
    ERKStepSetRootDirection(memory, direction);
    ERKStepSetStopTime(memory, basin_end);
    if (ERKStepEvolve(memory, basin_end, y, &t, ARK_NORMAL) != ARK_ROOT_RETURN) return false;
    ERKStepGetRootInfo(memory, found);
    switch_mode(x, m, found);
  }
  return false;
}

double reach_in_sundials(size_t count, const double *starts, bool *reached) {
  SUNContext context;
  mode m = {{1, 1}};
  if (SUNContext_Create(NULL, &context) != 0) return -1;
  N_Vector y = N_VNew_Serial(4, context);
  N_VConst(0, y);
  void *memory = ERKStepCreate(find_rates, 0, y, context);
  ERKStepSStolerances(memory, 1e-8, 1e-10);
  ERKStepSetUserData(memory, &m);
  ERKStepSetTableNum(memory, ARKODE_DORMAND_PRINCE_7_4_5);
  ERKStepRootInit(memory, 2, find_roots);
  ERKStepSetNoInactiveRootWarn(memory);
  ERKStepSetMaxNumSteps(memory, 1000000);
  const double begin = read_clock();
  for (size_t i = 0; i < count; i++) {
    memcpy(NV_DATA_S(y), starts + 4 * i, 4 * sizeof(double));
    reached[i] = integrate_to_rest(memory, y, &m);
  }
  const double time = read_clock() - begin;
  ERKStepFree(&memory);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return time;
}
