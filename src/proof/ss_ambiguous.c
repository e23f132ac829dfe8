/* ss_ambiguous.c: a body that friction can hold, and that can go as well.
 *
 * THEOREM:   SS-AMBIGUOUS    ours, after Varkonyi, definition 1: where a second, moving solution
 *                            starts from rest, the position is unstable.
 * REQUIRES:  SS-AMBIGUOUS.1  forces inside both friction cones hold the body   -> check_held()
 * REQUIRES:  SS-AMBIGUOUS.2  another motion is consistent, all its inequalities being strict
 *                                                                              -> check_motion()
 * CONCLUDES: SS-AMBIGUOUS.C  unstable: a motion starts at the rest position and leaves it
 *
 * Strict inequalities between forces and accelerations stay true near the position, so that the
 * motion exists in the machine itself and goes on until it is a distance away from there that does
 * not depend on where it began.
 */
#include "stance.h"

static bool check_held(ss_attempt *a, const ss_footing *s) {
  return s->held == SS_PROVED
             ? ss_attempt_add(a, 1, SS_CONDITION_PROVED, ss_stance_balance(s), NULL)
             : ss_attempt_add(a, 1, SS_CONDITION_UNKNOWN, NULL, NULL);
}

/* A motion from rest that is consistent, but not rest. */
static const ss_zero_motion *find_motion(const ss_footing *s) {
  for (size_t k = 0; k < s->motions; k++)
    if (s->motion[k].consistent == SS_PROVED && s->motion[k].determined) {
      bool moves = false;
      for (size_t i = 0; i < 2; i++) moves = moves || s->motion[k].mode[i] != SS_ZERO_STICK;
      if (moves) return &s->motion[k];
    }
  return NULL;
}

static bool check_motion(ss_attempt *a, const ss_footing *s) {
  const ss_zero_motion *m = find_motion(s);
  if (!m) return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, NULL);
  const char *first = ss_zero_mode_word(m->mode[0]), *second = ss_zero_mode_word(m->mode[1]);
  json_t *evidence = ss_evidence("motion"), *modes = json_pack("[s, s]", first, second);
  json_object_set_new(evidence, "modes", modes);
  return ss_attempt_add(a, 2, SS_CONDITION_PROVED, evidence,
                        ss_arena_format(a->arena, "%s: %s, %s: %s", s->zero->name[0], first,
                                        s->zero->name[1], second));
}

bool ss_stance_is_ambiguous(const void *facts) {
  const ss_footing *s = facts;
  return s->held == SS_PROVED && find_motion(s);
}

bool ss_stance_is_machine(const void *facts) {
  return !ss_stance_is_ambiguous(facts) && ((const ss_footing *)facts)->potential;
}

bool ss_stance_is_rough(const void *facts) {
  return !ss_stance_is_ambiguous(facts) && !((const ss_footing *)facts)->potential;
}

const char *ss_ambiguous_explain(const ss_attempt *a) {
  return a->count < 2 ? "it is not shown that friction holds the body there"
                      : "no second motion is seen to start from there";
}

bool ss_theorem_ss_ambiguous(ss_attempt *a) {
  const ss_footing *s = a->facts;
  return check_held(a, s) && check_motion(a, s);
}
