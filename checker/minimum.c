/* minimum.c: that a rest point is a strict minimum of the potential on the admissible set.
 *
 * In a box of positions q and forces lambda > 0 of the contacts that the certificate calls closed,
 *
 *     F(q, lambda) = (dU/dq - sum lambda_j dg_j/dq, g_j) = 0
 *
 * has a solution for all parameters in their ranges, by the theorem of Poincare and Miranda: the
 * components of Y F change their signs between opposite faces. Where d2(U - lambda g)/dq2 + tau
 * sum dg_j dg_j^T is positive definite and the other contacts are open it is a strict local
 * minimum. Nothing is assumed of the gaps in the box. Forces are l times their upper end, l in
 * [share, 1].
 */
#include "energy.h"

typedef struct minimum {
  energy *x; /* its region is the box */
  size_t closed, forces, unknowns;
  const matrix *ends, *Y; /* of the forces: share, upper end */
  const fmpq *tau;
} minimum;

/* lambda, the one with the index `fixed` at its lower or upper end. */
static void make_forces(run *r, const minimum *m, box_question *q, size_t fixed, bool upper,
                        node **force) {
  for (size_t j = 0, contact = 0; j < m->forces; j++, contact++) {
    const fmpq *share = entry(m->ends, j, 0);
    while (!(m->closed >> contact & 1)) contact++;
    node *l = add_extra(r, q, end_of(r, share, 0), "force", contact, 0);
    if (j == fixed) l = upper ? integer_tree(r, 1) : number_tree(r, share);
    force[j] = MUL(number_tree(r, entry(m->ends, j, 1)), l);
  }
}

static node *residual(run *r, const minimum *m, node *const *force, size_t i) {
  const energy *x = m->x;
  node *sum = by(r, x->U, x->q[i]);
  for (size_t j = 0, k = 0; j < x->contacts; j++)
    if (m->closed >> j & 1) sum = SUB(sum, MUL(force[k++], x->contact[j].normal[i]));
  return sum;
}

/* Component `row` of Y F on a face of the unknown that it belongs to. */
static void check_face(run *r, const minimum *m, size_t row, size_t force_index, size_t face) {
  energy *x = m->x;
  box_question q = {.plain = true, .bare = true};
  node *force[MOST_CONTACTS], *sum = integer_tree(r, 0);
  size_t column = row * m->unknowns;
  make_forces(r, m, &q, force_index, face % 2, force);
  for (size_t i = 0; i < x->n; i++)
    if (x->used[i])
      sum = ADD(sum, MUL(number_tree(r, entry(m->Y, column++, 0)), residual(r, m, force, i)));
  for (size_t j = 0, k = 0; j < x->contacts; j++)
    if (m->closed >> j & 1) {
      node *gap = x->contact[j].gap, *l = force[k++];
      if (x->stiffness) gap = ADD(gap, DIV(l, number_tree(r, x->stiffness)));
      sum = ADD(sum, MUL(number_tree(r, entry(m->Y, column++, 0)), gap));
    }
  add_condition(r, x, &q, 'g', face % 2 ? NEG(sum) : sum);
  ask(r, x, &q, (label){2, "balance", 0, row, 0, face});
}

static void check_balance(run *r, const minimum *m) {
  const energy *x = m->x;
  matrix *square = new_matrix(r, m->unknowns, m->unknowns);
  size_t row = 0, force = 0;
  for (size_t i = 0; i < m->unknowns * m->unknowns; i++)
    fmpq_set(entry(square, i / m->unknowns, i % m->unknowns), entry(m->Y, i, 0));
  if (rank_of(r, square) < m->unknowns) refuted(r, "inverse: it is singular");
  for (size_t i = 0; i < x->n; i++) {
    if (!x->used[i]) continue;
    for (size_t end = 0; end < 2; end++) check_face(r, m, row, (size_t)-1, 2 * i + end);
    row++;
  }
  for (size_t j = 0; j < x->contacts; j++) {
    if (!(m->closed >> j & 1)) continue;
    for (size_t end = 0; end < 2; end++) check_face(r, m, row, force, 2 * (x->variables + j) + end);
    row++;
    force++;
  }
}

static void check_curvature(run *r, const minimum *m) {
  energy *x = m->x;
  box_question q = {.plain = true, .bare = true};
  node *force[MOST_CONTACTS], *H[MOST_FORCES * MOST_FORCES];
  size_t index[MOST_FORCES], n = 0;
  make_forces(r, m, &q, (size_t)-1, false, force);
  for (size_t i = 0; i < x->n; i++)
    if (x->used[i]) index[n++] = i;
  for (size_t i = 0; i < n * n; i++) {
    const size_t a = index[i / n], b = index[i % n];
    H[i] = by(r, residual(r, m, force, a), x->q[b]);
    for (size_t j = 0; j < x->contacts; j++)
      if (m->closed >> j & 1)
        H[i] = ADD(H[i], MUL(number_tree(r, m->tau),
                             MUL(x->contact[j].normal[a], x->contact[j].normal[b])));
  }
  add_matrix(r, x, &q, n, H, false);
  ask(r, x, &q, (label){2, "curved", 0, 0, 0, 0});
}

/* The box, the forces and Y of the certificate. */
static void read_minimum(run *r, const energy *x, const json_t *system, minimum *m) {
  m->x = new_room(r, 1, sizeof *m->x);
  *m->x = *x;
  m->closed = (size_t)read_integer(r, json_object_get(system, "closed"), 0, (1l << x->contacts) - 1,
                                   "closed");
  const matrix *around = read_matrix(r, system, "around", x->variables, 2);
  for (size_t i = 0; i < 2 * x->n; i++) {
    const double low = m->x->low[i] = end_of(r, entry(around, i, 0), 0);
    const double high = m->x->high[i] = end_of(r, entry(around, i, 1), 0);
    if (low > high) refuted(r, "around: it is empty");
    if (i < x->n && x->used[i] && !x->everywhere && !(x->low[i] < low && high < x->high[i]))
      refuted(r, "around: it is not in the region");
    m->unknowns += i < x->n && x->used[i];
  }
  for (size_t j = 0; j < x->contacts; j++) m->forces += m->closed >> j & 1;
  m->unknowns += m->forces;
  m->ends = read_matrix(r, system, "forces", m->forces, 2);
  m->Y = read_vector(r, system, "inverse", m->unknowns * m->unknowns);
  m->tau = x->any_kind ? NULL : read_rational(r, system, "tau");
  if (x->stiffness && fmpq_cmp(m->tau, x->stiffness) > 0)
    refuted(r, "tau: the springs are not so stiff");
  for (size_t j = 0; j < m->forces; j++)
    if (fmpq_sgn(entry(m->ends, j, 0)) <= 0 || fmpq_cmp_si(entry(m->ends, j, 0), 1) > 0 ||
        fmpq_sgn(entry(m->ends, j, 1)) <= 0)
      refuted(r, "forces: they are not positive");
}

const energy *check_minimum(run *r, energy *x, const json_t *system) {
  minimum m = {0};
  read_minimum(r, x, system, &m);
  if (m.unknowns) {
    check_balance(r, &m);
    if (!x->any_kind) check_curvature(r, &m);
  }
  for (size_t j = 0; j < x->contacts; j++) {
    box_question q = {.plain = true, .bare = true};
    if (m.closed >> j & 1) continue;
    add_condition(r, m.x, &q, 'g', NEG(x->contact[j].gap));
    ask(r, m.x, &q, (label){2, "apart", 0, j, 0, 0});
  }
  if (!x->everywhere) {
    box_question q = {.plain = true, .bare = true};
    node *end = ADD(number_tree(r, x->zero), number_tree(r, x->level));
    add_condition(r, m.x, &q, 'g', SUB(potential(r, x, m.closed), end));
    ask(r, m.x, &q, (label){2, "above", 0, 0, 0, 0});
  }
  confirm(r, "%s.2: %s", r->theorem,
          x->any_kind ? "forces balance at a point"
                      : "a rest point is a strict minimum of the potential");
  return m.x;
}

void print_aside(run *r, const energy *x, bool attracts) {
  for (size_t i = 0; !attracts && i < x->n && r->print; i++)
    if (!x->used[i])
      fprintf(r->print, "aside      nothing is said of %.*s, on which nothing depends\n",
              (int)x->q[i]->name.length, x->q[i]->name.at);
}
