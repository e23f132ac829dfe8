/* test_wl2004_t3.c: negative damping that friction holds. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "WL2004-T3", id, status);
}

/* TESTS: WL2004-T3 proved */
static void friction_acts_where_damping_feeds(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("-1", "1"), "WL2004-T3.8", SS_CONDITION_PROVED);
  expect(TWO SPRINGS RUBS_X RUBS_Y DAMPER("-1", "-2"), "WL2004-T3.8", SS_CONDITION_PROVED);
}

/* y has no damper of its own, and Cs is singular on ker W^T; x and y are coupled by C. */
/* TESTS: WL2004-T3.7 violated */
static void semidefinite_without_slip(void **state) {
  (void)state;
  /* the spring between the masses moves z, which is damped */
  expect("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
         "potential = 1/2*(x^2 + y^2 + z^2 + (y - z)^2)\nforce x = x'\nforce z = -z'\n" RUBS_X,
         "WL2004-T3.8", SS_CONDITION_PROVED);
  expect("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
         "potential = 1/2*(x^2 + y^2 + z^2)\nforce x = x'\nforce z = -z'\n" RUBS_X,
         "WL2004-T3.7", SS_CONDITION_FAILED);
}

/* Cs has an entry between x, which rubs, and y, where it vanishes: d is prescribed there. */
static void coupled_semidefinite(void **state) {
  (void)state;
  expect("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
         "potential = 1/2*(x^2 + y^2 + z^2 + (y - z)^2)\n"
         "force x = x' + y'/3\nforce y = x'/3\nforce z = -z'\n" RUBS_X,
         "WL2004-T3.8", SS_CONDITION_PROVED);
}

/* TESTS: WL2004-T3.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("WL2004-T3");
}

/* TESTS: WL2004-T3.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X "force x = y\n", "WL2004-T3.2", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-T3.3 violated */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO RUBS_X "potential = x^2 - y^2\n", "WL2004-T3.3", SS_CONDITION_FAILED);
}

/* TESTS: WL2004-T3.4 violated */
static void no_friction(void **state) {
  (void)state;
  expect(TWO SPRINGS DAMPER("-1", "1"), "WL2004-T3.4", SS_CONDITION_FAILED);
}

/* The damper feeds y, and nothing rubs there. */
/* TESTS: WL2004-T3.6 violated
 * TESTS: WL2004-T3 unknown */
static void friction_elsewhere(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1"), "WL2004-T3.6", SS_CONDITION_FAILED);
}

/* A search whose numbers are spoilt finds no level, and says so. */
/* TESTS: WL2004-T3.8 violated */
static void no_level(void **state) {
  (void)state;
  machine m = start_facts(TWO SPRINGS RUBS_X DAMPER("-1", "1"));
  settle(&m);
  /* C against its own description: the definiteness of Crs is claimed, the search finds otherwise
   */
  fmpq_set_si(ss_entry(m.facts.Cs, 1, 1), -1, 1);
  expect_attempt(&m, "WL2004-T3", &m.facts, "WL2004-T3.8", SS_CONDITION_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_acts_where_damping_feeds),
      cmocka_unit_test(semidefinite_without_slip),
      cmocka_unit_test(coupled_semidefinite),
      cmocka_unit_test(negative_mass),
      cmocka_unit_test(circulatory_force),
      cmocka_unit_test(negative_spring),
      cmocka_unit_test(no_friction),
      cmocka_unit_test(friction_elsewhere),
      cmocka_unit_test(no_level),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
