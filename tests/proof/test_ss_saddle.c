/* test_ss_saddle.c: negative stiffness, with damping that feeds what friction acts on. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-SADDLE", id, status);
}

#define SADDLE "potential = 1/2*x^2 + 2*x*y + 1/2*y^2\n"

/* TESTS: SS-SADDLE proved */
static void friction_on_what_is_fed(void **state) {
  (void)state;
  machine m = prove_text(TWO SADDLE RUBS_X RUBS_Y DAMPER("-1", "1"));
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-SADDLE");
  /* the rest points with the lowest energy are +-(1, -1), V = -1 */
  assert_near(m.proof.rest_energy, 1, 1e-12);
  assert_near(fabs(m.proof.escape.q[0]), 1, 1e-12);
  stop(&m);
  /* one that sticks: x is held, y is damped */
  expect(TWO SADDLE RUBS_X DAMPER("-1", "1"), "SS-SADDLE.6", SS_CONDITION_PROVED);
}

/* y and z stick to nothing, and only y is damped: z is seen through the spring between them. */
static void damping_seen_through_a_spring(void **state) {
  (void)state;
  expect(THREE_WAYS "potential = y^2 + (y - z)^2 + z^2 - x^2\n" RUBS_X
                    "force x = x'\nforce y = -y'\n",
         "SS-SADDLE.7", SS_CONDITION_PROVED);
}

/* TESTS: SS-SADDLE.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-SADDLE");
}

/* TESTS: SS-SADDLE.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SADDLE "force x = y\n", "SS-SADDLE.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-SADDLE.3 violated */
static void singular_stiffness(void **state) {
  (void)state;
  expect(TWO "potential = -x^2\n", "SS-SADDLE.3", SS_CONDITION_FAILED);
}

/* TESTS: SS-SADDLE.4 violated */
static void positive_stiffness(void **state) {
  (void)state;
  expect(TWO SPRINGS, "SS-SADDLE.4", SS_CONDITION_FAILED);
}

/* A motion without slip is fed, and gyroscopic forces let it decay all the same. */
/* TESTS: SS-SADDLE.6 violated
 * TESTS: SS-SADDLE unknown */
static void the_sticking_motion_is_fed(void **state) {
  (void)state;
  expect(PUSHED_AND_FED, "SS-SADDLE.6", SS_CONDITION_FAILED);
  machine m = prove_text(PUSHED_AND_FED);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-SADDLE");
  assert_non_null(strstr(m.proof.reason, "the stiffness is negative"));
  stop(&m);
}

/* TESTS: SS-SADDLE.7 violated */
static void an_undamped_direction(void **state) {
  (void)state;
  expect(THREE_WAYS "potential = y^2 + z^2 - x^2\n" RUBS_X "force x = x'\nforce y = -y'\n",
         "SS-SADDLE.7", SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_on_what_is_fed),
      cmocka_unit_test(damping_seen_through_a_spring),
      cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),
      cmocka_unit_test(singular_stiffness),
      cmocka_unit_test(positive_stiffness),
      cmocka_unit_test(the_sticking_motion_is_fed),
      cmocka_unit_test(an_undamped_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
