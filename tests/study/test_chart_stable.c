/* test_chart_stable.c: classes of a chart of stances. */
#include "stage.h"

static void feet_apart(void **state) {
  (void)state;
  static const char text[] =
      "param d = 1\nparam mu = 0.5\ncoord x, z, theta\n"
      "body b { mass = 1; inertia = 1; at = (x, z, theta) }\npotential = z - 0.577*x\n"
      "point P on b (0.577 - d, -1)\npoint Q on b (0.577 + d, -1)\n"
      "contact p { gap = P.y + 1; slip = ddt(P.x); law = coulomb(mu); restitution = sequential(0) "
      "}\n"
      "contact q { gap = Q.y + 1; slip = ddt(Q.x); law = coulomb(2); restitution = sequential(0) "
      "}\n"
      "state rest { x = 0 }\n";
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("stable");
  o.parameter[0] = "d";
  o.low[0] = 0.1;
  o.high[0] = 1.6;
  o.parameter[1] = "mu";
  o.low[1] = 0.05;
  o.high[1] = 0.7;
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_string_equal(name_class(map, 0, 0), "refuted ambiguous");
  assert_string_equal(name_class(map, 0, 1), "proved stable-point");
  close_stage(&s);
}

RUN_TESTS(T(feet_apart))
