/* ss_clutch.c: one-way clutches let a machine wind itself up, not run for ever.
 *
 * THEOREM:   SS-CLUTCH    ours: a passive linear machine with dry friction and one-way clutches
 *                         comes to rest from everywhere, if friction holds it where springs do not
 *                         and every velocity is damped, rubs, or runs in a clutch.
 * REQUIRES:  SS-CLUTCH.1  M is positive definite                         -> check_mass()
 * REQUIRES:  SS-CLUTCH.2  K is symmetric                                 -> check_symmetry()
 * REQUIRES:  SS-CLUTCH.3  K is positive semidefinite                     -> check_stiffness()
 * REQUIRES:  SS-CLUTCH.4  Cs is positive semidefinite                    -> check_damping()
 * REQUIRES:  SS-CLUTCH.5  only u = 0 has Cs u = 0, W^T u = 0 and G^T u = 0: Cs + W W^T + G G^T is
 *                         positive definite                              -> check_kernels()
 * REQUIRES:  SS-CLUTCH.6  ker K and ker W^T have only 0 in common: K + W W^T is positive definite
 *                                                                        -> check_reach()
 * REQUIRES:  SS-CLUTCH.7  K q_e = f + W l, |l_j| < p_j for some q_e and l -> check_held()
 * CONCLUDES: SS-CLUTCH.C  globally attractive; every motion is bounded
 *
 *     M u' + C u + K q = f + W lambda + G eta,   0 <= eta, 0 <= G^T u, eta^T G^T u = 0
 *
 * A clutch dissipates nothing, so that a velocity with G^T u > 0 may be free of dissipation, and
 * theorem 1 of 2008 does not hold (its condition 5). But such a motion cannot go on: G^T q grows.
 * What is left of LaSalle's set runs from one rest point to another of the same energy, and the
 * first one has the least potential of all that can be reached from it. docs/theory.md has the
 * proof.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_stiffness(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_semidefinite(a, f, 3, "K");
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_semidefinite(a, f, 4, "Cs");
}

static bool check_kernels(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 5, "CWG");
}

static bool check_reach(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 6, "KW");
}

static bool check_held(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_held(a, f, 7);
}

bool ss_theorem_ss_clutch(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->sure_W && check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) &&
         check_damping(a, f) && check_kernels(a, f) && check_reach(a, f) && check_held(a, f);
}

const char *ss_clutch_explain(const ss_attempt *a) {
  static const char *const why[] = {
      "a direction of friction, or its own, is irrational or has a range",
      "the mass matrix is not shown to be positive definite",
      "circulatory forces have no energy",
      "the stiffness is not shown to be positive semidefinite",
      "the damping is negative, or not shown not to be",
      "some velocity neither rubs nor is damped nor runs in a clutch",
      "neither springs nor friction hold it in some direction",
      "no rest point was shown to leave a margin to the bounds of "
      "friction"};
  const int last = a->count ? a->condition[a->count - 1].number : 0;
  return ss_arena_format(a->arena, "it has a one-way clutch, and %s", why[last]);
}
