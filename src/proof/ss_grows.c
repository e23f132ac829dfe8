/* ss_grows.c: a body that friction holds, and that rocks more and more when it is nudged.
 *
 * THEOREM:   SS-GROWS    ours: where a motion of the zero-order dynamics comes back to where it
 *                        began, larger than it was, the position is unstable.
 * REQUIRES:  SS-GROWS.1  forces inside both friction cones hold the body   -> check_held()
 * REQUIRES:  SS-GROWS.2  from an interval of states slips, flights and impacts lead back into its
 *                        inside, all inequalities being strict             -> check_cycle()
 * REQUIRES:  SS-GROWS.3  these motions are larger then by a factor above 1 -> check_growth()
 * CONCLUDES: SS-GROWS.C  unstable: arbitrarily small motions grow, of the machine itself
 *
 * Strict inequalities stay true near the position, where the machine differs little from its
 * zero-order dynamics: its motions return into the interval too, and grow, until they are not near
 * any more (docs/theory.md).
 */
#include "lyapunov.h"
#include "stance.h"

static bool check_held(ss_attempt *a, const ss_footing *s) {
  return s->held == SS_PROVED
             ? ss_attempt_add(a, 1, SS_CONDITION_PROVED, ss_stance_balance(s), NULL)
             : ss_attempt_add(a, 1, SS_CONDITION_UNKNOWN, NULL, NULL);
}

static json_t *write_mode(ss_zero_mode mode) {
  return mode == SS_ZERO_FREE ? json_null() : json_string(ss_zero_mode_word(mode));
}

static json_t *write_step(const ss_footing *s, const stance_step *step) {
  static const char *const word[] = {"", "turn", "land", "hit", "fly", "settle"};
  json_t *object = json_object();
  if (s->bounces) {
    json_object_set_new(object, "step", json_string(word[step->kind]));
    json_object_set_new(object, "contact", json_string(s->zero->name[step->contact]));
    json_object_set_new(object, "mode", write_mode(step->mode));
  } else {
    json_object_set_new(object, "mode", write_mode(step->mode));
    json_object_set_new(object, "impact", step->lands ? write_mode(step->after) : json_null());
  }
  return object;
}

static json_t *write_cycle(const ss_footing *s, const stance_cycle *c) {
  json_t *evidence = ss_evidence("cycle"), *steps = json_array();
  for (size_t k = 0; k < c->steps; k++) json_array_append_new(steps, write_step(s, &c->step[k]));
  json_object_set_new(evidence, "contact", json_string(s->zero->name[c->contact]));
  json_object_set_new(evidence, "low", ss_evidence_double(c->low));
  json_object_set_new(evidence, "high", ss_evidence_double(c->high));
  json_object_set_new(evidence, "pieces", json_integer((json_int_t)c->pieces));
  json_object_set_new(evidence, "steps", steps);
  return evidence;
}

static bool check_cycle(ss_attempt *a, const ss_footing *s, stance_cycle *c) {
  if (!ss_stance_find_cycle(s, c)) return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, NULL);
  return ss_attempt_add(
      a, 2, SS_CONDITION_PROVED, write_cycle(s, c),
      ss_arena_format(a->arena, "%zu steps, from %s", c->steps, s->zero->name[c->contact]));
}

static bool check_growth(ss_attempt *a, const stance_cycle *c) {
  /* a little less than what is seen: who checks rounds otherwise */
  const double factor = 1 + (c->growth - 1) * 0.999;
  json_t *evidence = ss_evidence("growth");
  json_object_set_new(evidence, "factor", ss_evidence_double(factor));
  return ss_attempt_add(a, 3, SS_CONDITION_PROVED, evidence,
                        ss_arena_format(a->arena, "velocities by %.6g", factor));
}

bool ss_stance_may_grow(const void *facts) {
  const ss_footing *s = facts;
  return !s->no_coordinates && !ss_stance_is_ambiguous(facts);
}

bool ss_theorem_ss_grows(ss_attempt *a) {
  const ss_footing *s = a->facts;
  stance_cycle c;
  return check_held(a, s) && check_cycle(a, s, &c) && check_growth(a, &c);
}
