/* test_level_start.c: starts are feasible, and there is none where there cannot be one. */
#include "../../src/proof/level_barrier.h"
#include "levels.h"

static bool start_cell(search *t, const int *sign, const ss_leaf *parent, ss_barrier *b) {
  const ss_effort effort = {.gap = 1e-9, .hopeless = HUGE_VAL};
  assert_true(ss_barrier_create(b, &t->s, ss_level_new_leaf(&t->s, sign), &effort, t->m.arena));
  return ss_barrier_start(b, parent);
}

static void test_from_afar(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, COUPLED);
  assert_true(ss_level_add_cut(&t.s, (double[]){1, -1}));
  const int *cells[] = {NULL, SIGNS(1, 1), SIGNS(1, -1, 1)};
  for (int i = 0; i < 3; i++) {
    assert_true(start_cell(&t, cells[i], NULL, &b));
    assert_true(ss_barrier_evaluate(&b, b.x) < HUGE_VAL);
    assert_near(b.t, b.nu / b.x[b.size - 1], 1e-15);
  }
  stop_search(&t);
}

/* The parent's tau, nearly, and its multipliers: those of a friction that gets the sign -1 turn. */
static void test_from_parent(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, COUPLED);
  const ss_leaf *parent = solve_leaf(&t, SIGNS(1));
  for (int sign = -1; sign <= 1; sign += 2) {
    assert_true(start_cell(&t, SIGNS(1, sign), parent, &b));
    assert_true(ss_barrier_evaluate(&b, b.x) < HUGE_VAL);
    assert_near(b.x[b.size - 1], parent->early.tau, 2e-3);
    /* (z_2, zeta_2) are the unknowns 3 to 5 */
    for (size_t i = 0; i < 3; i++)
      assert_true(fabs(b.x[3 + i] - sign * parent->early.z[3 + i]) < 1e-15);
  }
  stop_search(&t);
}

/* A parent that never had an early point is of no use, and no harm. */
static void test_without_early_point(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, COUPLED);
  assert_true(start_cell(&t, SIGNS(1, 1), ss_level_new_leaf(&t.s, SIGNS(1)), &b));
  assert_near(b.t, b.nu / b.x[b.size - 1], 1e-15);
  stop_search(&t);
}

/* Damping feeds y and nothing rubs there. */
static void test_no_start(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, TWO SPRINGS RUBS_X DAMPER("1", "-1"));
  assert_false(start_cell(&t, NULL, NULL, &b));
  assert_false(start_cell(&t, (int[5]){1}, NULL, &b));
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_from_afar),
      cmocka_unit_test(test_from_parent),
      cmocka_unit_test(test_without_early_point),
      cmocka_unit_test(test_no_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
