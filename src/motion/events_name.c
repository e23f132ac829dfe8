/* events_name.c: why a motion cannot go on, with the names of the contacts and their modes.
 *
 * The rigid body's and Coulomb's laws may have no solution at a state, or several (Painleve). Then
 * the run stops, and the reader must be able to see where the trouble is:
 *
 *     none       which elements take part, each with the modes that it could have: a contact that
 *                slips already can lift off or go on in its direction, no more
 *     several    each set of modes that is possible, in the order in which they would be followed
 *     no forces  the modes of the phase, whose forces do not exist or have grown without bound
 *
 * Modes are named as in records and in `info --modes`. Messages have any length: they grow with the
 * number of contacts. Nothing here is called unless the run stops.
 */
#include "events.h"

static const char *name_of(const ss_events *ev, size_t element) {
  return ev->run->system->element[element].element->name.text;
}

/* Stops the run with the text, which is given back. */
static ss_status stop_with(ss_events *ev, ss_text *text) {
  const ss_status status = ss_run_stop(ev->run, SS_NO_CONVERGENCE, "%s", text->data);
  ss_text_stop(text);
  return status;
}

/* The modes that contact k of the problem could have, as words. */
static void list_candidates(const ss_contact *contact, ss_text *text) {
  const bool opens = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_CLUTCH;
  const char *const free = opens ? "free, " : "";
  const bool rubs = contact->kind != SS_ELEMENT_CLUTCH && contact->law.kind != SS_LAW_FRICTIONLESS;
  const bool spatial = ss_law_dimension(contact->law.kind) > 1;
  if (contact->kind == SS_ELEMENT_CLUTCH)
    ss_text_addf(text, "%sstick", free);
  else if (!rubs)
    ss_text_addf(text, "%sclosed", free);
  else if (contact->law.kind == SS_LAW_ROLLING)
    ss_text_addf(text,
                 contact->sliding   ? "%sslip"
                 : contact->turning ? "%sroll, slip"
                                    : "%sstick, roll, slip",
                 free);
  else if (spatial)
    ss_text_addf(text, contact->sliding ? "%sslip" : "%sstick, slip", free);
  else if (contact->sliding)
    ss_text_addf(text, contact->slide[0] > 0 ? "%sslip-" : "%sslip+", free);
  else
    ss_text_addf(text, "%sstick, slip+, slip-", free);
}

/* "left (free, slip+), right (free, stick, slip+, slip-)" */
static void list_elements(const ss_events *ev, ss_text *text) {
  const ss_contacts *c = &ev->contacts;
  for (size_t k = 0; k < c->at.contacts; k++) {
    ss_text_addf(text, "%s%s (", k ? ", " : "", name_of(ev, c->at.element[k]));
    list_candidates(&c->at.contact[k], text);
    ss_text_add(text, ")");
  }
}

ss_status ss_events_stop_at_none(ss_events *ev) {
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "no modes of ");
  list_elements(ev, &text);
  ss_text_addf(&text, " obey the contact laws at t = %.9g (Painleve's paradox)", ev->run->t);
  if (!ev->run->options->impact_if_jammed)
    ss_text_add(&text, "; --on-jam impact goes on with an impact without collision");
  return stop_with(ev, &text);
}

ss_status ss_events_stop_unsolved(ss_events *ev, double residual) {
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "the contact problem of ");
  list_elements(ev, &text);
  ss_text_addf(&text, " was solved to %.1e only at t = %.9g", residual, ev->run->t);
  return stop_with(ev, &text);
}

ss_status ss_events_stop_at_several(ss_events *ev, const ss_mode_list *list) {
  const ss_contacts *c = &ev->contacts;
  ss_text text;
  ss_text_start(&text);
  if (list->count == 1)
    ss_text_addf(&text, "a range of motions is possible at t = %.9g: ", ev->run->t);
  else
    ss_text_addf(&text, "%zu sets of modes are possible at t = %.9g: ", list->count, ev->run->t);
  for (size_t i = 0; i < list->count; i++)
    for (size_t k = 0; k < c->at.contacts; k++)
      ss_text_addf(&text, "%s%s %s",
                   k   ? ", "
                   : i ? " | "
                       : "",
                   name_of(ev, c->at.element[k]), ss_mode_word(list->items[i].mode[k]));
  ss_text_add(&text, "; --on-ambiguity first follows the first");
  return stop_with(ev, &text);
}

const char *ss_events_name_modes(const ss_events *ev) {
  const ss_run *run = ev->run;
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < run->elements; i++)
    ss_text_addf(&text, "%s%s %s", i ? ", " : "; modes: ", name_of(ev, i),
                 ss_mode_word(ss_stance_mode(run, i, &ev->stance[i])));
  const char *copy = ss_arena_copy_text(run->arena, text.data, text.length);
  ss_text_stop(&text);
  return copy ? copy : "";
}

ss_status ss_events_stop_at_pull(ss_events *ev) {
  return ss_run_stop(ev->run, SS_NO_CONVERGENCE,
                     "the normal force of '%s' is negative from t = %.9g", name_of(ev, ev->pulling),
                     ev->run->t);
}

ss_status ss_events_stop_without_forces(ss_events *ev, double t) {
  return ss_run_stop(ev->run, SS_NO_CONVERGENCE, "there are no contact forces at t = %.9g%s", t,
                     ss_events_name_modes(ev));
}
