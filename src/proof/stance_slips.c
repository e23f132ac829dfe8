/* stance_slips.c: what the functions V^(i) of a stance must satisfy between impacts.
 *
 *     positive     f V_1 + V^(i) > 0 on S_i (after impacts)
 *     slip         V^(i)' < 0 while a slip on contact i slows down; likewise while both slide
 *     rest         where a slip ends, k does not grow: V^(i) of the sign that counts without slip
 *                  takes over, and k is all that differs there
 *
 * On S_i, in c_i, all of V^(i)' has the factor s_i: what is left is a number for each sign of slip.
 */
#include "stance.h"

static arb_ptr at(arb_mat_t A, slong i, slong j) {
  return arb_mat_entry(A, i, j);
}

stance_inequality *ss_stance_new_inequality(ss_footing *s, const char *what, slong size) {
  if (s->inequalities == STANCE_MOST) return NULL;
  stance_inequality *e = &s->inequality[s->inequalities++];
  e->what = what;
  e->size = size;
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_mat_init(e->A[v], size, size);
  return e;
}

bool ss_stance_pose_positive(ss_footing *s, size_t i, size_t g) {
  const stance_contact *c = &s->contact[i];
  const slong first = s->bounces ? 0 : 1;
  stance_inequality *e = ss_stance_new_inequality(s, "the function is positive", 3 - first);
  stance_inequality *gap = ss_stance_new_inequality(s, "it grows with the gap", 1);
  if (!e || !gap) return false;
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
    for (slong k = first; k < 3; k++)
      for (slong j = first; j < 3; j++) {
        arb_ptr to = at(e->A[v], k - first, j - first);
        arb_set(to, arb_mat_entry(c->form[g][v], k, j));
        if (v == STANCE_F) arb_mul_2exp_si(to, arb_mat_entry(c->K, k, j), -1);
      }
    arb_set(at(gap->A[v], 0, 0), &c->gap[g][v]);
  }
  return true;
}

static void negate_for(stance_inequality *e, size_t g) {
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
    if (g == 0) arb_neg(at(e->A[v], 0, 0), at(e->A[v], 0, 0));
}

/* V' = s (f l_s + k (l_s + lambda_T - K_ss s') + 2 s' Q/k_i^2 - 2 r rho^2 s') */
bool ss_stance_pose_slip(ss_footing *s, size_t i, size_t g) {
  const stance_contact *c = &s->contact[i];
  const stance_slip *slip = &c->slips[g];
  const slong p = s->precision;
  if (!slip->lasts || !slip->stops) return true;
  stance_inequality *e =
      ss_stance_new_inequality(s, "the function falls while a slip slows down", 1);
  if (!e) return false;
  arb_t x;
  arb_init(x);
  arb_set(at(e->A[STANCE_F], 0, 0), arb_mat_entry(c->load, 0, 1));
  arb_mul(x, &s->zero->mu[i], &slip->normal, p);
  arb_mul_si(x, x, g == 0 ? -1 : 1, p);
  arb_submul(x, arb_mat_entry(c->K, 1, 1), &slip->slip, p);
  arb_add(at(e->A[ss_stance_weight(s, i, g)], 0, 0), x, arb_mat_entry(c->load, 0, 1), p);
  arb_mul_2exp_si(x, &slip->slip, 1);
  const size_t slide = STANCE_Q + ss_stance_sign(s, i, g);
  arb_mul(at(e->A[slide], 0, 0), x, arb_mat_entry(c->form[g][slide], 1, 1), p);
  if (ss_stance_slope(s, i, x)) {
    arb_mul(x, x, x, p);
    arb_mul(x, x, &slip->slip, p);
    arb_mul_si(at(e->A[STANCE_R + i], 0, 0), x, -2, p);
  }
  negate_for(e, g);
  arb_clear(x);
  return true;
}

/* s_1' = a + D lambda, while both slide. */
static void set_double_rate(const ss_footing *s, size_t g, arb_srcptr lambda, arb_t rate) {
  const ss_zero_order *z = s->zero;
  const slong p = s->precision;
  arb_t friction;
  arb_init(friction);
  arb_set(rate, arb_mat_entry(z->a, 1, 0));
  for (slong j = 0; j < 2; j++) {
    arb_addmul(rate, arb_mat_entry(z->D, 1, 2 * j), lambda + j, p);
    arb_mul(friction, lambda + j, &z->mu[j], p);
    arb_mul_si(friction, friction, ss_stance_drag(s, g, (size_t)j), p);
    arb_addmul(rate, arb_mat_entry(z->D, 1, 2 * j + 1), friction, p);
  }
  arb_clear(friction);
}

/* Both slide, the first with sign g: V' = s_1 (f l_s + 2 Q s_1'). False: it is not determined. */
bool ss_stance_pose_double(ss_footing *s, size_t g) {
  arb_mat_t A;
  arb_t det, rate;
  arb_ptr part = _arb_vec_init(2);
  arb_mat_init(A, 2, 2);
  arb_init(det);
  arb_init(rate);
  ss_stance_pair(s, g, A, part);
  arb_mat_det(det, A, s->precision);
  /* forces of different signs, or of the wrong sign, are none */
  const int first = arb_sgn_nonzero(part), second = arb_sgn_nonzero(part + 1),
            whole = arb_sgn_nonzero(det);
  bool good = first * second < 0 || (whole != 0 && (first * whole < 0 || second * whole < 0));
  if (!good && whole != 0) {
    for (slong j = 0; j < 2; j++) arb_div(part + j, part + j, det, s->precision);
    set_double_rate(s, g, part, rate);
    stance_inequality *e =
        ss_stance_new_inequality(s, "the function falls while both contacts slide", 1);
    good = e;
    if (e) {
      arb_set(at(e->A[STANCE_F], 0, 0), arb_mat_entry(s->contact[0].load, 0, 1));
      arb_mul_2exp_si(at(e->A[STANCE_Q + g], 0, 0), rate, 1);
      negate_for(e, g);
    }
  }
  _arb_vec_clear(part, 2);
  arb_mat_clear(A);
  arb_clear(det);
  arb_clear(rate);
  return good;
}

/* Where a slip of the other sign ends, the function of `rest` takes over: k is not larger there. */
bool ss_stance_pose_rest(ss_footing *s, size_t i) {
  if (s->tied[i]) return true;
  stance_inequality *e = ss_stance_new_inequality(s, "it does not grow where a slip ends", 1);
  if (!e) return false;
  arb_one(at(e->A[STANCE_K + 2 * i + 1 - s->rest[i]], 0, 0));
  arb_set_si(at(e->A[STANCE_K + 2 * i + s->rest[i]], 0, 0), -1);
  return true;
}
