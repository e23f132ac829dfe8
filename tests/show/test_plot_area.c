/* test_plot_area.c: polygons and maps cover what they should; the scale of colours grows lighter.
 */
#include "picture.h"

/* 100 x 50 points at (20, 10) for data in [0, 1] x [0, 1]. */
static const ss_panel panel = {20, 10, 100, 50, 0, 1, 0, 1, NULL, NULL, false, false};

static ss_plot start(char name[300], const char *ending) {
  ss_plot plot;
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ending), 190, 80), SS_OK);
  return plot;
}

/* Colours that differ by rounding. */
static void assert_like(uint32_t a, uint32_t b) {
  for (int k = 0; k < 24; k += 8)
    assert_in_range((a >> k & 255) + 2, b >> k & 255, (b >> k & 255) + 4);
}

/* Every cell has its colour from edge to edge; the first one is at the lower left. */
static void test_cells(void **state) {
  (void)state;
  enum { COLUMNS = 5, ROWS = 3 };
  uint32_t colours[COLUMNS * ROWS];
  for (uint32_t i = 0; i < COLUMNS * ROWS; i++) colours[i] = 0x100000 * i + 0x0F00 + 3 * i;
  char name[300];
  ss_plot plot = start(name, ".png");
  assert_int_equal(ss_plot_cells(&plot, &panel, COLUMNS, ROWS, colours), SS_OK);
  cairo_surface_t *image = look_at(&plot);
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      for (int corner = 0; corner < 4; corner++) {
        const double x = 20 + 20 * column + (corner & 1 ? 18.5 : 1.5);
        const double y = 10 + 50.0 / ROWS * (ROWS - 1 - row + (corner & 2 ? 0.92 : 0.08));
        assert_int_equal(pixel_at(image, x, y), colours[row * COLUMNS + column] & 0xFFFFFF);
      }
  assert_int_equal(count_ink(image, 20, 10, 120, 60), 200 * 100); /* the panel and its frame */
  assert_int_equal(count_ink(image, 0, 0, 190, 80), count_ink(image, 19.5, 9.5, 120.5, 60.5));
  cairo_surface_destroy(image);
}

/* No cells are no map; a grid finer than any page is thinned, not refused. */
static void test_grids(void **state) {
  (void)state;
  enum { MANY = 100000 };
  static const char *const endings[] = {".svg", ".pdf", ".png"};
  char name[300];
  uint32_t *colours = calloc(MANY, sizeof *colours);
  assert_non_null(colours);
  for (size_t i = 0; i < 3; i++) {
    ss_plot plot = start(name, endings[i]);
    assert_int_equal(ss_plot_cells(&plot, &panel, 0, 7, colours), SS_OK);
    assert_int_equal(ss_plot_cells(&plot, &panel, 7, 0, colours), SS_OK);
    assert_int_equal(ss_plot_cells(&plot, &panel, MANY, 1, colours), SS_OK);
    assert_int_equal(ss_plot_cells(&plot, &panel, 1, MANY, colours), SS_OK);
    assert_int_equal(ss_plot_cells(&plot, &panel, 300, 300, colours), SS_OK);
    assert_int_equal(ss_plot_stop(&plot), SS_OK);
    assert_is_picture(name);
    unlink(name);
  }
  free(colours);
}

/* A square with a square hole, beyond the panel's right end; and what is not one. */
static void test_polygon(void **state) {
  (void)state;
  const double x[] = {0.5, 2, 2, 0.5, NAN, 0.6, 0.8, 0.8, 0.6}, none[] = {NAN, NAN};
  const double y[] = {0, 0, 1, 1, 0, 0.2, 0.2, 0.8, 0.8};
  char name[300];
  ss_plot plot = start(name, ".png");
  ss_plot_polygon(&plot, &panel, 9, x, y, 1, 0.5);
  ss_plot_polygon(&plot, &panel, 2, none, none, 1, 0.5);
  ss_plot_polygon(&plot, &panel, 0, none, none, 1, 0.5);
  ss_plot_polygon(&plot, &panel, 1, x, y, 1, 0.5);
  cairo_surface_t *image = look_at(&plot);
  assert_like(pixel_at(image, 75, 35), ss_plot_colour(1, 0.5));
  assert_like(pixel_at(image, 115, 35), ss_plot_colour(1, 0.5));
  assert_int_equal(count_ink(image, 82, 22, 98, 48), 0); /* the hole */
  assert_int_equal(count_ink(image, 0, 0, 69, 80), 0);
  assert_int_equal(count_ink(image, 120.5, 0, 190, 80), 0);
  cairo_surface_destroy(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cells),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_polygon),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
