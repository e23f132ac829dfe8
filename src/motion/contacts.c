/* contacts.c: the contact problem of a run at acceleration level.
 *
 * The problem itself, xi = G r + c with c = W^T M^-1 load + zeta, is that of any state
 * (src/contact/assemble.c); a run asks for it many times a step, in buffers that are made once.
 * What is decided here is who takes part, and as what:
 *
 *     sliding           the slip velocity is not 0: r_T = N slide
 *     with a spring     the force is known (springs.c) and is in the load. Only where the question
 *                       is whether friction can hold the machine does the contact take part, as a
 *                       friction with a known normal force
 *     idle              no friction can act (idle.c): its normal direction only, if any
 *
 * Fails only where M is not positive definite.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "run.h"

/* ---- buffers --------------------------------------------------------------------------------- */

static ss_contact describe(const ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  ss_contact contact = ss_contact_of(e->element, run->at.law + 3 * i, fmax(0, run->at.normal[i]));
  if (ss_springs_have(run, i)) {
    contact.kind = SS_ELEMENT_FRICTION;
    contact.normal = fmax(0, run->springs->force[e->normal]);
  }
  if (run->idle[i]) contact.law.kind = SS_LAW_FRICTIONLESS;
  return contact;
}

/* Does element i have no direction in the problem: no friction, and no normal force to be found? */
static bool is_absent(const ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  const bool has_normal = e->normal != SIZE_MAX && !ss_springs_have(run, i);
  return !has_normal && (run->idle[i] || e->slips == 0);
}

size_t ss_contacts_most(const ss_run *run, ss_contacts *c, ss_contacts_measure *measure) {
  const double any = 0, along[SS_SLIP_MOST] = {1};
  enum { AS_DESCRIBED, PLANAR, SLIDING, WAYS }; /* contacts that slide have another law */
  size_t most = 0;
  for (int way = 0; way < WAYS; way++) {
    size_t count = 0, size = 0;
    for (size_t i = 0; i < run->elements; i++) {
      ss_contact contact = describe(run, i);
      const bool spatial = ss_law_dimension(contact.law.kind) > 1;
      if (is_absent(run, i) || (way == PLANAR && spatial)) continue;
      if (way == SLIDING && spatial) ss_contact_slide(&contact, along);
      c->at.contact[count] = contact;
      c->at.contact[count++].offset = size;
      size += ss_contact_dimension(&contact);
      const ss_contact_problem problem = {count, size, c->at.contact, &any, NULL, &any};
      const size_t wanted = measure(run, &problem, &c->options);
      if (wanted > most) most = wanted;
    }
  }
  return most;
}

static size_t measure_problem(const ss_run *run, const ss_contact_problem *problem,
                              const ss_contact_options *options) {
  (void)run;
  return ss_contact_work_size(problem, options);
}

ss_status ss_contacts_create(ss_run *run, ss_contacts *c) {
  const size_t most = run->normals + run->slips;
  ss_arena *arena = run->scratch;
  *c = (ss_contacts){.options = ss_contact_default_options()};
  const ss_status status = ss_contact_state_create(arena, run->system, &c->at);
  if (status != SS_OK) return status;
  c->r = ss_arena_new(arena, most, double);
  c->xi = ss_arena_new(arena, most, double);
  c->acceleration = ss_arena_new(arena, run->n, double);
  c->work = ss_arena_alloc(arena, ss_contacts_most(run, c, measure_problem), 1);
  return c->r && c->xi && c->acceleration && c->work ? SS_OK : SS_MEMORY;
}

/* ---- the problem ----------------------------------------------------------------------------- */

ss_status ss_contacts_factor(const ss_run *run, ss_contacts *c, const double *u) {
  if (ss_contact_state_begin(&c->at, &run->values, u) != SS_OK) return SS_SINGULAR;
  if (run->springs) ss_springs_press(run, c->at.gamma, c->at.load);
  ss_contact_state_load(&c->at);
  return SS_OK;
}

static void add_element(const ss_run *run, ss_contacts *c, size_t i, ss_duty duty) {
  const ss_contact as = describe(run, i);
  ss_contact *contact = ss_contact_state_join(&c->at, &run->values, i, &as);
  const bool moves[] = {duty == SS_DUTY_SLIDING || duty == SS_DUTY_SLIDING_ONLY,
                        duty == SS_DUTY_SLIDING || duty == SS_DUTY_ROLLING_ONLY};
  if (duty != SS_DUTY_REST)
    ss_contact_slide_parts(contact, c->at.gamma + run->normals + run->system->element[i].slip,
                           moves);
}

void ss_contacts_gather(const ss_run *run, ss_contacts *c, const ss_duty *duty) {
  c->at.contacts = c->at.size = 0;
  for (size_t i = 0; i < run->elements; i++)
    if (duty[i] != SS_DUTY_NONE && !is_absent(run, i)) add_element(run, c, i, duty[i]);
  ss_contact_state_pose_acceleration(&c->at, &run->values);
  assert(c->at.size <= run->normals + run->slips);
}

void ss_contacts_apply(const ss_run *run, ss_contacts *c, const double *r, double *forces) {
  const ss_contact_state *at = &c->at;
  ss_contact_respond(run->n, at->L, at->size, at->Y, r, c->acceleration);
  for (size_t k = 0; k < run->n; k++) c->acceleration[k] += at->free[k];
  if (!forces) return;
  memset(forces, 0, (run->normals + run->slips) * sizeof *forces);
  for (size_t j = 0; j < at->size; j++) forces[at->direction[j]] = r[j];
  for (size_t i = 0; run->springs && i < run->normals + run->slips; i++)
    forces[i] += run->springs->force[i];
}
