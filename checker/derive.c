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
    if (i == 2 && !body->part[1].to && !vanishes(r, speed))
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
      poly *mass = by_variable(r, momentum, r->n + j);
      if (!is_steady(r, mass)) malformed(r, "the mass matrix of the model is not constant");
      r->derived.M[i][j] = put_to_zero(r, mass, 0, 2 * r->n);
    }
    if (fmpq_sgn(find_range(r, r->derived.M[i][i]).high) <= 0)
      malformed(r, "the kinetic energy is not positive for every motion");
  }
  /* Euler: sum u_i dT/du_i = 2 T for a quadratic form */
  rest = sum_of(r, sum_of(r, rest, T, -1), T, -1);
  if (!vanishes(r, rest)) malformed(r, "the kinetic energy is not quadratic in the velocities");
}

/* G_j -= F dx/dq_j for every coordinate, and for the gaps behind them. */
static void subtract_force(run *r, const poly *force, const poly *place) {
  poly **G = r->derived.G;
  for (size_t j = 0; j < r->n; j++)
    G[j] = sum_of(r, G[j], product_of(r, force, by_variable(r, place, j)), -1);
}

/* G = dU/dq - Q */
static void add_forces(run *r, const poly *U) {
  node *place[2];
  for (size_t j = 0; j < r->n; j++) r->derived.G[j] = by_variable(r, U, j);
  for (const item *it = NULL; (it = next_item(r, it, FORCE));) {
    item *x = find_item(r, COORD, it->name);
    subtract_force(r, evaluate(r, it->part[0]), evaluate_coordinate(r, x));
  }
  for (const item *it = NULL; (it = next_item(r, it, FORCE_AT));) {
    const item *point = find_item(r, POINT, it->name);
    read_point(r, point, place);
    for (size_t k = 0; k < 2; k++)
      subtract_force(r, evaluate(r, it->part[k]), value_of(r, place[k]));
  }
}

/* ---- shapes: B v = dU/dq - dW/dq - dR/du ----------------------------------------------------- */

/* The directions of the inputs, by columns: numbers. */
static matrix *derive_directions(run *r, const poly *U, size_t inputs) {
  static const item none; /* it is 1, so that all inputs are 0 */
  poly *still[MOST_COORDINATES];
  matrix *B = new_matrix(r, r->n, inputs);
  size_t column = 0;
  probe_input(r, &none);
  add_forces(r, U);
  memcpy(still, r->derived.G, r->n * sizeof *still);
  for (const item *it = NULL; (it = next_item(r, it, INPUT)); column++) {
    probe_input(r, it);
    add_forces(r, U);
    for (size_t j = 0; j < r->n; j++) {
      const poly *share = sum_of(r, still[j], r->derived.G[j], -1);
      if (!fmpq_mpoly_is_fmpq(share, r->ring))
        complain(r, it->name, "a shape needs inputs whose directions are rational numbers");
      fmpq_mpoly_get_fmpq(entry(B, j, column), share, r->ring);
    }
  }
  probe_input(r, NULL);
  return B;
}

/* A law exists, and only one: B has full rank, and all that is normal to it vanishes. The change of
 * the forces, -dU/dq + dW/dq + dR/du, goes to `change`. */
static void match_shape(run *r, const item *shape, const poly *U, const matrix *B, poly **change) {
  const poly *W = evaluate(r, shape->part[0]);
  const poly *R = shape->part[1].to ? evaluate(r, shape->part[1]) : new_poly(r);
  if (rank_of(r, B) < (size_t)fmpq_mat_ncols(B))
    complain(r, shape->name, "the inputs of a shape are dependent");
  for (size_t j = 0; j < r->n; j++) {
    change[j] = sum_of(r, by_variable(r, sum_of(r, W, U, -1), j), by_variable(r, R, r->n + j), 1);
    if (!vanishes(r, by_variable(r, W, r->n + j)))
      complain(r, shape->name, "the potential energy depends on a velocity");
  }
  const matrix *N = kernel_of_transpose(r, B);
  for (slong k = 0; k < fmpq_mat_ncols(N); k++) {
    poly *left = new_poly(r);
    for (size_t j = 0; j < r->n; j++)
      left = sum_of(r, left, product_of(r, rational_poly(r, entry(N, j, k)), change[j]), 1);
    if (!vanishes(r, left)) complain(r, shape->name, "no law of the inputs gives this shape");
  }
}

/* G of the machine whose inputs follow a shape, which all of them do or none. */
static void add_shapes(run *r, const poly *U) {
  poly *change[MOST_COORDINATES];
  size_t inputs = 0, shaped = 0;
  const item *followed = NULL;
  for (const item *it = NULL; (it = next_item(r, it, INPUT)); inputs++) {
    const item *law = find_law(r, it);
    if (!law || law->kind != SHAPE) continue;
    if (it->part[0].to) complain(r, it->name, "the input follows a shape and may saturate");
    followed = law;
    shaped++;
  }
  if (!next_item(r, NULL, SHAPE)) return;
  if (shaped && shaped < inputs) malformed(r, "some inputs follow a shape and others do not");
  const matrix *B = derive_directions(r, U, inputs);
  for (const item *it = NULL; (it = next_item(r, it, SHAPE));) {
    for (const item *law = NULL; (law = next_item(r, law, FEEDBACK));)
      if (same_name(law->other, it->name)) complain(r, it->name, "a law is defined twice");
    match_shape(r, it, U, B, change);
  }
  add_forces(r, U); /* inputs that follow a shape are 0 */
  if (followed) match_shape(r, followed, U, B, change);
  for (size_t j = 0; followed && j < r->n; j++)
    r->derived.G[j] = sum_of(r, r->derived.G[j], change[j], 1);
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
    const poly *force = close_gaps(r, r->derived.G[s]);
    if (!vanishes(r, momentum) || !vanishes(r, bend) || !is_steady(r, force))
      complain(r, it->name, "the normal force of the slider depends on the motion");
    r->derived.normal[s - r->system.n] = put_to_zero(r, force, 0, 2 * r->n);
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
    d->f[i][0] = sum_of(r, new_poly(r), put_to_zero(r, d->G[i], 0, 2 * r->n), -1);
    for (size_t j = 0; j < n; j++) {
      const poly *damping = by_variable(r, d->G[i], r->n + j), *slope = by_variable(r, d->G[i], j);
      if (!is_steady(r, damping)) malformed(r, "the damping of the model is not constant");
      d->linear = d->linear && is_steady(r, slope);
      d->C[i][j] = put_to_zero(r, damping, 0, 2 * r->n);
      d->K[i][j] = put_to_zero(r, slope, 0, 2 * r->n);
    }
  }
}

/* p = mu N, neither factor negative. */
static poly *derive_bound(run *r, const item *it, poly *normal) {
  node *mu = read_formula(r, it->part[2]);
  poly *factor[2] = {normal, value_of(r, mu)};
  interval x[2], z = new_interval(r);
  if (it->kind == FRICTION) {
    node *given = read_formula(r, it->part[1]);
    factor[0] = value_of(r, given);
    if (is_constant(r, factor[0])) x[0] = range_of(r, given);
  } else {
    x[0] = find_range(r, normal);
    apply_range(r, '|', x[0], x[0], z);
    factor[0] = apply_function(r, '|', normal, normal, x[0], x[0], z);
    x[0] = z;
  }
  if (!is_constant(r, factor[0]) || !is_constant(r, factor[1]))
    malformed(r, "the bound of a friction is not constant");
  x[1] = range_of(r, mu);
  if (falls(it)) check_coefficients(r, it);
  if (fmpq_sgn(x[0].low) < 0 || fmpq_sgn(x[1].low) < 0)
    malformed(r, "a friction has a negative coefficient or normal force");
  return product_of(r, factor[0], factor[1]);
}

/* The column j of W, w, of a slip w^T u. */
static void derive_slip(run *r, const item *it, table W, size_t j) {
  derived *d = &r->derived;
  poly *slip = evaluate(r, it->part[0]), *rest;
  bool zero = true;
  for (size_t s = 0; s < r->n - r->system.n; s++)
    if (d->normal[s] && !vanishes(r, by_variable(r, slip, r->n + r->system.n + s)))
      complain(r, it->name, "the normal force of a slider depends on this friction");
  rest = slip = close_gaps(r, slip);
  for (size_t i = 0; i < r->system.n; i++) {
    poly *w = by_variable(r, slip, r->n + i);
    if (!is_steady(r, w)) malformed(r, "the direction of a friction is not constant");
    w = W[i][j] = put_to_zero(r, w, 0, 2 * r->n);
    zero = zero && vanishes(r, w);
    rest = sum_of(r, rest, product_of(r, w, variable(r, r->n + i)), -1);
  }
  if (!vanishes(r, rest)) malformed(r, "a slip is not linear in the velocities");
  if (zero) malformed(r, "a friction never slips");
}

/* A column c v with rational v becomes v where c, which is no number, has one sign: |c|, else NULL.
 * It rubs as before if the bound takes |c|. */
static poly *take_factor(run *r, table W, size_t j) {
  fmpq *share = new_rational(r), *first = NULL;
  const poly *c = NULL;
  matrix *v = new_matrix(r, r->system.n, 1);
  for (size_t i = 0; i < r->system.n; i++) {
    const poly *w = reduce_poly(r, W[i][j]);
    if (vanishes(r, w)) continue;
    if (!c) {
      first = new_rational(r);
      c = w;
      fmpq_mpoly_get_term_coeff_fmpq(first, c, 0, r->ring);
    }
    fmpq_mpoly_get_term_coeff_fmpq(share, w, 0, r->ring);
    fmpq_div(share, share, first);
    if (!vanishes(r, sum_of(r, w, product_of(r, c, rational_poly(r, share)), -1))) return NULL;
    fmpq_set(entry(v, i, 0), share);
  }
  if (!c || fmpq_mpoly_is_fmpq(c, r->ring)) return NULL;
  const interval x = find_range(r, c);
  const int sign = fmpq_sgn(x.low) > 0 ? 1 : -1;
  if (sign < 0 && fmpq_sgn(x.high) >= 0) return NULL;
  for (size_t i = 0; i < r->system.n; i++) {
    fmpq_mul_si(share, entry(v, i, 0), sign);
    W[i][j] = rational_poly(r, share);
  }
  return sum_of(r, new_poly(r), c, sign);
}

/* Whether the certificate lists it among the frictions with p > 0. */
static bool is_listed(run *r, const item *it) {
  const json_t *list = json_object_get(json_object_get(r->root, "system"), "frictions"), *name;
  size_t i;
  if (!json_is_array(list)) return true;
  json_array_foreach(list, i, name) if (json_is_string(name) &&
                                        token_is(it->name, json_string_value(name))) return true;
  return false;
}

/* Those with p > 0 (compare_system makes sure); of all others it must be 0. */
static void derive_frictions(run *r) {
  derived *d = &r->derived;
  size_t m = 0, slider = 0;
  for (item *it = NULL; (it = next_item(r, it, FRICTION | SLIDER));) {
    if (is_belt(r, it)) continue;
    poly *normal = it->kind == SLIDER ? d->normal[slider++] : NULL;
    if (it->kind == SLIDER && !normal) continue;
    poly *p = derive_bound(r, it, normal);
    if (!is_listed(r, it)) {
      if (!vanishes(r, p)) complain(r, it->name, "the certificate leaves out this friction");
      continue;
    }
    if (m == MOST_COORDINATES) malformed(r, "more than %d frictions", MOST_COORDINATES);
    derive_slip(r, it, d->W, m);
    const poly *factor = take_factor(r, d->W, m);
    d->p[m][0] = factor ? product_of(r, p, factor) : p;
    d->friction[m++] = it;
  }
  r->system.m = m;
  for (item *it = NULL; (it = next_item(r, it, CLUTCH)); d->clutches++) {
    if (d->clutches == MOST_COORDINATES) malformed(r, "more than %d clutches", MOST_COORDINATES);
    d->clutch[d->clutches] = it;
    derive_slip(r, it, d->ways, d->clutches);
    take_factor(r, d->ways, d->clutches);
  }
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
  for (item *it = NULL; (it = next_item(r, it, COORD));) evaluate_coordinate(r, it);
  for (item *it = NULL; (it = next_item(r, it, COORD)); column++)
    for (slong s = 0; s < fmpq_mat_nrows(shares); s++) {
      const poly *share = rational_poly(r, entry(shares, s, column));
      share = product_of(r, share, variable(r, r->system.n + (size_t)s));
      it->value = sum_of(r, it->value, share, 1);
    }
  r->epoch++;
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
    if (!vanishes(r, sum_of(r, evaluate(r, it->part[3]), variable(r, gap), -1)))
      malformed(r, "the chart does not satisfy the sliders");
}

/* An input without a law is 0. What has bounds is clipped to them and must be 0. */
static void check_inputs(run *r) {
  for (item *it = NULL; (it = next_item(r, it, INPUT));)
    if (it->part[0].to && !vanishes(r, value_of(r, read_item(r, it))))
      complain(r, it->name, "the input is not 0 within its bounds: it saturates");
}

void enter_ring(run *r) {
  r->n = choose_coordinates(r, COORD);
  if (r->n == 0) malformed(r, "the model has no coordinates");
  fmpq_mpoly_ctx_init(r->ring, (slong)(2 * r->n + MOST_SYMBOLS), ORD_DEGLEX);
}

void read_model(run *r) {
  const char *law = r->model.feedback;
  const item *named = next_item(r, NULL, FEEDBACK | SHAPE);
  if (next_item(r, NULL, RATE | FUNCTION)) malformed(r, "the model is a polynomial system");
  enter_ring(r);
  while (law && named && !token_is(named->kind == SHAPE ? named->name : named->other, law))
    named = next_item(r, named, FEEDBACK | SHAPE);
  if (law && !named) malformed(r, "feedback: the model has no law \"%.40s\"", law);
  const item *shape = next_item(r, NULL, SHAPE);
  if (shape && !next_item(r, NULL, INPUT)) complain(r, shape->name, "a shape needs an input");
  check_names(r);
  check_inputs(r);
}

void refuse_elements(run *r) {
  const bool map = json_object_get(r->root, "map");
  for (const item *it = NULL; (it = next_item(r, it, CONTACT | FRICTION | SLIDER));) {
    if (it->kind == CONTACT && map) continue; /* its tubes stay away from it: apart.c */
    if (it->kind == CONTACT) complain(r, it->name, "a system with contacts is not linear");
    if (it->law.length && !token_is(it->law, "coulomb") && !(it->kind == FRICTION && falls(it)))
      complain(r, it->name, "only the law coulomb(mu) belongs to a linear system");
  }
}

void derive_system(run *r) {
  poly *T, *U;
  enter_chart(r);
  add_energies(r, &T, &U);
  add_forces(r, U);
  add_shapes(r, U);
  add_belts(r);
  derive_mass(r, derive_normals(r, T));
  derive_forces(r);
  derive_frictions(r);
}
