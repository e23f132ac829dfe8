/* test_plot_contour.c: lines of equal value lie where they should and hang together. */
#include "picture.h"

enum { COLUMNS = 41, ROWS = 31 };

typedef struct lines {
  ss_arena *arena;
  size_t count;
  double *x, *y;
} lines;

static double circle(double x, double y) {
  return x * x + y * y;
}

static double saddle(double x, double y) {
  return x * y;
}

static double slope(double x, double y) {
  return x + 2 * y;
}

static double torn(double x, double y) {
  return x > 0.35 && y > 0.35 ? NAN : circle(x, y);
}

/* Over [-1, 1] x [-1, 1]. */
static lines find_lines(double (*f)(double, double), double level) {
  lines l = {.arena = ss_arena_create()};
  double value[COLUMNS * ROWS];
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < COLUMNS; i++)
      value[j * COLUMNS + i] = f(2.0 * i / (COLUMNS - 1) - 1, 2.0 * j / (ROWS - 1) - 1);
  const ss_grid grid = {COLUMNS, ROWS, -1, 1, -1, 1, value};
  assert_int_equal(ss_plot_contour(l.arena, &grid, level, &l.count, &l.x, &l.y), SS_OK);
  return l;
}

/* Lines, each ended by a point that is not finite; how many of them are closed. */
static size_t count_lines(const lines *l, size_t *closed) {
  size_t count = 0, first = 0;
  *closed = 0;
  for (size_t i = 0; i < l->count; i++) {
    if (!isnan(l->x[i])) continue;
    assert_true(i >= first + 2);
    *closed += l->x[first] == l->x[i - 1] && l->y[first] == l->y[i - 1];
    first = i + 1;
    count++;
  }
  assert_int_equal(first, l->count);
  return count;
}

/* One closed line on the circle: the value errs by at most h^2 f''/8 = h^2/4 between two points h
 * apart, and neighbours on the line share a cell. */
static void test_circle(void **state) {
  (void)state;
  const double across = 2.0 / (COLUMNS - 1), up = 2.0 / (ROWS - 1), bound = up * up / 4 + 1e-15;
  lines l = find_lines(circle, 0.5);
  size_t closed;
  assert_int_equal(count_lines(&l, &closed), 1);
  assert_int_equal(closed, 1);
  assert_true(l.count > 100);
  for (size_t i = 0; i + 1 < l.count; i++) {
    assert_true(fabs(circle(l.x[i], l.y[i]) - 0.5) <= bound);
    if (i + 2 < l.count)
      assert_true(hypot(l.x[i + 1] - l.x[i], l.y[i + 1] - l.y[i]) <= hypot(across, up) + 1e-12);
  }
  ss_arena_destroy(l.arena);
}

/* A linear function has a straight line, to rounding. */
static void test_straight(void **state) {
  (void)state;
  lines l = find_lines(slope, 0.3);
  size_t closed;
  assert_int_equal(count_lines(&l, &closed), 1);
  assert_int_equal(closed, 0);
  for (size_t i = 0; i + 1 < l.count; i++) assert_true(fabs(slope(l.x[i], l.y[i]) - 0.3) < 1e-14);
  ss_arena_destroy(l.arena);
}

/* Two branches that never touch, on either side of a saddle. */
static void test_saddle(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    lines l = find_lines(saddle, sign * 1e-4);
    size_t closed;
    assert_int_equal(count_lines(&l, &closed), 2);
    assert_int_equal(closed, 0);
    for (size_t i = 0; i < l.count; i++)
      if (!isnan(l.x[i])) assert_true(sign * l.x[i] * l.y[i] > -1e-15);
    ss_arena_destroy(l.arena);
  }
}

/* Where values are missing the line is open; where the level is not reached there is none. */
static void test_gaps(void **state) {
  (void)state;
  size_t closed;
  lines l = find_lines(torn, 0.5);
  assert_int_equal(count_lines(&l, &closed), 1);
  assert_int_equal(closed, 0);
  ss_arena_destroy(l.arena);
  l = find_lines(circle, 3);
  assert_int_equal(l.count, 0);
  ss_arena_destroy(l.arena);
}

/* A grid of one row has no lines. */
static void test_thin(void **state) {
  (void)state;
  const double value[3] = {0, 1, 2};
  const ss_grid grid = {3, 1, 0, 1, 0, 1, value};
  ss_arena *arena = ss_arena_create();
  size_t count = 7;
  double *x, *y;
  assert_int_equal(ss_plot_contour(arena, &grid, 0.5, &count, &x, &y), SS_OK);
  assert_int_equal(count, 0);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_circle), cmocka_unit_test(test_straight), cmocka_unit_test(test_saddle),
      cmocka_unit_test(test_gaps),   cmocka_unit_test(test_thin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
