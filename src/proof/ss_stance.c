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
 * REQUIRES:  SS-STANCE.6  for the machine itself: all forces but those of the contacts have a
 *                         potential                                       -> check_forces()
 * CONCLUDES: SS-STANCE.C  the position is stable; without 6 in the zero-order dynamics
 * DEVIATES:  SS-STANCE.5  the print asks one polynomial to fall along all slips and impacts, from
 *                         every state; motions with plastic impacts come back to the two surfaces,
 *                         and a slip that speeds up need only fall until the impact that ends it.
 *
 * The numbers are found in floating point (stance_solve.c) and the inequalities hold in balls.
 */
#include "lyapunov.h"
#include "stance.h"

/* A condition without data, if nothing stands in its way. */
static bool add(ss_attempt *a, int number, const char *kind, const char *why_not) {
  if (why_not) return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, why_not);
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_evidence(kind), NULL);
}

static bool check_geometry(ss_attempt *a, const ss_footing *s) {
  return add(a, 1, "footing", s->geometry);
}

json_t *ss_stance_balance(const ss_footing *s) {
  json_t *evidence = ss_evidence("balance");
  json_object_set_new(evidence, "friction", ss_evidence_double(s->friction));
  return evidence;
}

static bool check_held(ss_attempt *a, const ss_footing *s) {
  if (s->held == SS_PROVED)
    return ss_attempt_add(a, 2, SS_CONDITION_PROVED, ss_stance_balance(s), NULL);
  return s->held == SS_REFUTED ? ss_attempt_add(a, 2, SS_CONDITION_FAILED, NULL, "no forces do")
                               : ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, NULL);
}

static bool check_modes(ss_attempt *a, const ss_footing *s) {
  return add(a, 3, "modes", s->modes);
}

static bool check_energy(ss_attempt *a, const ss_footing *s) {
  if (s->bounces)
    return add(a, 4, "losses", ss_stance_loses_energy(s) ? NULL : "an impact may raise it");
  return ss_attempt_add(a, 4, SS_CONDITION_PROVED, ss_evidence("losses"), "impacts are plastic");
}

/* Whether a number of the functions has no meaning for this stance. */
static bool is_idle(const ss_footing *s, size_t v) {
  arb_t slope;
  if (v < STANCE_R) return v >= STANCE_A && !s->bounces;
  arb_init(slope);
  const bool used = ss_stance_slope(s, v - STANCE_R, slope);
  arb_clear(slope);
  return !used;
}

/* The numbers of the functions, and for each event the multipliers of its products. */
static json_t *write_functions(const ss_footing *s) {
  json_t *evidence = ss_evidence("functions"), *functions = json_array(), *events = json_array();
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
    json_array_append_new(functions, ss_evidence_double(is_idle(s, v) ? 0 : s->unknown[v]));
  for (size_t k = 0; k < s->events; k++) {
    json_t *list = json_array();
    for (size_t p = 0; p < s->event[k].pairs; p++) {
      const size_t m = s->event[k].multiplier[p];
      json_array_append_new(list, ss_evidence_double(m == SIZE_MAX ? 0 : s->multiplier[m]));
    }
    json_array_append_new(events, list);
  }
  json_object_set_new(evidence, "functions", functions);
  json_object_set_new(evidence, "rest", json_pack("[i, i]", (int)s->rest[0], (int)s->rest[1]));
  json_object_set_new(evidence, "events", events);
  return evidence;
}

/* A slip that speeds up takes over from one that ends; where none does, either may. */
static bool may_rest(const ss_footing *s, size_t i, size_t g) {
  const stance_slip *other = &s->contact[i].slips[1 - g];
  return s->contact[i].sticks || !other->lasts || other->stops;
}

/* All ways to choose whose function counts at rest. */
static bool find_functions(ss_footing *s) {
  for (size_t k = 0; k < 4; k++) {
    s->rest[0] = k & 1;
    s->rest[1] = k >> 1;
    if (!may_rest(s, 0, s->rest[0]) || !may_rest(s, 1, s->rest[1])) continue;
    if (ss_stance_pose(s) && ss_stance_solve(s) == SS_OK && ss_stance_verify(s)) return true;
  }
  return false;
}

static bool check_functions(ss_attempt *a, ss_footing *s) {
  const bool found = find_functions(s);
  const char *detail = ss_arena_format(a->arena, "%zu inequalities, %zu multipliers, margin %.3g",
                                       s->inequalities, s->multipliers, s->margin);
  if (found) return ss_attempt_add(a, 5, SS_CONDITION_PROVED, write_functions(s), detail);
  return ss_attempt_add(a, 5, SS_CONDITION_UNKNOWN, NULL, detail);
}

static bool check_forces(ss_attempt *a, const ss_footing *s) {
  return add(a, 6, "forces", s->potential ? NULL : "one of them varies");
}

static bool check_all(ss_attempt *a, ss_footing *s) {
  return check_geometry(a, s) && check_held(a, s) && check_modes(a, s) && check_energy(a, s) &&
         check_functions(a, s);
}

bool ss_theorem_ss_stance(ss_attempt *a) {
  return check_all(a, (ss_footing *)a->facts) && check_forces(a, a->facts);
}

bool ss_theorem_ss_stance_zero_order(ss_attempt *a) {
  a->aside = "nothing is said of the machine itself, in which a force that is not the slope of the "
             "potential varies";
  return check_all(a, (ss_footing *)a->facts);
}

const char *ss_stance_explain(const ss_attempt *a) {
  const ss_footing *s = a->facts;
  if (s->geometry) return s->geometry;
  if (s->held == SS_REFUTED) return "no forces hold the body there: it is no rest position";
  if (s->held != SS_PROVED) return "it is not shown that friction holds the body there";
  if (s->modes) return s->modes;
  if (a->count == 4) return "an impact may raise the energy";
  return "no functions of this kind were found that fall from event to event";
}
