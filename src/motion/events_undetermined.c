/* events_undetermined.c: forces that the motion does not determine.
 *
 * A body held in more directions than it has (a block that stands on two corners and sticks on
 * both) is held by a whole set of forces r + z d, d a null direction. The stances are right as long
 * as one member of the set is admissible. With scalar laws and one null direction every condition
 * is linear in z,
 *
 *     r_N >= 0,   mu N +- r_T >= 0,   clutch r >= 0:      a_i + b_i z >= 0,
 *
 * and  margin = max over z of min over i (a_i + b_i z)  is found at the crossing of two lines, one
 * rising and one falling. It is continuous along the motion and passes 0 when the last admissible
 * force vanishes. Its maximiser is what a record shows as the forces. Where there are several null
 * directions, or spatial laws, the smallest admissible forces are taken (events_nearest.c).
 */
#include <math.h>
#include <string.h>

#include "events.h"

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Where a contact lets go, the acceleration c that it has to balance is itself a difference that
 * has come down to rounding, and no measure of anything: what it was lately is. */
static const double REMEMBERED = 0.1;

void ss_events_measure_load(ss_events *ev) {
  const ss_contacts *c = &ev->contacts;
  ev->load_now = 0;
  for (size_t j = 0; j < c->at.size; j++) ev->load_now = fmax(ev->load_now, fabs(c->at.c[j]));
}

void ss_events_note_load(ss_events *ev, bool new_phase) {
  ev->load = fmax(new_phase ? REMEMBERED * ev->load : ev->load, ev->load_now);
}

double ss_events_force_size(const ss_events *ev, size_t k) {
  const ss_contacts *c = &ev->contacts;
  const ss_contact *contact = &c->at.contact[k];
  double g = 1e-300;
  const double load = fmax(fmax(ev->load_now, ev->load), 1e-300);
  for (size_t a = contact->offset; a < contact->offset + ss_contact_dimension(contact); a++)
    g = fmax(g, c->at.G[a + c->at.size * a]);
  return load / g;
}

/* ---- lines ----------------------------------------------------------------------------------- */

typedef struct lines {
  size_t count;
  double *a, *b;
} lines;

static void add_line(lines *l, double a, double b, double size) {
  l->a[l->count] = a / size;
  l->b[l->count++] = b / size;
}

static void add_contact(const ss_events *ev, lines *l, size_t k) {
  const ss_contacts *c = &ev->contacts;
  const ss_contact *contact = &c->at.contact[k];
  const double *r = c->r + contact->offset, *d = ev->null + contact->offset;
  const double size = ss_events_force_size(ev, k), mu = contact->law.argument[0];
  const bool slider = contact->kind == SS_ELEMENT_SLIDER;
  const bool friction = contact->kind == SS_ELEMENT_FRICTION;
  const double side = slider ? ev->stance[c->at.element[k]].side : 1;
  const bool rubs = contact->law.kind == SS_LAW_COULOMB;
  if (contact->kind == SS_ELEMENT_CLUTCH || contact->kind == SS_ELEMENT_CONTACT || (slider && rubs))
    add_line(l, side * r[0], side * d[0], size);
  if (!rubs || contact->sliding) return;
  const size_t T = friction ? 0 : 1;
  const double N = friction ? contact->normal : side * r[0], dN = friction ? 0 : side * d[0];
  add_line(l, mu * N - r[T], mu * dN - d[T], size);
  add_line(l, mu * N + r[T], mu * dN + d[T], size);
}

static double least(const lines *l, double z) {
  double value = INFINITY;
  for (size_t i = 0; i < l->count; i++) value = fmin(value, l->a[i] + l->b[i] * z);
  return value;
}

/* The z with the largest least value: 0 or a crossing of two lines. */
static double find_deepest(const lines *l, double *margin) {
  double best = 0;
  *margin = least(l, 0);
  for (size_t i = 0; i < l->count; i++)
    for (size_t j = 0; j < i; j++) {
      if (l->b[i] * l->b[j] >= 0) continue;
      const double z = (l->a[j] - l->a[i]) / (l->b[i] - l->b[j]), value = least(l, z);
      if (value > *margin) best = z, *margin = value;
    }
  return best;
}

/* ---- the choice ------------------------------------------------------------------------------ */

static bool is_scalar(const ss_contacts *c) {
  for (size_t k = 0; k < c->at.contacts; k++)
    if (ss_law_dimension(c->at.contact[k].law.kind) > 1) return false;
  return true;
}

void ss_events_share(ss_events *ev) {
  ss_contacts *c = &ev->contacts;
  const size_t most = 3 * ev->run->elements;
  lines l = {.a = ev->line, .b = ev->line + most};
  ev->margin = 1;
  if (ev->freedoms == 0) return;
  if (ev->freedoms > 1 || !is_scalar(c)) {
    ss_nearest_begin(ev);
    ss_nearest_choose(ev);
  } else {
    for (size_t k = 0; k < c->at.contacts; k++) add_contact(ev, &l, k);
    const double z = find_deepest(&l, &ev->margin);
    for (size_t j = 0; j < c->at.size; j++) c->r[j] += z * ev->null[j];
  }
}

/* Null forces that accelerate something, relative to what their parts would do. */
static const double MATTERS = 1e-10;

static bool accelerates(const ss_contact_state *at, const double *z) {
  double done = 0, parts = 0;
  for (size_t j = 0; j < at->size; j++) {
    if (z[j] == 0) continue;
    parts += at->G[j * (at->size + 1)] * z[j] * z[j];
    for (size_t k = 0; k < at->size; k++) done += at->G[k + at->size * j] * z[j] * z[k];
  }
  return done > MATTERS * parts;
}

/* Does it change the force of a contact that slips? */
static bool rubs(const ss_contact_state *at, const double *z) {
  for (size_t k = 0; k < at->contacts; k++) {
    const ss_contact *contact = &at->contact[k];
    if (!contact->sliding && !contact->turning) continue;
    for (size_t a = 0; a < ss_contact_dimension(contact); a++)
      if (z[contact->offset + a] != 0) return true;
  }
  return false;
}

bool ss_events_share_matters(const ss_events *ev) {
  const ss_contact_state *at = &ev->contacts.at;
  for (size_t i = 0; i < ev->freedoms; i++)
    if (rubs(at, ev->null + at->size * i) || accelerates(at, ev->null + at->size * i)) return true;
  return false;
}

void ss_events_doubt_shares(const ss_events *ev) {
  const ss_contact_state *at = &ev->contacts.at;
  for (size_t i = 0; i < ev->freedoms; i++) {
    if (!accelerates(at, ev->null + at->size * i)) continue;
    ss_doubt_note(ev->run, ev->run->t,
                  "more contacts press than are needed, and slip: how they share the load is not "
                  "determined; admissible forces were chosen");
    return;
  }
}
