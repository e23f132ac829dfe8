/* test_level_barrier.c: the best d_j of a leaf, against closed forms. */
#include <lapacke.h>

#include "levels.h"

static double minimise(search *t, const int *sign, size_t count, const double *directions) {
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  const ss_effort effort = {
      .gap = 1e-9, .hopeless = HUGE_VAL, .count = count, .directions = directions};
  assert_non_null(leaf);
  assert_true(ss_level_minimise(&t->s, leaf, &effort));
  return leaf->best.tau;
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
  assert_optimal(minimise(&t, SIGNS(1, -1), 0, NULL), 2);
  stop_search(&t);
}

/* In the cell of equal signs N takes the coupling away: tau = 0.3. In the other it is 0.3 too,
 * along both axes, but the leaf cannot tell the axes from what is between them: z_12 = 0.1 costs,
 * tau^2 = 0.1. Half of that cell is exact. */
static void test_signs(void **state) {
  (void)state;
  search t;
  start_search(&t, COUPLED);
  assert_optimal(minimise(&t, SIGNS(1, 1), 0, NULL), 0.3);
  assert_optimal(minimise(&t, SIGNS(1, -1), 0, NULL), sqrt(0.1));
  assert_optimal(minimise(&t, NULL, 0, NULL), sqrt(0.1));
  assert_true(ss_level_add_cut(&t.s, (double[]){1, 1}));
  assert_near(minimise(&t, SIGNS(1, -1, 1), 0, NULL), 0.3, 1e-7);
  assert_near(minimise(&t, SIGNS(1, -1, -1), 0, NULL), 0.3, 1e-7);
  stop_search(&t);
}

/* One friction, one sign: the relaxation is exact, against a scan of all directions. */
static void test_one_friction(void **state) {
  (void)state;
  search t;
  start_search(&t, TWO SPRINGS RUBS_X "force x = 0.3*x' + 0.7*y'\nforce y = 0.7*x' - 1/5*y'\n");
  double best = 0;
  for (int i = 0; i < 100000; i++) {
    double angle = M_PI * (i + 0.5) / 100000, u = cos(angle), v = sin(angle);
    best = fmax(best, (0.3 * u * u + 1.4 * u * v - v * v / 5) / fabs(u));
  }
  assert_near(minimise(&t, (int[5]){1}, 0, NULL), best, 1e-7);
  assert_true(minimise(&t, NULL, 0, NULL) >= best * (1 - 1e-9));
  stop_search(&t);
}

/* It stops where it may: soon, and with a point that is feasible. */
static void test_efforts(void **state) {
  (void)state;
  search t;
  start_search(&t, COUPLED);
  ss_leaf *all = solve_leaf(&t, SIGNS(1, -1)), *some = ss_level_new_leaf(&t.s, SIGNS(1, -1));
  ss_effort effort = {.gap = 1e-9, .enough = 0.4, .hopeless = HUGE_VAL};
  assert_true(ss_level_minimise(&t.s, some, &effort));
  assert_true(some->best.tau <= 0.4 && some->best.tau > all->best.tau && some->work < all->work);
  effort = (ss_effort){.gap = 1e-9, .enough = 0.1, .hopeless = 0.2};
  some = ss_level_new_leaf(&t.s, SIGNS(1, -1));
  assert_true(ss_level_minimise(&t.s, some, &effort));
  assert_true(some->bound > 0.2 && some->bound <= all->best.tau && some->work < all->work);
  stop_search(&t);
}

/* A cell without velocities, x' >= 0 and -x' >= 0: the multipliers stay finite. */
static void test_empty_cell(void **state) {
  (void)state;
  search t;
  start_search(&t, TWO SPRINGS DAMPER("-1", "1") RUBS_X
               "friction b { slip = x'; normal = 1; law = coulomb(1) }\n");
  assert_true(minimise(&t, SIGNS(1, -1), 0, NULL) < 1);
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

/* From the parent's early point it is not so far, and the end is the same. */
static void test_parent(void **state) {
  (void)state;
  search t;
  start_search(&t, COUPLED);
  assert_true(ss_level_add_cut(&t.s, (double[]){1, 1}));
  const ss_leaf *parent = solve_leaf(&t, SIGNS(1));
  const int *cells[] = {SIGNS(1, -1), SIGNS(1, 1), SIGNS(1, 0, -1)};
  for (int i = 0; i < 3; i++) {
    const ss_effort effort = {.gap = 1e-9, .hopeless = HUGE_VAL, .parent = parent};
    ss_leaf *cold = solve_leaf(&t, cells[i]), *warm = ss_level_new_leaf(&t.s, cells[i]);
    assert_true(ss_level_minimise(&t.s, warm, &effort));
    assert_near(warm->best.tau, cold->best.tau, 1e-8);
    assert_true(warm->work < cold->work);
  }
  stop_search(&t);
}

/* Without a strictly feasible start there is no level. */
static void test_no_start(void **state) {
  (void)state;
  search t;
  start_search(&t, TWO SPRINGS RUBS_X DAMPER("1", "-1"));
  const ss_effort effort = {.gap = 1e-9, .hopeless = HUGE_VAL};
  assert_false(ss_level_minimise(&t.s, ss_level_new_leaf(&t.s, NULL), &effort));
  assert_false(ss_level_minimise(&t.s, ss_level_new_leaf(&t.s, (int[5]){1}), &effort));
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_signs),
      cmocka_unit_test(test_empty_cell),   cmocka_unit_test(test_directions),
      cmocka_unit_test(test_no_start),     cmocka_unit_test(test_one_friction),
      cmocka_unit_test(test_efforts),      cmocka_unit_test(test_parent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
