/* test_events_nearest.c: the smallest admissible forces where several hold a body, and the motions
 * that go on with them.
 */
#include "stage.h"

static void put(stage *s, ss_stance_kind kind) {
  for (size_t i = 0; i < s->run.elements; i++) stage_set(s, i, kind, 1);
}

/* At rest equal legs carry equal parts. */
static void test_equal_legs(void **state) {
  (void)state;
  stage s;
  stage_open(&s, machine_open("four-leg-table", NULL), "rest");
  put(&s, SS_STANCE_HELD);
  assert_true(stage_solve(&s));
  assert_true(s.ev.margin > 0);
  for (size_t i = 0; i < 4; i++) assert_near(s.run.forces[i], 8 * 9.81 / 4, 1e-9);
  stage_close(&s);
}

/* The forces balance what acts, whatever is chosen: no closed direction accelerates, and no leg
 * pulls, in any direction of sliding. mu h > a: without the bounds a leg behind would pull. */
static void test_sliding_forces_are_admissible(void **state) {
  (void)state;
  for (int k = 0; k < 24; k++) {
    const double angle = 0.26 * k;
    stage s;
    stage_open(&s, machine_open("four-leg-table", (const char *[]){"mu=0.55", NULL}), "shoved");
    s.run.u[0] = cos(angle), s.run.u[1] = sin(angle), s.run.u[5] = 0.3 * k - 3;
    put(&s, SS_STANCE_SLIP);
    assert_true(stage_solve(&s));
    assert_int_equal(s.ev.freedoms, 1);
    assert_true(s.ev.margin > 0);
    double sum = 0;
    for (size_t i = 0; i < 4; i++) {
      assert_true(s.run.forces[i] >= -1e-8);
      sum += s.run.forces[i];
    }
    assert_near(sum, 8 * 9.81, 1e-9);
    for (size_t i = 2; i < 5; i++) assert_near(s.ev.contacts.acceleration[i], 0, 1e-9);
    stage_close(&s);
  }
}

/* The choice does not jump: forces at 1000 neighbouring states of a turn, kinks included. */
static void test_choice_is_continuous(void **state) {
  (void)state;
  stage s;
  double last[4] = {0};
  stage_open(&s, machine_open("four-leg-table", (const char *[]){"mu=0.55", NULL}), "shoved");
  put(&s, SS_STANCE_SLIP);
  for (int k = 0; k <= 1000; k++) {
    s.run.u[0] = cos(6.2831853 * k / 1000), s.run.u[1] = sin(6.2831853 * k / 1000);
    assert_true(stage_solve(&s));
    for (size_t i = 0; i < 4; i++) {
      if (k) assert_true(fabs(s.run.forces[i] - last[i]) < 0.6);
      last[i] = s.run.forces[i];
    }
  }
  stage_close(&s);
}

/* A square of side 2 on its corners, pushed by P at the height of the floor: the margin passes 0
 * where P reaches mu m g. */
static const char SQUARE[] =
    "coord x, y, z, a, b, c\n"
    "param P = 0\n"
    "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + a'^2 + b'^2 + c'^2)\n"
    "potential = 10*z\n"
    "force x = P\n"
    "contact c1 { gap = z + a + b; slip = (x' - c', y' + c'); law = disk(0.5) }\n"
    "contact c2 { gap = z - a + b; slip = (x' - c', y' - c'); law = disk(0.5) }\n"
    "contact c3 { gap = z - a - b; slip = (x' + c', y' - c'); law = disk(0.5) }\n"
    "contact c4 { gap = z + a - b; slip = (x' + c', y' + c'); law = disk(0.5) }\n";

static void test_margin_passes_zero(void **state) {
  (void)state;
  static const double share[] = {0.5, 0.99, 0.9999, 1.0001, 1.01, 2};
  for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
    stage s;
    machine m = machine_parse(SQUARE);
    m.parameters[0] = 5 * share[i];
    stage_open(&s, m, "x=0");
    put(&s, SS_STANCE_HELD);
    assert_true(stage_solve(&s));
    assert_int_equal(s.ev.freedoms, 6);
    assert_int_equal(s.ev.margin > 0, share[i] < 1);
    stage_close(&s);
  }
}

/* ---- motions --------------------------------------------------------------------------------- */

/* mu g and mu m g R / Jz, R the distance of the feet from the middle, stop it: however the legs
 * share the weight. */
static void test_slides_and_spins_to_rest(void **state) {
  (void)state;
  const double g = 9.81, mu = 0.4, m = 8, Jz = 1, R = 0.5;
  machine table = machine_open("four-leg-table", NULL);
  machine_put(&table, "z=0.5,x'=1.2,y'=-0.9");
  machine_run_well(&table, 5);
  const ss_event *rest = machine_event(&table, SS_EVENT_REST, 0);
  assert_non_null(rest);
  assert_near(rest->t, 1.5 / (mu * g), 1e-8);
  assert_near(rest->q[0], 0.8 * 1.5 * 1.5 / (2 * mu * g), 1e-8);
  machine_put(&table, "z=0.5,gamma'=5");
  machine_run_well(&table, 5);
  rest = machine_event(&table, SS_EVENT_REST, 0);
  assert_non_null(rest);
  assert_near(rest->q[5], 25 * Jz / (2 * mu * m * g * R), 1e-8);
  assert_near(machine_residual(&table), 0, 1e-12);
  machine_close(&table);
}

/* Sliding and turning at once, at many speeds: none stops before it rests. */
static void test_table_never_gives_up(void **state) {
  (void)state;
  machine table = machine_open("four-leg-table", NULL);
  for (int k = 0; k < 40; k++) {
    char from[120];
    snprintf(from, sizeof from, "z=0.5,gamma=%.3f,x'=%.3f,y'=%.3f,gamma'=%.3f", 0.37 * k,
             2 * sin(1.7 * k), 2 * cos(2.3 * k), 6 * sin(0.9 * k));
    machine_put(&table, from);
    machine_run_well(&table, 5);
    assert_non_null(machine_event(&table, SS_EVENT_REST, 0));
    /* without a turn all legs rub in one direction, and how they share does not matter */
    assert_int_equal(table.motion.doubt != NULL, k > 0);
    assert_true(machine_residual(&table) < 1e-9);
  }
  machine_close(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal_legs),
      cmocka_unit_test(test_sliding_forces_are_admissible),
      cmocka_unit_test(test_choice_is_continuous),
      cmocka_unit_test(test_margin_passes_zero),
      cmocka_unit_test(test_slides_and_spins_to_rest),
      cmocka_unit_test(test_table_never_gives_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
