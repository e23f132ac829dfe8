/* cycle.h: periodic motions: where they go, how long they take, whether they attract.
 *
 * A cycle is found from a motion that stays near it for some turns, as one that starts next to the
 * boundary between two basins does: Newton's method on the return map P of the section on which one
 * coordinate is greatest (its velocity falls through 0). The multipliers are the eigenvalues of
 * DP: a cycle attracts if all are inside the unit circle; with exactly one outside it can separate
 * basins. Where P has a kink, the larger of its one-sided derivatives counts in each direction.
 */
#ifndef STANDSTILL_CYCLE_H
#define STANDSTILL_CYCLE_H

#include "standstill/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_cycle {
  size_t coordinate;        /* of the section: greatest there */
  const double *q, *u;      /* n each: the state on the section */
  const double *low, *high; /* n each: least and greatest of every coordinate on the cycle */
  double period;
  size_t multipliers;    /* 2 n - 1 */
  const double *re, *im; /* of the multipliers, largest modulus first */
  size_t outside;        /* how many are outside the unit circle */
  double residual;       /* |P(x) - x|, relative to the size of x */
} ss_cycle;

/* Looks for a cycle near the motion from (q, u), which is followed to options->end; results live in
 * the arena. *found is false where no turns resemble each other, the method of Newton does not
 * converge, or starts next to the cycle are not consistent with contacts (closed ones, sliders):
 * that is no proof that there is none. Forces must not depend on time (SS_BAD_ARGUMENT). */
ss_status ss_cycle_find(ss_arena *arena, const ss_system *system, const double *parameters,
                        const double *q, const double *u, const ss_motion_options *options,
                        ss_cycle *cycle, bool *found);

/* Does the motion from (q, u), followed for a while, tend to a cycle that attracts? Turns may take
 * options->end each. *yes is false where it does not return, or where distances do not shrink. Not
 * a proof: the return map is looked at in 4 n - 1 points, on both sides of each direction. Forces
 * must not depend on time (SS_BAD_ARGUMENT). */
ss_status ss_cycle_attracts(const ss_system *system, const double *parameters, const double *q,
                            const double *u, const ss_motion_options *options, bool *yes);

#ifdef __cplusplus
}
#endif

#endif
