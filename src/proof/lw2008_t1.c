/* lw2008_t1.c: machines with contacts, friction and impacts come to rest.
 *
 * THEOREM:   LW2008-T1    Leine & van de Wouw 2008, theorem 1, with corollaries 1 and 2: a rest set
 *                         around a minimum of the potential attracts all motions of less energy
 *                         than a level, if forces and impacts only take energy away, if contacts
 *                         that are open are pulled to close, and if no velocity is free of
 *                         dissipation while they are closed.
 * REQUIRES:  LW2008-T1.1  T = u^T M(q) u/2 with M > 0                   -> check_mass()
 * REQUIRES:  LW2008-T1.2  a rest point that is a strict minimum of U on the admissible set
 *                                                                       -> ss_energy_add_point()
 * REQUIRES:  LW2008-T1.3  u^T f_nc <= 0 and f_nc = 0 for u = 0          -> check_dissipation()
 * REQUIRES:  LW2008-T1.4  open contacts of I_C accelerate inwards       -> check_inward()
 * REQUIRES:  LW2008-T1.5  no velocity without dissipation while those of I_C are closed
 *                                                                       -> check_kernel()
 * REQUIRES:  LW2008-T1.6  restitutions in [0, 1)                        -> check_restitution()
 * REQUIRES:  LW2008-T1.7  impacts do not gain energy                    -> check_impacts()
 * REQUIRES:  LW2008-T1.8  the level: conditions hold where V < level in a region, on whose border
 *                         V >= level                                    -> ss_energy_add_level()
 * REQUIRES:  LW2008-T1.9  limit sets are positively invariant        -> ss_energy_add_limit_sets()
 * CONCLUDES: LW2008-T1.C  attractive: globally, or for V < level in the region
 * DEVIATES:  LW2008-T1.2  that U has no other stationary point is not needed by LaSalle's argument:
 *                         motions in the level tend to all rest positions in it, and these are what
 *                         the claim is about.
 * DEVIATES:  LW2008-T1.3  or friction takes more than negative damping feeds (energy_fed.c).
 * DEVIATES:  LW2008-T1.4  with the terms W_N'^T u that proposition 1 leaves out, for every set of
 *                         closed contacts and all friction forces; on closed sets, hence uniformly:
 *                         an impact follows in finite time. I_C may be empty where condition 5
 *                         holds without it.
 * DEVIATES:  LW2008-T1.5  0 inside the sets of friction forces follows from 4: a closed contact of
 *                         I_C without normal force would open contrary to it.
 *                         Dissipation may be seen late, by derivatives (energy_late.c).
 * DEVIATES:  LW2008-T1.6  the print allows eT < 0, for which impacts may gain energy.
 * DEVIATES:  LW2008-T1.7  in place of 7a what its proof needs: the symmetric part of
 *                         G (I - E)(I + E)^-1 is positive definite for all sets of closed contacts.
 *
 * V = T + U - U(q_e) does not grow along motions (3, 6, 7), {V < level} in the region is bounded,
 * and nothing leaves it through the border (8). In a set where V stays constant there are no
 * impacts (they take energy away, strictly), hence no open contacts of I_C (4), hence no velocity
 * (5): it consists of rest positions, to which all motions tend by LaSalle's argument, given 9.
 */
#include <math.h>
#include <string.h>

#include "energy.h"
#include "standstill/exact.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->proof;
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* "x = 0.1, phi' = 2": where a question was hardest, or was seen to be violated. */
const char *ss_energy_state(const ss_attempt *a, const ss_energy_answer *answer) {
  const ss_energy *e = a->facts;
  const char *text = "";
  double theta[e->ranges + 1]; /* as they are told, or in the middle */
  for (size_t r = 0; e->slide && r < e->ranges; r++) {
    theta[r] = e->slide_from[r];
    for (size_t i = 0; i < answer->variables && answer->boxes.point; i++)
      if (answer->variable[i] == e->variable[2 * e->n + r]) theta[r] = answer->boxes.point[i];
  }
  for (size_t i = 0; i < answer->variables; i++) {
    const char *name = ss_expr_name(e->graph, answer->variable[i]);
    if (!answer->boxes.point || isnan(answer->boxes.point[i])) return "";
    double x = answer->boxes.point[i];
    for (size_t k = 0; k < e->n; k++)
      if (answer->variable[i] == e->system->q[k]) x += ss_energy_slide_at(e, k, theta);
    text = ss_arena_format(a->arena, "%s%s%s = %.6g", text ? text : "", i ? ", " : "", name, x);
  }
  return text ? text : "";
}

/* The answers to the questions of one condition, the one with the least energy. */
static const ss_energy_answer *worst(const ss_energy_proof *p, int condition) {
  const ss_energy_answer *found = NULL;
  for (size_t i = 0; i < p->asked; i++) {
    const ss_energy_answer *x = &p->answer[i];
    if (x->question.condition == condition && (!found || x->boxes.bound < found->boxes.bound))
      found = x;
  }
  return found;
}

static json_t *write_answer(const ss_attempt *a, const ss_energy_answer *x) {
  const ss_energy *e = a->facts;
  const ss_energy_question *q = &x->question;
  json_t *object = ss_evidence(ss_energy_kind_word(q->kind)), *names = json_array();
  ss_text tree;
  ss_text_start(&tree);
  ss_boxes_write(&x->boxes, &tree);
  for (size_t i = 0; i < x->variables; i++)
    json_array_append_new(names, json_string(ss_expr_name(e->graph, x->variable[i])));
  json_object_set_new(object, "closed", json_integer((json_int_t)q->closed));
  json_object_set_new(object, "open", json_integer((json_int_t)q->open));
  json_object_set_new(object, "corner", json_integer((json_int_t)q->corner));
  json_object_set_new(object, "face", json_integer(q->face == SIZE_MAX ? -1 : (json_int_t)q->face));
  json_object_set_new(object, "variables", names);
  json_object_set_new(object, "tree", json_stringn(tree.data, tree.length));
  ss_text_stop(&tree);
  return object;
}

/* The questions of a condition with their trees, lowered to the level. */
json_t *ss_energy_write_answers(const ss_attempt *a, int condition) {
  const ss_energy_proof *p = proof_of(a);
  json_t *evidence = ss_evidence("boxes"), *list = json_array();
  for (size_t i = 0; i < p->asked; i++) {
    ss_energy_answer *x = &p->answer[i];
    if (x->question.condition != condition) continue;
    if (isfinite(x->boxes.bound)) ss_boxes_lower(&x->boxes, p->bound);
    json_array_append_new(list, write_answer(a, x));
  }
  json_object_set_new(evidence, "questions", list);
  return evidence;
}

/* A condition that was asked by boxes: it holds below the level, or everywhere. */
bool ss_energy_add_asked(ss_attempt *a, int number, const char *what) {
  const ss_energy_proof *p = proof_of(a);
  const ss_energy_answer *x = worst(p, number);
  if (p->detail[number])
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, p->detail[number]);
  if (p->everywhere)
    return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_evidence("constant"), what);
  if (!x) return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_evidence("nothing"), what);
  const char *state = ss_energy_state(a, x);
  if (!(x->boxes.bound > 0))
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL,
                          *state ? ss_arena_format(a->arena, "not where %s", state)
                                 : "not near the rest point");
  const char *where = isinf(x->boxes.bound)
                          ? "in the whole region"
                          : ss_arena_format(a->arena, "where V < %.10g%s%s", x->boxes.bound,
                                            *state ? "; hardest near " : "", state);
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_energy_write_answers(a, number),
                        *what ? ss_arena_format(a->arena, "%s, %s", what, where) : where);
}

/* ---- the conditions -------------------------------------------------------------------------- */

static bool check_mass(ss_attempt *a) {
  return ss_energy_add_asked(a, 1, "");
}

bool ss_energy_add_point(ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_proof *p = proof_of(a);
  const char *text = "";
  if (!p->point.found) return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, p->point.why_not);
  for (size_t i = 0; i < e->n; i++)
    if (e->used[i])
      text =
          ss_arena_format(a->arena, "%s%s%s = %.10g", text ? text : "", text && *text ? ", " : "",
                          e->system->names[i], fabs(p->point.q[i]) < 1e-12 ? 0 : p->point.q[i]);
  return ss_attempt_add(a, 2, SS_CONDITION_PROVED,
                        p->minimum ? ss_energy_write_answers(a, 2) : ss_evidence("point"), text);
}

const char *ss_energy_tell_power(const ss_energy *e) {
  if (e->fed) return "together with friction";
  return ss_expr_is_integer(e->graph, e->power, 0) ? "there are no such forces" : "";
}

static bool check_dissipation(ss_attempt *a) {
  return ss_energy_add_asked(a, 3, ss_energy_tell_power(a->facts));
}

/* "left, right". */
static const char *tell_contacts(const ss_attempt *a, size_t set) {
  const ss_energy *e = a->facts;
  const char *text = "";
  for (size_t j = 0; j < e->contacts; j++)
    if (set >> j & 1)
      text = ss_arena_format(a->arena, "%s%s%s", text ? text : "", text && *text ? ", " : "",
                             e->contact[j].name);
  return text ? text : "";
}

static bool check_inward(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (!p->chosen)
    return ss_attempt_add(a, 4, SS_CONDITION_PROVED, ss_evidence("nothing"),
                          "I_C is empty: it is not needed");
  return ss_energy_add_asked(a, 4,
                             ss_arena_format(a->arena, "I_C = {%s}", tell_contacts(a, p->chosen)));
}

static bool check_kernel(ss_attempt *a) {
  const size_t late = proof_of(a)->late;
  return ss_energy_add_asked(
      a, 5, late ? ss_arena_format(a->arena, "seen by %zu derivatives", late - 1) : "");
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
  if (p->restitution == 'a')
    return ss_energy_add_asked(a, 7,
                               "the symmetric part of G (I - E)/(I + E) is positive definite");
  return ss_attempt_add(a, 7, SS_CONDITION_PROVED, ss_evidence("restitution"),
                        p->restitution == '-'   ? "there are no contacts"
                        : p->restitution == 'b' ? "all restitutions are equal"
                                                : "nothing rubs in contacts");
}

/* Six digits, rounded towards the middle of the region. */
static double round_end(double x, bool upper) {
  if (x == 0) return x;
  const double unit = pow(10, floor(log10(fabs(x))) - 5);
  return (upper ? floor(x / unit) : ceil(x / unit)) * unit;
}

/* "x in [-1, 2], x' in [-3, 3]": without coordinates on which nothing depends. */
static const char *tell_region(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const char *text = "";
  for (size_t i = 0; i < 2 * e->n; i++)
    if (i >= e->n || e->used[i])
      text = ss_arena_format(a->arena, "%s%s%s in [%.6g, %.6g]", text ? text : "",
                             text && *text ? ", " : "", ss_expr_name(e->graph, e->variable[i]),
                             round_end(e->proof->lo[i], false), round_end(e->proof->hi[i], true));
  return text ? text : "";
}

/* "; of the rest set, as far as it was traced, x from -1 to 1 has less energy", or "". */
static const char *tell_part(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_proof *p = e->proof;
  const char *text = "";
  for (size_t i = 0; p->part_lo && i < e->n; i++)
    if (e->used[i] && p->part_hi[i] - p->part_lo[i] > 1e-9 * fmax(1, fabs(p->part_hi[i])))
      text = ss_arena_format(a->arena, "%s%s%s from %.6g to %.6g", text ? text : "",
                             text && *text ? ", " : "; of the rest set, as far as it was traced, ",
                             e->system->names[i], p->part_lo[i], p->part_hi[i]);
  return text && *text ? ss_arena_format(a->arena, "%s has less energy", text) : "";
}

/* What ends the level, and where: another rest set, the border, a condition. */
static const char *tell_limit(const ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->touches) return "another rest set, which has not more energy";
  if (p->limiting >= p->asked) return NULL;
  const ss_energy_answer *x = &p->answer[p->limiting];
  const char *state = ss_energy_state(a, x);
  if (x->question.condition == 8)
    return ss_arena_format(a->arena, "the border of the region%s%s", *state ? " at " : "", state);
  return ss_arena_format(a->arena, "condition %d%s%s", x->question.condition,
                         *state ? ", which fails at " : "", state);
}

bool ss_energy_add_level(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->everywhere)
    return ss_attempt_add(a, 8, SS_CONDITION_PROVED, ss_evidence("convex"),
                          "the potential is convex, and everything holds everywhere");
  const ss_rest_sets *sets = a->options->sets;
  if (!(p->bound > 0))
    return ss_attempt_add(
        a, 8, SS_CONDITION_UNKNOWN, NULL,
        sets && sets->count > 1
            ? "no level above 0 was found; there are other rest sets: a region of "
              "the model without them may have one"
            : "no level above 0 was found");
  ss_exact_from_double(a->level, p->bound, 0);
  ss_attempt_tell_level(a);
  a->levels.tight = a->levels.proved;
  if (p->inside) a->rest_energy = p->rest_energy;
  if (p->inside) a->rest_fraction = 1;
  a->limited_by = tell_limit(a);
  const char *moves = ss_energy_tell_slide(a->facts);
  return ss_attempt_add(a, 8, SS_CONDITION_PROVED, ss_energy_write_answers(a, 8),
                        ss_arena_format(a->arena, "level %s, region %s%s%s%s", a->levels.digits,
                                        tell_region(a), moves ? ", which moves: " : "",
                                        moves ? moves : "", tell_part(a)));
}

bool ss_energy_add_limit_sets(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (p->unique) {
    json_t *evidence = ss_energy_write_answers(a, 9);
    json_object_set_new(evidence, "why", json_string(p->never ? "never" : "contacts"));
    return ss_attempt_add(a, 9, SS_CONDITION_PROVED, evidence, p->why_unique);
  }
  a->assuming = "that limit sets of motions are positively invariant";
  ss_attempt_add(a, 9, SS_CONDITION_ASSUMED, ss_evidence("assumed"),
                 "motions would have to be continuous in their starts, which impacts of several "
                 "contacts need not be");
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool find(ss_attempt *a) {
  return ss_energy_find_level((ss_energy *)a->facts, a->options) == SS_OK;
}

static bool check_all(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (!ss_energy_add_point(a) || !check_restitution(a)) return false;
  if (!p->everywhere && !(p->bound > 0)) {
    /* which of them fails */
    if (p->detail[7]) return check_impacts(a);
    if (p->detail[5]) return check_kernel(a);
    for (int c = 1; c <= 8; c++) {
      const ss_energy_answer *x = worst(p, c);
      if (c == 2 || c == 6) continue;
      if (p->detail[c] || (x && !(x->boxes.bound > 0))) return ss_energy_add_asked(a, c, "");
    }
    return ss_energy_add_level(a);
  }
  return check_mass(a) && check_dissipation(a) && check_inward(a) && check_kernel(a) &&
         check_impacts(a) && ss_energy_add_level(a) && ss_energy_add_limit_sets(a);
}

bool ss_theorem_lw2008_t1_global(ss_attempt *a) {
  return find(a) && proof_of(a)->everywhere && check_all(a);
}

bool ss_theorem_lw2008_t1_inside(ss_attempt *a) {
  return find(a) && proof_of(a)->inside && check_all(a);
}

bool ss_theorem_lw2008_t1(ss_attempt *a) {
  return find(a) && !proof_of(a)->everywhere && check_all(a);
}

const char *ss_energy_explain(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_condition *last = a->count ? &a->condition[a->count - 1] : NULL;
  /* oscillators have a theorem of their own, which knows better */
  if (!last || (e->n == 1 && e->contacts == 0)) return NULL;
  return ss_attempt_explain(a, "the theorem about machines with contacts");
}
