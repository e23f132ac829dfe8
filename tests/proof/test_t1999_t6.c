/* test_t1999_t6.c: contacts that are springs. */
#include <math.h>

#include "../../src/proof/energy.h"
#include "support.h"

#define ONE(potential, force)                                                                      \
  "coord y\nkinetic = y'^2/2\npotential = " potential "\nforce y = " force "\n"                    \
  "contact floor { gap = y; restitution = newton(1/2, 0) }\n"

static machine prove_springs(const char *text, ss_question question) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.stiffness = 100;
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

static void expect(const char *text, ss_question question, ss_claim claim) {
  machine m = prove_springs(text, question);
  assert_verdict(&m, SS_PROVED, claim, "T1999-T6");
  stop(&m);
}

/* Nothing else is tried: the rigid machine may do what it likes. */
static void expect_failure(const char *text, const char *id) {
  machine m = prove_springs(text, SS_QUESTION_ATTRACTIVE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_string_equal(m.proof.theorem, "T1999-T6");
  const ss_condition *last = &m.proof.condition[m.proof.conditions - 1];
  assert_string_equal(last->id, id);
  assert_int_not_equal(last->status, SS_CONDITION_PROVED);
  stop(&m);
}

/* A ball that is damped: everywhere, at -1/10; items 1 and 2. A potential that is no quadratic
 * form: below a level. One whose wells are below the level: the rest positions there. */
/* TESTS: T1999-T6 proved */
static void balls(void **state) {
  (void)state;
  expect(ONE("10*y", "-y'"), SS_QUESTION_ATTRACTIVE, SS_CLAIM_GLOBALLY_ATTRACTIVE);
  expect(ONE("10*y", "-y'"), SS_QUESTION_STABLE, SS_CLAIM_STABLE_POINT);
  expect(ONE("10*y", "-y'"), SS_QUESTION_BOUNDED, SS_CLAIM_BOUNDED);
  expect(ONE("10*y + y^4", "-y'"), SS_QUESTION_ATTRACTIVE, SS_CLAIM_LOCALLY_ATTRACTIVE);
  expect(ONE("10*y + y^4", "-y'"), SS_QUESTION_STABLE, SS_CLAIM_STABLE_POINT);
  expect(ONE("10*y + y^4", "-y'"), SS_QUESTION_BOUNDED, SS_CLAIM_LOCALLY_BOUNDED);
  machine m = prove_springs(ONE("10*y", "-y'"), SS_QUESTION_ATTRACTIVE);
  assert_true(fabs(m.proof.rest_point[0] + 0.1) < 1e-12);
  stop(&m);
}

/* TESTS: T1999-T6.2 violated
 * TESTS: T1999-T6.3 violated
 * TESTS: T1999-T6.5 violated
 * TESTS: T1999-T6.8 violated
 * TESTS: T1999-T6 unknown */
static void what_fails(void **state) {
  (void)state;
  expect_failure(ONE("10*y - 60*y^2", "-y'"), "T1999-T6.2"); /* the spring is too soft */
  expect_failure(ONE("10*y + y^4", "y'"), "T1999-T6.3");
  expect_failure("coord x, y\nkinetic = x'^2 + y'^2\npotential = 10*y + x^2 + x*y + x^4\n"
                 "force x = -x'\ncontact floor { gap = y; restitution = newton(0, 0) }\n",
                 "T1999-T6.5");
  /* damped at rest and fed around it, as near as one likes */
  expect_failure(ONE("10*y + y^4", "-(y + 0.09995)*y'"), "T1999-T6.3");
}

/* TESTS: T1999-T6.1 violated */
static void a_mass_that_vanishes(void **state) {
  (void)state;
  expect_failure("coord y\nkinetic = (y + 0.1)^2*y'^2/2\npotential = 10*y\nforce y = -y'\n"
                 "contact floor { gap = y; restitution = newton(1/2, 0) }\n",
                 "T1999-T6.1");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balls), cmocka_unit_test(what_fails),
                                     cmocka_unit_test(a_mass_that_vanishes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
