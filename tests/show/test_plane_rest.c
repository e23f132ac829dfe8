/* test_plane_rest.c: rest sets, cut with planes of every kind. */
#include "plane_fixture.h"

static cairo_surface_t *draw_rest(plane_fixture *p) {
  p->plane.rest = &p->rest;
  return draw_plane(p);
}

/* Two coordinates: the parallelogram, not the box around it. */
static void test_area(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, two, "x", "y");
  cairo_surface_t *image = draw_rest(&p);
  assert_int_equal(ink_at(image, 0, 0, 4), 64);
  assert_int_equal(ink_at(image, 0.8, 0.8, 4), 64);
  assert_int_equal(ink_at(image, -0.8, -0.8, 4), 64);
  assert_int_equal(ink_at(image, 0.25, -0.25, 4), 64);
  assert_int_equal(ink_at(image, 0.8, -0.8, 4), 0);
  assert_int_equal(ink_at(image, 1.2, 1.2, 4), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A coordinate and a velocity: a piece of the axis. With y = 1/2 the set is 2x - 1/2 in [-1, 1]
 * and 1 - x in [-1, 1]: x in [0, 3/4]. */
static void test_segment(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, two, "x", "x'");
  p.q[1] = 0.5;
  cairo_surface_t *image = draw_rest(&p);
  assert_true(ink_at(image, 0.05, 0, 2) > 10);
  assert_true(ink_at(image, 0.7, 0, 2) > 10);
  assert_int_equal(ink_at(image, -0.2, 0, 4), 0);
  assert_int_equal(ink_at(image, 0.95, 0, 4), 0);
  assert_int_equal(ink_at(image, 0.4, 0.3, 4), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* The axes the other way round. */
static void test_upright(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, mass, "x'", "x");
  cairo_surface_t *image = draw_rest(&p);
  assert_true(ink_at(image, 0, 0.9, 2) > 10);
  assert_int_equal(ink_at(image, 0, 1.2, 4), 0);
  assert_int_equal(ink_at(image, 0.9, 0, 4), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* Two velocities: a dot, if the machine can rest in the base position. */
static void test_dot(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, two, "x'", "y'");
  cairo_surface_t *image = draw_rest(&p);
  assert_int_equal(ink_at(image, 0, 0, 2), 16);
  assert_int_equal(ink_inside(image), ink_at(image, 0, 0, 8));
  cairo_surface_destroy(image);
  p.q[0] = 2;
  image = draw_rest(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A coordinate on which nothing depends: a point is a line across the page on its axis, and is
 * found whatever value the base state has of it. */
static void test_without_bearing(void **state) {
  (void)state;
  const size_t free[] = {0};
  const double center[] = {0, 0.5}, lo[] = {-INFINITY, 0.5}, hi[] = {INFINITY, 0.5};
  const ss_rest_set point = {.name = "E1",
                             .shape = SS_REST_POINT,
                             .center = center,
                             .lo = lo,
                             .hi = hi,
                             .free_count = 1,
                             .free = free};
  static const char *const planes[][2] = {{"x", "y"}, {"x", "x'"}, {"y", "y'"}};
  for (int k = 0; k < 3; k++) {
    plane_fixture p;
    start_plane(&p, two, planes[k][0], planes[k][1]);
    p.q[0] = 0.3;
    p.q[1] = 0.5;
    p.rest = (ss_rest_sets){.system = p.f.system, .count = 1, .set = &point};
    cairo_surface_t *image = draw_rest(&p);
    const double other = k == 0 ? 0.5 : 0;
    assert_int_equal(ink_at(image, 1.2, other, 2) > 10, k < 2);
    assert_int_equal(ink_at(image, -1.2, other, 2) > 10, k < 2);
    assert_true(ink_at(image, 0.5, other, 2) > 10);
    assert_int_equal(ink_at(image, 0, -0.8, 4), 0);
    cairo_surface_destroy(image);
    stop_plane(&p);
  }
}

/* What moves does not rest. */
static void test_moving_base(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, two, "x", "y");
  p.u[1] = 0.1;
  cairo_surface_t *image = draw_rest(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A curve from (-1, 0) to (1, 0), and the patch of the four corners. */
static const double corners[] = {-1, 0, 1, 0, 1, 0.5, -1, 0.5}, middle[] = {0, 0.25};
static const double lows[] = {-1, 0}, highs[] = {1, 0.5};
static const size_t ends[2][2] = {{0, 2}, {0, 4}};
#define TRACED(what, k)                                                                            \
  {                                                                                                \
    .name = "E1", .shape = what, .points = ends[k][1], .point = corners, .lines = 1,               \
    .line = ends[k], .center = middle, .lo = lows, .hi = highs                                     \
  }
static const ss_rest_set traced[2] = {TRACED(SS_REST_CURVE, 0), TRACED(SS_REST_PATCH, 1)};

/* Traced sets: a curve where its points are in the plane, a patch with its inside. */
static void test_traced(void **state) {
  (void)state;
  plane_fixture p;
  start_plane(&p, two, "x", "y");
  p.rest = (ss_rest_sets){.system = p.f.system, .count = 1, .set = traced};
  cairo_surface_t *image = draw_rest(&p);
  assert_true(ink_at(image, 0, 0, 2) > 10);
  assert_int_equal(ink_at(image, 0.8, 0.25, 4), 0);
  cairo_surface_destroy(image);
  p.rest.set = traced + 1;
  image = draw_rest(&p);
  assert_int_equal(ink_at(image, 0.8, 0.25, 4), 64);
  cairo_surface_destroy(image);
  /* beside the page there is nothing, and no word about it: as much ink as without */
  p.map.axis[0].low += 50;
  p.map.axis[0].high += 50;
  image = draw_rest(&p);
  p.plane.rest = NULL;
  cairo_surface_t *without = draw_plane(&p);
  assert_int_equal(count_ink(image, 0, 0, 300, 400), count_ink(without, 0, 0, 300, 400));
  cairo_surface_destroy(without);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* The same where the plane cuts them. */
static void test_traced_across(void **state) {
  (void)state;
  plane_fixture p;
  /* y = 1 in the base state: the curve at y = 0 is elsewhere */
  start_plane(&p, two, "x", "x'");
  p.q[1] = 1;
  p.rest = (ss_rest_sets){.system = p.f.system, .count = 1, .set = traced};
  cairo_surface_t *image = draw_rest(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  /* y = 1/4 passes between the points of the patch, through its middle */
  p.q[1] = 0.25;
  image = draw_rest(&p);
  assert_int_equal(ink_at(image, 0, 0, 2), 16);
  assert_int_equal(ink_inside(image), ink_at(image, 0, 0, 8));
  cairo_surface_destroy(image);
  /* the patch itself is cut there, from -1 to 1, and nowhere if the plane passes beside it */
  p.rest.set = traced + 1;
  image = draw_rest(&p);
  assert_true(ink_at(image, 0.9, 0, 2) > 10 && ink_at(image, -0.9, 0, 2) > 10);
  assert_int_equal(ink_at(image, 1.2, 0, 4), 0);
  assert_int_equal(ink_at(image, 0.5, 0.3, 4), 0);
  cairo_surface_destroy(image);
  p.q[1] = 0.75;
  image = draw_rest(&p);
  assert_int_equal(ink_inside(image), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* A curve that passes the plane at two of its points, with a point beside it between: two dots. */
static void test_lonely(void **state) {
  (void)state;
  const double points[] = {-0.8, 0, 0, 0.5, 0.8, 0}, center[] = {0, 0.5};
  const double lo[] = {-0.8, 0}, hi[] = {0.8, 0.5};
  const size_t line[2] = {0, 3};
  ss_rest_set set = {.name = "E1", .shape = SS_REST_CURVE, .points = 3, .point = points};
  set.lines = 1, set.line = line, set.center = center, set.lo = lo, set.hi = hi;
  plane_fixture p;
  start_plane(&p, two, "x", "x'");
  p.rest = (ss_rest_sets){.system = p.f.system, .count = 1, .set = &set};
  cairo_surface_t *image = draw_rest(&p);
  assert_int_equal(ink_at(image, -0.8, 0, 2), 16);
  assert_int_equal(ink_at(image, 0.8, 0, 2), 16);
  assert_int_equal(ink_at(image, 0, 0, 4), 0);
  cairo_surface_destroy(image);
  stop_plane(&p);
}

/* What rests at an angle rests a turn later too: a pendulum does, a spring does not. */
static void test_turns(void **state) {
  (void)state;
  static const char *const potentials[] = {"-cos(a)", "1/2*a^2 + 1/100*a^4"};
  for (int k = 0; k < 2; k++) {
    char text[300];
    plane_fixture p;
    snprintf(text, sizeof text,
             "model \"Arm\"\ncoord a # [rad]\nkinetic = 1/2*a'^2 # [kg m^2]\npotential = %s\n"
             "friction joint { slip = a'; normal = 1; law = coulomb(1/5) }\n",
             potentials[k]);
    start_plane(&p, text, "a", "a'");
    cairo_surface_t *image = draw_rest(&p);
    assert_true(ink_at(image, 0.1, 0, 2) > 10);
    assert_int_equal(ink_at(image, 0.4, 0, 4), 0);
    cairo_surface_destroy(image);
    p.map.axis[0].low += 2 * M_PI;
    p.map.axis[0].high += 2 * M_PI;
    image = draw_rest(&p);
    assert_true((ink_at(image, 0.1, 0, 2) > 10) == (k == 0));
    cairo_surface_destroy(image);
    stop_plane(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_area),
                                     cmocka_unit_test(test_segment),
                                     cmocka_unit_test(test_upright),
                                     cmocka_unit_test(test_dot),
                                     cmocka_unit_test(test_without_bearing),
                                     cmocka_unit_test(test_moving_base),
                                     cmocka_unit_test(test_traced),
                                     cmocka_unit_test(test_traced_across),
                                     cmocka_unit_test(test_lonely),
                                     cmocka_unit_test(test_turns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
