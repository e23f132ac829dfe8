/* taylor.c: formulas over a box, with their first and second derivatives, in balls.
 *
 *     f(x + d) = f + sum f_i d_i + sum over i <= j of f_ij d_i d_j + ...,   f_ii = (d2f/dx_i^2)/2
 *
 * x being a box: each coefficient then encloses the scaled derivative everywhere in it; or x being
 * its middle, to one order less. Sums and products are those of truncated polynomials; a function
 * of one argument is its own series about the argument's value (Arb's), into which the rest of the
 * argument is inserted. At kinks (abs, min, max) the first derivatives are Clarke's, the second
 * ones are indeterminate; where a function may be undefined its value is, and that of whatever is
 * made of it. What is found of a node is kept until another box is entered.
 */
#include <arb_poly.h>

#include "check.h"

enum { P = BOX_BITS };

void open_space(run *r, size_t k, size_t order, const box_variable *variable) {
  space *s = &r->space;
  *s = (space){.k = k, .order = order, .stamp = s->stamp + 1, .variable = variable};
  s->room = 1 + k + (order > 1 ? k * (k + 1) / 2 : 0);
  s->at[0] = new_balls(r, k);
  s->at[1] = new_balls(r, k);
  s->offset = new_balls(r, k);
  s->series = new_balls(r, MOST_ORDER + 1);
  s->nothing = new_balls(r, s->room);
  for (size_t i = 0; i < COUNT(s->spare); i++) s->spare[i] = new_balls(r, s->room);
}

void enter_box(run *r, const double *low, const double *high) {
  space *s = &r->space;
  arf_t end[2];
  arf_init(end[0]);
  arf_init(end[1]);
  for (size_t i = 0; i < s->k; i++) {
    arf_set_d(end[0], low[i]);
    arf_set_d(end[1], high[i]);
    arb_set_interval_arf(s->at[0] + i, end[0], end[1], P);
    arb_get_mid_arb(s->at[1] + i, s->at[0] + i);
    arb_sub(s->offset + i, s->at[0] + i, s->at[1] + i, P);
  }
  arf_clear(end[0]);
  arf_clear(end[1]);
  s->stamp++;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static size_t order_of(const run *r) {
  return r->space.order - r->space.middle;
}

size_t taylor_length(const run *r) {
  return order_of(r) == 0 ? 1 : order_of(r) == 1 ? 1 + r->space.k : r->space.room;
}

size_t place_of_pair(const run *r, size_t i, size_t j) {
  return i < j ? place_of_pair(r, j, i) : 1 + r->space.k + i * (i + 1) / 2 + j;
}

/* All of z has the sign (1: >= 0, -1: <= 0): back to it, if the rounding of a radius took it. */
static void keep_sign(arb_t z, int sign) {
  if (!arb_is_finite(z) || (sign > 0 ? arb_is_nonnegative(z) : arb_is_nonpositive(z))) return;
  arb_get_mag(arb_radref(z), z);
  mag_mul_2exp_si(arb_radref(z), arb_radref(z), -1);
  arf_set_mag(arb_midref(z), arb_radref(z));
  if (sign < 0) arb_neg(z, z);
}

static int sign_of(const arb_t a) {
  return arb_is_nonnegative(a) ? 1 : arb_is_nonpositive(a) ? -1 : 0;
}

static void add_balls(arb_t z, const arb_t a, const arb_t b) {
  const int sign = sign_of(a) == sign_of(b) ? sign_of(a) : 0;
  arb_add(z, a, b, P);
  if (sign) keep_sign(z, sign);
}

static bool is_wide(const arb_t a) {
  enum { NARROW = 20 }; /* bits that are known */
  return arb_is_finite(a) && !arb_is_exact(a) && arb_rel_accuracy_bits(a) < NARROW;
}

/* The hull of the products of their ends. */
static void multiply_ends(arb_t z, const arb_t a, const arb_t b) {
  arf_t end[4], low, high, product;
  for (size_t i = 0; i < 4; i++) arf_init(end[i]);
  arf_init(low);
  arf_init(high);
  arf_init(product);
  arb_get_interval_arf(end[0], end[1], a, P);
  arb_get_interval_arf(end[2], end[3], b, P);
  for (size_t i = 0; i < 4; i++) {
    arf_mul(product, end[i / 2], end[2 + i % 2], P, ARF_RND_FLOOR);
    if (i == 0 || arf_cmp(product, low) < 0) arf_set(low, product);
    arf_mul(product, end[i / 2], end[2 + i % 2], P, ARF_RND_CEIL);
    if (i == 0 || arf_cmp(product, high) > 0) arf_set(high, product);
  }
  arb_set_interval_arf(z, low, high, P);
  for (size_t i = 0; i < 4; i++) arf_clear(end[i]);
  arf_clear(low);
  arf_clear(high);
  arf_clear(product);
}

static void multiply_balls(arb_t z, const arb_t a, const arb_t b) {
  const int sign = sign_of(a) * sign_of(b);
  if (is_wide(a) && is_wide(b))
    multiply_ends(z, a, b);
  else
    arb_mul(z, a, b, P);
  if (sign) keep_sign(z, sign);
}

/* A factor 0 stays 0, whatever the other one is. */
void add_product(arb_t z, const arb_t a, const arb_t b) {
  if (!arb_is_zero(a) && !arb_is_zero(b)) arb_addmul(z, a, b, P);
}

/* The same for values, by ends and with signs; slopes need neither. */
void add_value(arb_t z, const arb_t a, const arb_t b) {
  if (arb_is_zero(a) || arb_is_zero(b)) return;
  arb_t product;
  arb_init(product);
  multiply_balls(product, a, b);
  add_balls(z, z, product);
  arb_clear(product);
}

static void add(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b, int sign) {
  arb_t minus;
  arb_init(minus);
  if (sign < 0) arb_neg(minus, b);
  add_balls(z, a, sign < 0 ? minus : b);
  arb_clear(minus);
  for (size_t i = 1; i < taylor_length(r); i++)
    (sign < 0 ? arb_sub : arb_add)(z + i, a + i, b + i, P);
}

/* z is neither a nor b. */
static void take_product(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b) {
  const size_t k = r->space.k, count = taylor_length(r);
  _arb_vec_zero(z, (slong)count);
  add_value(z, a, b);
  for (size_t i = 1; i < count; i++) {
    add_product(z + i, a, b + i);
    add_product(z + i, a + i, b);
  }
  for (size_t i = 0; order_of(r) == 2 && i < k; i++)
    for (size_t j = 0; j < k; j++) add_product(z + place_of_pair(r, i, j), a + 1 + i, b + 1 + j);
  /* what may be undefined is not made good by a factor 0 */
  if (!arb_is_finite(a) || !arb_is_finite(b)) arb_indeterminate(z);
}

/* z = series_0 + series_1 (a - a_0) + series_2 (a - a_0)^2; z is not a. */
static void compose(run *r, arb_ptr z, arb_srcptr a) {
  const space *s = &r->space;
  const size_t count = taylor_length(r);
  _arb_vec_zero(z, (slong)count);
  arb_set(z, s->series);
  for (size_t i = 1; i < count; i++) add_product(z + i, s->series + 1, a + i);
  if (order_of(r) < 2) return;
  arb_t t;
  arb_init(t);
  for (size_t i = 0; i < s->k; i++)
    for (size_t j = 0; j <= i; j++) {
      if (arb_is_zero(a + 1 + i) || arb_is_zero(a + 1 + j)) continue;
      raise_ball(t, a + 1 + i, 2);
      if (i != j) arb_mul(t, a + 1 + i, a + 1 + j, P);
      if (i != j) arb_mul_2exp_si(t, t, 1);
      add_product(z + place_of_pair(r, i, j), s->series + 2, t);
    }
  arb_clear(t);
}

/* a^n by the ends of a: [0, max |a|^n] where n is even and 0 in a, its lower end exactly. */
void raise_ball(arb_t z, const arb_t a, ulong n) {
  if (n == 0 || !is_wide(a)) return arb_pow_ui(z, a, n, P);
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  const int sign = arb_is_nonnegative(a) || n % 2 == 0 ? 1 : arb_is_nonpositive(a) ? -1 : 0;
  arb_get_interval_arf(arb_midref(low), arb_midref(high), a, P);
  if (n % 2 == 0 && arb_contains_zero(a)) {
    arb_get_mag(arb_radref(low), a);
    arf_set_mag(arb_midref(high), arb_radref(low));
    mag_zero(arb_radref(low));
    arb_zero(low);
  }
  arb_pow_ui(low, low, n, P);
  arb_pow_ui(high, high, n, P);
  arb_union(z, low, high, P);
  if (sign) keep_sign(z, sign);
  arb_clear(low);
  arb_clear(high);
}

/* a^n, by binomials times powers. */
static void take_power(run *r, arb_ptr z, arb_srcptr a, slong n) {
  space *s = &r->space;
  arb_t c, inverse;
  arb_init(c);
  arb_init(inverse);
  arb_one(c);
  if (n < MOST_ORDER) arb_inv(inverse, a, P);
  for (slong i = 0; i <= (slong)order_of(r); i++) {
    if (n >= i)
      raise_ball(s->series + i, a, (ulong)(n - i));
    else
      arb_pow_ui(s->series + i, inverse, (ulong)(i - n), P);
    if (n >= 0 && i > n)
      arb_zero(s->series + i);
    else
      multiply_balls(s->series + i, s->series + i, c);
    arb_mul_si(c, c, n - i, P);
    arb_div_si(c, c, i + 1, P);
  }
  arb_clear(c);
  arb_clear(inverse);
  compose(r, z, a);
}

/* Second derivatives where slopes may jump, by the slopes of what they jump with: those are known
 * along directions in which it does not change. */
static void bend(run *r, arb_ptr z, arb_srcptr jump) {
  for (size_t i = 0; order_of(r) == 2 && i < r->space.k; i++)
    for (size_t j = 0; j <= i; j++)
      if (!arb_is_zero(jump + place_of_pair(r, i, j)) ||
          (!arb_is_zero(jump + 1 + i) && !arb_is_zero(jump + 1 + j)))
        arb_indeterminate(z + place_of_pair(r, i, j));
}

static void take_magnitude(run *r, arb_ptr z, arb_srcptr a) {
  const size_t count = taylor_length(r);
  _arb_vec_set(z, a, (slong)count);
  if (arb_is_nonnegative(a)) return;
  _arb_vec_neg(z, a, (slong)count);
  if (arb_is_nonpositive(a)) return;
  arb_t sign;
  arb_init(sign);
  mag_one(arb_radref(sign));
  arb_abs(z, a);
  keep_sign(z, 1);
  for (size_t i = 1; i < count && i <= r->space.k; i++)
    if (!arb_is_zero(a + i)) arb_mul(z + i, a + i, sign, P);
  bend(r, z, a);
  arb_clear(sign);
}

static void take_sign(run *r, arb_ptr z, arb_srcptr a) {
  _arb_vec_zero(z, (slong)taylor_length(r));
  if (arb_is_positive(a) || arb_is_negative(a)) return arb_set_si(z, arb_is_positive(a) ? 1 : -1);
  mag_one(arb_radref(z));
  for (size_t i = 1; i < taylor_length(r); i++)
    if (!arb_is_zero(a + i)) arb_indeterminate(z + i);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* f(a), by the series of the function about the ball a_0; false if it is not known. */
static bool take_function(run *r, arb_ptr z, char code, arb_srcptr a) {
  static const struct {
    char code;
    void (*series)(arb_poly_t, const arb_poly_t, slong, slong);
  } known[] = {{'s', arb_poly_sin_series},  {'c', arb_poly_cos_series},  {'t', arb_poly_tan_series},
               {'S', arb_poly_asin_series}, {'C', arb_poly_acos_series}, {'e', arb_poly_exp_series},
               {'l', arb_poly_log_series},  {'q', arb_poly_sqrt_series}};
  const slong count = (slong)order_of(r) + 1;
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
  compose(r, z, a);
  return true;
}

/* All of z that is from low to high. */
static void clip(arb_t z, double low, double high) {
  arb_t ends;
  arb_init(ends);
  arf_set_d(arb_midref(ends), low / 2 + high / 2);
  mag_set_d(arb_radref(ends), high / 2 - low / 2);
  if (!arb_is_finite(z) || !arb_contains(ends, z)) arb_intersection(z, z, ends, P);
  arb_clear(ends);
}

/* What grows everywhere has its ends where the argument has them. */
static void take_ends(arb_t z, arb_srcptr a, void (*grow)(arb_t, const arb_t, slong)) {
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  arb_get_interval_arf(arb_midref(low), arb_midref(high), a, P);
  grow(low, low, P);
  grow(high, high, P);
  arb_union(z, low, high, P);
  if (sign_of(a)) keep_sign(z, sign_of(a)); /* those here have the sign of the argument */
  arb_clear(low);
  arb_clear(high);
}

/* t = tanh a, t' = 1 - t^2 in [0, 1], t''/2 = -t (1 - t^2), which is at most 0.385 */
static void take_tanh(run *r, arb_ptr z, arb_srcptr a) {
  arb_ptr t = r->space.series;
  take_ends(t, a, arb_tanh);
  raise_ball(t + 1, t, 2);
  arb_sub_si(t + 1, t + 1, 1, P);
  arb_neg(t + 1, t + 1);
  clip(t + 1, 0, 1);
  multiply_balls(t + 2, t, t + 1);
  arb_neg(t + 2, t + 2);
  clip(t + 2, -0.385, 0.385);
  compose(r, z, a);
}

/* t = atan a, t' = 1/(1 + a^2) in [0, 1], t''/2 = -a t'^2, which is at most 0.325 */
static void take_atan(run *r, arb_ptr z, arb_srcptr a) {
  arb_ptr t = r->space.series;
  take_ends(t, a, arb_atan);
  raise_ball(t + 1, a, 2);
  arb_add_si(t + 1, t + 1, 1, P);
  arb_inv(t + 1, t + 1, P);
  clip(t + 1, 0, 1);
  raise_ball(t + 2, t + 1, 2);
  multiply_balls(t + 2, t + 2, a);
  arb_neg(t + 2, t + 2);
  clip(t + 2, -0.325, 0.325);
  compose(r, z, a);
}

/* The smaller one (sign -1) or the larger one of a and b, with Clarke's slopes where either may be
 * it. */
static void take_extremum(run *r, arb_ptr z, arb_srcptr a, arb_srcptr b, int sign) {
  const size_t count = taylor_length(r);
  arb_ptr difference = r->space.spare[0];
  add(r, difference, a, b, -1);
  const bool first = sign < 0 ? arb_is_nonpositive(difference) : arb_is_nonnegative(difference);
  const bool second = sign < 0 ? arb_is_nonnegative(difference) : arb_is_nonpositive(difference);
  if (first || second) return _arb_vec_set(z, first ? a : b, (slong)count);
  (sign < 0 ? arb_min : arb_max)(z, a, b, P);
  for (size_t i = 1; i < count; i++) arb_union(z + i, a + i, b + i, P);
  bend(r, z, difference);
}

/* An integer power, or exp(b log a). */
static void take_general_power(run *r, arb_ptr z, const node *exponent, arb_srcptr a,
                               arb_srcptr b) {
  fmpz_t n;
  fmpz_init(n);
  const bool whole = exponent->fixed && arb_get_unique_fmpz(n, b) && arb_is_exact(b) &&
                     fmpz_cmpabs(n, &(fmpz){MOST_POWER}) <= 0;
  const slong power = whole ? fmpz_get_si(n) : 0;
  fmpz_clear(n);
  if (whole) return take_power(r, z, a, power);
  take_function(r, r->space.spare[0], 'l', a);
  take_product(r, r->space.spare[1], r->space.spare[0], b);
  take_function(r, z, 'e', r->space.spare[1]);
}

static void apply(run *r, arb_ptr z, const node *e, arb_srcptr a, arb_srcptr b) {
  if (e->op == '+' || e->op == '-') return add(r, z, a, b, e->op == '-' ? -1 : 1);
  if (e->op == '*') return e->a == e->b ? take_power(r, z, a, 2) : take_product(r, z, a, b);
  if (e->op == 'n') return _arb_vec_neg(z, a, (slong)taylor_length(r));
  if (e->op == '|') return take_magnitude(r, z, a);
  if (e->op == 'g') return take_sign(r, z, a);
  if (e->op == 'm' || e->op == 'M') return take_extremum(r, z, a, b, e->op == 'm' ? -1 : 1);
  if (e->op == 'h') return take_tanh(r, z, a);
  if (e->op == 'T') return take_atan(r, z, a);
  if (e->op == '^') return take_general_power(r, z, e->b, a, b);
  if (e->op == '/') {
    take_power(r, r->space.spare[0], b, -1);
    return take_product(r, z, a, r->space.spare[0]);
  }
  if (!take_function(r, z, e->op, a)) malformed(r, "a proof by boxes with a function '%c'", e->op);
}

/* A number or a variable. */
static void take_end(run *r, arb_ptr z, const node *e) {
  const space *s = &r->space;
  size_t i = 0;
  _arb_vec_zero(z, (slong)taylor_length(r));
  if (e->op == '0') return arb_set_fmpq(z, e->number, P);
  if (e->op == 'P') return arb_const_pi(z, P);
  while (i < s->k && !(s->variable[i].op == e->op && s->variable[i].item == e->item)) i++;
  if (i == s->k) malformed(r, "a formula depends on what no box speaks of");
  arb_set(z, s->at[s->middle] + i);
  if (order_of(r) > 0) arb_one(z + 1 + i);
}

arb_srcptr taylor_of(run *r, node *e) {
  const bool side = r->space.middle;
  if (e->op == 'd') return taylor_of(r, write_out(r, e));
  if (e->taylor[side] && e->taylor_stamp[side] == r->space.stamp) return e->taylor[side];
  if (e->a && is_zero_tree(e)) return r->space.nothing; /* whether or not a box speaks of it */
  const bool sure = e->a && is_sure(r, e);              /* likewise */
  arb_srcptr a = e->a && !sure ? taylor_of(r, e->a) : NULL, b = a && e->b ? taylor_of(r, e->b) : a;
  if (e->taylor_room[side] < taylor_length(r)) {
    e->taylor_room[side] = taylor_length(r);
    e->taylor[side] = new_balls(r, taylor_length(r));
  }
  e->taylor_stamp[side] = r->space.stamp;
  r->nodes++;
  if (sure) {
    _arb_vec_zero(e->taylor[side], (slong)taylor_length(r));
    set_ball(e->taylor[side], range_of(r, e), P);
  }
  if (!a && !sure) take_end(r, e->taylor[side], e);
  if (!a) return e->taylor[side];
  apply(r, e->taylor[side], e, a, b);
  /* nor by a function that is bounded */
  if (!arb_is_finite(a) || (b && !arb_is_finite(b))) arb_indeterminate(e->taylor[side]);
  return e->taylor[side];
}
