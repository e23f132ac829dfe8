/* decide.c: the order in which a program is decided.
 *
 *     scale -> split into blocks -> drop monomials that cannot occur
 *     repeat  solve the margin program
 *             t > 0: round with more and more bits until the exact check holds      -> proved
 *             t < 0: round the functional likewise (of the program, not of a face)  -> refuted
 *             else   reduce to the face that the null vectors say
 *
 * t decides only what is tried first; both are tried while |t| is small.
 */
#include <math.h>

#include "sos_private.h"

/* |t| up to which its sign is not trusted. */
static const double SMALL = 1e-6;

static const long bits[] = {10, 14, 18, 22, 28, 34, 40, 48};
enum { BITS = sizeof bits / sizeof *bits, BUDGET = 1 << 27 };

ss_sos_options ss_sos_default_options(void) {
  return (ss_sos_options){.sdp = ss_sdp_default_options(), .faces = 4};
}

static bool prove(sos_work *work, const sos_point *point, ss_sos_answer *answer) {
  for (size_t i = 0; i < BITS && answer->verdict == SS_UNKNOWN; i++)
    if (ldexp(1, -(int)bits[i]) < 4 * fabs(point->margin) || i + 1 == BITS)
      if (ss_sos_round(work, point, bits[i], answer)) answer->verdict = SS_PROVED;
  return answer->verdict == SS_PROVED;
}

static bool refute(sos_work *work, const sos_point *point, ss_sos_answer *answer) {
  for (size_t i = 0; i < BITS && answer->verdict == SS_UNKNOWN; i++)
    if (ss_sos_separate(work, point, bits[i], answer)) answer->verdict = SS_REFUTED;
  return answer->verdict == SS_REFUTED;
}

static void measure(const sos_work *work, ss_sos_answer *answer) {
  answer->dropped = work->dropped;
  answer->blocks = 0;
  answer->largest = 0;
  for (size_t b = 0; b < work->blocks; b++) {
    const size_t size = sos_size(&work->block[b]);
    answer->blocks += size > 0;
    if (answer->largest < size) answer->largest = size;
  }
}

/* One round; true: go on with a smaller face. */
static bool try(sos_work *work, const ss_sos_options *options, ss_sos_answer *answer, bool *good) {
  sos_point point;
  *good = ss_sos_solve_margin(work, &options->sdp, &point);
  if (!*good) return false;
  measure(work, answer);
  answer->program = point.program;
  answer->equalities = point.program->equalities;
  if (!point.solved) {
    answer->reason = answer->faces ? "the reduced program has no Gram matrix" : point.why;
    return false;
  }
  answer->margin = point.margin;
  if (point.margin > -SMALL && prove(work, &point, answer)) return false;
  if (point.margin < SMALL && answer->faces == 0 && refute(work, &point, answer)) return false;
  if (fabs(point.margin) > SMALL) {
    answer->reason = point.margin > 0 ? "the numbers that were found do not round to exact ones"
                     : answer->faces > 0
                         ? "no Gram matrix is definite on the face that was seen; whether the "
                           "program has a solution outside of it was not decided"
                         : "no sum of squares was found, and no functional that excludes one";
    return false;
  }
  if (answer->faces == options->faces) {
    answer->reason = "the margin is 0: no Gram matrix is definite, on any face that was tried";
    return false;
  }
  bool reduced;
  *good = ss_sos_reduce_faces(work, &point, &reduced);
  if (*good && !reduced)
    answer->reason = "the margin is 0, and no null vector of the Gram matrices was seen";
  answer->faces += reduced;
  return *good && reduced;
}

ss_status ss_sos_decide(ss_ring *ring, const ss_sos_program *program, const ss_sos_options *options,
                        ss_arena *arena, ss_sos_answer *answer) {
  sos_work work = {.ring = ring, .program = program, .arena = arena};
  const size_t budget = ring->budget;
  *answer = (ss_sos_answer){.margin = NAN};
  ring->budget = BUDGET;
  bool good = ss_sos_find_scales(&work) && ss_sos_make_blocks(&work) &&
              ss_sos_make_columns(&work) && ss_sos_drop_monomials(&work);
  while (good && try(&work, options, answer, &good)) continue;
  ring->budget = ring->budget < budget ? ring->budget : budget;
  if (ring->failed) return SS_LIMIT;
  if (!good) return SS_MEMORY;
  if (answer->verdict != SS_UNKNOWN) answer->reason = NULL;
  return SS_OK;
}

ss_status ss_sos_decide_poly(ss_ring *ring, ss_poly poly, const ss_sos_options *options,
                             ss_arena *arena, ss_sos_answer *answer) {
  ss_sos_basis basis;
  *answer = (ss_sos_answer){.margin = NAN};
  const ss_status status = ss_sos_newton(ring, poly, arena, &basis);
  if (status != SS_OK) return status;
  const ss_sos_part part = {ss_poly_integer(ring, 1), basis.count, basis.monomial};
  const ss_sos_summand summand = {SS_SOS_ONE, poly};
  const ss_sos_condition condition = {1, &summand, 1, &part};
  const ss_sos_program program = {0, 1, &condition};
  return ss_sos_decide(ring, &program, options, arena, answer);
}
