/* stance_cycle.c: rocking that grows, on two contacts.
 *
 * After a plastic impact at contact i the body is on S_i = {gap_i = w_i = 0}, where the slip s and
 * the rate w = w_j > 0 of the other gap are its state: a ray, by the scales of the zero-order
 * dynamics. With restitution the state after an impact has one number more, but just before contact
 * j lands on a body that is on S_i it has not: there w = w_j < 0, and bounces of i have come to
 * their end. From such a section steps (stance_step.c, stance_bounce.c) lead back to it.
 *
 * The search takes steps with the middles of balls until a ratio s/|w| comes back larger; the proof
 * with the pieces of an interval of ratios, all of which must come back inside it with |w| > 1.
 * Where an impact ends in stick the ratio is 0 and nothing has to be cut.
 */
#include <assert.h>
#include <math.h>

#include "stance.h"

enum { LONGEST = 400, STARTS = 9, PIECES = 1024, FINER = 4 };

static void copy_state(stance_state *to, const stance_state *from) {
  to->contact = from->contact;
  arb_set(&to->slip, &from->slip);
  arb_set(&to->rate, &from->rate);
  arb_set(&to->gap, &from->gap);
  arb_set(&to->own, &from->own);
  arb_set(&to->height, &from->height);
  arb_set(&to->size, &from->size);
}

bool ss_stance_is_section(const ss_footing *s, const stance_state *x) {
  return arb_is_zero(&x->gap) && arb_is_zero(&x->own) && arb_is_zero(&x->height) &&
         arb_equal_si(&x->rate, s->bounces ? -1 : 1);
}

/* ---- search ---------------------------------------------------------------------------------- */

/* All steps that there are, one after the other; false if `k` is none. With restitution bounces
 * without end come before the next one. */
static bool set_step(const ss_footing *s, const stance_state *x, int k, stance_step *step) {
  if (!s->bounces) {
    *step = (stance_step){
        .mode = (ss_zero_mode)(k / 4), .lands = k % 4 != 0, .after = (ss_zero_mode)(k % 4)};
    return step->lands || step->mode == SS_ZERO_PLUS || step->mode == SS_ZERO_MINUS;
  }
  static const stance_kind kinds[] = {STANCE_HIT, STANCE_TURN, STANCE_LAND, STANCE_SETTLE,
                                      STANCE_FLY};
  *step = (stance_step){.mode = (ss_zero_mode)(1 + k % 3),
                        .kind = kinds[k / 6],
                        .contact = k / 3 % 2 ? 1 - x->contact : x->contact};
  step->lands = step->kind == STANCE_LAND;
  return step->kind != STANCE_TURN || step->mode != SS_ZERO_STICK;
}

/* The first step of all that is consistent, from the middle of the state; false if there is none.*/
static bool choose(const ss_footing *s, stance_state *x, stance_step *step) {
  const int all = s->bounces ? 5 * 6 : 4 * 4;
  stance_state next;
  bool found = false;
  ss_stance_start(&next);
  for (int k = 0; k < all && !found; k++) {
    copy_state(&next, x);
    found = set_step(s, x, k, step) && ss_stance_advance(s, &next, step);
  }
  copy_state(x, &next);
  arb_ptr number[] = {&x->slip, &x->rate, &x->gap, &x->own, &x->height, &x->size};
  for (size_t k = 0; k < 6; k++) arb_get_mid_arb(number[k], number[k]);
  ss_stance_stop(&next);
  return found;
}

/* Where a motion was after each step: its ratio s/w, NAN outside the section, and
 * its size. */
typedef struct trace {
  const ss_footing *of;
  size_t count, contact[LONGEST + 1];
  double ratio[LONGEST + 1], size[LONGEST + 1];
  stance_step step[LONGEST];
} trace;

static void note(trace *t, const stance_state *x) {
  t->contact[t->count] = x->contact;
  t->size[t->count] = arf_get_d(arb_midref(&x->size), ARF_RND_NEAR);
  t->ratio[t->count] =
      ss_stance_is_section(t->of, x) ? arf_get_d(arb_midref(&x->slip), ARF_RND_NEAR) : NAN;
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
  ss_stance_start(&x);
  x.contact = c->contact;
  arb_set_si(&x.rate, s->bounces ? -1 : 1);
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
  good = good && x.contact == c->contact && ss_stance_is_section(s, &x);
  arb_set(ratio, &x.slip);
  arb_set_d(end, c->low);
  arb_sub(end, ratio, end, p);
  const bool above = arb_is_positive(end) || (c->low == c->high && arb_is_zero(end));
  arb_set_d(end, c->high);
  arb_sub(end, end, ratio, p);
  good = good && above && (arb_is_positive(end) || (c->low == c->high && arb_is_zero(end)));
  arb_get_lbound_arf(arb_midref(end), &x.size, p);
  *growth = fmin(*growth, arf_get_d(arb_midref(end), ARF_RND_FLOOR));
  ss_stance_stop(&x);
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
 * is seen best there. A step of a ball gives one that is larger by some factor, however much the
 * motions draw near to each other; the more pieces, the less it matters. */
static bool enclose(const ss_footing *s, double ratio, stance_cycle *c) {
  c->low = c->high = ratio;
  c->pieces = 1;
  if (ratio == 0 && is_shown(s, c)) return true;
  for (size_t pieces = 16; pieces * FINER <= PIECES; pieces *= 4)
    for (double width = 1e-6; width < 0.1; width *= 10) {
      c->pieces = pieces;
      c->low = ratio - width * (1 + fabs(ratio));
      c->high = ratio + width * (1 + fabs(ratio));
      if (!is_shown(s, c)) continue;
      c->pieces *= FINER; /* a second program takes the same steps by another way */
      return is_shown(s, c);
    }
  return false;
}

/* Follow a motion from |w| = 1 until it comes back larger. */
static bool follow(const ss_footing *s, size_t contact, double slip, stance_cycle *c) {
  trace t = {.of = s};
  stance_state x;
  bool found = false;
  ss_stance_start(&x);
  x.contact = contact;
  arb_set_si(&x.rate, s->bounces ? -1 : 1);
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
  ss_stance_stop(&x);
  return found;
}

bool ss_stance_find_cycle(const ss_footing *s, stance_cycle *c) {
  static const double slips[STARTS] = {0, 0.1, -0.1, 0.5, -0.5, 2, -2, 10, -10};
  assert(!s->no_coordinates);
  for (size_t k = 0; k < 2 * STARTS; k++)
    if (follow(s, k % 2, slips[k / 2], c)) return true;
  return false;
}
