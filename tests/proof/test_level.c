/* test_level.c: branch and bound over cells of velocities. */
#include "levels.h"

static double prove_level(const char *text, size_t leaves, size_t *used) {
  machine m = start_facts(text);
  ss_attempt a;
  settle(&m);
  m.options.leaves = leaves;
  start_attempt(&a, &m);
  assert_true(ss_attempt_level(&a, &m.facts, 8));
  double level = a.levels.proved;
  assert_true(a.has_level && level <= a.levels.tight);
  *used = a.levels.leaves;
  /* every pattern of signs is covered once: 2^(m - signs) each, opposites together */
  json_t *list = json_object_get(a.condition[0].evidence, "leaves");
  double covered = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *signs = json_object_get(json_array_get(list, i), "signs");
    size_t given = 0;
    for (size_t j = 0; j < json_array_size(signs); j++)
      given += json_integer_value(json_array_get(signs, j)) != 0;
    covered += given ? pow(0.5, (double)given - 1) : 1;
  }
  assert_near(covered, 1, 1e-15);
  ss_attempt_clear(&a);
  stop(&m);
  return level;
}

/* More leaves never lower the level. */
static void test_more_leaves(void **state) {
  (void)state;
  size_t used;
  double one = prove_level(COUPLED, 1, &used);
  assert_int_equal(used, 1);
  assert_near(one, 5, 1e-8);
  double many = prove_level(COUPLED, 16, &used);
  assert_true(used > 1 && used <= 16);
  assert_near(many, 50. / 9, 1e-3);
}

/* Where the leaf without signs is exact nothing is split. */
static void test_one_is_enough(void **state) {
  (void)state;
  size_t used;
  assert_near(prove_level(PAPER, 16, &used), 16, 1e-15);
  assert_int_equal(used, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_more_leaves),
      cmocka_unit_test(test_one_is_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
