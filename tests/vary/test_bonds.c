/* test_bonds.c: forces, impulses and their derivatives, against differences of themselves. */
#include "vary.h"

/* All slopes of v and r by all columns, against central differences. */
static void compare(bench *b, const ss_bond *bonds, bool impact, double tolerance) {
  ss_frame *f = &b->v.frame;
  ss_response *s = &b->v.response;
  const size_t columns = f->columns, n = f->n;
  bench_look(b, 0, 0);
  assert_true(ss_response_choose(f, bonds, impact, s));
  assert_true(ss_response_solve(f, s));
  double *v = ss_arena_new(b->m.arena, n * columns, double),
         *low = ss_arena_new(b->m.arena, n, double);
  double *r = ss_arena_new(b->m.arena, s->size * columns, double);
  double *low_r = ss_arena_new(b->m.arena, s->size, double);
  memcpy(v, s->v_slope, n * columns * sizeof *v);
  memcpy(r, s->r_slope, s->size * columns * sizeof *r);
  const double d = 1e-6;
  for (size_t c = 0; c < columns; c++) {
    bench_look(b, c, -d);
    assert_true(ss_response_solve(f, s));
    memcpy(low, s->v, n * sizeof *low);
    memcpy(low_r, s->r, s->size * sizeof *low_r);
    bench_look(b, c, d);
    assert_true(ss_response_solve(f, s));
    for (size_t k = 0; k < n; k++)
      assert_near(v[k * columns + c], (s->v[k] - low[k]) / (2 * d), tolerance);
    for (size_t a = 0; a < s->size; a++)
      assert_near(r[a * columns + c], (s->r[a] - low_r[a]) / (2 * d), tolerance);
  }
}

static const char *const names[] = {"l1", "mu", "eN", "m2"};

/* A planar contact that slips, sticks, is hit; nonlinear in everything, with parameters. */
static void test_pendulum(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("rough-pendulum", NULL), 4, names);
  machine_put(&b.m, "a1=0.4, a2=0.9, a1'=-1.3, a2'=0.7");
  const ss_bond slip = {.kind = SS_BOND_SLIP, .sign = -1, .side = 1, .soft = false},
                held = {.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = false};
  const ss_bond soft = {.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = true},
                none = {.kind = SS_BOND_NONE, .sign = 1, .side = 1, .soft = false};
  compare(&b, &slip, false, 1e-6);
  compare(&b, &held, false, 1e-6);
  compare(&b, &none, false, 1e-6);
  compare(&b, &slip, true, 1e-6);
  compare(&b, &held, true, 1e-6);
  /* without restitution the contact stops */
  compare(&b, &soft, true, 1e-6);
  bench_look(&b, 0, 0);
  assert_true(ss_response_solve(&b.v.frame, &b.v.response));
  const double *W = b.v.frame.values.of[SS_QUANTITY_WN];
  double gamma = b.v.frame.gamma[0];
  for (size_t k = 0; k < 2; k++) gamma += W[k] * b.v.response.v[k];
  assert_near(gamma, 0, 1e-14);
  bench_close(&b);
}

/* Slip in two directions turns with its velocity; an ellipse turns otherwise. */
static void test_spatial(void **state) {
  (void)state;
  const char *const law[] = {"disk(mu)", "ellipse(mu, 2*mu)"};
  const char *const moved[] = {"mu"};
  for (int k = 0; k < 2; k++) {
    char text[400];
    snprintf(text, sizeof text,
             "param mu = 0.3\ncoord x, y\nkinetic = 1/2*(x'^2 + (1 + x^2)*y'^2)\n"
             "friction plate { slip = (x', y'*(1 + y^2)); normal = 7 + x + t; law = %s }\n",
             law[k]);
    bench b;
    bench_open(&b, machine_parse(text), 1, moved);
    machine_put(&b.m, "x=0.3, y=-0.2, x'=1.1, y'=0.4");
    const ss_bond slip = {.kind = SS_BOND_SLIP, .sign = 1, .side = 1, .soft = false},
                  held = {.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = false};
    compare(&b, &slip, false, 1e-6);
    compare(&b, &held, false, 1e-6);
    bench_close(&b);
  }
}

/* Slip, spin and roll at one contact: all parts or some of them, in a phase and in an impact. */
static void test_rolling(void **state) {
  (void)state;
  const char *const moved[] = {"mu", "r", "mur", "R", "e"};
  bench b;
  bench_open(&b, machine_open("bowling-ball", NULL), 5, moved);
  machine_put(&b.m, "x'=1.3, y'=0.3, z'=-0.8, a'=2.5, b'=2, c'=10");
  for (int k = 0; k < 3; k++) {
    ss_bond bond = {.kind = SS_BOND_SLIP, .sign = 1, .side = 1, .holds = {k == 1, k == 2}};
    compare(&b, &bond, false, 1e-5);
    compare(&b, &bond, true, 1e-5);
    bond.soft = true;
    compare(&b, &bond, true, 1e-5);
  }
  bench_close(&b);
}

/* The impulse of an impact opposes the slip after it: a ball with a spin that it turns. */
static void test_turning(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("bowling-ball", NULL), 0, NULL);
  machine_put(&b.m, "x'=0.5, y'=0.1, z'=-2, a'=1, b'=-2, c'=3");
  const ss_bond bond = {.kind = SS_BOND_SLIP, .sign = 1, .side = 1, .holds = {false, true}};
  bench_look(&b, 0, 0);
  const ss_frame *f = &b.v.frame;
  const ss_response *s = &b.v.response;
  assert_true(ss_response_choose(f, &bond, true, &b.v.response));
  assert_true(ss_response_solve(f, &b.v.response));
  double after[SS_SLIP_MOST], point[SS_SLIP_MOST], turned = 0;
  for (size_t k = 0; k < SS_SLIP_MOST; k++) {
    after[k] = f->gamma[f->normals + k];
    for (size_t j = 0; j < f->n; j++)
      after[k] += f->values.of[SS_QUANTITY_WT][k * f->n + j] * s->v[j];
  }
  turned = after[0] * f->gamma[f->normals + 1] - after[1] * f->gamma[f->normals];
  assert_true(fabs(turned) > 1e-3);
  const ss_law law = {
      SS_LAW_CONTENSOU,
      {ss_frame_value(f, SS_QUANTITY_LAW, 0), ss_frame_value(f, SS_QUANTITY_LAW, 1)}};
  ss_law_support(&law, s->r[0], after, point);
  for (size_t k = 0; k < 3; k++) assert_near(s->r[1 + k], -point[k], 1e-11);
  bench_close(&b);
}

/* Two corners that stick hold a box in one direction twice: one is dropped, the motion stays. */
static void test_dependent(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("plank-box", NULL), 0, NULL);
  machine_put(&b.m, "landing, x'=0, y'=0, theta'=0");
  const ss_bond both[] = {{.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = false},
                          {.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = false}};
  ss_frame *f = &b.v.frame;
  ss_response *s = &b.v.response;
  bench_look(&b, 0, 0);
  assert_true(ss_response_choose(f, both, false, s));
  assert_true(s->dependent);
  assert_int_equal(s->unknowns, 3);
  assert_true(ss_response_solve(f, s));
  /* the box does not move on the plank */
  for (size_t k = 0; k < 3; k++) assert_near(s->v[k], 0, 1e-11);
  bench_close(&b);
}

/* A slider's friction belongs to the size of its normal force, whatever its sign. */
static void test_side(void **state) {
  (void)state;
  bench b;
  bench_open(
      &b,
      machine_parse("param mu = 0.2\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                    "potential = -3*y\nslider rail { gap = y; slip = x'; law = coulomb(mu) }\n"),
      0, NULL);
  machine_put(&b.m, "x'=1");
  const ss_mode mode = SS_MODE_SLIP_PLUS;
  bench_look(&b, 0, 0);
  assert_true(ss_response_of_modes(&b.v.frame, &mode, b.v.bonds, &b.v.response));
  assert_int_equal(b.v.bonds[0].side, -1);
  assert_near(b.v.response.v[0], -0.6, 1e-15);
  bench_close(&b);
}

/* A slip that has no direction is told. */
static void test_no_direction(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("spinning-disk", NULL), 0, NULL);
  const ss_bond slip = {.kind = SS_BOND_SLIP, .sign = 1, .side = 1};
  bench_look(&b, 0, 0);
  assert_false(ss_response_choose(&b.v.frame, &slip, false, &b.v.response));
  bench_close(&b);
  /* rolling holds the slip, and its moment is known */
  const ss_mode mode = SS_MODE_ROLL;
  bench_open(&b, machine_open("bowling-ball", NULL), 0, NULL);
  machine_put(&b.m, "rolling");
  bench_look(&b, 0, 0);
  assert_true(ss_response_of_modes(&b.v.frame, &mode, b.v.bonds, &b.v.response));
  assert_true(b.v.bonds[0].holds[0] && !b.v.bonds[0].holds[1]);
  assert_near(b.v.response.r[5], -0.0015 * 7 * 9.81, 1e-12);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),     cmocka_unit_test(test_spatial),
      cmocka_unit_test(test_rolling),      cmocka_unit_test(test_turning),
      cmocka_unit_test(test_dependent),    cmocka_unit_test(test_side),
      cmocka_unit_test(test_no_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
