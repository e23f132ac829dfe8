/* test_level_barrier.c: the best d_j of a leaf, against closed forms. */
#include <lapacke.h>

#include "levels.h"

static double minimise(search *t, const int *sign, size_t count, const double *directions) {
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  assert_non_null(leaf);
  assert_true(ss_level_minimise(&t->s, leaf, 1e-9, count, directions));
  return leaf->tau;
}

/* tau to the gap that was asked for, and never below the optimum. */
static void assert_optimal(double tau, double best) {
  assert_true(tau >= best * (1 - 1e-12));
  assert_near(tau, best, 2e-9);
}

static void test_closed_forms(void **state) {
  (void)state;
  search t;
  /* the masses of the paper: the leaf without signs is exact */
  start_search(&t, PAPER);
  assert_optimal(minimise(&t, NULL, 0, NULL), sqrt(1. / 32));
  stop_search(&t);
  /* C = diag(-1, -2): Q_11 = -1 + z_11, Q_22 = -2 + z_22 */
  start_search(&t, DIAGONAL);
  assert_optimal(minimise(&t, NULL, 0, NULL), 2);
  assert_optimal(minimise(&t, (int[]){1, -1}, 0, NULL), 2);
  stop_search(&t);
}

/* C = [-.3 .1; .1 -.3], a case of the paper. In the cell of equal signs N takes the coupling away:
 * tau = 0.3. In the other it cannot, and z_12 = 0.1 costs: tau^2 = 0.1. */
static void test_signs(void **state) {
  (void)state;
  search t;
  start_search(&t,
               TWO SPRINGS RUBS_X RUBS_Y "force x = 0.3*x' - 0.1*y'\nforce y = 0.3*y' - 0.1*x'\n");
  assert_optimal(minimise(&t, (int[]){1, 1}, 0, NULL), 0.3);
  assert_optimal(minimise(&t, (int[]){1, -1}, 0, NULL), sqrt(0.1));
  assert_optimal(minimise(&t, NULL, 0, NULL), sqrt(0.1));
  stop_search(&t);
}

/* A cell without velocities, x' >= 0 and -x' >= 0: the multipliers stay finite. */
static void test_empty_cell(void **state) {
  (void)state;
  search t;
  start_search(&t, TWO SPRINGS DAMPER("-1", "1") RUBS_X
               "friction b { slip = x'; normal = 1; law = coulomb(1) }\n");
  assert_true(minimise(&t, (int[]){1, -1}, 0, NULL) < 1);
  assert_optimal(minimise(&t, NULL, 0, NULL), 0.5);
  stop_search(&t);
}

/* Fewer directions give no better leaf; enough of them the same. */
static void test_directions(void **state) {
  (void)state;
  search t;
  start_search(&t,
               "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = x^2 + y^2 + z^2\n"
               "force x = x' + y'\nforce y = x' - y'\nforce z = -z' + x'\n" RUBS_X RUBS_Y);
  double free = minimise(&t, NULL, 0, NULL);
  double few = minimise(&t, NULL, 1, (double[]){0, 1, 0});
  assert_true(few >= free * (1 - 1e-8));
  assert_near(minimise(&t, NULL, 2, (double[]){0, 1, 0, 0, 0, 1}), free, 1e-8);
  stop_search(&t);
}

/* Without a strictly feasible start there is no level. */
static void test_no_start(void **state) {
  (void)state;
  search t;
  start_search(&t, TWO SPRINGS RUBS_X DAMPER("1", "-1"));
  ss_leaf *leaf = ss_level_new_leaf(&t.s, NULL);
  assert_false(ss_level_minimise(&t.s, leaf, 1e-9, 0, NULL));
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_signs),
      cmocka_unit_test(test_empty_cell),   cmocka_unit_test(test_directions),
      cmocka_unit_test(test_no_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
