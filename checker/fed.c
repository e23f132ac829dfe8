/* fed.c: condition 3 where damping is negative and friction takes more than it feeds.
 *
 * With C the symmetric part of the damping and p_i the bounds of the frictions that act on
 * coordinate i alone, V' = -sum |u_i| r_i, r_i = p_i + sum_j sign(u_i) C_ij u_j: r_i > 0 for either
 * sign of u_i is asked for. A coordinate without such friction must be damped by itself: C_ii > 0,
 * C_ij = 0. Frictions with several components do not count: together they take less than the sum.
 */
#include "energy.h"

/* The factor with which a friction acts on coordinate i alone; NULL: it does not. */
static const fmpq *find_factor(run *r, const energy *x, const rubbing *f, size_t i) {
  interval factor;
  if (f->slips != 1) return NULL;
  for (size_t j = 0; j < x->n; j++)
    if (j != i && !is_zero_tree(f->slip[0][j])) return NULL;
  node *w = f->slip[0][i];
  if (is_zero_tree(w) || !w->fixed || !find_interval(r, w, &factor) || !is_exact(factor))
    return NULL;
  return factor.low;
}

static node *own_friction(run *r, const energy *x, size_t i) {
  node *sum = integer_tree(r, 0);
  for (size_t j = 0; j < x->frictions; j++) {
    const fmpq *factor = find_factor(r, x, &x->friction[j], i);
    if (!factor) continue;
    fmpq *size = new_rational(r);
    fmpq_abs(size, factor);
    sum = ADD(sum, MUL(number_tree(r, size), x->friction[j].limit[0]));
  }
  return sum;
}

static void check_coordinate(run *r, energy *x, size_t i, bool positive) {
  node **C = x->C + i * x->n, *p = own_friction(r, x, i);
  box_question q = {0};
  if (is_zero_tree(p)) {
    for (size_t j = 0; j < x->n; j++)
      if (j != i && !is_zero_tree(C[j]))
        refuted(r, "%s.3: a coordinate has neither friction nor damping of its own", r->theorem);
    p = C[i];
  } else {
    node *rate = dot_trees(r, x->n, C, x->u);
    p = positive ? ADD(p, rate) : SUB(p, rate);
    add_condition(r, x, &q, 'g', positive ? x->u[i] : NEG(x->u[i]));
  }
  add_condition(r, x, &q, 'g', NEG(p));
  ask_either(r, x, &q, (label){3, "fed", 0, i, positive, 0});
}

void check_fed(run *r, energy *x) {
  if (!x->linear) refuted(r, "%s.3: the damping is not linear", r->theorem);
  for (size_t i = 0; i < x->n; i++)
    for (size_t sign = 0; sign < 2; sign++) check_coordinate(r, x, i, sign);
  confirm(r, "%s.3: friction takes more energy away than damping feeds", r->theorem);
}
