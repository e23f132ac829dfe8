/* derive.c: the equations of motion, from the energies of the model.
 *
 *     T = 1/2 u^T M u,   d/dt dT/du - dT/dq + dU/dq - Q = W lambda
 *
 * With M constant this is M q'' + G(q, u) = W lambda, G = dU/dq - Q; Q_j = sum F_i dx_i/dq_j over
 * the forces F_i on coordinates x_i and points. The system is linear if G = C u + K q - f. All of
 * this is verified as identities of polynomials, nothing by numbers at a point.
 *
 * With sliders a chart gives the coordinates. Their gaps must be affine with independent gradients
 * A, vanish identically in the chart, and leave as many coordinates as the chart has: then every
 * motion that the sliders allow is described (that the chart is injective follows from M > 0). The
 * force in a slider with friction is that of its gap e as a further coordinate, z = chart(q) +
 * A^T (A A^T)^-1 e: its equation at e = 0 must be a number, free of q, u, q'' and all friction.
 */
#include "check.h"

/* 1/2 m (X'^2 + Y'^2) + 1/2 J phi'^2, and -m (gx X + gy Y). */
static void add_body(run *r, const item *body, poly **T, poly **U) {
  poly *mass = evaluate(r, body->part[0]), *half = rational_poly(r, &(fmpq){1, 2});
  poly *inertia = body->part[1].to ? evaluate(r, body->part[1]) : new_poly(r);
  for (size_t i = 0; i < 3; i++) {
    poly *place = evaluate(r, body->part[2 + i]), *speed = rate_of(r, place);
    if (i == 2 && !body->part[1].to && !is_zero(r, speed))
      complain(r, body->name, "the body turns and has no inertia");
    poly *square = product_of(r, i < 2 ? mass : inertia, product_of(r, speed, speed));
    *T = sum_of(r, *T, product_of(r, half, square), 1);
    if (i == 2 || !body->part[5].to) continue;
    poly *weight = product_of(r, mass, evaluate(r, body->part[5 + i]));
    *U = sum_of(r, *U, product_of(r, weight, place), -1);
  }
}

static void add_energies(run *r, poly **T, poly **U) {
  *T = new_poly(r);
  *U = new_poly(r);
  for (const item *it = NULL; (it = next_item(r, it, KINETIC));)
    *T = sum_of(r, *T, evaluate(r, it->part[0]), 1);
  for (const item *it = NULL; (it = next_item(r, it, POTENTIAL));)
    *U = sum_of(r, *U, evaluate(r, it->part[0]), 1);
  for (const item *it = NULL; (it = next_item(r, it, BODY));) add_body(r, it, T, U);
}

/* M = d2T/du2, which must be constant and all of T. */
static void derive_mass(run *r, const poly *T) {
  const size_t n = r->system.n;
  poly *rest = new_poly(r);
  for (size_t i = 0; i < n; i++) {
    poly *momentum = by_variable(r, T, r->n + i);
    rest = sum_of(r, rest, product_of(r, momentum, variable(r, r->n + i)), 1);
    for (size_t j = 0; j < n; j++) {
      const poly *mass = r->derived.M[i][j] = by_variable(r, momentum, r->n + j);
      if (!is_constant(r, mass)) malformed(r, "the mass matrix of the model is not constant");
    }
  }
  /* Euler: sum u_i dT/du_i = 2 T for a quadratic form */
  rest = sum_of(r, sum_of(r, rest, T, -1), T, -1);
  if (!is_zero(r, rest)) malformed(r, "the kinetic energy is not quadratic in the velocities");
}

/* G_j -= F dx/dq_j for every coordinate, and for the gaps behind them. */
static void subtract_force(run *r, const poly *force, const poly *place) {
  poly **G = r->derived.G;
  for (size_t j = 0; j < r->n; j++)
    G[j] = sum_of(r, G[j], product_of(r, force, by_variable(r, place, j)), -1);
}

/* G = dU/dq - Q */
static void add_forces(run *r, const poly *U) {
  poly *place[2];
  for (size_t j = 0; j < r->n; j++) {
    if (!is_zero(r, by_variable(r, U, r->n + j)))
      malformed(r, "the potential energy depends on a velocity");
    r->derived.G[j] = by_variable(r, U, j);
  }
  for (const item *it = NULL; (it = next_item(r, it, FORCE));) {
    item *x = find_item(r, COORD, it->name);
    if (!x) complain(r, it->name, "a force acts on no coordinate");
    subtract_force(r, evaluate(r, it->part[0]), evaluate_item(r, x));
  }
  for (const item *it = NULL; (it = next_item(r, it, FORCE_AT));) {
    const item *point = find_item(r, POINT, it->name);
    if (!point) complain(r, it->name, "a force acts at no point");
    evaluate_point(r, point, place);
    for (size_t k = 0; k < 2; k++) subtract_force(r, evaluate(r, it->part[k]), place[k]);
  }
}

/* With the gaps closed. */
static poly *close_gaps(run *r, const poly *e) {
  const poly *still = put_to_zero(r, e, r->system.n, r->n);
  return put_to_zero(r, still, r->n + r->system.n, 2 * r->n);
}

/* The forces in the sliders with friction; then everything with the gaps closed. Returns T. */
static poly *derive_normals(run *r, poly *T) {
  size_t s = r->system.n;
  for (const item *it = NULL; (it = next_item(r, it, SLIDER)); s++) {
    if (!it->part[2].to) continue;
    const poly *momentum = close_gaps(r, by_variable(r, T, r->n + s));
    const poly *bend = close_gaps(r, by_variable(r, T, s));
    poly *force = r->derived.normal[s - r->system.n] = close_gaps(r, r->derived.G[s]);
    if (!is_zero(r, momentum) || !is_zero(r, bend) || !is_constant(r, force))
      complain(r, it->name, "the normal force of the slider depends on the motion");
  }
  for (size_t j = 0; j < r->system.n; j++) r->derived.G[j] = close_gaps(r, r->derived.G[j]);
  return close_gaps(r, T);
}

/* C = dG/du, K = dG/dq, f = -G(0, 0). */
static void derive_forces(run *r) {
  const size_t n = r->system.n;
  derived *d = &r->derived;
  d->linear = true;
  for (size_t i = 0; i < n; i++) {
    d->f[i] = sum_of(r, new_poly(r), put_to_zero(r, d->G[i], 0, 2 * r->n), -1);
    for (size_t j = 0; j < n; j++) {
      d->C[i][j] = by_variable(r, d->G[i], r->n + j);
      d->K[i][j] = by_variable(r, d->G[i], j);
      if (!is_constant(r, d->C[i][j])) malformed(r, "the damping of the model is not constant");
      d->linear &= is_constant(r, d->K[i][j]);
    }
  }
}

/* mu N, constant and of a certain sign; true if it is positive. */
static bool derive_bound(run *r, const item *it, poly *normal, poly **p) {
  normal = it->kind == FRICTION ? evaluate(r, it->part[1]) : apply_named(r, "abs", normal);
  const poly *factor[2] = {normal, evaluate(r, it->part[2])};
  for (size_t k = 0; k < 2; k++) {
    if (!is_constant(r, factor[k])) malformed(r, "the bound of a friction is not constant");
    if (fmpq_sgn(find_range(r, factor[k]).low) < 0)
      malformed(r, "a friction has a negative coefficient or normal force");
  }
  *p = product_of(r, factor[0], factor[1]);
  interval range = find_range(r, *p);
  if (fmpq_sgn(range.high) > 0 && fmpq_sgn(range.low) <= 0)
    complain(r, it->name, "the friction may vanish within the ranges");
  return fmpq_sgn(range.low) > 0;
}

/* The column j of W, w, of a slip w^T u. */
static void derive_slip(run *r, const item *it, size_t j) {
  derived *d = &r->derived;
  poly *slip = evaluate(r, it->part[0]), *rest;
  bool zero = true;
  for (size_t s = 0; s < r->n - r->system.n; s++)
    if (d->normal[s] && !is_zero(r, by_variable(r, slip, r->n + r->system.n + s)))
      complain(r, it->name, "the normal force of a slider depends on this friction");
  rest = slip = close_gaps(r, slip);
  for (size_t i = 0; i < r->system.n; i++) {
    const poly *w = d->W[i][j] = by_variable(r, slip, r->n + i);
    if (!is_constant(r, w)) malformed(r, "the direction of a friction is not constant");
    zero &= is_zero(r, w);
    rest = sum_of(r, rest, product_of(r, w, variable(r, r->n + i)), -1);
  }
  if (!is_zero(r, rest)) malformed(r, "a slip is not linear in the velocities");
  if (zero) malformed(r, "a friction never slips");
}

static void derive_frictions(run *r) {
  derived *d = &r->derived;
  size_t m = 0, slider = 0;
  for (item *it = NULL; (it = next_item(r, it, FRICTION | SLIDER));) {
    poly *p, *normal = it->kind == SLIDER ? d->normal[slider++] : NULL;
    if ((it->kind == SLIDER && !normal) || !derive_bound(r, it, normal, &p)) continue;
    if (m == MOST_COORDINATES) malformed(r, "more than %d frictions", MOST_COORDINATES);
    derive_slip(r, it, m);
    d->p[m][0] = p;
    d->friction[m++] = it;
  }
  r->system.m = m;
}

/* The gradients of the gaps by the coordinates of the model, by rows, must be independent. */
static matrix *derive_gaps(run *r, size_t count) {
  matrix *gradients = new_matrix(r, count, r->n);
  size_t i = 0;
  for (const item *it = NULL; (it = next_item(r, it, SLIDER)); i++) {
    poly *gap = evaluate(r, it->part[3]);
    for (size_t j = 0; j < r->n; j++) {
      const poly *slope = by_variable(r, gap, j);
      if (!fmpq_mpoly_is_fmpq(slope, r->ring))
        malformed(r, "a slider whose gap is not linear with rational coefficients");
      fmpq_mpoly_get_fmpq(entry(gradients, i, j), slope, r->ring);
    }
  }
  if (rank_of(r, gradients) != count) malformed(r, "the sliders are dependent");
  return gradients;
}

/* The coordinates of the model get their shares of the gaps, which are variables too. */
static void lift_coordinates(run *r, const matrix *shares) {
  size_t column = 0;
  for (item *it = NULL; (it = next_item(r, it, COORD));) evaluate_item(r, it);
  for (item *it = NULL; (it = next_item(r, it, COORD)); column++)
    for (slong s = 0; s < fmpq_mat_nrows(shares); s++) {
      const poly *share = rational_poly(r, entry(shares, s, column));
      share = product_of(r, share, variable(r, r->system.n + (size_t)s));
      it->value = sum_of(r, it->value, share, 1);
    }
  for (item *it = NULL; (it = next_item(r, it, LET | INPUT));) it->value = NULL;
}

static void enter_chart(run *r) {
  size_t sliders = 0, charted = 0;
  for (const item *it = NULL; (it = next_item(r, it, SLIDER)); sliders++)
    if (it->part[2].to && !it->part[0].to) complain(r, it->name, "a key is missing");
  for (const item *it = NULL; (it = next_item(r, it, CHART_COORD));) charted++;
  const matrix *A = derive_gaps(r, sliders);
  if (sliders == 0 && charted == 0) return;
  if (charted == 0) malformed(r, "a system with sliders needs a chart");
  if (charted + sliders != r->n || sliders == 0)
    malformed(r, "the chart has %zu coordinates; %zu minus %zu sliders are needed", charted, r->n,
              sliders);
  size_t gap = choose_coordinates(r, CHART_COORD);
  lift_coordinates(r, solve_system(r, multiply(r, A, transpose(r, A)), A));
  for (const item *it = NULL; (it = next_item(r, it, SLIDER)); gap++)
    if (!fmpq_mpoly_equal(evaluate(r, it->part[3]), variable(r, gap), r->ring))
      malformed(r, "the chart does not satisfy the sliders");
}

void derive_system(run *r) {
  poly *T, *U;
  const char *law = r->model.feedback;
  const item *named = next_item(r, NULL, FEEDBACK);
  r->n = choose_coordinates(r, COORD);
  if (r->n == 0) malformed(r, "the model has no coordinates");
  fmpq_mpoly_ctx_init(r->ring, (slong)(2 * r->n + MOST_SYMBOLS), ORD_DEGLEX);
  while (law && named && !token_is(named->other, law)) named = next_item(r, named, FEEDBACK);
  if (law && !named) malformed(r, "feedback: the model has no law \"%.40s\"", law);
  enter_chart(r);
  add_energies(r, &T, &U);
  add_forces(r, U);
  derive_mass(r, derive_normals(r, T));
  derive_forces(r);
  derive_frictions(r);
}
