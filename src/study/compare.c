/* compare.c: how far motions with springs for contacts are from the rigid one.
 *
 * Theorems 1 to 3 of Tornambe 1999 say that penalty motions tend to the rigid motion as the
 * stiffness k grows, where they minimise the action between fixed ends; for motions from a start
 * they are no proof. Here it is measured: the rigid motion, by events, and one with springs for
 * each stiffness, to the same end; at the times that both record, every so often, the largest
 * difference of a coordinate. From one stiffness to the next
 *
 *     order = -log(d_i/d_(i-1)) / log(k_i/k_(i-1)),      d ~ k^-order,
 *
 * 1/2 where impacts are damped so that they have the restitution: a contact lasts pi sqrt(m/k). The
 * supremum over all times is not less than what is measured.
 *
 * Where nothing rubs, the rest position of the machine with springs (eq. 48) is found by Newton's
 * method from the end of its motion,
 *
 *     F(q) = h(q, 0) + sum_i k max(0, -g_i) w_Ni = 0,
 *
 * with differences for slopes.
 */
#include <math.h>
#include <string.h>

#include "standstill/study.h"

/* The largest difference at common times, and when. Both are in the order of time. */
static double find_distance(const ss_motion *a, const ss_motion *b, size_t n, double *when) {
  double most = 0;
  size_t j = 0;
  *when = 0;
  for (size_t i = 0; i < a->samples; i++) {
    const double t = a->sample[i].t, near = 1e-9 * (1 + fabs(t));
    while (j < b->samples && b->sample[j].t < t - near) j++;
    if (j == b->samples || fabs(b->sample[j].t - t) > near) continue;
    for (size_t k = 0; k < n; k++) {
      const double distance = fabs(a->sample[i].q[k] - b->sample[j].q[k]);
      if (distance > most) *when = t;
      most = fmax(most, distance);
    }
  }
  return most;
}

/* A motion to the end, at rest or not. */
static ss_status move(ss_arena *arena, const ss_machine *machine, const ss_start *start,
                      ss_motion_options how, ss_motion *motion) {
  how.go_on_at_rest = true;
  how.take = NULL;
  return ss_motion_run(arena, ss_machine_system(machine), ss_machine_parameters(machine), start->q,
                       start->u, &how, motion);
}

/* ---- rest on springs ------------------------------------------------------------------------- */

enum { STEPS = 40, COORDINATES = 32 };

typedef struct springs {
  ss_arena *arena;
  const ss_machine *machine;
  double stiffness;
  double *force; /* one per element */
} springs;

/* F, and the forces; false where it cannot be evaluated. */
static bool evaluate(const springs *s, const double *q, double *F) {
  const ss_system *system = ss_machine_system(s->machine);
  const size_t n = system->coordinates;
  const double zero[COORDINATES] = {0};
  ss_system_values v;
  if (ss_system_evaluate(s->arena, system, ss_machine_parameters(s->machine), q, zero, 0, &v))
    return false;
  memcpy(F, v.of[SS_QUANTITY_H], n * sizeof *F);
  for (size_t i = 0; i < system->elements; i++) {
    const size_t normal = system->element[i].normal;
    s->force[i] = 0;
    if (normal == SIZE_MAX) continue;
    s->force[i] = s->stiffness * fmax(0, -v.of[SS_QUANTITY_GAP][normal]);
    for (size_t k = 0; k < n; k++) F[k] += s->force[i] * v.of[SS_QUANTITY_WN][normal * n + k];
  }
  return true;
}

/* x := J^-1 x, with pivots. */
static bool solve(size_t n, double *J, double *x) {
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(J[i * n + k]) > fabs(J[p * n + k])) p = i;
    if (!(fabs(J[p * n + k]) > 0)) return false;
    for (size_t j = 0; j < n; j++) {
      const double t = J[k * n + j];
      J[k * n + j] = J[p * n + j], J[p * n + j] = t;
    }
    const double t = x[k];
    x[k] = x[p], x[p] = t;
    for (size_t i = k + 1; i < n; i++) {
      const double f = J[i * n + k] / J[k * n + k];
      for (size_t j = k; j < n; j++) J[i * n + j] -= f * J[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) x[k] -= J[k * n + j] * x[j];
    x[k] /= J[k * n + k];
  }
  return true;
}

static bool step(const springs *s, size_t n, double *q, double *size) {
  double F[COORDINATES], moved[COORDINATES], J[COORDINATES * COORDINATES];
  if (!evaluate(s, q, F)) return false;
  for (size_t j = 0; j < n; j++) {
    const double before = q[j], h = 1e-7 * fmax(1, fabs(before));
    q[j] = before + h;
    const bool good = evaluate(s, q, moved);
    q[j] = before;
    if (!good) return false;
    for (size_t i = 0; i < n; i++) J[i * n + j] = (moved[i] - F[i]) / h;
  }
  if (!solve(n, J, F)) return false;
  *size = 0;
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(F[i])) return false;
    q[i] -= F[i];
    *size = fmax(*size, fabs(F[i]) / fmax(1, fabs(q[i])));
  }
  return true;
}

/* Where springs hold the machine, near the end of its motion. */
static void find_rest(ss_arena *arena, const ss_machine *machine, ss_compared *of) {
  const ss_system *system = ss_machine_system(machine);
  const size_t n = system->coordinates;
  double *q = ss_arena_new(arena, n, double),
         *force = ss_arena_new(arena, system->elements, double);
  double size = INFINITY, F[COORDINATES];
  const springs s = {arena, machine, of->stiffness, force};
  if (!q || !force || n > COORDINATES || !system->traits.autonomous) return;
  for (size_t i = 0; i < system->elements; i++)
    if (system->element[i].element->kind != SS_ELEMENT_CONTACT ||
        system->element[i].element->law != SS_LAW_FRICTIONLESS)
      return;
  memcpy(q, of->motion.q, n * sizeof *q);
  for (int i = 0; i < STEPS && size > 1e-14; i++)
    if (!step(&s, n, q, &size)) return;
  if (size > 1e-10 || !evaluate(&s, q, F)) return;
  of->rest = q;
  of->force = force;
}

ss_status ss_machine_compare(ss_arena *arena, const ss_machine *machine, const ss_start *start,
                             const ss_motion_options *options, size_t count,
                             const double *stiffness, ss_comparison *comparison) {
  const size_t n = ss_machine_model(machine)->coordinates;
  ss_compared *of = ss_arena_new(arena, count, ss_compared);
  ss_motion_options how = *options;
  *comparison = (ss_comparison){.count = count, .of = of};
  if (!of) return SS_MEMORY;
  how.method = SS_MOTION_EVENTS;
  ss_status status = move(arena, machine, start, how, &comparison->rigid);
  how.method = SS_MOTION_PENALTY;
  how.stiffness_of = NULL;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    of[i] = (ss_compared){.stiffness = stiffness[i], .order = NAN};
    how.stiffness = stiffness[i];
    status = move(arena, machine, start, how, &of[i].motion);
    if (status != SS_OK) comparison->reason = of[i].motion.reason;
    if (status != SS_OK) break;
    find_rest(arena, machine, &of[i]);
    of[i].distance = find_distance(&comparison->rigid, &of[i].motion, n, &of[i].when);
    if (i > 0 && stiffness[i] != stiffness[i - 1])
      of[i].order =
          -log(of[i].distance / of[i - 1].distance) / log(stiffness[i] / stiffness[i - 1]);
  }
  if (status != SS_OK && !comparison->reason) comparison->reason = comparison->rigid.reason;
  return status;
}
