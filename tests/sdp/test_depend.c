/* Equalities and free variables that depend on others: found, told from near ones,
 * contradictions. */
#include "support.h"

static ss_depend find(const made *to) {
  const ss_sdp_form form = make_form(&to->program);
  ss_depend depend;
  assert_int_equal(ss_depend_find(&to->program, &form, 1, arena, &depend), SS_OK);
  return depend;
}

/* Adds c_0 times equality 0 + c_1 times equality 1 as a new equality, b too. */
static void add_combination(made *to, double c0, double c1) {
  const size_t i = to->program.equalities, entries = to->program.entries;
  const size_t coefficients = to->program.coefficients;
  const double c[] = {c0, c1};
  for (size_t k = 0; k < entries; k++)
    if (to->entry[k].equality < 2) {
      const ss_sdp_entry e = to->entry[k];
      add_entry(to, i, e.block, e.row, e.column, c[e.equality] * e.value);
    }
  for (size_t k = 0; k < coefficients; k++)
    if (to->B[k].equality < 2)
      add_free(to, i, to->B[k].variable, c[to->B[k].equality] * to->B[k].value);
  add_equality(to, c0 * to->b[0] + c1 * to->b[1]);
}

static made *draw_program(uint64_t seed) {
  random_source source = {seed};
  const int sizes[] = {4, -3, 5};
  return make_feasible(&source, 3, sizes, 8, 3, 5);
}

static void nothing_depends(void **state) {
  (void)state;
  const ss_depend depend = find(draw_program(51));
  assert_int_equal(depend.dependent, 0);
  assert_int_equal(depend.idle, 0);
  assert_null(depend.y);
  assert_null(depend.g);
  for (size_t i = 0; i < 8; i++) assert_true(depend.equality[i]);
}

static void a_combination_is_dropped(void **state) {
  (void)state;
  made *to = draw_program(52);
  add_combination(to, 2, -3);
  add_combination(to, 1e6, 1e-3);
  add_equality(to, 0); /* 0 = 0 */
  const ss_depend depend = find(to);
  assert_int_equal(depend.dependent, 3);
  assert_null(depend.y);
  size_t dropped = 0;
  for (size_t i = 0; i < 11; i++) dropped += !depend.equality[i];
  assert_int_equal(dropped, 3);
  assert_false(depend.equality[10]);
}

static void a_contradiction_is_a_ray(void **state) {
  (void)state;
  made *to = draw_program(53);
  add_combination(to, 2, -3);
  to->b[8] += 1e-3;
  const ss_depend depend = find(to);
  assert_non_null(depend.y);
  double ray;
  assert_int_equal(ss_sdp_measure_primal_ray(&to->program, depend.y, arena, &ray), SS_OK);
  assert_true(ray < 1e-11);
}

/* A difference of 1e-9 is a difference. */
static void a_near_combination_is_kept(void **state) {
  (void)state;
  made *to = draw_program(54);
  add_combination(to, 2, -3);
  add_entry(to, 8, 0, 0, 0, 1e-9);
  const ss_depend depend = find(to);
  assert_int_equal(depend.dependent, 0);
  assert_null(depend.y);
}

/* The same matrices, but another free variable. */
static void a_free_variable_makes_the_difference(void **state) {
  (void)state;
  made *to = draw_program(56);
  add_combination(to, 2, -3);
  add_free(to, 8, 0, 1);
  const ss_depend depend = find(to);
  assert_int_equal(depend.dependent, 0);
  for (size_t i = 0; i < 9; i++) assert_true(depend.equality[i]);
}

/* Column 3 = column 0 - column 1 of B: idle if f agrees, a ray if it does not. */
static made *draw_idle(double off) {
  made *to = draw_program(55);
  const size_t count = to->program.coefficients;
  for (size_t k = 0; k < count; k++)
    if (to->B[k].variable < 2)
      add_free(to, to->B[k].equality, 3, to->B[k].variable ? -to->B[k].value : to->B[k].value);
  to->program.variables = 4;
  to->f[3] = to->f[0] - to->f[1] + off;
  return to;
}

static void an_idle_variable_is_dropped(void **state) {
  (void)state;
  const ss_depend depend = find(draw_idle(0));
  assert_int_equal(depend.idle, 1);
  assert_null(depend.g);
}

static void variables_that_cancel_are_a_ray(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    made *to = draw_idle(0.01 * sign);
    const ss_depend depend = find(to);
    assert_non_null(depend.g);
    double ray;
    const double *X = make_point(&to->program).X;
    assert_int_equal(ss_sdp_measure_dual_ray(&to->program, X, depend.g, arena, &ray), SS_OK);
    assert_true(ray < 1e-11);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_depends),
      cmocka_unit_test(a_combination_is_dropped),
      cmocka_unit_test(a_contradiction_is_a_ray),
      cmocka_unit_test(a_near_combination_is_kept),
      cmocka_unit_test(a_free_variable_makes_the_difference),
      cmocka_unit_test(an_idle_variable_is_dropped),
      cmocka_unit_test(variables_that_cancel_are_a_ray),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
