/* tape_lanes_avx2.c: the lane interpreter on vectors of four doubles (AVX2 with FMA).
 *
 * The functions are of the same family as those of tape_lanes_avx512.c and give the same bits.
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_KERNEL          ss_lane_kernel_avx2
#define LANE_TEXT            "avx2"
#define LANE_WIDTH           4
#define LANE_TARGET          __attribute__((target("avx2")))
#define LANE_LINKAGE         extern
#define LANE_FUNCTION(stem)  LANE_FUNCTION_(stem)
#define LANE_FUNCTION_(stem) Sleef_finz_##stem##d4_u10avx2
#define LANE_SQRT(x)         _mm256_sqrt_pd(x)

#include "tape_lanes_kernel.h"
#endif
