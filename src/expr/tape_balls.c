/* tape_balls.c: a tape on balls, enclosures of real numbers that are proofs.
 *
 * A ball [m ± r] stands for every real number in it. If x lies in the balls of the inputs and the
 * parameters, then f(x) lies in the ball of the output: every instruction encloses its exact result
 * (Johansson, Arb, IEEE Trans. Comput. 66, 2017). Constants enclose the exact rationals.
 *
 * A ball that contains a point outside a function's domain (sqrt of something negative, log of
 * something not positive, a quotient by something that may be 0) gives the indeterminate ball
 * [NaN ± inf], and so does every instruction that reads one: undefined stays undefined.
 *
 * Narrow balls go straight to Arb, whose enclosures are then optimal to first order. Wide balls,
 * with which box proofs begin, would lose much to that: [1 ± 1]^2 would be [1 ± 3]. They are
 * treated as intervals, from their ends:
 *
 *     f([l, h]) = hull(f(l), f(h))      monotone f: tan between poles, asin, …, x^n, |x|^n
 *     [l, h]·[l', h'] = hull(l l', l h', h l', h h')
 *
 * and what cannot be negative does not become so by rounding the radius: sqrt(x^2 + y^2) is defined
 * on a box around 0. abs, min, max and sign enclose all their branches; atan2 across its cut, the
 * negative axis, is all of [-pi, pi].
 *
 * Costs one to some ten Arb operations an instruction; allocates what Arb allocates, which is
 * nothing up to 128 bits and memory for longer mantissas beyond.
 */
#include "tape_private.h"

enum { NARROW_BITS = 20 }; /* a ball with this relative accuracy is narrow */

typedef void (*ball_function)(arb_t, const arb_t, slong);

static bool is_undefined(const arb_t x) {
  return arf_is_nan(arb_midref(x));
}

static bool is_narrow(const arb_t x) {
  return arb_is_exact(x) || arb_rel_accuracy_bits(x) >= NARROW_BITS;
}

/* ---- intervals ------------------------------------------------------------------------------- */

/* The ends of a ball, as exact balls, rounded outwards. */
static void split(arb_t low, arb_t high, const arb_t x, slong precision) {
  arb_get_interval_arf(arb_midref(low), arb_midref(high), x, precision);
  mag_zero(arb_radref(low));
  mag_zero(arb_radref(high));
}

/* [0, u] for u >= 0: midpoint and radius are the same number, so that 0 is the exact end. */
static void set_from_zero(arb_t out, const arf_t u) {
  mag_t half;
  mag_init(half);
  arf_get_mag(half, u);
  mag_mul_2exp_si(half, half, -1);
  arf_set_mag(arb_midref(out), half);
  mag_swap(arb_radref(out), half);
  mag_clear(half);
}

/* Takes back the wrong sign that the rounding of a radius gave to a ball of known sign. */
static void restore_sign(arb_t x, int sign, slong precision) {
  arf_t end;
  if (!sign || !arb_is_finite(x)) return;
  arf_init(end);
  if (sign > 0 && arb_contains_negative(x)) {
    arb_get_ubound_arf(end, x, precision);
    set_from_zero(x, end);
  } else if (sign < 0 && arb_contains_positive(x)) {
    arb_get_lbound_arf(end, x, precision);
    arf_neg(end, end);
    set_from_zero(x, end);
    arb_neg(x, x);
  }
  arf_clear(end);
}

/* The sign that two balls share throughout: 1 (>= 0), -1 (<= 0), or 0. */
static int shared_sign(const arb_t x, const arb_t y) {
  if (arb_is_nonnegative(x) && arb_is_nonnegative(y)) return 1;
  return arb_is_nonpositive(x) && arb_is_nonpositive(y) ? -1 : 0;
}

/* The ball around two balls; of one sign if both are. */
static void set_hull(arb_t out, const arb_t x, const arb_t y, slong precision) {
  int sign = shared_sign(x, y);
  arb_union(out, x, y, precision);
  restore_sign(out, sign, precision);
}

/* hull(f(l), f(h)) where the ball is wide, or too near the end of the domain. */
static void enclose_monotone(arb_t out, ball_function f, const arb_t x, slong precision) {
  arb_t low, high;
  if (is_undefined(x)) {
    arb_indeterminate(out); /* arb_asin takes NaN for 1 */
    return;
  }
  arb_init(low);
  arb_init(high);
  if (is_narrow(x)) f(low, x, precision);
  if (is_narrow(x) && (arb_is_exact(x) || arb_is_finite(low))) {
    arb_swap(out, low);
  } else {
    split(low, high, x, precision);
    f(low, low, precision);
    f(high, high, precision);
    set_hull(out, low, high, precision);
  }
  arb_clear(low);
  arb_clear(high);
}

/* ---- sums and products ----------------------------------------------------------------------- */

static void add(arb_t out, const arb_t a, const arb_t b, slong precision) {
  int sign = shared_sign(a, b);
  arb_add(out, a, b, precision);
  restore_sign(out, sign, precision);
}

static void subtract(arb_t out, const arb_t a, const arb_t b, slong precision) {
  int sign = arb_is_nonnegative(a) && arb_is_nonpositive(b)   ? 1
             : arb_is_nonpositive(a) && arb_is_nonnegative(b) ? -1
                                                              : 0;
  arb_sub(out, a, b, precision);
  restore_sign(out, sign, precision);
}

/* [l, h]*b = hull(l*b, h*b), and likewise for b. */
static void multiply_wide(arb_t out, const arb_t a, const arb_t b, slong precision) {
  arb_t l, h, low, high, product;
  arb_ptr all[] = {l, h, low, high, product};
  for (int k = 0; k < 5; k++) arb_init(all[k]);
  split(l, h, a, precision);
  split(low, high, b, precision);
  arb_mul(product, l, low, precision);
  arb_mul(l, l, high, precision);
  set_hull(product, product, l, precision);
  arb_mul(low, h, low, precision);
  arb_mul(high, h, high, precision);
  set_hull(low, low, high, precision);
  set_hull(out, product, low, precision);
  for (int k = 0; k < 5; k++) arb_clear(all[k]);
}

static void multiply(arb_t out, const arb_t a, const arb_t b, slong precision) {
  if (is_narrow(a) || is_narrow(b) || !arb_is_finite(a) || !arb_is_finite(b))
    arb_mul(out, a, b, precision);
  else
    multiply_wide(out, a, b, precision);
}

static void subtract_from(arb_t out, const arb_t a, const arb_t b, slong precision) {
  subtract(out, b, a, precision);
}

typedef void (*ball_operation)(arb_t, const arb_t, const arb_t, slong);

#define BALL_ADD  add
#define BALL_SUB  subtract
#define BALL_MUL  multiply
#define BALL_FROM subtract_from

/* Two operations in one instruction; the first result needs a ball of its own, for out may be c. */
static void fuse(const ss_instruction *i, ball_operation first, ball_operation second, arb_ptr s,
                 slong precision) {
  arb_t between;
  arb_init(between);
  first(between, s + i->a, s + i->b, precision);
  second(s + i->out, between, s + i->c, precision);
  arb_clear(between);
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* |x|, from 0 on if x may be 0. */
static void enclose_magnitude(arb_t out, const arb_t x, slong precision) {
  arf_t u;
  if (!arb_is_finite(x) || !arb_contains_zero(x) || arb_is_zero(x)) {
    arb_abs(out, x);
    return;
  }
  arf_init(u);
  arb_get_abs_ubound_arf(u, x, precision);
  set_from_zero(out, u);
  arf_clear(u);
}

/* y^n, n > 0, for a ball y on which it is monotone. */
static void raise_monotone(arb_t out, const arb_t y, ulong n, slong precision) {
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  if (is_narrow(y)) {
    arb_pow_ui(low, y, n, precision);
    arb_swap(out, low);
  } else {
    split(low, high, y, precision);
    arb_pow_ui(low, low, n, precision);
    arb_pow_ui(high, high, n, precision);
    set_hull(out, low, high, precision);
  }
  arb_clear(low);
  arb_clear(high);
}

/* x^n for any integer n. */
static void raise_to_integer(arb_t out, const arb_t x, slong n, slong precision) {
  ulong power = n < 0 ? -(ulong)n : (ulong)n;
  if (n == 0) {
    arb_one(out);
    return;
  }
  if (power % 2 == 0)
    enclose_magnitude(out, x, precision);
  else
    arb_set(out, x);
  raise_monotone(out, out, power, precision);
  if (n < 0) arb_inv(out, out, precision);
}

/* x^y for x >= 0 and y > 0: grows with x from 0^y = 0. */
static void raise_nonnegative(arb_t out, const arb_t x, const arb_t y, slong precision) {
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  split(low, high, x, precision);
  arb_pow(low, low, y, precision);
  arb_pow(high, high, y, precision);
  set_hull(out, low, high, precision);
  arb_clear(low);
  arb_clear(high);
}

static void raise_to_ball(arb_t out, const arb_t x, const arb_t y, slong precision) {
  bool integer = arb_is_int(y) && arf_cmpabs_2exp_si(arb_midref(y), 62) < 0;
  if (is_undefined(x) || is_undefined(y))
    arb_indeterminate(out);
  else if (integer)
    raise_to_integer(out, x, arf_get_si(arb_midref(y), ARF_RND_DOWN), precision);
  else if (!is_narrow(x) && arb_is_nonnegative(x) && arb_is_positive(y))
    raise_nonnegative(out, x, y, precision);
  else
    arb_pow(out, x, y, precision);
}

/* ---- functions with branches ----------------------------------------------------------------- */

/* No pole where cos has no zero; there tan grows. */
static void enclose_tangent(arb_t out, const arb_t x, slong precision) {
  arb_t c;
  arb_init(c);
  arb_cos(c, x, precision);
  if (!arb_is_finite(c) || arb_contains_zero(c))
    arb_indeterminate(out);
  else
    enclose_monotone(out, arb_tan, x, precision);
  arb_clear(c);
}

static void enclose_angle(arb_t out, const arb_t a, const arb_t b, slong precision) {
  if (is_undefined(a) || is_undefined(b))
    arb_indeterminate(out);
  else
    arb_atan2(out, a, b, precision);
}

/* min is <= 0 where one argument is, >= 0 where both are. */
static void enclose_smaller(arb_t out, const arb_t a, const arb_t b, slong precision) {
  int sign = arb_is_nonpositive(a) || arb_is_nonpositive(b) ? -1 : shared_sign(a, b);
  if (arb_le(a, b))
    arb_set_round(out, a, precision);
  else if (arb_le(b, a))
    arb_set_round(out, b, precision);
  else
    arb_min(out, a, b, precision);
  restore_sign(out, sign, precision);
}

/* max(a, b) = -min(-a, -b) */
static void enclose_larger(arb_t out, const arb_t a, const arb_t b, slong precision) {
  arb_t minus_a, minus_b;
  arb_init(minus_a);
  arb_init(minus_b);
  arb_neg(minus_a, a);
  arb_neg(minus_b, b);
  enclose_smaller(out, minus_a, minus_b, precision);
  arb_neg(out, out);
  arb_clear(minus_a);
  arb_clear(minus_b);
}

/* From the smallest to the largest sign in the ball. */
static void enclose_sign(arb_t out, const arb_t a) {
  bool undefined = is_undefined(a);
  int least = arb_contains_negative(a) ? -1 : arb_contains_zero(a) ? 0 : 1;
  int most = arb_contains_positive(a) ? 1 : arb_contains_zero(a) ? 0 : -1;
  arb_set_si(out, least + most);
  mag_set_ui(arb_radref(out), (ulong)(most - least));
  arb_mul_2exp_si(out, out, -1);
  if (undefined) arb_indeterminate(out);
}

static void look_up(const ss_curve_order *c, arb_t out, const arb_t x, slong precision) {
  ss_curve_enclose(c->curve, c->order, x, out, precision);
}

/* ---- the interpreter ------------------------------------------------------------------------- */

#define FUSION_CASE(name, operands, formula, first, second)                                        \
  case SS_TAPE_##name: fuse(i, BALL_##first, BALL_##second, s, p); break;

void ss_balls_execute(const ss_instruction *i, const ss_instruction *end, arb_ptr s, slong p) {
  for (; i < end; i++) {
    arb_ptr out = s + i->out, a = s + i->a;
    switch ((ss_instruction_code)i->code) {
    case SS_TAPE_COPY: arb_set(out, a); break;
    case SS_TAPE_NEG: arb_neg(out, a); break;
    case SS_TAPE_ADD: add(out, a, s + i->b, p); break;
    case SS_TAPE_SUB: subtract(out, a, s + i->b, p); break;
    case SS_TAPE_MUL: multiply(out, a, s + i->b, p); break;
    case SS_TAPE_DIV: arb_div(out, a, s + i->b, p); break;
    case SS_TAPE_MUL_NEG:
      multiply(out, a, s + i->b, p);
      arb_neg(out, out);
      break;
      SS_TAPE_FUSIONS(FUSION_CASE)
    case SS_TAPE_SQUARE: raise_to_integer(out, a, 2, p); break;
    case SS_TAPE_POWER: raise_to_integer(out, a, (int32_t)i->b, p); break;
    case SS_TAPE_POW: raise_to_ball(out, a, s + i->b, p); break;
    case SS_TAPE_SQRT: enclose_monotone(out, arb_sqrt, a, p); break;
    case SS_TAPE_ABS: enclose_magnitude(out, a, p); break;
    case SS_TAPE_SIGN: enclose_sign(out, a); break;
    case SS_TAPE_MIN: enclose_smaller(out, a, s + i->b, p); break;
    case SS_TAPE_MAX: enclose_larger(out, a, s + i->b, p); break;
    case SS_TAPE_SIN: arb_sin(out, a, p); break;
    case SS_TAPE_COS: arb_cos(out, a, p); break;
    case SS_TAPE_SIN_COS: arb_sin_cos(out, s + i->b, a, p); break;
    case SS_TAPE_TAN: enclose_tangent(out, a, p); break;
    case SS_TAPE_ASIN: enclose_monotone(out, arb_asin, a, p); break;
    case SS_TAPE_ACOS: enclose_monotone(out, arb_acos, a, p); break;
    case SS_TAPE_ATAN: enclose_monotone(out, arb_atan, a, p); break;
    case SS_TAPE_ATAN2: enclose_angle(out, a, s + i->b, p); break;
    case SS_TAPE_EXP: enclose_monotone(out, arb_exp, a, p); break;
    case SS_TAPE_LOG: enclose_monotone(out, arb_log, a, p); break;
    case SS_TAPE_TANH: enclose_monotone(out, arb_tanh, a, p); break;
    case SS_TAPE_PI: arb_const_pi(out, p); break;
    case SS_TAPE_AT: look_up(ss_instruction_curve(i), out, a, p); break;
    case SS_TAPE_CODES: break;
    }
  }
}

size_t ss_balls_work_size(const ss_tape *tape) {
  return tape->slots;
}

void ss_balls_prepare(const ss_tape *tape, arb_srcptr parameters, arb_ptr work, slong precision) {
  for (size_t i = 0; i < tape->constants; i++) arb_set_fmpq(work + i, tape->exact + i, precision);
  for (size_t i = 0; i < tape->parameters; i++) arb_set(work + tape->constants + i, parameters + i);
  for (size_t i = 0; i < tape->inputs; i++) arb_zero(work + tape->first_input + i);
  ss_balls_execute(tape->code, tape->code + tape->prologue, work, precision);
}

arb_ptr ss_balls_in(const ss_tape *tape, arb_ptr work) {
  return work + tape->first_input;
}

arb_srcptr ss_balls_out(const ss_tape *tape, arb_srcptr work) {
  return work + tape->first_output;
}

void ss_balls_run(const ss_tape *tape, arb_ptr work, slong precision) {
  const ss_instruction *body = tape->code + tape->prologue;
  ss_balls_execute(body, body + tape->body, work, precision);
}
