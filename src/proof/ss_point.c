/* ss_point.c: a rest point is stable where springs hold what friction does not reach.
 *
 * THEOREM:   SS-POINT    ours: a rest point with a margin to the friction bounds is stable if
 *                        stiffness is positive and damping is not negative without slip.
 * REQUIRES:  SS-POINT.1  M is positive definite                          -> check_mass()
 * REQUIRES:  SS-POINT.2  K is symmetric                                  -> check_symmetry()
 * REQUIRES:  SS-POINT.4  K, or Kr = N^T K N, is positive definite        -> check_stiffness()
 * REQUIRES:  SS-POINT.5  Crs = N^T Cs N is positive semidefinite         -> check_damping()
 * REQUIRES:  SS-POINT.6  where K is not definite: K q_e = f + W l, |l_j| < p_j for some q_e and l
 *                                                                        -> check_held()
 * CONCLUDES: SS-POINT.C  the rest point q_e is stable; nothing is said of the rest set
 *
 * With q counted from q_e and e half of the smallest margin p_j - |l_j|,
 *
 *     Y = T + 1/2 q^T K q + e sum |w_j^T q|,    Y' <= -u^T C u - e sum |w_j^T u|,
 *
 * Y is positive definite near 0 because its last term is of first order where N^T K N does not
 * count, and Y' <= 0 for small u likewise (the estimate of SS-SADDLE). So friction may hold what
 * springs push away: an inverted pendulum with a rough pivot, whose rest set is unstable. Where
 * K > 0, e = 0 does. docs/theory.md has the proof. No friction: Lagrange's theorem.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool is_stiff(const ss_facts *f) {
  return f->K_is == SS_DEFINITE;
}

static bool check_stiffness(ss_attempt *a, const ss_facts *f) {
  if (is_stiff(f)) return ss_attempt_definite(a, f, 4, "K");
  return f->r == 0 || ss_attempt_definite(a, f, 4, "Kr");
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return f->r == 0 || ss_attempt_semidefinite(a, f, 5, "Crs");
}

static bool check_held(ss_attempt *a, const ss_facts *f) {
  return is_stiff(f) || ss_attempt_held(a, f, 6);
}

bool ss_theorem_ss_point(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_mass(a, f) && check_symmetry(a, f) && ss_attempt_kernel(a, f, 3) &&
         check_stiffness(a, f) && check_damping(a, f) && check_held(a, f);
}
