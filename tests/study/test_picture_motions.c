/* test_picture_motions.c: further motions: states, parameters, names. */
#include "stage.h"

static const double one[1] = {1}, zero[1];

static ss_status prepare(stage *s, size_t count, const char *const *motions, ss_picture **picture) {
  ss_picture_options o = {.motions = count,
                          .motion = motions,
                          .q = one,
                          .u = zero,
                          .how = ss_motion_default_options(),
                          .resample = true};
  o.how.end = 60;
  return ss_picture_prepare(s->arena, s->machine, &o, &s->said, picture);
}

static void states_parameters_and_names(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  static const char *const texts[] = {"kick", "x=2, x'=3", "here, F=0.1", "F=0.25", "oiled: F=0.2"};
  static const double q[] = {1, 2, 0.2, 1, 1}, u[] = {1, 3, 0, 0, 0},
                      F[] = {0.5, 0.5, 0.1, 0.25, 0.2};
  ss_picture *picture;
  assert_int_equal(prepare(&s, 5, texts, &picture), SS_OK);
  assert_int_equal(picture->variants, 5);
  for (size_t i = 0; i < 5; i++) {
    const ss_variant *v = &picture->variant[i];
    assert_true(v->q[0] == q[i] && v->u[0] == u[i]);
    assert_true(ss_machine_parameters(v->machine)[0] == F[i]);
  }
  assert_string_equal(picture->variant[4].name, "oiled");
  ss_plane plane = {0};
  const ss_plane_motion first = {&(ss_motion){.t = 1}, "first"};
  assert_int_equal(ss_picture_fill(picture, &first, &s.said, &plane), SS_OK);
  assert_int_equal(plane.motions, 6);
  assert_string_equal(plane.motion[0].name, "first");
  for (size_t i = 1; i < 6; i++) assert_true(plane.motion[i].motion->at_rest);
  ss_picture_close(picture);
  close_stage(&s);
}

static void mistakes(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const char *unknown = "kik", *empty = "F=-1";
  ss_picture *picture;
  assert_int_equal(prepare(&s, 1, &unknown, &picture), SS_BAD_INPUT);
  assert_string_equal(s.said.items[0].file, "--also");
  assert_said(&s, "unknown state 'kik'");
  assert_int_equal(prepare(&s, 1, &empty, &picture), SS_BAD_INPUT);
  assert_string_equal(s.said.items[0].file, "--also");
  close_stage(&s);
}

RUN_TESTS(T(states_parameters_and_names), T(mistakes))
