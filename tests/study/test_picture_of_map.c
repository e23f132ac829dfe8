/* test_picture_of_map.c: the picture of a basin, before and after it was a file. */
#include "stage.h"

static void the_same_from_its_facts(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const char *box = "x=-3:3", *level = "2", *motion = "kick";
  const ss_picture_options more = {.levels = 1, .level = &level, .motions = 1, .motion = &motion};
  ss_basin_options o = plane_options(2, 3);
  ss_picture *now, *later;
  o.boxes = 1;
  o.box = &box;
  o.reach.end = 50;
  ss_basin *basin = prepare_basin(&s, &o);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  assert_int_equal(ss_basin_picture(s.arena, basin, &more, &s.said, &now), SS_OK);
  assert_int_equal(ss_picture_of_map(s.arena, ss_basin_map(basin), &more, &s.said, &later), SS_OK);
  assert_memory_equal(now->options.page, later->options.page, 4 * sizeof(double));
  assert_memory_equal(now->options.axis, later->options.axis, 2 * sizeof(size_t));
  assert_true(later->options.how.end == 50 && now->options.how.end == 50);
  assert_true(later->options.from[0] == -3 && later->options.to[0] == 3);
  ss_plane plane = {0}, again = {0};
  assert_int_equal(ss_picture_fill(now, NULL, &s.said, &plane), SS_OK);
  assert_int_equal(ss_picture_fill(later, NULL, &s.said, &again), SS_OK);
  assert_int_equal(again.rest->count, plane.rest->count);
  assert_int_equal(again.motion[0].motion->samples, plane.motion[0].motion->samples);
  ss_picture_close(now);
  ss_picture_close(later);
  close_stage(&s);
}

static void facts_that_make_no_sense(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_basin_options o = plane_options(2, 3);
  const ss_picture_options nothing = {0};
  ss_basin *basin = prepare_basin(&s, &o);
  ss_picture *picture;
  ss_sweep_map map = *ss_basin_map(basin);
  map.axis[1].name = "y";
  assert_int_equal(ss_picture_of_map(s.arena, &map, &nothing, &s.said, &picture), SS_BAD_INPUT);
  assert_null(picture);
  assert_said(&s, "make no sense");
  map.model = "no model";
  assert_int_equal(ss_picture_of_map(s.arena, &map, &nothing, &s.said, &picture), SS_BAD_INPUT);
  assert_said(&s, "make no sense");
  close_stage(&s);
}

/* Contacts that the starts of a map keep closed stay so in its picture, of motions and states. */
static void contacts_kept_closed(void **state) {
  (void)state;
  stage s = open_stage("model \"bowl\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                       "potential = 10*y\ncontact floor { gap = y - x^2 }\n"
                       "force x = -x'\nstate kick { x = 0.5; y = 1 }\n");
  const char *motion = "kick", *level = "2";
  const ss_picture_options more = {.levels = 1, .level = &level, .motions = 1, .motion = &motion};
  ss_basin_options o = plane_options(2, 3);
  ss_picture *of[2];
  o.closed = "floor";
  o.reach.end = 1;
  ss_basin *basin = prepare_basin(&s, &o);
  assert_int_equal(ss_basin_picture(s.arena, basin, &more, &s.said, &of[0]), SS_OK);
  assert_int_equal(ss_picture_of_map(s.arena, ss_basin_map(basin), &more, &s.said, &of[1]), SS_OK);
  for (int k = 0; k < 2; k++) {
    ss_plane plane = {0};
    assert_int_equal(ss_picture_fill(of[k], NULL, &s.said, &plane), SS_OK);
    assert_non_null(plane.closed);
    assert_true(plane.closed[0]);
    const double *q = plane.motion[0].motion->sample[0].q;
    assert_true(fabs(q[0] - 0.5) < 1e-12 && fabs(q[1] - 0.25) < 1e-12);
    ss_picture_close(of[k]);
  }
  close_stage(&s);
}

RUN_TESTS(T(the_same_from_its_facts), T(contacts_kept_closed), T(facts_that_make_no_sense))
