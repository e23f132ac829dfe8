/* test_pwl.c: which machines are piecewise linear with friction only, and what their tables say. */
#include "../../src/motion/pwl.h"
#include "machine.h"

static const char *ask(const char *model, const char *const *settings) {
  machine m = machine_open(model, settings);
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_int_equal(pwl == NULL, why_not != NULL);
  machine_close(&m);
  return why_not;
}

static void test_kinds(void **state) {
  (void)state;
  static const char *const cubic[] = {"k3=0.1", NULL};
  assert_null(ask("friction-oscillator", NULL));
  assert_non_null(strstr(ask("friction-oscillator", cubic), "not linear"));
  assert_null(ask("two-masses", NULL));
  assert_null(ask("two-masses-between", NULL));
  assert_non_null(strstr(ask("bouncing-ball", NULL), "elements other than"));
  assert_non_null(strstr(ask("sliding-disk", NULL), "elements other than"));
  assert_non_null(strstr(ask("ratchet", NULL), "elements other than"));
}

/* Three frictions on two coordinates hold together, and nothing says how they share the force. */
static void test_dependent(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = x^2 + y^2\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.5) }\n"
                            "friction b { slip = y'; normal = 1; law = coulomb(0.5) }\n"
                            "friction c { slip = x' + y'; normal = 1; law = coulomb(0.5) }\n");
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_null(pwl);
  assert_non_null(strstr(why_not, "depend on each other"));
  machine_close(&m);
}

/* Moves (q, u) of two coordinates until rest; returns how it ended. */
static ss_pwl_end walk(machine *m, double *q, double *u) {
  const ss_pwl *pwl;
  const char *why_not;
  ss_pwl_end end;
  assert_int_equal(ss_pwl_create(m->arena, m->system, m->parameters, &pwl, &why_not), SS_OK);
  assert_non_null(pwl);
  double *work = ss_arena_new(m->arena, ss_pwl_work_size(pwl), double);
  ss_pwl_run(pwl, work, q, u, 200, &end);
  return end;
}

/* Frictions along w, -2 w and w/3 are one along w with the limit 0.1 + 2 0.2 + 0.3/3 = 0.6. */
static void test_parallel(void **state) {
  (void)state;
#define SPRING "coord x, y\nkinetic = 1/2*x'^2 + y'^2\npotential = 3*x^2 + (x - y)^2\n"
  machine three =
      machine_parse(SPRING "friction a { slip = x' - y'; normal = 1; law = coulomb(0.1) }\n"
                           "friction b { slip = 2*y' - 2*x'; normal = 2; law = coulomb(0.1) }\n"
                           "friction d { slip = y'; normal = 1; law = coulomb(0.1) }\n"
                           "friction c { slip = x'/3 - y'/3; normal = 3; law = coulomb(0.1) }\n");
  machine one =
      machine_parse(SPRING "friction a { slip = x' - y'; normal = 6; law = coulomb(0.1) }\n"
                           "friction d { slip = y'; normal = 1; law = coulomb(0.1) }\n");
  double q[2][2] = {{1, -2}, {1, -2}}, u[2][2] = {{0, 2}, {0, 2}};
  const ss_pwl_end end[] = {walk(&three, q[0], u[0]), walk(&one, q[1], u[1])};
  assert_true(end[0].rests && end[1].rests);
  assert_true(end[0].switches > 4);
  assert_int_equal(end[0].switches, end[1].switches);
  assert_near(end[0].t, end[1].t, 1e-9);
  assert_near(q[0][0], q[1][0], 1e-12);
  assert_near(q[0][1], q[1][1], 1e-12);
  /* and events agrees, with all four */
  double start[2][2] = {{1, -2}, {0, 2}};
  memcpy(three.q, start[0], sizeof start[0]);
  memcpy(three.u, start[1], sizeof start[1]);
  machine_run_well(&three, 200);
  assert_true(three.motion.at_rest);
  assert_near(three.motion.q[0], q[0][0], 1e-8);
  assert_near(three.motion.q[1], q[0][1], 1e-8);
  machine_close(&three);
  machine_close(&one);
#undef SPRING
}

/* A friction that can exert no force is left out: alone, and beside another in its direction. */
static void test_idle(void **state) {
  (void)state;
#define SPRING "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = x^2 + 1/2*(x - y)^2\n"
#define ROUGH  "friction a { slip = x'; normal = 1; law = coulomb(0.1) }\n"
  machine with =
      machine_parse(SPRING "friction z { slip = -x'; normal = 0; law = coulomb(0.5) }\n"
                           "force y = -y'\n" ROUGH
                           "friction w { slip = x' + y'; normal = 1; law = coulomb(0) }\n");
  machine without = machine_parse(SPRING "force y = -y'\n" ROUGH);
  machine *const both[] = {&with, &without};
  double q[2][2] = {{1, -0.5}, {1, -0.5}}, u[2][2] = {{0, 2}, {0, 2}};
  ss_pwl_end end[2];
  for (int k = 0; k < 2; k++) end[k] = walk(both[k], q[k], u[k]);
  /* the same numbers, in the same order */
  assert_true(end[0].rests && end[1].rests);
  assert_true(end[0].switches > 2);
  assert_int_equal(end[0].switches, end[1].switches);
  assert_near(end[0].t, end[1].t, 1e-9);
  assert_near(q[0][0], q[1][0], 1e-13);
  assert_near(q[0][1], q[1][1], 1e-13);
  machine_close(&with);
  machine_close(&without);
#undef SPRING
#undef ROUGH
}

/* Without any force of friction: x = cos(t) for all time. */
static void test_only_idle(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0) }\n");
  const ss_pwl *pwl;
  const char *why_not;
  double q = 1, u = 0;
  ss_pwl_end end;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_non_null(pwl);
  double *work = ss_arena_new(m.arena, ss_pwl_work_size(pwl), double);
  ss_pwl_run(pwl, work, &q, &u, 10, &end);
  assert_false(end.rests);
  assert_int_equal(end.switches, 0);
  assert_near(q, cos(10), 1e-13);
  assert_near(u, -sin(10), 1e-13);
  machine_close(&m);
}

static void test_open_inputs(void **state) {
  (void)state;
  machine m = machine_parse("coord x\ninput F\nkinetic = 1/2*x'^2\nforce x = F\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.5) }\n");
  ss_system *open;
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_system_derive(m.arena, m.model, &open), SS_OK);
  assert_int_equal(ss_pwl_create(m.arena, open, m.parameters, &pwl, &why_not), SS_OK);
  assert_null(pwl);
  assert_string_equal(why_not, "it has open inputs");
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),     cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_parallel),  cmocka_unit_test(test_idle),
      cmocka_unit_test(test_only_idle), cmocka_unit_test(test_open_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
