/* lanes_portable.c: the step of many motions on vectors of two doubles, which the compiler maps to
 * what there is.
 *
 * CFLAGS: -O3
 */
#define LANE_KERNEL ss_block_kernel_portable
#define LANE_WIDTH  2
#define LANE_TARGET

#define LANE_BITS(where) ((uint64_t)((where)[0] & 1) | (uint64_t)((where)[1] & 1) << 1)

#include "lanes_kernel.h"
