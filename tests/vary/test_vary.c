/* test_vary.c: whole motions and their variations. */
#include "vary.h"

/* Worked models with many events, through accumulations: the order of the remainder. */
static void test_orders(void **state) {
  (void)state;
  static const struct {
    const char *model, *state;
    double end;
  } cases[] = {{"bouncing-ball", "drop", 5},
               {"rocking-block", "drop", 0.7},
               {"rocking-block", "tilted", 0.7},
               {"falling-block", "drop", 2.3},
               {"plank-box", "above", 0.7},
               {"painleve-rod", "dragged", 2.3},
               {"rough-pendulum", "raised", 2},
               {"ratchet", "wound", 2.3},
               {"constrained-beam", "pulled", 2},
               {"planar-biped", "rocked", 0.7},
               /* two contacts bounce in turn and their slips end with them */
               {"rocking-bar", "x=0.1138, y=0.3213, phi=-0.0094, x'=0.1668, y'=0.8162", 1.5},
               {"rocking-bar", "x=0.0879, y=0.3595, phi=0.1299, x'=0.3363, y'=-0.9977", 1.5}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    machine m = machine_open(cases[k].model, NULL);
    machine_put(&m, cases[k].state);
    const double order = vary_order(&m, cases[k].end, 4);
    if (!(order > 1.95)) print_error("%s %s: %g\n", cases[k].model, cases[k].state, order);
    assert_true(order > 1.95);
    machine_close(&m);
  }
}

/* A ball that has come to rest forgets how: all derivatives are 0. */
static void test_accumulation(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const ss_variation v = vary_well(&m, 6, NULL);
  assert_int_equal(v.event[v.events - 1].kind, SS_EVENT_ACCUMULATION);
  for (int k = 0; k < 4; k++) assert_near(v.piece[0].gain[k], 0, 1e-9);
  machine_close(&m);
}

/* A motion that stops early is refused there, and what is before it holds. */
static void test_motion_stops(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 1/(1 - t)^3\n");
  const ss_variation v = vary_to(&m, 2, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_MOTION);
  assert_true(v.t < 1.001);
  machine_close(&m);
}

/* A start inside the floor has no motion. */
static void test_bad_start(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "y=-1");
  ss_vary_options options = ss_vary_default_options();
  ss_variation v;
  assert_int_equal(ss_vary_run(m.arena, m.system, m.parameters, m.q, m.u, &options, &v),
                   SS_BAD_INPUT);
  assert_non_null(v.motion.reason);
  machine_close(&m);
}

static void test_words(void **state) {
  (void)state;
  assert_string_equal(ss_refusal_word(SS_REFUSAL_GRAZING), "grazing");
  assert_string_equal(ss_refusal_word(SS_REFUSAL_LIMIT), "limit");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_orders),       cmocka_unit_test(test_accumulation),
      cmocka_unit_test(test_motion_stops), cmocka_unit_test(test_bad_start),
      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
