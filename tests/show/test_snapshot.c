/* test_snapshot.c: numbers at a state against numbers worked out by hand. */
#include "fixture.h"

/* On the floor: W_N = (-1/2, 1), W_T = (1, 1/2) of the floor and (0, 1) of the wall, M = 2 I. */
static void test_closed(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  start_fixture(&f, bead);
  assert_int_equal(take(&f, "low", &s), SS_OK);
  assert_true(s.closed[0] && s.closed[1]);
  assert_int_equal(s.directions, 3);
  const double G[] = {0.625, 0, 0.5, 0, 0.625, 0.25, 0.5, 0.25, 0.5};
  for (int i = 0; i < 9; i++) assert_true(fabs(s.G[i] - G[i]) < 1e-15);
  assert_int_equal(s.rank, 2); /* three directions in the plane */
  assert_true(isinf(s.condition));
  assert_string_equal(s.direction[1], "floor T");
  assert_true(fabs(s.values.of[SS_QUANTITY_ENERGY][0] - 9) < 1e-15);
  assert_true(fabs(s.values.of[SS_QUANTITY_H][0] + 3) < 1e-15);
  stop_fixture(&f);
}

static void test_open(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  start_fixture(&f, bead);
  assert_int_equal(take(&f, "high", &s), SS_OK);
  assert_false(s.closed[0]);
  assert_int_equal(s.directions, 1);
  assert_true(fabs(s.condition - 1) < 1e-15);
  stop_fixture(&f);
}

/* At a place that no state of the file names: the reader would refuse it. */
static ss_status take_at(fixture *f, double x, ss_snapshot *s) {
  const double u = 1;
  return ss_snapshot_take(f->arena, f->system, "somewhere", NULL, &x, &u, s);
}

static void test_refusals(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  start_fixture(&f, "coord x\nkinetic = 1/2*(2 + x)*x'^2\npotential = log(x + 5)\n");
  assert_int_equal(take_at(&f, 0, &s), SS_OK);
  assert_int_equal(take_at(&f, -3, &s), SS_SINGULAR);     /* M < 0 */
  assert_int_equal(take_at(&f, -5, &s), SS_BAD_ARGUMENT); /* log(0) */
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed), cmocka_unit_test(test_open),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
