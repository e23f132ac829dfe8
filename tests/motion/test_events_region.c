/* test_events_region.c: regions that are left within a step, which may be as long as a flight. */
#include "machine.h"

static machine fly(const char *text, const char *start, double end, ss_motion_method method) {
  machine m = machine_parse(text);
  machine_put(&m, start);
  m.options.region = &m.model->region[0];
  m.options.method = method;
  machine_run_well(&m, end);
  return m;
}

/* Each method tells the same; time stepping at the end of its step. */
static void expect(const char *text, const char *start, double end, size_t count,
                   const double *times) {
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = fly(text, start, end, (ss_motion_method)method);
    assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), count);
    for (size_t k = 0; k < count; k++)
      assert_near(machine_event(&m, SS_EVENT_LEAVE, k)->t, times[k],
                  method == SS_MOTION_MOREAU ? 1.001e-3 : 1e-7); /* of the border's own tolerance */
    machine_close(&m);
  }
}

#define BALL                                                                                       \
  "coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"                                                \
  "contact floor { gap = y; restitution = newton(1/2, 0) }\n"

/* y = 5 t - 5 t^2 is above 1 from (1 - sqrt(1/5))/2 on; it has come back before it lands. */
static void test_flight(void **state) {
  (void)state;
  const double time = 0.5 * (1 - sqrt(0.2));
  expect(BALL "region low { y <= 1 }\n", "y'=5", 0.9, 1, &time);
  /* above 1.2499 for 0.0089, less than a piece of the step: by its extremum */
  const double late = 0.5 * (1 - sqrt(1 - 1.2499 / 1.25));
  expect(BALL "region low { y <= 1.2499 }\n", "y'=5", 0.9, 1, &late);
  /* the apex touches the border, or is below it */
  expect(BALL "region low { y <= 1.25 }\n", "y'=5", 0.9, 0, NULL);
  expect(BALL "region low { y <= 1.2501 }\n", "y'=5", 0.9, 0, NULL);
}

/* In and out again within a step: a start outside, at once, and when it is left. */
static void test_visit(void **state) {
  (void)state;
  const double times[] = {0, 3};
  expect("coord x\nkinetic = 1/2*x'^2\nregion strip { x >= -1; x <= 1 }\n", "x=2,x'=-1", 4, 2,
         times);
  /* down to 0.75 of a hole between 0.7 and 0.8: the strip is entered and left at its lower end
   * once more on the way up, whose end is above */
  const double hole[] = {0, 0.5 + sqrt(0.01)};
  expect("coord y\nkinetic = 1/2*y'^2\npotential = -10*y\nregion low { y <= 0.8 }\n", "y=2,y'=-5",
         0.9, 2, hole);
}

/* Borders of velocities: an impact jumps over one. */
static void test_velocity(void **state) {
  (void)state;
  machine m = fly(BALL "region slow { y' >= -3; y' <= 4 }\n", "y=1.25", 0.9, SS_MOTION_EVENTS);
  assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), 1);
  assert_near(machine_event(&m, SS_EVENT_LEAVE, 0)->t, 0.3, 1e-8);
  machine_close(&m);
  m = fly(BALL "region slow { y' <= 2 }\n", "y=1.25", 0.9, SS_MOTION_EVENTS);
  assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), 1);
  assert_near(machine_event(&m, SS_EVENT_LEAVE, 0)->t, 0.5, 1e-8);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flight),
      cmocka_unit_test(test_visit),
      cmocka_unit_test(test_velocity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
