/* test_energy_drag.c: forces that brake each velocity by itself. */
#include "energy_support.h"

static ss_energy *see_force(machine *m, const char *force) {
  char text[256];
  const char *why_not;
  snprintf(text, sizeof text, PLANE "potential = x^2 + x^4 + y^2\n%s", force);
  *m = read_machine("t", text, 0, NULL);
  ss_energy *e = see(m, &why_not);
  assert_non_null(e);
  return e;
}

/* The value of r_0 at x = 1/2, x' = 2. */
static double drag_at(const ss_energy *e) {
  const ss_expr in[] = {e->system->q[0], e->system->u[0]};
  const double at[] = {0.5, 2};
  double value = NAN;
  ss_tape *tape = NULL;
  assert_int_equal(ss_tape_compile(e->graph, 0, NULL, 2, in, 1, &e->drag[0], &tape), SS_OK);
  assert_int_equal(ss_tape_eval(tape, NULL, at, &value), SS_OK);
  ss_tape_destroy(tape);
  return value;
}

/* What is left of a polynomial without its lowest power; of others, the slope. */
static void quotients(void **state) {
  (void)state;
  static const struct {
    const char *force;
    double value;
  } cases[] = {
      {"force x = -3*x'^3\n", 3},
      {"force x = -3*x'^3 + x'^5\n", 3 - 4},
      {"force x = -x'*(1 - x) - x'^3*x\n", 0.5 + 0.5 * 4},
      {"force x = -7*x^2*x'^5\n", 7 * 0.25},
      {"force x = -x'^2\n", 4}, /* its slope: the lowest power is even */
      {"force x = 3*exp(-x') - 3\n", 3 * 0.1353352832366127},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m;
    const ss_energy *e = see_force(&m, cases[i].force);
    assert_null(e->damping);
    assert_non_null(e->drag);
    assert_near(drag_at(e), cases[i].value, 1e-12);
    assert_true(e->drag[1] == SS_EXPR_NONE);
    stop(&m);
  }
}

/* One question for each coordinate that is braked; none of linear damping, or of a mixed force. */
static void questions(void **state) {
  (void)state;
  ss_energy_question q;
  machine m;
  const ss_energy *e = see_force(&m, "force x = -x'^3\nforce y = -y'^3\n");
  assert_true(ss_energy_power_question(e, 0, &q) && q.kind == SS_ENERGY_DRAG && q.open == 0);
  assert_true(ss_energy_power_question(e, 1, &q) && q.kind == SS_ENERGY_DRAG && q.open == 1);
  assert_false(ss_energy_power_question(e, 2, &q));
  stop(&m);
  e = see_force(&m, "force x = -x'^3*y'^2\n");
  assert_null(e->drag);
  assert_true(ss_energy_power_question(e, 0, &q) && q.kind == SS_ENERGY_POWER);
  assert_false(ss_energy_power_question(e, 1, &q));
  stop(&m);
  e = see_force(&m, "force x = -x'*(1 + x^2)\n");
  assert_null(e->drag);
  assert_true(ss_energy_power_question(e, 0, &q) && q.kind == SS_ENERGY_DAMPING);
  stop(&m);
}

/* A pendulum in a medium comes to rest from all that has less energy than its upper rest point; a
 * drag that turns round at x' = 10 ends the level at 50; one that only brakes to one side brakes
 * nothing. */
static void levels(void **state) {
  (void)state;
  machine m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\nforce x = -x'^3\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "LW2008-T1");
  assert_true(m.proof.levels.proved <= 2 && m.proof.levels.proved > 1.9999);
  stop(&m);
  m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\n"
                 "force x = -x'^3 + x'^5/100\n");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_true(m.proof.levels.proved <= 50 && m.proof.levels.proved > 40);
  stop(&m);
  m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\nforce x = -x'^2\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
  m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\nforce x = x'^3\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quotients),
      cmocka_unit_test(questions),
      cmocka_unit_test(levels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
