/* test_track_plot.c: the picture of a motion over its reference: panels, lines, names. */
#include "track_fixture.h"

static void a_picture(void **state) {
  (void)state;
  track_fixture f;
  ss_text text;
  start_track(&f);
  const ss_system *s = f.m.f.system;
  assert_int_equal(ss_show_track_plot(s, &f.m.motion, &f.track, "no/such/folder/a.svg"), SS_IO);
  assert_int_equal(ss_show_track_plot(s, &f.m.motion, &f.track, "a.txt"), SS_BAD_INPUT);
  assert_int_equal(ss_show_track_plot(s, &f.m.motion, &f.track, name_file(&f.m, ".svg")), SS_OK);
  ss_text_start(&text);
  load_file(f.m.file, &text);
  assert_null(strstr(text.data, "nan"));
  size_t broad = 0, dashed = 0;
  for (const char *at = text.data; (at = strstr(at, "stroke-width:4")); at++) broad++;
  for (const char *at = text.data; (at = strstr(at, "stroke-dasharray")); at++) dashed++;
  /* four states and an input, and one in the legend; an impact in each of seven panels */
  assert_int_equal(broad, 6);
  assert_int_equal(dashed, 7);
  ss_text_stop(&text);
  stop_motion(&f.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_picture)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
