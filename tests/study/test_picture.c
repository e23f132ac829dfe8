/* test_picture.c: what a picture contains: levels, rest sets. */
#include "stage.h"

static const double zero[1];

static void levels_and_rest_sets(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const char *levels[] = {"2.5", "proved"};
  const ss_picture_options o = {
      .levels = 2, .level = levels, .q = zero, .u = zero, .how = ss_motion_default_options()};
  ss_picture *picture;
  ss_plane plane = {.title = "kept"};
  assert_int_equal(ss_picture_prepare(s.arena, s.machine, &o, &s.said, &picture), SS_OK);
  assert_int_equal(ss_picture_fill(picture, NULL, &s.said, &plane), SS_OK);
  assert_string_equal(plane.title, "kept");
  assert_int_equal(plane.levels, 2);
  assert_true(plane.level[0].rho == 2.5);
  assert_string_equal(plane.level[1].remark, "proved");
  assert_true(plane.level[1].rho > 0);
  assert_int_equal(plane.rest->count, 1);
  assert_int_equal(plane.motions, 0);
  ss_picture_close(picture);
  ss_picture_close(NULL);
  close_stage(&s);
}

static void levels_that_are_none(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = -x^2\nforce x = -x'\n");
  static const char *const wrong[][2] = {{"high", "--level needs a positive number"},
                                         {"-1", "--level needs a positive number"},
                                         {"proved", "--level proved: no level is proved"}};
  for (size_t i = 0; i < 3; i++) {
    const ss_picture_options o = {.levels = 1, .level = &wrong[i][0], .q = zero, .u = zero};
    ss_picture *picture;
    assert_int_equal(ss_picture_prepare(s.arena, s.machine, &o, &s.said, &picture), SS_BAD_INPUT);
    assert_null(picture);
    assert_said(&s, wrong[i][1]);
  }
  close_stage(&s);
}

/* A brake stops every motion: a level without end. */
static void all_states(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\n"
                       "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  const char *proved = "proved";
  const ss_picture_options o = {.levels = 1, .level = &proved, .q = zero, .u = zero};
  ss_picture *picture;
  ss_plane plane = {0};
  assert_int_equal(ss_picture_prepare(s.arena, s.machine, &o, &s.said, &picture), SS_OK);
  assert_int_equal(ss_picture_fill(picture, NULL, &s.said, &plane), SS_OK);
  assert_true(isinf(plane.level[0].rho));
  ss_picture_close(picture);
  close_stage(&s);
}

/* One of two wells: the level is about a region, which has that one only. */
static void a_level_in_a_region(void **state) {
  (void)state;
  stage s = open_stage(WELLS);
  const char *proved = "proved";
  const ss_picture_options o = {.levels = 1, .level = &proved, .q = zero, .u = zero};
  ss_picture *picture;
  ss_plane plane = {0};
  assert_int_equal(ss_picture_prepare(s.arena, s.machine, &o, &s.said, &picture), SS_OK);
  assert_int_equal(ss_picture_fill(picture, NULL, &s.said, &plane), SS_OK);
  assert_int_equal(plane.level[0].region_count, 2);
  assert_string_equal(plane.level[0].region_name[0], "x");
  assert_true(plane.level[0].region_lo[0] * plane.level[0].region_hi[0] >= 0);
  ss_picture_close(picture);
  close_stage(&s);
}

RUN_TESTS(T(levels_and_rest_sets), T(levels_that_are_none), T(all_states), T(a_level_in_a_region))
