/* test_attempt.c: conditions by their numbers; numbers and levels in words. */
#include "support.h"

static void start(machine *m, ss_attempt *a, const char *text) {
  *m = start_facts(text);
  settle(m);
  start_attempt(a, m);
}

static void finish(machine *m, ss_attempt *a) {
  ss_attempt_clear(a);
  stop(m);
}

/* The words are those of the row; the list grows as long as there are conditions. */
static void test_list(void **state) {
  (void)state;
  static const ss_requirement words[] = {{1, "first"}, {40, "fortieth"}, {0, NULL}};
  static const ss_theorem row = {.id = "TEST", .conditions = words};
  ss_arena *arena = ss_arena_create();
  ss_attempt a;
  ss_attempt_start(&a, arena, NULL, &row, NULL);
  for (int i = 1; i <= 40; i++)
    assert_int_equal(ss_attempt_add(&a, i, i % 2 ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                                    ss_evidence("x"), NULL),
                     i % 2);
  assert_int_equal(a.count, 40);
  assert_string_equal(a.condition[0].text, "first");
  assert_string_equal(a.condition[1].text, "");
  assert_string_equal(a.condition[39].text, "fortieth");
  assert_string_equal(a.condition[39].id, "TEST.40");
  ss_attempt_clear(&a);
  ss_arena_destroy(arena);
}

static void test_words(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_si(x, -3, 8);
  assert_string_equal(ss_number_text(arena, x), "-3/8");
  fmpq_set_si(x, 1, 3);
  fmpq_pow_si(x, x, 30);
  assert_string_equal(ss_number_text(arena, x), "4.85693575e-15");
  fmpq_clear(x);
  ss_arena_destroy(arena);
}

/* (2/3)^k, k = 20 … 600, and numbers that no double has: what is told is never more, and near. */
static void test_levels_round_down(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  fmpq_t told;
  start(&m, &a, TWO SPRINGS);
  fmpq_init(told);
  for (slong k = 20; k <= 600; k++) {
    fmpq_set_si(a.level, 2, 3);
    fmpq_pow_si(a.level, a.level, k % 2 ? k : -k);
    ss_attempt_tell_level(&a);
    ss_exact_from_double(told, a.levels.proved, 0);
    assert_true(fmpq_cmp(told, a.level) <= 0);
    double digits = strtod(a.levels.digits, NULL);
    assert_true(digits <= a.levels.proved && digits >= a.levels.proved * (1 - 2e-9));
  }
  for (int sign = -1; sign <= 1; sign += 2) {
    fmpq_set_si(a.level, 10, 1);
    fmpq_pow_si(a.level, a.level, 400 * sign);
    ss_attempt_tell_level(&a);
    assert_true(isfinite(a.levels.proved) && a.levels.proved >= 0);
    assert_true(strtod(a.levels.digits, NULL) <= a.levels.proved);
  }
  fmpq_clear(told);
  finish(&m, &a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_levels_round_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
