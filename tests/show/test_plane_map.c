/* test_plane_map.c: cells have the colour of their class, and colours can be told apart. */
#include "plane_fixture.h"

/* Of a basin; of a chart. */
enum { CLASSES = 7 };
static const ss_sweep_class classes[2][CLASSES] = {{{"not done", SS_SWEEP_NOT_DONE},
                                                    {"E1", SS_SWEEP_REST},
                                                    {"E2", SS_SWEEP_REST},
                                                    {"escapes", SS_SWEEP_ESCAPES},
                                                    {"undecided", SS_SWEEP_UNDECIDED},
                                                    {"inconsistent", SS_SWEEP_INCONSISTENT},
                                                    {"failed", SS_SWEEP_FAILED}},
                                                   {{"not done", SS_SWEEP_NOT_DONE},
                                                    {"proved for all", SS_SWEEP_PROVED},
                                                    {"proved for some", SS_SWEEP_PROVED},
                                                    {"proved for few", SS_SWEEP_PROVED},
                                                    {"refuted", SS_SWEEP_REFUTED},
                                                    {"refuted too", SS_SWEEP_REFUTED},
                                                    {"unknown", SS_SWEEP_UNKNOWN}}};

static uint32_t colour_at(cairo_surface_t *image, double x, double y) {
  return pixel_at(image, PAGE_LEFT + PAGE * (x + 3) / 6, PAGE_TOP + PAGE * (3 - y) / 6);
}

static double lightness(uint32_t c) {
  return 0.2126 * (c >> 16 & 255) + 0.7152 * (c >> 8 & 255) + 0.0722 * (c & 255);
}

/* Columns of cells, one per class: their colours differ, rest sets are lighter than what is drawn
 * above them, and the first row is at the bottom. */
static void check_colours(const ss_sweep_class *of) {
  uint32_t seen[CLASSES];
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.map.classes = CLASSES;
  p.map.class_of_code = of;
  for (size_t j = 0; j < CELLS; j++)
    for (size_t i = 0; i < CELLS; i++)
      p.code[j * CELLS + i] = (uint8_t)(j < 10 ? CLASSES - 1 : i * CLASSES / CELLS);
  cairo_surface_t *image = draw_plane(&p);
  for (size_t k = 0; k < CLASSES; k++) {
    seen[k] = colour_at(image, 6 * ((double)k + 0.5) / CLASSES - 3, 0.5);
    assert_int_equal(colour_at(image, 6 * ((double)k + 0.5) / CLASSES - 3, 2.5), seen[k]);
    for (size_t m = 0; m < k; m++) assert_int_not_equal(seen[k], seen[m]);
    assert_int_equal(colour_at(image, 6 * ((double)k + 0.5) / CLASSES - 3, -2.5),
                     colour_at(image, 2.8, 0));
  }
  assert_int_equal(seen[0], 0xFFFFFF);
  assert_true(lightness(seen[1]) > 128 && lightness(seen[2]) > 128);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

static void test_colours(void **state) {
  (void)state;
  check_colours(classes[0]);
  check_colours(classes[1]);
}

/* Of a hundred modes those that occur, seven columns of them, differ, wherever they are in the
 * list. */
static void test_few_of_many(void **state) {
  (void)state;
  enum { MANY = 100, STEP = 12 };
  ss_sweep_class many[MANY];
  uint32_t seen[CLASSES];
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.map.classes = MANY;
  p.map.class_of_code = many;
  for (size_t k = 0; k < MANY; k++) many[k] = (ss_sweep_class){"modes", SS_SWEEP_OTHER};
  for (size_t j = 0; j < CELLS; j++)
    for (size_t i = 0; i < CELLS; i++)
      p.code[j * CELLS + i] = (uint8_t)(STEP * (i * CLASSES / CELLS + 1));
  cairo_surface_t *image = draw_plane(&p);
  for (size_t k = 0; k < CLASSES; k++) {
    seen[k] = colour_at(image, 6 * ((double)k + 0.5) / CLASSES - 3, 0.5);
    for (size_t m = 0; m < k; m++) assert_int_not_equal(seen[k], seen[m]);
  }
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A map over parameters: no system, no state, any names. */
static void test_parameters(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, mass, "mu", "a long name");
  p.plane.system = NULL;
  p.plane.q = p.plane.u = NULL;
  p.plane.directions = true;
  cairo_surface_t *image = draw_plane(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* One point, and many classes. */
static void test_odd(void **state) {
  (void)state;
  ss_sweep_class many[SS_SWEEP_CLASSES_MOST];
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.map.axis[0].count = p.map.axis[1].count = 1;
  cairo_surface_t *image = draw_plane(&p);
  cairo_surface_destroy(image);
  p.map.axis[0].count = p.map.axis[1].count = 20;
  p.map.classes = SS_SWEEP_CLASSES_MOST;
  p.map.class_of_code = many;
  for (size_t k = 0; k < SS_SWEEP_CLASSES_MOST; k++)
    many[k] = (ss_sweep_class){"a class with a long name", SS_SWEEP_OTHER};
  for (size_t i = 0; i < 400; i++) p.code[i] = (uint8_t)(i % SS_SWEEP_CLASSES_MOST);
  image = draw_plane(&p);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_colours),
                                     cmocka_unit_test(test_few_of_many),
                                     cmocka_unit_test(test_parameters), cmocka_unit_test(test_odd)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
