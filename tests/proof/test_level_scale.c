/* test_level_scale.c: M = 1, p = 1, and what semidefinite damping prescribes. */
#include "levels.h"

static void test_scaling(void **state) {
  (void)state;
  search t;
  start_search(&t, "coord x, y\nkinetic = 2*x'^2 + 1/2*y'^2\npotential = x^2 + y^2\n"
                   "force x = 8*x' - 2*y'\nforce y = -2*x'\n"
                   "friction a { slip = 3*x'; normal = 5; law = coulomb(1) }\n");
  /* L = diag(2, 1): C = [-8/4 2/2; 2/2 0], w = 5 * 3/2; y has no damping: U = e_y */
  assert_near(t.s.C[0], -2, 1e-14);
  assert_near(t.s.C[1], 1, 1e-14);
  assert_near(t.s.w[0], 7.5, 1e-14);
  assert_int_equal(t.s.k, 1);
  assert_int_equal(fmpq_mat_ncols(t.s.U), 1);
  /* Cs U = (2, 0) = W h with h = 2/3: d^T U = -4/3, |d0|/p = (4/3)/5 */
  assert_near(t.s.fixed[0], (4. / 15) * (4. / 15), 1e-13);
  assert_near(ss_entry_double(t.s.d0, 1, 0), -4. / 3, 1e-15);
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scaling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
