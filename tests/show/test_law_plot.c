/* test_law_plot.c: curves of laws and of power pass through the points that formulas give. */
#include "fixture.h"
#include "picture.h"

static const char fed[] =
    "model \"Fed\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = x'/2\n"
    "friction f { slip = x'; normal = 2; law = coulomb(1/2) }\n";

/* The picture where all is 0 but the first velocity; NULL where it is refused. */
static cairo_surface_t *draw(fixture *f, double speed, bool power, const char **why_not) {
  char name[300];
  const char *file = picture_name(name, ".png");
  const double q[5] = {0}, u[5] = {speed};
  double *parameters = ss_arena_new(f->arena, f->model->parameters, double);
  ss_snapshot snapshot;
  ss_model_parameter_values(f->model, parameters);
  assert_int_equal(ss_snapshot_take(f->arena, f->system, "here", parameters, q, u, &snapshot),
                   SS_OK);
  const ss_status status = ss_show_law_plot(&snapshot, power, file, why_not);
  assert_int_equal(status, *why_not ? SS_BAD_ARGUMENT : SS_OK);
  if (status != SS_OK) return NULL;
  cairo_surface_t *image = cairo_image_surface_create_from_png(file);
  assert_margins(image);
  unlink(file);
  return image;
}

/* The panel at `top` with y from lo to hi and some air. */
static ss_panel panel_at(double top, double reach, double lo, double hi) {
  ss_panel panel = {54, top, 292, 96, -reach, reach, lo, hi, NULL, NULL, false, false};
  ss_plot_margin(&panel.y0, &panel.y1);
  return panel;
}

/* Dark (black) or blue ink within a point above or below the place. */
static bool passes(cairo_surface_t *image, const ss_panel *panel, double x, double y) {
  bool seen = false;
  for (double off = -1; off <= 1; off += 0.5) {
    const uint32_t pixel = pixel_at(image, ss_panel_x(panel, x), ss_panel_y(panel, y) + off);
    seen = seen || (pixel >> 16) < 0x50;
  }
  return seen;
}

/* Is there a word under the middle of the panel, below its numbers? */
static bool has_label(cairo_surface_t *image, const ss_panel *panel) {
  const double x = panel->left + panel->width / 2, y = panel->top + panel->height + 24;
  bool seen = false;
  for (double dx = -5; dx <= 5; dx += 0.5)
    for (double dy = -5; dy < 0; dy += 0.5)
      seen = seen || (pixel_at(image, x + dx, y + dy) >> 16) < 0x90;
  return seen;
}

static void test_step_and_power(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, fed);
  cairo_surface_t *image = draw(&f, 0, false, &why_not);
  const ss_panel law = panel_at(34, 1, -1, 1);
  for (double y = -0.9; y < 1; y += 0.1) assert_true(passes(image, &law, 0, y));
  for (double x = 0.1; x < 0.95; x += 0.1) {
    assert_true(passes(image, &law, x, 1));
    assert_true(passes(image, &law, -x, -1));
    assert_false(passes(image, &law, x, -0.5));
  }
  /* s^2/2 - |s| changes its sign at 2: the range is 1.4 times that */
  const ss_panel power = panel_at(180, 2.8, -2.8, 3.92);
  for (double s = -2.6; s < 2.7; s += 0.2)
    assert_true(passes(image, &power, s, s * s / 2 - fabs(s)));
  assert_true(has_label(image, &law));
  assert_true(has_label(image, &power));
  cairo_surface_destroy(image);
  /* along a velocity of its own: 4 s */
  image = draw(&f, 4, true, &why_not);
  const ss_panel own = panel_at(180, 0.7, -2.8, 3.92);
  assert_true(passes(image, &own, 0.25, -0.5));
  assert_true(passes(image, &own, 0.5, 0));
  assert_true(has_label(image, &own));
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

static void test_falling(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, "coord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
                    "friction f { slip = 2*x'; normal = 1; law = stribeck(2, 1, 0.1) }\n");
  cairo_surface_t *image = draw(&f, 0, false, &why_not);
  /* the range follows the law's own speed: twice the one at which 2 % of the fall are left */
  double speed = 1e5;
  while (exp(-speed * speed / 0.01) <= 0.02) speed /= 1.25;
  const ss_panel law = panel_at(34, 2 * speed, -2, 2);
  for (double v = 0.02; v < 1.9 * speed; v += 0.03)
    assert_true(passes(image, &law, v, 1 + exp(-v * v / 0.01)));
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

/* An area's colour, be it under a grid line. */
static bool is_area(uint32_t pixel) {
  return (pixel & 0xFF) > (pixel >> 16) + 0x20;
}

static void test_sets(void **state) {
  (void)state;
  static const struct {
    const char *law;
    double x, y;
  } cases[] = {{"disk(3)", 6, 6}, {"ellipse(3, 1)", 6, 2}};
  for (size_t i = 0; i < 2; i++) {
    fixture f;
    const char *why_not;
    char model[400];
    snprintf(model, sizeof model,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y^2\n"
             "friction f { slip = (x', y'); normal = 2; law = %s }\n",
             cases[i].law);
    start_fixture(&f, model);
    cairo_surface_t *image = draw(&f, 0, false, &why_not);
    ss_panel set = {54,          34,         292,  150,  -cases[i].x, cases[i].x,
                    -cases[i].y, cases[i].y, NULL, NULL, false,       false};
    ss_plot_margin(&set.x0, &set.x1);
    ss_plot_margin(&set.y0, &set.y1);
    for (double s = 0.1; s < 6.2; s += 0.37) {
      const double x = cases[i].x * cos(s), y = cases[i].y * sin(s);
      assert_true(is_area(pixel_at(image, ss_panel_x(&set, 0.95 * x), ss_panel_y(&set, 0.95 * y))));
      assert_false(
          is_area(pixel_at(image, ss_panel_x(&set, 1.05 * x), ss_panel_y(&set, 1.05 * y))));
    }
    cairo_surface_destroy(image);
    stop_fixture(&f);
  }
}

/* Two panels for a law of two parts, one for a clutch; nothing to draw, an open input. */
static void test_others(void **state) {
  (void)state;
  static const struct {
    const char *model, *why;
    int height;
    bool power;
  } cases[] = {
      {"coord x, y, a, b, c\nkinetic = 1/2*(x'^2 + y'^2 + a'^2 + b'^2 + c'^2)\npotential = x^2\n"
       "friction f { slip = (x', y'); spin = a'; roll = (b', c'); normal = 1; "
       "law = rolling(1, 1, 1) }\n",
       NULL, 416, false},
      {"coord x\nkinetic = 1/2*x'^2\npotential = x^2\nclutch c { slip = x'; law = oneway }\n", NULL,
       168, false},
      {"coord x\nkinetic = 1/2*x'^2\npotential = x^2\n", "nothing rubs", 0, false},
      {"coord x\nkinetic = 1/2*x'^2\npotential = x^2\ninput v\nforce x = v\n", "inputs", 0, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f;
    const char *why_not;
    start_fixture(&f, cases[i].model);
    cairo_surface_t *image = draw(&f, 0, cases[i].power, &why_not);
    if (cases[i].why) assert_non_null(strstr(why_not, cases[i].why));
    if (image) assert_int_equal(cairo_image_surface_get_height(image), 2 * cases[i].height);
    if (image) cairo_surface_destroy(image);
    stop_fixture(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_step_and_power),
      cmocka_unit_test(test_falling),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
