/* fence_private.h: what the files about fences share. */
#ifndef STANDSTILL_FENCE_PRIVATE_H
#define STANDSTILL_FENCE_PRIVATE_H

#include "standstill/fence.h"

enum { FENCE_BITS = 64, GRAIN = 40 }; /* of balls; positions and heights are multiples of 2^-40 */

/* ---- orbit.c: the machine in its plane ------------------------------------------------------- */

/* Outputs of the tape, functions of (q, u): u' while u > 0 and while u < 0, friction's bound, h +
 * M' u^2/2, M; then N mu of every friction. */
enum { FORWARD, BACKWARD, RUBBING, PUSH, MASS, OUTPUTS, FRICTIONS = 8 };

typedef struct orbit {
  ss_tape *tape;
  double *work; /* of the evaluator in doubles */
  arb_ptr slopes, ball[8];
  arb_struct room[8];
  size_t balls, frictions;
  /* a stop that motions to the side `wall` run into, 0: none, at a position between `stop`, a
   * multiple of 2^-40, and the next one before it; what is left of |u| by an impact at most */
  int wall;
  double stop, bounce;
} orbit;

/* In the arena, which it is freed with. SS_BAD_ARGUMENT with a phrase. */
ss_status ss_orbit_open(ss_arena *arena, const ss_system *system, orbit **o, const char **why_not);

/* Along motions to one side (1 or -1), x = side q and w = u^2/2: w' = g(x, |u|). */
double ss_orbit_pull(const orbit *o, int side, double x, double speed);

/* The same over a box, with its derivatives by x and |u|; false: it is not seen to have a value. */
bool ss_orbit_pull_box(orbit *o, int side, const arb_t x, const arb_t speed, arb_ptr g);

/* All of q in [from, to] rests, and nothing moves off. */
bool ss_orbit_rests(orbit *o, double from, double to);

/* All of q in [from, to], when at rest, starts to that side. */
bool ss_orbit_starts(orbit *o, int side, double from, double to);

/* Motions within these positions and up to that speed lose energy. */
bool ss_orbit_loses(orbit *o, double from, double to, double speed);

/* ---- trace.c: one fence ---------------------------------------------------------------------- */

/* From (x[0], w[0]) to the left, w[0] = 0 but at a stop: node i + 1 is 2^-e[i] before node i, and
 * between them B = w[i+1] (1 - t) + w[i] t + k[i] t (t - 1). */
typedef struct fence {
  int side;
  bool under; /* what is below it stays so, and stops before its end; else what is above passes */
  size_t count, room;
  double *x, *w, *k;
  int *e;
} fence;

/* From end = (x, w) as far as `until`, with slack[0] in its slope, more than twice that nearer to
 * its end than slack[1]; as much of it as is verified. False: memory. */
bool ss_fence_trace(orbit *o, fence *f, const double end[2], double until, const double slack[2]);
void ss_fence_free(fence *f);

/* Bounds of B over x in [from, to], which the fence must reach over: below for one that is above
 * motions, above for the other. NAN: it does not. */
double ss_fence_bound(const fence *f, double from, double to);
/* The same over [x, x + 2^-40], x a multiple of 2^-40, sharply. */
double ss_fence_height(const fence *f, double x);

#endif
