/* ss_belt.c: belts, and friction that falls with speed, that feed nothing.
 *
 * THEOREM:   SS-BELT    ours: with positive definite mass and stiffness, and damping that outweighs
 *                       what belts feed whose friction falls with speed, motions are bounded, the
 *                       rest point is stable and, if damping and friction that can stick see every
 *                       motion, the rest set attracts all of them.
 * REQUIRES:  SS-BELT.1  M is positive definite                           -> check_mass()
 * REQUIRES:  SS-BELT.2  K is symmetric                                   -> check_symmetry()
 * REQUIRES:  SS-BELT.3  K is positive definite                           -> check_stiffness()
 * REQUIRES:  SS-BELT.4  Cs = (C + C^T)/2 is positive semidefinite, C with the steepest fall of
 *                       belts                                            -> check_damping()
 * REQUIRES:  SS-BELT.6  no motion without slip keeps its energy; where a belt falls, Cs is positive
 *                       definite on ker W^T                              -> check_sticking()
 * CONCLUDES: SS-BELT.C  globally attractive; the rest point stable; every motion bounded
 *
 * Let lambda_0 be a belt's force at rest, which is part of f. (lambda - lambda_0) w^T u <= 0 where
 * its friction is constant: it is monotone. Where it falls with speed, at most at the rate d, it is
 * at most d (w^T u)^2, and -d w w^T is part of C. So V = T + 1/2 q^T K q, q counted from K^-1 f,
 * falls at the rate u^T Cs u + sum N_j mu_j |w_j^T u| at least, and mu_j > 0 at every speed where a
 * friction can stick. docs/theory.md has the proof. The point 5, the basis of ker W^T, is computed.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_stiffness(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 3, "K");
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_semidefinite(a, f, 4, "Cs");
}

static bool check_sticking(ss_attempt *a, const ss_facts *f) {
  if (!f->falls) return ss_attempt_sticking_dissipates(a, f, 6);
  return f->r == 0 || ss_attempt_definite(a, f, 6, "Crs");
}

static bool check_energy(ss_attempt *a, const ss_facts *f) {
  return check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) && check_damping(a, f);
}

bool ss_theorem_ss_belt(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_energy(a, f) && ss_attempt_kernel(a, f, 5) && check_sticking(a, f);
}

bool ss_theorem_ss_belt_stable(ss_attempt *a) {
  return check_energy(a, a->facts);
}

/* Near rest belts pull steadily: such a motion, if it is small, is one of the machine. */
bool ss_belt_is_undamped(const void *facts) {
  const ss_facts *f = facts;
  return !f->falls && ss_linear_is_undamped(f);
}

const char *ss_belt_explain(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->falls
             ? "the friction of a belt falls with speed, or one begins at 0: where it falls "
               "fastest damping does not outweigh it, and near rest no growing motion was found"
             : ss_linear_explain(a);
}
