/* test_attempt.c: conditions: their evidence multiplies out, their details say what decides. */
#include "support.h"

static void start(machine *m, ss_attempt *a, const char *text) {
  *m = start_facts(text);
  settle(m);
  ss_attempt_start(a, &m->facts, "TEST");
}

static void finish(machine *m, ss_attempt *a) {
  ss_attempt_clear(a);
  stop(m);
}

/* L D L^T of K = [2 -1; -1 2]: L = -1/2, D = 2, 3/2. */
static void test_definite(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO SPRINGS);
  assert_true(ss_attempt_definite(&a, 3, "K", m.facts.K));
  assert_string_equal(a.condition[0].id, "TEST.3");
  assert_string_equal(a.condition[0].detail, "smallest pivot 3/2");
  json_t *L = json_object_get(a.condition[0].evidence, "L");
  assert_int_equal(json_array_size(L), 2);
  assert_int_equal(json_array_size(json_array_get(L, 0)), 0);
  assert_string_equal(json_string_value(json_array_get(json_array_get(L, 1), 0)), "-1/2");
  json_t *D = json_object_get(a.condition[0].evidence, "D");
  assert_string_equal(json_string_value(json_array_get(D, 1)), "3/2");
  finish(&m, &a);
}

/* What fails has no evidence, and the vector that shows it. */
static void test_failures(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO "potential = x^2 - y^2\nforce x = y\n");
  assert_false(ss_attempt_symmetric(&a, 1, "K", m.facts.K));
  assert_non_null(strstr(a.condition[0].detail, "circulatory"));
  assert_false(ss_attempt_friction(&a, 2));
  assert_false(ss_attempt_semidefinite(&a, 3, "M", m.facts.Kinv));
  for (size_t i = 0; i < a.count; i++) assert_null(a.condition[i].evidence);
  finish(&m, &a);
}

static void test_negative_and_nonsingular(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO "potential = x^2 - y^2\n");
  assert_true(ss_attempt_negative(&a, 1, "K", m.facts.K));
  assert_string_equal(a.condition[0].detail, "x^T A x = -2 for x = (0, 1)");
  json_t *image = json_object_get(a.condition[0].evidence, "image");
  assert_string_equal(json_string_value(json_array_get(image, 1)), "-2");
  assert_true(ss_attempt_nonsingular(&a, 2, "K", m.facts.K));
  assert_string_equal(a.condition[1].detail, "determinant -4");
  assert_false(ss_attempt_negative(&a, 3, "M", m.facts.M));
  finish(&m, &a);
}

/* The damped mass is seen at once, the other through the spring: two steps. */
static void test_observable(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO SPRINGS DAMPER("1", "0"));
  assert_true(ss_attempt_observable(&a, 6));
  assert_string_equal(a.condition[0].detail, "rank 4 of 4 after 4 steps");
  assert_int_equal(json_integer_value(json_object_get(a.condition[0].evidence, "steps")), 4);
  finish(&m, &a);
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
      cmocka_unit_test(test_definite),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_negative_and_nonsingular),
      cmocka_unit_test(test_observable),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_levels_round_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
