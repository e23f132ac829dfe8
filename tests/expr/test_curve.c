/* test_curve.c: curves through rows: the row below any x against a search of all of them, values
 * and derivatives against closed forms and against each other, enclosures against samples; as
 * expressions: derivatives, all evaluators, graphs over graphs, printing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/expr/tape_private.h"

static uint64_t seed = 1;

static double random_unit(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

enum { ROWS = 40 };

/* Rows with distances that differ by five decades. */
static void make_rows(double *x, double *y) {
  double at = -3;
  for (size_t k = 0; k < ROWS; k++) {
    x[k] = at += pow(10, -4 * random_unit());
    y[k] = 2 * random_unit() - 1;
  }
}

/* The next row in both directions, by looking at all; on rows, between them and outside. */
static void test_rows(void **state) {
  (void)state;
  double x[ROWS], y[ROWS];
  for (int trial = 0; trial < 200; trial++) {
    make_rows(x, y);
    ss_curve *c = ss_curve_create(ROWS, x, y, false);
    for (int i = 0; i < 3 * ROWS; i++) {
      const double at = i < ROWS ? x[i] : x[0] - 1 + (x[ROWS - 1] - x[0] + 2) * random_unit();
      double after = INFINITY, before = -INFINITY;
      for (size_t k = 0; k < ROWS; k++) {
        if (x[k] > at) after = fmin(after, x[k]);
        if (x[k] < at) before = fmax(before, x[k]);
      }
      assert_true(ss_curve_next(c, at, false) == after);
      assert_true(ss_curve_next(c, at, true) == before);
      for (size_t k = 0; k + 1 < ROWS; k++)
        if (x[k] <= at && at < x[k + 1]) {
          const double exact = y[k] + (at - x[k]) / (x[k + 1] - x[k]) * (y[k + 1] - y[k]);
          assert_true(fabs(ss_curve_value(c, 0, at) - exact) <= 4e-16);
        }
    }
    ss_curve_release(c);
  }
}

/* A cubic through rows of a parabola is the parabola; derivatives of all orders. */
static void test_orders(void **state) {
  (void)state;
  const double x[] = {-1, 0, 0.5, 2, 3};
  double y[5];
  for (int k = 0; k < 5; k++) y[k] = 1 + 2 * x[k] + 3 * x[k] * x[k];
  ss_curve *c = ss_curve_create(5, x, y, true);
  for (double at = -0.93; at < 3; at += 0.21) {
    assert_true(fabs(ss_curve_value(c, 0, at) - (1 + 2 * at + 3 * at * at)) < 1e-13);
    assert_true(fabs(ss_curve_value(c, 1, at) - (2 + 6 * at)) < 1e-13);
    assert_true(fabs(ss_curve_value(c, 2, at) - 6) < 1e-12);
    assert_true(fabs(ss_curve_value(c, 3, at)) < 1e-12);
    assert_true(ss_curve_value(c, 4, at) == 0);
  }
  /* at the ends the mean of the slope and of none */
  assert_true(fabs(ss_curve_value(c, 1, 3) - 10) < 1e-13);
  assert_true(fabs(ss_curve_value(c, 1, -1) + 2) < 1e-13);
  assert_true(ss_curve_value(c, 0, 3) == y[4] && ss_curve_value(c, 0, 9) == y[4]);
  assert_true(ss_curve_value(c, 0, -9) == y[0] && ss_curve_value(c, 1, -9) == 0);
  assert_true(isnan(ss_curve_value(c, 0, NAN)));
  ss_curve_release(c);
  c = ss_curve_create(1, x, y, true);
  assert_true(ss_curve_value(c, 0, 7) == y[0] && ss_curve_value(c, 1, -1) == 0);
  ss_curve_release(c);
}

/* Values and slopes of points lie in the enclosures of balls around them, which are not wider than
 * the curve is steep; a jump is told. */
static void test_balls(void **state) {
  (void)state;
  double x[ROWS], y[ROWS];
  arb_t ball, all, point;
  arb_init(ball), arb_init(all), arb_init(point);
  for (int trial = 0; trial < 300; trial++) {
    make_rows(x, y);
    ss_curve *c = ss_curve_create(ROWS, x, y, trial % 2);
    const double centre =
        trial % 5 ? x[0] - 0.5 + (x[ROWS - 1] - x[0] + 1) * random_unit() : x[(size_t)trial % ROWS];
    const double radius = pow(10, -6 * random_unit());
    arb_set_d(ball, centre);
    mag_set_d(arb_radref(ball), radius);
    for (int order = 0; order < 4; order++) {
      ss_curve_enclose(c, order, ball, all, 60);
      for (int i = 0; i < 20; i++) {
        const double at = centre + radius * (2 * random_unit() - 1);
        const double v = ss_curve_value(c, order, at);
        arb_set_d(point, v);
        arb_sub(point, all, point, 60);
        arb_add_error_2exp_si(point, (slong)ceil(log2(fabs(v) + 1)) - 30); /* rounding near rows */
        assert_true(arb_contains_zero(point));
      }
    }
    const bool touches = ss_curve_next(c, nextafter(centre - radius, -9), false) <= centre + radius;
    if (!(trial % 2)) assert_int_equal(ss_curve_may_jump(c, 1, ball), touches);
    if (trial % 2) assert_int_equal(ss_curve_may_jump(c, 2, ball), touches);
    assert_false(ss_curve_may_jump(c, 0, ball));
    ss_curve_release(c);
  }
  arb_clear(ball), arb_clear(all), arb_clear(point);
}

/* d/dt of f(2 t)^2 by the graph and by the evaluators; double, lanes and balls say the same. */
static void test_expressions(void **state) {
  (void)state;
  double x[ROWS], y[ROWS];
  make_rows(x, y);
  for (size_t k = 0; k < ROWS; k++) x[k] = -3 + 0.2 * (double)k; /* slopes of some tens */
  ss_curve *c = ss_curve_create(ROWS, x, y, true);
  ss_arena *arena = ss_arena_create();
  ss_graph *base = ss_graph_create();
  const ss_expr t = ss_expr_symbol(base, "t"), two = ss_expr_integer(base, 2);
  const ss_expr f = ss_expr_follow(base, c, 0, ss_expr_mul(base, two, t));
  ss_graph_seal(base);
  ss_graph *g = ss_graph_create_over(arena, base);
  ss_curve_release(c); /* the graph keeps it */
  assert_int_equal(ss_expr_follow(g, c, 0, ss_expr_mul(g, two, t)), f);
  ss_expr out[2] = {ss_expr_simplify(g, ss_expr_pow(g, f, two))};
  assert_int_equal(ss_expr_differentiate(g, 1, out, t, out + 1), SS_OK);
  ss_text text;
  ss_text_start(&text);
  ss_expr_print(g, out[1], SS_PRINT_TEXT, &text);
  assert_non_null(strstr(text.data, "table'(2*t)"));
  ss_text_stop(&text);
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &t, 2, out, &tape), SS_OK);
  ss_arena_destroy(arena);
  ss_graph_destroy(base); /* and so does the tape */
  double *work = malloc(ss_forward_work_size(tape) * sizeof *work);
  double *lanes = aligned_alloc(64, ss_lanes_work_size(tape) * sizeof *lanes);
  arb_ptr balls = _arb_vec_init((slong)ss_slopes_work_size(tape));
  ss_forward_prepare(tape, NULL, work);
  ss_lanes_prepare(tape, NULL, lanes);
  ss_slopes_prepare(tape, NULL, balls, 60);
  for (int i = 0; i < 100; i++) {
    const double at = -2 + 4 * random_unit();
    *ss_forward_in(tape, work) = at;
    for (int k = 0; k < SS_LANES; k++) ss_lanes_in(tape, lanes)[k] = at;
    arb_set_d(ss_slopes_in(tape, balls), at);
    ss_forward_run(tape, work);
    ss_lanes_run(tape, lanes);
    ss_slopes_run(tape, balls, 60);
    const double *v = ss_forward_out(tape, work), *d = ss_forward_gradients(tape, work);
    assert_true(fabs(d[0] - v[1]) <= 1e-13 * (1 + fabs(v[1])));
    assert_true(ss_lanes_out(tape, lanes)[5] == v[0]);
    assert_true(ss_lanes_out(tape, lanes)[SS_LANES + 5] == v[1]);
    const double value = arf_get_d(arb_midref(ss_slopes_out(tape, balls)), ARF_RND_NEAR);
    const double slope = arf_get_d(arb_midref(ss_slopes_gradients(tape, balls)), ARF_RND_NEAR);
    assert_true(fabs(value - v[0]) < 1e-13 && fabs(slope - d[0]) < 1e-11);
  }
  _arb_vec_clear(balls, (slong)ss_slopes_work_size(tape));
  free(lanes);
  free(work);
  ss_tape_destroy(tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_balls),
      cmocka_unit_test(test_expressions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
