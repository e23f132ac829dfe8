/* spring.c: the conditions of the theorems about one coordinate with a nonlinear spring.
 *
 *     m x'' + c x' + U'(x) = friction,   |friction| <= p = sum |w_j| p_j
 *     U' = c_0 x + c_1 x^3 + c_2 x^5 + ...,  c_0 > 0, all others >= 0;  x counted from the center
 *
 * The coefficients come from the model by Taylor expansion at the center, where all even ones must
 * vanish identically. With c < 0 the energy falls while |x'| < -p/c, hence below the level
 * m p^2 / (2 c^2); the rest set |U'(x)| <= p lies inside if U(x) < level at an x with U'(x) >= p.
 */
#include <string.h>

#include "check.h"

enum { EXTENT_BITS = 40 }; /* x is a multiple of 2^-40 */

bool expects_spring(const char *theorem) {
  return strcmp(theorem, "WL2004-A") == 0 || strcmp(theorem, "WL2004-C") == 0;
}

/* The coefficient of x^k: the k-th derivative of G at the center, over k!, u = 0. */
void enter_spring(run *r, const json_t *system) {
  if (r->system.n != 1) malformed(r, "the theorem %s is about one coordinate", r->theorem);
  const fmpq *at = fmpq_mat_entry(read_vector(r, system, "center", 1), 0, 0);
  const poly *slope = r->derived.G[0];
  fmpq *factorial = new_rational(r);
  fmpq_one(factorial);
  for (slong k = 0; !is_constant(r, slope) || !fmpq_mpoly_is_zero(slope, r->ring); k++) {
    poly *e = new_poly(r);
    if (k / 2 == MOST_DEGREE) malformed(r, "the spring has too high a degree");
    fmpq_mpoly_evaluate_one_fmpq(e, slope, 0, at, r->ring);
    e = constant_part(r, e);
    if (k > 1) fmpq_div_fmpz(factorial, factorial, (fmpz[]){k});
    fmpq_mpoly_scalar_mul_fmpq(e, e, factorial, r->ring);
    if (k % 2 == 0 && !fmpq_mpoly_is_zero(e, r->ring))
      refuted(r, "system: the spring is not odd about the center");
    if (k % 2 == 1) r->spring[r->spring_count++] = e;
    slope = by_variable(r, slope, 0);
  }
  if (r->spring_count == 0) refuted(r, "system: there is no spring");
  r->derived.K[0] = r->spring[0];
}

void verify_spring(run *r, const json_t *c) {
  const json_t *system = json_object_get(r->root, "system");
  bool uncertain = json_object_get(system, "radius") != NULL;
  const size_t count = r->spring_count;
  fmpq *low = new_rational(r), *high = new_rational(r);
  read_shape(r, c, "condition", uncertain ? "id kind coefficients radius" : "id kind coefficients");
  matrix *center = read_vector(r, c, "coefficients", count);
  matrix *radius = new_matrix(r, count, 1);
  if (uncertain) radius = read_vector(r, c, "radius", count);
  for (size_t i = 0; i < count; i++) {
    r->spring_low[i] = new_rational(r);
    r->spring_high[i] = new_rational(r);
    fmpq_sub(r->spring_low[i], fmpq_mat_entry(center, i, 0), fmpq_mat_entry(radius, i, 0));
    fmpq_add(r->spring_high[i], fmpq_mat_entry(center, i, 0), fmpq_mat_entry(radius, i, 0));
    find_range(r, r->spring[i], low, high);
    if (fmpq_cmp(r->spring_low[i], low) > 0 || fmpq_cmp(r->spring_high[i], high) < 0)
      refuted(r, "the coefficient of x^%zu is %s in the model", 2 * i + 1, show_rational(r, low));
    if (fmpq_sgn(r->spring_low[i]) < 0 || (i == 0 && fmpq_is_zero(r->spring_low[0])))
      refuted(r, "the coefficient of x^%zu is not positive", 2 * i + 1);
  }
  confirm(r, "the spring is odd, pulls back and stiffens (%zu coefficients)", count);
}

/* sum |w_j| (p_j + end radius_j), end = 1 or -1 */
static fmpq *friction_bound(run *r, int end) {
  const system_data *s = &r->system;
  fmpq *sum = new_rational(r), *p = new_rational(r), *w = new_rational(r);
  for (size_t j = 0; j < s->m; j++) {
    fmpq_mul_si(p, fmpq_mat_entry(s->Rp, j, 0), end);
    fmpq_add(p, p, fmpq_mat_entry(s->p, j, 0));
    fmpq_abs(w, fmpq_mat_entry(s->W, 0, j));
    fmpq_addmul(sum, w, p);
  }
  return sum;
}

/* level = m p^2 / (2 c^2), m and p at their lower ends, |c| at its upper end */
void verify_speed(run *r, const json_t *condition) {
  const system_data *s = &r->system;
  fmpq *level = friction_bound(r, -1), *m = new_rational(r), *c = new_rational(r);
  (void)condition;
  fmpq_add(c, fmpq_mat_entry(s->C, 0, 0), fmpq_mat_entry(s->RC, 0, 0));
  if (fmpq_sgn(c) >= 0) refuted(r, "the damping is not negative");
  fmpq_sub(c, fmpq_mat_entry(s->C, 0, 0), fmpq_mat_entry(s->RC, 0, 0));
  fmpq_sub(m, fmpq_mat_entry(s->M, 0, 0), fmpq_mat_entry(s->RM, 0, 0));
  fmpq_div(level, level, c);
  fmpq_mul(level, level, level);
  fmpq_mul(level, level, m);
  fmpq_div_2exp(level, level, 1);
  if (!fmpq_equal(level, s->level))
    refuted(r, "m p^2/(2 c^2) is %s, not %s", show_rational(r, level), show_rational(r, s->level));
  confirm(r, "the energy falls wherever V < m p^2/(2 c^2) = %s", show_rational(r, level));
}

/* sum coefficient_i x^(2i+1), or its integral sum coefficient_i x^(2i+2)/(2i+2) */
static fmpq *spring_sum(run *r, fmpq *const *coefficient, const fmpq *x, bool integral) {
  fmpq *sum = new_rational(r), *power = new_rational(r), *term = new_rational(r);
  fmpq_set(power, x);
  if (integral) fmpq_mul(power, power, x);
  for (size_t i = 0; i < r->spring_count; i++) {
    fmpq_mul(term, coefficient[i], power);
    if (integral) fmpq_div_fmpz(term, term, (fmpz[]){2 * (slong)i + 2});
    fmpq_add(sum, sum, term);
    fmpq_mul(power, power, x);
    fmpq_mul(power, power, x);
  }
  return sum;
}

/* x is the smallest multiple of 2^-40 with U'(x) >= p, and U(x) < level. */
void verify_extent(run *r, const json_t *c) {
  fmpq *x = read_rational(r, c, "x"), *before = new_rational(r);
  fmpq *said = read_rational(r, c, "energy");
  const fmpq *p = friction_bound(r, 1);
  fmpq_mul_2exp(before, x, EXTENT_BITS);
  if (!fmpz_is_one(fmpq_denref(before)) || fmpq_sgn(x) <= 0)
    refuted(r, "x is not a positive multiple of 2^-40");
  fmpq_sub_si(before, before, 1);
  fmpq_div_2exp(before, before, EXTENT_BITS);
  if (fmpq_cmp(spring_sum(r, r->spring_low, x, false), p) < 0)
    refuted(r, "the rest set reaches beyond x: U'(x) < p");
  if (fmpq_cmp(spring_sum(r, r->spring_low, before, false), p) >= 0)
    refuted(r, "x is not the smallest one");
  const fmpq *energy = spring_sum(r, r->spring_high, x, true);
  if (!fmpq_equal(said, energy)) refuted(r, "the energy at x is %s", show_rational(r, energy));
  if (fmpq_cmp(energy, r->system.level) >= 0)
    refuted(r, "the rest set reaches the energy %s, not below the level", show_rational(r, energy));
  confirm(r, "the rest set |x| <= %.12g lies inside, its energy is at most %.12g", fmpq_get_d(x),
          fmpq_get_d(energy));
}
