/* slider_forces.h: the forces in the sliders of a system in the coordinates of its chart. */
#ifndef STANDSTILL_SYSTEM_SLIDER_FORCES_H
#define STANDSTILL_SYSTEM_SLIDER_FORCES_H

#include "standstill/system.h"

/* One formula per slider of the projection, over parameters with a range, in an open graph over the
 * system's; SS_EXPR_NONE where the force depends on accelerations or on friction. *why_not is set
 * if there are none at all. */
ss_status ss_slider_forces(ss_arena *arena, const ss_system *system, ss_graph *graph,
                           ss_expr *forces, const char **why_not);

#endif
