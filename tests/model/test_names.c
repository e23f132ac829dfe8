/* Names: one table for values, one for each other kind; reserved words; suggestions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x; kinetic = x'^2; "

static void test_values_share_one_table(void **state) {
  (void)state;
  static const char *const second[] = {"param x = 1", "let x = 1", "input x", "coord x",
                                       "slider s { gap = x }; chart x { x = 0 }"};
  for (size_t i = 0; i < 5; i++) {
    char text[200];
    snprintf(text, sizeof text, "coord x, y; kinetic = x'^2 + y'^2\n%s\n", second[i]);
    expect_mistake(text, i == 3 ? "coordinate 'x' is defined twice"
                                : "'x' is already the name of a coordinate");
  }
}

static void test_other_kinds_have_tables_of_their_own(void **state) {
  (void)state;
  reading r = read_good("coord x, y\n"
                        "body x { mass = 1; at = (x, y, 0) }\n"
                        "point x on x (0, 0)\n"
                        "contact x { gap = x.y }\n"
                        "state x { y = 1 }\n"
                        "region x { x <= 1 }\n");
  assert_formula(r.model->graph, r.model->element[0].gap.resolved, "y");
  stop_reading(&r);
}

static void test_double_definitions_of_each_kind(void **state) {
  (void)state;
  expect_mistake(FRAME "param a = x; param a = 2", "parameter 'a' is defined twice");
  expect_mistake(FRAME "state s { }; state s { }", "state 's' is defined twice");
  expect_mistake(FRAME "region r { x <= 1 }; region r { x <= 2 }", "region 'r' is defined twice");
  expect_mistake(FRAME "contact c { gap = x }; slider c { gap = x }",
                 "element 'c' is defined twice");
  expect_mistake(FRAME "input u; force x = u; feedback u = 1; feedback u = 2",
                 "feedback 'u' is defined twice");
  expect_mistake(FRAME "expect equilibria { x = 0 }; expect equilibria { x = 1 }",
                 "expectation 'equilibria' is defined twice");
}

static void test_laws_of_feedback_are_told_apart(void **state) {
  (void)state;
  reading r = read_good(FRAME "input u; force x = u; feedback a: u = 1; feedback b: u = 2");
  assert_int_equal(r.model->feedbacks, 2);
  stop_reading(&r);
}

static void test_the_hint_names_the_line_of_the_first(void **state) {
  (void)state;
  expect_mistake("coord x\nkinetic = x'^2\nparam a = 1\n\nparam a = x\n",
                 "^ first defined in line 3");
}

static void test_reserved_words(void **state) {
  (void)state;
  expect_mistake("coord x; kinetic = x'^2; param pi = 3", "'pi' cannot be the name of a value");
  expect_mistake("coord t; kinetic = t'^2", "'t' cannot be the name of a value: it is the time");
  expect_mistake("coord x; kinetic = x'^2; let sin = x", "it is a function");
  expect_mistake("coord x; kinetic = x'^2; input in", "it is a word of the language");
  /* keywords are no reserved words, and nothing is reserved for other kinds */
  reading r = read_good("coord force; kinetic = force'^2; state sin { force = 1 }");
  stop_reading(&r);
}

static void test_names_are_case_sensitive(void **state) {
  (void)state;
  reading r = read_good("coord x, X; kinetic = x'^2 + X'^2");
  assert_int_equal(r.model->coordinates, 2);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_share_one_table),
      cmocka_unit_test(test_other_kinds_have_tables_of_their_own),
      cmocka_unit_test(test_double_definitions_of_each_kind),
      cmocka_unit_test(test_laws_of_feedback_are_told_apart),
      cmocka_unit_test(test_the_hint_names_the_line_of_the_first),
      cmocka_unit_test(test_reserved_words),
      cmocka_unit_test(test_names_are_case_sensitive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
