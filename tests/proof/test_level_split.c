/* test_level_split.c: what a leaf is split by. */
#include "levels.h"

static size_t split(search *t, const ss_leaf *leaf, int sign[2][6]) {
  int *rows[2] = {sign[0], sign[1]};
  return ss_level_split(&t->s, leaf, rows);
}

/* v and -v are alike: the first sign splits nothing. */
static void test_first_sign(void **state) {
  (void)state;
  search t;
  int sign[2][6];
  start_search(&t, DIAGONAL);
  assert_int_equal(split(&t, solve_leaf(&t, NULL), sign), 1);
  /* y is fed twice as much: it is where the leaf is tight */
  assert_int_equal(sign[0][0], 0);
  assert_int_equal(sign[0][1], 1);
  stop_search(&t);
}

/* The dual matrix of two velocities v and of t = |v|, half of each. */
static ss_leaf *mix(search *t, const int *sign, const double v[2][2]) {
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  assert_non_null(leaf);
  for (int s = 0; s < 2; s++) {
    double x[3] = {v[s][0], v[s][1], hypot(v[s][0], v[s][1])};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) leaf->Z[i + 3 * j] += x[i] * x[j] / 2;
  }
  return leaf;
}

/* (1, 1) and (1, -1) differ in the slip along y. */
static void test_friction(void **state) {
  (void)state;
  search t;
  int sign[2][6];
  start_search(&t, COUPLED);
  ss_leaf *leaf = mix(&t, SIGNS(1), (double[2][2]){{1, 1}, {1, -1}});
  assert_int_equal(split(&t, leaf, sign), 2);
  assert_memory_equal(sign[0], SIGNS(1, 1), sizeof sign[0]);
  assert_memory_equal(sign[1], SIGNS(1, -1), sizeof sign[1]);
  assert_int_equal(t.s.cuts, 0);
  stop_search(&t);
}

/* (3, 1) and (1, 3) slip alike: what is between them is the cut x = y. */
static void test_cut(void **state) {
  (void)state;
  search t;
  int sign[2][6];
  start_search(&t, COUPLED);
  ss_leaf *leaf = mix(&t, SIGNS(1), (double[2][2]){{3, 1}, {1, 3}});
  assert_int_equal(split(&t, leaf, sign), 2);
  assert_memory_equal(sign[0], SIGNS(1, 0, 1), sizeof sign[0]);
  assert_memory_equal(sign[1], SIGNS(1, 0, -1), sizeof sign[1]);
  assert_int_equal(t.s.cuts, 1);
  assert_near(ss_entry_double(t.s.cut, 0, 0), -ss_entry_double(t.s.cut, 1, 0), 1e-15);
  /* as long as there is room */
  for (int i = 0; i < 3; i++) {
    assert_int_equal(split(&t, leaf, sign), 2);
    for (int j = 2; j < 6; j++) { /* each by the newest cut */
      assert_int_equal(sign[0][j], j == 3 + i);
      assert_int_equal(sign[1][j], -(j == 3 + i));
    }
  }
  assert_int_equal(split(&t, leaf, sign), 0);
  stop_search(&t);
}

/* A single velocity cannot be told apart from itself. */
static void test_nothing_mixed(void **state) {
  (void)state;
  search t;
  int sign[2][6];
  start_search(&t, COUPLED);
  ss_leaf *leaf = mix(&t, SIGNS(1, 1), (double[2][2]){{3, 4}, {3, 4}});
  assert_int_equal(split(&t, leaf, sign), 0);
  stop_search(&t);
}

/* z moves without slip and without damping: |v| is no coordinate, and two signs come at once. */
static void test_without_t(void **state) {
  (void)state;
  search t;
  int sign[2][6];
  start_search(&t,
               "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = x^2 + y^2 + z^2\n"
               "force x = 0.3*x' - 0.1*y'\nforce y = 0.3*y' - 0.1*x'\n" RUBS_X RUBS_Y);
  assert_int_equal(t.s.k, 2);
  assert_int_equal(split(&t, solve_leaf(&t, NULL), sign), 2);
  assert_memory_equal(sign[0], SIGNS(1, 1), sizeof sign[0]);
  assert_memory_equal(sign[1], SIGNS(1, -1), sizeof sign[1]);
  assert_int_equal(split(&t, solve_leaf(&t, sign[1]), sign), 0);
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_sign), cmocka_unit_test(test_friction),
      cmocka_unit_test(test_cut),        cmocka_unit_test(test_nothing_mixed),
      cmocka_unit_test(test_without_t),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
