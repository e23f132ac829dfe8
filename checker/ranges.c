/* ranges.c: tubes of machines of which numbers are only known within radii.
 *
 * C_ij, K_ij = K_ji and p_j differ from the middle by theta r, |theta| <= 1, each for itself. The
 * centre is a motion of the middle. A direction for each number is carried along, h' = A h + A_i x~
 * (or - sign_j B_j r), and what is left, theta A_i e, is at most stir |e| (docs/theory.md, T8).
 * What rests does so in its own norm: |K_theta - K| <= stretch K, stretch <= 1/4.
 */
#include <math.h>

#include "tubes.h"

void subtract_radii(matrix *S, const matrix *radius) {
  fmpq_t half;
  fmpq_init(half);
  for (slong i = 0; i < fmpq_mat_nrows(S); i++)
    for (slong j = 0; j < fmpq_mat_nrows(S); j++) {
      fmpq_add(half, entry(radius, i, j), entry(radius, j, i));
      fmpq_div_2exp(half, half, 1);
      fmpq_sub(entry(S, i, i), entry(S, i, i), half);
    }
  fmpq_clear(half);
}

/* sqrt(x), from above */
static double root_of(const arb_t x) {
  arb_t z;
  arb_init(z);
  arb_sqrt(z, x, PREC);
  const double value = from_above(z);
  arb_clear(z);
  return value;
}

static loose *add_number(run *r, tubes *t, const fmpq *radius) {
  if (t->ranges == MOST_LOOSE) malformed(r, "map: more than %d numbers have radii", MOST_LOOSE);
  loose *l = &t->loose[t->ranges++];
  l->friction = MOST_TUBE;
  l->radius = new_ball(r);
  arb_set_fmpq(l->radius, radius, PREC);
  return l;
}

static void add_term(tubes *t, loose *l, size_t row, size_t column) {
  const double cost = root_of(arb_mat_entry(t->Minv, row, row)) * from_above(l->radius);
  l->row[l->terms] = row;
  l->column[l->terms] = column;
  l->cost[l->terms++] = 1.001 * cost;
  l->size += 1.001 * cost * root_of(arb_mat_entry(t->Q, column, column));
}

/* Entries of C, and of K in pairs. */
static void add_entries(run *r, tubes *t) {
  const system_data *s = &r->system;
  for (size_t i = 0; i < t->n * t->n; i++) {
    const size_t row = i / t->n, column = i % t->n;
    if (!fmpq_is_zero(entry(s->C.radius, row, column)))
      add_term(t, add_number(r, t, entry(s->C.radius, row, column)), row, t->n + column);
    if (column > row || fmpq_is_zero(entry(s->K.radius, row, column))) continue;
    loose *l = add_number(r, t, entry(s->K.radius, row, column));
    add_term(t, l, row, column);
    if (column < row) add_term(t, l, column, row);
  }
  for (size_t i = 0; i < t->ranges; i++) t->stir += 1.001 * t->loose[i].size;
}

static void add_bounds(run *r, tubes *t) {
  const system_data *s = &r->system;
  t->most_p = new_balls(r, t->m + 1);
  for (size_t j = 0; j < t->m; j++) {
    arb_set_fmpq(t->most_p + j, entry_end(r, s->p, j, 0, 1), PREC);
    if (fmpq_is_zero(entry(s->p.radius, j, 0))) continue;
    loose *l = add_number(r, t, entry(s->p.radius, j, 0));
    l->friction = j;
    t->way_out[j] = from_above(l->radius);
  }
}

/* A with the radii |M^-1| (R_K, R_C). */
static void enter_all(run *r, tubes *t) {
  t->all_A = new_ball_matrix(r, t->d, t->d);
  arb_mat_set(t->all_A, t->A);
  arb_ptr z = new_ball(r);
  for (size_t i = 0; i < t->n * t->d * t->n; i++) {
    const size_t row = i / (t->d * t->n), column = i / t->n % t->d, k = i % t->n;
    const matrix *R = column < t->n ? r->system.K.radius : r->system.C.radius;
    arb_set_fmpq(z, entry(R, k, column % t->n), PREC);
    arb_mul(z, z, arb_mat_entry(t->Minv, row, k), PREC);
    arb_add_error(arb_mat_entry(t->all_A, t->n + row, column), z);
  }
}

/* All stiffnesses within the radii are symmetric, and no farther than stretch K. */
static void enter_stretch(run *r, tubes *t, const json_t *map) {
  const system_data *s = &r->system;
  if (fmpq_mat_is_zero(s->K.radius)) return;
  for (size_t i = 0; i < t->n; i++)
    for (size_t j = 0; j < i; j++)
      if (!vanishes(r, sum_of(r, r->derived.K[i][j], r->derived.K[j][i], -1)))
        malformed(r, "map: the stiffness is not seen to be symmetric");
  const fmpq *k = read_rational(r, map, "stretch");
  matrix *S = new_matrix(r, t->n, t->n);
  fmpq_mat_scalar_mul_fmpq(S, s->K.center, k);
  subtract_radii(S, s->K.radius);
  if (fmpq_cmp_si(k, 0) < 0 || fmpq_get_d(k) > 0.25 || !is_positive(r, S, false))
    refuted(r, "map: the stiffness may differ by more than %s of itself", show_rational(r, k));
  t->longer = fmpq_get_d(k) * (1 + 0x1p-40);
}

void enter_ranges(run *r, tubes *t, const json_t *map) {
  matrix *one = new_matrix(r, t->n, t->n);
  fmpq_mat_one(one);
  t->Minv = to_balls(r, solve_system(r, r->system.M.center, one));
  add_entries(r, t);
  add_bounds(r, t);
  enter_all(r, t);
  enter_stretch(r, t, map);
}

void add_forcing(tubes *t, const loose *l, const series *centre, size_t k, arb_ptr y) {
  arb_t z;
  arb_init(z);
  for (size_t a = 0; a < l->terms; a++) {
    arb_mul(z, l->radius, centre->c[k] + l->column[a], PREC);
    for (size_t i = 0; i < t->n; i++)
      arb_submul(y + t->n + i, z, arb_mat_entry(t->Minv, i, l->row[a]), PREC);
  }
  if (!l->terms && k == 0)
    for (size_t i = t->n; i < t->d; i++) {
      arb_mul(z, l->radius, arb_mat_entry(t->B, i, l->friction), PREC);
      arb_submul_si(y + i, z, t->sign[l->friction], PREC);
    }
  arb_clear(z);
}

double find_forcing(const tubes *t, const series *centre, double time) {
  double sum = 0;
  arb_t z;
  arb_init(z);
  for (size_t i = 0; i < t->ranges; i++) {
    const loose *l = &t->loose[i];
    for (size_t a = 0; a < l->terms; a++) {
      double most = 0;
      for (size_t k = ORDER + 1; k-- > 0;) {
        arb_abs(z, centre->c[k] + l->column[a]);
        most = most * time + from_above(z);
      }
      sum += l->cost[a] * most + l->size * centre->rest[0];
    }
    if (!l->terms) sum += t->size_of[l->friction] * t->way_out[l->friction];
  }
  arb_clear(z);
  return sum * (1 + 0x1p-40);
}

double find_drag(const tubes *t, double forcing, double r, double rate, double time) {
  const double far = exp((rate + t->stir) * time) * (r + time * forcing);
  return t->stir * far * (1 + 0x1p-40);
}
