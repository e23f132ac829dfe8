/* test_film_svg.c: a picture that moves by itself. */
#include "film_stage.h"

static void what_moves_is_animated(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_svg(&s.film, &out), SS_OK);
  /* spring, cylinder, piston, polygon, line: points; circle: x, y, r; arrow: points, stroke, x, y,
   * fill; label: x, y; the ground and its hatching stand */
  assert_int_equal(count_of(out.data, "<animate "), 5 + 3 + 5 + 2);
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_moves_is_animated),
                                     cmocka_unit_test(colours_follow_the_contact)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
