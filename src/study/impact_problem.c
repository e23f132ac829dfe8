/* impact_problem.c: the contact problem that a motion met.
 *
 * At the first impact, with the velocities just before it,
 *
 *     xi = G r + (I + E) gamma-,        xi = gamma+ + E gamma-,   r impulses.
 *
 * A motion without impacts gives the problem of one time step dt at its end,
 *
 *     xi = G r + (I + E) gamma + W^T M^-1 h dt.
 *
 * Both are at velocity level, which is what FCLIB's collections hold. Friction elements, whose
 * force is known, are no part of the form and of the problem.
 */
#include "standstill/study.h"

static const ss_event *find_impact(const ss_motion *m) {
  for (size_t i = 0; i < m->events; i++)
    if (m->event[i].kind == SS_EVENT_IMPACT && m->event[i].q && m->event[i].u_before)
      return &m->event[i];
  return NULL;
}

/* c += W^T M^-1 h dt. */
static void add_time_step(double dt, ss_contact_state *state) {
  const size_t n = state->n;
  for (size_t j = 0; j < state->size; j++)
    for (size_t k = 0; k < n; k++) state->c[j] += dt * state->W[k + n * j] * state->free[k];
}

ss_status ss_machine_problem(ss_arena *arena, const ss_machine *machine, const ss_motion *m,
                             double step, ss_contact_state *state) {
  const ss_system *system = ss_machine_system(machine);
  const ss_event *impact = find_impact(m);
  const ss_place place = {impact ? impact->q : m->q, impact ? impact->u_before : m->u, NULL};
  const double t = impact ? impact->t : m->t;
  ss_system_values values;
  ss_status status = ss_system_evaluate(arena, system, ss_machine_parameters(machine), place.q,
                                        place.u, t, &values);
  if (status == SS_OK) status = ss_contact_at_impact(arena, system, &values, &place, state);
  if (status == SS_OK && !impact) add_time_step(step, state);
  return status;
}
