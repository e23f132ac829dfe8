/* test_plot_axes.c: ticks are round and not too many, their numbers short and different; labels
 * stay on the page. */
#include "picture.h"

/* The tick is 1, 2 or 5 times a power of ten. */
static void assert_round(double tick) {
  const double share = tick / pow(10, floor(log10(tick) + 1e-9));
  assert_true(fabs(share - 1) < 1e-9 || fabs(share - 2) < 1e-9 || fabs(share - 5) < 1e-9);
}

static void check_axis(double lo, double hi, int wanted) {
  const ss_axis axis = ss_plot_axis(lo, hi, wanted);
  const double count = floor(hi / axis.tick) - ceil(lo / axis.tick) + 1;
  assert_round(axis.tick);
  /* the nearest of 1, 2, 5, 10 is at most a factor 2 away, and an end may lose a tick */
  assert_true(count >= wanted / 2 - 1 && count <= 2 * wanted + 1);
  char before[64] = "", text[64];
  for (double k = ceil(lo / axis.tick); k * axis.tick <= hi; k++) {
    const double shown = (k * axis.tick - axis.offset) / pow(10, axis.exponent);
    snprintf(text, sizeof text, "%.*f", axis.decimals, shown);
    assert_string_not_equal(text, before);
    if (strlen(text) > 8) fail_msg("%g %g: %s", lo, hi, text);
    /* what is written is the value, to a small share of the tick */
    const double meant = axis.offset + strtod(text, NULL) * pow(10, axis.exponent);
    assert_true(fabs(meant - k * axis.tick) <= 1e-3 * axis.tick);
    strcpy(before, text);
  }
}

static void test_numbers(void **state) {
  (void)state;
  static const double ranges[][2] = {
      {0, 1},      {-1, 1},          {0.1, 0.12},    {99, 101},    {1e-7, 3e-7},
      {-4e8, 7e8}, {1000, 1000.001}, {-1e-300, 0},   {0, 1e300},   {-5.0001, -5},
      {0, 40000},  {0.0012, 0.002},  {1e6, 1e6 + 1}, {-1e-3, 1e-3}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    for (int wanted = 3; wanted <= 7; wanted++) check_axis(ranges[i][0], ranges[i][1], wanted);
  uint64_t seed = 1;
  for (int i = 0; i < 2000; i++) {
    double pick[3];
    for (int k = 0; k < 3; k++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      pick[k] = (double)(seed >> 11) / (double)(1ull << 53);
    }
    const double size = pow(10, 40 * pick[0] - 20), lo = size * (2 * pick[1] - 1);
    check_axis(lo, lo + size * pow(10, -6 * pick[2]), 5);
  }
}

/* Whatever the data, nothing is drawn outside the page, and all four sides have their things. */
static void test_page(void **state) {
  (void)state;
  static const double ranges[][2] = {{0, 1}, {-1.5e-9, 1e-9}, {123456.7, 123456.8}, {-3e11, 0}};
  char name[300];
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    ss_plot plot;
    const ss_panel panel = {62,           20,           300,    100,     0,    1,
                            ranges[i][0], ranges[i][1], "time", "force", true, false};
    assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), 380, 150), SS_OK);
    ss_plot_axes(&plot, &panel);
    cairo_surface_t *image = look_at(&plot);
    assert_int_equal(count_ink(image, 0, 0, 3, 150), 0);
    assert_int_equal(count_ink(image, 377, 0, 380, 150), 0);
    assert_true(count_ink(image, 3, 20, 58, 120) > 50);    /* numbers and label of y */
    assert_true(count_ink(image, 62, 123, 362, 147) > 50); /* those of x */
    assert_true(count_ink(image, 62, 19, 362, 21) > 500);  /* the frame */
    cairo_surface_destroy(image);
  }
}

/* Numbers of a narrow panel stand apart, and there are some. */
static void test_narrow(void **state) {
  (void)state;
  static const double ranges[][2] = {{-2, 2}, {-0.002, 0.0019}, {1000, 90000}, {1, 1 + 1e-6}};
  char name[300];
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    for (double width = 100; width < 400; width += 30) {
      ss_plot plot;
      const ss_panel panel = {40,  20,   width, 60,   ranges[i][0], ranges[i][1],
                              0.1, 0.95, NULL,  NULL, true,         false};
      assert_int_equal(ss_plot_start(&plot, picture_name(name, ".png"), width + 80, 110), SS_OK);
      ss_plot_axes(&plot, &panel);
      cairo_surface_t *image = look_at(&plot);
      /* letters of one number are at most 3 points apart, numbers at least 6 */
      double last = 0;
      size_t numbers = 0;
      for (double x = 0; x < width + 80; x += 0.5) {
        if (count_ink(image, x, 83, x + 0.5, 92) == 0) continue;
        if (x > last + 3.5) {
          assert_true(x > last + 6);
          numbers++;
        }
        last = x;
      }
      assert_in_range(numbers, 1, 12);
      cairo_surface_destroy(image);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_page),
                                     cmocka_unit_test(test_narrow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
