/* ss_stance.c: a body that stands on two rough contacts and stays there when it is nudged.
 *
 * THEOREM:   SS-STANCE    ours, after Varkonyi: functions on the surfaces where the body slides on
 *                         one contact, which fall from event to event, bound all motions.
 * REQUIRES:  SS-STANCE.1  two contacts whose directions are coordinates, a load along the line on
 *                         which both slide                                -> check_geometry()
 * REQUIRES:  SS-STANCE.2  forces inside both friction cones hold the body -> check_held()
 * REQUIRES:  SS-STANCE.3  the load presses each contact; every slip has one solution and ends
 *                                                                         -> check_modes()
 * REQUIRES:  SS-STANCE.4  no impact raises the energy                     -> check_energy()
 * REQUIRES:  SS-STANCE.5  f > 0 and V^(1), V^(2) positive, falling from event to event
 *                                                                         -> check_functions()
 * CONCLUDES: SS-STANCE.C  the position is stable in the zero-order dynamics
 * DEVIATES:  SS-STANCE.5  the print asks one polynomial to fall along all slips and impacts, from
 *                         every state; motions with plastic impacts come back to the two surfaces,
 *                         and a slip that speeds up need only fall until the impact that ends it.
 *
 * The numbers are found in floating point (stance_solve.c) and the inequalities hold in balls. As
 * long as standstill-check cannot read such a proof, the last condition is `supported`, not proved.
 */
#include "stance.h"

static bool check_geometry(ss_attempt *a, const ss_footing *s) {
  return ss_attempt_add(a, 1, s->geometry ? SS_CONDITION_UNKNOWN : SS_CONDITION_PROVED, NULL,
                        s->geometry);
}

static bool check_held(ss_attempt *a, const ss_footing *s) {
  const ss_condition_status status = s->held == SS_PROVED    ? SS_CONDITION_PROVED
                                     : s->held == SS_REFUTED ? SS_CONDITION_FAILED
                                                             : SS_CONDITION_UNKNOWN;
  return ss_attempt_add(a, 2, status, NULL, s->held == SS_REFUTED ? "no forces do" : NULL);
}

static bool check_modes(ss_attempt *a, const ss_footing *s) {
  return ss_attempt_add(a, 3, s->modes ? SS_CONDITION_UNKNOWN : SS_CONDITION_PROVED, NULL,
                        s->modes);
}

static bool check_energy(ss_attempt *a, const ss_footing *s) {
  if (!s->bounces) return ss_attempt_add(a, 4, SS_CONDITION_PROVED, NULL, "impacts are plastic");
  return ss_attempt_add(
      a, 4, ss_stance_loses_energy(s) ? SS_CONDITION_PROVED : SS_CONDITION_UNKNOWN, NULL, NULL);
}

/* That the inequalities hold was computed in balls; until a second program can check it, the
 * condition is supported and no more. */
static bool check_functions(ss_attempt *a, ss_footing *s) {
  const bool posed = ss_stance_pose(s) && ss_stance_solve(s) == SS_OK;
  const bool good = posed && ss_stance_verify(s);
  return ss_attempt_add(a, 5, good ? SS_CONDITION_SUPPORTED : SS_CONDITION_UNKNOWN, NULL,
                        ss_arena_format(a->arena, "%zu inequalities, %zu multipliers, margin %.3g",
                                        s->inequalities, s->multipliers, s->margin));
}

bool ss_theorem_ss_stance(ss_attempt *a) {
  ss_footing *s = (ss_footing *)a->facts;
  return check_geometry(a, s) && check_held(a, s) && check_modes(a, s) && check_energy(a, s) &&
         check_functions(a, s);
}

const char *ss_stance_explain(const ss_attempt *a) {
  const ss_footing *s = a->facts;
  if (s->geometry) return s->geometry;
  if (s->held != SS_PROVED) return "it is not shown that friction holds the body there";
  if (s->modes) return s->modes;
  if (a->count == 4) return "an impact may raise the energy";
  if (a->condition[4].status == SS_CONDITION_SUPPORTED)
    return "the rest position is stable in the zero-order dynamics, in ball arithmetic that no "
           "second program has checked";
  return "no functions of this kind were found that fall from event to event";
}
