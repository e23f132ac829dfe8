/* Numbers that have a range by their meaning, at their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y, s; kinetic = x'^2 + y'^2 + s'^2\n"

static void expect_element(const char *element, const char *words) {
  char text[300];
  snprintf(text, sizeof text, FRAME "%s\n", element);
  if (words) {
    expect_mistake(text, words);
  } else {
    reading r = read_good(text);
    stop_reading(&r);
  }
}

static void test_friction(void **state) {
  (void)state;
  expect_element("friction f { slip = x'; normal = 0; law = coulomb(0) }", NULL);
  expect_element("friction f { slip = x'; normal = 1; law = coulomb(-1e-9) }",
                 "mu in the law of friction 'f' must not be negative");
  expect_element("friction f { slip = x'; normal = -1; law = coulomb(0) }",
                 "the normal force of friction 'f' must not be negative");
  expect_element("friction f { slip = x'; normal = -x; law = coulomb(0) }", NULL);
  expect_element("friction f { slip = (x', y'); normal = 1; law = ellipse(1, -1) }", "mu2 in");
  expect_element("friction f { slip = (x', y'); spin = s'; normal = 1; law = contensou(1, 0) }",
                 "r in the law of friction 'f' must be positive");
  expect_element("friction f { slip = (x', y'); spin = s'; roll = (x', y'); normal = 1\n"
                 "law = rolling(1, 1, -1) }",
                 "mur in the law of friction 'f' must not be negative");
  /* sqrt(2) - 3/2 < 0 < sqrt(2) - 7/5: decided by balls */
  expect_element("friction f { slip = x'; normal = 1; law = coulomb(sqrt(2) - 3/2) }", "mu in");
  expect_element("friction f { slip = x'; normal = 1; law = coulomb(sqrt(2) - 7/5) }", NULL);
}

/* The static and the kinetic coefficient of a short form, and its speed; what depends on the state
 * has no sign to check. */
static void test_stribeck(void **state) {
  (void)state;
  expect_element("friction f { slip = x' - 1; normal = 1; law = stribeck(3, 2, 1) }", NULL);
  expect_element("friction f { slip = x'; normal = 1; law = stribeck(-3, 2, 1) }",
                 "mus in the law of friction 'f' must not be negative");
  expect_element("friction f { slip = x'; normal = 1; law = stribeck(3, -2, 1) }", "muk in");
  expect_element("friction f { slip = x'; normal = 1; law = stribeck(3, 2, 0) }",
                 "vs in the law of friction 'f' must be positive");
  expect_element("friction f { slip = x'; normal = 1; law = coulomb(1 + x - abs(slip)) }", NULL);
}

static void test_restitution(void **state) {
  (void)state;
  expect_element("contact c { gap = y; restitution = newton(0, -1) }", NULL);
  expect_element("contact c { gap = y; restitution = newton(1, 1) }", NULL);
  expect_element("contact c { gap = y; restitution = newton(1.01, 0) }",
                 "eN in the restitution of contact 'c' must be between 0 and 1");
  expect_element("contact c { gap = y; restitution = newton(-0.1, 0) }", "eN in");
  expect_element("contact c { gap = y; restitution = newton(0, 1.1) }",
                 "eT in the restitution of contact 'c' must be between -1 and 1");
  expect_element("contact c { gap = y; restitution = sequential(2) }", "e in");
  expect_element("contact c { gap = y; restitution = energetic(-1) }", "c in");
  expect_element("contact c { gap = y; restitution = energetic(3) }", NULL);
}

static void test_bodies(void **state) {
  (void)state;
  expect_element("body b { mass = -1; at = (x, y, 0) }",
                 "the mass of body 'b' must not be negative");
  expect_element("body b { mass = 1; inertia = -1; at = (x, y, s) }", "the inertia of body 'b'");
}

static void test_whole_ranges(void **state) {
  (void)state;
  expect_element("param mu = 1 in [0, 2]; friction f { slip = x'; normal = 1; law = coulomb(mu) }",
                 NULL);
  expect_element("param mu = 1 in [-1, 2]; friction f { slip = x'; normal = 1; law = coulomb(mu) }",
                 "must not be negative anywhere in the range of the parameter");
  expect_element("param e = 1 in [0, 1.5]; contact c { gap = y; restitution = sequential(e) }",
                 "anywhere in the range");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_friction),     cmocka_unit_test(test_stribeck),
      cmocka_unit_test(test_restitution),  cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_whole_ranges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
