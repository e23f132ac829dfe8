/* lanes_portable.c: the lane method on vectors of two doubles, which the compiler maps to what
 * there is.
 *
 * Loops over a handful of components are worth unrolling, and nothing here is a bound:
 * CFLAGS: -O3 -ffp-contract=fast
 */
#define LANE_SOLVE ss_contact_lanes_portable
#define LANE_WIDTH 2
#define LANE_TARGET

#define LANE_MASK                   word
#define LANE_SPREAD(bits)           (-(((word){0} + (int64_t)(bits)) >> (word){0, 1} & 1))
#define LANE_BITS(where)            ((uint64_t)((where)[0] & 1) | (uint64_t)((where)[1] & 1) << 1)
#define LANE_GREATER(a, b)          ((a) > (b))
#define LANE_CHOOSE(where, yes, no) (lane)(((where) & (word)(yes)) | (~(where) & (word)(no)))
#define LANE_LARGER(a, b)           choose((a) > (b), a, b)
#define LANE_SMALLER(a, b)          choose((a) < (b), a, b)

#include "lanes_kernel.h"
