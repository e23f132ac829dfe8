/* attack_starts.c: states from which motions attack a claim.
 *
 * A position is drawn from the box in which {V < level} lies, nearer to its middle where nothing
 * is found; gaps that would be negative, and those that are to be closed, are made 0 by Newton's
 * steps q += W (W^T W)^-1 (-g). A direction of velocities is drawn, of which the part that opens or
 * hits closed contacts is taken away every other time, and its length is the largest, up to
 * rounding, with V < level within the region: the border of the claim; or a random part of it.
 *
 * Random numbers are those of a fixed sequence: an attack can be repeated.
 */
#include <math.h>
#include <string.h>

#include "attack.h"

enum { TRIES = 400, NEWTON = 20, HALVINGS = 60, CONTACTS = 16 };

/* splitmix64, in [0, 1) */
static double draw(ss_target *t) {
  uint64_t z = (t->random += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static const double *evaluate(ss_target *t, const double *q, const double *u, ss_quantity what) {
  double *in = ss_tape_in(t->machine.tape, t->work);
  memcpy(in, q, t->n * sizeof *q);
  memcpy(in + t->n, u, t->n * sizeof *u);
  in[2 * t->n] = 0;
  ss_tape_run(t->machine.tape, t->work);
  return ss_tape_out(t->machine.tape, t->work) + t->machine.offset[what];
}

double ss_target_value(ss_target *t, const double *q, const double *u) {
  if (!t->falls) return NAN;
  if (!t->function) {
    const double *energy = evaluate(t, q, u, SS_QUANTITY_ENERGY);
    return energy[0] + energy[1] - t->base;
  }
  double *in = ss_tape_in(t->function, t->function_work);
  memcpy(in, q, t->n * sizeof *q);
  memcpy(in + t->n, u, t->n * sizeof *u);
  ss_tape_run(t->function, t->function_work);
  return ss_tape_out(t->function, t->function_work)[0] - t->base;
}

bool ss_target_holds(const ss_target *t, const double *q, const double *u) {
  for (size_t i = 0; i < 2 * t->n; i++) {
    const double x = i < t->n ? q[i] : u[i - t->n];
    const double more = isfinite(t->hi[i]) ? 1e-9 * (t->hi[i] - t->lo[i]) : 0;
    if (!(x >= t->lo[i] - more && x <= t->hi[i] + more)) return false;
  }
  return true;
}

/* How far V < level reaches along an axis where there is no region; a few times the size of the
 * middle where there is no level. */
void ss_target_measure(ss_target *t) {
  const size_t n = t->n;
  double x[2 * n + 1];
  for (size_t i = 0; i < 2 * n; i++) {
    double size = 4 * fmax(1, fabs(t->center[i]));
    memcpy(x, t->center, 2 * n * sizeof *x);
    if (isfinite(t->hi[i])) size = fmax(t->hi[i] - t->center[i], t->center[i] - t->lo[i]);
    for (double s = 1e-6 * size; !isfinite(t->hi[i]) && isfinite(t->level) && s < 1e9; s *= 1.3) {
      x[i] = t->center[i] + s;
      size = s;
      if (!(ss_target_value(t, x, x + n) < t->level)) break;
    }
    t->size[i] = size;
  }
}

/* ---- contacts -------------------------------------------------------------------------------- */

/* x := A^-1 x, symmetric and positive, or so; by elimination without pivots. */
static bool solve(size_t k, double A[CONTACTS][CONTACTS], double *x) {
  for (size_t i = 0; i < k; i++) {
    if (!(A[i][i] > 1e-300)) return false;
    for (size_t j = i + 1; j < k; j++) {
      const double f = A[j][i] / A[i][i];
      for (size_t m = i; m < k; m++) A[j][m] -= f * A[i][m];
      x[j] -= f * x[i];
    }
  }
  for (size_t i = k; i-- > 0;) {
    for (size_t j = i + 1; j < k; j++) x[i] -= A[i][j] * x[j];
    x[i] /= A[i][i];
  }
  return true;
}

/* x += W (W^T W + e I)^-1 r for the rows of W that count. */
static bool correct(size_t n, size_t k, const double *const *W, double *r, double *x) {
  double A[CONTACTS][CONTACTS];
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      A[i][j] = 0;
      for (size_t m = 0; m < n; m++) A[i][j] += W[i][m] * W[j][m];
      if (i == j) A[i][j] *= 1 + 1e-12;
    }
  if (!solve(k, A, r)) return false;
  for (size_t i = 0; i < k; i++)
    for (size_t m = 0; m < n; m++) x[m] += W[i][m] * r[i];
  return true;
}

/* Gaps of `closed`, and those that are negative, become 0, up to rounding. */
static bool project(ss_target *t, size_t closed, double *q, const double *u) {
  const size_t n = t->n, contacts = t->system->normals;
  for (int round = 0; round < NEWTON; round++) {
    const double *gap = evaluate(t, q, u, SS_QUANTITY_GAP);
    const double *WN = ss_tape_out(t->machine.tape, t->work) + t->machine.offset[SS_QUANTITY_WN];
    const double *row[CONTACTS];
    double r[CONTACTS], worst = 0;
    size_t k = 0;
    for (size_t j = 0; j < contacts; j++) {
      if (!(closed >> j & 1) && gap[j] >= 0) continue;
      worst = fmax(worst, fabs(gap[j]));
      row[k] = WN + j * n;
      r[k++] = -gap[j];
    }
    if (worst <= 1e-13) return true;
    if (!correct(n, k, row, r, q)) return false;
  }
  return false;
}

/* Closed contacts neither open nor hit. */
static bool hold(ss_target *t, size_t closed, const double *q, double *u) {
  const size_t n = t->n;
  evaluate(t, q, u, SS_QUANTITY_WN);
  const double *WN = ss_tape_out(t->machine.tape, t->work) + t->machine.offset[SS_QUANTITY_WN];
  const double *row[CONTACTS];
  double r[CONTACTS];
  size_t k = 0;
  for (size_t j = 0; j < t->system->normals; j++) {
    if (!(closed >> j & 1)) continue;
    row[k] = WN + j * n;
    r[k] = 0;
    for (size_t m = 0; m < n; m++) r[k] -= row[k][m] * u[m];
    k++;
  }
  return correct(n, k, row, r, u);
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* Is (q, s u) claimed? */
static bool is_claimed(ss_target *t, const double *q, const double *u, double s) {
  double v[t->n + 1];
  for (size_t k = 0; k < t->n; k++) v[k] = s * u[k];
  return ss_target_holds(t, q, v) && (!isfinite(t->level) || ss_target_value(t, q, v) < t->level);
}

/* The velocities as long as V < level and the region allow. */
static void stretch(ss_target *t, const double *q, double *u) {
  double low = 0, high = 1;
  while (isfinite(t->level) && high < 1e6 && is_claimed(t, q, u, high)) {
    low = high;
    high *= 4;
  }
  if (!isfinite(t->level) && is_claimed(t, q, u, 1)) low = high = 1;
  for (int i = 0; i < HALVINGS; i++) {
    const double s = low / 2 + high / 2;
    if (is_claimed(t, q, u, s))
      low = s;
    else
      high = s;
  }
  for (size_t k = 0; k < t->n; k++) u[k] *= low * (1 - 1e-9);
}

bool ss_target_start(ss_target *t, bool border, bool closed, double *q, double *u) {
  const size_t n = t->n, contacts = t->system->normals;
  const double zero[n + 1];
  memset((void *)zero, 0, sizeof zero);
  if (contacts > CONTACTS) return false;
  for (int try = 0; try < TRIES; try++) {
    /* nearer to the middle from try to try */
    const double near = pow(draw(t), 0.05 * try);
    const size_t set = closed ? (size_t)(draw(t) * (double)((size_t)1 << contacts)) : 0;
    for (size_t i = 0; i < n; i++) {
      q[i] = t->center[i] + near * (2 * draw(t) - 1) * t->size[i];
      u[i] = 4 * (2 * draw(t) - 1) * t->size[n + i];
    }
    if (contacts && !project(t, set, q, zero)) continue;
    if (!ss_target_holds(t, q, zero)) continue;
    if (isfinite(t->level) && !(ss_target_value(t, q, zero) < t->level)) continue;
    if (set && draw(t) < 0.7 && !hold(t, set, q, u)) continue;
    stretch(t, q, u);
    const double part = border ? 1 : draw(t);
    for (size_t i = 0; i < n; i++) u[i] *= part;
    return true;
  }
  return false;
}
