/* test_plot_text.c: legends of any length stay on the page, long words are cut, curves can be told
 * apart. */
#include "picture.h"

static const ss_panel panel = {30, 90, 200, 40, 0, 1, 0, 1, NULL, NULL, false, false};

static ss_plot start(char name[300], double height) {
  ss_plot plot;
  assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 260, height), SS_OK);
  return plot;
}

static void test_within(void **state) {
  (void)state;
  static const char *const texts[] = {
      "a short one", "a text that is much too long for the room that it is given, by far",
      "ÄÖÜäöüßéèêåøαβγδεζηθικλμνξοπρστυφχψω ist auch lang genug, um abgeschnitten zu werden", ""};
  char name[300];
  for (size_t i = 0; i < 4; i++) {
    ss_plot plot = start(name, 60);
    ss_plot_text_within(&plot, 30, 40, 10, 100, texts[i]);
    cairo_surface_t *image = look_at(&plot);
    assert_int_equal(count_ink(image, 131, 0, 260, 60), 0);
    assert_true((count_ink(image, 30, 30, 130, 44) > 50) == (*texts[i] != '\0'));
    cairo_surface_destroy(image);
  }
}

/* Longer than the buffer, without room: an ellipsis, and no overrun. */
static void test_extremes(void **state) {
  (void)state;
  char name[300], text[5000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  ss_plot plot = start(name, 60);
  ss_plot_text_within(&plot, 30, 40, 10, 100, text);
  ss_plot_text_within(&plot, 30, 20, 10, 0, text);
  cairo_surface_t *image = look_at(&plot);
  assert_int_equal(count_ink(image, 131, 0, 260, 60), 0);
  cairo_surface_destroy(image);
}

static void test_legend(void **state) {
  (void)state;
  enum { MANY = 30 };
  static const size_t counts[] = {0, 1, 3, 8, MANY};
  char name[300], words[MANY][40];
  const char *names[MANY];
  for (size_t i = 0; i < MANY; i++) {
    snprintf(words[i], sizeof words[i],
             i == 20 ? "a name that no legend was made for %zu" : "leg%zu N", i);
    names[i] = words[i];
  }
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    ss_plot plot = start(name, 200);
    const double height = ss_plot_legend(&plot, &panel, 20, counts[i], names);
    assert_true(height < 150);
    assert_true((height > 0) == (counts[i] > 0));
    cairo_surface_t *image = look_at(&plot);
    assert_int_equal(count_ink(image, 0, 0, 29, 40 + height), 0);
    assert_int_equal(count_ink(image, 231, 0, 260, 40 + height), 0);
    assert_int_equal(count_ink(image, 0, 24 + height, 260, 40 + height), 0);
    if (counts[i]) assert_true(count_ink(image, 30, 10, 230, 10 + height) > 30 * counts[i]);
    cairo_surface_destroy(image);
  }
}

/* Styles mix with white, and begin again. */
static void test_colours(void **state) {
  (void)state;
  assert_int_equal(ss_plot_colour(3, 0), 0xFFFFFF);
  assert_int_equal(ss_plot_colour(SS_PLOT_COLOURS, 1), ss_plot_colour(0, 1));
}

/* Curves 0 to 27 all look different: colour or dashes. */
static void test_styles(void **state) {
  (void)state;
  enum { STYLES = 4 * SS_PLOT_COLOURS };
  struct {
    double r, g, b, dash[4];
    int count;
  } looks[STYLES] = {0};
  char name[300];
  ss_plot plot = start(name, 60);
  for (size_t i = 0; i < STYLES; i++) {
    ss_plot_set_style(&plot, i, 1);
    cairo_pattern_get_rgba(cairo_get_source(plot.cr), &looks[i].r, &looks[i].g, &looks[i].b, NULL);
    looks[i].count = cairo_get_dash_count(plot.cr);
    cairo_get_dash(plot.cr, looks[i].dash, NULL);
    for (size_t k = 0; k < i; k++) assert_memory_not_equal(&looks[i], &looks[k], sizeof *looks);
  }
  ss_plot_cancel(&plot);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_within), cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_legend), cmocka_unit_test(test_colours),
      cmocka_unit_test(test_styles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
