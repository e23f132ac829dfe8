/* test_control.c: inputs that a controller chooses: the same motion as with the law in the
 * equations, and what it is told of instants. */
#include "machine.h"

#define BALL                                                                                       \
  "param k = 3\ncoord y, z\ninput F; input H\nkinetic = 1/2*y'^2 + z'^2\npotential = 10*y\n"       \
  "force y = F; force z = H + F\nfeedback F = -k*(y - 1/2) - y'*t; feedback H = -z\n"              \
  "contact floor { gap = y; restitution = newton(1/2, 0) }\n"

typedef struct hand {
  size_t guards, instants, closed;
  double first;
} hand;

static void choose(void *user, double t, const double *q, const double *u, double *v) {
  (void)user;
  v[0] = -3 * (q[0] - 0.5) - u[0] * t;
  v[1] = -q[1];
}

static void notice(void *user, const ss_motion_instant *now) {
  hand *h = user;
  if (now->guard) {
    assert_int_equal(now->guard->kind, SS_GUARD_GAP);
    assert_int_equal(now->guard->element, 0);
    if (h->guards++ == 0) h->first = now->t;
    return;
  }
  assert_non_null(now->modes);
  h->instants++;
  for (size_t i = 0; i < now->events; i++) h->closed += now->event[i].kind == SS_EVENT_IMPACT;
}

static ss_system *derive_open(machine *m) {
  ss_system *open;
  assert_int_equal(ss_system_derive(m->arena, m->model, &open), SS_OK);
  return open;
}

static void the_same_motion(void **state) {
  (void)state;
  machine m = machine_parse(BALL);
  const double q[] = {1, 0.3}, u[] = {0, 0.2};
  hand h = {0};
  const ss_motion_control control = {.choose = choose, .notice = notice, .user = &h};
  ss_motion_options o = ss_motion_default_options();
  ss_motion closed, open;
  o.end = 0.8;
  assert_int_equal(ss_motion_run(m.arena, m.system, m.parameters, q, u, &o, &closed), SS_OK);
  const ss_system *plant = derive_open(&m);
  assert_int_equal(ss_motion_run(m.arena, plant, m.parameters, q, u, &o, &open), SS_BAD_ARGUMENT);
  o.control = &control;
  assert_int_equal(ss_motion_run(m.arena, plant, m.parameters, q, u, &o, &open), SS_OK);
  assert_int_equal(open.events, closed.events);
  assert_true(closed.events > 0);
  assert_near(open.event[0].t, closed.event[0].t, 1e-9);
  for (size_t k = 0; k < 2; k++) {
    assert_near(open.q[k], closed.q[k], 1e-8);
    assert_near(open.u[k], closed.u[k], 1e-8);
  }
  assert_near(open.energy.controls, closed.energy.controls, 1e-7);
  assert_near(open.energy.residual, 0, 1e-8);
  assert_int_equal(h.guards, closed.events);
  assert_int_equal(h.closed, closed.events);
  assert_int_equal(h.instants, closed.events + 1); /* and the start */
  assert_near(h.first, closed.event[0].t, 1e-9);
  machine_close(&m);
}

/* Nothing in the equations depends on time, the controller may: rest is not for good. */
static void push_late(void *user, double t, const double *q, const double *u, double *v) {
  (void)user, (void)q, (void)u;
  v[0] = t < 1 ? 0 : 2;
}

static double find_push(void *user, double t) {
  (void)user;
  return t < 1 ? 1 : INFINITY;
}

static void rest_is_not_for_good(void **state) {
  (void)state;
  machine m = machine_parse("coord x\ninput F\nkinetic = 1/2*x'^2\nforce x = F\n"
                            "friction base { slip = x'; normal = 1; law = coulomb(1) }\n");
  const ss_motion_control control = {.choose = push_late, .until = find_push};
  const double zero = 0;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  o.end = 2;
  o.go_on_at_rest = true;
  o.control = &control;
  const ss_system *plant = derive_open(&m);
  assert_int_equal(ss_motion_run(m.arena, plant, m.parameters, &zero, &zero, &o, &motion), SS_OK);
  assert_near(motion.u[0], 1, 1e-9);
  /* other methods have no instants to tell of */
  o.method = SS_MOTION_MOREAU;
  assert_int_equal(ss_motion_run(m.arena, plant, m.parameters, &zero, &zero, &o, &motion),
                   SS_BAD_INPUT);
  assert_non_null(strstr(motion.reason, "method events"));
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_motion),
                                     cmocka_unit_test(rest_is_not_for_good)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
