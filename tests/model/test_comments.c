/* Documentation and units from comments: to whom a comment belongs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static void test_unit_and_words(void **state) {
  (void)state;
  reading r = read_good("param a = 1   #  [kg m^2]   two  words \n"
                        "param b = 2 # no unit [m]\n"
                        "param c = 3 # [m]\n"
                        "param d = 4\n"
                        "coord x, y #[m] both\n"
                        "kinetic = a*b*c*d*(x'^2 + y'^2) # not a declaration\n");
  const ss_parameter *p = r.model->parameter;
  assert_string_equal(p[0].name.unit, "kg m^2");
  assert_string_equal(p[0].name.doc, "two  words");
  assert_null(p[1].name.unit);
  assert_string_equal(p[1].name.doc, "no unit [m]");
  assert_string_equal(p[2].name.unit, "m");
  assert_string_equal(p[2].name.doc, "");
  assert_null(p[3].name.unit);
  assert_string_equal(p[3].name.doc, "");
  for (size_t i = 0; i < 2; i++) {
    assert_string_equal(r.model->coordinate[i].name.unit, "m");
    assert_string_equal(r.model->coordinate[i].name.doc, "both");
  }
  stop_reading(&r);
}

static void test_several_statements_on_a_line(void **state) {
  (void)state;
  reading r = read_good("coord x; param a = 1; param b = 2  # the last one\nkinetic = a*b*x'^2");
  assert_string_equal(r.model->coordinate[0].name.doc, "");
  assert_string_equal(r.model->parameter[0].name.doc, "");
  assert_string_equal(r.model->parameter[1].name.doc, "the last one");
  stop_reading(&r);
}

static void test_blocks_over_several_lines(void **state) {
  (void)state;
  reading r = read_good("coord x; kinetic = x'^2\n"
                        "state a {  # behind the brace\n  x = 1  # inside\n}\n"
                        "state b {  # behind the brace\n  x = 1\n}  # behind the end\n"
                        "state c { x = 1 } # on one line, [m] is no unit here\n");
  assert_string_equal(r.model->state[0].name.doc, "behind the brace");
  assert_string_equal(r.model->state[1].name.doc, "behind the end");
  assert_string_equal(r.model->state[2].name.doc, "on one line, [m] is no unit here");
  stop_reading(&r);
}

static void test_only_values_have_units(void **state) {
  (void)state;
  reading r = read_good("coord x; kinetic = x'^2; state a { x = 1 } # [1] first\n");
  assert_null(r.model->state[0].name.unit);
  assert_string_equal(r.model->state[0].name.doc, "[1] first");
  stop_reading(&r);
}

static void test_utf8_stays_and_control_characters_do_not(void **state) {
  (void)state;
  reading r = read_good("coord x # Tornamb\xC3\xA8 \x07 end\nkinetic = x'^2");
  assert_string_equal(r.model->coordinate[0].name.doc, "Tornamb\xC3\xA8 ? end");
  stop_reading(&r);
}

static void test_unknown_units_are_warned_about_where_they_stand(void **state) {
  (void)state;
  reading r = read_good("coord x  # [kgg]\nkinetic = x'^2\n");
  assert_int_equal(r.list.count, 1);
  assert_int_equal(r.list.items[0].severity, SS_WARNING);
  assert_int_equal(r.list.items[0].column, 13);
  assert_string_equal(r.list.items[0].hint, "did you mean 'kg'?");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unit_and_words),
      cmocka_unit_test(test_several_statements_on_a_line),
      cmocka_unit_test(test_blocks_over_several_lines),
      cmocka_unit_test(test_only_values_have_units),
      cmocka_unit_test(test_utf8_stays_and_control_characters_do_not),
      cmocka_unit_test(test_unknown_units_are_warned_about_where_they_stand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
