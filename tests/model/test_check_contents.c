/* Nothing stands where it does not belong; the message marks who brings it in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME                                                                                      \
  "coord x, y; kinetic = x'^2 + y'^2; input u; force x = u; let v = x'; let k = abs(y)\n"          \
  "force y = v + k\n"

static const struct {
  const char *statement, *words;
} cases[] = {
    {"contact c { gap = y + v }", "'v' brings a velocity into the gap of contact 'c'"},
    {"contact c { gap = y + x' }", "velocity 'x'' in the gap of contact 'c'"},
    {"contact c { gap = ddt(y) }", "'ddt' brings a velocity into the gap"},
    {"contact c { gap = y + u }", "input 'u' in the gap"},
    {"contact c { gap = y + k }", "'k' brings a function into the gap"},
    {"contact c { gap = max(x, y) }", "function 'max' in the gap"},
    {"potential = sign(x)", "function 'sign' in the potential energy"},
    {"potential = x*u", "input 'u' in the potential energy"},
    {"kinetic = min(x, 1)*y'^2", "function 'min' in the kinetic energy"},
    {"param p = t", "time 't' in the value of parameter 'p'"},
    {"param p = y", "coordinate 'y' in the value of parameter 'p'"},
    {"state s { x = u }", "input 'u' in the values of state 's'"},
    {"friction f { slip = x'; normal = 1; law = stribeck(2, 1, v) }",
     "'v' brings a velocity into the law"},
    {"slider s { gap = x }; chart c { x = 0; y = c }; potential = c", "chart coordinate 'c' in"},
    {"slider s { gap = x }; chart c { x = 0; y = c + c' }", "velocity 'c'' in the chart"},
};

static void test_what_does_not_belong(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[500];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].statement);
    expect_mistake(text, cases[i].words);
  }
}

static void test_what_belongs(void **state) {
  (void)state;
  reading r = read_good(FRAME "friction f { slip = x'; normal = 1 + k + v^2 + sin(t)\n"
                              "law = coulomb(max(0.1, 0.2)) }\n"
                              "contact c { gap = y - sin(t) }\n"
                              "region q { abs(x') <= 1; min(x, y) >= t }\n"
                              "feedback u = sign(v)\n");
  stop_reading(&r);
}

static void test_json_is_told_without_a_name(void **state) {
  (void)state;
  expect_mistake("{\"coordinates\":[\"x\"],\"kinetic\":[[\"^\",\"x'\",\"2\"]],"
                 "\"potential\":[[\"*\",\"x\",\"x'\"]]}",
                 "potential[0]: a velocity in the potential energy");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_does_not_belong),
      cmocka_unit_test(test_what_belongs),
      cmocka_unit_test(test_json_is_told_without_a_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
