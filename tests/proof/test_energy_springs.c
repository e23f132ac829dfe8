/* test_energy_springs.c: contacts that give way. */
#include <math.h>

#include "energy_support.h"

#define BALL                                                                                       \
  "coord x, y\nkinetic = x'^2 + y'^2\npotential = 10*y + x^2\nforce x = -x'\nforce y = -y'\n"
#define STOPS                                                                                      \
  "contact floor { gap = y; restitution = newton(0, 0) }\n"                                        \
  "contact wall { gap = 2 - x; restitution = newton(0, 0) }\n"

static double value_of(const ss_energy *e, ss_expr f, const double *in) {
  ss_tape *tape = NULL;
  double value = NAN;
  assert_int_equal(ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, 1, &f, &tape),
                   SS_OK);
  assert_int_equal(ss_tape_eval(tape, NULL, in, &value), SS_OK);
  ss_tape_destroy(tape);
  return value;
}

/* U, and its slopes, by the set that is pressed; V whatever is. */
static void energies(void **state) {
  (void)state;
  machine m = read_machine("t", BALL STOPS, 0, NULL);
  const char *why_not;
  ss_energy *e = see(&m, &why_not);
  const double in[] = {3, -1, 0, 2};
  assert_int_equal(ss_energy_sets(e), 1);
  assert_true(value_of(e, ss_energy_potential(e, 3), in) == -1);
  assert_true(value_of(e, ss_energy_closing(e, 0, ss_expr_integer(e->graph, 7)), in) == -1);
  e->stiffness = 8;
  assert_int_equal(ss_energy_sets(e), 4);
  assert_true(value_of(e, ss_energy_potential(e, 0), in) == -1);
  assert_true(value_of(e, ss_energy_potential(e, 1), in) == 3);
  assert_true(value_of(e, ss_energy_potential(e, 3), in) == 7);
  assert_true(value_of(e, ss_energy_slope(e, 3, 0), in) == 6 + 8);
  assert_true(value_of(e, ss_energy_slope(e, 1, 1), in) == 10 - 8);
  assert_true(value_of(e, ss_energy_closing(e, 0, ss_expr_integer(e->graph, 4)), in) == -0.5);
  assert_true(value_of(e, ss_energy_pressed_function(e), in) == 7 + 4);
  const double open[] = {1, 1, 0, 0};
  assert_true(value_of(e, ss_energy_pressed_function(e), open) == 11);
  stop(&m);
}

/* The rest point is g = -lambda/k; a spring that is too soft holds no minimum. */
static void rest_points(void **state) {
  (void)state;
  static const struct {
    const char *potential;
    double stiffness;
    bool found;
  } cases[] = {{"10*y", 100, true}, {"10*y - 20*y^2", 100, true}, {"10*y - 60*y^2", 100, false}};
  for (size_t i = 0; i < 3; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord y\nkinetic = y'^2\npotential = %s\nforce y = -y'\n"
             "contact floor { gap = y; restitution = newton(0, 0) }\n",
             cases[i].potential);
    machine m = read_machine("t", text, 0, NULL);
    const char *why_not;
    const double zero = 0;
    ss_energy *e = see(&m, &why_not);
    ss_energy_point p;
    e->stiffness = cases[i].stiffness;
    assert_int_equal(ss_energy_find_point(e, &zero, &p), SS_OK);
    assert_int_equal(p.found, cases[i].found);
    if (i == 0) assert_true(fabs(p.q[0] + 0.1) < 1e-12 && p.closed == 1);
    if (i == 0) assert_true(p.force_lo[0] <= 10 && p.force_hi[0] >= 10);
    if (i == 0) assert_true(p.U_lo <= -0.5 && p.U_hi >= -0.5);
    stop(&m);
  }
}

static void what_it_is_not_about(void **state) {
  (void)state;
  static const char *const text[] = {BALL "potential = x^4\n", BALL
                                     "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n"};
  for (size_t i = 0; i < 2; i++) {
    machine m = read_machine("t", text[i], 0, NULL);
    void *facts;
    const char *why_not;
    ss_linear *linear = ss_arena_new(m.arena, 1, ss_linear);
    ss_subject s = {.arena = m.arena, .system = m.system, .linear = linear, .stiffness = 1};
    assert_int_equal(ss_linear_create(m.arena, m.system, linear, &s.not_linear), SS_OK);
    assert_int_equal(ss_springs_find(&s, &facts, &why_not), SS_OK);
    assert_null(facts);
    assert_non_null(strstr(why_not, i ? "floor rubs" : "no contacts"));
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energies), cmocka_unit_test(rest_points),
                                     cmocka_unit_test(what_it_is_not_about)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
