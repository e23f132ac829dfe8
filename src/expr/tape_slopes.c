/* tape_slopes.c: values and gradients together, forward mode, in balls.
 *
 * As tape_forward.c with balls for doubles: of an instruction z = f(a, b, c) the ball evaluator
 * encloses the value, the partial derivatives are enclosed over the operands' balls, and
 *
 *     dz/dx_j = f_a da/dx_j + f_b db/dx_j + f_c dc/dx_j          j = 0..n-1
 *
 * encloses the gradient over the whole box of inputs. With it go mean-value forms,
 * f(x) in f(c) + G (x - c), tests for monotonicity and Newton's method on boxes.
 *
 * At kinks the enclosure is that of Clarke's generalised gradient, whose chain rule is an inclusion
 * of the kind that interval products keep: |a|' is [-1, 1] around 0, min and max weigh their
 * arguments with any number in [0, 1] where they may be equal. sign has a step: around 0 its slope
 * is indeterminate. An operand that does not change with x_j (its gradient is exactly 0) passes
 * nothing on, whatever the partial derivative is.
 *
 * Cost: about n + 2 times that of the ball evaluator. Reference: Clarke, Optimization and Nonsmooth
 * Analysis, 1983, theorems 2.3.7 (Lebourg) and 2.3.9.
 */
#include "tape_private.h"

/* ---- partial derivatives --------------------------------------------------------------------- */

/* d = [lo, hi] for small integers. */
static void set_range(arb_t d, slong lo, slong hi) {
  arb_set_si(d, lo + hi);
  mag_set_ui(arb_radref(d), (ulong)(hi - lo));
  arb_mul_2exp_si(d, d, -1);
}

/* |a|' */
static void derive_magnitude(arb_t d, const arb_t a) {
  if (arb_is_positive(a))
    arb_one(d);
  else if (arb_is_negative(a))
    arb_set_si(d, -1);
  else
    set_range(d, -1, 1);
}

/* The weights of min (or max): which argument counts. */
static void derive_extremum(bool larger, const arb_t a, const arb_t b, arb_ptr d) {
  if (larger ? arb_gt(a, b) : arb_lt(a, b)) {
    arb_one(d);
    arb_zero(d + 1);
  } else if (larger ? arb_lt(a, b) : arb_gt(a, b)) {
    arb_zero(d);
    arb_one(d + 1);
  } else {
    set_range(d, 0, 1);
    set_range(d + 1, 0, 1);
  }
}

/* n a^(n-1), by the evaluator's own power: tight on wide balls. */
static void derive_power(arb_t d, const arb_t a, slong n, slong p) {
  arb_struct slots[2];
  for (int k = 0; k < 2; k++) arb_init(slots + k);
  const ss_instruction lower = {.code = SS_TAPE_POWER, .out = 1, .b = (uint32_t)(int32_t)(n - 1)};
  arb_set(slots, a);
  ss_balls_execute(&lower, &lower + 1, slots, p);
  arb_mul_si(d, slots + 1, n, p);
  for (int k = 0; k < 2; k++) arb_clear(slots + k);
}

/* b a^(b-1) and z log a. */
static void derive_pow(const arb_t a, const arb_t b, const arb_t z, arb_ptr d, slong p) {
  arb_sub_si(d, b, 1, p);
  arb_pow(d, a, d, p);
  arb_mul(d, d, b, p);
  arb_log(d + 1, a, p);
  arb_mul(d + 1, d + 1, z, p);
}

/* 1 / sqrt(1 - a^2) */
static void derive_arcsine(arb_t d, const arb_t a, slong p) {
  arb_sqr(d, a, p);
  arb_neg(d, d);
  arb_add_si(d, d, 1, p);
  arb_rsqrt(d, d, p);
}

/* b / (a^2 + b^2) and -a / (a^2 + b^2), but across the cut: there the angle has a step. */
static void derive_angle(const arb_t a, const arb_t b, arb_ptr d, slong p) {
  if (arb_contains_zero(a) && !arb_is_positive(b)) {
    arb_indeterminate(d);
    arb_indeterminate(d + 1);
    return;
  }
  arb_t squared;
  arb_init(squared);
  arb_sqr(squared, a, p);
  arb_sqr(d, b, p);
  arb_add(squared, squared, d, p);
  arb_div(d, b, squared, p);
  arb_div(d + 1, a, squared, p);
  arb_neg(d + 1, d + 1);
  arb_clear(squared);
}

/* The slope of a curve; where it jumps it has none. */
static void derive_curve(const ss_curve_order *c, const arb_t a, arb_t d, slong p) {
  if (ss_curve_may_jump(c->curve, c->order, a))
    arb_indeterminate(d);
  else
    ss_curve_enclose(c->curve, c->order + 1, a, d, p);
}

/* Two operators: t = a first b, z = t second c; '<' is c - t. */
static void derive_fusion(char first, char second, arb_srcptr x, arb_ptr d, slong p) {
  arb_t t;
  arb_init(t);
  if (first == '*')
    arb_mul(t, x, x + 1, p);
  else if (first == '+')
    arb_add(t, x, x + 1, p);
  else
    arb_sub(t, x, x + 1, p);
  arb_set(d + 2, t);
  if (second == '*')
    arb_set(t, x + 2);
  else
    arb_set_si(t, second == '<' ? -1 : 1);
  if (second != '*') arb_set_si(d + 2, second == '-' ? -1 : 1);
  arb_set(d, t);
  arb_set(d + 1, t);
  if (first == '*') {
    arb_mul(d, t, x + 1, p);
    arb_mul(d + 1, t, x, p);
  } else if (first == '-') {
    arb_neg(d + 1, d + 1);
  }
  arb_clear(t);
}

#define SIGN_ADD  '+'
#define SIGN_SUB  '-'
#define SIGN_MUL  '*'
#define SIGN_FROM '<'
#define FUSION_CASE(name, operands, formula, first, second)                                        \
  case SS_TAPE_##name: derive_fusion(SIGN_##first, SIGN_##second, x, d, p); break;

/* Derivatives of functions of one operand. */
static void derive_function(const ss_instruction *i, const arb_t a, const arb_t z, arb_t d,
                            slong p) {
  switch ((ss_instruction_code)i->code) {
  case SS_TAPE_SQUARE: arb_mul_2exp_si(d, a, 1); break;
  case SS_TAPE_POWER: derive_power(d, a, (int32_t)i->b, p); break;
  case SS_TAPE_SQRT:
    arb_mul_2exp_si(d, z, 1);
    arb_inv(d, d, p);
    break;
  case SS_TAPE_ABS: derive_magnitude(d, a); break;
  case SS_TAPE_SIGN:
    arb_zero(d);
    if (arb_contains_zero(a) && !arb_is_zero(a)) arb_indeterminate(d);
    break;
  case SS_TAPE_SIN: arb_cos(d, a, p); break;
  case SS_TAPE_COS:
    arb_sin(d, a, p);
    arb_neg(d, d);
    break;
  case SS_TAPE_TAN:
    arb_sqr(d, z, p);
    arb_add_si(d, d, 1, p);
    break;
  case SS_TAPE_ASIN: derive_arcsine(d, a, p); break;
  case SS_TAPE_ACOS:
    derive_arcsine(d, a, p);
    arb_neg(d, d);
    break;
  case SS_TAPE_ATAN:
    arb_sqr(d, a, p);
    arb_add_si(d, d, 1, p);
    arb_inv(d, d, p);
    break;
  case SS_TAPE_EXP: arb_set(d, z); break;
  case SS_TAPE_LOG: arb_inv(d, a, p); break;
  case SS_TAPE_TANH:
    arb_sqr(d, z, p);
    arb_neg(d, d);
    arb_add_si(d, d, 1, p);
    break;
  case SS_TAPE_AT: derive_curve(ss_instruction_curve(i), a, d, p); break;
  default: break;
  }
}

/* The partial derivatives d of z = f(x[0], x[1], x[2]). */
static void derive(const ss_instruction *i, arb_srcptr x, const arb_t z, arb_ptr d, slong p) {
  for (int k = 0; k < 3; k++) arb_one(d + k);
  switch ((ss_instruction_code)i->code) {
  case SS_TAPE_COPY:
  case SS_TAPE_ADD: break;
  case SS_TAPE_NEG: arb_set_si(d, -1); break;
  case SS_TAPE_SUB: arb_set_si(d + 1, -1); break;
  case SS_TAPE_MUL:
  case SS_TAPE_MUL_NEG:
    arb_set(d, x + 1);
    arb_set(d + 1, x);
    for (int k = 0; k < 2 && i->code == SS_TAPE_MUL_NEG; k++) arb_neg(d + k, d + k);
    break;
    SS_TAPE_FUSIONS(FUSION_CASE)
  case SS_TAPE_DIV:
    arb_inv(d, x + 1, p);
    arb_mul(d + 1, z, d, p);
    arb_neg(d + 1, d + 1);
    break;
  case SS_TAPE_POW: derive_pow(x, x + 1, z, d, p); break;
  case SS_TAPE_MIN: derive_extremum(false, x, x + 1, d); break;
  case SS_TAPE_MAX: derive_extremum(true, x, x + 1, d); break;
  case SS_TAPE_ATAN2: derive_angle(x, x + 1, d, p); break;
  default: derive_function(i, x, z, d, p); break;
  }
}

/* ---- the chain rule -------------------------------------------------------------------------- */

typedef struct run {
  arb_ptr values, gradients;
  size_t n;
  slong precision;
} run;

static arb_ptr gradient_of(const run *r, uint32_t slot) {
  return r->gradients + slot * r->n;
}

static void chain(const run *r, const ss_instruction *i, arb_srcptr d, arb_ptr out) {
  const uint32_t operand[] = {i->a, i->b, i->c};
  const int operands = ss_instruction_operands(i->code);
  arb_t sum;
  arb_init(sum);
  for (size_t j = 0; j < r->n; j++) {
    arb_zero(sum);
    for (int k = 0; k < operands; k++) {
      arb_srcptr part = gradient_of(r, operand[k]) + j;
      if (!arb_is_zero(part)) arb_addmul(sum, d + k, part, r->precision);
    }
    arb_swap(out + j, sum);
  }
  arb_clear(sum);
}

/* sin a and cos a: the result that takes the place of a comes last. */
static void chain_sine_and_cosine(const run *r, const ss_instruction *i, arb_ptr d) {
  arb_set(d, r->values + i->b);
  arb_neg(d + 1, r->values + i->out);
  if (i->b != i->a) chain(r, i, d + 1, gradient_of(r, i->b));
  chain(r, i, d, gradient_of(r, i->out));
  if (i->b == i->a) chain(r, i, d + 1, gradient_of(r, i->b));
}

static void step(const run *r, const ss_instruction *i) {
  const uint32_t operand[] = {i->a, i->b, i->c};
  arb_struct x[3], d[3];
  for (int k = 0; k < 3; k++) {
    arb_init(x + k);
    arb_init(d + k);
    if (k < ss_instruction_operands(i->code)) arb_set(x + k, r->values + operand[k]);
  }
  ss_balls_execute(i, i + 1, r->values, r->precision);
  if (i->code == SS_TAPE_SIN_COS) {
    chain_sine_and_cosine(r, i, d);
  } else {
    derive(i, x, r->values + i->out, d, r->precision);
    chain(r, i, d, gradient_of(r, i->out));
  }
  for (int k = 0; k < 3; k++) {
    arb_clear(x + k);
    arb_clear(d + k);
  }
}

/* ---- the interface --------------------------------------------------------------------------- */

size_t ss_slopes_work_size(const ss_tape *tape) {
  return tape->slots * (1 + tape->inputs);
}

void ss_slopes_prepare(const ss_tape *tape, arb_srcptr parameters, arb_ptr work, slong precision) {
  arb_ptr gradients = work + tape->slots;
  ss_balls_prepare(tape, parameters, work, precision);
  for (size_t i = 0; i < tape->slots * tape->inputs; i++) arb_zero(gradients + i);
  for (size_t j = 0; j < tape->inputs; j++)
    arb_one(gradients + (tape->first_input + j) * tape->inputs + j);
}

arb_ptr ss_slopes_in(const ss_tape *tape, arb_ptr work) {
  return ss_balls_in(tape, work);
}

arb_srcptr ss_slopes_out(const ss_tape *tape, arb_srcptr work) {
  return ss_balls_out(tape, work);
}

arb_srcptr ss_slopes_gradients(const ss_tape *tape, arb_srcptr work) {
  return work + tape->slots + tape->first_output * tape->inputs;
}

void ss_slopes_run(const ss_tape *tape, arb_ptr work, slong precision) {
  const ss_instruction *body = tape->code + tape->prologue;
  const run r = {work, work + tape->slots, tape->inputs, precision};
  for (const ss_instruction *i = body; i < body + tape->body; i++) step(&r, i);
}
