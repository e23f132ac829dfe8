/* test_chart_rest.c: rest sets over parameters, in closed form. */
#include "stage.h"

/* x^3 - x = F/k at the most: one interval beyond 2/27^(1/2), three below. */
static void sets_are_counted(void **state) {
  (void)state;
  static const char text[] = "param F = 0.1\nparam k = 1\ncoord x\nkinetic = 1/2*x'^2\n"
                             "potential = k*(1/4*x^4 - 1/2*x^2)\n"
                             "friction base { slip = x'; normal = F; law = coulomb(1) }\n";
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("rest");
  o.low[0] = 0.2;
  o.high[0] = 0.6;
  o.map.count[0] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < 2; j++) {
      const double F = ss_sweep_at(&map->axis[0], i), k = ss_sweep_at(&map->axis[1], j);
      const bool one = F / k > 2 / sqrt(27);
      assert_string_equal(name_class(map, i, j), one ? "1 rest set" : "3 rest sets");
      assert_true(map->value[j * 2 + i] == (one ? 1 : 3));
    }
  close_stage(&s);
}

static void can_it_rest_there(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("contains");
  o.from = "x=1";
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 2; j++) {
      const double F = ss_sweep_at(&map->axis[0], i), k = ss_sweep_at(&map->axis[1], j);
      assert_string_equal(name_class(map, i, j), F >= k ? "can rest" : "cannot rest");
    }
  close_stage(&s);
}

/* On the limit itself, which is irrational, a place to rest within the tolerance is shown. */
static void the_limit_counts_within_the_tolerance(void **state) {
  (void)state;
  static const char text[] = "param F = 1\nparam k = 1\ncoord x\nkinetic = 1/2*x'^2\n"
                             "potential = 1/2*k*x^2\n"
                             "friction base { slip = x'; normal = sqrt(F); law = coulomb(1) }\n";
  static const char *const words[] = {"cannot rest", "can rest", "can rest"};
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("contains");
  o.from = "x=sqrt(2)";
  o.low[0] = 1;
  o.high[0] = 3;
  o.map.count[0] = 3;
  o.low[1] = 1;
  o.high[1] = 1.5;
  o.map.count[1] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 3; i++) assert_string_equal(name_class(map, i, 0), words[i]);
  assert_true(isnan(map->value[0]) && map->value[1] < 1e-9 && map->value[2] == 0);
  close_stage(&s);
}

/* Neither proved is a class of its own: for k = 0 the spring's force is 0/0. */
static void what_is_not_decided_is_no_refusal(void **state) {
  (void)state;
  static const char text[] = "param F = 1\nparam k = 1\ncoord x\nkinetic = 1/2*x'^2\n"
                             "potential = 1/2*x^2 + sqrt(k*x)\n"
                             "friction base { slip = x'; normal = F; law = coulomb(1) }\n";
  stage s = open_stage(text);
  ss_parameter_chart_options o = chart_options("contains");
  o.from = "x=1";
  o.low[0] = 1;
  o.high[0] = 2;
  o.map.count[0] = 2;
  o.low[1] = 0;
  o.high[1] = 1;
  o.map.count[1] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 2; i++) {
    assert_string_equal(name_class(map, i, 0), "undecided");
    assert_string_equal(name_class(map, i, 1), i ? "can rest" : "cannot rest");
  }
  close_stage(&s);
}

/* A state that moves is no place to rest. */
static void a_state_that_moves_is_refused(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("contains");
  ss_parameter_chart *chart;
  o.from = "x=1, x'=2";
  assert_int_equal(ss_parameter_chart_prepare(s.arena, s.machine, &o, &s.said, &chart),
                   SS_BAD_INPUT);
  assert_non_null(strstr(s.said.items[0].message, "nothing moves at rest, and x' is 2 there"));
  close_stage(&s);
}

RUN_TESTS(T(sets_are_counted), T(can_it_rest_there), T(the_limit_counts_within_the_tolerance),
          T(what_is_not_decided_is_no_refusal), T(a_state_that_moves_is_refused))
