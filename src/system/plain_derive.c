/* plain_derive.c: the equations of motion of a plain reading, from the energies of the model.
 *
 *     T = 1/2 u^T M u,   d/dt dT/du - dT/dq + dU/dq - Q = W lambda
 *
 * With M constant this is M q'' + G(q, u) = W lambda, G = dU/dq - Q; Q_j = sum F_i dx_i/dq_j over
 * the forces F_i on coordinates x_i and points. The system is linear if G = C u + K q - f. All of
 * it is verified as identities of polynomials: T - 1/2 u^T M u vanishes, the derivatives of G are
 * free of q and u, a slip is exactly w^T u. The order of the steps is the checker's.
 *
 * With sliders a chart gives the coordinates. Their gaps must be affine with rational gradients
 * that are independent, and vanish in the chart. The force in a slider with friction is that of its
 * gap e as a further coordinate, A being the gradients: z = chart(q) + A^T (A A^T)^-1 e. Its
 * equation at e = 0 must be a number: free of q, u, q'' and of all friction.
 */
#include <string.h>

#include "plain.h"

typedef ss_plain_poly poly;

/* ---- energies -------------------------------------------------------------------------------- */

static poly *half_square(ss_plain *x, const poly *mass, const poly *speed) {
  poly *half = ss_plain_new(x);
  fmpq_mpoly_set_fmpq(half, &(fmpq){1, 2}, x->ring);
  return ss_plain_product(x, half, ss_plain_product(x, mass, ss_plain_product(x, speed, speed)));
}

/* 1/2 m (X'^2 + Y'^2) + 1/2 J phi'^2, and -m (gx X + gy Y). */
static void add_body(ss_plain *x, const ss_body *body, poly **T, poly **U) {
  const poly *mass = ss_plain_read(x, &body->mass);
  const poly *inertia = body->inertia.plain ? ss_plain_read(x, &body->inertia) : NULL;
  for (size_t i = 0; i < 3; i++) {
    const poly *place = ss_plain_read(x, &body->at[i]), *speed = ss_plain_rate(x, place);
    if (i == 2 && !inertia && !ss_plain_is_zero(x, speed))
      ss_plain_refuse(x, "body '%s' turns and has no inertia", body->name.text);
    if (i < 2 || inertia)
      *T = ss_plain_sum(x, *T, half_square(x, i < 2 ? mass : inertia, speed), 1);
    if (i == 2 || !body->gravity[0].plain) continue;
    const poly *weight = ss_plain_product(x, mass, ss_plain_read(x, &body->gravity[i]));
    *U = ss_plain_sum(x, *U, ss_plain_product(x, weight, place), -1);
  }
}

static void add_energies(ss_plain *x, poly **T, poly **U) {
  const ss_model *m = x->model;
  *T = ss_plain_new(x);
  *U = ss_plain_new(x);
  for (size_t i = 0; i < m->kinetics_count; i++)
    *T = ss_plain_sum(x, *T, ss_plain_read(x, &m->kinetics[i]), 1);
  for (size_t i = 0; i < m->potentials_count; i++)
    *U = ss_plain_sum(x, *U, ss_plain_read(x, &m->potentials[i]), 1);
  for (size_t i = 0; i < m->bodies; i++) add_body(x, &m->body[i], T, U);
}

/* M = d2T/du2, which must be constant and all of T. */
static void derive_mass(ss_plain *x, const poly *T) {
  const size_t n = x->coordinates;
  poly *rest = ss_plain_new(x);
  x->M = ss_plain_room(x, n * n);
  for (size_t i = 0; i < n && !x->failed; i++) {
    const poly *momentum = ss_plain_by(x, T, x->n + i);
    rest = ss_plain_sum(x, rest, ss_plain_product(x, momentum, ss_plain_variable(x, x->n + i)), 1);
    for (size_t j = 0; j < n; j++) {
      poly *entry = x->M[i * n + j] = ss_plain_by(x, momentum, x->n + j);
      if (ss_plain_is_constant(x, entry)) continue;
      x->unlinear = true;
      ss_plain_refuse(x, "the mass matrix, as it is written, depends on the state");
    }
  }
  /* Euler: sum u_i dT/du_i = 2 T for a quadratic form */
  rest = ss_plain_sum(x, ss_plain_sum(x, rest, T, -1), T, -1);
  if (!ss_plain_is_zero(x, rest))
    ss_plain_refuse(x, "the kinetic energy, as it is written, is not quadratic in the velocities");
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* G_j -= F dx/dq_j for every coordinate, and for the gaps behind them. */
static void subtract_force(ss_plain *x, const poly *force, const poly *place) {
  for (size_t j = 0; j < x->n; j++)
    x->G[j] = ss_plain_sum(x, x->G[j], ss_plain_product(x, force, ss_plain_by(x, place, j)), -1);
}

static void subtract_forces(ss_plain *x) {
  const ss_model *m = x->model;
  for (size_t i = 0; i < m->forces; i++) {
    if (m->force[i].at_point) continue;
    const poly *force = ss_plain_read(x, &m->force[i].value[0]);
    subtract_force(x, force, ss_plain_coordinate_value(x, m->force[i].on));
  }
  for (size_t i = 0; i < m->forces; i++) {
    poly *place[2];
    if (!m->force[i].at_point) continue;
    ss_plain_place(x, m->force[i].on, place);
    for (size_t k = 0; k < 2; k++)
      subtract_force(x, ss_plain_read(x, &m->force[i].value[k]), place[k]);
  }
}

/* G = dU/dq - Q */
static void add_forces(ss_plain *x, const poly *U) {
  x->G = ss_plain_room(x, x->n);
  if (x->failed) return;
  for (size_t j = 0; j < x->n; j++) {
    if (!ss_plain_is_zero(x, ss_plain_by(x, U, x->n + j)))
      ss_plain_refuse(x, "the potential energy depends on a velocity");
    x->G[j] = ss_plain_by(x, U, j);
  }
  subtract_forces(x);
}

/* With the gaps closed. */
static poly *close_gaps(ss_plain *x, const poly *e) {
  const poly *still = ss_plain_at_zero(x, e, x->coordinates, x->n);
  return ss_plain_at_zero(x, still, x->n + x->coordinates, 2 * x->n);
}

/* The forces in the sliders with friction; then everything with the gaps closed. Returns T. */
static poly *derive_normals(ss_plain *x, poly *T) {
  const ss_model *m = x->model;
  size_t s = x->coordinates;
  for (size_t i = 0; i < m->elements && !x->failed; i++) {
    if (m->element[i].kind != SS_ELEMENT_SLIDER) continue;
    const size_t gap = s++;
    if (m->element[i].law == SS_LAW_FRICTIONLESS) continue;
    const poly *momentum = close_gaps(x, ss_plain_by(x, T, x->n + gap));
    const poly *bend = close_gaps(x, ss_plain_by(x, T, gap));
    poly *force = x->normal[gap - x->coordinates] = close_gaps(x, x->G[gap]);
    if (!ss_plain_is_zero(x, momentum) || !ss_plain_is_zero(x, bend) ||
        !ss_plain_is_constant(x, force)) {
      x->unlinear = true;
      ss_plain_refuse(x, "the normal force in slider '%s' depends on the motion",
                      m->element[i].name.text);
    }
  }
  for (size_t j = 0; j < x->coordinates && !x->failed; j++) x->G[j] = close_gaps(x, x->G[j]);
  return close_gaps(x, T);
}

/* C = dG/du, K = dG/dq, f = -G(0, 0). */
static void derive_forces(ss_plain *x) {
  const size_t n = x->coordinates;
  x->f = ss_plain_room(x, n);
  x->C = ss_plain_room(x, n * n);
  x->K = ss_plain_room(x, n * n);
  x->linear = true;
  for (size_t i = 0; i < n && !x->failed; i++) {
    x->f[i] = ss_plain_sum(x, ss_plain_new(x), ss_plain_at_zero(x, x->G[i], 0, 2 * x->n), -1);
    for (size_t j = 0; j < n; j++) {
      x->C[i * n + j] = ss_plain_by(x, x->G[i], x->n + j);
      x->K[i * n + j] = ss_plain_by(x, x->G[i], j);
      x->linear = x->linear && ss_plain_is_constant(x, x->K[i * n + j]);
      if (ss_plain_is_constant(x, x->C[i * n + j])) continue;
      x->unlinear = true;
      ss_plain_refuse(x, "the damping, as it is written, depends on the state");
    }
  }
}

/* ---- friction -------------------------------------------------------------------------------- */

/* mu N, constant and of a certain sign; true if it is positive. */
static bool derive_bound(ss_plain *x, const ss_element *e, const poly *normal, poly **p) {
  const poly *factor[2] = {NULL, NULL};
  factor[0] = normal ? ss_plain_apply(x, SS_OP_ABS, normal, normal) : ss_plain_read(x, &e->normal);
  factor[1] = ss_plain_read(x, &e->law_argument[0]);
  for (size_t k = 0; k < 2; k++) {
    if (!ss_plain_is_constant(x, factor[k]))
      ss_plain_refuse(x, "the bound of friction '%s' is not constant", e->name.text);
    else if (fmpq_sgn(ss_plain_find_range(x, factor[k]).low) < 0)
      ss_plain_refuse(x,
                      k ? "the coefficient of friction of '%s' may be negative"
                        : "the normal force of '%s' may be negative",
                      e->name.text);
  }
  *p = ss_plain_product(x, factor[0], factor[1]);
  ss_plain_range range = ss_plain_find_range(x, *p);
  if (fmpq_sgn(range.high) > 0 && fmpq_sgn(range.low) <= 0)
    ss_plain_refuse(x, "the friction of '%s' may vanish in its range", e->name.text);
  return fmpq_sgn(range.low) > 0;
}

/* The column w of a slip w^T u. */
static void derive_slip(ss_plain *x, const ss_element *e, poly **w) {
  const poly *slip = ss_plain_read(x, &e->slip[0]);
  bool zero = true;
  for (size_t s = 0; s < x->n - x->coordinates; s++)
    if (x->normal[s] && !ss_plain_is_zero(x, ss_plain_by(x, slip, x->n + x->coordinates + s)))
      ss_plain_refuse(x, "the normal force in a slider depends on the friction of '%s'",
                      e->name.text);
  const poly *rest = slip = close_gaps(x, slip);
  for (size_t i = 0; i < x->coordinates; i++) {
    w[i] = ss_plain_by(x, slip, x->n + i);
    if (!ss_plain_is_constant(x, w[i]))
      ss_plain_refuse(x, "the direction of friction '%s' is not constant", e->name.text);
    zero = zero && ss_plain_is_zero(x, w[i]);
    rest = ss_plain_sum(x, rest, ss_plain_product(x, w[i], ss_plain_variable(x, x->n + i)), -1);
  }
  if (!ss_plain_is_zero(x, rest))
    ss_plain_refuse(x, "the slip of '%s' has a part of its own", e->name.text);
  if (zero) ss_plain_refuse(x, "friction '%s' never slips", e->name.text);
}

/* An element that rubs, with its normal force if it is a slider. */
static void derive_friction(ss_plain *x, size_t i, const poly *normal, poly **columns) {
  const ss_element *e = &x->model->element[i];
  if (!derive_bound(x, e, normal, &x->p[x->frictions])) return;
  if (x->frictions == SS_PLAIN_COORDINATES)
    ss_plain_refuse(x, "there are more than %d frictions", SS_PLAIN_COORDINATES);
  derive_slip(x, e, columns + x->coordinates * x->frictions);
  x->element[x->frictions++] = i;
}

static void derive_frictions(ss_plain *x) {
  const ss_model *model = x->model;
  const size_t n = x->coordinates, most = model->elements;
  poly **columns = ss_plain_room(x, n * most);
  size_t slider = 0;
  x->p = ss_plain_room(x, most);
  x->element = ss_arena_new(x->arena, most + 1, size_t);
  if (!x->element) x->failed = true;
  for (size_t i = 0; i < most && !x->why && !x->failed; i++) {
    const bool slides = model->element[i].kind == SS_ELEMENT_SLIDER;
    const poly *normal = slides ? x->normal[slider++] : NULL;
    if (normal || model->element[i].kind == SS_ELEMENT_FRICTION)
      derive_friction(x, i, normal, columns);
  }
  const size_t m = x->frictions;
  x->W = ss_plain_room(x, n * m);
  for (size_t i = 0; i < n && !x->failed; i++)
    for (size_t j = 0; j < m; j++) x->W[i * m + j] = columns[j * n + i];
}

/* ---- charts ---------------------------------------------------------------------------------- */

/* The gradients of the gaps by the coordinates of the model, by rows, must be independent. */
static void derive_gaps(ss_plain *x, fmpq_mat_t gradients) {
  const ss_model *m = x->model;
  slong row = 0;
  for (size_t i = 0; i < m->elements && !x->why; i++) {
    if (m->element[i].kind != SS_ELEMENT_SLIDER) continue;
    const poly *gap = ss_plain_read(x, &m->element[i].gap);
    for (size_t j = 0; j < x->n && !x->why; j++) {
      const poly *slope = ss_plain_by(x, gap, j);
      if (!fmpq_mpoly_is_fmpq(slope, x->ring))
        ss_plain_refuse(x, "the gap of slider '%s' is not linear with rational coefficients",
                        m->element[i].name.text);
      else
        fmpq_mpoly_get_fmpq(fmpq_mat_entry(gradients, row, (slong)j), slope, x->ring);
    }
    row++;
  }
}

/* (A A^T)^-1 A, by rows the shares of the coordinates in each gap; the sliders are independent. */
static void find_shares(ss_plain *x, const fmpq_mat_t A, fmpq_mat_t shares) {
  const slong sliders = fmpq_mat_nrows(A), n = fmpq_mat_ncols(A);
  fmpq_mat_t T, S;
  fmpq_mat_init(T, n, sliders);
  fmpq_mat_init(S, sliders, sliders);
  fmpq_mat_transpose(T, A);
  fmpq_mat_mul(S, A, T);
  if (!fmpq_mat_solve(shares, S, A)) ss_plain_refuse(x, "the sliders are dependent");
  fmpq_mat_clear(T);
  fmpq_mat_clear(S);
}

static void satisfy_sliders(ss_plain *x) {
  const ss_model *m = x->model;
  size_t gap = x->coordinates;
  for (size_t i = 0; i < m->elements && !x->why; i++)
    if (m->element[i].kind == SS_ELEMENT_SLIDER &&
        !fmpq_mpoly_equal(ss_plain_read(x, &m->element[i].gap), ss_plain_variable(x, gap++),
                          x->ring))
      ss_plain_refuse(x, "the chart, as it is written, does not satisfy slider '%s'",
                      m->element[i].name.text);
}

static void use_chart(ss_plain *x) {
  const ss_model *m = x->model;
  const size_t charted = m->chart ? m->chart->count : 0;
  size_t sliders = 0;
  for (size_t i = 0; i < m->elements; i++) sliders += m->element[i].kind == SS_ELEMENT_SLIDER;
  x->normal = ss_plain_room(x, sliders);
  if (x->failed || (sliders == 0 && charted == 0)) return;
  if (charted == 0 || sliders == 0 || charted + sliders != x->n) {
    ss_plain_refuse(x, "the chart does not have one coordinate for each freedom");
    return;
  }
  fmpq_mat_t gradients, shares;
  fmpq_mat_init(gradients, (slong)sliders, (slong)x->n);
  fmpq_mat_init(shares, (slong)sliders, (slong)x->n);
  derive_gaps(x, gradients);
  if (!x->why) find_shares(x, gradients, shares);
  if (!x->why) ss_plain_enter_chart(x, shares);
  if (!x->why) satisfy_sliders(x);
  fmpq_mat_clear(gradients);
  fmpq_mat_clear(shares);
}

/* ---- the whole ------------------------------------------------------------------------------- */

void ss_plain_derive(ss_plain *x) {
  poly *T, *U;
  if (x->why) return;
  use_chart(x);
  if (x->why || x->failed) return;
  add_energies(x, &T, &U);
  add_forces(x, U);
  if (!x->failed) derive_mass(x, derive_normals(x, T));
  if (!x->failed) derive_forces(x);
  if (!x->failed) derive_frictions(x);
  /* a certificate has all parameters */
  for (size_t i = 0; i < x->model->parameters; i++) ss_plain_parameter_value(x, i);
}

size_t ss_plain_spring(ss_plain *x, const fmpq_t about, size_t most, poly **coefficient) {
  const poly *slope = x->G[0];
  fmpq *factorial = ss_plain_rational(x);
  size_t count = 0;
  fmpq_one(factorial);
  for (size_t k = 0; !x->why && !ss_plain_is_zero(x, slope); k++) {
    poly *e = ss_plain_new(x);
    if (k == 2 * most) return 0;
    if (!fmpq_mpoly_evaluate_one_fmpq(e, slope, 0, about, x->ring)) return 0;
    e = ss_plain_at_zero(x, e, 0, 2 * x->n);
    if (k > 1) fmpq_div_fmpz(factorial, factorial, (fmpz[]){(slong)k});
    fmpq_mpoly_scalar_mul_fmpq(e, e, factorial, x->ring);
    if (k % 2 == 0 && !ss_plain_is_zero(x, e)) return 0;
    if (k % 2 == 1) coefficient[count++] = e;
    slope = ss_plain_by(x, slope, 0);
  }
  return x->why ? 0 : count;
}
