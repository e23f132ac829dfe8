/* test_system.c: the tapes of a system: what they hold, where, and that the numbers are right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

static const char cart[] =
    "param m = 2; param mu = 1/4\n"
    "coord x, y\ninput v\n"
    "kinetic = 1/2*m*(x'^2 + (1 + x^2)*y'^2)\npotential = 3*y\nforce x = v - 5*x'\n"
    "contact floor { gap = y - x^2; slip = x' + y'; law = coulomb(mu)\n"
    "                restitution = newton(1/2, 1/8) }\n"
    "friction plate { slip = (x', y'*x*t); normal = 7 + x; law = ellipse(mu, 2*mu) }\n";

typedef struct fixture {
  reading r;
  ss_system *s;
  double parameters[2];
} fixture;

static fixture open_fixture(void) {
  fixture f = {.r = read_good(cart)};
  assert_int_equal(ss_system_derive(f.r.arena, f.r.model, &f.s), SS_OK);
  assert_int_equal(f.r.model->parameters, 2);
  ss_model_parameter_values(f.r.model, f.parameters);
  return f;
}

static void check(const double *found, size_t count, const double *expected) {
  for (size_t i = 0; i < count; i++)
    if (!(fabs(found[i] - expected[i]) <= 1e-14 * (1 + fabs(expected[i]))))
      fail_msg("number %zu: %.17g is not %.17g", i, found[i], expected[i]);
}

static void test_counts(void **state) {
  (void)state;
  fixture f = open_fixture();
  static const size_t counts[SS_QUANTITY_COUNT] = {
      [SS_QUANTITY_M] = 4,       [SS_QUANTITY_H] = 2,           [SS_QUANTITY_B] = 2,
      [SS_QUANTITY_GAP] = 1,     [SS_QUANTITY_WN] = 2,          [SS_QUANTITY_WN_TIME] = 1,
      [SS_QUANTITY_WN_RATE] = 1, [SS_QUANTITY_WT] = 6,          [SS_QUANTITY_WT_TIME] = 3,
      [SS_QUANTITY_WT_RATE] = 3, [SS_QUANTITY_NORMAL] = 2,      [SS_QUANTITY_LAW] = 6,
      [SS_QUANTITY_ENERGY] = 2,  [SS_QUANTITY_RESTITUTION] = 4, [SS_QUANTITY_FNC] = 2,
      [SS_QUANTITY_FGYR] = 2,    [SS_QUANTITY_CONTROL] = 2};
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    assert_int_equal(ss_system_count(f.s, (ss_quantity)k), counts[k]);
  stop_reading(&f.r);
}

/* All quantities at one state, by hand. */
static void test_values(void **state) {
  (void)state;
  fixture f = open_fixture();
  const double x = 0.5, y = -2, xr = 3, yr = 0.25, t = 0.75;
  const double q[] = {x, y}, u[] = {xr, yr};
  ss_system_values v;
  assert_int_equal(ss_system_evaluate(f.r.arena, f.s, f.parameters, q, u, t, &v), SS_OK);
  /* d/dt (2 (1 + x^2) y') = 2 (1 + x^2) y'' + 4 x x' y';  dT/dx = 2 x y'^2 */
  const double h[] = {2 * x * yr * yr - 5 * xr, -4 * x * xr * yr - 3};
  check(v.of[SS_QUANTITY_M], 4, (double[]){2, 0, 0, 2 * (1 + x * x)});
  check(v.of[SS_QUANTITY_H], 2, h);
  check(v.of[SS_QUANTITY_B], 2, (double[]){1, 0});
  check(v.of[SS_QUANTITY_GAP], 1, (double[]){y - x * x});
  check(v.of[SS_QUANTITY_WN], 2, (double[]){-2 * x, 1});
  check(v.of[SS_QUANTITY_WN_TIME], 1, (double[]){0});
  check(v.of[SS_QUANTITY_WN_RATE], 1, (double[]){-2 * xr * xr});
  check(v.of[SS_QUANTITY_WT], 6, (double[]){1, 1, 1, 0, 0, x * t});
  check(v.of[SS_QUANTITY_WT_TIME], 3, (double[]){0, 0, 0});
  check(v.of[SS_QUANTITY_WT_RATE], 3, (double[]){0, 0, yr * (xr * t + x)});
  check(v.of[SS_QUANTITY_NORMAL], 2, (double[]){0, 7 + x});
  check(v.of[SS_QUANTITY_LAW], 6, (double[]){0.25, 0, 0, 0.25, 0.5, 0});
  check(v.of[SS_QUANTITY_RESTITUTION], 4, (double[]){0.5, 0.125, 0, 0});
  check(v.of[SS_QUANTITY_ENERGY], 2, (double[]){xr * xr + (1 + x * x) * yr * yr, 3 * y});
  check(v.of[SS_QUANTITY_FNC], 2, (double[]){-5 * xr, 0});
  check(v.of[SS_QUANTITY_CONTROL], 2, (double[]){0, 0});
  stop_reading(&f.r);
}

/* Some quantities only: they follow each other in the order of the list, and other parameters give
 * other numbers. */
static void test_compile(void **state) {
  (void)state;
  fixture f = open_fixture();
  ss_system_tape tape;
  const unsigned mask =
      SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(LAW) | SS_QUANTITY_BIT(WT);
  assert_int_equal(ss_system_compile(f.s, mask, &tape), SS_OK);
  assert_int_equal(ss_tape_outputs(tape.tape), 4 + 1 + 6 + 6);
  assert_int_equal(tape.offset[SS_QUANTITY_M], 0);
  assert_int_equal(tape.offset[SS_QUANTITY_GAP], 4);
  assert_int_equal(tape.offset[SS_QUANTITY_WT], 5);
  assert_int_equal(tape.offset[SS_QUANTITY_LAW], 11);
  double *work = ss_arena_new(f.r.arena, ss_tape_work_size(tape.tape), double);
  const double parameters[] = {10, 3}, in[] = {2, 5, 0, 0, 1}; /* q, u, t */
  ss_tape_prepare(tape.tape, parameters, work);
  memcpy(ss_tape_in(tape.tape, work), in, sizeof in);
  ss_tape_run(tape.tape, work);
  check(ss_tape_out(tape.tape, work), 17,
        (double[]){10, 0, 0, 50, 1, 1, 1, 1, 0, 0, 2, 3, 0, 0, 3, 6, 0});
  ss_system_tape_destroy(&tape);
  assert_null(tape.tape);
  ss_system_tape_destroy(&tape);
  assert_int_equal(ss_system_compile(f.s, 0, &tape), SS_OK);
  assert_int_equal(ss_tape_outputs(tape.tape), 0);
  ss_system_tape_destroy(&tape);
  stop_reading(&f.r);
}

/* A parameter among the inputs: the same numbers, and other ones where it has moved. */
static void test_moving(void **state) {
  (void)state;
  fixture f = open_fixture();
  ss_system_tape tape;
  const size_t mu = 1;
  const unsigned mask = SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(LAW);
  assert_int_equal(ss_system_compile_moving(f.s, mask, 1, &mu, &tape), SS_OK);
  assert_int_equal(ss_tape_inputs(tape.tape), 6);
  assert_int_equal(ss_tape_parameters(tape.tape), 1);
  const double inputs[] = {0.5, 0, 0, 0, 0, 0.75};
  double *out = ss_arena_new(f.r.arena, ss_tape_outputs(tape.tape), double);
  assert_int_equal(ss_tape_eval(tape.tape, f.parameters, inputs, out), SS_OK);
  check(out + tape.offset[SS_QUANTITY_M], 4, (const double[]){2, 0, 0, 2.5});
  check(out + tape.offset[SS_QUANTITY_LAW], 1, (const double[]){0.75});
  check(out + tape.offset[SS_QUANTITY_LAW] + 3, 2, (const double[]){0.75, 1.5});
  ss_system_tape_destroy(&tape);
  stop_reading(&f.r);
}

/* Row by row: d e_i / d s_j. */
static void test_jacobian(void **state) {
  (void)state;
  fixture f = open_fixture();
  ss_graph *g = ss_graph_create_over(f.r.arena, f.s->graph);
  const ss_expr x = f.s->q[0], y = f.s->q[1];
  const ss_expr e[] = {ss_expr_mul(g, x, ss_expr_mul(g, x, y)), y, ss_expr_integer(g, 3)};
  ss_expr J[6];
  assert_int_equal(ss_expr_jacobian(g, 3, e, 2, f.s->q, J), SS_OK);
  static const char *const expected[] = {"2*x*y", "x^2", "0", "1", "0", "0"};
  for (size_t i = 0; i < 6; i++) assert_formula(g, J[i], expected[i]);
  assert_int_equal(ss_expr_jacobian(g, 0, NULL, 2, f.s->q, J), SS_OK);
  stop_reading(&f.r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),   cmocka_unit_test(test_values),
      cmocka_unit_test(test_compile),  cmocka_unit_test(test_moving),
      cmocka_unit_test(test_jacobian),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
