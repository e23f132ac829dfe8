/* test_sticking.c: motions without slip that no damper sees. */
#include "support.h"

static void expect(const char *text, slong dimension) {
  machine m = start_facts(text);
  settle(&m);
  fmpq_mat_t V, AV, both;
  ss_sticking_unseen(V, &m.facts);
  assert_int_equal(fmpq_mat_ncols(V), dimension);
  /* it is invariant: A V adds nothing to its span */
  slong n = fmpq_mat_nrows(V);
  fmpq_mat_init(AV, n, dimension);
  fmpq_mat_init(both, n, 2 * dimension);
  fmpq_mat_mul(AV, m.facts.A, V);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < dimension; j++) {
      fmpq_set(ss_entry(both, i, j), ss_entry(V, i, j));
      fmpq_set(ss_entry(both, i, dimension + j), ss_entry(AV, i, j));
    }
  assert_int_equal(ss_exact_rank(both), dimension);
  fmpq_mat_clear(V);
  fmpq_mat_clear(AV);
  fmpq_mat_clear(both);
  stop(&m);
}

static void test_dimensions(void **state) {
  (void)state;
  expect(TWO SPRINGS, 4);                                    /* nothing dissipates */
  expect(TWO SPRINGS RUBS_APART, 2);                         /* the common motion */
  expect(TWO SPRINGS DAMPER("1", "0"), 0);                   /* seen through the spring */
  expect(TWO "potential = x^2 + y^2\n" DAMPER("1", "0"), 2); /* not coupled */
  expect(TWO SPRINGS "force x = -x' + y'\nforce y = x' - y'\n", 2);
}

/* After how many derivatives every motion without slip is seen; 0: never. */
static void expect_seen(const char *text, slong steps) {
  machine m = start_facts(text);
  settle(&m);
  assert_int_equal(ss_sticking_seen(&m.facts), steps);
  stop(&m);
}

/* With ranges as without: a motion that is never seen ends the search too. */
static void test_seen(void **state) {
  (void)state;
  expect_seen(TWO SPRINGS DAMPER("1", "0"), 4);
  expect_seen(TWO SPRINGS DAMPER("1", "1"), 2);
  expect_seen(TWO SPRINGS RUBS_APART DAMPER("1", "1"), 2);
  expect_seen(TWO "potential = x^2 + y^2\n" DAMPER("1", "0"), 0);
  expect_seen("param k = 1 in [0.99, 1.01]\n" TWO "potential = k*x^2 + y^2\n" DAMPER("1", "0"), 0);
  expect_seen("param k = 1 in [0.99, 1.01]\n" TWO "potential = k*x^2 + y^2\n" DAMPER("1", "1"), 2);
  expect_seen(
      "param k = 1 in [0.999, 1.001]\n" TWO "potential = x^2 + k*x*y + y^2\n" DAMPER("1", "0"), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dimensions),
                                     cmocka_unit_test(test_seen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
