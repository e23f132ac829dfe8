/* ss_bounded.c: the motions of a passive machine are bounded.
 *
 * THEOREM:   SS-BOUNDED    ours: where damping is not negative and springs, or friction with a
 *                          margin, hold the machine in every direction, every motion is bounded.
 * REQUIRES:  SS-BOUNDED.1  M is positive definite                         -> check_mass()
 * REQUIRES:  SS-BOUNDED.2  K is symmetric                                 -> check_symmetry()
 * REQUIRES:  SS-BOUNDED.3  K is positive semidefinite                     -> check_stiffness()
 * REQUIRES:  SS-BOUNDED.4  Cs is positive semidefinite                    -> check_damping()
 * REQUIRES:  SS-BOUNDED.5  where K is not definite: ker K and ker W^T have only 0 in common
 *                                                                         -> check_reach()
 * REQUIRES:  SS-BOUNDED.6  and K q_e = f + W l, |l_j| < p_j for some q_e and l  -> check_held()
 * CONCLUDES: SS-BOUNDED.C  every motion is bounded
 *
 * V = 1/2 u^T M u + 1/2 q^T K q, q counted from q_e, does not grow. Where K > 0 its sublevel sets
 * are bounded; else the way that slips is finite, as in SS-SLIDE, of which this is the first half:
 * whether anything comes to rest is not asked. docs/theory.md has the proof.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_stiffness(ss_attempt *a, const ss_facts *f) {
  return f->K_is == SS_DEFINITE ? ss_attempt_definite(a, f, 3, "K")
                                : ss_attempt_semidefinite(a, f, 3, "K");
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_semidefinite(a, f, 4, "Cs");
}

static bool check_reach(ss_attempt *a, const ss_facts *f) {
  return f->K_is == SS_DEFINITE || ss_attempt_definite(a, f, 5, "KW");
}

static bool check_held(ss_attempt *a, const ss_facts *f) {
  return f->K_is == SS_DEFINITE || ss_attempt_held(a, f, 6);
}

bool ss_theorem_ss_bounded(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->sure_W && check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) &&
         check_damping(a, f) && check_reach(a, f) && check_held(a, f);
}
