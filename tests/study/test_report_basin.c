/* test_report_basin.c: the plane, the map and the motions of a report's basin. */
#include "stage.h"

static ss_report make(stage *s, const ss_report_options *o) {
  ss_report r;
  assert_int_equal(ss_report_make(s->arena, s->machine, o, &s->said, &r), SS_OK);
  return r;
}

/* One coordinate: (x, x'), around the rest set [-F, F], with every start of the file inside. */
static void the_plane_of_one_coordinate(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_report_options o = ss_report_default_options();
  ss_report r = make(&s, &o);
  assert_non_null(r.basin);
  assert_null(r.no_basin);
  assert_string_equal(r.basin->axis[0].name, "x");
  assert_string_equal(r.basin->axis[1].name, "x'");
  assert_true(r.basin->axis[0].low < -0.5 && r.basin->axis[0].high > 1);
  assert_true(r.basin->axis[1].low == -r.basin->axis[1].high && r.basin->axis[1].high > 1);
  assert_non_null(strstr(r.basin_command, "standstill basin"));
  assert_int_equal(r.plane.levels, 0); /* it is proved for all starts */
  ss_report_clear(&r);
  close_stage(&s);
}

/* Each motion begins where it says, tells its time, and ends in the rest set on the axis. */
static void motions_in_the_plane(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_report_options o = ss_report_default_options();
  const double range[] = {-4, 4, -3, 3};
  o.plane[0] = "x";
  o.plane[1] = "x'";
  o.range = range;
  ss_report r = make(&s, &o);
  assert_true(r.basin->axis[0].low == -4 && r.basin->axis[1].high == 3);
  assert_true(r.tracks > 0 && r.tracks <= 81);
  for (size_t i = 0; i < r.tracks; i++) {
    const ss_report_track *t = &r.track[i];
    const double *last = t->point + 3 * (t->points - 1);
    assert_true(t->point[0] == t->a && t->point[1] == t->b && t->point[2] == 0);
    assert_true(fabs(t->a) < 4 && fabs(t->b) < 3);
    for (size_t k = 1; k < t->points; k++) assert_true(t->point[3 * k + 2] >= t->point[3 * k - 1]);
    if (strcmp(t->end, "was not followed further") == 0) continue;
    assert_string_equal(t->end, "comes to rest in E1");
    assert_true(t->rests && fabs(last[0]) <= 0.5 + 1e-6 && fabs(last[1]) < 1e-6);
    assert_true(last[2] == t->t);
  }
  ss_report_clear(&r);
  close_stage(&s);
}

/* Below the unstable cycle it is proved: the level is drawn. Two positions where there are two. */
static void levels_and_positions(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_report_options o = ss_report_default_options();
  ss_report r = make(&s, &o);
  assert_int_equal(r.plane.levels, 1);
  assert_true(r.plane.level[0].rho == r.claim[0].proof.levels.proved);
  ss_report_clear(&r);
  close_stage(&s);
  s = open_stage("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x^2 + y^2)\n"
                 "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                 "friction g { slip = y'; normal = 1; law = coulomb(1) }\nstate far { x = 3 }\n");
  r = make(&s, &o);
  assert_string_equal(r.basin->axis[1].name, "y");
  ss_report_clear(&r);
  close_stage(&s);
}

static void planes_that_make_no_sense(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_report_options o = ss_report_default_options();
  ss_report r;
  o.plane[0] = "x";
  o.plane[1] = "z";
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_BAD_INPUT);
  assert_said(&s, "--plane z: this is no coordinate");
  s.said.count = s.said.errors = 0;
  o.plane[1] = "x";
  assert_int_equal(ss_report_make(s.arena, s.machine, &o, &s.said, &r), SS_BAD_INPUT);
  assert_said(&s, "the two axes are the same");
  close_stage(&s);
}

/* Two wheels that rest at every angle: the plane of their velocities. A mast that rests at every
 * place of its foot: not the place. A machine that cannot be followed: no map, but the reason. */
static void planes_that_tell_something(void **state) {
  (void)state;
  stage s = open_stage("coord a, b\nkinetic = 1/2*(a'^2 + b'^2)\n"
                       "friction f { slip = a' - b'; normal = 1; law = coulomb(1) }\n"
                       "friction g { slip = b'; normal = 1; law = coulomb(1) }\n"
                       "state turning { a' = 2 }\n");
  ss_report_options o = ss_report_default_options();
  o.seconds = 4;
  ss_report r = make(&s, &o);
  assert_string_equal(r.basin->axis[0].name, "a'");
  assert_string_equal(r.basin->axis[1].name, "b'");
  ss_report_clear(&r);
  close_stage(&s);
  s = open_stage("coord x, p\nkinetic = 1/2*(x'^2 + p'^2)\npotential = 1 - cos(p)\n"
                 "contact far { gap = 100 - p }\n"
                 "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                 "friction g { slip = p'; normal = 1; law = coulomb(1/5) }\n"
                 "state pushed { x' = 1; x = -0.2; p = 0.5; p' = 1 }\n");
  r = make(&s, &o);
  assert_string_equal(r.basin->axis[0].name, "p");
  assert_string_equal(r.basin->axis[1].name, "p'");
  ss_report_clear(&r);
  close_stage(&s);
  /* both swing about rest, but x can rest wherever it goes, between -1 and 1 */
  s = open_stage("coord x, p\nkinetic = 1/2*(x'^2 + p'^2)\npotential = 1/2*x^2 + 1/2*p^2\n"
                 "contact far { gap = 100 - p }\n"
                 "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                 "friction g { slip = p'; normal = 1; law = coulomb(1/5) }\n"
                 "state pushed { x = -0.2; x' = 1; p = 0.5; p' = 1 }\n");
  r = make(&s, &o);
  assert_string_equal(r.basin->axis[0].name, "p");
  ss_report_clear(&r);
  close_stage(&s);
}

/* The longest step of a path, as a share of the picture. */
static double find_longest_step(const ss_report *r, const ss_report_track *t) {
  double most = 0;
  for (size_t k = 1; k < t->points; k++) {
    double square = 0;
    for (int j = 0; j < 2; j++) {
      const double step = t->point[3 * k + (size_t)j] - t->point[3 * k - 3 + (size_t)j];
      square += pow(step / (r->basin->axis[j].high - r->basin->axis[j].low), 2);
    }
    most = fmax(most, sqrt(square));
  }
  return most;
}

/* A path is no polygon, whether its motion is over in a millisecond or after a hundred swings: then
 * it is shown as far as it is smooth. */
static void paths_are_smooth(void **state) {
  (void)state;
  const char *const texts[] = {
      "coord x\nkinetic = 1/2*x'^2\npotential = 500000*x^2\nforce x = -300*x'\n"
      "friction f { slip = x'; normal = 10; law = coulomb(1) }\nstate kick { x' = 1 }\n",
      "coord x\nkinetic = 1/2*x'^2\npotential = 10*x^2\n"
      "friction f { slip = x'; normal = 1/10; law = coulomb(1) }\nstate far { x = 1 }\n"};
  for (int k = 0; k < 2; k++) {
    stage s = open_stage(texts[k]);
    const ss_report_options o = ss_report_default_options();
    ss_report r = make(&s, &o);
    bool part = false;
    assert_true(r.tracks > 0);
    for (size_t i = 0; i < r.tracks; i++) {
      const ss_report_track *t = &r.track[i];
      if (strcmp(t->end, "was not followed further") == 0) continue;
      assert_true(find_longest_step(&r, t) < 0.08);
      part = part || (t->rests && t->until < t->t);
    }
    assert_true(part == (k == 1));
    ss_report_clear(&r);
    close_stage(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_plane_of_one_coordinate), cmocka_unit_test(paths_are_smooth),
      cmocka_unit_test(motions_in_the_plane),        cmocka_unit_test(levels_and_positions),
      cmocka_unit_test(planes_that_make_no_sense),   cmocka_unit_test(planes_that_tell_something),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
