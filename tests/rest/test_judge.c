/* test_judge.c: numbers over a box, and what they rule out at once. */
#include "../../src/rest/judge.h"

#include "stage.h"

/* A ball over a floor: where the gap is not negative, and where a closed contact can be. */
static void test_misses(void **state) {
  (void)state;
  stage s;
  ss_judge judge;
  stage_open(&s,
             "model \"ball\"\ncoord y\nkinetic = 1/2*y'^2\npotential = y + y^3/100\n"
             "contact floor { gap = y - 1 }\n",
             NULL);
  assert_int_equal(ss_judge_create(s.m.arena, &s.search, &s.walker, 64, &judge), SS_OK);
  static const struct {
    double lo, hi;
    bool open, closed; /* missed by these cases */
  } cases[] = {{-1, 0.9, true, true}, {0.9, 1.1, false, false}, {1.1, 2, false, true}};
  for (size_t i = 0; i < 3; i++) {
    ss_judge_look(&judge, &cases[i].lo, &cases[i].hi);
    assert_true(judge.finite);
    for (size_t p = 0; p < s.patterns.count; p++) {
      const ss_rest_pattern *pattern = &s.patterns.item[p];
      assert_int_equal(ss_judge_misses(&judge, pattern),
                       pattern->closed[0] ? cases[i].closed : cases[i].open);
    }
  }
  ss_judge_destroy(&judge);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_misses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
