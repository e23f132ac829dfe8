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
  assert_non_null(strstr(f.out.data, "were computed when this page was made"));
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
      cmocka_unit_test(without_a_map_nothing_is_drawn),
      cmocka_unit_test(a_chart_of_verdicts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
