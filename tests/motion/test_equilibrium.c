/* test_equilibrium.c: where machines can rest, against the models' own closed forms. */
#include "machine.h"

static bool rests(machine *m) {
  bool yes = false;
  assert_int_equal(
      ss_motion_is_equilibrium(m->arena, m->system, m->parameters, m->q, 0, 1e-9, &yes), SS_OK);
  return yes;
}

/* Points just inside and just outside the ends of the rest set. */
static void test_ends_of_rest_sets(void **state) {
  (void)state;
  static const struct {
    const char *model, *inside, *outside;
  } cases[] = {
      {"friction-oscillator", "x=0.999999", "x=1.000001"},
      {"two-masses", "x1=0.999999,x2=0.999999", "x1=0.999999,x2=-0.999999"},
      {"two-masses", "x1=0.333333,x2=-0.333333", "x1=0.333334,x2=-0.333334"},
      {"two-masses-between", "x1=0.333333,x2=-0.333333", "x1=0.333333,x2=-0.333332"},
      {"bouncing-ball", "y=0", "y=0.001"},
      {"falling-block", "x=0.294299", "x=0.294301"},
      {"falling-block", "x=-0.294299", "x=-0.1,y=0.01"},
      {"rocking-block", "x=0.14714,y=0.1", "x=0.14716,y=0.1"},
      {"rocking-bar", "x=-0.147149", "x=-0.147151"},
      {"arm-against-stop", "q=0.5", "q=0.6"},
      {"ratchet", "a=-0.0799", "a=-0.0801"},
      {"ratchet", "a=0", "a=0.001"},
      {"sliding-disk", "x=0.1,y=-0.27", "x=0.1,y=-0.28"},
      {"spinning-disk", "x=0.1,y=-0.27,psi=3", "x=0.1,y=-0.28"},
      {"three-leg-stool", "x=3,gamma=1,z=0.35", "z=0.36"},
      {"planar-biped", "x=1", "x=1,z=0.1"},
      {"painleve-rod", "theta=pi/2,y=1", "theta=pi/2-0.001,y=sin(pi/2-0.001)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, NULL);
    machine_put(&m, cases[i].inside);
    if (!rests(&m)) print_error("%s %s\n", cases[i].model, cases[i].inside);
    assert_true(rests(&m));
    machine_put(&m, cases[i].outside);
    if (rests(&m)) print_error("%s %s\n", cases[i].model, cases[i].outside);
    assert_false(rests(&m));
    machine_close(&m);
  }
}

/* tan(theta_E) = 2 mu2 / (1 - mu1 mu2): the beam hangs or leans. */
static void test_beam(void **state) {
  (void)state;
  machine m = machine_open("constrained-beam", NULL);
  const double tip = atan(0.6 / 0.91), shift[] = {0, M_PI};
  for (size_t i = 0; i < 2; i++)
    for (int side = -1; side <= 1; side += 2)
      for (int outside = 0; outside < 2; outside++) {
        m.q[2] = shift[i] + side * (tip + (outside ? 1e-6 : -1e-6));
        m.q[0] = sin(m.q[2]);
        m.q[1] = cos(m.q[2]);
        assert_int_equal(rests(&m), !outside);
      }
  machine_close(&m);
}

/* Three frictions on two coordinates hold q = (a + c, b + c), |a|, |b|, |c| <= 1/2: a hexagon, in
 * which |q_1|, |q_2| and |q_1 - q_2| are at most 1. */
static void test_dependent_frictions(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*x'^2 + y'^2\npotential = (x^2 + y^2)/2\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(1/2) }\n"
                            "friction b { slip = y'; normal = 1; law = coulomb(1/2) }\n"
                            "friction c { slip = x' + y'; normal = 1; law = coulomb(1/2) }\n");
  size_t inside = 0;
  for (int i = -13; i <= 13; i++)
    for (int j = -13; j <= 13; j++) {
      const double q[] = {(i + 0.1) / 10, (j - 0.15) / 10};
      const bool held = fabs(q[0]) <= 1 && fabs(q[1]) <= 1 && fabs(q[0] - q[1]) <= 1;
      memcpy(m.q, q, sizeof q);
      assert_int_equal(rests(&m), held);
      inside += held;
    }
  assert_true(inside > 200);
  machine_close(&m);
}

/* On a belt the friction is known, and one place is left of the interval; a belt that stands still
 * holds the interval. */
static void test_belt(void **state) {
  (void)state;
  machine m = machine_parse("param v = 1\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 2*x^2 + 10*y\n"
                            "contact belt { gap = y; slip = x' - v; law = coulomb(1/5) }\n");
  static const double places[] = {-0.5, -0.49, 0, 0.49, 0.5, 0.51};
  for (int v = -1; v <= 1; v++)
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      m.parameters[0] = v;
      m.q[0] = places[i];
      assert_int_equal(rests(&m), v ? places[i] == 0.5 * v : fabs(places[i]) <= 0.5);
    }
  machine_close(&m);
}

static void test_bad_states(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  bool yes = true;
  m.q[0] = -0.1; /* penetrates: no place to rest */
  assert_false(rests(&m));
  m.q[0] = NAN;
  assert_int_equal(ss_motion_is_equilibrium(m.arena, m.system, m.parameters, m.q, 0, 1e-9, &yes),
                   SS_BAD_ARGUMENT);
  assert_false(yes);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends_of_rest_sets),   cmocka_unit_test(test_beam),
      cmocka_unit_test(test_dependent_frictions), cmocka_unit_test(test_belt),
      cmocka_unit_test(test_bad_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
