/* stance_forms.c: the functions V^(i) of a stance as quadratic forms, unknown by unknown.
 *
 *     q_i    = Q+-/k_i^2 - k_i K_ss/2 - r_i rho_i^2          so that V^(i) = f l + Q+- s_1^2 where
 *              contacts slide, s_i = k_i s_1
 *     beta_i = (k_j - k_i) K_ws + 2 q_j k tau              so that V^(i) - V^(j) has no w_i s_i
 *              where contact i leaves and j slides, s_j = k s_i + tau w_i
 */
#include "stance.h"

static arb_ptr at(arb_mat_t A, slong i, slong j) {
  return arb_mat_entry(A, i, j);
}

size_t ss_stance_weight(const ss_footing *s, size_t i, size_t g) {
  return STANCE_K + 2 * i + (s->tied[i] ? 0 : g);
}

/* k_i^2: the square of the slip of contact i by that of contact 1, both sliding. */
static void set_square(const ss_footing *s, size_t i, arb_t to) {
  arb_one(to);
  if (i == 1) arb_mul(to, &s->ratio, &s->ratio, s->precision);
}

bool ss_stance_slope(const ss_footing *s, size_t i, arb_t slope) {
  const stance_contact *c = &s->contact[i];
  if (s->bounces || c->sticks || !c->slips[0].lasts || !c->slips[1].lasts) return false;
  const stance_slip *slip = &c->slips[c->slips[0].stops ? 0 : 1];
  arb_div(slope, &slip->up, &slip->slip, s->precision);
  return true;
}

/* beta_i w_i s_i for s_i of sign g: (k_j - k_i) K_ws + 2 q_j k tau, with s_j = k s_i + tau w_i. */
static void add_cross(ss_footing *s, size_t i, size_t g) {
  stance_contact *c = &s->contact[i], *other = &s->contact[1 - i];
  arb_mat_t *form = c->form[g];
  const size_t sign = ss_stance_sign(s, i, g), slide = STANCE_Q + sign,
               own = ss_stance_weight(s, i, g),
               far = ss_stance_weight(s, 1 - i, ss_stance_sign(s, 1 - i, sign));
  const slong p = s->precision;
  arb_t half, product, square;
  arb_init(half);
  arb_init(product);
  arb_init(square);
  arb_mul_2exp_si(half, at(c->K, 0, 1), -1);
  arb_mul(product, at(c->to_other, 1, 0), at(c->to_other, 1, 1), p);
  arb_sub(at(form[own], 0, 1), at(form[own], 0, 1), half, p);
  arb_add(at(form[far], 0, 1), at(form[far], 0, 1), half, p);
  arb_mul_2exp_si(half, at(other->K, 1, 1), -1);
  arb_submul(at(form[far], 0, 1), half, product, p);
  set_square(s, 1 - i, square);
  arb_div(product, product, square, p);
  arb_add(at(form[slide], 0, 1), at(form[slide], 0, 1), product, p);
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_set(at(form[v], 1, 0), at(form[v], 0, 1));
  arb_clear(half);
  arb_clear(product);
  arb_clear(square);
}

static void set_functions(ss_footing *s, size_t i, size_t g) {
  stance_contact *c = &s->contact[i];
  arb_mat_t *form = c->form[g];
  const slong p = s->precision;
  arb_t x;
  arb_init(x);
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_mat_zero(form[v]);
  const size_t k = ss_stance_weight(s, i, g);
  arb_neg(&c->gap[g][STANCE_F], at(c->load, 0, 2));
  arb_set(&c->gap[g][k], &c->gap[g][STANCE_F]);
  arb_mat_scalar_mul_2exp_si(form[k], c->K, -1);
  arb_zero(at(form[k], 1, 1)); /* q_i takes it away */
  set_square(s, i, x);
  arb_inv(at(form[STANCE_Q + ss_stance_sign(s, i, g)], 1, 1), x, p);
  if (s->bounces) {
    arb_one(at(form[STANCE_A + 2 * i + g], 0, 0));
    arb_set_si(x, g == 0 ? 1 : -1);
    arb_mul_2exp_si(at(form[STANCE_B + 2 * i + g], 0, 1), x, -1);
  }
  if (ss_stance_slope(s, i, x)) {
    arb_neg(at(form[STANCE_R + i], 1, 2), x);
    arb_neg(at(form[STANCE_R + i], 2, 1), x);
    arb_one(at(form[STANCE_R + i], 2, 2));
  }
  if (s->bounces) add_cross(s, i, g);
  arb_clear(x);
}

void ss_stance_set_functions(ss_footing *s) {
  for (size_t i = 0; i < 2; i++)
    for (size_t g = 0; g < 2; g++) set_functions(s, i, g);
}
