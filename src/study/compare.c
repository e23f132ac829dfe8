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
 */
#include <math.h>

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
    of[i].distance = find_distance(&comparison->rigid, &of[i].motion, n, &of[i].when);
    if (i > 0 && stiffness[i] != stiffness[i - 1])
      of[i].order =
          -log(of[i].distance / of[i - 1].distance) / log(stiffness[i] / stiffness[i - 1]);
  }
  if (status != SS_OK && !comparison->reason) comparison->reason = comparison->rigid.reason;
  return status;
}
