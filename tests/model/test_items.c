/* Where formulas and items end: lines, brackets, blocks, relations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2\n"

static void test_brackets_keep_a_formula_open(void **state) {
  (void)state;
  reading r = read_good(FRAME "potential = (x\n + # words ( \n\n y)*2\n");
  assert_formula(r.model->graph, r.model->potential, "2*x + 2*y");
  stop_reading(&r);
}

static void test_without_brackets_a_line_is_a_statement(void **state) {
  (void)state;
  expect_mistake(FRAME "potential = x +\n  y\n", "but the formula ends here");
  expect_mistake(FRAME "potential = x\n + y\n", "found '+'");
}

static void test_newlines_end_items_of_a_block(void **state) {
  (void)state;
  reading r = read_good(FRAME "contact c {\n  gap = y\n  slip = x'\n\n  law = coulomb(0.1)\n}\n");
  assert_int_equal(r.model->element[0].law, SS_LAW_COULOMB);
  stop_reading(&r);
}

static void test_operators_join_the_lines_of_an_item(void **state) {
  (void)state;
  reading r =
      read_good(FRAME "contact c { gap = y\n  + 2 -\n  x\n slip = x'; law =\n coulomb(1) }\n");
  assert_formula(r.model->graph, r.model->element[0].gap.resolved, "y + 2 - x");
  stop_reading(&r);
}

static void test_relations(void **state) {
  (void)state;
  reading r = read_good(FRAME "region a { x <= 1; y >= x\n x + y = 2\n abs(x)\n <= 3 }\n");
  const ss_relations *region = &r.model->region[0];
  assert_int_equal(region->count, 4);
  assert_int_equal(region->items[0].kind, SS_LESS_EQUAL);
  assert_int_equal(region->items[1].kind, SS_GREATER_EQUAL);
  assert_int_equal(region->items[2].kind, SS_EQUAL);
  assert_formula(r.model->graph, region->items[3].right.resolved, "3");
  stop_reading(&r);
  expect_mistake(FRAME "region a { 0 <= x <= 1 }", "two relations in one item");
  expect_mistake(FRAME "region a { x == 1 }", "'==' is not a relation");
  expect_mistake(FRAME "region a { x < 1 }", "write '<='");
  expect_mistake(FRAME "region a { x }", "expected '<=', '>=' or '='");
}

static void test_an_open_bracket_ends_at_the_next_statement(void **state) {
  (void)state;
  /* the statements behind it are read: their mistakes are found, too */
  reading r;
  start_reading(&r);
  const char *text = FRAME "potential = (x\nparam a = b\nstate s { x = (1 }\nkinetic = c'^2\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  const char *said = messages(&r);
  assert_non_null(strstr(said, "2:13: error: '(' is never closed"));
  assert_non_null(strstr(said, "3:11: error: unknown name 'b'"));
  assert_non_null(strstr(said, "4:15: error: '(' is never closed"));
  assert_non_null(strstr(said, "5:11: error: unknown name 'c'"));
  assert_int_equal(r.list.errors, 4);
  stop_reading(&r);
}

static void test_an_open_brace_ends_at_the_next_statement(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "contact c { gap = x\nstate s { x = 1 }\npotential = q\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 2);
  assert_non_null(strstr(messages(&r), "2:11: error: '{' is never closed"));
  stop_reading(&r);
}

static void test_broken_items_do_not_hide_the_others(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "contact c { gap = ; slop = x'; law = coulomb(z) }\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 3);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_brackets_keep_a_formula_open),
      cmocka_unit_test(test_without_brackets_a_line_is_a_statement),
      cmocka_unit_test(test_newlines_end_items_of_a_block),
      cmocka_unit_test(test_operators_join_the_lines_of_an_item),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_an_open_bracket_ends_at_the_next_statement),
      cmocka_unit_test(test_an_open_brace_ends_at_the_next_statement),
      cmocka_unit_test(test_broken_items_do_not_hide_the_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
