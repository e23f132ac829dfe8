/* test_tape_forward.c: gradients against symbolic derivatives.
 *
 * Oracles: ss_expr_differentiate. On integers small enough that nothing is rounded both must be
 * equal to the last bit. On random expressions a forward sweep over the graph in balls, each ball
 * widened by the roundings of the step (reference.h), bounds what doubles may give: the gradient
 * must lie in that ball, and the ball must meet the symbolic derivative at 256 bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_expr.h"
#include "reference.h"

static ss_tape *compile(const specimen *s, size_t outputs, const ss_expr *output) {
  ss_tape *tape = NULL;
  assert_int_equal(
      ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, outputs, output, &tape),
      SS_OK);
  return tape;
}

static void differentiate(const specimen *s, ss_expr *by_input) {
  for (int j = 0; j < INPUTS; j++)
    assert_int_equal(ss_expr_differentiate(s->graph, 1, &s->result, s->input[j], &by_input[j]),
                     SS_OK);
}

/* ---- integers: no rounding, equal bits ------------------------------------------------------- */

static specimen grow_polynomial(random_source *r) {
  static const ss_op ops[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_NEG,
                              SS_OP_ABS, SS_OP_MIN, SS_OP_MAX, SS_OP_SIGN};
  specimen s = grow_specimen(r, false, 0);
  s.pool[0] = ss_expr_integer(s.graph, 2); /* a polynomial in the inputs with integer numbers */
  for (int i = 0; i < INPUTS; i++) s.pool[1 + i] = s.input[i];
  s.size = 1 + INPUTS;
  size_t products = 0;
  for (int n = 0; n < 10; n++) {
    ss_op op = ops[random_below(r, 8)];
    if (op == SS_OP_MUL && products++ >= 2) op = SS_OP_ADD;
    ss_expr a = s.pool[s.size - 1], b = s.pool[random_below(r, s.size)];
    ss_expr e =
        ss_op_arity(op) == 1 ? ss_expr_unary(s.graph, op, a) : ss_expr_binary(s.graph, op, a, b);
    s.pool[s.size++] = e;
  }
  s.result = s.pool[s.size - 1];
  return s;
}

/* Numbers of at most 4, doubled at most 8 times and squared twice, stay below 2^40; each min or max
 * halves a derivative once, so that derivatives are multiples of 2^-10 below 2^43: all exact. */
static void gradients_on_integers_are_exact(void **state) {
  (void)state;
  random_source r = {1};
  for (int n = 0; n < 2000; n++) {
    specimen s = grow_polynomial(&r);
    ss_expr by_input[INPUTS];
    differentiate(&s, by_input);
    ss_tape *tape = compile(&s, 1, &s.result), *symbolic = compile(&s, INPUTS, by_input);
    double *work = calloc(ss_forward_work_size(tape), sizeof *work), p[PARAMETERS] = {0};
    ss_forward_prepare(tape, p, work);
    for (int k = 0; k < 20; k++) {
      double x[INPUTS], expected[INPUTS], value;
      for (int i = 0; i < INPUTS; i++) x[i] = (double)random_below(&r, 9) - 4;
      memcpy(ss_forward_in(tape, work), x, sizeof x);
      ss_forward_run(tape, work);
      assert_int_equal(ss_tape_eval(symbolic, p, x, expected), SS_OK);
      assert_int_equal(ss_tape_eval(tape, p, x, &value), SS_OK);
      assert_true(*ss_forward_out(tape, work) == value);
      for (int j = 0; j < INPUTS; j++)
        assert_true(ss_forward_gradients(tape, work)[j] == expected[j]);
    }
    free(work);
    ss_tape_destroy(tape);
    ss_tape_destroy(symbolic);
    ss_graph_destroy(s.graph);
  }
}

/* ---- random expressions, with a bound on rounding -------------------------------------------- */

typedef struct sweep {
  const reference *r;
  const specimen *s;
  arb_ptr value;    /* by node */
  arb_ptr gradient; /* by node, INPUTS each */
} sweep;

/* out = a op b, widened. */
static void calculate(const sweep *w, ss_op op, arb_t out, const arb_t a, const arb_t b) {
  widen(w->r, out, refer_operation(w->r, op, out, a, b));
}

/* d = 1 + sign*z^2 */
static void derive_by_value(const sweep *w, arb_t d, const arb_t z, int sign) {
  arb_t one;
  arb_init(one);
  arb_one(one);
  calculate(w, SS_OP_MUL, d, z, z);
  calculate(w, sign > 0 ? SS_OP_ADD : SS_OP_SUB, d, one, d);
  arb_clear(one);
}

/* 1/sqrt(1 - a^2) */
static void derive_arc(const sweep *w, arb_t d, const arb_t a) {
  arb_t one;
  arb_init(one);
  arb_one(one);
  derive_by_value(w, d, a, -1);
  calculate(w, SS_OP_SQRT, d, d, d);
  calculate(w, SS_OP_DIV, d, one, d);
  arb_clear(one);
}

static void derive_power(const sweep *w, ss_expr e, arb_ptr d) {
  const ss_graph *g = w->s->graph;
  ss_expr exponent = ss_expr_arg(g, e, 1);
  arb_srcptr a = w->value + ss_expr_arg(g, e, 0), b = w->value + exponent;
  arb_sub_ui(d, b, 1, w->r->precision);
  const fmpq *n = ss_expr_value(g, exponent);
  ulong roundings = 5;
  if (n && fmpz_is_one(fmpq_denref(n))) {
    arb_pow_ui(d, a, fmpz_get_ui(fmpq_numref(n)) - 1, w->r->precision);
    roundings = 2 * fmpz_get_ui(fmpq_numref(n)) + 5;
  } else {
    widen(w->r, d, 1);
    arb_pow(d, a, d, w->r->precision);
  }
  widen(w->r, d, roundings);
  calculate(w, SS_OP_MUL, d, b, d);
  arb_zero(d + 1);
  if (n) return;
  calculate(w, SS_OP_LOG, d + 1, a, a);
  calculate(w, SS_OP_MUL, d + 1, w->value + e, d + 1);
}

/* min and max: (1 -+ sign(a - b))/2 */
static void derive_extremum(const sweep *w, arb_ptr d, const arb_t a, const arb_t b, int side) {
  calculate(w, SS_OP_SUB, d, a, b);
  refer_sign(d, d);
  arb_mul_si(d, d, side, w->r->precision);
  arb_neg(d + 1, d);
  for (int k = 0; k < 2; k++) {
    arb_add_ui(d + k, d + k, 1, w->r->precision);
    arb_mul_2exp_si(d + k, d + k, -1);
  }
}

static void derive_angle(const sweep *w, arb_ptr d, const arb_t a, const arb_t b) {
  arb_t minus;
  arb_init(minus);
  calculate(w, SS_OP_MUL, d, a, a);
  calculate(w, SS_OP_MUL, d + 1, b, b);
  calculate(w, SS_OP_ADD, d + 1, d, d + 1);
  calculate(w, SS_OP_DIV, d, b, d + 1);
  arb_neg(minus, a);
  calculate(w, SS_OP_DIV, d + 1, minus, d + 1);
  arb_clear(minus);
}

/* The partial derivatives d[0], d[1] of a node by its arguments. */
static void derive(const sweep *w, ss_expr e, arb_ptr d) {
  const ss_graph *g = w->s->graph;
  arb_srcptr a = w->value + ss_expr_arg(g, e, 0), b = w->value + ss_expr_arg(g, e, 1);
  arb_srcptr z = w->value + e;
  arb_one(d);
  arb_one(d + 1);
  switch (ss_expr_op(g, e)) {
  case SS_OP_ADD: break;
  case SS_OP_SUB: arb_set_si(d + 1, -1); break;
  case SS_OP_NEG: arb_set_si(d, -1); break;
  case SS_OP_MUL: arb_set(d, b), arb_set(d + 1, a); break;
  case SS_OP_DIV:
    calculate(w, SS_OP_DIV, d, d, b);
    calculate(w, SS_OP_MUL, d + 1, b, b);
    calculate(w, SS_OP_DIV, d + 1, a, d + 1);
    arb_neg(d + 1, d + 1);
    break;
  case SS_OP_POW: derive_power(w, e, d); break;
  case SS_OP_SIN: calculate(w, SS_OP_COS, d, a, a); break;
  case SS_OP_COS: calculate(w, SS_OP_SIN, d, a, a), arb_neg(d, d); break;
  case SS_OP_TAN: derive_by_value(w, d, z, 1); break;
  case SS_OP_TANH: derive_by_value(w, d, z, -1); break;
  case SS_OP_ASIN: derive_arc(w, d, a); break;
  case SS_OP_ACOS: derive_arc(w, d, a), arb_neg(d, d); break;
  case SS_OP_ATAN:
    derive_by_value(w, d, a, 1);
    calculate(w, SS_OP_DIV, d, d + 1, d);
    break;
  case SS_OP_ATAN2: derive_angle(w, d, a, b); break;
  case SS_OP_SQRT: arb_mul_2exp_si(d, z, 1), calculate(w, SS_OP_DIV, d, d + 1, d); break;
  case SS_OP_EXP: arb_set(d, z); break;
  case SS_OP_LOG: calculate(w, SS_OP_DIV, d, d, a); break;
  case SS_OP_ABS: refer_sign(d, a); break;
  case SS_OP_SIGN: arb_zero(d); break;
  case SS_OP_MIN: derive_extremum(w, d, a, b, -1); break;
  case SS_OP_MAX: derive_extremum(w, d, a, b, 1); break;
  default: break;
  }
}

/* A partial derivative times a derivative. The tape may take two steps at once and multiply in
 * another order: three roundings a term instead of one. */
static void multiply(const sweep *w, arb_t out, const arb_t d, const arb_t gradient) {
  arb_mul(out, d, gradient, w->r->precision);
  widen(w->r, out, 3);
}

/* The chain rule over all marked nodes. */
static void sweep_gradients(const sweep *w, const uint8_t *marks) {
  const ss_graph *g = w->s->graph;
  arb_ptr d = _arb_vec_init(3);
  for (ss_expr e = 1; e < ss_graph_count(g); e++) {
    if (!marks[e] || ss_op_arity(ss_expr_op(g, e)) == 0) continue;
    derive(w, e, d);
    for (int j = 0; j < INPUTS; j++) {
      arb_ptr out = w->gradient + INPUTS * e + j;
      multiply(w, out, d, w->gradient + INPUTS * ss_expr_arg(g, e, 0) + j);
      if (ss_op_arity(ss_expr_op(g, e)) == 1) continue;
      multiply(w, d + 2, d + 1, w->gradient + INPUTS * ss_expr_arg(g, e, 1) + j);
      calculate(w, SS_OP_ADD, out, out, d + 2);
    }
  }
  _arb_vec_clear(d, 3);
}

typedef struct count {
  size_t all, finite, tight;
} count;

/* One state: the gradient lies in its bound, the bound meets the symbolic derivative. */
static void compare_gradient(const sweep *w, const double *gradient, const ss_expr *by_input,
                             arb_srcptr exact, count *c) {
  for (int j = 0; j < INPUTS; j++, c->all++) {
    arb_srcptr bound = w->gradient + INPUTS * w->s->result + j;
    arb_t value;
    if (!arb_is_finite(bound)) continue;
    c->finite++;
    c->tight += mag_cmp_2exp_si(arb_radref(bound), -1000) < 0 || arb_rel_accuracy_bits(bound) > 25;
    arb_init(value);
    arb_set_d(value, gradient[j]);
    assert_true(arb_contains(bound, value));
    assert_true(arb_overlaps(bound, exact + by_input[j]));
    arb_clear(value);
  }
}

static void check_specimen(const specimen *s, random_source *r, int states, count *c) {
  const reference rounded = {128, true}, unrounded = {256, false};
  ss_expr by_input[INPUTS];
  differentiate(s, by_input);
  size_t nodes = ss_graph_count(s->graph);
  uint8_t *marks = calloc(2 * nodes, 1), *symbolic_marks = marks + nodes;
  arb_ptr value = _arb_vec_init((slong)nodes), exact = _arb_vec_init((slong)nodes);
  arb_ptr gradient = _arb_vec_init((slong)(INPUTS * nodes));
  ss_expr_mark(s->graph, 1, &s->result, marks);
  ss_expr_mark(s->graph, INPUTS, by_input, symbolic_marks);
  ss_tape *tape = compile(s, 1, &s->result);
  double *work = calloc(ss_forward_work_size(tape), sizeof *work), p[PARAMETERS];
  draw_state(r, PARAMETERS, p);
  ss_forward_prepare(tape, p, work);
  for (int i = 0; i < PARAMETERS; i++) {
    arb_set_d(value + s->parameter[i], p[i]);
    arb_set_d(exact + s->parameter[i], p[i]);
  }
  for (int i = 0; i < INPUTS; i++) arb_one(gradient + INPUTS * s->input[i] + i);
  for (int k = 0; k < states; k++) {
    double *x = ss_forward_in(tape, work);
    draw_state(r, INPUTS, x);
    for (int i = 0; i < INPUTS; i++) arb_set_d(value + s->input[i], x[i]);
    for (int i = 0; i < INPUTS; i++) arb_set_d(exact + s->input[i], x[i]);
    ss_forward_run(tape, work);
    refer(&rounded, s->graph, marks, value);
    sweep w = {&rounded, s, value, gradient};
    sweep_gradients(&w, marks);
    refer(&unrounded, s->graph, symbolic_marks, exact);
    compare_gradient(&w, ss_forward_gradients(tape, work), by_input, exact, c);
  }
  free(work);
  ss_tape_destroy(tape);
  free(marks);
  _arb_vec_clear(value, (slong)nodes);
  _arb_vec_clear(exact, (slong)nodes);
  _arb_vec_clear(gradient, (slong)(INPUTS * nodes));
}

static void gradients_agree_with_symbolic_derivatives(void **state) {
  (void)state;
  random_source r = {77};
  count c = {0};
  for (int n = 0; n < 4000; n++) {
    specimen s = grow_specimen(&r, true, 2 + random_below(&r, 8));
    check_specimen(&s, &r, 20, &c);
    ss_graph_destroy(s.graph);
  }
  assert_true(c.all == 4000 * 20 * INPUTS);
  assert_true(c.finite > 8 * c.all / 10 && c.tight > 8 * c.finite / 10);
}

/* ---- kinks and singular points --------------------------------------------------------------- */

typedef struct kink_case {
  ss_op op;
  double x[2], gradient[2];
} kink_case;

/* The convention of expr.h at kinks; infinite slopes; NaN where there is no slope at all. */
static const kink_case kinks[] = {
    {SS_OP_ABS, {0, 0}, {0, 0}},          {SS_OP_ABS, {-2, 0}, {-1, 0}},
    {SS_OP_SIGN, {0, 0}, {0, 0}},         {SS_OP_SIGN, {3, 0}, {0, 0}},
    {SS_OP_MIN, {1, 1}, {0.5, 0.5}},      {SS_OP_MAX, {1, 1}, {0.5, 0.5}},
    {SS_OP_MIN, {1, 2}, {1, 0}},          {SS_OP_MAX, {1, 2}, {0, 1}},
    {SS_OP_SQRT, {0, 0}, {INFINITY, 0}},  {SS_OP_ASIN, {1, 0}, {INFINITY, 0}},
    {SS_OP_ACOS, {1, 0}, {-INFINITY, 0}}, {SS_OP_LOG, {0, 0}, {INFINITY, 0}},
    {SS_OP_ATAN2, {0, 0}, {NAN, NAN}},    {SS_OP_POW, {2, 3}, {12, 8 * 0.69314718055994531}},
};

static void kinks_follow_the_convention(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kinks / sizeof *kinks; i++) {
    ss_graph *g = ss_graph_create();
    ss_expr xy[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
    ss_expr e = ss_op_arity(kinks[i].op) == 1 ? ss_expr_unary(g, kinks[i].op, xy[0])
                                              : ss_expr_binary(g, kinks[i].op, xy[0], xy[1]);
    ss_tape *tape;
    assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 1, &e, &tape), SS_OK);
    double *work = calloc(ss_forward_work_size(tape), sizeof *work);
    ss_forward_prepare(tape, NULL, work);
    memcpy(ss_forward_in(tape, work), kinks[i].x, sizeof kinks[i].x);
    ss_forward_run(tape, work);
    for (int j = 0; j < 2; j++) {
      double got = ss_forward_gradients(tape, work)[j], wanted = kinks[i].gradient[j];
      assert_true(isnan(wanted) ? isnan(got) : got == wanted);
    }
    free(work);
    ss_tape_destroy(tape);
    ss_graph_destroy(g);
  }
}

/* An infinite slope by x leaves the slope by y alone: p, q, x, y, z -> f(x) op y, and a parameter
 * at a singular point has no gradient at all. */
static void singular_slopes_do_not_spread(void **state) {
  (void)state;
  random_source r = {1};
  specimen s = grow_specimen(&r, false, 0);
  ss_graph *g = s.graph;
  ss_expr x = s.input[0], y = s.input[1], two = ss_expr_integer(g, 2);
  ss_expr root = ss_expr_unary(g, SS_OP_SQRT, x);
  ss_expr norm =
      ss_expr_unary(g, SS_OP_SQRT, ss_expr_add(g, ss_expr_pow(g, x, two), ss_expr_pow(g, y, two)));
  ss_expr e[] = {ss_expr_add(g, root, y), ss_expr_mul(g, root, y), norm,
                 ss_expr_add(g, ss_expr_unary(g, SS_OP_SQRT, s.parameter[0]), y),
                 ss_expr_add(g, ss_expr_pow(g, ss_expr_neg(g, y), ss_expr_ratio(g, 5, 3)), x)};
  ss_tape *tape = compile(&s, 5, e);
  double *work = calloc(ss_forward_work_size(tape), sizeof *work), p[PARAMETERS] = {0};
  ss_forward_prepare(tape, p, work);
  ss_forward_in(tape, work)[1] = 0;
  ss_forward_run(tape, work);
  const double(*G)[INPUTS] = (const double(*)[INPUTS])ss_forward_gradients(tape, work);
  assert_true(G[0][0] == INFINITY && G[0][1] == 1 && G[0][2] == 0);
  assert_true(isnan(G[1][0]) && G[1][1] == 0 && G[1][2] == 0); /* 0 times infinity by x */
  assert_true(isnan(G[2][0]) && isnan(G[2][1]) && G[2][2] == 0);
  assert_true(G[3][0] == 0 && G[3][1] == 1 && G[3][2] == 0);
  ss_forward_in(tape, work)[1] = 1; /* a negative number to the power 5/3 */
  ss_forward_run(tape, work);
  assert_true(isnan(G[4][1]) && G[4][0] == 1 && G[4][2] == 0);
  free(work);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* sin a and cos a where one of them takes the slot of a: d(sin a, cos a) = (cos a, -sin a) da. */
static void sine_and_cosine_share_an_argument(void **state) {
  (void)state;
  random_source r = {1};
  specimen s = grow_specimen(&r, false, 0);
  ss_graph *g = s.graph;
  ss_expr product = ss_expr_mul(g, s.input[0], s.input[1]);
  ss_expr sine = ss_expr_unary(g, SS_OP_SIN, product),
          cosine = ss_expr_unary(g, SS_OP_COS, product);
  ss_expr e[][2] = {{sine, cosine},
                    {sine, ss_expr_mul(g, s.input[2], cosine)},
                    {ss_expr_mul(g, s.input[2], sine), cosine},
                    {ss_expr_mul(g, s.input[2], sine), ss_expr_mul(g, s.input[2], cosine)}};
  const double x = 0.5, y = 0.75, p[PARAMETERS] = {0};
  for (int k = 0; k < 4; k++) {
    ss_tape *tape = compile(&s, 2, e[k]);
    double *work = calloc(ss_forward_work_size(tape), sizeof *work);
    ss_forward_prepare(tape, p, work);
    memcpy(ss_forward_in(tape, work), (double[]){x, y, 1}, INPUTS * sizeof(double));
    ss_forward_run(tape, work);
    const double(*G)[INPUTS] = (const double(*)[INPUTS])ss_forward_gradients(tape, work);
    assert_true(G[0][0] == cos(x * y) * y && G[0][1] == cos(x * y) * x);
    assert_true(G[1][0] == -sin(x * y) * y && G[1][1] == -sin(x * y) * x);
    free(work);
    ss_tape_destroy(tape);
  }
  ss_graph_destroy(g);
}

/* ---- workspace ------------------------------------------------------------------------------- */

static void work_size_is_respected(void **state) {
  (void)state;
  random_source r = {23};
  for (int n = 0; n < 100; n++) {
    specimen s = grow_specimen(&r, true, 20);
    ss_tape *tape = compile(&s, 1, &s.result);
    size_t size = ss_forward_work_size(tape);
    double *all = malloc((size + 2) * sizeof *all), p[PARAMETERS], x[INPUTS];
    draw_state(&r, PARAMETERS, p);
    draw_state(&r, INPUTS, x);
    for (size_t i = 0; i < size + 2; i++) all[i] = 42;
    ss_forward_prepare(tape, p, all + 1);
    memcpy(ss_forward_in(tape, all + 1), x, sizeof x);
    ss_forward_run(tape, all + 1);
    assert_true(all[0] == 42 && all[size + 1] == 42);
    assert_memory_equal(ss_forward_in(tape, all + 1), x, sizeof x);
    free(all);
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_on_integers_are_exact),
      cmocka_unit_test(gradients_agree_with_symbolic_derivatives),
      cmocka_unit_test(kinks_follow_the_convention),
      cmocka_unit_test(singular_slopes_do_not_spread),
      cmocka_unit_test(sine_and_cosine_share_an_argument),
      cmocka_unit_test(work_size_is_respected),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
