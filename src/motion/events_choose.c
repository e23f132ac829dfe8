/* events_choose.c: which stances follow an event.
 *
 * Positions and velocities say which contacts touch and which slip; where a velocity is 0, the
 * contact laws at acceleration level decide (Leine & van de Wouw 2008, eqs. 9 and 20, one
 * derivative up):
 *
 *     touching, gamma_N = 0:   0 <= gamma_N' , 0 <= lambda_N, complementary
 *     gamma_T = 0:             gamma_T' in the normal cone of the friction set at -lambda_T
 *
 * Small planar problems are enumerated, which shows whether there is no solution, one or several;
 * others are solved. Of several solutions those count that are solutions for some time: a contact
 * that sticks may reach its bound where it could lift off all along, and then only that is left
 * (the end of Painleve's ambiguity). A solution on the border of two stances (a normal force that
 * is just 0, a sticking force just at its bound: every event of that kind) is the same motion in
 * both at this instant. Then the problem is asked again a little later, at
 *
 *     q + u d + a d^2 / 2,   u + a d,   d = 1e-4 of a step's length,
 *
 * where the border has been crossed by something of the order d, far above rounding; only elements
 * that were on the border are decided by the second answer.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "events.h"

/* Accelerations and forces below this share of the problem's size are on the border. */
static const double BORDER = 1e-10;

/* A spatial slip that accelerates by less than this share of what its friction alone would do
 * begins slowly. */
static const double SLOWLY = 1e-2;

/* A spatial slip has ended below this many times the velocity that counts as 0: well above the
 * integrator's errors, which would turn its direction about. */
static const double SLOWEST = 10;

/* Heights below this share of the configuration's size are not resolved. */
static const double HIDDEN = 4e-15;

/* Residuals of solutions that are enumerated; that a solver may leave, where rounding stops it. */
static const double EXACT = 1e-12, GOOD = 1e-11;

/* Problems of more contacts are solved, not enumerated: 4^6 modes take some milliseconds. */
enum { ENUMERATE_MOST = 6 };

double ss_events_still(const ss_events *ev) {
  return fmax(ev->run->options->tolerance, 1e-12) * ss_run_size(ev->run->n, ev->run->u);
}

double ss_events_slowest(const ss_events *ev) {
  return SLOWEST * ss_events_still(ev);
}

double ss_events_touching(const ss_events *ev) {
  return 0.1 * fmax(ev->run->options->tolerance, 1e-12) * ss_run_size(ev->run->n, ev->run->q);
}

bool ss_events_touches(const ss_events *ev, size_t element) {
  const double gap = ev->run->at.gap[ev->run->system->element[element].normal];
  return gap <= ss_events_touching(ev) && !ev->aloft[element];
}

void ss_events_find_aloft(ss_events *ev, const ss_guard *guard) {
  ss_run *run = ev->run;
  memset(ev->aloft, 0, run->elements * sizeof *ev->aloft);
  if (!guard || guard->kind == SS_GUARD_GAP || run->springs) return;
  ss_run_evaluate(run, run->t, run->q, run->u);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (e->element->kind != SS_ELEMENT_CONTACT || ev->stance[i].kind != SS_STANCE_OPEN) continue;
    ev->aloft[i] = run->at.gap[e->normal] > HIDDEN * ss_run_size(run->n, run->q);
  }
}

/* ---- positions and velocities ---------------------------------------------------------------- */

/* Does a contact that leaves with gamma > 0 come back from a height that rounding hides, with this
 * acceleration of the machine? */
static bool hardly_leaves(const ss_events *ev, size_t normal, const double *acceleration) {
  const ss_run *run = ev->run;
  const double gamma = ev->contacts.at.gamma[normal];
  const double fall = -ss_contact_rate(run->n, run->at.WN, run->at.zetaN, normal, acceleration);
  return gamma * gamma < 2 * fall * HIDDEN * ss_run_size(run->n, run->q);
}

static bool takes_part(const ss_events *ev, size_t i) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const double *gamma = ev->contacts.at.gamma;
  switch (e->element->kind) {
  case SS_ELEMENT_CONTACT:
    if (run->springs) return run->springs->of[i].on;
    return ss_events_touches(ev, i) && (gamma[e->normal] <= ss_events_still(ev) || ev->pressed[i] ||
                                        hardly_leaves(ev, e->normal, ev->contacts.at.free));
  case SS_ELEMENT_CLUTCH:
    return ev->ended[SS_PARTS_MOST * i] || gamma[run->normals + e->slip] <= ss_events_still(ev);
  case SS_ELEMENT_FRICTION: return !run->idle[i];
  default: return true;
  }
}

/* Does a part of element i slip? What is slower than the end of a spatial slip does not: it would
 * never come to that end, and nothing holds it. Such a slip may also be as slow as one that has
 * just begun (SS_NUDGE): several of one body that end together would begin and end by turns for
 * ever. */
static bool slips(const ss_events *ev, size_t i, size_t part) {
  const ss_run *run = ev->run;
  const ss_system_element *e = &run->system->element[i];
  const double *gamma = ev->contacts.at.gamma + run->normals + e->slip;
  if (ev->ended[SS_PARTS_MOST * i + part] || e->element->kind == SS_ELEMENT_CLUTCH) return false;
  if (run->idle[i] || ss_springs_have(run, i)) return false;
  const double least = e->slips > 1 ? fmax(ss_events_slowest(ev), SS_NUDGE * ev->pace * ev->load)
                                    : ss_events_still(ev);
  const size_t last = e->slips ? ss_law_part_last(e->element->law, part) : 0;
  for (size_t k = ss_law_part_first(part); k < last; k++)
    if (fabs(gamma[k]) > least) return true;
  return false;
}

/* Stances that positions and velocities know: open, slip, and held for what is to be decided. */
static void take_stock(ss_events *ev) {
  const ss_run *run = ev->run;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    ss_stance *stance = &ev->stance[i];
    *stance = (ss_stance){.kind = SS_STANCE_OPEN, .sign = 1, .side = 1};
    if (!takes_part(ev, i)) continue;
    stance->kind = SS_STANCE_HELD;
    for (size_t part = 0; part < ss_stances_parts(ev, i); part++)
      if (slips(ev, i, part)) ss_stance_slip(stance, part);
    if (e->slips != 1 || run->idle[i]) continue;
    if (ev->contacts.at.gamma[run->normals + e->slip] < 0) stance->sign = -1;
  }
}

/* The contact problem of the stances at (t, q, u). */
static ss_status gather(ss_events *ev, double t, const double *q, const double *u) {
  ss_run *run = ev->run;
  ss_run_evaluate(run, t, q, u);
  if (!ss_run_is_finite(run))
    return ss_run_stop(run, SS_NO_CONVERGENCE, "the equations are not finite at t = %.9g%s", t,
                       ss_events_name_modes(ev));
  if (ss_contacts_factor(run, &ev->contacts, u) != SS_OK)
    return ss_run_stop(run, SS_SINGULAR, "the mass matrix is not positive definite at t = %.9g%s",
                       t, ss_events_name_modes(ev));
  ss_stances_choose_duties(ev);
  ss_contacts_gather(run, &ev->contacts, ev->duty);
  for (size_t k = 0; k < ev->contacts.at.contacts; k++) {
    const size_t i = ev->contacts.at.element[k];
    ss_contact *contact = &ev->contacts.at.contact[k];
    if (contact->sliding && run->system->element[i].slips == 1)
      contact->slide[0] = -ev->stance[i].sign * contact->law.argument[0];
  }
  return SS_OK;
}

/* ---- several motions ------------------------------------------------------------------------- */

/* Puts the state a little later into y_inside; contacts.acceleration must be that of now. */
static double look_ahead(ss_events *ev) {
  const ss_run *run = ev->run;
  const double d = 1e-4 * ev->pace;
  ss_run_go_on(run, ev->contacts.acceleration, d, ev->y_inside, ev->y_inside + run->n);
  return run->t + d;
}

static double find_distance(size_t size, const double *a, const double *b) {
  double largest = 0;
  for (size_t j = 0; j < size; j++) largest = fmax(largest, fabs(a[j] - b[j]));
  return largest;
}

/* Is solution k still one a little later, when its own motion has been followed? The nearest
 * solution there must be nearer to it than half the way to any other one of the list. */
static bool lasts(ss_events *ev, const ss_mode_list *list, size_t k) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  const double *xi = list->items[k].xi;
  double apart = INFINITY, change = INFINITY;
  ss_mode_list later;
  if (gather(ev, run->t, run->q, run->u) != SS_OK) return true;
  ss_contacts_apply(run, c, list->items[k].r, NULL);
  const double t = look_ahead(ev);
  if (gather(ev, t, ev->y_inside, ev->y_inside + run->n) != SS_OK) return true;
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  if (ss_contact_enumerate(&problem, EXACT, run->scratch, &later) != SS_OK) return true;
  for (size_t i = 0; i < list->count; i++)
    if (i != k) apart = fmin(apart, find_distance(c->at.size, xi, list->items[i].xi));
  for (size_t i = 0; i < later.count; i++)
    change = fmin(change, find_distance(c->at.size, xi, later.items[i].xi));
  return change < apart / 2;
}

/* Takes from the list what ends at this instant, unless all does: an event may be where one of
 * several motions ceases to be possible. */
static ss_status drop_ending(ss_events *ev, ss_mode_list *list) {
  ss_run *run = ev->run;
  const char *reason = run->reason;
  size_t count = 0;
  bool *stays = ss_arena_new(run->scratch, list->count, bool);
  if (!stays) return SS_MEMORY;
  for (size_t k = 0; k < list->count; k++) count += stays[k] = lasts(ev, list, k);
  run->reason = reason;
  if (count > 0 && count < list->count) {
    size_t kept = 0;
    for (size_t k = 0; k < list->count; k++)
      if (stays[k]) list->items[kept++] = list->items[k];
    list->count = count;
    if (count == 1 && list->items[0].motion_unique) list->solutions = SS_SOLUTIONS_UNIQUE;
  }
  return gather(ev, run->t, run->q, run->u);
}

/* ---- solving --------------------------------------------------------------------------------- */

static bool is_planar(const ss_contacts *c) {
  for (size_t k = 0; k < c->at.contacts; k++)
    if (ss_law_dimension(c->at.contact[k].law.kind) > 1) return false;
  return c->at.contacts <= ENUMERATE_MOST;
}

/* All solutions; the first becomes contacts.r, .xi. Without `strict` several are as good as one. */
static ss_status enumerate(ss_events *ev, bool strict) {
  ss_contacts *c = &ev->contacts;
  ss_arena *scratch = ev->run->scratch;
  const ss_arena_mark mark = ss_arena_get_mark(scratch);
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_mode_list list;
  ss_status status = ss_contact_enumerate(&problem, EXACT, scratch, &list);
  if (status == SS_OK && strict && list.count > 1) status = drop_ending(ev, &list);
  if (status == SS_OK) {
    const bool several = strict && list.solutions == SS_SOLUTIONS_SEVERAL;
    ev->jammed = strict && list.count == 0;
    if (list.count == 0)
      status = ss_events_stop_at_none(ev);
    else if (several && !ev->run->options->first_if_several)
      status = ss_events_stop_at_several(ev, &list);
    else if (several)
      ss_doubt_note(ev->run, ev->run->t, "several motions are possible; the first was followed");
  }
  if (status == SS_OK) {
    memcpy(c->r, list.items[0].r, c->at.size * sizeof *c->r);
    memcpy(c->xi, list.items[0].xi, c->at.size * sizeof *c->xi);
  }
  ss_arena_release(scratch, mark);
  return status;
}

static ss_status solve(ss_events *ev, bool strict) {
  ss_contacts *c = &ev->contacts;
  if (is_planar(c)) return enumerate(ev, strict);
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_contact_report report;
  const ss_status status = ss_contact_solve(&problem, &c->options, c->work, c->r, c->xi, &report);
  if (status == SS_OK || report.residual <= GOOD) return SS_OK;
  return ss_events_stop_unsolved(ev, report.residual);
}

/* ---- reading a solution ---------------------------------------------------------------------- */

/* Accelerations of this size are on the border. */
static double find_border(const ss_events *ev) {
  const ss_contacts *c = &ev->contacts;
  double size = ev->load;
  for (size_t k = 0; k < c->at.contacts; k++) {
    const ss_contact *contact = &c->at.contact[k];
    const size_t last = contact->offset + ss_contact_dimension(contact);
    for (size_t j = contact->offset; j < last; j++)
      size = fmax(size, fmax(fabs(c->at.c[j]), fabs(c->at.G[j + c->at.size * j] * c->r[j])));
  }
  return BORDER * size;
}

/* Slip of a part of a contact that is at rest: does it begin (+1), not begin (-1), or is that open
 * (0)? */
static int read_slip(const ss_events *ev, size_t k, size_t part, double N, double border) {
  const ss_contacts *c = &ev->contacts;
  const ss_contact *contact = &c->at.contact[k];
  ss_stance *stance = &ev->stance[c->at.element[k]];
  const ss_law law = ss_law_part(&contact->law, part);
  const size_t count = (size_t)ss_law_dimension(law.kind), from = ss_law_part_first(part);
  const size_t all = (size_t)ss_law_dimension(contact->law.kind);
  const size_t first = contact->offset + ss_contact_dimension(contact) - all + from;
  double slip = 0, g = 0, push = 0, negative[SS_SLIP_MOST], nearest[SS_SLIP_MOST], slack = 0;
  for (size_t a = 0; a < count; a++) {
    slip = fmax(slip, fabs(c->xi[first + a]));
    push = fmax(push, fabs(c->r[first + a] * c->at.G[(first + a) * (c->at.size + 1)]));
    g = fmax(g, c->at.G[(first + a) * (c->at.size + 1)]);
    stance->slide[from + a] = N > 0 ? c->r[first + a] / N : 0;
  }
  if (slip > border) {
    if (count == 1) stance->sign = c->xi[first] < 0 ? -1 : 1;
    stance->begins[part] = count > 1;
    stance->slowly[part] = count > 1 && slip < SLOWLY * push;
    return 1;
  }
  /* inside its set, is the force still inside when it grows a little? */
  for (size_t a = 0; a < count; a++)
    negative[a] = -c->r[first + a] * (1 + 1e-7) - copysign(border / g, c->r[first + a]);
  ss_law_prox(&law, N, negative, nearest);
  for (size_t a = 0; a < count; a++) slack = fmax(slack, fabs(negative[a] - nearest[a]));
  if (slack == 0) return -1;
  /* on the border: slip against the force, if it comes to that */
  if (count == 1) stance->sign = c->r[first] > 0 ? -1 : 1;
  return 0;
}

/* What the parts of contact k do that are at rest; which of them are on the border? */
static void read_parts(ss_events *ev, size_t k, double N, double border, bool *open) {
  const ss_contact *contact = &ev->contacts.at.contact[k];
  ss_stance *stance = &ev->stance[ev->contacts.at.element[k]];
  for (size_t part = 0; part < ss_law_parts(contact->law.kind); part++) {
    if (ss_contact_slides(contact, ss_law_part_first(part))) continue;
    const int begins = read_slip(ev, k, part, N, border);
    if (begins > 0) ss_stance_slip(stance, part);
    open[part] = begins == 0;
  }
}

/* The stance of contact k; which parts of its law are on the border, all if its normal force is?
 * One that touches without a force, now and later, cannot hold what slips away: a mass falls along
 * a wall. */
static void read_stance(ss_events *ev, size_t k, double border, bool *open) {
  const ss_contacts *c = &ev->contacts;
  const ss_contact *contact = &c->at.contact[k];
  ss_stance *stance = &ev->stance[c->at.element[k]];
  const double r = c->r[contact->offset], xi = c->xi[contact->offset];
  const double push = r * c->at.G[contact->offset * (c->at.size + 1)];
  double N = contact->normal;
  bool unloaded = false;
  if (contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_CLUTCH) {
    if (xi > border) {
      stance->kind = SS_STANCE_OPEN;
      return;
    }
    unloaded = push <= border;
    N = unloaded ? 0 : r;
  } else if (contact->kind == SS_ELEMENT_SLIDER) {
    stance->side = r < 0 ? -1 : 1;
    N = fabs(r);
    if (contact->sliding && fabs(push) <= border) open[0] = true;
  }
  if (contact->kind != SS_ELEMENT_CLUTCH && contact->law.kind != SS_LAW_FRICTIONLESS)
    read_parts(ev, k, N, border, open);
  if (unloaded) open[0] = open[1] = true;
}

/* What was not on the border stays; so does what still is. */
static void keep_decided(const ss_stance *before, const bool *was_open, const bool *is_open,
                         size_t parts, ss_stance *stance) {
  if ((!was_open[0] && !was_open[1]) || is_open[0] || is_open[1]) *stance = *before;
  if (stance->kind == SS_STANCE_OPEN) return;
  for (size_t part = 0; part < parts; part++) {
    if (was_open[part] || ss_stance_slips(before, part) == ss_stance_slips(stance, part)) continue;
    if (ss_stance_slips(before, part))
      ss_stance_slip(stance, part);
    else
      ss_stance_hold(stance, part, parts);
  }
}

/* ---- the border ------------------------------------------------------------------------------ */

/* Decides what is on the border (ev->border) by the accelerations a little later. Where that fails
 * too, they stay as they are: closed and held. */
static ss_status decide_border(ss_events *ev) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  const double t = look_ahead(ev);
  const char *reason = run->reason;
  ss_status status = gather(ev, t, ev->y_inside, ev->y_inside + run->n);
  if (status == SS_OK && solve(ev, false) == SS_OK) {
    const double border = find_border(ev);
    for (size_t k = 0; k < c->at.contacts; k++) {
      const size_t i = c->at.element[k];
      const ss_stance before = ev->stance[i];
      bool open[SS_PARTS_MOST] = {false};
      read_stance(ev, k, border, open);
      keep_decided(&before, ev->border + SS_PARTS_MOST * i, open, ss_stances_parts(ev, i),
                   &ev->stance[i]);
    }
  }
  run->reason = reason;
  return gather(ev, run->t, run->q, run->u);
}

/* Where forces are not unique, those that were found may let a contact slip that others hold. What
 * can be held all together is held. */
static ss_status hold_if_possible(ss_events *ev) {
  const ss_run *run = ev->run;
  ss_stance *found = ss_arena_new(run->scratch, run->elements, ss_stance);
  if (!found) return SS_MEMORY;
  bool any = false;
  memcpy(found, ev->stance, run->elements * sizeof *found);
  for (size_t i = 0; i < run->elements; i++) {
    for (size_t part = 0; part < ss_stances_parts(ev, i); part++) {
      if (!found[i].begins[part]) continue;
      ss_stance_hold(&ev->stance[i], part, ss_stances_parts(ev, i));
      any = true;
    }
  }
  if (any && !(ss_stances_solve(ev, run->t, run->q, run->u) && ev->freedoms && ev->margin > 0))
    memcpy(ev->stance, found, run->elements * sizeof *found);
  return SS_OK;
}

/* Contacts that hardly leave with the accelerations at hand, which are those of the other contacts:
 * in a pile they press, where a free fall would not. They take part from now on; are there new
 * ones? */
static bool find_pressed(ss_events *ev) {
  const ss_run *run = ev->run;
  bool any = false;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (e->element->kind != SS_ELEMENT_CONTACT || run->springs || takes_part(ev, i)) continue;
    if (!ss_events_touches(ev, i)) continue;
    ev->pressed[i] = hardly_leaves(ev, e->normal, ev->contacts.acceleration);
    any |= ev->pressed[i];
  }
  return any;
}

/* The accelerations of the contacts that positions and velocities tell to take part. */
static ss_status find_accelerations(ss_events *ev) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  ss_run_evaluate(run, run->t, run->q, run->u);
  ss_status status = ss_contacts_factor(run, c, run->u);
  if (status == SS_OK) {
    take_stock(ev);
    status = ss_events_project(ev, run->t, run->q, run->u);
  }
  if (status != SS_OK)
    return ss_run_stop(run, status, "the state at t = %.9g cannot be corrected%s", run->t,
                       ss_events_name_modes(ev));
  status = gather(ev, run->t, run->q, run->u);
  if (status == SS_OK) status = solve(ev, true);
  if (status == SS_OK) ss_contacts_apply(run, c, c->r, run->forces);
  return status;
}

/* From the accelerations that the contact problem's solution has. */
static ss_status choose_by_solution(ss_events *ev) {
  ss_run *run = ev->run;
  ss_contacts *c = &ev->contacts;
  memset(ev->pressed, 0, run->elements * sizeof *ev->pressed);
  do {
    const ss_status status = find_accelerations(ev);
    if (status != SS_OK) return status;
  } while (find_pressed(ev));
  const double border = find_border(ev);
  bool undecided = false;
  memset(ev->border, 0, SS_PARTS_MOST * run->elements * sizeof *ev->border);
  for (size_t k = 0; k < c->at.contacts; k++) {
    bool *open = ev->border + SS_PARTS_MOST * c->at.element[k];
    read_stance(ev, k, border, open);
    undecided |= open[0] || open[1];
  }
  return undecided ? decide_border(ev) : SS_OK;
}

ss_status ss_events_choose(ss_events *ev) {
  const ss_arena_mark mark = ss_arena_get_mark(ev->run->scratch);
  ev->jammed = false;
  ss_status status = choose_by_solution(ev);
  if (status == SS_OK) status = hold_if_possible(ev);
  ss_arena_release(ev->run->scratch, mark);
  return status;
}
