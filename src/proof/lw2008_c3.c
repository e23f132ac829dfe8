/* lw2008_c3.c: machines with sliders, whose normal forces come from the constraints, come to rest.
 *
 * THEOREM:   LW2008-C3    Leine & van de Wouw 2008, corollary 3: a rest set around a minimum of the
 *                         potential attracts all motions of less energy than a level, if forces
 *                         only take energy away and no motion goes on without dissipation, the
 *                         friction in bilateral sliders following from their normal forces.
 * REQUIRES:  LW2008-C3.1  T = u^T M(q) u/2 with M > 0                          -> check_mass()
 * REQUIRES:  LW2008-C3.2  a rest point that is a strict minimum of U           -> check_point()
 * REQUIRES:  LW2008-C3.3  u^T f_nc <= 0 and f_nc = 0 for u = 0              -> check_dissipation()
 * REQUIRES:  LW2008-C3.4  the forces in the sliders follow from the state      -> check_solvable()
 * REQUIRES:  LW2008-C3.5  no motion goes on without dissipation                -> check_stalled()
 * REQUIRES:  LW2008-C3.8  the level: all this holds where V < level in a region, on whose border
 *                         V >= level                                           -> check_level()
 * REQUIRES:  LW2008-C3.9  limit sets are invariant                          -> check_limit_sets()
 * CONCLUDES: LW2008-C3.C  attractive for V < level in the region; without 9, q_e is stable, and
 *                         what starts there stays
 * DEVIATES:  LW2008-C3.4  the print takes it for granted; with friction that acts back on normal
 *                         forces there may be none or several (slider_ask.c).
 * DEVIATES:  LW2008-C3.5  the print asks that no state with u != 0 is free of dissipation. That
 *                         fails where one slider's slip passes through 0, so that its friction has
 *                         any value, while the normal force of the other vanishes (the beam at
 *                         theta = pi/2). LaSalle's argument needs less: no motion that stays free
 *                         of dissipation, at almost all times of which the slips that are 0 have
 *                         the rate 0 too.
 * DEVIATES:  LW2008-C3.9  follows where the accelerations are a convex set that depends upper
 *                         semicontinuously on the state: with one coordinate, or where friction
 *                         does not act back on normal forces. Else assumed, and told.
 *
 * The conditions have the numbers that they have in theorem 1. V = T + U - U(q_e) falls at the rate
 * u^T f_nc - sum mu_i |lambda_Ni| |gamma_Ti|; {V < level} in the region is compact and nothing
 * leaves it; motions tend to the largest invariant set without dissipation, in which u = 0 (5).
 * Where the other rest sets have more energy than the level, as those of E_2 have for the beam, all
 * that is left are the positions of the one around q_e.
 */
#include <math.h>
#include <string.h>

#include "energy.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->proof;
}

static bool check_mass(ss_attempt *a) {
  return ss_energy_add_asked(a, 1, "");
}

static bool check_point(ss_attempt *a) {
  return ss_energy_add_point(a);
}

static bool check_dissipation(ss_attempt *a) {
  const ss_energy *e = a->facts;
  const bool none = ss_expr_is_integer(e->graph, e->power, 0);
  return ss_energy_add_asked(a, 3, none ? "there are no such forces" : "");
}

static bool check_solvable(ss_attempt *a) {
  return ss_energy_add_asked(a, 4, "");
}

/* Where the print's own condition may fail, which is about single states: one slider does not slip
 * for a moment, so that its friction has any value, and the normal forces of the others vanish.
 * Told for people, from the hardest box; nothing depends on it. */
static const char *tell_print(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_proof *p = e->proof;
  const char *told = NULL;
  double low[e->variables], least = p->bound;
  memcpy(low, p->lo, sizeof low);
  low[e->n] = p->hi[e->n] / 64; /* it moves */
  for (size_t set = 1; e->n == 1 && set < (size_t)1 << e->sliders; set++) {
    const ss_energy_question q = {
        .kind = SS_ENERGY_STALLED, .condition = 5, .closed = set, .open = 1};
    const ss_boxes_effort effort = {.boxes = 2000, .gap = 0.05};
    ss_energy_answer x;
    if (ss_energy_ask(e, &q, low, p->hi, &effort, &x) != SS_OK) continue;
    double lo[x.boxes.tree.k], hi[x.boxes.tree.k];
    ss_boxes_box(&x.boxes.tree, x.boxes.blocking, lo, hi);
    if (x.boxes.bound < least && x.variables > 1 && x.variable[1] == e->variable[1]) {
      least = x.boxes.bound;
      told = ss_arena_format(a->arena,
                             "; normal forces may vanish for a moment, as near %s = %.4g, %s' = "
                             "%.2g, which the print excludes",
                             e->system->names[0], (lo[0] + hi[0]) / 2, e->system->names[0],
                             (lo[1] + hi[1]) / 2);
    }
    ss_energy_answer_clear(&x);
  }
  return told ? told : "";
}

static bool check_stalled(ss_attempt *a) {
  if (!ss_energy_add_asked(a, 5, "")) return false;
  ss_condition *c = &a->condition[a->count - 1];
  const char *detail = ss_arena_format(a->arena, "%s%s", c->detail, tell_print(a));
  if (detail) c->detail = detail;
  return true;
}

static bool check_level(ss_attempt *a) {
  return ss_energy_add_level(a);
}

static bool check_limit_sets(ss_attempt *a) {
  if (proof_of(a)->unique) {
    const ss_energy *e = a->facts;
    return ss_attempt_add(a, 9, SS_CONDITION_PROVED, ss_evidence("convex"),
                          e->n == 1 ? "the accelerations are an interval"
                                    : "friction does not act back on normal forces");
  }
  a->assuming = "that motions exist and their limit sets are invariant";
  ss_attempt_add(a, 9, SS_CONDITION_ASSUMED, ss_evidence("assumed"),
                 "friction acts back on normal forces, and the accelerations need not be convex");
  return true;
}

/* All conditions, or the first that fails. */
static bool check_all(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (!check_point(a)) return false;
  if (p->bound > 0)
    return check_mass(a) && check_dissipation(a) && check_solvable(a) && check_stalled(a) &&
           check_level(a) && check_limit_sets(a);
  static bool (*const checks[])(ss_attempt *) = {check_mass, check_dissipation, check_solvable,
                                                 check_stalled};
  static const int number[] = {1, 3, 4, 5};
  for (size_t c = 0; c < 4; c++)
    for (size_t i = 0; i < p->asked; i++)
      if (p->answer[i].question.condition == number[c] && !(p->answer[i].boxes.bound > 0))
        return checks[c](a);
  return check_level(a);
}

static bool find(ss_attempt *a) {
  return ss_energy_find_level((ss_energy *)a->facts, a->options) == SS_OK;
}

bool ss_theorem_lw2008_c3_inside(ss_attempt *a) {
  return find(a) && proof_of(a)->inside && check_all(a);
}

bool ss_theorem_lw2008_c3(ss_attempt *a) {
  return find(a) && check_all(a);
}

/* For what stays below the level nothing need be known of limit sets. */
bool ss_theorem_lw2008_c3_stays(ss_attempt *a) {
  return find(a) && proof_of(a)->bound > 0 && check_point(a) && check_mass(a) &&
         check_dissipation(a) && check_solvable(a) && check_stalled(a) && check_level(a);
}

bool ss_theorem_lw2008_c3_point(ss_attempt *a) {
  if (!find(a)) return false;
  if (!proof_of(a)->minimum && proof_of(a)->bound > 0)
    return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, "it is not shown for all parameters");
  return ss_theorem_lw2008_c3_stays(a);
}

const char *ss_slider_explain(const ss_attempt *a) {
  return ss_attempt_explain(a, "the theorem about machines with sliders");
}
