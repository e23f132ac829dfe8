/* tape_lanes.c: a tape on SS_LANES states at once.
 *
 * Slot s holds SS_LANES doubles, one per state, at work + s*SS_LANES: structure of arrays. Decoding
 * an instruction is paid once for all lanes, and a lane's arithmetic runs in vector registers. One
 * interpreter (tape_lanes_kernel.h) is compiled for several kinds of registers, and the widest that
 * the processor has is chosen when a tape is compiled, so that one binary runs everywhere.
 *
 * The prologue runs once, on doubles, and its results are spread over the lanes.
 *
 * Why 64 lanes: with 32 the equations of the rocking block take 5 % longer (calls, and loads that
 * wait for the store just before them), those of a chain of 4 to 12 links the same within 2 %,
 * although with 64 lanes the longer chains no longer fit into the first-level cache.
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

/* Slots become offsets in doubles, which saves the kernels a shift an operand, and a last
 * instruction says where to stop. */
ss_status ss_lanes_assemble(ss_tape *tape) {
  if (tape->slots > UINT32_MAX / SS_LANES) return SS_LIMIT;
  tape->lane_code = ss_arena_new(tape->arena, tape->body + 1, ss_instruction);
  if (!tape->lane_code) return SS_MEMORY;
  for (size_t n = 0; n < tape->body; n++) {
    ss_instruction i = tape->code[tape->prologue + n];
    i.out *= SS_LANES;
    i.a *= SS_LANES;
    /* the exponent of POWER and the curve of AT are no slots */
    if (i.code != SS_TAPE_POWER && i.code != SS_TAPE_AT) i.b *= SS_LANES;
    if (i.code != SS_TAPE_AT) i.c *= SS_LANES;
    tape->lane_code[n] = i;
  }
  tape->lane_code[tape->body].code = SS_TAPE_CODES;
  tape->lanes = ss_lane_kernel_at(0);
  return SS_OK;
}

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

void ss_lanes_load(const ss_tape *tape, const double *columns, size_t stride, size_t count,
                   double *work) {
  double *in = ss_lanes_in(tape, work);
  if (count >= SS_LANES) {
    tape->lanes->load(columns, stride, tape->inputs, in);
    return;
  }
  for (size_t i = 0; i < tape->inputs; i++)
    for (size_t j = 0; j < SS_LANES; j++)
      in[i * SS_LANES + j] = count ? columns[i * stride + (j < count ? j : count - 1)] : 0;
}

const double *ss_lanes_out(const ss_tape *tape, const double *work) {
  return work + tape->first_output * SS_LANES;
}

void ss_lanes_run(const ss_tape *tape, double *work) {
  tape->lanes->run(tape->lane_code, work);
}
