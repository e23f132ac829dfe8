/* test_report.c: what a page about a machine is made of, against closed forms. */
#include "stage.h"

/* At x = 2F it swings once, for pi; `kick` moves too, so the first state is shown. */
static void everything_about_a_bead(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_report_options o = ss_report_default_options();
  ss_report r;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_int_equal(r.starts, 2);
  assert_int_equal(r.shown, 0);
  assert_string_equal(r.start[0].name, "here");
  assert_true(r.start[0].motion.at_rest && fabs(r.start[0].motion.t - M_PI) < 1e-7);
  /* it is over before half of the time: samples are closer */
  assert_true(r.start[0].motion.samples > 400);
  assert_int_equal(r.rest->count, 1);
  assert_int_equal(r.claims, SS_QUESTIONS);
  assert_int_equal(r.claim[0].proof.verdict, SS_PROVED);
  assert_non_null(strstr(r.claim[0].certificate, "standstill-certificate/"));
  assert_int_equal(r.claim[0].length, strlen(r.claim[0].certificate));
  assert_null(r.chart);
  assert_string_equal(r.command, "");
  ss_report_clear(&r);
  assert_int_equal(r.claims, 0);
  close_stage(&s);
}

/* A state that stands still is no picture of motion; one that is asked for is shown. */
static void the_motion_that_is_shown(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                       "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                       "state still { }\nstate far { x = 3 }\nstate farther { x = 5 }\n");
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.seconds = 4;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_string_equal(r.start[r.shown].name, "far");
  ss_report_clear(&r);
  o.from = "x=4";
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_string_equal(r.start[r.shown].name, "x=4");
  assert_int_equal(r.starts, 4);
  ss_report_clear(&r);
  o.from = "moon";
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_BAD_INPUT);
  assert_said(&s, "unknown state 'moon'");
  close_stage(&s);
}

/* A motion that comes to rest at t = 31.4 is told until then, and not only to the usual end; one
 * that has an end of its own is not followed beyond it. */
static void motions_are_told_until_they_rest(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                       "friction f { slip = x'; normal = 1/20; law = coulomb(1) }\n"
                       "state far { x = 1 }\n");
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.seconds = 4;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_true(r.start[0].motion.at_rest && r.start[0].end == 100);
  assert_true(fabs(r.start[0].motion.t - 10 * M_PI) < 1e-6); /* ten half turns lose 1/10 each */
  ss_report_clear(&r);
  o.end = 10;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_true(!r.start[0].motion.at_rest && r.start[0].motion.t == 10);
  ss_report_clear(&r);
  close_stage(&s);
}

/* What depends on the time has no rest sets, and the report says why. */
static void what_cannot_be_had_has_a_reason(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = sin(t)\n"
                       "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.seconds = 2;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_null(r.rest);
  assert_true(strlen(r.no_rest) > 0);
  assert_null(r.basin);
  assert_non_null(r.no_basin);
  assert_int_equal(r.starts, 1); /* everything at 0 */
  assert_null(r.start[0].name);
  ss_report_clear(&r);
  close_stage(&s);
}

/* A ball rests on the shelf from which it is let go, not on the floor below, which has less energy
 * and which no motion of the file reaches. Beyond the region a motion is not followed. */
static void the_rest_set_of_the_file(void **state) {
  (void)state;
  stage s =
      open_stage("coord x\nkinetic = 1/2*x'^2\npotential = (x^2 - 1)^2 + x/10\nforce x = -x'\n"
                 "friction f { slip = x'; normal = 1; law = coulomb(1/20) }\n"
                 "region near { x <= 3 }\n"
                 "state right { x = 1.2 }\nstate away { x = 2; x' = 100 }\n");
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.seconds = 4;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_non_null(r.at);
  assert_true(r.choice.at[0] > 0.8 && r.choice.at[0] < 1.1);
  assert_true(r.start[1].leaves && fabs(r.start[1].motion.q[0] - 3) < 1e-6);
  assert_false(r.start[0].leaves);
  ss_report_clear(&r);
  close_stage(&s);
  /* where a motion ends in the lowest set nothing changes */
  s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = (x^2 - 1)^2 + x/10\nforce x = -x'\n"
                 "friction f { slip = x'; normal = 1; law = coulomb(1/20) }\n"
                 "state right { x = 1.2 }\nstate left { x = -1.2 }\n");
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_null(r.at);
  ss_report_clear(&r);
  close_stage(&s);
}

static void two_ranges_make_a_chart(void **state) {
  (void)state;
  stage s = open_stage("param c = 0.1 in [-0.5, 0.5]\nparam F = 1 in [0.5, 2]\ncoord x\n"
                       "kinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -c*x'\n"
                       "friction f { slip = x'; normal = F; law = coulomb(1) }\n");
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.seconds = 10;
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_OK);
  assert_non_null(r.chart);
  assert_string_equal(r.chart->axis[0].name, "c");
  assert_true(r.chart->axis[1].low == 0.5 && r.chart->axis[1].high == 2);
  assert_non_null(strstr(r.chart_command, "--vary c=-0.5:0.5 --vary F=0.5:2"));
  ss_report_clear(&r);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_about_a_bead),
      cmocka_unit_test(the_motion_that_is_shown),
      cmocka_unit_test(motions_are_told_until_they_rest),
      cmocka_unit_test(what_cannot_be_had_has_a_reason),
      cmocka_unit_test(the_rest_set_of_the_file),
      cmocka_unit_test(two_ranges_make_a_chart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
