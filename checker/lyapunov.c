/* lyapunov.c: a function of the model that falls along motions, SS-LYAPUNOV of docs/theory.md.
 *
 *     M u' = h,   V' = V_q u + V_u M^-1 h
 *
 * as trees (energy.c, trees.c), over boxes (boxes.c). The machine must have nothing but
 * coordinates, energies, bodies and forces; whatever else the model has is refused. The certificate
 * gives the rest point x_e, the region and the level; that the forces and the slope of V vanish at
 * x_e is exact, whatever the parameters are: then V' and its slope do so too.
 */
#include "energy.h"

/* u' = M^-1 h by elimination; M is definite where this is used. */
static void solve_mass(run *r, const energy *x, node **a) {
  const size_t n = x->n;
  node *A[MOST_FORCES * MOST_FORCES];
  memcpy(A, x->M, n * n * sizeof *A);
  memcpy(a, x->h, n * sizeof *a);
  for (size_t j = 0; j < n; j++)
    for (size_t i = j + 1; i < n; i++) {
      node *factor = DIV(A[i * n + j], A[j * n + j]);
      for (size_t k = j + 1; k < n; k++)
        A[i * n + k] = SUB(A[i * n + k], MUL(factor, A[j * n + k]));
      a[i] = SUB(a[i], MUL(factor, a[j]));
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++) a[i] = SUB(a[i], MUL(A[i * n + k], a[k]));
    a[i] = DIV(a[i], A[i * n + i]);
  }
}

/* V', which is nowhere better defined than the forces, the energies and V. */
node *derive_rate(run *r, const machine *m, const energy *x) {
  node *a[MOST_FORCES], *sum = ADD(ADD(x->T, x->U), m->V);
  solve_mass(r, x, a);
  sum = make_node(r, '*', integer_tree(r, 0), sum);
  for (size_t i = 0; i < x->n; i++) {
    sum = make_node(r, '+', sum, MUL(by(r, m->V, x->q[i]), x->u[i]));
    sum = make_node(r, '+', sum, make_node(r, '*', differentiate(r, m->V, x->q[i], true), a[i]));
  }
  return sum;
}

/* ---- conditions ------------------------------------------------------------------------------ */

static box_question ask_region(const run *r) {
  const machine *m = r->machine;
  box_question q = {.k = m->x.variables, .level = r->system.level};
  memcpy(q.variable, m->x.variable, q.k * sizeof *q.variable);
  memcpy(q.low, m->x.low, q.k * sizeof *q.low);
  memcpy(q.high, m->x.high, q.k * sizeof *q.high);
  return q;
}

void verify_mass(run *r, const json_t *condition) {
  box_question q = ask_region(r);
  add_matrix(r, &r->machine->x, &q, r->machine->x.n, r->machine->x.M, false);
  replay_tree(r, &q, read_text(r, condition, "tree"));
  confirm(r, "the mass matrix is positive definite in the region");
}

void verify_border(run *r, const json_t *condition) {
  const size_t sides = 4 * r->machine->x.n;
  const json_t *trees = json_object_get(condition, "trees");
  want_array(r, trees, sides, "trees");
  r->leaves = 0;
  for (size_t side = 0; side < sides; side++) {
    box_question q = ask_region(r);
    const char *tree = json_string_value(json_array_get(trees, side));
    if (!tree) malformed(r, "trees: a string is expected");
    q.energy = r->machine->above;
    q.curved = true;
    if (side % 2)
      q.low[side / 2] = q.high[side / 2];
    else
      q.high[side / 2] = q.low[side / 2];
    replay_tree(r, &q, tree);
  }
  confirm(r, "V is not below the level on the border of the region (%zu boxes)", r->leaves);
}

void verify_falls(run *r, const json_t *condition) {
  machine *m = r->machine;
  box_question q = ask_region(r);
  q.energy = m->above;
  q.curved = true;
  q.states = 2 * m->x.n;
  q.center[0] = m->ends[0];
  q.center[1] = m->ends[1];
  add_condition(r, &m->x, &q, 'g', m->rate);
  r->leaves = r->boxes = 0;
  replay_tree(r, &q, read_text(r, condition, "tree"));
  confirm(r,
          "V falls wherever it is below the level, but for the rest point (%zu leaves, %zu boxes)",
          r->leaves, r->boxes);
}

void verify_stationary(run *r, const json_t *condition) {
  (void)condition;
  const machine *m = r->machine;
  bool good = true;
  for (size_t i = 0; i < 2 * m->x.n; i++) {
    const bool velocity = i >= m->x.n;
    const size_t j = i % m->x.n;
    node *slope = at_place(r, differentiate(r, m->V, m->x.q[j], velocity), m->x.q, m->center);
    good = good && vanishes(r, value_of(r, slope));
    good = good && (velocity ? fmpq_is_zero(entry(m->center, i, 0))
                             : vanishes(r, value_of(r, at_place(r, m->x.h[j], m->x.q, m->center))));
  }
  if (!good) refuted(r, "velocity, forces or slope of V are not seen to vanish at the rest point");
  confirm(r, "the forces and the slope of V vanish at the rest point");
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void read_ends(run *r, machine *m, const json_t *system) {
  const size_t k = 2 * m->x.n;
  const matrix *low = read_vector(r, system, "low", k), *high = read_vector(r, system, "high", k);
  m->center = read_vector(r, system, "center", k);
  choose_variables(r, &m->x);
  if (m->x.variables > MOST_VARIABLES) malformed(r, "a proof by boxes in too many variables");
  for (size_t j = 0; j < k; j++) {
    const fmpq *x = entry(m->center, j, 0);
    m->x.low[j] = end_of(r, entry(low, j, 0), 0);
    m->x.high[j] = end_of(r, entry(high, j, 0), 0);
    m->ends[0][j] = end_of(r, x, -1);
    m->ends[1][j] = end_of(r, x, 1);
    if (fmpq_cmp(entry(low, j, 0), x) >= 0 || fmpq_cmp(x, entry(high, j, 0)) >= 0)
      malformed(r, "the rest point is not inside the region");
  }
  for (size_t j = k; j < m->x.variables; j++) {
    m->x.low[j] = end_of(r, m->x.variable[j].item->range.low, -1);
    m->x.high[j] = end_of(r, m->x.variable[j].item->range.high, 1);
  }
}

void enter_machine(run *r, const json_t *system) {
  machine *m = r->machine = new_room(r, 1, sizeof *m);
  const char *name = read_text(r, system, "lyapunov");
  read_shape(r, system, "system", "lyapunov center low high");
  const item *V = NULL;
  while ((V = next_item(r, V, LYAPUNOV)) && !token_is(V->name, name)) continue;
  if (!V) malformed(r, "the model has no function \"%.40s\"", name);
  const bool rubbed = strcmp(r->theorem, "SS-RUBBED") == 0;
  if (next_item(r, NULL, (rubbed ? CONTACT : FRICTION) | SLIDER | CLUTCH | CHART_COORD | SHAPE))
    malformed(r, "a function that falls is checked for machines of energies and forces only");
  if (rubbed) check_formulas(r);
  read_energies(r, &m->x);
  derive_motion(r, &m->x);
  if (rubbed) read_elements(r, &m->x);
  if (rubbed) check_frictions(r, &m->x);
  read_ends(r, m, system);
  m->V = read_formula(r, V->part[0]);
  m->above = SUB(m->V, at_place(r, m->V, m->x.q, m->center));
  m->rate = rubbed ? NULL : derive_rate(r, m, &m->x);
}
