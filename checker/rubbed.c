/* rubbed.c: a function of the model that falls whatever dry friction does, SS-RUBBED of
 * docs/theory.md.
 *
 *     V' = V_q u + V_u M^-1 (h - sum w_j p_j s_j)   for signs s_j of the slips
 *
 * vanishes at u = 0 if V_u does. With u = t H d, H the half widths of the region and d on a face of
 * the unit cube, G = sum_i dV'/du_i H_i d_i at t H d is to be negative wherever V(q, t H d) is
 * below the level and the slips of H d have the signs. Variables: the coordinates, the parameters
 * with a range, t, the other components of d.
 */
#include "energy.h"

/* With velocities v; the key is new for each of them. */
static node *put_velocities(run *r, node *e, const energy *x, node *const *v, const matrix *key) {
  if (e->fixed || e->op == 'x' || e->op == 'r') return e;
  if (e->op == '@') malformed(r, "the model depends on the time");
  if (e->op == 'd') return put_velocities(r, write_out(r, e), x, v, key);
  if (e->placed && e->where == key) return e->placed;
  if (e->op == 'u') {
    size_t i = 0;
    while (i < x->n && x->q[i] != e->item) i++;
    if (i == x->n) malformed(r, "a velocity is none of the machine's");
    e->placed = v[i];
  } else {
    node *a = put_velocities(r, e->a, x, v, key);
    node *b = e->b ? put_velocities(r, e->b, x, v, key) : NULL;
    e->placed = rebuild_tree(r, e->op, a, b);
  }
  e->where = key;
  return e->placed;
}

/* V' at the signs; it is nowhere better defined than the energies, V and the bounds. */
static node *rate_at(run *r, const machine *m, size_t corner) {
  const energy *x = &m->x;
  energy *pulled = new_room(r, 1, sizeof *pulled);
  *pulled = *x;
  for (size_t j = 0; j < x->frictions; j++) {
    node *limit = x->friction[j].limit[0];
    add_direction(r, x, x->friction[j].slip[0], corner >> j & 1 ? limit : NEG(limit), pulled->h);
  }
  return derive_rate(r, m, pulled);
}

/* The coordinate whose velocity alone friction j rubs, times a positive number; n: none. */
static size_t aligned(run *r, const energy *x, size_t j) {
  size_t at = x->n;
  interval w;
  for (size_t i = 0; i < x->n; i++) {
    node *e = x->friction[j].slip[0][i];
    if (is_zero_tree(e)) continue;
    if (at < x->n || !e->fixed || !find_interval(r, e, &w) || !is_exact(w) || fmpq_sgn(w.low) < 0)
      return x->n;
    at = i;
  }
  return at;
}

/* The sign of component i of d: that of the first friction that rubs it alone; 0: any. */
static int sign_of(run *r, const energy *x, size_t corner, size_t i) {
  for (size_t j = 0; j < x->frictions; j++)
    if (aligned(r, x, j) == i) return corner >> j & 1 ? -1 : 1;
  return 0;
}

static void check_face(run *r, const machine *m, size_t corner, size_t face, const char *tree) {
  const energy *x = &m->x;
  const matrix *key = new_matrix(r, 1, 1);
  node *v[MOST_FORCES], *speed[MOST_FORCES], *G = integer_tree(r, 0);
  box_question q = {.level = r->system.level};
  energy *room = new_room(r, 1, sizeof *room);
  for (size_t i = 0; i < x->variables; i++) {
    if (i >= x->n && i < 2 * x->n) continue;
    q.variable[q.k] = x->variable[i];
    q.low[q.k] = x->low[i];
    q.high[q.k++] = x->high[i];
  }
  node *t = add_extra(r, &q, 0, "speed", x->n, 0);
  for (size_t i = 0; i < x->n; i++) {
    fmpq *half = new_rational(r);
    read_double(half, x->high[x->n + i]);
    const int sign = sign_of(r, x, corner, i);
    node *d = i == face / 2 ? integer_tree(r, face % 2 ? 1 : -1)
                            : add_extra(r, &q, sign ? 0 : -1, "speed", i, 0);
    if (i != face / 2 && sign < 0) d = NEG(d);
    speed[i] = MUL(number_tree(r, half), d);
    v[i] = MUL(t, speed[i]);
  }
  node *rate = rate_at(r, m, corner);
  for (size_t i = 0; i < x->n; i++)
    G = ADD(G, MUL(differentiate(r, rate, x->q[i], true), speed[i]));
  add_condition(r, room, &q, 'g', put_velocities(r, G, x, v, key));
  for (size_t j = 0; j < x->frictions; j++) {
    node *slip = dot_trees(r, x->n, x->friction[j].slip[0], speed);
    add_condition(r, room, &q, 'g', corner >> j & 1 ? NEG(slip) : slip);
  }
  q.energy = put_velocities(r, m->above, x, v, key);
  replay_tree(r, &q, tree);
}

void verify_rubs(run *r, const json_t *condition) {
  const machine *m = r->machine;
  const size_t faces = 2 * m->x.n, count = faces << m->x.frictions;
  size_t asked = 0;
  const json_t *trees = json_object_get(condition, "trees");
  if (!json_is_array(trees)) malformed(r, "trees: an array is expected");
  for (size_t i = m->x.n; i < 2 * m->x.n; i++)
    if (m->x.low[i] != -m->x.high[i])
      refuted(r, "region: a velocity has not the same bounds on both sides");
  r->leaves = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t corner = i / faces, face = i % faces;
    if (sign_of(r, &m->x, corner, face / 2) * (face % 2 ? 1 : -1) < 0) continue;
    const char *tree = json_string_value(json_array_get(trees, asked++));
    if (!tree) malformed(r, "trees: one is missing, or is no text");
    check_face(r, m, corner, face, tree);
  }
  if (json_array_size(trees) != asked) malformed(r, "trees: one is superfluous");
  confirm(r, "V falls wherever it is below the level and something moves (%zu leaves)", r->leaves);
}

/* V_u = 0 wherever u = 0, and the slope of V at x_e. */
void verify_even(run *r, const json_t *condition) {
  (void)condition;
  const machine *m = r->machine;
  bool good = true;
  for (size_t i = 0; i < m->x.n; i++) {
    node *by_speed = at_rest(r, differentiate(r, m->V, m->x.q[i], true));
    node *slope = at_place(r, differentiate(r, m->V, m->x.q[i], false), m->x.q, m->center);
    good = good && is_zero_tree(by_speed) && vanishes(r, value_of(r, slope)) &&
           fmpq_is_zero(entry(m->center, m->x.n + i, 0));
  }
  if (!good) refuted(r, "the slope of V is not seen to vanish at the rest point, or where u = 0");
  confirm(r, "the slope of V vanishes at the rest point, and that by velocities wherever u = 0");
}

static box_question whole_region(const machine *m) {
  box_question q = {.k = m->x.variables, .plain = true};
  memcpy(q.variable, m->x.variable, q.k * sizeof *q.variable);
  memcpy(q.low, m->x.low, q.k * sizeof *q.low);
  memcpy(q.high, m->x.high, q.k * sizeof *q.high);
  return q;
}

void verify_convex(run *r, const json_t *condition) {
  machine *m = r->machine;
  const size_t n = m->x.n;
  node *H[MOST_FORCES * MOST_FORCES];
  box_question q = whole_region(m);
  for (size_t i = 0; i < n * n; i++)
    H[i] = differentiate(r, differentiate(r, m->V, m->x.q[i / n], true), m->x.q[i % n], true);
  m->x.functions = 0;
  add_matrix(r, &m->x, &q, n, H, false);
  replay_tree(r, &q, read_text(r, condition, "tree"));
  confirm(r, "V is convex in the velocities");
}

void verify_bounds(run *r, const json_t *condition) {
  machine *m = r->machine;
  const size_t count = m->x.frictions;
  node *P[MOST_FORCES * MOST_FORCES];
  box_question q = whole_region(m);
  for (size_t i = 0; i < count * count; i++)
    P[i] = i / count == i % count ? m->x.friction[i / count].limit[0] : integer_tree(r, 0);
  m->x.functions = 0;
  add_matrix(r, &m->x, &q, count, P, false);
  replay_tree(r, &q, read_text(r, condition, "tree"));
  confirm(r, "the bounds of the friction forces are positive");
}

/* D2V at x_e is rational and positive definite. */
void verify_strict(run *r, const json_t *condition) {
  (void)condition;
  const machine *m = r->machine;
  const size_t n = m->x.n, k = 2 * n;
  matrix *A = new_matrix(r, k, k);
  bool good = true;
  interval x;
  for (size_t i = 0; i < k * k && good; i++) {
    const size_t a = i / k, b = i % k;
    node *slope = differentiate(r, m->V, m->x.q[a % n], a >= n);
    node *e = at_place(r, differentiate(r, slope, m->x.q[b % n], b >= n), m->x.q, m->center);
    good = find_interval(r, e, &x) && is_exact(x);
    if (good) fmpq_set(entry(A, a, b), x.low);
  }
  if (!good || !is_semidefinite(r, A) || rank_of(r, A) < k)
    refuted(r, "V is not seen to have a strict minimum at the rest point");
  confirm(r, "V has a strict minimum at the rest point");
}

void check_frictions(run *r, const energy *x) {
  if (!x->frictions || x->frictions > 4) malformed(r, "one to four frictions are expected");
  for (size_t j = 0; j < x->frictions; j++)
    if (x->friction[j].slips != 1 || !token_is(x->friction[j].item->law, "coulomb"))
      complain(r, x->friction[j].item->name, "the theorem is about the law coulomb(mu)");
}
