/* wl2004_t2.c: passive machines come to rest from everywhere.
 *
 * THEOREM:   WL2004-T2    van de Wouw & Leine 2004, theorem 2: with positive definite mass,
 *                         stiffness and damping the rest set attracts every motion.
 * REQUIRES:  WL2004-T2.1  M is positive definite                       -> check_mass()
 * REQUIRES:  WL2004-T2.2  K is symmetric                               -> check_symmetry()
 * REQUIRES:  WL2004-T2.3  K is positive definite                       -> check_stiffness()
 * REQUIRES:  WL2004-T2.4  Cs = (C + C^T)/2 is positive semidefinite    -> check_damping()
 * REQUIRES:  WL2004-T2.6  no motion without slip keeps its energy: Cs is positive definite on
 *                         ker W^T, or the sticking motion is seen by it -> check_sticking()
 * CONCLUDES: WL2004-T2.C  globally attractive
 * DEVIATES:  WL2004-T2.4  the print asks for C > 0. V = 1/2 u^T M u + 1/2 q^T K q falls at the rate
 *                         u^T Cs u + sum p_j |w_j^T u|, so C >= 0 is enough to bound motions; by
 *                         LaSalle they end in the largest invariant set without dissipation:
 *                         W^T u = 0 and Cs u = 0 for all times. These are sticking motions, along
 *                         which the reaction forces do no work: solutions of the reduced system.
 * DEVIATES:  WL2004-T2.6  hence the observability of (A, [0 Crs]). With ker W^T = {0} nothing is
 *                         to be shown. A skew part of C does no work and is allowed.
 *
 * The point 5, the basis of ker W^T, is computed, not asked for. Cost O(n^3) exact operations.
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
  return ss_attempt_sticking_dissipates(a, f, 6);
}

bool ss_theorem_wl2004_t2(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) && check_damping(a, f) &&
         ss_attempt_kernel(a, f, 5) && check_sticking(a, f);
}
