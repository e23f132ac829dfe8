/* ss_saddle.c: negative stiffness, and friction that reaches what damping feeds.
 *
 * THEOREM:   SS-SADDLE    ours: a machine whose stiffness is not positive semidefinite has an
 *                         unstable rest set also where damping is negative, if friction acts on the
 *                         directions that damping feeds.
 * REQUIRES:  SS-SADDLE.1  M is positive definite                       -> check_mass()
 * REQUIRES:  SS-SADDLE.2  K is symmetric                               -> check_symmetry()
 * REQUIRES:  SS-SADDLE.3  K is not singular                            -> check_regularity()
 * REQUIRES:  SS-SADDLE.4  x^T K x < 0 for some x                       -> check_negative()
 * REQUIRES:  SS-SADDLE.6  Cs is positive definite on ker W^T, or semidefinite there
 *                                                                      -> check_damping()
 * REQUIRES:  SS-SADDLE.7  and, if semidefinite, no sticking motion is free of dissipation
 *                                                                      -> check_sticking()
 * CONCLUDES: SS-SADDLE.C  unstable
 *
 * This is theorem 3 of Leine & van de Wouw 2008 with what theorem 3 of van de Wouw & Leine 2004
 * says about small velocities: for |u| <= s, some s > 0, V does not grow, and it falls unless
 * W^T u = 0 and u^T Cs u = 0. A motion that stayed that near to the rest set E would end in
 * motions without dissipation, which by 6 and 7 are rest points. But one that starts at rest where
 * V is less than everywhere on E cannot, and there are such starts as near to E as one likes
 * (escape.c): it leaves a neighbourhood of E that does not depend on the start. It may come back:
 * where |u| > s, V may grow. docs/theory.md has the proof.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_regularity(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_nonsingular(a, f, 3, "K");
}

static bool check_negative(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_negative(a, f, 4);
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_sticking_damping(a, f, 6);
}

static bool check_sticking(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_sticking_ends(a, f, 7);
}

bool ss_theorem_ss_saddle(ss_attempt *a) {
  const ss_facts *f = a->facts;
  bool good = check_mass(a, f) && check_symmetry(a, f) && check_regularity(a, f) &&
              check_negative(a, f) && ss_attempt_kernel(a, f, 5) && check_damping(a, f) &&
              check_sticking(a, f);
  if (good) ss_attempt_show_escape(a, f);
  return good;
}
