/* Conditions 6 and 7 of Leine & van de Wouw 2008 on cases with known numbers. */
#include "support.h"

static ss_restitution_conditions check(const double *G, double mu, double eN, double eT) {
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}};
  const double c[2] = {0};
  const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
  ss_restitution_conditions conditions;
  ss_arena *arena = ss_arena_create();
  assert_int_equal(ss_restitution_check(&problem, &eN, &eT, arena, &conditions), SS_OK);
  ss_arena_destroy(arena);
  return conditions;
}

/* Kane & Levinson's pendulum: cond G = 77.71. */
static void pendulum(void **state) {
  (void)state;
  const double G[4] = {1.876876612114151, 1.6742399263194525, 1.6742399263194525,
                       1.5730217240862487};
  ss_restitution_conditions c = check(G, 1, 0.5, 0);
  assert_true(fabs(c.left - 2. / 3) <= 1e-15);
  assert_true(fabs(c.right - 0.012868242681572137) <= 1e-12);
  assert_true(c.in_range && !c.small && !c.equal && !c.smooth);
  c = check(G, 1, 0.5, 0.5);
  assert_true(c.equal && c.small); /* equal coefficients leave nothing to be small */
  c = check(G, 0, 0.5, 0);
  assert_true(c.smooth);
}

/* A block: G is a multiple of the unit matrix, so that 7a holds for every e < 1. */
static void falling_block(void **state) {
  (void)state;
  const double G[4] = {0.5, 0, 0, 0.5};
  ss_restitution_conditions c = check(G, 0.1, 0.8, 0);
  assert_true(fabs(c.left - 0.888888888888889) <= 1e-15 && c.right == 1 && c.small);
  c = check(G, 0.1, 1, 0);
  assert_true(!c.in_range && !c.small);
}

/* e_T < 0: the printed 7a has left side 0 < 1/4 and would allow what gains energy. */
static void negative_tangential_restitution(void **state) {
  (void)state;
  const double G[4] = {1, 0.6, 0.6, 1};
  const ss_restitution_conditions c = check(G, 1, 0, -0.9);
  assert_true(fabs(c.right - 0.25) <= 1e-15);
  assert_true(c.in_range && !c.small && c.left > 0.9);
}

static void singular_matrix(void **state) {
  (void)state;
  const double G[4] = {1, 1, 1, 1};
  const ss_restitution_conditions c = check(G, 1, 0.1, 0);
  assert_true(c.right == 0 && !c.small);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum),
      cmocka_unit_test(falling_block),
      cmocka_unit_test(negative_tangential_restitution),
      cmocka_unit_test(singular_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
