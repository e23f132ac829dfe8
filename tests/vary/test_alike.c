/* test_alike.c: guards that reach 0 together in every perturbed motion. */
#include "vary.h"

/* Rows over (q, u) of a machine with two coordinates and no bonds: what counts is where the map
 * leads. */
static void test_rows(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_parse("coord a, b\nkinetic = 1/2*a'^2 + 1/2*b'^2\n"), 0, NULL);
  double same[16] = {0}, all[16] = {0}, d[16];
  for (int k = 0; k < 4; k++) all[5 * k] = 1;
  for (int k = 0; k < 2; k++) same[4 * k] = same[4 * k + 8] = k + 1; /* a = b = first column */
  same[4] = same[0];
  same[12] = same[8];
  ss_map_piece piece[] = {{.matrix = same}, {.matrix = all}};
  ss_instant in = {.pieces = 1, .piece = piece};
  const double first[] = {1, 0, 0, 0}, second[] = {0, 1, 0, 0};
  assert_true(ss_vary_rows_meet(&b.v.frame, &in, all, first, second, d));
  assert_false(ss_vary_rows_agree(&b.v.frame, 0, NULL, first, second, d));
  assert_true(ss_vary_rows_agree(&b.v.frame, 0, NULL, first, first, d));
  assert_near(ss_vary_reach(&b.v.frame, &in, all, first), 1, 0);
  /* another piece of the map tells them apart; without any nothing is known */
  in.pieces = 2;
  assert_false(ss_vary_rows_meet(&b.v.frame, &in, all, first, second, d));
  in.pieces = 0;
  assert_false(ss_vary_rows_meet(&b.v.frame, &in, all, first, second, d));
  assert_near(ss_vary_reach(&b.v.frame, &in, all, first), 1, 0);
  bench_close(&b);
}

/* A table that stands on two legs lands on the others, is thrown off all four, and lands on two of
 * them: at once, in every motion, though nothing holds it in the air. */
static void test_table(void **state) {
  (void)state;
  machine m = machine_open("four-leg-table", NULL);
  machine_put(&m, "x=0.017420987684852784, y=-0.0071424235603413161, z=0.6298041052138571, "
                  "alpha=0.21332280995076847, beta=-0.060743993404250629, "
                  "gamma=-0.07861830610541852, x'=-0.23682248558989283, y'=-0.42091426454806524, "
                  "z'=0.44567207096473904, alpha'=-0.33334060350381312, "
                  "beta'=0.10321320542128487, gamma'=0.56172376");
  assert_true(vary_order(&m, 0.259, 1) > 1.95);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
