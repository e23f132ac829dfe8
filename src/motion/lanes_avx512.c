/* lanes_avx512.c: the step of many motions on vectors of eight doubles (AVX-512).
 *
 * What sanitizers find they find in the portable kernel, which is the same code:
 * CFLAGS: -O3 -fno-sanitize=all
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_KERNEL ss_block_kernel_avx512
#define LANE_WIDTH  8
#define LANE_TARGET __attribute__((target("avx512f,avx512dq")))

#define LANE_BITS(where) (uint64_t) _mm512_movepi64_mask((__m512i)(where))

#include "lanes_kernel.h"
#endif
