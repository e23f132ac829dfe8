/* lyapunov.c: a function of the model that falls along motions, SS-LYAPUNOV of docs/theory.md.
 *
 *     M u' = h,   M = d2T/du2,   h = Q + dT/dq - dU/dq - (d2T/du dq) u,   V' = V_q u + V_u M^-1 h
 *
 * by Taylor polynomials over boxes: T to two orders more than V', V and U to one. The machine must
 * have nothing but coordinates, energies and smooth forces; whatever else the model has is refused.
 * The certificate gives the rest point x_e, the region and the level; that the forces and the slope
 * of V vanish at x_e is exact: balls of radius 0, or polynomials.
 */
#include <math.h>

#include "check.h"

enum { P = TAYLOR_BITS };

typedef struct machine {
  size_t n;
  node *V;
  arb_ptr base; /* V at the rest point, from which it counts */
  arb_ptr T, U, M[MOST_VARIABLES * MOST_VARIABLES / 4], h[MOST_VARIABLES / 2], t[4];
  arb_ptr value, rate;
  double center_lo[MOST_VARIABLES], center_hi[MOST_VARIABLES];
  double lo[MOST_VARIABLES], hi[MOST_VARIABLES];
  arb_ptr curvature;
} machine;

/* ---- T, U, M, h ------------------------------------------------------------------------------ */

static void add_formulas(run *r, arb_ptr sum, item_kind kind) {
  taylor_number(r, sum, &(fmpq){0, 1});
  for (const item *it = NULL; (it = next_item(r, it, kind));)
    taylor_add(r, sum, sum, taylor_of(r, it->formula), 1);
}

/* d/dt of a function of the coordinates, into z. */
static void take_rate(run *r, const machine *m, arb_ptr z, arb_srcptr place) {
  taylor_number(r, z, &(fmpq){0, 1});
  for (size_t j = 0; j < m->n; j++) {
    taylor_derive(r, m->t[0], place, j);
    taylor_number(r, m->t[1], &(fmpq){0, 1});
    arb_set(m->t[1], r->space.at + m->n + j);
    if (r->space.now) arb_one(m->t[1] + r->space.k - m->n - j);
    taylor_multiply(r, m->t[2], m->t[0], m->t[1]);
    taylor_add(r, z, z, m->t[2], 1);
  }
}

/* What must be known to the highest order comes first: formulas share parts. */
static void form_mechanics(run *r, const machine *m) {
  const size_t n = m->n, now = r->space.now;
  r->space.now = now + 2;
  add_formulas(r, m->T, KINETIC);
  r->space.now = now + 1;
  add_formulas(r, m->U, POTENTIAL);
  taylor_of(r, m->V);
  r->space.now = now;
  for (size_t i = 0; i < n; i++) {
    taylor_number(r, m->h[i], &(fmpq){0, 1});
    for (const item *it = NULL; (it = next_item(r, it, FORCE));)
      if (find_item(r, COORD, it->name) == r->coordinate[i])
        taylor_add(r, m->h[i], m->h[i], taylor_of(r, it->formula), 1);
    taylor_derive(r, m->t[0], m->T, i);
    taylor_add(r, m->h[i], m->h[i], m->t[0], 1);
    taylor_derive(r, m->t[0], m->U, i);
    taylor_add(r, m->h[i], m->h[i], m->t[0], -1);
    r->space.now = now + 1;
    taylor_derive(r, m->t[3], m->T, n + i);
    r->space.now = now;
    for (size_t j = 0; j < n; j++) taylor_derive(r, m->M[i * n + j], m->t[3], n + j);
    take_rate(r, m, m->rate, m->t[3]); /* of dT/du_i by q: what h_i lacks */
    taylor_add(r, m->h[i], m->h[i], m->rate, -1);
  }
}

/* h becomes M^-1 h, by Gauss; M must be definite where this is used. */
static void solve_mass(run *r, const machine *m) {
  const size_t n = m->n;
  for (size_t j = 0; j < n; j++) {
    taylor_power(r, m->t[0], m->M[j * n + j], -1);
    for (size_t i = j + 1; i < n; i++) {
      taylor_multiply(r, m->t[1], m->M[i * n + j], m->t[0]);
      for (size_t k = j; k < n; k++) {
        taylor_multiply(r, m->t[2], m->t[1], m->M[j * n + k]);
        taylor_add(r, m->M[i * n + k], m->M[i * n + k], m->t[2], -1);
      }
      taylor_multiply(r, m->t[2], m->t[1], m->h[j]);
      taylor_add(r, m->h[i], m->h[i], m->t[2], -1);
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++) {
      taylor_multiply(r, m->t[2], m->M[i * n + k], m->h[k]);
      taylor_add(r, m->h[i], m->h[i], m->t[2], -1);
    }
    taylor_power(r, m->t[0], m->M[i * n + i], -1);
    taylor_multiply(r, m->t[1], m->h[i], m->t[0]);
    _arb_vec_set(m->h[i], m->t[1], (slong)r->space.count[r->space.now]);
  }
}

/* V and V' to the order at hand. */
static void form_rate(run *r) {
  const machine *m = r->machine;
  const size_t n = m->n;
  form_mechanics(r, m);
  solve_mass(r, m);
  _arb_vec_set(m->value, taylor_of(r, m->V), (slong)r->space.count[r->space.now]);
  take_rate(r, m, m->rate, taylor_of(r, m->V));
  for (size_t i = 0; i < n; i++) {
    taylor_derive(r, m->t[0], taylor_of(r, m->V), n + i);
    taylor_multiply(r, m->t[1], m->t[0], m->h[i]);
    taylor_add(r, m->rate, m->rate, m->t[1], 1);
  }
  /* an acceleration that may be undefined is not made good by a factor 0 */
  for (size_t i = 0; i < n; i++)
    if (!arb_is_finite(m->h[i])) arb_indeterminate(m->rate);
  arb_sub(m->value, m->value, m->base, P);
}

/* V alone. */
static void form_value(run *r) {
  const machine *m = r->machine;
  _arb_vec_set(m->value, taylor_of(r, m->V), (slong)r->space.count[r->space.now]);
  arb_sub(m->value, m->value, m->base, P);
}

static void form_mass(run *r) {
  form_mechanics(r, r->machine);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* V' < 0 on the box but for x_e: the second derivatives on the hull of both. */
static bool is_near(run *r, const double *lo, const double *hi) {
  const machine *m = r->machine;
  const size_t k = 2 * m->n;
  arb_ptr curvature[MOST_VARIABLES * MOST_VARIABLES];
  double low[MOST_VARIABLES], high[MOST_VARIABLES];
  for (size_t j = 0; j < r->space.k; j++) {
    low[j] = j < k ? fmin(lo[j], m->center_lo[j]) : lo[j];
    high[j] = j < k ? fmax(hi[j], m->center_hi[j]) : hi[j];
  }
  enter_box(r, low, high);
  r->space.now = 2;
  form_rate(r);
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      const size_t up = r->space.product[(r->space.k - i) * r->space.room + r->space.k - j];
      curvature[i * k + j] = m->curvature + i * k + j;
      arb_mul_si(curvature[i * k + j], m->rate + up, i == j ? -2 : -1, P);
    }
  return balls_are_definite(r, curvature, k);
}

static question ask(const run *r, size_t functions, bool objective) {
  question q = {.functions = functions, .objective = objective, .level = r->system.level};
  memcpy(q.lo, r->machine->lo, sizeof q.lo);
  memcpy(q.hi, r->machine->hi, sizeof q.hi);
  q.function[0] = r->machine->value;
  q.function[1] = r->machine->rate;
  q.form = form_rate;
  return q;
}

void verify_mass(run *r, const json_t *condition) {
  const size_t n = r->machine->n;
  question q = ask(r, 0, false);
  q.form = form_mass;
  q.columns = n;
  memcpy(q.function, r->machine->M, n * n * sizeof *q.function);
  verify_tree(r, &q, json_object_get(condition, "tree"));
  confirm(r, "the mass matrix is positive definite in the region");
}

void verify_border(run *r, const json_t *condition) {
  const size_t k = 2 * r->machine->n;
  const json_t *trees = json_object_get(condition, "trees");
  want_array(r, trees, 2 * k, "trees");
  r->leaves = 0;
  for (size_t side = 0; side < 2 * k; side++) {
    question q = ask(r, 1, true);
    q.form = form_value;
    if (side % 2)
      q.lo[side / 2] = q.hi[side / 2];
    else
      q.hi[side / 2] = q.lo[side / 2];
    verify_tree(r, &q, json_array_get(trees, side));
  }
  confirm(r, "V is not below the level on the border of the region (%zu boxes)", r->leaves);
}

void verify_falls(run *r, const json_t *condition) {
  question q = ask(r, 2, true);
  q.near = is_near;
  q.light = form_value;
  r->leaves = r->boxes = 0;
  verify_tree(r, &q, json_object_get(condition, "tree"));
  confirm(r,
          "V falls wherever it is below the level, but for the rest point (%zu leaves, %zu boxes)",
          r->leaves, r->boxes);
}

static bool vanishes_at(run *r, const poly *e, const matrix *x) {
  poly *value = new_poly(r);
  fmpq_mpoly_set(value, e, r->ring);
  for (slong j = 0; j < fmpq_mat_nrows(x); j++)
    fmpq_mpoly_evaluate_one_fmpq(value, value, j, entry(x, j, 0), r->ring);
  return vanishes(r, value);
}

/* h and the slope of V are 0 at x_e, whatever the parameters are. */
void verify_stationary(run *r, const json_t *condition) {
  (void)condition;
  const machine *m = r->machine;
  const matrix *center = read_vector(r, json_object_get(r->root, "system"), "center", 2 * m->n);
  enter_box(r, m->lo, m->hi); /* for the parameters: all their ranges, in V at x_e too */
  for (size_t j = 0; j < 2 * m->n; j++) arb_set_fmpq(r->space.at + j, entry(center, j, 0), P);
  r->space.now = 0;
  form_mechanics(r, m);
  bool balls = true, good = true;
  for (size_t i = 0; i < 2 * m->n; i++) {
    taylor_derive(r, m->t[0], taylor_of(r, m->V), i);
    balls = balls && arb_is_zero(m->t[0]) && (i >= m->n || arb_is_zero(m->h[i]));
    good = good && (i < m->n || fmpq_is_zero(entry(center, i, 0)));
  }
  for (size_t i = 0; i < 2 * m->n && !balls; i++)
    good = good && vanishes_at(r, by_variable(r, value_of(r, m->V), i), center) &&
           (i >= m->n || vanishes_at(r, derive_gradient(r)[i], center));
  if (!good) refuted(r, "velocity, forces or slope of V are not seen to vanish at the rest point");
  arb_set(m->base, taylor_of(r, m->V));
  confirm(r, "the forces and the slope of V vanish at the rest point");
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* A double that is the number, or one beyond it on that side. */
static double end_of(run *r, const fmpq *x, int sign) {
  const double near = fmpq_get_d(x);
  fmpq_t back;
  arf_t exact;
  fmpq_init(back);
  arf_init(exact);
  arf_set_d(exact, near);
  arf_get_fmpq(back, exact);
  const bool same = fmpq_equal(back, x);
  fmpq_clear(back);
  arf_clear(exact);
  if (!same && sign == 0) malformed(r, "the region does not end at doubles");
  return same ? near : nextafter(near, sign < 0 ? -INFINITY : INFINITY);
}

/* Variables: coordinates, velocities, parameters with a range. */
static void choose_variables(run *r) {
  machine *m = r->machine;
  space s = {.k = 2 * m->n};
  for (size_t i = 0; i < 2 * m->n; i++) {
    s.item[i] = r->coordinate[i % m->n];
    s.velocity[i] = i >= m->n;
  }
  for (const item *it = NULL; (it = next_item(r, it, PARAM));) {
    if (!it->range.low) continue;
    if (s.k == MOST_VARIABLES) malformed(r, "a proof by boxes in too many variables");
    m->lo[s.k] = end_of(r, it->range.low, -1);
    m->hi[s.k] = end_of(r, it->range.high, 1);
    s.item[s.k++] = it;
  }
  open_space(r, s.k, 4);
  memcpy(r->space.item, s.item, sizeof s.item);
  memcpy(r->space.velocity, s.velocity, sizeof s.velocity);
}

static void read_region(run *r, const json_t *system) {
  machine *m = r->machine;
  const size_t k = 2 * m->n;
  const matrix *center = read_vector(r, system, "center", k),
               *low = read_vector(r, system, "low", k);
  const matrix *high = read_vector(r, system, "high", k);
  for (size_t j = 0; j < k; j++) {
    const fmpq *x = entry(center, j, 0);
    m->lo[j] = end_of(r, entry(low, j, 0), 0);
    m->hi[j] = end_of(r, entry(high, j, 0), 0);
    m->center_lo[j] = end_of(r, x, -1);
    m->center_hi[j] = end_of(r, x, 1);
    if (fmpq_cmp(entry(low, j, 0), x) >= 0 || fmpq_cmp(x, entry(high, j, 0)) >= 0)
      malformed(r, "the rest point is not inside the region");
  }
}

void enter_machine(run *r, const json_t *system) {
  machine *m = r->machine = new_room(r, 1, sizeof *m);
  const char *name = read_text(r, system, "lyapunov");
  read_shape(r, system, "system", "lyapunov center low high");
  const item *V = NULL;
  while ((V = next_item(r, V, LYAPUNOV)) && !token_is(V->name, name)) continue;
  if (!V) malformed(r, "the model has no function \"%.40s\"", name);
  if (next_item(r, NULL, FRICTION | SLIDER | BODY | FORCE_AT | CHART_COORD | SHAPE))
    malformed(r, "a function that falls is checked for machines of energies and forces only");
  m->n = r->n;
  if (m->n > MOST_VARIABLES / 2) malformed(r, "a proof by boxes in too many variables");
  for (item *it = NULL; (it = next_item(r, it, KINETIC | POTENTIAL | FORCE));)
    it->formula = read_formula(r, it->part[0]);
  m->V = read_formula(r, V->part[0]);
  choose_variables(r);
  read_region(r, system);
  m->T = new_taylor(r);
  m->U = new_taylor(r);
  m->value = new_taylor(r);
  m->rate = new_taylor(r);
  for (size_t i = 0; i < m->n * m->n; i++) m->M[i] = new_taylor(r);
  for (size_t i = 0; i < m->n; i++) m->h[i] = new_taylor(r);
  for (size_t i = 0; i < COUNT(m->t); i++) m->t[i] = new_taylor(r);
  m->base = new_balls(r, 1);
  m->curvature = new_balls(r, 4 * m->n * m->n);
}
