/* ss_squeal.c: a belt whose friction falls with speed feeds the machine.
 *
 * THEOREM:   SS-SQUEAL    ours: if the motion without slip of what can stick, with the forces of
 *                         belts to first order, has a growing mode, the rest set is unstable.
 * REQUIRES:  SS-SQUEAL.5  as in SS-STICK, of the machine to first order: M > 0, K symmetric, Kr not
 *                         singular, A^T P + P A > alpha P, a rest point held with a margin
 *                                                                        -> check_growing()
 * CONCLUDES: SS-SQUEAL.C  unstable
 *
 * Near rest a belt slips with the sign that it has there, and its friction is a smooth function of
 * the velocity: x' = A x + o(|x|). A^T P + P A - alpha P >= beta I with beta > 0, so that x^T P x
 * still grows at least like exp(alpha t) while |x| is less than some delta. docs/theory.md has the
 * proof; the conditions are those of ss_stick.c, about the same matrices.
 */
#include "facts.h"

static bool check_growing(ss_attempt *a) {
  return ss_theorem_ss_stick(a);
}

bool ss_theorem_ss_squeal(ss_attempt *a) {
  return check_growing(a);
}
