/* simulate_dump.c: the contact problem that a motion met, in FCLIB's form.
 *
 * At the first impact, with the velocities just before it,
 *
 *     xi = G r + (I + E) gamma-,        xi = gamma+ + E gamma-,   r impulses.
 *
 * A motion without impacts gives the problem of one time step dt at its end,
 *
 *     xi = G r + (I + E) gamma + W^T M^-1 h dt,
 *
 * dt being --step. Both are at velocity level, which is what FCLIB's collections hold. Friction
 * elements, whose force is known, are no part of the form and of the problem.
 */

#include "simulate.h"

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

static ss_status find_problem(const ss_simulation *s, ss_contact_state *state) {
  const ss_event *impact = find_impact(&s->motion);
  const ss_motion *m = &s->motion;
  const ss_place place = {impact ? impact->q : m->q, impact ? impact->u_before : m->u, NULL};
  const double t = impact ? impact->t : m->t;
  ss_system_values values;
  ss_status status =
      ss_system_evaluate(s->arena, s->system, s->parameters, place.q, place.u, t, &values);
  if (status == SS_OK) status = ss_contact_at_impact(s->arena, s->system, &values, &place, state);
  const double step = s->options.step > 0 ? s->options.step : 1e-3;
  if (status == SS_OK && !impact) add_time_step(step, state);
  return status;
}

int ss_simulate_dump(const ss_simulation *s, const char *file) {
  ss_contact_state state;
  ss_diagnostics list;
  const ss_status status = find_problem(s, &state);
  if (status != SS_OK) return ss_cli_fail(status, "--dump");
  if (state.contacts == 0) {
    ss_cli_error("--dump %s: no impact, and no contact is closed at the end", file);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  const ss_contact_problem problem = ss_contact_state_problem(&state);
  const ss_status written = ss_contact_write(&problem, s->model->title, file, &list, s->arena);
  ss_cli_print_diagnostics(&list);
  return ss_status_exit_code(written);
}
