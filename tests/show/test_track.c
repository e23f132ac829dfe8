/* test_track.c: how well a motion followed its reference, as lines and as JSON. */
#include <jansson.h>

#include "motion_fixture.h"
#include "track_fixture.h"

static void lines(void **state) {
  (void)state;
  track_fixture f;
  ss_text text;
  start_track(&f);
  ss_text_start(&text);
  ss_show_track(f.m.f.system, &f.reference, &f.track, &text);
  assert_non_null(strstr(text.data, "references switched by events"));
  assert_non_null(strstr(text.data, "1 instant and 2 segments"));
  assert_non_null(strstr(text.data, "largest error 0.25, largest feedback 3"));
  assert_non_null(strstr(text.data, "saturated for 0.125"));
  assert_non_null(
      strstr(text.data, "1 instant of the reference did not happen, the first at t = 0.5"));
  assert_non_null(
      strstr(text.data, "2 events not in the reference, the first at t = 0.75 (gap of"));
  ss_text_stop(&text);
  f.track.by_clock = true;
  f.track.saturated = 0;
  f.track.unexpected = 0;
  ss_text_start(&text);
  ss_show_track(f.m.f.system, &f.reference, &f.track, &text);
  assert_non_null(strstr(text.data, "by the clock"));
  assert_null(strstr(text.data, "did not happen"));
  assert_null(strstr(text.data, "not in the reference"));
  assert_null(strstr(text.data, "saturated"));
  ss_text_stop(&text);
  stop_motion(&f.m);
}

static void json(void **state) {
  (void)state;
  track_fixture f;
  ss_text text;
  start_track(&f);
  ss_text_start(&text);
  ss_show_track_json(f.m.f.system, &f.m.motion, &f.reference, &f.track, &text);
  json_t *root = json_loads(text.data, 0, NULL), *track = json_object_get(root, "track");
  assert_non_null(json_object_get(root, "final"));
  assert_true(json_is_false(json_object_get(track, "by_clock")));
  assert_true(json_real_value(json_object_get(track, "feedback")) == 3);
  assert_int_equal(json_array_size(json_object_get(track, "samples")), f.track.samples);
  const json_t *reference = json_object_get(track, "reference");
  assert_int_equal(json_array_size(json_object_get(reference, "segments")), 2);
  const json_t *instant = json_array_get(json_object_get(reference, "instants"), 0);
  assert_true(json_real_value(json_object_get(instant, "t")) == 0.5);
  assert_int_equal(json_array_size(json_object_get(instant, "guards")), 1);
  json_decref(root);
  ss_text_stop(&text);
  stop_motion(&f.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(json)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
