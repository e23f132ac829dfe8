/* test_plane_line.c: a map along one axis: a strip of its classes, and its values as a curve. */
#include <math.h>

#include "plane_fixture.h"

static const ss_sweep_class classes[] = {
    {"not done", SS_SWEEP_NOT_DONE}, {"proved", SS_SWEEP_PROVED}, {"refuted", SS_SWEEP_REFUTED}};
static const ss_sweep_fact facts[] = {{"value", "level"}};

typedef struct line {
  plane_fixture p;
  double value[CELLS];
  uint8_t evaluated[CELLS];
} line;

/* Proved to the left of the middle, refuted to the right; no values. */
static void start_line(line *l) {
  start_plane(&l->p, mass, "mu", "");
  l->p.plane.system = NULL;
  l->p.plane.q = l->p.plane.u = NULL;
  l->p.map.axis[1] = (ss_sweep_axis){"", "", 0, 0, 1};
  l->p.map.classes = 3;
  l->p.map.class_of_code = classes;
  l->p.map.facts = 1;
  l->p.map.fact = facts;
  l->p.map.value = l->value;
  l->p.map.evaluated = l->evaluated;
  for (size_t i = 0; i < CELLS; i++) {
    l->p.code[i] = i < CELLS / 2 ? 1 : 2;
    l->value[i] = NAN;
    l->evaluated[i] = 1;
  }
}

/* The colour on the page at x in [-3, 3], so many points below the upper end of the panel. */
static uint32_t colour_at(cairo_surface_t *image, double x, double below) {
  return pixel_at(image, PAGE_LEFT + PAGE * (x + 3) / 6, PAGE_TOP + below);
}

static bool is_dark(uint32_t c) {
  return (c >> 16 & 255) < 90 && (c >> 8 & 255) < 90 && (c & 255) < 90;
}

/* Dark pixels in a column of the panel, its frame apart. */
static size_t count_dark(cairo_surface_t *image, double x, double height) {
  size_t count = 0;
  for (double y = 2; y < height - 2; y += 0.5) count += is_dark(colour_at(image, x, y));
  return count;
}

static void test_strip(void **state) {
  (void)state;
  line l;
  start_line(&l);
  cairo_surface_t *image = draw_plane(&l.p);
  const uint32_t proved = colour_at(image, -1.5, 20), refuted = colour_at(image, 1.5, 20);
  assert_int_not_equal(proved, refuted);
  assert_int_equal(colour_at(image, -0.1, 35), proved);
  assert_int_equal(colour_at(image, 0.1, 35), refuted);
  assert_int_equal(count_dark(image, -1.5, 40) + count_dark(image, 1.5, 40), 0);
  /* below it the page is white: the strip is 40 high */
  assert_int_equal(colour_at(image, -1.5, 43), 0xFFFFFF);
  cairo_surface_destroy(image);
  stop_plane(&l.p);
}

/* A level that grows from 1 to 2 where it is proved: a curve on the left only, higher at its end;
 * points that were not computed do not cut it. One value alone, on the right, is a dot. */
static void test_curve(void **state) {
  (void)state;
  line l;
  start_line(&l);
  for (size_t i = 0; i < CELLS / 2; i++) {
    l.evaluated[i] = i % 3 == 0 || i == CELLS / 2 - 1;
    if (l.evaluated[i]) l.value[i] = 1 + (double)i / (CELLS / 2 - 1);
  }
  l.value[45] = 1.5;
  cairo_surface_t *image = draw_plane(&l.p);
  for (double x = -2.9; x < -0.1; x += 0.1) assert_true(count_dark(image, x, 150) > 0);
  for (double x = 0.3; x < 1.3; x += 0.1) assert_int_equal(count_dark(image, x, 150), 0);
  assert_true(count_dark(image, 6 * 45.5 / CELLS - 3, 150) > 0);
  assert_int_equal(count_dark(image, 2.5, 150), 0);
  /* the upper half of the panel has the end of the curve and not its beginning */
  assert_int_equal(count_dark(image, -2.9, 75), 0);
  assert_true(count_dark(image, -0.1, 75) > 0);
  cairo_surface_destroy(image);
  stop_plane(&l.p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_strip), cmocka_unit_test(test_curve)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
