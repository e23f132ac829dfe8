/* lanes_portable.c: the step of many motions on vectors of two doubles, which the compiler maps to
 * what there is.
 *
 * CFLAGS: -O3
 */
#define LANE_KERNEL ss_block_kernel_portable
#define LANE_WIDTH  2
#define LANE_TARGET

#include "lanes_kernel.h"
