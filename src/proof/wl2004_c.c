/* wl2004_c.c: an oscillator with negative damping, held by dry friction.
 *
 * THEOREM:   WL2004-C    van de Wouw & Leine 2004, eqs. (44)-(45) and the cubic spring after them:
 *                        with negative damping the rest set attracts all motions of less energy
 *                        than m p^2/(2 c^2), if it lies inside that level itself.
 * REQUIRES:  WL2004-C.1  the mass is positive                           -> check_mass()
 * REQUIRES:  WL2004-C.2  the spring is an odd polynomial with coefficients >= 0, c_0 > 0
 *                                                                       -> check_spring()
 * REQUIRES:  WL2004-C.3  there is friction                              -> check_friction()
 * REQUIRES:  WL2004-C.4  the damping is negative: level = m p^2/(2 c^2) -> check_speed()
 * REQUIRES:  WL2004-C.5  the rest set has less energy than the level    -> check_extent()
 * CONCLUDES: WL2004-C.C  locally attractive; without 5, its part inside the level; its middle is
 *                        stable, and what starts below the level stays there
 * DEVIATES:  WL2004-C.2  any odd polynomial: V' = -c x'^2 - p |x'| does not see the spring.
 *
 * V falls where |x'| < p/|c|, hence on {V < m p^2/(2 c^2)}. The rest set is {|U'(x)| <= p}; its
 * end is enclosed by the smallest multiple of 2^-40 with U'(x) >= p, found by bisection in
 * integers, so that V there is an exact number, an upper bound of the energy of all rest points.
 * Numbers that are balls stand at the end that is worst for each statement.
 */
#include <math.h>

#include "odd_spring.h"

enum { GRID = 40 };

static bool check_mass(ss_attempt *a, const ss_one *one) {
  return ss_attempt_definite(a, &one->facts, 1, "M");
}

static bool check_spring(ss_attempt *a, const ss_one *one) {
  return ss_one_spring(a, 2, one);
}

static bool check_friction(ss_attempt *a, const ss_one *one) {
  return ss_attempt_friction(a, &one->facts, 3);
}

/* level = m p^2/(2 c^2), m and p at their lower ends, and so is c: Cs is that end of it. */
static bool check_speed(ss_attempt *a, const ss_one *one) {
  const ss_facts *f = &one->facts;
  const fmpq *c = ss_entry(f->Cs, 0, 0);
  fmpq_t p;
  fmpq_init(p);
  fmpq_add(p, ss_entry(f->C, 0, 0), ss_entry(f->linear->radius.C, 0, 0));
  bool good = fmpq_sgn(p) < 0;
  const char *detail = "the damping is not negative, or not for all parameters in their ranges";
  ss_one_bound(p, f, f->p);
  if (good) {
    fmpq_div(p, p, c);
    fmpq_mul(a->level, p, p);
    fmpq_mul(a->level, a->level, ss_entry(f->M, 0, 0));
    fmpq_div_2exp(a->level, a->level, 1);
    ss_attempt_tell_level(a);
    a->levels.published = a->levels.tight = a->levels.proved;
    a->levels.leaves = 1;
    detail = ss_arena_format(f->arena, "level %s", a->levels.digits);
  }
  fmpq_clear(p);
  return ss_attempt_add(a, 4, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                        good ? ss_evidence("speed") : NULL, detail);
}

/* U'(x) at the lower ends of the coefficients, or U(x) at their upper ends. */
static void evaluate(fmpq_t value, const ss_one *one, const fmpq_t x, bool energy) {
  fmpq_t square, c;
  fmpq_init(square);
  fmpq_init(c);
  fmpq_mul(square, x, x);
  fmpq_zero(value);
  for (slong i = fmpq_mat_nrows(one->spring.center) - 1; i >= 0; i--) {
    ss_one_coefficient(c, one, i, energy ? 1 : -1);
    if (energy) fmpq_div_fmpz(c, c, (fmpz[]){2 * i + 2});
    fmpq_mul(value, value, square);
    fmpq_add(value, value, c);
  }
  fmpq_mul(value, value, energy ? square : x);
  fmpq_clear(square);
  fmpq_clear(c);
}

/* The smallest k with U'(k/2^40) >= p, as x = k/2^40. c_0 x >= p bounds it. */
static void find_end(fmpq_t x, const ss_one *one, const fmpq_t p) {
  fmpz_t low, high, middle;
  fmpq_t force;
  fmpz_init(low);
  fmpz_init(high);
  fmpz_init(middle);
  fmpq_init(force);
  ss_one_coefficient(force, one, 0, -1);
  fmpq_div(force, p, force);
  fmpq_mul_2exp(force, force, GRID);
  fmpz_cdiv_q(high, fmpq_numref(force), fmpq_denref(force));
  fmpz_set_si(low, -1);
  /* U'(low) < p <= U'(high) */
  for (fmpz_sub(middle, high, low); fmpz_cmp_si(middle, 1) > 0; fmpz_sub(middle, high, low)) {
    fmpz_fdiv_q_2exp(middle, middle, 1);
    fmpz_add(middle, middle, low);
    fmpq_set_fmpz(x, middle);
    fmpq_div_2exp(x, x, GRID);
    evaluate(force, one, x, false);
    fmpz_set(fmpq_cmp(force, p) >= 0 ? high : low, middle);
  }
  fmpq_set_fmpz(x, high);
  fmpq_div_2exp(x, x, GRID);
  fmpz_clear(low);
  fmpz_clear(high);
  fmpz_clear(middle);
  fmpq_clear(force);
}

/* The end x of the rest set, and an upper bound of its energy. */
static void measure(ss_attempt *a, const ss_one *one, fmpq_t x, fmpq_t energy) {
  fmpq_t p;
  fmpq_init(p);
  ss_one_bound(p, &one->facts, one->facts.p_high);
  find_end(x, one, p);
  evaluate(energy, one, x, true);
  a->rest_energy = ss_number_to_double(energy);
  a->rest_fraction =
      fmpq_cmp(energy, a->level) < 0 ? 1 : sqrt(ss_number_to_double(a->level) / a->rest_energy);
  fmpq_clear(p);
}

static bool check_extent(ss_attempt *a, const ss_one *one) {
  fmpq_t x, energy;
  fmpq_init(x);
  fmpq_init(energy);
  measure(a, one, x, energy);
  bool good = fmpq_cmp(energy, a->level) < 0;
  json_t *evidence = good ? ss_evidence("extent") : NULL;
  if (good) {
    json_object_set_new(evidence, "x", ss_evidence_number(x));
    json_object_set_new(evidence, "energy", ss_evidence_number(energy));
  }
  ss_attempt_add(a, 5, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                 ss_arena_format(a->arena, "|x| <= %.10g, energy %.10g %s level",
                                 ss_number_to_double(x), a->rest_energy, good ? "<" : ">="));
  fmpq_clear(x);
  fmpq_clear(energy);
  return good;
}

/* Conditions 1 to 4. */
static bool find_level(ss_attempt *a, const ss_one *one) {
  return check_mass(a, one) && check_spring(a, one) && check_friction(a, one) &&
         check_speed(a, one);
}

bool ss_theorem_wl2004_c(ss_attempt *a) {
  return find_level(a, a->facts) && check_extent(a, a->facts);
}

bool ss_theorem_wl2004_c_part(ss_attempt *a) {
  fmpq_t x, energy;
  if (!find_level(a, a->facts)) return false;
  fmpq_init(x);
  fmpq_init(energy);
  measure(a, a->facts, x, energy);
  fmpq_clear(x);
  fmpq_clear(energy);
  return true;
}
