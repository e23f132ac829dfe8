/* test_linear_rows.c: which machines are linear, and the rows of a case. */
#include "linears.h"

static bool is_linear(const char *text) {
  linears l = linears_open(text);
  linears_read(&l);
  const bool linear = l.is_linear;
  linears_close(&l);
  return linear;
}

#define MASS "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\n"

static void test_which_are_linear(void **state) {
  (void)state;
  assert_true(is_linear(MASS "potential = 1/2*(3*x - 1)^2\n"));
  assert_true(is_linear(MASS "potential = x*(x + 1) + sin(x)^2 + cos(x)^2\n"));
  assert_false(is_linear(MASS "potential = x^3\n"));
  assert_false(is_linear(MASS "force x = sign(x)\n")); /* its derivative is 0 */
  assert_false(is_linear(MASS "contact c { gap = sin(x) }\n"));
  assert_false(is_linear(MASS "friction f { slip = x'; normal = 1 + x^2; law = coulomb(1) }\n"));
  assert_false(is_linear("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                         "friction f { slip = (x', y'); normal = 1; law = disk(1) }\n"));
}

/* A block on a floor: with the contact settled either way, or not. */
static void test_rows(void **state) {
  (void)state;
  linears l = linears_open("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                           "potential = x^2 + 3*y\n"
                           "contact c { gap = y - 1; slip = x'; law = coulomb(1/2) }\n");
  linears_read(&l);
  bool closed = false, settled = false;
  int side = 0;
  const ss_rest_linear_case one = {&closed, &settled, &side};
  ss_rest_linear_rows rows;
  /* balance; 1 >= 0, gap, pressing, two of friction */
  assert_int_equal(ss_rest_linear_write(&l.linear, &one, &rows), SS_OK);
  assert_int_equal(fmpq_mat_nrows(rows.equations), 2);
  assert_int_equal(fmpq_mat_nrows(rows.inequalities), 5);
  assert_true(rows.gap[0] >= 0 && rows.press[0] >= 0);
  /* y - 1 */
  assert_true(fmpq_cmp_si(fmpq_mat_entry(rows.inequalities, rows.gap[0], 0), -1) == 0);
  assert_true(fmpq_is_one(fmpq_mat_entry(rows.inequalities, rows.gap[0], 2)));
  /* 2 x = lambda_T, 0 = -3 + lambda_N */
  assert_true(fmpq_cmp_si(fmpq_mat_entry(rows.equations, 0, 1), 2) == 0);
  assert_true(fmpq_cmp_si(fmpq_mat_entry(rows.equations, 0, 4), -1) == 0);
  assert_true(fmpq_cmp_si(fmpq_mat_entry(rows.equations, 1, 0), 3) == 0);
  ss_rest_linear_rows_clear(&rows);
  settled = true;
  assert_int_equal(ss_rest_linear_write(&l.linear, &one, &rows), SS_OK);
  assert_int_equal(fmpq_mat_nrows(rows.equations), 4); /* no forces */
  assert_int_equal(rows.press[0], -1);
  ss_rest_linear_rows_clear(&rows);
  closed = true;
  assert_int_equal(ss_rest_linear_write(&l.linear, &one, &rows), SS_OK);
  assert_int_equal(fmpq_mat_nrows(rows.equations), 3);
  assert_int_equal(rows.gap[0], -1);
  ss_rest_linear_rows_clear(&rows);
  linears_close(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_which_are_linear),
                                     cmocka_unit_test(test_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
