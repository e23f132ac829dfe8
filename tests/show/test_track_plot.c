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

/* The bytes of the picture where errors are as large as this, of states about 1. */
static size_t measure_picture(double error) {
  track_fixture f;
  ss_text text;
  start_track(&f);
  for (size_t i = 0; i < SAMPLES; i++)
    for (size_t k = 0; k < 6; k++)
      if (k != 4) f.numbers[i][k] = error * (double)(1 + (i * 7 + k) % 3);
  assert_int_equal(ss_show_track_plot(f.m.f.system, &f.m.motion, &f.track, name_file(&f.m, ".svg")),
                   SS_OK);
  ss_text_start(&text);
  load_file(f.m.file, &text);
  const size_t length = text.length;
  ss_text_stop(&text);
  stop_motion(&f.m);
  return length;
}

/* Rounding errors are no errors of control: the picture is that of none. */
static void rounding_is_not_drawn(void **state) {
  (void)state;
  const size_t none = measure_picture(0);
  assert_int_equal(measure_picture(1e-15), none);
  assert_int_not_equal(measure_picture(1e-3), none);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_picture),
                                     cmocka_unit_test(rounding_is_not_drawn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
