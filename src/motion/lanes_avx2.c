/* lanes_avx2.c: the step of many motions on vectors of four doubles (AVX2).
 *
 * What sanitizers find they find in the portable kernel, which is the same code:
 * CFLAGS: -O3 -fno-sanitize=all
 */
#ifdef __x86_64__
#define LANE_KERNEL ss_block_kernel_avx2
#define LANE_WIDTH  4
#define LANE_TARGET __attribute__((target("avx2,fma")))

#include "lanes_kernel.h"
#endif
