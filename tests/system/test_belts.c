/* test_belts.c: frictions that slip at rest, as forces. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

#define MASS "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"

static ss_system *settle(reading *r, const char *text, bool near, bool *falls,
                         const char **why_not) {
  ss_system *system, *settled;
  *r = read_good(text);
  assert_int_equal(ss_system_derive(r->arena, r->model, &system), SS_OK);
  assert_int_equal(ss_system_settle_belts(r->arena, system, near, &settled, falls, why_not), SS_OK);
  return settled;
}

static void expect_force(const char *text, bool near, bool falls, const char *force) {
  reading r;
  bool found;
  const char *why_not;
  const ss_system *s = settle(&r, text, near, &found, &why_not);
  assert_null(why_not);
  assert_int_equal(found, falls);
  assert_int_equal(s->elements, 0);
  assert_int_equal(s->slips, 0);
  assert_formula(s->graph, s->h[0], force);
  stop_reading(&r);
}

/* The belt pulls the way it runs, whichever way its slip is written. */
static void test_direction(void **state) {
  (void)state;
  expect_force(MASS "friction b { slip = x' - 2; normal = 3; law = coulomb(1/2) }\n", false, false,
               "3/2 - x");
  expect_force(MASS "friction b { slip = 2 - x'; normal = 3; law = coulomb(1/2) }\n", false, false,
               "3/2 - x");
  expect_force(MASS "friction b { slip = x' + 2; normal = 3; law = coulomb(1/2) }\n", true, false,
               "-3/2 - x");
}

/* One that falls feeds: near rest by 2 N (mus - muk) v/vs^2 exp(-(v/vs)^2), at the worst by
 * N (mus - muk) sqrt(2/e)/vs; one that rises by nothing at the worst. */
static void test_falling(void **state) {
  (void)state;
  static const char falling[] =
      MASS "friction b { slip = x' - 2; normal = 3; law = stribeck(1/2, 1/4, 2) }\n";
  static const char rising[] =
      MASS "friction b { slip = x' - 2; normal = 3; law = stribeck(1/4, 1/2, 2) }\n";
  reading r;
  bool falls;
  const char *why_not;
  for (int k = 0; k < 3; k++) {
    const ss_system *s = settle(&r, k < 2 ? falling : rising, k == 0, &falls, &why_not);
    assert_null(why_not);
    ss_system_values v;
    const double q = 0, u = 1, e = exp(-1);
    double at_rest, moving;
    assert_int_equal(ss_system_evaluate(r.arena, s, NULL, &q, &q, 0, &v), SS_OK);
    at_rest = v.of[SS_QUANTITY_H][0];
    assert_int_equal(ss_system_evaluate(r.arena, s, NULL, &q, &u, 0, &v), SS_OK);
    moving = v.of[SS_QUANTITY_H][0];
    const double drop = k < 2 ? 0.25 : -0.25, static_share = k < 2 ? 0.25 : 0.5;
    assert_true(fabs(at_rest - (3 * (static_share + drop * e))) < 1e-14);
    const double slopes[] = {3 * 2 * 0.25 * 2 / 4 * e, 3 * 0.25 * sqrt(2 * e) / 2, 0};
    assert_true(fabs(moving - at_rest - slopes[k]) < 1e-14);
    stop_reading(&r);
  }
}

/* What can stick is kept, with what it holds at rest; what may hold nothing is told. */
static void test_kept(void **state) {
  (void)state;
  reading r;
  bool falls;
  const char *why_not;
  const ss_system *s =
      settle(&r,
             MASS "friction b { slip = x' - 2; normal = 3; law = coulomb(1/2) }\n"
                  "friction c { slip = 5*x'; normal = 1; law = stribeck(1/2, 1/4, 2) }\n",
             false, &falls, &why_not);
  assert_null(why_not);
  assert_false(falls);
  assert_int_equal(s->elements, 1);
  assert_string_equal(s->element[0].element->name.text, "c");
  assert_formula(s->graph, s->slip[s->element[0].slip].W[0], "5");
  assert_formula(s->graph, s->element[0].element->law_argument[0].resolved, "1/2");
  stop_reading(&r);
  settle(&r, MASS "friction c { slip = x'; normal = 1; law = stribeck(0, 1/4, 2) }\n", false,
         &falls, &why_not);
  assert_null(why_not);
  assert_true(falls);
  stop_reading(&r);
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *why_not;
  } cases[] = {
      {"friction b { slip = x' - x; normal = 1; law = coulomb(1) }\n", "depends on the motion"},
      {"friction b { slip = x' - 1; normal = 1 + x^2; law = coulomb(1) }\n",
       "depends on the motion"},
      {"friction b { slip = x'*(1 + x^2) - 1; normal = 1; law = coulomb(1) }\n",
       "the direction of friction 'b' depends"},
      {"param v = 1 in [0, 2]\nfriction b { slip = x' - v; normal = 1; law = coulomb(1) }\n",
       "may vanish or have either sign"},
      {"param a = 1 in [-1, 1]\nfriction b { slip = x' - 1; normal = a^2 - 1/9; law = coulomb(1) "
       "}\n",
       "may be negative"},
      {"param a = 1 in [-1, 1]\nfriction b { slip = x' - 1; normal = 1; law = coulomb(a^2 - 1/9) "
       "}\n",
       "may be negative"},
      {"param a = 1 in [-1, 1]\n"
       "friction b { slip = x' - 1; normal = 1; law = stribeck(1, a^2 - 1/9, 1) }\n",
       "may be negative"},
      {"param a = 1 in [-1, 1]\n"
       "friction b { slip = x'; normal = 1; law = stribeck(1, a^2 - 1/9, 1) }\n",
       "may be negative"},
      {"param a = 1 in [-1, 1]\n"
       "friction b { slip = x'; normal = 1; law = stribeck(1, 1/2, a^2) }\n",
       "may be negative"},
      {"contact b { gap = x + 1; slip = x' - 1; law = coulomb(1) }\n", "is no friction"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    reading r;
    bool falls;
    const char *why_not;
    snprintf(text, sizeof text, MASS "%s", cases[i].text);
    assert_null(settle(&r, text, false, &falls, &why_not));
    assert_non_null(strstr(why_not, cases[i].why_not));
    stop_reading(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_direction),
      cmocka_unit_test(test_falling),
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
