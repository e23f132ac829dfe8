/* test_plot_marks.c: disks, arrows, words and legends stand where they should. */
#include "picture.h"

static ss_plot start(char name[300]) {
  ss_plot plot;
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 190, 80), SS_OK);
  return plot;
}

static void test_disk(void **state) {
  (void)state;
  char name[300];
  ss_plot plot = start(name);
  ss_plot_disk(&plot, 50, 40, 10, 0x123456, 0x654321);
  cairo_surface_t *image = look_at(&plot);
  assert_int_equal(pixel_at(image, 50, 40), 0x123456);
  assert_int_equal(pixel_at(image, 50, 30), 0x654321);
  assert_int_equal(count_ink(image, 0, 0, 190, 80), count_ink(image, 39, 29, 61, 51));
  cairo_surface_destroy(image);
}

/* Upwards positive: an arrow to the upper right has its head there. No direction, no arrow. */
static void test_arrow(void **state) {
  (void)state;
  char name[300];
  ss_plot plot = start(name);
  ss_plot_arrow(&plot, 50, 40, 3, 3, 20);
  ss_plot_arrow(&plot, 120, 40, 0, 0, 20);
  ss_plot_arrow(&plot, 120, 40, NAN, 1, 20);
  cairo_surface_t *image = look_at(&plot);
  const size_t upper = count_ink(image, 50, 30, 60, 40), lower = count_ink(image, 40, 40, 50, 50);
  assert_true(lower > 20);
  assert_true(upper > lower + 6);
  assert_int_equal(count_ink(image, 61, 0, 190, 80), 0);
  assert_int_equal(count_ink(image, 40, 30, 49, 39), 0);
  cairo_surface_destroy(image);
}

/* A label makes itself room in what lies below. */
static void test_label(void **state) {
  (void)state;
  const ss_panel panel = {0, 0, 190, 80, 0, 1, 0, 1, NULL, NULL, false, false};
  const double whole[4] = {0, 0, 1, 1};
  char name[300];
  ss_plot plot = start(name);
  ss_plot_bar(&plot, &panel, whole, 0, 1);
  ss_plot_label(&plot, 95, 40, 12, "I");
  cairo_surface_t *image = look_at(&plot);
  const uint32_t below = ss_plot_colour(0, 1);
  assert_int_equal(pixel_at(image, 90, 36), below);
  assert_true(count_ink(image, 90, 25, 100, 45) < 20 * 40);
  cairo_surface_destroy(image);
}

/* A pen's line: its colour, and white beside it with a halo. */
static void test_line(void **state) {
  (void)state;
  const ss_panel panel = {0, 0, 190, 80, 0, 1, 0, 1, NULL, NULL, false, false};
  const double whole[4] = {0, 0, 1, 1}, x[] = {0, 1}, y[] = {0.5, 0.5};
  const ss_pen pen = {.colour = 0xAA0000, .width = 4, .halo = true};
  char name[300];
  ss_plot plot = start(name);
  ss_plot_bar(&plot, &panel, whole, 0, 1);
  ss_plot_line(&plot, &panel, 2, x, y, &pen);
  cairo_surface_t *image = look_at(&plot);
  assert_int_equal(pixel_at(image, 95, 40), 0xAA0000);
  assert_int_equal(pixel_at(image, 95, 37.5), 0xFFFFFF);
  assert_int_equal(pixel_at(image, 95, 34), ss_plot_colour(0, 1));
  cairo_surface_destroy(image);
}

/* Every kind of key has its swatch; what does not fit goes to the next line; a name that is too
 * long is cut. */
static void test_keys(void **state) {
  (void)state;
  const ss_legend_mark keys[] = {
      {SS_LEGEND_BOX, {.colour = 0x00FF00}, "one"},
      {SS_LEGEND_LINE, {.colour = 0x0000FF, .width = 2}, "two"},
      {SS_LEGEND_DISK, {.colour = 0xFF0000}, "three"},
      {SS_LEGEND_RING, {.colour = 0x00FFFF}, "four"},
      {SS_LEGEND_BOX, {.colour = 0x00FF00}, "a name much too long for this legend"}};
  char name[300];
  ss_plot plot = start(name);
  assert_true(ss_plot_marks(&plot, 10, 15, 90, 0, keys) == 0);
  const double height = ss_plot_marks(&plot, 10, 15, 90, 5, keys);
  assert_true(height >= 3 * 13 && height <= 4 * 13);
  cairo_surface_t *image = look_at(&plot);
  assert_int_equal(pixel_at(image, 17, 12), 0x00FF00);
  assert_int_equal(count_ink(image, 101, 0, 190, 80), 0);
  assert_int_equal(count_ink(image, 0, 0, 9, 80), 0);
  assert_int_equal(count_ink(image, 0, 15 + height, 190, 80), 0);
  cairo_surface_destroy(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_disk), cmocka_unit_test(test_arrow), cmocka_unit_test(test_label),
      cmocka_unit_test(test_line), cmocka_unit_test(test_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
