/* test_chart_points.c: machines at points of a chart. */
#include "stage.h"

static void a_point_is_a_machine(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_parameter_chart_options o = chart_options("rest");
  ss_parameter_chart *chart;
  ss_chart_point p;
  assert_int_equal(ss_parameter_chart_prepare(s.arena, s.machine, &o, &s.said, &chart), SS_OK);
  assert_int_equal(ss_chart_open_point(chart, s.arena, 0.1, 1.0 / 3, &p), SS_OK);
  assert_true(p.parameters[0] == 0.1 && p.parameters[1] == 1.0 / 3);
  assert_true(p.q[0] == 0.2); /* the state follows */
  ss_chart_close_point(&p);
  assert_int_equal(ss_chart_open_point(chart, s.arena, -1, 1, &p), SS_BAD_INPUT);
  ss_chart_close_point(&p);
  close_stage(&s);
}

/* Half of the chart has a negative normal force: no model. */
static void points_without_a_model(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("contains");
  o.low[0] = -1;
  o.high[0] = 1;
  o.map.count[0] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t j = 0; j < 2; j++) {
    assert_string_equal(name_class(map, 0, j), "no model");
    assert_string_not_equal(name_class(map, 1, j), "no model");
  }
  close_stage(&s);
}

RUN_TESTS(T(a_point_is_a_machine), T(points_without_a_model))
