/* test_instants.c: events of a motion as instants. */
#include "vary.h"

static size_t count_instants(bench *b, ss_moment **moments) {
  size_t count;
  assert_int_equal(ss_vary_list_instants(&b->v, &b->m.motion, &count, moments), SS_OK);
  return count;
}

/* Impacts one by one, an accumulation with the last of them, and no rest. */
static void test_ball(void **state) {
  (void)state;
  bench b;
  ss_moment *list;
  bool closes;
  bench_open(&b, machine_open("bouncing-ball", NULL), 0, NULL);
  machine_put(&b.m, "drop");
  machine_run_well(&b.m, 10);
  const size_t count = count_instants(&b, &list);
  assert_int_equal(count, machine_count(&b.m, SS_EVENT_IMPACT));
  assert_false(ss_moment_closes(&b.v, &list[0], &closes));
  assert_true(ss_moment_closes(&b.v, &list[count - 1], &closes));
  assert_true(closes);
  bench_close(&b);
}

/* Two balls that land a little after each other are one instant within the window only. */
static void test_window(void **state) {
  (void)state;
  bench b;
  ss_moment *list;
  bench_open(&b,
             machine_parse("coord a, b\nkinetic = 1/2*(a'^2 + b'^2)\npotential = a + b\n"
                           "contact one { gap = a; restitution = newton(0.5, 0) }\n"
                           "contact two { gap = b; restitution = newton(0.5, 0) }\n"),
             0, NULL);
  machine_put(&b.m, "a=1, b=1.00001");
  machine_run_well(&b.m, 2);
  assert_int_equal(count_instants(&b, &list), 2);
  b.options.window = 1e-4;
  assert_int_equal(count_instants(&b, &list), 1);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ball),
      cmocka_unit_test(test_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
