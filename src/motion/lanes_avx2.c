/* lanes_avx2.c: the step of many motions on vectors of four doubles (AVX2).
 *
 * What sanitizers find they find in the portable kernel, which is the same code:
 * CFLAGS: -O3 -fno-sanitize=all
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_KERNEL ss_block_kernel_avx2
#define LANE_WIDTH  4
#define LANE_TARGET __attribute__((target("avx2,fma")))

#define LANE_BITS(where) (uint64_t) _mm256_movemask_pd((__m256d)(where))

#include "lanes_kernel.h"
#endif
