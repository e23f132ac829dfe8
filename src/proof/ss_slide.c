/* ss_slide.c: what slides on a rough floor comes to rest, somewhere.
 *
 * THEOREM:   SS-SLIDE    ours: a passive machine without springs, or with too few, tends to one of
 *                        its rest points from everywhere, if friction holds it where springs do
 *                        not and some rest point leaves a margin to the friction bounds.
 * REQUIRES:  SS-SLIDE.1  M is positive definite                          -> check_mass()
 * REQUIRES:  SS-SLIDE.2  K is symmetric                                  -> check_symmetry()
 * REQUIRES:  SS-SLIDE.3  K is positive semidefinite                      -> check_stiffness()
 * REQUIRES:  SS-SLIDE.4  Cs is positive semidefinite                     -> check_damping()
 * REQUIRES:  SS-SLIDE.6  no motion without slip keeps its energy: Cs is positive definite on
 *                        ker W^T, or the sticking motion is seen by it   -> check_sticking()
 * REQUIRES:  SS-SLIDE.7  ker K and ker W^T have only 0 in common: K + W W^T is positive definite
 *                                                                        -> check_reach()
 * REQUIRES:  SS-SLIDE.8  K q_e = f + W l, |l_j| < p_j for some q_e and l  -> check_held()
 * CONCLUDES: SS-SLIDE.C  globally attractive: every motion tends to a rest point; in finite time
 *                        where K = 0
 *
 * docs/theory.md has the proof. In short: with q counted from q_e the energy V falls at least at
 * the rate e sum |w_j^T u|, e = min (p_j - |l_j|) > 0, so that the way that slips is finite. By 7
 * the motion is bounded; by LaSalle and 6 it ends at rest; and two limit points, which have the
 * same W^T q, are equal by 3 and 7. Where K = 0, ker W^T = {0}, and V' <= -c sqrt(V) ends at 0 in
 * finite time. Without the strict bound in 8 it is false: f = p and K = 0 coasts for ever.
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

static bool check_sticking(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_sticking_dissipates(a, f, 6);
}

static bool check_reach(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 7, "KW");
}

static bool check_held(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_held(a, f, 8);
}

bool ss_theorem_ss_slide(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) && check_damping(a, f) &&
         ss_attempt_kernel(a, f, 5) && check_sticking(a, f) && check_reach(a, f) &&
         check_held(a, f);
}

bool ss_theorem_ss_slide_free(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->sure_K && fmpq_mat_is_zero(f->K) && ss_theorem_ss_slide(a);
}
