/* test_ss_rubbed.c: functions of the file, and dry friction. */
#include <math.h>

#include "../../src/proof/lyapunov.h"
#include "support.h"

#define PIVOT(mu)                                                                                  \
  "coord a\nkinetic = a'^2/2\npotential = 1 - cos(a)\nforce a = 0.1*sin(2*a)\n"                    \
  "friction pivot { slip = a'; normal = 1; law = coulomb(" mu ") }\n"
#define V_PIVOT "lyapunov V = a'^2/2 + 1 - cos(a)\n"
/* circulatory forces y/2, -x/2 against friction 1: V = T + U falls for |x|, |y| < 2 */
#define PLANE(force_x, force_y)                                                                    \
  "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = (x^2 + y^2)/2\nforce x = y/2" force_x        \
  "\nforce y = -x/2" force_y "\n"
#define RUBS(name, slip) "friction " name " { slip = " slip "; normal = 1; law = coulomb(1) }\n"
#define V_PLANE          "lyapunov V = (x'^2 + y'^2 + x^2 + y^2)/2\n"

static machine prove_claim(const char *text, ss_question question) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

static void expect_failure(const char *text, ss_question question, const char *id) {
  machine m = prove_claim(text, question);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_string_equal(m.proof.theorem, "SS-RUBBED");
  const ss_condition *last = &m.proof.condition[m.proof.conditions - 1];
  assert_string_equal(last->id, id);
  assert_int_not_equal(last->status, SS_CONDITION_PROVED);
  stop(&m);
}

/* The level is the best one: |y| = 2 without velocity, V = 2. A friction between two blocks rubs no
 * velocity alone: of the directions (1, 0) and (1, 1) in which it takes least, the first is where V
 * begins to grow, at y/5 + x^3/9 = 1. */
/* TESTS: SS-RUBBED proved */
static void levels(void **state) {
  (void)state;
  double least = INFINITY;
  for (double x = 1.9; x < 2; x += 1e-5) {
    const double y = 5 - 5 * x * x * x / 9;
    least = fmin(least, (x * x + y * y) / 2 + x * x * x * x / 10);
  }
  machine m = prove_claim(PLANE("", " + y^3/500") RUBS("f", "x'") RUBS("g", "y'") V_PLANE,
                          SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, "SS-RUBBED");
  assert_true(m.proof.levels.proved > 0.999 * 2 && m.proof.levels.proved <= 2);
  stop(&m);
  m = prove_claim("coord x, y\nkinetic = (x'^2 + 2*y'^2)/2\npotential = (x^2 + y^2)/2 + x^4/10\n"
                  "force x = y/5 + x^3/9\nforce y = -x/5\n" RUBS("f", "x' - y'")
                      RUBS("g", "y'") "lyapunov V = (x'^2 + 2*y'^2 + x^2 + y^2)/2 + x^4/10\n",
                  SS_QUESTION_BOUNDED);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_BOUNDED, "SS-RUBBED");
  assert_true(m.proof.levels.proved > 0.999 * least && m.proof.levels.proved <= least);
  stop(&m);
  m = prove_claim("param mu = 0.3 in [0.25, 0.35]\n" PIVOT("mu") V_PIVOT, SS_QUESTION_STABLE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-RUBBED");
  stop(&m);
}

#define SWING(kinetic, force, normal)                                                              \
  "coord a\nkinetic = " kinetic "a'^2/2\npotential = 1 - cos(a)\nforce a = " force                 \
  "\nfriction pivot { slip = a'; normal = " normal "; law = coulomb(1) }\n"

/* TESTS: SS-RUBBED.1 violated
 * TESTS: SS-RUBBED.2 violated
 * TESTS: SS-RUBBED.3 violated
 * TESTS: SS-RUBBED.4 violated
 * TESTS: SS-RUBBED.5 violated
 * TESTS: SS-RUBBED.6 violated
 * TESTS: SS-RUBBED.7 violated
 * TESTS: SS-RUBBED unknown */
static void what_fails(void **state) {
  (void)state;
  expect_failure(SWING("(1 - a^2/4)*", "a^3/99", "1") "lyapunov V = (1 - a^2/4)*a'^2/2 + 1 - "
                                                      "cos(a)\n",
                 SS_QUESTION_ATTRACTIVE, "SS-RUBBED.1");
  /* V grows where friction begins to hold */
  expect_failure(PIVOT("0.3") "lyapunov V = a'^2/2 + 1 - cos(a) + a*a'/10\n",
                 SS_QUESTION_ATTRACTIVE, "SS-RUBBED.2");
  /* there is no level around a saddle of V */
  expect_failure(PIVOT("0.3") "lyapunov V = a'^2/2 - 1 + cos(a)\n", SS_QUESTION_ATTRACTIVE,
                 "SS-RUBBED.4");
  /* V falls everywhere, but is not positive on the border of a box that reaches far along axes */
  expect_failure("coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = (x^2 + y^2)/2\n"
                 "force x = x^3/99\n"
                 "friction f { slip = x'; normal = 200; law = coulomb(1) }\n"
                 "friction g { slip = y'; normal = 200; law = coulomb(1) }\n"
                 "lyapunov V = (x'^2 + y'^2 + x^2 + y^2)/2 - x^2*y^2\n",
                 SS_QUESTION_ATTRACTIVE, "SS-RUBBED.3");
  /* a force is stronger than friction */
  expect_failure(SWING("", "1.1 + a^3/9", "1") V_PIVOT, SS_QUESTION_ATTRACTIVE, "SS-RUBBED.4");
  /* nothing rubs along y */
  expect_failure(PLANE("", " + y^3/500") RUBS("f", "x'") V_PLANE, SS_QUESTION_ATTRACTIVE,
                 "SS-RUBBED.4");
  expect_failure(PIVOT("0.3") "lyapunov V = a'^2/2 - a'^4/8 + 1 - cos(a)\n", SS_QUESTION_BOUNDED,
                 "SS-RUBBED.5");
  expect_failure(SWING("", "a^3/99", "1 - a^2/4") V_PIVOT, SS_QUESTION_ATTRACTIVE, "SS-RUBBED.6");
  expect_failure("coord x\nkinetic = x'^2/2\npotential = x^2/2\nforce x = x^3/9\n" RUBS(
                     "f", "x'") "lyapunov V = x'^2/2 + sqrt(2)/2*x^2\n",
                 SS_QUESTION_STABLE, "SS-RUBBED.7");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(levels), cmocka_unit_test(what_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
