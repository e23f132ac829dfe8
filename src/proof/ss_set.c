/* ss_set.c: a passive machine's rest set is stable, as a set.
 *
 * THEOREM:   SS-SET    ours: where the energy is convex and damping is not negative, the rest set
 *                      is stable in Lyapunov's sense.
 * REQUIRES:  SS-SET.1  M is positive definite                            -> check_mass()
 * REQUIRES:  SS-SET.2  K is symmetric                                    -> check_symmetry()
 * REQUIRES:  SS-SET.3  K is positive semidefinite                        -> check_stiffness()
 * REQUIRES:  SS-SET.4  Cs is positive semidefinite                       -> check_damping()
 * REQUIRES:  SS-SET.5  where K is not definite: K q_e = f + W l, |l_j| < p_j for some q_e and l
 *                                                                        -> check_held()
 * CONCLUDES: SS-SET.C  the rest set is stable
 *
 * A rest set is no level set of the energy: V = T + U shows that its middle is stable, not that
 * what starts near its end stays near it. But each rest point q*, held by the forces l*, has an
 * energy of its own,
 *
 *     V* = T + U(q) - U(q*) - grad U(q*) (q - q*),    V*' = -u^T C u - sum (p_j |g_j| + l*_j g_j),
 *
 * g = W^T u, and V*' <= 0 as |l*_j| <= p_j, at the ends of the rest set too. The rest set depends
 * on grad U alone, so that a state with little V* is near to it: docs/theory.md has the proof, for
 * every convex U. With negative damping it is false: c < -2 sqrt(m k) drives an oscillator from the
 * end of its rest set across it and away.
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

/* There is a rest set. */
static bool check_held(ss_attempt *a, const ss_facts *f) {
  return f->K_is == SS_DEFINITE || ss_attempt_held(a, f, 5);
}

bool ss_theorem_ss_set(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->sure_W && check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) &&
         check_damping(a, f) && check_held(a, f);
}
