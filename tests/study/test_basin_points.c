/* test_basin_points.c: single points of a basin, as one thread computes them. */
#include "stage.h"

static void starts_and_classes(void **state) {
  (void)state;
  stage s = open_stage(WELLS);
  const ss_basin_options o = plane_options(2, 3);
  ss_basin *basin = prepare_basin(&s, &o);
  const double a[] = {-1, 0, 1}, b[] = {0, 0, 0};
  static const char *const names[] = {"E1", "E2", "E3"};
  const char *why;
  ss_basin_worker *w;
  uint8_t codes[3];
  double q, u, times[3];
  assert_int_equal(ss_basin_open(basin, &basin->options, &w, &why), SS_OK);
  assert_true(ss_basin_start(w, 0.5, -0.25, &q, &u));
  assert_true(q == 0.5 && u == -0.25);
  assert_int_equal(ss_basin_classify(w, 3, a, b, codes, times), SS_OK);
  for (int i = 0; i < 3; i++)
    assert_string_equal(ss_basin_map(basin)->class_of_code[codes[i]].name, names[i]);
  ss_basin_close(w);
  ss_basin_close(NULL);
  assert_int_equal(ss_basin_open_events(basin, 1, &s.said, &w), SS_OK);
  assert_int_equal(ss_reach_engine_of(ss_basin_reach(w)), SS_REACH_ENGINE_EVENTS);
  ss_basin_close(w);
  close_stage(&s);
}

static void an_engine_that_does_not_apply(void **state) {
  (void)state;
  stage s = open_stage(WELLS);
  ss_basin_options o = plane_options(2, 3);
  ss_basin *basin;
  o.reach.engine = SS_REACH_ENGINE_PWL;
  assert_true(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin) != SS_OK);
  assert_said(&s, "basin: ");
  close_stage(&s);
}

RUN_TESTS(T(starts_and_classes), T(an_engine_that_does_not_apply))
