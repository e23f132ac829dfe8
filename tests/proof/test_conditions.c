/* test_conditions.c: conditions about matrices: their evidence multiplies out, their details say
 * what decides. */
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

/* L D L^T of K = [2 -1; -1 2]: L = -1/2, D = 2, 3/2. */
static void test_definite(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO SPRINGS);
  assert_true(ss_attempt_definite(&a, &m.facts, 3, "K"));
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
  assert_false(ss_attempt_symmetric(&a, &m.facts, 1));
  assert_non_null(strstr(a.condition[0].detail, "circulatory"));
  assert_false(ss_attempt_friction(&a, &m.facts, 2));
  assert_false(ss_attempt_semidefinite(&a, &m.facts, 3, "K"));
  for (size_t i = 0; i < a.count; i++) assert_null(a.condition[i].evidence);
  finish(&m, &a);
}

/* K_12 = k and K_21 = 2 - k have one center and are not the same. */
static void test_symmetric_in_all_of_a_range(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a,
        "param k = 1 in [1/2, 3/2]\n" TWO "potential = 4*x^2 + 4*y^2\n"
        "force x = -k*y\nforce y = (k - 2)*x\n");
  assert_false(ss_attempt_symmetric(&a, &m.facts, 2));
  assert_string_equal(a.condition[0].detail, "not for all parameters in their ranges");
  finish(&m, &a);
}

static void test_negative_and_nonsingular(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO "potential = x^2 - y^2\n");
  assert_true(ss_attempt_negative(&a, &m.facts, 1));
  assert_string_equal(a.condition[0].detail, "x^T A x = -2 for x = (0, 1)");
  json_t *image = json_object_get(a.condition[0].evidence, "image");
  assert_string_equal(json_string_value(json_array_get(image, 1)), "-2");
  assert_true(ss_attempt_nonsingular(&a, &m.facts, 2, "K"));
  assert_string_equal(a.condition[1].detail, "determinant -4");
  finish(&m, &a);
  start(&m, &a, TWO SPRINGS);
  assert_false(ss_attempt_negative(&a, &m.facts, 1));
  finish(&m, &a);
}

/* The damped mass is seen at once, the other through the spring: two steps. */
static void test_observable(void **state) {
  (void)state;
  machine m;
  ss_attempt a;
  start(&m, &a, TWO SPRINGS DAMPER("1", "0"));
  assert_true(ss_attempt_observable(&a, &m.facts, 6));
  assert_string_equal(a.condition[0].detail, "rank 4 of 4 after 4 steps");
  assert_int_equal(json_integer_value(json_object_get(a.condition[0].evidence, "steps")), 4);
  finish(&m, &a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_definite),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_symmetric_in_all_of_a_range),
      cmocka_unit_test(test_negative_and_nonsingular),
      cmocka_unit_test(test_observable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
