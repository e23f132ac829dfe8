/* belts.c: frictions that slip while the machine rests, and those that fall with speed.
 *
 * A belt has the slip w^T u + c with a number c != 0, s its sign. Near rest its force is -s N mu w,
 * mu the coefficient at that slip. A few theorems take it for a part of G = dU/dq - Q,
 *
 *     G_i += s N w_i mu + D w_i w^T u     at u = 0.
 *
 * D = 0 where mu is a number. stribeck(mus, muk, vs) stands for mu = muk + (mus - muk) exp(-(slip/
 * vs)^2). For SS-SQUEAL, which is about small motions, D w^T u = s N sum_j dmu/du_j u_j, mu being
 * differentiated as any formula is. For SS-BELT D is the least slope of N mu over all speeds: with
 * z = slip/vs it is -N (mus - muk)/vs max 2 z exp(-z^2), at z = 1/sqrt(2), or 0 where mu rises.
 * Where such a friction can stick, what holds counts: mus N. One with mus = 0 < muk holds nothing
 * and rubs all the same, so that no motion along it goes on for ever.
 */
#include "check.h"

bool falls(const item *it) {
  return token_is(it->law, "stribeck");
}

void refuse_falling(run *r) {
  for (const item *it = NULL; (it = next_item(r, it, CONTACT | FRICTION | SLIDER));)
    if (falls(it)) complain(r, it->name, "friction that falls with speed does not belong here");
}

static node *own_speed(run *r, const item *it) {
  return at_rest(r, read_formula(r, it->part[0]));
}

bool is_belt(run *r, const item *it) {
  return it->kind == FRICTION && !vanishes(r, value_of(r, own_speed(r, it)));
}

static node *argument(run *r, const item *it, size_t i) {
  node *e = read_formula(r, it->part[LAW + i]);
  const interval x = range_of(r, e);
  if (fmpq_sgn(x.low) < 0 || (i == 2 && fmpq_is_zero(x.low)))
    complain(r, it->name, "a coefficient of friction may be negative, or a velocity not positive");
  return e;
}

node *friction_coefficient(run *r, const item *it) {
  if (!falls(it)) return argument(r, it, 0);
  node *static_one = argument(r, it, 0), *other = argument(r, it, 1), *vs = argument(r, it, 2);
  node *ratio = DIV(read_formula(r, it->part[0]), vs);
  node *square = make_node(r, '^', ratio, integer_tree(r, 2));
  node *rest = make_node(r, 'e', NEG(square), NULL);
  return ADD(other, MUL(SUB(static_one, other), rest));
}

void check_coefficients(run *r, const item *it) {
  for (size_t i = 0; i < (falls(it) ? 3 : 1); i++) argument(r, it, i);
}

/* 1 or -1, sure in all of the ranges. */
static int sign_of_speed(run *r, const item *it) {
  node *c = own_speed(r, it);
  const interval x = range_of(r, c);
  if (!c->fixed || has_zero(x))
    complain(r, it->name, "the slip at rest is no number, or may vanish");
  return fmpq_sgn(x.low) > 0 ? 1 : -1;
}

/* s mu + (D/N) w^T u, as a polynomial of the velocities. */
static poly *near_rest(run *r, const item *it, int sign) {
  node *mu = friction_coefficient(r, it);
  poly *sum = value_of(r, at_rest(r, mu));
  for (size_t j = 0; j < r->n; j++) {
    node *slope = at_rest(r, differentiate(r, mu, r->coordinate[j], true));
    sum = sum_of(r, sum, product_of(r, value_of(r, slope), variable(r, r->n + j)), 1);
  }
  return product_of(r, rational_poly(r, &(fmpq){sign, 1}), sum);
}

static poly *at_worst(run *r, const item *it, int sign, const poly *slip) {
  poly *sum = product_of(r, rational_poly(r, &(fmpq){sign, 1}),
                         value_of(r, at_rest(r, friction_coefficient(r, it))));
  if (!falls(it)) return sum;
  node *drop = SUB(argument(r, it, 0), argument(r, it, 1));
  node *most = make_node(r, 'M', drop, integer_tree(r, 0));
  node *e = make_node(r, 'e', integer_tree(r, -1), NULL);
  node *root = make_node(r, 'q', MUL(integer_tree(r, 2), e), NULL);
  const poly *rate = value_of(r, DIV(MUL(most, root), argument(r, it, 2)));
  const poly *speed = sum_of(r, slip, put_to_zero(r, slip, r->n, 2 * r->n), -1);
  return sum_of(r, sum, product_of(r, rate, speed), -1);
}

/* G_i += N w_i (...) */
static void add_belt(run *r, const item *it, bool near) {
  node *normal = read_formula(r, it->part[1]);
  const int sign = sign_of_speed(r, it);
  const poly *slip = evaluate(r, it->part[0]);
  if (!normal->fixed || fmpq_sgn(range_of(r, normal).low) < 0)
    complain(r, it->name, "the normal force of a belt is no number, or may be negative");
  const poly *force = product_of(r, value_of(r, normal),
                                 near ? near_rest(r, it, sign) : at_worst(r, it, sign, slip));
  for (size_t i = 0; i < r->n; i++) {
    const poly *w = by_variable(r, slip, r->n + i);
    if (!is_steady(r, w)) complain(r, it->name, "the direction of a friction is not constant");
    r->derived.G[i] = sum_of(r, r->derived.G[i], product_of(r, w, force), 1);
  }
}

bool has_falling_belt(run *r) {
  for (const item *it = NULL; (it = next_item(r, it, FRICTION));)
    if (falls(it) && is_belt(r, it)) return true;
  return false;
}

void add_belts(run *r) {
  const bool near = strcmp(r->theorem, "SS-SQUEAL") == 0;
  const bool undamped = strcmp(r->theorem, "SS-UNDAMPED") == 0;
  const bool about = near || undamped || strcmp(r->theorem, "SS-BELT") == 0;
  for (const item *it = NULL; (it = next_item(r, it, FRICTION));) {
    const bool belt = is_belt(r, it);
    if ((belt || falls(it)) && !about)
      complain(r, it->name, "the theorem is about friction that can hold, and does not fall");
    if (belt && falls(it) && undamped)
      complain(r, it->name, "the theorem is about belts whose friction is constant");
    if (!belt && falls(it) && undamped && fmpq_sgn(range_of(r, argument(r, it, 0)).low) <= 0)
      complain(r, it->name, "the friction may hold nothing at rest, and rubs all the same");
    if (belt && next_item(r, NULL, SLIDER))
      complain(r, it->name, "a friction slips at rest beside a slider");
    if (belt) add_belt(r, it, near);
  }
}
