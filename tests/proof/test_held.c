/* test_held.c: rest points that friction holds with a margin, or does not. */
#include "support.h"

/* The last condition: its status, and what it says. */
static void expect(const char *text, ss_condition_status status, const char *kind,
                   const char *detail) {
  machine m = start_facts(text);
  settle(&m);
  ss_attempt a;
  start_attempt(&a, &m);
  assert_int_equal(ss_attempt_held(&a, &m.facts, 8), status == SS_CONDITION_PROVED);
  assert_int_equal(a.condition[0].status, status);
  if (!strstr(a.condition[0].detail, detail))
    fail_msg("\"%s\" is not in: %s", detail, a.condition[0].detail);
  if (kind)
    assert_string_equal(json_string_value(json_object_get(a.condition[0].evidence, "kind")), kind);
  else
    assert_null(a.condition[0].evidence);
  ss_attempt_clear(&a);
  stop(&m);
}

#define FLOOR "coord x\nkinetic = 1/2*x'^2\n"
#define ROUGH "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"

static void test_one(void **state) {
  (void)state;
  expect(FLOOR ROUGH "force x = 1/2\n", SS_CONDITION_PROVED, "held", "0.5 of the bounds");
  expect(FLOOR ROUGH "force x = 1\n", SS_CONDITION_FAILED, NULL, "only with 1 of the bounds");
  expect(FLOOR ROUGH "force x = -3\n", SS_CONDITION_FAILED, NULL, "only with 3 of the bounds");
  expect(FLOOR "force x = 1\n", SS_CONDITION_FAILED, NULL, "no friction forces balance");
  expect(FLOOR, SS_CONDITION_PROVED, "held", "at (0)");
  expect(FLOOR ROUGH "potential = x^2 - 8*x\n", SS_CONDITION_PROVED, "held", "at (4), with 0 of");
}

/* Two frictions share a load; a spring carries what is across. */
static void test_shared(void **state) {
  (void)state;
  expect(TWO "potential = (x - y)^2\nforce x = 3/2\n" RUBS_X RUBS_Y, SS_CONDITION_PROVED, "held",
         "with 0.75 of the bounds");
  expect(TWO "potential = (x - y)^2\nforce x = 2\n" RUBS_X RUBS_Y, SS_CONDITION_FAILED, NULL,
         "only with 1 of the bounds");
  expect(TWO "potential = (x - y)^2\nforce x = 3/2\nforce y = -3/2\n", SS_CONDITION_PROVED, "held",
         "at (3/4, 0)");
}

static void test_ranges(void **state) {
  (void)state;
  /* regular throughout; no loads, whatever K is; loads, and K may be singular */
  expect("param k = 1 in [1, 2]\n" FLOOR "potential = k*x^2 - x\n", SS_CONDITION_PROVED,
         "nonsingular", "regular for all parameters");
  expect("param k = 1 in [-1, 2]\n" FLOOR ROUGH "potential = k*x^2\n", SS_CONDITION_PROVED, "held",
         "at (0)");
  expect("param k = 1 in [-1, 2]\n" FLOOR ROUGH "potential = k*x^2 - 2*x\n", SS_CONDITION_UNKNOWN,
         NULL, "not shown for all parameters");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_ranges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
