/* lanes_avx512.c: the step of many motions on vectors of eight doubles (AVX-512).
 *
 * What sanitizers find they find in the portable kernel, which is the same code:
 * CFLAGS: -O3 -fno-sanitize=all
 */
#ifdef __x86_64__
#define LANE_KERNEL ss_block_kernel_avx512
#define LANE_WIDTH  8
#define LANE_TARGET __attribute__((target("avx512f,avx512dq")))

#include "lanes_kernel.h"
#endif
