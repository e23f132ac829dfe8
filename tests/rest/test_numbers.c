/* test_numbers.c: the formulas of a machine at rest, as rationals and as the doubles next to what
 * is none. */
#include "../../src/rest/rest_private.h"
#include "rests.h"

/* Velocities, the time and parameters are gone from what is left. */
static const char text[] = "model \"cart\"\nparam k = 3/7\nparam r = sqrt(2)\nparam mu = 1/3\n"
                           "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                           "potential = 1/2*k*x^2 + r*y\n"
                           "force x = -5*x' + 2\n"
                           "contact floor { gap = y - x/2; slip = x' + k*y'; law = coulomb(mu) }\n"
                           "friction f { slip = y'; normal = k*x + 1; law = coulomb(2*mu) }\n";

static void check_fraction(ss_arena *arena, const ss_graph *graph, ss_expr e,
                           const char *expected) {
  assert_non_null(ss_expr_value(graph, e));
  assert_string_equal(ss_rest_fraction(arena, ss_expr_value(graph, e)), expected);
}

static void test_statics(void **state) {
  (void)state;
  machine m = machine_parse(text);
  ss_statics at_rest, there;
  assert_int_equal(ss_statics_create(m.arena, m.system, m.parameters, &at_rest), SS_OK);
  ss_graph *g = at_rest.graph;
  assert_true(at_rest.exact);
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < 2; j++) assert_false(ss_expr_depends(g, at_rest.h[i], m.system->u[j]));
  /* x = 1/2, y = 1: h = (2 - 3/14, -sqrt(2)), gap 3/4, normal force 3/14 + 1 */
  const ss_expr q[] = {ss_expr_ratio(g, 1, 2), ss_expr_integer(g, 1)};
  assert_int_equal(ss_statics_insert(m.arena, &at_rest, q, &there), SS_OK);
  check_fraction(m.arena, g, there.h[0], "25/14");
  assert_null(ss_expr_value(g, there.h[1]));
  check_fraction(m.arena, g, there.gap[0], "3/4");
  check_fraction(m.arena, g, there.WN[0], "-1/2");
  check_fraction(m.arena, g, there.WN[1], "1");
  check_fraction(m.arena, g, there.WT[0], "1"); /* the floor's, then the friction's */
  check_fraction(m.arena, g, there.WT[1], "3/7");
  check_fraction(m.arena, g, there.WT[2], "0");
  check_fraction(m.arena, g, there.WT[3], "1");
  check_fraction(m.arena, g, there.law[0], "1/3");
  check_fraction(m.arena, g, there.law[1], "0");
  check_fraction(m.arena, g, there.law[3], "2/3");
  check_fraction(m.arena, g, there.normal[0], "0");
  check_fraction(m.arena, g, there.normal[1], "17/14");
  machine_close(&m);
}

/* sqrt(2) is rounded once, and exactness is gone; the others stay what they are. */
static void test_rationals(void **state) {
  (void)state;
  machine m = machine_parse(text);
  ss_statics at_rest;
  assert_int_equal(ss_statics_create(m.arena, m.system, m.parameters, &at_rest), SS_OK);
  ss_expr numbers[3];
  for (size_t i = 0; i < 3; i++) numbers[i] = m.model->parameter[i].symbol;
  assert_int_equal(ss_statics_close(&at_rest, 3, numbers, numbers), SS_OK);
  fmpq *values = _fmpq_vec_init(3);
  bool exact = true;
  const ss_expr rational[] = {numbers[0], numbers[2]};
  assert_int_equal(ss_rest_rationals(m.arena, &at_rest, 2, rational, values, &exact), SS_OK);
  assert_true(exact);
  assert_string_equal(ss_rest_fraction(m.arena, values + 1), "1/3");
  assert_int_equal(ss_rest_rationals(m.arena, &at_rest, 3, numbers, values, &exact), SS_OK);
  assert_false(exact);
  assert_string_equal(ss_rest_fraction(m.arena, values), "3/7");
  assert_true(ss_number_to_double(values + 1) == sqrt(2));
  assert_string_equal(ss_rest_fraction(m.arena, values + 2), "1/3");
  /* log(1 - sqrt(2)) is no number */
  const ss_expr one = ss_expr_integer(at_rest.graph, 1);
  const ss_expr bad =
      ss_expr_unary(at_rest.graph, SS_OP_LOG, ss_expr_sub(at_rest.graph, one, numbers[1]));
  assert_int_equal(ss_rest_rationals(m.arena, &at_rest, 1, &bad, values, &exact), SS_BAD_INPUT);
  _fmpq_vec_clear(values, 3);
  machine_close(&m);
}

/* A caller's own number stands for the double that it is, and is not the file's. */
static void test_varied_parameter(void **state) {
  (void)state;
  machine m = machine_parse(text);
  ss_statics at_rest, there;
  m.parameters[0] = 0.1;
  assert_int_equal(ss_statics_create(m.arena, m.system, m.parameters, &at_rest), SS_OK);
  assert_false(at_rest.exact);
  const ss_expr q[] = {ss_expr_integer(at_rest.graph, 1), ss_expr_integer(at_rest.graph, 0)};
  assert_int_equal(ss_statics_insert(m.arena, &at_rest, q, &there), SS_OK);
  check_fraction(m.arena, at_rest.graph, there.WT[1],
                 "3602879701896397/36028797018963968"); /* 0.1 as a double */
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_statics),
      cmocka_unit_test(test_rationals),
      cmocka_unit_test(test_varied_parameter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
