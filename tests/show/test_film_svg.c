/* test_film_svg.c: a picture that moves by itself. */
#include "film_stage.h"

static void what_moves_is_animated(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_svg(&s.film, &out), SS_OK);
  /* spring, cylinder, piston, polygon, line: points; circle: x, y, r; arrow: points, stroke, x, y,
   * r, fill; label: x, y; the bar: width; the ground and its hatching stand */
  assert_int_equal(count_of(out.data, "<animate "), 5 + 3 + 6 + 2 + 1);
  const char *values = strstr(out.data, "values=\"");
  const char *end = strchr(values + 8, '"');
  size_t frames = 1;
  for (const char *at = values; at < end; at++) frames += *at == ';';
  assert_int_equal(frames, (s.film.frames + 1) / 2);
  assert_null(strstr(out.data, "<b>"));
  assert_non_null(strstr(out.data, "</svg>\n"));
  ss_text_stop(&out);
  close_film(&s);
}

static void colours_follow_the_contact(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_svg(&s.film, &out), SS_OK);
  static const ss_light lights[] = {SS_LIGHT_FREE, SS_LIGHT_HIT};
  for (int k = 0; k < 2; k++) {
    char colour[8];
    snprintf(colour, sizeof colour, "#%06x", ss_film_colour(lights[k]));
    assert_non_null(strstr(out.data, colour));
  }
  ss_text_stop(&out);
  close_film(&s);
}

/* The time is a bar with a mark at each event; a film that ends before its motion says so. */
static void a_bar_of_the_time(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  ss_text out;
  char end[32];
  ss_text_start(&out);
  assert_int_equal(ss_film_write_svg(&s.film, &out), SS_OK);
  snprintf(end, sizeof end, ">t = %.4g<", s.film.end);
  assert_non_null(strstr(out.data, end));
  assert_non_null(strstr(out.data, "values=\"0;720\""));
  /* the first impact, at sqrt(0.2) */
  snprintf(end, sizeof end, "M%.1f ", 120 + 720 * sqrt(0.2) / s.film.end);
  assert_non_null(strstr(out.data, end));
  assert_null(strstr(out.data, "leaves the picture"));
  ss_text_stop(&out);
  close_film(&s);
  s = open_film("coord x\nkinetic = x'^2\ndraw circle (x, 0) radius 1\n", "x'=100", 3);
  ss_text_start(&out);
  assert_int_equal(ss_film_write_svg(&s.film, &out), SS_OK);
  assert_non_null(strstr(out.data, "leaves the picture"));
  ss_text_stop(&out);
  close_film(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_moves_is_animated),
                                     cmocka_unit_test(colours_follow_the_contact),
                                     cmocka_unit_test(a_bar_of_the_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
