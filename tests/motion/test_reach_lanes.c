/* test_reach_lanes.c: many motions in lanes end where each of them ends alone. */
#include "machine.h"
#include "standstill/reach.h"

enum { COUNT = 200, N = 3 };

static ss_reach *make(machine *m, ss_reach_engine engine) {
  ss_reach_options options = ss_reach_default_options();
  ss_reach *reach;
  const char *why;
  options.engine = engine;
  options.end = 10;
  options.gain = 100;
  assert_int_equal(ss_reach_create(m->system, m->parameters, &options, &reach, &why), SS_OK);
  return reach;
}

/* Tilts and rates of the rocking block on a lattice. */
static void make_starts(ss_reach *reach, size_t count, double *q, double *u) {
  const bool fixed[N] = {false, false, true};
  for (size_t i = 0; i < count; i++) {
    double *qi = q + i * N, *ui = u + i * N;
    qi[0] = 0.01;
    qi[1] = 0.1;
    qi[2] = -0.3 + 0.6 * (double)(i % 20) / 19;
    ui[0] = ui[1] = 0;
    ui[2] = -1 + 2 * (double)(i / 20) / 9;
    assert_true(ss_reach_adjust(reach, fixed, fixed, qi, ui));
  }
}

/* The end of a motion does not depend on which others are in the block. */
static void lanes_are_independent(void **state) {
  (void)state;
  static double q[COUNT * N], u[COUNT * N];
  static ss_reach_end all[COUNT], part[COUNT];
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m, SS_REACH_ENGINE_LANES);
  make_starts(reach, COUNT, q, u);
  assert_int_equal(ss_reach_run(reach, COUNT, q, u, all), SS_OK);
  for (size_t begin = 0; begin < COUNT; begin += 37) {
    const size_t count = COUNT - begin < 37 ? COUNT - begin : 37;
    assert_int_equal(ss_reach_run(reach, count, q + begin * N, u + begin * N, part + begin), SS_OK);
  }
  for (size_t i = 0; i < COUNT; i++) {
    assert_int_equal(all[i].kind, part[i].kind);
    assert_int_equal(all[i].kind, SS_REACH_RESTS);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

static void events_agree(void **state) {
  (void)state;
  enum { FEW = 5 };
  double q[FEW * N], u[FEW * N];
  ss_reach_end lanes[FEW], events[FEW];
  machine m = machine_open("rocking-block", NULL);
  ss_reach *one = make(&m, SS_REACH_ENGINE_LANES), *other = make(&m, SS_REACH_ENGINE_EVENTS);
  make_starts(one, FEW, q, u);
  assert_int_equal(ss_reach_run(one, FEW, q, u, lanes), SS_OK);
  assert_int_equal(ss_reach_run(other, FEW, q, u, events), SS_OK);
  for (size_t i = 0; i < FEW; i++) {
    assert_int_equal(lanes[i].kind, SS_REACH_RESTS);
    assert_int_equal(events[i].kind, SS_REACH_RESTS);
  }
  ss_reach_destroy(one);
  ss_reach_destroy(other);
  machine_close(&m);
}

/* Starts that the stepper refuses, between others. */
static void bad_starts_are_named(void **state) {
  (void)state;
  const double q[4 * N] = {0, 0.1, 0, 0, -1, 0, 0, 0.1, 0, NAN, 0.1, 0}, u[4 * N] = {0};
  ss_reach_end ends[4];
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m, SS_REACH_ENGINE_LANES);
  assert_int_equal(ss_reach_run(reach, 4, q, u, ends), SS_OK);
  assert_int_equal(ends[0].kind, SS_REACH_RESTS);
  assert_int_equal(ends[1].kind, SS_REACH_INCONSISTENT);
  assert_int_equal(ends[2].kind, SS_REACH_RESTS);
  assert_int_equal(ends[3].kind, SS_REACH_INCONSISTENT);
  assert_int_equal(ss_reach_run(reach, 0, q, u, ends), SS_OK);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* A moment that is past ends the work of every engine, also within a motion or a search for cycles:
 * here of a hundred years. */
static void the_clock_ends_it(void **state) {
  (void)state;
  const double q[N] = {0, 0.1, 0}, u[N] = {0};
  const ss_reach_engine engines[] = {SS_REACH_ENGINE_LANES, SS_REACH_ENGINE_EVENTS};
  machine m = machine_open("rocking-block", (const char *[]){"eN=1", "mu=0", NULL});
  for (int k = 0; k < 2; k++) {
    ss_reach_options options = ss_reach_default_options();
    ss_reach *reach;
    ss_reach_end end;
    const char *why;
    options.engine = engines[k];
    options.end = 3e9;
    options.until = ss_clock() + 0.05;
    assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
    const double start[N] = {0.1, 0.2, 0};
    assert_int_equal(ss_reach_run(reach, 1, start, u, &end), SS_LIMIT);
    assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_LIMIT);
    ss_reach_destroy(reach);
  }
  machine_close(&m);
}

/* A step that is too long for a damper, or for a first-order state, makes energy out of nothing:
 * that is no escape of the machine. One that is driven away escapes. */
static void long_steps_do_not_escape(void **state) {
  (void)state;
  const char *const texts[] = {
      "model \"stiff\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -6830*x'\n",
      "model \"stiff\"\ncoord x\naux z\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
      "force x = z - x'\nrate z = -20000*(z + x)\n",
      "model \"driven\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2 + 1/4*x^4\n"
      "force x = 5*x'\n"};
  for (int k = 0; k < 3; k++) {
    machine m = machine_parse(texts[k]);
    ss_reach *reach = make(&m, SS_REACH_ENGINE_LANES);
    const double q[2] = {0.1, 0.2}, u[2] = {1, 0};
    ss_reach_end end;
    assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_OK);
    if (k == 2) assert_int_equal(end.kind, SS_REACH_ESCAPES);
    if (k < 2) assert_int_not_equal(end.kind, SS_REACH_ESCAPES);
    ss_reach_destroy(reach);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_clock_ends_it),
      cmocka_unit_test(lanes_are_independent),
      cmocka_unit_test(events_agree),
      cmocka_unit_test(bad_starts_are_named),
      cmocka_unit_test(long_steps_do_not_escape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
