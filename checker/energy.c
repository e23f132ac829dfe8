/* energy.c: a machine with contacts, friction and impacts, by its energies.
 *
 * From the model: T, U, the forces Q, gaps g, slips; by derivatives (trees.c)
 *
 *     M = d2T/du2,   h = Q - dU/dq + dT/dq - M' u,   w_N = dg/dq,   zeta = u^T d2g/dq2 u,   w_T.
 *
 * Forces at rest that are affine in q with a symmetric matrix have a potential, which U takes over.
 */
#include <math.h>

#include "energy.h"

/* ---- formulas as they are written ------------------------------------------------------------ */

/* It has a value and all derivatives everywhere: what cancels later counts too. */
static void want_smooth(run *r, node *e) {
  interval x;
  bool good = true;
  if (e->smooth) return;
  if (e->fixed) {
    good = find_interval(r, e, &x);
  } else if (e->op == '/' || e->op == '^') {
    good = e->b->fixed && find_interval(r, e->b, &x) &&
           (e->op == '/' ? !has_zero(x)
                         : is_exact(x) && fmpz_is_one(fmpq_denref(x.low)) && fmpq_sgn(x.low) >= 0);
    if (good) want_smooth(r, e->a);
  } else if (e->a) {
    good = strchr("+-*nscThed", e->op);
    want_smooth(r, e->a);
    if (e->b) want_smooth(r, e->b);
  }
  if (!good) complain(r, e->at, "a formula may not be smooth, or not be defined, somewhere");
  e->smooth = true;
}

void check_formulas(run *r) {
  const unsigned kinds = KINETIC | POTENTIAL | FORCE | FORCE_AT | BODY | POINT | FRICTION |
                         CONTACT | SLIDER | CHART_MAP;
  for (const item *it = NULL; (it = next_item(r, it, kinds));)
    for (size_t i = 0; i < PARTS; i++)
      if (it->part[i].to) want_smooth(r, read_formula(r, it->part[i]));
}

/* ---- the machine ----------------------------------------------------------------------------- */

node *by(run *r, node *e, item *it) {
  return differentiate(r, e, it, false);
}

static node *by_velocity(run *r, node *e, item *it) {
  return differentiate(r, e, it, true);
}

static void add_bodies(run *r, energy *x) {
  node *half = number_tree(r, &(fmpq){1, 2});
  for (const item *it = NULL; (it = next_item(r, it, BODY));) {
    node *mass = read_formula(r, it->part[0]);
    for (size_t i = 0; i < 3; i++) {
      node *place = read_formula(r, it->part[2 + i]), *sum = integer_tree(r, 0);
      if (i == 2 && !it->part[1].to) continue;
      for (size_t k = 0; k < x->n; k++) sum = ADD(sum, MUL(by(r, place, x->q[k]), x->u[k]));
      node *square = make_node(r, '^', sum, integer_tree(r, 2));
      node *factor = i < 2 ? mass : read_formula(r, it->part[1]);
      if (!is_zero_tree(sum)) x->T = ADD(x->T, MUL(MUL(half, factor), square));
      if (i < 2 && it->part[5].to)
        x->U = SUB(x->U, MUL(mass, MUL(read_formula(r, it->part[5 + i]), place)));
    }
    if (!it->part[1].to && !read_formula(r, it->part[4])->fixed)
      complain(r, it->name, "the body turns and has no inertia");
  }
}

static void add_forces(run *r, energy *x) {
  node *place[2];
  for (size_t i = 0; i < x->n; i++) x->Q[i] = integer_tree(r, 0);
  for (const item *it = NULL; (it = next_item(r, it, FORCE));)
    for (size_t i = 0; i < x->n; i++)
      if (x->q[i] == find_item(r, COORD, it->name))
        x->Q[i] = ADD(x->Q[i], read_formula(r, it->part[0]));
  for (const item *it = NULL; (it = next_item(r, it, FORCE_AT));) {
    read_point(r, find_item(r, POINT, it->name), place);
    for (size_t k = 0; k < 2; k++)
      for (size_t i = 0; i < x->n; i++)
        x->Q[i] = ADD(x->Q[i], MUL(read_formula(r, it->part[k]), by(r, place[k], x->q[i])));
  }
}

static bool is_number_symmetric(run *r, size_t n, node *const *J) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (!vanishes(r, sum_of(r, value_of(r, J[i * n + j]), value_of(r, J[j * n + i]), -1)))
        return false;
  return true;
}

/* U - sum f_i(0) q_i - sum J_ij q_i q_j/2 for a force f that is affine in q; NULL if it is not. */
static node *integrate(run *r, const energy *x, node *const *f) {
  node *J[MOST_FORCES * MOST_FORCES], *P = integer_tree(r, 0), *q[MOST_FORCES];
  for (size_t i = 0; i < x->n; i++) {
    q[i] = read_item(r, x->q[i]);
    for (size_t j = 0; j < x->n; j++) {
      J[i * x->n + j] = by(r, f[i], x->q[j]);
      if (!J[i * x->n + j]->fixed) return NULL;
    }
  }
  if (!is_number_symmetric(r, x->n, J)) return NULL;
  const matrix *origin = new_matrix(r, x->n, 1);
  for (size_t i = 0; i < x->n; i++) {
    node *constant = f[i];
    for (size_t j = 0; j < x->n; j++) {
      node *term = MUL(J[i * x->n + j], q[j]);
      P = SUB(P, MUL(number_tree(r, &(fmpq){1, 2}), MUL(term, q[i])));
      constant = SUB(constant, term);
    }
    P = SUB(P, MUL(at_place(r, constant, x->q, origin), q[i]));
  }
  return P;
}

/* Forces at rest go to the potential; Q keeps what vanishes there. */
static void split_forces(run *r, energy *x) {
  node *rest[MOST_FORCES], *whole[MOST_FORCES], *P;
  bool still = true;
  for (size_t i = 0; i < x->n; i++) {
    rest[i] = at_rest(r, x->Q[i]);
    still = still && is_zero_tree(rest[i]);
    whole[i] = SUB(rest[i], by(r, x->U, x->q[i]));
    x->Q[i] = SUB(x->Q[i], rest[i]);
  }
  if (still) return;
  if ((P = integrate(r, x, whole)))
    x->U = P;
  else if ((P = integrate(r, x, rest)))
    x->U = ADD(x->U, P);
  else
    malformed(r, "forces that depend on positions have no potential that is seen");
}

void derive_motion(run *r, energy *x) {
  const size_t n = x->n;
  node *inertia[MOST_FORCES];
  for (size_t i = 0; i < n; i++) {
    node *momentum = by_velocity(r, x->T, x->q[i]);
    if (!is_zero_tree(by_velocity(r, x->U, x->q[i])) || !is_zero_tree(at_rest(r, momentum)))
      malformed(r, "the energies are not those of a machine");
    inertia[i] = SUB(by(r, x->U, x->q[i]), by(r, x->T, x->q[i]));
    for (size_t j = 0; j < n; j++) {
      node *mass = x->M[i * n + j] = by_velocity(r, momentum, x->q[j]);
      for (size_t k = 0; k < n; k++) {
        if (!is_zero_tree(by_velocity(r, mass, x->q[k])))
          malformed(r, "the kinetic energy is not quadratic in the velocities");
        inertia[i] = ADD(inertia[i], MUL(by(r, mass, x->q[k]), MUL(x->u[j], x->u[k])));
      }
    }
  }
  if (!is_zero_tree(at_rest(r, x->T))) malformed(r, "the kinetic energy at rest is not 0");
  for (size_t i = 0; i < n; i++) x->h[i] = SUB(x->Q[i], inertia[i]);
}

/* r with Q_i = -u_i^m r, of a polynomial in u_i that begins with the odd power m; else -dQ_i/du_i,
 * with which the mean value theorem says as much. */
static node *find_drag(run *r, const energy *x, size_t i) {
  node *slope = x->Q[i], *sum = integer_tree(r, 0), *power = integer_tree(r, 1);
  slong factorial = 1;
  size_t lowest = 0;
  for (slong k = 1; k <= 9; k++) {
    factorial *= k;
    slope = by_velocity(r, slope, x->q[i]);
    if (is_zero_tree(slope) && lowest % 2) return sum;
    if (is_zero_tree(slope)) break;
    node *a = MUL(number_tree(r, &(fmpq){1, factorial}), at_rest(r, slope));
    if (!lowest && is_zero_tree(a)) continue;
    if (lowest) power = MUL(power, x->u[i]);
    if (!lowest) lowest = (size_t)k;
    sum = SUB(sum, MUL(a, power));
  }
  return NEG(by_velocity(r, x->Q[i], x->q[i]));
}

static void derive_drag(run *r, energy *x) {
  x->separate = !x->linear;
  for (size_t i = 0; i < x->n; i++)
    for (size_t j = 0; j < x->n; j++)
      x->separate = x->separate && (i == j || is_zero_tree(by_velocity(r, x->Q[i], x->q[j])));
  for (size_t i = 0; x->separate && i < x->n; i++)
    if (!is_zero_tree(x->Q[i])) x->drag[i] = find_drag(r, x, i);
}

/* A number is told as one; what cancels is 0. */
static node *fold(run *r, node *e) {
  interval x;
  if (!e->fixed || !find_interval(r, e, &x)) return e;
  if (is_exact(x)) return number_tree(r, x.low);
  return vanishes(r, value_of(r, e)) ? integer_tree(r, 0) : e;
}

static void derive_damping(run *r, energy *x) {
  const size_t n = x->n;
  invert_trees(r, n, x->M, x->Minv);
  x->power = dot_trees(r, n, x->u, x->Q);
  x->linear = true;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      node *a = by_velocity(r, x->Q[i], x->q[j]), *b = by_velocity(r, x->Q[j], x->q[i]);
      x->C[i * n + j] = fold(r, MUL(number_tree(r, &(fmpq){-1, 2}), ADD(a, b)));
      for (size_t k = 0; k < n; k++)
        x->linear = x->linear && is_zero_tree(by_velocity(r, a, x->q[k]));
    }
  derive_drag(r, x);
}

/* ---- contacts and frictions ------------------------------------------------------------------ */

void read_slip(run *r, const energy *x, rubbing *c, node *slip, node *limit) {
  if (is_zero_tree(limit)) return;
  if (c->slips == MOST_SLIPS || !is_zero_tree(at_rest(r, slip)))
    complain(r, c->item->name, "the slip is not one of a machine at rest");
  for (size_t i = 0; i < x->n; i++) {
    node *w = c->slip[c->slips][i] = by_velocity(r, slip, x->q[i]);
    for (size_t k = 0; k < x->n; k++)
      if (!is_zero_tree(by_velocity(r, w, x->q[k])))
        complain(r, c->item->name, "the slip is not linear in the velocities");
  }
  c->limit[c->slips++] = limit;
}

/* Half widths of a product of intervals around the set of friction forces. */
static void read_law(run *r, const energy *x, rubbing *c) {
  const item *it = c->item;
  node *a[3] = {NULL}, *size = integer_tree(r, 1), *limit[MOST_SLIPS];
  if (!it->law.length) return;
  for (size_t i = 0; i < 3; i++)
    if (it->part[LAW + i].to) a[i] = read_formula(r, it->part[LAW + i]);
  if (it->kind == FRICTION) size = read_formula(r, it->part[1]);
  limit[0] = limit[1] = MUL(a[0], size);
  limit[2] = limit[3] = limit[4] = NULL;
  if (token_is(it->law, "ellipse")) limit[1] = MUL(a[1], size);
  if (token_is(it->law, "contensou") || token_is(it->law, "rolling"))
    limit[2] = MUL(number_tree(r, &(fmpq){2, 3}), MUL(MUL(a[0], a[1]), size));
  if (token_is(it->law, "rolling")) limit[3] = limit[4] = MUL(a[2], size);
  for (size_t k = 0; k < MOST_SLIPS; k++)
    if (it->part[SLIPS + k].to)
      read_slip(r, x, c, pull(r, read_formula(r, it->part[SLIPS + k])), limit[k]);
}

void read_contact(run *r, const energy *x, rubbing *c) {
  const item *it = c->item;
  c->gap = read_formula(r, it->part[3]);
  c->zeta = integer_tree(r, 0);
  for (size_t i = 0; i < x->n; i++) {
    if (!is_zero_tree(by_velocity(r, c->gap, x->q[i])))
      complain(r, it->name, "the gap depends on a velocity");
    c->normal[i] = by(r, c->gap, x->q[i]);
    for (size_t k = 0; k < x->n; k++)
      c->zeta = ADD(c->zeta, MUL(by(r, c->normal[i], x->q[k]), MUL(x->u[i], x->u[k])));
  }
  const bool single = r->stance || x->still || strcmp(r->theorem, "SS-CALM") == 0;
  if (!single && it->part[RESTITUTION].to && !it->part[RESTITUTION + 1].to)
    complain(r, it->name, "a single impact at a time does not belong here");
  c->eN = it->part[RESTITUTION].to ? read_formula(r, it->part[RESTITUTION]) : integer_tree(r, 0);
  c->eT = it->part[RESTITUTION + 1].to ? read_formula(r, it->part[RESTITUTION + 1])
                                       : integer_tree(r, 0);
}

void read_elements(run *r, energy *x) {
  for (const item *it = NULL; (it = next_item(r, it, CONTACT | FRICTION));) {
    const bool contact = it->kind == CONTACT;
    if (contact ? x->contacts == MOST_CONTACTS : x->frictions == COUNT(x->friction))
      malformed(r, "too many contacts or frictions");
    rubbing *c = contact ? &x->contact[x->contacts++] : &x->friction[x->frictions++];
    c->item = it;
    if (contact) read_contact(r, x, c);
    read_law(r, x, c);
  }
}

/* ---- the variables of boxes ------------------------------------------------------------------ */

/* It is 0 for numbers that are, as sin(alpha) with alpha = 0: formulas are smooth, so that no other
 * factor is undefined. */
static bool is_nothing(run *r, node *e) {
  if (is_zero_tree(e)) return true;
  if (e->fixed) return vanishes(r, value_of(r, e));
  if (e->op == '*') return is_nothing(r, e->a) || is_nothing(r, e->b);
  if (e->op == 'n' || (e->op == '/' && e->b->fixed)) return is_nothing(r, e->a);
  return (e->op == '+' || e->op == '-') && is_nothing(r, e->a) && is_nothing(r, e->b);
}

/* Nothing depends on the coordinate. */
static bool is_unused(run *r, const energy *x, item *q) {
  bool used = !is_nothing(r, by(r, x->T, q)) || !is_nothing(r, by(r, x->U, q));
  for (size_t i = 0; i < x->n; i++) used = used || !is_nothing(r, by(r, x->Q[i], q));
  for (size_t j = 0; j < x->contacts + x->frictions; j++) {
    const rubbing *c = j < x->contacts ? &x->contact[j] : &x->friction[j - x->contacts];
    used = used || (c->gap && !is_nothing(r, by(r, c->gap, q)));
    for (size_t k = 0; k < c->slips; k++) {
      used = used || !is_nothing(r, by(r, c->limit[k], q));
      for (size_t i = 0; i < x->n; i++) used = used || !is_nothing(r, by(r, c->slip[k][i], q));
    }
  }
  for (size_t i = 0; i < x->sliders; i++) {
    used = used || !is_nothing(r, by(r, x->normal[i], q));
    for (size_t k = 0; k < x->n; k++)
      used = used || !is_nothing(r, by(r, x->slider[i].slip[0][k], q));
  }
  return !used;
}

double end_of(run *r, const fmpq *x, int sign) {
  const double near = fmpq_get_d(x);
  fmpq *back = new_rational(r);
  if (!isfinite(near)) malformed(r, "a number is too large for a box");
  read_double(back, near);
  const bool same = fmpq_equal(back, x);
  if (!same && sign == 0) malformed(r, "the region does not end at doubles");
  return same ? near : nextafter(near, sign < 0 ? -INFINITY : INFINITY);
}

void choose_variables(run *r, energy *x) {
  for (size_t i = 0; i < x->n; i++) {
    x->variable[i] = (box_variable){'x', x->q[i]};
    x->variable[x->n + i] = (box_variable){'u', x->q[i]};
  }
  x->variables = 2 * x->n;
  for (item *it = NULL; (it = next_item(r, it, PARAM));)
    if (it->range.low) x->variable[x->variables++] = (box_variable){'r', it};
}

void read_region(run *r, energy *x, const json_t *system) {
  choose_variables(r, x);
  for (size_t i = 0; i < x->n; i++) x->used[i] = !is_unused(r, x, x->q[i]);
  const matrix *ends = read_matrix(r, system, "region", x->variables, 2);
  for (size_t i = 0; i < x->variables; i++) {
    const fmpq *low = entry(ends, i, 0), *high = entry(ends, i, 1);
    x->low[i] = end_of(r, low, 0);
    x->high[i] = end_of(r, high, 0);
    if (x->low[i] > x->high[i]) refuted(r, "region: it is empty");
    if (i >= x->n && i < 2 * x->n && !x->everywhere && !(x->low[i] < 0 && x->high[i] > 0))
      refuted(r, "region: it does not have the machine at rest inside");
    if (i >= 2 * x->n && (fmpq_cmp(low, x->variable[i].item->range.low) > 0 ||
                          fmpq_cmp(high, x->variable[i].item->range.high) < 0))
      refuted(r, "region: it does not have the whole range of a parameter");
  }
}

/* ---- shapes: B v = dU/dq - dW/dq - dR/du ----------------------------------------------------- */

/* The directions of the inputs are independent numbers, one for each coordinate: then there is a
 * law, whatever is wanted. */
static void check_directions(run *r, energy *x, const item *shape, size_t inputs) {
  matrix *B = new_matrix(r, x->n, inputs);
  size_t column = 0;
  if (inputs != x->n) complain(r, shape->name, "a shape needs an input for each coordinate");
  probe_input(r, &OPEN_INPUTS);
  add_forces(r, x);
  for (item *it = NULL; (it = next_item(r, it, INPUT)); column++)
    for (size_t i = 0; i < x->n; i++) {
      node *share = by(r, x->Q[i], it);
      const poly *value = share->fixed ? value_of(r, share) : NULL;
      if (!value || !fmpq_mpoly_is_fmpq(value, r->ring))
        complain(r, it->name, "a shape needs inputs whose directions are rational numbers");
      fmpq_mpoly_get_fmpq(entry(B, i, column), value, r->ring);
    }
  probe_input(r, NULL);
  if (rank_of(r, B) < inputs) complain(r, shape->name, "the inputs of a shape are dependent");
}

/* Inputs that follow a shape, which all do or none: W takes the place of U, -dR/du is added. */
static void follow_shape(run *r, energy *x) {
  const item *shape = NULL;
  size_t inputs = 0, shaped = 0;
  for (item *it = NULL; (it = next_item(r, it, INPUT)); inputs++) {
    const item *law = find_law(r, it);
    if (!law || law->kind != SHAPE) continue;
    shape = law;
    shaped++;
  }
  if (!shape) return;
  if (shaped < inputs) malformed(r, "some inputs follow a shape and others do not");
  check_directions(r, x, shape, inputs);
  add_forces(r, x); /* inputs that follow a shape are 0 */
  x->U = read_formula(r, shape->part[0]);
  want_smooth(r, x->U);
  if (!shape->part[1].to) return;
  node *R = read_formula(r, shape->part[1]);
  want_smooth(r, R);
  for (size_t i = 0; i < x->n; i++) x->Q[i] = SUB(x->Q[i], by_velocity(r, R, x->q[i]));
}

void read_energies(run *r, energy *x) {
  for (item *it = NULL; (it = next_item(r, it, COORD));) {
    if (x->n == MOST_FORCES) malformed(r, "more than %d coordinates", MOST_FORCES);
    x->q[x->n] = it;
    x->u[x->n++] = velocity_tree(r, it);
  }
  x->T = x->U = integer_tree(r, 0);
  for (const item *it = NULL; (it = next_item(r, it, KINETIC));)
    x->T = ADD(x->T, read_formula(r, it->part[0]));
  for (const item *it = NULL; (it = next_item(r, it, POTENTIAL));)
    x->U = ADD(x->U, read_formula(r, it->part[0]));
  add_bodies(r, x);
  add_forces(r, x);
  follow_shape(r, x);
}

/* The item of these kinds with the name that stands in the list. */
static item *find_named(run *r, const json_t *list, size_t i, unsigned kinds) {
  const char *name = json_string_value(json_array_get(list, i));
  item *it = NULL;
  while (name && (it = next_item(r, it, kinds)) && !token_is(it->name, name)) continue;
  if (!it) malformed(r, "slide: a coordinate, a parameter and two numbers are expected");
  return it;
}

/* q = x + S (theta - theta_0): for each theta, which does not change in time, only the origin of a
 * coordinate is elsewhere. From here on formulas are about x. */
static void read_slide(run *r) {
  const json_t *list = json_object_get(json_object_get(r->root, "system"), "slide"), *one;
  const unsigned kinds = next_item(r, NULL, CHART_COORD) ? CHART_COORD : COORD;
  size_t i;
  json_array_foreach(list, i, one) {
    want_array(r, one, 4, "slide");
    item *it = find_named(r, one, 0, kinds), *by = find_named(r, one, 1, PARAM);
    node *S = number_tree(r, read_entry(r, one, 2, "slide"));
    const fmpq *from = read_entry(r, one, 3, "slide");
    node *change = SUB(read_item(r, by), number_tree(r, from));
    if (!by->range.low || fmpq_cmp(from, by->range.low) < 0 || fmpq_cmp(from, by->range.high) > 0)
      refuted(r, "slide: the region moves from no value of the parameter's range");
    node *before = it->slide ? it->slide : integer_tree(r, 0);
    it->slide = ADD(before, MUL(S, change));
    it->tree = NULL;
    if (r->print)
      fprintf(r->print,
              "aside      the region moves with %.*s: %.*s by %.6g times what it changes\n",
              (int)by->name.length, by->name.at, (int)it->name.length, it->name.at,
              fmpq_get_d(S->number));
  }
  probe_input(r, r->model.probe); /* what stands for formulas is read anew */
}

void read_machine(run *r, energy *x) {
  if (r->stance && next_item(r, NULL, SLIDER | CHART_COORD))
    malformed(r, "sliders do not belong here");
  for (const item *it = NULL; (it = next_item(r, it, INPUT));)
    if (it->part[0].to) complain(r, it->name, "the input has bounds");
  read_slide(r);
  check_formulas(r);
  (next_item(r, NULL, CHART_COORD) ? read_chart : read_energies)(r, x);
  if (!r->stance && !x->still) split_forces(r, x);
  derive_motion(r, x);
  if (!x->still) derive_damping(r, x);
  read_elements(r, x);
  if (next_item(r, NULL, SLIDER)) read_sliders(r, x);
}
