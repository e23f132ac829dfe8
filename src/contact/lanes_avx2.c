/* lanes_avx2.c: the lane method on vectors of four doubles (AVX2).
 *
 * Loops over a handful of components are worth unrolling, and nothing here is a bound. What
 * sanitizers find they find in the portable kernel, which is the same code and compiles faster:
 * CFLAGS: -O3 -ffp-contract=fast -fno-sanitize=all
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_SOLVE  ss_contact_lanes_avx2
#define LANE_WIDTH  4
#define LANE_TARGET __attribute__((target("avx2,fma")))

#define LANE_MASK                   word
#define LANE_SPREAD(bits)           (-(((word){0} + (int64_t)(bits)) >> (word){0, 1, 2, 3} & 1))
#define LANE_BITS(where)            (uint64_t) _mm256_movemask_pd((lane)(where))
#define LANE_GREATER(a, b)          ((a) > (b))
#define LANE_CHOOSE(where, yes, no) _mm256_blendv_pd(no, yes, (lane)(where))
#define LANE_LARGER(a, b)           _mm256_max_pd(a, b)
#define LANE_SMALLER(a, b)          _mm256_min_pd(a, b)

#include "lanes_kernel.h"
#endif
