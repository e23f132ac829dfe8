/* test_region.c: motions that leave a region say so, when and by which relation. */
#include "machine.h"

static const char text[] = "param a = 2\n"
                           "coord x\n"
                           "kinetic = 1/2*x'^2\n"
                           "potential = 0*x\n"
                           "region strip { x >= -1; x <= a; x' <= 5 }\n";

/* x = t leaves at 2, whatever the method; time stepping tells it at the end of its step. */
static void test_leave(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse(text);
    machine_put(&m, "x'=1");
    m.options.region = &m.model->region[0];
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 3.5);
    assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), 1);
    const ss_event *e = machine_event(&m, SS_EVENT_LEAVE, 0);
    assert_near(e->t, 2, method == SS_MOTION_MOREAU ? 1e-3 : 1e-8);
    assert_near(e->q[0], e->t, 1e-9);
    assert_ptr_equal(e->relation, &m.model->region[0].items[1]);
    assert_near(m.motion.t, 3.5, 0);
    machine_close(&m);
  }
}

/* A start outside is told at once; without a region nothing is. */
static void test_start(void **state) {
  (void)state;
  machine m = machine_parse(text);
  machine_put(&m, "x=-3");
  machine_run_well(&m, 1);
  assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), 0);
  m.options.region = &m.model->region[0];
  machine_run_well(&m, 1);
  const ss_event *e = machine_event(&m, SS_EVENT_LEAVE, 0);
  assert_non_null(e);
  assert_near(e->t, 0, 0);
  assert_ptr_equal(e->relation, &m.model->region[0].items[0]);
  machine_close(&m);
}

/* Who comes back and leaves again, leaves twice: x = 2.5 sin t is beyond 2 twice in 4 pi. */
static void test_again(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "region low { x <= 2 }\n");
  machine_put(&m, "x'=2.5");
  m.options.region = &m.model->region[0];
  machine_run_well(&m, 4 * M_PI);
  assert_int_equal(machine_count(&m, SS_EVENT_LEAVE), 2);
  assert_near(machine_event(&m, SS_EVENT_LEAVE, 0)->t, asin(0.8), 1e-7);
  assert_near(machine_event(&m, SS_EVENT_LEAVE, 1)->t, asin(0.8) + 2 * M_PI, 1e-7);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leave),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
