/* spring.c: the conditions of the theorems about one coordinate with a nonlinear spring.
 *
 *     m x'' + c x' + U'(x) = friction,   |friction| <= p = sum |w_j| p_j
 *     U' = c_0 x + c_1 x^3 + c_2 x^5 + ...,  c_0 > 0, all others >= 0;  x counted from the center
 *
 * The coefficients come from the model by Taylor expansion at the center, where all even ones must
 * vanish identically. With c < 0 the energy falls while |x'| < -p/c, hence below the level
 * m p^2 / (2 c^2); the rest set |U'(x)| <= p lies inside if U(x) < level at an x with U'(x) >= p.
 */
#include "check.h"

enum { EXTENT_BITS = 40 }; /* x is a multiple of 2^-40 */

/* The coefficient of x^k: the k-th derivative of G at the center, over k!, u = 0. */
void enter_spring(run *r, const json_t *system) {
  if (r->system.n != 1) malformed(r, "the theorem %s is about one coordinate", r->theorem);
  const fmpq *at = entry(read_vector(r, system, "center", 1), 0, 0);
  const poly *slope = r->derived.G[0];
  fmpq *factorial = new_rational(r);
  fmpq_one(factorial);
  for (slong k = 0; k < 2 || !vanishes(r, slope); k++) { /* c_0, if it is 0 too */
    poly *e = new_poly(r);
    if (k / 2 == MOST_SPRING) malformed(r, "the spring has too high a degree");
    fmpq_mpoly_evaluate_one_fmpq(e, slope, 0, at, r->ring);
    e = put_to_zero(r, e, 0, 2 * r->n);
    if (k > 1) fmpq_div_fmpz(factorial, factorial, (fmpz[]){k});
    fmpq_mpoly_scalar_mul_fmpq(e, e, factorial, r->ring);
    if (k % 2 == 0 && !vanishes(r, e)) refuted(r, "system: the spring is not odd about the center");
    if (k % 2 == 1) r->spring[r->spring_count++][0] = e;
    slope = by_variable(r, slope, 0);
  }
  r->derived.K[0][0] = r->spring[0][0];
  r->derived.f[0][0] = product_of(r, r->spring[0][0], rational_poly(r, at));
}

void verify_spring(run *r, const json_t *c) {
  bool sure = !json_object_get(json_object_get(r->root, "system"), "radius");
  const size_t count = r->spring_count;
  const uncertain K = r->system.K;
  read_shape(r, c, "condition",
             sure ? "id kind coefficients formulas" : "id kind coefficients formulas radius");
  r->stiffness.center = read_vector(r, c, "coefficients", count);
  r->stiffness.radius = sure ? new_matrix(r, count, 1) : read_vector(r, c, "radius", count);
  compare_entries(r, r->spring, json_object_get(c, "formulas"), true, r->stiffness,
                  "the coefficients");
  if (!fmpq_equal(entry(r->stiffness.center, 0, 0), entry(K.center, 0, 0)) ||
      !fmpq_equal(entry(r->stiffness.radius, 0, 0), entry(K.radius, 0, 0)))
    refuted(r, "K is not the first coefficient of the spring");
  for (size_t i = 0; i < count; i++)
    if (fmpq_sgn(entry_end(r, r->stiffness, i, 0, -1)) < (i == 0))
      refuted(r, "the coefficient of x^%zu is not positive", 2 * i + 1);
  confirm(r, "the spring is odd, pulls back and stiffens (%zu coefficients)", count);
}

/* sum |w_j| p_j, p_j at the end of this sign */
static fmpq *friction_bound(run *r, int sign) {
  fmpq *sum = new_rational(r), *w = new_rational(r);
  for (size_t j = 0; j < r->system.m; j++) {
    fmpq_abs(w, entry(r->system.W.center, 0, j));
    fmpq_addmul(sum, w, entry_end(r, r->system.p, j, 0, sign));
  }
  return sum;
}

/* level = m p^2 / (2 c^2), m and p at their lower ends, |c| at its upper end */
void verify_speed(run *r, const json_t *condition) {
  const system_data *s = &r->system;
  fmpq *level = friction_bound(r, -1), *m = entry_end(r, s->M, 0, 0, -1);
  const fmpq *c = entry_end(r, s->C, 0, 0, -1);
  (void)condition;
  if (fmpq_sgn(entry_end(r, s->C, 0, 0, 1)) >= 0) refuted(r, "the damping is not negative");
  fmpq_div(level, level, c);
  fmpq_mul(level, level, level);
  fmpq_mul(level, level, m);
  fmpq_div_2exp(level, level, 1);
  expect_number(r, r->root, "level", level);
  confirm(r, "the energy falls wherever V < m p^2/(2 c^2) = %s", show_rational(r, level));
}

/* U'(x) = sum c_i x^(2i+1) at the lower ends of c_i, or U(x) at their upper ends */
static fmpq *spring_sum(run *r, const fmpq *x, bool energy) {
  fmpq *sum = new_rational(r), *power = new_rational(r);
  for (size_t i = 0; i < r->spring_count; i++) {
    const slong k = 2 * (slong)i + 1 + energy;
    fmpq_pow_si(power, x, k);
    if (energy) fmpq_div_fmpz(power, power, (fmpz[]){k});
    fmpq_addmul(sum, power, entry_end(r, r->stiffness, i, 0, energy ? 1 : -1));
  }
  return sum;
}

/* x is the smallest multiple of 2^-40 with U'(x) >= p, and U(x) < level. */
void verify_extent(run *r, const json_t *c) {
  fmpq *x = read_rational(r, c, "x"), *before = new_rational(r);
  const fmpq *p = friction_bound(r, 1);
  fmpq_mul_2exp(before, x, EXTENT_BITS);
  if (!fmpz_is_one(fmpq_denref(before)) || fmpq_sgn(x) <= 0)
    refuted(r, "x is not a positive multiple of 2^-40");
  fmpq_sub_si(before, before, 1);
  fmpq_div_2exp(before, before, EXTENT_BITS);
  if (fmpq_cmp(spring_sum(r, x, false), p) < 0)
    refuted(r, "the rest set reaches beyond x: U'(x) < p");
  if (fmpq_cmp(spring_sum(r, before, false), p) >= 0) refuted(r, "x is not the smallest one");
  const fmpq *energy = spring_sum(r, x, true);
  expect_number(r, c, "energy", energy);
  if (fmpq_cmp(energy, r->system.level) >= 0)
    refuted(r, "the rest set reaches the energy %s, not below the level", show_rational(r, energy));
  confirm(r, "the rest set |x| <= %.12g lies inside, its energy is at most %.12g", fmpq_get_d(x),
          fmpq_get_d(energy));
}
