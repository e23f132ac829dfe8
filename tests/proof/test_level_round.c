/* test_level_round.c: floating-point leaves become rational ones, verified, or nothing. */
#include "levels.h"

/* The optimum of the paper's masses is rational and is hit: d = (1/8, -1/8). */
static void test_hits_the_optimum(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, PAPER);
  ss_leaf *leaf = ss_level_new_leaf(&t.s, NULL);
  assert_true(ss_level_minimise(&t.s, leaf, 1e-9, 0, NULL));
  assert_true(ss_level_round(&t.s, leaf, &e));
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
  ss_leaf *leaf = ss_level_new_leaf(&t.s, NULL);
  assert_true(ss_level_minimise(&t.s, leaf, 1e-9, 0, NULL));
  assert_true(ss_level_round(&t.s, leaf, &e));
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

/* A leaf that promises too much is not believed. */
static void test_a_lie_is_refused(void **state) {
  (void)state;
  search t;
  ss_exact_leaf e;
  start_search(&t, PAPER);
  ss_leaf *leaf = ss_level_new_leaf(&t.s, NULL);
  assert_true(ss_level_minimise(&t.s, leaf, 1e-9, 0, NULL));
  for (size_t i = 0; i < t.s.k * t.s.m; i++) leaf->z[i] *= 0.999;
  leaf->tau *= 0.999;
  assert_false(ss_level_round(&t.s, leaf, &e));
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hits_the_optimum),
      cmocka_unit_test(test_claim_holds_everywhere),
      cmocka_unit_test(test_a_lie_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
