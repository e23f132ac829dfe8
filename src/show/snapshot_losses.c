/* snapshot_losses.c: where energy goes at a state.
 *
 * Friction takes the power -gamma_T lambda_T, with the forces of the contact problem there. If a
 * closed contact approaches, an impact by Newton's law with impulses Lambda is due, xi = gamma+ + E
 * gamma-, and the kinetic energy changes by (Leine & van de Wouw 2008, (79))
 *
 *     T+ - T- = sum_i xi_i Lambda_i/(1 + e_i) - 1/2 Lambda^T G B Lambda,   B = (I - E)(I + E)^-1:
 *
 * the first part by friction, as xi_N Lambda_N = 0, the second by restitution, which conditions 6
 * and 7 of their theorem 1 keep from being a gain.
 */
#include <math.h>

#include "show_private.h"

/* Is component a of a contact that of its normal force? */
static bool is_normal(const ss_contact *contact, size_t a) {
  return a == 0 && (contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER);
}

static ss_status solve(ss_arena *arena, const ss_contact_problem *problem, ss_contact_answer *a) {
  const ss_contact_options options = ss_contact_default_options();
  return ss_contact_answer_find(arena, problem, &options, a);
}

/* The power of friction, where forces were found. */
static ss_status find_power(ss_arena *arena, ss_snapshot *s) {
  ss_contact_state state;
  ss_contact_answer answer;
  const ss_place place = {.q = s->q, .u = s->u};
  ss_status status = ss_contact_at_acceleration(arena, s->system, &s->values, &place, &state);
  if (status != SS_OK || state.approaching) return status;
  const ss_contact_problem problem = ss_contact_state_problem(&state);
  status = solve(arena, &problem, &answer);
  if (status != SS_OK || answer.status != SS_OK) return status;
  s->losses.power = 0;
  for (size_t k = 0; k < state.contacts; k++)
    for (size_t a = 0; a < ss_contact_dimension(&state.contact[k]); a++) {
      const size_t j = state.contact[k].offset + a;
      if (!is_normal(&state.contact[k], a))
        s->losses.power += answer.r[j] * state.gamma[state.direction[j]];
    }
  return SS_OK;
}

/* T+ - T-, and its two parts. */
static void split(const ss_contact_state *state, const ss_contact_answer *answer, ss_losses *l) {
  const double *r = answer->r, *xi = answer->xi;
  for (size_t k = 0; k < state->contacts; k++)
    for (size_t a = 0; a < ss_contact_dimension(&state->contact[k]); a++) {
      const bool normal = is_normal(&state->contact[k], a);
      const double e = normal ? state->eN[k] : state->eT[k];
      const size_t j = state->contact[k].offset + a;
      double impulse = 0; /* (G Lambda)_j */
      for (size_t i = 0; i < state->size; i++) impulse += state->G[i + state->size * j] * r[i];
      if (!normal) l->friction += xi[j] * r[j] / (1 + e);
      l->restitution -= (1 - e) / (1 + e) * impulse * r[j] / 2;
      l->change += r[j] * (state->gamma[state->direction[j]] + impulse / 2);
    }
}

static bool is_newton(const ss_system *system) {
  for (size_t i = 0; i < system->elements; i++)
    if (system->element[i].element->kind == SS_ELEMENT_CONTACT &&
        system->element[i].element->restitution != SS_RESTITUTION_NEWTON)
      return false;
  return true;
}

ss_status ss_snapshot_add_losses(ss_arena *arena, ss_snapshot *s) {
  ss_contact_state state;
  ss_contact_answer answer;
  const ss_place place = {.q = s->q, .u = s->u};
  s->losses = (ss_losses){.power = NAN};
  if (s->system->inputs || s->system->elements == 0) return SS_OK;
  ss_status status = find_power(arena, s);
  if (status == SS_OK) status = ss_contact_at_impact(arena, s->system, &s->values, &place, &state);
  if (status != SS_OK || state.size == 0 || !is_newton(s->system)) return status;
  const ss_contact_problem problem = ss_contact_state_problem(&state);
  status = ss_restitution_check(&problem, state.eN, state.eT, arena, &s->losses.conditions);
  s->losses.touches = status == SS_OK;
  if (status != SS_OK || !state.approaching) return status;
  status = solve(arena, &problem, &answer);
  if (status != SS_OK || answer.status != SS_OK) return status;
  split(&state, &answer, &s->losses);
  s->losses.impact = true;
  return SS_OK;
}

/* ---- text and JSON --------------------------------------------------------------------------- */

static const char *yes(bool holds) {
  return holds ? "holds" : "does not hold";
}

void ss_show_losses(const ss_snapshot *s, ss_text *out) {
  const ss_losses *l = &s->losses;
  const ss_restitution_conditions *c = &l->conditions;
  if (isfinite(l->power) && l->power != 0)
    ss_text_addf(out, "\n  power of friction: %.6g\n", l->power);
  if (!l->touches) return;
  ss_text_addf(out, "\nimpacts of what touches do not gain energy, if 6 and one of 7 hold\n");
  ss_text_addf(out, "  6   restitutions in their range  %s\n", yes(c->in_range));
  ss_text_addf(out, "  7a  1 - b_min/b_max < 1/cond G   %s: %.6g, %.6g\n", yes(c->small), c->left,
               c->right);
  ss_text_addf(out, "  7b  all restitutions are equal   %s\n", yes(c->equal));
  ss_text_addf(out, "  7c  nothing rubs                 %s\n", yes(c->smooth));
  if (!l->impact) return;
  ss_text_addf(out,
               "\nan impact is due: the kinetic energy %.10g changes by %.6g, by friction %.6g",
               s->values.of[SS_QUANTITY_ENERGY][0], l->change, l->friction);
  ss_text_addf(out, ", by restitution %.6g\n", l->restitution);
}

void ss_show_losses_json(const ss_snapshot *s, json_t **at) {
  const ss_losses *l = &s->losses;
  const ss_restitution_conditions *c = &l->conditions;
  json_t *impacts = json_object(), *loss = json_object();
  ss_json_set(at, "friction_power", ss_json_real(l->power));
  ss_json_set(&impacts, "6", json_boolean(c->in_range));
  ss_json_set(&impacts, "7a", json_boolean(c->small));
  ss_json_set(&impacts, "7a_left", ss_json_real(c->left));
  ss_json_set(&impacts, "7a_right", ss_json_real(c->right));
  ss_json_set(&impacts, "7b", json_boolean(c->equal));
  ss_json_set(&impacts, "7c", json_boolean(c->smooth));
  ss_json_set(&loss, "change", ss_json_real(l->change));
  ss_json_set(&loss, "friction", ss_json_real(l->friction));
  ss_json_set(&loss, "restitution", ss_json_real(l->restitution));
  ss_json_set(at, "restitution_conditions", l->touches ? impacts : json_null());
  ss_json_set(at, "impact_energy", l->impact ? loss : json_null());
  if (!l->touches) json_decref(impacts);
  if (!l->impact) json_decref(loss);
}
