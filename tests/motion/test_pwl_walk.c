/* test_pwl_walk.c: unrecorded motions against the recorded ones and against a closed form. */
#include "../../src/motion/pwl_tables.h"
#include "machine.h"

static uint64_t seed = 7;

static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

/* Three masses, three frictions, coupled inertia: nothing special about it. */
static const char *const three = "coord a, b, c\n"
                                 "kinetic = 1/2*(2*a'^2 + b'^2 + 3*c'^2) + 1/4*a'*b'\n"
                                 "potential = 1/2*(3*a^2 + 2*(a - b)^2 + (b - c)^2 + 2*c^2) - a/4\n"
                                 "force a = 0.1*a'\nforce b = -0.2*(b' - c')\n"
                                 "friction f { slip = a'; normal = 1; law = coulomb(0.7) }\n"
                                 "friction g { slip = b' - a'; normal = 2; law = coulomb(0.2) }\n"
                                 "friction h { slip = c'; normal = 1; law = coulomb(0.5) }\n";

static void compare(machine *m, int runs, double size, double error) {
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m->arena, m->system, m->parameters, &pwl, &why_not), SS_OK);
  assert_non_null(pwl);
  double *work = ss_arena_new(m->arena, ss_pwl_work_size(pwl), double);
  const size_t n = m->system->coordinates;
  for (int i = 0; i < runs; i++) {
    const ss_arena_mark mark = ss_arena_get_mark(m->arena);
    double q[4], u[4];
    ss_pwl_end end;
    for (size_t k = 0; k < n; k++) m->q[k] = q[k] = size * draw();
    for (size_t k = 0; k < n; k++) m->u[k] = u[k] = i % 4 ? size * draw() : 0;
    ss_pwl_run(pwl, work, q, u, 150, &end);
    machine_run_well(m, 150);
    assert_int_equal(end.rests, m->motion.at_rest || m->motion.settles);
    assert_true(machine_residual(m) < 1e-10);
    double largest = 1;
    for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(m->motion.q[k]));
    for (size_t k = 0; k < n; k++) assert_near(q[k], m->motion.q[k], error * largest);
    ss_arena_release(m->arena, mark);
  }
}

static void test_models(void **state) {
  (void)state;
  static const char *const names[] = {"friction-oscillator", "two-masses", "two-masses-between",
                                      "two-masses-sum"};
  for (size_t i = 0; i < 4; i++) {
    machine m = machine_open(names[i], NULL);
    compare(&m, 40, 4, 1e-8); /* slow decay ends at different times, below 1e-9 */
    machine_close(&m);
  }
  machine m = machine_parse(three);
  compare(&m, 40, 3, 1e-9);
  machine_close(&m);
}

/* x'' + x = -sign(x'): each half swing takes pi and shortens the amplitude by 2. */
static void test_closed_form(void **state) {
  (void)state;
  static const char *const settings[] = {"c=0", NULL};
  machine m = machine_open("friction-oscillator", settings);
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  double *work = ss_arena_new(m.arena, ss_pwl_work_size(pwl), double);
  double q = 20.5, u = 0;
  ss_pwl_end end;
  ss_pwl_run(pwl, work, &q, &u, 100, &end);
  assert_true(end.rests);
  assert_int_equal(end.switches, 10);
  assert_near(end.t, 10 * M_PI, 1e-12);
  assert_near(q, 0.5, 1e-12);
  assert_near(u, 0, 0);
  q = 20.5;
  ss_pwl_run(pwl, work, &q, &u, 1, &end);
  assert_false(end.rests);
  assert_near(end.t, 1, 0);
  assert_near(q, 1 + 19.5 * cos(1), 1e-12);
  q = 1; /* exactly at the bound: may stick */
  u = 0;
  ss_pwl_run(pwl, work, &q, &u, 1, &end);
  assert_near(q, 1, 1e-12);
  machine_close(&m);
}

/* A held block that two oscillators pull, with f = 10 - cos(w t) + b cos(t): within the first step,
 * from -h/2 to h/2, the force passes what friction can hold and comes back. */
static size_t count_slips(double w, double b, double h, double limit) {
  char text[400];
  snprintf(text, sizeof text,
           "coord x, y, z\nparam w = %.17g\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
           "potential = 1/2*w^2*(y - x)^2 + 1/2*(z - x)^2 - 10*x\n"
           "friction f { slip = x'; normal = %.17g; law = coulomb(1) }\n",
           w, limit);
  machine m = machine_parse(text);
  const ss_pwl *pwl;
  const char *why_not;
  ss_pwl_end end;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_near(pwl->mode[0].flow.step, h, 0);
  double *work = ss_arena_new(m.arena, ss_pwl_work_size(pwl), double);
  double q[] = {0, -cos(w * h / 2) / (w * w), b * cos(h / 2)};
  double u[] = {0, -sin(w * h / 2) / w, b * sin(h / 2)};
  ss_pwl_run(pwl, work, q, u, h * (1 + 1e-9), &end);
  machine_close(&m);
  return end.switches;
}

static double find_step(double w) {
  machine m = machine_parse("coord x, y, z\nparam w = 0.5\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                            "potential = 1/2*w^2*(y - x)^2 + 1/2*(z - x)^2 - 10*x\n"
                            "friction f { slip = x'; normal = 12; law = coulomb(1) }\n");
  const ss_pwl *pwl;
  const char *why_not;
  m.parameters[0] = w;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  const double h = pwl->mode[0].flow.step;
  machine_close(&m);
  return h;
}

/* With b from the second derivative at both ends of the step: that of one sign on the whole, and 0
 * at both ends, where only the bound on the fourth derivative tells that something is between. */
static void test_dips_within_a_step(void **state) {
  (void)state;
  for (double w = 0.3; w < 0.9; w += 0.1) {
    const double h = find_step(w), flat = w * w * cos(w * h / 2) / cos(h / 2);
    for (double b = flat; b < 1; b += 0.2) {
      const double middle = 10 - 1 + b, ends = 10 - cos(w * h / 2) + b * cos(h / 2);
      assert_true(middle - ends > 1e-8); /* rounding: 1e-11 */
      assert_int_equal(count_slips(w, b, h, middle + 1e-10), 0);
      assert_true(count_slips(w, b, h, middle - 0.2 * (middle - ends)) > 0);
    }
  }
}

/* Numbers that grow without bound end the walk, and so do numbers that are none. */
static void test_bad_numbers(void **state) {
  (void)state;
  machine m = machine_open("friction-oscillator", NULL);
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  double *work = ss_arena_new(m.arena, ss_pwl_work_size(pwl), double);
  double q = 10, u = 0;
  ss_pwl_end end;
  ss_pwl_run(pwl, work, &q, &u, 1e6, &end);
  assert_false(end.rests);
  assert_true(end.t < 1e5);
  const double bad[] = {NAN, INFINITY};
  for (size_t i = 0; i < 2; i++) {
    q = bad[i], u = 0;
    ss_pwl_run(pwl, work, &q, &u, 10, &end);
    assert_false(end.rests);
    q = 0, u = bad[i];
    ss_pwl_run(pwl, work, &q, &u, 10, &end);
    assert_false(end.rests);
  }
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_models),
      cmocka_unit_test(test_closed_form),
      cmocka_unit_test(test_bad_numbers),
      cmocka_unit_test(test_dips_within_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
