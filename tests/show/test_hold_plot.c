/* test_hold_plot.c: the friction forces that hold a position: what is drawn is where it must be. */
#include "picture.h"
#include "rest_fixture.h"

/* Two masses on a rough floor, a spring between them and one to the wall: all forces are known. */
static const char pair[] =
    "model \"Pair\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*x^2 + 1/2*y^2\n"
    "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
    "friction b { slip = y'; normal = 1; law = coulomb(1) }\n";

/* Two frictions that push one mass: a line of forces balances it. */
static const char shared[] = "model \"Shared\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                             "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
                             "friction b { slip = x'; normal = 1; law = coulomb(1) }\n";

/* A contact's normal force grows with the force of another friction: 1 + a. */
static const char wedged[] =
    "model \"Wedged\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"
    "friction a { slip = -y'; normal = 1; law = coulomb(1/2) }\n"
    "contact c { gap = y; slip = x'; law = coulomb(1) }\n";

static const uint32_t white = 0xFFFFFF, orange = 0xD55E00;

/* The picture at (x, y), as a PNG; NULL and a phrase where it is refused. */
static cairo_surface_t *draw(fixture *f, const char *const plane[2], double x, double y,
                             const char **why_not) {
  char name[300];
  const char *file = picture_name(name, ".png");
  ss_rest_answer answer = ask_at(f, x, y);
  const double u[3] = {0}, q[3] = {x, y, 0};
  double *parameters = ss_arena_new(f->arena, f->model->parameters, double);
  ss_snapshot snapshot;
  ss_model_parameter_values(f->model, parameters);
  assert_int_equal(ss_snapshot_take(f->arena, f->system, "here", parameters, q, u, &snapshot),
                   SS_OK);
  const ss_status status = ss_show_hold_plot(&snapshot, &answer, plane, file, why_not);
  assert_int_equal(status, *why_not ? SS_BAD_ARGUMENT : SS_OK);
  if (status != SS_OK) return NULL;
  cairo_surface_t *image = cairo_image_surface_create_from_png(file);
  assert_margins(image);
  unlink(file);
  return image;
}

/* Whether a place lies in an area: it is blue, be it under a grid line. */
static bool is_area(uint32_t pixel) {
  return (pixel & 0xFF) > (pixel >> 16) + 0x20;
}

/* Whether it lies on the line of what holds: orange, be it the edge of the line. */
static bool is_line(uint32_t pixel) {
  return (pixel >> 16) > (pixel & 0xFF) + 0x60;
}

/* The colour at a force, of a panel that shows -reach to reach, and a fifth more. */
static uint32_t at(cairo_surface_t *image, double reach, double a, double b) {
  const ss_panel panel = {54,           44,          292,  240,  -1.2 * reach, 1.2 * reach,
                          -1.2 * reach, 1.2 * reach, NULL, NULL, false,        false};
  return pixel_at(image, ss_panel_x(&panel, a), ss_panel_y(&panel, b));
}

static void test_point(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, pair);
  cairo_surface_t *image = draw(&f, NULL, -0.37, 0.63, &why_not);
  assert_int_equal(at(image, 1, -0.37, 0.63), orange);
  assert_int_not_equal(at(image, 1, 0.93, -0.93), white);
  assert_int_not_equal(at(image, 1, -0.93, -0.93), white);
  assert_int_equal(at(image, 1, 1.07, 0.13), white);
  assert_int_equal(at(image, 1, 0.13, -1.07), white);
  cairo_surface_destroy(image);
  /* beyond what friction can do: the force that would balance is a ring outside of the square */
  image = draw(&f, NULL, 2, 0.63, &why_not);
  const ss_panel panel = {54, 44, 292, 240, -2.4, 2.4, -1.2, 1.2, NULL, NULL, false, false};
  assert_int_equal(pixel_at(image, ss_panel_x(&panel, 2), ss_panel_y(&panel, 0.63)), white);
  assert_int_not_equal(pixel_at(image, ss_panel_x(&panel, 2) + 3, ss_panel_y(&panel, 0.63)), white);
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

static void test_line(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, shared);
  cairo_surface_t *image = draw(&f, NULL, 0.5, 0, &why_not);
  /* a + b = 1/2, as far as both are admissible; dashes lie on it: look beside them */
  for (double a = -0.47; a < 0.95; a += 0.1) {
    size_t seen = 0;
    for (double off = -0.02; off < 0.021; off += 0.005)
      seen += is_line(at(image, 1, a, 0.5 - a + off));
    assert_true(seen > 0);
  }
  for (double off = -0.02; off < 0.021; off += 0.005)
    assert_false(is_line(at(image, 1, -0.62, 1.12 + off)));
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

/* Normal forces follow from friction forces: |c| <= 1 + a. */
static void test_normals(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, wedged);
  cairo_surface_t *image = draw(&f, NULL, 0, 0, &why_not);
  const ss_panel panel = {54, 44, 292, 240, -0.6, 0.6, -1.8, 1.8, NULL, NULL, false, false};
  for (double a = -0.46; a < 0.5; a += 0.13) {
    const double x = ss_panel_x(&panel, a);
    assert_true(is_area(pixel_at(image, x, ss_panel_y(&panel, 0.93 * (1 + a)))));
    assert_false(is_area(pixel_at(image, x, ss_panel_y(&panel, 1.07 * (1 + a)))));
  }
  cairo_surface_destroy(image);
  const char *const swapped[] = {"c T", "a T"}, *const unknown[] = {"c N", "a T"};
  cairo_surface_destroy(draw(&f, swapped, 0, 0, &why_not));
  assert_null(draw(&f, unknown, 0, 0, &why_not));
  assert_non_null(strstr(why_not, "--plane"));
  stop_fixture(&f);
}

static void test_interval(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, mass_on_floor);
  cairo_surface_t *image = draw(&f, NULL, 0.1, 0, &why_not);
  const ss_panel panel = {54, 44, 292, 60, -0.6, 0.6, -1, 1, NULL, NULL, false, false};
  assert_int_equal(pixel_at(image, ss_panel_x(&panel, 0.3), ss_panel_y(&panel, 0)), orange);
  assert_int_not_equal(pixel_at(image, ss_panel_x(&panel, -0.47), ss_panel_y(&panel, 0)), white);
  assert_int_equal(pixel_at(image, ss_panel_x(&panel, -0.53), ss_panel_y(&panel, 0)), white);
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    const char *model, *why;
  } cases[] = {
      {"coord x\nkinetic = 1/2*x'^2\npotential = x^2\n", "no friction"},
      {"coord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
       "friction f { slip = x' - 1; normal = 1; law = coulomb(1) }\n",
       "belt"},
      {"coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"
       "contact a { gap = y; slip = x'; law = coulomb(1) }\n"
       "contact b { gap = 2*y; slip = x'; law = coulomb(1) }\n",
       "do not follow"},
      {"coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 9*x\n"
       "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
       "friction b { slip = (x', y'); normal = 1; law = disk(1) }\n",
       "more than two"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f;
    const char *why_not;
    start_fixture(&f, cases[i].model);
    assert_null(draw(&f, NULL, 0, 0, &why_not));
    assert_non_null(strstr(why_not, cases[i].why));
    stop_fixture(&f);
  }
}

/* Laws whose sets are known by membership alone: an ellipse, a patch that spins. */
static void test_spatial(void **state) {
  (void)state;
  fixture f;
  const char *why_not;
  start_fixture(&f, "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y^2\n"
                    "friction f { slip = (x', y'); normal = 1; law = ellipse(1, 1/2) }\n");
  cairo_surface_t *image = draw(&f, NULL, 0.1, 0, &why_not);
  const ss_panel panel = {54, 44, 292, 240, -1.2, 1.2, -0.6, 0.6, NULL, NULL, false, false};
  for (double s = 0.1; s < 6.2; s += 0.37) {
    const double x = cos(s), y = sin(s) / 2;
    assert_int_not_equal(
        pixel_at(image, ss_panel_x(&panel, 0.95 * x), ss_panel_y(&panel, 0.95 * y)), white);
    assert_int_equal(pixel_at(image, ss_panel_x(&panel, 1.05 * x), ss_panel_y(&panel, 1.05 * y)),
                     white);
  }
  cairo_surface_destroy(image);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_point),    cmocka_unit_test(test_line),
      cmocka_unit_test(test_normals),  cmocka_unit_test(test_interval),
      cmocka_unit_test(test_refusals), cmocka_unit_test(test_spatial),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
