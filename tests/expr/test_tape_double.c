/* test_tape_double.c: the double evaluator against C, operation by operation.
 *
 * That whole expressions are right is shown in test_tape_balls.c, where doubles must lie in balls.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_expr.h"
#include "standstill/tape.h"

/* An operation on (x, y) as a tape of its own. */
static double evaluate(ss_op op, double x, double y) {
  ss_graph *g = ss_graph_create();
  ss_expr xy[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
  ss_expr e =
      ss_op_arity(op) == 1 ? ss_expr_unary(g, op, xy[0]) : ss_expr_binary(g, op, xy[0], xy[1]);
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 1, &e, &tape), SS_OK);
  const double in[] = {x, y};
  double out;
  assert_int_equal(ss_tape_eval(tape, NULL, in, &out), SS_OK);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
  return out;
}

static bool same(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static double add(double a, double b) {
  return a + b;
}
static double subtract(double a, double b) {
  return a - b;
}
static double multiply(double a, double b) {
  return a * b;
}
static double divide(double a, double b) {
  return a / b;
}

typedef struct binary_case {
  ss_op op;
  double (*function)(double, double);
} binary_case;

typedef struct unary_case {
  ss_op op;
  double (*function)(double);
} unary_case;

static const binary_case binaries[] = {
    {SS_OP_ADD, add},    {SS_OP_SUB, subtract}, {SS_OP_MUL, multiply},
    {SS_OP_DIV, divide}, {SS_OP_POW, pow},
};

static const unary_case unaries[] = {
    {SS_OP_SIN, sin},   {SS_OP_COS, cos},   {SS_OP_TAN, tan},   {SS_OP_ASIN, asin},
    {SS_OP_ACOS, acos}, {SS_OP_ATAN, atan}, {SS_OP_SQRT, sqrt}, {SS_OP_EXP, exp},
    {SS_OP_LOG, log},   {SS_OP_TANH, tanh}, {SS_OP_ABS, fabs},
};

/* Any pattern of bits, and a handful of special values. */
static double draw(random_source *r) {
  static const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, 0.5};
  size_t which = random_below(r, 20);
  if (which < sizeof special / sizeof *special) return special[which];
  return which % 2 ? random_pattern(r) : random_between(r, -5, 5);
}

static void operations_are_those_of_c(void **state) {
  (void)state;
  random_source r = {8};
  for (int n = 0; n < 500; n++) {
    double x = draw(&r), y = draw(&r);
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
      assert_true(same(evaluate(binaries[i].op, x, y), binaries[i].function(x, y)));
    for (size_t i = 0; i < sizeof unaries / sizeof *unaries; i++)
      assert_true(same(evaluate(unaries[i].op, x, y), unaries[i].function(x)));
    assert_true(same(evaluate(SS_OP_NEG, x, y), -x));
  }
}

/* x^n for n = 2..16 is a product of n factors: at most n - 1 roundings of 2^-53. */
static void integer_powers_are_products(void **state) {
  (void)state;
  random_source r = {9};
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), e[17];
  for (int n = 2; n <= 16; n++) e[n] = ss_expr_pow(g, x, ss_expr_integer(g, n));
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 15, e + 2, &tape), SS_OK);
  for (int k = 0; k < 1000; k++) {
    double in = random_between(&r, -3, 3), out[15];
    long double exact = in;
    assert_int_equal(ss_tape_eval(tape, NULL, &in, out), SS_OK);
    for (int n = 2; n <= 16; n++) {
      exact *= in; /* n - 1 roundings of 2^-64 more */
      assert_true(fabsl(out[n - 2] - exact) <= (n - 1) * 1.01L * 0x1p-53L * fabsl(exact));
    }
  }
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* Where C leaves a choice or would hide a NaN. */
static void conventions_hold(void **state) {
  (void)state;
  assert_true(isnan(evaluate(SS_OP_MIN, NAN, 1)) && isnan(evaluate(SS_OP_MIN, 1, NAN)));
  assert_true(isnan(evaluate(SS_OP_MAX, NAN, 1)) && isnan(evaluate(SS_OP_MAX, 1, NAN)));
  assert_true(evaluate(SS_OP_MIN, -INFINITY, 1) == -INFINITY && evaluate(SS_OP_MAX, 2, 1) == 2);
  assert_true(evaluate(SS_OP_SIGN, -0.0, 0) == 0 && evaluate(SS_OP_SIGN, 0x1p-1074, 0) == 1);
  assert_true(evaluate(SS_OP_SIGN, -INFINITY, 0) == -1 && isnan(evaluate(SS_OP_SIGN, NAN, 0)));
  assert_true(same(evaluate(SS_OP_ATAN2, -0.0, -1), M_PI));
  assert_true(same(evaluate(SS_OP_ATAN2, 0.0, -0.0), 0.0));
  assert_true(evaluate(SS_OP_ATAN2, -1, -1) == atan2(-1, -1));
  assert_true(evaluate(SS_OP_POW, 0, 0) == 1 && isnan(evaluate(SS_OP_POW, -2, 0.5)));
}

/* prepare sets inputs to zero, run leaves them, and nothing outside the workspace is touched. */
static void work_size_is_respected(void **state) {
  (void)state;
  random_source r = {12};
  for (int n = 0; n < 300; n++) {
    specimen s = grow_specimen(&r, true, MOST_STEPS);
    ss_tape *tape;
    assert_int_equal(
        ss_tape_compile(s.graph, PARAMETERS, s.parameter, INPUTS, s.input, 1, &s.result, &tape),
        SS_OK);
    size_t size = ss_tape_work_size(tape);
    double *all = malloc((size + 2) * sizeof *all), p[PARAMETERS], x[INPUTS], out;
    draw_state(&r, PARAMETERS, p);
    draw_state(&r, INPUTS, x);
    for (size_t i = 0; i < size + 2; i++) all[i] = 42;
    ss_tape_prepare(tape, p, all + 1);
    for (int i = 0; i < INPUTS; i++) assert_true(ss_tape_in(tape, all + 1)[i] == 0);
    memcpy(ss_tape_in(tape, all + 1), x, sizeof x);
    ss_tape_run(tape, all + 1);
    out = *ss_tape_out(tape, all + 1);
    ss_tape_run(tape, all + 1); /* the workspace is as good as new */
    assert_true(same(*ss_tape_out(tape, all + 1), out));
    assert_memory_equal(ss_tape_in(tape, all + 1), x, sizeof x);
    assert_true(all[0] == 42 && all[size + 1] == 42);
    free(all);
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_are_those_of_c),
      cmocka_unit_test(integer_powers_are_products),
      cmocka_unit_test(conventions_hold),
      cmocka_unit_test(work_size_is_respected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
