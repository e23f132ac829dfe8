/* test_report_charts.c: pictures of a report: each inside the page, with the numbers in words. */
#include "report_fixture.h"

#include <jansson.h>

static void the_energy_book(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  const ss_energy_book *b = &f.report.start[0].motion.energy;
  char number[32];
  assert_int_equal(ss_report_add_energy(&f.report, &f.out), SS_OK);
  snprintf(number, sizeof number, ">%.6g<", b->friction_of[0]);
  assert_non_null(strstr(f.out.data, "friction in base"));
  assert_non_null(strstr(f.out.data, number));
  assert_non_null(strstr(f.out.data, "class=\"bar loss\" style=\"width:"));
  assert_int_equal(count_of(f.out.data, "src=\"data:image/svg+xml;base64,"), 1);
  close_report(&f);
}

/* The numbers of a motion are places on the page: the start where its dot is. */
static void motions_of_the_basin(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  assert_int_equal(ss_report_add_basin(f.arena, &f.report, &f.out), SS_OK);
  assert_true(f.report.tracks > 0);
  assert_int_equal(count_of(f.out.data, "class=\"begin\""), f.report.tracks);
  assert_int_equal(count_of(f.out.data, "<li>from x = "), f.report.tracks);
  assert_non_null(strstr(f.out.data, "was computed when this page was made"));
  assert_non_null(strstr(f.out.data, "The broken line is the proved level V = "));
  char *from = strstr(f.out.data, "id=\"tracks\">") + strlen("id=\"tracks\">");
  char *dot = strstr(f.out.data, "class=\"begin\" cx=\"") + strlen("class=\"begin\" cx=\"");
  *strstr(from, "</script>") = '\0';
  json_t *root = json_loads(from, 0, NULL), *list = json_object_get(root, "tracks");
  assert_int_equal(json_array_size(list), f.report.tracks);
  json_t *first = json_object_get(json_array_get(list, 0), "p");
  assert_int_equal(json_array_size(first), 3 * f.report.track[0].points);
  const double x = json_number_value(json_array_get(first, 0));
  assert_true(fabs(x - 10 * strtod(dot, NULL)) <= 1);
  json_decref(root);
  close_report(&f);
}

/* One motion is one, and a map whose cells can be seen says what a cell is. */
static void one_motion_on_a_coarse_map(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  const size_t tracks = f.report.tracks;
  char words[64];
  assert_true(tracks > 1);
  assert_int_equal(ss_report_add_basin(f.arena, &f.report, &f.out), SS_OK);
  snprintf(words, sizeof words, "The end of %zu motions<", tracks);
  assert_non_null(strstr(f.out.data, words));
  assert_non_null(strstr(f.out.data, "the nearest of"));
  ss_text_stop(&f.out);
  ss_text_start(&f.out);
  ss_sweep_map coarse = *f.report.basin;
  coarse.axis[0].count = coarse.axis[1].count = 5;
  f.report.basin = &coarse;
  f.report.tracks = 1;
  assert_int_equal(ss_report_add_basin(f.arena, &f.report, &f.out), SS_OK);
  assert_non_null(strstr(f.out.data, "The end of 1 motion<"));
  assert_non_null(strstr(f.out.data, "choose from 1 start<"));
  assert_non_null(strstr(f.out.data, "from the one start that is stored (grey dot)"));
  assert_non_null(strstr(f.out.data, "The map is coarse: 5 x 5 starts."));
  f.report.tracks = tracks;
  close_report(&f);
}

static void without_a_map_nothing_is_drawn(void **state) {
  (void)state;
  const ss_report r = {0};
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_report_add_basin(NULL, &r, &out), SS_OK);
  assert_int_equal(ss_report_add_chart(&r, &out), SS_OK);
  assert_int_equal(out.length, 0);
  ss_text_stop(&out);
}

static void a_chart_of_verdicts(void **state) {
  (void)state;
  report_fixture f =
      open_report("param c = 0.1 in [-0.5, 0.5]\nparam F = 1 in [0.5, 2]\ncoord x\n"
                  "kinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -c*x'\n"
                  "friction f { slip = x'; normal = F; law = coulomb(1) }\nstate far { x = 2 }\n");
  assert_int_equal(ss_report_add_chart(&f.report, &f.out), SS_OK);
  assert_non_null(strstr(f.out.data, "<section id=\"chart\">"));
  assert_null(strstr(f.out.data, "starts of the map")); /* parameters do not start */
  assert_non_null(strstr(f.out.data, "proved"));
  close_report(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_energy_book),
      cmocka_unit_test(motions_of_the_basin),
      cmocka_unit_test(one_motion_on_a_coarse_map),
      cmocka_unit_test(without_a_map_nothing_is_drawn),
      cmocka_unit_test(a_chart_of_verdicts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
