/* test_events_name.c: a run that cannot go on names the modes. */
#include "stage.h"

static void expect_reason(machine *m, const char *start, const char *reason) {
  machine_put(m, start);
  assert_int_equal(machine_run(m, 1), SS_NO_CONVERGENCE);
  assert_string_equal(m->motion.reason, reason);
}

/* Painleve's rod: pushed tip first it has no motion, spun it has two. */
static void test_rod(void **state) {
  (void)state;
  machine m = machine_open("painleve-rod", NULL);
  expect_reason(&m, "pushed",
                "no modes of tip (free, slip+) obey the contact laws at t = 0 (Painleve's paradox)"
                "; --on-jam impact goes on with an impact without collision");
  assert_near(m.motion.t, 0, 0);
  assert_true(m.motion.samples <= 1);
  expect_reason(&m, "spun",
                "2 sets of modes are possible at t = 0: tip free | tip slip+; "
                "--on-ambiguity first follows the first");
  m.options.first_if_several = true;
  machine_run_well(&m, 0.1);
  assert_int_equal(m.motion.sample[0].modes[0], SS_MODE_FREE);
  machine_close(&m);
}

/* The biped on a steep slope: it may stand, or slide and turn about its lower foot (Varkonyi's
 * ambiguous equilibrium); both feet are named in each. */
static void test_biped(void **state) {
  (void)state;
  const char *const settings[] = {"l1=h*tan(alpha)-0.1", "l2=h*tan(alpha)+0.1", "mu1=0.2", "mu2=2",
                                  NULL};
  machine m = machine_open("planar-biped", settings);
  machine_put(&m, "rest");
  assert_int_equal(machine_run(&m, 1), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "3 sets of modes are possible at t = 0: "));
  assert_non_null(strstr(m.motion.reason, "foot1 stick, foot2 stick"));
  assert_non_null(strstr(m.motion.reason, " | foot1 "));
  assert_true(machine_count(&m, SS_EVENT_REST) == 0);
  machine_close(&m);
}

/* Laws that do not go together: who was where is told. */
static void test_mixed_laws(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "contact one { gap = x; restitution = newton(0.5, 0) }\n"
                            "contact other { gap = x; restitution = poisson(0.5) }\n"
                            "contact wall { gap = y; restitution = newton(0.5, 0) }\n");
  expect_reason(&m, "x=0.5, x'=-1",
                "contacts with different impact laws collide at once at t = 0.5; modes: "
                "one free, other free, wall closed");
  machine_close(&m);
}

/* What each kind of element could do. */
static void test_candidates(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             machine_parse("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                           "contact rough { gap = y; slip = x'; law = coulomb(1) }\n"
                           "contact smooth { gap = x + y }\n"
                           "contact flat { gap = z; slip = (x', y'); law = disk(1) }\n"
                           "slider rail { gap = z - x; slip = y'; law = coulomb(1) }\n"
                           "friction felt { slip = x'; normal = 1; law = coulomb(1) }\n"
                           "clutch pawl { slip = z'; law = oneway }\n"),
             "x=0, x'=-1, z'=-1");
  for (size_t i = 0; i < 6; i++) stage_set(&s, i, SS_STANCE_HELD, 1);
  stage_set(&s, 4, SS_STANCE_SLIP, -1);
  ss_stances_choose_duties(&s.ev);
  ss_contacts_gather(&s.run, &s.ev.contacts, s.ev.duty);
  assert_int_equal(ss_events_stop_at_none(&s.ev), SS_NO_CONVERGENCE);
  assert_string_equal(
      s.run.reason,
      "no modes of rough (free, stick, slip+, slip-), smooth (free, "
      "closed), flat (free, stick, slip), rail (stick, slip+, slip-), felt "
      "(slip-), pawl (free, stick) obey the contact laws at t = 0 (Painleve's paradox)"
      "; --on-jam impact goes on with an impact without collision");
  ss_events_stop_unsolved(&s.ev, 1e-3);
  assert_non_null(
      strstr(s.run.reason, "felt (slip-), pawl (free, stick) was solved to 1.0e-03 only"));
  assert_int_equal(ss_events_stop_without_forces(&s.ev, 2), SS_NO_CONVERGENCE);
  assert_string_equal(s.run.reason,
                      "there are no contact forces at t = 2; modes: rough stick, smooth closed, "
                      "flat stick, rail stick, felt slip-, pawl stick");
  stage_close(&s);
}

/* Friction never pushes: where its known normal force would pull, the motion ends. */
static void test_pull(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                            "friction shoe { slip = x'; normal = sin(t); law = coulomb(0.3) }\n");
  machine_put(&m, "x'=5");
  assert_int_equal(machine_run(&m, 10), SS_NO_CONVERGENCE);
  assert_string_equal(m.motion.reason,
                      "the normal force of 'shoe' is negative from t = 3.14159265");
  assert_near(m.motion.t, M_PI, 1e-9);
  assert_near(m.motion.u[0], 4.4, 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rod),        cmocka_unit_test(test_biped),
      cmocka_unit_test(test_mixed_laws), cmocka_unit_test(test_candidates),
      cmocka_unit_test(test_pull),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
