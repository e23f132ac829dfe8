/* events_stances.c: forces and accelerations while every element keeps its stance.
 *
 * Closed directions must not accelerate, slipping ones have a known force for a known normal force:
 *
 *     held     xi = 0 in all its directions
 *     slip     xi_N = 0,  r_T = N slide,   N = r_N (contact), +-r_N (slider), known (friction)
 *
 * With r = P x + r_0, x the normal forces and the held friction forces, this is the linear system
 *
 *     A x = -(G r_0 + c)_x,     A = G_x P.
 *
 * A is symmetric positive semidefinite without slip. Slip makes it unsymmetric; it may then become
 * singular along a motion (Painleve), and the forces grow without bound: the flow reports that it
 * cannot go on. Dependent directions leave forces undetermined: of all solutions one is chosen
 * (events_undetermined.c, events_nearest.c).
 *
 * Costs one evaluation of the tape and n^2 size + size^3.
 */
#include <math.h>
#include <string.h>

#include "dependent.h"
#include "events.h"

/* Known normal forces below this share of the largest force are 0. */
static const double PULL = 1e-12;

ss_mode ss_stance_mode(const ss_run *run, size_t i, const ss_stance *stance) {
  const ss_element *e = run->system->element[i].element;
  if (stance->kind == SS_STANCE_OPEN) return SS_MODE_FREE;
  if (e->law == SS_LAW_FRICTIONLESS) return SS_MODE_CLOSED;
  if (stance->kind == SS_STANCE_HELD) return SS_MODE_STICK;
  if (stance->holds[0]) return SS_MODE_ROLL;
  if (e->slips > 1) return SS_MODE_SLIP;
  return stance->sign < 0 ? SS_MODE_SLIP_MINUS : SS_MODE_SLIP_PLUS;
}

void ss_stance_slip(ss_stance *stance, size_t part) {
  for (size_t k = 0; stance->kind == SS_STANCE_HELD && k < SS_PARTS_MOST; k++)
    stance->holds[k] = true;
  stance->kind = SS_STANCE_SLIP;
  stance->holds[part] = false;
}

void ss_stance_hold(ss_stance *stance, size_t part, size_t parts) {
  bool slips = false;
  stance->holds[part] = true;
  stance->begins[part] = stance->slowly[part] = false;
  for (size_t k = 0; k < parts; k++) slips |= ss_stance_slips(stance, k);
  if (!slips) stance->kind = SS_STANCE_HELD;
}

/* ---- the linear system ----------------------------------------------------------------------- */

/* Below this speed the direction of a spatial slip that begins is the one it begins with. */
static const double ZERO = 1e-14;

size_t ss_stances_parts(const ss_events *ev, size_t element) {
  return ss_law_parts(ev->run->system->element[element].element->law);
}

double ss_stances_speed(const ss_events *ev, size_t element, size_t part) {
  const ss_system_element *e = &ev->run->system->element[element];
  double square = 0;
  for (size_t k = ss_law_part_first(part); k < ss_law_part_last(e->element->law, part); k++) {
    const double gamma = ev->contacts.at.gamma[ev->run->normals + e->slip + k];
    square += gamma * gamma;
  }
  return sqrt(square);
}

/* The same on whose scale the force turns: drilling counts as r |omega|, at the edge of the spot.
 */
static double find_scale(const ss_events *ev, size_t i, size_t part) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const double *gamma = ev->contacts.at.gamma + run->normals + e->slip;
  if (part > 0 || e->slips < SS_ROLL_FIRST) return ss_stances_speed(ev, i, part);
  return hypot(hypot(gamma[0], gamma[1]), run->at.law[3 * i + 1] * gamma[2]);
}

double ss_stances_scale(const ss_events *ev) {
  double least = INFINITY;
  for (size_t i = 0; i < ev->run->elements; i++)
    for (size_t part = 0; part < ss_stances_parts(ev, i); part++)
      if (ss_stance_slips(&ev->stance[i], part) && ev->run->system->element[i].slips > 1)
        least = fmin(least, find_scale(ev, i, part));
  return least;
}

double ss_stances_slowest(const ss_events *ev) {
  double slowest = INFINITY;
  for (size_t i = 0; i < ev->run->elements; i++)
    for (size_t part = 0; part < ss_stances_parts(ev, i); part++)
      if (ss_stance_slips(&ev->stance[i], part) && ev->stance[i].slowly[part])
        slowest = fmin(slowest, find_scale(ev, i, part));
  return slowest;
}

/* A part of a spatial slip that begins. */
static void set_beginning(const ss_events *ev, ss_contact *contact, size_t element, size_t part) {
  const ss_stance *stance = &ev->stance[element];
  const size_t last = ss_law_part_last(contact->law.kind, part);
  const double speed = find_scale(ev, element, part);
  for (size_t k = ss_law_part_first(part); k < last; k++) {
    if (!ev->is_stiff && speed < ZERO)
      contact->slide[k] = stance->slide[k];
    else if (ev->is_stiff)
      contact->slide[k] *= speed / hypot(speed, ev->round);
  }
}

static void set_slide(const ss_events *ev, ss_contact *contact, size_t element) {
  const ss_stance *stance = &ev->stance[element];
  if (ev->run->system->element[element].slips == 1)
    contact->slide[0] = -stance->sign * contact->law.argument[0];
  else
    for (size_t part = 0; part < ss_law_parts(contact->law.kind); part++)
      if (ss_stance_slips(stance, part) && stance->begins[part])
        set_beginning(ev, contact, element, part);
}

static bool has_normal(const ss_contact *contact) {
  return contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
}

/* Lists the unknowns and puts the known forces into r; returns how many unknowns there are. */
static size_t list_unknowns(ss_events *ev) {
  ss_contacts *c = &ev->contacts;
  size_t m = 0;
  memset(c->r, 0, c->at.size * sizeof *c->r);
  for (size_t k = 0; k < c->at.contacts; k++) {
    ss_contact *contact = &c->at.contact[k];
    const size_t first = contact->offset, dimension = ss_contact_dimension(contact);
    const size_t skip = has_normal(contact);
    if (contact->sliding || contact->turning) set_slide(ev, contact, c->at.element[k]);
    if (skip) {
      ev->owner[m] = k;
      ev->unknown[m++] = first;
    }
    for (size_t a = skip; a < dimension; a++) {
      if (!ss_contact_slides(contact, a - skip)) {
        ev->owner[m] = k;
        ev->unknown[m++] = first + a;
      } else if (!skip) {
        c->r[first + a] = contact->normal * contact->slide[a];
      }
    }
  }
  return m;
}

/* r_T / r_N of a slipping contact or slider in its component a; 0 where that is held. */
static double tie_of(const ss_events *ev, const ss_contact *contact, size_t element, size_t a) {
  if (!ss_contact_slides(contact, a - 1)) return 0;
  const double side = contact->kind == SS_ELEMENT_SLIDER ? ev->stance[element].side : 1;
  return side * contact->slide[a - 1];
}

static bool is_tied(const ss_events *ev, size_t b) {
  const ss_contact *contact = &ev->contacts.at.contact[ev->owner[b]];
  return (contact->sliding || contact->turning) && has_normal(contact) &&
         ev->unknown[b] == contact->offset;
}

/* r += P z. */
static void spread(const ss_events *ev, size_t m, const double *z, double *r) {
  const ss_contacts *c = &ev->contacts;
  for (size_t b = 0; b < m; b++) {
    r[ev->unknown[b]] += z[b];
    if (!is_tied(ev, b)) continue;
    const ss_contact *contact = &c->at.contact[ev->owner[b]];
    for (size_t a = 1; a < ss_contact_dimension(contact); a++)
      r[contact->offset + a] += z[b] * tie_of(ev, contact, c->at.element[ev->owner[b]], a);
  }
}

/* A = G_x P, b = -(G r_0 + c)_x. */
static void build_system(const ss_events *ev, ss_dependent *s) {
  const ss_contacts *c = &ev->contacts;
  const size_t m = s->m, size = c->at.size;
  for (size_t b = 0; b < m; b++) {
    const double *column = c->at.G + size * ev->unknown[b];
    for (size_t a = 0; a < m; a++) s->A[a + m * b] = column[ev->unknown[a]];
    s->b[b] = -c->at.c[ev->unknown[b]];
    for (size_t k = 0; k < size; k++) s->b[b] -= column[k] * c->r[k];
    if (!is_tied(ev, b)) continue;
    const ss_contact *contact = &c->at.contact[ev->owner[b]];
    for (size_t d = 1; d < ss_contact_dimension(contact); d++) {
      const double tie = tie_of(ev, contact, c->at.element[ev->owner[b]], d);
      const double *tied = c->at.G + size * (contact->offset + d);
      for (size_t a = 0; a < m; a++) s->A[a + m * b] += tie * tied[ev->unknown[a]];
    }
  }
}

/* The size of the terms of b_k / sqrt(G_kk), by the inequality of Cauchy and Schwarz in the norm of
 * M^-1: that of the load, and of the forces that are known. */
static double measure_terms(const ss_events *ev) {
  const ss_contacts *c = &ev->contacts;
  double square = 0, size = 0;
  for (size_t k = 0; k < ev->run->n; k++) square += c->at.load[k] * c->at.free[k];
  for (size_t j = 0; j < c->at.size; j++)
    size += sqrt(fabs(c->at.G[j * (c->at.size + 1)])) * fabs(c->r[j]);
  return sqrt(fmax(0, square)) + size;
}

static ss_dependent carve_system(const ss_events *ev, size_t m) {
  const size_t most = ev->run->normals + ev->run->slips;
  double *work = ev->work;
  return (ss_dependent){.m = m,
                        .A = work,
                        .b = work + most * most,
                        .x = work + most * (most + 1),
                        .scale = work + most * (most + 2),
                        .column = ev->index};
}

/* ---- forces ---------------------------------------------------------------------------------- */

static bool all_finite(size_t count, const double *values) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += values[i] * 0;
  return sum == 0;
}

void ss_stances_choose_duties(ss_events *ev) {
  for (size_t i = 0; i < ev->run->elements; i++) {
    const ss_stance *stance = &ev->stance[i];
    const ss_duty slip = stance->holds[0]   ? SS_DUTY_ROLLING_ONLY
                         : stance->holds[1] ? SS_DUTY_SLIDING_ONLY
                                            : SS_DUTY_SLIDING;
    const ss_duty duties[] = {SS_DUTY_NONE, SS_DUTY_REST, slip};
    ev->duty[i] = ss_springs_have(ev->run, i) ? SS_DUTY_NONE : duties[stance->kind];
  }
}

/* A friction whose known normal force is negative, beyond rounding; SIZE_MAX if there is none. */
static size_t find_pulling(const ss_events *ev) {
  const ss_run *run = ev->run;
  for (size_t i = 0; i < run->elements; i++)
    if (run->system->element[i].element->kind == SS_ELEMENT_FRICTION &&
        run->at.normal[i] < -PULL * ev->force)
      return i;
  return SIZE_MAX;
}

/* The forces of the stances: contacts.r and, where they are not unique, ev->null. */
static bool find_forces(ss_events *ev, double t, const double *q, const double *u) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  ss_run_evaluate(run, t, q, u);
  if (!ss_run_is_finite(run)) return false;
  ev->pulling = find_pulling(ev);
  if (ev->pulling != SIZE_MAX) return false;
  ss_stances_choose_duties(ev);
  if (ss_contacts_factor(run, c, u) != SS_OK) return false;
  ss_contacts_gather(run, c, ev->duty);
  ss_events_measure_load(ev);
  ev->unknowns = list_unknowns(ev);
  ss_dependent s = carve_system(ev, ev->unknowns);
  build_system(ev, &s);
  s.size = measure_terms(ev);
  if (!ss_dependent_solve(&s)) return false;
  ev->freedoms = s.m - s.rank;
  spread(ev, s.m, s.x, c->r);
  for (size_t i = 0; i < ev->freedoms; i++) {
    double *null = ev->null + c->at.size * i;
    memset(null, 0, c->at.size * sizeof *null);
    ss_dependent_null(&s, i, s.x);
    spread(ev, s.m, s.x, null);
  }
  return true;
}

static bool apply_forces(ss_events *ev) {
  ss_contacts_apply(ev->run, &ev->contacts, ev->contacts.r, ev->run->forces);
  return all_finite(ev->run->n, ev->contacts.acceleration);
}

bool ss_stances_solve(ss_events *ev, double t, const double *q, const double *u) {
  if (!find_forces(ev, t, q, u)) return false;
  ss_events_share(ev);
  return apply_forces(ev);
}

bool ss_stances_stop(ss_events *ev, bool rubs, double *u) {
  ss_contacts *c = &ev->contacts;
  const size_t n = ev->run->n;
  memset(c->r, 0, c->at.size * sizeof *c->r);
  for (size_t k = 0; !rubs && k < c->at.contacts; k++)
    memset(c->at.contact[k].slide, 0, sizeof c->at.contact[k].slide);
  /* the same system with velocities in place of accelerations, and without known forces */
  for (size_t j = 0; j < c->at.size; j++) c->at.c[j] = c->at.gamma[c->at.direction[j]];
  ss_dependent s = carve_system(ev, ev->unknowns);
  build_system(ev, &s);
  if (!ss_dependent_solve(&s)) return false;
  spread(ev, s.m, s.x, c->r);
  ss_contact_respond(n, c->at.L, c->at.size, c->at.Y, c->r, c->acceleration);
  for (size_t k = 0; k < n; k++) u[k] += c->acceleration[k];
  return true;
}

void ss_stances_drift(ss_events *ev, double d) {
  ss_run *run = ev->run;
  const double *a = ev->contacts.acceleration;
  ss_book_powers(run, run->u, run->forces, ev->amounts);
  for (size_t k = 0; k < ss_book_count(run); k++) ev->amounts[k] *= d;
  ss_book_add(run, ev->amounts);
  ss_run_go_on(run, a, d, run->q, run->u);
  run->t += d;
}

/* W r: what the contacts do to the coordinates, which is unique where r is not. */
static void sum_contact_forces(const ss_events *ev, double *force) {
  const ss_contacts *c = &ev->contacts;
  const size_t n = ev->run->n;
  memset(force, 0, n * sizeof *force);
  for (size_t j = 0; j < c->at.size; j++)
    for (size_t k = 0; k < n; k++) force[k] += c->at.W[k + n * j] * c->r[j];
}

bool ss_stances_rate(ss_events *ev, double t, const double *y, double *rate) {
  const size_t n = ev->run->n;
  if (!find_forces(ev, t, y, y + n)) return false;
  if (ss_events_share_matters(ev)) ss_events_share(ev);
  if (!apply_forces(ev)) return false;
  ss_run_rates(ev->run, y + n, ev->contacts.acceleration, rate, rate + n);
  ss_book_powers(ev->run, y + n, ev->run->forces, rate + 2 * n);
  sum_contact_forces(ev, rate + ev->size - n);
  return all_finite(ev->size, rate);
}
