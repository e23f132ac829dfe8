/* test_record.c: samples at the start, at events and every so often; events with what belongs to
 * them. */
#include "machine.h"

/* Regular samples are at k every, whatever happens between, and on the closed form. */
static void test_ticks(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  m.options.every = 0.1;
  machine_run_well(&m, 2);
  size_t ticks = 0;
  for (size_t i = 1; i < m.motion.samples; i++) {
    const ss_sample *s = &m.motion.sample[i];
    assert_true(s->t >= m.motion.sample[i - 1].t);
    const double next = (double)(ticks + 1) * 0.1;
    if (s->t != next) continue;
    ticks++;
    if (s->t < 0.45) assert_near(s->q[0], 1 - 9.81 / 2 * s->t * s->t, 1e-12);
    assert_int_equal(s->modes[0], SS_MODE_FREE);
    assert_near(s->forces[0], 0, 0);
  }
  assert_int_equal(ticks, 20);
  machine_close(&m);
}

/* Without `every`: start, before and after each impact, end. */
static void test_events_only(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  machine_run_well(&m, 1);
  assert_int_equal(m.motion.events, 1);
  assert_int_equal(m.motion.samples, 4);
  const ss_sample *s = m.motion.sample;
  const ss_event *e = m.motion.event;
  assert_near(s[1].t, s[2].t, 0);
  assert_near(s[2].u[0], -0.8 * s[1].u[0], 1e-15);
  assert_near(e->u_before[0], s[1].u[0], 0);
  assert_near(e->u_after[0], s[2].u[0], 0);
  assert_near(e->impulses[0], 1.8 * fabs(s[1].u[0]), 1e-14);
  assert_near(e->energy_before, s[1].u[0] * s[1].u[0] / 2, 1e-14);
  assert_near(s[3].t, 1, 0);
  machine_close(&m);
}

/* Modes before and after, and the guard that led there: m x'' = -k x -+ mu m g. */
static void test_modes_and_guards(void **state) {
  (void)state;
  machine m = machine_open("falling-block", NULL);
  machine_put(&m, "slide");
  machine_run_well(&m, 5);
  assert_int_equal(m.motion.events, 3);
  const ss_event *e = m.motion.event;
  const ss_mode before[] = {SS_MODE_SLIP_MINUS, SS_MODE_SLIP_PLUS, SS_MODE_STICK};
  const ss_mode after[] = {SS_MODE_SLIP_PLUS, SS_MODE_STICK, SS_MODE_STICK};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(e[i].modes_before[0], before[i]);
    assert_int_equal(e[i].modes_after[0], after[i]);
  }
  /* x = -0.4114 and then -0.1772, where the velocity turns */
  const double rate[] = {-(10 * 0.4114 + 2.943), 10 * 0.1772 - 2.943};
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(e[i].guard->kind, SS_GUARD_SLIP);
    assert_int_equal(e[i].guard->element, 0);
    assert_near(e[i].guard->value, 0, 1e-12);
    assert_near(e[i].guard->rate, rate[i], 1e-9);
  }
  assert_null(e[2].guard);
  machine_close(&m);
}

/* An impact: the gap ends the flight with gamma_N. Time stepping has modes, but no guards; what
 * happens at the start has nothing before it. */
static void test_impact_modes(void **state) {
  (void)state;
  for (int method = SS_MOTION_EVENTS; method <= SS_MOTION_MOREAU; method++) {
    machine m = machine_open("bouncing-ball", NULL);
    machine_put(&m, "drop");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 0.5);
    const ss_event *e = m.motion.event;
    assert_int_equal(m.motion.events, 1);
    assert_int_equal(e->modes_before[0], SS_MODE_FREE);
    assert_int_equal(e->modes_after[0], SS_MODE_FREE);
    if (method == SS_MOTION_EVENTS) {
      assert_int_equal(e->guard->kind, SS_GUARD_GAP);
      assert_near(e->guard->rate, e->u_before[0], 0);
    } else {
      assert_null(e->guard);
    }
    m.q[0] = 0;
    m.u[0] = -1;
    machine_run_well(&m, 0.01);
    assert_null(m.motion.event[0].modes_before);
    assert_int_equal(m.motion.event[0].modes_after[0], SS_MODE_FREE);
    machine_close(&m);
  }
}

/* What does not belong to an event is not there. */
static void test_other_events(void **state) {
  (void)state;
  machine m = machine_open("friction-oscillator", NULL);
  m.q[0] = 2;
  machine_run_well(&m, 20);
  for (size_t i = 0; i < m.motion.events; i++) {
    assert_null(m.motion.event[i].u_before);
    assert_null(m.motion.event[i].impulses);
    assert_non_null(m.motion.event[i].q);
  }
  assert_true(m.motion.event[m.motion.events - 1].element == SIZE_MAX);
  assert_near(m.motion.q[0], m.motion.event[m.motion.events - 1].q[0], 0);
  machine_close(&m);
}

/* The end of a motion is told once, also where it is a regular sample. */
static void test_end_once(void **state) {
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_open("bouncing-ball", NULL);
    machine_put(&m, "drop");
    m.options.method = (ss_motion_method)method;
    m.options.every = 0.125;
    machine_run_well(&m, 0.25);
    assert_int_equal(m.motion.samples, 3);
    assert_near(m.motion.sample[2].t, 0.25, 0);
    m.options.every = 0.1;
    machine_run_well(&m, 0.25);
    assert_int_equal(m.motion.samples, 4);
    assert_near(m.motion.sample[3].t, 0.25, 0);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ticks),
      cmocka_unit_test(test_events_only),
      cmocka_unit_test(test_other_events),
      cmocka_unit_test(test_end_once),
      cmocka_unit_test(test_modes_and_guards),
      cmocka_unit_test(test_impact_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
