/* along.c: theorem SS-ALONG: motions that keep a contact closed grow.
 *
 * With at most one contact closed, nothing rubbing, x = (q, u) follows u' = M^-1 (h - l w), l =
 * (w^T M^-1 h + zeta)/(w^T M^-1 w). J is the slope of (u, u') by x at u = 0. In a box around a
 * strict minimum of the potential, in which the contact presses and all others are open
 * (minimum.c),
 *
 *     J^T P + P J + tau [w w^T 0; 0 w w^T] > 0,    y^T P y > 0,
 *
 * y being the given vector without its parts along w.
 */
#include "energy.h"

typedef struct growth {
  energy *x;
  const rubbing *contact; /* or NULL */
  const matrix *P, *start;
  const fmpq *tau;
} growth;

static node *P_entry(run *r, const growth *g, size_t i, size_t j) {
  return number_tree(r, entry(g->P, i * 2 * g->x->n + j, 0));
}

/* J, at rest. */
static void find_slopes(run *r, const growth *g, node **J) {
  const energy *x = g->x;
  const size_t n = x->n;
  node *force[MOST_FORCES];
  memcpy(force, x->h, n * sizeof *force);
  if (g->contact) {
    node *const *w = g->contact->normal;
    node *l = DIV(ADD(form(r, x, w, x->h), g->contact->zeta), form(r, x, w, w));
    for (size_t i = 0; i < n; i++) force[i] = SUB(force[i], MUL(l, w[i]));
  }
  for (size_t i = 0; i < n; i++) {
    node *rate = dot_trees(r, n, x->Minv + i * n, force);
    for (size_t j = 0; j < 2 * n; j++) {
      J[i * 2 * n + j] = integer_tree(r, j == n + i);
      J[(n + i) * 2 * n + j] = j < n ? by(r, at_rest(r, rate), x->q[j])
                                     : at_rest(r, differentiate(r, rate, x->q[j - n], true));
    }
  }
}

static void check_form(run *r, const growth *g) {
  const size_t n = g->x->n, k = 2 * n;
  node *J[4 * MOST_FORCES * MOST_FORCES], *A[4 * MOST_FORCES * MOST_FORCES];
  box_question q = {.plain = true, .bare = true};
  find_slopes(r, g, J);
  for (size_t a = 0; a < k; a++)
    for (size_t b = 0; b < k; b++) {
      node *sum = integer_tree(r, 0);
      for (size_t i = 0; i < k; i++) {
        sum = ADD(sum, MUL(P_entry(r, g, i, b), J[i * k + a]));
        sum = ADD(sum, MUL(P_entry(r, g, a, i), J[i * k + b]));
      }
      if (g->contact && a / n == b / n)
        sum = ADD(sum, MUL(number_tree(r, g->tau),
                           MUL(g->contact->normal[a % n], g->contact->normal[b % n])));
      A[a * k + b] = sum;
    }
  add_matrix(r, g->x, &q, k, A, false);
  ask(r, g->x, &q, (label){3, "grows", 0, 0, 0, 0});
}

static void check_start(run *r, const growth *g) {
  const size_t n = g->x->n, k = 2 * n;
  node *y[2 * MOST_FORCES], *sum = integer_tree(r, 0);
  box_question q = {.plain = true, .bare = true};
  for (size_t i = 0; i < k; i++) y[i] = number_tree(r, entry(g->start, i, 0));
  for (size_t half = 0; g->contact && half < k; half += n) {
    node *const *w = g->contact->normal;
    node *part = DIV(dot_trees(r, n, w, y + half), dot_trees(r, n, w, w));
    for (size_t i = 0; i < n; i++) y[half + i] = SUB(y[half + i], MUL(part, w[i]));
  }
  for (size_t i = 0; i < k * k; i++)
    sum = ADD(sum, MUL(P_entry(r, g, i / k, i % k), MUL(y[i / k], y[i % k])));
  add_condition(r, g->x, &q, 'g', NEG(sum));
  ask(r, g->x, &q, (label){3, "starts", 0, 0, 0, 0});
}

/* What the theorem is about. */
static void want_smooth_machine(run *r, const energy *x) {
  bool rubs = x->frictions || x->sliders;
  for (size_t j = 0; j < x->contacts; j++) rubs = rubs || x->contact[j].slips;
  for (size_t i = 0; i < x->n; i++) rubs = rubs || !x->used[i];
  if (rubs) refuted(r, "theorem: it is about other machines");
}

static void read_growth(run *r, const json_t *system, growth *g) {
  const size_t n = g->x->n, k = 2 * n;
  const size_t closed = (size_t)read_integer(r, json_object_get(system, "closed"), 0,
                                             (1l << g->x->contacts) - 1, "closed");
  if (closed & (closed - 1)) refuted(r, "closed: one contact is at the most");
  for (size_t j = 0; j < g->x->contacts; j++)
    if (closed >> j & 1) g->contact = &g->x->contact[j];
  g->P = read_vector(r, system, "form", k * k);
  g->start = read_vector(r, system, "start", k);
  g->tau = read_rational(r, system, "weight");
  for (size_t i = 0; i < k * k; i++)
    if (!fmpq_equal(entry(g->P, i, 0), entry(g->P, i % k * k + i / k, 0)))
      refuted(r, "form: it is not symmetric");
}

void verify_along(run *r) {
  growth g = {.x = new_room(r, 1, sizeof *g.x)};
  energy *x = g.x;
  const json_t *system = json_object_get(r->root, "system");
  read_shape(r, system, "system",
             json_object_get(system, "slide")
                 ? "coordinates region closed around forces inverse form start weight slide"
                 : "coordinates region closed around forces inverse form start weight");
  r->conditions = json_object_get(r->root, "conditions");
  if (strcmp(r->claim, "unstable") != 0)
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  if (!json_is_null(json_object_get(r->root, "how")) ||
      !json_is_null(json_object_get(r->root, "level")))
    malformed(r, "the theorem has no level");
  read_machine(r, x);
  x->everywhere = x->plain = x->any_kind = true;
  read_region(r, x, system);
  want_smooth_machine(r, x);
  read_growth(r, system, &g);
  const energy *place = check_minimum(r, x, system);
  memcpy(x->low, place->low, sizeof x->low);
  memcpy(x->high, place->high, sizeof x->high);
  box_question q = {.plain = true};
  add_matrix(r, x, &q, x->n, x->M, false);
  ask(r, x, &q, (label){2, "mass", 0, 0, 0, 0});
  check_form(r, &g);
  check_start(r, &g);
  confirm(r, "%s.3: a quadratic form grows along motions that keep the contact closed", r->theorem);
  confirm(r, "%zu leaves of trees of boxes", r->leaves);
  want_no_more(r, x, true);
  print_claim(r, "the rest point is unstable: arbitrarily near it motions start that go away from "
                 "it, contacts staying closed or open as they are there");
}
