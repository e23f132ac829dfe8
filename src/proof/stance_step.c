/* stance_step.c: steps of the zero-order dynamics of a body on two contacts.
 *
 * On contact i, slip or stick with constant accelerations until the slip ends or the other contact
 * lands,
 *
 *     gap + w D + w' D^2/2 = 0,    w before the impact = -(w^2 - 2 w' gap)^(1/2),
 *
 * and then an impact there. Forces of a mode and impulses of an impact come from the same law, with
 * accelerations in flight or velocities before it:
 *
 *     y = x + impulse lambda,   y_N = 0,   slip: lambda_T = -+mu lambda_N,   stick: y_T = 0.
 *
 * Everything is taken in balls; a step is refused if an inequality is not seen to be strict. Cost:
 * microseconds.
 */
#include "stance.h"

void ss_stance_start(stance_state *x) {
  arb_ptr all[] = {&x->slip, &x->rate, &x->gap, &x->own, &x->height, &x->size};
  for (size_t k = 0; k < 6; k++) arb_init(all[k]);
  arb_one(&x->size);
}

void ss_stance_stop(stance_state *x) {
  arb_ptr all[] = {&x->slip, &x->rate, &x->gap, &x->own, &x->height, &x->size};
  for (size_t k = 0; k < 6; k++) arb_clear(all[k]);
}

bool ss_stance_goes(const arb_t slip, ss_zero_mode mode) {
  return mode == SS_ZERO_PLUS ? arb_is_positive(slip) : arb_is_negative(slip);
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

bool ss_stance_respond(const ss_footing *s, size_t i, ss_zero_mode mode, arb_ptr x) {
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
  bool good = ss_stance_goes(&x->slip, mode) && !arb_contains_zero(a + 1);
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
  good = good && (mode == SS_ZERO_STICK || ss_stance_goes(&x->slip, mode));
  arb_neg(&x->rate, speed);
  arb_zero(&x->gap);
  _arb_vec_clear(speed, 2);
  return good;
}

static bool move(const ss_footing *s, stance_state *x, const stance_step *step) {
  arb_ptr a = _arb_vec_init(3);
  for (slong k = 0; k < 3; k++) arb_set(a + k, arb_mat_entry(s->contact[x->contact].fall, k, 0));
  const bool resting = arb_is_zero(&x->slip);
  bool good = ss_stance_respond(s, x->contact, step->mode, a);
  if (step->mode == SS_ZERO_STICK)
    good = good && resting;
  else
    good = good && ss_stance_goes(resting ? a + 1 : &x->slip, step->mode);
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
  good = good && ss_stance_respond(s, x->contact, after, v);
  good =
      good && (after == SS_ZERO_STICK || ss_stance_goes(v + 1, after)) && !arb_contains_zero(v + 2);
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
  arb_div(&x->own, &x->own, unit, p);
  for (size_t k = 0; k < 2; k++) {
    arb_div(&x->gap, &x->gap, unit, p);
    arb_div(&x->height, &x->height, unit, p);
  }
  arb_set_si(&x->rate, arb_is_positive(&x->rate) ? 1 : -1);
  arb_clear(unit);
}

/* With restitution. */
static bool bounce(const ss_footing *s, stance_state *x, const stance_step *step) {
  const size_t k = step->contact;
  if (step->kind == STANCE_HIT) return ss_stance_strike(s, x, k, step->mode);
  if (step->kind == STANCE_FLY)
    return ss_stance_fly(s, x, k) && ss_stance_strike(s, x, k, step->mode);
  if (x->contact != k) return false;
  if (step->kind == STANCE_SETTLE) return ss_stance_settle(s, x, step->mode);
  return arb_is_zero(&x->own) && arb_is_zero(&x->height) && move(s, x, step);
}

static bool rock(const ss_footing *s, stance_state *x, const stance_step *step) {
  const bool at_once = step->mode == SS_ZERO_FREE;
  if (at_once && !(arb_is_zero(&x->gap) && arb_is_negative(&x->rate))) return false;
  if (!at_once && !move(s, x, step)) return false;
  return !step->lands || hit(s, x, step->after);
}

bool ss_stance_advance(const ss_footing *s, stance_state *x, const stance_step *step) {
  if (!(s->bounces ? bounce : rock)(s, x, step)) return false;
  rescale(s, x);
  return true;
}
