/* test_chart.c: requests for charts of verdicts: facts, and what makes no sense. */
#include "stage.h"

static void facts(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_parameter_chart_options o = chart_options("contains");
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_string_equal(ss_sweep_fact_of(map, "kind"), "chart");
  assert_string_equal(ss_sweep_fact_of(map, "test"), "contains");
  assert_string_equal(ss_sweep_fact_of(map, "base"), "here");
  assert_string_equal(map->axis[0].name, "F");
  assert_true(map->complete);
  close_stage(&s);
}

/* Without a second parameter: one row. The bead at x = 2 F can rest where k x <= F: k <= 1/2. */
static void along_one(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("contains");
  o.parameter[1] = NULL;
  o.parameter[0] = "k";
  o.low[0] = 0.25;
  o.high[0] = 0.75;
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_true(ss_sweep_is_line(map));
  assert_int_equal(map->axis[0].count, 3);
  assert_int_equal(map->axis[1].count, 1);
  assert_string_equal(name_class(map, 0, 0), "can rest");
  assert_string_equal(name_class(map, 1, 0), "can rest"); /* 2 k = 1, at the bound */
  assert_string_equal(name_class(map, 2, 0), "cannot rest");
  close_stage(&s);
}

static void mistakes(void **state) {
  (void)state;
  static const char *const said[] = {"--test: what is to be charted",
                                     "--test fly: there are prove",
                                     "--vary G: ",
                                     "which parameter",
                                     "the two parameters are the same",
                                     "the range of F is empty",
                                     "--tolerance 1: "};
  enum { COUNT = sizeof said / sizeof *said };
  stage s = open_stage(BEAD);
  ss_parameter_chart_options wrong[COUNT];
  for (int i = 0; i < COUNT; i++) wrong[i] = chart_options("rest");
  wrong[0].test = NULL;
  wrong[1].test = "fly";
  wrong[2].parameter[0] = "G";
  wrong[3].parameter[0] = NULL;
  wrong[4].parameter[1] = "F";
  wrong[5].low[0] = 9;
  wrong[6].reach.tolerance = 1;
  for (int i = 0; i < COUNT; i++) {
    ss_parameter_chart *chart;
    assert_int_equal(ss_parameter_chart_prepare(s.arena, s.machine, &wrong[i], &s.said, &chart),
                     SS_BAD_INPUT);
    assert_null(chart);
    assert_said(&s, said[i]);
  }
  close_stage(&s);
}

RUN_TESTS(T(facts), T(along_one), T(mistakes))
