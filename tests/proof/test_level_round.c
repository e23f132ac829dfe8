/* test_level_round.c: floating-point leaves become rational ones, verified, or nothing. */
#include "levels.h"

static double level_of(const ss_leaf *leaf) {
  return 1 / (2 * leaf->best.tau * leaf->best.tau);
}

/* The optimum of the paper's masses is rational and is hit: d = (1/8, -1/8). */
static void test_hits_the_optimum(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, PAPER);
  ss_leaf *leaf = solve_leaf(&t, NULL);
  assert_true(ss_level_round(&t.s, leaf, level_of(leaf), &e));
  assert_true(fmpq_cmp_si(e.level, 16) == 0);
  assert_near(ss_entry_double(e.d, 0, 0), 0.125, 0);
  assert_near(ss_entry_double(e.d, 1, 0), -0.125, 0);
  ss_level_clear_leaf(&e);
  stop_search(&t);
}

/* Q >= 0 at 1000 velocities, in doubles: the exact factors say the same as this sum. */
static void test_claim_holds_everywhere(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, "coord x, y\nkinetic = 1/2*x'^2 + y'^2\npotential = x^2 + y^2\n"
                   "force x = x' + y'/3\nforce y = x'/3 - 2*y'\n" RUBS_X RUBS_Y);
  ss_leaf *leaf = solve_leaf(&t, NULL);
  assert_true(ss_level_round(&t.s, leaf, level_of(leaf), &e));
  double level = ss_number_to_double(e.level);
  for (int i = 0; i < 1000; i++) {
    double angle = M_PI * i / 500, u = cos(angle), v = sin(angle);
    double size = sqrt(2 * level / (u * u + 2 * v * v));
    double rate = -size * (u * u + 2. / 3 * u * v - 2 * v * v) + fabs(u) + fabs(v);
    assert_true(rate >= -1e-12);
  }
  ss_level_clear_leaf(&e);
  stop_search(&t);
}

/* Signs, a cut and |v|: the numbers below the level are what the certificate says they are, and the
 * cut is not idle. */
static void test_lifted(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, COUPLED);
  assert_true(ss_level_add_cut(&t.s, (double[]){1, 1}));
  ss_leaf *leaf = solve_leaf(&t, SIGNS(1, -1, 1));
  assert_true(ss_level_round(&t.s, leaf, level_of(leaf), &e));
  assert_true(ss_number_to_double(e.level) >= level_of(leaf) * (1 - 1e-3));
  assert_true(ss_entry_double(e.d, 2, 2) < 0);
  /* F = u^T C u + theta (p^T |W^T u|) = 0.3 and more at theta = |u|/sqrt(2 level), in the cell */
  for (int i = 0; i < 1000; i++) {
    double angle = M_PI / 4 * i / 1000, u = cos(angle), v = -sin(angle);
    double theta = 1 / sqrt(2 * ss_number_to_double(e.level));
    assert_true(-0.3 + 0.2 * u * v + theta * (u - v) >= -1e-12);
  }
  ss_level_clear_leaf(&e);
  stop_search(&t);
}

/* A coarse rounding is enough where a lower level is wanted. */
static void test_wanted(void **state) {
  (void)state;
  search t;
  ss_exact_leaf fine, coarse;
  start_search(&t, "coord x, y\nkinetic = 1/2*x'^2 + y'^2\npotential = x^2 + y^2\n"
                   "force x = x' + y'/3\nforce y = x'/3 - 2*y'\n" RUBS_X RUBS_Y);
  ss_leaf *best = solve_leaf(&t, NULL), *enough = ss_level_new_leaf(&t.s, NULL);
  const ss_effort effort = {.gap = 1e-9, .enough = 1.1 * best->best.tau, .hopeless = HUGE_VAL};
  assert_true(ss_level_minimise(&t.s, enough, &effort));
  assert_true(ss_level_round(&t.s, best, level_of(best), &fine));
  assert_true(ss_level_round(&t.s, enough, level_of(best) / 1.3, &coarse));
  assert_true(fmpq_height_bits(ss_entry(coarse.d, 0, 0)) < 16);
  assert_true(fmpq_cmp(coarse.level, fine.level) < 0);
  ss_level_clear_leaf(&fine);
  ss_level_clear_leaf(&coarse);
  stop_search(&t);
}

/* A leaf that promises too much is not believed. */
static void test_a_lie_is_refused(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, PAPER);
  ss_leaf *leaf = solve_leaf(&t, NULL);
  for (size_t i = 0; i < (t.s.k + 1) * t.s.m; i++) leaf->best.z[i] *= 0.999;
  leaf->best.tau *= 0.999;
  assert_false(ss_level_round(&t.s, leaf, level_of(leaf), &e));
  stop_search(&t);
}

/* Frictions of 2 and 4: the multiplier of their pair has the size of their product. In the cell
 * x' >= 0 >= y' the energy is fed by 3/2 x' y' < 0 alone: N = 3/2 takes all of it. */
static void test_unequal_frictions(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, TWO SPRINGS "friction fx { slip = x'; normal = 2; law = coulomb(1) }\n"
                               "friction fy { slip = y'; normal = 4; law = coulomb(1) }\n"
                               "force x = 3/4*y' + 1/10*x'\nforce y = 3/4*x' + 1/10*y'\n");
  ss_leaf *leaf = solve_leaf(&t, SIGNS(1, -1));
  assert_true(ss_level_round(&t.s, leaf, level_of(leaf), &e));
  assert_near(ss_number_to_double(e.level), level_of(leaf), 1e-3 * level_of(leaf));
  const double level = ss_number_to_double(e.level);
  for (int i = 0; i <= 1000; i++) { /* V' <= 0 on the level, in the cell */
    const double angle = M_PI / 2 * i / 1000, u = cos(angle), v = -sin(angle);
    assert_true(sqrt(2 * level) * (0.1 * (u * u + v * v) + 1.5 * u * v) - (2 * u - 4 * v) <= 1e-9);
  }
  ss_level_clear_leaf(&e);
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unequal_frictions),
      cmocka_unit_test(test_hits_the_optimum),
      cmocka_unit_test(test_claim_holds_everywhere),
      cmocka_unit_test(test_lifted),
      cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_a_lie_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
