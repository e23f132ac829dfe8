/* test_lp.c: linear programs in doubles against the exact ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/rest/lp.h"
#include "standstill/exact.h"
#include "standstill/expr.h"

/* Small integers: degenerate, infeasible and unbounded programs are among them. */
static void test_random(void **state) {
  (void)state;
  enum { ROWS = 4, COLUMNS = 7 };
  size_t seen[3] = {0};
  ss_arena *arena = ss_arena_create();
  ss_lp lp;
  assert_int_equal(ss_lp_create(arena, ROWS, COLUMNS, &lp), SS_OK);
  flint_rand_t random;
  flint_randinit(random);
  fmpq_mat_t A, b, c, x, y;
  fmpq_mat_init(A, ROWS, COLUMNS);
  fmpq_mat_init(b, ROWS, 1);
  fmpq_mat_init(c, COLUMNS, 1);
  fmpq_mat_init(x, COLUMNS, 1);
  fmpq_mat_init(y, ROWS, 1);
  for (int trial = 0; trial < 1000; trial++) {
    double cost[COLUMNS];
    ss_lp_reset(&lp);
    for (slong j = 0; j < COLUMNS; j++) {
      cost[j] = (double)n_randint(random, 9) - 2;
      fmpq_set_si(fmpq_mat_entry(c, j, 0), (slong)cost[j], 1);
      ss_lp_column(&lp, cost[j]);
    }
    for (slong i = 0; i < ROWS; i++) {
      const long right = (long)n_randint(random, 9) - 3;
      fmpq_set_si(fmpq_mat_entry(b, i, 0), right, 1);
      const size_t row = ss_lp_row(&lp, (double)right);
      for (slong j = 0; j < COLUMNS; j++) {
        const long entry = (long)n_randint(random, 7) - 3;
        fmpq_set_si(fmpq_mat_entry(A, i, j), entry, 1);
        ss_lp_add(&lp, row, (size_t)j, (double)entry);
      }
    }
    const ss_lp_outcome exact = ss_exact_lp(A, b, c, x, y);
    const ss_lp_end end = ss_lp_solve(&lp);
    seen[exact]++;
    assert_int_equal(end, exact == SS_LP_OPTIMAL      ? SS_LP_SOLVED
                          : exact == SS_LP_INFEASIBLE ? SS_LP_NO_POINT
                                                      : SS_LP_NO_BOUND);
    if (exact != SS_LP_OPTIMAL) continue;
    double best = 0, found = 0;
    for (slong j = 0; j < COLUMNS; j++) {
      best += cost[j] * ss_number_to_double(fmpq_mat_entry(x, j, 0));
      found += cost[j] * lp.x[j];
      assert_true(lp.x[j] >= 0);
    }
    assert_true(fabs(best - found) <= 1e-9 * (1 + fabs(best)));
  }
  for (size_t k = 0; k < 3; k++) assert_true(seen[k] > 20);
  fmpq_mat_clear(A);
  fmpq_mat_clear(b);
  fmpq_mat_clear(c);
  fmpq_mat_clear(x);
  fmpq_mat_clear(y);
  flint_randclear(random);
  ss_arena_destroy(arena);
}

/* x <= 1 and 1e-10 x <= 1e-11: the second limit is too weak to be seen as one, but what it would
 * leave negative is 0, and the row shows the rest. */
static void test_weak_limit(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_lp lp;
  assert_int_equal(ss_lp_create(arena, 2, 3, &lp), SS_OK);
  ss_lp_reset(&lp);
  const size_t x = ss_lp_column(&lp, -1), slack = ss_lp_column(&lp, 0), weak = ss_lp_column(&lp, 0);
  const size_t first = ss_lp_row(&lp, 1), second = ss_lp_row(&lp, 1e-11);
  ss_lp_add(&lp, first, x, 1);
  ss_lp_add(&lp, first, slack, 1);
  ss_lp_add(&lp, second, x, 1e-10);
  ss_lp_add(&lp, second, weak, 1);
  assert_int_equal(ss_lp_solve(&lp), SS_LP_SOLVED);
  assert_true(lp.x[x] >= 0 && lp.x[slack] >= 0 && lp.x[weak] >= 0);
  assert_true(fabs(1e-10 * lp.x[x] + lp.x[weak] - 1e-11) <= 1e-10);
  ss_arena_destroy(arena);
}

/* More than the program was made for is refused, not written. */
static void test_full(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_lp lp;
  assert_int_equal(ss_lp_create(arena, 1, 1, &lp), SS_OK);
  ss_lp_reset(&lp);
  ss_lp_column(&lp, 1);
  ss_lp_row(&lp, 1);
  assert_false(lp.full);
  ss_lp_column(&lp, 1);
  assert_true(lp.full);
  assert_int_equal(ss_lp_solve(&lp), SS_LP_GAVE_UP);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_weak_limit),
      cmocka_unit_test(test_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
