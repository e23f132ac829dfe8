/* moreau_turn.c: slips that end within a step.
 *
 * Coulomb's force jumps when a slip velocity passes 0. The contact problem of a whole step can only
 * stop the slip, so that one that turns would start to slip back with the next step, late by up to
 * dt: an error of first order in everything that comes later. The time at which a planar slip ends
 * is known well enough from the last step's acceleration a. With W_T, zeta_T of the middle,
 *
 *     gamma = W_T^T u + w_T - zeta_T dt/2,    s = -gamma / (W_T^T a + zeta_T),    0 < s < dt:
 *     u <- u + s a,
 *
 * and the contact problem decides about the rest of the step, dt - s, from where the slip is 0:
 * stick, or slip the other way. If several slips end in one step, the first is taken. Steps with
 * impacts are left alone, since a does not belong to them; so is the step after a clutch's jerk or
 * a weak hit, whose jump is in a.
 */
#include <math.h>

#include "moreau.h"

/* Did a clutch that was overtaken at the start jerk in the last step? Its impulse is in a. */
static bool has_jerked(const ss_moreau *m, const ss_moreau_state *state) {
  const double still = ss_model_closed_below(m->n, m->u);
  for (size_t i = 0; i < m->elements; i++) {
    const size_t slip = m->system->element[i].slip;
    if (m->kind[i].kind != SS_ELEMENT_CLUTCH) continue;
    double before = (ss_moreau_rate(m, m->normals + slip, m->u) + m->at.wT[slip]);
    before -= state->step * (ss_moreau_rate(m, m->normals + slip, state->a) + m->at.zetaT[slip]);
    if (before < -still) return true;
  }
  return false;
}

/* Can the element slip in one direction, and is it closed? Without a force the end of a slip
 * changes nothing. */
static bool has_planar_slip(const ss_moreau *m, const ss_moreau_state *state, size_t i) {
  const size_t normal = m->system->element[i].normal;
  if (m->kind[i].law.kind != SS_LAW_COULOMB || m->at.law[3 * i] == 0) return false;
  if (m->kind[i].kind == SS_ELEMENT_FRICTION && m->at.normal[i] == 0) return false;
  return m->kind[i].kind != SS_ELEMENT_CONTACT || state->touches[normal];
}

/* When the slip of element i ends, `never` if it does not before. */
static double find_end(const ss_moreau *m, const ss_moreau_state *state, size_t i, double dt,
                       double never) {
  const size_t slip = m->system->element[i].slip;
  const double zeta = m->at.zetaT[slip];
  const double middle = (ss_moreau_rate(m, m->normals + slip, m->u) + m->at.wT[slip]);
  const double gamma = middle - 0.5 * dt * zeta;
  if (!(fabs(gamma) > SS_MOREAU_ENDED)) return never;
  const double rate = zeta + ss_moreau_rate(m, m->normals + slip, state->a);
  return gamma * rate < 0 && fabs(gamma) < never * fabs(rate) ? -gamma / rate : never;
}

/* The energy of the forces of element i at the mean velocity, in the time s: what is dissipated,
 * and the work of what drives its gap and its slip. */
static void add_contact(const ss_moreau *m, const ss_moreau_state *state, size_t i, double s,
                        double *amounts) {
  const ss_system_element *e = &m->system->element[i];
  if (e->normal != SIZE_MAX) amounts[0] -= s * state->forces[e->normal] * m->at.wN[e->normal];
  for (size_t j = e->slip; j < e->slip + e->slips; j++) {
    const double impulse = s * state->forces[m->normals + j];
    amounts[0] -= impulse * m->at.wT[j];
    amounts[2 + i] += impulse * (ss_moreau_rate(m, m->normals + j, m->u_mean) + m->at.wT[j]);
  }
}

void ss_moreau_advance(ss_moreau *m, const ss_moreau_state *state, double s,
                       ss_moreau_result *result) {
  for (size_t k = 0; k < m->n; k++) {
    m->u_mean[k] = m->u[k] + 0.5 * s * state->a[k];
    m->u[k] += s * state->a[k];
    result->amounts[0] += s * m->at.fnc[k] * m->u_mean[k];
    result->amounts[1] += s * m->at.control[k] * m->u_mean[k];
  }
  for (size_t i = 0; i < m->elements; i++) add_contact(m, state, i, s, result->amounts);
}

void ss_moreau_turn(ss_moreau *m, const ss_moreau_state *state, double dt,
                    ss_moreau_result *result) {
  const double never = SS_MOREAU_BEFORE * dt;
  double first = never;
  if (m->rest != dt || m->weak > 0 || state->landed) return;
  for (size_t i = 0; i < m->elements; i++)
    if (has_planar_slip(m, state, i)) first = find_end(m, state, i, dt, first);
  if (first == never || has_jerked(m, state)) return;
  ss_moreau_advance(m, state, first, result);
  m->rest = dt - first;
}
