/* test_plot.c: pictures are written in every format; curves, bars and dots are where they belong.
 */
#include "picture.h"

/* 100 x 50 points at (20, 10) for data in [0, 1] x [0, 1]. */
static const ss_panel panel = {20, 10, 100, 50, 0, 1, 0, 1, NULL, NULL, false, false};

static void test_formats(void **state) {
  (void)state;
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  char name[300];
  for (size_t i = 0; i < 3; i++) {
    ss_plot plot;
    assert_int_equal(ss_plot_start(&plot, picture_name(name, endings[i]), 140, 70), SS_OK);
    ss_plot_text(&plot, 20, 30, 9, "Words");
    assert_int_equal(ss_plot_stop(&plot), SS_OK);
    assert_is_picture(name);
    unlink(name);
  }
}

static void test_refusals(void **state) {
  (void)state;
  static const char *const wrong[] = {"a.jpg", "svg", ".svg", "a.svg.gz", "a", ""};
  ss_plot plot;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(ss_plot_start(&plot, wrong[i], 100, 100), SS_BAD_INPUT);
  static const char *const nowhere[] = {"no/such/folder/a.svg", "no/such/folder/a.png",
                                        "no/such/folder/a.pdf"};
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(ss_plot_start(&plot, nowhere[i], 100, 100), SS_IO);
}

/* A full disk is noticed. */
static void test_full_disk(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0) skip();
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  char name[300];
  for (size_t i = 0; i < 3; i++) {
    ss_plot plot;
    assert_int_equal(symlink("/dev/full", picture_name(name, endings[i])), 0);
    assert_int_equal(ss_plot_start(&plot, name, 100, 100), SS_OK);
    ss_plot_text(&plot, 20, 30, 9, "Words");
    assert_int_equal(ss_plot_stop(&plot), SS_IO);
    unlink(name);
  }
}

/* A cancelled picture leaves no file. */
static void test_cancel(void **state) {
  (void)state;
  char name[300];
  ss_plot plot;
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".svg"), 100, 100), SS_OK);
  ss_plot_cancel(&plot);
  assert_int_not_equal(access(name, F_OK), 0);
  /* nor does one that is only measured; words are as wide there as anywhere */
  double widths[2];
  for (int k = 0; k < 2; k++) {
    assert_int_equal(ss_plot_start(&plot, k ? name : NULL, 100, 100), SS_OK);
    widths[k] = ss_plot_text_width(&plot, 9, "some words");
    ss_plot_cancel(&plot);
  }
  assert_true(widths[0] > 20 && fabs(widths[0] - widths[1]) < 1e-3);
}

static void test_ranges(void **state) {
  (void)state;
  const double values[] = {3, NAN, -1, INFINITY, 2};
  double lo = 1, hi = 0;
  ss_plot_extend(5, values, &lo, &hi);
  assert_true(lo == -1 && hi == 3);
  ss_plot_margin(&lo, &hi);
  assert_true(lo < -1 && lo > -1.5 && hi > 3 && hi < 3.5);
  /* nothing, a constant, a constant up to rounding: never empty */
  static const double narrow[][2] = {{1, 0}, {0, 0}, {7, 7}, {-2, -2}, {1, 1 + 1e-15}, {1e-300, 0}};
  for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
    lo = narrow[i][0], hi = narrow[i][1];
    ss_plot_margin(&lo, &hi);
    assert_true(hi > lo && isfinite(lo) && isfinite(hi));
    assert_true(hi - lo >= 0.5 * fmax(fabs(lo), fabs(hi)));
  }
}

static void test_curve(void **state) {
  (void)state;
  char name[300];
  ss_plot plot;
  /* up the diagonal, out of the panel at the top; a gap; the right end of the bottom line */
  const double x[] = {0, 0.5, 1, 0.8, 0.8, 1}, y[] = {0, 1, 2, NAN, 0, 0};
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 140, 70), SS_OK);
  ss_plot_curve(&plot, &panel, 6, x, y, 0);
  cairo_surface_t *image = look_at(&plot);
  assert_true(count_ink(image, 20, 10, 120, 60) > 100);
  assert_true(count_ink(image, 43, 33, 47, 37) > 0);       /* the middle of the first stretch */
  assert_int_equal(count_ink(image, 0, 0, 140, 9.5), 0);   /* clipped above */
  assert_int_equal(count_ink(image, 72, 10, 120, 55), 0);  /* the gap and what lies beyond */
  assert_true(count_ink(image, 101, 59, 119, 60) > 30);    /* the last stretch */
  assert_int_equal(count_ink(image, 50, 58, 98, 60.5), 0); /* but not before it */
  cairo_surface_destroy(image);
}

static void test_marks(void **state) {
  (void)state;
  char name[300];
  ss_plot plot;
  const double box[4] = {0.5, 0.25, 2, 0.75}; /* beyond the panel's right end */
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 140, 70), SS_OK);
  ss_plot_bar(&plot, &panel, box, 1, 0.5);
  ss_plot_dot(&plot, &panel, 0, 0, 2);
  ss_plot_mark(&plot, &panel, 0.25);
  cairo_surface_t *image = look_at(&plot);
  assert_int_equal(count_ink(image, 70, 22.5, 120, 47.5), 100 * 50); /* all of it */
  assert_int_equal(count_ink(image, 120.5, 0, 140, 70), 0);
  assert_int_equal(count_ink(image, 60, 10, 69.5, 60), 0);
  assert_true(count_ink(image, 18, 58, 22, 62) > 40);   /* the dot */
  assert_true(count_ink(image, 44, 10, 46, 60) >= 100); /* the line */
  cairo_surface_destroy(image);
}

/* A million points make a small file. */
static void test_thinning(void **state) {
  (void)state;
  enum { MANY = 1000000 };
  char name[300];
  ss_plot plot;
  double *x = malloc(2 * MANY * sizeof *x), *y = x + MANY;
  assert_non_null(x);
  for (size_t i = 0; i < MANY; i++) {
    x[i] = (double)i / MANY;
    y[i] = 0.5 + 0.5 * sin(20 * x[i]);
  }
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".svg"), 140, 70), SS_OK);
  ss_plot_curve(&plot, &panel, MANY, x, y, 0);
  assert_int_equal(ss_plot_stop(&plot), SS_OK);
  size_t length;
  free(read_whole(name, &length));
  /* a sine of amplitude 25 points and 31 points a period keeps within 0.03 of some 40 chords a
   * period: some 130 points, 20 letters each, and the frame of an SVG file */
  assert_in_range(length, 1000, 10000);
  unlink(name);
  free(x);
}

/* Thinned or not, the picture is the same: points left out are within 0.03 of the line. */
static void test_shape(void **state) {
  (void)state;
  enum { MANY = 4001 };
  char name[300];
  double x[MANY], y[MANY];
  /* a spiral that turns back on itself at the end: directions, reversals, tiny steps */
  for (size_t i = 0; i < MANY; i++) {
    const double a = 0.01 * (double)i, r = 0.45 * exp(-0.05 * a);
    x[i] = i < 4000 ? 0.5 + r * cos(a) : 0.95;
    y[i] = i < 4000 ? 0.5 + r * sin(a) : 0.5;
  }
  ss_plot plot;
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 140, 70), SS_OK);
  ss_plot_curve(&plot, &panel, MANY, x, y, 0);
  cairo_surface_t *thinned = look_at(&plot);
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 140, 70), SS_OK);
  ss_plot_set_style(&plot, 0, 1);
  cairo_set_line_width(plot.cr, 1.1);
  for (size_t i = 0; i < MANY; i++)
    cairo_line_to(plot.cr, ss_panel_x(&panel, x[i]), ss_panel_y(&panel, y[i]));
  cairo_stroke(plot.cr);
  cairo_surface_t *whole = look_at(&plot);
  const unsigned char *a = cairo_image_surface_get_data(thinned);
  const unsigned char *b = cairo_image_surface_get_data(whole);
  const int bytes = cairo_image_surface_get_stride(whole) * cairo_image_surface_get_height(whole);
  int worst = 0;
  for (int i = 0; i < bytes; i++) worst = abs(a[i] - b[i]) > worst ? abs(a[i] - b[i]) : worst;
  /* an edge moved by 0.03 points, 0.06 pixels, changes a pixel by that share of 255; a line has two
   * edges, and where turns of the spiral meet there are more */
  assert_true(worst <= 60);
  cairo_surface_destroy(thinned);
  cairo_surface_destroy(whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),   cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_full_disk), cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_ranges),    cmocka_unit_test(test_curve),
      cmocka_unit_test(test_marks),     cmocka_unit_test(test_thinning),
      cmocka_unit_test(test_shape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
