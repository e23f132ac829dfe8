/* taylor.c: formulas as Taylor polynomials, with balls for coefficients.
 *
 *     f(x + d) = sum over |a| <= order of f_a d^a + ...,      f_a = (d^a f)(x)/a!
 *
 * x being a box: f_a then encloses the scaled derivative everywhere in it. This is how the checker
 * differentiates. The variables are the coordinates, the velocities and the parameters with a
 * range. Sums and products are those of truncated polynomials; a function of one argument is its
 * own series about the argument's value (Arb's), composed with what is left of the argument.
 *
 * At kinks (abs, min, max) the first derivatives are Clarke's, the higher ones are indeterminate;
 * where a function may be undefined all is. Monomials are ordered by degree, so that a smaller
 * order is a beginning of the list.
 */
#include <arb_poly.h>

#include "check.h"

enum { P = TAYLOR_BITS };

static size_t choose_table(space *s, size_t j, size_t left, size_t at, unsigned char *now) {
  if (j + 1 == s->k) {
    now[j] = (unsigned char)left;
    memcpy(s->exponent + at * s->k, now, s->k);
    return at + 1;
  }
  for (size_t e = 0; e <= left; e++) {
    now[j] = (unsigned char)e;
    at = choose_table(s, j + 1, left - e, at, now);
  }
  return at;
}

static size_t find_monomial(const space *s, const unsigned char *exponent) {
  size_t i = 0;
  while (memcmp(s->exponent + i * s->k, exponent, s->k) != 0) i++;
  return i;
}

void open_space(run *r, size_t k, size_t order) {
  enum { MOST = 2000 };
  space *s = &r->space;
  unsigned char now[MOST_VARIABLES];
  size_t room = 1;
  for (size_t i = 1; i <= order; i++) room = room * (k + i) / i;
  if (k == 0 || k > MOST_VARIABLES || order > MOST_ORDER || room > MOST)
    malformed(r, "a proof by boxes in %zu variables", k);
  *s = (space){.k = k, .order = order, .stamp = 1};
  s->exponent = new_room(r, room * k, 1);
  s->product = new_room(r, room * room, sizeof *s->product);
  for (size_t degree = 0, at = 0; degree <= order; degree++)
    s->count[degree] = at = choose_table(s, 0, degree, at, now);
  for (size_t i = 0, a = 0; i < room; a += ++i == s->count[a])
    for (size_t j = 0, b = 0; j < s->count[order - a]; b += ++j == s->count[b]) {
      for (size_t l = 0; l < k; l++)
        now[l] = (unsigned char)(s->exponent[i * k + l] + s->exponent[j * k + l]);
      s->product[i * room + j] = (uint16_t)find_monomial(s, now);
    }
  s->room = room;
  s->at = new_balls(r, k);
  s->series = new_balls(r, order + 1);
  for (size_t i = 0; i < COUNT(s->spare); i++) s->spare[i] = new_balls(r, room);
}

arb_ptr new_taylor(run *r) {
  return new_balls(r, r->space.room);
}

/* ---- arithmetic: all up to the order at hand ------------------------------------------------- */

static size_t length(const run *r) {
  return r->space.count[r->space.now];
}

void taylor_number(run *r, arb_ptr z, const fmpq *x) {
  _arb_vec_zero(z, (slong)length(r));
  arb_set_fmpq(z, x, P);
}

void taylor_add(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b, int sign) {
  for (size_t i = 0; i < length(r); i++) (sign < 0 ? arb_sub : arb_add)(z + i, a + i, b + i, P);
}

/* z is neither a nor b. */
void taylor_multiply(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b) {
  const space *s = &r->space;
  _arb_vec_zero(z, (slong)length(r));
  for (size_t i = 0, d = 0; i < length(r); d += ++i == s->count[d]) {
    if (arb_is_zero(a + i)) continue;
    for (size_t j = 0; j < s->count[s->now - d]; j++)
      if (!arb_is_zero(b + j)) arb_addmul(z + s->product[i * s->room + j], a + i, b + j, P);
  }
  /* what may be undefined is not made good by a factor 0 */
  if (!arb_is_finite(a) || !arb_is_finite(b)) arb_indeterminate(z);
}

/* z = sum_i series_i (a - a_0)^i, by Horner; z is not a. */
static void compose(run *r, arb_ptr z, arb_srcptr a) {
  space *s = &r->space;
  arb_ptr rest = s->spare[0], old = s->spare[1];
  _arb_vec_set(rest, a, (slong)length(r));
  arb_zero(rest);
  _arb_vec_zero(z, (slong)length(r));
  arb_set(z, s->series + s->now);
  for (size_t i = s->now; i-- > 0;) {
    _arb_vec_set(old, z, (slong)length(r));
    taylor_multiply(r, z, old, rest);
    arb_add(z, z, s->series + i, P);
  }
}

void raise_ball(arb_t z, const arb_t a, ulong n) {
  arb_t size;
  if (n == 0 || n % 2 || !arb_contains_zero(a)) return arb_pow_ui(z, a, n, P);
  arb_init(size);
  arb_get_abs_ubound_arf(arb_midref(size), a, P);
  arb_pow_ui(size, size, n, P);
  arb_mul_2exp_si(size, size, -1);
  arb_add_error(size, size);
  arb_swap(z, size);
  arb_clear(size);
}

/* The series of x^n about a_0: binomials times powers. */
static void expand_power(run *r, arb_srcptr a, slong n) {
  space *s = &r->space;
  arb_t c, inverse;
  arb_init(c);
  arb_init(inverse);
  arb_one(c);
  arb_inv(inverse, a, P);
  for (slong i = 0; i <= (slong)s->now; i++) {
    if (n >= i)
      raise_ball(s->series + i, a, (ulong)(n - i));
    else
      arb_pow_ui(s->series + i, inverse, (ulong)(i - n), P);
    if (n >= 0 && i > n)
      arb_zero(s->series + i);
    else
      arb_mul(s->series + i, s->series + i, c, P);
    arb_mul_si(c, c, n - i, P);
    arb_div_si(c, c, i + 1, P);
  }
  arb_clear(c);
  arb_clear(inverse);
}

void taylor_power(run *r, arb_ptr z, arb_srcptr a, slong n) {
  expand_power(r, a, n);
  compose(r, z, a);
}

static void take_magnitude(run *r, arb_ptr z, arb_srcptr a) {
  const size_t count = length(r);
  _arb_vec_set(z, a, (slong)count);
  if (arb_is_nonnegative(a)) return;
  _arb_vec_neg(z, a, (slong)count);
  if (arb_is_negative(a)) return;
  arb_abs(z, a);
  for (size_t i = 1; i < count; i++) {
    arb_t sign;
    arb_init(sign);
    mag_one(arb_radref(sign));
    if (i > r->space.k) arb_indeterminate(sign);
    if (!arb_is_zero(a + i)) arb_mul(z + i, a + i, sign, P);
    arb_clear(sign);
  }
}

static void take_sign(run *r, arb_ptr z, arb_srcptr a) {
  _arb_vec_zero(z, (slong)length(r));
  if (arb_is_positive(a) || arb_is_negative(a)) return arb_set_si(z, arb_is_positive(a) ? 1 : -1);
  mag_one(arb_radref(z));
  for (size_t i = 1; i < length(r); i++)
    if (!arb_is_zero(a + i)) arb_indeterminate(z + i);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* The series of the function about the ball a_0. */
static bool expand_function(run *r, char code, const arb_t a) {
  static const struct {
    char code;
    void (*series)(arb_poly_t, const arb_poly_t, slong, slong);
  } known[] = {
      {'s', arb_poly_sin_series},  {'c', arb_poly_cos_series},  {'t', arb_poly_tan_series},
      {'S', arb_poly_asin_series}, {'C', arb_poly_acos_series}, {'T', arb_poly_atan_series},
      {'e', arb_poly_exp_series},  {'l', arb_poly_log_series},  {'q', arb_poly_sqrt_series}};
  const slong count = (slong)r->space.now + 1;
  size_t i = 0;
  while (i < COUNT(known) && known[i].code != code) i++;
  if (i == COUNT(known)) return false;
  arb_poly_t x, f;
  arb_poly_init(x);
  arb_poly_init(f);
  arb_poly_set_coeff_arb(x, 0, a);
  arb_poly_set_coeff_si(x, 1, 1);
  known[i].series(f, x, count, P);
  for (slong k = 0; k < count; k++) arb_poly_get_coeff_arb(r->space.series + k, f, k);
  arb_poly_clear(x);
  arb_poly_clear(f);
  return true;
}

/* tanh a = 1 - 2/(exp(2 a) + 1) */
static void take_tanh(run *r, arb_ptr z, arb_srcptr a) {
  arb_ptr twice = r->space.spare[2];
  for (size_t i = 0; i < length(r); i++) arb_mul_2exp_si(twice + i, a + i, 1);
  expand_function(r, 'e', twice);
  compose(r, z, twice);
  arb_add_si(z, z, 1, P);
  _arb_vec_set(twice, z, (slong)length(r));
  taylor_power(r, z, twice, -1);
  for (size_t i = 0; i < length(r); i++) arb_mul_si(z + i, z + i, -2, P);
  arb_add_si(z, z, 1, P);
}

/* (a + b -+ |a - b|)/2 */
static void take_extremum(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b, int sign) {
  arb_ptr difference = r->space.spare[2], size = r->space.spare[3];
  taylor_add(r, difference, a, b, -1);
  take_magnitude(r, size, difference);
  taylor_add(r, difference, a, b, 1);
  taylor_add(r, z, difference, size, sign);
  for (size_t i = 0; i < length(r); i++) arb_mul_2exp_si(z + i, z + i, -1);
}

static void apply(run *r, arb_ptr z, const node *e, arb_srcptr a, arb_srcptr b) {
  arb_ptr t = r->space.spare[4];
  if (e->op == '+' || e->op == '-') return taylor_add(r, z, a, b, e->op == '-' ? -1 : 1);
  if (e->op == '*') return taylor_multiply(r, z, a, b);
  if (e->op == 'n') return _arb_vec_neg(z, a, (slong)length(r));
  if (e->op == '|') return take_magnitude(r, z, a);
  if (e->op == 'g') return take_sign(r, z, a);
  if (e->op == 'm' || e->op == 'M') return take_extremum(r, z, a, b, e->op == 'm' ? -1 : 1);
  if (e->op == 'h') return take_tanh(r, z, a);
  if (e->op == '/') {
    taylor_power(r, t, b, -1);
    return taylor_multiply(r, z, a, t);
  }
  if (e->op == '^') { /* an integer, or exp(b log a) */
    arb_srcptr exponent = b;
    fmpz_t n;
    fmpz_init(n);
    const bool whole = e->b->fixed && arb_get_unique_fmpz(n, exponent) && arb_is_exact(exponent) &&
                       fmpz_cmpabs(n, &(fmpz){MOST_POWER}) <= 0;
    const slong power = whole ? fmpz_get_si(n) : 0;
    fmpz_clear(n);
    if (whole) return taylor_power(r, z, a, power);
    expand_function(r, 'l', a);
    compose(r, t, a);
    taylor_multiply(r, r->space.spare[5], t, b);
    expand_function(r, 'e', r->space.spare[5]);
    return compose(r, z, r->space.spare[5]);
  }
  if (!expand_function(r, e->op, a)) malformed(r, "a proof by boxes with a function '%c'", e->op);
  compose(r, z, a);
}

/* The number of a variable. */
static size_t find_variable(run *r, const node *e) {
  for (size_t i = 0; i < r->space.k; i++)
    if (r->space.item[i] == e->item && r->space.velocity[i] == (e->op == 'u')) return i;
  malformed(r, "a proof by boxes with a variable that it does not have");
}

arb_srcptr taylor_of(run *r, node *e) {
  if (e->taylor && e->taylor_stamp == r->space.stamp) return e->taylor;
  arb_srcptr a = e->a ? taylor_of(r, e->a) : NULL, b = e->b ? taylor_of(r, e->b) : NULL;
  if (!e->taylor) e->taylor = new_taylor(r);
  e->taylor_stamp = r->space.stamp;
  if (strchr("0Pxur", e->op)) _arb_vec_zero(e->taylor, (slong)length(r));
  if (e->op == '0') arb_set_fmpq(e->taylor, e->number, P);
  if (e->op == 'P') arb_const_pi(e->taylor, P);
  if (strchr("xur", e->op)) {
    const size_t i = find_variable(r, e);
    arb_set(e->taylor, r->space.at + i);
    /* degree 1 comes in the order of the exponents: the last variable first */
    if (r->space.now) arb_one(e->taylor + r->space.k - i);
  } else if (strchr("@d", e->op)) {
    malformed(r, "a proof by boxes about what depends on time");
  } else if (a) {
    apply(r, e->taylor, e, a, b);
  }
  return e->taylor;
}

void taylor_derive(run *r, arb_ptr z, arb_srcptr a, size_t variable) {
  const space *s = &r->space;
  for (size_t i = 0; i < s->count[s->now]; i++) {
    const size_t up = s->product[i * s->room + s->k - variable];
    arb_mul_ui(z + i, a + up, s->exponent[up * s->k + variable], P);
  }
}
