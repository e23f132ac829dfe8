/* stance_cycle.c: rocking that grows, on two contacts whose impacts are plastic.
 *
 * After an impact at contact i the body is on S_i = {gap_i = w_i = 0}, where the slip s = s_i and
 * the rate w = w_j > 0 of the other gap are its state: a ray, by the scales of the zero-order
 * dynamics. A step of its motion is slip or stick on i with constant accelerations, until the slip
 * ends or the other contact lands,
 *
 *     gap + w D + w' D^2/2 = 0,    w before the impact = -(w^2 - 2 w' gap)^(1/2),
 *
 * and then an impact there; several steps lead back to S_i. Forces of a mode and impulses of an
 * impact come from the same law, with accelerations in flight or velocities before it:
 *
 *     y = x + impulse lambda,   y_N = 0,   slip: lambda_T = -+mu lambda_N,   stick: y_T = 0.
 *
 * One function takes a step, in balls, and returns whether all its inequalities are strict. The
 * search tries it with the middles of balls until a ratio s/w comes back larger; the proof with the
 * pieces of an interval of ratios, all of which must come back inside it with w > 1. Where an
 * impact ends in stick the ratio is 0 and nothing has to be cut. Cost: microseconds a step.
 */
#include <assert.h>
#include <math.h>

#include "stance.h"

enum { LONGEST = 60, STARTS = 9, PIECES = 16 };

static void init_state(stance_state *x) {
  arb_init(&x->slip);
  arb_init(&x->rate);
  arb_init(&x->gap);
  arb_init(&x->size);
  arb_one(&x->size);
}

static void clear_state(stance_state *x) {
  arb_clear(&x->slip);
  arb_clear(&x->rate);
  arb_clear(&x->gap);
  arb_clear(&x->size);
}

static void copy_state(stance_state *to, const stance_state *from) {
  to->contact = from->contact;
  arb_set(&to->slip, &from->slip);
  arb_set(&to->rate, &from->rate);
  arb_set(&to->gap, &from->gap);
  arb_set(&to->size, &from->size);
}

/* ---- one step -------------------------------------------------------------------------------- */

static bool has_sign(const arb_t x, ss_zero_mode mode) {
  return mode == SS_ZERO_PLUS ? arb_is_positive(x) : arb_is_negative(x);
}

/* lambda_N and lambda_T that the contact answers x with; false if they are not inside its law. */
static bool find_forces(const ss_footing *s, size_t i, ss_zero_mode mode, arb_srcptr x,
                        arb_ptr la) {
  const slong p = s->precision;
  const stance_contact *c = &s->contact[i];
  arb_srcptr a = arb_mat_entry(c->impulse, 0, 0), b = arb_mat_entry(c->impulse, 0, 1),
             d = arb_mat_entry(c->impulse, 1, 1);
  arb_ptr t = _arb_vec_init(2);
  if (mode == SS_ZERO_STICK) {
    arb_mul(t, a, d, p); /* det */
    arb_submul(t, b, b, p);
    arb_mul(la, b, x + 1, p);
    arb_submul(la, d, x, p);
    arb_mul(la + 1, b, x, p);
    arb_submul(la + 1, a, x + 1, p);
    _arb_vec_scalar_div(la, la, 2, t, p);
  } else {
    arb_mul_si(t + 1, &s->zero->mu[i], mode == SS_ZERO_PLUS ? -1 : 1, p);
    arb_set(t, a); /* drag */
    arb_addmul(t, b, t + 1, p);
    arb_div(la, x, t, p);
    arb_neg(la, la);
    arb_mul(la + 1, la, t + 1, p);
  }
  bool good = arb_is_positive(t) && arb_is_positive(la);
  for (int side = -1; side <= 1 && mode == SS_ZERO_STICK; side += 2) {
    arb_mul(t, &s->zero->mu[i], la, p);
    arb_addmul_si(t, la + 1, side, p);
    good = good && arb_is_positive(t);
  }
  _arb_vec_clear(t, 2);
  return good;
}

/* x = x + impulse lambda, in the coordinates of contact i. */
static bool respond(const ss_footing *s, size_t i, ss_zero_mode mode, arb_ptr x) {
  arb_ptr la = _arb_vec_init(2);
  const bool good = find_forces(s, i, mode, x, la);
  for (slong k = 0; k < 3 && good; k++)
    for (slong j = 0; j < 2; j++)
      arb_addmul(x + k, arb_mat_entry(s->contact[i].impulse, k, j), la + j, s->precision);
  arb_zero(x);
  if (mode == SS_ZERO_STICK) arb_zero(x + 1);
  _arb_vec_clear(la, 2);
  return good;
}

/* The slip ends in the air of the other contact. */
static bool turn(const ss_footing *s, stance_state *x, ss_zero_mode mode, arb_srcptr a) {
  const slong p = s->precision;
  arb_ptr D = _arb_vec_init(2);
  bool good = has_sign(&x->slip, mode) && !arb_contains_zero(a + 1);
  arb_div(D, &x->slip, a + 1, p);
  arb_neg(D, D);
  good = good && arb_is_positive(D);
  /* the gap is open at the end, and concave or rising before */
  arb_mul(D + 1, a + 2, D, p);
  arb_mul_2exp_si(D + 1, D + 1, -1);
  arb_add(D + 1, D + 1, &x->rate, p);
  arb_addmul(&x->gap, D + 1, D, p);
  good = good && arb_is_positive(&x->gap) && (arb_is_negative(a + 2) || arb_is_positive(&x->rate));
  arb_addmul(&x->rate, a + 2, D, p);
  arb_zero(&x->slip);
  _arb_vec_clear(D, 2);
  return good;
}

/* The other contact lands; the slip keeps its sign until then. */
static bool land(const ss_footing *s, stance_state *x, ss_zero_mode mode, arb_srcptr a) {
  const slong p = s->precision;
  arb_ptr speed = _arb_vec_init(2), D = speed + 1;
  arb_mul(speed, &x->rate, &x->rate, p);
  arb_mul(D, a + 2, &x->gap, p);
  arb_submul_si(speed, D, 2, p);
  bool good = arb_is_negative(a + 2) && arb_is_positive(speed) &&
              (arb_is_positive(&x->gap) || arb_is_positive(&x->rate));
  arb_sqrt(speed, speed, p);
  arb_add(D, &x->rate, speed, p);
  arb_div(D, D, a + 2, p);
  arb_submul(&x->slip, a + 1, D, p);
  good = good && (mode == SS_ZERO_STICK || has_sign(&x->slip, mode));
  arb_neg(&x->rate, speed);
  arb_zero(&x->gap);
  _arb_vec_clear(speed, 2);
  return good;
}

static bool move(const ss_footing *s, stance_state *x, const stance_step *step) {
  arb_ptr a = _arb_vec_init(3);
  for (slong k = 0; k < 3; k++) arb_set(a + k, arb_mat_entry(s->contact[x->contact].fall, k, 0));
  const bool resting = arb_is_zero(&x->slip);
  bool good = respond(s, x->contact, step->mode, a);
  if (step->mode == SS_ZERO_STICK)
    good = good && resting;
  else
    good = good && has_sign(resting ? a + 1 : &x->slip, step->mode);
  good = good && (step->lands ? land(s, x, step->mode, a) : turn(s, x, step->mode, a));
  _arb_vec_clear(a, 3);
  return good;
}

/* A plastic impact at the other contact, from which the one that was closed lifts or is hit. */
static bool hit(const ss_footing *s, stance_state *x, ss_zero_mode after) {
  const stance_contact *c = &s->contact[x->contact];
  arb_ptr before = _arb_vec_init(3), v = _arb_vec_init(3);
  arb_set(before + 1, &x->slip);
  arb_set(before + 2, &x->rate);
  for (slong k = 0; k < 3; k++)
    arb_dot(v + k, NULL, 0, arb_mat_entry(c->to_other, k, 0), 1, before, 1, 3, s->precision);
  bool good = arb_is_negative(v);
  x->contact = 1 - x->contact;
  good = good && respond(s, x->contact, after, v);
  good = good && (after == SS_ZERO_STICK || has_sign(v + 1, after)) && !arb_contains_zero(v + 2);
  arb_set(&x->slip, v + 1);
  arb_set(&x->rate, v + 2);
  _arb_vec_clear(before, 3);
  _arb_vec_clear(v, 3);
  return good;
}

/* |w| becomes the unit: what is left of the state is its ray, whose ball does not grow with the
 * size of the motion. */
static void rescale(const ss_footing *s, stance_state *x) {
  const slong p = s->precision;
  arb_t unit;
  if (arb_contains_zero(&x->rate)) return;
  arb_init(unit);
  arb_abs(unit, &x->rate);
  arb_mul(&x->size, &x->size, unit, p);
  arb_div(&x->slip, &x->slip, unit, p);
  arb_div(&x->gap, &x->gap, unit, p);
  arb_div(&x->gap, &x->gap, unit, p);
  arb_set_si(&x->rate, arb_is_positive(&x->rate) ? 1 : -1);
  arb_clear(unit);
}

bool ss_stance_advance(const ss_footing *s, stance_state *x, const stance_step *step) {
  const bool at_once = step->mode == SS_ZERO_FREE;
  if (at_once && !(arb_is_zero(&x->gap) && arb_is_negative(&x->rate))) return false;
  if (!at_once && !move(s, x, step)) return false;
  if (step->lands && !hit(s, x, step->after)) return false;
  rescale(s, x);
  return true;
}

/* ---- search ---------------------------------------------------------------------------------- */

/* The first step of all that is consistent, from the middle of the state; false if there is none.*/
static bool choose(const ss_footing *s, stance_state *x, stance_step *step) {
  stance_state next;
  bool found = false;
  init_state(&next);
  for (int k = 0; k < 4 * 4 && !found; k++) {
    *step = (stance_step){
        .mode = (ss_zero_mode)(k / 4), .lands = k % 4 != 0, .after = (ss_zero_mode)(k % 4)};
    copy_state(&next, x);
    found = (step->lands || step->mode == SS_ZERO_PLUS || step->mode == SS_ZERO_MINUS) &&
            ss_stance_advance(s, &next, step);
  }
  arb_get_mid_arb(&x->slip, &next.slip);
  arb_get_mid_arb(&x->rate, &next.rate);
  arb_get_mid_arb(&x->gap, &next.gap);
  arb_get_mid_arb(&x->size, &next.size);
  x->contact = next.contact;
  clear_state(&next);
  return found;
}

/* Where a motion was after each step: its ratio s/w, NAN while the other contact is not about to
 * lift, and its size. */
typedef struct trace {
  size_t count, contact[LONGEST + 1];
  double ratio[LONGEST + 1], size[LONGEST + 1];
  stance_step step[LONGEST];
} trace;

static void note(trace *t, const stance_state *x) {
  t->contact[t->count] = x->contact;
  t->size[t->count] = arf_get_d(arb_midref(&x->size), ARF_RND_NEAR);
  t->ratio[t->count] = arb_is_zero(&x->gap) && arb_is_one(&x->rate)
                           ? arf_get_d(arb_midref(&x->slip), ARF_RND_NEAR)
                           : NAN;
}

/* The step after which the motion is where it was, and larger, for the last time; 0 if none is. */
static size_t find_return(const trace *t) {
  const size_t last = t->count;
  for (size_t steps = 1; steps <= STANCE_STEPS && steps <= last; steps++) {
    const size_t k = last - steps;
    if (t->contact[k] == t->contact[last] && t->size[last] > t->size[k] &&
        fabs(t->ratio[last] - t->ratio[k]) <= 1e-9 * (1 + fabs(t->ratio[last])))
      return steps;
  }
  return 0;
}

/* ---- proof ----------------------------------------------------------------------------------- */

/* A piece of the interval comes back inside it; *growth is at most by what it grew. */
static bool comes_back(const ss_footing *s, const stance_cycle *c, size_t piece, double *growth) {
  const slong p = s->precision;
  stance_state x;
  arb_ptr end = _arb_vec_init(2), ratio = end + 1;
  init_state(&x);
  x.contact = c->contact;
  arb_one(&x.rate);
  for (size_t k = 0; k < 2; k++) { /* low + (high - low) (piece + k)/pieces */
    arb_set_d(end, c->high);
    arb_set_d(ratio, c->low);
    arb_sub(end, end, ratio, p);
    arb_mul_ui(end, end, piece + k, p);
    arb_div_ui(end, end, c->pieces, p);
    arb_add(end, end, ratio, p);
    if (k == 0) arb_set(&x.slip, end);
    if (k == 1) arb_union(&x.slip, &x.slip, end, p);
  }
  bool good = true;
  for (size_t k = 0; k < c->steps && good; k++) good = ss_stance_advance(s, &x, &c->step[k]);
  good = good && x.contact == c->contact && arb_is_zero(&x.gap) && arb_is_one(&x.rate);
  arb_set(ratio, &x.slip);
  arb_set_d(end, c->low);
  arb_sub(end, ratio, end, p);
  const bool above = arb_is_positive(end) || (c->low == c->high && arb_is_zero(end));
  arb_set_d(end, c->high);
  arb_sub(end, end, ratio, p);
  good = good && above && (arb_is_positive(end) || (c->low == c->high && arb_is_zero(end)));
  arb_get_lbound_arf(arb_midref(end), &x.size, p);
  *growth = fmin(*growth, arf_get_d(arb_midref(end), ARF_RND_FLOOR));
  clear_state(&x);
  _arb_vec_clear(end, 2);
  return good;
}

static bool is_shown(const ss_footing *s, stance_cycle *c) {
  c->growth = INFINITY;
  for (size_t k = 0; k < c->pieces; k++)
    if (!comes_back(s, c, k, &c->growth)) return false;
  return c->growth > 1;
}

/* An interval of ratios around the one that comes back: the narrowest that is tried, since growth
 * is seen best there. */
static bool enclose(const ss_footing *s, double ratio, stance_cycle *c) {
  c->low = c->high = ratio;
  c->pieces = 1;
  if (ratio == 0 && is_shown(s, c)) return true;
  c->pieces = PIECES;
  for (double width = 1e-6; width < 0.1; width *= 10) {
    c->low = ratio - width * (1 + fabs(ratio));
    c->high = ratio + width * (1 + fabs(ratio));
    if (is_shown(s, c)) return true;
  }
  return false;
}

/* Follow a motion from w = 1 until it comes back larger. */
static bool follow(const ss_footing *s, size_t contact, double slip, stance_cycle *c) {
  trace t = {0};
  stance_state x;
  bool found = false;
  init_state(&x);
  x.contact = contact;
  arb_one(&x.rate);
  arb_set_d(&x.slip, slip);
  note(&t, &x);
  while (!found && t.count < LONGEST && choose(s, &x, &t.step[t.count])) {
    t.count++;
    note(&t, &x);
    const size_t steps = find_return(&t);
    if (steps == 0) continue;
    c->contact = x.contact;
    c->steps = steps;
    for (size_t k = 0; k < steps; k++) c->step[k] = t.step[t.count - steps + k];
    found = enclose(s, t.ratio[t.count], c);
  }
  clear_state(&x);
  return found;
}

bool ss_stance_find_cycle(const ss_footing *s, stance_cycle *c) {
  static const double slips[STARTS] = {0, 0.1, -0.1, 0.5, -0.5, 2, -2, 10, -10};
  assert(!s->bounces && !s->no_coordinates);
  for (size_t k = 0; k < 2 * STARTS; k++)
    if (follow(s, k % 2, slips[k / 2], c)) return true;
  return false;
}
