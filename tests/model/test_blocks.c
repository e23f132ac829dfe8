/* Keys of blocks: unknown, doubled, missing; tuples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2\n"

static void test_bodies(void **state) {
  (void)state;
  expect_mistake(FRAME "body b { at = (x, y, 0) }", "body 'b' has no 'mass'");
  expect_mistake(FRAME "body b { mass = 1 }", "body 'b' has no 'at'");
  expect_mistake(FRAME "body b { mass = 1; at = (x, y) }", "'at' needs 3 components, not 2");
  expect_mistake(FRAME "body b { mass = 1; at = x }", "'at' needs 3 components, not 1");
  expect_mistake(FRAME "body b { mass = 1; at = (x, y, 0); gravity = 3 }",
                 "'gravity' needs 2 components, not 1");
  expect_mistake(FRAME "body b { mass = (1, 2); at = (x, y, 0) }", "'mass' needs 1 component");
  expect_mistake(FRAME "body b { mass = 1; at = (x,, 0) }", "a formula is missing");
  expect_mistake(FRAME "body b { mass = 1; mas = 2; at = (x, y, 0) }", "did you mean 'mass'?");
  expect_mistake(FRAME "body b { mass = 1; mass = 2; at = (x, y, 0) }",
                 "key 'mass' is given twice in body 'b'");
}

static void test_a_bracket_is_not_always_a_tuple(void **state) {
  (void)state;
  reading r =
      read_good(FRAME "friction f { slip = (x' + y')*(2); normal = (1); law = coulomb(1) }\n"
                      "friction g { slip = (x'); normal = 1; law = coulomb(1) }\n");
  assert_formula(r.model->graph, r.model->element[0].slip[0].resolved, "2*x' + 2*y'");
  assert_int_equal(r.model->element[1].slips, 1);
  stop_reading(&r);
}

static void test_after_an_unknown_key_nothing_is_missed(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "contact c { gapp = y }\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 1);
  stop_reading(&r);
}

static void test_the_keys_are_listed_where_none_is_near(void **state) {
  (void)state;
  expect_mistake(FRAME "contact c { gap = y; wobble = 1 }", "its keys are");
}

static void test_a_second_chart(void **state) {
  (void)state;
  expect_mistake(FRAME "slider s { gap = x }\nchart a { x = 0; y = a }\nchart b { x = 0; y = b }\n",
                 "the chart is given twice");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_a_bracket_is_not_always_a_tuple),
      cmocka_unit_test(test_after_an_unknown_key_nothing_is_missed),
      cmocka_unit_test(test_the_keys_are_listed_where_none_is_near),
      cmocka_unit_test(test_a_second_chart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
