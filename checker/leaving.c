/* leaving.c: theorem LW2008-T2: motions that start near the rest positions of a region leave it.
 *
 * All questions are about the whole region, whatever the energy (docs/certificate.md). That there
 * is a rest position is seen by the signs of the components of Y dU/dq on the faces of a box of
 * positions inside the region: then dU/dq = 0 somewhere in it, Y being regular.
 */
#include "energy.h"

static node *slope(run *r, const energy *x, size_t i) {
  return by(r, x->U, x->q[i]);
}

/* Where dU/dq = 0 a direction leads downwards. */
static void check_potential(run *r, energy *x, const matrix *v) {
  box_question q = {0};
  node *sum = integer_tree(r, 0);
  for (size_t i = 0; i < x->n; i++)
    if (!is_zero_tree(slope(r, x, i))) add_condition(r, x, &q, '=', slope(r, x, i));
  for (size_t i = 0; i < x->n * x->n; i++)
    sum = ADD(sum, MUL(number_tree(r, entry(v, i / x->n, 0)),
                       MUL(number_tree(r, entry(v, i % x->n, 0)),
                           by(r, slope(r, x, i / x->n), x->q[i % x->n]))));
  add_condition(r, x, &q, 'g', sum);
  ask(r, x, &q, (label){2, "stationary", 0, 0, 0, 0});
  confirm(r, "%s.2: the potential has no minimum in the region", r->theorem);
}

static void check_border(run *r, energy *x) {
  for (size_t face = 0; face < 2 * x->n; face++) {
    box_question q = {0};
    if (!x->used[face / 2]) continue;
    if (x->sliders)
      add_held(r, x, &q);
    else
      add_rest(r, x, &q, 0);
    ask(r, x, &q, (label){8, x->sliders ? "held" : "rest", 0, 0, 0, face});
  }
  confirm(r, "%s.8: no rest position lies on the border of the region", r->theorem);
}

/* The box of the certificate is inside the region, and dU/dq = 0 in it. */
static void check_place(run *r, energy *x, const json_t *system) {
  energy *small = new_room(r, 1, sizeof *small);
  const matrix *place = read_matrix(r, system, "place", x->variables, 2);
  const matrix *Y = read_vector(r, system, "inverse", x->n * x->n);
  matrix *square = new_matrix(r, x->n, x->n);
  *small = *x;
  for (size_t i = 0; i < 2 * x->n; i++) {
    small->low[i] = end_of(r, entry(place, i, 0), 0);
    small->high[i] = end_of(r, entry(place, i, 1), 0);
    if (small->low[i] > small->high[i]) refuted(r, "place: it is empty");
    if (i < x->n && x->used[i] && (small->low[i] < x->low[i] || small->high[i] > x->high[i]))
      refuted(r, "place: it is not in the region");
    for (size_t j = 0; i < x->n && j < x->n; j++) {
      if (x->used[i] && x->used[j])
        fmpq_set(entry(square, i, j), entry(Y, i * x->n + j, 0));
      else
        fmpq_set_si(entry(square, i, j), i == j, 1);
    }
  }
  if (rank_of(r, square) < x->n) refuted(r, "inverse: it is singular");
  for (size_t face = 0; face < 2 * x->n; face++) {
    box_question q = {0};
    node *sum = integer_tree(r, 0);
    if (!x->used[face / 2]) continue;
    for (size_t j = 0; j < x->n; j++)
      sum = ADD(sum, MUL(number_tree(r, entry(square, face / 2, j)), slope(r, x, j)));
    add_condition(r, small, &q, 'g', face % 2 ? NEG(sum) : sum);
    ask(r, small, &q, (label){6, "exists", 0, face / 2, 0, face});
  }
  confirm(r, "%s.6: there is a rest position in the region", r->theorem);
}

static void check_passive(run *r, energy *x) {
  bool good = is_zero_tree(x->power) || (x->linear && is_passive(r, x));
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++) good = good && x->friction[j].limit[k]->fixed;
  if (!good) refuted(r, "%s.7: the energy may grow", r->theorem);
  confirm(r, "%s.7: nowhere does the energy grow", r->theorem);
}

/* One coordinate, or friction that does not act back on normal forces. */
static void check_convex(run *r, const energy *x) {
  for (size_t i = 0; x->n > 1 && i < x->sliders; i++)
    for (size_t j = 0; j < COUNT(x->coupling[0]); j++)
      if (x->coupling[i][j] && !is_zero_tree(x->coupling[i][j]))
        refuted(r, "%s.9: the accelerations need not be convex", r->theorem);
  confirm(r, "%s.9: the accelerations that friction allows are a convex set", r->theorem);
}

/* No contact is closed anywhere in the region: the machine there is one without contacts. */
static void check_open(run *r, energy *x) {
  for (size_t j = 0; j < x->contacts; j++) {
    box_question q = {.bare = true};
    add_condition(r, x, &q, 'g', NEG(x->contact[j].gap));
    ask(r, x, &q, (label){4, "apart", 0, j, 0, 0});
  }
  if (x->contacts) confirm(r, "%s.4: no contact closes in the region", r->theorem);
  x->contacts = 0;
}

void verify_leaving(run *r) {
  if (strcmp(r->theorem, "SS-NOWHERE") == 0) return verify_nowhere(r);
  if (strcmp(r->theorem, "SS-ALONG") == 0) return verify_along(r);
  energy *x = new_room(r, 1, sizeof *x);
  const json_t *system = json_object_get(r->root, "system");
  const bool unstable = strcmp(r->claim, "unstable") == 0;
  read_shape(r, system, "system",
             json_object_get(system, "slide") ? "coordinates region place downwards inverse slide"
                                              : "coordinates region place downwards inverse");
  r->conditions = json_object_get(r->root, "conditions");
  if (!unstable && strcmp(r->claim, "not-attractive") != 0)
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  if (!json_is_null(json_object_get(r->root, "how")) ||
      !json_is_null(json_object_get(r->root, "level")))
    malformed(r, "the theorem has no level");
  read_machine(r, x);
  const bool away = unstable && find_condition(r, 7); /* nor do they come back */
  if (x->contacts && (!unstable || away))
    refuted(r, "theorem: it is about machines without contacts");
  x->plain = true;
  x->force = &(fmpq){1, 1};
  read_region(r, x, system);
  check_open(r, x);
  check_potential(r, x, read_vector(r, system, "downwards", x->n));
  check_border(r, x);
  check_place(r, x, system);
  check_mass(r, x);
  check_dissipation(r, x);
  if (unstable) {
    check_kernel(r, x);
    check_convex(r, x);
  }
  if (!unstable || away) check_passive(r, x);
  confirm(r, "%zu leaves of trees of boxes", r->leaves);
  want_no_more(r, x, true);
  static const char *const unstably =
      "the rest positions in the region are unstable: arbitrarily near them motions start that "
      "leave the region";
  static const char *const for_ever =
      "the rest positions in the region are unstable: arbitrarily near them motions start that "
      "leave the region, and do not come back to them";
  print_claim(r, away       ? for_ever
                 : unstable ? unstably
                            : "the rest positions in the region are not attractive: arbitrarily "
                              "near them motions start that do not tend to them");
}
