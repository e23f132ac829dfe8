/* test_inputs.c: what pushes of an input do at events, against differences of motions. */
#include "vary.h"

/* s is a clock of the state; the input pulls a mass loose, lifts it off, or pushes a ball. */
#define CLOCK "coord x, s\ninput F\nkinetic = 1/2*x'^2 + 1/2*s'^2\nforce x = F\n"
#define LOOSE                                                                                      \
  CLOCK "feedback F = 2*s\nfriction floor { slip = x'; normal = 10; law = coulomb(0.1) }\n"
#define LIFTED CLOCK "feedback F = 2*s\npotential = x\ncontact floor { gap = x }\n"
#define HIT                                                                                        \
  CLOCK "feedback F = 3*s - x*x'\npotential = 10*x\n"                                              \
        "contact floor { gap = x; restitution = newton(1/2, 0) }\n"

typedef struct pushed_loop {
  machine m;
  ss_system *pushed;
  double parameters[4];
} pushed_loop;

static pushed_loop open_loop(const char *text, const char *start) {
  pushed_loop p = {.m = machine_parse(text)};
  ss_system *open;
  assert_int_equal(ss_system_derive(p.m.arena, p.m.model, &open), SS_OK);
  assert_int_equal(ss_system_push(p.m.arena, open, p.m.system, &p.pushed), SS_OK);
  machine_put(&p.m, start);
  return p;
}

/* The pushed loop's variation by its push, from x, up to `end`. */
static ss_variation vary_push(pushed_loop *p, const double *x, double end) {
  static const size_t push = 0;
  ss_vary_options o = ss_vary_default_options();
  ss_variation v;
  o.end = end;
  o.parameters = 1;
  o.parameter = &push;
  assert_int_equal(ss_vary_run(p->m.arena, p->pushed, p->parameters, x, x + 2, &o, &v), SS_OK);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_NONE);
  return v;
}

/* d x(end) / d push by differences of motions at 1e-12. */
static void find_difference(pushed_loop *p, double end, double *slope) {
  const double eps = 1e-4;
  for (int k = 0; k < 4; k++) slope[k] = 0;
  for (int side = -1; side <= 1; side += 2) {
    ss_motion_options how = ss_motion_default_options();
    ss_motion motion;
    double x[4];
    how.end = end;
    how.tolerance = 1e-12;
    how.go_on_at_rest = true;
    p->parameters[0] = side * eps;
    assert_int_equal(
        ss_motion_run(p->m.arena, p->pushed, p->parameters, p->m.q, p->m.u, &how, &motion), SS_OK);
    ss_motion_look_up(&motion, 2, end, x);
    for (int k = 0; k < 4; k++) slope[k] += side * x[k] / (2 * eps);
  }
  p->parameters[0] = 0;
}

/* z(T) = Phi (G z- + G_v v) + Phi_v v, in parts, is the difference. */
static void check_loop(const char *text, const char *start) {
  const double end = 0.9;
  pushed_loop p = open_loop(text, start);
  ss_vary_options o = ss_vary_default_options();
  o.pushed = p.pushed;
  const ss_variation r = vary_well(&p.m, end, &o);
  assert_int_equal(r.events, 1);
  assert_int_equal(r.inputs, 1);
  const ss_vary_event *e = &r.event[0];
  const double x0[] = {p.m.q[0], p.m.q[1], p.m.u[0], p.m.u[1]};
  /* up to just before the event, and from the state after it */
  const ss_variation first = vary_push(&p, x0, e->t - 1e-7);
  const ss_variation rest = vary_push(&p, e->way[0].stage[0].x, end - e->t);
  assert_int_equal(first.events + rest.events, 0);
  double after[4], difference[4];
  find_difference(&p, end, difference);
  for (int i = 0; i < 4; i++) {
    after[i] = e->piece[0].input_gain[i];
    for (int c = 0; c < 4; c++)
      after[i] += e->piece[0].gain[i * 4 + c] * first.piece[0].gain[c * 5 + 4];
  }
  for (int i = 0; i < 4; i++) {
    double sum = rest.piece[0].gain[i * 5 + 4];
    for (int c = 0; c < 4; c++) sum += rest.piece[0].gain[i * 5 + c] * after[c];
    assert_near(sum, difference[i], 2e-6 * (1 + fabs(difference[i])));
  }
  machine_close(&p.m);
}

static void test_differences(void **state) {
  (void)state;
  check_loop(LOOSE, "s' = 1");
  check_loop(LIFTED, "s' = 1");
  check_loop(HIT, "x = 1, s' = 1, x' = 1");
}

/* Two ends that land at once: a gain per order, each with its columns. */
static void test_orders(void **state) {
  (void)state;
  pushed_loop p = open_loop("coord y, a\ninput F; input M\nkinetic = 1/2*y'^2 + 1/6*a'^2\n"
                            "potential = 10*y\nforce y = F; force a = M\n"
                            "contact left { gap = y - sin(a) }\n"
                            "contact right { gap = y + sin(a) }\n",
                            "y = 0.8");
  ss_vary_options o = ss_vary_default_options();
  o.pushed = p.pushed;
  const ss_variation r = vary_to(&p.m, 1, &o);
  assert_int_equal(r.inputs, 2);
  for (size_t k = 0; k < r.events; k++)
    for (size_t i = 0; i < r.event[k].pieces; i++) {
      assert_non_null(r.event[k].piece[i].input_gain);
      /* gaps do not depend on forces */
      for (int j = 0; j < 8; j++) assert_near(r.event[k].piece[i].input_gain[j], 0, 1e-13);
    }
  for (size_t i = 0; i < r.pieces; i++) assert_null(r.piece[i].input_gain);
  machine_close(&p.m);
}

/* Who does not ask gets none. */
static void test_unasked(void **state) {
  (void)state;
  pushed_loop p = open_loop(HIT, "x = 1, s' = 1, x' = 1");
  const ss_variation r = vary_well(&p.m, 0.9, NULL);
  assert_int_equal(r.inputs, 0);
  assert_null(r.event[0].piece[0].input_gain);
  machine_close(&p.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_differences),
                                     cmocka_unit_test(test_orders), cmocka_unit_test(test_unasked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
