/* test_motion_plot.c: motions as pictures, over time, in every format. */
#include "motion_fixture.h"
#include "picture.h"

static cairo_surface_t *draw(motion_fixture *m, const ss_system *s) {
  const char *name = name_file(m, ".png");
  assert_int_equal(ss_show_motion_plot(s, &m->motion, name), SS_OK);
  assert_is_picture(name);
  cairo_surface_t *image = cairo_image_surface_create_from_png(name);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  return image;
}

static void test_formats(void **state) {
  (void)state;
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  motion_fixture m;
  start_motion(&m);
  for (size_t i = 0; i < 3; i++) {
    const char *name = name_file(&m, endings[i]);
    assert_int_equal(ss_show_motion_plot(m.f.system, &m.motion, name), SS_OK);
    assert_is_picture(name);
  }
  stop_motion(&m);
}

static void test_refusals(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  assert_int_equal(ss_show_motion_plot(m.f.system, &m.motion, "run.gif"), SS_BAD_INPUT);
  assert_int_equal(ss_show_motion_plot(m.f.system, &m.motion, "no/such/folder/run.svg"), SS_IO);
  stop_motion(&m);
}

static void test_margins(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  cairo_surface_t *over_time = draw(&m, m.f.system);
  assert_margins(over_time);
  cairo_surface_destroy(over_time);
  stop_motion(&m);
}

/* Long names, many elements of every kind, odd numbers. */
static void test_crowded(void **state) {
  (void)state;
  enum { MANY = 12, FORCES = 2 * MANY };
  motion_fixture m;
  fixture crowd;
  ss_text text;
  double forces[SAMPLES][FORCES];
  ss_mode modes[SAMPLES][MANY];
  start_motion(&m);
  ss_text_start(&text);
  ss_text_add(&text, "model \"A machine with a title that is far too long to fit on the page, and "
                     "goes on and on and on\"\ncoord x, y  # [m/s]\nparam m = 1 # [kg s^2]\n"
                     "param d = 1 # [m/s]\nkinetic = m*(x'^2 + y'^2)\n");
  for (int i = 0; i < MANY; i++)
    ss_text_addf(&text,
                 "contact a_very_long_name_%d { gap = x + %d*d; slip = y'; law = coulomb(1) }\n", i,
                 i + 20);
  start_fixture(&crowd, text.data);
  for (size_t i = 0; i < SAMPLES; i++) {
    for (size_t k = 0; k < FORCES; k++) forces[i][k] = 1e-12 * (double)(i * k);
    for (size_t k = 0; k < MANY; k++) modes[i][k] = (ss_mode)((i + k) % SS_MODE_COUNT);
    m.sample[i].forces = forces[i];
    m.sample[i].modes = modes[i];
    m.q[i][0] = 123456 + 1e-3 * (double)i;
  }
  m.u[1][0] = NAN;
  cairo_surface_t *image = draw(&m, crowd.system);
  assert_margins(image);
  cairo_surface_destroy(image);
  ss_text_stop(&text);
  stop_fixture(&crowd);
  stop_motion(&m);
}

/* No samples, no elements, no forces: still a picture. */
static void test_empty(void **state) {
  (void)state;
  motion_fixture m;
  fixture body;
  start_motion(&m);
  start_fixture(&body, "coord x, y\nkinetic = x'^2 + y'^2\n");
  cairo_surface_t *image = draw(&m, body.system);
  assert_margins(image);
  cairo_surface_destroy(image);
  m.motion.samples = m.motion.events = 0;
  m.motion.t = 0;
  image = draw(&m, body.system);
  cairo_surface_destroy(image);
  for (size_t i = 0; i < SAMPLES; i++) m.sample[i].forces = NULL, m.sample[i].modes = NULL;
  m.motion.samples = SAMPLES;
  image = draw(&m, m.f.system);
  cairo_surface_destroy(image);
  stop_fixture(&body);
  stop_motion(&m);
}

static unsigned char red_at(cairo_surface_t *image, double x, double y) {
  const int stride = cairo_image_surface_get_stride(image);
  return cairo_image_surface_get_data(image)[(int)(2 * y) * stride + 4 * (int)(2 * x) + 2];
}

/* The strip of the floor: empty until the first second but for an impact, light until the next,
 * where the machine comes to rest; then dark. */
static void test_strips(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  cairo_surface_t *image = draw(&m, m.f.system);
  /* the panel goes from 54 to 346 and is 2.08 seconds long; below the first strip are the second
   * one (13 points), a line of explanation (14) and the margin (8) */
  const double top = cairo_image_surface_get_height(image) / 2.0 - 48, second = 292 / 2.08;
  const double impact = 54 + second / 3, light = 54 + second, dark = 54 + 2 * second;
  assert_true(count_ink(image, impact - 1, top, impact + 1, top + 10) >= 20);
  assert_int_equal(count_ink(image, impact + 2, top + 1, light - 1, top + 9), 0);
  for (double x = light + 1; x < dark - 1; x++) {
    assert_true(red_at(image, x, top + 5) < 255);
    assert_true(red_at(image, x, top + 5) > red_at(image, dark + 5, top + 5) + 100);
  }
  cairo_surface_destroy(image);
  stop_motion(&m);
}

/* Units of forces are on the axis if they are the same, behind the names if not: the same picture
 * with and without them differs there. */
static void test_force_units(void **state) {
  (void)state;
  static const char *const units[][2] = {{NULL, NULL}, {"N", "N"}, {"N", "N m"}};
  size_t axis[3], legend[3];
  motion_fixture m;
  start_motion(&m);
  for (size_t i = 0; i < 3; i++) {
    ss_model *model = m.f.model;
    model->element[0].force_unit[0] = units[i][0];
    for (size_t k = 0; k < model->elements; k++) model->element[k].force_unit[1] = units[i][1];
    cairo_surface_t *image = draw(&m, m.f.system);
    const double bottom = cairo_image_surface_get_height(image) / 2.0 - 78;
    axis[i] = count_ink(image, 0, bottom - 90, 20, bottom);
    legend[i] = count_ink(image, 54, bottom - 108, 346, bottom - 86);
    cairo_surface_destroy(image);
  }
  assert_true(axis[1] > axis[0] && axis[2] == axis[0]);
  assert_true(legend[1] == legend[0] && legend[2] > legend[0]);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),     cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_margins),     cmocka_unit_test(test_crowded),
      cmocka_unit_test(test_empty),       cmocka_unit_test(test_strips),
      cmocka_unit_test(test_force_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
