/* test_events_undetermined.c: forces that the motion does not determine are shared out inside their
 * bounds.
 */
#include "stage.h"

/* Both corners of the block stick under a horizontal load P = k x: admissible forces exist as long
 * as P <= mu m g (and P b <= m g a: it would tip). */
static void test_block_on_two_corners(void **state) {
  (void)state;
  const double limit = 0.3 * 9.81 / 20, load[] = {0, 0.5, 0.999999, 1.000001, 1.5};
  for (size_t i = 0; i < 5; i++) {
    stage s;
    stage_open(&s, machine_open("rocking-block", NULL), "rest");
    s.run.q[0] = load[i] * limit;
    stage_set(&s, 0, SS_STANCE_HELD, 1);
    stage_set(&s, 1, SS_STANCE_HELD, 1);
    assert_true(stage_solve(&s));
    assert_int_equal(s.ev.margin >= 0, load[i] <= 1);
    const double *F = s.run.forces;
    assert_near(F[0] + F[1], 9.81, 1e-12);
    assert_near(F[2] + F[3], 20 * s.run.q[0], 1e-12);
    /* the motion did not change */
    for (size_t k = 0; k < 3; k++) assert_near(s.ev.contacts.acceleration[k], 0, 1e-12);
    if (load[i] <= 1)
      for (size_t k = 0; k < 2; k++) assert_true(fabs(F[2 + k]) <= 0.3 * F[k] + 1e-12);
    stage_close(&s);
  }
}

/* Three legs, disk friction: several directions. */
static void test_stool(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("three-leg-stool", NULL), "rest");
  for (size_t i = 0; i < 3; i++) stage_set(&s, i, SS_STANCE_HELD, 1);
  assert_true(stage_solve(&s));
  assert_true(s.ev.freedoms > 1);
  assert_true(s.ev.margin > 0);
  for (size_t i = 0; i < 3; i++) assert_near(s.run.forces[i], 4 * 9.81 / 3, 1e-8);
  stage_close(&s);
}

/* Held by more than is needed, a block still has one motion; a table whose legs slip in different
 * directions has not. */
static void test_doubt(void **state) {
  (void)state;
  static const struct {
    const char *model, *from;
    ss_stance_kind kind;
    size_t contacts;
    bool doubtful;
  } cases[] = {{"rocking-block", "rest", SS_STANCE_HELD, 2, false},
               {"four-leg-table", "rest", SS_STANCE_HELD, 4, false},
               {"four-leg-table", "shoved", SS_STANCE_SLIP, 4, true},
               {"three-leg-stool", "shoved", SS_STANCE_SLIP, 3, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    stage s;
    stage_open(&s, machine_open(cases[i].model, NULL), cases[i].from);
    for (size_t k = 0; k < cases[i].contacts; k++) stage_set(&s, k, cases[i].kind, 1);
    assert_true(stage_solve(&s));
    ss_events_doubt_shares(&s.ev);
    assert_int_equal(s.run.doubt != NULL, cases[i].doubtful);
    stage_close(&s);
  }
}

/* Nothing to share. */
static void test_unique(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("falling-block", NULL), "rest");
  stage_set(&s, 0, SS_STANCE_HELD, 1);
  assert_true(stage_solve(&s));
  assert_near(s.ev.margin, 1, 0);
  assert_near(s.run.forces[0], 9.81, 1e-13);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_block_on_two_corners),
      cmocka_unit_test(test_stool),
      cmocka_unit_test(test_doubt),
      cmocka_unit_test(test_unique),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
