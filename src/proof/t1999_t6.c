/* t1999_t6.c: machines that a controller presses against stops that give way.
 *
 * THEOREM:   T1999-T6    Tornambè 1999, theorem 6: a machine whose contacts are springs, with a
 *                        potential that together with theirs has a minimum and with damping of
 *                        every velocity, comes to rest there.
 * REQUIRES:  T1999-T6.1  T = u^T M(q) u/2 with M > 0 (assumption 1)  -> check_mass()
 * REQUIRES:  T1999-T6.2  a strict minimum q_R of U + U_f (6; (48))  -> check_point()
 * REQUIRES:  T1999-T6.3  u^T f_nc <= 0 and f_nc = 0 for u = 0  -> check_power()
 * REQUIRES:  T1999-T6.5  every velocity is damped (full actuation)  -> check_damping()
 * REQUIRES:  T1999-T6.8  U + U_f grows around q_R (assumption 7): the level  -> check_level()
 * CONCLUDES: T1999-T6.C  item 1, q_R is stable; item 2, it attracts, globally or below a level
 * DEVIATES:  T1999-T6.2  the print asks that (48) has one solution only; motions tend to the rest
 *                        positions below the level whether there is one or more.
 * DEVIATES:  T1999-T6.8  the quadratic bounds (49) are not needed: what the proof needs is that V
 *                        is above a level on the border of a region; and where U is a convex
 *                        quadratic form and gaps are affine, that V grows in all directions.
 *
 * Assumption 5, one solution that depends continuously on its start, follows: forces are locally
 * Lipschitz. With dampers beside the springs (remark 12), which act while they are pressed, motions
 * are those of Filippov; docs/theory.md says why the theorem holds with them.
 */
#include <math.h>

#include "energy.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->proof;
}

static bool check_mass(ss_attempt *a) {
  return ss_energy_add_asked(a, 1, "");
}

/* "; the spring of stop presses with 0.9": from its enclosure. */
static const char *tell_forces(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_point *p = &e->proof->point;
  const char *text = "";
  for (size_t j = 0, m = 0; j < e->contacts && text; j++)
    if (p->closed >> j & 1) {
      const double force = p->force_lo[m] / 2 + p->force_hi[m] / 2;
      text = ss_arena_format(a->arena, "%s; the force of %s tends to %.10g", text,
                             e->contact[j].name, force);
      m++;
    }
  return text ? text : "";
}

static bool check_point(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->point.found && a->theorem->claim == SS_CLAIM_STABLE_POINT && p->bound > 0 && !p->minimum)
    return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, "it is not shown for all parameters");
  if (!ss_energy_add_point(a)) return false;
  ss_condition *c = &a->condition[a->count - 1];
  const char *detail = ss_arena_format(a->arena, "%s%s", c->detail, tell_forces(a));
  if (detail) c->detail = detail;
  return true;
}

static bool check_power(ss_attempt *a) {
  return ss_energy_add_asked(a, 3, ss_energy_tell_power(a->facts));
}

static bool check_damping(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (!p->detail[5]) return ss_energy_add_asked(a, 5, "");
  return ss_attempt_add(a, 5, SS_CONDITION_FAILED, NULL, "there are velocities without damping");
}

static bool check_level(ss_attempt *a) {
  const char *why_not = proof_of(a)->detail[8];
  if (why_not) return ss_attempt_add(a, 8, SS_CONDITION_UNKNOWN, NULL, why_not);
  return ss_energy_add_level(a);
}

static bool find(ss_attempt *a) {
  return ss_energy_find_level((ss_energy *)a->facts, a->options) == SS_OK;
}

static bool check_all(ss_attempt *a) {
  return check_point(a) && check_damping(a) && check_mass(a) && check_power(a) && check_level(a);
}

bool ss_theorem_t1999_t6_global(ss_attempt *a) {
  return find(a) && proof_of(a)->everywhere && check_all(a);
}

bool ss_theorem_t1999_t6_inside(ss_attempt *a) {
  return find(a) && proof_of(a)->inside && check_all(a);
}

bool ss_theorem_t1999_t6(ss_attempt *a) {
  return find(a) && !proof_of(a)->everywhere && check_all(a);
}

bool ss_theorem_t1999_t6_point(ss_attempt *a) {
  return find(a) && check_all(a);
}

const char *ss_springs_explain(const ss_attempt *a) {
  return ss_attempt_explain(a, "the theorem about machines whose contacts are springs");
}
