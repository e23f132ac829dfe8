/* test_reach_adjust.c: starts made consistent, against the geometry of the models. */
#include "machine.h"
#include "standstill/reach.h"

static ss_reach *make(machine *m) {
  ss_reach_options options = ss_reach_default_options();
  ss_reach *reach;
  const char *why;
  options.engine = SS_REACH_ENGINE_EVENTS;
  assert_int_equal(ss_reach_create(m->system, m->parameters, &options, &reach, &why), SS_OK);
  return reach;
}

/* A block tilted into the floor is lifted until its lower corner stands on it. */
static void a_block_is_lifted(void **state) {
  (void)state;
  const bool fixed_q[3] = {false, false, true}, fixed_u[3] = {false, false, true};
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m);
  for (double phi = -0.4; phi <= 0.4; phi += 0.1) {
    double q[3] = {0.05, 0.1, phi}, u[3] = {0, 0, 0};
    assert_true(ss_reach_adjust(reach, fixed_q, fixed_u, q, u));
    assert_near(q[1], 0.2 * fabs(sin(phi)) + 0.1 * cos(phi), 1e-11);
    assert_true(q[0] == 0.05 && q[2] == phi);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* Above the floor nothing is changed; nor is what leaves it. */
static void what_is_consistent_stays(void **state) {
  (void)state;
  const bool free_all[3] = {false, false, false};
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m);
  double q[3] = {0, 0.5, 0.3}, u[3] = {1, -2, 3};
  assert_true(ss_reach_adjust(reach, free_all, free_all, q, u));
  assert_true(q[0] == 0 && q[1] == 0.5 && q[2] == 0.3);
  assert_true(u[0] == 1 && u[1] == -2 && u[2] == 3);
  double p[3] = {0, 0.1, 0}, v[3] = {1, 2, 0};
  assert_true(ss_reach_adjust(reach, free_all, free_all, p, v));
  assert_true(p[1] == 0.1 && v[1] == 2);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* A velocity into the floor is taken away where it may change, else left for the impact. */
static void velocities_into_contacts(void **state) {
  (void)state;
  const bool fixed_q[3] = {false, false, true}, y_is_free[3] = {true, false, true};
  const bool all_fixed[3] = {true, true, true};
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m);
  double q[3] = {0, 0.1, 0}, u[3] = {1, -2, 0}, v[3] = {1, -2, 0};
  assert_true(ss_reach_adjust(reach, fixed_q, y_is_free, q, u));
  assert_near(u[1], 0, 1e-12);
  assert_true(u[0] == 1);
  assert_true(ss_reach_adjust(reach, fixed_q, all_fixed, q, v));
  assert_true(v[1] == -2);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* The beam on two sliders: x = l sin(phi), y = l cos(phi) follow phi, and so do the velocities. */
static void sliders_are_kept(void **state) {
  (void)state;
  const bool fixed[3] = {false, false, true};
  machine m = machine_open("constrained-beam", NULL);
  ss_reach *reach = make(&m);
  machine_put(&m, "leaning");
  for (double phi = 0.1; phi < 1.2; phi += 0.2) {
    double q[3] = {m.q[0], m.q[1], phi}, u[3] = {0, 0, 2};
    assert_true(ss_reach_adjust(reach, fixed, fixed, q, u));
    assert_near(q[0], sin(phi), 1e-10);
    assert_near(q[1], cos(phi), 1e-10);
    assert_near(u[0], 2 * cos(phi), 1e-10);
    assert_near(u[1], -2 * sin(phi), 1e-10);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* The block stays on its left corner: y = a sin(phi) + b cos(phi) follows the angle upwards too,
 * where nothing penetrates, and y' follows phi'. The other corner is left alone. */
static void contacts_are_kept_closed(void **state) {
  (void)state;
  const bool fixed[3] = {true, false, true};
  machine m = machine_open("rocking-block", NULL);
  bool closed[2] = {false, false};
  size_t left = 0;
  for (size_t i = 0; i < m.system->elements; i++)
    if (strcmp(m.system->element[i].element->name.text, "left") == 0)
      left = m.system->element[i].normal;
  closed[left] = true;
  ss_reach_options options = ss_reach_default_options();
  options.engine = SS_REACH_ENGINE_EVENTS;
  options.closed = closed;
  ss_reach *reach;
  const char *why;
  assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
  for (double phi = -0.3; phi < 0.31; phi += 0.1) {
    double q[3] = {0, 5, phi}, u[3] = {0, 0, 2};
    const bool can = ss_reach_adjust(reach, fixed, fixed, q, u);
    assert_int_equal(can, phi > -1e-9); /* else the right corner is lower: both cannot be */
    if (!can) continue;
    ss_system_values v;
    assert_int_equal(ss_system_evaluate(m.arena, m.system, m.parameters, q, u, 0, &v), SS_OK);
    assert_near(v.of[SS_QUANTITY_GAP][left], 0, 1e-11);
    assert_true(v.of[SS_QUANTITY_GAP][1 - left] >= -1e-11);
    double gamma = 0;
    for (size_t k = 0; k < 3; k++) gamma += v.of[SS_QUANTITY_WN][3 * left + k] * u[k];
    assert_near(gamma, 0, 1e-11);
    assert_true(q[2] == phi && u[2] == 2);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* A rod that stands upright on its tip, lower than it is long: it leans. Its angle changes the gap
 * by next to nothing there: a whole step of Newton's method would turn it a million times. */
static void a_rod_leans(void **state) {
  (void)state;
  const bool fixed[3] = {false, true, false};
  machine m = machine_open("painleve-rod", NULL);
  ss_reach *reach = make(&m);
  double q[3] = {0, 0.85, 1.570796327}, u[3] = {0, 0, 0};
  assert_true(ss_reach_adjust(reach, fixed, fixed, q, u));
  assert_true(sin(q[2]) <= 0.85 + 1e-11 && sin(q[2]) > 0.84);
  assert_true(q[2] > 0 && q[2] < 3.14159 && q[1] == 0.85);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* A ladder whose middle is lowered slides down floor and wall: each alone pushes it back into the
 * other. Both touch then, at the angle that the height says. */
static void a_ladder_slides_down(void **state) {
  (void)state;
  const bool fixed[3] = {false, true, false};
  machine m = machine_open("cookbook/ladder", NULL);
  ss_reach *reach = make(&m);
  for (double y = 0.7; y < 1.3769; y += 0.005) {
    double q[3] = {0.5949849082, y, 0.4078717948}, u[3] = {0, 0, 0};
    assert_true(ss_reach_adjust(reach, fixed, fixed, q, u));
    assert_true(q[1] == y);
    assert_true(1.5 * cos(q[2]) <= y + 1e-11 && 1.5 * sin(q[2]) <= q[0] + 1e-11);
    assert_near(1.5 * cos(q[2]), y, 0.1 * y);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

static void what_cannot_be_is_said(void **state) {
  (void)state;
  const bool all_fixed[3] = {true, true, true}, free_all[3] = {false, false, false};
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m);
  double q[3] = {0, 0.05, 0}, u[3] = {0, 0, 0};
  assert_false(ss_reach_adjust(reach, all_fixed, free_all, q, u));
  q[1] = NAN;
  assert_false(ss_reach_adjust(reach, free_all, free_all, q, u));
  ss_reach_destroy(reach);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_is_lifted),        cmocka_unit_test(what_is_consistent_stays),
      cmocka_unit_test(velocities_into_contacts), cmocka_unit_test(sliders_are_kept),
      cmocka_unit_test(contacts_are_kept_closed), cmocka_unit_test(a_rod_leans),
      cmocka_unit_test(a_ladder_slides_down),     cmocka_unit_test(what_cannot_be_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
