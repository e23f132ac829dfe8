/* late.c: condition 5 of LW2008-T1 where dissipation is seen by derivatives only.
 *
 * On a motion without loss y_0 = C u (or u_i, of drags) and the closed contact's normal velocity
 * are 0, and with them y_(j+1) = (dy_j/dx) x', x = (q, u), x' by the flow of the closed contacts.
 * So (dy_j/dx) x' = 0 and (dg/dx) x' = 0: where these rows have full rank x' = 0. The certificate
 * says how many derivatives are taken (`corner`); any number will do.
 */
#include "energy.h"

typedef struct flow {
  energy *x;
  node *rate[2 * MOST_FORCES];
} flow;

static node *slope(run *r, const energy *x, node *e, size_t i) {
  return differentiate(r, e, x->q[i % x->n], i >= x->n);
}

static void find_flow(run *r, flow *f, bool closed) {
  const energy *x = f->x;
  node *force[MOST_FORCES];
  for (size_t i = 0; i < x->n; i++) force[i] = x->h[i];
  if (closed) {
    const rubbing *c = &x->contact[0];
    node *lambda = DIV(ADD(form(r, x, c->normal, x->h), c->zeta), form(r, x, c->normal, c->normal));
    for (size_t i = 0; i < x->n; i++) force[i] = SUB(force[i], MUL(lambda, c->normal[i]));
  }
  for (size_t i = 0; i < x->n; i++) {
    f->rate[i] = x->u[i];
    f->rate[x->n + i] = dot_trees(r, x->n, x->Minv + i * x->n, force);
  }
}

/* y_0: what is 0 where nothing is lost. */
static size_t find_first(run *r, const energy *x, bool closed, node **y) {
  size_t count = 0;
  for (size_t i = 0; i < x->n; i++) {
    node *sum = x->separate ? (x->drag[i] ? x->u[i] : integer_tree(r, 0))
                            : dot_trees(r, x->n, x->C + i * x->n, x->u);
    if (!is_zero_tree(sum)) y[count++] = sum;
  }
  if (closed) y[count++] = dot_trees(r, x->n, x->contact[0].normal, x->u);
  return count;
}

static void check_set(run *r, energy *x, size_t closed, size_t depth) {
  const size_t width = 2 * x->n;
  flow f = {.x = x};
  box_question q = {0};
  node *y[MOST_FORCES + 1], *J[200];
  size_t used = 0;
  find_flow(r, &f, closed);
  const size_t count = find_first(r, x, closed, y);
  if ((count * depth + 1) * width > COUNT(J) || count * depth + 2 > COUNT(q.condition))
    malformed(r, "too many derivatives");
  for (size_t k = 0; k < count * depth; k++) {
    node **at = &y[k % count], *next = integer_tree(r, 0);
    add_condition(r, x, &q, '=', *at);
    for (size_t i = 0; i < width; i++) {
      J[used] = slope(r, x, *at, i);
      next = ADD(next, MUL(J[used++], f.rate[i]));
    }
    *at = next;
  }
  for (size_t i = 0; closed && i < width; i++)
    J[used++] = i < x->n ? x->contact[0].normal[i] : integer_tree(r, 0);
  node **first = x->f + x->functions;
  for (size_t i = 0; i < used; i++) add_function(r, x, J[i]);
  q.condition[q.conditions++] = (box_condition){
      .sense = 'R', .f = first, .rows = used / width, .columns = width, .count = used};
  ask(r, x, &q, (label){5, "late", closed, 0, depth, 0});
}

void check_late(run *r, energy *x, const json_t *entry) {
  const json_t *question = json_array_get(json_object_get(entry, "questions"), 0);
  const size_t depth = (size_t)read_integer(r, json_object_get(question, "corner"), 1, 8, "corner");
  bool fit = strcmp(r->theorem, "LW2008-T1") == 0 && !x->everywhere && !x->chosen &&
             !x->frictions && !x->sliders && x->contacts <= 1 && (x->linear || x->separate);
  for (size_t i = 0; i < x->n; i++) fit = fit && x->used[i];
  for (size_t j = 0; j < x->contacts; j++) fit = fit && x->contact[j].slips == 0;
  if (!fit) refuted(r, "%s.5: derivatives do not help such a machine", r->theorem);
  for (size_t closed = 0; closed < (size_t)1 << x->contacts; closed++)
    check_set(r, x, closed, depth);
  confirm(r, "%s.5: no motion is free of dissipation, by %zu derivatives", r->theorem, depth - 1);
}
