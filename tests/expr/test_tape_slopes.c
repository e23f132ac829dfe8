/* test_tape_slopes.c: gradients in balls.
 *
 * Oracles: on points the gradient must enclose the symbolic derivative, evaluated in balls at 256
 * bits. On boxes the mean value theorem is tried: f(x) - f(y) must be met by slopes . (x - y) for
 * points x and y of the box, f being evaluated at 256 bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_expr.h"
#include "standstill/tape.h"

enum { FINE = 256, COARSE = 64 };

typedef struct runner {
  ss_tape *tape;
  arb_ptr work;
  slong size;
} runner;

static runner start(const specimen *s, size_t outputs, const ss_expr *output) {
  runner r = {0};
  assert_int_equal(ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, outputs,
                                   output, &r.tape),
                   SS_OK);
  r.size = (slong)ss_slopes_work_size(r.tape);
  r.work = _arb_vec_init(r.size);
  return r;
}

static void stop(runner *r) {
  _arb_vec_clear(r->work, r->size);
  ss_tape_destroy(r->tape);
}

static void run(runner *r, arb_srcptr parameters, arb_srcptr x, slong precision) {
  ss_slopes_prepare(r->tape, parameters, r->work, precision);
  for (int j = 0; j < INPUTS; j++) arb_set(ss_slopes_in(r->tape, r->work) + j, x + j);
  ss_slopes_run(r->tape, r->work, precision);
}

static void encloses_symbolic_derivatives(void **state) {
  (void)state;
  random_source r = {3};
  size_t compared = 0;
  for (int n = 0; n < 3000; n++) {
    specimen s = grow_specimen(&r, true, 16);
    ss_expr by[INPUTS];
    for (int j = 0; j < INPUTS; j++)
      if (ss_expr_differentiate(s.graph, 1, &s.result, s.input[j], &by[j]) != SS_OK)
        by[j] = s.result;
    runner f = start(&s, 1, &s.result), d = start(&s, INPUTS, by);
    arb_ptr p = _arb_vec_init(PARAMETERS), x = _arb_vec_init(INPUTS);
    for (int i = 0; i < PARAMETERS; i++) arb_set_d(p + i, random_between(&r, 0.5, 2));
    for (int i = 0; i < INPUTS; i++) arb_set_d(x + i, random_between(&r, -2, 2));
    run(&f, p, x, COARSE);
    run(&d, p, x, FINE);
    arb_srcptr g = ss_slopes_gradients(f.tape, f.work), h = ss_slopes_out(d.tape, d.work);
    for (int j = 0; j < INPUTS; j++) {
      if (!arb_is_finite(g + j) || !arb_is_finite(h + j)) continue;
      assert_true(arb_overlaps(g + j, h + j));
      compared++;
    }
    _arb_vec_clear(p, PARAMETERS);
    _arb_vec_clear(x, INPUTS);
    stop(&f);
    stop(&d);
    ss_graph_destroy(s.graph);
  }
  assert_true(compared > 5000);
}

/* The slopes on a box bound every difference quotient in it. */
static void obeys_the_mean_value_theorem(void **state) {
  (void)state;
  random_source r = {5};
  size_t compared = 0;
  arb_t sum, other;
  arb_init(sum);
  arb_init(other);
  for (int n = 0; n < 3000; n++) {
    specimen s = grow_specimen(&r, n % 2, 12);
    runner f = start(&s, 1, &s.result), at = start(&s, 1, &s.result);
    arb_ptr p = _arb_vec_init(PARAMETERS), box = _arb_vec_init(INPUTS);
    arb_ptr x = _arb_vec_init(INPUTS), y = _arb_vec_init(INPUTS);
    for (int i = 0; i < PARAMETERS; i++) arb_set_d(p + i, random_between(&r, 0.5, 2));
    for (int i = 0; i < INPUTS; i++) {
      const double middle = random_between(&r, -1, 1), width = ldexp(1, -(int)random_below(&r, 12));
      arb_set_d(box + i, middle);
      mag_set_d(arb_radref(box + i), width);
      arb_set_d(x + i, middle + width * random_between(&r, -1, 1));
      arb_set_d(y + i, middle + width * random_between(&r, -1, 1));
    }
    run(&f, p, box, COARSE);
    run(&at, p, x, FINE);
    arb_set(sum, ss_slopes_out(at.tape, at.work));
    run(&at, p, y, FINE);
    arb_sub(sum, sum, ss_slopes_out(at.tape, at.work), FINE);
    for (int j = 0; j < INPUTS; j++) {
      arb_sub(other, x + j, y + j, FINE);
      arb_submul(sum, other, ss_slopes_gradients(f.tape, f.work) + j, FINE);
    }
    if (arb_is_finite(sum)) {
      assert_true(arb_contains_zero(sum));
      compared++;
    }
    _arb_vec_clear(p, PARAMETERS);
    _arb_vec_clear(box, INPUTS);
    _arb_vec_clear(x, INPUTS);
    _arb_vec_clear(y, INPUTS);
    stop(&f);
    stop(&at);
    ss_graph_destroy(s.graph);
  }
  arb_clear(sum);
  arb_clear(other);
  assert_true(compared > 1500);
}

/* One formula of x over [lo, hi]: the ball of its slope. */
static void slope_of(const char *formula, double lo, double hi, arb_t slope) {
  ss_graph *graph = ss_graph_create();
  ss_tape *tape = NULL;
  const ss_expr x = ss_expr_symbol(graph, "x"), one = ss_expr_integer(graph, 1);
  const ss_expr f = strcmp(formula, "abs") == 0    ? ss_expr_unary(graph, SS_OP_ABS, x)
                    : strcmp(formula, "sign") == 0 ? ss_expr_unary(graph, SS_OP_SIGN, x)
                    : strcmp(formula, "sqrt") == 0 ? ss_expr_unary(graph, SS_OP_SQRT, x)
                    : strcmp(formula, "angle") == 0
                        ? ss_expr_binary(graph, SS_OP_ATAN2, x, ss_expr_neg(graph, one))
                        : ss_expr_binary(graph, SS_OP_MAX, x, one);
  assert_int_equal(ss_tape_compile(graph, 0, NULL, 1, &x, 1, &f, &tape), SS_OK);
  const slong size = (slong)ss_slopes_work_size(tape);
  arb_ptr work = _arb_vec_init(size);
  ss_slopes_prepare(tape, NULL, work, COARSE);
  arb_set_d(ss_slopes_in(tape, work), lo / 2 + hi / 2);
  mag_set_d(arb_radref(ss_slopes_in(tape, work)), hi / 2 - lo / 2);
  ss_slopes_run(tape, work, COARSE);
  arb_set(slope, ss_slopes_gradients(tape, work));
  _arb_vec_clear(work, size);
  ss_tape_destroy(tape);
  ss_graph_destroy(graph);
}

/* Kinks have all slopes between those of their sides, steps have none. */
static void knows_kinks_and_steps(void **state) {
  (void)state;
  arb_t slope;
  arb_init(slope);
  slope_of("abs", -1, 2, slope);
  assert_true(arb_contains_si(slope, -1) && arb_contains_si(slope, 1) && arb_contains_si(slope, 0));
  slope_of("abs", 1, 2, slope);
  assert_true(arb_is_one(slope));
  slope_of("max", 0, 2, slope);
  assert_true(arb_contains_si(slope, 0) && arb_contains_si(slope, 1));
  assert_false(arb_contains_si(slope, 2));
  slope_of("max", 2, 3, slope);
  assert_true(arb_is_one(slope));
  slope_of("sign", -1, 1, slope);
  assert_false(arb_is_finite(slope));
  slope_of("sign", 1, 2, slope);
  assert_true(arb_is_zero(slope));
  slope_of("sqrt", 0, 1, slope);
  assert_false(arb_is_finite(slope));
  slope_of("angle", -1, 1, slope);
  assert_false(arb_is_finite(slope));
  slope_of("angle", 1, 2, slope);
  assert_true(arb_is_finite(slope));
  arb_clear(slope);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encloses_symbolic_derivatives),
      cmocka_unit_test(obeys_the_mean_value_theorem),
      cmocka_unit_test(knows_kinks_and_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
