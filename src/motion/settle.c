/* settle.c: does a machine that stands still rest, or does it only decay?
 *
 * A machine comes to REST in finite time where its closed contacts and its sticking frictions hold
 * it: their directions span all velocities. What they leave free moves smoothly, and a smooth
 * motion stops only in the limit: it SETTLES. With M = L L^T, Y = L^-1 W_held and Z an orthonormal
 * basis of what is orthogonal to Y, free motions near the equilibrium q are dq = L^-T Z z,
 *
 *     z'' = K z + D z',        K, D = derivatives of Z^T L^T a(q, u) by central differences,
 *
 * a being the acceleration of the modes at hand (events_stances.c). All eigenvalues of this system
 * must have negative real parts; 0 may be one of them, as often as K has a kernel: equilibria that
 * lie side by side. The rate is that of the slowest: velocities fall like exp(-rate t).
 *
 *     rests      nothing is free, or what is free does not move, did not when all was fastest, and
 *                is not pushed: at the top of a bounce too low to be seen nothing moves either
 *     settles    what is free is slower than a share of the fastest so far, and decays
 *     moves      anything else: a slow passage by a saddle, a drift, an undamped oscillation
 *
 * First-order states z (system.h) are always free, with z' in place of z'': they have no column of
 * velocities in the matrix above. Nothing rests before their rates are 0 up to rounding.
 *
 * Speeds are measured in the norm of M, so that neither units nor the size of the machine matter;
 * modes are those of the rigid machine, whatever the method, so that the methods agree. A slip that
 * creeps towards the border of the rest set (an overdamped machine) is not held: it settles. A
 * spatial slip has no direction at 0: it settles without a rate (NAN).
 *
 * Costs 4 f + 1 solutions of the stances' forces and the eigenvalues of a 2 f x 2 f matrix, f being
 * the number of free directions. Fails where memory is out or the eigenvalues do not converge.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* Relative to the fastest so far: rounding. Directions of which less is left depend on others. */
static const double QUIET = 1e-13, DEPENDENT = 1e-10;

/* Slower than this nothing is told from rounding. */
static const double SHARE_LEAST = 1e-12;

/* What settles is not accelerated by more than PUSH times what is slow times the fastest
 * eigenvalue; a spatial slip by no more than would stop it within SOON of the time so far. */
static const double PUSH = 10, SOON = 1e-3;

/* Steps of the differences; eigenvalues below ZERO of the largest are 0 up to their errors. */
static const double STEP = 1e-5, ZERO = 1e-6;

/* Forces left over, relative to those at hand, of what is not pushed. */
static const double BALANCE = 1e-6;

typedef struct frame {
  size_t n, held, free;
  double *unit; /* n x n, orthonormal: held directions first */
  double *L;    /* n x n: M at the equilibrium */
  double *Z;    /* n x free: L^-T times the free unit vectors */
} frame;

/* ---- what is free ---------------------------------------------------------------------------- */

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

/* Makes y orthogonal to the unit vectors; returns what is left of its length. Twice is enough. */
static double purge(const frame *f, size_t count, double *y) {
  const double before = sqrt(dot(f->n, y, y));
  for (int round = 0; round < 2; round++)
    for (size_t j = 0; j < count; j++) {
      const double *unit = f->unit + f->n * j, part = dot(f->n, unit, y);
      for (size_t k = 0; k < f->n; k++) y[k] -= part * unit[k];
    }
  return before > 0 ? sqrt(dot(f->n, y, y)) / before : 0;
}

static void add_unit(frame *f, size_t count, const double *y) {
  const double length = sqrt(dot(f->n, y, y));
  for (size_t k = 0; k < f->n; k++) f->unit[f->n * count + k] = y[k] / length;
}

/* The directions that closed contacts and sticking frictions hold. */
static void find_held(const ss_contact_state *at, frame *f, double *y) {
  for (size_t k = 0; k < at->contacts && f->held < f->n; k++) {
    const ss_contact *contact = &at->contact[k];
    const size_t first = contact->offset, last = first + ss_contact_dimension(contact);
    for (size_t a = first; a < last && f->held < f->n; a++) {
      const bool is_normal = at->direction[a] < at->system->normals;
      const size_t skip = at->direction[first] < at->system->normals;
      if (!is_normal && ss_contact_slides(contact, a - first - skip)) continue;
      memcpy(y, at->Y + f->n * a, f->n * sizeof *y);
      if (purge(f, f->held, y) > DEPENDENT) add_unit(f, f->held++, y);
    }
  }
}

/* Completes the basis, each time by the axis of which most is left. */
static void find_free(frame *f, double *y) {
  for (f->free = 0; f->held + f->free < f->n; f->free++) {
    const size_t count = f->held + f->free;
    size_t best = 0;
    double most = -1;
    for (size_t k = 0; k < f->n; k++) {
      memset(y, 0, f->n * sizeof *y);
      y[k] = 1;
      const double left = purge(f, count, y);
      if (left > most) best = k, most = left;
    }
    memset(y, 0, f->n * sizeof *y);
    y[best] = 1;
    purge(f, count, y);
    add_unit(f, count, y);
  }
  for (size_t j = 0; j < f->free; j++) {
    double *Z = f->Z + f->n * j;
    memcpy(Z, f->unit + f->n * (f->held + j), f->n * sizeof *Z);
    ss_contact_solve_upper(f->n, f->L, Z);
  }
}

static bool make_frame(ss_events *ev, ss_arena *arena, frame *f, double *y) {
  const size_t n = ev->run->n;
  *f = (frame){.n = n};
  f->unit = ss_arena_new(arena, n * n, double);
  f->L = ss_arena_new(arena, n * n, double);
  f->Z = ss_arena_new(arena, n * n, double);
  if (!f->unit || !f->L || !f->Z) return false;
  memcpy(f->L, ev->contacts.at.L, n * n * sizeof *f->L);
  find_held(&ev->contacts.at, f, y);
  find_free(f, y);
  return true;
}

/* z = Z^T L^T v of the free directions. */
static void project(const frame *f, const double *v, double *y, double *z) {
  for (size_t j = 0; j < f->n; j++)
    y[j] = dot(f->n - j, f->L + j + f->n * j, v + j); /* (L^T v)_j */
  for (size_t j = 0; j < f->free; j++) z[j] = dot(f->n, f->unit + f->n * (f->held + j), y);
}

static double find_speed(const frame *f, const double *u, double *y, double *z) {
  project(f, u, y, z);
  return sqrt(dot(f->free, z, z));
}

/* ---- how it moves ---------------------------------------------------------------------------- */

/* Adds sign times the free accelerations at (q, u) to z. */
static bool add_acceleration(ss_events *ev, const frame *f, const double *x, double sign, double *y,
                             double *z) {
  double a[f->n];
  if (!ss_stances_solve(ev, ev->run->t, x, x + f->n)) return false;
  project(f, ev->contacts.acceleration, y, a);
  for (size_t j = 0; j < f->free; j++) z[j] += sign * a[j];
  return true;
}

/* The size of positions: that of a small machine, or of what is far from the origin. */
static double find_size(const ss_run *run, const double *q) {
  const double size = ss_run_size(run->n, q);
  return size > 1 ? size : ss_run_extent(run->far_q);
}

/* The matrix of z' = z', z'' = K z + D z', by columns. */
static bool linearise(ss_events *ev, const frame *f, const double *q, double *work, double *A) {
  const size_t n = f->n, m = f->free, size = 2 * m;
  double *x = work, *y = work + 2 * n;
  memset(A, 0, size * size * sizeof *A);
  for (size_t j = 0; j < size; j++) {
    const double *Z = f->Z + n * (j % m);
    double longest = 0, *column = A + size * j + m;
    for (size_t k = 0; k < n; k++) longest = fmax(longest, fabs(Z[k]));
    const double h =
        STEP * (j < m ? find_size(ev->run, q) : ss_run_extent(ev->run->far_u)) / longest;
    for (int side = -1; side <= 1; side += 2) {
      memcpy(x, q, n * sizeof *x);
      memset(x + n, 0, n * sizeof *x);
      for (size_t k = 0; k < n; k++) x[(j < m ? 0 : n) + k] += side * h * Z[k];
      if (!add_acceleration(ev, f, x, side / (2 * h), y, column)) return false;
    }
    if (j >= m) A[size * j + j - m] = 1;
  }
  return true;
}

/* The dimension of the kernel of K, which is in the lower left of A; K is lost. */
static size_t find_nullity(size_t m, double *A) {
  const size_t lead = 2 * m;
  double first = 0;
  size_t rank = 0;
  for (; rank < m; rank++) {
    size_t row = rank, column = rank;
    for (size_t j = rank; j < m; j++)
      for (size_t i = rank; i < m; i++)
        if (fabs(A[lead * j + m + i]) > fabs(A[lead * column + m + row])) row = i, column = j;
    const double pivot = A[lead * column + m + row];
    if (rank == 0) first = fabs(pivot);
    if (fabs(pivot) <= ZERO * first) break;
    for (size_t j = 0; j < m; j++) {
      const double swap = A[lead * j + m + row];
      A[lead * j + m + row] = A[lead * j + m + rank];
      A[lead * j + m + rank] = swap;
    }
    for (size_t i = 0; i < m; i++) {
      const double swap = A[lead * column + m + i];
      A[lead * column + m + i] = A[lead * rank + m + i];
      A[lead * rank + m + i] = swap;
    }
    for (size_t i = rank + 1; i < m; i++) {
      const double factor = A[lead * rank + m + i] / pivot;
      for (size_t j = rank; j < m; j++) A[lead * j + m + i] -= factor * A[lead * j + m + rank];
    }
  }
  return m - rank;
}

/* What free motions do: the modulus of the fastest eigenvalue, and the rate of the slowest. */
typedef struct decay {
  bool decays;
  bool turns; /* the slowest swings: velocities change their sign */
  double fastest, rate;
} decay;

/* Is free direction j that of a first-order state? Those have no masses in common with others. */
static bool is_aux(const ss_system *s, const frame *f, size_t j) {
  const double *unit = f->unit + f->n * (f->held + j);
  for (size_t k = 0; k < f->n; k++)
    if (s->aux[k] && unit[k] != 0) return true;
  return false;
}

/* The matrix without the velocities of first-order states, whose rates are those of positions.
 * Returns its size. */
static size_t reduce(const ss_system *s, const frame *f, const double *A, double *out) {
  const size_t m = f->free, lead = 2 * m;
  size_t from[2 * m + 1], size = 0;
  for (size_t j = 0; j < 2 * m; j++)
    if (j < m || !is_aux(s, f, j - m)) from[size++] = j;
  for (size_t j = 0; j < size; j++)
    for (size_t i = 0; i < size; i++) {
      const size_t row = i < m && is_aux(s, f, i) ? m + i : from[i];
      out[size * j + i] = A[lead * from[j] + row];
    }
  return size;
}

/* `copy` is a second matrix. */
static ss_status judge_decay(const ss_system *s, const frame *f, double *A, double *copy,
                             double *values, decay *out) {
  const size_t m = f->free, size = reduce(s, f, A, copy);
  double *re = values, *im = values + size, largest = 0, rate = INFINITY;
  bool turns = false;
  size_t zeros = 0;
  const ss_status status = ss_matrix_spectrum(size, copy, re, im);
  if (status != SS_OK) return status;
  for (size_t k = 0; k < size; k++) largest = fmax(largest, hypot(re[k], im[k]));
  for (size_t k = 0; k < size; k++) {
    const bool is_zero = hypot(re[k], im[k]) <= ZERO * largest;
    if (is_zero) zeros++;
    if (is_zero || -re[k] >= rate) continue;
    rate = -re[k];
    turns = fabs(im[k]) > ZERO * largest;
  }
  const bool decays = largest > 0 && rate > ZERO * largest && zeros == find_nullity(m, A);
  *out = (decay){.decays = decays, .turns = turns, .fastest = largest, .rate = rate};
  return SS_OK;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static ss_stance_kind stance_of(ss_mode mode, const ss_element *e, bool idle) {
  if (mode == SS_MODE_FREE) return SS_STANCE_OPEN;
  if (idle) return e->kind == SS_ELEMENT_FRICTION ? SS_STANCE_OPEN : SS_STANCE_HELD;
  return mode == SS_MODE_STICK || mode == SS_MODE_CLOSED ? SS_STANCE_HELD : SS_STANCE_SLIP;
}

/* Stances of the rigid machine; does one slip in space? */
static bool set_stances(ss_events *ev, const ss_mode *modes) {
  const ss_run *run = ev->run;
  bool spatial = false;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const bool pulls = e->normal != SIZE_MAX && run->forces[e->normal] < 0;
    ev->stance[i] = (ss_stance){.kind = stance_of(modes[i], e->element, run->idle[i]),
                                .sign = modes[i] == SS_MODE_SLIP_MINUS ? -1 : 1,
                                .side = pulls ? -1 : 1};
    ev->stance[i].holds[0] = modes[i] == SS_MODE_ROLL;
    spatial |= ev->stance[i].kind == SS_STANCE_SLIP && e->slips > 1;
  }
  return spatial;
}

/* Does a slip end where the velocities do? On a belt it goes on. */
static bool slip_ends(const ss_events *ev) {
  const ss_run *run = ev->run;
  bool some = false;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    bool carried = false;
    for (size_t k = e->slip; k < e->slip + e->slips; k++) carried |= run->at.wT[k] != 0;
    some |= ev->stance[i].kind == SS_STANCE_SLIP && !carried;
  }
  return some;
}

/* Free motions, of which `push` is the acceleration, settle if they decay and nothing
 * pushes them: a slip that is about to stop is slow too, but not for long; one that swings turns,
 * and sticks there. */
static ss_status judge_free(ss_events *ev, ss_arena *arena, const ss_still *still, const frame *f,
                            double push, double *work, ss_settling *out) {
  const size_t size = 2 * f->free;
  double *A = ss_arena_new(arena, 2 * size * size, double);
  double *values = ss_arena_new(arena, 2 * size, double);
  decay found = {0};
  if (!A || !values) return SS_MEMORY;
  if (!linearise(ev, f, still->q, work, A)) return SS_OK;
  const ss_status status = judge_decay(ev->run->system, f, A, A + size * size, values, &found);
  if (status != SS_OK || !found.decays || push > PUSH * found.fastest * still->slow) return status;
  if (found.turns && slip_ends(ev)) return SS_OK;
  *out = (ss_settling){.kind = SS_STILL_SETTLES, .rate = found.rate};
  return SS_OK;
}

/* Do the forces of the stances leave something over? What the machine was held by when it was
 * looked at may be another solution, or a contact that is still a little open. */
static bool is_pushed(const ss_events *ev) {
  const ss_run *run = ev->run;
  const size_t n = run->n;
  double size = ev->force, left = 0;
  for (size_t k = 0; k < n; k++) {
    if (run->system->aux[k]) continue;
    left = fmax(left, fabs(dot(n, run->at.M + n * k, ev->contacts.acceleration)));
    size = fmax(size, fabs(run->at.h[k]));
    for (size_t j = 0; j < run->normals; j++)
      size = fmax(size, fabs(run->at.WN[k + n * j] * run->forces[j]));
    for (size_t j = 0; j < run->slips; j++)
      size = fmax(size, fabs(run->at.WT[k + n * j] * run->forces[run->normals + j]));
  }
  return left > BALANCE * size;
}

/* Takes the rates of first-order states out of the accelerations; are they 0 but for rounding? */
static bool take_rates(ss_events *ev, const double *q) {
  double *a = ev->contacts.acceleration;
  bool quiet = true;
  for (size_t k = 0; k < ev->run->n; k++) {
    if (!ev->run->system->aux[k]) continue;
    quiet &= fabs(a[k]) <= QUIET * fmax(1, fabs(q[k]));
    a[k] = 0;
  }
  return quiet;
}

static ss_status judge(ss_events *ev, ss_arena *arena, const ss_still *still, bool spatial,
                       ss_settling *out) {
  const size_t n = ev->run->n;
  double *work = ss_arena_new(arena, 4 * n, double), *z = ss_arena_new(arena, n, double);
  frame f;
  if (!work || !z) return SS_MEMORY;
  if (!ss_stances_solve(ev, ev->run->t, still->q, still->u)) return SS_OK;
  if (!make_frame(ev, arena, &f, work)) return SS_MEMORY;
  const bool quiet_rates = take_rates(ev, still->q);
  const double push = find_speed(&f, ev->contacts.acceleration, work, z);
  const double quiet = QUIET * still->fastest, speed = find_speed(&f, still->u, work, z);
  const double before = still->fast_u ? find_speed(&f, still->fast_u, work, z) : 0;
  const bool stands = speed == 0 || (speed <= quiet && before <= quiet);
  if (stands && quiet_rates && (f.free == 0 || !is_pushed(ev))) {
    out->kind = SS_STILL_RESTS;
    return SS_OK;
  }
  if (speed > still->slow) return SS_OK;
  if (!spatial) return judge_free(ev, arena, still, &f, push, work, out);
  if (quiet_rates && push * SOON * ev->run->t <= speed)
    *out = (ss_settling){.kind = SS_STILL_SETTLES, .rate = NAN};
  return SS_OK;
}

double ss_settle_share(const ss_motion_options *options) {
  return larger_of(options->tolerance, SHARE_LEAST);
}

ss_status ss_settle_judge(ss_events *ev, const ss_mode *modes, const ss_still *still,
                          ss_settling *out) {
  ss_run *run = ev->run;
  assert(still->fastest >= 0 && still->slow >= 0);
  const ss_arena_mark mark = ss_arena_get_mark(run->scratch);
  const size_t forces = run->normals + run->slips;
  ss_stance *stance = ss_arena_new(run->scratch, run->elements, ss_stance);
  double *force = ss_arena_new(run->scratch, forces, double);
  *out = (ss_settling){.kind = SS_STILL_MOVES};
  if (!stance || !force) return SS_MEMORY;
  memcpy(stance, ev->stance, run->elements * sizeof *stance);
  memcpy(force, run->forces, forces * sizeof *force);
  ss_springs *springs = run->springs;
  const bool is_stiff = ev->is_stiff, spatial = set_stances(ev, modes);
  run->springs = NULL;
  ev->is_stiff = false;
  const ss_status status = judge(ev, run->scratch, still, spatial, out);
  run->springs = springs;
  ev->is_stiff = is_stiff;
  memcpy(run->forces, force, forces * sizeof *force);
  memcpy(ev->stance, stance, run->elements * sizeof *stance);
  ss_arena_release(run->scratch, mark);
  return status;
}

bool ss_settle_is_slow(const ss_run *run, double slow) {
  const double share = ss_settle_share(run->options);
  bool still = true;
  double square = 0;
  for (size_t k = 0; k < run->n; k++) {
    still &= fabs(run->u[k]) <= slow;
    square += run->u[k] * run->u[k];
  }
  return still || square <= share * share * run->fast;
}

/* Where nothing moves but by rounding and admissible forces hold the machine, a spatial slip is one
 * in name only: several contacts that share a load in more ways than one let stances begin to slip
 * that may as well stick. Does this element? */
static bool sticks_in_truth(const ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  double square = 0;
  for (size_t k = 0; k < run->n; k++) square += run->u[k] * run->u[k];
  for (size_t k = e->slip; k < e->slip + e->slips; k++)
    if (run->at.wT[k] != 0) return false; /* a belt carries on */
  return e->slips > 1 && run->modes[i] == SS_MODE_SLIP && square <= QUIET * QUIET * run->fast;
}

/* The machine rests: stances and modes that were slips in name only are named after that. */
static void take_modes(ss_events *ev, const ss_mode *modes) {
  ss_run *run = ev->run;
  for (size_t i = 0; i < run->elements; i++) {
    if (modes[i] == run->modes[i]) continue;
    run->modes[i] = modes[i];
    ev->stance[i].kind = stance_of(modes[i], run->system->element[i].element, run->idle[i]);
  }
}

ss_status ss_settle_end(ss_events *ev) {
  ss_run *run = ev->run;
  ss_settling end;
  const ss_arena_mark mark = ss_arena_get_mark(run->scratch);
  ss_mode *modes = ss_arena_new(run->scratch, run->elements, ss_mode);
  const double fastest = ss_run_find_fastest(run);
  const ss_still still = {.q = run->q,
                          .u = run->u,
                          .fast_u = run->fast_u,
                          .fastest = fastest,
                          .slow = ss_settle_share(run->options) * fastest};
  if (!modes) return SS_MEMORY;
  for (size_t i = 0; i < run->elements; i++)
    modes[i] = sticks_in_truth(run, i) ? SS_MODE_STICK : run->modes[i];
  const ss_status status = ss_settle_judge(ev, modes, &still, &end);
  if (status == SS_OK && end.kind == SS_STILL_RESTS) take_modes(ev, modes);
  ss_arena_release(run->scratch, mark); /* before events are recorded, which last */
  if (status != SS_OK) return status;
  if (end.kind == SS_STILL_RESTS) ss_run_end_at_rest(run);
  if (end.kind == SS_STILL_SETTLES) ss_run_end_settled(run, end.rate);
  return SS_OK;
}
