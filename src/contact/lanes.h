/* lanes.h: the lane method for each kind of vector register. */
#ifndef STANDSTILL_CONTACT_LANES_H
#define STANDSTILL_CONTACT_LANES_H

#include "modes.h"

typedef struct ss_lane_effort {
  double tolerance;
  int passes;
  size_t lanes; /* the first so many are wanted; those that fill up a vector must be valid too */
  uint64_t
      *kept; /* not NULL: r holds a warm start; receives the lanes in which it was a solution */
} ss_lane_effort;

/* One round, passes and Newton steps; returns the bits of the lanes that did not converge. Their r
 * and xi are not set. */
typedef uint64_t ss_contact_lane_kernel(const ss_contact_lanes *lanes,
                                        const planar_contact *contact, const ss_lane_effort *effort,
                                        double *r, double *xi);

ss_contact_lane_kernel ss_contact_lanes_avx512, ss_contact_lanes_avx2, ss_contact_lanes_portable;

/* The kernels that this machine can run, the fastest first; NULL beyond the last. */
ss_contact_lane_kernel *ss_contact_lane_kernel_at(size_t i);

#endif
