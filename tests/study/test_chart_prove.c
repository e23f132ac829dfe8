/* test_chart_prove.c: verdicts over parameters: damping decides. */
#include "stage.h"

static void damping_decides(void **state) {
  (void)state;
  static const char text[] = "param c = 1\nparam F = 1\ncoord x\nkinetic = 1/2*x'^2\n"
                             "potential = 1/2*x^2\nforce x = -c*x'\n"
                             "friction base { slip = x'; normal = F; law = coulomb(1) }\n";
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("prove");
  o.parameter[1] = "c";
  o.low[1] = -0.2;
  o.high[1] = 0.2;
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 3; i++) {
    assert_string_equal(name_class(map, i, 0), "proved locally-attractive");
    assert_string_equal(name_class(map, i, 1), "proved globally-attractive");
    assert_true(map->value[i] > 0);
  }
  close_stage(&s);
}

RUN_TESTS(T(damping_decides))
