/* events_jam.c: an impact without collision.
 *
 * Where no modes obey the contact laws (Painleve's paradox: a rod whose tip is pushed over a rough
 * floor), no finite force lets the motion go on, an impulse does. With W^T u = (0, gamma_T) at the
 * contacts that touch, the inelastic impact
 *
 *     xi = G r + W^T u,     the contact laws between r and xi = W^T u+,
 *
 * is always solved by r = 0, which changes nothing. In the paradox another solution exists: the
 * normal impulse grows until friction has stopped the slip (Genot & Brogliato 1999; Leine,
 * Brogliato & Nijmeijer 2002). It is found by listing all solutions; the one that leaves the least
 * kinetic energy is taken, and the motion does not claim to be the only one.
 *
 * Planar contacts only, as many as can be listed. Costs one list of modes.
 */
#include <math.h>
#include <string.h>

#include "events.h"

/* Residuals of solutions; impulses above this share of what would stop everything are some. */
static const double EXACT = 1e-12, SOME = 1e-9;

static bool is_planar(const ss_contacts *c) {
  for (size_t k = 0; k < c->at.contacts; k++)
    if (ss_law_dimension(c->at.contact[k].law.kind) > 1) return false;
  return c->at.contacts <= SS_ENUMERATE_MOST;
}

/* The problem of an inelastic impact; contacts that touch have no normal velocity. */
static double pose(ss_events *ev) {
  ss_contacts *c = &ev->contacts;
  double size = 0;
  for (size_t j = 0; j < c->at.size; j++) {
    const size_t direction = c->at.direction[j];
    c->at.c[j] = direction < ev->run->normals ? 0 : c->at.gamma[direction];
    size = fmax(size, fabs(c->at.c[j]));
  }
  return size;
}

/* The kinetic energy after the impulses r, and the velocities. */
static double strike(ss_events *ev, const double *r, double *after) {
  const ss_contact_state *at = &ev->contacts.at;
  ss_contact_respond(at->n, at->L, at->size, at->Y, r, after);
  for (size_t k = 0; k < at->n; k++) after[k] += ev->run->u[k];
  return ss_contact_energy(at->n, at->L, after);
}

static bool is_some(const ss_contact_state *at, const double *r, double size) {
  for (size_t j = 0; j < at->size; j++)
    if (fabs(at->G[j * (at->size + 1)] * r[j]) > SOME * size) return true;
  return false;
}

/* The element with the largest normal impulse. */
static size_t find_struck(const ss_events *ev, const double *r) {
  const ss_contact_state *at = &ev->contacts.at;
  size_t struck = at->element[0];
  double most = 0;
  for (size_t k = 0; k < at->contacts; k++)
    if (at->contact[k].kind == SS_ELEMENT_CONTACT && r[at->contact[k].offset] > most) {
      most = r[at->contact[k].offset];
      struck = at->element[k];
    }
  return struck;
}

static void record(ss_events *ev, const double *r, const double *u_after, double after) {
  ss_run *run = ev->run;
  const ss_contacts *c = &ev->contacts;
  const size_t element = find_struck(ev, r);
  const double before = ss_contact_energy(run->n, c->at.L, run->u);
  memset(ev->error, 0, (run->normals + run->slips) * sizeof *ev->error);
  for (size_t j = 0; j < c->at.size; j++) ev->error[c->at.direction[j]] = r[j];
  ss_record_sample(run);
  ss_event *event = ss_record_event(run, SS_EVENT_JAM, element);
  event->energy_before = before;
  event->energy_after = after;
  event->u_before = ss_record_copy(run, run->n, run->u);
  event->u_after = ss_record_copy(run, run->n, u_after);
  event->impulses = ss_record_copy(run, run->normals + run->slips, ev->error);
  ss_book_impact(run, element, after - before, ss_book_drive(run, ev->error));
  memcpy(run->u, u_after, run->n * sizeof *run->u);
  ss_doubt_note(run, run->t,
                "no modes obey the contact laws; an impact without collision followed");
}

bool ss_events_jam(ss_events *ev) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  const ss_arena_mark mark = ss_arena_get_mark(run->scratch);
  double least = INFINITY;
  ss_mode_list list;
  ss_run_evaluate(run, run->t, run->q, run->u);
  if (ss_contacts_factor(run, c, run->u) != SS_OK) return false;
  ss_events_gather_impact(ev);
  const double size = pose(ev);
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  if (c->at.contacts == 0 || !is_planar(c)) return false;
  if (ss_contact_enumerate(&problem, EXACT, run->scratch, &list) == SS_OK)
    for (size_t i = 0; i < list.count; i++) {
      const double after = strike(ev, list.items[i].r, ev->y_inside);
      if (!is_some(&c->at, list.items[i].r, size) || !(after < least)) continue;
      least = after;
      memcpy(c->r, list.items[i].r, c->at.size * sizeof *c->r);
    }
  ss_arena_release(run->scratch, mark); /* the record grows in the same memory */
  if (least == INFINITY) return false;
  strike(ev, c->r, ev->y_inside);
  record(ev, c->r, ev->y_inside, least);
  return true;
}
