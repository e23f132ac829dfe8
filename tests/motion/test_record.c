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

/* ---- records that are taken as the motion goes ----------------------------------------------- */

/* Everything that was taken, one motion; deep copies of what is compared. */
typedef struct taken {
  ss_arena *arena;
  size_t n, samples, events, pieces, most, stop; /* stop: takes so many pieces; 0: all */
  double *t, *q, *event_t, *after;
  int *kind;
} taken;

enum { SPACE = 60000 };

static bool take(void *user, const ss_motion_piece *piece) {
  taken *all = user;
  assert_true(all->samples + piece->samples < SPACE && all->events + piece->events < SPACE);
  for (size_t i = 0; i < piece->samples; i++) {
    all->t[all->samples] = piece->sample[i].t;
    all->q[all->samples++] = piece->sample[i].q[0];
  }
  for (size_t i = 0; i < piece->events; i++) {
    const ss_event *e = &piece->event[i];
    all->event_t[all->events] = e->t;
    all->after[all->events] = e->u_after ? e->u_after[0] : 7;
    all->kind[all->events++] = (int)e->kind * 10 + (e->modes_after ? (int)e->modes_after[0] : 9);
  }
  if (piece->samples > all->most) all->most = piece->samples;
  return ++all->pieces != all->stop;
}

static taken start_taking(machine *m) {
  return (taken){.arena = m->arena,
                 .t = ss_arena_new(m->arena, SPACE, double),
                 .q = ss_arena_new(m->arena, SPACE, double),
                 .event_t = ss_arena_new(m->arena, SPACE, double),
                 .after = ss_arena_new(m->arena, SPACE, double),
                 .kind = ss_arena_new(m->arena, SPACE, int)};
}

/* The pieces are the record that a motion without a taker keeps, whatever the method: thousands of
 * impacts, of which penalty knows only when they are over that they were. */
static void test_taken(void **state) {
  static const char *const settings[] = {"e=1", NULL};
  (void)state;
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_open("bouncing-ball", settings);
    m.q[0] = 1e-4;
    m.options.method = (ss_motion_method)method;
    m.options.every = 0.01;
    m.options.step = 1e-4;
    machine_run_well(&m, 50);
    const ss_motion kept = m.motion;
    taken all = start_taking(&m);
    m.options.take = take;
    m.options.taker = &all;
    machine_run_well(&m, 50);
    assert_true(all.pieces > 2 && all.most < 8192);
    assert_int_equal(all.samples, kept.samples);
    assert_int_equal(all.events, kept.events);
    for (size_t i = 0; i < kept.samples; i++)
      assert_true(all.t[i] == kept.sample[i].t && all.q[i] == kept.sample[i].q[0]);
    for (size_t i = 0; i < kept.events; i++) {
      const ss_event *e = &kept.event[i];
      assert_true(all.event_t[i] == e->t && all.after[i] == (e->u_after ? e->u_after[0] : 7));
      assert_int_equal(all.kind[i], (int)e->kind * 10 + (int)e->modes_after[0]);
    }
    /* the motion itself has the first events and the last */
    assert_int_equal(m.motion.samples, 0);
    assert_int_equal(m.motion.events + m.motion.left_out, kept.events);
    assert_true(m.motion.events == 64);
    for (size_t i = 0; i < 64; i++) {
      const ss_event *e = &m.motion.event[i],
                     *same = &kept.event[i < 32 ? i : kept.events - 64 + i];
      assert_true(e->t == same->t && e->kind == same->kind && e->q[0] == same->q[0]);
    }
    assert_true(m.motion.energy.residual == kept.energy.residual && m.motion.t == kept.t);
    machine_close(&m);
  }
}

/* A short motion is one piece, and keeps its events. */
static void test_taken_at_once(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  taken all = start_taking(&m);
  m.options.take = take;
  m.options.taker = &all;
  machine_run_well(&m, 1);
  assert_int_equal(all.pieces, 1);
  assert_int_equal(all.samples, 4);
  assert_int_equal(m.motion.events, 1);
  assert_int_equal(m.motion.left_out, 0);
  assert_near(m.motion.event[0].u_after[0], all.after[0], 0);
  machine_close(&m);
}

/* A taker that takes no more ends the motion. */
static void test_refused(void **state) {
  static const char *const settings[] = {"e=1", NULL};
  (void)state;
  machine m = machine_open("bouncing-ball", settings);
  m.q[0] = 1e-4;
  taken all = start_taking(&m);
  all.stop = 1;
  m.options.end = 1000;
  m.options.take = take;
  m.options.taker = &all;
  assert_int_equal(ss_motion_run(m.arena, m.system, m.parameters, m.q, m.u, &m.options, &m.motion),
                   SS_IO);
  assert_true(m.motion.t < 100);
  assert_int_equal(all.pieces, 1);
  assert_non_null(m.motion.reason);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ticks),
      cmocka_unit_test(test_events_only),
      cmocka_unit_test(test_other_events),
      cmocka_unit_test(test_end_once),
      cmocka_unit_test(test_modes_and_guards),
      cmocka_unit_test(test_impact_modes),
      cmocka_unit_test(test_taken),
      cmocka_unit_test(test_taken_at_once),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
