/* motion_lanes.h: many motions at once, for the room and its tests. */
#ifndef STANDSTILL_MOTION_MOTION_LANES_H
#define STANDSTILL_MOTION_MOTION_LANES_H

#include "standstill/motion.h"

/* A block of SS_LANES motions of one system by time stepping with a fixed step: those of
 * ss_motion_run (moreau), to rounding, many times faster for systems with few planar contacts.
 * States go in, steps are made, states come out; what they mean is the caller's to say. One block
 * serves one thread. */
typedef struct ss_motion_lanes ss_motion_lanes;

/* SS_BAD_ARGUMENT: open inputs, the coordinates of a chart, or a step that makes no sense;
 * SS_SINGULAR: a constant M that is not positive definite. */
ss_status ss_motion_lanes_create(const ss_system *system, const double *parameters, double step,
                                 ss_motion_lanes **lanes);
void ss_motion_lanes_destroy(ss_motion_lanes *lanes);

/* Begins a motion at (q, u), time t, in a lane, whatever was there. False, and the lane has failed,
 * if the start is one that ss_motion_run refuses. */
bool ss_motion_lanes_put(ss_motion_lanes *lanes, size_t lane, double t, const double *q,
                         const double *u);

/* The lane stops where it is: it no longer costs contact problems. */
void ss_motion_lanes_take_out(ss_motion_lanes *lanes, size_t lane);

/* Steps of all lanes that move. No allocation. */
void ss_motion_lanes_run(ss_motion_lanes *lanes, size_t steps);

/* The state of a lane, of one that has stopped too; returns its time. */
double ss_motion_lanes_get(const ss_motion_lanes *lanes, size_t lane, double *q, double *u);

/* Bits of the lanes that move; of those that failed (no contact forces, M not positive definite,
 * not finite: their state is the last good one); of those that move with all |u| <= speed. */
uint64_t ss_motion_lanes_moving(const ss_motion_lanes *lanes);
uint64_t ss_motion_lanes_failed(const ss_motion_lanes *lanes);
uint64_t ss_motion_lanes_slower(const ss_motion_lanes *lanes, double speed);

#endif
