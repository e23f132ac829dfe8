/* test_report.c: one page with everything, nothing outside it, and texts that stay texts. */
#include "report_fixture.h"

static void a_page_has_every_section(void **state) {
  (void)state;
  static const char *const sections[] = {"machine",      "energy", "equations",
                                         "parameters",   "rest",   "verdicts",
                                         "certificates", "basin",  "made"};
  report_fixture f = open_report(FED_MASS);
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    char section[64], link[64];
    snprintf(section, sizeof section, "<section id=\"%s\">", sections[i]);
    snprintf(link, sizeof link, "<a href=\"#%s\">", sections[i]);
    assert_int_equal(count_of(f.out.data, section), 1);
    assert_true(count_of(f.out.data, link) == 1);
  }
  assert_null(strstr(f.out.data, "id=\"chart\"")); /* one range only */
  assert_true(f.out.length <= SS_REPORT_MOST);
  assert_non_null(strstr(f.out.data, "<mo>=</mo>"));
  assert_int_equal(count_of(f.out.data, "<section"), count_of(f.out.data, "</section>"));
  close_report(&f);
}

static void nothing_is_fetched(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_null(strstr(f.out.data, "http:"));
  assert_null(strstr(f.out.data, "https:"));
  assert_null(strstr(f.out.data, "@import"));
  assert_int_equal(count_of(f.out.data, " src=\""), count_of(f.out.data, " src=\"data:"));
  assert_non_null(strstr(f.out.data, "default-src 'none'"));
  close_report(&f);
}

/* Two blocks of numbers and two scripts, whatever the model says. */
static void texts_of_the_model_are_escaped(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_null(strstr(f.out.data, "<script>alert"));
  assert_null(strstr(f.out.data, "<b>"));
  assert_int_equal(count_of(f.out.data, "<script"), 4);
  assert_int_equal(count_of(f.out.data, "</script>"), 4);
  assert_non_null(strstr(f.out.data, "<h1>&lt;/script&gt;"));
  close_report(&f);
}

/* Without drawings there is no film, without rest sets no basin; the rest stands. */
static void what_a_model_does_not_have(void **state) {
  (void)state;
  report_fixture f = open_report("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                                 "force x = sin(t)\n");
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_null(strstr(f.out.data, "id=\"scene\""));
  assert_null(strstr(f.out.data, "<section id=\"basin\">"));
  assert_null(strstr(f.out.data, "<section id=\"parameters\">"));
  assert_null(strstr(f.out.data, "<script"));
  assert_non_null(strstr(f.out.data, "<p>Not known: "));
  assert_non_null(strstr(f.out.data, "<dt>basin</dt><dd>none: "));
  close_report(&f);
}

/* The equations and the energy book of many contacts are folded away; the sums stay. */
/* A formula of rational numbers has an exact value, and only what was rounded is "about". */
static void values_of_parameters(void **state) {
  (void)state;
  report_fixture f = open_report("param m = 0.3\nparam J = 0.2*m\nparam a = pi/6\ncoord x\n"
                                 "kinetic = 1/2*J*x'^2\npotential = 1/2*x^2 + 0*a\n"
                                 "state off { x = 1 }\n");
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_non_null(strstr(f.out.data, "</math> = <math><mn>0.06</mn></math>"));
  assert_non_null(strstr(f.out.data, "</math> ≈ 0.523599"));
  assert_int_equal(count_of(f.out.data, " ≈ "), 1);
  close_report(&f);
}

static void what_is_vast_is_folded(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_null(strstr(f.out.data, "<details class=\"vast\">"));
  close_report(&f);
  f = open_report(
      "param n = 13\ncoord x[1..n]\nfor i in 1..n {\nkinetic = 1/2*x[i]'^2\n"
      "potential = x[i]^2\nfriction f[i] { slip = x[i]'; normal = 1; law = coulomb(1) }\n"
      "}\nstate s { for i in 1..n { x[i] = 2 + i } }\n");
  assert_int_equal(ss_show_report(&f.report, &f.out), SS_OK);
  assert_non_null(strstr(f.out.data, "<summary>Those of 13 coordinates with 13 contacts"));
  close_report(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_has_every_section),
      cmocka_unit_test(nothing_is_fetched),
      cmocka_unit_test(texts_of_the_model_are_escaped),
      cmocka_unit_test(values_of_parameters),
      cmocka_unit_test(what_is_vast_is_folded),
      cmocka_unit_test(what_a_model_does_not_have),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
