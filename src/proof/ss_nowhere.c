/* ss_nowhere.c: machines that cannot rest anywhere.
 *
 * THEOREM:   SS-NOWHERE    ours: where at no position admissible forces balance the machine, no
 *                          motion comes to rest.
 * REQUIRES:  SS-NOWHERE.1  no forces hold the machine, whatever contacts are closed; directions and
 *                          forces at rest are the same everywhere              -> check_forces()
 * CONCLUDES: SS-NOWHERE.C  not attractive: there is no rest position, and no motion tends to one
 *
 * Balance is asked of all contact forces and frictions (REST in energy_ask.c), once for each set of
 * closed contacts; nothing in it may depend on the state, so that one answer is for all positions.
 * A box on an incline that is steeper than its friction slides for ever.
 */
#include <math.h>
#include <stdlib.h>

#include "energy.h"

static bool keep(ss_energy_proof *p, const ss_energy_answer *answer) {
  ss_energy_answer *more = realloc(p->answer, (p->asked + 1) * sizeof *more);
  if (!more) return false;
  p->answer = more;
  p->answer[p->asked++] = *answer;
  return true;
}

/* No forces balance while the contacts of the set are closed. */
static bool is_loose(const ss_energy *e, size_t closed, ss_energy_proof *p) {
  const ss_energy_question q = {
      .kind = SS_ENERGY_REST, .condition = 1, .closed = closed, .face = SIZE_MAX, .plain = true};
  const ss_boxes_effort effort = {.boxes = 9000};
  ss_energy_answer answer;
  if (ss_energy_ask(e, &q, NULL, NULL, &effort, &answer) != SS_OK) return false;
  if (answer.boxes.verdict == SS_PROVED && keep(p, &answer)) return true;
  ss_energy_answer_clear(&answer);
  return false;
}

static bool check_forces(ss_attempt *a) {
  ss_energy *e = (ss_energy *)a->facts;
  ss_energy_proof *p = ss_arena_new(a->arena, 1, ss_energy_proof), *before = e->proof;
  bool loose = p != NULL;
  if (!p) return false;
  *p = (ss_energy_proof){.nowhere = true, .bound = -INFINITY};
  if (!(e->force > 0)) e->force = 1;
  for (size_t closed = 0; closed < (size_t)1 << e->contacts && loose; closed++)
    loose = is_loose(e, closed, p);
  e->proof = p;
  if (loose) return ss_attempt_add(a, 1, SS_CONDITION_PROVED, ss_energy_write_answers(a, 1), "");
  for (size_t i = 0; i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  free(p->answer);
  e->proof = before;
  return ss_attempt_add(a, 1, SS_CONDITION_UNKNOWN, NULL, "");
}

/* Where a rest point was found there is nothing to ask. */
bool ss_theorem_ss_nowhere(ss_attempt *a) {
  ss_energy *e = (ss_energy *)a->facts;
  if (!e->system->traits.constant_mass) return false;
  if (ss_energy_find_level(e, a->options) != SS_OK || e->proof->point.found || e->proof->asked)
    return false;
  return check_forces(a);
}
