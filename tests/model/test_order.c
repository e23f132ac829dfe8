/* Definitions in any order; cycles and those who depend on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2\n"

static void test_any_order(void **state) {
  (void)state;
  reading r = read_good(FRAME "potential = d\nlet d = c^2 + P.x\nlet c = b + 1\nlet b = a*x\n"
                              "param a = e\nparam e = 2\npoint P on q (b, 0)\n"
                              "body q { mass = 1; inertia = 1; at = (b, y, c) }\n");
  assert_formula(r.model->graph, r.model->potential, "(a*x + 1)^2 + a*x + cos(a*x + 1)*a*x");
  stop_reading(&r);
}

/* Exactly one error, with these words. */
static void expect_cycle(const char *text, const char *words) {
  reading r;
  start_reading(&r);
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  const char *said = messages(&r);
  if (!strstr(said, words) || r.list.errors != 1) fail_msg("expected \"%s\" in:\n%s", words, said);
  stop_reading(&r);
}

static void test_cycles(void **state) {
  (void)state;
  expect_cycle(FRAME "let a = a - a; potential = a", "'a' is defined by itself: a -> a");
  expect_cycle(FRAME "let a = b; let b = c + x; let c = a; potential = a",
               "'a' is defined by itself: a -> b -> c -> a");
  expect_cycle(FRAME "param a = 2*b; param b = a; potential = a*x", "a -> b -> a");
  expect_cycle(FRAME "body q { mass = 1; at = (P.x, y, 0) }; point P on q (1, 0)\npotential = P.y",
               "'q' is defined by itself: q -> P -> q");
  /* the range of a parameter does not define it */
  reading r = read_good(FRAME "param a = 1 in [0, b]; param b = 2*a; potential = b*x");
  stop_reading(&r);
}

static void test_users_of_a_cycle_keep_silent(void **state) {
  (void)state;
  expect_cycle(FRAME "let a = b; let b = a; let c = a + 1; let d = c^2; potential = d\n"
                     "contact k { gap = d; slip = ddt(c); law = coulomb(1) }\n",
               "a -> b -> a");
}

static void test_each_cycle_is_reported(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "let a = b; let b = a; let c = d; let d = c; potential = a + c\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 2);
  stop_reading(&r);
}

static void test_long_cycles_are_shown_by_their_beginning(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, FRAME "potential = a0\n");
  for (int i = 0; i < 1000; i++) ss_text_addf(&text, "let a%d = a%d\n", i, (i + 1) % 1000);
  expect_cycle(text.data, "a0 -> a1 -> a2 -> a3 -> a4 -> a5 -> ... -> a0");
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_order),
      cmocka_unit_test(test_cycles),
      cmocka_unit_test(test_users_of_a_cycle_keep_silent),
      cmocka_unit_test(test_each_cycle_is_reported),
      cmocka_unit_test(test_long_cycles_are_shown_by_their_beginning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
