/* test_slider_view.c: the forces in the sliders of the beam (2008, section 7.4), against the
 * equations of its centre of mass, and places in a chart. */
#include "../../src/proof/energy.h"
#include "support.h"

#define BEAM "models/constrained-beam.still"

static ss_energy *see(machine *m, const double *at, const char **why_not) {
  void *facts;
  ss_linear *linear = ss_arena_new(m->arena, 1, ss_linear);
  ss_subject s = {.arena = m->arena, .system = m->system, .linear = linear, .at = at};
  assert_int_equal(ss_linear_create(m->arena, m->system, linear, &s.not_linear), SS_OK);
  assert_int_equal(ss_view_slider.find(&s, &facts, why_not), SS_OK);
  return facts;
}

static double value(const ss_energy *e, ss_expr f, double q, double u) {
  ss_tape *tape;
  double in[] = {q, u}, out = NAN;
  assert_int_equal(ss_tape_compile(e->graph, 0, NULL, 2, e->variable, 1, &f, &tape), SS_OK);
  assert_int_equal(ss_tape_eval(tape, NULL, in, &out), SS_OK);
  ss_tape_destroy(tape);
  return out;
}

/* m = l = 1, J = 1/3, g = 10: theta'' = -3/4 (10 sin + 2 cos l2 - 2 sin l1), from (136),
 * N1 = -(cos theta'' - sin theta'^2) - l2, N2 = 10 + sin theta'' + cos theta'^2 - l1. The paper's
 * directions of slip and force may have other signs than the file's. */
static void forces_of_the_beam(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine(BEAM, NULL, 0, NULL);
  const ss_energy *e = see(&m, NULL, &why_not);
  assert_non_null(e);
  assert_int_equal(e->sliders, 2);
  const double theta = 1, rate = 2, s = sin(theta), c = cos(theta);
  const double still = -0.75 * 10 * s;
  const double N1 = -(c * still - s * rate * rate), N2 = 10 + s * still + c * rate * rate;
  assert_true(fabs(fabs(value(e, e->normal[0], theta, rate)) - fabs(N1)) < 1e-12);
  assert_true(fabs(fabs(value(e, e->normal[1], theta, rate)) - fabs(N2)) < 1e-12);
  /* by a unit of friction in the other slider, and in the same one */
  const double by1 = 0.75 * 2 * s, by2 = -0.75 * 2 * c;
  const double expected[] = {-c * by1, -c * by2 - 1, s * by1 - 1, s * by2};
  for (size_t i = 0; i < 4; i++)
    assert_true(fabs(fabs(value(e, e->coupling[i], theta, 0)) - fabs(expected[i])) < 1e-12);
  stop(&m);
}

static void a_place_in_the_chart(void **state) {
  (void)state;
  const char *why_not;
  const double phi = 0.3, at[] = {sin(phi), cos(phi), phi}, nowhere[] = {1, 1, 1};
  machine m = read_machine(BEAM, NULL, 0, NULL);
  const ss_energy *e = see(&m, at, &why_not);
  assert_non_null(e->at);
  assert_true(fabs(e->at[0] - (phi - acos(-1))) < 1e-9);
  stop(&m);
  /* of a beam whose length has a range the middle of it counts */
  m = read_file(BEAM, "l=0.95:1.05");
  e = see(&m, at, &why_not);
  assert_true(e && e->at && fabs(e->at[0] - (phi - acos(-1))) < 1e-9);
  stop(&m);
  m = read_machine(BEAM, NULL, 0, NULL);
  assert_null(see(&m, nowhere, &why_not));
  assert_non_null(strstr(why_not, "not found in the chart"));
  stop(&m);
}

static void what_it_is_not_about(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t",
                           "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                           "potential = cos(x) + y + z\ncontact c { gap = z }\n"
                           "slider s { gap = y; slip = x'; law = coulomb(1/2) }\n"
                           "chart a, b { x = a; y = 0; z = b }\n",
                           0, NULL);
  assert_null(see(&m, NULL, &why_not));
  assert_non_null(strstr(why_not, "contacts"));
  stop(&m);
  m = read_machine("t", "coord x\nkinetic = x'^2\npotential = cos(x)\n", 0, NULL);
  assert_null(see(&m, NULL, &why_not));
  assert_null(why_not);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_of_the_beam),
      cmocka_unit_test(a_place_in_the_chart),
      cmocka_unit_test(what_it_is_not_about),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
