/* Dimensions of formulas, rule by rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

/* a in m, b in kg, c a number, x in m; the formula becomes a potential energy divided by itself. */
static void expect_formula(const char *formula, const char *words) {
  char text[500];
  snprintf(text, sizeof text,
           "param a = 1 # [m]\nparam b = 1 # [kg]\nparam c = 1 # [1]\ncoord x # [m]\n"
           "kinetic = b*x'^2\nlet e = %s\nexpect equilibria { e + a + b + c <= e + a + b + c }\n",
           formula);
  reading r;
  start_reading(&r);
  parse(&r, text, strlen(text));
  const char *said = messages(&r);
  bool found = words && strstr(said, words);
  bool own = strstr(said, "test.still:6:") != NULL; /* about the line of e */
  if (words ? !found : own)
    fail_msg("'%s': expected \"%s\" in:\n%s", formula, words ? words : "", said);
  stop_reading(&r);
}

static void test_sums(void **state) {
  (void)state;
  expect_formula("a + x", NULL);
  expect_formula("a + b", "'a' is in [m], 'b' is in [kg]");
  expect_formula("a - b*c", "units do not match");
  expect_formula("min(a, b)", "units do not match");
  expect_formula("atan2(a, b)", "units do not match");
  expect_formula("atan2(a, x) + c", NULL);
  expect_formula("a + 1", NULL);
  expect_formula("a + 0.1*b", NULL);
  expect_formula("a + 1/2*b", "units do not match");
  expect_formula("a + sin(1)", NULL);
}

static void test_products_and_powers(void **state) {
  (void)state;
  expect_formula("a*b/x - b", NULL);
  expect_formula("a^2 + x*a", NULL);
  expect_formula("sqrt(a*x) + x", NULL);
  expect_formula("(a^3)^(1/3) + x", NULL);
  expect_formula("a^2 + a", "units do not match");
  expect_formula("c^c + c", NULL);
  expect_formula("c^a + c", "an exponent must be a number, but 'a' is in [m]");
  expect_formula("a^c + b", NULL); /* cannot be known */
}

static void test_functions(void **state) {
  (void)state;
  expect_formula("sin(a/x) + c", NULL);
  expect_formula("sin(a)", "the argument of 'sin' must be a number, but 'a' is in [m]");
  expect_formula("exp(b)", "the argument of 'exp'");
  expect_formula("abs(a) + x", NULL);
  expect_formula("sign(a) + c", NULL);
}

static void test_rates(void **state) {
  (void)state;
  expect_formula("x' + ddt(x)", NULL);
  expect_formula("ddt(x^2) + x*x'", NULL);
  expect_formula("x + t", "'t' is in [s]");
  expect_formula("x' + x/t", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_products_and_powers),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_rates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
