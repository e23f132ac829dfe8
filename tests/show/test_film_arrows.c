/* test_film_arrows.c: arrows are the forces of the contacts. */
#include "film_stage.h"

/* At rest the floor carries the weight; while it slips, friction is mu N to the left. */
static void arrows_are_forces(void **state) {
  (void)state;
  film_stage s = open_film("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
                           "contact floor { gap = y; slip = x'; law = coulomb(0.5) }\n"
                           "draw arrow floor at (x, y)\ndraw line (0, 0) to (4, 0)\n",
                           "x'=2", 0.2);
  const ss_film *f = &s.film;
  const double *at = ss_film_at(f, 100, find_piece(f, SS_FILM_ARROW));
  assert_true(f->light[100] == SS_LIGHT_SLIP);
  assert_true(at[3] - at[1] > 0 && fabs((at[2] - at[0]) + 0.5 * (at[3] - at[1])) < 1e-9);
  assert_true(fabs(hypot(at[2] - at[0], at[3] - at[1]) - 1) < 1e-9); /* a quarter of 4 */
  assert_true(f->high[1] >= at[3]);                                  /* and in the picture */
  close_film(&s);
}

/* A moment in a joint is no force at its place: it has its light and no arrow. */
static void moments_are_no_forces(void **state) {
  (void)state;
  film_stage s =
      open_film("coord a, b\nkinetic = 1/2*(2*a'^2 + b'^2 + 2*cos(a - b)*a'*b')\n"
                "friction elbow { slip = b' - a'; normal = 1; law = coulomb(1) }\n"
                "draw arrow elbow at (sin(a), -cos(a))\ndraw line (0, 0) to (sin(a), -cos(a))\n",
                "b'=2", 0.2);
  const ss_film *f = &s.film;
  const double size[2] = {100, 100};
  double page[2 * SS_FILM_ARROW_POINTS];
  assert_true(f->light[1] == SS_LIGHT_SLIP);
  assert_int_equal(ss_film_draw_arrow(f, 1, find_piece(f, SS_FILM_ARROW), size, page), 0);
  close_film(&s);
  s = open_film(FALLING, "drop", 3);
  const size_t last = s.film.frames - 1;
  const ss_film_piece *arrow = find_piece(&s.film, SS_FILM_ARROW);
  assert_int_equal(ss_film_draw_arrow(&s.film, last, arrow, size, page), SS_FILM_ARROW_POINTS);
  assert_true(page[3] < page[1] && page[7] == page[3] && page[5] > page[3]); /* upwards */
  close_film(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(arrows_are_forces),
                                     cmocka_unit_test(moments_are_no_forces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
