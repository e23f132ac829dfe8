/* test_chart_simulate.c: motions over parameters, against the closed form of a half swing. */
#include "stage.h"

/* From x = 2F with k = 1 one half swing of pi ends at -(2F - 2F) = 0: it rests there, t = pi. */
static void a_half_swing(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("simulate");
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 3; i++) {
    assert_string_equal(name_class(map, i, 0), "rests");
    assert_true(fabs(map->value[i] - M_PI) < 1e-6);
  }
  o.reach.end = 1;
  assert_string_equal(name_class(run_chart(&s, &o), 0, 0), "undecided");
  assert_string_equal(ss_sweep_fact_of(map, "end"), "200");
  close_stage(&s);
}

/* A bound that is given is watched: the energy gained by the fed oscillator. */
static void a_gain_is_an_escape(void **state) {
  (void)state;
  static const char text[] = "param c = -0.3\nparam k = 1\ncoord x\nkinetic = 1/2*x'^2\n"
                             "potential = 1/2*k*x^2\nforce x = -c*x'\nstate far { x = 6 }\n"
                             "friction base { slip = x'; normal = 1; law = coulomb(1) }\n";
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("simulate");
  o.parameter[0] = "c";
  o.low[0] = -0.3;
  o.high[0] = 0.3;
  o.reach.gain = 10;
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_string_equal(name_class(map, 0, 0), "escapes");
  assert_string_equal(name_class(map, 2, 0), "rests");
  assert_string_equal(ss_sweep_fact_of(map, "escape"), "energy gained beyond 10");
  close_stage(&s);
}

RUN_TESTS(T(a_half_swing), T(a_gain_is_an_escape))
