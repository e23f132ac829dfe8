/* tape_lanes.c: a tape on SS_LANES states at once.
 *
 * Slot s holds SS_LANES doubles, one a state, at work + s*SS_LANES: structure of arrays. Decoding
 * an instruction is paid once for all lanes, and a lane's arithmetic runs in vector registers. One
 * interpreter (tape_lanes_kernel.h) is compiled for several kinds of registers, and the widest that
 * the processor has is chosen when a tape is compiled, so that one binary runs everywhere.
 *
 * The prologue runs once, on doubles, and its results are spread over the lanes.
 */
#include "tape_private.h"

extern const ss_lane_kernel ss_lane_kernel_portable;

#ifdef __x86_64__
extern const ss_lane_kernel ss_lane_kernel_avx2, ss_lane_kernel_avx512;

const ss_lane_kernel *ss_lane_kernel_at(size_t i) {
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  if (avx512 && i-- == 0) return &ss_lane_kernel_avx512;
  if (avx2 && i-- == 0) return &ss_lane_kernel_avx2;
  return i == 0 ? &ss_lane_kernel_portable : NULL;
}
#else
const ss_lane_kernel *ss_lane_kernel_at(size_t i) {
  return i == 0 ? &ss_lane_kernel_portable : NULL;
}
#endif

size_t ss_lanes_work_size(const ss_tape *tape) {
  return tape->slots * SS_LANES;
}

void ss_lanes_prepare(const ss_tape *tape, const double *parameters, double *work) {
  ss_tape_prepare(tape, parameters, work);
  /* from the last slot to the first, for the lanes of slot s cover doubles of slots >= s only */
  for (size_t s = tape->slots; s-- > 0;) {
    double value = work[s];
    for (size_t j = 0; j < SS_LANES; j++) work[s * SS_LANES + j] = value;
  }
}

double *ss_lanes_in(const ss_tape *tape, double *work) {
  return work + tape->first_input * SS_LANES;
}

const double *ss_lanes_out(const ss_tape *tape, const double *work) {
  return work + tape->first_output * SS_LANES;
}

void ss_lanes_run(const ss_tape *tape, double *work) {
  const ss_instruction *body = tape->code + tape->prologue;
  tape->lanes->run(body, body + tape->body, work);
}
