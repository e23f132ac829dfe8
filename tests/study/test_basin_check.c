/* test_basin_check.c: points done again: none differ, and one that was falsified is found. */
#include "stage.h"

static void a_false_point_is_found(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options o = plane_options(6, 5);
  ss_basin *basin = prepare_basin(&s, &o);
  ss_map_findings sound = {0}, found = {0}, some = {0};
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  assert_int_equal(ss_basin_check(s.arena, basin, 100, &s.said, &sound), SS_OK);
  assert_int_equal(sound.checked, 25); /* all there are */
  assert_int_equal(sound.disagreements, 0);
  const uint8_t right = basin->work.map.code[7], wrong = basin->code[SS_REACH_FAILED];
  basin->work.map.code[7] = wrong;
  assert_int_equal(ss_basin_check(s.arena, basin, 25, &s.said, &found), SS_OK);
  assert_int_equal(found.disagreements, 1);
  assert_true(found.disagreement[0].a == ss_sweep_at(&basin->work.map.axis[0], 2));
  assert_string_equal(found.disagreement[0].map, "failed");
  assert_string_equal(found.disagreement[0].events, basin->work.map.class_of_code[right].name);
  assert_int_equal(ss_basin_check(s.arena, basin, 3, &s.said, &some), SS_OK);
  assert_int_equal(some.checked, 3);
  close_stage(&s);
}

RUN_TESTS(T(a_false_point_is_found))
