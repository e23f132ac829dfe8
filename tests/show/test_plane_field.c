/* test_plane_field.c: arrows where a machine moves, none where it rests or cannot be. */
#include "plane_fixture.h"

static cairo_surface_t *draw_field(plane_fixture *p) {
  p->plane.directions = true;
  return draw_plane(p);
}

/* Above the axis everything goes to the right: more ink in the arrow's right half (its head), at
 * every arrow of the two middle rows; the columns are 238/11 points apart, the rows 238/10. */
static void test_directions(void **state) {
  (void)state;
  enum { COLUMNS = 11, ROWS = 10 };
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  cairo_surface_t *image = draw_field(&p);
  size_t arrows = 0;
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) {
      const double x = 6 * (column + 0.5) / COLUMNS - 3, y = 6 * (row + 0.5) / ROWS - 3;
      arrows += ink_at(image, x, y, 12) > 10;
      if (fabs(y) < 1 || fabs(x) > 0.1) continue;
      const double side = y > 0 ? 0.1 : -0.1;
      assert_true(ink_at(image, x + side, y, 7) > ink_at(image, x - side, y, 7));
    }
  assert_int_equal(arrows, ROWS * COLUMNS);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Below a floor there is nothing. */
static void test_floor(void **state) {
  (void)state;
  static const char ball[] = "coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                             "contact floor { gap = y }\n";
  plane_fixture p;
  start_plane(&p, ball, "y", "y'");
  cairo_surface_t *image = draw_field(&p);
  assert_int_equal(count_ink(image, PAGE_LEFT + 1, 15, PAGE_LEFT + PAGE / 2 - 12, 15 + PAGE - 3),
                   0);
  assert_true(ink_inside(image) > 1000);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Two degrees of freedom, or two coordinates, have no field in a plane. */
static void test_none(void **state) {
  (void)state;
  static const char *const planes[][2] = {{"x", "x'"}, {"x", "y"}, {"x'", "x"}};
  plane_fixture p;
  for (size_t i = 0; i < 3; i++) {
    start_plane(&p, i == 2 ? mass : two, planes[i][0], planes[i][1]);
    cairo_surface_t *image = draw_field(&p);
    assert_int_equal(ink_inside(image), 0);
    cairo_surface_destroy(image);
    stop_plane(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_directions),
                                     cmocka_unit_test(test_floor), cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
