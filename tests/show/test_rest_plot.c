/* test_rest_plot.c: pictures of rest sets are written, or refused with a reason. */
#include "picture.h"
#include "rest_fixture.h"

#include "../../src/show/show_private.h"

static long draw(const ss_rest_sets *sets, const char *const plane[2], ss_status expected) {
  char name[300];
  const char *file = picture_name(name, ".svg");
  assert_int_equal(ss_show_rest_plot(sets, plane, file), expected);
  FILE *stream = fopen(file, "r");
  long size = 0;
  if (stream) {
    fseek(stream, 0, SEEK_END);
    size = ftell(stream);
    fclose(stream);
  }
  unlink(file);
  return size;
}

static void test_pictures(void **state) {
  (void)state;
  /* a segment, an unbounded strip, a line of one coordinate, a patch, nothing at all */
  static const char *const models[] = {
      mass_on_floor,
      "model \"Strip\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2\n"
      "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
      "model \"Line\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
      "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
      "model \"Disc\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y^2\n"
      "friction f { slip = (x', y'); normal = 1; law = disk(1) }\n",
      "model \"Thrown\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = 1\n",
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    fixture f;
    start_fixture(&f, models[i]);
    const ss_rest_sets sets = find_sets(&f);
    assert_true(draw(&sets, NULL, SS_OK) > 1000);
    stop_fixture(&f);
  }
}

/* The words of a picture: those of an axis, its numbers. */
static ss_text draw_words(const ss_rest_sets *sets) {
  ss_text svg;
  ss_text_start(&svg);
  assert_int_equal(ss_show_rest_svg(sets, "", &svg), SS_OK);
  return svg;
}

/* A coordinate on which nothing depends is no axis; what rounding tells apart is one place. */
static void test_axes(void **state) {
  (void)state;
  fixture f;
  start_fixture(&f, "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y^2\n"
                    "friction f { slip = y'; normal = 1; law = coulomb(1) }\n");
  const size_t free[] = {0};
  const double center[] = {0, 1e-24}, lo[] = {-INFINITY, 0}, hi[] = {INFINITY, 2e-24};
  const ss_rest_set point = {.name = "E1",
                             .shape = SS_REST_POINT,
                             .center = center,
                             .lo = lo,
                             .hi = hi,
                             .free_count = 1,
                             .free = free};
  const ss_rest_sets sets = {.system = f.system, .count = 1, .set = &point};
  ss_text alone = draw_words(&sets);
  /* one axis: a low picture; no power of ten beside it */
  assert_non_null(strstr(alone.data, "viewBox=\"0 0 360 1"));
  ss_rest_set exact = point;
  const double zero[] = {0, 0}, ends[2][2] = {{-INFINITY, 0}, {INFINITY, 0}};
  exact.center = zero, exact.lo = ends[0], exact.hi = ends[1];
  const ss_rest_sets clean = {.system = f.system, .count = 1, .set = &exact};
  ss_text other = draw_words(&clean);
  /* but for the names that cairo gives to its surfaces */
  assert_true(labs((long)alone.length - (long)other.length) < 100);
  ss_text_stop(&other);
  ss_text_stop(&alone);
  stop_fixture(&f);
}

static long measure_with_unit(const char *unit) {
  char model[400];
  fixture f;
  snprintf(model, sizeof model,
           "coord x %s\nkinetic = 1/2*x'^2\npotential = x^2\n"
           "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
           unit);
  start_fixture(&f, model);
  const ss_rest_sets sets = find_sets(&f);
  ss_text svg = draw_words(&sets);
  const long length = (long)svg.length;
  ss_text_stop(&svg);
  stop_fixture(&f);
  return length;
}

/* A number without a unit has none in the picture either: no "x [1]", which would be five signs
 * more, as "x [m]" is. */
static void test_units(void **state) {
  (void)state;
  const long bare = measure_with_unit(""), one = measure_with_unit("# [1] of one");
  assert_true(labs(one - bare) < 100);
  assert_true(measure_with_unit("# [m] of one") - bare > 150);
}

static void test_refusals(void **state) {
  (void)state;
  fixture f;
  start_fixture(&f, mass_on_floor);
  const ss_rest_sets sets = find_sets(&f);
  const char *const wrong[] = {"x", "z"}, *const right[] = {"y", "x"};
  draw(&sets, wrong, SS_BAD_INPUT);
  assert_true(draw(&sets, right, SS_OK) > 1000);
  assert_int_equal(ss_show_rest_plot(&sets, NULL, "picture.gif"), SS_BAD_INPUT);
  assert_int_equal(ss_show_rest_plot(&sets, NULL, "no/such/folder/picture.svg"), SS_IO);
  stop_fixture(&f);
}

/* How far a search leaves a height open is no axis: the picture is that of one height. */
static void test_what_a_search_leaves_open(void **state) {
  (void)state;
  fixture f;
  size_t length[2];
  start_fixture(&f, "coord z, s\nkinetic = 1/2*(z'^2 + s'^2)\npotential = z^2 + s^2\n"
                    "friction f { slip = s'; normal = 1; law = coulomb(1) }\n");
  for (int k = 0; k < 2; k++) {
    const double open = k ? 4e-9 : 0, center[] = {0.0116, 0};
    const double lo[] = {0.0116 - open, -1}, hi[] = {0.0116, 1};
    const ss_rest_set box = {
        .name = "E1", .shape = SS_REST_BOX, .center = center, .lo = lo, .hi = hi, .dimension = 1};
    const ss_rest_sets sets = {.system = f.system, .count = 1, .set = &box};
    ss_text svg = draw_words(&sets);
    length[k] = svg.length;
    ss_text_stop(&svg);
  }
  assert_true(labs((long)length[0] - (long)length[1]) < 100);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pictures), cmocka_unit_test(test_axes), cmocka_unit_test(test_units),
      cmocka_unit_test(test_what_a_search_leaves_open), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
