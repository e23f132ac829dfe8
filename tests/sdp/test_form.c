/* The normalised program: components, places, scales, order, and that it is the same program. */
#include "support.h"

static void blocks_fall_apart(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 5, false);
  add_block(to, 2, true);
  add_equality(to, 1);
  add_equality(to, 2);
  add_entry(to, 0, 0, 0, 2, 1); /* joins 0 and 2 */
  add_entry(to, 1, 0, 1, 1, 1); /* 1 alone; 3 nowhere */
  add_cost(to, 0, 4, 2, 3);     /* joins 2 and 4 */
  add_entry(to, 0, 1, 1, 1, 1); /* of the diagonal block only the second */
  const ss_sdp_form form = make_form(&to->program);
  assert_int_equal(form.blocks, 1);
  assert_int_equal(form.block[0].n, 3);
  assert_int_equal(form.scalars, 2);
  assert_int_equal(form.order, 5);
  const size_t block[] = {
      0, SS_SDP_FORM_SCALAR, 0, SS_SDP_FORM_NOWHERE, 0, SS_SDP_FORM_NOWHERE, SS_SDP_FORM_SCALAR};
  const size_t index[] = {0, 0, 1, 0, 2, 0, 1};
  for (size_t k = 0; k < 7; k++) {
    assert_int_equal(form.place[k].block, block[k]);
    assert_int_equal(form.place[k].index, index[k]);
  }
  assert_int_equal(form.block[0].at % 8, 0);
}

static void points_are_expanded(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  add_equality(to, 1);
  add_entry(to, 0, 0, 0, 2, 1);
  const ss_sdp_form form = make_form(&to->program);
  assert_int_equal(form.length, 8);
  const double point[8] = {1, 2, 2, 5};
  double whole[9];
  ss_sdp_form_expand(&to->program, &form, 10, point, whole);
  const double expected[9] = {10, 0, 20, 0, 0, 0, 20, 0, 50};
  for (size_t k = 0; k < 9; k++) assert_true(whole[k] == expected[k]);
}

/* Entries of one place are added in either triangle, zeros are dropped. */
static void entries_are_added(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  add_equality(to, 1);
  add_entry(to, 0, 0, 0, 1, 3);
  add_entry(to, 0, 0, 1, 0, 1);
  add_entry(to, 0, 0, 1, 1, 2);
  add_entry(to, 0, 0, 1, 1, -2);
  const ss_sdp_form form = make_form(&to->program);
  assert_int_equal(form.block[0].last - form.block[0].first, 1);
  assert_true(form.entry[0].value / form.row_scale[0] == 4);
  assert_int_equal(form.entry[0].row, 0);
  assert_int_equal(form.entry[0].column, 1);
}

static bool is_power_of_two(double x) {
  int exponent;
  return frexp(x, &exponent) == 0.5;
}

static void scales_are_powers_of_two(void **state) {
  (void)state;
  random_source source = {77};
  const int sizes[] = {3, -4, 5};
  made *to = make_feasible(&source, 3, sizes, 6, 3, 5);
  for (size_t k = 0; k < to->program.entries; k++)
    to->entry[k].value *= pow(10, (double)to->entry[k].equality - 3);
  const ss_sdp_form form = make_form(&to->program);
  for (size_t i = 0; i < form.m; i++) assert_true(is_power_of_two(form.row_scale[i]));
  for (size_t j = 0; j < form.p; j++) assert_true(is_power_of_two(form.column_scale[j]));
  assert_true(is_power_of_two(form.beta) && is_power_of_two(form.gamma));
  double most = 0;
  for (size_t i = 0; i < form.m; i++) most = fmax(most, fabs(form.b[i]));
  assert_true(most > 0.7 && most < 1.5);
}

/* A(X) + B g of the program at an expanded point, and of the form. */
static void it_is_the_same_program(void **state) {
  (void)state;
  random_source source = {5};
  const int sizes[] = {4, 1, -3, 6};
  made *to = make_feasible(&source, 4, sizes, 9, 2, 4);
  const ss_sdp_form form = make_form(&to->program);
  double *X = ss_arena_new(arena, form.length, double), g[2], whole_g[2];
  double *r = ss_arena_new(arena, form.m, double);
  for (size_t s = 0; s < form.scalars; s++) X[s] = draw(&source);
  for (size_t k = 0; k < form.blocks; k++)
    draw_definite(&source, form.block[k].n, 0, X + form.block[k].at);
  for (size_t j = 0; j < 2; j++) {
    g[j] = draw(&source);
    whole_g[form.variable[j]] = form.beta * form.column_scale[j] * g[j];
  }
  ss_sdp_point point = make_point(&to->program);
  ss_sdp_form_expand(&to->program, &form, form.beta, X, point.X);
  ss_sdp_form_residual(&form, 1, form.b, X, g, r);
  for (size_t i = 0; i < form.m; i++) {
    const size_t from = form.equality[i];
    const double lacks = to->b[from] - left_side(&to->program, from, point.X, whole_g);
    assert_true(fabs(r[i] - lacks * form.row_scale[i] / form.beta) < 1e-13);
  }
}

static void equalities_with_many_entries_come_first(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 4, false);
  for (size_t i = 0; i < 3; i++) add_equality(to, 1);
  add_entry(to, 0, 0, 0, 0, 1);
  for (size_t k = 0; k < 3; k++) add_entry(to, 1, 0, k, k + 1, 1);
  for (size_t k = 0; k < 2; k++) add_entry(to, 2, 0, k, k, 1);
  const ss_sdp_form form = make_form(&to->program);
  const size_t order[] = {1, 2, 0};
  for (size_t i = 0; i < 3; i++) assert_int_equal(form.equality[i], order[i]);
  /* what is not chosen is not there */
  const bool kept[] = {true, false, true};
  ss_sdp_form some;
  assert_int_equal(ss_sdp_form_make(&to->program, (ss_sdp_form_choice){kept, NULL}, arena, &some),
                   SS_OK);
  assert_int_equal(some.m, 2);
  assert_int_equal(some.equality[0], 2);
  assert_int_equal(some.block[0].last - some.block[0].first, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_fall_apart),
      cmocka_unit_test(points_are_expanded),
      cmocka_unit_test(entries_are_added),
      cmocka_unit_test(scales_are_powers_of_two),
      cmocka_unit_test(it_is_the_same_program),
      cmocka_unit_test(equalities_with_many_entries_come_first),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
