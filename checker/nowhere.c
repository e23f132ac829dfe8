/* nowhere.c: theorem SS-NOWHERE: at no position do admissible forces balance the machine.
 *
 * For each set of closed contacts a tree over shares of forces shows that they do not; the balance
 * must not depend on positions, so that it is one of all of them.
 */
#include "energy.h"

static void want_constant(run *r, const energy *x) {
  for (size_t k = 0; k < x->functions; k++)
    for (size_t i = 0; i < x->n; i++)
      if (!is_zero_tree(by(r, x->f[k], x->q[i])) ||
          !is_zero_tree(differentiate(r, x->f[k], x->q[i], true)))
        refuted(r, "%s.1: the balance of forces depends on the state", r->theorem);
}

/* Motions are what they are: M is constant and, by Gauss, positive definite. */
static void want_mass(run *r, const energy *x) {
  const size_t n = x->n;
  arb_ptr A = new_balls(r, n * n), high = new_ball(r);
  bool good = true;
  for (size_t k = 0; k < n * n && good; k++) {
    interval range;
    good = x->M[k]->fixed && find_interval(r, x->M[k], &range);
    if (!good) break;
    arb_set_fmpq(A + k, range.low, BITS);
    arb_set_fmpq(high, range.high, BITS);
    arb_union(A + k, A + k, high, BITS);
  }
  for (size_t k = 0; k < n && good; k++) {
    good = arb_is_positive(A + k * n + k);
    for (size_t i = k + 1; i < n && good; i++) {
      arb_div(high, A + i * n + k, A + k * n + k, BITS);
      for (size_t j = k + 1; j < n; j++) arb_submul(A + i * n + j, high, A + k * n + j, BITS);
    }
  }
  if (!good) refuted(r, "the mass matrix is not constant and positive definite");
}

void verify_nowhere(run *r) {
  energy *x = new_room(r, 1, sizeof *x);
  const json_t *system = json_object_get(r->root, "system");
  read_shape(r, system, "system", "coordinates force region");
  r->conditions = json_object_get(r->root, "conditions");
  if (strcmp(r->claim, "not-attractive") != 0)
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  if (!json_is_null(json_object_get(r->root, "how")) ||
      !json_is_null(json_object_get(r->root, "level")))
    malformed(r, "the theorem has no level");
  read_machine(r, x);
  if (x->sliders) refuted(r, "theorem: it is about other machines");
  want_mass(r, x);
  x->everywhere = x->plain = true;
  x->force = read_rational(r, system, "force");
  if (fmpq_sgn(x->force) <= 0) refuted(r, "force: it is not positive");
  read_region(r, x, system);
  for (size_t set = 0; set < (size_t)1 << x->contacts; set++) {
    box_question q = {.plain = true, .bare = true};
    add_rest(r, x, &q, set);
    want_constant(r, x);
    ask(r, x, &q, (label){1, "rest", set, 0, 0, (size_t)-1});
  }
  confirm(r, "%s.1: nowhere do forces balance", r->theorem);
  confirm(r, "%zu leaves of trees of boxes", r->leaves);
  want_no_more(r, x, true);
  print_claim(r, "no motion comes to rest: there is no position at which forces balance");
}
