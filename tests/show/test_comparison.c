/* test_comparison.c: a comparison as text, JSON and picture. */
#include <math.h>

#include "motion_fixture.h"
#include "standstill/show.h"

static ss_comparison comparison_of(motion_fixture *m, ss_compared *of) {
  static const double rest[] = {0.5, 2}, force[] = {3, 0};
  of[0] = (ss_compared){1e3, 0.25, 1, NAN, rest, force, m->motion};
  of[1] = (ss_compared){1e4, 0.0625, 2, 0.602, NULL, NULL, m->motion};
  return (ss_comparison){.rigid = m->motion, .count = 2, .of = of};
}

static void texts(void **state) {
  (void)state;
  motion_fixture m;
  ss_compared of[2];
  ss_text out;
  start_motion(&m);
  const ss_comparison c = comparison_of(&m, of);
  ss_text_start(&out);
  ss_show_comparison(m.f.system, &c, &out);
  assert_non_null(strstr(out.data, "  1000       0.25              1          -\n"));
  assert_non_null(strstr(out.data, "  1e+04      0.0625            2          0.602\n"));
  assert_non_null(strstr(out.data, "where springs hold it\n  1000       "));
  assert_non_null(strstr(out.data, " presses with 3\n"));
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_comparison_json(m.f.system, &c, &out);
  assert_non_null(strstr(out.data, "\"method\": \"penalty\""));
  assert_non_null(strstr(out.data, "\"order\": null"));
  assert_non_null(strstr(out.data, "\"distance\": 0.0625"));
  assert_non_null(strstr(out.data, "\"forces\": null"));
  ss_text_stop(&out);
  stop_motion(&m);
}

static void a_picture(void **state) {
  (void)state;
  motion_fixture m;
  ss_compared of[2];
  ss_text text;
  start_motion(&m);
  const ss_comparison c = comparison_of(&m, of);
  assert_int_equal(ss_show_comparison_plot(m.f.system, &c, "no/such/folder/a.svg"), SS_IO);
  assert_int_equal(ss_show_comparison_plot(m.f.system, &c, "a.txt"), SS_BAD_INPUT);
  assert_int_equal(ss_show_comparison_plot(m.f.system, &c, name_file(&m, ".svg")), SS_OK);
  ss_text_start(&text);
  load_file(m.file, &text);
  assert_true(strncmp(text.data, "<?xml", 5) == 0);
  ss_text_stop(&text);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts),
      cmocka_unit_test(a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
