/* test_level_published.c: the level of the publication with the best beta. */
#include "levels.h"

static double published(const char *text, double *residual) {
  search t;
  ss_levels levels = {0};
  start_search(&t, text);
  double level = ss_level_published(&t.s, t.s.arena, &levels, residual);
  stop_search(&t);
  return level;
}

static void test_levels(void **state) {
  (void)state;
  double residual;
  /* beta = sqrt 2, lambda = -1/4: 2/(2/16) = 16, not the printed 4 */
  assert_near(published(PAPER, &residual), 16, 1e-12);
  assert_true(residual < 1e-12);
  /* C = diag(-1, -2): alpha = 1 + 1, beta = 1/2: 1/4/(2 * 4) */
  assert_near(published(DIAGONAL, &residual), 1. / 32, 1e-12);
}

/* The numbers on the way: the eigenvalues -2, -1 of C, beta = 1/2, a level of each. */
static void test_numbers(void **state) {
  (void)state;
  machine m = prove_text(DIAGONAL);
  const ss_levels *l = &m.proof.levels;
  assert_int_equal(l->eigenvalues, 2);
  assert_near(l->eigenvalue[0], -2, 1e-14);
  assert_near(l->eigenvalue[1], -1, 1e-14);
  assert_near(l->beta, 0.5, 1e-14);
  assert_near(l->rho[0], 1. / 32, 1e-14);
  assert_near(l->rho[1], 1. / 8, 1e-14);
  stop(&m);
}

/* Two frictions along x: the program shares the load, alpha = 1/2; least squares would share it
 * too, but not with unequal bounds: p = 1 and 3 give alpha = 1/4. */
static void test_program(void **state) {
  (void)state;
  double residual;
  assert_near(published(TWO SPRINGS DAMPER("-1", "1") RUBS_X
                        "friction b { slip = x'; normal = 3; law = coulomb(1) }\n",
                        &residual),
              8, 1e-12);
}

/* The fed direction is not in span W: the print has no level, ours may have one. */
static void test_condition_fails(void **state) {
  (void)state;
  double residual;
  const char *text = TWO SPRINGS RUBS_X "force x = x' + y'\nforce y = x' - 4*y'\n";
  assert_true(isnan(published(text, &residual)));
  assert_true(residual > 0.01);
  machine m = prove_text(text);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  assert_false(m.proof.paper_holds);
  assert_true(isnan(m.proof.levels.published));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_program),
      cmocka_unit_test(test_condition_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
