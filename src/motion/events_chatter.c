/* events_chatter.c: infinitely many impacts in finite time.
 *
 * ONE CONTACT. With restitution e < 1 the flights between impacts shrink like a geometric sequence,
 * with a correction that is linear in the flight's length because forces change during a flight:
 *
 *     f_{j+1} = f_j (r + b f_j + ..).
 *
 * r and b follow from the last three flights. Where something else ends with them (the slip of the
 * foot that a block rocks on), their ratios have a limit as well, often in turns:
 *     f_{j+1} = f_j (r + c s^j),   |s| < 1,
 * from four flights. One flight more shows how good each law is, the better is believed, and the
 * sum of all flights to come is the time to the accumulation point. The tail is cut off when it is
 * shorter than TAIL of the time passed and its predicted error is below PRECISION of it, or when
 * flights are too short to be resolved.
 *
 * SEVERAL CONTACTS that bounce in turn follow no simple law. After MANY impacts, contacts that
 * hover just above 0, slower than HOVER, are closed at once: the accumulation time is too early by
 * some HOVER over the acceleration. A contact that bounces alone has its tail, if the law is known
 * to MISFIT. UNSEEN bounces, lower than rounding shows, end where stances are chosen
 * (events_choose.c), and are leapt over as well. A tail that is not known is the shortest in which
 * closed contacts push as much as stopping v (below) pulls: its length does not matter to first
 * order, since behind the stop contacts are closed in any case. If it is long, friction has no
 * share in the stop: tied to an impulse that pulls it would push.
 *
 * The tail itself: impulses of infinitely many impacts act like the force of a closed contact. The
 * velocity v > 0 at the cut is used up by them; to first order in the tail's length they sum up to
 * those of the closed contact over the tail, minus the impulse that would stop v, friction
 * included. So v is stopped with the stances of closed contacts (in slip with the friction impulse
 * tied to the normal one, whatever its sign; what the impact has driven away faster is stopped by
 * nothing), and the state moves on by closed accelerations, q + u d + a d^2/2: errors are of the
 * order of the tail squared. What energy is left over is the loss of the impacts in the tail.
 *
 * SLIPS THAT TURN in every flight (a ball on a post) and back by the impact split flights, but
 * follow the same law. Over the tail their friction changes its sign infinitely often: its impulse
 * is that of a friction that holds. So is that of a slip that tangential restitution turns in every
 * impact; taken for a slip that goes on, it would gain energy of the first order of the tail. A
 * slip that turned in some of the last impacts only is waited for; one that would turn on the way
 * holds, and so does one of another element that SWINGS: 0 in every flight, it is 0 at the end.
 */
#include <math.h>
#include <string.h>

#include "events.h"

static const double TAIL = 1e-5, PRECISION = 1e-10, SHORTEST = 1e-9;
static const double HOVER = 1e-6, HOVER_GAP = 1e-11, MISFIT = 1e-2;
enum { FLIGHTS_LEAST = 4, MANY = 12, TERMS_MOST = 100000 };
static const unsigned LAST_FLIGHTS = (1u << FLIGHTS_LEAST) - 1;

void ss_chatter_forget(ss_events *ev) {
  ev->chatter.element = SIZE_MAX;
  ev->chatter.flights = 0;
  ev->chatter.flown = 0;
  for (size_t part = 0; part < SS_PARTS_MOST; part++) {
    ev->chatter.turns[part] = 0;
    ev->chatter.since[part] = FLIGHTS_LEAST;
  }
  memset(ev->swings, 0, SS_PARTS_MOST * ev->run->elements * sizeof *ev->swings);
}

/* ---- the law of the flights ------------------------------------------------------------------ */

/* f_{j+1} = f_j (r + d), the next ratio r + d s: from flights, the newest first, `last` being the
 * last of d. s is that of a correction linear in f_j, from three flights; or, if it is `found`,
 * that of three ratios, from four. False if the corrections do not shrink. */
typedef struct law {
  double r, last, s;
} law;

static bool fit(const double *f, bool found, law *l) {
  const double newest = f[0] / f[1], newer = f[1] / f[2];
  l->s = found ? (newest - newer) / (newer - f[2] / f[3]) : f[1] / f[2];
  l->last = (newest - newer) * l->s / (l->s - 1);
  l->r = newest - l->last;
  return fabs(l->s) < 1 && l->r > 0 && l->r < 1;
}

/* The flight after f. A correction that is linear in the flight shrinks as the flights do, one that
 * was found shrinks by its own factor. */
static double fly_on(law *l, bool found, double f, double before) {
  l->last *= found ? l->s : f / before;
  return f * (l->r + l->last);
}

/* The sum of the flights to come after f; INFINITY if they do not shrink. */
static double sum_tail(law l, bool found, double f, double before) {
  double sum = 0;
  for (int j = 0; j < TERMS_MOST; j++) {
    const double next = fly_on(&l, found, f, before);
    if (!(next > 0 && next < f)) return INFINITY;
    before = f;
    f = next;
    sum += f;
    if (f < 1e-18 * sum) return sum;
  }
  return sum + f * l.r / (1 - l.r);
}

/* One of the two laws. */
static bool predict_by(const ss_chatter *c, bool found, double *tail, double *misfit) {
  const double *f = c->flight;
  law l;
  if (c->flights < (size_t)FLIGHTS_LEAST + found) return false;
  if (!fit(f + 1, found, &l)) return false;
  *misfit = fabs(f[0] / fly_on(&l, found, f[1], f[2]) - 1);
  if (!fit(f, found, &l)) return false;
  *tail = sum_tail(l, found, f[0], f[1]);
  return isfinite(*tail);
}

/* *tail is the time to the accumulation point, *misfit how far the newest flight is from what those
 * before it said, by the law that foretold it better; false if there is no such point. */
static bool predict(const ss_chatter *c, double *tail, double *misfit) {
  double other_tail, other;
  if (c->flights < FLIGHTS_LEAST) return false;
  for (int j = 0; j < FLIGHTS_LEAST - 1; j++)
    if (!(c->flight[j] < c->flight[j + 1])) return false;
  const bool known = predict_by(c, false, tail, misfit);
  if (!predict_by(c, true, &other_tail, &other) || (known && *misfit <= other)) return known;
  *tail = other_tail;
  *misfit = other;
  return true;
}

/* Is it in sight? */
static bool foresee(const ss_chatter *c, double passed, double *tail) {
  double misfit;
  if (!predict(c, tail, &misfit) || !(*tail <= TAIL * (passed + *tail))) return false;
  return misfit * *tail <= PRECISION * passed || c->flight[0] < SHORTEST * passed;
}

/* ---- slips ----------------------------------------------------------------------------------- */

static const double *slip_of(const ss_events *ev, size_t i) {
  return ev->contacts.at.gamma + ev->run->normals + ev->run->system->element[i].slip;
}

/* a b over the components of a part of the law. */
static double multiply_part(const ss_events *ev, size_t i, size_t part, const double *a,
                            const double *b) {
  const ss_element *element = ev->run->system->element[i].element;
  double sum = 0;
  for (size_t k = ss_law_part_first(part); k < ss_law_part_last(element->law, part); k++)
    sum += a[k] * b[k];
  return sum;
}

/* The slip after an impact, beside that after the last one. */
static void note_slip(ss_events *ev) {
  ss_chatter *c = &ev->chatter;
  const double *slip = slip_of(ev, c->element);
  for (size_t part = 0; part < ss_stances_parts(ev, c->element); part++) {
    const bool turned = c->flights > 0 &&
                        ss_stances_speed(ev, c->element, part) > ss_events_still(ev) &&
                        multiply_part(ev, c->element, part, slip, c->slip) < 0;
    c->turns[part] = turned ? c->turns[part] + 1 : 0;
    c->since[part] = turned ? 0 : c->since[part] + 1;
  }
  memcpy(c->slip, slip, ev->run->system->element[c->element].slips * sizeof *slip);
}

void ss_chatter_note_swing(ss_events *ev, const ss_guard *guard, double duration) {
  ev->chatter.flown += duration;
  ev->swings[SS_PARTS_MOST * guard->element + guard->part] |= 1;
}

/* Did it come to 0 in each of the last flights? */
static bool is_swinging(const ss_events *ev, size_t i, size_t part) {
  return (ev->swings[SS_PARTS_MOST * i + part] >> 1 & LAST_FLIGHTS) == LAST_FLIGHTS;
}

/* Did each slip turn in all of the last impacts, or in none of them, and come to 0 in all of the
 * last flights, or in none? Flights that are too short to be told apart do not wait. */
static bool is_settled(const ss_events *ev) {
  const ss_chatter *c = &ev->chatter;
  if (c->flight[0] < SHORTEST * ev->run->t) return true;
  for (size_t k = 0; k < SS_PARTS_MOST * ev->run->elements; k++) {
    const unsigned last = ev->swings[k] >> 1 & LAST_FLIGHTS;
    if (last != 0 && last != LAST_FLIGHTS) return false;
  }
  for (size_t part = 0; part < ss_stances_parts(ev, c->element); part++)
    if (c->since[part] < FLIGHTS_LEAST && c->turns[part] < FLIGHTS_LEAST) return false;
  return true;
}

static bool is_turning(const ss_events *ev, size_t i, size_t part) {
  return ev->chatter.element == i && ev->chatter.since[part] < FLIGHTS_LEAST;
}

/* After the stop: slips of the chattering contact that friction would turn before the end of the
 * tail count as turning; are there new ones? */
static bool find_turning(ss_events *ev, double tail) {
  const ss_run *run = ev->run;
  ss_chatter *c = &ev->chatter;
  double end[SS_SLIP_MOST];
  bool any = false;
  if (c->element == SIZE_MAX || !ev->closing[c->element] || run->idle[c->element]) return false;
  const ss_system_element *e = &run->system->element[c->element];
  for (size_t k = 0; k < e->slips; k++)
    end[k] =
        slip_of(ev, c->element)[k] + tail * ss_contact_rate(run->n, run->at.WT, run->at.zetaT,
                                                            e->slip + k, ev->contacts.acceleration);
  for (size_t part = 0; part < ss_stances_parts(ev, c->element); part++) {
    if (!ss_stance_slips(&ev->stance[c->element], part)) continue;
    if (multiply_part(ev, c->element, part, end, c->slip) >= 0) continue;
    c->since[part] = 0;
    any = true;
  }
  return any;
}

/* ---- the tail -------------------------------------------------------------------------------- */

static double find_energy(ss_run *run) {
  ss_run_evaluate(run, run->t, run->q, run->u);
  return run->at.energy[0] + run->at.energy[1];
}

/* The contact's stance in the tail: closed, slipping as it slips now. */
static ss_stance close_contact(const ss_events *ev, size_t i) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  ss_stance stance = {.kind = SS_STANCE_HELD, .sign = 1, .side = 1};
  if (run->idle[i]) return stance;
  for (size_t part = 0; part < ss_stances_parts(ev, i); part++) {
    stance.holds[part] =
        !(ss_stances_speed(ev, i, part) > ss_events_still(ev)) || is_turning(ev, i, part);
    if (!stance.holds[part]) stance.kind = SS_STANCE_SLIP;
  }
  if (e->slips == 1 && slip_of(ev, i)[0] < 0) stance.sign = -1;
  return stance;
}

/* Has the impact turned the slip of a friction? */
static bool is_turned(const ss_events *ev, size_t i) {
  const ss_system_element *e = &ev->run->system->element[i];
  if (e->element->kind != SS_ELEMENT_FRICTION || e->slips != 1) return false;
  const double gamma = ev->contacts.at.gamma[ev->run->normals + e->slip];
  return ev->old_stance[i].kind == SS_STANCE_SLIP && gamma * ev->old_stance[i].sign < 0;
}

/* Velocities that the impacts of the tail use up: those of contacts that close, and what these may
 * have done to others. */
static double find_swift(const ss_events *ev) {
  double most = 0;
  for (size_t i = 0; i < ev->run->elements; i++)
    if (ev->closing[i])
      most = fmax(most, fabs(ev->contacts.at.gamma[ev->run->system->element[i].normal]));
  return fmax(ev->run->springs ? INFINITY : ss_events_still(ev), 4 * most);
}

/* The stance of an element that does not close: as it was, unless the impact gave it a velocity
 * that is not used up. A contact may leave, what was held slip, and a slip turn. */
static ss_stance keep_stance(const ss_events *ev, size_t i, double swift) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const ss_stance open = {.kind = SS_STANCE_OPEN, .sign = 1, .side = 1};
  ss_stance stance = ev->old_stance[i];
  if (is_turned(ev, i)) stance = (ss_stance){.kind = SS_STANCE_HELD, .sign = 1, .side = 1};
  if (stance.kind == SS_STANCE_OPEN || run->idle[i]) return stance;
  if (e->element->kind == SS_ELEMENT_CONTACT && ev->contacts.at.gamma[e->normal] > swift)
    return open;
  if (e->element->kind == SS_ELEMENT_CLUTCH) return slip_of(ev, i)[0] > swift ? open : stance;
  for (size_t part = 0; e->slips > 0 && part < ss_stances_parts(ev, i); part++) {
    if (is_swinging(ev, i, part)) {
      ss_stance_hold(&stance, part, ss_stances_parts(ev, i));
      continue;
    }
    if (!(ss_stances_speed(ev, i, part) > swift)) continue;
    if (!ss_stance_slips(&stance, part)) ss_stance_slip(&stance, part);
    if (e->slips == 1) stance.sign = slip_of(ev, i)[0] < 0 ? -1 : 1;
  }
  return stance;
}

/* May another contact come down before the tail is over? Its velocity may change by that of the
 * contact that closes, some times over, and by its acceleration. */
static bool is_interrupted(const ss_events *ev, size_t element, double tail) {
  const ss_run *run = ev->run;
  const ss_contacts *c = &ev->contacts;
  const double speed = fabs(c->at.gamma[run->system->element[element].normal]);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const size_t k = e->normal;
    if (i == element || e->element->kind != SS_ELEMENT_CONTACT) continue;
    if (ev->stance[i].kind != SS_STANCE_OPEN) continue;
    const double fall =
        fmax(0, -c->at.gamma[k]) + 4 * speed +
        tail * fabs(ss_contact_rate(run->n, run->at.WN, run->at.zetaN, k, c->at.free));
    if (run->at.gap[k] < 2 * fall * tail) return true;
  }
  return false;
}

/* Takes contacts that do not push from those that close; how many push, and how many do not. */
static size_t drop_pulling(ss_events *ev, size_t *dropped) {
  size_t pushing = 0;
  *dropped = 0;
  for (size_t i = 0; i < ev->run->elements; i++) {
    if (!ev->closing[i]) continue;
    ev->closing[i] = ev->run->forces[ev->run->system->element[i].normal] > 0;
    *(ev->closing[i] ? &pushing : dropped) += 1;
  }
  return pushing;
}

/* Stances with the contacts in ev->closing closed, those left out that would pull. False, with the
 * stances as they were, if none is left. */
static bool close_contacts(ss_events *ev) {
  ss_run *run = ev->run;
  size_t pushing, dropped;
  do {
    const double swift = find_swift(ev);
    for (size_t i = 0; i < run->elements; i++)
      ev->stance[i] = ev->closing[i] ? close_contact(ev, i) : keep_stance(ev, i, swift);
    if (!ss_stances_solve(ev, run->t, run->q, run->u)) break;
    pushing = drop_pulling(ev, &dropped);
    if (pushing && !dropped) return true;
  } while (pushing);
  memcpy(ev->stance, ev->old_stance, run->elements * sizeof *ev->stance);
  return false;
}

static double sum_amounts(const ss_events *ev) {
  double sum = ev->amounts[0];
  for (size_t i = 0; i < ev->run->elements; i++) sum += ev->amounts[2 + i];
  return sum;
}

static void record_accumulation(ss_events *ev, double gain) {
  ss_run *run = ev->run;
  bool booked = false;
  for (size_t i = 0; i < run->elements; i++) {
    if (!ev->closing[i]) continue;
    ss_record_event(run, SS_EVENT_ACCUMULATION, i);
    if (!booked) ss_book_impact(run, i, gain, 0);
    booked = true;
  }
}

/* The shortest tail in which the contacts, closed, push as much as stopping them would pull; 0 if
 * it is long, or another contact may come down before it is over. After close_contacts(). */
static double find_least_tail(ss_events *ev) {
  const ss_run *run = ev->run;
  const ss_contacts *c = &ev->contacts;
  double u[run->n], tail = 0;
  memcpy(u, run->u, sizeof u);
  if (!ss_stances_stop(ev, true, u)) return 0;
  for (size_t k = 0; k < c->at.contacts; k++) {
    const size_t i = c->at.element[k];
    if (!ev->closing[i]) continue;
    const double impulse = -c->r[c->at.contact[k].offset]; /* r < 0: it pulls */
    tail = fmax(tail, impulse / run->forces[run->system->element[i].normal]);
  }
  if (!(tail <= TAIL * (run->t + tail))) return 0;
  for (size_t i = 0; i < run->elements; i++)
    if (ev->closing[i] && is_interrupted(ev, i, tail)) return 0;
  return tail;
}

/* Closes the contacts in ev->closing and moves on by `tail`; 0: it is not known. *closed is false,
 * and nothing happened, if they would not stay closed. */
static ss_status cut_off(ss_events *ev, double known, bool *closed) {
  ss_run *run = ev->run;
  double u[run->n], tail;
  memcpy(u, run->u, sizeof u);
  memcpy(ev->old_stance, ev->stance, run->elements * sizeof *ev->stance);
  const double before = find_energy(run);
  do {
    memcpy(run->u, u, sizeof u);
    ss_run_evaluate(run, run->t, run->q, run->u);
    if (ss_contacts_factor(run, &ev->contacts, run->u) != SS_OK) return SS_SINGULAR;
    *closed = close_contacts(ev);
    if (!*closed) return SS_OK;
    tail = known > 0 ? known : find_least_tail(ev);
    if (!ss_stances_stop(ev, tail > 0, run->u) || !ss_stances_solve(ev, run->t, run->q, run->u))
      return ss_events_stop_without_forces(ev, run->t);
  } while (find_turning(ev, tail));
  ss_stances_drift(ev, tail);
  if (ss_events_project(ev, run->t, run->q, run->u) != SS_OK)
    return ss_run_stop(run, SS_NO_CONVERGENCE, "the state at t = %.9g cannot be corrected%s",
                       run->t, ss_events_name_modes(ev));
  const double gain = find_energy(run) - before - sum_amounts(ev);
  record_accumulation(ev, gain);
  ss_chatter_forget(ev);
  return SS_OK;
}

/* ---- both kinds ------------------------------------------------------------------------------ */

/* Contacts that hover are marked in ev->closing, and those that touch without a velocity; false if
 * there are only such: they need no closing. */
static bool find_hovering(ss_events *ev) {
  const ss_run *run = ev->run;
  const double speed = HOVER * ss_run_size(run->n, run->u);
  const double height = HOVER_GAP * ss_run_size(run->n, run->q);
  bool any = false;
  memset(ev->closing, 0, run->elements * sizeof *ev->closing);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (e->element->kind != SS_ELEMENT_CONTACT || ev->stance[i].kind != SS_STANCE_OPEN) continue;
    const double gap = run->at.gap[e->normal], gamma = fabs(ev->contacts.at.gamma[e->normal]);
    if (gap > height || gamma > speed) continue;
    ev->closing[i] = true;
    any |= gap > ss_events_touching(ev) || gamma > ss_events_still(ev);
  }
  return any;
}

/* What is left of the bounces where only the contact hovers that bounces; else 0. */
static double find_left(const ss_events *ev) {
  const ss_chatter *c = &ev->chatter;
  double tail, misfit;
  for (size_t i = 0; i < ev->run->elements; i++)
    if (ev->closing[i] && i != c->element) return 0;
  if (!predict(c, &tail, &misfit) || !(misfit < MISFIT) || !is_settled(ev)) return 0;
  return is_interrupted(ev, c->element, tail) ? 0 : tail;
}

/* The impact at `element` ended a flight. */
ss_status ss_chatter_note(ss_events *ev, size_t element, double flight, bool *closed) {
  ss_chatter *c = &ev->chatter;
  ss_run *run = ev->run;
  double tail;
  *closed = false;
  if (c->element != element) {
    ss_chatter_forget(ev);
    c->element = element;
  } else {
    memmove(c->flight + 1, c->flight, (SS_FLIGHTS - 1) * sizeof *c->flight);
    c->flight[0] = c->flown + flight;
    c->flights++;
  }
  c->flown = 0;
  c->impacts++;
  for (size_t k = 0; k < SS_PARTS_MOST * run->elements; k++) ev->swings[k] <<= 1;
  ss_run_evaluate(run, run->t, run->q, run->u);
  if (ss_contacts_factor(run, &ev->contacts, run->u) != SS_OK) return SS_SINGULAR;
  note_slip(ev);
  if (foresee(c, run->t, &tail) && is_settled(ev)) {
    memset(ev->closing, 0, run->elements * sizeof *ev->closing);
    ev->closing[element] = true;
    if (!is_interrupted(ev, element, tail)) return cut_off(ev, tail, closed);
  }
  if (c->impacts >= MANY && find_hovering(ev)) return cut_off(ev, find_left(ev), closed);
  return SS_OK;
}

/* Contacts that the stances close, though the impact let them leave. */
static bool find_unseen(ss_events *ev) {
  const ss_run *run = ev->run;
  bool any = false;
  memset(ev->closing, 0, run->elements * sizeof *ev->closing);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (e->element->kind != SS_ELEMENT_CONTACT || ev->stance[i].kind == SS_STANCE_OPEN) continue;
    ev->closing[i] = ev->contacts.at.gamma[e->normal] > ss_events_still(ev);
    any |= ev->closing[i];
  }
  return any;
}

ss_status ss_chatter_close_unseen(ss_events *ev, const double *q, const double *u, bool *closed) {
  ss_run *run = ev->run;
  double q_closed[run->n], u_closed[run->n];
  ss_stance chosen[run->elements];
  *closed = false;
  memcpy(chosen, ev->stance, sizeof chosen);
  memcpy(q_closed, run->q, sizeof q_closed);
  memcpy(u_closed, run->u, sizeof u_closed);
  memcpy(run->q, q, sizeof q_closed);
  memcpy(run->u, u, sizeof u_closed);
  ss_run_evaluate(run, run->t, run->q, run->u);
  if (ss_contacts_factor(run, &ev->contacts, run->u) != SS_OK) return SS_SINGULAR;
  if (find_unseen(ev)) {
    memcpy(ev->stance, ev->old_stance, run->elements * sizeof *ev->stance);
    const ss_status status = cut_off(ev, find_left(ev), closed);
    if (status != SS_OK || *closed) return status;
  }
  memcpy(run->q, q_closed, sizeof q_closed);
  memcpy(run->u, u_closed, sizeof u_closed);
  memcpy(ev->stance, chosen, sizeof chosen);
  return SS_OK;
}
