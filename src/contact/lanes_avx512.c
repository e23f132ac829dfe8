/* lanes_avx512.c: the lane method on vectors of eight doubles (AVX-512).
 *
 * Loops over a handful of components are worth unrolling, and nothing here is a bound. What
 * sanitizers find they find in the portable kernel, which is the same code and compiles faster:
 * CFLAGS: -O3 -ffp-contract=fast -fno-sanitize=all
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_SOLVE  ss_contact_lanes_avx512
#define LANE_WIDTH  8
#define LANE_TARGET __attribute__((target("avx512f,avx512dq")))

#define LANE_MASK                   __mmask8
#define LANE_SPREAD(bits)           (__mmask8)(bits)
#define LANE_BITS(where)            ((uint64_t)(where))
#define LANE_GREATER(a, b)          _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ)
#define LANE_CHOOSE(where, yes, no) _mm512_mask_blend_pd(where, no, yes)
#define LANE_LARGER(a, b)           _mm512_max_pd(a, b)
#define LANE_SMALLER(a, b)          _mm512_min_pd(a, b)

#include "lanes_kernel.h"
#endif
