/* belt_view.c: a linear machine with belts, or with friction that falls with speed.
 *
 *     M q'' + C q' + K q = f + W lambda + belts,    -lambda_j in p_j(|w_j^T q'|) Sign(w_j^T q')
 *
 * The room system puts the forces of belts at rest into f. Where they fall with speed that is a
 * negative damping, part of C: the worst that there is (ss_view_belt), or, for small motions, that
 * at rest (ss_view_squeal). p is what a friction holds that can stick, the one at rest. What is
 * left are the facts of a linear machine (facts.c), for theorems that are true of these (docs/
 * theory.md, Belts) and for no others.
 */
#include "facts.h"

static ss_status find_view(const ss_subject *s, bool near, void **facts, const char **why_not) {
  ss_system *settled;
  bool falls;
  *facts = NULL;
  for (size_t i = 0; i < s->system->elements; i++)
    if (s->system->element[i].element->kind != SS_ELEMENT_FRICTION) {
      *why_not = ss_arena_format(s->arena, "'%s' is no friction with a known normal force",
                                 s->system->element[i].element->name.text);
      return *why_not ? SS_OK : SS_MEMORY;
    }
  ss_facts *f = ss_arena_new(s->arena, 1, ss_facts);
  ss_linear *linear = ss_arena_new(s->arena, 1, ss_linear);
  if (!f || !linear) return SS_MEMORY;
  ss_status status = ss_system_settle_belts(s->arena, s->system, near, &settled, &falls, why_not);
  if (status == SS_OK && !*why_not) status = ss_linear_create(s->arena, settled, linear, why_not);
  if (status != SS_OK || *why_not) return status;
  ss_facts_find(f, s->arena, linear);
  f->falls = falls;
  *facts = f;
  return SS_OK;
}

static ss_status find_worst(const ss_subject *s, void **facts, const char **why_not) {
  return find_view(s, false, facts, why_not);
}

static ss_status find_near(const ss_subject *s, void **facts, const char **why_not) {
  return find_view(s, true, facts, why_not);
}

static void clear_view(void *facts) {
  ss_facts *f = facts;
  ss_linear *linear = (ss_linear *)f->linear;
  ss_facts_clear(f);
  ss_linear_clear(linear);
}

static json_t *write_view(const void *facts) {
  return ss_evidence_system(facts);
}

/* The rest set is told by the room rest. */
static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  (void)facts;
  (void)proved;
  (void)proof;
}

const ss_view ss_view_belt = {find_worst, clear_view, write_view, describe_view, SS_FILIPPOV};
const ss_view ss_view_squeal = {find_near, clear_view, write_view, describe_view, SS_FILIPPOV};
