/* test_motion_json.c: the keys that scripts depend on, and every number in full precision. */
#include <jansson.h>

#include "motion_fixture.h"

/* A path such as "events.0.t". */
static json_t *follow(json_t *at, const char *path) {
  char copy[100], *rest = copy;
  snprintf(copy, sizeof copy, "%s", path);
  for (char *key = strtok_r(rest, ".", &rest); at && key; key = strtok_r(NULL, ".", &rest))
    at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
  if (!at) fail_msg("nothing at %s", path);
  return at;
}

static void expect_number(json_t *root, const char *path, double value) {
  json_t *found = follow(root, path);
  assert_true(json_is_number(found));
  assert_true(json_number_value(found) == value);
}

static void expect_text(json_t *root, const char *path, const char *text) {
  assert_string_equal(json_string_value(follow(root, path)), text);
}

static json_t *print(const motion_fixture *m) {
  ss_text out;
  ss_text_start(&out);
  ss_show_motion_json(m->f.system, &m->motion, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  assert_non_null(root);
  ss_text_stop(&out);
  return root;
}

static void test_keys(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  json_t *root = print(&m);
  expect_text(root, "model", "Bead");
  expect_text(root, "hash", m.f.model->hash);
  expect_text(root, "method", "events");
  expect_text(root, "status", "SS_OK");
  expect_text(root, "reason", "");
  expect_number(root, "steps", 77);
  expect_number(root, "final.t", 2);
  expect_number(root, "final.state.y", 12);
  expect_number(root, "final.state.x'", 1 / 3.0 - 2);
  assert_true(json_is_true(follow(root, "final.at_rest")));
  assert_int_equal(json_array_size(follow(root, "trajectory")), SAMPLES);
  expect_number(root, "trajectory.2.t", 1.0 / 3);
  expect_number(root, "trajectory.1.q.1", 10.1);
  expect_number(root, "trajectory.1.u.0", 1 / 3.0 - 0.1);
  expect_number(root, "trajectory.4.forces.2", 3);
  expect_text(root, "trajectory.4.modes.0", "slip+");
  json_decref(root);
  stop_motion(&m);
}

/* What changed at an event, and the guard that led there; left out where there is none. */
static void test_modes_and_guard(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const ss_event_guard guard = {SS_GUARD_GAP, 0, 0.25, -3},
                       forces = {SS_GUARD_FORCES, SIZE_MAX, 0, NAN};
  m.event[0].modes_before = m.modes[0];
  m.event[0].modes_after = m.modes[5];
  m.event[0].guard = &guard;
  m.event[1].modes_after = m.modes[4];
  m.event[1].guard = &forces;
  json_t *root = print(&m);
  expect_text(root, "events.0.modes_before.0", "free");
  expect_text(root, "events.0.modes_after.0", "stick");
  expect_text(root, "events.0.modes_after.1", "slip-");
  expect_text(root, "events.0.guard.kind", "gap");
  expect_text(root, "events.0.guard.contact", "floor");
  expect_number(root, "events.0.guard.value", 0.25);
  expect_number(root, "events.0.guard.rate", -3);
  assert_null(json_object_get(follow(root, "events.1"), "modes_before"));
  expect_text(root, "events.1.modes_after.0", "slip+");
  expect_text(root, "events.1.guard.kind", "forces");
  assert_null(json_object_get(follow(root, "events.1.guard"), "contact"));
  assert_true(json_is_null(follow(root, "events.1.guard.rate")));
  assert_null(json_object_get(follow(root, "events.2"), "guard"));
  json_decref(root);
  stop_motion(&m);
}

/* The claim to be the only motion; without it, when and why. */
static void test_unique(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  m.motion.doubt = NULL;
  json_t *root = print(&m);
  assert_true(json_is_true(json_object_get(root, "unique")));
  assert_null(json_object_get(root, "doubt"));
  json_decref(root);
  m.motion.doubt = "'a' and 'b' land at once";
  m.motion.doubt_time = 0.25;
  root = print(&m);
  assert_true(json_is_false(json_object_get(root, "unique")));
  expect_number(root, "doubt.t", 0.25);
  expect_text(root, "doubt.reason", "'a' and 'b' land at once");
  json_decref(root);
  stop_motion(&m);
}

/* How deep contacts were is told by the methods that let them. */
static void test_penetration(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  json_t *root = print(&m);
  assert_null(json_object_get(root, "penetration"));
  json_decref(root);
  m.motion.method = SS_MOTION_PENALTY;
  m.motion.penetration = 0.0025;
  root = print(&m);
  expect_number(root, "penetration", 0.0025);
  json_decref(root);
  stop_motion(&m);
}

static void test_events(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  json_t *root = print(&m);
  assert_int_equal(json_array_size(follow(root, "events")), EVENTS);
  expect_number(root, "events.0.t", 1.0 / 3);
  expect_text(root, "events.0.kind", "impact");
  expect_text(root, "events.0.contact", "floor");
  expect_number(root, "events.0.energy_before", 5);
  expect_number(root, "events.0.energy_after", 1.25);
  expect_number(root, "events.0.energy_ratio", 0.25);
  expect_number(root, "events.0.velocity_before.1", -2);
  expect_number(root, "events.0.velocity_after.0", 0.1);
  expect_number(root, "events.0.impulses.2", 2.7);
  expect_number(root, "events.0.q.1", 10 + 1.0 / 3);
  expect_text(root, "events.3.kind", "rest");
  assert_null(json_object_get(follow(root, "events.3"), "contact"));
  assert_null(json_object_get(follow(root, "events.1"), "impulses"));
  json_decref(root);
  stop_motion(&m);
}

static void test_energy(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  json_t *root = print(&m);
  expect_number(root, "energy.start", 10);
  expect_number(root, "energy.end", 5.75);
  expect_number(root, "energy.kinetic", 0);
  expect_number(root, "energy.potential", 5.75);
  expect_number(root, "energy.work", 0.25);
  expect_number(root, "energy.controls", 0.125);
  expect_number(root, "energy.friction", -0.75);
  expect_number(root, "energy.impacts", -3.75);
  expect_number(root, "energy.residual", 1e-13);
  expect_number(root, "energy.friction_of.wall", -0.25);
  expect_number(root, "energy.impacts_of.floor", -3.75);
  json_decref(root);
  stop_motion(&m);
}

/* JSON has no NaN and no infinity: null. An impact of something at rest keeps all of nothing. */
static void test_odd_numbers(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  m.forces[0][0] = NAN;
  m.motion.energy.residual = INFINITY;
  m.event[0].energy_before = m.event[0].energy_after = 0;
  m.motion.status = SS_NO_CONVERGENCE;
  m.motion.reason = "a \"reason\"";
  json_t *root = print(&m);
  assert_true(json_is_null(follow(root, "trajectory.0.forces.0")));
  assert_true(json_is_null(follow(root, "energy.residual")));
  expect_number(root, "events.0.energy_ratio", 1);
  expect_text(root, "status", "SS_NO_CONVERGENCE");
  expect_text(root, "reason", "a \"reason\"");
  json_decref(root);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_penetration),
      cmocka_unit_test(test_modes_and_guard),
      cmocka_unit_test(test_unique),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_energy),
      cmocka_unit_test(test_odd_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
