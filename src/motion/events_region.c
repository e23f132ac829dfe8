/* events_region.c: where a motion leaves a region within a step.
 *
 * With f(s) = the largest amount by which a relation is broken (at most 0 inside), leaving is a
 * change of f from "at most 0" to "above 0". A step may be as long as a flight, so its ends do not
 * tell: f is taken at PIECES + 1 places of the cubic through both ends with their velocities (a
 * flight is no more), and where three of them in a row bend towards 0 without reaching it the
 * extremum between is looked for by golden section. What is found so is asked of the flow itself,
 * and halved HALVINGS times between inside and outside. A visit that is shorter than a piece and no
 * extremum of a smooth f (a corner between two relations), or as shallow as the cubic's error, may
 * be overlooked. Costs PIECES runs of the region's tape a step, and nothing where no region is
 * watched.
 */
#include <math.h>

#include "events.h"

enum { PIECES = 16, PLACES = 2 * PIECES + 2, HALVINGS = 48, SECTIONS = 40 };

typedef struct place {
  double s, f;
} place;

static place judge(ss_events *ev, double s) {
  const ss_run *run = ev->run;
  const double t = ev->begin + ev->time + s;
  return (place){s, ss_region_excess(run->region, t, ev->y_inside, ev->y_inside + run->n)};
}

/* By the flow. */
static ss_status take(ss_events *ev, double s, place *p) {
  const ss_status status = ev->flow.inside(ev, s, false, ev->y_inside);
  *p = status == SS_OK ? judge(ev, s) : (place){s, 0};
  return status;
}

/* By the cubic over a step of length h. */
static place guess(ss_events *ev, double s, double h) {
  const size_t n = ev->run->n;
  const double x = h > 0 ? s / h : 0, *a = ev->y, *b = ev->y_end;
  for (size_t i = 0; i < n; i++) {
    const double rise = b[i] - a[i], u = h * a[n + i], v = h * b[n + i];
    const double c2 = 3 * rise - 2 * u - v, c3 = u + v - 2 * rise;
    ev->y_inside[i] = a[i] + x * (u + x * (c2 + x * c3));
    ev->y_inside[n + i] = h > 0 ? (u + x * (2 * c2 + x * 3 * c3)) / h : a[n + i];
  }
  return judge(ev, s);
}

/* The extremum of sign * f between two places, by golden section, until it is on the other side. */
static place find_extremum(ss_events *ev, double h, const place *between, double sign) {
  static const double GOLDEN = 0.6180339887498949;
  double low = between[-1].s, high = between[1].s;
  place a = guess(ev, high - GOLDEN * (high - low), h);
  place b = guess(ev, low + GOLDEN * (high - low), h), best = a;
  for (int k = 0; k < SECTIONS; k++) {
    const bool left = sign * a.f > sign * b.f;
    best = left ? a : b;
    if ((best.f > 0) == (sign > 0)) break;
    *(left ? &high : &low) = left ? b.s : a.s;
    *(left ? &b : &a) = best;
    *(left ? &a : &b) =
        guess(ev, left ? high - GOLDEN * (high - low) : low + GOLDEN * (high - low), h);
  }
  return best;
}

/* Is f at the middle one of three places, all on one side, nearest to the other side? */
static bool bends(const place *p) {
  const bool outside = p->f > 0;
  const double sign = outside ? -1 : 1;
  return (p[-1].f > 0) == outside && (p[1].f > 0) == outside && sign * (p->f - p[-1].f) > 0 &&
         sign * (p->f - p[1].f) >= 0;
}

/* Places of the step in order, on both sides wherever f passes 0; their number. */
static size_t find_places(ss_events *ev, double h, place *places) {
  place at[PIECES + 1];
  size_t count = 0;
  for (int k = 0; k <= PIECES; k++) at[k] = guess(ev, h * k / PIECES, h);
  for (int k = 0; k <= PIECES; k++) {
    place turn = at[k];
    if (k > 0 && k < PIECES && bends(&at[k]))
      turn = find_extremum(ev, h, &at[k], at[k].f > 0 ? -1 : 1);
    const bool crosses = (turn.f > 0) != (at[k].f > 0);
    if (crosses && turn.s < at[k].s) places[count++] = turn;
    places[count++] = at[k];
    if (crosses && turn.s > at[k].s) places[count++] = turn;
  }
  return count;
}

/* The event is told where it happened, between a place inside and one outside. */
static ss_status record_leaving(ss_events *ev, double inside, double outside) {
  place middle;
  ss_status status = SS_OK;
  for (int k = 0; k < HALVINGS && status == SS_OK; k++) {
    status = take(ev, 0.5 * (inside + outside), &middle);
    *(middle.f > 0 ? &outside : &inside) = middle.s;
  }
  if (status == SS_OK) status = take(ev, outside, &middle);
  if (status != SS_OK) return status;
  ss_events_move_to(ev, ev->time + outside, ev->y_inside);
  ss_run_note_leaving(ev->run);
  return SS_OK;
}

ss_status ss_events_watch_region(ss_events *ev, double s) {
  ss_run *run = ev->run;
  place places[PLACES];
  const size_t count = find_places(ev, s, places);
  ss_status status = SS_OK;
  for (size_t k = 0; k < count && status == SS_OK; k++) {
    place here = places[k];
    if ((here.f > 0) == run->outside) continue;
    status = take(ev, here.s, &here);
    if (status == SS_OK && here.f > 0 && !run->outside)
      status = record_leaving(ev, k ? places[k - 1].s : 0, here.s);
    run->outside = here.f > 0;
  }
  return status;
}
