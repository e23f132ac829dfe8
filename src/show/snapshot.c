/* snapshot.c: everything about a system at one state.
 *
 * The contact problem of all directions that act there (ss_contact_at_state) has the Delassus
 * matrix G = W^T M^-1 W. Its condition number is the ratio of its extreme eigenvalues, its rank the
 * number of eigenvalues above DEPENDENT of the largest.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "show_private.h"

static const double DEPENDENT = 1e-12;

/* "left N", "left T": the direction of component a. */
static const char *name_direction(ss_arena *arena, const ss_contact_state *state, size_t a) {
  const ss_system *s = state->system;
  size_t k = state->contacts - 1;
  while (state->contact[k].offset > a) k--;
  const ss_system_element *e = &s->element[state->element[k]];
  const size_t direction = state->direction[a];
  if (direction < s->normals) return ss_arena_format(arena, "%s N", e->element->name.text);
  return ss_arena_format(arena, "%s %s", e->element->name.text,
                         ss_show_slip_name(e->element, direction - s->normals - e->slip));
}

static ss_status name_directions(ss_arena *arena, const ss_contact_state *state, ss_snapshot *s) {
  s->directions = state->size;
  s->G = state->G;
  s->direction = ss_arena_new(arena, s->directions, const char *);
  for (size_t a = 0; s->direction && a < s->directions; a++)
    s->direction[a] = name_direction(arena, state, a);
  return s->direction ? SS_OK : SS_MEMORY;
}

static ss_status find_condition(ss_arena *arena, ss_snapshot *s) {
  size_t m = s->directions;
  double *copy = ss_arena_new(arena, m * m, double), *value = ss_arena_new(arena, m, double);
  if (!copy || !value) return SS_MEMORY;
  s->rank = 0;
  s->condition = 1;
  if (m == 0) return SS_OK;
  memcpy(copy, s->G, m * m * sizeof *copy);
  ss_status status = ss_matrix_eigenvalues(m, copy, value);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < m; i++) s->rank += value[i] > DEPENDENT * value[m - 1];
  s->condition = s->rank < m ? HUGE_VAL : value[m - 1] / value[0];
  return SS_OK;
}

ss_status ss_snapshot_take(ss_arena *arena, const ss_system *system, const char *name,
                           const double *parameters, const double *q, const double *u,
                           ss_snapshot *s) {
  assert(ss_graph_is_sealed(system->graph));
  *s = (ss_snapshot){.system = system, .name = name, .parameters = parameters, .q = q, .u = u};
  s->losses.power = NAN;
  ss_status status = ss_system_evaluate(arena, system, parameters, q, u, 0, &s->values);
  if (status != SS_OK) return status;
  ss_contact_state state;
  const ss_place place = {.q = q, .u = u};
  status = ss_contact_at_state(arena, system, &s->values, &place, &state);
  s->closed = state.closed;
  if (status == SS_OK) status = name_directions(arena, &state, s);
  return status == SS_OK ? find_condition(arena, s) : status;
}

double ss_snapshot_power(const ss_snapshot *s) {
  double power = 0;
  for (size_t i = 0; i < s->system->coordinates; i++)
    power += s->u[i] * s->values.of[SS_QUANTITY_FNC][i];
  return power;
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* The zero-order dynamics, where the machine rests on contacts. */
static ss_status add_zero_order(ss_arena *arena, ss_snapshot *snapshot) {
  for (size_t i = 0; i < snapshot->system->coordinates; i++)
    if (snapshot->u[i] != 0) snapshot->no_zero = "it moves";
  if (snapshot->no_zero) return SS_OK;
  ss_zero_motion *motion;
  ss_status status =
      ss_zero_order_find(arena, snapshot->system, snapshot->q, &snapshot->zero, &snapshot->no_zero);
  if (status != SS_OK || !snapshot->zero) return status;
  status = ss_zero_order_motions(arena, snapshot->zero, &snapshot->motions, &motion);
  snapshot->motion = motion;
  return status;
}

ss_status ss_snapshot_add_modes(ss_arena *arena, ss_snapshot *snapshot) {
  ss_contact_state *contacts = ss_arena_new(arena, 1, ss_contact_state);
  ss_state_modes *modes = ss_arena_new(arena, 1, ss_state_modes);
  if (!contacts || !modes) return SS_MEMORY;
  const ss_place place = {snapshot->q, snapshot->u, NULL};
  ss_status status =
      ss_contact_at_acceleration(arena, snapshot->system, &snapshot->values, &place, contacts);
  if (status == SS_OK) status = ss_contact_modes(arena, contacts, modes);
  snapshot->contacts = contacts;
  snapshot->modes = modes;
  return status == SS_OK ? add_zero_order(arena, snapshot) : status;
}
