/* test_film.c: frames show the motion. */
#include "film_stage.h"

static void frames_follow_the_motion(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  const ss_film *f = &s.film;
  const ss_film_piece *area = find_piece(f, SS_FILM_AREA);
  assert_int_equal(f->frames, 301); /* a short motion takes five seconds */
  assert_true(f->t[0] == 0 && fabs(f->t[300] - s.motion->t) < 1e-12);
  for (size_t k = 0; k < f->frames; k++) {
    const double t = f->t[k], *at = ss_film_at(f, k, area);
    if (t > 0.4) break; /* it falls until sqrt(0.2); chords of samples, 6 ms apart */
    assert_true(fabs(at[0] - 2 * t) < 1e-12);
    assert_true(fabs(at[1] - (1 - 5 * t * t)) < 10 * 0.006 * 0.006 / 8 + 1e-12);
    assert_true(at[4] == at[0] + 1 && at[5] == at[1] + 1);
  }
  assert_true(f->low[1] < 0 && f->high[1] > 4 && f->low[2] == f->high[2] - 2 * -f->low[2]);
  close_film(&s);
}

static void hits_light_up(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  size_t hits = 0;
  for (size_t k = 0; k < s.film.frames; k++) {
    const double t = s.film.t[k];
    if (s.film.light[k] == SS_LIGHT_HIT) hits++;
    if (t < sqrt(0.2)) assert_int_equal(s.film.light[k], SS_LIGHT_FREE);
  }
  assert_true(hits > 3 && hits < 200);
  close_film(&s);
}

static void what_never_moves_stands(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  assert_true(ss_film_stands(&s.film, &s.film.piece[0]));
  assert_false(ss_film_stands(&s.film, find_piece(&s.film, SS_FILM_CIRCLE)));
  close_film(&s);
}

/* What flies away leaves the picture; it does not become a dot in it, and the film ends there: at
 * x = 100 t, when the circle is beyond the picture. */
static void what_goes_far_leaves(void **state) {
  (void)state;
  film_stage s = open_film("coord x\nkinetic = x'^2\ndraw line (0, 0) to (1, 0)\n"
                           "draw circle (x, 0.5) radius 0.2\n",
                           "x'=100", 3);
  assert_true(s.film.low[0] > -1 && s.film.high[0] < 5);
  const double x = ss_film_at(&s.film, s.film.frames - 1, find_piece(&s.film, SS_FILM_CIRCLE))[0];
  assert_true(x < s.film.high[0] + 0.2 + 1e-9 && x > s.film.high[0] - 1);
  assert_true(fabs(s.film.end - x / 100) < 1e-9 && s.film.t[s.film.frames - 1] == s.film.end);
  assert_int_equal(s.film.frames, 301);
  ss_text word;
  ss_text_start(&word);
  ss_film_add_word(&s.film, &word);
  assert_non_null(strstr(word.data, "goes on until t = 3"));
  ss_text_stop(&word);
  close_film(&s);
}

/* What comes to rest is seen until then, though it goes ten times its size and nothing else is
 * drawn: from x' = 2 to x = 2 with mu g = 1. */
static void what_comes_to_rest_is_seen(void **state) {
  (void)state;
  film_stage s = open_film("coord x\nkinetic = 1/2*x'^2\nfriction f { slip = x'; normal = 1; law = "
                           "coulomb(1) }\ndraw circle (x, 0) radius 0.1\n",
                           "x'=2", 9);
  assert_true(s.film.high[0] > 2.1 && s.film.end == s.motion->t);
  close_film(&s);
}

/* What swings farther and farther is in the picture for a quarter of the time or less at last: the
 * film ends before. What always comes back, or stands still, is shown to the end. */
static void what_swings_out_leaves(void **state) {
  (void)state;
  film_stage s = open_film("coord x\nkinetic = 1/2*x'^2\npotential = 50*x^2\nforce x = 2*x'\n"
                           "draw line (-1, 0) to (1, 0)\ndraw circle (x, 0) radius 0.1\n",
                           "x=1", 9);
  assert_true(s.film.end > 1 && s.film.end < 7);
  close_film(&s);
  static const char *const starts[] = {"y=1/2", "y=0"};
  for (int k = 0; k < 2; k++) {
    s = open_film("coord y\nkinetic = 1/2*y'^2\npotential = 10*y\ncontact floor { gap = y; "
                  "restitution = newton(1, 0) }\n"
                  "draw line (-1, 0) to (1, 0)\ndraw circle (0, y) radius 0.1\n",
                  starts[k], 2);
    assert_true(s.film.end == s.motion->t);
    close_film(&s);
  }
}

/* The middle of everything is the middle of the page, in two dimensions and in three. */
static void projections_fit_the_page(void **state) {
  (void)state;
  static const char *const texts[] = {
      FALLING,
      "coord x\nkinetic = x'^2\ndraw line (0, 0, 0) to (1 + x, 2, 3)\nstate drop { x' = 1 }\n"};
  for (int k = 0; k < 2; k++) {
    film_stage s = open_film(texts[k], "drop", 1);
    double middle[3], page[2];
    for (int i = 0; i < 3; i++) middle[i] = (s.film.low[i] + s.film.high[i]) / 2;
    ss_film_project(&s.film, middle, 100, 60, page);
    assert_true(fabs(page[0] - 50) < 1e-9 && fabs(page[1] - 30) < 1e-9);
    for (int corner = 0; corner < 8; corner++) {
      double at[3];
      for (int i = 0; i < 3; i++) at[i] = corner >> i & 1 ? s.film.low[i] : s.film.high[i];
      ss_film_project(&s.film, at, 100, 60, page);
      assert_true(page[0] > -1e-9 && page[0] < 100 + 1e-9 && page[1] > -1e-9 &&
                  page[1] < 60 + 1e-9);
    }
    close_film(&s);
  }
}

static void without_drawings_there_is_no_film(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 0.1);
  ss_diagnostics list;
  ss_machine *bare;
  ss_film film;
  ss_diagnostics_start(&list, s.arena, NULL, NULL, 0);
  assert_int_equal(ss_machine_parse("bare", "coord x\nkinetic = x'^2\n", NULL, &list, &bare),
                   SS_OK);
  assert_int_equal(ss_film_make(s.arena, ss_machine_system(bare), NULL, s.motion, &film),
                   SS_BAD_INPUT);
  ss_machine_close(bare);
  close_film(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(frames_follow_the_motion),
                                     cmocka_unit_test(hits_light_up),
                                     cmocka_unit_test(what_goes_far_leaves),
                                     cmocka_unit_test(what_comes_to_rest_is_seen),
                                     cmocka_unit_test(what_swings_out_leaves),
                                     cmocka_unit_test(what_never_moves_stands),
                                     cmocka_unit_test(projections_fit_the_page),
                                     cmocka_unit_test(without_drawings_there_is_no_film)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
