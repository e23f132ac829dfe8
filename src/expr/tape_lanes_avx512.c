/* tape_lanes_avx512.c: the lane interpreter on vectors of eight doubles (AVX-512).
 *
 * SLEEF's functions of the family finz give the same bits on every machine with fused multiply-add,
 * whatever the width of its vectors. They are declared by tape_lanes_kernel.h, because sleef.h
 * hides them from files that are not compiled for the newest processors as a whole.
 */
#ifdef __x86_64__
#include <immintrin.h>

#define LANE_KERNEL          ss_lane_kernel_avx512
#define LANE_TEXT            "avx512"
#define LANE_WIDTH           8
#define LANE_TARGET          __attribute__((target("avx512f,avx512dq")))
#define LANE_LINKAGE         extern
#define LANE_FUNCTION(stem)  LANE_FUNCTION_(stem)
#define LANE_FUNCTION_(stem) Sleef_finz_##stem##d8_u10avx512f
#define LANE_SQRT(x)         _mm512_sqrt_pd(x)

#include "tape_lanes_kernel.h"
#endif
