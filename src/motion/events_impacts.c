/* events_impacts.c: impacts.
 *
 * When a contact closes with gamma_N < 0, impulses act on all contacts that touch and do not leave,
 * on sliders and on clutches; forces that are known are bounded and have no impulse. The impact law
 * is the model's (src/contact/impact.c). Contacts that were leaving may be hit after all: impacts
 * are repeated until no touching contact approaches.
 *
 * An impact law holds for all contacts of one impact; contacts with different laws that collide at
 * once are refused, because no law says what happens then. The energy book is told the change of
 * the kinetic energy, on the account of the contact that closed.
 */
#include <math.h>
#include <string.h>

#include "events.h"

/* The residual of an impact's contact problem. */
static const double GOOD = 1e-11;

/* Repetitions at one instant; they stop by themselves, unless energy is gained. */
enum { REPETITIONS_MOST = 1000 };

/* How fast element i approaches what it must not pass: 0 for elements that cannot collide. */
static double find_approach(const ss_events *ev, size_t i) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const double *gamma = ev->contacts.at.gamma;
  if (ss_springs_have(run, i)) return 0;
  if (e->element->kind == SS_ELEMENT_CONTACT)
    return ss_events_touches(ev, i) ? -gamma[e->normal] : 0;
  if (e->element->kind == SS_ELEMENT_CLUTCH) return -gamma[run->normals + e->slip];
  return 0;
}

/* The element that approaches fastest, SIZE_MAX if none does. */
static size_t find_collision(const ss_events *ev) {
  size_t fastest = SIZE_MAX;
  double approach = ss_events_still(ev);
  for (size_t i = 0; i < ev->run->elements; i++)
    if (find_approach(ev, i) > approach) {
      fastest = i;
      approach = find_approach(ev, i);
    }
  return fastest;
}

/* Who takes part in the impact. */
static void choose_duties(ss_events *ev) {
  const ss_run *run = ev->run;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const ss_element_kind kind = e->element->kind;
    bool takes_part = kind == SS_ELEMENT_SLIDER || kind == SS_ELEMENT_CLUTCH;
    if (kind == SS_ELEMENT_CONTACT)
      takes_part =
          ss_events_touches(ev, i) && ev->contacts.at.gamma[e->normal] <= ss_events_still(ev);
    if (ss_springs_have(run, i)) takes_part = false;
    ev->duty[i] = takes_part ? SS_DUTY_REST : SS_DUTY_NONE;
  }
}

/* The law of the contacts that approach; *mixed if they have different ones. */
static ss_restitution_kind find_law(const ss_events *ev, bool *mixed) {
  const ss_contacts *c = &ev->contacts;
  ss_restitution_kind law = SS_RESTITUTION_NEWTON;
  bool found = false;
  *mixed = false;
  for (size_t k = 0; k < c->at.contacts; k++) {
    const ss_element *e = ev->run->system->element[c->at.element[k]].element;
    if (e->kind != SS_ELEMENT_CONTACT) continue;
    if (found && e->restitution != law) *mixed = true;
    law = e->restitution;
    found = true;
  }
  return law;
}

/* The contacts in the order in which a sequence looks at them. */
static void list_order(ss_events *ev, size_t contacts) {
  const size_t *rank = ev->run->options->impact_rank, *element = ev->contacts.at.element;
  for (size_t k = 0; k < contacts; k++) {
    size_t at = k;
    for (; rank && at > 0 && rank[element[ev->index[at - 1]]] > rank[element[k]]; at--)
      ev->index[at] = ev->index[at - 1];
    ev->index[at] = k;
  }
}

static ss_status apply_law(ss_events *ev, ss_restitution_kind law, double *u_after,
                           ss_impact_report *report) {
  const ss_contacts *c = &ev->contacts;
  ss_impact impact = ss_contact_impact(&c->at);
  impact.order = ev->index;
  list_order(ev, impact.contacts);
  ss_contact_options options = c->options;
  options.tolerance = GOOD;
  switch (law) {
  case SS_RESTITUTION_SEQUENTIAL:
    return ss_impact_sequence(&impact, &options, ev->impact_work, u_after, c->r, report);
  case SS_RESTITUTION_ENERGETIC:
    return ss_impact_energetic(&impact, &options, ev->impact_work, u_after, c->r, report);
  case SS_RESTITUTION_POISSON:
    return ss_impact_poisson(&impact, &options, ev->impact_work, u_after, c->r, report);
  default: return ss_impact_newton(&impact, &options, ev->impact_work, u_after, c->r, report);
  }
}

/* ---- is there another motion? ---------------------------------------------------------------- */

/* How fast contacts that were open approach, in the order of the problem's; 0 for all others. */
static void list_landings(const ss_events *ev, double *approach) {
  const ss_contacts *c = &ev->contacts;
  for (size_t k = 0; k < c->at.contacts; k++) {
    const size_t i = c->at.element[k];
    const bool lands =
        c->at.contact[k].kind == SS_ELEMENT_CONTACT && ev->old_stance[i].kind == SS_STANCE_OPEN;
    approach[k] = lands && find_approach(ev, i) > ss_events_still(ev) ? find_approach(ev, i) : 0;
  }
}

static void look_for_others(ss_events *ev, ss_restitution_kind law) {
  ss_run *run = ev->run;
  const ss_contacts *c = &ev->contacts;
  run->kinetic_most = fmax(run->kinetic_most, ss_contact_energy(run->n, c->at.L, run->u));
  if (run->doubt) return;
  list_landings(ev, ev->error);
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_landings found = ss_doubt_find_landings(&problem, ev->error, ev->index);
  found.one = c->at.element[found.one];
  found.other = c->at.element[found.other];
  ss_doubt_landings(run, run->t, &found);
  if (law != SS_RESTITUTION_NEWTON && law != SS_RESTITUTION_POISSON) return;
  ss_contact_state_pose_impact(&ev->contacts.at);
  for (size_t k = 0; law == SS_RESTITUTION_POISSON && k < c->at.contacts; k++)
    c->at.c[c->at.contact[k].offset] /= 1 + c->at.eN[k]; /* compression */
  const ss_contact_problem impact = ss_contact_state_problem(&c->at);
  if (ss_doubt_has_several(run->scratch, &impact))
    ss_doubt_note(run, run->t, "the impact law has several solutions");
}

/* ---- one impact ------------------------------------------------------------------------------ */

/* Completes the event: impulses, velocities, energies. */
static void record(ss_events *ev, size_t element, const double *u_after,
                   const ss_impact_report *report) {
  ss_run *run = ev->run;
  const ss_contacts *c = &ev->contacts;
  memset(ev->error, 0, (run->normals + run->slips) * sizeof *ev->error);
  for (size_t j = 0; j < c->at.size; j++) ev->error[c->at.direction[j]] = c->r[j];
  ss_event *event = ss_record_event(run, SS_EVENT_IMPACT, element);
  event->energy_before = report->before;
  event->energy_after = report->after;
  event->u_before = ss_record_copy(run, run->n, run->u);
  event->u_after = ss_record_copy(run, run->n, u_after);
  event->impulses = ss_record_copy(run, run->normals + run->slips, ev->error);
  ss_book_impact(run, element, report->after - report->before, ss_book_drive(run, ev->error));
}

void ss_events_gather_impact(ss_events *ev) {
  choose_duties(ev);
  ss_contacts_gather(ev->run, &ev->contacts, ev->duty);
}

/* One impact at the present state. */
static ss_status collide(ss_events *ev, size_t element) {
  ss_run *run = ev->run;
  ss_impact_report report;
  bool mixed;
  ss_events_gather_impact(ev);
  const ss_restitution_kind law = find_law(ev, &mixed);
  if (mixed)
    return ss_run_stop(run, SS_NO_CONVERGENCE,
                       "contacts with different impact laws collide at once at t = %.9g%s", run->t,
                       ss_events_name_modes(ev));
  ss_idle_name_modes(run, ev->contacts.at.gamma, ss_events_still(ev));
  ss_record_sample(run);
  look_for_others(ev, law);
  const ss_status status = apply_law(ev, law, ev->y_inside, &report);
  if (status != SS_OK)
    return ss_run_stop(run, status, "the impact at t = %.9g: %s%s", run->t,
                       ss_impact_outcome_text(report.outcome), ss_events_name_modes(ev));
  record(ev, element, ev->y_inside, &report);
  memcpy(run->u, ev->y_inside, run->n * sizeof *run->u);
  return SS_OK;
}

ss_status ss_events_impact(ss_events *ev, size_t first, bool *happened) {
  ss_run *run = ev->run;
  *happened = false;
  for (int round = 0; round < REPETITIONS_MOST; round++) {
    ss_run_evaluate(run, run->t, run->q, run->u);
    ss_status status = ss_contacts_factor(run, &ev->contacts, run->u);
    if (status != SS_OK)
      return ss_run_stop(run, status, "the mass matrix is not positive definite at t = %.9g%s",
                         run->t, ss_events_name_modes(ev));
    const size_t fastest = find_collision(ev);
    if (fastest == SIZE_MAX) return SS_OK;
    const bool known = round == 0 && first != SIZE_MAX;
    status = collide(ev, known ? first : fastest);
    if (status != SS_OK) return status;
    *happened = true;
  }
  return ss_run_stop(run, SS_LIMIT, "impacts at t = %.9g do not come to an end%s", run->t,
                     ss_events_name_modes(ev));
}
