/* penalty.c: motions with smooth impacts: contacts are springs, each of its stiffness k.
 *
 * The penalty functions of Tornambe 1999, section II-B, replace gap >= 0 by the energy of a
 * unilateral spring (springs.c; laws of the user's own: prepare_own). Without damping a bounce
 * returns all energy, and for k -> infinity the motion tends to the one with e = 1, whatever the
 * model's restitution is. For e < 1 a damper acts while the contact touches (remark 12),
 *
 *     D = 2 zeta sqrt(k I),    zeta = -ln e / sqrt(pi^2 + ln^2 e),    I = 1 / (W_N^T M^-1 W_N):
 *
 * the half period of an oscillator of mass I, stiffness k and damping D turns gamma_N into
 * -e gamma_N. I is taken when the contact closes. Sliders are rigid and go along: with y = L^-1 W
 * for M = L L^T, 1/I is the square of y_N less its projection on their y. e = 0 is critical
 * damping. The law `energetic` prescribes the kinetic energy, T+ = e^2 T-, e = 1 - c |gamma_N| (eq.
 * 45); a frictionless bounce changes T by -(1 - eps^2) I gamma_N^2 / 2, hence
 * eps^2 = 1 - (1 - e^2) 2 T / (I gamma_N^2).
 *
 * Restitution is matched for a contact that bounces alone, up to what a load that presses during
 * the bounce takes: that vanishes like the duration of the bounce, pi sqrt(I/k). It is not matched,
 * whatever k is, where contacts share a bounce and their gaps do not move independently, and where
 * friction or a clutch holds something to the mass that bounces: a bar of mass m that lands flat on
 * its two ends has 2 D and 2 k against m, hence zeta sqrt(2 I/m) in place of zeta. Tangential
 * restitution has no counterpart: a tangential spring would store energy in every impact, and the
 * limit would not be Coulomb's law.
 *
 * Friction at the contacts is smoothed (springs.c): below the slip velocity SS_SPRINGS_WIDTH it
 * grows in proportion to slip, above it is Coulomb's (set-valued, contacts that give way would have
 * almost dependent directions and unbounded forces). The price is creep, at most SS_SPRINGS_WIDTH.
 * Rest is still decided by the set-valued law: the velocities at the contacts, and what is left of
 * u without them, are down to creep and admissible forces hold the machine.
 *
 * So the motion is smooth while no contact closes or lets go, and the event-driven method
 * (events.c) does all the rest, impacts and chattering excepted, which do not occur; sliders,
 * friction elements and clutches are as rigid and as set-valued as there. The explicit flow
 * controls the error of positions in proportion to the highest frequency sqrt(k/I) (flow_smooth.c);
 * where a contact rubs, the implicit one goes through (flow_stiff.c).
 *
 * The deviation from the rigid motion is O(k^-1/2). A contact phase that is no longer than a bounce
 * is recorded as an `impact` when it began, with the energies, velocities and impulses from there
 * to where it let go; a longer one is `close` and `detach`.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* ---- damping --------------------------------------------------------------------------------- */

/* The share of critical damping that returns e of the normal velocity. */
static double find_share(double e) {
  if (e <= 0) return 1;
  const double decrement = -log(e);
  return decrement / hypot(M_PI, decrement);
}

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

/* Takes the part along the unit vector away. */
static void remove_part(size_t n, const double *unit, double *y) {
  const double part = dot(n, unit, y);
  for (size_t k = 0; k < n; k++) y[k] -= part * unit[k];
}

/* L^-1 W without its parts along the unit vectors; false if next to nothing is left. */
static bool make_direction(const ss_events *ev, const double *W, size_t count, const double *units,
                           double *y) {
  const size_t n = ev->run->n;
  memcpy(y, W, n * sizeof *y);
  ss_contact_solve_lower(n, ev->contacts.at.L, y);
  const double before = dot(n, y, y);
  /* twice is enough for parts that are orthogonal to rounding */
  for (int round = 0; round < 2; round++)
    for (size_t j = 0; j < count; j++) remove_part(n, units + n * j, y);
  return dot(n, y, y) > 1e-20 * before;
}

/* The same with length 1, or nothing. */
static bool add_unit(const ss_events *ev, const double *W, size_t count, double *units) {
  const size_t n = ev->run->n;
  double *unit = units + n * count;
  if (!make_direction(ev, W, count, units, unit)) return false;
  const double length = sqrt(dot(n, unit, unit));
  for (size_t k = 0; k < n; k++) unit[k] /= length;
  return true;
}

/* 1/I of a contact: how fast its gap opens for a unit impulse, sliders being rigid. */
static double find_response(ss_events *ev, size_t normal) {
  const ss_run *run = ev->run;
  const size_t n = run->n;
  double *y = ev->contacts.at.W, *units = y + n;
  size_t count = 0;
  make_direction(ev, run->at.WN + n * normal, 0, units, y);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (e->element->kind != SS_ELEMENT_SLIDER) continue;
    if (!add_unit(ev, run->at.WN + n * e->normal, count, units)) continue;
    remove_part(n, units + n * count++, y);
  }
  return dot(n, y, y);
}

/* The normal restitution that the element's law asks for at the present state; negative if none
 * does. */
static double find_restitution(const ss_events *ev, size_t i, double response) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const double gamma = ev->contacts.at.gamma[e->normal], given = run->at.restitution[2 * i];
  if (e->element->restitution != SS_RESTITUTION_ENERGETIC) return given;
  const double ratio = 1 - given * fmax(0, -gamma);
  if (ratio < 0) return -1;
  const double size = gamma * gamma / response;
  const double square = 1 - (1 - ratio * ratio) * 2 * run->at.energy[0] / size;
  return size > 0 ? square < 0 ? -1 : sqrt(square) : ratio;
}

/* A law of its own, N = p^a (k + d p') for the penetration p (Hunt & Crossley 1975): a = 3/2 is
 * Hertz's, d = 0 returns all energy. Alone, with the mass I, it bounces back with e v, where,
 * whatever a is,
 *
 *     (1 + e) v = k/d ln ((k + d v) / (k - d e v))
 *
 * (from I p' dp' / (k + d p') = -p^a dp, whose right side is the same on the way in and out). The
 * model's restitution is not asked for. Without damping it goes in by `deepest` and takes
 *
 *     2 deepest / v  sqrt(pi) Gamma(1 + b) / Gamma(1/2 + b),    b = 1 / (a + 1).
 *
 * Here: how fast it swings at the deepest point, and for how long a contact is a bounce: twice that
 * time, and as much again as damping delays it. */
static void prepare_own(ss_penalty_spring *spring, double response, double approach) {
  const double a = spring->power, k = spring->stiffness, v = fabs(approach), b = 1 / (a + 1);
  const double deepest = response > 0 ? pow((a + 1) * v * v / (2 * k * response), b) : 0;
  spring->frequency = sqrt(a * k * pow(deepest, a - 1) * response);
  spring->share = 0;
  const double time = v > 0 ? 2 * deepest / v * sqrt(M_PI) * tgamma(1 + b) / tgamma(0.5 + b) : 0;
  spring->bounce = 2 * time * (1 + spring->damping * v / k);
}

/* D = 2 zeta sqrt(k I). A bounce lasts at most two half periods: the second is for loads that press
 * during it. */
static void prepare_matched(ss_penalty_spring *spring, double response, double e) {
  spring->frequency = sqrt(spring->stiffness * response);
  spring->share = find_share(e);
  spring->damping = response > 0 ? 2 * spring->share * spring->frequency / response : 0;
  const double damped = spring->frequency * sqrt(1 - spring->share * spring->share);
  spring->bounce = damped > 0 ? 2 * M_PI / damped : spring->share < 1 ? INFINITY : -1;
}

/* ---- a contact closes and lets go ------------------------------------------------------------ */

static void clear_impulses(ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  double *impulse = run->springs->impulse;
  impulse[e->normal] = 0;
  memset(impulse + run->normals + e->slip, 0, e->slips * sizeof *impulse);
}

static ss_status close_contact(ss_events *ev, size_t i) {
  ss_run *run = ev->run;
  ss_penalty_spring *spring = &run->springs->of[i];
  const size_t normal = run->system->element[i].normal;
  const double response = find_response(ev, normal);
  const double e = spring->own ? 1 : find_restitution(ev, i, response);
  if (e < 0)
    return ss_run_stop(run, SS_NO_CONVERGENCE,
                       "the contact '%s' cannot return the prescribed energy at t = %.9g",
                       run->system->element[i].element->name.text, run->t);
  spring->on = true;
  if (spring->own)
    prepare_own(spring, response, ev->contacts.at.gamma[normal]);
  else
    prepare_matched(spring, response, e);
  spring->begin = run->t;
  spring->energy = run->at.energy[0];
  memcpy(spring->u, run->u, run->n * sizeof *run->u);
  clear_impulses(run, i);
  return SS_OK;
}

/* The event with which the contact phase began; NULL if that was the start of the run. */
static ss_event *find_closing(const ss_run *run, size_t i) {
  for (size_t k = run->record.events; k-- > 0;) {
    ss_event *event = &run->record.event[k];
    if (event->kind == SS_EVENT_CLOSE && event->element == i)
      return event->t == run->springs->of[i].begin ? event : NULL;
  }
  return NULL;
}

/* Only the contact's own impulses: others have bounces of their own. */
static const double *copy_impulses(ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  const size_t count = run->normals + run->slips;
  double *copy = ss_arena_new(run->record.arena, count, double);
  if (!copy) {
    run->record.failed = true;
    return NULL;
  }
  copy[e->normal] = run->springs->impulse[e->normal];
  for (size_t k = run->normals + e->slip; k < run->normals + e->slip + e->slips; k++)
    copy[k] = run->springs->impulse[k];
  return copy;
}

static void let_go(ss_events *ev, size_t i) {
  ss_run *run = ev->run;
  ss_penalty_spring *spring = &run->springs->of[i];
  ss_event *event = ss_springs_bounce(run, i) ? find_closing(run, i) : NULL;
  spring->on = false;
  if (!event) return;
  event->kind = SS_EVENT_IMPACT;
  event->energy_before = spring->energy;
  event->energy_after = run->at.energy[0];
  event->u_before = ss_record_copy(run, run->n, spring->u);
  event->u_after = ss_record_copy(run, run->n, run->u);
  event->impulses = copy_impulses(run, i);
}

/* Does contact i touch from now on? */
static bool touches(const ss_events *ev, size_t i, const ss_guard *guard) {
  const ss_run *run = ev->run;
  const size_t normal = run->system->element[i].normal;
  if (!guard)
    return run->at.gap[normal] <= ss_events_touching(ev) &&
           ev->contacts.at.gamma[normal] <= ss_events_still(ev);
  if (guard->kind == SS_GUARD_GAP && guard->element == i) return guard->sign > 0;
  return run->springs->of[i].on;
}

ss_status ss_penalty_switch(ss_events *ev, const ss_guard *guard) {
  ss_run *run = ev->run;
  ss_run_evaluate(run, run->t, run->q, run->u);
  ss_status status = ss_contacts_factor(run, &ev->contacts, run->u);
  if (status != SS_OK)
    return ss_run_stop(run, status, "the mass matrix is not positive definite at t = %.9g", run->t);
  ev->frequency = 0;
  for (size_t i = 0; i < run->elements && status == SS_OK; i++) {
    if (!ss_springs_have(run, i)) continue;
    ss_penalty_spring *spring = &run->springs->of[i];
    const bool on = touches(ev, i, guard);
    if (on && !spring->on) status = close_contact(ev, i);
    if (!on && spring->on) let_go(ev, i);
    if (spring->on) ev->frequency = fmax(ev->frequency, spring->frequency);
  }
  return status;
}

/* ---- what events.c asks ---------------------------------------------------------------------- */

bool ss_penalty_is_stiff(const ss_events *ev) {
  const ss_run *run = ev->run;
  for (size_t i = 0; run->springs && i < run->elements; i++)
    if (ss_springs_have(run, i) && run->springs->of[i].on && run->system->element[i].slips)
      return true;
  return false;
}

static const double ROUNDING = 16 * DBL_EPSILON;

double ss_penalty_still(const ss_events *ev) {
  const double rounding = ROUNDING * ev->frequency * ss_run_size(ev->run->n, ev->run->q);
  return ss_penalty_is_stiff(ev) ? fmax(2 * SS_SPRINGS_WIDTH, rounding) : rounding;
}

/* Contact i moves no faster than the limit; its directions are added to the unit vectors. What
 * slips by itself tells nothing: on a belt it is the machine that is to be slow. */
static bool creeps(const ss_events *ev, size_t i, double limit, size_t *count, double *units) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const size_t n = run->n;
  if (fabs(ss_contact_rate(n, run->at.WN, run->at.wN, e->normal, run->u)) > limit) return false;
  *count += add_unit(ev, run->at.WN + n * e->normal, *count, units);
  for (size_t k = e->slip; k < e->slip + e->slips; k++) {
    if (run->at.wT[k] != 0) continue;
    if (fabs(ss_contact_rate(n, run->at.WT, run->at.wT, k, run->u)) > limit) return false;
    *count += add_unit(ev, run->at.WT + n * k, *count, units);
  }
  return true;
}

bool ss_penalty_only_creeps(ss_events *ev, double *v) {
  const ss_run *run = ev->run;
  const size_t n = run->n;
  const double limit = ss_penalty_still(ev), *L = ev->contacts.at.L;
  double *units = ev->contacts.at.W;
  size_t count = 0;
  if (!ss_penalty_is_stiff(ev)) return false;
  for (size_t i = 0; i < run->elements; i++)
    if (ss_springs_have(run, i) && run->springs->of[i].on && !creeps(ev, i, limit, &count, units))
      return false;
  /* v = L^T u without the parts that contacts see, and back */
  for (size_t j = 0; j < n; j++) v[j] = dot(n - j, L + j + n * j, run->u + j);
  for (size_t j = 0; j < count; j++) remove_part(n, units + n * j, v);
  ss_contact_solve_upper(n, L, v);
  for (size_t k = 0; k < n; k++)
    if (fabs(v[k]) > limit) return false;
  return true;
}

double ss_penalty_noise(const ss_events *ev) {
  const ss_run *run = ev->run;
  double stiffest = 0;
  for (size_t i = 0; run->springs && i < run->elements; i++) {
    const ss_penalty_spring *s = &run->springs->of[i];
    if (!ss_springs_have(run, i) || !s->on) continue;
    const double rise = s->own ? s->power * pow(run->penetration, s->power - 1) : 1;
    stiffest = fmax(stiffest, s->stiffness * rise);
  }
  return ROUNDING * stiffest * ss_run_size(run->n, run->q);
}

/* ---- the method ------------------------------------------------------------------------------ */

ss_status ss_motion_penalty(ss_run *run) {
  const ss_motion_options *o = run->options;
  const size_t elements = run->elements, forces = run->normals + run->slips;
  ss_springs *springs = ss_arena_new(run->scratch, 1, ss_springs);
  if (!springs) return SS_MEMORY;
  springs->of = ss_arena_new(run->scratch, elements, ss_penalty_spring);
  springs->force = ss_arena_new(run->scratch, forces, double);
  springs->impulse = ss_arena_new(run->scratch, forces, double);
  double *velocities = ss_arena_new(run->scratch, elements * run->n, double);
  if (!springs->of || !springs->force || !springs->impulse || !velocities) return SS_MEMORY;
  for (size_t i = 0; i < elements; i++) {
    springs->of[i].stiffness = o->stiffness_of ? o->stiffness_of[i] : o->stiffness;
    springs->of[i].power = o->power_of ? o->power_of[i] : 1;
    springs->of[i].own = o->damping_of && !isnan(o->damping_of[i]);
    if (springs->of[i].own) springs->of[i].damping = o->damping_of[i];
    springs->of[i].u = velocities + i * run->n;
  }
  run->springs = springs;
  return ss_motion_events(run);
}
