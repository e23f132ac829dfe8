/* stance_view.c: a machine seen as a body that stands on two contacts.
 *
 * The position is the one that is asked about or else that of the model's first state; there the
 * zero-order dynamics is taken, and what slips do in it.
 */
#include "lyapunov.h"
#include "stance.h"

static ss_status find_position(const ss_subject *s, const double **q) {
  const size_t n = s->system->coordinates;
  double *place = ss_arena_new(s->arena, n, double), *u = ss_arena_new(s->arena, n, double);
  *q = s->at;
  if (!place || !u) return SS_MEMORY;
  if (*q || s->system->model->states == 0 || s->system->projection) return SS_OK;
  const ss_status status = ss_model_evaluate_state(s->system->model, 0, place, u);
  if (status == SS_OK) *q = place;
  return status;
}

static ss_status find_view(const ss_subject *s, void **facts, const char **why_not) {
  const ss_zero_order *zero = NULL;
  const double *q = NULL;
  ss_footing *stance = NULL;
  *facts = NULL;
  *why_not = NULL;
  ss_status status = find_position(s, &q);
  if (status != SS_OK) return status;
  if (!q) return SS_OK;
  /* what does not stand on contacts has nothing to tell here */
  const char *nothing;
  status = ss_zero_order_find(s->arena, s->system, q, &zero, &nothing);
  if (status != SS_OK || !zero) return status;
  status = ss_stance_find(s->arena, zero, &stance, why_not);
  if (status == SS_OK && stance)
    status = ss_zero_order_motions(s->arena, zero, &stance->motions, &stance->motion);
  if (status != SS_OK || !stance) return status;
  for (size_t i = 0; i < 3; i++) stance->position[i] = q[i];
  /* forces that are constant have a potential */
  stance->potential =
      !(s->system->traits.on[SS_QUANTITY_FNC] & (SS_ON_POSITION | SS_ON_VELOCITY | SS_ON_TIME));
  *facts = stance;
  return status;
}

static void clear_view(void *facts) {
  (void)facts; /* the arena's */
}

static json_t *write_view(const void *facts) {
  const ss_footing *s = facts;
  json_t *system = json_object(), *names = json_array();
  json_t *at = json_array();
  for (size_t i = 0; i < 2; i++) json_array_append_new(names, json_string(s->zero->name[i]));
  for (size_t i = 0; i < 3; i++) json_array_append_new(at, ss_evidence_double(s->position[i]));
  json_object_set_new(system, "contacts", names);
  json_object_set_new(system, "at", at);
  return system;
}

static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  (void)proved;
  proof->program = ((const ss_footing *)facts)->program;
}

const ss_view ss_view_stance = {find_view, clear_view, write_view, describe_view,
                                "impacts one at a time, in any order; all motions where there are "
                                "several"};
