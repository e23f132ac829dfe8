/* lw2008_t2.c: rest sets of machines that are not linear, from which motions go away.
 *
 * THEOREM:   LW2008-T2    Leine & van de Wouw 2008, theorem 2, statements 2 and 3 with V = -T - U +
 *                         const: a rest set around a stationary point of the potential that is no
 *                         minimum is unstable, if forces only take energy away and no motion goes
 *                         on without dissipation; without the latter it is not attractive.
 * REQUIRES:  LW2008-T2.1  T = u^T M(q) u/2 with M > 0 in a region                -> check_mass()
 * REQUIRES:  LW2008-T2.2  U has no minimum in the region                      -> check_potential()
 * REQUIRES:  LW2008-T2.3  u^T f_nc <= 0 and f_nc = 0 for u = 0                   -> check_power()
 * REQUIRES:  LW2008-T2.4  forces in sliders follow from the state; none closes  -> check_solvable()
 * REQUIRES:  LW2008-T2.5  no motion in the region goes on without dissipation    -> check_kernel()
 * REQUIRES:  LW2008-T2.6  there is a rest position in the region                 -> check_rest()
 * REQUIRES:  LW2008-T2.7  nowhere does the energy grow                           -> check_passive()
 * REQUIRES:  LW2008-T2.8  no rest position lies on the border of the region      -> check_border()
 * REQUIRES:  LW2008-T2.9  the accelerations that friction allows are convex      -> check_convex()
 * CONCLUDES: LW2008-T2.C  unstable (without 7); not attractive (without 4, 5 and 9)
 * DEVIATES:  LW2008-T2.2  in place of a start x0 near E with V(x0) > max_E V, which the print asks
 *                         for, what gives one (energy_leave.c).
 * DEVIATES:  LW2008-T2.7  the print concludes from what holds near E that no motion tends to it;
 *                         one that leaves might gain energy elsewhere and come back.
 * DEVIATES:  LW2008-T2.9  that the right-hand side is convex and upper semicontinuous, which the
 *                         print presumes, is a condition; statement 3 rests on it by LaSalle's
 *                         argument, whose print ("the positive contributions will ensure") is no
 *                         proof.
 *
 * energy_leave.c says why it follows. The conditions have the numbers of theorem 1 where they are
 * the same.
 */
#include <string.h>

#include "energy.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->leaving;
}

/* A condition that was asked by boxes in the region. */
static bool add(ss_attempt *a, int number, bool holds, const char *what) {
  const ss_energy *e = a->facts;
  const char *detail = proof_of(a)->detail[number];
  if (!holds)
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, detail ? detail : "not shown");
  /* the answers are those of the proof that is told */
  ss_energy told = *e;
  ss_attempt of = *a;
  told.proof = e->leaving;
  of.facts = &told;
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_energy_write_answers(&of, number), what);
}

static bool check_mass(ss_attempt *a) {
  return add(a, 1, proof_of(a)->holds[1], "");
}

static bool check_potential(ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_proof *p = proof_of(a);
  const char *text = "a stationary point is not enclosed";
  for (size_t i = 0; p->holds[2] && i < e->n; i++)
    text = ss_arena_format(a->arena, "%s%s%s = %.10g", i ? text : "", i ? ", " : "stationary at ",
                           e->system->names[i], p->point.q[i]);
  if (p->point.found)
    return ss_attempt_add(a, 2, SS_CONDITION_FAILED, NULL, "the rest point is a minimum");
  if (!p->holds[2] && p->point.stationary) text = "not in all of a region around it";
  if (!p->holds[2]) return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, text);
  return add(a, 2, true, text ? text : "");
}

static bool check_power(ss_attempt *a) {
  return add(a, 3, proof_of(a)->holds[3], "");
}

static bool check_solvable(ss_attempt *a) {
  const ss_energy *e = a->facts;
  if (e->contacts && proof_of(a)->holds[4] && !proof_of(a)->never)
    return ss_attempt_add(a, 4, SS_CONDITION_UNKNOWN, NULL, "a contact may close in the region");
  return add(a, 4, proof_of(a)->holds[4],
             e->contacts  ? "all contacts are open in the region"
             : e->sliders ? ""
                          : "there are none");
}

static bool check_kernel(ss_attempt *a) {
  return add(a, 5, proof_of(a)->holds[5], "");
}

static bool check_rest(ss_attempt *a) {
  return add(a, 6, proof_of(a)->holds[6], "the stationary point");
}

static bool check_passive(ss_attempt *a) {
  if (((const ss_energy *)a->facts)->contacts)
    return ss_attempt_add(a, 7, SS_CONDITION_UNKNOWN, NULL, "of impacts elsewhere nothing is said");
  if (proof_of(a)->holds[7])
    return ss_attempt_add(a, 7, SS_CONDITION_PROVED, ss_evidence("passive"),
                          "damping and friction do not depend on the state");
  return ss_attempt_add(a, 7, SS_CONDITION_UNKNOWN, NULL,
                        "damping or friction is not the same "
                        "everywhere");
}

static bool check_border(ss_attempt *a) {
  return add(a, 8, proof_of(a)->holds[8], "");
}

static bool check_convex(ss_attempt *a) {
  if (proof_of(a)->unique)
    return ss_attempt_add(a, 9, SS_CONDITION_PROVED, ss_evidence("convex"), "");
  return ss_attempt_add(a, 9, SS_CONDITION_UNKNOWN, NULL,
                        "friction acts back on the normal forces of sliders");
}

/* From here on the region and what was asked there are the proof. */
static bool tell(ss_attempt *a, bool proved) {
  ss_energy *e = (ss_energy *)a->facts;
  if (!proved) return false;
  ss_energy_proof *other = e->proof;
  e->proof = e->leaving;
  e->leaving = other;
  return true;
}

/* What both statements need. */
static bool check_region(ss_attempt *a) {
  ss_energy *e = (ss_energy *)a->facts;
  if (ss_energy_find_leaving(e, a->options) != SS_OK) return false;
  return check_potential(a) && check_border(a) && check_rest(a) && check_mass(a) && check_power(a);
}

bool ss_theorem_lw2008_t2_away(ss_attempt *a) {
  return tell(a, check_region(a) && check_solvable(a) && check_kernel(a) && check_convex(a) &&
                     check_passive(a));
}

bool ss_theorem_lw2008_t2(ss_attempt *a) {
  return tell(a, check_region(a) && check_solvable(a) && check_kernel(a) && check_convex(a));
}

bool ss_theorem_lw2008_t2_not(ss_attempt *a) {
  return tell(a, check_region(a) && check_passive(a));
}

/* Only of a stationary point that is no minimum it tells most. */
const char *ss_energy_explain_leaving(const ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  const ss_condition *last = a->count ? &a->condition[a->count - 1] : NULL;
  if (!p || !last || p->point.found || !p->point.stationary) return NULL;
  return ss_attempt_explain(
      a, "the rest point is no minimum, but the theorem about what motions leave");
}
