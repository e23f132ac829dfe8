/* test_period.c: after which distance of a coordinate everything repeats. */
#include "stage.h"

static double find(const char *potential) {
  char text[400];
  snprintf(text, sizeof text,
           "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y^4 + %s\n"
           "friction f { slip = x' + y'; normal = 1; law = coulomb(0.2) }\n",
           potential);
  stage s;
  stage_open(&s, text, NULL);
  const double period = s.search.period[0];
  assert_near(s.search.to[0] - s.search.from[0], period > 0 ? period : 20, 1e-12 * (1 + period));
  assert_near(s.search.q_period[0], period, 0);
  stage_close(&s);
  return period;
}

/* Turns stay turns, of at most 64 periods; else the shortest period, whatever the scale. */
static void test_periods(void **state) {
  (void)state;
  static const struct {
    const char *potential;
    double turns;
  } cases[] = {{"cos(x)", 1},
               {"cos(24*x) + y*sin(3*x)", 1},
               {"cos(64*x)", 1},
               {"cos(65*x)", 1.0 / 65},
               {"1e-8*cos(x/1e-4)", 1e-4},
               {"1e12*cos(x/1e6)", 1e6},
               {"cos(x/2)", 2},
               {"cos(x/2)^2", 1},
               {"sin(x/2)*sin(x/3)", 6},
               {"cos(5/2*x) + y*cos(10/3*x)", 6.0 / 5},
               {"cos(200*x + 3*y) + cos(300*x)", 1.0 / 100}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_near(find(cases[i].potential), 2 * M_PI * cases[i].turns, 1e-15 * cases[i].turns * 7);
}

/* Nothing repeats: a spring beside it, a scale that is no rational, an argument that is bent. */
static void test_none(void **state) {
  (void)state;
  assert_near(find("cos(100*x) + 1e-9*x^2"), 0, 0);
  assert_near(find("cos(x) + cos(sqrt(2)*x)"), 0, 0);
  assert_near(find("cos(100*x^2)"), 0, 0);
  assert_near(find("cos(100*x*y)"), 0, 0);
  assert_near(find("x^2"), 0, 0);
}

/* The sets of s^2 (1 - cos(x/s)) with friction mu: |sin(x/s)| <= mu/s, at every scale. */
static void test_scales(void **state) {
  (void)state;
  for (int power = -7; power <= 7; power++) {
    char text[400];
    snprintf(text, sizeof text,
             "model \"m\"\nparam s = 1e%d\ncoord x\nkinetic = 1/2*x'^2\n"
             "potential = s^2*(1 - cos(x/s))\n"
             "friction f { slip = x'; normal = s/2; law = coulomb(1) }\n",
             power);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    const double s = pow(10, power), end = asin(0.5) * s;
    if (power == 0 || power < -1) assert_int_equal(sets.count, 2);
    assert_true(sets.complete);
    const ss_rest_set *set = NULL;
    for (size_t i = 0; i < sets.count; i++)
      if (sets.set[i].lo[0] < 0 && sets.set[i].hi[0] > 0) set = &sets.set[i];
    assert_non_null(set);
    assert_true(set->certain && set->connected && set->enclosed);
    assert_near(set->lo[0], -end, 1e-12 * s);
    assert_near(set->hi[0], end, 1e-12 * s);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_periods),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_scales),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
