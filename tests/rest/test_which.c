/* test_which.c: the rest set at a position. */
#include "../../src/rest/rest_private.h"
#include "rests.h"

static size_t which(machine *m, const ss_rest_sets *sets, const char *state, double tolerance) {
  machine_put(m, state);
  return ss_rest_which(sets, m->q, tolerance);
}

static void test_parallelogram(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(which(&m, &sets, "x1=0.9,x2=0.9", 0), 0);
  assert_int_equal(which(&m, &sets, "x1=0.9,x2=-0.9", 0.1), SIZE_MAX);
  assert_int_equal(which(&m, &sets, "x1=1.001,x2=1.001", 1e-2), 0);
  assert_int_equal(which(&m, &sets, "x1=1.001,x2=1.001", 1e-5), SIZE_MAX);
  /* beyond the side 2 x1 - x2 = 1, by (2 - 1) / sqrt(5) */
  machine_put(&m, "x1=1,x2=0");
  assert_near(ss_rest_distance(&sets, 0, m.q), 1 / sqrt(5), 1e-15);
  machine_close(&m);
}

/* A hanging beam and a leaning one, also after a turn. */
static void test_curves_and_angles(void **state) {
  (void)state;
  machine m = machine_open("constrained-beam", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 2);
  const size_t hangs = which(&m, &sets, "hanging", 1e-9), leans = which(&m, &sets, "leaning", 1e-3);
  assert_in_range(hangs, 0, 1);
  assert_int_equal(leans, 1 - hangs);
  assert_int_equal(which(&m, &sets, "phi=3*pi,y=-1", 1e-9), hangs);
  assert_int_equal(which(&m, &sets, "pulled", 1e-3), SIZE_MAX);
  machine_close(&m);
}

/* A disc; a free angle does not matter. Its polygon of 72 corners is off by 1 - cos(2.5 degrees).
 */
static void test_patch(void **state) {
  (void)state;
  machine m = machine_open("spinning-disk", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_int_equal(which(&m, &sets, "x=0.1,y=0.2,psi=77", 1e-12), 0);
  assert_int_equal(which(&m, &sets, "x=0.2943*cos(1),y=0.2943*sin(1)", 0.2943 * 1e-3), 0);
  assert_int_equal(which(&m, &sets, "x=0.3,y=0.2", 1e-3), SIZE_MAX);
  machine_put(&m, "x=0.5");
  assert_near(ss_rest_distance(&sets, 0, m.q), 0.5 - 0.2943, 1e-9);
  machine_close(&m);
}

/* The stored boundary of a patch cuts its corners, here one that is taken away from it. What rests
 * there is in the set, the only one. */
static void test_at_rest(void **state) {
  (void)state;
  machine m = machine_open("small/quartic-spring", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_true(sets.complete);
  double *point = (double *)sets.set[0].point, *lowest = point;
  for (size_t i = 0; i < sets.set[0].points; i++)
    if (point[2 * i + 1] < lowest[1]) lowest = point + 2 * i;
  memcpy(m.q, lowest, sizeof(double[2]));
  assert_int_equal(ss_rest_which(&sets, m.q, 1e-3), 0);
  memcpy(lowest, sets.set[0].center, sizeof(double[2]));
  assert_int_equal(ss_rest_which(&sets, m.q, 1e-3), SIZE_MAX);
  assert_int_equal(ss_rest_which_at_rest(&sets, m.q, 1e-3), 0);
  machine_put(&m, "x1=1,x2=0");
  assert_int_equal(ss_rest_which_at_rest(&sets, m.q, 1e-3), SIZE_MAX);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parallelogram),
      cmocka_unit_test(test_curves_and_angles),
      cmocka_unit_test(test_patch),
      cmocka_unit_test(test_at_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
