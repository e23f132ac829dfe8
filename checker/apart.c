/* apart.c: tubes of a machine with contacts, which must stay away from them.
 *
 * The system of such a map is that of the machine without its contacts. It is the machine's as long
 * as every gap a q + d, rational numbers here, is positive: over each step for all of the tube, at
 * the level that is its target, around the rest point. On trust: T9 of docs/theory.md.
 */
#include <math.h>

#include "tubes.h"

#define SAFE (1 + 0x1p-44)

static void enter_gap(run *r, tubes *t, const item *it) {
  poly *rest = evaluate(r, it->part[3]);
  fmpq *a = new_rational(r);
  tube_gap *g = &t->gap[t->gaps++];
  g->at = new_ball(r), g->row = new_balls(r, t->d), g->rate = new_balls(r, t->d);
  for (size_t i = 0; i < t->n; i++) {
    const poly *slope = by_variable(r, rest, i);
    if (!fmpq_mpoly_is_fmpq(slope, r->ring)) complain(r, it->name, "the gap is not linear");
    fmpq_mpoly_get_fmpq(a, slope, r->ring);
    arb_set_fmpq(g->row + i, a, PREC);
    arb_set(g->rate + t->n + i, g->row + i);
    rest = sum_of(r, rest, product_of(r, slope, variable(r, i)), -1);
    arb_set_fmpq(t->t[0], entry(t->center, i, 0), PREC);
    arb_addmul(g->at, g->row + i, t->t[0], PREC);
  }
  if (!fmpq_mpoly_is_fmpq(rest, r->ring)) complain(r, it->name, "the gap is not linear");
  fmpq_mpoly_get_fmpq(a, rest, r->ring);
  arb_set_fmpq(t->t[0], a, PREC);
  arb_add(g->at, g->at, t->t[0], PREC);
  root_form(t->t[0], t->Q, g->row);
  g->size = from_above(t->t[0]);
  if (!(g->size > 0)) complain(r, it->name, "the gap depends on no coordinate");
  root_form(t->t[0], t->Q, g->rate);
  g->rate_size = from_above(t->t[0]);
}

void enter_gaps(run *r, tubes *t) {
  for (const item *it = NULL; (it = next_item(r, it, CONTACT));) {
    if (t->ranges || next_item(r, NULL, SLIDER) || t->gaps == COUNT(t->gap))
      complain(r, it->name, "a map is about at most 8 contacts, without ranges and sliders");
    enter_gap(r, t, it);
  }
  /* V does not grow below the level of a theorem, and nowhere if Cs >= 0 */
  const bool nowhere = t->gaps && t->always && arb_is_zero(t->rate);
  if (nowhere) t->radius = new_ball(r);
  if (t->gaps) t->always = false;
  for (size_t k = 0; k < t->gaps && t->radius; k++) {
    arb_set_d(t->t[0], t->gap[k].size);
    arb_div(t->t[0], t->gap[k].at, t->t[0], PREC);
    if (k == 0 && nowhere) arb_set(t->radius, t->t[0]);
    arb_min(t->radius, t->radius, t->t[0], PREC);
  }
}

bool stays_apart(tubes *t, const series *s, const arb_t time, double far) {
  arb_ptr zero = t->t[6];
  double ends[2];
  arb_zero(zero);
  for (size_t g = 0; g < t->gaps; g++) {
    for (size_t k = 0; k <= ORDER; k++)
      arb_dot(t->row + k, k ? NULL : t->gap[g].at, 0, t->gap[g].row, 1, s->c[k], 1, (slong)t->d,
              PREC);
    find_extent(t, t->row, 0, zero, time, ends);
    if (!(ends[0] > SAFE * t->gap[g].size * (far + s->rest[0]))) return false;
  }
  return true;
}

bool is_far(tubes *t, const arb_t time) {
  arb_ptr at = t->t[0], rate = t->t[1], z = t->t[2];
  if (!t->gaps) return true;
  const double T = SAFE * from_above(time), r = from_above(t->r);
  root_form(z, t->P, t->x);
  double push = t->A_size * (from_above(z) + r);
  arb_mul(z, t->rate, time, PREC);
  arb_exp(z, z, PREC);
  push *= from_above(z);
  for (size_t j = 0; j < t->m; j++) push += from_above(t->most_p + j) * t->size_of[j];
  for (size_t k = 0; k < t->gaps; k++) {
    const tube_gap *g = &t->gap[k];
    arb_dot(at, g->at, 0, g->row, 1, t->x, 1, (slong)t->d, PREC);
    arb_dot(rate, NULL, 0, g->rate, 1, t->x, 1, (slong)t->d, PREC);
    const double closing = fmax(0, SAFE * g->rate_size * r - from_below(rate));
    const double lost = g->size * r + T * (closing + T / 2 * g->rate_size * push);
    if (!(from_below(at) > SAFE * lost)) return false;
  }
  return true;
}

/* e = x - x~ for the rest point x~ */
bool rests_apart(tubes *t, arb_srcptr e, double far) {
  arb_ptr z = t->t[0];
  for (size_t k = 0; k < t->gaps; k++) {
    arb_dot(z, t->gap[k].at, 0, t->gap[k].row, 1, t->x, 1, (slong)t->d, PREC);
    arb_dot(z, z, 1, t->gap[k].row, 1, e, 1, (slong)t->d, PREC);
    if (!(from_below(z) > SAFE * t->gap[k].size * far)) return false;
  }
  return true;
}
