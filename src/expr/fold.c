/* fold.c: one operation on expressions, folded by the rules that hold wherever both sides are
 * defined.
 *
 * The rules are local: they look at a node and its arguments, never deeper, and cost O(1). They
 * keep derivatives short (0*x, 1*x, x+0), move signs outwards (-a*b = -(a*b), a+(-b) = a-b), give
 * numbers one place (first in a product) and one arithmetic (exact), and know the odd and even
 * functions and the trigonometric values at multiples of pi/2. Everything that has to look at a
 * whole sum or product is in simplify.c.
 *
 * A sign lives in one place only: c*x and c/x have their number c first and the number carries the
 * sign; NEG is for what has no number. is_negative() reads it back.
 *
 * Division by the number zero, 0^-1 and 0/0 are failures (SS_BAD_INPUT); 0^0 is 1. Numbers of more
 * than MOST_BITS bits are left as operations: they do not fit a double, and a tower such as
 * ((10^10)^10)^10 must not eat the machine.
 */
#include "graph_private.h"

enum { MOST_BITS = 4096 };

static const fmpq *number_of(const ss_graph *g, ss_expr e) {
  return ss_expr_value(g, e);
}

static bool is_op(const ss_graph *g, ss_expr e, ss_op op) {
  return ss_graph_node(g, e).op == op;
}

static ss_expr first(const ss_graph *g, ss_expr e) {
  return ss_graph_node(g, e).a;
}

static ss_expr second(const ss_graph *g, ss_expr e) {
  return ss_graph_node(g, e).b;
}

static bool is_zero(const ss_graph *g, ss_expr e) {
  const fmpq *v = number_of(g, e);
  return v && fmpq_is_zero(v);
}

static bool is_one(const ss_graph *g, ss_expr e) {
  const fmpq *v = number_of(g, e);
  return v && fmpq_is_one(v);
}

/* e = c*x with a number c. (Where both are numbers, their product was too long.) */
static bool is_scaled(const ss_graph *g, ss_expr e) {
  return is_op(g, e, SS_OP_MUL) && number_of(g, first(g, e)) && !number_of(g, second(g, e));
}

/* e = c/x with a number c. */
static bool is_reciprocal(const ss_graph *g, ss_expr e) {
  return is_op(g, e, SS_OP_DIV) && number_of(g, first(g, e)) && !number_of(g, second(g, e));
}

static bool fits(const fmpq_t v) {
  return fmpz_bits(fmpq_numref(v)) <= MOST_BITS && fmpz_bits(fmpq_denref(v)) <= MOST_BITS;
}

/* Whether e is a negative number, -x, (-c)*x or (-c)/x. */
static bool is_negative(const ss_graph *g, ss_expr e) {
  if (is_op(g, e, SS_OP_NEG)) return true;
  bool has_number = is_scaled(g, e) || is_reciprocal(g, e);
  const fmpq *v = number_of(g, has_number ? first(g, e) : e);
  return v && fmpq_sgn(v) < 0;
}

/* ---- numbers --------------------------------------------------------------------------------- */

typedef void (*rational_operation)(fmpq_t, const fmpq_t, const fmpq_t);

/* The unfolded node a op b of two numbers, their signs taken out. */
static ss_expr keep_numbers(ss_graph *g, ss_op op, ss_expr a, ss_expr b) {
  if (is_negative(g, a)) {
    if (op == SS_OP_ADD) return ss_expr_sub(g, b, ss_expr_neg(g, a));
    ss_op other = op == SS_OP_SUB ? SS_OP_ADD : op;
    return ss_expr_neg(g, ss_expr_binary(g, other, ss_expr_neg(g, a), b));
  }
  if (is_negative(g, b)) {
    ss_op other = op == SS_OP_ADD ? SS_OP_SUB : op == SS_OP_SUB ? SS_OP_ADD : op;
    ss_expr e = ss_expr_binary(g, other, a, ss_expr_neg(g, b));
    return other == op ? ss_expr_neg(g, e) : e;
  }
  bool commutes = op == SS_OP_ADD || op == SS_OP_MUL;
  return commutes ? ss_graph_intern_either(g, op, a, b) : ss_graph_intern(g, op, a, b);
}

/* The number a op b, or the unfolded node if it is too long. */
static ss_expr fold_numbers(ss_graph *g, ss_op op, ss_expr a, ss_expr b) {
  static const rational_operation operations[] = {[SS_OP_ADD] = fmpq_add,
                                                  [SS_OP_SUB] = fmpq_sub,
                                                  [SS_OP_MUL] = fmpq_mul,
                                                  [SS_OP_DIV] = fmpq_div};
  fmpq_t result;
  fmpq_init(result);
  operations[op](result, number_of(g, a), number_of(g, b));
  ss_expr e = fits(result) ? ss_expr_number(g, result) : keep_numbers(g, op, a, b);
  fmpq_clear(result);
  return e;
}

static ss_expr negate_number(ss_graph *g, ss_expr a) {
  fmpq_t result;
  fmpq_init(result);
  fmpq_neg(result, number_of(g, a));
  ss_expr e = ss_expr_number(g, result);
  fmpq_clear(result);
  return e;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static ss_expr fold_neg(ss_graph *g, ss_expr a) {
  if (number_of(g, a)) return negate_number(g, a);
  if (is_op(g, a, SS_OP_NEG)) return first(g, a);
  if (is_op(g, a, SS_OP_SUB)) return ss_expr_sub(g, second(g, a), first(g, a));
  if (is_scaled(g, a)) return ss_expr_mul(g, negate_number(g, first(g, a)), second(g, a));
  if (is_reciprocal(g, a)) return ss_expr_div(g, negate_number(g, first(g, a)), second(g, a));
  return ss_graph_intern(g, SS_OP_NEG, a, 0);
}

static ss_expr fold_add(ss_graph *g, ss_expr a, ss_expr b) {
  if (number_of(g, a) && number_of(g, b)) return fold_numbers(g, SS_OP_ADD, a, b);
  if (is_zero(g, a)) return b;
  if (is_zero(g, b)) return a;
  if (a == b) return ss_expr_mul(g, ss_expr_integer(g, 2), a);
  if (is_negative(g, b)) return ss_expr_sub(g, a, ss_expr_neg(g, b));
  if (is_negative(g, a)) return ss_expr_sub(g, b, ss_expr_neg(g, a));
  return ss_graph_intern_either(g, SS_OP_ADD, a, b);
}

static ss_expr fold_sub(ss_graph *g, ss_expr a, ss_expr b) {
  if (number_of(g, a) && number_of(g, b)) return fold_numbers(g, SS_OP_SUB, a, b);
  if (is_zero(g, b)) return a;
  if (is_zero(g, a)) return ss_expr_neg(g, b);
  if (a == b) return ss_expr_integer(g, 0);
  if (is_negative(g, b)) return ss_expr_add(g, a, ss_expr_neg(g, b));
  return ss_graph_intern(g, SS_OP_SUB, a, b);
}

/* ---- products -------------------------------------------------------------------------------- */

/* A number times an expression that is neither -y nor c*y. */
static ss_expr scale(ss_graph *g, ss_expr number, ss_expr x) {
  if (is_zero(g, number)) return number;
  if (is_one(g, number)) return x;
  if (ss_expr_is_integer(g, number, -1)) return ss_expr_neg(g, x);
  if (is_reciprocal(g, x))
    return ss_expr_div(g, fold_numbers(g, SS_OP_MUL, number, first(g, x)), second(g, x));
  return ss_graph_intern(g, SS_OP_MUL, number, x);
}

/* a*(c/x) = c*(a/x) */
static ss_expr multiply_reciprocal(ss_graph *g, ss_expr a, ss_expr reciprocal) {
  return ss_expr_mul(g, first(g, reciprocal), ss_expr_div(g, a, second(g, reciprocal)));
}

static ss_expr fold_mul(ss_graph *g, ss_expr a, ss_expr b) {
  if (number_of(g, a) && number_of(g, b)) return fold_numbers(g, SS_OP_MUL, a, b);
  if (number_of(g, b)) return fold_mul(g, b, a);
  if (is_op(g, b, SS_OP_NEG)) return ss_expr_neg(g, ss_expr_mul(g, a, first(g, b)));
  if (is_scaled(g, b)) return ss_expr_mul(g, ss_expr_mul(g, a, first(g, b)), second(g, b));
  if (number_of(g, a)) return scale(g, a, b);
  if (is_op(g, a, SS_OP_NEG)) return ss_expr_neg(g, ss_expr_mul(g, first(g, a), b));
  if (is_scaled(g, a)) return ss_expr_mul(g, first(g, a), ss_expr_mul(g, second(g, a), b));
  if (a == b) return ss_expr_pow(g, a, ss_expr_integer(g, 2));
  if (is_reciprocal(g, a)) return multiply_reciprocal(g, b, a);
  if (is_reciprocal(g, b)) return multiply_reciprocal(g, a, b);
  return ss_graph_intern_either(g, SS_OP_MUL, a, b);
}

static ss_expr fold_div(ss_graph *g, ss_expr a, ss_expr b) {
  if (is_zero(g, b)) return ss_graph_fail(g, SS_BAD_INPUT);
  if (number_of(g, a) && number_of(g, b)) return fold_numbers(g, SS_OP_DIV, a, b);
  if (is_zero(g, a)) return a;
  if (a == b) return ss_expr_integer(g, 1);
  if (number_of(g, b))
    return ss_expr_mul(g, fold_numbers(g, SS_OP_DIV, ss_expr_integer(g, 1), b), a);
  if (is_negative(g, b)) return ss_expr_neg(g, ss_expr_div(g, a, ss_expr_neg(g, b)));
  if (is_op(g, a, SS_OP_NEG)) return ss_expr_neg(g, ss_expr_div(g, first(g, a), b));
  if (is_scaled(g, a)) return ss_expr_mul(g, first(g, a), ss_expr_div(g, second(g, a), b));
  if (is_reciprocal(g, a)) return ss_expr_div(g, first(g, a), ss_expr_mul(g, second(g, a), b));
  return ss_graph_intern(g, SS_OP_DIV, a, b);
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* The number a^n, or SS_EXPR_NONE if it is too long. */
static ss_expr fold_number_power(ss_graph *g, ss_expr a, long n) {
  const fmpq *base = number_of(g, a);
  slong bits = (slong)FLINT_MAX(fmpz_bits(fmpq_numref(base)), fmpz_bits(fmpq_denref(base)));
  if (bits == 1) n = n % 2; /* -1; 1 was folded before */
  if (n > MOST_BITS || n < -MOST_BITS || labs(n) * (bits - 1) > MOST_BITS) return SS_EXPR_NONE;
  fmpq_t result;
  fmpq_init(result);
  fmpq_pow_si(result, base, n);
  ss_expr e = fits(result) ? ss_expr_number(g, result) : SS_EXPR_NONE;
  fmpq_clear(result);
  return e;
}

/* x^n for an integer n other than 0 and 1, x being neither 0 nor 1. */
static ss_expr fold_integer_power(ss_graph *g, ss_expr a, ss_expr b, long n) {
  ss_expr known = number_of(g, a) ? fold_number_power(g, a, n) : SS_EXPR_NONE;
  if (known) return known;
  if (n < 0) return ss_expr_div(g, ss_expr_integer(g, 1), ss_expr_pow(g, a, ss_expr_neg(g, b)));
  if (is_negative(g, a)) {
    ss_expr even = ss_expr_pow(g, ss_expr_neg(g, a), b);
    return n % 2 ? ss_expr_neg(g, even) : even;
  }
  if (is_scaled(g, a))
    return ss_expr_mul(g, ss_expr_pow(g, first(g, a), b), ss_expr_pow(g, second(g, a), b));
  if (is_op(g, a, SS_OP_SQRT) && n % 2 == 0)
    return ss_expr_pow(g, first(g, a), ss_expr_integer(g, n / 2));
  if (is_op(g, a, SS_OP_ABS) && n % 2 == 0) return ss_expr_pow(g, first(g, a), b);
  const fmpq *inner = is_op(g, a, SS_OP_POW) ? number_of(g, second(g, a)) : NULL;
  if (inner && fmpz_is_one(fmpq_denref(inner)))
    return ss_expr_pow(g, first(g, a), ss_expr_mul(g, second(g, a), b));
  return ss_graph_intern(g, SS_OP_POW, a, b);
}

static ss_expr fold_pow(ss_graph *g, ss_expr a, ss_expr b) {
  const fmpq *exponent = number_of(g, b);
  if (exponent && fmpq_is_zero(exponent)) return ss_expr_integer(g, 1);
  if (exponent && fmpq_is_one(exponent)) return a;
  if (is_one(g, a)) return a;
  if (is_zero(g, a) && exponent) return fmpq_sgn(exponent) > 0 ? a : ss_graph_fail(g, SS_BAD_INPUT);
  if (exponent && fmpz_is_one(fmpq_denref(exponent)) && fmpz_fits_si(fmpq_numref(exponent)))
    return fold_integer_power(g, a, b, fmpz_get_si(fmpq_numref(exponent)));
  if (exponent && fmpz_equal_ui(fmpq_denref(exponent), 2) && fmpz_is_one(fmpq_numref(exponent)))
    return ss_expr_unary(g, SS_OP_SQRT, a);
  return ss_graph_intern(g, SS_OP_POW, a, b);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* a = k*pi/2 for an integer k: k modulo 4; otherwise -1. */
static int quarter_turns(const ss_graph *g, ss_expr a) {
  fmpq_t twice;
  int turns = -1;
  fmpq_init(twice);
  if (is_op(g, a, SS_OP_PI))
    fmpq_set_si(twice, 2, 1);
  else if (is_scaled(g, a) && is_op(g, second(g, a), SS_OP_PI))
    fmpq_mul_2exp(twice, number_of(g, first(g, a)), 1);
  if (fmpz_is_one(fmpq_denref(twice)) && !fmpq_is_zero(twice))
    turns = (int)fmpz_fdiv_ui(fmpq_numref(twice), 4);
  fmpq_clear(twice);
  return turns;
}

static ss_expr fold_trigonometric(ss_graph *g, ss_op op, ss_expr a) {
  if (is_negative(g, a)) {
    ss_expr positive = ss_expr_unary(g, op, ss_expr_neg(g, a));
    return op == SS_OP_COS ? positive : ss_expr_neg(g, positive);
  }
  int turns = is_zero(g, a) ? 0 : quarter_turns(g, a);
  if (turns < 0 || (op == SS_OP_TAN && turns % 2)) return ss_graph_intern(g, op, a, 0);
  static const int sine[] = {0, 1, 0, -1};
  if (op == SS_OP_TAN) return ss_expr_integer(g, 0);
  return ss_expr_integer(g, sine[op == SS_OP_SIN ? turns : (turns + 1) % 4]);
}

/* f(0) = 0 and f(-x) = -f(x): asin, atan, tanh, sign. */
static ss_expr fold_odd(ss_graph *g, ss_op op, ss_expr a) {
  if (is_zero(g, a)) return a;
  if (op == SS_OP_SIGN && number_of(g, a)) return ss_expr_integer(g, fmpq_sgn(number_of(g, a)));
  if (is_negative(g, a)) return ss_expr_neg(g, ss_expr_unary(g, op, ss_expr_neg(g, a)));
  return ss_graph_intern(g, op, a, 0);
}

/* The root of a rational square is rational. */
static ss_expr fold_sqrt(ss_graph *g, ss_expr a) {
  const fmpq *v = number_of(g, a);
  if (!v || fmpq_sgn(v) < 0 || !fmpz_is_square(fmpq_numref(v)) || !fmpz_is_square(fmpq_denref(v)))
    return ss_graph_intern(g, SS_OP_SQRT, a, 0);
  fmpq_t root;
  fmpq_init(root);
  fmpz_sqrt(fmpq_numref(root), fmpq_numref(v));
  fmpz_sqrt(fmpq_denref(root), fmpq_denref(v));
  ss_expr e = ss_expr_number(g, root);
  fmpq_clear(root);
  return e;
}

static ss_expr fold_abs(ss_graph *g, ss_expr a) {
  if (is_negative(g, a)) return ss_expr_unary(g, SS_OP_ABS, ss_expr_neg(g, a));
  if (number_of(g, a) || is_op(g, a, SS_OP_ABS) || is_op(g, a, SS_OP_SQRT)) return a;
  return ss_graph_intern(g, SS_OP_ABS, a, 0);
}

ss_expr ss_expr_unary(ss_graph *g, ss_op op, ss_expr a) {
  if (a == SS_EXPR_NONE) return SS_EXPR_NONE;
  if (g->plain) return ss_graph_intern(g, op, a, 0);
  switch (op) {
  case SS_OP_NEG: return fold_neg(g, a);
  case SS_OP_SIN:
  case SS_OP_COS:
  case SS_OP_TAN: return fold_trigonometric(g, op, a);
  case SS_OP_ASIN:
  case SS_OP_ATAN:
  case SS_OP_TANH:
  case SS_OP_SIGN: return fold_odd(g, op, a);
  case SS_OP_SQRT: return fold_sqrt(g, a);
  case SS_OP_ABS: return fold_abs(g, a);
  case SS_OP_EXP: return is_zero(g, a) ? ss_expr_integer(g, 1) : ss_graph_intern(g, op, a, 0);
  case SS_OP_LOG: return is_one(g, a) ? ss_expr_integer(g, 0) : ss_graph_intern(g, op, a, 0);
  default: return ss_graph_intern(g, op, a, 0);
  }
}

/* ---- two arguments --------------------------------------------------------------------------- */

static ss_expr fold_extremum(ss_graph *g, ss_op op, ss_expr a, ss_expr b) {
  if (a == b) return a;
  if (number_of(g, a) && number_of(g, b)) {
    bool a_is_less = fmpq_cmp(number_of(g, a), number_of(g, b)) < 0;
    return a_is_less == (op == SS_OP_MIN) ? a : b;
  }
  return ss_graph_intern_either(g, op, a, b);
}

ss_expr ss_expr_binary(ss_graph *g, ss_op op, ss_expr a, ss_expr b) {
  if (a == SS_EXPR_NONE || b == SS_EXPR_NONE) return SS_EXPR_NONE;
  if (g->plain) return ss_graph_intern(g, op, a, b);
  switch (op) {
  case SS_OP_ADD: return fold_add(g, a, b);
  case SS_OP_SUB: return fold_sub(g, a, b);
  case SS_OP_MUL: return fold_mul(g, a, b);
  case SS_OP_DIV: return fold_div(g, a, b);
  case SS_OP_POW: return fold_pow(g, a, b);
  case SS_OP_MIN:
  case SS_OP_MAX: return fold_extremum(g, op, a, b);
  default: return ss_graph_intern(g, op, a, b);
  }
}
