/* pwl.h: motions of piecewise linear machines with dry friction, exactly and many a second.
 *
 * A machine with constant M, C, K and W whose only elements are Coulomb frictions with constant
 * normal forces moves by one of 3^k affine flows, k being the number of frictions (each sticks or
 * slips one way or the other). All of them are worked out once; a motion is then a walk with whole
 * steps of exact flows and roots of polynomials, without records: for basins, where only the end of
 * a motion counts. Recorded motions are ss_motion_run's (motion.h).
 *
 * A machine is constant once made and may be shared between threads.
 */
#ifndef STANDSTILL_MOTION_PWL_H
#define STANDSTILL_MOTION_PWL_H

#include "standstill/system.h"

typedef struct ss_pwl ss_pwl;

enum { SS_PWL_FRICTIONS_MOST = 6 };

/* Makes the flows, in the arena. Where the system is not of this kind *out is NULL and *why_not
 * says why; the status then is SS_OK. */
ss_status ss_pwl_create(ss_arena *arena, const ss_system *system, const double *parameters,
                        const ss_pwl **out, const char **why_not);

/* Numbers that ss_pwl_run needs to work, aligned to 64 bytes. */
size_t ss_pwl_work_size(const ss_pwl *pwl);

/* A time in which a motion changes little: |A| times it is 1/2 at the most while all slips. */
double ss_pwl_step(const ss_pwl *pwl);

typedef struct ss_pwl_end {
  bool rests;      /* everything sticks, and nothing moves or accelerates faster than 1e-10 */
  bool held;       /* .. because every coordinate is held by a friction: for good, and u = 0 */
  double t;        /* when it came to rest, or the end asked for */
  size_t switches; /* how often an element began or ended to slip */
} ss_pwl_end;

/* Moves (q, u) from t = 0 to `end` or to rest. Numbers that are not finite or grow beyond 1e100,
 * or switches without end at one instant, end the motion there (t < end, not at rest). No
 * allocation. */
void ss_pwl_run(const ss_pwl *pwl, double *work, double *q, double *u, double end,
                ss_pwl_end *result);

#endif
