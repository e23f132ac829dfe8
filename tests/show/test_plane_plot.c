/* test_plane_plot.c: motions in a plane, alone and above a map, in every format. */
#include "motion_fixture.h"
#include "picture.h"

static ss_plane plane_of(const motion_fixture *m, const ss_plane_motion *motions, size_t count) {
  return (ss_plane){.system = m->f.system,
                    .parameters = m->parameters,
                    .title = "A title that is much too long for a page as narrow as this one is",
                    .axis = {"x", "y'"},
                    .q = m->q[0],
                    .u = m->u[0],
                    .motions = count,
                    .motion = motions};
}

static cairo_surface_t *draw(motion_fixture *m, const ss_plane *plane) {
  const char *name = name_file(m, ".png");
  assert_int_equal(ss_show_plane_plot(plane, name), SS_OK);
  assert_is_picture(name);
  cairo_surface_t *image = cairo_image_surface_create_from_png(name);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  assert_margins(image);
  return image;
}

static void test_formats(void **state) {
  (void)state;
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  motion_fixture m;
  start_motion(&m);
  const ss_plane_motion motion = {&m.motion, ""};
  const ss_plane plane = plane_of(&m, &motion, 1);
  for (size_t i = 0; i < 3; i++) {
    const char *name = name_file(&m, endings[i]);
    assert_int_equal(ss_show_plane_plot(&plane, name), SS_OK);
    assert_is_picture(name);
  }
  assert_int_equal(ss_show_plane_plot(&plane, "plane.gif"), SS_BAD_INPUT);
  assert_int_equal(ss_show_plane_plot(&plane, "no/such/folder/plane.svg"), SS_IO);
  stop_motion(&m);
}

/* The start is a ring (white inside), the end a dot: x and y' run from corner to corner, with 6 %
 * of air: x from 0 to 2, y' from 1/3 to -5/3. */
static void test_ends(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const ss_plane_motion motion = {&m.motion, ""};
  const ss_plane plane = plane_of(&m, &motion, 1);
  cairo_surface_t *image = draw(&m, &plane);
  const double air = 0.06 / 1.12, left = 50 + 238 * air, right = 50 + 238 * (1 - air);
  const double top = 28 + 200 * air, bottom = 28 + 200 * (1 - air);
  assert_int_equal(pixel_at(image, left, top), 0xFFFFFF);
  assert_true(count_ink(image, left - 3, top - 3, left + 3, top + 3) > 20);
  assert_int_equal(pixel_at(image, right, bottom), ss_plot_colour(0, 1));
  cairo_surface_destroy(image);
  stop_motion(&m);
}

/* Several motions have colours and names of their own; over time, what rests stays to the end. */
static void test_over_time(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  ss_motion early = m.motion;
  early.samples = 3; /* ends at t = 1/3, at rest */
  const ss_plane_motion motions[] = {{&m.motion, "the whole motion"}, {&early, "its beginning"}};
  ss_plane plane = plane_of(&m, motions, 2);
  plane.axis[0] = "t";
  plane.axis[1] = "x";
  cairo_surface_t *image = draw(&m, &plane);
  /* x = t from 0 to 2 with 6 % of air; the second one stays at 1/3 */
  const double height = 28 + 200 * (1 - (0.06 + 1 / 6.0) / 1.12);
  assert_int_equal(pixel_at(image, 250, height), ss_plot_colour(1, 1));
  cairo_surface_destroy(image);
  stop_motion(&m);
}

/* Nothing to draw, or nothing finite: still a page. */
static void test_empty(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  ss_plane plane = plane_of(&m, NULL, 0);
  cairo_surface_destroy(draw(&m, &plane));
  plane.title = "";
  for (size_t i = 0; i < SAMPLES; i++) m.q[i][0] = NAN;
  const ss_plane_motion motion = {&m.motion, "nowhere"};
  plane.motion = &motion;
  plane.motions = 1;
  cairo_surface_destroy(draw(&m, &plane));
  m.motion.samples = 0;
  cairo_surface_destroy(draw(&m, &plane));
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats), cmocka_unit_test(test_ends),
                                     cmocka_unit_test(test_over_time),
                                     cmocka_unit_test(test_empty)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
