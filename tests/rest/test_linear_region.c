/* test_linear_region.c: exact sets that leave the region say so, those within it do not. */
#include "rests.h"

#define SPRING   "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
#define FRICTION "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n"

static bool is_beyond(const char *text, size_t sets_expected) {
  machine m = machine_parse(text);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, sets_expected);
  assert_true(sets.complete);
  assert_true(sets.set[0].exact);
  assert_false(sets.set[0].cut);
  const bool beyond = sets.set[0].beyond;
  machine_close(&m);
  return beyond;
}

/* The set is [-1/2, 1/2]. */
static void test_interval(void **state) {
  (void)state;
  assert_false(is_beyond(SPRING FRICTION, 1));
  assert_false(is_beyond(SPRING FRICTION "region r { abs(x) <= 1/2 }\n", 1)); /* up to its end */
  assert_true(is_beyond(SPRING FRICTION "region r { abs(x) <= 0.499999 }\n", 1));
  assert_true(is_beyond(SPRING FRICTION "region r { x >= -1/3 }\n", 1));
  assert_false(is_beyond(SPRING FRICTION "region r { x' <= 0.1 }\n", 1)); /* not about positions */
  assert_true(is_beyond(SPRING FRICTION "region r { x = 0 }\n", 1));
}

/* A ray leaves a bounded region, and does not leave one that goes on with it. */
static void test_ray(void **state) {
  (void)state;
#define FLOOR                                                                                      \
  "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"                          \
  "contact c { gap = y; slip = x'; law = coulomb(1/2) }\n"
  assert_true(is_beyond(FLOOR "region r { abs(x) <= 1e6 }\n", 1));
  assert_false(is_beyond(FLOOR "region r { y >= 0; y <= 1 }\n", 1));
  assert_true(is_beyond(FLOOR "region r { x + y <= 7 }\n", 1));
}

/* Whatever the size of the machine and of the relation; where there is no value. */
static void test_scales(void **state) {
  (void)state;
#define TINY SPRING "friction f { slip = x'; normal = 1e-9; law = coulomb(1) }\n"
  assert_true(is_beyond(TINY "region r { x <= 1e-10 }\n", 1));
  assert_true(is_beyond(TINY "region r { x >= 0 }\n", 1));
  assert_false(is_beyond(TINY "region r { x <= 1e-9 }\n", 1));
  assert_true(is_beyond(SPRING FRICTION "region r { 1e-12*(x - 1/3) <= 0 }\n", 1));
  assert_false(is_beyond(SPRING FRICTION "region r { 1e12*(x - 1/2) <= 0 }\n", 1));
  assert_true(is_beyond(SPRING FRICTION "region r { sqrt(x) >= 0 }\n", 1));
  assert_true(is_beyond(SPRING FRICTION "region r { log(x) <= 0 }\n", 1));
  assert_false(is_beyond(SPRING FRICTION "region r { sqrt(1/2 - x) <= 1 }\n", 1));
  assert_false(is_beyond(SPRING FRICTION "region r { sqrt(1 - x^2) >= 1/2*sqrt(3) }\n", 1));
  assert_true(is_beyond(FLOOR "region r { x <= 1e10 }\n", 1));
  assert_true(is_beyond(FLOOR "region r { x^2 <= 1e100 }\n", 1));
}

/* Numbers that are too large to be told are not outside; where a root has no value is. */
static void test_far_values(void **state) {
  (void)state;
  assert_false(is_beyond(FLOOR "region r { exp(x) + 1 >= 0 }\n", 1));
  assert_false(is_beyond(FLOOR "region r { 1/(1 + exp(x)) >= 0 }\n", 1));
  assert_false(is_beyond(FLOOR "region r { exp(exp(x)) >= 0 }\n", 1));
  assert_false(is_beyond(FLOOR "region r { x <= exp(x) }\n", 1));
  assert_true(is_beyond(FLOOR "region r { exp(x) <= 1e100 }\n", 1));
  assert_true(is_beyond(FLOOR "region r { sqrt(1e6 - x) >= 0 }\n", 1));
  assert_true(is_beyond(FLOOR "region r { log(7 + x) <= 1000 }\n", 1));
}

/* Too many vertices to be listed: single coordinates are asked about at the ends. */
static void test_large(void **state) {
  (void)state;
#define CHAIN                                                                                      \
  "model \"m\"\nparam n = 24\ncoord x[1..n]\nkinetic = sum(i in 1..n: 1/2*x[i]'^2)\n"              \
  "potential = sum(i in 1..n: 1/2*x[i]^2) + sum(i in 1..n-1: 1/2*(x[i+1] - x[i])^2)\n"             \
  "for i in 1..n { friction f[i] { slip = x[i]'; normal = 1; law = coulomb(1/2) } }\n"
  assert_false(is_beyond(CHAIN "region r { abs(x[7]) <= 1/2 }\n", 1));
  assert_true(is_beyond(CHAIN "region r { abs(x[7]) <= 1/4 }\n", 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_interval), cmocka_unit_test(test_ray), cmocka_unit_test(test_scales),
      cmocka_unit_test(test_far_values), cmocka_unit_test(test_large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
