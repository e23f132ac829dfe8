/* test_picture_axes.c: names of axes. */
#include "stage.h"

static void names(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_model *model = ss_machine_model(s.machine);
  const char *two[2];
  assert_true(ss_picture_split(s.arena, " x , x' ", two));
  assert_string_equal(two[0], "x");
  assert_string_equal(two[1], "x'");
  assert_false(ss_picture_split(s.arena, "x", two));
  assert_false(ss_picture_split(s.arena, "x,", two));
  assert_false(ss_picture_split(s.arena, "x,y,z", two));
  assert_int_equal(ss_study_find_variable(model, "x"), 0);
  assert_int_equal(ss_study_find_variable(model, "x'"), 1);
  assert_true(ss_study_find_variable(model, "x''") == SIZE_MAX);
  assert_true(ss_study_find_variable(model, "y") == SIZE_MAX);
  const char *const good[2] = {"t", "x'"}, *const bad[2] = {"x", "t"};
  assert_null(ss_picture_find_wrong_axis(model, good));
  assert_string_equal(ss_picture_find_wrong_axis(model, bad), "t");
  close_stage(&s);
}

RUN_TESTS(T(names))
