/* test_moreau_impact.c: impacts inside a step, at their own time, by the model's law. */
#include "stepping.h"

/* A free particle hits a wall at x = 0 at a known time: position, velocity and time after the step
 * are exact, whatever the restitution. */
static void test_impact_at_its_time(void **state) {
  (void)state;
  for (int k = 0; k <= 10; k++) {
    const double e = 0.1 * k, start = 0.013;
    char text[200];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\ncontact wall { gap = x; restitution = newton(%.17g, 0) "
             "}\n",
             e);
    stepping s = stepping_open(machine_parse(text), "x=0.013,x'=-1");
    size_t hits = 0;
    for (int n = 0; n < 3; n++) {
      stepping_step(&s, 0.01);
      hits += s.result.hits;
      if (!s.result.hits) continue;
      assert_near(s.result.hit[0].t, start, 1e-15);
      assert_near(s.result.hit[0].before, 0.5, 1e-15);
      assert_near(s.result.hit[0].after, 0.5 * e * e, 1e-15);
      assert_near(s.result.hit[0].impulses[0], 1 + e, 1e-12);
      assert_near(s.result.hit[0].q[0], 0, 1e-15);
    }
    assert_int_equal(hits, 1);
    assert_near(s.state.u[0], e, 1e-12);
    assert_near(s.state.q[0], e * (0.03 - start), 1e-12);
    stepping_close(&s);
  }
}

/* Two walls: the second is hit in the same step, after the first. */
static void test_two_walls_in_one_step(void **state) {
  (void)state;
  stepping s =
      stepping_open(machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                  "contact left { gap = x; restitution = newton(1, 0) }\n"
                                  "contact below { gap = y; restitution = newton(1/2, 0) }\n"),
                    "x=0.001,y=0.003,x'=-1,y'=-1");
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 2);
  assert_int_equal(s.result.hit[0].element, 0);
  assert_int_equal(s.result.hit[1].element, 1);
  assert_near(s.result.hit[0].t, 0.001, 1e-15);
  assert_near(s.result.hit[1].t, 0.003, 1e-15);
  assert_near(s.state.q[0], 0.009, 1e-12);
  assert_near(s.state.q[1], 0.5 * 0.007, 1e-12);
  stepping_close(&s);
}

/* Both corners of a block that falls flat are hit at once, by one impact. */
static void test_simultaneous_impacts(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("rocking-block", NULL), "y=b+0.001,y'=-1");
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 1);
  const double *impulses = s.result.hit[0].impulses;
  assert_true(impulses[0] > 0 && impulses[1] > 0);
  assert_near(s.result.hit[0].u_after[1], 0.5, 1e-3);
  assert_near(s.result.hit[0].u_after[2], 0, 1e-10);
  stepping_close(&s);
}

/* The impact begins where the step does, and before it: found late, corrected all the same. */
static void test_late_impacts(void **state) {
  (void)state;
  stepping s =
      stepping_open(machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                                  "contact wall { gap = x; restitution = newton(1, 0) }\n"),
                    "x=0.0079,x'=-1");
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 0);
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 1);
  assert_near(s.result.hit[0].t, 0.0079, 1e-15);
  assert_near(s.state.q[0], 0.02 - 0.0079, 1e-12);
  stepping_close(&s);
}

/* A hit after less than four steps of flight has no restitution: the ball lies down. */
static void test_weak_hits_end_in_contact(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("bouncing-ball", NULL), "y'=0.01");
  const double dt = 1e-3; /* a flight of 2 u / g = 2.04 ms */
  size_t hits = 0;
  for (int k = 0; k < 10; k++) {
    stepping_step(&s, dt);
    hits += s.result.hits;
  }
  assert_int_equal(hits, 0);
  assert_true(s.state.touches[0]);
  assert_near(s.state.q[0], 0, 1e-14);
  assert_near(s.state.u[0], 0, 1e-12);
  stepping_close(&s);
}

/* Tornambe's law: T+ / T- = (1 - c |gamma|)^2. */
static void test_energetic_law(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                                           "contact wall { gap = x; restitution = energetic(0.3) "
                                           "}\n"),
                             "x=0.001,x'=-1");
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 1);
  assert_near(s.result.hit[0].after / s.result.hit[0].before, 0.49, 1e-12);
  stepping_close(&s);
}

/* Single impacts in sequence: the other foot takes no part. */
static void test_sequential_law(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("planar-biped", NULL), "theta=0.001,theta'=-1,z=0.002");
  size_t hits = 0;
  for (int k = 0; k < 40 && !hits; k++) {
    stepping_step(&s, 1e-3);
    hits = s.result.hits;
  }
  assert_int_equal(hits, 1);
  const size_t hit = s.result.hit[0].element;
  assert_true(s.result.hit[0].impulses[hit] > 0 && s.result.hit[0].impulses[1 - hit] == 0);
  stepping_close(&s);
}

static void test_different_laws_are_refused(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                           "contact a { gap = x; restitution = energetic(0.1) }\n"
                                           "contact b { gap = y; restitution = newton(1/2, 0) }\n"),
                             "x=0.001,y=0.001,x'=-1,y'=-1");
  assert_int_equal(ss_moreau_step(&s.stepper, &s.state, 0.01, &s.result), SS_NO_CONVERGENCE);
  assert_non_null(strstr(s.stepper.why, "different impact laws"));
  stepping_close(&s);
}

/* Sliders take part in impacts: the beam's end hits a stop, and both ends stay on their tracks. */
static void test_sliders_take_part(void **state) {
  (void)state;
  stepping s =
      stepping_open(machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                  "slider ramp { gap = x - y }\n"
                                  "contact stop { gap = x; restitution = newton(1/2, 0) }\n"),
                    "x=0.001,y=0.001,x'=-1,y'=-1");
  stepping_step(&s, 0.01);
  assert_int_equal(s.result.hits, 1);
  assert_near(s.state.u[0], 0.5, 1e-9);
  assert_near(s.state.u[1], 0.5, 1e-9);
  stepping_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_impact_at_its_time),
      cmocka_unit_test(test_two_walls_in_one_step),
      cmocka_unit_test(test_simultaneous_impacts),
      cmocka_unit_test(test_late_impacts),
      cmocka_unit_test(test_weak_hits_end_in_contact),
      cmocka_unit_test(test_energetic_law),
      cmocka_unit_test(test_sequential_law),
      cmocka_unit_test(test_different_laws_are_refused),
      cmocka_unit_test(test_sliders_take_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
