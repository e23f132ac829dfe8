/* stance_bounce.c: flights, impacts with restitution, and bounces without end.
 *
 * In flight all accelerations are constant. Contact i, left with w_i = u > 0, is met again after
 * tau u, tau = -2/w_i', with -u, and left with e u. If all these impacts end in slip of one sign,
 * or all in stick, one of them with the flight before it changes s by u A and w_j by u B, the next
 * one by e times as much: after k of them, r = e^k,
 *
 *     s_k   = s + u A (1 - r)/(1 - e),          w_k = w_j + u B (1 - r)/(1 - e),
 *     gap_k = gap_j + F (1 - r) + G (1 - r^2),
 *     F = tau u (w_j + u B/(1 - e))/(1 - e),    G = u^2 (tau^2 w_j''/2 - tau B/(1 - e))/(1 - e^2),
 *
 * w_j'' being the acceleration of gap j in flight; r = 0 is the end, after the time
 * tau u/(1 - e): the contact is closed. s_k lies between s_1 and the end; that gap_k > 0 for all r
 * in [0, 1] is shown by its three coefficients in Bernstein's basis, and in flight it is concave.
 */
#include "stance.h"

/* The state in the coordinates of contact k. */
static void face(const ss_footing *s, stance_state *x, size_t k) {
  if (x->contact == k) return;
  arb_srcptr row = arb_mat_entry(s->contact[x->contact].to_other, 1, 0);
  arb_ptr v = _arb_vec_init(3);
  arb_set(v, &x->own);
  arb_set(v + 1, &x->slip);
  arb_set(v + 2, &x->rate);
  arb_dot(&x->slip, NULL, 0, row, 1, v, 1, 3, s->precision);
  arb_swap(&x->own, &x->rate);
  arb_swap(&x->height, &x->gap);
  x->contact = k;
  _arb_vec_clear(v, 3);
}

/* A contact that is open, or about to be. */
static bool leaves(const arb_t gap, const arb_t rate) {
  return arb_is_positive(gap) || (arb_is_zero(gap) && arb_is_positive(rate));
}

bool ss_stance_fly(const ss_footing *s, stance_state *x, size_t k) {
  const slong p = s->precision;
  face(s, x, k);
  arb_srcptr fall = arb_mat_entry(s->contact[k].fall, 0, 0);
  arb_ptr root = _arb_vec_init(3), D = root + 1, half = root + 2;
  bool good = arb_is_negative(fall) && arb_is_negative(fall + 2) && leaves(&x->height, &x->own) &&
              leaves(&x->gap, &x->rate);
  arb_mul(root, &x->own, &x->own, p);
  arb_mul(half, fall, &x->height, p);
  arb_submul_si(root, half, 2, p);
  arb_sqrt(root, root, p);
  good = good && arb_is_positive(root);
  arb_add(D, &x->own, root, p);
  arb_div(D, D, fall, p);
  arb_neg(D, D);
  arb_mul(half, fall + 2, D, p);
  arb_mul_2exp_si(half, half, -1);
  arb_add(half, half, &x->rate, p);
  arb_addmul(&x->gap, half, D, p);
  good = good && arb_is_positive(&x->gap);
  arb_addmul(&x->rate, fall + 2, D, p);
  arb_addmul(&x->slip, fall + 1, D, p);
  arb_neg(&x->own, root);
  arb_zero(&x->height);
  _arb_vec_clear(root, 3);
  return good;
}

bool ss_stance_strike(const ss_footing *s, stance_state *x, size_t k, ss_zero_mode after) {
  const slong p = s->precision;
  face(s, x, k);
  if (!arb_is_zero(&x->height) || !arb_is_negative(&x->own)) return false;
  const bool touches = arb_is_zero(&x->gap);
  arb_ptr v = _arb_vec_init(3);
  arb_add_si(v, &s->zero->e[k], 1, p);
  arb_mul(v, v, &x->own, p);
  arb_set(v + 1, &x->slip);
  arb_set(v + 2, &x->rate);
  bool good = (touches || arb_is_positive(&x->gap)) && ss_stance_respond(s, k, after, v);
  good = good && (after == SS_ZERO_STICK || ss_stance_goes(v + 1, after)) &&
         !(touches && arb_contains_zero(v + 2));
  arb_mul(&x->own, &x->own, &s->zero->e[k], p);
  arb_neg(&x->own, &x->own);
  arb_set(&x->slip, v + 1);
  arb_set(&x->rate, v + 2);
  _arb_vec_clear(v, 3);
  return good;
}

/* tau; A and B; false if such an impact is not inside its law. */
static bool find_bounce(const ss_footing *s, size_t i, ss_zero_mode mode, arb_ptr tau, arb_ptr A) {
  const slong p = s->precision;
  arb_srcptr fall = arb_mat_entry(s->contact[i].fall, 0, 0);
  arb_ptr v = _arb_vec_init(3);
  arb_set_si(tau, -2);
  arb_div(tau, tau, fall, p);
  arb_mul(v + 1, fall + 1, tau, p);
  arb_mul(v + 2, fall + 2, tau, p);
  if (mode != SS_ZERO_STICK) _arb_vec_zero(v + 1, 2); /* the impulse does not depend on slip */
  arb_add_si(v, &s->zero->e[i], 1, p);
  arb_neg(v, v);
  const bool good = ss_stance_respond(s, i, mode, v);
  for (slong k = 0; k < 2; k++) {
    arb_set(A + k, v + 1 + k);
    if (mode != SS_ZERO_STICK) arb_addmul(A + k, fall + 1 + k, tau, p);
  }
  _arb_vec_clear(v, 3);
  return good;
}

/* gap_j along all bounces, in units of u = 1; the last of its three coefficients is its end. */
static bool stays_open(const ss_footing *s, stance_state *x, arb_srcptr tau, arb_srcptr B) {
  const slong p = s->precision;
  arb_srcptr e = &s->zero->e[x->contact], fall = arb_mat_entry(s->contact[x->contact].fall, 2, 0);
  arb_ptr t = _arb_vec_init(4), F = t + 1, G = t + 2, rest = t + 3;
  arb_sub_si(rest, e, 1, p);
  arb_neg(rest, rest); /* 1 - e */
  arb_div(t, B, rest, p);
  arb_add(F, &x->rate, t, p);
  arb_mul(F, F, tau, p);
  arb_div(F, F, rest, p);
  arb_mul(G, fall, tau, p);
  arb_mul_2exp_si(G, G, -1);
  arb_sub(G, G, t, p);
  arb_mul(G, G, tau, p);
  arb_div(G, G, rest, p);
  arb_add_si(rest, e, 1, p);
  arb_div(G, G, rest, p);
  bool good = arb_is_positive(&x->gap);
  arb_add(&x->gap, &x->gap, G, p);
  arb_mul_2exp_si(t, F, -1);
  arb_add(t, t, &x->gap, p);
  good = good && arb_is_positive(t);
  arb_add(&x->gap, &x->gap, F, p);
  good = good && arb_is_positive(&x->gap);
  _arb_vec_clear(t, 4);
  return good;
}

/* u becomes the unit. */
static void rescale(const ss_footing *s, stance_state *x) {
  const slong p = s->precision;
  arb_mul(&x->size, &x->size, &x->own, p);
  arb_div(&x->slip, &x->slip, &x->own, p);
  arb_div(&x->rate, &x->rate, &x->own, p);
  arb_div(&x->gap, &x->gap, &x->own, p);
  arb_div(&x->gap, &x->gap, &x->own, p);
  arb_one(&x->own);
}

bool ss_stance_settle(const ss_footing *s, stance_state *x, ss_zero_mode mode) {
  const size_t i = x->contact;
  const slong p = s->precision;
  arb_srcptr fall = arb_mat_entry(s->contact[i].fall, 0, 0);
  if (!arb_is_zero(&x->height) || !arb_is_positive(&x->own) || !arb_is_negative(fall) ||
      !arb_is_negative(fall + 2) || (mode == SS_ZERO_STICK && !arb_is_zero(&x->slip)))
    return false;
  rescale(s, x);
  arb_ptr tau = _arb_vec_init(5), A = tau + 1, rest = tau + 3, first = tau + 4;
  arb_sub_si(rest, &s->zero->e[i], 1, p);
  arb_neg(rest, rest);
  bool good = arb_is_positive(rest) && find_bounce(s, i, mode, tau, A);
  good = good && stays_open(s, x, tau, A + 1);
  arb_add(first, &x->slip, A, p);
  arb_div(A, A, rest, p);
  arb_div(A + 1, A + 1, rest, p);
  arb_add(&x->rate, &x->rate, A + 1, p);
  if (mode == SS_ZERO_STICK)
    arb_zero(&x->slip);
  else
    arb_add(&x->slip, &x->slip, A, p);
  good = good &&
         (mode == SS_ZERO_STICK || (ss_stance_goes(first, mode) && ss_stance_goes(&x->slip, mode)));
  arb_zero(&x->own);
  _arb_vec_clear(tau, 5);
  return good;
}
