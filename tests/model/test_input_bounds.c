/* test_input_bounds.c: may an input be 0? Bounds that are numbers, formulas, and ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

static void expect(const char *parameters, const char *bounds, ss_verdict expected) {
  char text[500];
  ss_verdict verdict;
  snprintf(text, sizeof text, "%scoord x\ninput a%s%s\nkinetic = 1/2*x'^2\nforce x = a\n",
           parameters, *bounds ? " in " : "", bounds);
  reading r = read_good(text);
  assert_int_equal(ss_model_input_may_be_zero(r.model, 0, r.arena, &verdict), SS_OK);
  if (verdict != expected) fail_msg("%s%s: %d", parameters, bounds, (int)verdict);
  stop_reading(&r);
}

static void numbers(void **state) {
  (void)state;
  expect("", "", SS_PROVED);
  expect("", "[-1, 1]", SS_PROVED);
  expect("", "[0, 1]", SS_PROVED);
  expect("", "[-1/3, 0]", SS_PROVED);
  expect("", "[1, 2]", SS_REFUTED);
  expect("", "[-2, -1e-30]", SS_REFUTED);
  expect("", "[sqrt(2), 3]", SS_REFUTED);
}

static void ranges(void **state) {
  (void)state;
  expect("param p = 1\n", "[-p, p]", SS_PROVED);
  expect("param p = 1\n", "[p/2, p]", SS_REFUTED);
  expect("param p = 1 in [1/2, 2]\n", "[-p, p]", SS_PROVED);
  expect("param p = 1 in [1/2, 2]\n", "[p, 2*p]", SS_REFUTED);
  /* at p = 2, not at p = 0, it is outside */
  expect("param p = 0 in [-2, 2]\n", "[p, 3]", SS_UNKNOWN);
  /* through another parameter, which follows */
  expect("param p = 0 in [-2, 2]\nparam r = s + 1/2\nparam s = p - 1\n", "[r, 3]", SS_UNKNOWN);
  expect("param p = 0 in [-2, 2]\nparam r = p - 3\n", "[r, 3]", SS_PROVED);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers), cmocka_unit_test(ranges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
