/* ss_calm.c: machines that nothing feeds stay near a minimum of their potential.
 *
 * THEOREM:   SS-CALM    ours (Lagrange and Dirichlet's theorem with contacts, friction, impacts):
 *                       where forces, friction and impacts do not add energy, a strict minimum of
 *                       the potential on the admissible set is stable, and motions around it that
 *                       start below a level stay below it.
 * REQUIRES:  SS-CALM.1  T = u^T M(q) u/2 with M > 0                     -> check_mass()
 * REQUIRES:  SS-CALM.2  a rest point that is a strict minimum of U on the admissible set
 *                                                                       -> check_point()
 * REQUIRES:  SS-CALM.3  u^T f_nc <= 0 and f_nc = 0 for u = 0            -> check_power()
 * REQUIRES:  SS-CALM.5  the bounds of friction forces are positive      -> check_friction()
 * REQUIRES:  SS-CALM.6  restitutions are in [0, 1]                      -> check_restitution()
 * REQUIRES:  SS-CALM.7  impacts do not gain energy                      -> check_impacts()
 * REQUIRES:  SS-CALM.8  the level: all this holds where V < level in a region, on whose border
 *                       V >= level                                      -> check_level()
 * CONCLUDES: SS-CALM.C  q_e is stable; motions below the level stay there and are bounded, in the
 *                       coordinates that something depends on
 *
 * It is what the first half of LaSalle's argument for theorem 1 of 2008 (lw2008_t1.c) and for
 * theorem 5 of 1999 (t1999_t5.c, item 1) says; conditions have the numbers that they have there.
 * Nothing need dissipate: a pendulum without friction is stable, and e = 1 is allowed. The proof is
 * in docs/theory.md.
 */
#include "energy.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->proof;
}

static bool check_mass(ss_attempt *a) {
  return ss_energy_add_asked(a, 1, "");
}

/* Boundedness does not need the point: something below the level is enough. */
static bool check_point(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->point.found && a->theorem->claim == SS_CLAIM_STABLE_POINT && p->bound > 0 && !p->minimum)
    return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, "it is not shown for all parameters");
  return ss_energy_add_point(a);
}

static bool check_power(ss_attempt *a) {
  return ss_energy_add_asked(a, 3, ss_energy_tell_power(a->facts));
}

static bool check_friction(ss_attempt *a) {
  return ss_energy_add_asked(a, 5, "");
}

static bool check_restitution(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  return ss_attempt_add(a, 6,
                        p->holds[6]   ? SS_CONDITION_PROVED
                        : p->fails[6] ? SS_CONDITION_FAILED
                                      : SS_CONDITION_UNKNOWN,
                        p->holds[6] ? ss_evidence("restitution") : NULL, p->detail[6]);
}

static bool check_impacts(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->detail[7]) return ss_attempt_add(a, 7, SS_CONDITION_FAILED, NULL, p->detail[7]);
  if (p->restitution == 'a') return ss_energy_add_asked(a, 7, "");
  return ss_attempt_add(a, 7, SS_CONDITION_PROVED, ss_evidence("restitution"),
                        p->restitution == '-'   ? "there are no contacts"
                        : p->restitution == 'b' ? "all restitutions are equal"
                                                : "nothing rubs in contacts");
}

static bool check_level(ss_attempt *a) {
  const char *why_not = proof_of(a)->detail[8];
  if (why_not) return ss_attempt_add(a, 8, SS_CONDITION_UNKNOWN, NULL, why_not);
  return ss_energy_add_level(a);
}

/* Coordinates that nothing depends on are not spoken of. */
static void leave_out(ss_attempt *a) {
  const ss_energy *e = a->facts;
  const char *names = NULL;
  for (size_t i = 0; i < e->n; i++)
    if (!e->used[i])
      names = ss_arena_format(a->arena, "%s%s%s", names ? names : "", names ? ", " : "",
                              e->system->names[i]);
  if (names)
    a->aside = ss_arena_format(a->arena, "nothing is said of %s, on which nothing depends", names);
}

static bool check_all(ss_attempt *a) {
  leave_out(a);
  return check_point(a) && check_restitution(a) && check_impacts(a) && check_mass(a) &&
         check_power(a) && check_friction(a) && check_level(a);
}

static bool find(ss_attempt *a) {
  return ss_energy_find_level((ss_energy *)a->facts, a->options) == SS_OK;
}

bool ss_theorem_ss_calm(ss_attempt *a) {
  return find(a) && !proof_of(a)->everywhere && check_all(a);
}

bool ss_theorem_ss_calm_global(ss_attempt *a) {
  return find(a) && proof_of(a)->everywhere && check_all(a);
}

const char *ss_calm_explain(const ss_attempt *a) {
  return ss_attempt_explain(a, "the theorem about machines that nothing feeds");
}
