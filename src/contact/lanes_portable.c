/* lanes_portable.c: the lane method on vectors of two doubles, which the compiler maps to what
 * there is.
 *
 * Loops over a handful of components are worth unrolling, and nothing here is a bound:
 * CFLAGS: -O3 -ffp-contract=fast
 */
#define LANE_SOLVE ss_contact_lanes_portable
#define LANE_WIDTH 2
#define LANE_TARGET

#include "lanes_kernel.h"
