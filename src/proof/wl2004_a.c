/* wl2004_a.c: a passive oscillator with dry friction comes to rest, and its rest set is stable.
 *
 * THEOREM:   WL2004-A    van de Wouw & Leine 2004, appendix A: the rest set of a mass on a rough
 *                        floor, with spring and damper, is globally asymptotically stable.
 * REQUIRES:  WL2004-A.1  the mass is positive                           -> check_mass()
 * REQUIRES:  WL2004-A.2  the spring is an odd polynomial with coefficients >= 0, c_0 > 0
 *                                                                       -> check_spring()
 * REQUIRES:  WL2004-A.3  the damping is not negative                    -> check_damping()
 * REQUIRES:  WL2004-A.4  there is friction, or damping                  -> check_dissipation()
 * CONCLUDES: WL2004-A.C  globally attractive, and stable; every motion is bounded
 * DEVIATES:  WL2004-A.2  the print has a linear spring; the proof uses only that U is convex, even
 *                        and grows without bound.
 * DEVIATES:  WL2004-A.C  the print's Lyapunov function has a free eps with alpha^2/k = 1 + eps, for
 *                        which V' <= 0 fails far out; with alpha^2 = k and LaSalle's
 *                        principle it holds.
 *
 * Attraction: V = 1/2 m x'^2 + U(x) falls at the rate c x'^2 + p |x'|, motions stay bounded, and
 * by LaSalle they end where x' = 0 for all times: in the rest set {|U'| <= p}. Stability: let P be
 * the convex function with P = 0 on the rest set and P' = U' - p sign(x) beyond it. Then Y = 1/2 m
 * x'^2 + P(x) vanishes on the rest set only. While slipping, Y' = -c x'^2 - p |x'| - U' x' + P' x'.
 * On the rest set P' = 0 and -U' x' <= p |x'|; beyond it P' - U' = -p sign(x): Y never increases.
 */
#include "odd_spring.h"

static bool check_mass(ss_attempt *a, const ss_one *one) {
  return ss_attempt_definite(a, &one->facts, 1, "M");
}

static bool check_spring(ss_attempt *a, const ss_one *one) {
  return ss_one_spring(a, 2, one);
}

static bool check_damping(ss_attempt *a, const ss_one *one) {
  return ss_attempt_semidefinite(a, &one->facts, 3, "Cs");
}

static bool check_dissipation(ss_attempt *a, const ss_one *one) {
  const ss_facts *f = &one->facts;
  return f->m ? ss_attempt_friction(a, f, 4) : ss_attempt_definite(a, f, 4, "Cs");
}

bool ss_theorem_wl2004_a(ss_attempt *a) {
  const ss_one *one = a->facts;
  return check_mass(a, one) && check_spring(a, one) && check_damping(a, one) &&
         check_dissipation(a, one);
}
