/* lanes_avx512.c: the lane method on vectors of eight doubles (AVX-512).
 *
 * Loops over a handful of components are worth unrolling, and nothing here is a bound. What
 * sanitizers find they find in the portable kernel, which is the same code and compiles faster:
 * CFLAGS: -O3 -ffp-contract=fast -fno-sanitize=all
 */
#ifdef __x86_64__
#define LANE_SOLVE  ss_contact_lanes_avx512
#define LANE_WIDTH  8
#define LANE_TARGET __attribute__((target("avx512f,avx512dq")))

#include "lanes_kernel.h"
#endif
