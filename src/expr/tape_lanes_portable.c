/* tape_lanes_portable.c: the lane interpreter for any machine.
 *
 * Vectors of two doubles, which the compiler maps to what there is, and the functions of libm, lane
 * by lane: here lanes are equal to the double evaluator bit for bit throughout. On a processor
 * without AVX2 vector functions gain next to nothing (SLEEF with SSE2: 8.1 ns a sine, libm 10 ns).
 */
#define _GNU_SOURCE
#define LANE_KERNEL ss_lane_kernel_portable
#define LANE_TEXT   "portable"
#define LANE_WIDTH  2
#define LANE_TARGET
#define LANE_LINKAGE        static
#define LANE_FUNCTION(stem) vector_##stem
#define LANE_SQRT(x)        vector_sqrt(x)

typedef double lane_argument __attribute__((vector_size(16), may_alias));
static lane_argument vector_sqrt(lane_argument a);

#include "tape_lanes_kernel.h"

#define DEFINE_FUNCTION(name, operands, stem)                                                      \
  static lane_vector vector_##stem(lane_vector a) {                                                \
    return (lane_vector){stem(a[0]), stem(a[1])};                                                  \
  }
SS_TAPE_FUNCTIONS(DEFINE_FUNCTION)
DEFINE_FUNCTION(EXP, 1, exp)
DEFINE_FUNCTION(SQRT, 1, sqrt)

static lane_vector vector_atan2(lane_vector a, lane_vector b) {
  return (lane_vector){atan2(a[0], b[0]), atan2(a[1], b[1])};
}

static lane_vector vector_pow(lane_vector a, lane_vector b) {
  return (lane_vector){pow(a[0], b[0]), pow(a[1], b[1])};
}

static lane_pair vector_sincos(lane_vector a) {
  double s[2], c[2];
  for (int k = 0; k < 2; k++) sincos(a[k], &s[k], &c[k]);
  return (lane_pair){{s[0], s[1]}, {c[0], c[1]}};
}
