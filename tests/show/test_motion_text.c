/* test_motion_text.c: events, end and energy book as people read them. */
#include "motion_fixture.h"

static void test_all(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_string_equal(out.data, "events\n"
                                "  0.333333333  impact  floor  kinetic energy 5 -> 1.25\n"
                                "  1.000000000  close   floor\n"
                                "  2.000000000  stick   floor\n"
                                "  2.000000000  rest\n"
                                "\n"
                                "came to rest at t = 2, in the rest set near x = 2, y = 12\n"
                                "\n"
                                "energy\n"
                                "  start              10\n"
                                "  work of forces     0.125\n"
                                "  work of controls   0.125\n"
                                "  friction in floor  -0.5\n"
                                "  impacts of floor   -3.75\n"
                                "  friction in wall   -0.25\n"
                                "  end                5.75\n"
                                "  residual           1e-13\n"
                                "\n"
                                "method events, 77 steps\n");
  ss_text_stop(&out);
  stop_motion(&m);
}

/* One step is one; what rounding took from a contact without friction is no loss. */
static void test_small_numbers(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  m.motion.steps = 1;
  ss_element *floor = (ss_element *)m.f.system->element[0].element;
  floor->law = SS_LAW_FRICTIONLESS;
  m.motion.energy.residual = 1e-10;
  const double taken[] = {-2e-10, -1e-10};
  for (int k = 0; k < 2; k++) {
    ((double *)m.motion.energy.friction_of)[0] = taken[k];
    ss_text_start(&out);
    ss_show_motion(m.f.system, &m.motion, &out);
    assert_non_null(strstr(out.data, "method events, 1 step\n"));
    assert_int_equal(strstr(out.data, "losses in") != NULL, k == 0);
    ss_text_stop(&out);
  }
  stop_motion(&m);
}

static void test_not_at_rest(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  m.motion.at_rest = false;
  m.motion.events = 0;
  m.motion.method = SS_MOTION_MOREAU;
  m.motion.penetration = 0.0025;
  m.motion.status = SS_LIMIT;
  m.motion.reason = "more than 77 steps, at t = 2";
  m.motion.doubt = "'a' and 'b' land at once";
  m.motion.doubt_time = 0.25;
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_null(strstr(out.data, "events\n "));
  assert_contains(&out, "at t = 2: x = 2, y = 12\n  moving with x' = -1.66666667, y' =");
  assert_contains(&out, "method moreau, 77 steps, gaps kept to 0.0025\n");
  assert_contains(&out, "\nnot unique at t = 0.25: 'a' and 'b' land at once\n");
  assert_contains(&out, "stopped early: more than 77 steps, at t = 2\n");
  ss_text_stop(&out);
  stop_motion(&m);
}

/* What settles says its rate; what leaves a region the relation that broke. */
static void test_settle_and_leave(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  const ss_relation relation = {.kind = SS_LESS_EQUAL,
                                .left.written = m.f.model->coordinate[0].q,
                                .right.written = m.f.model->coordinate[1].q};
  m.motion.at_rest = false;
  m.motion.settles = true;
  m.motion.rate = m.event[3].rate = 0.125;
  m.event[2] = (ss_event){
      .t = 1.5, .kind = SS_EVENT_LEAVE, .element = SIZE_MAX, .q = m.q[5], .relation = &relation};
  m.event[3].kind = SS_EVENT_SETTLE;
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_contains(&out, "x <= y no longer holds\n");
  assert_contains(&out, "rate 0.125\n");
  assert_contains(&out, "has settled at t = 2 and tends to the rest set near x = 2, y = 12\n"
                        "  it never quite stops: velocities fall like exp(-0.125 t)\n");
  ss_text_stop(&out);
  stop_motion(&m);
}

/* Without velocities, but held by forces that change: neither moving nor at rest. */
static void test_standing_still(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  const double still[2] = {0};
  start_motion(&m);
  m.motion.at_rest = false;
  m.motion.u = still;
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_contains(&out, "at t = 2: x = 2, y = 12\n  standing still there\n");
  ss_text_stop(&out);
  stop_motion(&m);
}

/* A motion that goes on after rest says when the rest began. */
static void test_rest_before_the_end(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  m.motion.t = 9;
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_contains(&out, "came to rest at t = 2,");
  ss_text_stop(&out);
  stop_motion(&m);
}

/* A long list shows its first 25 and last 10, and how many are between. */
static void test_long_list(void **state) {
  (void)state;
  enum { MANY = 40 };
  ss_event events[MANY];
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  for (size_t i = 0; i < MANY; i++)
    events[i] = (ss_event){.t = (double)i, .kind = SS_EVENT_SLIP, .element = 1};
  events[MANY - 1].kind = SS_EVENT_IMPACT;
  events[MANY - 1].energy_before = 1;
  events[MANY - 1].energy_after = 2;
  m.motion.events = MANY;
  m.motion.event = events;
  ss_text_start(&out);
  ss_show_motion(m.f.system, &m.motion, &out);
  assert_contains(&out,
                  "  24.000000000  slip    wall\n  ...           5 more\n  30.000000000  slip");
  assert_contains(&out, "39.000000000  impact  wall  kinetic energy 1 -> 2 (gained)");
  assert_null(strstr(out.data, "29.0000"));
  ss_text_stop(&out);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),
      cmocka_unit_test(test_small_numbers),
      cmocka_unit_test(test_not_at_rest),
      cmocka_unit_test(test_settle_and_leave),
      cmocka_unit_test(test_standing_still),
      cmocka_unit_test(test_rest_before_the_end),
      cmocka_unit_test(test_long_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
