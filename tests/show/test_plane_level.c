/* test_plane_level.c: level sets of the energy are where the energy has their value. */
#include "plane_fixture.h"

/* V = 2 is the circle of radius 2, though U is 5 at its lowest: dashes somewhere on every arc of
 * thirty degrees, nothing inside or outside of it. */
static void test_circle(void **state) {
  (void)state;
  const ss_plane_level level = {.rho = 2, .remark = "proved"};
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.plane.levels = 1;
  p.plane.level = &level;
  p.plane.rest = &p.rest;
  cairo_surface_t *image = draw_plane(&p);
  for (int arc = 1; arc < 12; arc++) {
    size_t ink = 0;
    for (int k = 0; k < 8; k++) {
      const double angle = (arc + k / 8.0) * M_PI / 6;
      ink += ink_at(image, 2 * cos(angle), 2 * sin(angle), 4);
      assert_int_equal(ink_at(image, 2.5 * cos(angle), 2.5 * sin(angle), 8), 0);
      if (fabs(sin(angle)) > 0.3)
        assert_int_equal(ink_at(image, 1.5 * cos(angle), 1.5 * sin(angle), 8), 0);
    }
    assert_true(ink > 20);
  }
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Of a level that is about a region, what lies in it: the circle's right half. */
static void test_region(void **state) {
  (void)state;
  static const char *const name[] = {"x", "x'"};
  static const double lo[] = {0, -9}, hi[] = {9, 9};
  const ss_plane_level level = {.rho = 2,
                                .remark = "",
                                .region_count = 2,
                                .region_name = name,
                                .region_lo = lo,
                                .region_hi = hi};
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.plane.levels = 1;
  p.plane.level = &level;
  p.plane.rest = &p.rest;
  cairo_surface_t *image = draw_plane(&p);
  size_t right = 0, left = 0;
  for (int k = -8; k <= 8; k++) {
    const double angle = k * M_PI / 24;
    right += ink_at(image, 2 * cos(angle), 2 * sin(angle), 4);
    if (fabs(sin(angle)) > 0.3) left += ink_at(image, -2 * cos(angle), 2 * sin(angle), 4);
  }
  assert_true(right > 20);
  assert_int_equal(left, 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Counted from the model's own zero, where no rest set is known, V >= 5: no line, but a legend. */
static void test_without_rest(void **state) {
  (void)state;
  const ss_plane_level level = {.rho = 2, .remark = ""};
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  p.plane.levels = 1;
  p.plane.level = &level;
  cairo_surface_t *image = draw_plane(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* The base state counts: with y = 1 fixed, V = (x^2 + (x - 1)^2 + 1)/2 = 1 at x = 0 and x = 1. */
static void test_base(void **state) {
  (void)state;
  const ss_plane_level level = {.rho = 1, .remark = ""};
  plane_fixture p;
  start_plane(&p, two, "x", "x'");
  p.q[1] = 1;
  p.plane.levels = 1;
  p.plane.level = &level;
  cairo_surface_t *image = draw_plane(&p);
  assert_true(ink_at(image, 0, 0.05, 8) + ink_at(image, 0, -0.05, 8) > 5);
  assert_true(ink_at(image, 1, 0.05, 8) + ink_at(image, 1, -0.05, 8) > 5);
  assert_int_equal(ink_at(image, 0.5, 0, 8), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Of several rest sets the lowest one in the plane counts. With y = 1 that is one at (0, 1), U = 1,
 * not the one at (0, 0): V = 1 where x^2 - x + 1 + x'^2/2 = 2, on the axis at (1 +- sqrt(5))/2. */
static void test_page(void **state) {
  (void)state;
  static const size_t line[] = {0, 2};
  static const double places[2][4] = {{0, 0, 0.01, 0}, {0, 1, 0.01, 1}};
  const ss_plane_level level = {.rho = 1, .remark = ""};
  ss_rest_set sets[2];
  plane_fixture p;
  start_plane(&p, two, "x", "x'");
  for (int k = 0; k < 2; k++)
    sets[k] = (ss_rest_set){.name = "E",
                            .shape = SS_REST_CURVE,
                            .center = places[k],
                            .lo = places[k],
                            .hi = places[k] + 2,
                            .points = 2,
                            .point = places[k],
                            .lines = 1,
                            .line = line};
  p.rest = (ss_rest_sets){.system = p.f.system, .count = 2, .set = sets};
  p.q[1] = 1;
  p.plane.levels = 1;
  p.plane.level = &level;
  p.plane.rest = &p.rest;
  cairo_surface_t *image = draw_plane(&p);
  const double far = (1 + sqrt(5)) / 2;
  assert_true(ink_at(image, far, 0.05, 8) + ink_at(image, far, -0.05, 8) > 5);
  assert_int_equal(ink_at(image, 1, 0, 8), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Damping feeds x'^2 and friction takes |x'|: beyond |x'| = 1 the energy grows, and only there is a
 * line; without damping there is none (test_circle). */
static void test_growth(void **state) {
  (void)state;
  const ss_plane_level level = {.rho = 0.01, .remark = ""};
  static const char fed[] =
      "model \"Fed\"\ncoord x # [m]\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = x'\n"
      "friction floor { slip = x'; normal = 10; law = coulomb(1/10) }\n";
  plane_fixture p;
  start_plane(&p, fed, "x", "x'");
  p.plane.levels = 1;
  p.plane.level = &level;
  cairo_surface_t *image = draw_plane(&p);
  size_t up = 0, down = 0;
  for (double x = -2.4; x < 2.5; x += 0.4) {
    up += ink_at(image, x, 1, 8);
    down += ink_at(image, x, -1, 8);
    assert_int_equal(ink_at(image, x, 2, 8), 0);
    if (fabs(x) > 0.5) assert_int_equal(ink_at(image, x, 0, 8), 0);
  }
  assert_true(up > 50 && down > 50);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A function of the file in place of the energy: V = x^2 is 4 on two lines. */
static void test_function(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, mass, "x", "x'");
  ss_graph *graph = ss_graph_create_over(p.f.arena, p.f.system->graph);
  const ss_expr x = p.f.system->q[0];
  const ss_plane_level level = {
      .rho = 4, .remark = "proved", .graph = graph, .function = ss_expr_mul(graph, x, x)};
  p.plane.levels = 1;
  p.plane.level = &level;
  cairo_surface_t *image = draw_plane(&p);
  size_t ink = 0;
  for (double y = -2.4; y < 2.5; y += 0.4) {
    ink += ink_at(image, 2, y, 8) + ink_at(image, -2, y, 8);
    assert_int_equal(ink_at(image, 1, y, 8), 0);
  }
  assert_true(ink > 100);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_circle),       cmocka_unit_test(test_region),
      cmocka_unit_test(test_without_rest), cmocka_unit_test(test_base),
      cmocka_unit_test(test_page),         cmocka_unit_test(test_growth),
      cmocka_unit_test(test_function)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
