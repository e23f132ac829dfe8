/* test_fold.c: a folded operation is worth what the operation is worth, and signs live in one
 * place.
 *
 * Oracle: exact rational arithmetic on the operands' exact values (trees.h), enclosures by Arb for
 * functions; the invariants of fold.c, read off the nodes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../src/expr/graph_private.h"
#include "trees.h"

/* ---- values ---------------------------------------------------------------------------------- */

static const ss_op exact_ops[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_DIV, SS_OP_POW,
                                  SS_OP_NEG, SS_OP_ABS, SS_OP_MIN, SS_OP_MAX, SS_OP_SIGN};
enum { EXACT_OPS = sizeof exact_ops / sizeof *exact_ops };

/* op on two operands at a point against exact arithmetic; whether both sides were defined. */
static bool check_operation(nursery *n, ss_op op, ss_expr a, ss_expr b, point at) {
  fmpq_t left, right, expected, found;
  fmpq_init(left);
  fmpq_init(right);
  fmpq_init(expected);
  fmpq_init(found);
  ss_expr e =
      ss_op_arity(op) == 1 ? ss_expr_unary(n->graph, op, a) : ss_expr_binary(n->graph, op, a, b);
  bool defined = evaluate_exactly(n, a, at, left) && evaluate_exactly(n, b, at, right) &&
                 operate(op, expected, left, right);
  if (!e) { /* refused: then it is undefined everywhere */
    assert_int_equal(ss_graph_status(n->graph), SS_BAD_INPUT);
    assert_false(defined);
    ss_graph_clear_status(n->graph);
  } else if (defined) {
    defined = evaluate_exactly(n, e, at, found);
    if (defined) assert_true(fmpq_equal(expected, found));
  }
  fmpq_clear(left);
  fmpq_clear(right);
  fmpq_clear(expected);
  fmpq_clear(found);
  return defined;
}

/* Operands that provoke the rules: equal ones, negatives, numbers, c*x, c/x, powers, sums. */
static ss_expr draw_operand(nursery *n, ss_expr other) {
  ss_graph *g = n->graph;
  ss_expr e = grow_tree(n, KINKED, 3);
  switch (random_below(&n->random, 9)) {
  case 0: return other ? other : e;
  case 1: return ss_expr_neg(g, other ? other : e);
  case 2:
    return ss_expr_ratio(g, (long)random_below(&n->random, 7) - 3, 1 + random_below(&n->random, 2));
  case 3: return ss_expr_mul(g, ss_expr_ratio(g, -3, 2), e);
  case 4: return ss_expr_integer(g, (long)random_below(&n->random, 9) - 4);
  case 5: e = ss_expr_div(g, ss_expr_integer(g, -2), e); break;
  case 6: e = ss_expr_pow(g, e, ss_expr_integer(g, 3)); break;
  default: break;
  }
  ss_graph_clear_status(g);
  return e ? e : n->symbol[0];
}

static void operations_are_worth_what_they_say(void **state) {
  (void)state;
  nursery n = start_nursery(11);
  size_t compared[EXACT_OPS] = {0};
  point at;
  start_point(at);
  for (int trial = 0; trial < 10000; trial++) {
    size_t k = (size_t)trial % EXACT_OPS;
    ss_expr a = draw_operand(&n, SS_EXPR_NONE), b = draw_operand(&n, a);
    if (exact_ops[k] == SS_OP_POW)
      b = ss_expr_integer(n.graph, (long)random_below(&n.random, 9) - 4);
    draw_point(&n.random, at);
    compared[k] += check_operation(&n, exact_ops[k], a, b, at);
    if (ss_graph_count(n.graph) < 1500) continue;
    stop_nursery(&n);
    n = start_nursery((uint64_t)trial);
  }
  for (size_t k = 0; k < EXACT_OPS; k++) assert_true(compared[k] > 500);
  stop_point(at);
  stop_nursery(&n);
}

/* f(a), folded, against Arb's f on the enclosure of a. */
static void functions_are_worth_what_they_say(void **state) {
  (void)state;
  static const ss_op ops[] = {SS_OP_SIN,  SS_OP_COS,  SS_OP_TAN, SS_OP_ASIN, SS_OP_ACOS,
                              SS_OP_ATAN, SS_OP_SQRT, SS_OP_EXP, SS_OP_LOG,  SS_OP_TANH,
                              SS_OP_ABS,  SS_OP_SIGN, SS_OP_MIN, SS_OP_MAX,  SS_OP_ATAN2};
  enum { OPS = sizeof ops / sizeof *ops };
  const reference r = {.precision = 256};
  nursery n = start_nursery(12);
  size_t compared[OPS] = {0};
  arb_t a_ball, b_ball, expected, found;
  arb_init(a_ball), arb_init(b_ball), arb_init(expected), arb_init(found);
  point at;
  start_point(at);
  for (int trial = 0; trial < 8000; trial++) {
    size_t k = (size_t)trial % OPS;
    ss_expr pi =
        ss_expr_mul(n.graph, ss_expr_ratio(n.graph, (long)random_below(&n.random, 17) - 8, 4),
                    ss_expr_pi(n.graph));
    ss_expr a = random_below(&n.random, 4) ? draw_operand(&n, SS_EXPR_NONE) : pi;
    ss_expr b = draw_operand(&n, a);
    ss_expr e = ss_op_arity(ops[k]) == 1 ? ss_expr_unary(n.graph, ops[k], a)
                                         : ss_expr_binary(n.graph, ops[k], a, b);
    draw_point(&n.random, at);
    enclose_at(&n, a, at, 256, a_ball);
    enclose_at(&n, b, at, 256, b_ball);
    enclose_at(&n, e, at, 256, found);
    refer_operation(&r, ops[k], expected, a_ball, b_ball);
    if (arb_is_finite(expected)) {
      assert_true(arb_overlaps(expected, found));
      compared[k] += mag_cmp_2exp_si(arb_radref(found), -100) < 0;
    }
    if (ss_graph_count(n.graph) < 1500) continue;
    stop_nursery(&n);
    n = start_nursery((uint64_t)trial);
  }
  for (size_t k = 0; k < OPS; k++) assert_true(compared[k] > 60);
  arb_clear(a_ball), arb_clear(b_ball), arb_clear(expected), arb_clear(found);
  stop_point(at);
  stop_nursery(&n);
}

/* ---- one place for signs --------------------------------------------------------------------- */

static bool is_number(const ss_graph *g, ss_expr e) {
  return ss_expr_value(g, e) != NULL;
}

static bool is_op(const ss_graph *g, ss_expr e, ss_op op) {
  return ss_expr_op(g, e) == op;
}

/* c*x or c/x with a number c. */
static bool has_number(const ss_graph *g, ss_expr e) {
  return (is_op(g, e, SS_OP_MUL) || is_op(g, e, SS_OP_DIV)) && is_number(g, ss_expr_arg(g, e, 0)) &&
         !is_number(g, ss_expr_arg(g, e, 1));
}

static bool is_negative(const ss_graph *g, ss_expr e) {
  const fmpq *v = ss_expr_value(g, has_number(g, e) ? ss_expr_arg(g, e, 0) : e);
  return is_op(g, e, SS_OP_NEG) || (v && fmpq_sgn(v) < 0);
}

static void check_product(const ss_graph *g, ss_expr a, ss_expr b) {
  if (is_number(g, a) && is_number(g, b)) { /* too long for one number */
    assert_true(fmpq_sgn(ss_expr_value(g, a)) > 0 && fmpq_sgn(ss_expr_value(g, b)) > 0);
    return;
  }
  assert_false(is_number(g, b));
  assert_false(is_op(g, a, SS_OP_NEG) || is_op(g, b, SS_OP_NEG));
  assert_false(has_number(g, b));
  if (!is_number(g, a)) assert_false(has_number(g, a));
  for (long c = -1; c <= 1; c++) assert_false(ss_expr_is_integer(g, a, c));
}

static void check_quotient(const ss_graph *g, ss_expr a, ss_expr b) {
  if (!is_number(g, a)) assert_false(is_negative(g, a) || has_number(g, a));
  assert_false(is_negative(g, b));
  assert_false(ss_expr_is_integer(g, a, 0));
  if (!is_number(g, a)) assert_false(is_number(g, b));
  assert_int_not_equal(a, b);
}

static void check_power(const ss_graph *g, ss_expr a, ss_expr b) {
  const fmpq *exponent = ss_expr_value(g, b);
  if (!exponent || !fmpz_is_one(fmpq_denref(exponent))) return;
  assert_true(fmpz_cmp_si(fmpq_numref(exponent), 2) >= 0);
  if (fmpz_fits_si(fmpq_numref(exponent))) assert_false(is_negative(g, a));
  assert_false(has_number(g, a) && is_op(g, a, SS_OP_MUL));
}

static void check_node(const ss_graph *g, ss_expr e) {
  ss_expr a = ss_expr_arg(g, e, 0), b = ss_expr_arg(g, e, 1);
  switch (ss_expr_op(g, e)) {
  case SS_OP_NEG:
    assert_false(is_number(g, a) || is_negative(g, a) || has_number(g, a) ||
                 is_op(g, a, SS_OP_SUB));
    break;
  case SS_OP_ADD: assert_false(is_negative(g, a) || is_negative(g, b) || a == b); /* fall through */
  case SS_OP_SUB:
    assert_false(is_negative(g, b) || a == b);
    assert_false(ss_expr_is_integer(g, a, 0) || ss_expr_is_integer(g, b, 0));
    break;
  case SS_OP_MUL: check_product(g, a, b); break;
  case SS_OP_DIV: check_quotient(g, a, b); break;
  case SS_OP_POW: check_power(g, a, b); break;
  case SS_OP_SIN:
  case SS_OP_COS:
  case SS_OP_TAN:
  case SS_OP_ASIN:
  case SS_OP_ATAN:
  case SS_OP_TANH:
  case SS_OP_SIGN:
  case SS_OP_ABS: assert_false(is_negative(g, a)); break;
  default: break;
  }
}

static void signs_live_in_one_place(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 60; seed++) {
    nursery n = start_nursery(100 + seed);
    for (int i = 0; i < 200; i++) grow_tree(&n, ANYTHING, 5);
    for (ss_expr e = 1; e < ss_graph_count(n.graph); e++) check_node(n.graph, e);
    stop_nursery(&n);
  }
}

/* Two ways to write one thing are one expression. */
static void one_expression_for_one_sign(void **state) {
  (void)state;
  nursery n = start_nursery(13);
  ss_graph *g = n.graph;
  ss_expr x = n.symbol[0], y = n.symbol[1], c = ss_expr_integer(g, 6);
  ss_expr quotient = ss_expr_div(g, c, x);
  assert_int_equal(ss_expr_mul(g, c, ss_expr_div(g, ss_expr_integer(g, 1), x)), quotient);
  assert_int_equal(ss_expr_neg(g, quotient), ss_expr_div(g, ss_expr_integer(g, -6), x));
  assert_int_equal(ss_expr_div(g, c, ss_expr_neg(g, x)), ss_expr_neg(g, quotient));
  assert_int_equal(ss_expr_sub(g, y, quotient), ss_expr_add(g, y, ss_expr_neg(g, quotient)));
  assert_int_equal(ss_expr_mul(g, ss_expr_neg(g, x), y), ss_expr_neg(g, ss_expr_mul(g, x, y)));
  assert_int_equal(ss_expr_neg(g, ss_expr_sub(g, x, y)), ss_expr_sub(g, y, x));
  assert_int_equal(ss_expr_mul(g, quotient, y), ss_expr_mul(g, c, ss_expr_div(g, y, x)));
  assert_int_equal(ss_expr_pow(g, ss_expr_neg(g, x), ss_expr_integer(g, 3)),
                   ss_expr_neg(g, ss_expr_pow(g, x, ss_expr_integer(g, 3))));
  stop_nursery(&n);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void divisions_by_zero_fail(void **state) {
  (void)state;
  nursery n = start_nursery(14);
  ss_graph *g = n.graph;
  ss_expr x = n.symbol[0], zero = ss_expr_integer(g, 0), one = ss_expr_integer(g, 1);
  ss_expr failing[] = {
      ss_expr_div(g, x, zero),
      ss_expr_div(g, zero, zero),
      ss_expr_div(g, one, ss_expr_sub(g, x, x)),
      ss_expr_pow(g, zero, ss_expr_integer(g, -1)),
      ss_expr_pow(g, zero, ss_expr_ratio(g, -1, 2)),
  };
  for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
    assert_int_equal(failing[i], SS_EXPR_NONE);
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT);
  ss_graph_clear_status(g);
  assert_int_equal(ss_expr_pow(g, zero, zero), one); /* as documented */
  assert_int_equal(ss_expr_pow(g, x, zero), one);
  assert_int_equal(ss_expr_pow(g, zero, ss_expr_ratio(g, 1, 3)), zero);
  assert_int_equal(ss_expr_pow(g, one, x), one);
  assert_int_equal(ss_graph_status(g), SS_OK);
  stop_nursery(&n);
}

static void towers_of_powers_end(void **state) {
  (void)state;
  nursery n = start_nursery(15);
  ss_graph *g = n.graph;
  for (int base = -3; base <= 3; base++) {
    ss_expr e = ss_expr_integer(g, base);
    for (int i = 0; i < 50; i++) e = ss_expr_pow(g, e, ss_expr_integer(g, i % 2 ? 11 : 10));
    assert_int_not_equal(e, SS_EXPR_NONE);
    e = ss_expr_integer(g, base ? base : 2);
    for (int i = 0; i < 50; i++) e = ss_expr_pow(g, ss_expr_integer(g, 3), e);
    assert_int_not_equal(e, SS_EXPR_NONE);
  }
  ss_expr minus = ss_expr_integer(g, -1);
  assert_true(ss_expr_is_integer(g, ss_expr_pow(g, minus, ss_expr_integer(g, LONG_MAX)), -1));
  assert_true(ss_expr_is_integer(g, ss_expr_pow(g, minus, ss_expr_integer(g, LONG_MIN)), 1));
  assert_int_not_equal(ss_expr_pow(g, n.symbol[0], ss_expr_integer(g, LONG_MIN)), SS_EXPR_NONE);
  for (ss_expr e = 1; e < ss_graph_count(g); e++) {
    const fmpq *v = ss_expr_value(g, e);
    if (v) assert_true(fmpz_bits(fmpq_numref(v)) <= 4096 && fmpz_bits(fmpq_denref(v)) <= 4096);
    check_node(g, e);
  }
  stop_nursery(&n);
}

/* Random operations on numbers of up to 4096 bits end, and keep their exact value. */
static void long_numbers_keep_their_value(void **state) {
  (void)state;
  nursery n = start_nursery(16);
  ss_graph *g = n.graph;
  point at;
  start_point(at);
  draw_point(&n.random, at);
  ss_expr pool[40] = {n.symbol[0], ss_expr_integer(g, -1), ss_expr_ratio(g, 1, 3)};
  size_t count = 3, compared = 0;
  fmpq_t q;
  fmpq_init(q);
  for (ulong bits = 500; count < 12; bits += 600) {
    fmpz_one(fmpq_numref(q));
    fmpz_mul_2exp(fmpq_numref(q), fmpq_numref(q), bits < 4090 ? bits : 4090);
    fmpz_add_ui(fmpq_numref(q), fmpq_numref(q), 1);
    if (count % 2) fmpq_neg(q, q);
    pool[count++] = ss_expr_number(g, q);
    fmpq_abs(q, q);
  }
  for (int i = 0; i < 3000; i++) {
    ss_op op = exact_ops[random_below(&n.random, 4)];
    ss_expr a = pool[random_below(&n.random, count)], b = pool[random_below(&n.random, count)];
    compared += check_operation(&n, op, a, b, at);
    ss_expr e = ss_expr_binary(g, op, a, b);
    ss_graph_clear_status(g);
    if (e && ss_expr_size(g, e) < 12)
      pool[count < 40 ? count++ : 12 + random_below(&n.random, 28)] = e;
  }
  assert_true(compared > 2500);
  for (ss_expr e = 1; e < ss_graph_count(g); e++) check_node(g, e);
  fmpq_clear(q);
  stop_point(at);
  stop_nursery(&n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_are_worth_what_they_say),
      cmocka_unit_test(functions_are_worth_what_they_say),
      cmocka_unit_test(signs_live_in_one_place),
      cmocka_unit_test(one_expression_for_one_sign),
      cmocka_unit_test(divisions_by_zero_fail),
      cmocka_unit_test(towers_of_powers_end),
      cmocka_unit_test(long_numbers_keep_their_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
