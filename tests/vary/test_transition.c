/* test_transition.c: impacts of some of the contacts, and the modes after them. */
#include "vary.h"

typedef struct stage_of_box {
  bench b;
  double x[8];
  ss_mode modes[2];
  ss_transition t;
} stage_of_box;

/* The box just before both corners hit, in the air. */
static void open_box(stage_of_box *s, const char *const *settings, const char *start) {
  bench_open(&s->b, machine_open("plank-box", settings), 0, NULL);
  machine_put(&s->b.m, start);
  memcpy(s->x, s->b.m.q, 4 * sizeof *s->x);
  memcpy(s->x + 4, s->b.m.u, 4 * sizeof *s->x);
  s->modes[0] = s->modes[1] = SS_MODE_FREE;
  assert_int_equal(ss_transition_create(s->b.m.arena, &s->b.v, &s->t), SS_OK);
}

/* One corner hits, then the other one with the first one closed: the thesis's micro-impacts, by
 * reference values that were computed independently. */
static void test_one_by_one(void **state) {
  (void)state;
  stage_of_box s;
  open_box(&s, NULL, "landing");
  const bool left[] = {true, false}, right[] = {false, true};
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, left, &s.t), SS_OK);
  assert_int_equal(s.b.v.refusal.kind, SS_REFUSAL_NONE);
  const double between[] = {0.14975283183810628, -0.5990113273524251, -2.995056636762126,
                            -0.15348891134657236};
  for (int k = 0; k < 4; k++) assert_near(s.t.u[k], between[k], 1e-13);
  assert_int_equal(s.t.jump[0][1].kind, SS_BOND_NONE);
  memcpy(s.x + 4, s.t.u, sizeof between);
  s.modes[0] = SS_MODE_STICK;
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, right, &s.t), SS_OK);
  const double after[] = {0, 0, 0, -0.3159748067563699};
  for (int k = 0; k < 4; k++) assert_near(s.t.u[k], after[k], 1e-13);
  /* both stick, and share their friction: the margin is that of the best share */
  assert_true(s.t.margin > 0.1 && s.t.margin < 0.9);
  bench_close(&s.b);
}

/* A tall box: the corner that closed first is thrown off by the second. */
static void test_tall_box(void **state) {
  (void)state;
  const char *const tall[] = {"LB=0.1", "lB=0.4", "mu=0.15", NULL};
  stage_of_box s;
  open_box(&s, tall, "x=0.7, y=0.225, phi=-0.06, x'=0.3, y'=-0.9, phi'=-0.1");
  const bool left[] = {true, false}, right[] = {false, true};
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, left, &s.t), SS_OK);
  memcpy(s.x + 4, s.t.u, 4 * sizeof *s.x);
  s.modes[0] = SS_MODE_SLIP_PLUS;
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, right, &s.t), SS_OK);
  assert_int_equal(s.t.jump[0][0].kind, SS_BOND_NONE);
  assert_int_equal(s.t.jump[0][1].kind, SS_BOND_SLIP);
  bench_close(&s.b);
}

/* A slip that the impact turns round: friction opposes the slip after it. */
static void test_slip_reversal(void **state) {
  (void)state;
  const char *const smooth[] = {"mu=0.15", NULL};
  stage_of_box s;
  open_box(&s, smooth, "landing, x'=0.05");
  const bool left[] = {true, false};
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, left, &s.t), SS_OK);
  const double after[] = {0.08308803716670651, -0.6183984120262828, -3.0919920601314135,
                          -0.1508455612741726};
  for (int k = 0; k < 4; k++) assert_near(s.t.u[k], after[k], 1e-13);
  assert_int_equal(s.t.jump[0][0].kind, SS_BOND_SLIP);
  assert_int_equal(s.t.jump[0][0].sign, -1);
  bench_close(&s.b);
}

/* The modes after: what touches and does not fly off sticks or slips as forces allow. */
static void test_modes_after(void **state) {
  (void)state;
  stage_of_box s;
  open_box(&s, NULL, "landing");
  const bool both[] = {true, true};
  ss_vary_guard left = {.kind = SS_GUARD_GAP, .element = 0};
  ss_vary_guard right = {.kind = SS_GUARD_GAP, .element = 1};
  const ss_vary_guard *const fired[] = {&left, &right};
  assert_int_equal(ss_transition_collide(&s.b.v, s.x, s.modes, both, &s.t), SS_OK);
  assert_int_equal(ss_transition_choose(&s.b.v, s.x, s.modes, 2, fired, &s.t), SS_OK);
  assert_int_equal(s.t.after[0], SS_MODE_STICK);
  assert_int_equal(s.t.after[1], SS_MODE_STICK);
  bench_close(&s.b);
}

/* A law whose derivative is not known is refused by name. */
static void refuse_law(const char *text, const char *word) {
  bench b;
  bench_open(&b, machine_parse(text), 0, NULL);
  machine_put(&b.m, "y'=-1");
  const size_t n = b.m.model->coordinates;
  double x[8];
  memcpy(x, b.m.q, n * sizeof *x);
  memcpy(x + n, b.m.u, n * sizeof *x);
  const ss_mode mode = SS_MODE_FREE;
  const bool closes = true;
  ss_transition t;
  assert_int_equal(ss_transition_create(b.m.arena, &b.v, &t), SS_OK);
  assert_int_equal(ss_transition_collide(&b.v, x, &mode, &closes, &t), SS_OK);
  assert_int_equal(b.v.refusal.kind, SS_REFUSAL_LAW);
  assert_non_null(strstr(b.v.refusal.reason, "'floor'"));
  assert_non_null(strstr(b.v.refusal.reason, word));
  bench_close(&b);
}

static void test_laws_without_derivative(void **state) {
  (void)state;
  refuse_law("coord y\nkinetic = 1/2*y'^2\npotential = 9.81*y\n"
             "contact floor { gap = y; restitution = energetic(0.1) }\n",
             "energetic");
  /* a ball that rolls and slips in two directions while it expands */
  refuse_law("coord y, x, z\nkinetic = 1/2*y'^2 + 1/2*x'^2 + 1/2*z'^2\npotential = 9.81*y\n"
             "contact floor { gap = y; slip = (x' + 3, z' + 1); law = disk(0.1);\n"
             "                restitution = poisson(0.5) }\n",
             "poisson");
}

/* Poisson's law: compression, then what it gives back; the velocities of the motion. */
static void test_expansion(void **state) {
  (void)state;
  bench b;
  bench_open(&b,
             machine_parse("coord x, y, phi\nkinetic = 1/2*x'^2 + 1/2*y'^2 + 1/20*phi'^2\n"
                           "contact a { gap = y - 0.5*sin(phi); slip = ddt(x - 0.5*cos(phi));\n"
                           "            law = coulomb(0.3); restitution = poisson(0.5) }\n"),
             0, NULL);
  machine_put(&b.m, "y=0.4, y'=-1, x'=0.3, phi=0.9272952180016122");
  double x[6];
  memcpy(x, b.m.q, 3 * sizeof *x);
  memcpy(x + 3, b.m.u, 3 * sizeof *x);
  const ss_mode mode = SS_MODE_FREE;
  const bool closes = true;
  ss_transition t;
  assert_int_equal(ss_transition_create(b.m.arena, &b.v, &t), SS_OK);
  assert_int_equal(ss_transition_collide(&b.v, x, &mode, &closes, &t), SS_OK);
  assert_int_equal(b.v.refusal.kind, SS_REFUSAL_NONE);
  assert_int_equal(t.jumps, 2);
  assert_true(t.jump[1][0].given && !t.jump[0][0].given);
  machine_run_well(&b.m, 1e-9);
  for (int k = 0; k < 3; k++) assert_near(t.u[k], b.m.motion.u[k], 1e-11);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_by_one),
      cmocka_unit_test(test_tall_box),
      cmocka_unit_test(test_slip_reversal),
      cmocka_unit_test(test_modes_after),
      cmocka_unit_test(test_laws_without_derivative),
      cmocka_unit_test(test_expansion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
