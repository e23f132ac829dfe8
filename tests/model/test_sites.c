/* How messages call a formula. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static void test_every_role_has_its_words(void **state) {
  (void)state;
  static const struct {
    const char *statement, *words;
  } cases[] = {
      {"param p = x", "in the value of parameter 'p'"},
      {"param p = 1 in [x, 2]", "in the range of parameter 'p'"},
      {"body b { mass = x; at = (x, y, 0) }", "in the mass of body 'b'"},
      {"body b { mass = 1; inertia = x; at = (x, y, 0) }", "in the inertia of body 'b'"},
      {"body b { mass = 1; at = (x', y, 0) }", "in the position of body 'b'"},
      {"body b { mass = 1; at = (x, y, 0); gravity = (x, 0) }", "in the gravity of body 'b'"},
      {"body b { mass = 1; at = (x, y, 0) }; point P on b (x', 0)", "in the place of point 'P'"},
      {"potential = x'", "in the potential energy"},
      {"input u; kinetic = u*x'^2", "in the kinetic energy"},
      {"input u; input v in [u, 1]; force x = u + v", "in the range of input 'v'"},
      {"input u; force x = u; feedback u = u", "in the feedback"},
      {"contact c { gap = x' }", "in the gap of contact 'c'"},
      {"slider c { gap = x' }", "in the gap of slider 'c'"},
      {"input u; force x = u; friction c { slip = x'; normal = u; law = coulomb(1) }",
       "in the normal force of friction 'c'"},
      {"contact c { gap = x; slip = y'; law = stribeck(1, x', 1) }", "in the law of contact 'c'"},
      {"input u; force x = u; contact c { gap = x; slip = y'; law = coulomb(u) }",
       "in the law of contact 'c'"},
      {"contact c { gap = x; restitution = newton(x, 0) }", "in the restitution of contact 'c'"},
      {"state s { x = t }", "in the values of state 's'"},
      {"input u; force x = u; region r { u <= 1 }", "in the relations of region 'r'"},
      {"input u; force x = u; expect equilibria { u <= 1 }",
       "in the relations of expectation 'equilibria'"},
      {"input u; force x = u^2", "the force on 'x' is not linear"},
      {"input u; body b { mass = 1; at = (x, y, 0) }; point P on b (0, 0); force at P = (u^2, 0)",
       "the force at 'P' is not linear"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text, "coord x, y; kinetic = x'^2 + y'^2\n%s\n", cases[i].statement);
    expect_mistake(text, cases[i].words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_role_has_its_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
